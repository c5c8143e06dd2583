# Draws, nudges, breaking off, rematches, watching.

over-agreed = Both players agreed on a draw: nobody wins the match, and the points of the finished hands stand.
over-aborted = { $name } aborted the match before the first discard: it has no result.
button-more = More
button-draw-offered = Draw offered
button-offer-draw = Offer a draw
button-accept-draw = Agree to a draw
button-decline-draw = No draw
button-take-back-draw = Take the offer back
button-nudge = Nudge
button-abort = Abort
button-yes-abort = Yes, abort
button-watch = Watch
button-refresh = Refresh
button-rematch = Rematch
button-accept-rematch = Yes, a rematch
button-decline-rematch = Not now
more-draw = Draw: if both agree, nobody wins, and the points of the finished hands stand. Each player may offer once a hand.
more-nudge = Nudge: I call { $opponent } for everybody to see, once a turn.
more-abort = Abort: ends the match without a result, as long as no card was discarded in it.
more-cut = Your own words for the deals: { $command }
more-resign = Resign: you lose the match, and { $opponent } scores { $points } for this hand.
draw-offered = { $name } offers a draw.
draw-offered-you = You offered a draw. The offer stands until { $opponent } answers or plays on.
draw-offered-to-you = { $opponent } offers a draw. Agree under “{ button-draw-offered }”, or simply play on.
ask-draw-answer = { $opponent } offers a draw: nobody would win the match, and the points of the finished hands stand. Do you agree?
ask-abort = Abort this match against { $opponent }? It ends without a result.
aborts-practice = A match against the computer counts for nothing, and so does aborting it.
aborts-count =
    { $all ->
        [0] You have not aborted a match so far; more than { $most } within 24 hours are not possible.
        [one] You have aborted one match so far ({ $recent } within 24 hours); more than { $most } within 24 hours are not possible.
       *[other] You have aborted { $all } matches so far ({ $recent } within 24 hours); more than { $most } within 24 hours are not possible.
    }
nudge = { $name }, { $by } is waiting for your move · deadline: { $when }
rematch-asked = { $name } would like a rematch · open until: { $when }
rematch-call = { $name }, { $by } would like a rematch on the same terms; the other one of you deals first this time · open until: { $when }
rematch-made = The rematch: match { $id }.
rematch-off = There is no rematch this time.
rematch-of = Rematch of match { $id }.
watching = You are watching: only what everybody may see is shown here.
toast-draw-offered = You offered a draw.
toast-draw-declined = The offer of a draw is off the table.
toast-nudged = Nudged.
toast-rematch-asked = Asked. Your opponent has 24 hours to answer.
toast-rematch-declined = No rematch then.
toast-rematch-made = The rematch is on. Have a good match!
refused-computer = The computer agrees to no draw and needs no nudge.
refused-offered = You offered a draw in this hand already. You can offer one again in the next hand.
refused-no-offer = No draw is offered at the moment.
refused-begun = A card was discarded already, so this match can’t be aborted any more. You can play on, offer a draw or resign.
refused-of-event = This is a match of an event: it can’t be aborted. You can play on, offer a draw or resign.
refused-aborts = You have aborted { $most } matches within 24 hours, so for now a match can only be played or resigned.
refused-own-turn = It is your own turn, so there is nobody to nudge.
refused-nudged = Your opponent was nudged in this turn already. The clock decides now.
refused-not-over = This match is not over yet. You can ask for a rematch afterwards.
refused-no-rematch = There is no rematch to answer here. You can make a new challenge.
refused-rematch-asked = You have asked for this rematch already. It is up to your opponent now; or make a new challenge.
refused-rematched = This match had its rematch already. When that one is over, challenge again.
refused-match = There is no match “{ $text }” here. Its id stands under the table, as in “match K7Q2M9R”.
refused-no-finished = There is no finished match of yours here to repeat. Challenge somebody!
command-draw = draw
command-draw-about = Offer your opponent a draw, or agree to theirs
command-abort = abort
command-abort-about = Abort a match before its first discard; asks once
command-nudge = nudge
command-nudge-about = Call your opponent to move, once a turn
command-rematch = rematch
command-rematch-about = Ask for a rematch of your last match, or accept one
option-match = match
option-match-about = The match’s id, as it stands under its table
