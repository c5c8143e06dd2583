//! What a message says to the bot: `/challenge @bob classic target 100 5m` and the like, in any order of words.

use teloxide::types::{MessageEntity, MessageEntityKind, User};

use super::errand::Errand;
use crate::id::{Account, Platform};
use crate::ui::{Ask, BoardWish, Challenge, Foe, Order, SeasonWish, Settings, names_option};

/// A message as the bot understands it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spoken {
    /// A wish.
    Ask(Ask),
    /// A command of another bot, or no command at all: none of our business.
    Other,
    /// A command that does not exist here; `true` when it names this bot.
    Unknown(bool),
}

/// Where and to whom something was said.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// The bot's own @name.
    pub(super) me: &'a str,
    /// Whether this is the private chat with the bot.
    pub(super) private: bool,
    /// Who wrote the message that this one answers.
    pub(super) answered: Option<&'a User>,
}

/// Reads a message.
pub(super) fn read(text: &str, entities: &[MessageEntity], scene: Scene<'_>) -> Spoken {
    let Some(rest) = text.strip_prefix('/') else {
        return Spoken::Other;
    };
    let head = rest.split(char::is_whitespace).next().unwrap_or("");
    let (name, addressed) = head
        .split_once('@')
        .map_or((head, None), |(name, bot)| (name, Some(bot)));
    if addressed.is_some_and(|bot| !bot.eq_ignore_ascii_case(scene.me)) {
        return Spoken::Other;
    }
    let words = Words::split(text, 1 + head.len(), entities, scene.me);
    let unknown = Spoken::Unknown(addressed.is_some());
    let first = || words.plain.first().cloned();
    let ask = match name.to_lowercase().as_str() {
        "challenge" | "gin" | "play" => Ask::Challenge(challenge(&words, scene)),
        "invite" => Ask::Invite(challenge(&words, scene)),
        "join" | "accept" => Ask::Join {
            code: words.plain.join(" "),
        },
        "link" => Ask::Link {
            code: (!words.plain.is_empty()).then(|| words.plain.join(" ")),
        },
        "unlink" => Ask::Unlink,
        "hand" => Ask::Hand,
        "table" => first().map_or(Ask::Table, |id| Ask::Watch { id }),
        "games" => Ask::Games,
        "resign" => Ask::Resign,
        "draw" => Ask::Draw,
        "abort" => Ask::Abort,
        "nudge" => Ask::Nudge,
        "rematch" => Ask::Rematch,
        "top" | "leaderboard" => Ask::Leaders(BoardWish::typed(&words.plain)),
        "stats" | "profile" => stats(&words, scene),
        "season" | "seasons" => match SeasonWish::typed(&words.plain) {
            Some(wish) if wish.changes() => Ask::Admin(Order::Season(wish)),
            _ => Ask::Seasons,
        },
        "rules" => Ask::Rules {
            preset: (!words.plain.is_empty()).then(|| words.plain.join(" ")),
        },
        "verify" => Ask::Verify {
            id: first().unwrap_or_default(),
            hand: words.plain.get(1).and_then(|word| whole(word)),
        },
        // The player's own text, as it was written.
        "cut" => Ask::Cut {
            words: text[1 + head.len()..].trim().to_owned(),
        },
        "privacy" => Ask::Privacy { what: first() },
        "ginadmin" => Ask::Admin(super::admin::read(&words.plain, meant(&words, scene))),
        "event" | "events" => Ask::Event(super::event::read(
            &words.plain.join(" "),
            meant(&words, scene),
            |plain| {
                let words = Words {
                    plain: plain.to_vec(),
                    people: Vec::new(),
                    foe: None,
                    second: None,
                };
                let anyone = Scene {
                    private: false,
                    answered: None,
                    ..scene
                };
                challenge(&words, anyone)
            },
        )),
        "quick" => Ask::Quick((!words.plain.is_empty()).then(|| {
            let anyone = Scene {
                private: false,
                answered: None,
                ..scene
            };
            challenge(&words, anyone)
        })),
        "team" => Ask::Team(super::team::read(
            text,
            1 + head.len(),
            entities,
            first_named(&words, scene),
        )),
        "help" => Ask::Help,
        "start" => match first().as_deref().and_then(Errand::of_payload) {
            Some(errand) => errand.ask(),
            None => Ask::Start { payload: first() },
        },
        "language" => Ask::Language {
            lang: first(),
            venue: false,
        },
        "replay" => replay(&words.plain),
        "settings" => match settings(&words.plain) {
            Some(settings) => Ask::Settings(settings),
            None => return unknown,
        },
        _ => return unknown,
    };
    Spoken::Ask(ask)
}

/// `/settings`, `/settings language en`, `/settings house oklahoma big_gin=31`
fn settings(words: &[String]) -> Option<Settings> {
    let Some((word, rest)) = words.split_first() else {
        return Some(Settings::default());
    };
    // `house=…` and `house:…` are meant as well.
    let (name, first) = word.split_once(['=', ':', '：']).unwrap_or((word, ""));
    let value = [first].into_iter().chain(rest.iter().map(String::as_str));
    let value = value.filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(" ");
    let value = (!value.is_empty()).then_some(value);
    match name.to_lowercase().as_str() {
        "language" | "语言" | "語言" => Some(Settings {
            lang: value,
            ..Settings::default()
        }),
        "house" | "自定规则" | "自訂規則" => Some(Settings {
            house: value,
            ..Settings::default()
        }),
        "open_replay" | "公开回放" | "公開重播" => Some(Settings {
            open_replay: value,
            ..Settings::default()
        }),
        _ => None,
    }
}

/// `/replay`, `/replay k7q2m`, `/replay k7q2m 2`, `/replay k7q2m hand 2`
fn replay(words: &[String]) -> Ask {
    let mut rest = words.iter().flat_map(|word| pieces(word)).filter(|word| {
        let filler = ["match", "hand", "对局", "對局", "局次"];
        !filler.contains(&word.to_lowercase().as_str())
    });
    let table = rest.next();
    // What is no number is no hand's number.
    let hand = rest.next().map(|word| whole(&word).unwrap_or(0));
    Ask::Replay { table, hand }
}

/// `/stats`, `/stats @bob`, `/stats vs @carl`, `/stats @bob @carl`; behind somebody's message it is theirs.
fn stats(words: &Words, scene: Scene<'_>) -> Ask {
    let versus = words.plain.iter().any(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "vs" | "vs." | "versus" | "against" | "对" | "對"
        )
    });
    let answered = scene.answered.map(|user| person(user, scene.me));
    let computer = |word: &String| matches!(meaning(&word.to_lowercase()), Meaning::Computer);
    let mut named = words.people.iter().cloned();
    let (whom, rival) = match (named.next(), named.next()) {
        (Some(first), Some(second)) => (Some(first), Some(second)),
        // One name alone is whom one looks at, behind "vs" it is whom one is measured against.
        (Some(first), None) if versus => (answered, Some(first)),
        (None, _) if versus => (None, answered),
        (Some(first), None) => (Some(first), None),
        (None, _) if words.plain.iter().any(computer) => (Some(Foe::Computer), None),
        (None, _) => (answered, None),
    };
    Ask::Stats { whom, versus: rival }
}

fn challenge(words: &Words, scene: Scene<'_>) -> Challenge {
    let mut challenge = Challenge {
        opponent: Foe::Anyone,
        rules: None,
        mode: None,
        hands: None,
        target: None,
        clock: None,
        house: None,
    };
    let (plain, house) = house_rules(&words.plain);
    challenge.house = (!house.is_empty()).then(|| house.join(" "));
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

/// A whole number; one too large for any rule stays too large, so that it is refused as one.
fn whole(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if word.starts_with('-') { -size } else { size })
}

/// `hands=3` and `target:100` are two words; `3局` is a number and its word.
fn pieces(word: &str) -> Vec<String> {
    if let Some((name, value)) = word.split_once(['=', ':', '：']) {
        return [name, value]
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .map(str::to_owned)
            .collect();
    }
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match word.split_at(digits) {
        (number, counted @ ("局" | "手" | "把")) if !number.is_empty() => {
            vec![number.to_owned(), counted.to_owned()]
        }
        _ => vec![word.to_owned()],
    }
}

/// The words after the command, and whom they name.
struct Words {
    plain: Vec<String>,
    foe: Option<Foe>,
    /// Whom the second word names: in `/ginadmin block @bob for insulting @anna` that is who is meant, and nobody else.
    second: Option<Foe>,
    /// All whom the words name, in their order.
    people: Vec<Foe>,
}

impl Words {
    fn split(text: &str, from: usize, entities: &[MessageEntity], me: &str) -> Words {
        let mut rest = text.to_owned();
        let (mut foe, mut second) = (None, None);
        let mut people: Vec<(usize, Foe)> = Vec::new();
        // A mention of a person without a @name: its words are a name and could be anything, so they are taken out.
        for entity in entities {
            let MessageEntityKind::TextMention { user } = &entity.kind else {
                continue;
            };
            let Some(range) = bytes(text, entity.offset, entity.length) else {
                continue;
            };
            if range.start < from {
                continue;
            }
            foe.get_or_insert_with(|| person(user, me));
            people.push((range.start, person(user, me)));
            if text[from..range.start].split_whitespace().count() == 1 {
                second.get_or_insert_with(|| person(user, me));
            }
            rest.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let mut plain = Vec::new();
        for (number, word) in rest[from..].split_whitespace().enumerate() {
            match word.strip_prefix('@') {
                Some(name) => {
                    let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if !name.is_empty() {
                        let at = word.as_ptr().addr() - rest.as_ptr().addr();
                        people.push((at, handle(&name, me)));
                        foe.get_or_insert_with(|| handle(&name, me));
                        if number == 1 {
                            second.get_or_insert_with(|| handle(&name, me));
                        }
                    }
                }
                None => plain.push(word.to_owned()),
            }
        }
        people.sort_by_key(|(at, _)| *at);
        let people = people.into_iter().map(|(_, foe)| foe).collect();
        Words {
            plain,
            foe,
            second,
            people,
        }
    }
}

fn handle(name: &str, me: &str) -> Foe {
    if name.eq_ignore_ascii_case(me) {
        Foe::Computer
    } else {
        Foe::Handle(name.to_lowercase())
    }
}

/// Whom a moderator means: named right behind the order, else whose message they answer. A name in the reason is nobody's.
fn meant(words: &Words, scene: Scene<'_>) -> Option<Foe> {
    let answered = || Some(person(scene.answered?, scene.me));
    words.second.clone().or_else(answered)
}

/// Whom the words name first, else whose message they answer.
fn first_named(words: &Words, scene: Scene<'_>) -> Option<Foe> {
    let answered = || Some(person(scene.answered?, scene.me));
    words.foe.clone().or_else(answered)
}

/// A person, this bot (the computer plays) or some other bot.
fn person(user: &User, me: &str) -> Foe {
    if user
        .username
        .as_deref()
        .is_some_and(|name| name.eq_ignore_ascii_case(me))
    {
        return Foe::Computer;
    }
    match i64::try_from(user.id.0) {
        Ok(id) if !user.is_bot => Foe::Person {
            account: Account {
                platform: Platform::Telegram,
                user: id,
            },
            name: user.full_name(),
            handle: user.username.as_ref().map(|name| name.to_lowercase()),
        },
        _ => Foe::Bot,
    }
}

/// The bytes that a range of UTF-16 units covers.
pub(super) fn bytes(text: &str, offset: usize, length: usize) -> Option<std::ops::Range<usize>> {
    let at = |units: usize| {
        let mut seen = 0;
        for (byte, letter) in text.char_indices() {
            if seen >= units {
                return Some(byte);
            }
            seen += letter.len_utf16();
        }
        (seen >= units).then_some(text.len())
    };
    Some(at(offset)?..at(offset.checked_add(length)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use teloxide::types::UserId;

    const GROUP: Scene<'_> = Scene {
        me: "Gin_Bot",
        private: false,
        answered: None,
    };
    const PRIVATE: Scene<'_> = Scene {
        me: "Gin_Bot",
        private: true,
        answered: None,
    };

    fn user(id: u64, name: &str, handle: Option<&str>, is_bot: bool) -> User {
        User {
            id: UserId(id),
            is_bot,
            first_name: name.to_owned(),
            last_name: None,
            username: handle.map(str::to_owned),
            language_code: None,
            is_premium: false,
            added_to_attachment_menu: false,
        }
    }

    fn asked(text: &str, scene: Scene<'_>) -> Challenge {
        match read(text, &[], scene) {
            Spoken::Ask(Ask::Challenge(challenge)) => challenge,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_read_whatever_their_case() {
        for (text, ask) in [
            ("/hand", Ask::Hand),
            ("/HAND@gin_bot", Ask::Hand),
            ("/Hand@GIN_BOT  now", Ask::Hand),
            ("/table", Ask::Table),
            ("/games", Ask::Games),
            ("/resign", Ask::Resign),
            ("/top", Ask::Leaders(BoardWish::default())),
            (
                "/top ALL Gold",
                Ask::Leaders(BoardWish {
                    scope: Some("all".to_owned()),
                    by: Some("gold".to_owned()),
                    ..BoardWish::default()
                }),
            ),
            (
                "/top wins",
                Ask::Leaders(BoardWish {
                    by: Some("wins".to_owned()),
                    ..BoardWish::default()
                }),
            ),
            (
                "/rules classic",
                Ask::Rules {
                    preset: Some("classic".to_owned()),
                },
            ),
            ("/rules", Ask::Rules { preset: None }),
            ("/help", Ask::Help),
            ("/start", Ask::Start { payload: None }),
            (
                "/start t1_a-Z",
                Ask::Start {
                    payload: Some("t1_a-Z".to_owned()),
                },
            ),
            (
                "/language zh-Hant",
                Ask::Language {
                    lang: Some("zh-Hant".to_owned()),
                    venue: false,
                },
            ),
            (
                "/settings language en",
                Ask::Settings(Settings {
                    lang: Some("en".to_owned()),
                    ..Settings::default()
                }),
            ),
            ("/settings", Ask::Settings(Settings::default())),
            (
                "/settings open_replay on",
                Ask::Settings(Settings {
                    open_replay: Some("on".to_owned()),
                    ..Settings::default()
                }),
            ),
            (
                "/replay",
                Ask::Replay {
                    table: None,
                    hand: None,
                },
            ),
            (
                "/replay K7Q2M 12",
                Ask::Replay {
                    table: Some("K7Q2M".to_owned()),
                    hand: Some(12),
                },
            ),
            (
                "/replay match:7 hand:two",
                Ask::Replay {
                    table: Some("7".to_owned()),
                    hand: Some(0),
                },
            ),
            (
                "/settings house Oklahoma big_gin=31",
                Ask::Settings(Settings {
                    house: Some("Oklahoma big_gin=31".to_owned()),
                    ..Settings::default()
                }),
            ),
            (
                "/settings house:off",
                Ask::Settings(Settings {
                    house: Some("off".to_owned()),
                    ..Settings::default()
                }),
            ),
        ] {
            assert_eq!(read(text, &[], GROUP), Spoken::Ask(ask), "{text}");
        }
        for text in ["hello", "", "/hand@other_bot", "hand /hand", "／hand"] {
            assert_eq!(read(text, &[], GROUP), Spoken::Other, "{text}");
        }
        for (text, addressed) in [
            ("/", false),
            ("/hands x@y", false),
            ("/settings volume 11", false),
            ("/hi@gin_bot", true),
        ] {
            assert_eq!(read(text, &[], GROUP), Spoken::Unknown(addressed), "{text}");
        }
    }

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

    /// Whoever is named in the reason is not blocked for it: that is the one whose message is answered, or who is named first.
    #[test]
    fn moderators_mean_the_first_name_or_whom_they_answer() {
        let ben = user(7, "Ben", None, false);
        let answering = Scene {
            answered: Some(&ben),
            ..GROUP
        };
        let whom = |text: &str, entities: &[MessageEntity], scene| match read(text, entities, scene) {
            Spoken::Ask(Ask::Admin(Order::Block { whom, .. } | Order::Unblock { whom })) => whom,
            other => panic!("{text}: {other:?}"),
        };
        let is_user =
            |foe: Option<Foe>, id: i64| matches!(foe, Some(Foe::Person { account, .. }) if account.user == id);
        for text in [
            "/ginadmin block insulted @anna",
            "/ginadmin block",
            "/ginadmin unblock please @anna",
        ] {
            assert!(is_user(whom(text, &[], answering), 7), "{text}");
        }
        let anna = || Some(Foe::Handle("anna".to_owned()));
        assert_eq!(whom("/ginadmin block @anna insulted @carl", &[], answering), anna());
        assert_eq!(whom("/ginadmin  unblock  @anna", &[], GROUP), anna());
        assert_eq!(whom("/ginadmin block insulted @anna", &[], GROUP), None);
        let mention = |offset| MessageEntity::text_mention(user(9, "Dora Lee", None, false), offset, 8);
        let behind = "/ginadmin block insulted Dora Lee";
        assert!(is_user(whom(behind, &[mention(25)], answering), 7));
        assert_eq!(whom(behind, &[mention(25)], GROUP), None);
        let before = "/ginadmin block Dora Lee insulted @anna";
        assert!(is_user(whom(before, &[mention(16)], answering), 9));
    }

    /// C-057, C-061: a mention without @name carries the person; the name's own words mean nothing.
    #[test]
    fn a_name_made_of_command_words_is_only_a_name() {
        let text = "/challenge 🎴 target 9 computer classic";
        let named = user(9, "🎴 target 9 computer", None, false);
        let entity = MessageEntity::text_mention(named, 11, "🎴 target 9 computer".encode_utf16().count());
        let Spoken::Ask(Ask::Challenge(challenge)) = read(text, &[entity], GROUP) else {
            panic!()
        };
        assert!(matches!(challenge.opponent, Foe::Person { account, .. } if account.user == 9));
        assert_eq!(
            (challenge.rules.as_deref(), challenge.target, challenge.mode),
            (Some("classic"), None, None)
        );
    }

    #[test]
    fn a_range_outside_the_text_is_no_panic() {
        let entity = MessageEntity::text_mention(user(9, "x", None, false), 11, usize::MAX);
        let far = MessageEntity::text_mention(user(9, "x", None, false), 500, 3);
        assert_eq!(asked("/challenge", GROUP).opponent, Foe::Anyone);
        let Spoken::Ask(Ask::Challenge(challenge)) = read("/challenge x", &[entity, far], GROUP) else {
            panic!()
        };
        assert_eq!(challenge.opponent, Foe::Anyone);
    }
}
