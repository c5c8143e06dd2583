//! Hands dealt by hand: the rule book's worked examples, each named after its line, and the cases of the case list.

mod options;
mod presets;

use jinlami::cards::{Card, CardSet, Pack};
use jinlami::gin::{
    self, Aces, Action, Arrangement, Ending, Event, HandScore, Illegal, Last, Meld, Pattern, Phase, Preset, Tier,
    ViewPhase,
};
use jinlami::id::Seat;

use crate::dice::Dice;
use crate::play::{Game, card, set};

const DEALER: Seat = Seat::FIRST;
const OTHER: Seat = Seat::SECOND;

/// A pack that deals the dealer and the other these ten cards, then `next` in order; the rest follows by code.
fn stacked(dealer: &str, other: &str, next: &str) -> Pack {
    let in_order = |text: &str| text.split_whitespace().map(card).collect::<Vec<_>>();
    let (dealer, other) = (in_order(dealer), in_order(other));
    assert_eq!((dealer.len(), other.len()), (10, 10));
    let mut dealt: Vec<Card> = other
        .into_iter()
        .zip(dealer)
        .flat_map(|(other, dealer)| [other, dealer])
        .collect();
    dealt.extend(in_order(next));
    let used: CardSet = dealt.iter().copied().collect();
    dealt.extend(Card::all().filter(|&card| !used.contains(card)));
    dealt.reverse();
    Pack::new(&dealt).expect("made by the test")
}

/// The dealer knocks at once with the eleventh card, and the other answers.
fn jinlami_knock(shown: &str, discard: &str, defender: &str) -> Game {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(shown, defender, discard));
    game.play(Action::Knock(card(discard)));
    game
}

/// Both pass, the non-dealer draws the card and knocks with it.
fn classic_knock(shown: &str, drawn: &str, defender: &str) -> Game {
    let upcard = Card::all().find(|card| {
        !set(shown).contains(*card)
            && !set(defender).contains(*card)
            && *card != drawn.parse().expect("made by the test")
    });
    let next = format!("{} {drawn}", upcard.expect("made by the test").letters());
    let mut game = Game::new(Preset::Classic.rules(), DEALER, stacked(defender, shown, &next));
    game.play(Action::Pass);
    game.play(Action::Pass);
    game.play(Action::DrawStock);
    game.play(Action::Knock(card(drawn)));
    game
}

fn answered(mut game: Game) -> HandScore {
    if game.hand.score().is_none() {
        game.play(Action::LayOffBest);
    }
    game.score().clone()
}

fn won_by(score: &HandScore) -> (Option<Seat>, u16) {
    (score.winner, score.points)
}

/// The cards that may be placed now.
fn placeable(game: &Game) -> CardSet {
    let placing = |action: Action| {
        if let Action::Place(card, _) = action {
            Some(card)
        } else {
            None
        }
    };
    game.hand
        .legal(game.hand.to_move().expect("made by the test"))
        .into_iter()
        .filter_map(placing)
        .collect()
}

/// Places a card wherever it fits.
fn place(game: &mut Game, text: &str) {
    let wanted = card(text);
    let legal = game.hand.legal(game.hand.to_move().expect("made by the test"));
    let action = legal
        .into_iter()
        .find(|action| matches!(action, Action::Place(card, _) if *card == wanted));
    game.play(action.unwrap_or_else(|| panic!("{text} does not fit")));
}

#[test]
fn knocker_shows_s8_s9_s10_defender_holds_s7_and_sj_both_can_be_laid_off() {
    let mut game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "7S JS 2C 4H 6H 8H TH 5C 9D QD");
    assert_eq!(placeable(&game), set("7S JS"));
    place(&mut game, "7S");
    place(&mut game, "JS");
    game.play(Action::Done);
    assert_eq!(game.score().shown.laid_off.len(), 2);
}

#[test]
fn knockers_loose_s2_defender_d2_c2_nothing_can_be_laid_off() {
    // Nothing fits, so the defender is asked nothing.
    let game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2S", "5D", "2D 2C 4S 6H 8H TH 5C 9D QD 7D");
    let score = game.score();
    assert_eq!(score.ending, Ending::Knock);
    assert!(score.shown.laid_off.is_empty());
}

#[test]
fn defender_breaks_h5_c5_s5_and_lays_off_h5_h6_c5_c6_left_s5() {
    let game = jinlami_knock("2H 3H 4H 2C 3C 4C KS KH KC AS", "QC", "5H 5C 5S 6H 6C 8D 9D TD JD QD");
    let own = game.hand.view(Some(OTHER)).best_layoff.unwrap();
    assert_eq!(
        own.placed.iter().map(|&(card, _)| card).collect::<CardSet>(),
        set("5H 6H 5C 6C")
    );
    let score = answered(game);
    assert_eq!(score.shown.deadwood(OTHER), 5);
    assert_eq!(score.shown.cards_left(OTHER), 6);
    assert_eq!(score.shown.arrangements[OTHER.index()].loose(), set("5S"));
    assert_eq!(won_by(&score), (Some(DEALER), 10 + 5 - 1));
}

const THREE_GOLD: &str = "AS 2S 3S 4S 8H 8D 8C 9H TH JH";
const TWO_GOLD: &str = "AS 2S 3S 4S 5S 6S 8H 8D 8C 8S";
const DRAGON_GOLD: &str = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS";
const SEVEN_LEFT: &str = "2H 3H 4H 9C TC JC KD KC KH 7D";

#[test]
fn three_gold_opponent_left_7_scores_57_opponent_two_gold_scores_50() {
    let seven = "2H 3H 4H 9C TC JC 5D 5C 5H 7D";
    let score = answered(jinlami_knock(THREE_GOLD, "AD", seven));
    assert_eq!(score.ending, Ending::Gold(Tier::Three));
    assert_eq!(won_by(&score), (Some(DEALER), 57));
    let two_gold = "3H 4H 5H 6H 7H 9C TC JC QC KC";
    assert_eq!(
        won_by(&answered(jinlami_knock(THREE_GOLD, "AD", two_gold))),
        (Some(DEALER), 50)
    );
}

#[test]
fn two_gold_left_7_scores_107_dragon_left_7_scores_407() {
    let score = answered(jinlami_knock(TWO_GOLD, "AD", SEVEN_LEFT));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Gold(Tier::Two), (Some(DEALER), 107))
    );
    let score = answered(jinlami_knock(DRAGON_GOLD, "AD", SEVEN_LEFT));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Gold(Tier::Dragon), (Some(DEALER), 407))
    );
}

#[test]
fn nothing_is_laid_off_on_gold() {
    // The jack of spades would fit on the dragon.
    let game = jinlami_knock(DRAGON_GOLD, "AD", "2H 3H 4H 9C TC JC KD KC KH JS");
    assert_eq!(won_by(game.score()), (Some(DEALER), 410));
    assert!(game.score().shown.laid_off.is_empty());
}

/// A knock with three melds and this much deadwood on an ace or two or three.
fn knocker(loose: &str) -> String {
    format!("8S 9S TS JH JD JC QH QD QC {loose}")
}

#[test]
fn a_2_knock_against_5_left_scores_13() {
    let score = answered(jinlami_knock(&knocker("2S"), "7D", "3H 4H 5H 3C 4C 5C 9H 9D 9C 5S"));
    assert_eq!(score.shown.deadwood(OTHER), 5);
    assert_eq!(won_by(&score), (Some(DEALER), 13));
}

#[test]
fn a_3_knock_undercut_scores_51_53_103_403_by_what_is_left() {
    for (defender, left, pattern, points) in [
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 2S", 2, Pattern::Loose, 51),
        ("4H 5H 6H 4C 5C 6C 9H 9D 9C 7C", 0, Pattern::Three, 53),
        ("4H 5H 6H 7H 8H 4C 5C 6C 7C 8C", 0, Pattern::Two, 103),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD", 0, Pattern::Dragon, 403),
    ] {
        let score = answered(jinlami_knock(&knocker("3S"), "KS", defender));
        assert_eq!(score.shown.deadwood(OTHER), left);
        assert_eq!(
            (score.ending, won_by(&score)),
            (Ending::Undercut(pattern), (Some(OTHER), points)),
            "{defender}"
        );
    }
}

#[test]
fn a_tie_3_3_scores_50_for_the_defender() {
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "4H 5H 6H 4C 5C 6C 9H 9D 9C 3D"));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(OTHER), 50))
    );
}

#[test]
fn undercut_table_by_cards_left_8_7_and_6_or_fewer() {
    let table = Preset::Jinlami.rules().undercut;
    for (pattern, row) in [
        (Pattern::Dragon, [400, 400, 400, 100, 50, 50, 50, 50]),
        (Pattern::Two, [100, 100, 100, 50, 50, 50, 50, 50]),
        (Pattern::Three, [50; 8]),
        (Pattern::Loose, [50; 8]),
        (Pattern::Bare, [50; 8]),
    ] {
        let found = [10, 9, 8, 7, 6, 5, 3, 0].map(|cards| table.points(cards, pattern));
        assert_eq!(found, row, "{pattern:?}");
    }
}

#[test]
fn undercut_by_an_eight_card_run_and_two_laid_off_scores_400_and_the_difference() {
    // The fourth jack and queen go onto the sets, or the spade jack onto the run: eight cards in one run stay.
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "AD 2D 3D 4D 5D 6D 7D 8D JS QS"));
    assert_eq!(score.shown.cards_left(OTHER), 8);
    assert_eq!(score.shown.laid_off.len(), 2);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Dragon), (Some(OTHER), 403))
    );
}

#[test]
fn laying_off_too_much_would_leave_the_eight_card_row() {
    // 7S fits on 8-9-10 of spades, but ten cards in two runs are worth 100 and nine with a hole are not.
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "3C 4C 5C 6C 7C 4S 5S 6S 7S KD"));
    // The king is loose: d = 10 > 3 whatever is laid off.
    assert_eq!(won_by(&score), (Some(DEALER), 10 + 10 - 3));
    let score = answered(jinlami_knock(&knocker("3S"), "KS", "2C 3C 4C 5C 6C 7C 4S 5S 6S 7S"));
    assert_eq!(score.shown.laid_off, []);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Two), (Some(OTHER), 103))
    );
}

#[test]
fn everything_laid_off_is_the_row_of_six_cards_or_fewer() {
    let shown = Arrangement::new(
        set("4S 5S 6S 4H 5H 6H 4D 5D 6D 3C"),
        &["4S 5S 6S", "4H 5H 6H", "4D 5D 6D"].map(|meld| Meld::new(set(meld), Aces::LOW.runs).unwrap()),
        Aces::LOW,
    )
    .unwrap();
    let none_left = gin::best_layoff(&Preset::Jinlami.rules(), &shown, set("7S 7H 7D"));
    assert_eq!(none_left.points, 53);
    let hand = set("3S 3H 3D 7S 7H 7D 8S 8H 2S 2H");
    let answer = gin::best_layoff(&Preset::Jinlami.rules(), &shown, hand);
    assert_eq!(answer.points, 53);
}

#[test]
fn classic_undercut_jqk_678_loose_8_against_a_knock_with_9_scores_11() {
    let score = answered(classic_knock(
        "2C 3C 4C 9H 9D 9C KH KD KC 9S",
        "5D",
        "JS QS KS 6S 7S 8S AS 4S AD 2D",
    ));
    // The nine is loose beside three nines only if it is shown so; the best arrangement would be gold.
    assert_eq!(score.ending, Ending::Gold(Tier::Three));
    let score = answered(classic_knock(
        "2C 3C 4C TH TD TC KH KD KC 9C",
        "5D",
        "JS QS KS 6S 7S 8S AS 4S AD 2D",
    ));
    assert_eq!(score.shown.deadwood(DEALER), 8);
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(DEALER), 11))
    );
}

#[test]
fn classic_gin_against_8_scores_33() {
    let game = classic_knock("2C 3C 4C 9H 9D 9C KH KD KC 9S", "5D", "JS QS KS 6S 7S 8S AS 4S AD 2D");
    assert_eq!(won_by(game.score()), (Some(OTHER), 33));
    // All tiers count alike.
    let game = classic_knock("2C 3C 4C 5C 6C 7C 9H TH JH QH", "5D", "JS QS KS 6S 7S 8S AS 4S AD 2D");
    assert_eq!(won_by(game.score()), (Some(OTHER), 33));
}

#[test]
fn knocker_shows_kkk_and_234_of_clubs_defender_lays_off_the_fourth_king_and_the_ace_of_clubs() {
    let mut game = classic_knock("KH KD KC 2C 3C 4C 7H 7D 7S AH", "9D", "KS AC 3D 5H 6H 8H TS 6D 8C JD");
    assert_eq!(placeable(&game), set("KS AC"));
    place(&mut game, "KS");
    place(&mut game, "AC");
    game.play(Action::Done);
    assert_eq!(game.score().shown.laid_off.len(), 2);
}

#[test]
fn classic_knock_that_succeeds_scores_the_difference_and_a_tie_is_an_undercut() {
    // The defender's loose cards: 5D 6C 7C 9S.
    let defender = "JS QS KS 6S 7S 8S 5D 6C 7C 9S";
    let score = answered(classic_knock("2C 3C 4C TH TD TC KH KD KC 2H", "8D", defender));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Knock, (Some(OTHER), 27 - 9 - 2))
    );
    let tie = "JS QS KS 6S 7S 8S AS 4S AD 3D";
    let score = answered(classic_knock("2C 3C 4C TH TD TC KH KD KC 9C", "8D", tie));
    assert_eq!(
        (score.ending, won_by(&score)),
        (Ending::Undercut(Pattern::Loose), (Some(DEALER), 10))
    );
}

/// C-116: cards go one after another onto the same end of a run.
#[test]
fn c_116_chains_onto_both_ends_of_a_run_singly_and_together() {
    let position = || jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    for order in [
        ["7S", "6S", "JS", "QS"],
        ["JS", "QS", "7S", "6S"],
        ["7S", "JS", "6S", "QS"],
        ["JS", "7S", "QS", "6S"],
    ] {
        let mut game = position();
        assert_eq!(placeable(&game) & set("6S 7S JS QS"), set("7S JS"));
        order.iter().for_each(|card| place(&mut game, card));
        assert_eq!(game.cards_of(OTHER), set("4H 5H 6H AC 2C 4C"));
        game.play(Action::Done);
        assert_eq!(game.score().shown.deadwood(OTHER), 7);
        assert_eq!(won_by(game.score()), (Some(DEALER), 10 + 7 - 2));
    }
    let mut game = position();
    for text in ["QS", "6S"] {
        assert_eq!(
            game.act(OTHER, Action::Place(card(text), 0)),
            Err(Illegal::DoesNotFit(card(text)))
        );
    }
    place(&mut game, "JS");
    place(&mut game, "QS");
    // The grown run is given back card by card, the last one first.
    game.play(Action::TakeBack);
    assert_eq!(placeable(&game) & set("6S JS QS"), set("QS"));
    game.play(Action::TakeBack);
    assert_eq!(game.act(OTHER, Action::TakeBack), Err(Illegal::NothingPlaced));
    assert_eq!(
        game.act(OTHER, Action::Place(card("QS"), 0)),
        Err(Illegal::DoesNotFit(card("QS")))
    );
    let best = game.hand.view(Some(OTHER)).best_layoff.unwrap();
    assert_eq!(
        best.placed.iter().map(|&(card, _)| card).collect::<CardSet>(),
        set("6S 7S JS QS")
    );
}

#[test]
fn placing_is_refused_for_cards_that_are_placed_or_not_held_and_melds_that_are_not_there() {
    let mut game = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    assert_eq!(
        game.act(OTHER, Action::Place(card("JS"), 9)),
        Err(Illegal::DoesNotFit(card("JS")))
    );
    assert_eq!(
        game.act(OTHER, Action::Place(card("KS"), 2)),
        Err(Illegal::NotInHand(card("KS")))
    );
    assert_eq!(game.act(DEALER, Action::LayOffBest), Err(Illegal::NotYourTurn));
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    place(&mut game, "JS");
    assert_eq!(
        game.act(OTHER, Action::Place(card("JS"), 0)),
        Err(Illegal::NotInHand(card("JS")))
    );
    // The best answer takes the place of what was placed, and so does none.
    let mut best = Game {
        hand: game.hand.clone(),
        events: Vec::new(),
        pack: game.pack.clone(),
        ..game
    };
    best.play(Action::LayOffBest);
    assert_eq!(best.score().shown.laid_off.len(), 4);
    game.play(Action::LayOffNone);
    assert_eq!(game.score().shown.laid_off, []);
}

/// C-030: the second of two draws is refused.
#[test]
fn c_030_a_second_draw_is_refused() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(30).pack());
    let thrown = game.cards_of(DEALER).iter().next().unwrap();
    game.play(Action::Discard(thrown));
    game.play(Action::DrawStock);
    let before = game.hand.clone();
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    assert_eq!(game.act(OTHER, Action::TakePile(thrown)), Err(Illegal::WrongPhase));
    assert_eq!(game.hand, before);
    assert_eq!(game.cards_of(OTHER).len(), 11);
}

#[test]
fn jinlami_deals_eleven_to_the_dealer_who_discards_first_and_may_knock_with_it() {
    let pack = Dice::new(1).pack();
    let game = Game::new(Preset::Jinlami.rules(), OTHER, pack.clone());
    let dealt: Vec<Card> = pack.cards().iter().rev().copied().collect();
    assert_eq!(game.cards_of(DEALER), dealt[..20].iter().step_by(2).copied().collect());
    assert_eq!(
        game.cards_of(OTHER),
        dealt[1..20].iter().step_by(2).chain([&dealt[20]]).copied().collect()
    );
    let view = game.hand.view(None);
    assert_eq!(
        (view.to_move, view.stock, view.upcard, view.pile),
        (Some(OTHER), 31, None, 0)
    );
    assert_eq!(
        (view.phase, view.last),
        (ViewPhase::Discard { taken: None }, Last::Dealt)
    );
    let game = jinlami_knock(DRAGON_GOLD, "AD", SEVEN_LEFT);
    assert_eq!(game.events.len(), 2);
}

#[test]
fn classic_offers_the_upcard_to_the_non_dealer_then_to_the_dealer() {
    let pack = Dice::new(2).pack();
    let upcard = pack.cards()[31];
    let fresh = || Game::new(Preset::Classic.rules(), DEALER, pack.clone());
    let mut game = fresh();
    assert_eq!(game.hand.view(None).upcard, Some(upcard));
    assert_eq!((game.hand.to_move(), game.hand.view(None).stock), (Some(OTHER), 31));
    assert_eq!(game.act(DEALER, Action::Pass), Err(Illegal::NotYourTurn));
    assert_eq!(game.act(OTHER, Action::DrawStock), Err(Illegal::WrongPhase));
    game.play(Action::TakePile(upcard));
    assert_eq!(
        game.act(OTHER, Action::Discard(upcard)),
        Err(Illegal::JustTaken(upcard))
    );
    let mut game = fresh();
    game.play(Action::Pass);
    assert_eq!(game.hand.to_move(), Some(DEALER));
    game.play(Action::TakePile(upcard));
    assert_eq!(game.hand.view(None).held[DEALER.index()], CardSet::EMPTY.with(upcard));
    let mut game = fresh();
    game.play(Action::Pass);
    game.play(Action::Pass);
    assert_eq!(game.hand.to_move(), Some(OTHER));
    assert_eq!(game.act(OTHER, Action::TakePile(upcard)), Err(Illegal::UpcardPassed));
    assert_eq!(game.hand.legal(OTHER), [Action::DrawStock]);
    game.play(Action::DrawStock);
    assert_eq!(game.cards_of(OTHER).len(), 11);
}

#[test]
fn the_card_just_taken_is_neither_discarded_nor_knocked_with_a_stock_card_may_be() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "5S"));
    let wrong = card("5S");
    assert_eq!(
        game.act(DEALER, Action::Discard(card("2H"))),
        Err(Illegal::NotInHand(card("2H")))
    );
    game.play(Action::Discard(wrong));
    assert_eq!(game.act(OTHER, Action::TakePile(card("7D"))), Err(Illegal::NotThatCard));
    game.play(Action::TakePile(wrong));
    assert_eq!(game.act(OTHER, Action::Discard(wrong)), Err(Illegal::JustTaken(wrong)));
    assert_eq!(game.act(OTHER, Action::Knock(wrong)), Err(Illegal::JustTaken(wrong)));
    assert_eq!(
        game.act(OTHER, Action::Knock(card("2H"))),
        Err(Illegal::TooMuchDeadwood {
            deadwood: 3 + 4 + 5 + 7,
            limit: 10
        })
    );
    assert_eq!(game.hand.view(Some(OTHER)).drawn, Some(wrong));
    assert_eq!(game.hand.view(None).phase, ViewPhase::Discard { taken: Some(wrong) });
    game.play(Action::Discard(card("7D")));
    game.play(Action::DrawStock);
    let drawn = game.hand.view(Some(DEALER)).drawn.unwrap();
    assert_eq!(game.hand.view(Some(OTHER)).drawn, None);
    game.play(Action::Discard(drawn));
    assert_eq!(game.hand.view(None).last, Last::Discarded(DEALER, drawn));
}

/// Draws from the stock and throws the drawn card until the hand is over.
fn draw_it_out(game: &mut Game) {
    while let Some((_, action)) = game.hand.automatic() {
        game.play(action);
    }
}

#[test]
fn jinlami_is_drawn_by_the_discard_after_the_last_stock_card() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(3).pack());
    draw_it_out(&mut game);
    let draws = game
        .events
        .iter()
        .filter(|event| matches!(event, Event::DrewStock { .. }))
        .count();
    assert_eq!((draws, game.hand.view(None).stock), (31, 0));
    assert_eq!(
        (game.score().ending, won_by(game.score())),
        (Ending::DrawnStock, (None, 0))
    );
    // The last discard may not be taken.
    let last = game.hand.view(None).upcard.unwrap();
    assert_eq!(game.act(DEALER, Action::TakePile(last)), Err(Illegal::Over));
}

#[test]
fn classic_is_drawn_by_a_discard_that_leaves_two_stock_cards() {
    let mut game = Game::new(Preset::Classic.rules(), DEALER, Dice::new(4).pack());
    draw_it_out(&mut game);
    let draws = game
        .events
        .iter()
        .filter(|event| matches!(event, Event::DrewStock { .. }))
        .count();
    assert_eq!((draws, game.hand.view(None).stock), (29, 2));
    assert_eq!(
        (game.score().ending, won_by(game.score())),
        (Ending::DrawnStock, (None, 0))
    );
    assert_eq!(game.score().shown.knocker, None);
}

#[test]
fn a_knock_with_the_discard_after_the_last_stock_card_counts() {
    // The dealer's gold waits while both throw what they draw; the thirty-first card is the non-dealer's.
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(SEVEN_LEFT, THREE_GOLD, "AD"));
    game.play(Action::Discard(card("AD")));
    while game.hand.view(None).stock > 0 {
        game.play(game.hand.automatic().unwrap().1);
    }
    let last = game.hand.view(Some(OTHER)).drawn.unwrap();
    game.play(Action::Knock(last));
    assert_eq!(won_by(game.score()), (Some(OTHER), 57));
}

#[test]
fn two_hundred_discards_without_a_knock_are_drawn() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, Dice::new(6).pack());
    let mut discards = 0;
    while let Some(seat) = game.hand.to_move() {
        let action = match game.hand.phase() {
            Phase::Draw => Action::TakePile(game.hand.view(None).upcard.unwrap()),
            _ => {
                discards += 1;
                *game
                    .hand
                    .legal(seat)
                    .iter()
                    .find(|action| matches!(action, Action::Discard(_)))
                    .unwrap()
            }
        };
        game.play(action);
    }
    assert_eq!(
        (discards, game.score().ending, game.score().points),
        (200, Ending::DrawnCap, 0)
    );
}

#[test]
fn a_forfeit_counts_as_a_lost_three_gold_with_the_present_deadwood() {
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "AD"));
    assert_eq!(won_by(&game.hand.forfeit(OTHER)), (Some(DEALER), 57));
    // Eleven cards count as they lie: the ace is loose.
    assert_eq!(won_by(&game.hand.forfeit(DEALER)), (Some(OTHER), 51));
    game.play(Action::Discard(card("AD")));
    let score = game.hand.forfeit(DEALER);
    assert_eq!((score.ending, won_by(&score)), (Ending::Forfeit, (Some(OTHER), 50)));
    assert_eq!(score.shown.arrangements[OTHER.index()].cards(), set(SEVEN_LEFT));
    game.hand.evolve(&Event::Scored(score.clone()));
    assert_eq!((game.hand.score(), game.hand.to_move()), (Some(&score), None));
    // A hand that is over stays as it ended.
    assert_eq!(game.hand.forfeit(OTHER), score);
    let classic = Game::new(Preset::Classic.rules(), DEALER, stacked(THREE_GOLD, SEVEN_LEFT, "AD"));
    assert_eq!(won_by(&classic.hand.forfeit(OTHER)), (Some(DEALER), 32));
    // In the middle of an answer nothing placed is lost sight of.
    let mut knocked = jinlami_knock("8S 9S TS 3H 3D 3C KH KD KC 2D", "AH", "6S 7S JS QS 4H 5H 6H AC 2C 4C");
    place(&mut knocked, "JS");
    let score = knocked.hand.forfeit(OTHER);
    assert_eq!(won_by(&score), (Some(DEALER), 50 + 6 + 7 + 10 + 10 + 7));
    assert_eq!(score.shown.knocker, Some(DEALER));
}

/// A knocker who showed other melds than the best and then gives up pays what lies on the table.
#[test]
fn a_knocker_who_gives_up_pays_for_the_cards_as_they_were_shown() {
    let hand = "3H 3D 3C 3S 4S 5S KH KD KC AC";
    let defender = "KS 7C 8D TD QC 9H JH 2D 6C 8H";
    let choice = |index: u8| {
        let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(hand, defender, "7D"));
        game.play(Action::KnockWith(card("7D"), index));
        let shown = game
            .hand
            .view(None)
            .knock
            .expect("a card fits, so the defender is asked")
            .1;
        (shown, game.hand.forfeit(DEALER))
    };
    let (best, _) = choice(0);
    let (other, score) = choice(1);
    assert!(other.deadwood() > best.deadwood(), "{other:?}");
    assert_eq!(score.shown.arrangements[DEALER.index()], other);
    assert_eq!(won_by(&score), (Some(OTHER), 50 + u16::from(other.deadwood())));
    // The one who answers pays for every card in their hand, as before.
    let mut game = Game::new(Preset::Jinlami.rules(), DEALER, stacked(hand, defender, "7D"));
    game.play(Action::KnockWith(card("7D"), 1));
    let answering = game.hand.forfeit(OTHER);
    assert_eq!(
        won_by(&answering),
        (Some(DEALER), 50 + u16::from(answering.shown.deadwood(OTHER)))
    );
}

#[test]
fn presets_are_read_by_name_and_carry_the_rule_books_columns() {
    for preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(preset));
        let written = serde_json::to_string(&preset).unwrap();
        assert_eq!(written, format!("\"{preset}\""));
    }
    assert!("continental".parse::<Preset>().is_err());
    let jinlami = Preset::Jinlami.rules();
    assert_eq!(
        (
            jinlami.knock_limit.of(None),
            jinlami.knock_bonus,
            jinlami.stock_floor,
            jinlami.discard_cap
        ),
        (10, 10, 0, 200)
    );
    let classic = Preset::Classic.rules();
    assert_eq!(
        (
            classic.knock_limit.of(None),
            classic.knock_bonus,
            classic.stock_floor,
            classic.discard_cap
        ),
        (10, 0, 2, 200)
    );
}
