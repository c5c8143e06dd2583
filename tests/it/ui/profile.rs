//! What a player has done: for everybody, for one, for nobody.

use jinlami::id::{Account, Lang, Place, Platform, Venue};
use jinlami::ui::token::{Act, Taste};
use jinlami::ui::{Ask, Foe, Guest, Post, Settings};

use super::board::{labelled, player, won};
use super::house::{House, alone, find, said};
use crate::rig::PLACE;

fn foe(of: &Guest) -> Option<Foe> {
    Some(Foe::Person {
        account: of.account,
        name: of.name.clone(),
        handle: of.handle.clone(),
    })
}

fn stats(whom: Option<Foe>, versus: Option<Foe>) -> Ask {
    Ask::Stats { whom, versus }
}

/// The words and the picture's description.
fn all(post: &Post) -> String {
    said(post)
}

#[tokio::test]
async fn ones_own_are_for_all_and_anothers_for_the_asker() {
    let house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    let nothing = house.ask(&mara, stats(None, None)).await.public.unwrap();
    assert!(nothing.picture.is_none() && said(&nothing).contains("not finished a match"));
    won(&house, &mara, &tomasz).await;
    won(&house, &mara, &tomasz).await;
    won(&house, &tomasz, &mara).await;

    let own = house.ask(&mara, stats(None, None)).await;
    let post = own.public.unwrap();
    assert!(own.post.is_none());
    assert_eq!(post.picture.as_ref().unwrap().name, "profile.png");
    let text = all(&post);
    for part in [
        "What Mara has done",
        "The Den",
        "Matches won: 2 of 3 (66.7%)",
        "Undercuts: ",
        "Knocks that won: ",
        "Deadwood when losing: ",
        "Won in a row: ",
        "Last matches",
        "won against Tomasz",
        "lost to Tomasz",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let theirs = house.ask(&mara, stats(foe(&tomasz), foe(&mara))).await;
    assert!(theirs.public.is_none());
    let post = theirs.post.unwrap();
    assert!(post.private);
    let text = all(&post);
    assert!(
        text.contains("What Tomasz has done") && text.contains("Against Mara: won 1 of 3"),
        "{text}"
    );
    let stranger = player(77, "Eve");
    house.ask(&stranger, Ask::Games).await;
    let never = house.ask(&mara, stats(None, foe(&stranger))).await.public.unwrap();
    assert!(all(&never).contains("No finished match against Eve yet"));
    for (whom, versus, words) in [
        (Some(Foe::Handle("nobody_knows".into())), None, "never met"),
        (Some(Foe::Computer), None, "The computer keeps no count"),
        (None, foe(&mara), "themselves"),
    ] {
        let answer = house.ask(&mara, stats(whom, versus)).await;
        assert!(answer.post.is_none() && answer.public.is_none());
        assert!(answer.toast.unwrap().text.contains(words), "{words}");
    }
    for lang in [Lang::ZhHans, Lang::ZhHant] {
        house
            .rig
            .service
            .store()
            .set_venue_lang(PLACE.venue, lang)
            .await
            .unwrap();
        let post = house.ask(&mara, stats(None, None)).await.public.unwrap();
        let text = all(&post);
        assert!(
            text.contains(['战', '戰']) && text.contains("3 / 2") || text.contains("2 / 3"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_hidden_profile_is_its_owners_alone() {
    let mut house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    won(&house, &mara, &tomasz).await;
    let shown = house.ask(&mara, stats(None, None)).await.public.unwrap();
    let page = house
        .ask(&alone(mara.clone()), Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    let hide = find(&page, |act| act == Act::Taste(Taste::Profile(false))).unwrap();
    let set = house.press(&alone(mara.clone()), &hide).await.post.unwrap();
    assert!(said(&set).contains("hidden from others"), "{}", said(&set));
    house = house.restart().await;

    let own = house.ask(&mara, stats(None, None)).await;
    assert!(own.public.is_none(), "not even by its owner's own question");
    let own = own.post.unwrap();
    assert!(
        own.private && said(&own).contains("only you see this"),
        "{}",
        said(&own)
    );
    assert!(said(&own).contains("1 of 1"));
    // A button under an older message shows it to nobody any more, also when its owner presses it.
    let everywhere = labelled(&shown, "Everywhere").unwrap();
    let pressed = house.press(&mara, &everywhere).await;
    assert!(!pressed.replace && pressed.post.unwrap().private);
    for answer in [
        house.press(&tomasz, &everywhere).await,
        house.ask(&tomasz, stats(foe(&mara), None)).await,
        house.ask(&tomasz, stats(foe(&mara), foe(&tomasz))).await,
    ] {
        assert!(answer.post.is_none() && answer.public.is_none());
        assert!(answer.toast.unwrap().text.contains("keeps their profile hidden"));
    }
    let board = house.ask(&tomasz, super::board::wish("wins")).await.public.unwrap();
    assert!(said(&board).contains("Mara"), "boards list them all the same");
    let show = find(&set, |act| act == Act::Taste(Taste::Profile(true))).unwrap();
    house.press(&alone(mara.clone()), &show).await;
    assert!(house.ask(&mara, stats(None, None)).await.public.is_some());
}

/// C-086: what is shown in one place tells nothing of another one; everything together names nobody of it to others.
#[tokio::test]
async fn one_places_statistics_say_nothing_of_another() {
    let house = House::new().await;
    let (mara, tomasz, far) = (player(21, "Mara"), player(22, "Tomasz"), player(23, "Faraway"));
    won(&house, &mara, &tomasz).await;
    let place = Place {
        venue: Venue {
            chat: 99,
            ..PLACE.venue
        },
        ..PLACE
    };
    let there = |who: &Guest| Guest {
        place: Some(place),
        venue_name: Some("Elsewhere".into()),
        ..who.clone()
    };
    won(&house, &there(&far), &there(&mara)).await;
    let here = house.ask(&mara, stats(None, None)).await.public.unwrap();
    let text = all(&here);
    assert!(
        text.contains("1 of 1") && !text.contains("Faraway") && !text.contains("Elsewhere"),
        "{text}"
    );
    // Everything together, where all see it: how much, never against whom.
    let everywhere = labelled(&here, "Everywhere").unwrap();
    let turned = house.press(&mara, &everywhere).await;
    let post = turned.post.unwrap();
    assert!(turned.replace && !post.private);
    let text = all(&post);
    assert!(text.contains("1 of 2") && !text.contains("Faraway"), "{text}");
    let other = house.press(&tomasz, &everywhere).await.post.unwrap();
    assert!(other.private && !all(&other).contains("Faraway"));
    // Alone with its owner, whom they were against as well.
    let own = house.ask(&alone(mara.clone()), stats(None, None)).await.post.unwrap();
    assert!(all(&own).contains("lost to Faraway"), "{}", all(&own));
    // Nor against a rival somewhere else, but to the rival.
    for (who, told) in [(&tomasz, false), (&far, true)] {
        let post = house
            .ask(&alone(who.clone()), stats(foe(&mara), foe(&far)))
            .await
            .post
            .unwrap();
        assert_eq!(
            all(&post).contains("Against Faraway: won 0 of 1"),
            told,
            "{}",
            all(&post)
        );
        assert_eq!(all(&post).contains("Faraway"), told, "{}", all(&post));
    }
    // And nobody looks into a place where they were never.
    let back = labelled(&post, "Here").unwrap();
    let eve = alone(player(78, "Eve"));
    let pressed = house.press(&eve, &back).await;
    assert!(pressed.post.is_none() && pressed.toast.is_some());
}

/// A button under an older message leads to whoever its player became.
#[tokio::test]
async fn a_profile_of_before_a_merge_leads_to_who_they_are() {
    let house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    // One has one account of a platform.
    let other = Guest {
        account: Account {
            platform: Platform::Telegram,
            user: 24,
        },
        ..player(24, "Mara2")
    };
    house.rig.service.meet(other.account, "Mara2", None).await.unwrap();
    house.rig.service.reachable(other.account, 24).await.unwrap();
    won(&house, &mara, &tomasz).await;
    let shown = house.ask(&mara, stats(None, foe(&tomasz))).await.public.unwrap();
    for _ in 0..2 {
        won(&house, &other, &tomasz).await;
    }
    let service = &house.rig.service;
    let (code, _) = service.link_code(mara.account).await.unwrap();
    service.enter_link(other.account, &code).await.unwrap();
    service.link(other.account, &code).await.unwrap();
    let everywhere = labelled(&shown, "Everywhere").unwrap();
    let post = house.press(&tomasz, &everywhere).await.post.unwrap();
    let text = all(&post);
    assert!(
        text.contains("3 of 3") && text.contains("Against Tomasz: won 3 of 3"),
        "{text}"
    );
}

/// C-092: whoever breaks matches off is seen to do so.
#[tokio::test]
async fn matches_broken_off_are_seen() {
    let house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    won(&house, &tomasz, &mara).await;
    let id = house
        .challenge(
            &mara,
            jinlami::ui::Challenge {
                opponent: foe(&tomasz).unwrap(),
                ..super::house::usual()
            },
        )
        .await;
    let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
    house.press(&tomasz, &accept).await;
    let page = house.ask(&mara, Ask::Abort).await.post.unwrap();
    let sure = find(&page, |act| act == Act::Abort).unwrap();
    house.press(&alone(mara.clone()), &sure).await;
    let seen = house.ask(&tomasz, stats(foe(&mara), None)).await.post.unwrap();
    assert!(all(&seen).contains("Matches aborted: 1"), "{}", all(&seen));
    assert!(all(&seen).contains("0 of 1"), "it counts as no match: {}", all(&seen));
    let other = house.ask(&mara, stats(foe(&tomasz), None)).await.post.unwrap();
    assert!(!all(&other).contains("Matches aborted"), "{}", all(&other));
}
