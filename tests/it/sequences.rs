//! Sequences of wishes, legal or not, under rules that no preset has: never a panic, never a state that can't be.

use jinlami::cards::{Card, CardSet};
use jinlami::gin::{
    self, AceRuns, Aces, Action, AfterDrawn, Bonuses, Ending, Event, FirstDealer, GamesScoring, Hand, KnockLimit,
    LimitFrom, Mode, NextDealer, Opening, Phase, Rules, Variant,
};
use jinlami::id::{Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::table::{self, By, Chance, Invitee, MatchEnd, Stage, Table, Terms, Wish};

use crate::dice::Dice;
use crate::effort::cases;
use crate::melds::any_rules;
use crate::play::{Game, Ledger, cards_written, hidden_from, placed, universe};
use crate::slow::{self, Slow};

/// Rules within the bounds of the options, without a contradiction.
fn house(dice: &mut Dice) -> Rules {
    loop {
        let one = |dice: &mut Dice, of: usize| dice.below(of) == 0;
        let aces = Aces {
            runs: if one(dice, 2) { AceRuns::Around } else { AceRuns::Low },
            points: [1, 15, 1 + dice.below(25) as u8][dice.below(3)],
        };
        let rules = any_rules(dice, aces);
        let rules = Rules {
            opening: if one(dice, 2) {
                Opening::Upcard
            } else {
                Opening::DealerEleven
            },
            first_dealer: if one(dice, 2) {
                FirstDealer::Random
            } else {
                FirstDealer::LowestCard
            },
            next_dealer: [NextDealer::Alternate, NextDealer::Loser, NextDealer::Winner][dice.below(3)],
            after_drawn: if one(dice, 2) {
                AfterDrawn::Same
            } else {
                AfterDrawn::Alternate
            },
            knock_limit: match dice.below(3) {
                0 => KnockLimit::From(LimitFrom::Upcard),
                1 => KnockLimit::Points(10),
                _ => KnockLimit::Points(dice.below(51) as u8),
            },
            spade_multiplier: 1 + dice.below(4) as u8,
            big_gin: one(dice, 2).then(|| 1 + dice.below(400) as u16),
            stock_floor: dice.below(21) as u8,
            fiftieth_card: one(dice, 2),
            discard_cap: 20 + dice.below(100) as u16,
            bonuses: Bonuses {
                game: dice.below(200) as u16,
                hand: dice.below(40) as u16,
                shutout_doubles: one(dice, 2),
            },
            ..rules
        };
        let mode = Mode::Target {
            points: 100,
            within: None,
        };
        if (Variant { rules, mode }).check().is_ok() {
            return rules;
        }
    }
}

/// What somebody does who wants the hand to come to something, or anything at all.
fn wish(hand: &Hand, dice: &mut Dice, wishes: &[Action]) -> Action {
    let seat = hand.to_move().expect("asked");
    let legal = hand.legal(seat);
    if dice.below(6) == 0 {
        return wishes[dice.below(wishes.len())];
    }
    if let Phase::Discard { .. } = hand.phase()
        && dice.below(4) != 0
    {
        let cards = hand.view(Some(seat)).hand.expect("one's own");
        let aces = hand.rules().aces;
        let left = |action: &Action| match *action {
            Action::Discard(card) | Action::Knock(card) | Action::KnockWith(card, _) => {
                gin::deadwood(cards.without(card), aces)
            }
            _ => u8::MAX,
        };
        let least = legal.iter().map(left).min().unwrap_or_default();
        let best: Vec<&Action> = legal.iter().filter(|action| left(action) == least).collect();
        return *best[dice.below(best.len())];
    }
    legal[dice.below(legal.len())]
}

/// Plays a hand under the rules, with wishes that may be refused, and looks at everything.
fn a_hand(seed: u64, wishes: &[Action]) {
    let mut dice = Dice::new(seed);
    let rules = house(&mut dice);
    let dealer = Seat::BOTH[dice.below(2)];
    let mut game = Game::new(rules, dealer, dice.pack());
    let mut steps = 0;
    while let Some(seat) = game.hand.to_move() {
        let action = wish(&game.hand, &mut dice, wishes);
        let by = if dice.below(8) == 0 { seat.other() } else { seat };
        let before = game.hand.clone();
        let legal = before.legal(by).contains(&action);
        let done = game.act(by, action);
        assert_eq!(done.is_ok(), legal, "{seed}: {action:?}");
        if done.is_err() {
            assert_eq!(game.hand, before, "{seed}");
            continue;
        }
        steps += 1;
        assert!(steps < 2000, "{seed}: no end");
        look(&game, seed);
    }
    let mut replayed = Hand::deal(&rules, dealer, game.pack.clone());
    let written = serde_json::to_string(&game.events).expect("plain data");
    let events: Vec<Event> = serde_json::from_str(&written).expect("what was written");
    events.iter().for_each(|event| replayed.evolve(event));
    assert_eq!(replayed, game.hand, "{seed}");
    judge(&game, seed);
}

/// Nothing is lost, nothing is there twice, everybody sees what lies there and no more.
fn look(game: &Game, seed: u64) {
    let ledger = Ledger::of(game);
    let parts = [
        ledger.hands[0],
        ledger.hands[1],
        ledger.stock,
        ledger.pile.iter().copied().collect(),
        ledger.buried,
    ];
    assert_eq!(parts.iter().map(|part| part.len()).sum::<u32>(), 52, "{seed}");
    assert_eq!(
        parts.into_iter().fold(CardSet::EMPTY, |all, part| all | part),
        CardSet::FULL,
        "{seed}"
    );
    for viewer in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
        let view = game.hand.view(viewer);
        assert_eq!(view.counts, ledger.hands.map(|hand| hand.len() as u8), "{seed}");
        assert_eq!(u32::from(view.stock), ledger.stock.len(), "{seed}");
        assert_eq!(view.upcard, ledger.pile.last().copied(), "{seed}");
        assert_eq!(view.held, ledger.public, "{seed}");
        assert_eq!(
            view.legal.is_empty(),
            viewer.is_none() || viewer != game.hand.to_move(),
            "{seed}"
        );
        if let Some(seat) = viewer {
            let own = ledger.hands[seat.index()];
            let answers = game.hand.to_move() == Some(seat);
            let away = if answers { placed(&game.hand) } else { CardSet::EMPTY };
            assert_eq!(view.hand, Some(own - away), "{seed}");
        }
        if game.hand.score().is_none() {
            let mut written = CardSet::EMPTY;
            cards_written(&serde_json::to_value(&view).expect("plain data"), &mut written);
            assert!((written & hidden_from(game, viewer)).is_empty(), "{seed} {viewer:?}");
        }
        let printed = format!("{:?} {view:?} {:?}", game.hand, game.hand.phase());
        assert!(Card::all().all(|card| !printed.contains(&card.letters())), "{printed}");
    }
}

/// The score is what the rule book says of the cards shown, by a solver that shares nothing with the fast one.
fn judge(game: &Game, seed: u64) {
    let (score, rules) = (game.score(), &game.rules);
    let slow = Slow::new(rules.aces);
    let times = i32::from(match game.hand.view(None).multiplier {
        1 => 1,
        times => {
            assert_eq!(times, rules.spade_multiplier, "{seed}");
            times
        }
    });
    let Some(knocker) = score.shown.knocker else {
        assert!(matches!(score.ending, Ending::DrawnStock | Ending::DrawnCap), "{seed}");
        assert_eq!((score.winner, score.points), (None, 0), "{seed}");
        return;
    };
    let defender = knocker.other();
    let shown = &score.shown.arrangements[knocker.index()];
    let k = slow.dead(shown.loose());
    let left = score.shown.arrangements[defender.index()].cards();
    let least = slow.least(left);
    assert_eq!(u32::from(score.shown.deadwood(defender)), least.0, "{seed}");
    if score.ending == Ending::BigGin {
        assert_eq!(
            (shown.cards().len(), k, score.shown.laid_off.len()),
            (11, 0, 0),
            "{seed}"
        );
        let points = (i32::from(rules.big_gin.expect("an option")) + least.0 as i32) * times;
        assert_eq!(
            (score.winner, i32::from(score.points)),
            (Some(knocker), points),
            "{seed}"
        );
        return;
    }
    assert!(k <= u32::from(game.hand.limit()), "{seed}");
    let melds = if k == 0 { slow.least(shown.cards()).1 } else { 0 };
    let points = slow::score(rules, (k, melds), least, left.len() as usize) * times;
    let winner = match points.signum() {
        1 => Some(defender),
        -1 => Some(knocker),
        _ => score.winner,
    };
    assert_eq!(
        (score.winner, i32::from(score.points)),
        (winner, points.abs()),
        "{seed}"
    );
    let gold = matches!(score.ending, Ending::Gold(_));
    assert_eq!(gold, k == 0, "{seed}");
    assert!(
        !gold || rules.layoff_on_gold || score.shown.laid_off.is_empty(),
        "{seed}"
    );
}

const ANNA: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const EVE: PlayerId = PlayerId(3);

fn chance(dice: &mut Dice) -> Chance {
    let mut root = [0; 32];
    root[..8].copy_from_slice(&dice.next().to_le_bytes());
    Chance {
        root,
        press: (dice.below(3) != 0).then(|| dice.next() as i64 >> 20),
    }
}

fn terms(dice: &mut Dice) -> Terms {
    let rules = house(dice);
    let points = 1 + dice.below(150) as u16;
    loop {
        let mode = match dice.below(4) {
            0 => Mode::Fixed {
                hands: 1 + dice.below(4) as u16,
            },
            1 => Mode::Target {
                points,
                within: Some(1 + dice.below(5) as u16),
            },
            2 => Mode::Target { points, within: None },
            _ => Mode::Games {
                games: 1 + dice.below(3) as u8,
                points,
                scoring: [GamesScoring::Hollywood, GamesScoring::Sequential][dice.below(2)],
            },
        };
        let terms = Terms {
            rules,
            mode,
            ..Terms::of(gin::Preset::Jinlami)
        };
        if terms.check().is_ok() {
            return terms;
        }
    }
}

/// Plays a match under house rules by wishes of everybody, the clock's too, and looks at everything.
fn a_match(seed: u64, wishes: &[Action]) {
    let mut dice = Dice::new(!seed);
    let place = Place {
        venue: Venue {
            platform: Platform::Web,
            chat: 1,
        },
        channel: 0,
    };
    let terms = terms(&mut dice);
    let mut now = Millis(1_000_000);
    let mut log: Vec<(Millis, table::Event)> = Vec::new();
    let opening =
        Table::open(place, ANNA, Invitee::Player(BEN), terms.clone(), &chance(&mut dice)).expect("valid terms");
    let mut table = Table::opened(TableId(7), now, &opening[0]).expect("it opens");
    log.push((now, opening[0].clone()));
    let mut take = |table: &mut Table, now: Millis, events: Vec<table::Event>| {
        for event in events {
            let text = serde_json::to_string(&event).expect("plain data");
            assert_eq!(
                serde_json::from_str::<table::Event>(&text).expect("what was written"),
                event
            );
            table.evolve(now, &event);
            log.push((now, event));
        }
    };
    take(&mut table, now, opening[1..].to_vec());
    let limit = 1 + dice.below(3000);
    for _ in 0..limit {
        if table.is_over() {
            break;
        }
        now = now.plus(dice.below(60_000) as i64);
        let chance = chance(&mut dice);
        let before = (table.version(), table.view(None));
        // Most of the time whoever is asked plays on; else anybody wants anything, and now and then the clock runs out.
        match (dice.below(40), table.to_move()) {
            (0, _) => {
                let seat = table.to_move();
                let events = table.out_of_time(now, &chance);
                assert_eq!(events.is_empty(), seat.is_none(), "{seed}");
                take(&mut table, now, events);
            }
            (1, _) => {
                let events = table.gather(now, &chance);
                take(&mut table, now, events);
            }
            (2..=6, _) | (_, None) => {
                let player = [ANNA, BEN, EVE][dice.below(3)];
                let wish = match dice.below(24) {
                    0 => Wish::Resign,
                    1 => Wish::Abort,
                    2..=5 => Wish::Accept,
                    6 => Wish::Decline,
                    7 => Wish::Withdraw,
                    8 | 9 => Wish::OfferDraw,
                    10 => Wish::AcceptDraw,
                    11 | 12 => Wish::DeclineDraw,
                    13 | 14 => Wish::Nudge,
                    15 => Wish::DeclineRematch,
                    _ => Wish::Play(wishes[dice.below(wishes.len())]),
                };
                // The ways out would end nearly every match at once.
                if dice.below(4) != 0 && matches!(wish, Wish::Resign | Wish::Abort | Wish::Decline | Wish::Withdraw) {
                    continue;
                }
                match table.decide(player, None, None, wish, &chance) {
                    Ok(events) => take(&mut table, now, events),
                    Err(_) => assert_eq!((table.version(), table.view(None)), before, "{seed}"),
                }
            }
            (roll, Some(seat)) => {
                let hand = table.hand().expect("dealt");
                let action = wish(hand, &mut dice, wishes);
                let legal = hand.legal(seat).contains(&action);
                let player = if seat == Seat::FIRST { ANNA } else { BEN };
                let stamp = table.stamp(seat);
                let stale = jinlami::id::Stamp(stamp.0.wrapping_sub(1));
                if roll == 7 {
                    assert!(
                        table
                            .decide(player, None, Some(stale), Wish::Play(action), &chance)
                            .is_err(),
                        "{seed}"
                    );
                }
                let done = table.decide(player, None, Some(stamp), Wish::Play(action), &chance);
                assert_eq!(done.is_ok(), legal, "{seed}: {action:?}");
                take(&mut table, now, done.unwrap_or_default());
            }
        }
        sheet(&table, &terms, seed);
    }
    let replayed = Table::replay(table.id(), &log).expect("a log");
    assert_eq!(replayed.view(None), table.view(None), "{seed}");
    for seat in Seat::BOTH {
        assert_eq!(replayed.view(Some(seat)), table.view(Some(seat)), "{seed}");
        assert_eq!(
            (replayed.stamp(seat), replayed.missed(seat)),
            (table.stamp(seat), table.missed(seat)),
            "{seed}"
        );
    }
    assert_eq!(
        (replayed.games(), replayed.stage()),
        (table.games(), table.stage()),
        "{seed}"
    );
}

/// The totals follow from the hands, and the match goes on as long as they do not decide it.
fn sheet(table: &Table, terms: &Terms, seed: u64) {
    let mut totals = [0; 2];
    for game in table.games() {
        for (at, total) in totals.iter_mut().enumerate() {
            *total += game.points[at] + game.bonus[at];
            assert!(game.winner.is_some() || game.bonus == [0, 0], "{seed}");
        }
    }
    assert_eq!(table.scores(), totals, "{seed}");
    let closed = table.games().iter().all(|game| game.winner.is_some());
    let hands = table.hands().len();
    let last = match terms.mode {
        Mode::Fixed { hands } => hands,
        Mode::Target { within, .. } => within.unwrap_or(Terms::HANDS_CAP),
        Mode::Games { .. } => Terms::HANDS_CAP,
    };
    let decided = closed || hands >= usize::from(last);
    match table.stage() {
        Stage::Playing => assert!(!decided, "{seed}"),
        Stage::Over(MatchEnd::Drawn) => assert!(decided && totals[0] == totals[1], "{seed}"),
        Stage::Over(MatchEnd::Won {
            by: table::WonBy::Forfeit(_),
            ..
        }) => {}
        Stage::Over(MatchEnd::Won { winner, .. }) => {
            let games = |seat| table.games().iter().filter(|game| game.winner == Some(seat)).count();
            let (mine, theirs) = (games(winner), games(winner.other()));
            assert!(decided && mine >= theirs, "{seed}");
            let ahead = totals[winner.index()] > totals[winner.other().index()];
            assert!(mine > theirs || ahead, "{seed}");
        }
        _ => {}
    }
    if let Some(seat) = table.to_move() {
        let by = [By::Clock, By::Person, By::Robot];
        assert!(by.contains(&table.last_by()));
        assert!(table.missed(seat) < 3, "{seed}");
    }
}

#[test]
fn hands_under_any_rules_by_any_wishes() {
    let wishes = universe();
    (0..u64::from(cases(400))).for_each(|seed| a_hand(seed, &wishes));
}

#[test]
fn matches_under_any_terms_by_anybodys_wishes() {
    let wishes = universe();
    (0..u64::from(cases(60))).for_each(|seed| a_match(seed, &wishes));
}
