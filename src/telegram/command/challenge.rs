//! `/challenge @bob classic target 100 5m`: the words of a challenge, in any order.

use super::Scene;
use super::words::{Words, person, pieces, whole};
use crate::ui::{Challenge, Foe, names_option};

/// What the words ask for; whoever is not named is whom the scene tells.
pub(super) fn read(words: &Words, scene: Scene<'_>) -> Challenge {
    let (plain, house) = house_rules(&words.plain);
    let mut challenge = Challenge {
        house: (!house.is_empty()).then(|| house.join(" ")),
        ..Challenge::default()
    };
    let mut computer = false;
    let mut loose = Vec::new();
    // A number counts for the word beside it: `target 100`, `hands 3`, `3 hands`.
    let mut waiting: Option<Number> = None;
    for word in plain.iter().flat_map(|word| pieces(word)) {
        let lower = word.to_lowercase();
        match meaning(&lower) {
            Meaning::Computer => computer = true,
            Meaning::Number(number) => match waiting.take() {
                Some(Number::Target) => challenge.target = Some(number),
                Some(Number::Hands) => challenge.hands = Some(number),
                None => loose.push(number),
            },
            Meaning::Names(kind) => {
                if kind == Number::Target {
                    challenge.mode.get_or_insert_with(|| "target".to_owned());
                }
                match (kind, loose.pop()) {
                    // `3 hands`: the number stood before its word.
                    (Number::Hands, Some(number)) if challenge.hands.is_none() => challenge.hands = Some(number),
                    (_, left) => {
                        loose.extend(left);
                        waiting = Some(kind);
                    }
                }
            }
            Meaning::Fixed => {
                challenge.mode = Some("fixed".to_owned());
                waiting = Some(Number::Hands);
            }
            Meaning::Clock => challenge.clock = Some(lower),
            Meaning::Filler => {}
            Meaning::Other => {
                let rules = challenge
                    .rules
                    .take()
                    .map_or_else(|| word.clone(), |rules| format!("{rules} {word}"));
                challenge.rules = Some(rules);
            }
        }
    }
    for number in loose {
        let free = if challenge.mode.as_deref() == Some("target") {
            &mut challenge.target
        } else {
            &mut challenge.hands
        };
        free.get_or_insert(number);
    }
    challenge.opponent = match (&words.foe, scene.answered) {
        (Some(foe), _) => foe.clone(),
        (None, _) if computer => Foe::Computer,
        (None, Some(user)) => person(user, scene.me),
        (None, None) if scene.private => Foe::Computer,
        (None, None) => Foe::Anyone,
    };
    challenge
}

/// The words of a challenge, and apart from them those that change a rule: `big_gin=31`, also with spaces around the `=`.
fn house_rules(words: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut plain, mut house) = (Vec::new(), Vec::<String>::new());
    let mut words = words.iter().peekable();
    let joins = |word: &str| word.starts_with(['=', ':', '：', '＝']);
    let waits = |word: &str| word.ends_with(['=', ':', '：', '＝']);
    // Commas may part the rules as well.
    let bare = |word: &str| word.trim_matches([',', '，', ';', '；', '、']).to_owned();
    while let Some(word) = words.next() {
        let mut word = bare(word);
        if matches!(word.to_lowercase().as_str(), "games" | "盘" | "盤")
            && !words.peek().is_some_and(|next| joins(next))
        {
            // `3 games`, `games 3`, or just `games`.
            let number = |word: &String| whole(word).is_some();
            let games = words
                .next_if(|next| number(next))
                .cloned()
                .or_else(|| plain.pop_if(|word| number(word)));
            match games {
                Some(games) => house.push(format!("games={games}")),
                None => house.push("mode=games".to_owned()),
            }
            continue;
        }
        if !names_option(&word) {
            plain.push(word);
            continue;
        }
        while let Some(next) = words.next_if(|next| waits(&word) || joins(next)) {
            word.push_str(&bare(next));
        }
        house.push(word);
    }
    (plain, house)
}

#[derive(Clone, Copy, PartialEq)]
enum Number {
    Hands,
    Target,
}

enum Meaning {
    Computer,
    Fixed,
    Names(Number),
    Number(i64),
    Clock,
    Filler,
    Other,
}

fn meaning(word: &str) -> Meaning {
    match word {
        "computer" | "robot" | "cpu" | "电脑" | "電腦" => Meaning::Computer,
        "target" | "to" | "达标" | "達標" => Meaning::Names(Number::Target),
        "hands" | "hand" | "局" | "手" | "把" => Meaning::Names(Number::Hands),
        "fixed" | "定局" | "定局积分" | "定局積分" => Meaning::Fixed,
        "rules" | "mode" | "clock" | "turn" | "with" | "vs" | "," => Meaning::Filler,
        _ if clock(word) => Meaning::Clock,
        _ => match whole(word) {
            Some(number) => Meaning::Number(number),
            None => Meaning::Other,
        },
    }
}

/// `90s`, `5m`, `24h`, `3d`.
fn clock(word: &str) -> bool {
    let digits = word.trim_end_matches(['s', 'm', 'h', 'd']);
    digits.len() + 1 == word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word names the computer.
pub(super) fn is_computer(word: &str) -> bool {
    matches!(meaning(&word.to_lowercase()), Meaning::Computer)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{GROUP, PRIVATE, asked, user};
    use super::*;
    use crate::id::{Account, Platform};

    #[test]
    fn the_words_of_a_challenge_stand_in_any_order() {
        let whole = Challenge {
            opponent: Foe::Handle("bob".to_owned()),
            rules: Some("classic".to_owned()),
            mode: Some("target".to_owned()),
            hands: None,
            target: Some(100),
            clock: Some("5m".to_owned()),
            house: None,
        };
        for text in [
            "/challenge @Bob classic target 100 5m",
            "/challenge 5m target 100 classic @BOB",
            "/challenge classic 100 @bob target 5M",
            "/challenge rules:classic target=100 clock:5m @bob",
            "/challenge@gin_bot\n@bob classic\ttarget 100   5m",
        ] {
            assert_eq!(asked(text, GROUP), whole, "{text}");
        }
        let hands = asked("/challenge @bob jinlami 4 hands", GROUP);
        assert_eq!(
            (hands.rules.as_deref(), hands.hands, hands.mode),
            (Some("jinlami"), Some(4), None)
        );
        assert_eq!(asked("/challenge 3局 金拉米", GROUP).hands, Some(3));
        assert_eq!(asked("/challenge 7", GROUP).hands, Some(7));
        let fixed = asked("/challenge fixed 2", GROUP);
        assert_eq!((fixed.mode.as_deref(), fixed.hands), (Some("fixed"), Some(2)));
        let both = asked("/challenge target 50 hands 3", GROUP);
        assert_eq!((both.target, both.hands), (Some(50), Some(3)));
        let both = asked("/challenge 3 hands target 50", GROUP);
        assert_eq!((both.target, both.hands), (Some(50), Some(3)));
    }

    #[test]
    fn changed_rules_are_set_apart_from_the_rest() {
        for text in [
            "/challenge @bob oklahoma big_gin=31 tie:nobody 5m target 150",
            "/challenge big_gin = 31, oklahoma tie= nobody @bob target=150 clock:5m",
            "/challenge oklahoma BIG_GIN=31 @bob tie =nobody; 5m 150 target",
        ] {
            let asked = asked(text, GROUP);
            assert_eq!(asked.rules.as_deref(), Some("oklahoma"), "{text}");
            assert_eq!(
                (asked.target, asked.clock.as_deref()),
                (Some(150), Some("5m")),
                "{text}"
            );
            let mut house: Vec<String> = asked
                .house
                .unwrap()
                .to_lowercase()
                .split(' ')
                .map(str::to_owned)
                .collect();
            house.sort();
            assert_eq!(house.join(" ").replace(':', "="), "big_gin=31 tie=nobody", "{text}");
        }
        let games = |text: &str| asked(text, GROUP).house;
        assert_eq!(games("/challenge classic 2 games").as_deref(), Some("games=2"));
        assert_eq!(games("/challenge games 2 classic").as_deref(), Some("games=2"));
        assert_eq!(games("/challenge classic games").as_deref(), Some("mode=games"));
        assert_eq!(games("/challenge games = 2").as_deref(), Some("games=2"));
        // A flag needs no value; what is no rule's name stays what it was.
        let flag = asked("/challenge classic throw_back 3 hands", GROUP);
        assert_eq!((flag.house.as_deref(), flag.hands), (Some("throw_back"), Some(3)));
        assert_eq!(asked("/challenge big_gin=", GROUP).house.as_deref(), Some("big_gin="));
        let unknown = asked("/challenge jokers=2", GROUP);
        assert_eq!(
            (unknown.house, unknown.rules.as_deref(), unknown.hands),
            (None, Some("jokers"), Some(2))
        );
    }

    /// C-109: odd numbers reach the service as what they are, or as words it does not know.
    #[test]
    fn odd_numbers_stay_odd() {
        assert_eq!(asked("/challenge hands -5", GROUP).hands, Some(-5));
        assert_eq!(asked("/challenge hands 0", GROUP).hands, Some(0));
        assert_eq!(
            asked("/challenge hands 99999999999999999999999", GROUP).hands,
            Some(i64::MAX)
        );
        for text in ["1e9", "2.5", "٣", "--1", "0x10"] {
            let challenge = asked(&format!("/challenge {text}"), GROUP);
            assert_eq!((challenge.rules.as_deref(), challenge.hands), (Some(text), None));
        }
    }

    #[test]
    fn the_opponent_is_found() {
        assert_eq!(asked("/challenge", GROUP).opponent, Foe::Anyone);
        assert_eq!(asked("/challenge", PRIVATE).opponent, Foe::Computer);
        for text in [
            "/challenge @gin_BOT",
            "/challenge computer 3 hands",
            "/challenge 电脑",
            "/challenge 電腦",
        ] {
            assert_eq!(asked(text, GROUP).opponent, Foe::Computer, "{text}");
        }
        let bob = user(7, "Bob", Some("BobTheThird"), false);
        let answering = Scene {
            answered: Some(&bob),
            ..GROUP
        };
        let known = Foe::Person {
            account: Account {
                platform: Platform::Telegram,
                user: 7,
            },
            name: "Bob".to_owned(),
            handle: Some("bobthethird".to_owned()),
        };
        assert_eq!(asked("/challenge classic", answering).opponent, known);
        assert_eq!(
            asked("/challenge @ann", answering).opponent,
            Foe::Handle("ann".to_owned())
        );
        let bot = user(8, "Other", Some("other_bot"), true);
        assert_eq!(
            asked(
                "/challenge",
                Scene {
                    answered: Some(&bot),
                    ..GROUP
                }
            )
            .opponent,
            Foe::Bot
        );
    }
}
