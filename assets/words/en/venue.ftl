# Leaderboards, languages, lists and greetings.

and-more = and { $n } more
and-more-matches = and { $n } more
and-more-teams = and { $n } more
language-name = English
language-yours = I speak English to you. Choose a language:
language-venue = I speak English here. Choose a language:
language-set = I speak English to you from now on.
language-venue-set = I speak English here from now on.
games-none = You are not in any match at the moment. Challenge somebody!
games-yours = Your matches:
games-line = { $opponent } · { $at } · { $state }
games-your-turn = your turn
games-their-turn = their turn
games-invited = challenge open
games-gathering = waiting for the deal
games-others =
    { $n ->
        [one] You are in one more match.
       *[other] You are in { $n } more matches.
    }
button-game = { $opponent } · { $id }
here-private = private chat
here-page = local page
here-unnamed = group chat
start-welcome = Welcome! I host Gin Rummy. Challenge somebody in a group or server we share, or play against the computer right here.
start-open = I can send you your hands here now.
start-gathering = The match against { $opponent } waits for your opponent.
start-waiting = The match against { $opponent } goes on.
start-stale = That link belongs to a match that is over or not yours.
