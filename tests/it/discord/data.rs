//! One's own data and settings, on Discord.

use jinlami::ui::token::{Act, Own, Taste};

use super::host::{Club, act, is};
use crate::fakes::discord::opt;

/// C-128, C-129: only the asker sees the file and the questions; the server sees a deleted player.
#[tokio::test(flavor = "multi_thread")]
async fn data_is_handed_over_and_deleted_where_only_the_asker_sees_it() {
    let club = Club::open().await;
    let watcher = club.discord.user("Watcher", "en-US");
    club.discord.join(&club.guild, &watcher);
    let (_, id) = club.begin(1).await;
    let export = club
        .anna
        .slash(&club.channel, "gin privacy", &[("what", opt("export"))])
        .await
        .response()
        .await;
    let [file] = &export.pictures[..] else {
        panic!("one file: {export:?}")
    };
    assert_eq!(
        (file.filename.as_str(), file.content_type.as_str()),
        ("jinlami-my-data.json", "application/json")
    );

    let ask = club
        .anna
        .slash(&club.channel, "gin privacy", &[("what", opt("delete"))])
        .await
        .response()
        .await;
    assert!(ask.content.contains("One match"), "{ask:?}");
    let last = club
        .anna
        .press(&ask, |b: &_| is(b, Act::Own(Own::AskAgain)))
        .await
        .response()
        .await;
    assert!(act(&last, |a| a == Act::Own(Own::Delete)).is_some(), "{last:?}");
    let done = club
        .anna
        .press(&last, |b: &_| is(b, Act::Own(Own::Delete)))
        .await
        .response()
        .await;
    assert!(done.content.contains("Done: one match"), "{done:?}");
    assert!(club.table(id).await.is_over());
    let table = || {
        let mut posts = club.discord.messages(&club.channel).into_iter();
        posts.find(|post| post.content.contains("Deleted player"))
    };
    let table = club.discord.until("the table says it", table).await;
    assert!(!table.content.contains("Anna"), "{table:?}");
    for seen in club.discord.seen_by(&watcher) {
        assert!(!seen.text.contains("kept about you"), "{seen:?}");
        assert!(seen.pictures.iter().all(|file| !file.filename.ends_with(".json")));
    }
}

/// C-034: one's own settings, in a server too, seen by nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn own_settings_are_set_by_buttons() {
    let club = Club::open().await;
    let page = club
        .ben
        .slash(&club.channel, "gin settings", &[])
        .await
        .response()
        .await;
    assert!(page.content.contains("Your own settings"), "{page:?}");
    let set = club
        .ben
        .press(&page, |b: &_| is(b, Act::Taste(Taste::Large(true))))
        .await
        .response()
        .await;
    assert!(set.content.contains("Your cards are large"), "{set:?}");
    assert!(act(&set, |a| a == Act::Taste(Taste::Large(false))).is_some());
}
