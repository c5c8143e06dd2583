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
        [open-replay] set who may look at replays
        [channel] set the games channel
        [threads] set threads
        [zone] set the time zone
        [limits] set the limits
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
