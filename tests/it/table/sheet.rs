//! The score sheet: games, totals, bonuses, and when they decide a match.

use jinlami::cards::Pack;
use jinlami::gin::{self, Bonuses, Ending, GamesScoring, HandScore, Rules, Showdown};
use jinlami::table::{By, Game, Sitter};

use super::*;

/// A match whose hands end as the test says.
fn sheet(terms: Terms) -> Match {
    let events = Table::open(PLACE, ANNA, Invitee::Player(BEN), terms, &chance(0)).unwrap();
    let mut game = Match {
        table: Table::opened(TableId(5), Millis(1), &events[0]).unwrap(),
        log: vec![(Millis(1), events[0].clone())],
        now: Millis(1),
        dice: 0,
    };
    game.take(vec![
        Event::Accepted {
            by: Sitter::Player(BEN),
            press: None,
        },
        Event::Gathered,
    ]);
    game
}

impl Match {
    /// A hand that this seat wins with these points; nobody: a drawn one.
    fn hand(&mut self, winner: Option<Seat>, points: u16) {
        assert!(!self.table.is_over(), "the match is over");
        let nothing = gin::Arrangement::best([].into_iter().collect(), gin::Aces::LOW);
        let score = HandScore {
            winner,
            points,
            ending: if winner.is_some() {
                Ending::Knock
            } else {
                Ending::DrawnStock
            },
            shown: Showdown {
                knocker: winner,
                discard: None,
                arrangements: [nothing; 2],
                laid_off: Vec::new(),
                pattern: None,
            },
        };
        self.take(vec![
            Event::Dealt {
                dealer: Seat::FIRST,
                cut: None,
                pack: Pack::shuffled([1; 32]),
                proof: None,
            },
            Event::Played {
                seat: Seat::FIRST,
                by: By::Person,
                fact: gin::Event::Scored(score),
                press: None,
            },
        ]);
        let replayed = Table::replay(self.table.id(), &self.log).unwrap();
        assert_eq!(replayed.games(), self.table.games());
        assert_eq!(replayed.scores(), self.table.scores());
        let (games, totals) = self.table.sheet_after(self.table.hands().len());
        assert_eq!(
            (games.as_slice(), totals.as_slice()),
            (self.table.games(), self.table.scores())
        );
    }

    fn anna(&mut self, points: u16) {
        self.hand(Some(Seat::FIRST), points);
    }

    fn ben(&mut self, points: u16) {
        self.hand(Some(Seat::SECOND), points);
    }

    fn columns(&self) -> Vec<[i32; 2]> {
        self.table.games().iter().map(|game| game.points).collect()
    }

    fn winners(&self) -> Vec<Option<Seat>> {
        self.table.games().iter().map(|game| game.winner).collect()
    }
}

fn games(games: u8, points: u16, scoring: GamesScoring) -> Terms {
    Terms {
        mode: Mode::Games { games, points, scoring },
        ..Terms::of(Preset::Tedesco)
    }
}

fn bonuses(preset: Preset, mode: Mode, bonuses: Bonuses) -> Terms {
    Terms {
        rules: Rules {
            bonuses,
            ..preset.rules()
        },
        mode,
        ..Terms::of(preset)
    }
}

fn won(seat: Seat, by: WonBy) -> Stage {
    Stage::Over(MatchEnd::Won { winner: seat, by })
}

/// The book's option: 100 for the game, 20 a hand, double for a shutout.
const BOOK: Bonuses = Bonuses {
    game: 100,
    hand: 20,
    shutout_doubles: true,
};

const TO_100: Mode = Mode::Target {
    points: 100,
    within: None,
};

#[test]
fn hollywood_a_first_won_hand_counts_in_game_1_the_second_in_1_and_2_the_third_in_all() {
    let mut game = sheet(Terms::of(Preset::Tedesco));
    game.anna(25);
    assert_eq!(game.columns(), [[25, 0], [0, 0], [0, 0]]);
    game.anna(18);
    assert_eq!(game.columns(), [[43, 0], [18, 0], [0, 0]]);
    game.hand(None, 0);
    game.ben(30);
    assert_eq!(game.columns(), [[43, 30], [18, 0], [0, 0]]);
    game.anna(36);
    assert_eq!(game.columns(), [[79, 30], [54, 0], [36, 0]]);
    game.ben(10);
    assert_eq!(game.columns(), [[79, 40], [54, 10], [36, 0]]);
    game.ben(7);
    game.anna(1);
    assert_eq!(game.columns(), [[80, 47], [55, 17], [37, 7]]);
    assert_eq!(game.table.games()[1].hands, [3, 2]);
    assert_eq!(game.table.scores(), [172, 71]);
    assert_eq!(game.table.stage(), Stage::Playing);
}

#[test]
fn hollywood_a_game_closes_at_200_and_the_match_ends_with_the_last() {
    let mut game = sheet(Terms::of(Preset::Tedesco));
    game.anna(60);
    game.anna(60);
    game.ben(90);
    game.anna(80);
    // 200 is enough.
    assert_eq!(game.columns(), [[200, 90], [140, 0], [80, 0]]);
    assert_eq!(game.winners(), [Some(Seat::FIRST), None, None]);
    // A closed game takes nothing more.
    game.ben(90);
    assert_eq!(game.columns(), [[200, 90], [140, 90], [80, 0]]);
    game.ben(110);
    assert_eq!(game.columns(), [[200, 90], [140, 200], [80, 110]]);
    assert_eq!(game.winners(), [Some(Seat::FIRST), Some(Seat::SECOND), None]);
    assert_eq!(game.table.stage(), Stage::Playing);
    game.anna(120);
    assert_eq!(game.columns(), [[200, 90], [140, 200], [200, 110]]);
    // More games win, not more points.
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Games));
    assert_eq!(game.table.scores(), [540, 400]);
}

#[test]
fn hollywood_more_games_beat_more_points() {
    let mut game = sheet(games(3, 200, GamesScoring::Hollywood));
    game.anna(199);
    game.anna(1);
    game.ben(150);
    game.ben(40);
    assert_eq!(game.columns(), [[200, 0], [1, 190], [0, 0]]);
    game.anna(199);
    assert_eq!(game.winners(), [Some(Seat::FIRST), Some(Seat::FIRST), None]);
    game.ben(599);
    assert_eq!(game.columns(), [[200, 0], [200, 190], [199, 599]]);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Games));
    assert_eq!(game.table.scores(), [599, 789]);
}

#[test]
fn hollywood_whoever_is_shut_out_of_a_game_goes_on_in_the_next() {
    let mut game = sheet(games(3, 200, GamesScoring::Hollywood));
    game.anna(100);
    game.anna(100);
    assert_eq!(game.winners(), [Some(Seat::FIRST), None, None]);
    game.ben(40);
    assert_eq!(game.columns(), [[200, 0], [100, 40], [0, 0]]);
    game.ben(30);
    assert_eq!(game.columns(), [[200, 0], [100, 70], [0, 0]]);
    game.ben(20);
    assert_eq!(game.columns(), [[200, 0], [100, 90], [0, 20]]);
    game.anna(100);
    assert_eq!(game.columns(), [[200, 0], [200, 90], [100, 20]]);
}

#[test]
fn sequential_games_are_played_one_after_another() {
    let mut game = sheet(games(3, 50, GamesScoring::Sequential));
    game.anna(30);
    game.ben(49);
    game.anna(70);
    assert_eq!(game.columns(), [[100, 49], [0, 0], [0, 0]]);
    game.ben(50);
    game.hand(None, 0);
    game.ben(20);
    assert_eq!(game.columns(), [[100, 49], [0, 50], [0, 20]]);
    assert_eq!(game.table.stage(), Stage::Playing);
    game.anna(50);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Games));
}

#[test]
fn level_in_games_the_points_decide_and_level_points_are_a_drawn_match() {
    for (last, end) in [
        (61, won(Seat::SECOND, WonBy::Points)),
        (60, Stage::Over(MatchEnd::Drawn)),
        (59, won(Seat::FIRST, WonBy::Points)),
    ] {
        let mut game = sheet(games(2, 50, GamesScoring::Sequential));
        game.anna(60);
        game.ben(last);
        assert_eq!(game.table.stage(), end);
    }
}

/// Decisions 10, 11 and 14.
#[test]
fn drawn_hands_count_towards_the_hands_a_missed_target_goes_to_the_higher_total_and_level_totals_are_drawn() {
    for mode in [
        Mode::Fixed { hands: 3 },
        Mode::Target {
            points: 100,
            within: Some(3),
        },
    ] {
        for (last, end) in [
            (12, won(Seat::SECOND, WonBy::Points)),
            (11, Stage::Over(MatchEnd::Drawn)),
            (10, won(Seat::FIRST, WonBy::Points)),
        ] {
            let mut game = sheet(Terms {
                mode,
                ..Terms::of(Preset::JinlamiPk)
            });
            game.anna(11);
            game.hand(None, 0);
            assert_eq!(game.table.stage(), Stage::Playing);
            game.ben(last);
            assert_eq!(game.table.stage(), end);
        }
    }
}

/// Decision 15.
#[test]
fn undercut_points_that_reach_the_target_win_the_match_for_the_defender() {
    let terms = Terms {
        mode: Mode::Target {
            points: 50,
            within: None,
        },
        rules: Rules {
            knock_limit: gin::KnockLimit::Points(50),
            ..Preset::Jinlami.rules()
        },
        ..Terms::of(Preset::Jinlami)
    };
    let mut undercuts = 0;
    for dice in 0..40 {
        let mut game = Match::playing_with(dice << 8, terms.clone());
        while game.table.hands().is_empty() {
            game.step(|legal| {
                let knock = legal
                    .iter()
                    .find(|action| matches!(action, Action::Knock(_) | Action::LayOffBest));
                *knock.unwrap_or(&legal[0])
            });
        }
        let score = &game.table.hands()[0].score;
        if let Ending::Undercut(_) = score.ending {
            let defender = score.shown.knocker.unwrap().other();
            assert_eq!(score.winner, Some(defender));
            assert_eq!(game.table.stage(), won(defender, WonBy::Target));
            undercuts += 1;
        }
    }
    assert!(undercuts > 0);
}

#[test]
fn a_game_of_classic_with_the_books_bonuses() {
    let mut game = sheet(bonuses(Preset::Classic, TO_100, BOOK));
    game.anna(33);
    game.ben(11);
    game.anna(60);
    // No bonus counts towards the hundred.
    assert_eq!((game.table.bonuses(), game.table.scores()), ([0, 0], &[93, 11][..]));
    game.hand(None, 0);
    game.anna(7);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Target));
    assert_eq!(game.table.bonuses(), [100 + 3 * 20, 20]);
    assert_eq!(game.table.scores(), [100 + 160, 11 + 20]);
    assert_eq!(game.table.sheet_after(4).1, [93, 11]);
}

#[test]
fn a_shutout_doubles_the_game_bonus() {
    let mut game = sheet(bonuses(Preset::Classic, TO_100, BOOK));
    game.ben(90);
    game.ben(10);
    assert_eq!(game.table.bonuses(), [0, 200 + 40]);
    let once = Bonuses {
        shutout_doubles: false,
        ..BOOK
    };
    let mut game = sheet(bonuses(Preset::Classic, TO_100, once));
    game.ben(100);
    assert_eq!(game.table.bonuses(), [0, 120]);
}

#[test]
fn hollywood_bonuses_are_added_game_by_game() {
    let mode = Mode::Games {
        games: 2,
        points: 50,
        scoring: GamesScoring::Hollywood,
    };
    let mut game = sheet(bonuses(Preset::Tedesco, mode, BOOK));
    game.anna(50);
    assert_eq!(game.table.bonuses(), [220, 0]);
    game.ben(20);
    game.anna(60);
    let second = game.table.games()[1];
    assert_eq!(
        second,
        Game {
            points: [60, 20],
            hands: [1, 1],
            winner: Some(Seat::FIRST),
            bonus: [120, 20]
        }
    );
    assert_eq!(game.table.scores(), [50 + 60 + 340, 20 + 20]);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Games));
}

#[test]
fn a_target_that_nobody_reached_brings_no_bonus() {
    let mode = Mode::Target {
        points: 100,
        within: Some(2),
    };
    let mut game = sheet(bonuses(Preset::JinlamiPk, mode, BOOK));
    game.anna(99);
    game.ben(98);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Points));
    assert_eq!((game.table.bonuses(), game.table.scores()), ([0, 0], &[99, 98][..]));
}

#[test]
fn a_match_without_a_limit_ends_after_999_hands_by_the_higher_total() {
    let hollywood = games(3, 200, GamesScoring::Hollywood);
    for (terms, by) in [(Terms::of(Preset::Classic), WonBy::Points), (hollywood, WonBy::Points)] {
        let mut game = sheet(terms);
        game.ben(5);
        // The sheet alone: replaying at each step would be slow.
        let drawn = game.log.len() - 2..game.log.len();
        for _ in 1..998 {
            let mut events: Vec<Event> = game.log[drawn.clone()].iter().map(|(_, event)| event.clone()).collect();
            if let Event::Played {
                fact: gin::Event::Scored(score),
                ..
            } = &mut events[1]
            {
                score.winner = None;
            }
            events.iter().for_each(|event| game.table.evolve(game.now, event));
            assert_eq!(game.table.stage(), Stage::Playing);
        }
        assert_eq!(game.table.hands().len(), 998);
        let last: Vec<Event> = game.log[drawn].iter().map(|(_, event)| event.clone()).collect();
        last.iter().for_each(|event| game.table.evolve(game.now, event));
        assert_eq!(game.table.hands().len(), usize::from(Terms::HANDS_CAP));
        assert_eq!(game.table.stage(), won(Seat::SECOND, by));
    }
}

#[test]
fn the_hand_given_up_counts_in_the_games_and_the_match_is_lost() {
    let mut game = Match::playing(bonuses(
        Preset::Tedesco,
        Mode::Games {
            games: 3,
            points: 200,
            scoring: GamesScoring::Hollywood,
        },
        BOOK,
    ));
    game.wish(BEN, Wish::Resign).unwrap();
    let points = i32::from(game.table.hands()[0].score.points);
    assert!(points >= 25);
    assert_eq!(game.columns(), [[points, 0], [0, 0], [0, 0]]);
    assert_eq!(game.table.stage(), won(Seat::FIRST, WonBy::Forfeit(Why::Resigned)));
}

/// Whoever is to move plays as the clock would, but is there.
fn automatic(game: &mut Match) {
    let (_, action) = game.table.hand().unwrap().automatic().unwrap();
    game.step(|_| action);
}

#[test]
fn the_clock_misses_one_turn_with_one_turn_whatever_follows_it() {
    for fiftieth_card in [false, true] {
        let rules = Rules {
            fiftieth_card,
            knock_limit: gin::KnockLimit::Points(50),
            stock_floor: 20,
            ..Preset::Classic.rules()
        };
        let mut game = Match::playing(Terms {
            rules,
            mode: Mode::Fixed { hands: 3 },
            ..Terms::of(Preset::Classic)
        });
        let last = |game: &Match| {
            let hand = game.table.hand().unwrap();
            *hand.phase() == Phase::Draw && hand.view(None).stock == 21
        };
        while !last(&game) {
            automatic(&mut game);
        }
        let sleeper = game.table.to_move().unwrap();
        game.run_out();
        assert_eq!(game.table.missed(sleeper), 1);
        if fiftieth_card {
            assert_eq!(*game.table.hand().unwrap().phase(), Phase::Last);
            assert_eq!(game.table.to_move(), Some(sleeper.other()));
            // Left to the clock, the hand is drawn.
            game.run_out();
            assert_eq!(game.table.missed(sleeper.other()), 1);
        }
        assert_eq!(game.table.hands().len(), 1);
        assert_eq!(game.table.hands()[0].score.ending, Ending::DrawnStock);
    }
}

/// Plays a match to its end by random legal moves; who can knock does.
fn at_random(game: &mut Match, seed: u32) {
    let mut turn = seed;
    while !game.table.is_over() {
        turn = turn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        game.step(|legal| {
            let knock = |action: &&Action| matches!(action, Action::Knock(_) | Action::LayOffBest);
            let knock = legal.iter().find(knock);
            *knock.unwrap_or(&legal[(turn >> 8) as usize % legal.len()])
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// No match gives more points than its terms are said to give at most, and nobody ends below nothing.
    #[test]
    fn no_match_gives_more_than_its_terms_can(
        seed in any::<u32>(),
        preset in proptest::sample::select(Preset::ALL.to_vec()),
        hands in 1_u16..5,
        points in proptest::option::of(1_u16..150),
        bonus in any::<bool>(),
    ) {
        let mode = match points {
            Some(points) => Mode::Target { points, within: Some(hands) },
            None => Mode::Fixed { hands },
        };
        // A game's bonuses need a target.
        let book = bonus && points.is_some();
        let terms = bonuses(preset, mode, if book { BOOK } else { Bonuses::default() });
        let mut game = Match::playing_with(u64::from(seed) << 20, terms);
        at_random(&mut game, seed);
        let most = game.table.terms().most();
        for scored in game.table.scores() {
            prop_assert!((0..=most).contains(scored), "{scored} of {most}");
        }
    }

    /// Whole matches of several games by random legal moves, under every preset: the log replays to the same sheet, the
    /// totals are the sum of the columns, and the end is the games'.
    #[test]
    fn whole_matches_of_games_hold_the_modes_rules(
        seed in any::<u32>(),
        preset in proptest::sample::select(Preset::ALL.to_vec()),
        count in 1_u8..4,
        points in 1_u16..90,
        hollywood in any::<bool>(),
        bonus in any::<bool>(),
    ) {
        let scoring = if hollywood { GamesScoring::Hollywood } else { GamesScoring::Sequential };
        let mode = Mode::Games { games: count, points, scoring };
        let terms = bonuses(preset, mode, if bonus { BOOK } else { Bonuses::default() });
        let mut game = Match::playing_with(u64::from(seed) << 20, terms);
        at_random(&mut game, seed);
        let table = &game.table;
        let replayed = Table::replay(table.id(), &game.log).unwrap();
        prop_assert_eq!(replayed.games(), table.games());
        prop_assert_eq!(replayed.stage(), table.stage());
        prop_assert_eq!(table.games().len(), usize::from(count));
        prop_assert!(table.games().iter().all(|game| game.winner.is_some()));
        for seat in Seat::BOTH {
            let at = seat.index();
            let sum: i32 = table.games().iter().map(|game| game.points[at] + game.bonus[at]).sum();
            prop_assert_eq!(sum, table.scores()[at]);
            prop_assert!((0..=table.terms().most()).contains(&sum), "{} of {}", sum, table.terms().most());
            for game in table.games() {
                prop_assert_eq!(game.points[at] >= i32::from(points), game.winner == Some(seat));
            }
        }
        let games = |seat| table.games().iter().filter(|game| game.winner == Some(seat)).count();
        let (one, two) = (games(Seat::FIRST), games(Seat::SECOND));
        match table.stage() {
            Stage::Over(MatchEnd::Won { winner, by: WonBy::Games | WonBy::Target }) => prop_assert!(games(winner) > games(winner.other())),
            Stage::Over(MatchEnd::Won { winner, by: WonBy::Points }) => {
                prop_assert_eq!(one, two);
                prop_assert!(table.scores()[winner.index()] > table.scores()[winner.other().index()]);
            }
            Stage::Over(MatchEnd::Drawn) => prop_assert!(one == two && table.scores()[0] == table.scores()[1]),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
