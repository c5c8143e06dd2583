# Fair deals: what was promised, what each player adds, and how to check it.

fair-sealed = Deals sealed: { $commitment }
fair-seed = Seed of this hand: { $seed }
fair-words-in = Your words “{ $words }” are in this deal.
fair-words-next = Your words “{ $words }” go into the next deal.
button-verify = Check the deal
cut-set = From the next deal on, your words “{ $words }” are mixed into match { $id } against { $opponent }.
verify-fair = The deal of hand { $n } was fair: its seed leads to what was sealed before, and the seed with what both players added gives exactly this pack.
verify-together = The deal of hand { $n } is what its seed and what both players added make of it, and the seed leads to the seal. But the cards came in the same moment as the seal, so nobody could note it before; later hands are bound by it.
verify-seed = The deal of hand { $n } can’t be right: its seed does not lead to what was sealed before. Please tell whoever runs this bot.
verify-deal = The deal of hand { $n } can’t be right: the seed with what both players added gives another deal. Please tell whoever runs this bot.
verify-unsealed = Hand { $n } was dealt before deals were sealed, so there is nothing to check it by.
verify-sealed = Sealed: { $commitment }
verify-added = { $name } added: “{ $text }”
verify-added-nothing = { $name } added nothing.
verify-pack = The pack, dealt from its end:
verify-offline = Check it yourself with the program, or with the script in its README:
refused-hand-running = Hand { $n } is not over yet. Its seed is shown when it is.
refused-no-such-hand = There was no hand { $n } in this match.
option-hand = hand
option-hand-about = The hand’s number; left empty, the last finished one
refused-words = Give 1 to { $most } letters for the deal, nothing else.
refused-cut-often = You changed your words often enough. You can change them again after the next deal.
verify-erased = Hand { $n }: its seed leads to what was sealed before. Words that a player had added were deleted with their data, so only somebody who kept them can compute the deal again.
verify-added-erased = { $name } added words, which were deleted with their data.
refused-cut-which = You play several matches: { $ids }. Put the id of one in front of your words.
