# Moderators: what they do, and what others hear of it.

challenge-cancelled = A moderator cancelled this challenge.
over-cancelled = A moderator cancelled this match: it has no result.
over-voided = A moderator voided this result: it counts on no leaderboard.
ruling-reason = The moderator’s reason: { $reason }
told-challenge-cancelled = A moderator cancelled your challenge ({ $at }). You can make a new one.
told-cancelled = A moderator cancelled your match against { $opponent } ({ $at }). It has no result.
told-voided = A moderator voided the result of your match against { $opponent } ({ $at }). It counts on no leaderboard any more.
refused-no-result = This match has no result that counts, so there is nothing to void.
refused-voided = This result was voided already.
refused-moderator = Only moderators can do this: whoever may manage the server, or administers the group.
refused-cancel-over = Match { $id } is over already. Its result can be voided.
refused-void-running = Match { $id } is not over. It can be cancelled.
refused-log-anonymous = The log goes to one person alone. Ask under your own name.
admin-cancelled = Match { $id } is cancelled. Its players are told.
admin-voided = The result of match { $id } is voided, and the leaderboards are as if it had not been played. Its players are told.
admin-log = What moderators did here, newest first
admin-log-empty = Nothing so far.
admin-log-line = { $when } · { $who }: { $what }
admin-anonymous = an anonymous admin
admin-deed =
    { $act ->
        [cancelled] cancelled match { $of }
        [voided] voided match { $of }
        [blocked] blocked { $of }
        [unblocked] unblocked { $of }
        [house] set the house rules
        [house-off] took the house rules away
        [open-replay] set who may look at replays
        [channel] let games be posted in one place alone
        [channel-off] let games be posted everywhere again
        [threads] set threads
        [zone] set the time zone
        [zone-off] took the time zone away
        [limits] set the limits
        [season] changed the season
        [absent] set whether boards list absent members
        [team-renamed] renamed a team
        [team-disbanded] ended a team
        [teams] set who may make teams
        [events] set who may open events
        [event-cancelled] called off event { $of }
        [schedule] changed the schedule of events
       *[language] set the language
    }
admin-deed-detail = { $what } ({ $detail })
command-ginadmin-about = Moderate Gin Rummy here
command-admin-cancel = cancel
command-admin-cancel-about = End a match or a challenge without a result
command-admin-void = void
command-admin-void-about = Take the result of a match off every leaderboard
command-admin-log = log
command-admin-log-about = What moderators did here
option-reason = reason
option-reason-about = Why, for the players and the log
elsewhere = All games here are posted in one place.
button-games-channel = To the games
refused-full-channel = 
    { $most ->
        [one] Only one match at a time is played in this place. Wait until it is over.
       *[other] Only { $most } matches at a time are played in this place. Wait until one is over.
    }
refused-full-player =
    { $most ->
        [one] Each player may be in only one match at a time here. Finish it first.
       *[other] Each player may be in only { $most } matches at a time here. Finish one first.
    }
refused-blocked = The moderators here have blocked you from playing in this place. You can play elsewhere.
refused-blocked-other = This player can’t play in this place at the moment. Challenge somebody else.
refused-block-self = You can’t block yourself.
refused-block-nobody = Name a player: pick one, write @name, or answer a message of theirs.
refused-block-unknown = I have never met “{ $text }”. Answer a message of theirs instead.
refused-channel = Say “here” to post games in this place alone, or “off” to post them everywhere.
refused-threads-platform = Telegram gives bots no threads of their own here. In a group with topics, make a topic and say “/ginadmin channel here” in it.
refused-on-off = “{ $text }” is neither on nor off.
refused-zone = I know no time zone “{ $text }”. Name one as Europe/Berlin or Asia/Shanghai, or say “off”.
refused-limits = “{ $text }” is no limit. Name a number to { $most }, or 0 for none.
admin-blocked = { $name } can’t play here any more. Running matches go on; you can cancel them.
admin-blocked-already = { $name } was blocked here already.
admin-unblocked = { $name } can play here again.
admin-not-blocked = { $name } is not blocked here.
admin-channel-here = Games are posted in this place alone from now on. Who asks elsewhere is told so.
admin-channel-off = Games are posted wherever somebody asks for them.
admin-channel-any = Place for games: none, games are posted where somebody asks.
admin-channel-set = Place for games: { $at }
admin-threads-on = Each new match gets a thread of its own.
admin-threads-off = New matches stand in the channel itself.
admin-zone = Moments are written in the time of { $zone } from now on.
admin-zone-own = Noted: { $zone }. Discord shows everybody their own time anyway.
admin-zone-off = Moments are written in UTC, or in each reader’s own time where the platform can.
admin-zone-set = Time zone: { $zone }
admin-zone-none = Time zone: none set
limit-channel = 
    { $platform ->
        [telegram] { $n ->
            [0] Matches at once in one group or topic: no limit.
           *[other] Matches at once in one group or topic: { $n }.
        }
       *[other] { $n ->
            [0] Matches at once in one channel: no limit.
           *[other] Matches at once in one channel: { $n }.
        }
    }
limit-player =
    { $n ->
        [0] Matches at once for one player: no limit.
       *[other] Matches at once for one player: { $n }.
    }
admin-open = Open matches and challenges here; cancel one by its id
admin-open-none = There are none.
admin-open-more = and { $n } older
admin-title = Gin Rummy here, for moderators
admin-blocks = Blocked here: { $names }
admin-blocks-number =
    { $n ->
        [one] One player is blocked here.
       *[other] { $n } players are blocked here.
    }
admin-barred =
    { $n ->
        [one] One blocked account has deleted its data; the block stays.
       *[other] { $n } blocked accounts have deleted their data; the blocks stay.
    } { $way ->
        [answer] To lift one, answer a message of theirs with “/ginadmin unblock”.
       *[name] To lift one, name them in “/ginadmin unblock”.
    }
permissions-fine = I have every permission here that I need.
permissions-missing = I lack permissions here: { $what }. Without them matches go on in private as far as they can.
permissions-games = Where games are posted I lack permissions: { $what }
permissions-unknown = I can’t find out what I may do here. Try again in a while.
lack-make-threads = create threads
lack-pictures = send photos
command-admin-block = block
command-admin-block-about = Shut a player out of matches here
command-admin-unblock = unblock
command-admin-unblock-about = Let a blocked player in again
command-admin-channel = channel
command-admin-channel-about = Post games in this place alone, or everywhere again
command-admin-threads = threads
command-admin-threads-about = A thread for each match (Discord)
command-admin-zone = zone
command-admin-zone-about = The time zone in which deadlines are written (Telegram)
command-admin-limits = limits
command-admin-limits-about = How many matches may be open at once here
command-admin-language-about = The language of public messages here
command-admin-permissions = permissions
command-admin-permissions-about = Which permissions I lack here
command-admin-settings-about = What is set here
option-player = player
option-player-about = Whom
option-set = set
option-set-about = What shall hold
option-zone = zone
option-zone-about = A name such as Europe/Berlin, or off
option-per-channel = channel
option-per-channel-about = Matches at once in one channel; 0: no limit
option-per-player = player
option-per-player-about = Matches at once for one player; 0: no limit
toast-thread = Challenge sent. It stands in a thread of its own.
button-thread = To the thread
over-cancelled-event = The event’s organiser, or a moderator, ended this match: it has no result of its own.
