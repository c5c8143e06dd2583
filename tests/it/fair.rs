//! Deals that anybody can check: the shuffle, the seal, what players add, three programs that agree, and a match as text.

mod notation;
mod proof;

use std::collections::HashSet;
use std::process::Command;

use jinlami::cards::{Pack, Root, deal_key};
use jinlami::id::Millis;
use jinlami::table::{Event, Table};

use crate::program::program;

fn letters(pack: &Pack) -> String {
    pack.cards().iter().map(|card| card.letters()).collect()
}

#[test]
fn fixed_seeds_give_these_packs() {
    // C-120: written down once; computed first by the script in the README, which shares no code with the program.
    for (byte, hand, entropy, cut, pack) in [
        (
            0,
            1,
            ["", ""],
            "2C3D",
            "7H7CJC5HAD5S2SQD3CQS6DQHKD3SQC2CTC6C8DJD4S2D4D5C6H9H7DAHACKHTHKC9S3D3H5D7S4C9D8C6STDTS8SASKS4H2HJS9C8HJH",
        ),
        (
            7,
            1,
            ["1021 no peeking", "1022 金拉米"],
            "7SKH",
            "KD3CQHAC2D4H8S8H9D8D7CTD8CJC7HQC5H4C9C9H6S3SKHTH6CTC7SAS5C2CQD7DJS5D5STS6HQS4D4S2H3HAHJH2S3D6DKC9SJDKSAD",
        ),
        (
            7,
            2,
            ["1021 no peeking", "1022 金拉米"],
            "AHAC",
            "TH5HAH8SKD9H7DJDQSKH6D8CJC5DADAS7C2DJS8DJH2HACQC3CQH5SKS4S3D9D4C3S6S4D8HKC6C7S9C2CTCTS7H4H6HQD3H9S5C2STD",
        ),
        (
            255,
            999,
            ["9223372036854775807", "it’s “quoted” \\ $(x)"],
            "TDKD",
            "3CJC6D9HKD5CKCKHASKS3H8SJDAH6STD8C8HAD7D5HTC4H8D2HQS5S4CQD9S6H3S9C2S9D7C3DTHJH5D7H2C4SQCAC4D6CQHTS2DJS7S",
        ),
    ] {
        let root = Root::new([byte; 32]);
        let key = deal_key(&root.seed(hand), hand, entropy);
        assert_eq!(letters(&key.pack()), pack, "{byte} {hand}");
        assert_eq!(letters(&key.cut())[..4], *cut, "{byte} {hand}");
    }
}

#[test]
fn a_million_deals_favour_no_card_and_no_place() {
    // C-120. 52 × 52 cells, 51 × 51 degrees of freedom, since every place holds one card and every card lies in one place;
    // a whole pack at a time spreads by 52/51 more than single draws would. For so many degrees the statistic is close to
    // normal: mean 2601, deviation √(2 · 2601) ≈ 72. Five deviations on both sides: a fair shuffle fails once in 1.7 million
    // runs, and this one never, since its seeds are fixed. Too even would be wrong as well.
    const DEALS: u32 = 1_000_000;
    let root = Root::new([42; 32]);
    let seed = root.seed(1);
    let counting = |thread: u32| {
        move || {
            let mut seen = vec![0_u32; 52 * 52];
            for deal in (thread..DEALS).step_by(2) {
                // The entropy differs, as it does from match to match.
                let pack = deal_key(&seed, 1, [&deal.to_string(), ""]).pack();
                for (place, card) in pack.cards().iter().enumerate() {
                    seen[52 * place + card.code() as usize] += 1;
                }
            }
            seen
        }
    };
    let [mut seen, others] = std::thread::scope(|scope| {
        [0, 1]
            .map(|thread| scope.spawn(counting(thread)))
            .map(|thread| thread.join().unwrap())
    });
    seen.iter_mut().zip(others).for_each(|(cell, more)| *cell += more);
    let expected = f64::from(DEALS) / 52.0;
    let square = |&cell: &u32| (f64::from(cell) - expected).powi(2) / expected;
    let statistic = seen.iter().map(square).sum::<f64>() * 51.0 / 52.0;
    let (mean, deviation) = (2601.0, (2.0_f64 * 2601.0).sqrt());
    println!("chi-square {statistic:.1}, expected {mean} ± {deviation:.1}");
    assert!((statistic - mean).abs() < 5.0 * deviation, "{statistic}");
    // And no single cell strays: 2704 cells, six deviations of a binomial each.
    let stray = 6.0 * (expected * (1.0 - 1.0 / 52.0)).sqrt();
    assert!(seen.iter().all(|&cell| (f64::from(cell) - expected).abs() < stray));
}

#[test]
fn the_first_deal_of_a_thousand_starts_never_repeats() {
    // C-121: the program's own dice, made anew each time as at a start.
    let deals: HashSet<String> = (0..1000)
        .map(|_| letters(&deal_key(&Root::new(jinlami::app::dice()()).seed(1), 1, ["", ""]).pack()))
        .collect();
    assert_eq!(deals.len(), 1000);
}

/// What nobody may have seen yet, in the digits in which it would be told: the match's root, and the seeds of the running
/// hand and of all that could follow.
pub fn secrets(log: &[(Millis, Event)]) -> Vec<String> {
    let root = log.iter().find_map(|(_, event)| match event {
        Event::Sealed { root, .. } => *root,
        _ => None,
    });
    let root = root.expect("a seal");
    let over = Table::deals(log).len();
    let mut secrets = vec![serde_json::to_string(&root).unwrap().trim_matches('"').to_owned()];
    secrets.extend((over + 1..over + 4).map(|hand| root.seed(u16::try_from(hand).unwrap()).hex()));
    secrets
}

/// The script in the README.
fn script() -> &'static str {
    let (_, rest) = include_str!("../../README.md").split_once("```python\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// What the README's script says; `None` where there is no Python.
fn python(arguments: &[&str]) -> Option<(bool, String)> {
    let output = match Command::new("python3").arg("-c").arg(script()).args(arguments).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "CI has Python: {error}");
            return None;
        }
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Some((output.status.success(), said))
}

/// The last block that a message holds is what the program is asked with; it is fair, and the script agrees.
pub fn checks_itself(message: &str) {
    let (_, asked) = message.rsplit_once("jinlami verify ").expect("a command to paste");
    let asked = asked.lines().next().unwrap().trim_end_matches('`');
    let output = Command::new("sh")
        .args(["-c", &format!("printf '%s\\0' {asked}")])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let arguments: Vec<&str> = text.trim_end_matches('\0').split('\0').collect();
    let arguments = if text.ends_with("\0\0") {
        [&arguments[..], &[""]].concat()
    } else {
        arguments
    };
    let (fits, said) = verify(&arguments);
    assert!(fits, "{said}\n{message}");
    let pack = said.lines().find_map(|line| line.strip_prefix("pack ")).unwrap();
    assert!(message.contains(pack), "{pack}\n{message}");
    let [_, commitment, _, hand, _, seed, _, first, _, second] = arguments[..] else {
        panic!("{arguments:?}")
    };
    if let Some(theirs) = python(&[commitment, hand, seed, first, second]) {
        assert_eq!(theirs, (fits, said));
    }
}

/// What `jinlami verify` says.
fn verify(arguments: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = program(folder.path()).arg("verify").args(arguments).output().unwrap();
    (
        output.status.success(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
fn the_program_and_the_script_say_the_same_of_any_deal() {
    let entropies = [
        ["", ""],
        ["1021 no peeking", "1022 金拉米"],
        [
            "-5 --entropy",
            "9223372036854775807 it’s 'quoted' \"twice\" \\ $(x) `y`",
        ],
    ];
    for (hand, entropy) in [1, 2, 999].into_iter().zip(entropies) {
        let root = Root::new([u8::try_from(hand % 256).unwrap(); 32]);
        let (commitment, seed) = (root.commitment().to_string(), root.seed(hand).hex());
        let number = hand.to_string();
        let pack = letters(&deal_key(&root.seed(hand), hand, entropy).pack());
        let asked = |commitment: &str, seed: &str| {
            let ours = verify(&[
                "--commitment",
                commitment,
                "--hand",
                &number,
                "--seed",
                seed,
                "--entropy",
                entropy[0],
                "--entropy",
                entropy[1],
            ]);
            if let Some(theirs) = python(&[commitment, &number, seed, entropy[0], entropy[1]]) {
                assert_eq!(theirs, ours);
            }
            ours
        };
        let (fits, said) = asked(&commitment, &seed);
        assert!(fits && said.contains(&format!("pack {pack}\n")), "{said}");
        assert_eq!(said.contains("cut for the first dealer: "), hand == 1);
        let (fits, said) = asked(&commitment, &root.seed(hand + 1).hex());
        assert!(!fits && said.contains("NOT") && !said.contains(&pack), "{said}");
        let (fits, _) = asked(&Root::new([9; 32]).commitment().to_string(), &seed);
        assert!(!fits);
    }
    for wrong in [
        &["--hand", "1"][..],
        &[
            "--commitment",
            "12",
            "--hand",
            "1",
            "--seed",
            "12",
            "--entropy",
            "",
            "--entropy",
            "",
        ],
        &["/no/such/file"],
        &[],
    ] {
        assert!(!verify(wrong).0, "{wrong:?}");
    }
}
