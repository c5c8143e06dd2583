# The private hand.

hand-against = Your hand against { $opponent }
hand-title = Your hand
hand-score = You { $mine } · { $opponent } { $theirs }
count-deadwood = Deadwood { $points }
count-gin = Gin
count-after = after discard
text-after = { $points } after discard
text-points = { $points }
alt-hand =
    { $n ->
        [one] Your hand, one card.
       *[other] Your hand, { $n } cards.
    }
alt-group = { $label }: { $cards }.
alt-deadwood = Deadwood { $points }.
alt-deadwood-after = Deadwood { $points } after the best discard.
alt-drawn = Just drawn: { $card }.
alt-may-knock =
    { $limit ->
        [0] Only gin ends this hand.
       *[other] You may knock at { $limit } or less.
    }
you-drew = You drew { $card }.
you-took = You took { $card }.
ask-upcard = Your turn: take { $card } or pass.
ask-last = The last discard: take { $card } to knock with it, or leave it and the hand is drawn.
ask-draw = Your turn: draw from the stock or take { $card }.
ask-draw-stock = Your turn: draw from the stock.
ask-draw-take = Your turn: take { $card }.
ask-discard = Your turn: discard a card.
ask-discard-knock = Your turn: discard a card, or knock with the discard.
ask-layoff = { $name } knocked with { $points }: { $melds }. You may lay off on these melds. In brackets: what the hand is worth to you then (− is worth it to your opponent).
ask-place = Choose a card to lay off.
nothing-fits = No card of yours fits there now.
placed = Laid off: { $cards }
deadline = Deadline: { $when }
ask-knock = Knock and discard { $card } face down? You keep deadwood { $points }: { $melds }
ask-gin =
    { $tier ->
        [dragon] Go gin with a single meld and discard { $card } face down? { $melds }
        [two] Go gin with two melds and discard { $card } face down? { $melds }
       *[three] Go gin and discard { $card } face down? { $melds }
    }
ask-resign = Resign? You lose the match, and this hand counts as gin for { $opponent }: { $points } points.
no-hand-yet = The cards of this match are not dealt yet. They come by themselves as soon as both players are there.
match-over = This match is over.
button-stock = Stock
button-take = Take { $card }
button-pass = Pass
button-knock = Knock { $card } ({ $points })
button-gin = Gin { $card }
ask-must-knock = You took the last discard: now knock.
ask-show = You may show other melds instead, so that less can be laid off:
button-show = { $melds } ({ $points })
select-show = Show other melds …
button-big-gin = Big gin
select-knock = Knock with …
select-place = Lay off …
button-yes-knock = Knock with { $points }
button-yes-gin = Go gin
button-resign = Resign
button-yes-resign = Yes, resign
button-back = Back
button-best = Best ({ $points })
button-choose = Choose
button-none = None
button-place = { $card } → { $meld }
button-take-back = Take back
button-done = Done ({ $points })
toast-hand = { $cards } | deadwood { $points }
toast-hand-after = { $cards } | deadwood { $points } after discard
toast-your-turn = Your turn.
