# Play points: what one has, what an event costs, and who gets the pot.

purse-own = Your play points: { $n }
fee-open = Fee: { $fee } play points. In the pot so far: { $pot }.
fee-running = Fee: { $fee } play points. In the pot: { $pot }. Whoever got no place has theirs back.
fee-plan = Fee: { $fee } play points
fee-paid = Fee paid: { $fee } play points, { $left } left.
fee-back = Your fee is back: { $fee } play points. You have { $left }.
fee-stays = The fee stays in the pot.
fee-all-back = The fee of { $fee } play points is given back.
pot-won = Play points from the pot: { $list }
pot-share = { $name }: { $n }
refused-fee-poor = The fee is { $fee } play points, and you have { $points }. You are not signed up.
flaw-fee = The fee is a whole number of play points, 0 to 10000.
flaw-team-fee = Teams play without a fee.
event-help-fee = An event may cost play points (fee:20). They lie in its pot, and go to the best three at the end: 50, 30 and 20 percent, with fewer than four people all to the first. Whoever leaves before the start has them back, and everybody when it is cancelled. A purse opens with 1000; play points can’t be bought, sold or given away, and { $stats } in private says how many you have.
option-fee = fee
option-fee-about = What taking part costs in play points, 0 to 10000
