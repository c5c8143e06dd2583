//! From the challenge to the deal.

use jinlami::gin::{Mode, Preset};
use jinlami::id::{Account, Platform};
use jinlami::service::Of;
use jinlami::table::{Invitee, MatchEnd, Stage};
use jinlami::ui::token::Act;
use jinlami::ui::{Ask, Challenge, Foe, Guest, Press, Row, Span};

use super::house::{House, alone, eve, find, guest, said, telegram, usual};
use crate::rig::{ANNA, BEN};

fn to(opponent: Foe) -> Challenge {
    Challenge { opponent, ..usual() }
}

async fn refusal(house: &House, who: &Guest, challenge: Challenge) -> String {
    let answer = house.ask(who, Ask::Challenge(challenge)).await;
    assert!(answer.post.is_none() && answer.public.is_none());
    let toast = answer.toast.expect("a refusal");
    assert!(toast.alert);
    toast.text
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_and_changes_nothing() {
    // C-109, C-115.
    let house = House::new().await;
    let anna = Guest {
        handle: Some("Anna".into()),
        ..guest(ANNA, "Anna")
    };
    let myself = Foe::Person {
        account: ANNA,
        name: "Anna".into(),
        handle: None,
    };
    assert!(refusal(&house, &anna, to(myself)).await.contains("yourself"));
    assert!(
        refusal(&house, &anna, to(Foe::Handle("@ANNA".into())))
            .await
            .contains("yourself")
    );
    assert!(refusal(&house, &anna, to(Foe::Bot)).await.contains("Bots can’t play"));
    for odd in ["", "@", "@ ", "@a b", "<@123>", "@every\u{202E}one!", "@\u{200B}"] {
        let said = refusal(&house, &anna, to(Foe::Handle(odd.into()))).await;
        assert!(said.contains("not a user name"), "{odd}: {said}");
    }
    for hands in [0, -3, 100, i64::MAX] {
        let said = refusal(
            &house,
            &anna,
            Challenge {
                hands: Some(hands),
                ..usual()
            },
        )
        .await;
        assert!(said.contains("1 to 99"), "{said}");
    }
    for target in [0, -100, 9, 10_001] {
        let said = refusal(
            &house,
            &anna,
            Challenge {
                target: Some(target),
                ..usual()
            },
        )
        .await;
        assert!(said.contains("10 to 10000"), "{said}");
    }
    for clock in ["10s", "4d", "soon", ""] {
        let said = refusal(
            &house,
            &anna,
            Challenge {
                clock: Some(clock.into()),
                ..usual()
            },
        )
        .await;
        assert!(said.contains("90s, 5m, 24h or 3d"), "{said}");
    }
    let said = refusal(
        &house,
        &anna,
        Challenge {
            rules: Some("poker".into()),
            ..usual()
        },
    )
    .await;
    assert!(
        said.contains("poker") && said.contains("jinlami, jinlami-pk, classic, oklahoma, tedesco"),
        "{said}"
    );
    let chinese = Guest {
        locale: Some("zh-TW".into()),
        ..anna
    };
    assert!(refusal(&house, &chinese, to(Foe::Bot)).await.contains("機器人"));
    assert!(house.rig.service.tables(Of::All).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_challenge_says_its_terms_and_pings_only_whom_it_is_for() {
    let house = House::new().await;
    let challenge = Challenge {
        rules: Some("classic".into()),
        target: Some(150),
        clock: Some("90m".into()),
        ..usual()
    };
    let id = house.challenge(&guest(ANNA, "Anna"), challenge).await;
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.terms().preset, Preset::Classic);
    assert_eq!(
        table.terms().mode,
        Mode::Target {
            points: 150,
            within: None
        }
    );
    let post = house.table_post(id).await;
    assert_eq!(post.ping, Some(BEN));
    assert!(!post.private && post.picture.is_none());
    let text = post.text.plain();
    assert!(text.contains("Anna challenges Ben to Gin Rummy."), "{text}");
    assert!(
        text.contains("Classic gin rules · first to 150 · 90 minutes a turn"),
        "{text}"
    );
    // C-019: the time of expiry is visible.
    assert!(
        post.text
            .0
            .iter()
            .any(|span| matches!(span, Span::When(when) if Some(*when) == table.deadline()))
    );
    let people: Vec<Account> = post
        .text
        .0
        .iter()
        .filter_map(|span| match span {
            Span::Person { account, .. } => Some(*account),
            _ => None,
        })
        .collect();
    assert_eq!(people, [ANNA, BEN]);
}

#[tokio::test]
async fn only_the_right_person_answers_a_challenge() {
    let house = House::new().await;
    let (anna, ben) = (guest(ANNA, "Anna"), guest(BEN, "Ben"));
    let id = house.challenge(&anna, usual()).await;
    let post = house.table_post(id).await;
    let token = |wanted: Act| find(&post, |act| act == wanted).unwrap();
    for wanted in [Act::Accept, Act::Decline, Act::Withdraw] {
        let answer = house.press(&eve(), &token(wanted)).await;
        assert!(answer.toast.unwrap().text.contains("for somebody else"));
        assert!(answer.post.is_none(), "the public message is left alone");
    }
    let own = house.press(&anna, &token(Act::Accept)).await;
    assert!(own.toast.unwrap().text.contains("your own challenge"));
    // C-022, C-031: two at once, one seat.
    let accept = token(Act::Accept);
    let (one, two) = tokio::join!(house.press(&ben, &accept), house.press(&ben, &accept));
    assert!(one.replace && two.replace, "both see the table");
    assert!(one.post.unwrap().picture.is_some() && two.post.unwrap().picture.is_some());
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.stage(), Stage::Playing);
    let late = house.press(&anna, &token(Act::Withdraw)).await;
    assert!(late.toast.unwrap().text.contains("no longer open") && late.replace);
}

#[tokio::test]
async fn a_challenge_can_be_declined_and_withdrawn() {
    let house = House::new().await;
    for (who, wanted, end, words) in [
        (guest(BEN, "Ben"), Act::Decline, MatchEnd::Declined, "Ben declined"),
        (guest(ANNA, "Anna"), Act::Withdraw, MatchEnd::Withdrawn, "was withdrawn"),
        (guest(ANNA, "Anna"), Act::Decline, MatchEnd::Withdrawn, "was withdrawn"),
    ] {
        let id = house.challenge(&guest(ANNA, "Anna"), usual()).await;
        let token = find(&house.table_post(id).await, |act| act == wanted).unwrap();
        let answer = house.press(&who, &token).await;
        let post = answer.post.unwrap();
        assert!(
            answer.replace && post.rows.is_empty() && said(&post).contains(words),
            "{}",
            said(&post)
        );
        let table = house.rig.service.table(id).await.unwrap();
        assert_eq!(table.stage(), Stage::Over(end));
        // C-024: a dead button is explained.
        let again = house.press(&guest(BEN, "Ben"), &token).await;
        assert!(again.toast.is_some() && again.replace);
    }
    // C-019: nobody answers.
    let id = house.challenge(&guest(ANNA, "Anna"), usual()).await;
    house.rig.pass(90_000_000);
    assert!(house.rig.service.tick().await);
    assert!(said(&house.table_post(id).await).contains("lapsed"));
}

#[tokio::test]
async fn a_name_nobody_knows_gets_an_open_challenge_for_that_name_only() {
    // C-057; platforms/telegram.md, 15.
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let id = house.challenge(&anna, to(Foe::Handle("@Bob".into()))).await;
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.invitee(), &Invitee::Name("bob".into()));
    let post = house.table_post(id).await;
    assert!(said(&post).contains("Only @bob can accept."), "{}", said(&post));
    let accept = find(&post, |act| act == Act::Accept).unwrap();
    let wrong = house
        .press(
            &Guest {
                handle: Some("eve".into()),
                ..eve()
            },
            &accept,
        )
        .await;
    assert!(wrong.toast.unwrap().text.contains("for somebody else"));
    let bob = Guest {
        handle: Some("BOB".into()),
        ..guest(BEN, "Robert")
    };
    assert!(house.press(&bob, &accept).await.replace);
    assert_eq!(house.rig.service.table(id).await.unwrap().stage(), Stage::Playing);
    assert!(said(&house.table_post(id).await).contains("Robert"));
    // Whom the bot has met is challenged in person.
    let id = house.challenge(&eve(), to(Foe::Handle("Bob".into()))).await;
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.invitee(), &Invitee::Player(house.rig.player(BEN).await));
}

#[tokio::test]
async fn an_open_challenge_is_anyones_but_ones_own() {
    let house = House::new().await;
    let id = house.challenge(&guest(ANNA, "Anna"), to(Foe::Anyone)).await;
    let post = house.table_post(id).await;
    assert!(find(&post, |act| act == Act::Decline).is_none());
    assert_eq!(post.ping, None);
    let accept = find(&post, |act| act == Act::Accept).unwrap();
    assert!(
        house
            .press(&guest(ANNA, "Anna"), &accept)
            .await
            .toast
            .unwrap()
            .text
            .contains("own")
    );
    assert!(house.press(&eve(), &accept).await.replace);
}

#[tokio::test]
async fn on_telegram_the_deal_waits_for_start_and_goes_on_by_itself() {
    // C-004; platforms/telegram.md, 1 and 2.
    let house = House::new().await;
    let (mara, tomasz) = (telegram(11, "Mara"), telegram(12, "Tomasz"));
    house.ask(&alone(mara.clone()), Ask::Start { payload: None }).await;
    let foe = Foe::Person {
        account: tomasz.account,
        name: "Tomasz".into(),
        handle: None,
    };
    let id = house.challenge(&mara, to(foe)).await;
    let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
    house.press(&tomasz, &accept).await;
    assert_eq!(house.rig.service.table(id).await.unwrap().stage(), Stage::Gathering);
    let waiting = house.table_post(id).await;
    let text = said(&waiting);
    assert!(
        text.contains("Tomasz: open a private chat") && !text.contains("Mara: open"),
        "{text}"
    );
    let links: Vec<&str> = waiting
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Buttons(buttons) => Some(buttons),
            Row::Select { .. } => None,
        })
        .flatten()
        .filter_map(|button| match &button.press {
            Press::Link(link) => Some(link.as_str()),
            Press::Token(_) => None,
        })
        .collect();
    let [link] = links[..] else { panic!("{links:?}") };
    let payload = link.strip_prefix("https://t.example/gin_bot?start=").unwrap();
    assert!(
        payload.len() <= 64
            && payload
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    );
    // C-012: there is a way out while waiting.
    assert!(find(&waiting, |act| act == Act::Withdraw).is_some());
    let answer = house
        .ask(
            &alone(tomasz.clone()),
            Ask::Start {
                payload: Some(payload.into()),
            },
        )
        .await;
    let post = answer.post.unwrap();
    assert!(
        post.text.plain().contains("match against Mara goes on"),
        "{}",
        post.text.plain()
    );
    assert_eq!(house.rig.service.table(id).await.unwrap().stage(), Stage::Playing);
    let shown = house.deliver(Platform::Telegram).await;
    assert!(
        shown
            .iter()
            .any(|(slot, post)| slot.key.chat == tomasz.account.user && post.private)
    );
    // Pressed again, Start shows the hand once more.
    let answer = house
        .ask(
            &alone(tomasz.clone()),
            Ask::Start {
                payload: Some(payload.into()),
            },
        )
        .await;
    assert!(answer.slot.is_some() && answer.post.unwrap().picture.is_some());
    // A plain /start finds the waiting table; a strange payload explains.
    let answer = house.ask(&alone(mara.clone()), Ask::Start { payload: None }).await;
    assert!(answer.post.unwrap().text.plain().contains("Tomasz"));
    let stranger = telegram(13, "Ines");
    for payload in [payload, "t0", "t!!", "hand", "tzzzzzzzzzzzzzzzzzzzz"] {
        let answer = house
            .ask(
                &alone(stranger.clone()),
                Ask::Start {
                    payload: Some(payload.into()),
                },
            )
            .await;
        let text = answer.post.unwrap().text.plain();
        assert!(text.contains("Welcome"), "{text}");
        assert_eq!(
            text.contains("over or not yours"),
            payload.len() > 2 && payload != "hand" && payload != "t!!" && payload.len() < 20 || payload == "t0",
            "{payload}"
        );
    }
    // C-017 of telegram.md: blocked in the middle of the match.
    house.rig.service.unreachable(tomasz.account).await.unwrap();
    let public = house.table_post(id).await;
    assert!(
        said(&public).contains("Tomasz: open the private chat"),
        "{}",
        said(&public)
    );
    assert!(said(&public).contains("[Open the private chat]"));
}

#[tokio::test]
async fn on_telegram_the_computer_deals_at_once_to_whoever_writes_in_private() {
    let house = House::new().await;
    let mara = alone(telegram(11, "Mara"));
    let id = house.challenge(&mara, to(Foe::Computer)).await;
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.stage(), Stage::Playing, "no Start was seen, but the chat is open");
    assert_eq!(table.place().venue.chat, 11);
    let shown = house.deliver(Platform::Telegram).await;
    assert!(shown.iter().all(|(slot, _)| slot.key.chat == 11) && shown.len() == 2);
}

#[tokio::test]
async fn before_the_deal_one_leaves_from_the_private_chat_too() {
    // C-010, C-012.
    let house = House::new().await;
    let (mara, tomasz) = (telegram(11, "Mara"), telegram(12, "Tomasz"));
    house.ask(&alone(mara.clone()), Ask::Start { payload: None }).await;
    for from_table in [false, true] {
        let foe = Foe::Person {
            account: tomasz.account,
            name: "Tomasz".into(),
            handle: None,
        };
        let id = house.challenge(&mara, to(foe)).await;
        let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
        house.press(&tomasz, &accept).await;
        assert_eq!(house.rig.service.table(id).await.unwrap().stage(), Stage::Gathering);
        let token = if from_table {
            find(&house.table_post(id).await, |act| act == Act::Withdraw).unwrap()
        } else {
            let page = house.ask(&alone(mara.clone()), Ask::Resign).await.post.unwrap();
            assert!(said(&page).contains("not dealt yet") && said(&page).contains("[Withdraw]"));
            find(&page, |act| act == Act::Resign).unwrap()
        };
        let answer = house.press(&alone(mara.clone()), &token).await;
        // A copy in the private chat never becomes the group's message.
        assert!(answer.replace && answer.slot.is_none());
        assert!(said(&answer.post.unwrap()).contains("was withdrawn"));
        let stage = house.rig.service.table(id).await.unwrap().stage();
        assert_eq!(stage, Stage::Over(MatchEnd::Withdrawn));
    }
}

#[tokio::test]
async fn games_lists_every_match_with_its_own_button() {
    // C-038; platforms/telegram.md, 20.
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    assert!(
        house
            .ask(&anna, Ask::Games)
            .await
            .post
            .unwrap()
            .text
            .plain()
            .contains("not in any match")
    );
    let first = house.begin(usual()).await.id();
    let second = {
        let foe = Foe::Person {
            account: eve().account,
            name: "Eve".into(),
            handle: None,
        };
        let id = house.challenge(&anna, to(foe)).await;
        let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
        house.press(&eve(), &accept).await;
        id
    };
    assert_ne!(first, second);
    let list = house.ask(&anna, Ask::Games).await.post.unwrap();
    assert!(list.private);
    let tables: Vec<_> = list
        .presses()
        .map(|(_, token)| jinlami::ui::token::decode(token).unwrap().table)
        .collect();
    assert_eq!(tables.len(), 2);
    assert!(tables.contains(&first) && tables.contains(&second));
    for (label, token) in list.presses() {
        let hand = house.press(&anna, token).await.post.unwrap();
        let opponent = label.split(' ').next().unwrap();
        assert!(hand.text.plain().contains(&format!("Your hand against {opponent}")));
    }
}
