//! Draws, breaking off, nudges and rematches of a match on its own.

use jinlami::table::{ABORTS_MAX, REMATCH_MS, Rematch};

use super::*;

fn player(seat: Seat) -> PlayerId {
    if seat == Seat::FIRST { ANNA } else { BEN }
}

fn draw_or_discard(legal: &[Action]) -> Action {
    let draw = legal.iter().find(|action| matches!(action, Action::DrawStock));
    let throw = legal.iter().find(|action| matches!(action, Action::Discard(_)));
    *draw.or(throw).unwrap_or(&legal[0])
}

fn over(game: &Match) -> MatchEnd {
    match game.table.stage() {
        Stage::Over(end) => end,
        other => panic!("{other:?}"),
    }
}

/// A match that ended by the resignation of this player.
fn resigned(loser: PlayerId) -> Match {
    let mut game = Match::playing(fixed(3));
    game.wish(loser, Wish::Resign).unwrap();
    game
}

fn rematch(game: &mut Match, who: PlayerId, next: i64) -> Result<(), Refusal> {
    let chance = game.chance();
    let events = game.table.ask_rematch(who, TableId(next), &chance)?;
    game.take(events);
    Ok(())
}

/// The match that its own rematch opens.
fn successor(game: &Match, id: i64) -> Match {
    let events = game.table.successor(&chance(99)).unwrap();
    let mut next = Match {
        table: Table::opened(TableId(id), game.now, &events[0]).unwrap(),
        log: vec![(game.now, events[0].clone())],
        now: game.now,
        dice: 77,
    };
    next.take(events[1..].to_vec());
    let chance = next.chance();
    next.take(next.table.gather(next.now, &chance));
    next
}

fn replays(game: &Match) {
    let json: Vec<(Millis, Event)> = game
        .log
        .iter()
        .map(|(at, event)| {
            (
                *at,
                serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap(),
            )
        })
        .collect();
    let replayed = Table::replay(game.table.id(), &json).unwrap();
    assert_eq!(replayed.view(None), game.table.view(None));
    assert_eq!(
        (replayed.draw_offer(), replayed.rematch()),
        (game.table.draw_offer(), game.table.rematch())
    );
    assert_eq!(replayed.dues(), game.table.dues());
}

#[test]
fn a_draw_is_offered_and_agreed() {
    let mut game = Match::playing(fixed(3));
    assert_eq!(game.wish(EVE, Wish::OfferDraw), Err(Refusal::NotSeated));
    assert_eq!(game.wish(BEN, Wish::AcceptDraw), Err(Refusal::NoOffer));
    assert_eq!(game.wish(BEN, Wish::DeclineDraw), Err(Refusal::NoOffer));
    let stamps = Seat::BOTH.map(|seat| game.table.stamp(seat));
    let (deadline, dues) = (game.table.deadline(), game.table.dues());
    game.wish(ANNA, Wish::OfferDraw).unwrap();
    assert_eq!(game.table.draw_offer(), Some(Seat::FIRST));
    assert_eq!(
        Seat::BOTH.map(|seat| game.table.stamp(seat)),
        stamps,
        "no button grows old"
    );
    assert_eq!((game.table.deadline(), game.table.dues()), (deadline, dues));
    assert_eq!(game.wish(ANNA, Wish::OfferDraw), Err(Refusal::Offered));
    assert_eq!(
        game.wish(ANNA, Wish::AcceptDraw),
        Err(Refusal::NoOffer),
        "not one's own"
    );
    assert_eq!(game.wish(EVE, Wish::AcceptDraw), Err(Refusal::NotSeated));
    replays(&game);
    game.wish(BEN, Wish::AcceptDraw).unwrap();
    assert_eq!(over(&game), MatchEnd::Agreed);
    assert_eq!(game.table.scores(), [0, 0], "the unfinished hand counts for nobody");
    assert!(game.table.hands().is_empty());
    assert_eq!(game.table.to_move(), None);
    assert_eq!(game.wish(BEN, Wish::AcceptDraw), Err(Refusal::Over));
    replays(&game);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut game = Match::playing(fixed(3));
    game.wish(BEN, Wish::OfferDraw).unwrap();
    game.wish(ANNA, Wish::OfferDraw).unwrap();
    assert_eq!(over(&game), MatchEnd::Agreed);
}

#[test]
fn an_offer_ends_when_the_other_plays_on() {
    let mut game = Match::playing(fixed(3));
    let asked = game.table.to_move().unwrap();
    let waiting = asked.other();
    // Made by whoever waits, it ends with the next play; made by the player to move it lasts for the turn.
    game.wish(player(waiting), Wish::OfferDraw).unwrap();
    game.step(draw_or_discard);
    assert_eq!(game.table.draw_offer(), None);
    assert_eq!(game.wish(player(asked), Wish::AcceptDraw), Err(Refusal::NoOffer));
    assert_eq!(
        game.wish(player(waiting), Wish::OfferDraw),
        Err(Refusal::Offered),
        "one offer a hand"
    );
    game.wish(player(asked), Wish::OfferDraw).unwrap();
    game.wish(player(waiting), Wish::DeclineDraw).unwrap();
    assert_eq!(game.table.draw_offer(), None);
    assert_eq!(game.wish(player(asked), Wish::OfferDraw), Err(Refusal::Offered));
    replays(&game);
}

#[test]
fn an_offer_does_not_outlive_its_hand_nor_save_one_that_was_knocked() {
    let (mut knocked, mut dealt_anew) = (false, false);
    for dice in 0..40 {
        let mut game = Match::playing_with(dice << 8, fixed(3));
        while game.table.hand_number() < 2 {
            let asked = game.table.to_move().unwrap();
            let legal = game.table.hand().unwrap().legal(asked);
            if legal.iter().any(|action| matches!(action, Action::Knock(_))) {
                game.wish(player(asked), Wish::OfferDraw).unwrap();
            }
            let before = game.table.draw_offer();
            game.step(|legal| {
                let knock = legal.iter().find(|action| matches!(action, Action::Knock(_)));
                let lay = legal.iter().find(|action| matches!(action, Action::LayOffBest));
                *knock.or(lay).unwrap_or(&draw_or_discard(legal))
            });
            if matches!(game.table.hand().unwrap().phase(), Phase::LayOff { .. }) && before == Some(asked) {
                assert_eq!(game.table.draw_offer(), None, "a knock ends the knocker's own offer");
                knocked = true;
            }
            if game.table.is_over() {
                break;
            }
        }
        if game.table.hand_number() == 2 {
            assert_eq!(game.table.draw_offer(), None);
            for seat in Seat::BOTH {
                assert_eq!(game.table.may_offer_draw(seat), Ok(()), "a new hand, a new offer");
            }
            dealt_anew = true;
        }
        replays(&game);
    }
    assert!(knocked && dealt_anew);
}

#[test]
fn an_old_button_agrees_to_nothing() {
    let mut game = Match::playing(fixed(3));
    let asked = game.table.to_move().unwrap();
    let old = game.table.stamp(asked);
    game.step(draw_or_discard);
    game.wish(player(asked.other()), Wish::OfferDraw).unwrap();
    let chance = game.chance();
    for wish in [
        Wish::AcceptDraw,
        Wish::OfferDraw,
        Wish::DeclineDraw,
        Wish::Abort,
        Wish::Nudge,
    ] {
        let pressed = game.table.decide(player(asked), None, Some(old), wish, &chance);
        assert_eq!(pressed, Err(Refusal::Stale), "{wish:?}");
    }
}

#[test]
fn the_computer_takes_no_offers_and_no_nudges() {
    let mut game = Match::open(Invitee::Robot, fixed(2));
    let chance = game.chance();
    game.take(game.table.gather(game.now, &chance));
    assert_eq!(game.wish(ANNA, Wish::OfferDraw), Err(Refusal::Computer));
    assert_eq!(game.wish(ANNA, Wish::Nudge), Err(Refusal::Computer));
    assert_eq!(game.wish(ANNA, Wish::AcceptDraw), Err(Refusal::NoOffer));
}

#[test]
fn a_match_is_broken_off_before_its_first_discard_only() {
    assert_eq!(ABORTS_MAX, 3);
    for preset in [Preset::Jinlami, Preset::Classic] {
        for who in [ANNA, BEN] {
            let mut game = Match::playing(Terms {
                mode: Mode::Fixed { hands: 2 },
                ..Terms::of(preset)
            });
            assert_eq!(game.wish(EVE, Wish::Abort), Err(Refusal::NotSeated));
            loop {
                let mut broken = Match {
                    table: game.table.clone(),
                    log: game.log.clone(),
                    ..game
                };
                broken.wish(who, Wish::Abort).unwrap();
                let by = broken.table.seat_of(who).unwrap();
                assert_eq!(over(&broken), MatchEnd::Aborted { by }, "C-010");
                assert_eq!(broken.table.rematch(), Rematch::Closed);
                assert_eq!(rematch(&mut broken, ANNA, 9), Err(Refusal::NoRematch));
                assert!(broken.table.dues().is_empty());
                replays(&broken);
                let before = game.table.hand().unwrap().view(None).pile;
                game.step(|legal| {
                    let pass = legal.iter().find(|action| matches!(action, Action::Pass));
                    *pass.unwrap_or(&draw_or_discard(legal))
                });
                if game.table.hand().unwrap().view(None).pile > before {
                    break;
                }
            }
            assert_eq!(game.wish(who, Wish::Abort), Err(Refusal::Begun));
        }
    }
    let mut invited = Match::open(Invitee::Player(BEN), fixed(2));
    assert_eq!(invited.wish(ANNA, Wish::Abort), Err(Refusal::NotDealt));
    invited.wish(BEN, Wish::Accept).unwrap();
    assert_eq!(invited.wish(ANNA, Wish::Abort), Err(Refusal::NotDealt));
}

#[test]
fn a_turn_takes_one_nudge_of_the_one_who_waits() {
    let mut game = Match::playing(fixed(3));
    let asked = game.table.to_move().unwrap();
    let waiting = asked.other();
    assert_eq!(game.wish(player(asked), Wish::Nudge), Err(Refusal::OwnTurn));
    assert_eq!(game.wish(EVE, Wish::Nudge), Err(Refusal::NotSeated));
    let (stamp, deadline) = (game.table.stamp(asked), game.table.deadline());
    game.wish(player(waiting), Wish::Nudge).unwrap();
    assert_eq!(game.log.last().unwrap().1, Event::Nudged { seat: asked });
    assert_eq!((game.table.stamp(asked), game.table.deadline()), (stamp, deadline));
    assert_eq!(game.wish(player(waiting), Wish::Nudge), Err(Refusal::Nudged));
    // A deadline that was moved is no new turn.
    let until = game.table.grace(game.now);
    game.take(vec![Event::Grace { until }]);
    assert_eq!(game.wish(player(waiting), Wish::Nudge), Err(Refusal::Nudged));
    replays(&game);
    game.step(draw_or_discard);
    game.wish(player(asked), Wish::Nudge).unwrap();
    game.step(draw_or_discard);
    assert_eq!(
        game.wish(player(asked), Wish::Nudge),
        Err(Refusal::Nudged),
        "drawing and discarding are one turn"
    );
}

#[test]
fn resigning_costs_what_the_page_says() {
    let mut game = Match::playing(fixed(3));
    for steps in 0..5 {
        for seat in Seat::BOTH {
            let mut lost = Match {
                table: game.table.clone(),
                log: game.log.clone(),
                ..game
            };
            let points = lost.table.resigning_costs(seat).unwrap();
            assert!(points >= 50, "rule book, decision 13: a 三金 and the deadwood");
            lost.wish(player(seat), Wish::Resign).unwrap();
            assert_eq!(
                lost.table.scores()[seat.other().index()],
                i32::from(points),
                "after {steps}"
            );
            assert_eq!(lost.table.resigning_costs(seat), None);
        }
        game.step(draw_or_discard);
    }
}

#[test]
fn a_rematch_needs_both() {
    // C-127: asked by one, accepted by the other; nobody else can do either.
    for loser in [ANNA, BEN] {
        let mut game = resigned(loser);
        let first_dealer = game.table.hands()[0].dealer;
        assert_eq!(game.table.rematch(), Rematch::Free([true; 2]));
        assert_eq!(rematch(&mut game, EVE, 9), Err(Refusal::NotSeated));
        rematch(&mut game, ANNA, 9).unwrap();
        let until = game.now.plus(REMATCH_MS);
        let Rematch::Asked {
            by: Seat::FIRST,
            until: open,
            commitment,
        } = game.table.rematch()
        else {
            panic!("{:?}", game.table.rematch());
        };
        assert_eq!(open, until);
        assert_eq!(
            rematch(&mut game, ANNA, 9),
            Err(Refusal::RematchAsked),
            "one can't accept for the other"
        );
        assert_eq!(rematch(&mut game, EVE, 9), Err(Refusal::NotSeated));
        assert_eq!(game.wish(EVE, Wish::DeclineRematch), Err(Refusal::NotSeated));
        replays(&game);
        rematch(&mut game, BEN, 9).unwrap();
        assert_eq!(game.table.rematch(), Rematch::Made(TableId(9)));
        assert!(game.table.dues().is_empty());
        for who in [ANNA, BEN] {
            assert_eq!(rematch(&mut game, who, 10), Err(Refusal::Rematched), "one rematch");
            assert_eq!(game.wish(who, Wish::DeclineRematch), Err(Refusal::Rematched));
        }
        replays(&game);
        let next = successor(&game, 9);
        assert_eq!(next.table.stage(), Stage::Playing);
        assert_eq!(next.table.follows(), Some(TableId(5)));
        assert_eq!(next.table.seats(), game.table.seats());
        assert_eq!(next.table.terms(), game.table.terms());
        assert_eq!(next.table.place(), game.table.place());
        assert_eq!(next.table.hand().unwrap().dealer(), first_dealer.other());
        assert_eq!(
            next.table.commitment(),
            Some(commitment),
            "what was told with the question, before the other's press"
        );
        assert_eq!(next.table.scores(), [0, 0]);
        replays(&next);
        // And the one after that swaps back.
        let mut again = next;
        again.wish(BEN, Wish::Resign).unwrap();
        assert_eq!(successor(&again, 11).table.hand().unwrap().dealer(), first_dealer);
    }
}

#[test]
fn the_dealers_of_a_rematch_are_swapped_whatever_the_rule_for_the_first_deal() {
    for preset in [Preset::Jinlami, Preset::Classic] {
        let mut game = Match::playing(Terms {
            mode: Mode::Fixed { hands: 9 },
            ..Terms::of(preset)
        });
        let first = game.table.hand().unwrap().dealer();
        game.wish(ANNA, Wish::OfferDraw).unwrap();
        game.wish(BEN, Wish::AcceptDraw).unwrap();
        let next = successor(&game, 9);
        assert_eq!(next.table.hand().unwrap().dealer(), first.other(), "{preset:?}");
        let cut = next.log.iter().find_map(|(_, event)| match event {
            Event::Dealt { cut, .. } => Some(*cut),
            _ => None,
        });
        assert_eq!(cut, Some(None), "nobody cuts for what is settled");
    }
}

#[test]
fn a_question_for_a_rematch_can_be_declined_taken_back_and_forgotten() {
    for who in [ANNA, BEN] {
        let mut game = resigned(ANNA);
        assert_eq!(game.wish(who, Wish::DeclineRematch), Err(Refusal::NoRematch));
        rematch(&mut game, ANNA, 9).unwrap();
        game.wish(who, Wish::DeclineRematch).unwrap();
        assert_eq!(game.table.rematch(), Rematch::Free([false, true]));
        assert_eq!(
            rematch(&mut game, ANNA, 9),
            Err(Refusal::RematchAsked),
            "nobody is asked twice"
        );
        rematch(&mut game, BEN, 9).unwrap();
        assert!(matches!(game.table.rematch(), Rematch::Asked { by: Seat::SECOND, .. }));
    }
    let mut game = resigned(ANNA);
    assert!(game.table.lapse().is_empty());
    rematch(&mut game, BEN, 9).unwrap();
    let due = game.table.dues();
    assert_eq!(due.len(), 1);
    assert_eq!((due[0].kind, due[0].at), (DueKind::Rematch, game.now.plus(REMATCH_MS)));
    assert!(game.table.is_due(&due[0]));
    game.now = due[0].at;
    game.take(game.table.lapse());
    assert_eq!(game.table.rematch(), Rematch::Free([true, false]));
    assert!(game.table.dues().is_empty() && !game.table.is_due(&due[0]));
    replays(&game);
}

#[test]
fn a_running_or_unplayed_match_has_no_rematch() {
    let mut game = Match::playing(fixed(3));
    assert_eq!(rematch(&mut game, ANNA, 9), Err(Refusal::NotOver));
    assert_eq!(game.wish(ANNA, Wish::DeclineRematch), Err(Refusal::NoRematch));
    let mut declined = Match::open(Invitee::Player(BEN), fixed(2));
    declined.wish(BEN, Wish::Decline).unwrap();
    assert_eq!(rematch(&mut declined, ANNA, 9), Err(Refusal::NoRematch));
    assert_eq!(rematch(&mut declined, BEN, 9), Err(Refusal::NotSeated));
}

#[test]
fn the_computer_is_always_ready_for_another_match() {
    let mut game = Match::open(Invitee::Robot, fixed(2));
    let chance = game.chance();
    game.take(game.table.gather(game.now, &chance));
    let first = game.table.hand().unwrap().dealer();
    game.wish(ANNA, Wish::Resign).unwrap();
    rematch(&mut game, ANNA, 9).unwrap();
    assert_eq!(game.table.rematch(), Rematch::Made(TableId(9)));
    let next = successor(&game, 9);
    assert_eq!(next.table.seats(), game.table.seats());
    assert_eq!(next.table.hand().unwrap().dealer(), first.other());
}
