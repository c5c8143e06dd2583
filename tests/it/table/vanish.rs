//! People and places that vanish, in a match on its own.

use jinlami::table::{ABANDON_MS, CLAIM_MS, GRACE_MS, Gone, Hindrance, LEAVES_MAX, notation};

use super::*;

const HOUR: i64 = 3_600_000;

fn player(seat: Seat) -> PlayerId {
    if seat == Seat::FIRST { ANNA } else { BEN }
}

fn turn(ms: i64) -> Terms {
    Terms { turn: ms, ..fixed(3) }
}

impl Match {
    fn leave(&mut self, seat: Seat, how: Gone) {
        self.take(self.table.leave(player(seat), how));
    }

    fn claim(&mut self, seat: Seat) -> Result<(), Refusal> {
        let stamp = self.table.stamp(seat);
        let events = self.table.claim(player(seat), Some(stamp), self.now)?;
        self.take(events);
        Ok(())
    }

    fn pause(&mut self) {
        self.take(self.table.pause(Hindrance::Removed));
    }

    fn resume(&mut self) {
        self.take(self.table.resume(self.now));
    }

    /// The log through its JSON is the same match, and through its text one that ends alike.
    fn comes_back(&self) {
        let json: Vec<(Millis, Event)> = self
            .log
            .iter()
            .map(|(at, event)| {
                (
                    *at,
                    serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap(),
                )
            })
            .collect();
        let again = Table::replay(self.table.id(), &json).unwrap();
        assert_eq!(again.view(None), self.table.view(None));
        assert_eq!(again.dues(), self.table.dues());
        assert_eq!(again.paused(), self.table.paused());
        for seat in Seat::BOTH {
            assert_eq!(again.away(seat), self.table.away(seat));
        }
        let text = notation::write(self.table.id(), &self.log).unwrap();
        let (id, log) = notation::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(notation::write(id, &log).unwrap(), text);
        if self.table.is_over() && self.table.hand_number() == self.table.hands().last().map_or(0, |hand| hand.number) {
            assert_eq!(Table::replay(id, &log).unwrap().stage(), self.table.stage(), "{text}");
        }
    }
}

fn absent_win(winner: Seat) -> Stage {
    Stage::Over(MatchEnd::Won {
        winner,
        by: WonBy::Forfeit(Why::Absent),
    })
}

fn draw_and_throw(game: &mut Match) {
    let seat = game.table.to_move().unwrap();
    while game.table.to_move() == Some(seat) {
        game.step(|legal| {
            let draw = legal.iter().find(|action| matches!(action, Action::DrawStock));
            let throw = legal.iter().find(|action| matches!(action, Action::Discard(_)));
            *draw.or(throw).unwrap_or(&legal[0])
        });
    }
}

#[test]
fn a_match_of_somebody_who_left_is_claimed_after_a_day_at_the_latest() {
    // C-017: with three days a turn nobody waits for three days.
    let mut game = Match::playing(turn(3 * 24 * HOUR));
    let gone = game.table.to_move().unwrap();
    let stays = gone.other();
    assert_eq!(game.claim(stays), Err(Refusal::NotAway));
    let (deadline, stamps) = (game.table.deadline(), Seat::BOTH.map(|seat| game.table.stamp(seat)));
    game.now = game.now.plus(HOUR);
    game.leave(gone, Gone::Left);
    let away = game.table.away(gone).unwrap();
    assert_eq!(
        (away.how, away.since, away.claim),
        (Gone::Left, game.now, game.now.plus(CLAIM_MS))
    );
    assert_eq!(game.table.deadline(), deadline, "the clock runs as ever");
    assert_eq!(
        Seat::BOTH.map(|seat| game.table.stamp(seat)),
        stamps,
        "no button grows old"
    );
    assert_eq!(
        game.table.changed(stays),
        game.table.version(),
        "the hand message says it"
    );
    game.comes_back();
    game.now = away.claim.plus(-1);
    assert_eq!(game.claim(stays), Err(Refusal::ClaimEarly));
    assert_eq!(game.claim(gone), Err(Refusal::NotAway), "not one's own absence");
    game.now = away.claim;
    assert_eq!(
        game.table.claim(EVE, None, game.now),
        Err(Refusal::NotSeated),
        "nobody else's"
    );
    game.claim(stays).unwrap();
    assert_eq!(game.table.stage(), absent_win(stays));
    assert_eq!(
        game.table.hands().last().unwrap().score.winner,
        Some(stays),
        "the running hand counts like a resignation"
    );
    assert_eq!(game.claim(stays), Err(Refusal::Over));
    game.comes_back();
}

#[test]
fn a_match_is_claimed_only_while_the_absent_one_is_to_move() {
    // C-008: somebody leaves during the other one's turn.
    let mut game = Match::playing(turn(HOUR));
    let stays = game.table.to_move().unwrap();
    let gone = stays.other();
    game.leave(gone, Gone::Removed);
    assert_eq!(
        game.table.away(gone).unwrap().claim,
        game.now.plus(HOUR),
        "a turn is shorter than a day"
    );
    game.now = game.now.plus(HOUR - 1);
    assert_eq!(game.claim(stays), Err(Refusal::ClaimEarly));
    draw_and_throw(&mut game);
    game.now = game.now.plus(1);
    game.claim(stays).unwrap();
    assert_eq!(game.table.stage(), absent_win(stays));
}

#[test]
fn without_a_claim_the_clock_ends_the_match_of_whoever_left() {
    // C-008: the one who stays only waits and plays; both are free after three turns.
    for leaver_moves in [true, false] {
        let mut game = Match::playing(turn(HOUR));
        let asked = game.table.to_move().unwrap();
        let gone = if leaver_moves { asked } else { asked.other() };
        game.leave(gone, Gone::Left);
        let mut turns = 0;
        while !game.table.is_over() {
            if game.table.to_move() == Some(gone) {
                game.run_out();
                turns += 1;
            } else {
                draw_and_throw(&mut game);
            }
            assert!(turns <= 3 || game.table.hands().len() > 1);
            assert!(turns < 40);
        }
        assert!(game.table.dues().is_empty());
        game.comes_back();
    }
}

#[test]
fn whoever_comes_back_plays_on() {
    let mut game = Match::playing(turn(HOUR));
    let gone = game.table.to_move().unwrap();
    game.leave(gone, Gone::Left);
    game.leave(gone, Gone::Removed);
    assert_eq!(game.table.away(gone).unwrap().how, Gone::Left, "away is away");
    game.leave(gone, Gone::Blocked);
    game.leave(gone, Gone::Left);
    assert_eq!(
        game.table.away(gone).unwrap().how,
        Gone::Blocked,
        "what takes more to be back"
    );
    let since = game.table.away(gone).unwrap().since;
    game.now = game.now.plus(HOUR / 2);
    game.leave(gone, Gone::Deleted);
    let away = game.table.away(gone).unwrap();
    assert_eq!(
        (away.how, away.since),
        (Gone::Deleted, since),
        "but an account that is gone is more"
    );
    game.take(game.table.come_back(player(gone)));
    assert_eq!(game.table.away(gone), None);
    assert!(game.table.come_back(player(gone)).is_empty(), "once");
    game.now = game.now.plus(HOUR);
    assert_eq!(game.claim(gone.other()), Err(Refusal::NotAway));
    draw_and_throw(&mut game);
    game.comes_back();
}

#[test]
fn to_be_a_member_is_no_sign_of_who_blocked_the_bot() {
    // C-007, C-017: a look at the members finds also who has blocked the bot, and accounts that are deleted.
    for (how, clears) in [
        (Gone::Left, true),
        (Gone::Removed, true),
        (Gone::Blocked, false),
        (Gone::Deleted, false),
    ] {
        let mut game = Match::playing(turn(HOUR));
        let gone = game.table.to_move().unwrap();
        assert!(game.table.rejoin(player(gone)).is_empty(), "nobody is away");
        game.leave(gone, how);
        game.take(game.table.rejoin(player(gone)));
        assert_eq!(game.table.away(gone).is_none(), clears, "{how:?}");
        game.now = game.now.plus(HOUR - 1);
        if !clears {
            assert_eq!(game.claim(gone.other()), Err(Refusal::ClaimEarly));
            game.now = game.now.plus(1);
            game.claim(gone.other()).unwrap();
        }
        game.comes_back();
    }
}

#[test]
fn whoever_is_to_move_is_called_anew_after_a_pause() {
    let mut game = Match::playing(turn(24 * HOUR));
    let asked = game.table.to_move().unwrap();
    let mut calls = vec![game.table.call(asked)];
    let reminds = |table: &Table| table.dues().iter().any(|due| due.kind == DueKind::Remind);
    // Long before the reminder: one call when it goes on, and the reminder in its time is another.
    game.pause();
    game.resume();
    assert!(reminds(&game.table));
    calls.push(game.table.call(asked));
    game.take(vec![Event::Reminded { seat: asked }]);
    calls.push(game.table.call(asked));
    game.comes_back();
    // After the reminder, with time for one more.
    game.pause();
    game.resume();
    assert!(reminds(&game.table));
    calls.push(game.table.call(asked));
    // A minute before the end: the call is the reminder.
    game.now = game.table.deadline().unwrap().plus(-60_000);
    game.pause();
    game.resume();
    assert!(!reminds(&game.table));
    calls.push(game.table.call(asked));
    game.comes_back();
    let mut once = calls.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once, calls, "each is a message of its own");
}

#[test]
fn coming_and_going_for_ever_fills_no_log() {
    let mut game = Match::playing(fixed(3));
    for _ in 0..100 {
        game.leave(Seat::SECOND, Gone::Left);
        game.take(game.table.come_back(BEN));
    }
    let noted = game.log.iter().filter(|(_, event)| matches!(event, Event::Left { .. }));
    assert_eq!(noted.count(), usize::from(LEAVES_MAX));
}

#[test]
fn before_the_deal_a_leaver_calls_it_off() {
    // C-011, C-010: a lobby does not outlive who is in it.
    for (accepted, who, ends) in [
        (false, ANNA, true),
        (false, BEN, true),
        (false, EVE, false),
        (true, ANNA, true),
        (true, BEN, true),
        (true, EVE, false),
    ] {
        let mut game = Match::open(Invitee::Player(BEN), fixed(2));
        if accepted {
            game.wish(BEN, Wish::Accept).unwrap();
        }
        assert!(
            game.table.leave(who, Gone::Blocked).is_empty(),
            "they may still open the chat"
        );
        game.take(game.table.leave(who, Gone::Left));
        let withdrawn = game.table.stage() == Stage::Over(MatchEnd::Withdrawn);
        assert_eq!(withdrawn, ends, "{accepted} {who:?}");
        assert_eq!(game.table.dues().is_empty(), ends);
        game.comes_back();
    }
    let mut open = Match::open(Invitee::Anyone, fixed(2));
    open.take(open.table.leave(BEN, Gone::Left));
    assert_eq!(open.table.stage(), Stage::Invited, "nobody who could be meant");
}

#[test]
fn a_match_against_the_computer_ends_with_its_last_person() {
    let fresh = || {
        let mut game = Match::open(Invitee::Robot, fixed(2));
        let chance = game.chance();
        game.take(game.table.gather(game.now, &chance));
        game
    };
    for how in [Gone::Left, Gone::Removed, Gone::Deleted] {
        let mut game = fresh();
        game.take(game.table.leave(ANNA, how));
        assert_eq!(game.table.stage(), Stage::Over(MatchEnd::Abandoned));
        assert!(game.table.dues().is_empty());
        game.comes_back();
    }
    // Whoever blocks the bot may come back; the clock ends it otherwise.
    let mut game = fresh();
    game.take(game.table.leave(ANNA, Gone::Blocked));
    assert_eq!(game.table.away(Seat::FIRST).unwrap().how, Gone::Blocked);
    assert!(!game.table.dues().is_empty());
}

#[test]
fn a_clock_stands_still_while_the_place_is_gone() {
    let mut game = Match::playing(turn(24 * HOUR));
    let asked = game.table.to_move().unwrap();
    let stamps = Seat::BOTH.map(|seat| game.table.stamp(seat));
    game.take(vec![Event::Reminded { seat: asked }]);
    game.now = game.now.plus(10 * HOUR);
    game.pause();
    assert!(game.table.pause(Hindrance::Deleted).is_empty(), "once");
    assert_eq!(game.table.deadline(), None);
    let dues = game.table.dues();
    assert_eq!(dues.len(), 1);
    assert_eq!(
        (dues[0].kind, dues[0].at),
        (DueKind::Abandon, game.now.plus(ABANDON_MS))
    );
    game.comes_back();
    let play = game.table.hand().unwrap().legal(asked)[0];
    assert_eq!(game.wish(player(asked), Wish::Play(play)), Err(Refusal::Paused));
    assert_eq!(game.wish(player(asked.other()), Wish::Nudge), Err(Refusal::Paused));
    game.leave(asked, Gone::Left);
    game.now = game.now.plus(100 * HOUR);
    assert_eq!(game.claim(asked.other()), Err(Refusal::Paused));
    game.resume();
    assert!(game.table.resume(game.now).is_empty(), "once");
    assert_eq!(game.table.deadline(), Some(game.now.plus(14 * HOUR)), "what was left");
    assert!(
        game.table.dues().iter().any(|due| due.kind == DueKind::Remind),
        "whoever is to move is called anew"
    );
    assert_eq!(
        Seat::BOTH.map(|seat| game.table.stamp(seat)),
        stamps,
        "no button grew old"
    );
    game.wish(player(asked), Wish::Play(play)).unwrap();
    game.comes_back();
}

#[test]
fn a_clock_that_goes_on_leaves_a_fair_time() {
    let mut game = Match::playing(turn(24 * HOUR));
    game.now = game.table.deadline().unwrap().plus(-1_000);
    game.pause();
    game.now = game.now.plus(HOUR);
    game.resume();
    assert_eq!(game.table.deadline(), Some(game.now.plus(GRACE_MS)));
    let mut quick = Match::playing(turn(60_000));
    quick.now = quick.now.plus(59_000);
    quick.pause();
    quick.resume();
    assert_eq!(
        quick.table.deadline(),
        Some(quick.now.plus(60_000)),
        "never more than a turn"
    );
}

#[test]
fn a_paused_match_is_void_after_a_week_unless_its_players_end_it() {
    let mut game = Match::playing(fixed(3));
    game.pause();
    let mut resigned = Match {
        table: game.table.clone(),
        log: game.log.clone(),
        ..game
    };
    resigned.wish(ANNA, Wish::Resign).unwrap();
    assert!(matches!(
        resigned.table.stage(),
        Stage::Over(MatchEnd::Won {
            winner: Seat::SECOND,
            ..
        })
    ));
    assert_eq!((resigned.table.paused(), resigned.table.dues().len()), (None, 0));
    let mut agreed = Match {
        table: game.table.clone(),
        log: game.log.clone(),
        ..game
    };
    agreed.wish(ANNA, Wish::OfferDraw).unwrap();
    agreed.wish(BEN, Wish::AcceptDraw).unwrap();
    assert_eq!(agreed.table.stage(), Stage::Over(MatchEnd::Agreed));
    game.now = game.table.dues()[0].at;
    game.take(game.table.abandon());
    assert_eq!(game.table.stage(), Stage::Over(MatchEnd::Abandoned));
    assert_eq!(game.table.scores(), [0, 0]);
    assert!(game.table.dues().is_empty() && game.table.abandon().is_empty());
    game.comes_back();
}

#[test]
fn nothing_is_dealt_where_the_place_is_gone() {
    let mut game = Match::open(Invitee::Player(BEN), fixed(2));
    assert!(
        game.table.pause(Hindrance::Removed).is_empty(),
        "a challenge lapses by itself"
    );
    game.wish(BEN, Wish::Accept).unwrap();
    game.pause();
    let chance = game.chance();
    assert!(game.table.gather(game.now, &chance).is_empty());
    game.comes_back();
    game.resume();
    game.take(game.table.gather(game.now, &chance));
    assert_eq!(game.table.stage(), Stage::Playing);
    game.comes_back();
}

#[test]
fn a_wait_that_passed_while_the_bot_was_down_is_prolonged() {
    let mut game = Match::playing(fixed(3));
    game.pause();
    game.now = game.now.plus(2 * ABANDON_MS);
    game.take(vec![Event::Grace {
        until: game.table.grace(game.now),
    }]);
    assert_eq!(game.table.dues()[0].at, game.now.plus(GRACE_MS));
    game.resume();
    assert!(game.table.deadline().unwrap() > game.now);
    game.comes_back();
}
