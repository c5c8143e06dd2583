//! Texts of every kind in every field that takes one: an answer that fits, nothing changed, nothing that pings or breaks out.

use jinlami::id::Platform;
use jinlami::ui::token::Act;
use jinlami::ui::{Ask, BoardWish, Challenge, Foe, Guest, Order, SeasonWish, Settings, Span};

use super::house::{House, alone, find, guest, telegram, usual};
use crate::rig::{ANNA, BEN, EVE};

/// What people type who want to see what happens.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " \n\t ",
        "@everyone @here <@1> <@&2> <#3> <:x:4>",
        "<b>&amp;<script>alert(1)</script>\"'`",
        "*_~`>||#-+=.!|{}[x](https://evil.example) ```",
        "tg://user?id=1 https://evil.example discord.gg/x",
        "\u{202E}\u{2066}abc\u{200B}\u{200D}\u{FEFF}\u{3164}",
        "\0\u{1}\u{7F}\u{1B}[31m",
        "1.a.b.c",
        "t",
        "-1",
        "99999999999999999999",
        "'; DROP TABLE players; --",
        "{ $name } ⟨x⟩",
    ]
    .map(str::to_owned)
    .to_vec();
    for letter in [
        "x",
        "9",
        "\n",
        "@",
        "\u{1F0A1}",
        "\u{1100}",
        "a\u{0301}\u{0301}\u{0301}",
        "\u{202E}",
        "金",
        "k=v ",
    ] {
        texts.push(letter.repeat(10_000));
    }
    texts
}

/// Every question with a text in it, that text being this one.
fn asks(text: &str) -> Vec<Ask> {
    let some = || Some(text.to_owned());
    let with = |change: &dyn Fn(&mut Challenge)| {
        let mut challenge = usual();
        change(&mut challenge);
        Ask::Challenge(challenge)
    };
    vec![
        Ask::Press(text.to_owned()),
        with(&|challenge| challenge.opponent = Foe::Handle(format!("{text}!"))),
        with(&|challenge| challenge.rules = Some(format!("!{text}"))),
        with(&|challenge| challenge.mode = Some(format!("!{text}"))),
        with(&|challenge| challenge.clock = Some(format!("!{text}"))),
        with(&|challenge| challenge.house = Some(format!("!{text}"))),
        with(&|challenge| challenge.house = Some(format!("tie={text}!"))),
        Ask::Watch { id: text.to_owned() },
        Ask::Leaders(BoardWish {
            scope: Some("overall".to_owned()),
            by: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Leaders(BoardWish {
            scope: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Leaders(BoardWish {
            period: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Leaders(BoardWish {
            season: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Leaders(BoardWish {
            rules: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Leaders(BoardWish {
            mode: Some(format!("!{text}")),
            ..BoardWish::default()
        }),
        Ask::Stats {
            whom: Some(Foe::Handle(text.to_owned())),
            versus: Some(Foe::Handle(format!("!{text}"))),
        },
        Ask::Admin(Order::Season(SeasonWish {
            what: Some(format!("!{text}")),
            name: some(),
            calendar: some(),
        })),
        Ask::Admin(Order::Absent(Some(format!("!{text}")))),
        Ask::Press(format!("2.{text}")),
        Ask::Press(format!("2.b{text}")),
        Ask::Rules {
            preset: Some(format!("!{text}")),
        },
        Ask::Settings(Settings {
            lang: Some(format!("!{text}")),
            ..Settings::default()
        }),
        Ask::Settings(Settings {
            house: Some(format!("!{text}")),
            ..Settings::default()
        }),
        Ask::Settings(Settings {
            open_replay: Some(format!("!{text}")),
            ..Settings::default()
        }),
        Ask::Verify {
            id: text.to_owned(),
            hand: Some(i64::MIN),
        },
        Ask::Language {
            lang: Some(format!("!{text}")),
            venue: true,
        },
        Ask::Replay {
            table: Some(format!("!{text}")),
            hand: Some(i64::MAX),
        },
        Ask::Start { payload: some() },
        Ask::Start {
            payload: Some(format!("t{text}")),
        },
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_every_kind_are_answered_and_change_nothing() {
    // C-046.
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let facts = house.rig.service.facts(table.id()).await.unwrap();
    for text in texts() {
        for who in [
            guest(ANNA, "Anna"),
            alone(guest(BEN, "Ben")),
            guest(EVE, "Eve"),
            telegram(77, "Tomasz"),
        ] {
            let who = Guest { admin: true, ..who };
            for ask in asks(&text) {
                let shown = format!("{ask:.80?}");
                let answer = house.desk.answer(&who, ask).await;
                for post in answer.post.iter().chain(&answer.public) {
                    let units = post.text.plain().encode_utf16().count();
                    assert!(units <= 1_900, "{units} units to {shown}");
                    for span in &post.text.0 {
                        assert!(
                            !matches!(span, Span::Person { account, .. } if account.user == 1 && who.account != ANNA && account.platform != Platform::Discord)
                        );
                    }
                }
                let toast = answer.toast.map(|toast| toast.text).unwrap_or_default();
                assert!(toast.encode_utf16().count() <= 200, "{toast} to {shown}");
                assert!(
                    !toast.contains(['\u{202E}', '\0', '\u{1B}', '\u{3164}']),
                    "{toast:?} to {shown}"
                );
            }
        }
    }
    assert_eq!(house.rig.service.facts(table.id()).await.unwrap(), facts);
    assert_eq!(house.open().await, [table.id()], "nothing else was opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_every_kind_leave_room_for_everything_else() {
    // C-046: as names of people, user names and names of places.
    for text in texts() {
        let house = House::new().await;
        let odd = Guest {
            handle: Some(text.clone()),
            venue_name: Some(text.clone()),
            locale: Some(text.clone()),
            venue_locale: Some(text.clone()),
            ..guest(ANNA, &text)
        };
        let answer = house.desk.answer(&odd, Ask::Challenge(usual())).await;
        assert!(answer.toast.is_some_and(|toast| !toast.alert), "{text:.40}");
        let table = house.open().await[0];
        let slots = house.rig.service.store().slots_of(table).await.unwrap();
        for slot in slots {
            if let Some(shown) = house.desk.show(&slot).await.unwrap() {
                let said = shown.post.text.plain();
                assert!(said.chars().count() <= 700, "{said}");
                let alt = shown.post.picture.map(|picture| picture.alt).unwrap_or_default();
                assert!(alt.chars().count() <= 1_000, "{alt}");
            }
        }
        for ask in [Ask::Games, Ask::Hand, Ask::Leaders(BoardWish::default())] {
            house.desk.answer(&odd, ask).await;
        }
        let people = house.rig.service.people(&[house.rig.player(ANNA).await]).await.unwrap();
        assert!(people[0].name.chars().count() <= 97, "{:.200}", people[0].name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_read_relies_on_columns_of_text() {
    // C-065: on a phone a line of 360 pixels holds some forty letters, so a table of padded text falls apart. Tables are drawn;
    // text is sentences that may break anywhere.
    let house = House::new().await;
    house.begin(usual()).await;
    let loser = house.ask(&guest(BEN, "Ben"), Ask::Resign).await.post.unwrap();
    let yes = find(&loser, |act| act == Act::Resign).unwrap();
    house.press(&guest(BEN, "Ben"), &yes).await;
    let presets = ["jinlami", "jinlami-pk", "classic", "oklahoma", "tedesco", "house"];
    let rules = presets.map(|preset| Ask::Rules {
        preset: Some(preset.to_owned()),
    });
    let board = Ask::Leaders(BoardWish::default());
    for locale in ["en", "zh-CN", "zh-TW"] {
        let who = Guest {
            locale: Some(locale.to_owned()),
            ..guest(ANNA, "Anna")
        };
        for ask in rules.iter().chain([&board, &Ask::Help, &Ask::Games]) {
            let answer = house.ask(&who, ask.clone()).await;
            let post = answer.public.or(answer.post).unwrap();
            assert!(!post.text.0.iter().any(|span| matches!(span, Span::Mono(_))), "{ask:?}");
            let text = post.text.plain();
            for line in text.lines() {
                let padded = line.trim().contains("  ") || line.contains(['\t', '│', '┃', '─', '\u{3000}']);
                assert!(!padded && line.matches('|').count() < 2, "{ask:?}: {line}");
            }
            if let Ask::Leaders(_) = ask {
                // Width and height of the drawn table: a head, and a row of its own for each of the two.
                let bytes = post.picture.unwrap().bytes;
                let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
                assert_eq!((side(16), side(20)), (1280, 160 + 2 * 100 + 84));
            }
        }
    }
}
