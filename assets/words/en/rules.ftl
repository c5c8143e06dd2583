# The rules of a preset, said from its values.

rules-goal = Each player holds ten cards. Gather melds: sets of three or four of a rank, and runs of three or more in one suit (the ace is low). Cards outside melds are deadwood and count points: ace 1, jack, queen and king 10, the others their number.
rules-dealer =
    { $first ->
        [lowest] First dealer: the lower of two cards cut.
       *[random] First dealer: by lot.
    } { $next ->
        [loser] Then the loser of the hand deals.
       *[alternate] Then the players take turns to deal.
    } { $drawn ->
        [same] After a drawn hand the same player deals again.
       *[alternate] {""}
    }
rules-opening-eleven = The dealer gets an eleventh card and discards first, without drawing; that discard may already knock.
rules-opening-upcard = The 21st card is turned up. The other player may take it or pass, then the dealer may; if both pass, the other player draws from the stock.
rules-turn = A turn: draw the top card of the stock or take the last discard, then discard one card.
rules-no-throw-back = A card just taken from the pile can’t be discarded in the same turn.
rules-knock = Knock: whoever can leave deadwood { $limit } or less with the discard may lay it face down and show the hand. The opponent may then lay off on the knocker’s melds (never on loose cards), and deadwood is compared.
rules-knock-score =
    { $bonus ->
        [0] Less deadwood than the opponent: the knocker scores the difference.
       *[other] Less deadwood than the opponent: the knocker scores { $bonus } and the difference.
    }
rules-gin-tiers = Gin (no deadwood): { $three } for three melds, { $two } for two, { $dragon } for one, and the opponent’s deadwood.
rules-gin = Gin (no deadwood): { $points } and the opponent’s deadwood.
rules-gin-no-layoff = Nothing is laid off on gin.
rules-gin-layoff = Cards may be laid off on gin too.
rules-undercut =
    Undercut: if the opponent is left with { $tie ->
        [undercut] no more
       *[nobody] less
    } deadwood than the knocker, the opponent scores { $points } and the difference.
rules-undercut-table =
    Undercut: if the opponent is left with { $tie ->
        [undercut] no more
       *[nobody] less
    } deadwood than the knocker, the opponent scores the difference and, by what is left of the hand (one meld · two melds · three melds · with loose cards):
rules-undercut-row =
    { $cards ->
        [eight] eight or more cards: { $dragon } · { $two } · { $three } · { $loose }
        [seven] seven cards: { $dragon } · { $two } · { $three } · { $loose }
       *[six] six or fewer: { $dragon } · { $two } · { $three } · { $loose }
    }
rules-tie-nobody = Equal deadwood: nobody scores.
rules-drawn =
    { $floor ->
        [0] If the discard after the last stock card does not knock, the hand is drawn and nobody scores.
       *[other] If a discard leaves only { $floor } cards in the stock without a knock, the hand is drawn and nobody scores.
    }
rules-cap = After { $cap } discards without a knock the hand is drawn too.
rules-match = The match (unless agreed otherwise): { $mode }. Drawn hands count as hands played. When the agreed hands are over, the higher total wins, also when nobody reached a target; level totals are a drawn match. Whoever resigns or misses three turns in a row loses the match, and the hand counts for the opponent as gin with three melds.
rules-others = Other rules you can ask for: { $known }
play-points = Points are only for the game: they can’t be bought, sold or paid out.
