# What is kept about a person, handing it over, deleting it.

deleted-player = Deleted player
refused-gone = That player has deleted their data and can’t be asked any more.
command-privacy = privacy
command-privacy-about = Your data: what is kept, get it, delete it
option-privacy = what
option-privacy-about = What to do; left empty, what is kept is explained
choice-policy = What is kept and why
choice-export = My data as a file
choice-delete = Delete my data
policy-title = What this bot keeps about you
policy-kept = Kept: the number and the name of your account, the language you read, what you set for yourself, your matches with every move and its time, your results, your play points and what moved them, where the bot’s messages to you are, and what moderators did about you or you did as one: blocks, cancelled matches, and the reasons given. Nothing that you write in chats beside commands.
policy-why = It is kept to play and to go on after a restart, to check deals, and for the leaderboards. It goes to nobody else, and whoever runs this bot can read it, unfinished hands included.
policy-seen = Others see your name, what happens on the table, and your cards when a hand is over, in the places where you play.
policy-long = Matches and results are kept for good, with your name until you delete your data. The numbers of handled messages are forgotten after { $days } days. Backups that whoever runs this bot makes keep what was in them until they are thrown away.
policy-rights = You can get all of it as a file and delete it at any time: { $export }, { $delete }.
policy-stays = After deleting, your matches stay without your name, as those of a “Deleted player”, so that the points of the others still add up. What moderators did stays too, without their reasons about you; if you are blocked somewhere, your account’s number is kept for that. Messages already posted in chats stay there.
policy-page = On this page the buttons below do that.
button-export = My data as a file
button-delete = Delete my data …
button-delete-sure = Yes, delete everything
button-keep = Keep my data
export-here = Everything that is kept about you, as a file. It holds your own cards of hands that are over; keep it to yourself.
export-large = Your file is too large to be sent here. Whoever runs this bot can make it: jinlami person { $account }
delete-title = Delete everything that is kept about you?
delete-matches =
    { $n ->
        [0] You are in no match and no challenge at the moment.
        [one] One match or challenge of yours is open. It is given up: a match that is being played is lost.
       *[other] { $n } matches or challenges of yours are open. They are given up: those being played are lost.
    }
delete-goes = Deleted: your name, your account, your language and settings, the words you mixed into deals, moderators’ reasons about you and your matches, and where the bot’s private messages to you are.
delete-stays = It stays, without your name: your finished matches, as those of a “Deleted player”. The results of your opponents keep counting. Messages already posted in chats are not touched, and a moderator’s block of your account goes on: its number is kept for that alone.
delete-undo = This can’t be undone. Get your data as a file first if you may want it.
delete-again = This is the last question. Really delete everything that is kept about you, for good?
delete-kept = Nothing was deleted.
delete-old = That question is too old. Ask again to delete your data.
delete-nothing = Nothing is kept about you.
delete-barred =
    { $n ->
        [one] Kept about you is only the number of your account, because moderators of one place have blocked it.
       *[other] Kept about you is only the number of your account, because moderators of { $n } places have blocked it.
    }
delete-clean = Nothing that tells who you are is kept any more.
delete-done =
    { $n ->
        [0] Done: your data is deleted.
        [one] Done: one match or challenge was given up, and your data is deleted.
       *[other] Done: { $n } matches or challenges were given up, and your data is deleted.
    }
delete-afterwards = You are welcome back at any time, as a new player. Old messages in this chat are yours to delete.
refused-privacy = “{ $text }” is none of policy, export and delete.
