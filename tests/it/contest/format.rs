//! Formats as they are written, and every way to write them wrong.

use jinlami::contest::{
    BadFormat, Count, Flaw, Format, Kind, NoShow, Pace, Seeding, Squads, Stage, Start, TieBreak, Uneven, Unfinished,
};

use super::arena::one;

const TEMPLATES: &str = r#"
[friday]
title = "Friday Swiss"
terms = "classic hands=6"
fee = 20
size = { least = 4, most = 32 }
sign_up = { check_in = 30, late = 2 }
start = "at_time"
seeding = "rating"
rounds = { minutes = 60, appear = 10, rest = 1, no_show = "drop", walkover = 30, unfinished = "draw" }

[[friday.stages]]
play = { swiss = { rounds = 5 } }
advance = 8
tie_breaks = ["buchholz", "direct", "wins"]

[[friday.stages]]
play = { knockout = { third_place = true } }

[survivors]
title = "打立出局"
rated = false
start = "when_full"

[[survivors.stages]]
play = { elimination = { start = 500, grow_every = 2, grow_by = 1, keep = 4 } }
advance = 4
carry = 50

[[survivors.stages]]
play = { fixed = { matches = 3 } }
pace = "free"

[league]
title = "隊式賽"
squads = { least = 3, most = 5, substitutes = 2 }
stages = [{ play = { team = { uneven = "average" } } }]

[cup]
title = "達標"
stages = [{ play = { target = { points = 200, rounds = 12 } }, advance = 2 }, { play = { round_robin = {} }, count = "hands" }]
"#;

#[test]
fn templates_are_read_as_they_are_written() {
    let formats = Format::templates(TEMPLATES).unwrap();
    assert_eq!(
        formats.keys().map(String::as_str).collect::<Vec<_>>(),
        ["cup", "friday", "league", "survivors"]
    );
    let friday = &formats["friday"];
    assert_eq!(
        (friday.title.as_str(), friday.terms.as_str(), friday.fee),
        ("Friday Swiss", "classic hands=6", 20)
    );
    assert_eq!((friday.size.least, friday.size.most), (4, 32));
    assert_eq!(
        (friday.sign_up.check_in, friday.sign_up.late, friday.sign_up.waiting),
        (Some(30), 2, true)
    );
    assert_eq!(
        (friday.start, friday.seeding, friday.rated),
        (Start::AtTime, Seeding::Rating, true)
    );
    let rounds = friday.rounds;
    assert_eq!(
        (rounds.minutes, rounds.appear, rounds.rest, rounds.walkover),
        (60, 10, 1, 30)
    );
    assert_eq!((rounds.no_show, rounds.unfinished), (NoShow::Drop, Unfinished::Draw));
    assert_eq!(friday.stages[0].play, Kind::Swiss { rounds: Some(5) });
    assert_eq!(
        friday.stages[0].tie_breaks(),
        [TieBreak::Buchholz, TieBreak::Direct, TieBreak::Wins]
    );
    assert_eq!(friday.stages[1].play, Kind::Knockout { third_place: true });
    let survivors = &formats["survivors"];
    assert!(!survivors.rated && survivors.stages[0].carry == 50 && survivors.stages[1].pace == Pace::Free);
    assert_eq!(survivors.stages[1].count(), Count::Hands);
    let Kind::Elimination {
        start,
        line,
        base,
        keep,
        ..
    } = survivors.stages[0].play
    else {
        panic!();
    };
    assert_eq!((start, line, base, keep), (500, 1, 1, 4));
    let league = &formats["league"];
    let squads = Squads {
        least: 3,
        most: 5,
        substitutes: 2,
    };
    assert_eq!(league.squads, Some(squads));
    let team = Kind::Team {
        uneven: Uneven::Average,
        hands: None,
    };
    assert_eq!(league.stages[0].play, team);
    assert_eq!(formats["cup"].stages[1].count(), Count::Hands);
    // The same format is stored with the event and read back.
    for format in formats.values() {
        let text = serde_json::to_string(format).unwrap();
        assert_eq!(serde_json::from_str::<Format>(&text).unwrap(), *format);
    }
}

#[test]
fn what_is_no_format_is_refused_with_its_line() {
    for (text, said) in [
        ("[e]\ntitle = \"x\"\nstages = [{ play = { swizz = {} } }]\n", "swizz"),
        ("[e]\ntitle = \"x\"\nstagez = 3\n", "stagez"),
        (
            "[e]\ntitle = \"x\"\nstages = [{ play = { swiss = { laps = 3 } } }]\n",
            "laps",
        ),
        ("[e]\nstages = [{ play = { swiss = {} } }]\n", "title"),
        ("[e]\ntitle = \"x\"\nsize = { most = -1 }\nstages = []\n", "line 3"),
        ("[e", "line 1"),
    ] {
        let Err(BadFormat::Toml(error)) = Format::templates(text) else {
            panic!("{text}");
        };
        assert!(error.contains(said), "{error}");
    }
    let wrong = "[good]\ntitle = \"x\"\nstages = [{ play = { swiss = {} } }]\n[bad]\ntitle = \"\"\nstages = []\n";
    let error = Format::templates(wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "event \"bad\": the title must have 1 to 100 characters"
    );
}

#[test]
fn every_flaw_is_found() {
    let swiss = || one(Kind::Swiss { rounds: Some(3) });
    let knockout = Stage::of(Kind::Knockout { third_place: false });
    let team = Stage::of(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    let elimination = Stage::of(Kind::Elimination {
        start: 100,
        line: 1,
        base: 1,
        grow_every: 1,
        grow_by: 1,
        keep: 3,
        rounds: 9,
    });
    assert_eq!(swiss().check(), Ok(()));
    let with = |change: &dyn Fn(&mut Format)| {
        let mut format = swiss();
        change(&mut format);
        format.check().unwrap_err()
    };
    let squads = Squads {
        least: 1,
        most: 4,
        substitutes: 0,
    };
    type Change<'a> = &'a dyn Fn(&mut Format);
    let wrong: [(Change<'_>, Flaw); 27] = [
        (&|format| format.title = " ".to_owned(), Flaw::Title),
        (&|format| format.title = "隊".repeat(101), Flaw::Title),
        (&|format| format.terms = "x".repeat(6_001), Flaw::Terms),
        (&|format| format.size.least = 1, Flaw::Size),
        (&|format| format.size.least = 257, Flaw::Size),
        (&|format| format.size.most = 257, Flaw::Size),
        (&|format| format.stages.clear(), Flaw::Stages),
        (&|format| format.stages = vec![knockout.clone(); 7], Flaw::Stages),
        (&|format| format.rounds.appear = 0, Flaw::Minutes),
        (
            &|format| format.rounds.appear = format.rounds.minutes + 1,
            Flaw::Minutes,
        ),
        (&|format| format.rounds.rest = 43_201, Flaw::Minutes),
        (&|format| format.sign_up.check_in = Some(0), Flaw::CheckIn),
        (
            &|format| {
                format.sign_up.check_in = Some(9);
                format.start = Start::WhenFull;
            },
            Flaw::CheckIn,
        ),
        (
            &|format| {
                format.sign_up.late = 1;
                format.stages = vec![knockout.clone()];
            },
            Flaw::Late,
        ),
        (&|format| format.stages = vec![team.clone()], Flaw::NoSquads),
        (&|format| format.squads = Some(squads), Flaw::TeamsAlone),
        (
            &|format| {
                format.stages = vec![team.clone()];
                format.size.most = 8;
                format.squads = Some(Squads { least: 5, ..squads });
            },
            Flaw::Squads,
        ),
        (
            &|format| format.stages.push(knockout.clone()),
            Flaw::Advance { stage: 1 },
        ),
        (
            &|format| format.stages[0].advance = Some(4),
            Flaw::AdvanceNowhere { stage: 1 },
        ),
        (
            &|format| {
                format.size.most = 8;
                format.stages[0].advance = Some(8);
                format.stages.push(knockout.clone());
            },
            Flaw::Advance { stage: 1 },
        ),
        (&|format| format.stages[0].carry = 10, Flaw::Carry { stage: 1 }),
        (
            &|format| format.stages[0].play = Kind::Swiss { rounds: Some(0) },
            Flaw::Figures { stage: 1 },
        ),
        (
            &|format| format.stages[0].play = Kind::Fixed { matches: 61 },
            Flaw::Figures { stage: 1 },
        ),
        (
            &|format| format.stages[0].play = Kind::RoundRobin { cycles: 5 },
            Flaw::Figures { stage: 1 },
        ),
        (
            &|format| {
                format.stages = vec![elimination.clone(), knockout.clone()];
                format.stages[0].advance = Some(4);
            },
            Flaw::Keep { stage: 1 },
        ),
        (
            &|format| format.stages[0].tie_breaks = Some(vec![TieBreak::Wins, TieBreak::Direct, TieBreak::Wins]),
            Flaw::TieBreaks { stage: 1 },
        ),
        (&|format| format.stages[0].pace = Pace::Free, Flaw::Pace { stage: 1 }),
    ];
    for (change, flaw) in wrong {
        assert_eq!(with(change), flaw, "{flaw}");
    }
}
