# What a player sets for themselves.

button-own-settings = My own settings
own-title = Your own settings, wherever you play
own-confirm-on = Knocking and resigning ask once more before they happen.
own-confirm-off = Knocking and resigning happen at the first press.
own-large-on = Your cards are large.
own-large-off = Your cards are of the usual size.
own-colours-four = Each suit has a colour of its own.
own-colours-two = Suits are red and black.
own-pictures-on = Your hand comes as a picture, with all of it in words too.
own-pictures-off = Your hand comes in words alone.
button-confirm-on = Ask once more
button-confirm-off = Don’t ask again
button-large-on = Large cards
button-large-off = Usual cards
button-colours-four = Four colours
button-colours-two = Red and black
button-pictures-on = With pictures
button-pictures-off = Words alone
