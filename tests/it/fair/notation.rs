//! A match as text: written, read, played again; and whatever else is thrown at the reader.

use jinlami::gin::{self, Action, Mode, Preset};
use jinlami::id::{Millis, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::table::notation::{self, Fault, read, write};
use jinlami::table::{By, Chance, Checked, Deal, Event, HandRecord, Invitee, Stage, Table, Terms, Wish};
use proptest::prelude::*;

use crate::dice::Dice;
use crate::effort::cases;

const ID: TableId = TableId(0x1234_5678);
const PINNED: [(&str, &str); 6] = [
    ("jinlami", include_str!("../vectors/match-jinlami.txt")),
    ("jinlami-pk", include_str!("../vectors/match-jinlami-pk.txt")),
    ("classic", include_str!("../vectors/match-classic.txt")),
    ("oklahoma", include_str!("../vectors/match-oklahoma.txt")),
    ("tedesco", include_str!("../vectors/match-tedesco.txt")),
    ("old", include_str!("../vectors/match-old.txt")),
];

/// A match that is played by dice.
struct Game {
    table: Table,
    log: Vec<(Millis, Event)>,
    dice: Dice,
}

impl Game {
    fn new(seed: u64, invitee: Invitee, terms: Terms) -> Game {
        let mut dice = Dice::new(seed);
        let place = Place {
            venue: Venue {
                platform: Platform::Telegram,
                chat: -77,
            },
            channel: 0,
        };
        let chance = chance(&mut dice);
        let mut events = Table::open(place, PlayerId(4711), invitee, terms, &chance).unwrap();
        let first = events.remove(0);
        let mut game = Game {
            table: Table::opened(ID, Millis(5), &first).unwrap(),
            log: vec![(Millis(5), first)],
            dice,
        };
        game.take(events);
        game
    }

    /// Two persons, or one and the computer, with cards dealt.
    fn dealt(seed: u64, computer: bool, terms: Terms) -> Game {
        let invitee = if computer {
            Invitee::Robot
        } else {
            Invitee::Player(PlayerId(4712))
        };
        let mut game = Game::new(seed, invitee, terms);
        if !computer {
            game.wish(Seat::SECOND, Wish::Accept);
        }
        let chance = chance(&mut game.dice);
        game.take(game.table.gather(Millis(6), &chance));
        game
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            self.table.evolve(Millis(7), &event);
            self.log.push((Millis(7), event));
        }
    }

    fn wish(&mut self, seat: Seat, wish: Wish) {
        let chance = chance(&mut self.dice);
        let player = PlayerId(4711 + i64::from(seat.0));
        if let Ok(events) = self.table.decide(player, None, None, wish, &chance) {
            self.take(events);
        }
    }

    /// One step: mostly sensible, now and then anything legal, an absence or a courtesy.
    fn step(&mut self) {
        let Some(seat) = self.table.to_move() else { return };
        let legal = self.table.hand().unwrap().legal(seat);
        let what = self.dice.below(400);
        let view = self.table.view(Some(seat)).hand.unwrap();
        let action = match what {
            0..60 => legal[self.dice.below(legal.len())],
            _ => jinlami::robot::choose(&view).unwrap(),
        };
        let chance = chance(&mut self.dice);
        match what {
            395.. => self.take(self.table.out_of_time(Millis(8), &chance)),
            394 => self.wish(seat, Wish::OfferDraw),
            393 => {
                let player = PlayerId(4711 + i64::from(seat.0));
                let words = format!("words {}", self.dice.below(1000));
                if let Ok(events) = self.table.cut(player, &words) {
                    self.take(events);
                }
            }
            _ if self.table.seats()[seat.index()].player().is_none() => {
                self.take(self.table.robot(seat, action, &chance).unwrap());
            }
            _ => self.wish(seat, Wish::Play(action)),
        }
    }

    fn play(&mut self) {
        for _ in 0..20_000 {
            if self.table.is_over() {
                return;
            }
            self.step();
        }
        panic!("the match does not end");
    }

    fn text(&self) -> String {
        write(ID, &self.log).unwrap()
    }
}

fn chance(dice: &mut Dice) -> Chance {
    let mut root = [0; 32];
    for part in root.chunks_mut(8) {
        part.copy_from_slice(&dice.next().to_le_bytes());
    }
    Chance {
        root,
        press: i64::try_from(dice.next() >> 20).ok(),
    }
}

/// What a text must bring back of a match.
fn told(table: &Table, log: &[(Millis, Event)]) -> impl PartialEq + std::fmt::Debug + use<> {
    let hand = |record: &HandRecord| (record.number, record.dealer, record.score.clone(), record.proof.clone());
    let deal = |deal: Deal| {
        (
            deal.number,
            deal.checked,
            deal.pack.cards().to_vec(),
            deal.cut,
            deal.commitment,
        )
    };
    (
        (table.id(), table.terms().clone(), table.seats().len()),
        table.hands().iter().map(hand).collect::<Vec<_>>(),
        (
            table.scores().to_vec(),
            table.commitment(),
            format!("{:?}", table.games()),
        ),
        Table::deals(log).into_iter().map(deal).collect::<Vec<_>>(),
    )
}

fn terms(preset: Preset) -> Terms {
    let mode = match preset {
        Preset::Jinlami => Mode::Fixed { hands: 3 },
        _ => preset.mode(),
    };
    Terms {
        mode,
        ..Terms::of(preset)
    }
}

#[test]
fn every_match_comes_back_from_its_text() {
    let mut ends = std::collections::HashSet::new();
    for preset in Preset::ALL {
        for seed in 0..12 {
            let mut game = Game::dealt(seed, seed.is_multiple_of(3), terms(preset));
            game.play();
            let text = game.text();
            let (id, log) = read(&text).unwrap_or_else(|error| panic!("{preset} {seed}: {error}\n{text}"));
            let again = Table::replay(id, &log).unwrap();
            assert_eq!(told(&again, &log), told(&game.table, &game.log), "{preset} {seed}");
            assert_eq!(again.stage(), game.table.stage());
            assert_eq!(write(id, &log).unwrap(), text);
            ends.insert(text.lines().last().unwrap().split(' ').next_back().unwrap().to_owned());
            assert!(
                !text.contains("4711") && !text.contains("-77"),
                "no person and no place"
            );
        }
    }
    assert!(ends.len() >= 3, "{ends:?}");
}

#[test]
fn a_running_match_gives_nothing_of_the_running_hand_away() {
    // C-123: whatever is exported in the middle of a match tells of finished hands only.
    let mut game = Game::dealt(3, false, terms(Preset::Jinlami));
    let mut checked = 0;
    while !game.table.is_over() {
        let text = game.text();
        let finished = game.table.hands().len();
        assert_eq!(text.matches("\nhand ").count(), finished);
        assert!(text.ends_with("\nresult running\n"), "{text}");
        let Some((_, Event::Dealt { pack, proof, .. })) = game
            .log
            .iter()
            .rev()
            .find(|(_, event)| matches!(event, Event::Dealt { .. }))
        else {
            panic!("no deal");
        };
        let letters: String = pack.cards().iter().map(|card| card.letters()).collect();
        assert!(!text.contains(&letters));
        assert!(!text.contains(&proof.as_ref().unwrap().seed.hex()));
        let root = game.log.iter().find_map(|(_, event)| match event {
            Event::Sealed { root, .. } => Some(serde_json::to_string(&root.unwrap()).unwrap()),
            _ => None,
        });
        assert!(
            !text.contains(root.unwrap().trim_matches('"')),
            "the root stays here for ever"
        );
        let (id, log) = read(&text).unwrap();
        assert_eq!(Table::replay(id, &log).unwrap().hands().len(), finished);
        checked += 1;
        game.step();
    }
    assert!(checked > 40);
}

#[test]
fn a_match_without_any_hand_comes_back_too() {
    let person = Invitee::Player(PlayerId(4712));
    let usual = terms(Preset::Classic);
    let mut games = vec![
        Game::new(1, person.clone(), usual.clone()),
        Game::new(1, Invitee::Anyone, usual.clone()),
        Game::new(1, Invitee::Robot, usual.clone()),
    ];
    for wish in [Wish::Decline, Wish::Accept] {
        let mut game = Game::new(1, person.clone(), usual.clone());
        game.wish(Seat::SECOND, wish);
        games.push(game);
    }
    let mut withdrawn = Game::new(1, person, usual.clone());
    withdrawn.wish(Seat::FIRST, Wish::Withdraw);
    games.push(withdrawn);
    let mut aborted = Game::dealt(1, false, usual.clone());
    aborted.wish(Seat::SECOND, Wish::Abort);
    assert!(aborted.table.is_over());
    games.push(aborted);
    let mut lapsed = Game::new(1, Invitee::Anyone, usual);
    lapsed.take(lapsed.table.lapse());
    games.push(lapsed);
    for game in games {
        let text = game.text();
        let (id, log) = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(write(id, &log).unwrap(), text);
        let again = Table::replay(id, &log).unwrap();
        let over = |table: &Table| (table.is_over(), table.seats().len());
        assert_eq!(over(&again), over(&game.table), "{text}");
    }
}

#[test]
fn pinned_matches_are_replayed_to_the_same_result() {
    for (name, text) in PINNED {
        let (id, log) = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = Table::replay(id, &log).unwrap();
        assert!(table.is_over(), "{name}");
        assert_eq!(
            table.terms().preset.name(),
            if name == "old" { "jinlami" } else { name }
        );
        assert_eq!(write(id, &log).unwrap(), text, "{name}");
        let wanted = if name == "old" {
            Checked::Unsealed
        } else {
            Checked::Fair
        };
        let deals = Table::deals(&log);
        assert!(deals.len() >= 2, "{name}");
        assert!(deals.iter().all(|deal| deal.checked == wanted), "{name}");
    }
    // A match of the first release: the defender was asked even where nothing fitted.
    assert!(PINNED[5].1.contains(" asks\n"));
}

/// Writes the pinned matches anew, when the rules of a preset change: `JINLAMI_PIN=1 cargo test pinned_matches_are_made`.
#[test]
fn pinned_matches_are_made() {
    if std::env::var_os("JINLAMI_PIN").is_none() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/vectors");
    for preset in Preset::ALL {
        let mut game = Game::dealt(2026, false, terms(preset));
        game.play();
        std::fs::write(folder.join(format!("match-{preset}.txt")), game.text()).unwrap();
    }
    std::fs::write(folder.join("match-old.txt"), first_release()).unwrap();
}

/// A match as the first release would have logged it: not sealed, and every defender asked.
fn first_release() -> String {
    for seed in 0.. {
        let mut game = Game::new(seed, Invitee::Player(PlayerId(4712)), terms(Preset::Jinlami));
        game.log.truncate(1);
        game.table = Table::replay(ID, &game.log).unwrap();
        game.wish(Seat::SECOND, Wish::Accept);
        game.take(vec![Event::Gathered]);
        while !game.table.is_over() {
            if game.table.to_move().is_none() {
                let (number, pack) = (game.table.hand_number(), game.dice.pack());
                let dealer = Seat(u8::try_from(number % 2).unwrap());
                let (cut, proof) = (None, None);
                game.take(vec![Event::Dealt {
                    dealer,
                    cut,
                    pack,
                    proof,
                }]);
            }
            let seat = game.table.to_move().unwrap();
            let view = game.table.view(Some(seat)).hand.unwrap();
            let action = jinlami::robot::choose(&view).unwrap();
            let mut facts = game.table.hand().unwrap().decide(seat, &action).unwrap();
            if let [gin::Event::Knocked(_), gin::Event::Scored(score)] = &facts[..]
                && !matches!(score.ending, gin::Ending::Gold(_))
            {
                facts.pop();
            }
            let (by, press) = (By::Person, None);
            let played = facts.into_iter().map(|fact| Event::Played { seat, by, fact, press });
            game.take(played.collect());
        }
        let text = game.text();
        if text.contains(" asks\n") {
            return text;
        }
    }
    unreachable!("some knock leaves nothing to lay off")
}

#[test]
fn a_changed_line_is_refused_with_its_reason() {
    let text = PINNED[0].1;
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        read(&text.replacen(from, to, 1)).unwrap_err()
    };
    for (from, to, why) in [
        ("jinlami match 1", "jinlami match 2", "expected jinlami match 1"),
        ("match ", "match !", "expected"),
        ("seats person person", "seats computer person", "expected person"),
        ("terms mode.fixed.hands 3", "terms mode.fixed.hands 0", "out of bounds"),
        ("terms mode.fixed.hands 3", "terms mode.fixed.hands 2", "expected"),
        (
            "terms mode.fixed.hands 3",
            "terms mode.fixed.hands 3\nterms mode.fixed.hands 3",
            "the terms",
        ),
        ("terms mode.fixed.hands 3\n", "", "the terms"),
        ("terms preset \"jinlami\"", "terms preset \"poker\"", "the terms"),
        ("seal ", "seal 0", "64 hexadecimal digits"),
        ("\nhand 1\n", "\nhand 2\n", "it must be “hand 1”"),
        ("\ndealer ", "\ndealer 3", "expected 1 or 2"),
        ("\npack ", "\npack KD", "a pack of 52 cards"),
        ("\nseed ", "\nseed 0", "64 hexadecimal digits"),
        ("\nresult won", "\nresult drawn\nresult won", "it must be “result won"),
        (" draw ", " draw XX ", "a card"),
        (" discard ", " dance ", "an act"),
    ] {
        let error = refused(from, to).to_string();
        assert!(error.contains(why), "{from} → {to}: {error}");
    }
    // The score, the number of a hand, a card: whatever a line says is checked against the rules.
    let score = text.lines().position(|line| line.starts_with("score ")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut changed = lines.clone();
        changed[at] = line;
        read(&changed.join("\n")).unwrap_err()
    };
    let error = with(score, "score 1 9999 knock");
    assert_eq!(error.line, score + 1);
    assert_eq!(error.why, Fault::Otherwise(lines[score].to_owned()));
    // Somebody else's turn.
    let first = lines
        .iter()
        .position(|line| line.starts_with("1 ") || line.starts_with("2 "))
        .unwrap();
    let other = lines[first].replacen(if lines[first].starts_with('1') { "1 " } else { "2 " }, "", 1);
    let seat = if lines[first].starts_with('1') { "2" } else { "1" };
    let error = with(first, &format!("{seat} {other}"));
    assert_eq!(
        (
            error.line,
            error.to_string().contains("other player’s turn") || error.to_string().contains("other player's turn")
        ),
        (first + 1, true),
        "{error}"
    );
    // Cut off, too long, nothing.
    assert!(
        read(&lines[..lines.len() - 1].join("\n"))
            .unwrap_err()
            .to_string()
            .contains("a result")
    );
    assert!(
        read(&format!("{text}1 pass\n"))
            .unwrap_err()
            .to_string()
            .contains("nothing after the result")
    );
    assert_eq!(read("").unwrap_err().why, Fault::Expected(notation::HEADER));
    assert_eq!(
        read(&"x".repeat(notation::SIZE_MAX + 1)).unwrap_err().why,
        Fault::TooLong
    );
    // Remarks and empty lines say nothing.
    let with_remarks = format!(
        "# found in a drawer\n\n{}",
        text.replace("\nscore", "\n\n# what came of it\nscore")
    );
    assert!(read(&with_remarks).is_ok());
}

#[test]
fn a_forged_deal_is_found() {
    let text = PINNED[0].1;
    let checked = |text: &str| {
        let (_, log) = read(text).unwrap_or_else(|error| panic!("{error}"));
        Table::deals(&log).iter().map(|deal| deal.checked).collect::<Vec<_>>()
    };
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    assert!(checked(text).iter().all(|&found| found == Checked::Fair));
    let added = line("entropy 1 ");
    let forged = checked(&text.replacen(added, &format!("{added}0"), 1));
    assert_eq!((forged[0], forged[1]), (Checked::WrongDeal, Checked::Fair));
    // Another seed, a hand's own seed for the next one, another seal.
    let seed = line("seed ");
    let other = if seed.ends_with('0') { "1" } else { "0" };
    let forged = checked(&text.replacen(seed, &format!("{}{other}", &seed[..seed.len() - 1]), 1));
    assert_eq!(forged[0], Checked::WrongSeed);
    let seal = line("seal ");
    let forged = checked(&text.replacen(seal, &seed.replacen("seed", "seal", 1), 1));
    assert!(forged.iter().all(|&found| found == Checked::WrongSeed));
    assert!(
        checked(&text.replacen(&format!("{seal}\n"), "", 1))
            .iter()
            .all(|&found| found == Checked::Unsealed)
    );
}

/// Whatever is read is a match that can be written, and comes back the same.
fn sound(text: &str) {
    if let Ok((id, log)) = read(text) {
        let table = Table::replay(id, &log).unwrap();
        assert!(table.hands().len() <= 999 && !matches!(table.stage(), Stage::Gathering if !table.hands().is_empty()));
        let written = write(id, &log).unwrap();
        let (_, again) = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(write(id, &again).unwrap(), written);
        assert!(Table::deals(&log).len() <= usize::from(table.hand_number()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(200)) })]

    #[test]
    fn no_text_disturbs_the_reader(text in "(jinlami match 1\nmatch [0-9a-z]{1,14}\n)?(\\PC|\n){0,300}") {
        sound(&text);
    }

    #[test]
    fn no_change_of_a_match_disturbs_the_reader(
        which in 0_usize..6,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0_u8..7, any::<prop::sample::Index>(), "\\PC{0,8}"), 1..4),
    ) {
        let mut lines: Vec<String> = PINNED[which].1.lines().map(str::to_owned).collect();
        for (at, how, other, text) in changes {
            let (at, other) = (at.index(lines.len()), other.index(lines.len()));
            match how {
                0 => { lines.remove(at); }
                1 => lines.swap(at, other),
                2 => lines[at] = lines[other].clone(),
                3 => lines.insert(at, text),
                4 => {
                    let cut = lines[at].char_indices().map(|(byte, _)| byte).nth(other % 20).unwrap_or(0);
                    lines[at].insert_str(cut, &text);
                }
                5 => lines.truncate(at.max(1)),
                _ => lines[at] = lines[at].replace(['1', 'K'], "2"),
            }
            if lines.is_empty() {
                lines.push(text_of_nothing());
            }
        }
        sound(&lines.join("\n"));
    }
}

fn text_of_nothing() -> String {
    String::from("result running")
}

#[test]
fn any_arrangement_shown_comes_back() {
    // A knocker who shows another arrangement than the best one.
    let mut other = 0;
    for seed in 0..60 {
        let mut game = Game::dealt(1000 + seed, false, terms(Preset::Classic));
        for _ in 0..400 {
            let Some(seat) = game.table.to_move() else { break };
            let legal = game.table.hand().unwrap().legal(seat);
            let second = legal.iter().find(|action| matches!(action, Action::KnockWith(_, 1..)));
            match second {
                Some(&action) => {
                    other += 1;
                    game.wish(seat, Wish::Play(action));
                }
                None => game.step(),
            }
        }
        while !game.table.is_over() {
            game.step();
        }
        let text = game.text();
        let (id, log) = read(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(write(id, &log).unwrap(), text);
        let again = Table::replay(id, &log).unwrap();
        assert_eq!(told(&again, &log), told(&game.table, &game.log));
    }
    assert!(other > 3, "only {other} other arrangements");
}
