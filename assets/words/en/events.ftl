# Events: tournaments, team matches, quick matches.

event-kind =
    { $kind ->
        [fixed] Fixed number of hands
        [target] Target
        [knockout] Knockout
        [round-robin] Round robin
        [team] Team match
        [elimination] Elimination
       *[swiss] Swiss
    }
event-stage-matches =
    { $n ->
        [one] { $name }, one match each
       *[other] { $name }, { $n } matches each
    }
event-stage-rounds =
    { $n ->
        [one] { $name }, one round
       *[other] { $name }, { $n } rounds
    }
event-stage-cycles = { $name }, everybody { $n } times
event-stage-target = { $name }, first to { $points } points
event-stage-hands = { $name }, { $n } hands between two teams
event-stage-elimination = { $name } from { $start } points until { $n } are left
event-stage-third = { $name } with a match for third place
event-stage-advance = { $stage } (best { $n } go on)
event-round = Round { $n } of { $of }
event-final = Final
event-semifinals = Semi-finals
event-quarterfinals = Quarter-finals
event-last = Last { $n }
event-third = Third place
event-id = event { $id }
event-foot = Organiser: { $names } · event { $id }
event-state-open = Sign-up
event-state-running = Running
event-state-finished = Final standings
event-state-cancelled = Cancelled
event-state-held =
    { $why ->
        [lost] { $state } · paused: its channel is gone
       *[held] { $state } · paused by an organiser
    }
event-starts-at = Starts: { $at }
event-starts-full = Starts as soon as { $n } have signed up.
event-starts-hand = Starts when an organiser says so.
event-check-in-later = Check-in opens { $time } before the start. Who does not check in does not play.
event-check-in-open =
    { $n ->
        [0] Check-in is open: press “{ button-event-check-in }”, or you do not play.
       *[other] Check-in is open: press “{ button-event-check-in }”, or you do not play. { $n } are here.
    }
event-unrated = Its matches do not count for ratings.
event-size =
    { $what ->
        [teams] Teams: { $n } of { $most } (at least { $least })
       *[people] Signed up: { $n } of { $most } (at least { $least })
    }
event-enter-team = Captains enter their team with /team enter and this event’s id, { $id }.
event-waiting = Waiting for a place: { $names }
event-waits = waiting, no. { $n }
event-progress = Matches of this round finished: { $n } of { $of }
event-goes-on = Everything of this round is decided: it goes on by itself at { $at }.
event-late = Late entry is open up to round { $n }.
event-come = Come to your match: press “{ button-event-here }” by { $at }. Your match begins when both are here.
event-board = { $n }. { $first } – { $second } · { $state }
event-board-bare = { $n }. { $first } – { $second }
event-byes = No opponent in this round: { $names }
event-bye = no opponent
event-plays = playing
event-here = { $name } is here
event-both-here = both are here
event-not-here = nobody is here yet
event-result-how =
    { $how ->
        [walkover] { $result } (no-show)
        [nobody] { $result } (nobody came)
        [time] { $result } (time was up)
        [seed] { $result } ({ $name } goes on as the better seed)
       *[organiser] { $result } (organiser’s ruling)
    }
event-drawn = draw
event-result-drawn = { $result }, draw
event-result-won = { $result }, { $name } wins
event-under =
    { $how ->
        [walkover] no-show
        [nobody] no-show
        [time] time was up
        [seed] better seed
       *[organiser] ruling
    }
event-under-drawn =
    { $how ->
        [time] draw (time)
        [seed] draw (seed)
       *[organiser] draw (ruling)
    }
event-levelled = drawn, played again: { $state }
event-mark =
    { $away ->
        [paused] sits out
       *[out] out
    }
event-marked = { $name } ({ $mark })
event-mark-means =
    { $away ->
        [paused] { $mark }: not paired until they are back
       *[out] { $mark }: beaten, gone or taken out, and plays no further part
    }
event-call = You are awaited at your match. Come by { $at }, or it is lost:
event-call-check-in = Check-in is open until { $at }. Say that you are here, or you do not play:
event-call-moved = A place became free, and it is yours:
event-over = { $title } is over
event-called-off = { $title } is cancelled
event-cancelled =
    { $why ->
        [idle] This event was cancelled by itself: nobody signed up for it or started it for { $n } days. It has no result.
        [held] This event was cancelled by itself: it stood still for { $n } days. It has no result.
        [lost] This event was cancelled by itself: its channel was gone for { $n } days. It has no result.
       *[called] This event was cancelled. It has no result.
    }
event-lapses =
    { $why ->
        [idle] It is cancelled by itself at { $at } unless somebody signs up or it is started.
       *[held] It is cancelled by itself at { $at } unless it goes on.
    }
event-winner = { $place }. { $name }
event-winner-team = { $place }. { $name }: { $points } points
event-best = Best players: { $names }
event-place = { $place }. { $name }: { $figures }
event-column-marks = Score
event-column-points = Points
event-column-record = W–D–L
event-column-wins = Wins
event-column-balance = Balance
event-column-boards = Matches
event-column-meetings = Meetings
event-column-there = Here
event-column-played = Played
event-tie-breaks = then: { $list }
event-tie-break =
    { $by ->
        [buchholz] Buchholz (opponents’ scores)
        [median] median Buchholz (without best and worst)
        [sonneborn] Sonneborn–Berger
        [direct] direct encounter
        [wins] wins
        [marks] match score
        [points] hand points
       *[difference] point difference
    }
event-tie-break-short =
    { $by ->
        [buchholz] Buchh.
        [median] Median
        [sonneborn] S–B
        [direct] Direct
        [wins] Wins
        [marks] Score
        [points] Points
       *[difference] Diff.
    }
event-no-pairings = No match is paired yet.
event-no-bracket = There is no bracket yet.
event-part = part { $n } of { $of }
event-schedule-later = { $stage }: still to come
event-schedule-round = { $round }: { $n } of { $of } matches finished
event-schedule-until = { $round } · to be played by { $at }
event-schedule-begins = { $round } · begins at { $at }
event-schedule-by = by { $at }
event-schedule-from = from { $at }
event-agenda = What happens here, and when
event-agenda-zone = Times: { $zone }
event-agenda-line = { $at }: { $title } · { $what }
event-agenda-at = { $at }: { $what }
event-agenda-opens = sign-up opens (planned)
event-agenda-planned = starts (planned)
event-agenda-check-in = check-in opens
event-agenda-starts = starts
event-agenda-goes-on = goes on
event-agenda-until = { $round }: to be played by then
event-agenda-more =
    { $n ->
        [one] and one more date
       *[other] and { $n } more dates
    }
event-schedule-next = Next round: { $list }
event-asked-nothing = You do not take part.
event-asked-place = You are on the waiting list. You hear as soon as a place is free.
event-asked-check-in = Say that you are here: press “{ button-event-check-in }”.
event-asked-start = You are in. Nothing to do until the start.
event-asked-show = Your match against { $name } waits for you. Press “{ button-event-here }” by { $at }.
event-asked-opponent = You are here. { $name } has until { $at } to come.
event-asked-play = You are playing against { $name } (match { $id }).
event-asked-bye = You have no opponent in this round, which counts as a win. Wait for the next one.
event-asked-round = Nothing to do until the next round.
event-asked-return = You are not paired for now. Press “{ button-event-return }” when you are back.
event-asked-stand-by = You stand by for { $team }.
event-asked-done = You have nothing more to do.
event-mine = Your events
event-mine-none = You take part in no event. “/event list” shows those you can join.
event-mine-none-page = You take part in no event. “{ page-events }” shows those you can join.
event-list = Events here
event-list-none = None at the moment.
event-list-over = Over: { $list }
event-which = Which event?
event-created = The event is open for sign-up: { $id }. Its message is there for everybody to see.
event-joined = You are in: { $title }.
event-joined-already = You are in already: { $title }.
event-joined-check-in = You are in: { $title }. Check-in is open: say that you are here.
event-joined-waiting = { $title } is full. You are no. { $n } on the waiting list.
event-left = You are not in { $title } any more.
event-ask-drop = Leave { $title } for good? You can’t come back, and a match that you are playing is lost. “{ button-event-pause }” only sits you out until you return.
event-dropped = You are out of { $title }.
event-checked-in = You are checked in for { $title }. Stay around: the round is paired at the start.
event-begins = Both of you are here: match { $id } begins. Your hand comes in private.
event-panel = You run this event. By command: /event move (another start), /event organiser (one more organiser), /event correct board result.
event-started = { $title } has begun.
event-went-on = { $title }: { $state }.
event-held = { $title } stands still. What had a deadline gets as much more time.
event-resumed = { $title } goes on.
event-cancelled-done = { $title } is cancelled. Those who had signed up are told.
event-expelled = { $name } is out of the event.
event-corrected = Noted: { $board }
event-organiser-named = { $name } may run { $title } too.
event-organiser-unnamed = { $name } does not run { $title } any more.
event-ask-cancel = Cancel { $title } for everybody? Running matches end without a result. This can’t be undone.
event-ask-expel = Take { $name } out of { $title } for good?
event-ask-strike = Take { $name } off the list of { $title }?
event-ask-correct = { $first } – { $second }: shall this be the result? { $result }
event-choose-match = Which match gets another result?
event-choose-person = Who is taken out?
event-choose-result = Which result? With points: /event correct board:{ $n } result:34:12
event-choose-result-typed = Which result? With points: /event correct { $n } 34:12
event-ruled-won = { $name } wins
event-ruled-drawn = Drawn
event-ruled-void = Void: play it again
event-templates = Which kind of event?
event-template = { $name }: { $title } ({ $stages })
event-template-how = A press opens it as it is. To set title, start, size, rounds or rules, name them: /event create.
event-template-name = Nothing is opened yet. Write it once more and name one of them: /event create template:friendly …
event-template-name-telegram = Nothing is opened yet. Write it once more with one of these names first: /event create friendly …
event-choose-template = Choose a template
event-openers =
    { $who ->
        [everybody] Events here are opened by everybody.
        [role] Events here are opened by moderators and the members of one role.
       *[admins] Events here are opened by moderators.
    }
event-guests =
    { $who ->
        [everybody] Events of other places are shown here when anybody joins one.
       *[admins] Events of other places are shown here when one who may open events here joins or brings one.
    }
event-brought = { $title } is shown here from now on. Away with it: /event bring { $id } off
event-not-shown = Its messages do not stand here: /event mine says what is next for you. Whoever opens events here can show them with /event bring { $id }.
event-planned = Planned. The next times:
event-plans = Planned here
event-plans-none = Nothing is planned.
event-plan-line = { $title } ({ $template }) · { $cron } · { $zone } · #{ $id }
event-plan-run = · { $when }
event-plan-ahead = Sign-up opens { $time } before.
event-plan-how = Plan one: /event plan template:cup when:fri 20:00. “when” is a day and a time, or five cron fields. The time zone is set with /ginadmin zone.
event-plan-how-telegram = Plan one: /event plan cup fri 20:00. A day and a time, or five cron fields. The time zone is set with /ginadmin zone. Remove one: /event plan remove and its id.
event-choose-unplan = Remove a plan
event-unplanned = { $title } is not opened by the calendar any more.
event-unplanned-already = There is no such plan here any more.
quick-waiting = You wait for the next one who wants a quick match: { $terms }. Until { $at }.
quick-found = Your opponent is { $name }: match { $id }. Your hand comes in private.
quick-left = You don’t wait any more.
quick-left-already = You were not waiting.
button-event-join = Sign up
button-event-join-late = Join late
button-event-leave = Leave
button-event-check-in = Check in
button-event-here = I’m here
button-event-mine = What do I do?
button-event-manage = Organise
button-event-standings = Standings
button-event-pairings = Matches
button-event-bracket = Bracket
button-event-schedule = Schedule
button-event-people = Who’s in
button-event-back = ◀ Back
button-event-on = More ▶
button-event-drop = Leave for good
button-event-pause = Sit out
button-event-return = I’m back
button-event-start = Start now
button-event-next = Next round now
button-event-correct = Correct a result
button-event-correct-yes = Yes, that is the result
button-event-expel = Take somebody out
button-event-expel-yes = Yes, take out
button-event-hold = Pause the event
button-event-resume = Go on
button-event-cancel = Cancel the event
button-event-cancel-yes = Yes, cancel it
button-event-unplan = Remove this plan
button-quick-stop = Stop waiting
event-help-title = Events: tournaments, leagues, team matches
event-help-player = Press “{ button-event-join }” under an event. Each round names your opponent: press “{ button-event-here }” in time, and the match begins when both are here. Who does not come loses it. “{ button-event-mine }” always says what is next for you.
event-help-organiser = To open one: /event create template:friendly title:Friday start:20:00 size:16. Without a template you see which there are. “{ button-event-manage }” under the event starts, pauses, corrects and cancels it. Every week by itself: /event plan template:cup when:fri 20:00.
event-help-organiser-telegram = To open one: /event create friendly “Friday” 20:00 size 16. Without a template you see which there are. “{ button-event-manage }” under the event starts, pauses, corrects and cancels it. Every week by itself: /event plan cup fri 20:00.
event-help-organiser-page = To open one, choose a template under “{ page-new-event }”, or write it into the field for events: create friendly “Friday” 20:00 size 16. “{ button-event-manage }” under the event starts, pauses, corrects and cancels it; the field takes move, correct, organiser and expel as well. Every week by itself: plan cup fri 20:00.
refused-event-over = This event is over: nothing in it changes any more.
refused-event-organiser = Only this event’s organisers and moderators can do that.
refused-event-no-organiser = This person does not run the event.
refused-event-elsewhere = An event is run only where it belongs, not from another server or group.
refused-event-not-shown = The event is not shown here. Whoever opens events here can change that with /event bring; else say it where the event is shown.
refused-event-blocked-other = { $name } can’t play in this event’s place at the moment.
refused-event-bringer = Here only those who may open events show events of other places.
refused-event-crowded = The event is shown in as many places as it can be.
refused-event-not-in = You are not signed up for this event.
refused-event-full = No place is free, and there is no waiting list.
refused-event-line-full = No place is free, and the waiting list is full too.
refused-event-flapping = You came and went too often just now. You can go at any time, but to come in again you have to wait a while.
refused-event-organisers = { $most } people run this event already; more can’t.
refused-event-closed = Nobody can come in any more.
refused-event-begun = The event has begun, and what was settled then stays.
refused-event-not-begun = The event has not begun yet.
refused-event-no-check-in = There is no check-in at the moment.
refused-event-team-needed = Teams play here. Join a team; its captain enters it with /team enter.
refused-event-no-teams = That team does not play in this event.
refused-event-team-size = The team is too small or too large for this event.
refused-event-roster = The line-up needs its captain, and everybody only once.
refused-event-other-team = { $name } plays for another team of this event already.
refused-event-captain = Only the captain can do that.
refused-event-substitute = Only a substitute of the team who is still in can take over.
refused-event-sits = One of them is playing at a table now. Wait until that match is over.
refused-event-too-few = Too few are here to begin.
refused-event-round-open = A match of this round has no result yet.
refused-event-not-yet = It is not time for that yet.
refused-event-no-pairing = There is no such match in this event.
refused-event-not-yours = That is not your match.
refused-event-scored = This match has a result already.
refused-event-seated = This match has its table already.
refused-event-depends = What came after was decided from this result, so it stays.
refused-event-no-winner = A knockout match needs a winner.
refused-event-dropped = You left this event for good.
refused-event-held = The event stands still at the moment.
refused-event-bounds = That number is out of bounds.
refused-event-start = “{ $text }” is no start. Write 20:00, tomorrow 19:30, 2026-12-05 20:00, +90m, or “full” (when it is full) or “hand” (when you say so).
refused-event-start-past = The start must lie in the future, within a year.
refused-event-none = There is no such event here. “/event list” shows them.
refused-event-none-own = You take part in no event here.
refused-event-none-open = There is no event here that you could join.
refused-event-unknown = There is no event “{ $text }”. Its id stands in its message.
refused-event-template = There is no template “{ $text }”.
refused-event-rounds = Rounds: 1 to 60, and not for a knockout or a team match, whose rounds follow from who plays.
refused-event-private = Events live in servers and groups, not in a private chat.
refused-event-faceless = Open events under your own name: an event needs an organiser.
refused-event-opener = Here only moderators open events. They can change that with /ginadmin events.
refused-event-openers = “{ $text }” is neither everybody nor admins.
refused-event-too-many = There are as many events or plans here as can be at once.
refused-event-cron = “{ $text }” is no calendar. Write “fri 20:00”, “daily 20:00”, “16th 00:00” or five cron fields such as 0 20 * * 5.
refused-event-too-often = Events of one plan need at least an hour between them.
refused-event-zone = The time zone set here is unknown. Set it with /ginadmin zone.
refused-event-plan-start = A planned event begins at its planned time, “full” or “hand”. Leave the start out.
refused-event-ahead = Sign-up can open 0 to { $most } minutes before the start.
refused-event-unplan = Only whoever planned it, and moderators, can remove that.
refused-event-person = “{ $text }” is nobody, or more than one, of this event.
refused-event-result = “{ $text }” is no result. Write 34:12, draw or void.
refused-quick-private = Quick matches are found in servers and groups, where others are. Against the computer: /challenge computer.
flaw-title = The title needs 1 to 100 characters.
flaw-terms = The terms of its matches can’t be read.
flaw-size = The size must be 2 to 256, the most not below the least.
flaw-stages = An event has 1 to 6 stages.
flaw-minutes = The times of its rounds don’t fit: at most 30 days, and the time to appear within the round.
flaw-check-in = Check-in takes 1 minute to 30 days, and not in an event that starts when it is full.
flaw-late = Late entry only goes with a first stage by Swiss or target, and not with teams.
flaw-no-squads = A team event must say how large teams are.
flaw-teams-alone = A team event has exactly one stage, the team match.
flaw-squads = Teams have 1 to 32 members and at most 32 substitutes, 512 people in all.
flaw-advance = Stage { $n } must say how many go on: at least 2, and fewer than come in.
flaw-advance-nowhere = Nobody goes on from stage { $n }: it is the last one.
flaw-carry = Stage { $n } takes along 0 to 100 percent, and nothing before or after a knockout.
flaw-figures = A number of stage { $n } is out of bounds.
flaw-keep = In stage { $n } as many must be left as go on.
flaw-tie-breaks = Stage { $n } names a tie-break twice.
flaw-pace = Stage { $n } can’t be played in any order.
command-event-about = Tournaments, leagues and team matches
command-event-create = create
command-event-create-about = Open an event for sign-up
command-event-join = join
command-event-join-about = Sign up for an event
command-event-bring = bring
command-event-bring-about = Show an event of another place here
command-event-leave = leave
command-event-leave-about = Take your name off
command-event-checkin = checkin
command-event-checkin-about = Say that you are here before the start
command-event-mine = mine
command-event-mine-about = What you have to do in which event
command-event-list = list
command-event-list-about = The events here, and yours
command-event-standings = standings
command-event-standings-about = Who is where, with tie-breaks
command-event-pairings = pairings
command-event-pairings-about = Who meets whom
command-event-bracket = bracket
command-event-bracket-about = The knockout’s tree
command-event-schedule = schedule
command-event-schedule-about = What happens when: all events here, or one event’s rounds
command-event-rest = rest
command-event-rest-about = Sit out until you return
command-event-return = return
command-event-return-about = Be paired again
command-event-drop = drop
command-event-drop-about = Leave a running event for good; asks first
command-event-manage = manage
command-event-manage-about = Everything an organiser can do, as buttons
command-event-start = start
command-event-start-about = Begin now, or begin the next round now (organisers)
command-event-move = move
command-event-move-about = Give the start another time (organisers)
command-event-pause = pause
command-event-pause-about = Let the whole event stand still (organisers)
command-event-resume = resume
command-event-resume-about = Let it go on (organisers)
command-event-correct = correct
command-event-correct-about = Say what the result of a match is (organisers)
command-event-expel = expel
command-event-expel-about = Take somebody out of an event (organisers)
command-event-organiser = organiser
command-event-organiser-about = Let somebody else run the event too
command-event-cancel = cancel
command-event-cancel-about = Call the event off; asks first (organisers)
command-event-plan = plan
command-event-plan-about = Open events by the calendar, again and again
command-event-help-about = How events work
option-template = template
option-template-about = friendly, cup, fixed, target, elimination, league, team, masters; empty: shows them
option-title = title
option-title-about = What it is called
option-start = start
option-start-about = 20:00, tomorrow 19:30, 2026-12-05 20:00, +90m, full, hand
option-terms = terms
option-terms-about = Its matches’ rules: classic target=100 clock=5m
option-size = size
option-size-about = How many can take part, 2 to 256
option-rounds = rounds
option-rounds-about = Rounds of the first stage, 1 to 60
option-when = when
option-when-about = fri 20:00, daily 20:00, or five cron fields; empty: what is planned
option-ahead = ahead
option-ahead-about = Minutes before the start at which sign-up opens
option-board = board
option-board-about = The match’s number on the page of matches
option-result = result
option-result-about = 34:12, draw, or void
option-event-set-about = off: not any more (moderators)
command-admin-events = events
command-admin-events-about = Who may open events here, and bring others
choice-everybody = everybody
choice-admins = moderators
option-role = role
option-role-about = A role whose members may open events as well
option-guests = guests
option-guests-about = Who brings events of other places here
command-quick = quick
command-quick-about = A match at once, with whoever waits here or comes next
page-events = Events
page-new-event = New event
page-event = Event: create friendly “Friday” 20:00 size 8 · move 21:00 · correct 3 34:12 · plan cup fri 20:00
page-quick = Quick match
event-ask-end = All matches of the last round have a result. End { $title } now? Its places and prizes stand then. This can’t be undone.
button-event-end-yes = Yes, end it
event-ask-correct-stands = Until now: { $result }
event-ask-correct-none = It has no result yet.
event-ask-correct-again = Both are called to play it again.
event-ask-correct-runs = Match { $id } is being played: it ends without a result of its own.
event-corrected-again = Both are called to play again.
event-corrected-here-only = This changes the event’s table. Boards and ratings keep what was played in match { $id } unless a moderator voids that: /ginadmin void { $id }.
event-corrected-here-only-page = This changes the event’s table. Boards and ratings keep what was played in match { $id }.
refused-event-move-full = This event starts when it is full, so it has no time that could be moved. Start it by hand: /event start.
refused-event-points = { $text } can’t come out of one match of this event: { $most } points are the most for one side, and nobody has fewer than 0.
refused-event-ruling-stale = Meanwhile something else stands there: { $board }. Nothing is changed; look once more.
refused-event-void-nothing = This match has no result that could be void.
refused-event-too-few-signed =
    { $what ->
        [teams] { $n ->
            [one] One team is in; it takes { $least } to begin.
           *[other] { $n } teams are in; it takes { $least } to begin.
        }
       *[people] { $n ->
            [one] One is in; it takes { $least } to begin.
           *[other] { $n } are in; it takes { $least } to begin.
        }
    }
refused-event-too-few-here =
    { $what ->
        [teams] Signed up: { $n } teams. Checked in: { $here }. It takes { $least } to begin.
       *[people] Signed up: { $n }. Checked in: { $here }. It takes { $least } to begin.
    }
refused-event-too-few-early = Check-in is not open yet.
refused-event-too-few-who = Still to press “{ button-event-check-in }”: { $names }
refused-event-time = “{ $text }” is no time. Write 20:00, tomorrow 19:30, 2026-12-05 20:00 or +90m.
event-clock = It is { $now } here.
refused-event-word = There is no order “{ $text }”. What there is:
refused-event-title = An event “{ $text }” is here already: { $id }. Give this one another title.
refused-event-planned = That is planned already: { $id }. To have it twice, give it a title of its own.
refused-event-away-where = Say that in the place where the event shall not be shown any more.
refused-event-away-home = { $title } belongs here, so it can’t be sent away. It can be cancelled: “{ button-event-cancel }”.
event-away = { $title } is not shown here any more.
event-away-already = { $title } is not shown here.
event-away-how = Here it is only shown. You can take it away from here; who plays in it goes on elsewhere.
button-event-away = Don’t show it here
event-brought-already = { $title } is shown here already.
option-event-bring-set-about = off: not shown here any more
event-cron-daily = daily { $time }
event-cron-date = on day { $date } of each month { $time }
event-cron-days = { $days } { $time }
weekday =
    { $day ->
        [1] Mon
        [2] Tue
        [3] Wed
        [4] Thu
        [5] Fri
        [6] Sat
       *[0] Sun
    }
event-plan-how-page = Plan one: plan cup fri 20:00. A day and a time, or five cron fields. Remove one: plan remove and its id.
event-template-how-page = A choice opens it as it is. To set title, start, size, rounds or rules, write it into the field for events: create friendly “Friday” 20:00 size 16.
event-move-how = Say when it shall begin: 20:00, tomorrow 19:30, 2026-12-05 20:00 or +90m.
refused-event-no-matches = There is no match in this event yet.
event-panel-page = You run this event. By the field for events: move (another start), organiser (one more organiser), correct with board and result.
button-event-end = End the event now
event-agenda-ends = ends
refused-event-none-page = There is no such event here. “{ page-events }” shows them.
refused-event-unreadable = I don’t know this button any more. The event’s message has new ones.
