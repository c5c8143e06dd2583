//! What moderators end that others set up, and what two places tell of each other: nothing.

use jinlami::contest::Status;
use jinlami::id::{Lang, Place, TableId, Venue};
use jinlami::service::DeedKind;
use jinlami::ui::{
    Answer, Ask, BoardWish, EventAsk, EventDeed, EventPage, Foe, Guest, NewEvent, Openers, Order, SeasonWish, TeamAsk,
};

use super::board::{player, won};
use super::house::{House, said as text_of, usual};
use crate::rig::PLACE;

/// Another server.
const FAR: Place = Place {
    venue: Venue {
        chat: 1234,
        ..PLACE.venue
    },
    channel: 5,
};

/// The same person in the other server.
fn far(who: &Guest) -> Guest {
    Guest {
        place: Some(FAR),
        venue_name: Some("Far side".to_owned()),
        ..who.clone()
    }
}

fn moderator(user: i64, name: &str) -> Guest {
    Guest {
        admin: true,
        ..player(user, name)
    }
}

/// Everything that an answer says, to whomever.
fn words(answer: &Answer) -> String {
    let posts = answer.post.iter().chain(&answer.public).map(text_of);
    let toast = answer.toast.iter().map(|toast| toast.text.clone());
    posts.chain(toast).collect::<Vec<_>>().join("\n")
}

fn cancel(id: TableId) -> Ask {
    Ask::Admin(Order::Cancel {
        id: id.code(),
        reason: None,
    })
}

/// C-044: a moderator who had no part in it ends a running match, a challenge that nobody answers and an event; an ordinary
/// member, and a moderator of another place, end none of them; what was done is kept.
#[tokio::test]
async fn a_moderator_ends_what_others_set_up() {
    let house = House::new().await;
    let (anna, ben, mo) = (player(21, "Anna"), player(22, "Ben"), moderator(29, "Mo"));
    let strangers = [ben.clone(), player(23, "Eve"), far(&moderator(28, "Far Mo"))];
    let challenge = |foe: &Guest| jinlami::ui::Challenge {
        opponent: Foe::Person {
            account: foe.account,
            name: foe.name.clone(),
            handle: None,
        },
        ..usual()
    };
    let lobby = house.challenge(&anna, challenge(&ben)).await;
    let running = house.challenge(&anna, challenge(&ben)).await;
    let accept = super::house::find(&house.table_post(running).await, |act| {
        act == jinlami::ui::token::Act::Accept
    });
    house.press(&ben, &accept.unwrap()).await;
    let everybody = Openers {
        who: Some("everybody".to_owned()),
        role: None,
        guests: None,
    };
    house.ask(&mo, Ask::Admin(Order::Events(everybody))).await;
    let new = NewEvent {
        template: Some("friendly".to_owned()),
        ..NewEvent::default()
    };
    let opened = house.ask(&anna, Ask::Event(EventAsk::Create(Box::new(new)))).await;
    assert!(words(&opened).contains("open for sign-up"), "{}", words(&opened));
    let event = house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id;
    let code = TableId(event.0).code();
    let call_off = || {
        Ask::Event(EventAsk::Do {
            event: Some(code.clone()),
            deed: EventDeed::Cancel,
        })
    };

    for stranger in &strangers {
        for ask in [cancel(lobby), cancel(running), call_off()] {
            let answer = house.ask(stranger, ask.clone()).await;
            assert!(answer.public.is_none() && answer.post.is_none(), "{ask:?}");
            assert!(answer.toast.is_some(), "{ask:?}");
        }
    }
    for id in [lobby, running] {
        assert!(!house.rig.service.table(id).await.unwrap().is_over());
    }
    assert_eq!(house.rig.service.event(event).await.unwrap().status(), Status::Open);

    for id in [lobby, running] {
        let answer = house.ask(&mo, cancel(id)).await;
        assert!(words(&answer).contains("is cancelled"), "{}", words(&answer));
        assert!(house.rig.service.table(id).await.unwrap().is_over());
    }
    let question = house.ask(&mo, call_off()).await.post.unwrap();
    let (_, yes) = question
        .presses()
        .find(|(label, _)| label.contains("Yes, cancel"))
        .unwrap();
    // The question is no right: an ordinary member's press on it does nothing.
    for stranger in &strangers {
        house.press(stranger, yes).await;
        assert_eq!(house.rig.service.event(event).await.unwrap().status(), Status::Open);
    }
    house.press(&mo, yes).await;
    let status = house.rig.service.event(event).await.unwrap().status();
    assert_eq!(status, Status::Cancelled);
    let deeds = house.rig.service.store().deeds(PLACE.venue, 10).await.unwrap();
    let by = house.rig.player(mo.account).await;
    for act in [DeedKind::Cancelled, DeedKind::EventCancelled] {
        assert!(
            deeds.iter().any(|deed| deed.act == act && deed.by == Some(by)),
            "{act:?}"
        );
    }
    assert!(house.rig.service.store().deeds(FAR.venue, 10).await.unwrap().is_empty());
}

/// C-086: two servers with the same people and teams of the same name: whatever is asked in the one about boards, statistics,
/// seasons, teams, events and what moderators did, no name and no number of the other is in the answer, unless it is asked
/// over all.
#[tokio::test]
async fn two_places_with_the_same_people_and_team_names_tell_nothing_of_each_other() {
    let house = House::new().await;
    let (anna, mo) = (player(21, "Anna"), moderator(29, "Mo"));
    let (hans, frida) = (player(24, "Hans"), player(25, "Frida"));
    let named = |name: &str| Some(name.to_owned());
    let season = |words: &str| {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Ask::Admin(Order::Season(SeasonWish::typed(&words).unwrap()))
    };
    // Here Anna beats Hans seven times; there Frida beats her once.
    for (place, friend, title, wins) in [(PLACE, &hans, "Hidden", 7), (FAR, &frida, "Open", 1)] {
        let at = |who: &Guest| Guest {
            place: Some(place),
            venue_name: Some(if place == FAR { "Far side" } else { "The Den" }.to_owned()),
            ..who.clone()
        };
        house.ask(&at(&mo), season(&format!("start {title}season"))).await;
        for _ in 0..wins {
            let (winner, loser) = if place == FAR { (friend, &anna) } else { (&anna, friend) };
            won(&house, &at(winner), &at(loser)).await;
        }
        let create = TeamAsk::Create {
            name: "Red".to_owned(),
            open: true,
        };
        house.ask(&at(&anna), Ask::Team(create)).await;
        house
            .ask(&at(friend), Ask::Team(TeamAsk::Join { team: named("Red") }))
            .await;
        let new = NewEvent {
            template: Some("friendly".to_owned()),
            title: named(&format!("{title} cup")),
            ..NewEvent::default()
        };
        house.ask(&at(&mo), Ask::Event(EventAsk::Create(Box::new(new)))).await;
    }
    let hidden = house.rig.service.events(PLACE.venue, true).await.unwrap()[0].id;
    let code = Some(TableId(hidden.0).code());
    let mut asks = vec![
        Ask::Seasons,
        Ask::Games,
        Ask::Admin(Order::Log),
        Ask::Admin(Order::Overview),
        Ask::Event(EventAsk::List),
        Ask::Stats {
            whom: None,
            versus: None,
        },
    ];
    for team in [
        TeamAsk::List,
        TeamAsk::Mine,
        TeamAsk::Log,
        TeamAsk::Roster { team: named("Red") },
        TeamAsk::Roster { team: None },
    ] {
        asks.push(Ask::Team(team));
    }
    for by in [
        "points",
        "rating",
        "wins",
        "winrate",
        "hands",
        "gold",
        "dragon",
        "undercuts",
        "streak",
        "events",
        "teams",
    ] {
        for period in ["today", "season", "all"] {
            asks.push(Ask::Leaders(BoardWish {
                by: named(by),
                period: named(period),
                ..BoardWish::default()
            }));
        }
    }
    for ask in asks {
        for asker in [&frida, &anna, &mo] {
            // Who plays in both sees their own matches wherever they are.
            if matches!(ask, Ask::Games) && asker.account == anna.account {
                continue;
            }
            let told = words(&house.ask(&far(asker), ask.clone()).await);
            for secret in ["Hans", "Hidden", "The Den", "7 of", "of 7", "of 8"] {
                assert!(!told.contains(secret), "{secret} in the answer to {ask:?}: {told}");
            }
        }
    }
    let theirs = Ask::Stats {
        whom: Some(Foe::Person {
            account: hans.account,
            name: "Hans".to_owned(),
            handle: None,
        }),
        versus: None,
    };
    let theirs = words(&house.ask(&far(&frida), theirs).await);
    assert!(!theirs.contains("of 7") && !theirs.contains("Anna"), "{theirs}");
    let red = words(
        &house
            .ask(&far(&frida), Ask::Team(TeamAsk::Roster { team: named("Red") }))
            .await,
    );
    assert!(red.contains("Frida") && red.contains("Anna"), "{red}");
    // Of an event of the other place nobody runs anything here, by its code either.
    let order = Ask::Event(EventAsk::Do {
        event: code.clone(),
        deed: EventDeed::Start,
    });
    let refused = words(&house.ask(&far(&mo), order).await);
    assert!(!refused.contains("Hans") && !refused.contains("Hidden"), "{refused}");
    let page = Ask::Event(EventAsk::Show {
        event: code,
        page: EventPage::Standings,
    });
    assert!(!words(&house.ask(&far(&frida), page).await).contains("Hans"));
    // Asked over all, all are named.
    let all = Ask::Leaders(BoardWish {
        by: named("wins"),
        scope: named("overall"),
        ..BoardWish::default()
    });
    let all = words(&house.ask(&far(&frida), all).await);
    assert!(all.contains("1 Anna: 7 of 8"), "{all}");
    for lang in Lang::ALL {
        let store = house.rig.service.store();
        store.set_venue_lang(FAR.venue, lang).await.unwrap();
        let told = words(&house.ask(&far(&frida), Ask::Team(TeamAsk::List)).await);
        assert!(!told.contains("Hans") && !told.contains("The Den"));
    }
}
