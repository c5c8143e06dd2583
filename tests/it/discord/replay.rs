//! Looking at finished hands on Discord.

use std::collections::BTreeSet;

use jinlami::id::TableId;
use jinlami::ui::token::{Act, table_code};

use super::host::{Club, act, is};
use super::play::{Look, step};
use crate::fakes::discord::{Message, User, Where, opt};

/// Plays until so many hands are over.
async fn play(club: &Club, id: TableId, finished: usize) {
    let mut pressed = BTreeSet::new();
    while club.table(id).await.hands().len() < finished {
        assert!(step(club, id, [Look::Private; 2], &mut pressed).await);
    }
}

fn picture(message: &Message) -> (&str, &str) {
    let [picture] = &message.pictures[..] else {
        panic!("one picture: {message:?}")
    };
    assert!(!picture.alt.is_empty(), "C-076: every picture is described");
    (&picture.filename, &picture.content_type)
}

async fn ask(who: &User, club: &Club, id: TableId, hand: i64) -> Message {
    let code = table_code(id).to_uppercase();
    let options = [("match", opt(code.as_str())), ("hand", opt(hand))];
    who.slash(&club.channel, "gin replay", &options).await.response().await
}

/// C-123: the way of a finished hand, from the showdown's button to the animation, and who is kept out of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_hand_is_stepped_through_and_a_running_one_stays_hidden() {
    let club = Club::open().await;
    let discord = &club.discord;
    let [watcher, admin] = ["Watcher", "Owner"].map(|name| discord.user(name, "en-US"));
    discord.join(&club.guild, &watcher);
    discord.join(&club.guild, &admin);
    discord.make_owner(&club.guild, &admin);
    let (_, id) = club.begin(2).await;
    play(&club, id, 1).await;

    // A player, from the button under the showdown: an only-me answer that is turned in place.
    let showdown = || {
        let mut posts = discord.messages(&club.channel).into_iter();
        posts.find(|post| act(post, |act| act == Act::OpenReplay(1)).is_some())
    };
    let showdown = discord.until("a showdown", showdown).await;
    let page = club
        .anna
        .press(&showdown, |b: &_| is(b, Act::OpenReplay(1)))
        .await
        .private()
        .await;
    assert_eq!(picture(&page), ("replay.png", "image/png"));
    assert!(
        page.content.contains("Hand 1 of 2") && page.content.contains("Step 1 of"),
        "{page:?}"
    );
    let turn = async |page: &Message, label: &str| {
        let button = page.buttons.iter().find(|button| button.label == label);
        let id = button.expect("a button").custom_id.clone();
        let done = club.anna.press(page, id.as_str()).await;
        done.acknowledged().await;
        done.response().await
    };
    let second = turn(&page, "▶").await;
    assert_eq!(second.id, page.id, "the same message");
    assert!(second.content.contains("Step 2 of"), "{second:?}");
    let film = turn(&second, "Animation").await;
    assert_eq!((film.id, picture(&film)), (page.id, ("replay.gif", "image/gif")));
    assert!(
        film.pictures[0].alt.contains("as an animation of"),
        "{}",
        film.pictures[0].alt
    );
    assert!(film.pictures[0].bytes.starts_with(b"GIF89a"));
    let last = turn(&film, "⏭").await;
    assert_eq!(picture(&last), ("replay.png", "image/png"));
    assert!(
        last.content.contains("scores") || last.content.contains("Nobody scores"),
        "{last:?}"
    );

    // Others: not before an admin opens it, and then no more than the finished hand.
    let refused = watcher
        .press(&showdown, |b: &_| is(b, Act::OpenReplay(1)))
        .await
        .private()
        .await;
    assert!(refused.content.contains("still being played") && refused.pictures.is_empty());
    assert!(ask(&watcher, &club, id, 1).await.content.contains("still being played"));
    let open = [("open_replay", opt("on"))];
    let told = watcher
        .slash(&club.channel, "gin settings", &open)
        .await
        .response()
        .await;
    assert!(told.content.contains("Only admins"), "{told:?}");
    admin.slash(&club.channel, "gin settings", &open).await.response().await;
    let seen = ask(&watcher, &club, id, 1).await;
    assert_eq!(seen.only_for, Some(watcher.id));
    assert_eq!(picture(&seen), ("replay.png", "image/png"));
    for who in [&watcher, &club.anna] {
        let answer = ask(who, &club, id, 2).await;
        assert!(
            answer.content.contains("not finished") && answer.pictures.is_empty(),
            "{answer:?}"
        );
    }
    for person in [&watcher, &admin, &club.anna, &club.ben] {
        for seen in discord.seen_by(person) {
            let replay = seen
                .pictures
                .iter()
                .any(|picture| picture.filename.starts_with("replay"));
            assert!(!replay || seen.text.contains("Hand 1 of 2"), "{seen:?}");
            assert!(!replay || seen.place != Where::Public, "to the asker alone");
        }
    }
    // Of the hand that is over, what Ben asks for shows his own hand below, and Anna's hers.
    let his = ask(&club.ben, &club, id, 1).await;
    assert_ne!(his.pictures[0].bytes, page.pictures[0].bytes);
    club.assert_tidy(&[&club.channel]);
}
