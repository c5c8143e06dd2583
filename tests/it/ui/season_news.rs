//! A season that ends by its calendar is told of once, wherever the program ends in between.

use jinlami::id::{Lang, Platform};
use jinlami::service::{Slot, SlotKind};
use jinlami::ui::{Ask, Guest, Order, Post, SeasonWish};

use super::board::{player, won};
use super::house::{House, said};
use crate::rig::PLACE;

const MONTH: i64 = 31 * 86_400_000;

fn season(words: &str) -> Ask {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    Ask::Admin(Order::Season(SeasonWish::typed(&words).unwrap()))
}

/// What waits to be told of seasons.
async fn waiting(house: &House) -> Vec<Slot> {
    let mut todo = house.rig.service.todo(Platform::Discord, 100).await.unwrap();
    todo.retain(|slot| slot.key.kind == SlotKind::Season);
    todo
}

/// Everything that waits is shown; what of it tells of seasons.
async fn news(house: &House) -> Vec<Post> {
    let shown = house.deliver(Platform::Discord).await.into_iter();
    let news = shown.filter(|(slot, _)| slot.key.kind == SlotKind::Season);
    news.map(|(_, post)| post).collect()
}

/// C-083: the message stands in the channel for games, or where the season was begun; it is wanted in the write that ends the
/// season, so no stop loses or repeats it; a season in which nothing was played is no news.
#[tokio::test]
async fn a_season_that_ends_by_its_calendar_is_told_of_once() {
    let mut house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    let mo = Guest {
        admin: true,
        ..player(29, "Mo")
    };
    house.ask(&mo, season("start Spring @everyone monthly")).await;
    won(&house, &mara, &tomasz).await;
    won(&house, &mara, &tomasz).await;
    house.deliver(Platform::Discord).await;
    assert!(waiting(&house).await.is_empty());

    house.rig.pass(MONTH);
    while house.rig.service.keep_boards().await {}
    // The program ends before anything is sent; afterwards the same one message is wanted.
    house = house.restart().await;
    while house.rig.service.keep_boards().await {}
    let wanted = waiting(&house).await;
    assert_eq!(wanted.len(), 1, "{wanted:?}");
    assert_eq!(
        (wanted[0].key.chat, wanted[0].key.channel),
        (PLACE.venue.chat, PLACE.channel)
    );
    let told = news(&house).await;
    assert_eq!(told.len(), 1);
    let text = said(&told[0]);
    for words in [
        "Season 1: Spring @everyone is over",
        "Champions:",
        "1 Mara: ",
        "Season 2 begins now",
        "on the first of each month",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(told[0].ping, None);
    // The old board is a press away, for whoever presses alone.
    let (_, token) = told[0].presses().next().unwrap();
    let old = house.press(&tomasz, token).await.post.unwrap();
    assert!(old.private && said(&old).contains("1 Mara: "), "{}", said(&old));
    house = house.restart().await;
    while house.rig.service.keep_boards().await {}
    assert!(waiting(&house).await.is_empty(), "it is told of once");

    // Nobody plays for a month: nothing to tell.
    house.rig.pass(MONTH);
    while house.rig.service.keep_boards().await {}
    assert!(waiting(&house).await.is_empty());
    assert_eq!(house.rig.service.seasons(PLACE.venue).await.unwrap()[0].number, 3);

    // The channel for games, and the place's language; what a moderator ends is told by the answer alone.
    let store = house.rig.service.store();
    store.set_venue_lang(PLACE.venue, Lang::ZhHans).await.unwrap();
    won(&house, &tomasz, &mara).await;
    let channel = async |set: Option<&str>| store.set_venue_setting(PLACE.venue, "channel", set).await.unwrap();
    channel(Some("72")).await;
    house.rig.pass(MONTH);
    while house.rig.service.keep_boards().await {}
    let wanted = waiting(&house).await;
    assert_eq!((wanted.len(), wanted[0].key.channel), (1, 72));
    let told = news(&house).await;
    assert!(said(&told[0]).contains("Tomasz") && !said(&told[0]).contains("Champions"));
    channel(None).await;
    won(&house, &tomasz, &mara).await;
    house.deliver(Platform::Discord).await;
    // Another calendar from then on; an end has none.
    let roll = async || house.ask(&mo, season("roll weekly")).await;
    assert!(roll().await.public.is_none(), "asked first");
    assert!(roll().await.public.is_none(), "nobody reads so fast");
    house.rig.pass(2_000);
    assert!(roll().await.public.is_some());
    let running = house.rig.service.seasons(PLACE.venue).await.unwrap().remove(0);
    assert_eq!(running.calendar, jinlami::service::Calendar::Weekly);
    let refused = house.ask(&mo, season("end weekly")).await;
    assert!(refused.public.is_none() && refused.toast.is_some());
    let seasons = house.rig.service.seasons(PLACE.venue).await.unwrap();
    assert_eq!((seasons[0].id, seasons[0].ended), (running.id, None));
    assert!(waiting(&house).await.is_empty());
}

/// At the page seasons are everybody's where no owner is named; where one is, they are the owner's, by whichever account.
#[tokio::test]
async fn a_page_that_is_owned_is_run_by_its_owner() {
    use jinlami::id::{Account, Place, Venue};
    let house = House::new().await;
    let room = Place {
        venue: Venue {
            platform: Platform::Web,
            chat: 1,
        },
        channel: 0,
    };
    let seat = Guest {
        account: Account {
            platform: Platform::Web,
            user: 77,
        },
        place: Some(room),
        ..player(0, "Anna")
    };
    assert!(house.ask(&seat, season("start")).await.public.is_some());
    house.desk.set_owners(vec![crate::rig::EVE]);
    let refused = house.ask(&seat, season("end")).await;
    assert!(refused.public.is_none() && refused.toast.unwrap().text.contains("Only moderators"));
    let elsewhere = Guest {
        account: player(21, "Mara").account,
        ..seat.clone()
    };
    house.desk.set_owners(Vec::new());
    let refused = house.ask(&elsewhere, season("end")).await;
    assert!(refused.public.is_none(), "only the page is its users' own");
    house.desk.set_owners(vec![seat.account]);
    assert!(house.ask(&seat, season("end")).await.public.is_none(), "asked first");
    house.rig.pass(2_000);
    assert!(house.ask(&seat, season("end")).await.public.is_some());
}
