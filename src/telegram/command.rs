//! What a message says to the bot: `/challenge @bob classic target 100 5m` and the like, in any order of words.

mod admin;
mod challenge;
mod stats;
mod team;
mod words;

use teloxide::types::{MessageEntity, User};

use super::errand::Errand;
use crate::ui::{Ask, BoardWish, EventAsk, Order, SeasonWish, Settings};
use words::{Words, first_named, meant, pieces, whole};

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
    // Where no opponent is asked for.
    let anyone = Scene {
        private: false,
        answered: None,
        ..scene
    };
    let ask = match name.to_lowercase().as_str() {
        "challenge" | "gin" | "play" => Ask::Challenge(challenge::read(&words, scene)),
        "invite" => Ask::Invite(challenge::read(&words, scene)),
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
        "stats" | "profile" => stats::read(&words, scene),
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
        "ginadmin" => Ask::Admin(admin::read(&words.plain, meant(&words, scene))),
        "event" | "events" => Ask::Event(EventAsk::read(&words.plain.join(" "), meant(&words, scene), |plain| {
            let words = Words {
                plain: plain.to_vec(),
                ..Words::default()
            };
            challenge::read(&words, anyone)
        })),
        "quick" => Ask::Quick((!words.plain.is_empty()).then(|| challenge::read(&words, anyone))),
        "team" => Ask::Team(team::read(text, 1 + head.len(), entities, first_named(&words, scene))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::{Challenge, Foe};
    use teloxide::types::UserId;

    pub(super) const GROUP: Scene<'_> = Scene {
        me: "Gin_Bot",
        private: false,
        answered: None,
    };
    pub(super) const PRIVATE: Scene<'_> = Scene {
        me: "Gin_Bot",
        private: true,
        answered: None,
    };

    pub(super) fn user(id: u64, name: &str, handle: Option<&str>, is_bot: bool) -> User {
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

    pub(super) fn asked(text: &str, scene: Scene<'_>) -> Challenge {
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
}
