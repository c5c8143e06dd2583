# House rules: what is changed in a preset, and why something can't be.

house-with = { $preset } with { $changes }
house-more =
    { $n ->
        [one] one more change
       *[other] { $n } more changes
    }
house-change =
    { $name ->
        [opening] { $value ->
            [dealer_eleven] eleven cards for the dealer
           *[upcard] an upcard to begin with
        }
        [first_dealer] { $value ->
            [random] the first dealer by lot
           *[lowest_card] the lower card dealing first
        }
        [next_dealer] { $value ->
            [loser] the loser dealing
            [winner] the winner dealing
           *[alternate] dealing in turn
        }
        [after_drawn] { $value ->
            [same] the same dealer after a drawn hand
           *[alternate] dealing in turn after a drawn hand
        }
        [aces] { $value ->
            [around] aces high, low and round the corner
           *[low] aces low only
        }
        [ace_points] loose aces at { $value }
        [knock_limit] { $value ->
            [upcard] knocking by the upcard
           *[other] knocking at { $value } or less
        }
        [layoff_on_gold] { $value ->
            [on] laying off on gin
           *[off] no laying off on gin
        }
        [throw_back] { $value ->
            [on] throwing back allowed
           *[off] no throwing back
        }
        [big_gin] { $value ->
            [off] no big gin
           *[other] big gin { $value }
        }
        [tie] { $value ->
            [nobody] equal deadwood scoring nothing
           *[undercut] equal deadwood an undercut
        }
        [stock_floor] the last { $value } cards of the stock left
        [fiftieth_card] { $value ->
            [on] the last discard up for a knock
           *[off] the last discard not up for a knock
        }
        [spade_multiplier] { $value ->
            [1] spades not doubling
            [2] spades doubling
           *[other] spades counting { $value } times
        }
        [knock_bonus] { $value } more for a knock
        [gold] gin { $value }
        [undercut] { $value ->
            [table] undercuts by the cards left
           *[other] undercuts { $value }
        }
        [discard_cap] at most { $value } discards
        [game_bonus] { $value } for a game
        [box_bonus] { $value } for each hand won
        [shutout] { $value ->
            [on] the game bonus double for a shutout
           *[off] no doubling for a shutout
        }
        [games] { $value } games
       *[scoring] { $value ->
            [sequential] one game after another
           *[hollywood] Hollywood scoring
        }
    }
mode-games =
    { $games ->
        [one] one game to { $points }
       *[other] { $games } games to { $points }, { $scoring ->
            [sequential] one after another
           *[hollywood] all at once (Hollywood scoring)
        }
    }
refused-option = There is no rule called “{ $text }”. Do you mean { $known }?
refused-option-strange = There is no rule called “{ $text }”. Rules are written like big_gin=31 tie=nobody.
refused-option-value = The rule { $option } can’t be “{ $text }”. It can be: { $known }.
refused-option-missing = The rule { $option } needs a value: { $known }.
refused-option-twice = You gave { $option } twice. Leave one of the two out.
option-numbers = { $least } to { $most }
option-several = { $n } of these with “/” between
refused-limit-upcard = A knock limit by the upcard needs opening=upcard: without an upcard nothing says the limit.
refused-spades-upcard = A spade as the first upcard can only count more with opening=upcard.
refused-gold-order = Gin with fewer melds can’t be worth less: give gold as three/two/one melds, rising.
refused-bonus-target = Bonuses for a game need a game to win: add a target or several games, or leave the bonuses out.
refused-scoring-games = A scoring of games needs several games: add games=3, or leave it out.
refused-hands-games = Games end at their target, not after a number of hands. Leave one of the two out.
refused-mode-games = Several games only go with the mode games. Leave one of the two out.
settings-house = A challenge here that names no rules is played by: { $terms }
settings-house-how = To change that, write the rules after { $command }, for example oklahoma big_gin=31 target=150; off forgets them.
settings-house-set = From now on a challenge here that names no rules is played by: { $terms }
settings-house-off = The house rules are forgotten. A challenge here that names no rules is played by: { $terms }
refused-admin-house = Only admins can set the house rules of this place. You can name rules in a challenge of your own.
preset-short =
    { $preset ->
        [jinlami-pk] Jinlami PK
        [classic] Classic
        [oklahoma] Oklahoma
        [tedesco] Tedesco
       *[jinlami] Jinlami
    }
button-house = Played here
button-rules = Rules
scores-times =
    { $times ->
        [2] { $text } (counts double)
       *[other] { $text } (counts { $times } times)
    }
sheet = Games, { $first } : { $second } – { $games }
sheet-game = { $n }. { $one } : { $two }
sheet-game-won = { $n }. { $one } : { $two } ({ $name })
sheet-bonuses = Bonuses: { $first } { $one } · { $second } { $two }
refused-shutout-bonus = shutout doubles the bonus for a game, so it needs game_bonus, for example game_bonus=100.
page-house = House rules, if you like
