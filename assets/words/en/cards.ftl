# Cards in words.

rank =
    { $rank ->
        [A] ace
        [J] jack
        [Q] queen
        [K] king
       *[other] { $rank }
    }
suit =
    { $suit ->
        [C] clubs
        [D] diamonds
        [H] hearts
       *[S] spades
    }
card = { rank } of { suit }
run-cards = { $ranks } of { suit }
set-cards = { rank } of { $suits }
comma = {", "}
semicolon = {"; "}
meld-run = Run
meld-set = Set
meld-run-laid = Run + layoff
meld-set-laid = Set + layoff
deadwood = Deadwood
said-run = run { $cards }
said-set = set { $cards }
said-deadwood = deadwood { $cards }
said-deadwood-points = deadwood { $cards }, { $points }
said-no-deadwood = no deadwood
