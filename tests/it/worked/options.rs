//! The options of the book: big gin, the last discard, throwing back, the floor of the stock, the cap.

use super::*;
use jinlami::gin::Rules;

const ELEVEN: &str = "AS 2S 3S 4S 8H 8D 8C 9H TH JH";

fn big(rules: Rules) -> Rules {
    Rules {
        big_gin: Some(31),
        ..rules
    }
}

/// The non-dealer holds eleven cards after both left this card and the second was drawn.
fn drawn(rules: Rules, upcard: &str, hand: &str, drawn: &str, other: &str) -> Game {
    let mut game = Game::new(rules, DEALER, stacked(other, hand, &format!("{upcard} {drawn}")));
    game.play(Action::Pass);
    game.play(Action::Pass);
    game.play(Action::DrawStock);
    game
}

#[test]
fn big_gin_scores_31_and_the_deadwood_without_a_discard() {
    let pack = stacked(ELEVEN, SEVEN_LEFT, "8S");
    let mut game = Game::new(big(Preset::Jinlami.rules()), DEALER, pack);
    assert!(game.hand.legal(DEALER).contains(&Action::BigGin));
    game.play(Action::BigGin);
    let score = game.score();
    assert_eq!((score.ending, won_by(score)), (Ending::BigGin, (Some(DEALER), 31 + 7)));
    assert_eq!((score.shown.knocker, score.shown.discard), (Some(DEALER), None));
    assert_eq!(score.shown.cards_left(DEALER), 11);
    assert!(score.shown.arrangements[DEALER.index()].loose().is_empty());
    assert_eq!(game.hand.view(None).last, Last::Knocked(DEALER));
    assert!(matches!(game.events[0], Event::MeldedAll { seat: DEALER, .. }));
    // Whoever likes may knock instead, which is worth more here.
    let mut game = Game::new(big(Preset::Jinlami.rules()), DEALER, stacked(ELEVEN, SEVEN_LEFT, "8S"));
    game.play(Action::Knock(card("8S")));
    assert_eq!(won_by(game.score()), (Some(DEALER), 57));
}

#[test]
fn big_gin_counts_as_often_as_the_hand_and_nothing_is_laid_off_on_it() {
    let rules = Rules {
        layoff_on_gold: true,
        ..big(Preset::Oklahoma.rules())
    };
    // The five of spades would fit on the run.
    let other = "2H 3H 4H 9C TC JC KD KC KH 5S";
    for (upcard, times) in [("AC", 1), ("KS", 2)] {
        let mut game = drawn(rules, upcard, ELEVEN, "8S", other);
        game.play(Action::BigGin);
        assert_eq!(won_by(game.score()), (Some(OTHER), times * (31 + 5)));
        assert!(game.score().shown.laid_off.is_empty());
    }
}

#[test]
fn big_gin_is_refused_without_the_option_and_with_a_loose_card() {
    for preset in Preset::ALL {
        assert_eq!(preset.rules().big_gin, None);
    }
    let mut off = Game::new(Preset::Jinlami.rules(), DEALER, stacked(ELEVEN, SEVEN_LEFT, "8S"));
    assert!(!off.hand.legal(DEALER).contains(&Action::BigGin));
    assert_eq!(off.act(DEALER, Action::BigGin), Err(Illegal::WrongPhase));
    let mut loose = Game::new(big(Preset::Jinlami.rules()), DEALER, stacked(ELEVEN, SEVEN_LEFT, "7S"));
    assert_eq!(
        loose.act(DEALER, Action::BigGin),
        Err(Illegal::TooMuchDeadwood { deadwood: 7, limit: 0 })
    );
    assert_eq!(loose.act(OTHER, Action::BigGin), Err(Illegal::NotYourTurn));
}

fn fiftieth(rules: Rules) -> Rules {
    Rules {
        fiftieth_card: true,
        ..rules
    }
}

const WAITS_FOR_JH: &str = "AS 2S 3S 4S 8H 8D 8C 9H TH KD";
const HOLDS_JH: &str = "2H 3H 4H 9C TC JC QD QC QS JH";

/// Played by the clock until the non-dealer, who holds the jack of hearts, is to make the last discard.
fn at_the_last_discard(rules: Rules) -> Game {
    let mut game = Game::new(rules, DEALER, stacked(WAITS_FOR_JH, HOLDS_JH, "7D"));
    while game.hand.view(None).stock > rules.stock_floor {
        game.play(game.hand.automatic().unwrap().1);
    }
    assert_eq!(game.hand.to_move(), Some(OTHER));
    game
}

#[test]
fn the_last_discard_may_be_taken_to_knock() {
    let mut game = at_the_last_discard(fiftieth(Preset::Classic.rules()));
    game.play(Action::Discard(card("JH")));
    assert_eq!((game.hand.to_move(), game.hand.phase()), (Some(DEALER), &Phase::Last));
    assert_eq!(game.hand.view(None).phase, ViewPhase::Last);
    assert_eq!(game.hand.legal(DEALER), [Action::TakePile(card("JH")), Action::Pass]);
    assert_eq!(game.act(DEALER, Action::DrawStock), Err(Illegal::WrongPhase));
    assert_eq!(game.act(OTHER, Action::Pass), Err(Illegal::NotYourTurn));
    assert_eq!(
        game.act(DEALER, Action::TakePile(card("7D"))),
        Err(Illegal::NotThatCard)
    );
    game.play(Action::TakePile(card("JH")));
    assert_eq!(game.act(DEALER, Action::Discard(card("KD"))), Err(Illegal::MustKnock));
    assert_eq!(
        game.act(DEALER, Action::Knock(card("JH"))),
        Err(Illegal::JustTaken(card("JH")))
    );
    let legal = game.hand.legal(DEALER);
    assert!(legal.contains(&Action::Knock(card("KD"))));
    assert!(
        legal
            .iter()
            .all(|action| matches!(action, Action::Knock(_) | Action::KnockWith(..)))
    );
    assert_eq!(game.hand.automatic(), Some((DEALER, Action::Knock(card("KD")))));
    game.play(Action::Knock(card("KD")));
    assert_eq!(game.score().ending, Ending::Gold(Tier::Three));
}

#[test]
fn the_last_discard_may_be_left_and_the_hand_is_drawn() {
    let mut game = at_the_last_discard(fiftieth(Preset::Classic.rules()));
    game.play(Action::Discard(card("JH")));
    assert_eq!(game.hand.automatic(), Some((DEALER, Action::Pass)));
    // Giving up still costs what it costs.
    assert_eq!(game.hand.forfeit(DEALER).ending, Ending::Forfeit);
    game.play(Action::Pass);
    let score = game.score();
    assert_eq!((score.ending, won_by(score)), (Ending::DrawnStock, (None, 0)));
    assert_eq!(score.shown.arrangements[DEALER.index()].cards(), set(WAITS_FOR_JH));
    assert_eq!(game.hand.view(None).last, Last::Passed(DEALER));
}

#[test]
fn a_last_discard_that_permits_no_knock_is_offered_to_nobody() {
    let mut game = at_the_last_discard(fiftieth(Preset::Classic.rules()));
    game.play(Action::Discard(card("QS")));
    assert_eq!(game.score().ending, Ending::DrawnStock);
    // Without the option none is.
    let mut game = at_the_last_discard(Preset::Classic.rules());
    game.play(Action::Discard(card("JH")));
    assert_eq!(game.score().ending, Ending::DrawnStock);
}

#[test]
fn the_last_discard_may_make_eleven_melded_cards() {
    let rules = big(fiftieth(Preset::Classic.rules()));
    let pack = stacked("AS 2S 3S 4S 8H 8D 8C 8S 9H TH", HOLDS_JH, "7D");
    let mut game = Game::new(rules, DEALER, pack);
    while game.hand.view(None).stock > rules.stock_floor {
        game.play(game.hand.automatic().unwrap().1);
    }
    game.play(Action::Discard(card("JH")));
    game.play(Action::TakePile(card("JH")));
    game.play(Action::BigGin);
    assert_eq!(game.score().ending, Ending::BigGin);
}

#[test]
fn throw_back_taken_the_card_just_taken_may_be_discarded_and_knocked_with() {
    let rules = Rules {
        throw_back_taken: true,
        ..Preset::Jinlami.rules()
    };
    let fresh = || {
        let mut game = Game::new(rules, DEALER, stacked(SEVEN_LEFT, THREE_GOLD, "AD"));
        game.play(Action::Discard(card("AD")));
        game.play(Action::TakePile(card("AD")));
        game
    };
    let mut game = fresh();
    game.play(Action::Discard(card("AD")));
    assert_eq!(game.hand.to_move(), Some(DEALER));
    let mut game = fresh();
    game.play(Action::Knock(card("AD")));
    assert_eq!(won_by(game.score()), (Some(OTHER), 57));
}

#[test]
fn stock_floor_the_discard_that_leaves_no_more_ends_the_hand_drawn() {
    for preset in Preset::ALL {
        for stock_floor in [0, 1, 2, 5, 20] {
            let rules = Rules {
                stock_floor,
                ..preset.rules()
            };
            let mut game = Game::new(rules, DEALER, Dice::new(7).pack());
            draw_it_out(&mut game);
            assert_eq!(game.score().ending, Ending::DrawnStock);
            assert_eq!(game.hand.view(None).stock, stock_floor);
        }
    }
}

#[test]
fn discard_cap_so_many_discards_without_a_knock_are_drawn() {
    for preset in Preset::ALL {
        let rules = Rules {
            discard_cap: 23,
            ..preset.rules()
        };
        let mut game = Game::new(rules, DEALER, Dice::new(8).pack());
        draw_it_out(&mut game);
        let discards = game
            .events
            .iter()
            .filter(|event| matches!(event, Event::Discarded { .. }));
        assert_eq!((discards.count(), game.score().ending), (23, Ending::DrawnCap));
    }
}

/// Logs of the last release stop here: a knock on which nothing can be laid off was asked about.
#[test]
fn a_question_of_an_earlier_release_on_which_nothing_fits_can_still_be_answered() {
    let pack = stacked("8S 9S TS 3H 3D 3C KH KD KC 2S", "2D 2C 4S 6H 8H TH 5C 9D QD 7D", "5D");
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, pack);
    let events = game.hand.decide(DEALER, &Action::Knock(card("5D"))).unwrap();
    assert_eq!(events.len(), 2, "now it is scored at once");
    game.hand.evolve(&events[0]);
    let answers = [Action::LayOffBest, Action::LayOffNone, Action::Done];
    assert_eq!(game.hand.legal(OTHER), answers);
    for answer in answers {
        assert_eq!(game.hand.decide(OTHER, &answer).unwrap(), events[1..], "{answer:?}");
    }
}

#[test]
fn placed_cards_are_taken_back_at_most_50_times_in_one_answer() {
    let mut game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    let can = |game: &Game| game.hand.legal(OTHER).contains(&Action::TakeBack);
    for _ in 0..gin::TAKE_BACKS_MAX {
        place(&mut game, "7S");
        assert!(can(&game));
        game.play(Action::TakeBack);
    }
    assert_eq!(game.act(OTHER, Action::TakeBack), Err(Illegal::NothingPlaced));
    place(&mut game, "7S");
    // What is allowed is what is accepted, and the written facts tell how often it was.
    let mut again = Game::new(game.rules, game.dealer, game.pack.clone());
    game.events.iter().for_each(|event| again.hand.evolve(event));
    assert_eq!(again.hand, game.hand);
    for game in [&mut game, &mut again] {
        assert!(!can(game));
        assert_eq!(game.act(OTHER, Action::TakeBack), Err(Illegal::TakenBackOften));
    }
    // The answer goes on: more cards, or its end.
    place(&mut game, "6S");
    assert_eq!(game.act(OTHER, Action::TakeBack), Err(Illegal::TakenBackOften));
    game.play(Action::Done);
    let laid: CardSet = game.score().shown.laid_off.iter().map(|(card, _)| *card).collect();
    assert_eq!(laid, set("6S 7S"));
}
