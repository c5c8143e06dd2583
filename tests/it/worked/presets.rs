//! The rule book's worked examples and its columns under every preset.

use super::*;
use jinlami::cards::{Rank, Suit};
use jinlami::gin::{Hand, KnockLimit, Opening, Rules, Tie};

/// What the knocker scores, negative when the defender does; `None` where the rules allow no such knock.
type Points = Option<i32>;

/// A card worth ten to turn up: a spade or none.
fn ten(used: &[&str], spade: bool) -> Card {
    let used = used.iter().fold(CardSet::EMPTY, |all, text| all | set(text));
    Card::all()
        .filter(|card| card.rank() >= Rank::Ten && (card.suit() == Suit::Spades) == spade)
        .find(|&card| !used.contains(card))
        .expect("made by the test")
}

/// A hand in which somebody is to knock with this discard: the dealer with the eleventh card or, where a card is turned
/// up, the non-dealer who draws the discard after both have left that.
fn before_knock(rules: Rules, upcard: Card, shown: &str, discard: &str, defender: &str) -> Game {
    match rules.opening {
        Opening::DealerEleven => Game::new(rules, DEALER, stacked(shown, defender, discard)),
        Opening::Upcard => {
            let next = format!("{} {discard}", upcard.letters());
            let mut game = Game::new(rules, DEALER, stacked(defender, shown, &next));
            game.play(Action::Pass);
            game.play(Action::Pass);
            game.play(Action::DrawStock);
            game
        }
    }
}

fn knocked(rules: Rules, spade: bool, shown: &str, discard: &str, defender: &str) -> Result<Game, Illegal> {
    let upcard = ten(&[shown, discard, defender], spade);
    let mut game = before_knock(rules, upcard, shown, discard, defender);
    let knocker = game.hand.to_move().unwrap();
    game.act(knocker, Action::Knock(card(discard)))?;
    Ok(game)
}

fn result(rules: Rules, spade: bool, shown: &str, discard: &str, defender: &str) -> Points {
    let game = match knocked(rules, spade, shown, discard, defender) {
        Ok(game) => game,
        Err(Illegal::TooMuchDeadwood { .. }) => return None,
        Err(why) => panic!("{why}"),
    };
    let score = answered(game);
    let points = i32::from(score.points);
    Some(match score.winner {
        None => 0,
        winner if winner == score.shown.knocker => points,
        _ => -points,
    })
}

/// What the example gives in the columns of the book: jinlami, jinlami-pk, classic, oklahoma, tedesco. Under Oklahoma it
/// counts twice when the card turned up is a spade.
fn columns(shown: &str, discard: &str, defender: &str, expected: [Points; 5]) {
    for (preset, expected) in Preset::ALL.into_iter().zip(expected) {
        let found = result(preset.rules(), false, shown, discard, defender);
        assert_eq!(found, expected, "{preset}");
        let spade = result(preset.rules(), true, shown, discard, defender);
        let times = i32::from(preset.rules().spade_multiplier);
        assert_eq!(spade, expected.map(|points| points * times), "{preset}, spade");
    }
}

#[test]
fn both_neighbours_of_a_run_can_be_laid_off_under_every_preset() {
    for preset in Preset::ALL {
        let defender = "7S JS 2C 4H 6H 8H TH 5C 9C QD";
        let game = knocked(preset.rules(), false, "8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", defender);
        assert_eq!(placeable(&game.unwrap()), set("7S JS"), "{preset}");
    }
}

#[test]
fn nothing_goes_onto_loose_cards_under_every_preset() {
    // The knocker's two and the defender's two twos: 米 against 2, jinlami and the others by their difference.
    let defender = "2D 2C 4S 6H 8H TH 5C 9D QD 7D";
    let d = 2 + 2 + 4 + 6 + 8 + 10 + 5 + 9 + 10 + 7;
    let expected = [10 + d - 2, 10 + d - 2, d - 2, d - 2, d - 2].map(Some);
    columns("8S 9S TS 3H 3D 3C KH KD KC 2S", "5D", defender, expected);
}

#[test]
fn own_meld_broken_h5_h6_c5_c6_laid_off_left_5_under_every_preset() {
    let defender = "5H 5C 5S 6H 6C 8D 9D TD JD QD";
    let expected = [10 + 5 - 2, 10 + 5 - 2, 5 - 2, 5 - 2, 5 - 2].map(Some);
    columns("2H 3H 4H 2C 3C 4C KS KH KC 2S", "QC", defender, expected);
    // With a loose ace instead it is the same but for Tedesco, where that ace alone is too dear.
    let expected = [Some(14), Some(14), Some(4), Some(4), None];
    columns("2H 3H 4H 2C 3C 4C KS KH KC AS", "QC", defender, expected);
}

#[test]
fn three_gold_left_7_and_against_two_gold_under_every_preset() {
    let seven = "2H 3H 4H 9C TC JC 5D 5C 5H 7D";
    columns(THREE_GOLD, "AD", seven, [57, 57, 32, 32, 32].map(Some));
    let two_gold = "3H 4H 5H 6H 7H 9C TC JC QC KC";
    columns(THREE_GOLD, "AD", two_gold, [50, 50, 25, 25, 25].map(Some));
}

#[test]
fn two_gold_and_dragon_left_7_under_every_preset() {
    columns(TWO_GOLD, "AD", SEVEN_LEFT, [107, 107, 32, 32, 32].map(Some));
    columns(DRAGON_GOLD, "AD", SEVEN_LEFT, [407, 407, 32, 32, 32].map(Some));
}

#[test]
fn a_2_knock_against_5_left_under_every_preset() {
    let defender = "3H 4H 5H 3C 4C 5C 9H 9D 9C 5S";
    columns(&knocker("2S"), "7D", defender, [13, 13, 3, 3, 3].map(Some));
}

#[test]
fn a_3_knock_undercut_under_every_preset() {
    for (defender, expected) in [
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 2S", [-51, -51, -11, -11, -11]),
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 7C", [-53, -53, -13, -13, -13]),
        ("4H 5H 6H 7H 8H 4C 5C 6C 7C 8C", [-103, -103, -13, -13, -13]),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD", [-403, -403, -13, -13, -13]),
        // Eight cards in one run are left when two are laid off.
        ("AD 2D 3D 4D 5D 6D 7D 8D JS QS", [-403, -403, -13, -13, -13]),
        // 3–3.
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 3D", [-50, -50, -10, -10, -10]),
    ] {
        columns(&knocker("3S"), "KD", defender, expected.map(Some));
    }
}

#[test]
fn tie_nobody_equal_deadwood_scores_nothing_under_every_preset() {
    for preset in Preset::ALL {
        let rules = Rules {
            tie: Tie::Nobody,
            ..preset.rules()
        };
        let defender = "4H 5H 6H 4C 5C 6C 9H 9D 9C 3D";
        let game = knocked(rules, false, &knocker("3S"), "KS", defender).unwrap();
        let score = answered(game);
        assert_eq!((score.ending, won_by(&score)), (Ending::Tie, (None, 0)), "{preset}");
    }
}

#[test]
fn jqk_678_loose_8_against_a_knock_with_9_under_every_preset() {
    // In Tedesco the spade ace joins the run, and the other aces cost fifteen.
    let defender = "JS QS KS 6S 7S 8S AS 4S AD 2D";
    let expected = [Some(-51), None, Some(-11), Some(-11), Some(4 + 15 + 2 - 9)];
    columns("2C 3C 4C TH TD TC KH KD KC 9H", "5D", defender, expected);
}

#[test]
fn gin_against_8_under_every_preset() {
    let defender = "JS QS KS 6S 7S 8S AS 4S AD 2D";
    let expected = [50 + 8, 50 + 8, 33, 33, 25 + 4 + 15 + 2].map(Some);
    columns("2C 3C 4C 9H 9D 9C KH KD KC 9S", "5D", defender, expected);
}

#[test]
fn the_fourth_king_and_the_ace_below_a_two_can_be_laid_off_under_every_preset() {
    for preset in Preset::ALL {
        let shown = "KH KD KC 2C 3C 4C 7H 7D 7S 2D";
        let defender = "KS AC 3D 5H 6H 8H TS 6D 8C JD";
        let game = knocked(preset.rules(), false, shown, "9D", defender).unwrap();
        assert_eq!(placeable(&game), set("KS AC"), "{preset}");
    }
}

/// Decision 2: "2 4 = 6, may not" belongs to the game with limit 5.
#[test]
fn decision_2_a_6_may_knock_under_limit_10_and_not_under_limit_5() {
    let hand = knocker("6S");
    let defender = "2H 4H 6H 8H TH 2C 4C 6C 8C TC";
    let expected = 2 + 4 + 6 + 8 + 10 + 2 + 4 + 6 + 8 + 10 - 6;
    columns(
        &hand,
        "AD",
        defender,
        [
            Some(10 + expected),
            None,
            Some(expected),
            Some(expected),
            Some(expected),
        ],
    );
    let pk = knocked(Preset::JinlamiPk.rules(), false, &hand, "AD", defender);
    assert_eq!(pk.err(), Some(Illegal::TooMuchDeadwood { deadwood: 6, limit: 5 }));
}

/// Decision 3: lay-off on gold, where the rules have it, lowers the loser's points and never undercuts.
#[test]
fn decision_3_layoff_on_gold_lowers_the_points_and_never_undercuts() {
    let defender = "2H 3H 4H 9C TC JC KD KC KH 5S";
    columns(THREE_GOLD, "AD", defender, [55, 50, 30, 30, 30].map(Some));
    let pk = || knocked(Preset::JinlamiPk.rules(), false, THREE_GOLD, "AD", defender).unwrap();
    let mut game = pk();
    assert_eq!(game.hand.view(Some(OTHER)).best_layoff.unwrap().points, -50);
    game.play(Action::LayOffNone);
    assert_eq!(won_by(game.score()), (Some(DEALER), 55));
    let mut game = pk();
    game.play(Action::LayOffBest);
    assert_eq!(game.score().ending, Ending::Gold(Tier::Three));
    assert_eq!(won_by(game.score()), (Some(DEALER), 50));
    assert_eq!(game.score().shown.pattern, Some(Pattern::Three));
}

/// Decision 5: all cards laid off is the row "6 or fewer".
#[test]
fn decision_5_everything_laid_off_scores_50_and_the_knockers_deadwood() {
    let shown = Arrangement::new(
        set("4S 5S 6S 4H 5H 6H 4D 5D 6D 3C"),
        &["4S 5S 6S", "4H 5H 6H", "4D 5D 6D"].map(|meld| Meld::new(set(meld), Aces::LOW.runs).unwrap()),
        Aces::LOW,
    )
    .unwrap();
    // Ten cards in chains onto three runs.
    let hand = set("7S 8S 9S TS 7H 8H 9H 7D 8D 9D");
    let jinlami = gin::best_layoff(&Preset::Jinlami.rules(), &shown, hand);
    let bare = Preset::Jinlami.rules().undercut.points(0, Pattern::Bare);
    assert_eq!(bare, 50);
    // Kept, they are three melds of ten cards: 50 and 3 too, and nothing need be laid off.
    assert_eq!((jinlami.points, jinlami.placed.len()), (53, 0));
    let one = gin::best_layoff(&Preset::Jinlami.rules(), &shown, set("7S 8S"));
    assert_eq!((one.points, one.ending), (53, Ending::Undercut(Pattern::Bare)));
}

/// Decision 6: of several arrangements of a gold hand the fewest melds count, whatever was shown.
#[test]
fn decision_6_the_fewest_melds_count_whatever_was_shown() {
    let hand = "4S 5S 6S 7S 8S 9S KH KD KC KS";
    columns(hand, "AD", SEVEN_LEFT_HERE, [107, 107, 32, 32, 32].map(Some));
    let melds = ["4S 5S 6S", "7S 8S 9S", "KH KD KC KS"].map(|meld| Meld::new(set(meld), Aces::LOW.runs).unwrap());
    let shown = Arrangement::new(set(hand), &melds, Aces::LOW).unwrap();
    let answer = gin::best_layoff(&Preset::Jinlami.rules(), &shown, set(SEVEN_LEFT_HERE));
    assert_eq!((answer.points, answer.ending), (-107, Ending::Gold(Tier::Two)));
}

const SEVEN_LEFT_HERE: &str = "2H 3H 4H 9C TC JC QD QC QH 7D";

/// Decision 7: the knocker shows any arrangement within the limit; the best is the default.
#[test]
fn decision_7_the_knocker_may_show_the_run_and_keep_the_fours() {
    let hand = "2H 3H 4H 4D 4C 9S TS JS QS KS";
    let defender = "4S AH 5H 6D 7D 8D 7C 8C 9C TD";
    for preset in [Preset::Jinlami, Preset::Classic] {
        let upcard = ten(&[hand, defender], false);
        let fresh = || before_knock(preset.rules(), upcard, hand, "QD", defender);
        let mut game = fresh();
        let seat = game.hand.to_move().unwrap();
        let discard = card("QD");
        let ways: Vec<u8> = game
            .hand
            .legal(seat)
            .into_iter()
            .filter_map(|action| match action {
                Action::KnockWith(card, index) if card == discard => Some(index),
                _ => None,
            })
            .collect();
        assert!(ways.len() >= 2, "{ways:?}");
        assert_eq!(ways, (0..ways.len() as u8).collect::<Vec<_>>());
        let listed = gin::arrangements(set(hand), game.hand.limit(), preset.rules().aces);
        assert_eq!(listed.len(), ways.len());
        assert_eq!(
            game.act(seat, Action::KnockWith(discard, ways.len() as u8)),
            Err(Illegal::NoSuchArrangement)
        );
        let run = listed.iter().position(|shown| shown.loose() == set("4D 4C")).unwrap();
        game.play(Action::KnockWith(discard, run as u8));
        let Phase::LayOff { knock, .. } = game.hand.phase() else {
            panic!("the defender can lay off")
        };
        assert_eq!(knock.shown, listed[run]);
        assert_eq!(knock.shown.deadwood(), 8);
        // The fourth four finds no set, the five and the ace find the run.
        assert_eq!(placeable(&game), set("AH 5H"));
        let mut best = fresh();
        best.play(Action::Knock(discard));
        let mut first = fresh();
        first.play(Action::KnockWith(discard, 0));
        assert_eq!(best.hand, first.hand);
        assert_eq!(placeable(&best), set("4S"));
    }
    // Within limit 5 the run can't be shown.
    let mut pk = before_knock(
        Preset::JinlamiPk.rules(),
        card("TD"),
        hand,
        "QD",
        "4S AH 5H 6D 7D 8D 7C 8C 9C AD",
    );
    assert_eq!(
        pk.act(DEALER, Action::KnockWith(card("QD"), 1)),
        Err(Illegal::NoSuchArrangement)
    );
    pk.play(Action::KnockWith(card("QD"), 0));
}

/// Decision 13, the hand: lost to a gold hand of three melds with the present deadwood.
#[test]
fn decision_13_a_forfeit_under_every_preset() {
    for (preset, points) in Preset::ALL.into_iter().zip([57, 57, 32, 32, 32]) {
        for (upcard, times) in [("5D", 1), ("5S", preset.rules().spade_multiplier)] {
            let game = Game::new(preset.rules(), DEALER, stacked(SEVEN_LEFT, THREE_GOLD, upcard));
            if preset.rules().opening == Opening::DealerEleven {
                // The eleventh card is the dealer's.
                assert_eq!(won_by(&game.hand.forfeit(DEALER)), (Some(OTHER), points + 5));
                continue;
            }
            let score = game.hand.forfeit(DEALER);
            assert_eq!(score.ending, Ending::Forfeit);
            assert_eq!(won_by(&score), (Some(OTHER), points * u16::from(times)), "{preset}");
            assert_eq!(game.hand.view(None).multiplier, times);
        }
    }
}

#[test]
fn oklahoma_the_upcard_is_the_limit_an_ace_means_gin_and_a_spade_doubles() {
    for upcard in Card::all() {
        let cards: Vec<Card> = Card::all().filter(|&card| card != upcard).collect();
        let (before, after) = cards.split_at(31);
        let pack = Pack::new(&[before, &[upcard], after].concat()).unwrap();
        let limit = match upcard.rank() {
            Rank::Ace => 0,
            Rank::Jack | Rank::Queen | Rank::King => 10,
            rank => rank as u8 + 1,
        };
        let hand = Hand::deal(&Preset::Oklahoma.rules(), DEALER, pack.clone());
        let times = if upcard.suit() == Suit::Spades { 2 } else { 1 };
        assert_eq!((hand.limit(), hand.multiplier()), (limit, times));
        for viewer in [None, Some(DEALER), Some(OTHER)] {
            let view = hand.view(viewer);
            assert_eq!((view.limit, view.multiplier), (limit, times), "{upcard}");
            assert_eq!(view.turned, Some(upcard), "it may be asked for");
        }
        let hand = Hand::deal(&Preset::Classic.rules(), DEALER, pack);
        assert_eq!((hand.limit(), hand.multiplier()), (10, 1));
        assert_eq!(hand.view(None).turned, None, "only the top of the pile is shown");
    }
}

#[test]
fn oklahoma_a_knock_over_the_upcards_value_is_refused() {
    let shown = knocker("3S");
    let defender = "4H 5H 6H 4C 5C 6C 9H 9D 9C 2S";
    for (upcard, allowed) in [("AD", false), ("2D", false), ("3D", true), ("7D", true)] {
        let mut game = before_knock(Preset::Oklahoma.rules(), card(upcard), &shown, "KD", defender);
        let limit = game.hand.limit();
        let refused = Err(Illegal::TooMuchDeadwood { deadwood: 3, limit });
        let told = game.act(OTHER, Action::Knock(card("KD")));
        assert_eq!(told, if allowed { Ok(()) } else { refused });
    }
    // Gin is allowed whatever was turned up.
    let mut game = before_knock(Preset::Oklahoma.rules(), card("AC"), THREE_GOLD, "AD", SEVEN_LEFT);
    game.play(Action::Knock(card("AD")));
    assert_eq!(won_by(game.score()), (Some(OTHER), 32));
}

#[test]
fn oklahoma_what_the_defender_is_promised_is_what_counts() {
    let defender = "6S 7S JS QS 4H 5H 6H AC 2C 4C";
    let shown = "8S 9S TS 3H 3D 3C KH KD KC 2D";
    let mut game = knocked(Preset::Oklahoma.rules(), true, shown, "AH", defender).unwrap();
    let view = game.hand.view(Some(DEALER));
    assert_eq!(view.multiplier, 2);
    let (best, running) = (view.best_layoff.unwrap(), view.running.unwrap());
    assert_eq!(
        (best.points, running.points),
        (-2 * (7 - 2), -2 * (6 + 7 + 10 + 10 + 7 - 2))
    );
    place(&mut game, "JS");
    assert_eq!(
        game.hand.view(Some(DEALER)).running.unwrap().points,
        running.points + 20
    );
    game.play(Action::LayOffBest);
    assert_eq!(won_by(game.score()), (Some(OTHER), 10));
}

#[test]
fn oklahoma_a_drawn_hand_is_0_0_however_often_it_counts() {
    let mut game = Game::new(Preset::Oklahoma.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "5S"));
    draw_it_out(&mut game);
    assert_eq!(won_by(game.score()), (None, 0));
}

#[test]
fn tedesco_runs_go_round_the_corner_and_are_laid_off_round_it() {
    // Q K A of spades, three nines, three fives, a loose three.
    let shown = "QS KS AS 9H 9D 9C 5H 5D 5C 3H";
    let defender = "TS JS 2S 3S 4S 7H 7D 7C 8D TH";
    let mut game = knocked(Preset::Tedesco.rules(), false, shown, "8C", defender).unwrap();
    assert_eq!(placeable(&game), set("JS 2S"));
    for text in ["2S", "3S", "4S", "JS", "TS"] {
        place(&mut game, text);
    }
    game.play(Action::Done);
    assert_eq!(game.score().shown.deadwood(DEALER), 8 + 10);
    assert_eq!(won_by(game.score()), (Some(OTHER), 18 - 3));
    // The same cards are no knock where the ace is low: ten, ten and one are loose.
    let classic = knocked(Preset::Classic.rules(), false, shown, "8C", defender);
    assert_eq!(
        classic.err(),
        Some(Illegal::TooMuchDeadwood {
            deadwood: 10 + 10 + 1 + 3,
            limit: 10
        })
    );
}

#[test]
fn tedesco_a_loose_ace_costs_fifteen() {
    let rules = Preset::Tedesco.rules();
    let defender = "4H 5H 6H 4C 5C 6C 9H 9D 9C AH";
    assert_eq!(result(rules, false, &knocker("3S"), "KS", defender), Some(15 - 3));
    // Nor is it a knock with a loose ace.
    assert_eq!(result(rules, false, &knocker("AC"), "KS", defender), None);
    assert_eq!(
        result(Preset::Classic.rules(), false, &knocker("AC"), "KS", defender),
        Some(-10)
    );
}

#[test]
fn every_preset_carries_its_column_of_the_rule_book() {
    use jinlami::gin::{AfterDrawn, FirstDealer, GamesScoring, LimitFrom, Mode, NextDealer};
    let [jinlami, pk, classic, oklahoma, tedesco] = Preset::ALL.map(Preset::rules);
    for rules in [jinlami, pk] {
        assert_eq!(rules.opening, Opening::DealerEleven);
        assert_eq!(
            (rules.first_dealer, rules.next_dealer, rules.after_drawn),
            (FirstDealer::Random, NextDealer::Alternate, AfterDrawn::Alternate)
        );
        assert_eq!((rules.knock_bonus, rules.stock_floor), (10, 0));
        assert_eq!((rules.gold.three, rules.gold.two, rules.gold.dragon), (50, 100, 400));
    }
    for rules in [classic, oklahoma, tedesco] {
        assert_eq!(rules.opening, Opening::Upcard);
        assert_eq!(
            (rules.first_dealer, rules.next_dealer, rules.after_drawn),
            (FirstDealer::LowestCard, NextDealer::Loser, AfterDrawn::Same)
        );
        assert_eq!((rules.knock_bonus, rules.stock_floor), (0, 2));
        assert_eq!((rules.gold.three, rules.gold.two, rules.gold.dragon), (25, 25, 25));
        assert_eq!(rules.undercut, gin::Undercut::flat(10));
    }
    for rules in Preset::ALL.map(Preset::rules) {
        assert_eq!(rules.tie, Tie::Undercut);
        assert_eq!(
            (rules.big_gin, rules.fiftieth_card, rules.throw_back_taken),
            (None, false, false)
        );
        assert_eq!((rules.discard_cap, rules.bonuses), (200, gin::Bonuses::default()));
        assert_eq!(rules.layoff_on_gold, rules == pk);
        assert_eq!(rules.spade_multiplier, if rules == oklahoma { 2 } else { 1 });
        assert_eq!(rules.aces, if rules == tedesco { Aces::CORNER } else { Aces::LOW });
    }
    let limits = [jinlami, pk, classic, oklahoma, tedesco].map(|rules| rules.knock_limit);
    let [ten, five] = [10, 5].map(KnockLimit::Points);
    assert_eq!(limits, [ten, five, ten, KnockLimit::From(LimitFrom::Upcard), ten]);
    let target = |points, within| Mode::Target { points, within };
    assert_eq!(
        Preset::ALL[1..].iter().map(|preset| preset.mode()).collect::<Vec<_>>(),
        [
            target(100, Some(10)),
            target(100, None),
            target(100, None),
            Mode::Games {
                games: 3,
                points: 200,
                scoring: GamesScoring::Hollywood
            }
        ]
    );
    assert!(matches!(Preset::Jinlami.mode(), Mode::Fixed { .. }));
}
