//! Players, their accounts and languages; venues.

use jinlami::id::Lang;
use jinlami::store::{Farewell, Reach};

use super::*;

promises! { sqlite:
    a_person_is_met_once,
    a_handle_belongs_to_whoever_shows_it_last,
    people_come_with_their_accounts,
    many_meet_at_once,
    a_venue_speaks_what_was_set_else_what_was_suggested,
    a_venue_has_its_own_settings_and_takes_them_along,
    what_is_kept_in_memory_is_what_the_file_says,
}

async fn a_person_is_met_once(home: Home) {
    let store = home.open().await;
    assert_eq!(store.player_of(account(5)).await, Ok(None));
    let ann = person(&store, 5, "Ann").await;
    assert_eq!(person(&store, 5, "Ann").await, ann);
    assert_eq!(person(&store, 5, "Anna").await, ann);
    let same_number_elsewhere = Account {
        platform: Platform::Discord,
        user: 5,
    };
    let other = store.meet(same_number_elsewhere, "Ann", None, NOW).await.expect("met");
    assert_ne!(other, ann);
    assert_eq!(store.player_of(account(5)).await, Ok(Some(ann)));
    let people = store.people(&[ann]).await.expect("known");
    assert_eq!(people[0].name, "Anna");

    store.close().await;
    let store = home.open().await;
    assert_eq!(person(&store, 5, "Anna").await, ann);
    let earlier = store.meet(account(6), "Early", None, Millis(1)).await.expect("met");
    assert!(earlier > other, "a clock that goes back makes no id twice");
}

async fn a_handle_belongs_to_whoever_shows_it_last(home: Home) {
    let store = home.open().await;
    let ann = store.meet(account(1), "Ann", Some("ann"), NOW).await.expect("met");
    assert_eq!(store.by_handle(Platform::Telegram, "ann").await, Ok(Some(ann)));
    assert_eq!(store.by_handle(Platform::Discord, "ann").await, Ok(None));
    let bob = store
        .meet(account(2), "Bob", Some("ann"), NOW)
        .await
        .expect("took over the name");
    assert_eq!(store.by_handle(Platform::Telegram, "ann").await, Ok(Some(bob)));
    assert_eq!(store.people(&[ann]).await.expect("known")[0].accounts[0].handle, None);
    store.meet(account(2), "Bob", None, NOW).await.expect("gave it up");
    assert_eq!(store.by_handle(Platform::Telegram, "ann").await, Ok(None));
}

async fn people_come_with_their_accounts(home: Home) {
    let store = home.open().await;
    let ann = store.meet(account(1), "Ann", Some("ann"), NOW).await.expect("met");
    let bob = person(&store, 2, "Bob").await;
    store.set_player_lang(bob, Lang::ZhHant).await.expect("set");
    store
        .set_reach(account(2), Reach::Open, Some(22), NOW)
        .await
        .expect("set");
    store
        .set_reach(account(2), Reach::Closed, None, NOW)
        .await
        .expect("set");

    let people = store.people(&[bob, PlayerId(404), ann]).await.expect("known");
    assert_eq!(
        people.iter().map(|person| person.player).collect::<Vec<_>>(),
        [bob, ann]
    );
    assert_eq!((people[0].lang, people[1].lang), (Some(Lang::ZhHant), None));
    let accounts = &people[0].accounts;
    assert_eq!(accounts.len(), 1);
    assert_eq!((accounts[0].account, accounts[0].reach), (account(2), Reach::Closed));
    assert_eq!(accounts[0].private_chat, Some(22), "the chat is still known");
    assert_eq!(
        (people[1].accounts[0].reach, people[1].accounts[0].private_chat),
        (Reach::Unknown, None)
    );
    assert_eq!(people[1].accounts[0].handle.as_deref(), Some("ann"));

    let unknown = store.set_reach(account(404), Reach::Open, None, NOW).await;
    assert!(matches!(unknown, Err(StoreError::Impossible(_))), "{unknown:?}");
    assert!(matches!(
        store.set_player_lang(PlayerId(404), Lang::En).await,
        Err(StoreError::Impossible(_))
    ));
}

async fn many_meet_at_once(home: Home) {
    let store = home.open().await;
    let meeting = (0..40).map(|number| {
        let store = store.clone();
        async move { person(&store, number % 10, "Somebody").await }
    });
    let players = futures::future::join_all(meeting).await;
    for (number, player) in players.iter().enumerate() {
        assert_eq!(*player, players[number % 10], "one player an account");
    }
    let different: std::collections::BTreeSet<_> = players.iter().collect();
    assert_eq!(different.len(), 10);
}

async fn a_venue_speaks_what_was_set_else_what_was_suggested(home: Home) {
    let store = home.open().await;
    assert_eq!(store.venue_lang(venue(-1)).await, Ok(None));
    store.note_venue(venue(-1), Some("Club"), None).await.expect("noted");
    assert_eq!(store.venue_lang(venue(-1)).await, Ok(None));
    store
        .note_venue(venue(-1), None, Some(Lang::ZhHans))
        .await
        .expect("noted");
    assert_eq!(store.venue_lang(venue(-1)).await, Ok(Some(Lang::ZhHans)));
    store.set_venue_lang(venue(-1), Lang::ZhHant).await.expect("set");
    store
        .note_venue(venue(-1), Some("Club"), Some(Lang::En))
        .await
        .expect("noted");
    assert_eq!(
        store.venue_lang(venue(-1)).await,
        Ok(Some(Lang::ZhHant)),
        "what was set stays"
    );
    store
        .set_venue_lang(venue(-2), Lang::En)
        .await
        .expect("a venue not noted before");
    assert_eq!(store.venue_lang(venue(-2)).await, Ok(Some(Lang::En)));
}

async fn a_venue_has_its_own_settings_and_takes_them_along(home: Home) {
    let store = home.open().await;
    let (club, other, moved) = (venue(-1), venue(-2), venue(-100_777));
    assert_eq!(store.venue_setting(club, "open_replay").await, Ok(None));
    store
        .set_venue_setting(club, "open_replay", None)
        .await
        .expect("nothing to forget");
    for value in ["off", "on"] {
        let set = store.set_venue_setting(club, "open_replay", Some(value)).await;
        set.expect("set");
        let read = store.venue_setting(club, "open_replay").await;
        assert_eq!(read, Ok(Some(value.to_owned())));
    }
    assert_eq!(store.venue_setting(other, "open_replay").await, Ok(None));
    assert_eq!(store.venue_setting(club, "else").await, Ok(None));
    assert_eq!(store.setting("open_replay").await, Ok(None), "not the whole program's");

    let migrated = store.migrate_chat(club.platform, club.chat, moved.chat).await;
    migrated.expect("moved");
    assert_eq!(store.venue_setting(club, "open_replay").await, Ok(None));
    store.close().await;
    let store = home.open().await;
    assert_eq!(
        store.venue_setting(moved, "open_replay").await,
        Ok(Some("on".to_owned()))
    );
    store
        .set_venue_setting(moved, "open_replay", None)
        .await
        .expect("forgotten");
    assert_eq!(store.venue_setting(moved, "open_replay").await, Ok(None));
}

/// Whatever is written in whatever order, what was read before and what somebody reads who just opened the file are the same.
async fn what_is_kept_in_memory_is_what_the_file_says(home: Home) {
    let store = home.open().await;
    let mut dice = crate::dice::Dice::new(31);
    let accounts: Vec<Account> = (0..6).map(account).collect();
    let venues: Vec<Venue> = (0..3)
        .map(|chat| Venue {
            platform: Platform::Discord,
            chat: 900 + chat,
        })
        .collect();
    let mut players = Vec::new();
    for account in &accounts {
        players.push(store.meet(*account, "First", None, NOW).await.expect("met"));
    }
    let langs = [Lang::En, Lang::ZhHans, Lang::ZhHant];
    for turn in 0..120 {
        let (who, venue) = (dice.below(accounts.len()), venues[dice.below(venues.len())]);
        let (account, lang) = (accounts[who], langs[dice.below(3)]);
        let name = format!("N{}", dice.below(4));
        // What can't be done any more is refused, which changes nothing either.
        match dice.below(10) {
            0 | 1 => {
                let handle = ["a", "b", "c"].get(dice.below(4)).copied();
                players[who] = store.meet(account, &name, handle, NOW).await.expect("met");
            }
            2 => drop(store.set_player_lang(players[who], lang).await),
            3 => {
                let reach = [Reach::Open, Reach::Closed][dice.below(2)];
                let chat = (dice.below(2) == 0).then_some(turn);
                drop(store.set_reach(account, reach, chat, NOW).await);
            }
            4 => drop(store.set_locale(account, lang).await),
            5 => {
                let value = ["large", "off"].get(dice.below(3)).copied();
                drop(store.set_preference(players[who], "cards", value).await);
            }
            6 => drop(store.note_venue(venue, Some(&name), Some(lang)).await),
            7 => drop(store.set_venue_lang(venue, lang).await),
            8 => {
                if let Ok(player) = store.part(account, &name, NOW).await {
                    players[who] = player;
                }
            }
            _ => {
                let farewell = Farewell {
                    player: players[who],
                    at: NOW,
                    appends: Vec::new(),
                    chapters: Vec::new(),
                    unread: Vec::new(),
                    rewritten: Vec::new(),
                    hidden: Vec::new(),
                };
                drop(store.forget(farewell).await);
            }
        }
        let file = Store::look(&home.url()).await.expect("a file to read");
        assert_eq!(store.people(&players).await, file.people(&players).await, "{turn}");
        for at in 0..accounts.len() {
            let (account, player) = (accounts[at], players[at]);
            assert_eq!(store.player_of(account).await, file.player_of(account).await, "{turn}");
            assert_eq!(store.locale(account).await, file.locale(account).await, "{turn}");
            assert_eq!(
                store.preferences(player).await,
                file.preferences(player).await,
                "{turn}"
            );
        }
        for venue in &venues {
            assert_eq!(store.venue_name(*venue).await, file.venue_name(*venue).await, "{turn}");
            assert_eq!(store.venue_lang(*venue).await, file.venue_lang(*venue).await, "{turn}");
        }
        file.close().await;
    }
}
