command-team-about = Teams: make, join and lead one, and take it into events
command-team-create = create
command-team-create-about = Make a team; you are its captain
command-team-invite = invite
command-team-invite-about = Ask somebody to come into your team
command-team-join = join
command-team-join-about = Come into an open team, or into one that invited you
command-team-leave = leave
command-team-leave-about = Leave a team
command-team-mine = mine
command-team-mine-about = Your teams and invitations
command-team-list = list
command-team-list-about = The teams here
command-team-roster = roster
command-team-roster-about = Who is in a team
command-team-kick = kick
command-team-kick-about = Send a member of your team away
command-team-captain = captain
command-team-captain-about = Make another member the captain
command-team-rename = rename
command-team-rename-about = Give your team another name
command-team-open = open
command-team-open-about = Let everybody join your team, or only those you invite
command-team-disband = disband
command-team-disband-about = End your team
command-team-enter = enter
command-team-enter-about = Take part in a team event with your team
command-team-lineup = lineup
command-team-lineup-about = Say who plays for your team in an event, before it begins
command-team-substitute = substitute
command-team-substitute-about = Put a substitute in a member’s place in a running event
command-team-change = change
command-team-change-about = Change into another team of an event, before it begins
command-team-withdraw = withdraw
command-team-withdraw-about = Take your team out of an event, before it begins
command-team-log = log
command-team-log-about = What happened in the teams here, for moderators
command-team-help-about = How teams work, and every command
team-help-title = Teams
team-help = A captain makes a team, asks people to come in, and takes it into team events by the event’s id. Whoever is in one team only need not name it.
option-team = team
option-team-about = Which team; none: yours
option-team-name = name
option-team-name-about = The name, at most 32 letters
option-open = open
option-open-about = Whether everybody may join
option-event = event
option-event-about = The event’s id, as it stands in its message
option-lineup = lineup
option-lineup-about = Who plays, the strongest first: mentions, names or roster numbers
option-substitutes = substitutes
option-substitutes-about = Who stands by: mentions, names or roster numbers
option-out = out
option-out-about = The member who goes
option-in = in
option-in-about = The substitute who comes
team-made = Team { $team } is there. Captain: { $captain }
team-made-open = Everybody may join.
team-made-invite = The captain asks people to come in with { $command }.
team-invitation = { $player }, { $captain } asks you to come into team { $team }. The invitation ends { $until }.
team-joined =
    { $n ->
        [one] { $player } is now in team { $team }, which has one member.
       *[other] { $player } is now in team { $team }, which has { $n } members.
    }
team-declined = { $player } does not want to come into team { $team }.
team-left = { $player } left team { $team }.
team-left-last = { $player }, the last member, left team { $team }. The team has ended.
team-kicked = { $player } is no longer in team { $team }.
team-captain = { $player } is now captain of team { $team }.
team-captain-now = The captain is now { $captain }, the oldest member.
team-renamed = Team { $before } is now called { $team }.
team-open = Everybody may now join team { $team }.
team-closed = Team { $team } is now joined by invitation only.
team-disbanded = { $player } ended team { $team }.
team-so-already = It is so already.
team-disband-ask =
    { $n ->
        [one] End team { $team }? This can’t be undone.
       *[other] End team { $team } with its { $n } members? This can’t be undone.
    }
team-question-old = This question is too old. Ask again.
team-kept = The team stays.
team-size =
    { $n ->
        [one] 1 of at most { $most } members
       *[other] { $n } of at most { $most } members
    }
team-way-open = everybody may join
team-way-invitation = by invitation
team-line = { $n }. { $player }
team-line-captain = { $n }. { $player } (captain)
teams-title =
    { $n ->
        [0] No teams here yet
        [one] One team here
       *[other] { $n } teams here
    }
teams-none = Make the first one with { $command }.
teams-line =
    { $team } · { $n ->
        [one] 1 member
       *[other] { $n } members
    } · captain { $captain }{ $way ->
        [open] { " · open" }
       *[asked] { "" }
    }
teams-yours = Your teams here
teams-yours-none = You are in none. Make one with { $create }, or see what there is with { $list }.
teams-yours-line =
    { $team } · { $n ->
        [one] 1 member
       *[other] { $n } members
    } · { $part ->
        [captain] you are captain
       *[member] member
    }
teams-asked-line = Team { $team } invites you; the invitation ends { $until }.
team-log = What happened in the teams here
team-log-line = { $when } · { $team } · { $what }
team-deed =
    { $act ->
        [made] made as { $detail }
        [invited] invited { $whom }
        [joined] { $whom } came in
        [declined] { $whom } declined
        [left] { $whom } left
        [kicked] sent { $whom } away
        [captain] { $whom } became captain
        [renamed] renamed to { $detail }
        [opened] open to everybody: { $detail }
       *[disbanded] ended
    }
button-roster = Roster
button-team-join = Join
button-team-accept = Join { $team }
button-team-decline = Decline { $team }
button-disband = Yes, end it
button-team-keep = Keep the team
button-teams-before = ← Before
button-teams-after = More →
refused-team-name = A team’s name has 1 to { $most } letters.
refused-team-taken = Another team here has that name. Choose a different one.
refused-team-gone = This team is no more.
refused-team-elsewhere = This team is at home elsewhere. Press that there.
refused-team-full = A team has at most { $most } members.
refused-team-many = One can be in at most { $most } teams here.
refused-team-many-here = There are { $most } teams here already, and no more can be made.
refused-team-asked = At most { $most } invitations can be open at once. Wait for answers.
refused-team-captain = Only the captain of the team can do this.
refused-team-member = That is nobody of this team.
refused-team-invitation = There is no invitation for you here that can still be answered.
refused-team-closed = This team is joined by invitation only. Ask its captain.
refused-team-already = Already in this team.
refused-team-shut = This person can’t come into a team here at the moment.
team-makers =
    { $who ->
        [admins] Teams here are made by moderators.
       *[everybody] Teams here are made by everybody.
    }
command-admin-teams = teams
command-admin-teams-about = Who may make teams here
refused-team-admins = Only moderators make teams here. They can change that with /ginadmin teams.
refused-no-team = There is no team called “{ $text }” here.
refused-team-none = You are in no team here. Name the team you mean.
refused-team-which = Which team do you mean: { $names }?
refused-team-nobody = Say whom you mean: choose a person, write @name, or answer their message.
refused-page-person = Nobody here is called “{ $text }”. Their own page “{ page-your-teams }” shows a code that works too.
refused-page-several = Several people here are called “{ $text }”. Use the code that their own page “{ page-your-teams }” shows.
teams-your-code = Others may invite you by your name, or by your code: { $code }
refused-team-person = “{ $text }” is nobody, or more than one, of this team.
refused-team-bot = Bots can’t be in a team.
refused-team-join = Say which team you want to join.
page-teams = Teams
page-team = Team: create Red, invite Ben, roster Red, leave, rename Blue, disband
page-your-teams = My teams and invitations
page-tell = Do it
team-entered = Team { $team } takes part in { $event }.
team-waits = { $event } is full: team { $team } waits for a place.
team-lineup = Line-up: { $names }
team-substitutes = Substitutes: { $names }
team-withdrawn = Team { $team } no longer takes part in { $event }.
team-substituted = { $into } now plays for { $out } in { $event }.
teams-asked = You are invited
