//! Looking at finished hands: who may, what each step says, and that nobody sees a running one.

use jinlami::gin::{Action, Ending, Phase};
use jinlami::id::{Lang, Place, Seat, Stamp, TableId, Venue};
use jinlami::service::SlotKind;
use jinlami::table::{Replay, Table, Wish};
use jinlami::ui::token::{Act, Token, encode, table_code};
use jinlami::ui::{Answer, Ask, Guest, PictureKind, Post, Settings};
use proptest::prelude::*;

use super::house::{House, alone, eve, find, guest, named, said, secrets};
use crate::rig::{ANNA, BEN, PLACE, hands};

/// Plays until so many hands are over; with cards laid off by hand where that is asked.
async fn play(house: &House, id: TableId, finished: usize) -> Table {
    let mut placed = false;
    loop {
        let table = house.rig.service.table(id).await.unwrap();
        if table.hands().len() >= finished || table.is_over() {
            return table;
        }
        let seat = table.to_move().unwrap();
        let legal = table.hand().unwrap().legal(seat);
        let who = if seat == Seat::FIRST { ANNA } else { BEN };
        let place = legal.iter().find(|action| matches!(action, Action::Place(..)));
        match (table.hand().unwrap().phase(), place) {
            (Phase::LayOff { .. }, Some(action)) if !placed => {
                placed = true;
                house.rig.wish(who, &table, Wish::Play(*action)).await.unwrap();
            }
            _ => _ = house.rig.step(id).await,
        }
    }
}

async fn ask(house: &House, who: &Guest, table: &str, hand: Option<i64>) -> Answer {
    let table = Some(table.to_owned());
    house.ask(who, Ask::Replay { table, hand }).await
}

fn token(table: TableId, act: Act) -> String {
    encode(Token::new(table, Stamp(0), act))
}

fn button(post: &Post, label: &str) -> String {
    let (_, token) = post.presses().find(|(text, _)| text.contains(label)).unwrap();
    token.to_owned()
}

fn refusal(answer: &Answer) -> &str {
    assert!(answer.post.is_none() && answer.public.is_none());
    &answer.toast.as_ref().expect("a word why not").text
}

/// What a step says, its post checked for privacy.
fn step(answer: Answer, replaces: bool) -> Post {
    assert_eq!(answer.replace, replaces);
    assert!(answer.public.is_none() && answer.slot.is_none());
    let post = answer.post.expect("a step");
    assert!(post.private);
    let picture = post.picture.as_ref().unwrap();
    assert_eq!((picture.name, picture.kind), ("replay.png", PictureKind::Still));
    post
}

#[tokio::test]
async fn a_player_steps_through_a_finished_hand_with_both_hands_open() {
    for lang in Lang::ALL {
        let house = House::new().await;
        let table = house.rig.begin(hands(2)).await;
        let id = table.id();
        let anna = guest(ANNA, "Anna");
        let player = house.rig.player(ANNA).await;
        house.rig.service.store().set_player_lang(player, lang).await.unwrap();
        let code = table_code(id).to_uppercase();
        assert!(
            !refusal(&ask(&house, &anna, &code, None).await).is_empty(),
            "nothing is finished"
        );
        let table = play(&house, id, 1).await;
        let log = house.rig.service.store().load(id).await.unwrap().unwrap();
        let replay = Replay::of(&log, 1).unwrap();

        let mut post = step(ask(&house, &alone(anna.clone()), &code, None).await, false);
        let count = replay.moments.len();
        for (at, moment) in replay.moments.iter().enumerate() {
            let text = said(&post);
            assert!(
                text.contains(&format!("{}", at + 1)) && text.contains(&count.to_string()),
                "{text}"
            );
            assert!(
                text.contains("Anna") && text.contains("Ben") && text.contains(&code),
                "{text}"
            );
            // C-076: the description alone tells the whole picture.
            let alt = &post.picture.as_ref().unwrap().alt;
            assert!(alt.contains("Anna") && alt.contains("Ben"), "{alt}");
            if lang == Lang::En {
                if let Some(card) = moment.put_down.or(moment.top) {
                    assert_eq!(named(alt, [card].into_iter().collect()), [card], "{alt}");
                }
                for loose in moment
                    .hands
                    .map(|hand| jinlami::gin::Arrangement::best(hand, table.terms().rules.aces))
                {
                    if moment.score.is_none() && moment.shown.is_none() {
                        let loose = loose.loose();
                        assert_eq!(named(alt, loose).len() as u32, loose.len(), "{alt}");
                    }
                }
            }
            let last = at + 1 == count;
            let next = step(house.press(&alone(anna.clone()), &button(&post, "▶")).await, true);
            let back = step(house.press(&anna, &button(&next, "◀")).await, true);
            if last {
                assert_eq!(next, post, "after the last step comes the last step");
            } else {
                assert_eq!(back.text, post.text);
            }
            post = next;
        }
        // ⏮ and ⏭ lead to both ends, and hand 2 is not finished, so no button leads there.
        let first = step(house.press(&anna, &button(&post, "⏮")).await, true);
        assert_eq!(
            first,
            step(ask(&house, &anna, &code.to_lowercase(), Some(1)).await, false)
        );
        assert_eq!(step(house.press(&anna, &button(&first, "⏭")).await, true), post);
        assert_eq!(
            find(&post, |act| matches!(act, Act::Replay(hand, _) if hand != 1)),
            None
        );
        // Whose own hand lies below: Ben's page shows the same hand the other way round.
        let ben = step(
            ask(&house, &guest(BEN, "Ben"), &format!("#{code}"), Some(1)).await,
            false,
        );
        assert_ne!(ben.picture.unwrap().bytes, first.picture.unwrap().bytes);
    }
}

#[tokio::test]
async fn an_animation_replaces_the_step_and_leads_back() {
    let house = House::new().await;
    let id = house.rig.begin(hands(2)).await.id();
    play(&house, id, 2).await;
    let anna = guest(ANNA, "Anna");
    let page = step(
        house
            .ask(
                &anna,
                Ask::Replay {
                    table: None,
                    hand: None,
                },
            )
            .await,
        false,
    );
    assert!(
        said(&page).contains("Hand 2 of 2"),
        "the last finished hand of one's latest match"
    );
    let answer = house.press(&anna, &button(&page, "Animation")).await;
    assert!(answer.replace);
    let post = answer.post.unwrap();
    assert!(post.private);
    let picture = post.picture.as_ref().unwrap();
    assert_eq!((picture.name, picture.kind), ("replay.gif", PictureKind::Animated));
    assert!(
        picture.bytes.starts_with(b"GIF89a") && picture.bytes.len() < 3 << 20,
        "{}",
        picture.bytes.len()
    );
    assert!(
        picture.alt.contains("animation of") && picture.alt.contains("Hand 2 of 2"),
        "{}",
        picture.alt
    );
    let back = step(house.press(&anna, &button(&post, "⏮")).await, true);
    assert_eq!(back, page);
    // The other hand is a press away.
    let earlier = step(house.press(&anna, &button(&post, "◀ Hand 1")).await, true);
    assert!(said(&earlier).contains("Hand 1 of 2"));
    let later = step(house.press(&anna, &button(&earlier, "Hand 2 ▶")).await, true);
    assert_eq!(later, page);
    // The same from under the showdown, in a message of its own.
    let showdown = house.slot_post(id, SlotKind::Showdown, 2, None).await.unwrap();
    let opened = house.press(&anna, &button(&showdown, "Replay")).await;
    assert_eq!(step(opened, false), page);
}

/// 200 discards without a knock are 401 moments, more than an animation holds: it is made all the same.
#[tokio::test]
async fn the_longest_hand_has_an_animation_too() {
    let house = House::new().await;
    let id = house.rig.begin(hands(2)).await.id();
    let table = loop {
        let table = house.rig.service.table(id).await.unwrap();
        if !table.hands().is_empty() {
            break table;
        }
        let seat = table.to_move().unwrap();
        let legal = table.hand().unwrap().legal(seat);
        // Taking the other's discard leaves the stock as it is.
        let take = legal.iter().find(|action| matches!(action, Action::TakePile(_)));
        let discard = || legal.iter().find(|action| matches!(action, Action::Discard(_)));
        let action = *take.or_else(discard).unwrap();
        let who = if seat == Seat::FIRST { ANNA } else { BEN };
        house.rig.wish(who, &table, Wish::Play(action)).await.unwrap();
    };
    let log = house.rig.service.store().load(id).await.unwrap().unwrap();
    assert_eq!(table.hands()[0].score.ending, Ending::DrawnCap);
    assert_eq!(Replay::of(&log, 1).unwrap().moments.len(), 401);
    let anna = guest(ANNA, "Anna");
    let answer = house.press(&anna, &token(id, Act::Animation(1))).await;
    let picture = answer.post.unwrap().picture.expect("an animation");
    assert_eq!((picture.name, picture.kind), ("replay.gif", PictureKind::Animated));
    let mut decoder = gif::DecodeOptions::new().read_info(&picture.bytes[..]).unwrap();
    let mut frames = 0;
    while decoder.next_frame_info().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, 200);
    // Discord takes 10 MiB from a bot, Telegram 50 MB.
    assert!(picture.bytes.len() < 10 << 20, "{}", picture.bytes.len());
}

#[tokio::test]
async fn what_is_not_there_is_said_and_nothing_shown() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let nothing = house
        .ask(
            &anna,
            Ask::Replay {
                table: None,
                hand: None,
            },
        )
        .await;
    assert!(refusal(&nothing).contains("/replay"));
    let id = house.rig.begin(hands(3)).await.id();
    play(&house, id, 1).await;
    let code = table_code(id);
    for hand in [0, 2, 3, 4, 999, 70_000, -1, i64::MAX, i64::MIN] {
        let answer = ask(&house, &anna, &code, Some(hand)).await;
        assert!(refusal(&answer).contains("Finished hands: 1 to 1"), "{hand}");
    }
    for typed in ["zzzz", "💥", "../../x", "", "1.1.1.2", &"9".repeat(200)] {
        let answer = ask(&house, &anna, typed, None).await;
        if typed.is_empty() {
            step(answer, false);
        } else {
            assert!(refusal(&answer).contains("no match"), "{typed}");
        }
    }
    // A step beyond the end is the end.
    let far = house.press(&anna, &token(id, Act::Replay(1, u16::MAX))).await;
    let near = house.press(&anna, &token(id, Act::Replay(1, 500))).await;
    assert_eq!(step(far, true), step(near, true));
}

#[tokio::test]
async fn others_look_where_it_is_played_once_it_is_over_or_opened_by_an_admin() {
    let house = House::new().await;
    let id = house.rig.begin(hands(3)).await.id();
    play(&house, id, 1).await;
    let code = table_code(id);
    let elsewhere = Guest {
        place: Some(Place {
            venue: Venue {
                chat: 99,
                ..PLACE.venue
            },
            channel: 1,
        }),
        ..eve()
    };
    let admin = Guest { admin: true, ..eve() };
    let set = |open: &str| {
        Ask::Settings(Settings {
            open_replay: Some(open.to_owned()),
            ..Settings::default()
        })
    };
    // Closed while the match runs, whoever presses or types.
    assert!(refusal(&ask(&house, &eve(), &code, None).await).contains("still being played"));
    for act in [Act::OpenReplay(1), Act::Replay(1, 3), Act::Animation(1)] {
        assert!(refusal(&house.press(&eve(), &token(id, act)).await).contains("still being played"));
        assert!(refusal(&house.press(&elsewhere, &token(id, act)).await).contains("no match"));
    }
    // A member may not open it, an admin may; nonsense changes nothing.
    assert!(refusal(&house.ask(&eve(), set("on")).await).contains("Only admins"));
    assert!(refusal(&house.ask(&admin, set("perhaps")).await).contains("neither on nor off"));
    assert!(refusal(&ask(&house, &eve(), &code, None).await).contains("still being played"));
    let answer = house.ask(&admin, set("on")).await;
    assert!(answer.public.unwrap().text.plain().contains("everybody here may look"));
    let page = house
        .ask(&admin, Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    assert!(said(&page).contains("open_replay:off"));
    // An answer to one person stays in its place on Discord, so elsewhere nobody knows of the match.
    let seen = step(ask(&house, &eve(), &code, None).await, false);
    for away in [alone(eve()), elsewhere.clone()] {
        assert!(refusal(&ask(&house, &away, &code, None).await).contains("no match"));
        assert!(refusal(&house.press(&away, &button(&seen, "▶")).await).contains("no match"));
    }
    let house = house.restart().await;
    step(house.press(&eve(), &button(&seen, "▶")).await, true);
    // The hand that is being played is nobody's to see, not even the players'.
    let table = house.rig.service.table(id).await.unwrap();
    for who in [eve(), guest(ANNA, "Anna"), guest(BEN, "Ben")] {
        for act in [Act::OpenReplay(2), Act::Replay(2, 0), Act::Animation(2)] {
            assert!(refusal(&house.press(&who, &token(id, act)).await).contains("not finished"));
        }
    }
    // Closed again, also for who has looked already.
    house.ask(&admin, set("off")).await;
    assert!(refusal(&house.press(&eve(), &button(&seen, "▶")).await).contains("still being played"));
    // Over, it is everybody's in its place.
    house.rig.wish(BEN, &table, Wish::Resign).await.unwrap();
    step(ask(&house, &eve(), &code, None).await, false);
    let noah = Guest {
        account: jinlami::id::Account { user: 44, ..ANNA },
        ..elsewhere
    };
    assert!(refusal(&ask(&house, &noah, &code, None).await).contains("no match"));
    // A player sees it anywhere.
    let away = Guest { account: BEN, ..noah };
    step(ask(&house, &away, &code, None).await, false);
}

#[tokio::test]
async fn no_replay_of_a_running_match_names_a_hidden_card() {
    let house = House::new().await;
    let id = house.rig.begin(hands(3)).await.id();
    let table = play(&house, id, 1).await;
    let admin = Guest { admin: true, ..eve() };
    let open = Settings {
        open_replay: Some("on".to_owned()),
        ..Settings::default()
    };
    house.ask(&admin, Ask::Settings(open)).await;
    // The second hand's hidden cards are other cards than the first hand's; what is told of hand 1 must be hand 1 alone.
    let log = house.rig.service.store().load(id).await.unwrap().unwrap();
    let steps = Replay::of(&log, 1).unwrap().moments.len();
    let first = Replay::of(&log[..table.hands()[0].version.0 as usize], 1).unwrap();
    for at in 0..steps {
        let act = Act::Replay(1, u16::try_from(at).unwrap());
        let text = said(&step(house.press(&eve(), &token(id, act)).await, true));
        let moment = &first.moments[at];
        let mut told = moment.hands[0] | moment.hands[1];
        told |= moment.laid_off.iter().map(|(card, _)| *card).collect();
        told |= moment.put_down.into_iter().chain(moment.top).collect();
        if let Some((_, shown)) = moment.shown {
            told |= shown.cards();
        }
        for seat in Seat::BOTH {
            let elsewhere = secrets(&table, seat) - told;
            let passed = named(&text, elsewhere);
            // A discarded card is named in its sentence and then lies on the pile, so nothing else can stand here.
            assert_eq!(passed, [], "{text}");
        }
    }
}

fn any_token() -> impl Strategy<Value = (u16, u16, u8)> {
    (0..6u16, 0..400u16, 0..3u8)
}

#[test]
fn whatever_is_pressed_only_finished_hands_are_shown() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let (house, id) = runtime.block_on(async {
        let house = House::new().await;
        let id = house.rig.begin(hands(5)).await.id();
        play(&house, id, 2).await;
        (house, id)
    });
    let config = ProptestConfig {
        cases: 24,
        ..ProptestConfig::default()
    };
    proptest!(config, |((hand, place, kind) in any_token(), who in 0..3usize)| {
        let act = match kind {
            0 => Act::OpenReplay(hand),
            1 => Act::Replay(hand, place),
            // One drawn animation is enough for a test of who may see what.
            _ => Act::Animation(if (1..=2).contains(&hand) { 3 } else { hand }),
        };
        let people = [guest(ANNA, "Anna"), guest(BEN, "Ben"), eve()];
        let answer = runtime.block_on(house.press(&people[who], &token(id, act)));
        let shown = answer.post.is_some();
        let finished = (1..=2).contains(&hand) && kind < 2;
        prop_assert_eq!(shown, finished && who < 2);
        prop_assert_eq!(answer.toast.is_some(), !shown);
    });
}
