# From the challenge to the deal.

challenge-person = { $challenger } challenges { $opponent } to Gin Rummy.
challenge-name = { $challenger } challenges @{ $handle } to Gin Rummy. Only @{ $handle } can accept.
challenge-anyone = { $challenger } is looking for an opponent for a match of Gin Rummy. Anyone may accept.
challenge-computer = { $challenger } plays Gin Rummy against the computer.
challenge-open-until = Open until: { $when }
terms = { $preset } · { $mode } · { $turn } a turn
preset =
    { $preset ->
        [jinlami] Jinlami rules
        [classic] Classic gin rules
        [jinlami-pk] Jinlami PK rules
        [oklahoma] Oklahoma gin rules
        [tedesco] Tedesco gin rules
       *[other] Rules: { $preset }
    }
mode-fixed =
    { $hands ->
        [one] one hand
       *[other] { $hands } hands
    }
mode-target = first to { $points }
mode-target-within =
    first to { $points } within { $hands ->
        [one] one hand
       *[other] { $hands } hands
    }
lasting =
    { $unit ->
        [days] { $n ->
            [one] one day
           *[other] { $n } days
        }
        [hours] { $n ->
            [one] one hour
           *[other] { $n } hours
        }
        [minutes] { $n ->
            [one] one minute
           *[other] { $n } minutes
        }
       *[seconds] { $n ->
            [one] one second
           *[other] { $n } seconds
        }
    }
challenge-declined = { $name } declined the challenge.
challenge-withdrawn = The challenge was withdrawn.
challenge-lapsed = Time ran out before the match could start: the challenge has lapsed.
gathering = { $challenger } against { $opponent }: the cards are dealt as soon as both can get their hand in private.
gathering-missing = { $name }: open a private chat with me once and press Start.
button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-open-chat = Open the private chat
toast-challenged = The challenge is posted.
toast-computer = The table is set.
toast-accepted = Accepted. Have a good match!
toast-declined = Declined.
toast-withdrawn = Withdrawn.
computer = Computer
nobody = Unknown player
