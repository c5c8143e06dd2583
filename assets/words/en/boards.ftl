# Leaderboards, what a player has done, seasons.

board-here = Leaders here: { $venue }
board-channel = Leaders of this channel: { $venue }
board-overall = Overall leaders
board-friends = You and those you have played with
metric =
    { $metric ->
        [rating] Rating
        [wins] Matches won
        [winrate] Win rate
        [hands] Hands won
        [gold] Gin hands
        [dragon] Gin in one meld
        [undercuts] Undercuts
        [streak] Winning streak
        [events] Events won
        [teams] Team points
       *[points] Points
    }
board-time =
    { $time ->
        [today] today
        [week] this week
        [month] this month
        [season] this season
        [quarter] this quarter
       *[all] of all time
    }
board-among =
    { $among ->
        [channel] This channel
        [overall] Everybody
        [friends] Friends
       *[here] Here
    }
board-mode =
    { $mode ->
        [target] first to a target
        [games] several games
       *[fixed] a number of hands
    }
season-title = Season { $n }
season-title-named = Season { $n }: { $name }
board-page = Page { $n } of { $of }
board-line = { $place } { $name }: { $value } · { $note }
board-line-short = { $place } { $name }: { $value }
board-line-own = ▶ { $line } (you)
board-own-note = you · { $note }
board-own-note-short = you
board-value =
    { $metric ->
        [rating] rating { $value }
        [winrate] { $value }
        [wins] { $value } of { $played } matches won
        [hands] { $n ->
            [one] one hand won
           *[other] { $value } hands won
        }
        [gold] { $n ->
            [one] one gin hand
           *[other] { $value } gin hands
        }
        [dragon] { $n ->
            [one] one gin in one meld
           *[other] { $value } gins in one meld
        }
        [undercuts] { $n ->
            [one] one undercut
           *[other] { $value } undercuts
        }
        [streak] { $value } in a row
        [events] { $n ->
            [one] one event won
           *[other] { $value } events won
        }
       *[points] { $n ->
            [one] one point
           *[other] { $value } points
        }
    }
board-note-won = { $wins } of { $played } won
board-note-played =
    { $played ->
        [one] one match
       *[other] { $played } matches
    }
board-note-gold = three melds { $three }, two { $two }, one { $dragon }
board-note-streak = now { $now } in a row
board-you = You are #{ $place } of { $of }
board-you-not = You are not on this board yet.
board-them = { $name } is #{ $place } of { $of }
board-of =
    { $of ->
        [one] One on this board
       *[other] { $of } on this board
    }
board-least = Listed from { $n } matches on.
board-provisional = Listed once a rating is sure enough: from { $n } matches on, against several opponents.
board-season-over = From { $from } to { $to }.
board-season-runs = Since { $from }.
board-season-until = Next season: { $until }.
board-left-out = Who has left is not listed.
board-narrowed = Rules and modes are counted apart only over a season and over all time.
board-empty = No match has been finished yet. Be the first!
board-empty-time =
    { $time ->
        [today] No match has been finished today.
        [week] No match has been finished this week.
        [month] No match has been finished this month.
       *[season] No match of this season has been finished yet.
    }
board-empty-least = Nobody has played { $n } matches yet: so many it takes to be listed here.
board-empty-rating = Nobody’s rating is sure enough yet: it takes { $n } rated matches against several opponents.
board-empty-friends = You have not finished a match against anybody yet. Those you play with will stand here.
board-empty-events = No event has been won yet.
board-empty-teams = No team has made points yet.
board-empty-kind = Nobody stands on this board yet.
board-no-season = No season is running here. Moderators begin one with { $command }
board-no-such-season = There is no season “{ $text }” here.
board-elsewhere = I show this board only to who plays there. Ask for it in that place once more.
board-not-here = Ask for this in a server or group; in this chat I know no place.
refused-among = “{ $text }” is no circle of players. Known: here, channel, overall, friends.
refused-time = “{ $text }” is no time. Known: today, week, month, season, all.
refused-board-mode = “{ $text }” is no mode. Known: fixed, target, games.
refused-board-rules = I know no rules “{ $text }”. Known: { $known }.
refused-absent = Say hide or show instead of “{ $text }”.
button-first = « First
button-page-back = ‹ Back
button-page-next = Next ›
button-last = Last »
button-mine = My place
button-rank-by = Rank by …
button-time = Time …
button-among = Among …
button-seasons = Seasons
button-back-to = ‹ To the board
choose-metric = Rank by: { $now }
choose-time = Time: { $now }
choose-among = Among: { $now }
stats-title = What { $name } has done
stats-place = { $place } · of all time
stats-overall = everywhere · of all time
stats-label =
    { $label ->
        [rating] Rating
        [matches] Matches won
        [points] Points
        [hands] Hands won
        [gold] Gin: 3 / 2 / 1 melds
        [knocks] Knocks that won
        [undercuts] Undercuts
        [deadwood] Deadwood when losing
        [best] Most points in a hand
       *[streak] Won in a row
    }
stats-rating = { $rating } ± { $deviation }
stats-share = { $part } of { $whole } ({ $share })
stats-tiers = { $three } / { $two } / { $dragon }
stats-cuts = { $made } made, { $suffered } suffered
stats-streak = { $best } at best, { $now } now
stats-none = –
stats-curve = Rating, { $rules }
stats-curve-empty = The curve begins with the second rated match
stats-line = { $label }: { $value }
stats-provisional = The rating is provisional: too few matches or opponents yet.
stats-ranked = #{ $place } by rating ({ $rules }).
stats-record-points = Most points in a match: { $n } ({ $id })
stats-record-hand = Most points in a hand: { $n } ({ $id })
stats-record-margin = Widest win: { $n } points ({ $id })
stats-versus = Against { $name }: won { $wins } of { $played }, points { $points } : { $against }
stats-versus-none = No finished match against { $name } yet.
stats-aborts = Matches aborted: { $all } ({ $recent } within 24 hours).
stats-last = Last matches
stats-last-line =
    { $won ->
        [yes] won against { $name }
        [no] lost to { $name }
       *[drawn] drawn with { $name }
    } { $own } : { $other } ({ $id }){ $change }
stats-change = , rating { $change }
stats-alt = { $name }, { $place }. { $figures }.
stats-nothing = { $name } has not finished a match here yet.
stats-nothing-own = You have not finished a match here yet. /gin challenge or /challenge begins one.
stats-hidden = { $name } keeps their profile hidden.
stats-hidden-own = Your profile is hidden, so only you see this.
stats-unknown = I have never met “{ $text }”.
stats-computer = The computer keeps no count of itself.
stats-self = A player against themselves is no match. Name somebody else.
button-everywhere = Everywhere
button-here = Here
own-profile-shown = Others may look at your statistics.
own-profile-hidden = Your statistics are hidden from others; leaderboards still list you.
button-profile-hide = Hide my statistics
button-profile-show = Show my statistics
rating-moved = Rating: { $first } { $one } ({ $gain }) · { $second } { $two } ({ $loss })
rating-unrated = This match does not count for ratings.
rating-too-many = This match counts no more today for the ratings: { $first } and { $second } have played as many as count on one day ({ $most }).
season-list = Seasons: { $venue }
season-list-empty = No season has been held here yet.
season-runs = { $season }: running since { $from }
season-ended = { $season }: { $from } – { $to } · { $champions }
season-nobody = nobody finished a match
season-champion = { $place } { $name } ({ $points })
season-started = { $season } has begun. Boards of the season start at nought; everything of all time stays.
season-over = { $season } is over.
season-champions = Champions:
season-rated = By rating ({ $rules }):
season-next = { $season } begins now; ratings move part of the way back to the middle.
season-rests = No season runs until moderators begin one.
season-running = { $season } is running already. End it first, or roll over to the next one.
season-usage = Say start, end, roll or list. With start and roll, also a name and a calendar: weekly, monthly, quarterly, yearly.
season-calendar =
    { $calendar ->
        [weekly] The next one begins by itself each Monday at midnight.
        [monthly] The next one begins by itself on the first of each month at midnight.
        [quarterly] The next one begins by itself each quarter at midnight.
        [yearly] The next one begins by itself each year at midnight.
       *[open] It runs until moderators end it.
    }
refused-season-name = A season’s name has at most { $most } letters.
admin-absent-hidden = Leaderboards here leave out who is no member any more.
admin-absent-shown = Leaderboards here list everybody, also who has left.
command-admin-season = season
command-admin-season-about = Begin, end or roll over a season of the leaderboards here
command-admin-absent = absent
command-admin-absent-about = Whether leaderboards here leave out who has left
option-season-do = do
option-season-do-about = What to do with the season
option-season-name = name
option-season-name-about = What to call the season
option-calendar = calendar
option-calendar-about = When the next one begins by itself
choice-start = start
choice-end = end
choice-roll = roll over to the next
choice-list = list
choice-open = never
choice-weekly = every week
choice-monthly = every month
choice-quarterly = every quarter
choice-yearly = every year
choice-hide = leave out
choice-show = list
command-stats = stats
command-stats-about = What you or others have done: rating, wins, records
option-stats-player = player
option-stats-player-about = Whose; left empty, yours
option-versus = versus
option-versus-about = Against whom
command-seasons = seasons
command-seasons-about = The seasons here and who won them
option-period = period
option-period-about = Of which time
option-season = season
option-season-about = An earlier season, by its number
option-board-rules-about = Of these rules alone
option-board-mode-about = Of this mode alone
page-stats = My statistics
page-seasons = Seasons
page-season = Season: start Spring monthly, roll, end
season-ask-end = End { $season } for good? Its board becomes history and its champions are named. To do it, say the same once more within { $minutes } minutes.
season-ask-roll = End { $season } for good and begin the next one? Its board becomes history and its champions are named. To do it, say the same once more within { $minutes } minutes.
stats-nothing-own-page = You have not finished a match here yet. “{ page-computer }” begins one.
