# Invitations by a code, and two accounts that are one player.

invite-code = Your invitation: { $code }
invite-how =
    Pass it on. Whoever is somewhere else accepts with /gin accept { $code } on Discord or /join { $code } on Telegram, and each of you plays where you are.
invite-here = Here everybody can accept it with the button, too.
button-invite-telegram = Accept on Telegram
joined = Accepted: you play { $opponent } (match { $id }). Your hand comes in private.
link-code = Your code: { $code }
link-how =
    Enter it within { $time } with your other account: /gin link { $code } on Discord, /link { $code } on Telegram. Then both accounts are one player.
link-warning = Never enter a code that somebody else gave you: their account would be yours, and yours theirs.
link-question = Make these two accounts one player?
link-here =
    This account: { $name } ({ $platform }), { $n ->
        [0] no matches
        [one] 1 match
       *[other] { $n } matches
    }.
link-there =
    The other one: { $name } ({ $platform }), { $n ->
        [0] no matches
        [one] 1 match
       *[other] { $n } matches
    }.
link-what =
    Results, leaderboards, open matches and settings of both become those of one player; who is blocked somewhere with one account is blocked with both.
link-against =
    { $n ->
        [one] 1 result between the two counts no more.
       *[other] { $n } results between the two count no more.
    }
link-for-ever = What was played can’t be taken apart again later.
button-link-yes = Make them one
button-link-no = Leave it
linked = Done: this account and { $name } are one player. Your hands come to where you play.
link-left = Nothing was changed.
unlink-question =
    Make this account a player of its own again? It begins without matches: everything that was played stays with your other account. Where you are blocked, both stay blocked.
unlink-only = This account is linked to no other one.
unlinked = This account is a player of its own again.
button-unlink = Part them
refused-code = That is no code that is good now. Codes are good once and not for long: ask for a new one.
refused-code-often = Too many codes. Try again in an hour.
refused-linked = These two accounts are one player already.
refused-link-twice = A player has one account on each platform, and these two would have two on one. /gin unlink (Telegram: /unlink) parts accounts.
refused-link-together = Both accounts have a part in match { $id }, and nobody plays themself. Finish it first.
refused-link-event = Both accounts have a part in one event that is running. Link them when it is over.
refused-unlink-busy = You have open matches. Finish them first.
platform =
    { $platform ->
        [discord] Discord
        [telegram] Telegram
       *[web] local page
    }
command-invite = invite
command-invite-about = Invite somebody on another server or on Telegram by a code
command-accept = accept
command-accept-about = Accept an invitation by its code
command-link = link
command-link-about = Make your accounts on Discord and Telegram one player
command-unlink = unlink
command-unlink-about = Make this account a player of its own again
option-code = code
option-code-about = The code, such as K7Q2-M9XA
option-link-code-about = The code that your other account got; without one you get a code
page-invite = Invite by code
page-join = Enter a code
page-link = Link accounts
page-code = Code
