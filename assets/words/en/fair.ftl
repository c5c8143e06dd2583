# Fair deals: what was promised, what each player adds, and how to check it.

refused-words = Give 1 to { $most } letters for the deal, nothing else.
refused-cut-often = You changed your words often enough. You can change them again after the next deal.
