# People and places that vanish.

away =
    { $how ->
        [left] { $name } has left this place.
        [removed] { $name } was removed from this place.
        [blocked] { $name } has blocked me.
       *[deleted] The account of { $name } does not exist any more.
    }
away-claim = The clock runs on. Whenever it is { $name }’s turn, { $opponent } may claim the match, from this moment on: { $when }
away-claim-you = The clock runs on. Whenever it is { $name }’s turn, you may claim the match, from this moment on: { $when }
paused =
    { $why ->
        [removed] Paused: I was removed from where this match is played. The clock stands still until I am back; without that the match is void at: { $when }
       *[deleted] Paused: the channel or group of this match does not exist any more. The clock stands still; unless it comes back, the match is void at: { $when }
    }
button-claim = Claim the match
over-absent = { $loser } was away for too long: { $name } claims and wins the match.
over-abandoned = The match can’t go on and is void: it has no result.
games-paused = paused
refused-not-away = Your opponent is not away, so there is nothing to claim. The clock decides.
refused-claim-early = The match can’t be claimed yet. Your hand shows from when on, and then only while it is your opponent’s turn.
refused-paused = This match is paused, because I can’t get to the place where it is played. You can resign, or agree on a draw.
notice-place-gone =
    { $why ->
        [removed] I was removed from { $venue }, so your match against { $opponent } is paused and its clock stands still. It goes on by itself when I am back there.
       *[deleted] The place of your match against { $opponent } ({ $venue }) does not exist any more. The match is paused; you can resign or agree on a draw, else it becomes void.
    }
