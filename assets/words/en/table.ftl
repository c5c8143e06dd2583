# The public table.

table-score = { $first } { $one } · { $second } { $two }
hand-number = Hand { $n }
hand-number-of = Hand { $n } of { $hands }
match-id = match { $id }
to-move = { $name } to move
to-move-until = { $name } to move · deadline: { $when }
table-cards = Stock { $stock } · discard pile { $top }
knock-limit =
    { $limit ->
        [0] Only gin ends this hand
       *[other] Knock at { $limit } or less
    }
first-upcard = First upcard: { $card }
counts-times =
    { $times ->
        [2] spade upcard: counts double
       *[other] spade upcard: counts { $times } times
    }
panel-cards =
    { $n ->
        [one] one card
       *[other] { $n } cards
    }
panel-cards-to-move =
    { $n ->
        [one] one card · to move
       *[other] { $n } cards · to move
    }
stock = Stock
discard-pile = Discard pile
discard-empty = empty
last-dealt = { $name } dealt.
last-passed = { $name } passed.
last-took = { $name } took { $card } from the pile.
last-drew = { $name } drew from the stock.
last-discarded =
    { $how ->
        [stock] { $name } drew from the stock and discarded { $card }.
        [pile] { $name } took { $taken } and discarded { $card }.
       *[nothing] { $name } discarded { $card }.
    }
last-knocked =
    { $how ->
        [stock] { $name } drew from the stock and knocked.
        [pile] { $name } took { $taken } and knocked.
       *[nothing] { $name } knocked.
    }
by-clock = (the clock played: time was up)
missed =
    { $n ->
        [one] { $name } has let the clock play once; three times in a row lose the match.
       *[other] { $name } has let the clock play { $n } times in a row; three times lose the match.
    }
closed-button = I can’t write to { $name } in private. { $name }: press “{ button-hand }” below; only you will see the cards.
closed-link = { $name }: open the private chat with me to see your hand and play. Until then “{ button-hand }” shows it in a note.
button-hand = My hand
button-table = Table
alt-score = { $first } { $one }, { $second } { $two }.
alt-to-move = { $name } to move.
alt-pile = Discard pile: { $card }.
alt-pile-empty = The discard pile is empty.
alt-stock =
    { $n ->
        [one] One card in the stock.
       *[other] { $n } cards in the stock.
    }
alt-limit =
    { $limit ->
        [0] Only gin ends this hand.
       *[other] Knock at { $limit } or less.
    }
over-won = { $name } wins the match.
over-target = { $name } reaches the target and wins the match.
over-games = { $name } wins more games, and the match.
over-resigned = { $loser } resigned: { $name } wins the match.
over-clock = { $loser } missed three turns in a row: { $name } wins the match.
over-drawn = The match is drawn.
over-hand = Hand { $n }: { $what }
shown-knock = { $name } knocks with { $points }
shown-gin =
    { $tier ->
        [dragon] { $name } goes gin with a single meld
        [two] { $name } goes gin with two melds
       *[three] { $name } goes gin
    }
shown-big-gin = { $name } goes big gin
shown-undercut = { $name } undercuts
shown-tie = Equal deadwood
shown-drawn-stock = Hand drawn: the stock ran out
shown-drawn-cap = Hand drawn: too many discards without a knock
shown-forfeit = { $name } forfeits
scores = { $name } scores { $points }
scores-nobody = Nobody scores
lays-off = { $name } lays off { $cards }.
shown-line = { $name } ({ $points }): { $cards }
alt-shown = { $name }: { $groups }.
sentence = { $text }.
reminder = { $name }, it is your turn · deadline: { $when }
reminder-after = When time is up, the clock moves for you: it draws and discards the same card, passes the upcard, or lays off the best way. Three turns missed in a row lose the match.
