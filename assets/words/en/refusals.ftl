# Why something was not done.

illegal-turn = It is not your turn. Your hand shows when it is.
illegal-phase = That can’t be done at this point of the hand. Use the buttons shown now.
illegal-top = That card is no longer on top of the discard pile. Use the buttons shown now.
illegal-upcard-passed = Both of you passed on the upcard: draw from the stock.
illegal-stock = The stock is empty. Take the discard.
illegal-not-held = { $card } is not in your hand. Choose another card.
illegal-just-taken = { $card } was just taken from the pile and can’t go back in the same turn. Discard another card.
illegal-deadwood = That leaves deadwood { $points }; knocking takes { $limit } or less. Discard without knocking for now.
illegal-must-knock = The last discard was taken to knock, so this turn must end with a knock. Choose what to knock with.
illegal-arrangement = Those cards can’t be shown that way. Choose one of the ways shown now.
illegal-no-fit = { $card } does not fit that meld. Choose another card or meld.
illegal-none-placed = Nothing has been laid off yet, so there is nothing to take back.
illegal-taken-back-often = Cards were taken back { $most } times in this answer already. Lay off more cards, or leave it at these.
illegal-over = This hand is over. Ask for your hand to see the next one.
refused-stale = That button is old. This is how things stand now.
refused-stranger = You don’t play at this table. Challenge somebody to get one of your own.
refused-not-invited = This challenge is for somebody else. You can make one of your own.
refused-own = You can’t accept your own challenge. Wait for an opponent, or withdraw it.
refused-not-open = This challenge is no longer open. You can make a new one.
refused-not-dealt = The cards are not dealt yet. Wait until both players are there, or withdraw the challenge.
refused-over = This match is over. Challenge again for another one.
refused-unreadable = I don’t know this button. Ask for your hand to get new ones.
refused-no-table = This table is not there any more. You can make a new challenge.
refused-self = You can’t challenge yourself. Pick somebody else, or the computer.
refused-bot = Bots can’t play. To play against me, challenge the computer.
refused-handle = “{ $text }” is not a user name. Write it like @name.
refused-private = Here you can only play against the computer. Challenge people in a group or server we share.
refused-rules = There are no rules called “{ $text }”. Known: { $known }.
refused-mode = There is no mode called “{ $text }”. Known: fixed, target, games.
refused-hands = The number of hands must be { $least } to { $most }.
refused-target = The target must be { $least } to { $most } points.
refused-target-fixed = A target only goes with the mode target. Leave one of the two out.
refused-clock = “{ $text }” is not a turn time. Give one minute to three days, such as 90s, 5m, 24h or 3d.
refused-metric = There is no leaderboard by “{ $text }”. Known: points, rating, wins, winrate, hands, gold, dragon, undercuts, streak, events, teams.
refused-language = I don’t speak “{ $text }” yet. Known: en, zh-Hans, zh-Hant.
refused-admin = Only admins can change the language of this place. You can change the one I speak to you.
refused-no-venue = This only works in a group or a server.
refused-no-match = You are not in a match at the moment. Challenge somebody, or the computer.
refused-no-match-place = No match is being played here at the moment. Challenge somebody to start one.
refused-limit = You have too many matches or challenges open at once. Finish one first, or try again later.
fault = Something went wrong on my side (code { $code }). Nothing was changed; please try again.
not-stored = I can't store anything right now (code { $code }), so no move counts. The game is as it was and nothing is lost; please try again in a while.
refused-too-fast = You asked a lot in a short time, so I take a break of { $n ->
    [one] one second
   *[other] { $n } seconds
} for you. Nothing of it was done meanwhile.
refused-loud-person = Your own share of the answers that everybody here sees is used up for the moment. Matches go on, and so does all that only you see; for this try again in { $n ->
    [one] one second
   *[other] { $n } seconds
}.
refused-loud-chat = All of you together ask me a lot in this chat at the moment. Matches go on; for everything else try again in { $n ->
    [one] one second
   *[other] { $n } seconds
}.
refused-govern = That is a lot to set at once, so this was not done. Set it again in { $n ->
    [one] one second
   *[other] { $n } seconds
}.
