//! Hands and matches under the other presets: what their pages show and ask.

use jinlami::gin::{Action, KnockLimit, ViewPhase};
use jinlami::id::{Lang, Platform, Seat};
use jinlami::table::Stage;
use jinlami::ui::Challenge;
use jinlami::ui::token::Act;

use super::house::{House, alone, find, guest, said};
use super::variants::with;
use crate::rig::{ANNA, BEN, PLACE, sensible};

/// A whole Oklahoma match with a house rule: the limit of each hand is its upcard's, a spade counts double, a big gin has its
/// button, and the pages say so.
#[tokio::test]
async fn an_oklahoma_match_shows_each_hands_limit() {
    let house = House::new().await;
    let (mut doubled, mut single, mut limits) = (0, 0, std::collections::BTreeSet::new());
    let challenge = Challenge {
        rules: Some("oklahoma".into()),
        hands: Some(12),
        ..with("big_gin=31")
    };
    let id = house.begin(challenge).await.id();
    let a = house.rig.player(ANNA).await;
    let mut seen = 0;
    loop {
        let table = house.rig.service.table(id).await.unwrap();
        if table.is_over() {
            break;
        }
        if table.hand_number() != seen {
            seen = table.hand_number();
            let view = table.view(Some(Seat::FIRST)).hand.unwrap();
            assert_eq!(view.phase, ViewPhase::Upcard);
            let upcard = view.upcard.unwrap();
            let limit = KnockLimit::From(jinlami::gin::LimitFrom::Upcard).of(Some(upcard));
            limits.insert(limit);
            let hand = said(&house.hand_post(id, a).await);
            let public = said(&house.table_post(id).await);
            for text in [&hand, &public] {
                if limit == 0 {
                    assert!(text.contains("Only gin ends this hand"), "{text}");
                } else {
                    assert!(text.contains(&format!("nock at {limit} or less")), "{text}");
                }
                let double = text.contains("spade upcard: counts double");
                assert_eq!(
                    double,
                    upcard.suit() == jinlami::cards::Suit::Spades,
                    "{upcard}: {text}"
                );
                if double { doubled += 1 } else { single += 1 }
            }
        }
        house.rig.step(id).await;
    }
    assert!(
        limits.len() > 2 && doubled > 0 && single > 0,
        "{limits:?} {doubled} {single}"
    );
    let table = house.rig.service.table(id).await.unwrap();
    assert!(matches!(table.stage(), Stage::Over(_)));
    assert!(said(&house.table_post(id).await).contains("Oklahoma gin rules with big gin 31"));
}

/// A knocker shows other melds than the best: the page offers them, and what is shown is what was chosen.
#[tokio::test]
async fn a_knocker_chooses_which_melds_to_show() {
    let house = House::new().await;
    let challenge = Challenge {
        rules: Some("classic".into()),
        ..with("knock_limit=50")
    };
    for _ in 0..40 {
        let id = house.begin(challenge.clone()).await.id();
        for _ in 0..12 {
            let table = house.rig.service.table(id).await.unwrap();
            let Some(seat) = table.to_move() else { break };
            let view = table.view(Some(seat)).hand.unwrap();
            let other = view.legal.iter().find_map(|action| match action {
                Action::KnockWith(card, index) if *index > 0 => Some((*card, *index)),
                _ => None,
            });
            let Some((card, index)) = other else {
                let action = match sensible(&table, seat) {
                    // Whoever may knock waits until there is a choice.
                    Action::Knock(_) | Action::KnockWith(..) | Action::BigGin => {
                        let discards = view.legal.iter().find(|action| matches!(action, Action::Discard(_)));
                        *discards.unwrap()
                    }
                    other => other,
                };
                let who = if seat == Seat::FIRST { ANNA } else { BEN };
                house
                    .rig
                    .wish(who, &table, jinlami::table::Wish::Play(action))
                    .await
                    .unwrap();
                continue;
            };
            let (account, name) = if seat == Seat::FIRST {
                (ANNA, "Anna")
            } else {
                (BEN, "Ben")
            };
            let who = alone(guest(account, name));
            let player = house.rig.player(account).await;
            let hand = house.hand_post(id, player).await;
            let ask = find(&hand, |act| act == Act::AskKnock(card)).unwrap();
            let page = house.press(&who, &ask).await.post.unwrap();
            assert!(said(&page).contains("You may show other melds"), "{}", said(&page));
            let chosen = find(&page, |act| act == Act::KnockWith(card, index)).expect("it is offered");
            let kept = view.hand.unwrap().without(card);
            let wanted = jinlami::gin::arrangements(kept, view.limit, view.aces)[usize::from(index)];
            assert_ne!(wanted, jinlami::gin::arrangements(kept, view.limit, view.aces)[0]);
            let answer = house.press(&who, &chosen).await;
            assert!(answer.replace && answer.toast.is_none());
            let table = house.rig.service.table(id).await.unwrap();
            let shown = match table.view(Some(seat)).hand.unwrap().knock {
                Some((_, shown)) if table.hands().is_empty() => shown,
                _ => table.hands()[0].score.shown.arrangements[seat.index()],
            };
            assert_eq!(shown, wanted);
            return;
        }
        house
            .rig
            .wish(
                ANNA,
                &house.rig.service.table(id).await.unwrap(),
                jinlami::table::Wish::Resign,
            )
            .await
            .unwrap();
    }
    panic!("no hand with a choice came up");
}

/// A whole match of three games at once: its columns on the table, under each hand and at the end, all within a caption.
#[tokio::test]
async fn a_match_of_several_games_shows_their_columns() {
    for (lang, house_rules, columns) in [
        (Lang::En, "tedesco target=60 game_bonus=100 box_bonus=20 shutout", 3),
        (
            Lang::ZhHans,
            "classic games=9 target=20 knock_limit=7 big_gin=31 tie=nobody knock_bonus=5 game_bonus=100 box_bonus=20",
            9,
        ),
    ] {
        let house = House::new().await;
        let store = house.rig.service.store();
        store.set_venue_lang(PLACE.venue, lang).await.unwrap();
        let id = house.begin(with(house_rules)).await.id();
        let (mut shown, mut hands) = (0, 0);
        loop {
            let table = house.rig.service.table(id).await.unwrap();
            // What lies between two hands is shown by the stories; drawing all of it here would take minutes.
            let news = if table.hands().len() > hands || table.is_over() {
                house.deliver(Platform::Discord).await
            } else {
                Vec::new()
            };
            hands = table.hands().len();
            for (slot, post) in news {
                if slot.key.kind == jinlami::service::SlotKind::Showdown {
                    shown += 1;
                    assert!(
                        said(&post).contains("1. ") || said(&post).contains("第1盘"),
                        "{}",
                        said(&post)
                    );
                }
            }
            if table.is_over() {
                break;
            }
            house.rig.step(id).await;
        }
        let table = house.rig.service.table(id).await.unwrap();
        assert_eq!((table.games().len(), shown), (columns, table.hands().len()));
        let words = said(&house.table_post(id).await);
        for (game, n) in table.games().iter().zip(1..) {
            let [one, two] = game.points;
            let column = match lang {
                Lang::En => format!("{n}. {one} : {two}"),
                _ => format!("第{n}盘 {one} : {two}"),
            };
            assert!(words.contains(&column), "{column}: {words}");
        }
        let bonuses = table.bonuses();
        assert!(bonuses.iter().sum::<i32>() > 0);
        for (seat, bonus) in bonuses.iter().enumerate() {
            let points: i32 = table.games().iter().map(|game| game.points[seat]).sum();
            assert_eq!(table.scores()[seat], points + bonus);
            assert!(words.contains(&bonus.to_string()), "{words}");
        }
        assert!(matches!(table.stage(), Stage::Over(_)));
    }
}

/// The last message of a long match between people with the longest names: the commitment and the rematch stand in it, whole.
#[tokio::test]
async fn the_end_of_a_long_match_is_told_whole_whatever_the_names() {
    let house = House::new().await;
    let rules = "classic games=9 target=20 knock_limit=7 big_gin=31 tie=nobody game_bonus=100 box_bonus=20 shutout";
    let id = house.begin(with(rules)).await.id();
    let table = loop {
        let table = house.rig.service.table(id).await.unwrap();
        if table.is_over() {
            break table;
        }
        house.rig.step(id).await;
    };
    assert!(table.hands().len() >= 8);
    let commitment = table.commitment().unwrap().to_string();
    let rematch = find(&house.table_post(id).await, |act| act == Act::Rematch).unwrap();
    let long = |letter: &str| (letter.repeat(32), letter.repeat(31) + "B");
    let usual = ("Anna".to_owned(), "Ben".to_owned());
    for (anna, ben) in [usual, long("W"), long("龍"), long("𠮷")] {
        for lang in Lang::ALL {
            house
                .rig
                .service
                .store()
                .set_venue_lang(PLACE.venue, lang)
                .await
                .unwrap();
            house.press(&guest(BEN, &ben), &introduction(id)).await;
            house.press(&guest(ANNA, &anna), &rematch).await;
            let post = house.table_post(id).await;
            let words = post.text.plain();
            assert!(words.contains(&anna) && words.contains(&ben), "{words}");
            assert!(words.contains(&commitment), "{words}");
            let asked = post
                .text
                .0
                .iter()
                .any(|span| matches!(span, jinlami::ui::Span::When(_)));
            assert!(asked, "until when a rematch is open: {words}");
            // A moment is written in full on Telegram, 20 units; a caption has 1024 there, words without a picture have 4096.
            let described = post.picture.map_or(0, |picture| picture.alt.encode_utf16().count() + 2);
            let all = words.encode_utf16().count() + 20 + described;
            assert!(all <= 1024 || described == 0 && all <= 1900, "{all}: {words}");
            if anna == "Anna" {
                let last = table.hands().last().unwrap().number.to_string();
                assert!(
                    described > 0 && words.lines().last().unwrap().contains(&last),
                    "{words}"
                );
            }
        }
    }
}

/// A press that changes nothing but tells the name of who pressed.
fn introduction(id: jinlami::id::TableId) -> String {
    jinlami::ui::token::encode(jinlami::ui::token::Token::new(
        id,
        jinlami::id::Stamp(0),
        Act::ShowRules,
    ))
}

/// The last discard may be taken to knock: the page asks for it, and then only a knock is left.
#[tokio::test]
async fn the_last_discard_is_offered_once() {
    let house = House::new().await;
    let challenge = Challenge {
        rules: Some("classic".into()),
        ..with("fiftieth_card knock_limit=50")
    };
    for _ in 0..10 {
        let id = house.begin(challenge.clone()).await.id();
        let (mut offered, mut knocked) = (false, false);
        loop {
            let table = house.rig.service.table(id).await.unwrap();
            if !table.hands().is_empty() {
                break;
            }
            let seat = table.to_move().unwrap();
            let view = table.view(Some(seat)).hand.unwrap();
            let (account, name) = if seat == Seat::FIRST {
                (ANNA, "Anna")
            } else {
                (BEN, "Ben")
            };
            let who = alone(guest(account, name));
            let hand = house.hand_post(id, house.rig.player(account).await).await;
            let action = match view.phase {
                ViewPhase::Upcard => Action::Pass,
                ViewPhase::Draw => Action::DrawStock,
                ViewPhase::Last => {
                    offered = true;
                    assert!(said(&hand).contains("The last discard: take"), "{}", said(&hand));
                    let take = view.legal.iter().find(|action| matches!(action, Action::TakePile(_)));
                    *take.unwrap_or(&Action::Pass)
                }
                _ => match view.drawn.filter(|_| !offered) {
                    Some(drawn) => Action::Discard(drawn),
                    None => {
                        assert!(
                            said(&hand).contains("You took the last discard: now knock."),
                            "{}",
                            said(&hand)
                        );
                        assert_eq!(find(&hand, |act| matches!(act, Act::Discard(_))), None);
                        let ask = find(&hand, |act| matches!(act, Act::AskKnock(_))).unwrap();
                        let page = house.press(&who, &ask).await.post.unwrap();
                        let knock = find(&page, |act| matches!(act, Act::Knock(_))).unwrap();
                        assert!(house.press(&who, &knock).await.toast.is_none());
                        knocked = true;
                        break;
                    }
                },
            };
            let wish = jinlami::table::Wish::Play(action);
            house.rig.wish(account, &table, wish).await.unwrap();
        }
        if knocked {
            return;
        }
        let table = house.rig.service.table(id).await.unwrap();
        house
            .rig
            .wish(ANNA, &table, jinlami::table::Wish::Resign)
            .await
            .unwrap();
    }
    panic!("nobody could take the last discard");
}
