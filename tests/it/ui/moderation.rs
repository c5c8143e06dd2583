//! `/ginadmin` at the desk: who may, and what it says.

use jinlami::id::{Account, Lang, Platform};
use jinlami::service::DeedKind;
use jinlami::table::Wish;
use jinlami::ui::token::{Act, table_code};
use jinlami::ui::{Answer, Ask, BoardWish, Foe, Guest, Lack, Limit, Order, Rights, Settings, admin_commands};

use super::house::{House, alone, eve, find, guest, telegram, usual};
use crate::rig::{ANNA, BEN, PLACE};

fn mo() -> Guest {
    Guest {
        admin: true,
        ..guest(
            Account {
                platform: Platform::Discord,
                user: 9,
            },
            "Mo",
        )
    }
}

/// What an answer says to the asker alone.
fn said(answer: &Answer) -> String {
    assert!(answer.public.is_none(), "said aloud: {:?}", answer.public);
    match (&answer.toast, &answer.post) {
        (Some(toast), _) => toast.text.clone(),
        (None, Some(post)) => post.text.plain(),
        (None, None) => String::new(),
    }
}

async fn order(house: &House, who: &Guest, order: Order) -> String {
    said(&house.ask(who, Ask::Admin(order)).await)
}

fn every_order(id: &str) -> Vec<Order> {
    let id = || id.to_owned();
    let whom = || {
        Some(Foe::Person {
            account: BEN,
            name: "Ben".to_owned(),
            handle: None,
        })
    };
    vec![
        Order::Cancel { id: id(), reason: None },
        Order::Void { id: id(), reason: None },
        Order::Log,
        Order::Overview,
        Order::Block {
            whom: whom(),
            reason: None,
        },
        Order::Unblock { whom: whom() },
        Order::Channel(Some("here".to_owned())),
        Order::Threads(Some("on".to_owned())),
        Order::Zone(Some("Europe/Berlin".to_owned())),
        Order::Limits {
            channel: Limit(Some("1".to_owned())),
            player: Limit::default(),
        },
        Order::Language(Some("zh-Hans".to_owned())),
        Order::Permissions(Rights::default()),
    ]
}

/// C-044: what a moderator may, an ordinary member may not, nor a moderator of another place, nor anybody in the private
/// chat; owners may everywhere. Nothing is changed by the refused.
#[tokio::test]
async fn only_moderators_moderate() {
    let house = House::new().await;
    let table = house.begin(usual()).await;
    let code = table_code(table.id());
    for refused in every_order(&code) {
        let words = order(&house, &eve(), refused.clone()).await;
        assert!(words.contains("Only moderators"), "{refused:?}: {words}");
        let words = order(&house, &alone(mo()), refused.clone()).await;
        assert!(words.contains("only works in a group"), "{refused:?}: {words}");
    }
    let away = Guest {
        place: Some(jinlami::id::Place {
            venue: jinlami::id::Venue {
                chat: 1234,
                ..PLACE.venue
            },
            channel: 1,
        }),
        ..mo()
    };
    let foreign = order(
        &house,
        &away,
        Order::Cancel {
            id: code.clone(),
            reason: None,
        },
    )
    .await;
    assert!(foreign.contains("no match"), "{foreign}");
    assert!(!house.rig.service.table(table.id()).await.unwrap().is_over());
    assert!(
        house
            .rig
            .service
            .store()
            .deeds(PLACE.venue, 10)
            .await
            .unwrap()
            .is_empty()
    );
    let nameless = || Order::Cancel {
        id: String::new(),
        reason: None,
    };
    let listed = order(&house, &mo(), nameless()).await;
    assert!(
        listed.contains(&format!("match {} · Anna – Ben", code.to_uppercase())),
        "{listed}"
    );
    assert!(order(&house, &away, nameless()).await.contains("There are none"));
    assert!(!house.rig.service.table(table.id()).await.unwrap().is_over());
    // An owner, from anywhere, also from the private chat.
    house.desk.set_owners(vec![eve().account]);
    let done = order(
        &house,
        &alone(eve()),
        Order::Cancel {
            id: format!("#{code}"),
            reason: None,
        },
    )
    .await;
    assert!(done.contains("is cancelled"), "{done}");
    let log = order(&house, &mo(), Order::Log).await;
    assert!(log.contains("Eve: cancelled match"), "{log}");
}

/// Every order in every language fits, and each change is kept with who made it.
#[tokio::test]
async fn every_order_speaks_every_language_and_is_kept() {
    for lang in Lang::ALL {
        let house = House::new().await;
        let mo = Guest {
            locale: Some(lang.tag().to_owned()),
            ..mo()
        };
        let table = house.begin(usual()).await;
        for wanted in every_order(&table_code(table.id())) {
            let answer = house.ask(&mo, Ask::Admin(wanted.clone())).await;
            if !matches!(wanted, Order::Language(_)) {
                assert!(!said(&answer).is_empty(), "{wanted:?}");
            }
        }
        let deeds = house.rig.service.store().deeds(PLACE.venue, 100).await.unwrap();
        let mut acts: Vec<DeedKind> = deeds.iter().map(|deed| deed.act).collect();
        acts.reverse();
        use DeedKind::{Blocked, Cancelled, Channel, Language, Limits, Threads, Unblocked, Zone};
        assert_eq!(
            acts,
            [Cancelled, Blocked, Unblocked, Channel, Threads, Zone, Limits, Language]
        );
        let by = house.rig.player(mo.account).await;
        assert!(deeds.iter().all(|deed| deed.by == Some(by)));
        let lines = order(&house, &mo, Order::Overview).await;
        for command in admin_commands(lang) {
            assert!(lines.contains(&format!("/ginadmin {}", command.name)), "{lines}");
        }
    }
}

/// C-039: with a channel for games, whoever asks elsewhere gets a pointer alone, and nothing public; what is for one's own
/// eyes is answered everywhere.
#[tokio::test]
async fn games_are_posted_in_their_channel() {
    let house = House::new().await;
    let link_base = Some("https://discord.example/channels".to_owned());
    let name = "gin".to_owned();
    house
        .desk
        .set_bot(Platform::Discord, jinlami::ui::BotName { name, link_base });
    let here = |who: Guest, channel, parent| Guest {
        place: Some(jinlami::id::Place { channel, ..PLACE }),
        parent,
        ..who
    };
    assert!(
        order(&house, &mo(), Order::Channel(Some("somewhere".to_owned())))
            .await
            .contains("here")
    );
    order(&house, &mo(), Order::Channel(Some("here".to_owned()))).await;
    let anna = guest(ANNA, "Anna");
    let elsewhere = here(anna.clone(), 99, None);
    for ask in [
        Ask::Challenge(usual()),
        Ask::Leaders(BoardWish::default()),
        Ask::Table,
        Ask::Help,
        Ask::Rules { preset: None },
    ] {
        let answer = house.ask(&elsewhere, ask.clone()).await;
        assert!(said(&answer).contains("posted in one place"), "{ask:?}");
        let post = answer.post.unwrap();
        assert!(
            post.private && format!("{:?}", post.rows).contains("/70/71"),
            "{:?}",
            post.rows
        );
    }
    assert!(
        house
            .rig
            .service
            .tables(jinlami::service::Of::All)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(house.desk.is_elsewhere(&elsewhere).await && !house.desk.is_elsewhere(&anna).await);
    // In a thread of the channel, and in the private chat, everything is as ever.
    house
        .challenge(&here(anna.clone(), 100, Some(PLACE.channel)), usual())
        .await;
    let alone = house.ask(&alone(anna.clone()), Ask::Help).await;
    assert!(said(&alone).contains("Gin Rummy"));
    assert!(said(&house.ask(&elsewhere, Ask::Games).await).contains("Your matches"));
    order(&house, &mo(), Order::Channel(Some("off".to_owned()))).await;
    house.challenge(&elsewhere, usual()).await;
}

/// C-039: an old match outside the channel for games is not played again where it stood, by button or command, on either
/// platform, nor when the other one had asked already; in a thread of the channel it is.
#[tokio::test]
async fn a_rematch_is_no_way_around_the_channel_for_games() {
    let discord = [guest(ANNA, "Anna"), guest(BEN, "Ben")];
    let groups = [telegram(11, "Anna"), telegram(12, "Ben")];
    for [anna, ben] in [discord, groups] {
        let house = House::new().await;
        let (place, platform) = (anna.place.unwrap(), anna.account.platform);
        let elsewhere = |who: &Guest, channel, parent| Guest {
            place: Some(jinlami::id::Place { channel, ..place }),
            parent,
            ..who.clone()
        };
        let admin = Guest {
            admin: true,
            ..guest(Account { platform, user: 9 }, "Mo")
        };
        let games = elsewhere(&admin, 99, None);
        for who in [&anna, &ben] {
            house.ask(&alone(who.clone()), Ask::Start { payload: None }).await;
        }
        let with_ben = || jinlami::ui::Challenge {
            opponent: Foe::Person {
                account: ben.account,
                name: "Ben".to_owned(),
                handle: None,
            },
            ..usual()
        };
        let resigned = async |anna: Guest, ben: Guest| {
            let id = house.challenge(&anna, with_ben()).await;
            let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
            house.press(&ben, &accept).await;
            let table = house.rig.service.table(id).await.unwrap();
            house.rig.wish(anna.account, &table, Wish::Resign).await.unwrap();
            id
        };
        let id = resigned(anna.clone(), ben.clone()).await;
        order(&house, &games, Order::Channel(Some("here".to_owned()))).await;
        let again = find(&house.table_post(id).await, |act| act == Act::Rematch).unwrap();
        let rematch = async || house.rig.service.table(id).await.unwrap().rematch();
        let free = rematch().await;
        for who in [anna.clone(), alone(anna.clone()), elsewhere(&anna, 99, None)] {
            assert!(said(&house.press(&who, &again).await).contains("posted in one place"));
            assert!(said(&house.ask(&who, Ask::Rematch).await).contains("posted in one place"));
        }
        assert_eq!(rematch().await, free, "nothing was asked");
        // What was asked before is not accepted either.
        order(&house, &games, Order::Channel(Some("off".to_owned()))).await;
        house.press(&anna, &again).await;
        assert!(matches!(rematch().await, jinlami::table::Rematch::Asked { .. }));
        order(&house, &games, Order::Channel(Some("here".to_owned()))).await;
        assert!(said(&house.press(&ben, &again).await).contains("posted in one place"));
        assert!(house.open().await.is_empty());
        // Where games are posted, they are played again.
        let (anna, ben) = if platform == Platform::Discord {
            (elsewhere(&anna, 100, Some(99)), elsewhere(&ben, 100, Some(99)))
        } else {
            (elsewhere(&anna, 99, None), elsewhere(&ben, 99, None))
        };
        let id = resigned(anna.clone(), ben.clone()).await;
        let again = find(&house.table_post(id).await, |act| act == Act::Rematch).unwrap();
        for who in [&anna, &ben] {
            house.press(who, &again).await;
        }
        assert_eq!(house.open().await.len(), 1);
    }
}

/// On Telegram deadlines stand in the place's time zone with its name, at the table and under the hand; without one in UTC.
#[tokio::test]
async fn deadlines_stand_in_the_places_time_zone() {
    let house = House::new().await;
    let (anna, ben) = (telegram(11, "Anna"), telegram(12, "Ben"));
    let admin = Guest {
        admin: true,
        ..telegram(13, "Mo")
    };
    let refused = order(&house, &admin, Order::Zone(Some("Berlin".to_owned()))).await;
    assert!(refused.contains("no time zone “Berlin”"), "{refused}");
    let set = order(&house, &admin, Order::Zone(Some("asia/shanghai".to_owned()))).await;
    assert!(set.contains("Asia/Shanghai"), "{set}");
    for who in [&anna, &ben] {
        house.ask(&alone((*who).clone()), Ask::Start { payload: None }).await;
    }
    let challenge = jinlami::ui::Challenge {
        opponent: Foe::Person {
            account: ben.account,
            name: "Ben".to_owned(),
            handle: None,
        },
        ..usual()
    };
    let id = house.challenge(&anna, challenge).await;
    // The rig's clock stands at 2027-01-15 08:00 UTC.
    let lobby = house.table_post(id).await.text.plain();
    assert!(lobby.contains("2027-01-16 16:00 CST"), "{lobby}");
    let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
    house.press(&ben, &accept).await;
    let table = house.rig.service.table(id).await.unwrap();
    let running = house.table_post(id).await.text.plain();
    assert!(running.contains("16:00 CST"), "{running}");
    let (seat, player) = table
        .players()
        .find(|(seat, _)| Some(*seat) == table.to_move())
        .unwrap();
    let hand = house.hand_post(id, player).await.text.plain();
    assert!(hand.contains("CST"), "{seat:?}: {hand}");
    let off = order(&house, &admin, Order::Zone(Some("off".to_owned()))).await;
    assert!(off.contains("UTC"));
    assert!(!house.table_post(id).await.text.plain().contains("CST"));
}

#[tokio::test]
async fn limits_blocks_and_rights_in_words() {
    let house = House::new().await;
    let limits = |channel: &str, player: &str| Order::Limits {
        channel: Limit((!channel.is_empty()).then(|| channel.to_owned())),
        player: Limit((!player.is_empty()).then(|| player.to_owned())),
    };
    let words = order(&house, &mo(), limits("2", "1")).await;
    assert!(words.contains("channel: 2.") && words.contains("player: 1."), "{words}");
    let words = order(&house, &mo(), limits("off", "")).await;
    assert!(
        words.contains("channel: no limit") && words.contains("player: 1."),
        "{words}"
    );
    for wrong in ["-1", "101", "many", "99999999999999999999"] {
        let words = order(&house, &mo(), limits("", wrong)).await;
        assert!(words.contains("is no limit"), "{wrong}: {words}");
    }
    let table = house.begin(usual()).await;
    // C-038
    let full = house.ask(&guest(ANNA, "Anna"), Ask::Challenge(usual())).await;
    assert!(said(&full).contains("only one match at a time"), "{}", said(&full));
    order(&house, &mo(), limits("", "off")).await;

    let ben = Foe::Person {
        account: BEN,
        name: "Ben".to_owned(),
        handle: None,
    };
    let block = |whom: Option<Foe>| Order::Block {
        whom,
        reason: Some("spam\n\u{202e}".to_owned()),
    };
    assert!(
        order(&house, &mo(), block(Some(ben.clone())))
            .await
            .contains("Ben can’t play here")
    );
    assert!(order(&house, &mo(), block(Some(ben.clone()))).await.contains("already"));
    for nobody in [None, Some(Foe::Computer), Some(Foe::Bot), Some(Foe::Anyone)] {
        assert!(order(&house, &mo(), block(nobody)).await.contains("Name a player"));
    }
    let unknown = order(&house, &mo(), block(Some(Foe::Handle("nobody_yet".to_owned())))).await;
    assert!(unknown.contains("never met"), "{unknown}");
    let own = Foe::Person {
        account: mo().account,
        name: "Mo".to_owned(),
        handle: None,
    };
    assert!(
        order(&house, &mo(), block(Some(own)))
            .await
            .contains("can’t block yourself")
    );
    let refused = house.ask(&guest(ANNA, "Anna"), Ask::Challenge(usual())).await;
    assert!(
        said(&refused).contains("can’t play in this place"),
        "{}",
        said(&refused)
    );
    let anyone = jinlami::ui::Challenge {
        opponent: Foe::Anyone,
        ..usual()
    };
    let refused = house.ask(&guest(BEN, "Ben"), Ask::Challenge(anyone)).await;
    assert!(said(&refused).contains("blocked you"), "{}", said(&refused));
    let over = house.rig.wish(BEN, &table, Wish::Resign).await.unwrap().table;
    assert!(over.is_over(), "what runs goes on");
    assert!(
        order(&house, &mo(), Order::Overview)
            .await
            .contains("Blocked here: Ben")
    );
    let log = order(&house, &mo(), Order::Log).await;
    assert!(log.contains("Mo: blocked Ben (spam)"), "{log}");
    assert!(
        order(
            &house,
            &mo(),
            Order::Unblock {
                whom: Some(ben.clone())
            }
        )
        .await
        .contains("again")
    );
    assert!(
        order(&house, &mo(), Order::Unblock { whom: Some(ben) })
            .await
            .contains("not blocked")
    );

    let rights = |here, games| Order::Permissions(Rights { here, games });
    assert!(
        order(&house, &mo(), rights(Some(Vec::new()), Vec::new()))
            .await
            .contains("every permission")
    );
    assert!(
        order(&house, &mo(), rights(None, Vec::new()))
            .await
            .contains("can’t find out")
    );
    let missing = order(
        &house,
        &mo(),
        rights(Some(vec![Lack::Write, Lack::MakeThreads]), vec![Lack::See]),
    )
    .await;
    assert!(
        missing.contains("create threads") && missing.contains("Where games are posted I lack"),
        "{missing}"
    );
    let set = Settings {
        house: Some("classic".to_owned()),
        open_replay: Some("on".to_owned()),
        ..Settings::default()
    };
    house.ask(&mo(), Ask::Settings(set)).await;
    let log = order(&house, &mo(), Order::Log).await;
    assert!(
        log.contains("set the house rules (classic)") && log.contains("replays (on)"),
        "{log}"
    );
    let off = Settings {
        house: Some("off".to_owned()),
        ..Settings::default()
    };
    house.ask(&mo(), Ask::Settings(off)).await;
    for channel in ["here", "off"] {
        order(&house, &mo(), Order::Channel(Some(channel.to_owned()))).await;
    }
    let log = order(&house, &mo(), Order::Log).await;
    for done in [
        "took the house rules away",
        "let games be posted in one place alone",
        "let games be posted everywhere again",
    ] {
        assert!(log.contains(done), "{done}: {log}");
    }
    assert!(!log.contains(&format!("({})", PLACE.channel)), "{log}");
}
