# The rules of a preset, said from its values.

rules-page-melds = Melds
rules-page-knock = Knock
rules-page-gin = Gin
rules-page-undercut = Undercut
rules-page-match = Match
example-first = Ann
example-second = Ben
rules-goal =
    Each player holds ten cards. Gather melds: sets of three or four of a rank, and runs of three or more in one suit ({ $aces ->
        [around] the ace goes below the two, above the king and round the corner: A-2-3, Q-K-A, K-A-2
       *[low] the ace is low
    }). Cards outside melds are deadwood and count points: ace { $points }, jack, queen and king 10, the others their number.
rules-dealer =
    { $first ->
        [lowest] First dealer: the lower of two cards cut.
       *[random] First dealer: by lot.
    } { $next ->
        [loser] Then the loser of the hand deals.
        [winner] Then the winner of the hand deals.
       *[alternate] Then the players take turns to deal.
    } { $drawn ->
        [same] After a drawn hand the same player deals again.
        [alternate] After a drawn hand the other player deals.
       *[also] {""}
    }
rules-opening-eleven = The dealer gets an eleventh card and discards first, without drawing; that discard may already knock.
rules-opening-upcard = The 21st card is turned up. The non-dealer may take it or pass, then the dealer may; if both pass, the non-dealer draws from the stock.
rules-turn = A turn: draw the top card of the stock or take the last discard, then discard one card.
rules-no-throw-back = A card just taken from the pile can’t be discarded in the same turn.
rules-limit =
    { $limit ->
        [0] Only gin ends a hand: nobody may knock with deadwood.
       *[other] Whoever is left with { $limit } or less deadwood after the discard may knock.
    }
rules-limit-upcard = The first card turned up says how much deadwood may be left to knock: its number, 10 for jack, queen and king. With an ace only gin ends the hand.
rules-knock = Knock: lay the discard face down and show the hand. The opponent may then lay off on the knocker’s melds (never on loose cards), and deadwood is compared. The knocker chooses which melds to show.
rules-knock-score =
    { $bonus ->
        [0] Less deadwood than the opponent: the knocker scores the difference.
       *[other] Less deadwood than the opponent: the knocker scores { $bonus } and the difference.
    }
rules-gin-tiers = Gin (no deadwood): { $three } for three melds, { $two } for two, { $dragon } for one, and the opponent’s deadwood.
rules-gin = Gin (no deadwood): { $points } and the opponent’s deadwood.
rules-gin-no-layoff = Nothing is laid off on gin.
rules-gin-layoff = Cards may be laid off on gin too.
rules-big-gin = Big gin: whoever has all eleven cards in melds may show them without a discard, for { $points } and the opponent’s deadwood; nothing is laid off on it.
rules-spades =
    { $times ->
        [2] If the first card turned up is a spade, everything in that hand counts double.
       *[other] If the first card turned up is a spade, everything in that hand counts { $times } times.
    }
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
        [one] If a discard leaves only 1 card in the stock without a knock, the hand is drawn and nobody scores.
       *[other] If a discard leaves only { $floor } cards in the stock without a knock, the hand is drawn and nobody scores.
    }
rules-fiftieth = That last discard may still be taken by the other player, but only to knock.
rules-cap = After { $cap } discards without a knock the hand is drawn too.
rules-match =
    { $agreed ->
        [yes] The match: { $mode }.
       *[no] The match, unless agreed otherwise: { $mode }.
    }
rules-hands = Drawn hands count as hands played. After the last hand the higher total wins, also when nobody reached a target; level totals are a drawn match.
rules-hollywood = A player’s first won hand is entered in the first game only, the second in the first two, later ones in all; where all of these are closed, in the first that is open. A game is closed at its target; most games win the match, then the points of all games.
rules-sequential = A won hand is entered in the running game. A game is closed at its target; most games win the match, then the points of all games.
rules-bonus-game = Winning a game adds { $points }.
rules-bonus-hand = When a game is won, each player gets { $points } for each hand won in it.
rules-bonus-shutout = The bonus for a game counts double when the loser has won no hand in it.
rules-forfeit = Whoever resigns or misses three turns in a row loses the match, and the hand counts for the opponent as gin with three melds.
rules-else = Everything else is as in: { $preset }
play-points = Points are only for the game: they can’t be bought, sold or paid out.
