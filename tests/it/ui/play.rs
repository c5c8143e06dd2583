//! A match by buttons alone.

use jinlami::gin::{Action, ViewPhase};
use jinlami::id::{Lang, Platform, Seat, TableId};
use jinlami::service::SlotKind;
use jinlami::table::{Stage, Table};
use jinlami::ui::token::{Act, decode, replies};
use jinlami::ui::{Answer, Ask, Challenge, Guest, Press, Row};

use super::house::{House, alone, eve, find, guest, named, said, secrets, usual};
use crate::rig::{ANNA, BEN, sensible};

fn act(action: Action) -> Act {
    match action {
        Action::Pass => Act::Pass,
        Action::TakePile(card) => Act::Take(card),
        Action::DrawStock => Act::Stock,
        Action::Discard(card) => Act::Discard(card),
        Action::Knock(card) => Act::Knock(card),
        Action::LayOffBest => Act::Best,
        Action::LayOffNone => Act::LayNone,
        Action::Place(card, meld) => Act::Place(card, meld),
        Action::TakeBack => Act::TakeBack,
        Action::Done => Act::Done,
        Action::KnockWith(..) | Action::BigGin => panic!("nobody plays that here"),
    }
}

fn person(seat: Seat) -> Guest {
    if seat == Seat::FIRST {
        guest(ANNA, "Anna")
    } else {
        guest(BEN, "Ben")
    }
}

/// Whoever is to move presses what the computer would play, in their private chat; the answer.
async fn step(house: &House, table: &Table) -> Answer {
    let seat = table.to_move().unwrap();
    let who = alone(person(seat));
    let player = house.rig.player(who.account).await;
    let post = house.hand_post(table.id(), player).await;
    let wanted = act(sensible(table, seat));
    let pressed = match wanted {
        Act::Knock(card) => {
            // A knock asks once.
            let ask = find(&post, |act| act == Act::AskKnock(card)).expect("the knock is offered");
            assert_eq!(find(&post, |act| matches!(act, Act::Knock(_))), None);
            let page = house.press(&who, &ask).await;
            assert!(page.replace);
            let page = page.post.unwrap();
            assert!(find(&page, |act| act == Act::Main).is_some());
            find(&page, |act| act == wanted).expect("a button that knocks")
        }
        _ => find(&post, |act| act == wanted).expect("the move has a button"),
    };
    let answer = house.press(&who, &pressed).await;
    assert!(answer.replace && answer.slot.is_some() && answer.toast.is_none());
    answer
}

/// No public message and no message of the other player names a card that only this seat knows (C-123).
async fn no_leak(house: &House, id: TableId) {
    let table = house.rig.service.table(id).await.unwrap();
    let public = said(&house.table_post(id).await);
    if let Some(jinlami::gin::Phase::LayOff { knock, .. }) = table.hand().map(jinlami::gin::Hand::phase) {
        // The knocker's discard lies face down until the hand is over.
        let down = jinlami::cards::CardSet::EMPTY.with(knock.discard);
        assert_eq!(named(&public, down), [], "{public}");
        let defender = house.rig.player(person(knock.seat.other()).account).await;
        assert_eq!(named(&said(&house.hand_post(id, defender).await), down), []);
    }
    for seat in Seat::BOTH {
        let hidden = secrets(&table, seat);
        assert_eq!(named(&public, hidden), [], "{public}");
        let other = house.rig.player(person(seat.other()).account).await;
        let text = said(&house.hand_post(id, other).await);
        // What the other player holds can't be named there either.
        let foreign = named(&text, hidden);
        assert_eq!(foreign, [], "{text}");
    }
}

#[tokio::test]
async fn a_match_is_played_by_buttons_and_nobody_sees_a_foreign_card() {
    for (lang, rules, hands) in [
        (Lang::En, "jinlami", 2),
        (Lang::ZhHans, "classic", 1),
        (Lang::ZhHant, "jinlami", 1),
    ] {
        let house = House::new().await;
        house
            .rig
            .service
            .store()
            .set_venue_lang(crate::rig::PLACE.venue, lang)
            .await
            .unwrap();
        let table = house
            .begin(Challenge {
                rules: Some(rules.into()),
                hands: Some(hands),
                ..usual()
            })
            .await;
        let id = table.id();
        let mut steps = 0;
        let mut showdowns = 0;
        loop {
            let table = house.rig.service.table(id).await.unwrap();
            if table.is_over() {
                break;
            }
            no_leak(&house, id).await;
            for (slot, post) in house.deliver(Platform::Discord).await {
                if slot.key.kind == SlotKind::Showdown {
                    showdowns += 1;
                    // The hand that is shown is over; the next one is not.
                    assert!(i64::from(table.hand_number()) > slot.key.number, "{}", said(&post));
                    assert!(post.picture.is_some());
                    // The deal can be checked by anybody.
                    let check = find(
                        &post,
                        |act| matches!(act, Act::Verify(hand) if i64::from(hand) == slot.key.number),
                    );
                    assert!(check.is_some_and(|token| replies(&token)), "{}", said(&post));
                    let number = u16::try_from(slot.key.number).unwrap();
                    let replay = find(&post, |act| act == Act::OpenReplay(number));
                    assert!(replay.is_some_and(|token| replies(&token)), "{}", said(&post));
                }
            }
            step(&house, &table).await;
            steps += 1;
        }
        assert!(steps > 4, "{steps}");
        let last = house.deliver(Platform::Discord).await;
        showdowns += last
            .iter()
            .filter(|(slot, _)| slot.key.kind == SlotKind::Showdown)
            .count();
        assert_eq!(i64::try_from(showdowns), Ok(hands));
        // C-024: nothing of the match is left to press, and both scores are said.
        let over = house.table_post(id).await;
        assert!(
            over.presses()
                .all(|(_, token)| decode(token).unwrap().act == Act::Rematch)
        );
        let table = house.rig.service.table(id).await.unwrap();
        for seat in Seat::BOTH {
            assert!(
                said(&over).contains(&table.scores()[seat.index()].to_string()),
                "{}",
                said(&over)
            );
            let player = house.rig.player(person(seat).account).await;
            let post = house.hand_post(id, player).await;
            assert!(
                post.presses()
                    .all(|(_, token)| decode(token).unwrap().act == Act::Rematch)
            );
        }
    }
}

#[tokio::test]
async fn every_hand_says_against_whom_where_and_in_which_match() {
    // C-002.
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let code = jinlami::ui::token::table_code(table.id()).to_uppercase();
    house.deliver(Platform::Discord).await;
    for (who, opponent) in [(ANNA, "Ben"), (BEN, "Anna")] {
        let post = house.hand_post(table.id(), house.rig.player(who).await).await;
        let text = post.text.plain();
        for part in [opponent, "The Den", code.as_str()] {
            assert!(text.contains(part), "{text}");
        }
        let picture = post.picture.unwrap();
        assert_eq!(picture.name, "hand.png");
        assert!(picture.alt.starts_with("Your hand, 1"), "{}", picture.alt);
        // C-075, C-076: the description names every card in words, the text in symbols.
        let seat = table.seat_of(house.rig.player(who).await).unwrap();
        let hand = table.view(Some(seat)).hand.unwrap().hand.unwrap();
        let plain = text.replace('\u{FE0E}', "");
        for card in hand.iter() {
            assert!(plain.contains(&card.to_string()), "{card} in {text}");
        }
        assert!(!picture.alt.contains(['♣', '♦', '♥', '♠']));
    }
}

#[tokio::test]
async fn the_way_back_leads_to_the_table_on_telegram() {
    let house = House::new().await;
    let (mara, tomasz) = (super::house::telegram(11, "Mara"), super::house::telegram(12, "Tomasz"));
    for who in [&mara, &tomasz] {
        house.ask(&alone(who.clone()), Ask::Start { payload: None }).await;
    }
    let opponent = jinlami::ui::Foe::Person {
        account: tomasz.account,
        name: "Tomasz".into(),
        handle: None,
    };
    let id = house.challenge(&mara, Challenge { opponent, ..usual() }).await;
    let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
    house.press(&tomasz, &accept).await;
    house.deliver(Platform::Telegram).await;
    let post = house.hand_post(id, house.rig.player(mara.account).await).await;
    let links: Vec<&str> = post
        .rows
        .iter()
        .flat_map(|row| match row {
            Row::Buttons(buttons) => buttons.as_slice(),
            Row::Select { .. } => &[],
        })
        .filter_map(|button| match &button.press {
            Press::Link(link) => Some(link.as_str()),
            Press::Token(_) => None,
        })
        .collect();
    assert_eq!(links.len(), 1);
    assert!(links[0].starts_with("https://t.example/c/1234567890/"), "{links:?}");
}

#[tokio::test]
async fn an_old_button_gives_the_hand_as_it_stands_and_plays_nothing() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let seat = table.to_move().unwrap();
    let who = alone(person(seat));
    let player = house.rig.player(who.account).await;
    let discard = find(&house.hand_post(table.id(), player).await, |act| {
        matches!(act, Act::Discard(_))
    })
    .unwrap();
    // C-030: the second of two presses finds the question answered.
    let (first, second) = tokio::join!(house.press(&who, &discard), house.press(&who, &discard));
    let refused: Vec<&Answer> = [&first, &second]
        .into_iter()
        .filter(|answer| answer.toast.is_some())
        .collect();
    assert_eq!(refused.len(), 1);
    let refused = refused[0];
    assert!(refused.toast.as_ref().unwrap().text.contains("button is old"));
    assert!(!refused.toast.as_ref().unwrap().alert, "quietly");
    assert!(refused.replace && refused.post.as_ref().unwrap().private);
    let after = house.rig.service.table(table.id()).await.unwrap();
    assert_eq!(after.view(None).hand.unwrap().pile, 1);
    // C-022: the same after a restart.
    let house = house.restart().await;
    let again = house.press(&who, &discard).await;
    assert!(again.toast.unwrap().text.contains("button is old"));
    assert_eq!(
        house.rig.service.table(table.id()).await.unwrap().version(),
        after.version()
    );
    // C-034's counterpart: an old "yes, resign" must not resign.
    let resign = jinlami::ui::token::encode(jinlami::ui::token::Token {
        act: Act::Resign,
        ..decode(&discard).unwrap()
    });
    house.press(&who, &resign).await;
    assert!(!house.rig.service.table(table.id()).await.unwrap().is_over());
}

#[tokio::test]
async fn strangers_get_a_note_and_nothing_else() {
    // C-125.
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let version = table.version();
    let mut tokens: Vec<String> = Vec::new();
    for who in [ANNA, BEN] {
        let post = house.hand_post(table.id(), house.rig.player(who).await).await;
        tokens.extend(post.presses().map(|(_, token)| token.to_owned()));
    }
    let public = house.table_post(table.id()).await;
    tokens.extend(public.presses().map(|(_, token)| token.to_owned()));
    assert!(tokens.len() > 10);
    for token in tokens {
        if matches!(decode(&token).unwrap().act, Act::Table | Act::Watch | Act::ShowRules) {
            continue; // What is public may be shown to anybody.
        }
        for place in [eve(), alone(eve())] {
            let answer = house.press(&place, &token).await;
            let toast = answer.toast.expect("a note");
            assert!(
                toast.alert && toast.text.contains("don’t play at this table"),
                "{}",
                toast.text
            );
            assert!(answer.post.is_none() && answer.public.is_none() && !answer.replace);
        }
    }
    assert_eq!(house.rig.service.table(table.id()).await.unwrap().version(), version);
}

#[tokio::test]
async fn my_hand_answers_anew_with_a_note_that_fits() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let button = find(&house.table_post(table.id()).await, |act| act == Act::Hand).unwrap();
    assert!(replies(&button));
    for (who, seat) in [(guest(ANNA, "Anna"), Seat::FIRST), (guest(BEN, "Ben"), Seat::SECOND)] {
        let answer = house.press(&who, &button).await;
        assert!(
            !answer.replace && answer.slot.is_none(),
            "a copy that only the asker sees is not the slot's message"
        );
        assert!(answer.post.as_ref().unwrap().private);
        let toast = answer.toast.unwrap();
        assert!(toast.alert);
        let hand = table.view(Some(seat)).hand.unwrap().hand.unwrap();
        let text = toast.text.replace('\u{FE0E}', "");
        assert_eq!(named(&text.replace(['♣', '♦', '♥', '♠'], "$0"), hand).len(), 0);
        for card in hand.iter() {
            assert!(text.contains(&card.to_string()), "{card} in {text}");
        }
        assert!(text.contains("deadwood"));
    }
    // In the private chat the new message becomes the hand's message.
    let answer = house.ask(&alone(guest(ANNA, "Anna")), Ask::Hand).await;
    assert!(answer.slot.is_some() && answer.post.unwrap().private);
}

#[tokio::test]
async fn resigning_asks_once_and_can_be_left() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let anna = guest(ANNA, "Anna");
    let page = house.ask(&anna, Ask::Resign).await.post.unwrap();
    assert!(page.private && page.text.plain().contains("Resign?"));
    let back = find(&page, |act| act == Act::Main).unwrap();
    let main = house.press(&anna, &back).await.post.unwrap();
    let ask = find(&main, |act| act == Act::AskResign).unwrap();
    let page = house.press(&anna, &ask).await.post.unwrap();
    let yes = find(&page, |act| act == Act::Resign).unwrap();
    let answer = house.press(&anna, &yes).await;
    assert!(answer.replace && answer.post.unwrap().text.plain().contains("Anna resigned: Ben wins"));
    let table = house.rig.service.table(table.id()).await.unwrap();
    assert!(table.is_over());
    let public = house.table_post(table.id()).await;
    assert!(said(&public).contains("Anna resigned: Ben wins the match."));
    let answer = house.ask(&anna, Ask::Resign).await;
    assert!(answer.toast.unwrap().text.contains("not in a match"));
}

/// Plays on until somebody is asked to lay off with a card that fits; `None` when the match ends before.
async fn until_lay_off(house: &House, id: TableId) -> Option<Table> {
    loop {
        let table = house.rig.service.table(id).await.unwrap();
        if table.stage() != Stage::Playing {
            return None;
        }
        let seat = table.to_move().unwrap();
        let view = table.view(Some(seat)).hand.unwrap();
        if view.phase == ViewPhase::LayOff && view.legal.iter().any(|action| matches!(action, Action::Place(..))) {
            return Some(table);
        }
        step(house, &table).await;
    }
}

#[tokio::test]
async fn cards_are_laid_off_one_by_one_with_a_running_score() {
    let house = House::new().await;
    let table = house
        .begin(Challenge {
            hands: Some(60),
            ..usual()
        })
        .await;
    let id = table.id();
    let table = until_lay_off(&house, id)
        .await
        .expect("some hand ends with a card that fits");
    let seat = table.to_move().unwrap();
    let who = alone(person(seat));
    let player = house.rig.player(who.account).await;
    let menu = house.hand_post(id, player).await;
    let acts: Vec<Act> = menu.presses().map(|(_, token)| decode(token).unwrap().act).collect();
    assert!(acts.starts_with(&[Act::Best, Act::Choose, Act::LayNone]), "{acts:?}");
    let best = menu.presses().next().unwrap().0.to_owned();
    let view = table.view(Some(seat)).hand.unwrap();
    let points = view.best_layoff.unwrap().points;
    let sign = if points > 0 {
        "+"
    } else if points < 0 {
        "−"
    } else {
        ""
    };
    assert_eq!(best, format!("Best ({sign}{})", points.unsigned_abs()));
    assert!(said(&menu).contains(" knocked with "), "{}", said(&menu));

    let choose = find(&menu, |act| act == Act::Choose).unwrap();
    let page = house.press(&who, &choose).await.post.unwrap();
    assert!(
        find(&page, |act| act == Act::Main).is_some(),
        "the menu is one press away"
    );
    let place = find(&page, |act| matches!(act, Act::Place(..))).unwrap();
    let Act::Place(card, _) = decode(&place).unwrap().act else {
        panic!()
    };
    let page = house.press(&who, &place).await.post.unwrap();
    let text = said(&page);
    assert!(text.contains(&format!("Laid off: {card}")), "{text}");
    assert!(text.contains("[Take back]") && text.contains("[Done ("), "{text}");
    // What is placed may still be taken back, so it is nobody else's business yet.
    let public = said(&house.table_post(id).await);
    assert_eq!(named(&public, jinlami::cards::CardSet::EMPTY.with(card)), []);
    let back = find(&page, |act| act == Act::TakeBack).unwrap();
    let menu = house.press(&who, &back).await.post.unwrap();
    assert!(find(&menu, |act| act == Act::Best).is_some());
    let none = find(&menu, |act| act == Act::LayNone).unwrap();
    house.press(&who, &none).await;
    let after = house.rig.service.table(id).await.unwrap();
    let record = after.hands().last().unwrap();
    assert!(record.score.shown.laid_off.is_empty());
    let number = i64::from(record.number);
    let showdown = house.slot_post(id, SlotKind::Showdown, number, None).await.unwrap();
    let text = said(&showdown);
    assert!(text.contains(" scores ") && text.contains("deadwood"), "{text}");
}

#[tokio::test]
async fn a_reminder_pings_who_is_to_move_until_they_have() {
    let house = House::new().await;
    let table = house
        .begin(Challenge {
            clock: Some("4m".into()),
            ..usual()
        })
        .await;
    house.deliver(Platform::Discord).await;
    house.rig.pass(3 * 60_000 + 1_000);
    assert!(house.rig.service.tick().await);
    let seat = table.to_move().unwrap();
    let todo = house.rig.service.todo(Platform::Discord, 10).await.unwrap();
    let slot = *todo
        .iter()
        .find(|slot| slot.key.kind == SlotKind::Reminder)
        .expect("a reminder");
    let shown = house
        .desk
        .show(&slot)
        .await
        .unwrap()
        .expect("it is still the same turn");
    let who = person(seat);
    assert_eq!(shown.post.ping, Some(who.account));
    assert!(
        shown
            .post
            .text
            .plain()
            .starts_with(&format!("{}, it is your turn", who.name))
    );
    assert!(find(&shown.post, |act| act == Act::Hand).is_some());
    assert!(
        shown
            .post
            .text
            .0
            .iter()
            .any(|span| matches!(span, jinlami::ui::Span::When(_))),
        "C-014"
    );
    step(&house, &table).await;
    assert_eq!(house.desk.show(&slot).await.unwrap(), None);
    // C-013: when the clock plays, both are told.
    house.rig.pass(10 * 60_000);
    assert!(house.rig.service.tick().await);
    let text = said(&house.table_post(table.id()).await);
    assert!(text.contains("the clock played"), "{text}");
    // The draw is told with the discard: nobody may have seen the message in between.
    assert!(text.contains("drew from the stock and discarded"), "{text}");
}

#[tokio::test]
async fn the_computer_answers_in_the_private_chat() {
    let house = House::new().await;
    let anna = alone(guest(ANNA, "Anna"));
    let id = house
        .challenge(
            &anna,
            Challenge {
                opponent: jinlami::ui::Foe::Computer,
                hands: Some(1),
                ..usual()
            },
        )
        .await;
    let table = house.rig.service.table(id).await.unwrap();
    assert_eq!(table.place().venue.chat, -ANNA.user);
    for _ in 0..400 {
        assert!(house.rig.service.tick().await);
        let table = house.rig.service.table(id).await.unwrap();
        house.deliver(Platform::Discord).await;
        if table.is_over() {
            break;
        }
        if table.to_move() == Some(Seat::FIRST) {
            let public = said(&house.table_post(id).await);
            assert_eq!(named(&public, secrets(&table, Seat::FIRST)), []);
            assert_eq!(named(&public, secrets(&table, Seat::SECOND)), []);
            assert!(public.contains("Computer"), "{public}");
            step(&house, &table).await;
        }
    }
    assert!(house.rig.service.table(id).await.unwrap().is_over());
    let private = house
        .challenge(
            &anna,
            Challenge {
                opponent: jinlami::ui::Foe::Computer,
                ..usual()
            },
        )
        .await;
    assert_ne!(private, id);
    let refused = house.ask(&anna, Ask::Challenge(usual())).await;
    assert!(refused.toast.unwrap().text.contains("only play against the computer"));
}

#[tokio::test]
async fn closed_private_messages_are_said_and_opened_again() {
    // C-001.
    let house = House::new().await;
    let table = house.begin(usual()).await;
    house.rig.service.unreachable(BEN).await.unwrap();
    let public = house.table_post(table.id()).await;
    assert!(
        said(&public).contains("I can’t write to Ben in private"),
        "{}",
        said(&public)
    );
    assert!(find(&public, |act| act == Act::Hand).is_some());
    house.rig.service.reachable(BEN, 5).await.unwrap();
    assert!(!said(&house.table_post(table.id()).await).contains("can’t write"));
}
