//! What the end of a match says about ratings.

use jinlami::id::Lang;
use jinlami::table::Terms;
use jinlami::ui::Challenge;

use super::board::{player, won};
use super::house::{House, said, usual};
use crate::rig::{BEN, PLACE};

/// C-114: the end of a match says in public and in private how each rating moved; from the eleventh match of the same two
/// on one day on it says that it counts no more, in every language, and the next day they count again.
#[tokio::test]
async fn the_end_of_a_match_says_what_became_of_the_ratings() {
    let house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    let first = won(&house, &mara, &tomasz).await;
    let post = said(&house.table_post(first).await);
    // Who challenged stands first.
    assert!(post.contains("Rating: Tomasz 1338 (−162) · Mara 1662 (+162)"), "{post}");
    for account in [mara.account, tomasz.account] {
        let reader = house.rig.player(account).await;
        let hand = said(&house.hand_post(first, reader).await);
        assert!(
            hand.contains("This match is over") && hand.contains("1338 (−162)"),
            "{hand}"
        );
    }
    for _ in 1..10 {
        let id = won(&house, &mara, &tomasz).await;
        assert!(said(&house.table_post(id).await).contains("Rating: "));
    }
    let eleventh = won(&house, &mara, &tomasz).await;
    for (lang, told) in [
        (
            Lang::En,
            "counts no more today for the ratings: Tomasz and Mara have played as many as count on one day (10)",
        ),
        (Lang::ZhHans, "本场今天不再计入等级分"),
        (Lang::ZhHant, "本場今天不再計入等級分"),
    ] {
        let store = house.rig.service.store();
        store.set_venue_lang(PLACE.venue, lang).await.unwrap();
        let post = said(&house.table_post(eleventh).await);
        assert!(post.contains(told) && post.contains("10"), "{post}");
        assert!(!post.contains("1338"), "{post}");
        let reader = house.rig.player(mara.account).await;
        store.set_player_lang(reader, lang).await.unwrap();
        let hand = said(&house.hand_post(eleventh, reader).await);
        assert!(hand.contains(told), "{hand}");
    }
    let store = house.rig.service.store();
    store.set_venue_lang(PLACE.venue, Lang::En).await.unwrap();
    house.rig.pass(86_400_000);
    let tomorrow = won(&house, &mara, &tomasz).await;
    assert!(said(&house.table_post(tomorrow).await).contains("Rating: "));
    // Against somebody else it counts on the same day too.
    let other = player(23, "Ines");
    let next = won(&house, &other, &tomasz).await;
    assert!(said(&house.table_post(next).await).contains("Ines"));
    assert!(said(&house.table_post(next).await).contains("Rating: "));
}

/// A match that was agreed on as unrated says so; against the computer there is nothing to say, nor where nobody won
/// anything.
#[tokio::test]
async fn what_is_not_rated_says_so_or_nothing() {
    let house = House::new().await;
    let terms = Terms {
        rated: false,
        ..crate::rig::hands(1)
    };
    let table = house.rig.begin(terms).await;
    let over = house.rig.wish(BEN, &table, jinlami::table::Wish::Resign).await.unwrap();
    assert!(over.table.is_over());
    let post = said(&house.table_post(table.id()).await);
    assert!(post.contains("This match does not count for ratings"), "{post}");

    let anna = super::house::guest(crate::rig::ANNA, "Anna");
    let id = house
        .challenge(
            &anna,
            Challenge {
                opponent: jinlami::ui::Foe::Computer,
                ..usual()
            },
        )
        .await;
    let table = house.rig.service.table(id).await.unwrap();
    let over = house
        .rig
        .wish(crate::rig::ANNA, &table, jinlami::table::Wish::Resign)
        .await;
    assert!(over.unwrap().table.is_over());
    let post = said(&house.table_post(id).await);
    assert!(!post.contains("ating"), "{post}");

    let table = house.rig.begin(crate::rig::hands(1)).await;
    let over = house.rig.wish(BEN, &table, jinlami::table::Wish::Abort).await;
    assert!(over.unwrap().table.is_over());
    let post = said(&house.table_post(table.id()).await);
    assert!(!post.contains("ating"), "{post}");
}
