//! `/team` at the desk: what it says in every language, and that nothing typed or pressed does harm.

use jinlami::id::{Account, Lang, Place, Platform, TeamId, Venue};
use jinlami::service::TEAM_MEMBERS;
use jinlami::ui::{Answer, Ask, Foe, Guest, TeamAct, TeamAsk, encode_team, team_commands};

use super::house::{House, alone, eve, guest};
use crate::rig::{ANNA, BEN, PLACE};

fn ben() -> Foe {
    Foe::Person {
        account: BEN,
        name: "Ben".to_owned(),
        handle: None,
    }
}

fn said(answer: &Answer) -> String {
    let posts = answer.post.iter().chain(&answer.public).map(|post| post.text.plain());
    let toast = answer.toast.iter().map(|toast| toast.text.clone());
    posts.chain(toast).collect::<Vec<_>>().join("\n")
}

async fn ask(house: &House, who: &Guest, wish: TeamAsk) -> Answer {
    house.ask(who, Ask::Team(wish)).await
}

fn create(name: &str) -> TeamAsk {
    TeamAsk::Create {
        name: name.to_owned(),
        open: false,
    }
}

/// Every wish, about the only team.
fn every_wish() -> Vec<TeamAsk> {
    let text = |text: &str| text.to_owned();
    vec![
        create("Reds"),
        TeamAsk::Help,
        TeamAsk::Mine,
        TeamAsk::List,
        TeamAsk::Log,
        TeamAsk::Invite {
            whom: Some(ben()),
            team: None,
        },
        TeamAsk::Invite { whom: None, team: None },
        TeamAsk::Invite {
            whom: Some(Foe::Computer),
            team: None,
        },
        TeamAsk::Join { team: None },
        TeamAsk::Roster { team: None },
        TeamAsk::Open {
            set: Some(text("on")),
            team: None,
        },
        TeamAsk::Open {
            set: Some(text("on")),
            team: None,
        },
        TeamAsk::Open {
            set: Some(text("perhaps")),
            team: None,
        },
        TeamAsk::Captain {
            whom: text("1"),
            team: None,
        },
        TeamAsk::Kick {
            whom: text("nobody"),
            team: None,
        },
        TeamAsk::Kick {
            whom: String::new(),
            team: None,
        },
        TeamAsk::Rename {
            name: text("  Blue \u{202e}\u{200b} Sharks "),
            team: None,
        },
        TeamAsk::Roster {
            team: Some(text("none such")),
        },
        TeamAsk::Disband { team: None },
        TeamAsk::Leave { team: None },
        TeamAsk::Leave { team: None },
    ]
}

/// Every wish is answered in every language, short enough for its platform; in a private chat none is.
#[tokio::test]
async fn every_wish_speaks_every_language() {
    for lang in Lang::ALL {
        let house = House::new().await;
        let mut anna = guest(ANNA, "Anna");
        anna.locale = Some(lang.tag().to_owned());
        for wish in every_wish() {
            let words = said(&ask(&house, &anna, wish.clone()).await);
            assert!(
                !words.trim().is_empty() && !words.contains('\u{202e}'),
                "{wish:?}: {words}"
            );
        }
        let words = said(&ask(&house, &alone(anna), create("Red")).await);
        assert!(!words.is_empty());
        for command in team_commands(lang) {
            let local = &command.local;
            let plain = |letter: char| letter.is_alphanumeric() && !letter.is_uppercase();
            assert!(local.chars().all(plain) && local.chars().count() <= 32, "{local}");
            assert!(command.description.chars().count() <= 100, "{}", command.description);
            for option in command.options {
                assert!(option.local.chars().all(plain), "{}", option.local);
                assert!(option.description.chars().count() <= 100, "{}", option.description);
            }
        }
    }
}

/// C-046: names are cleaned of what turns or hides letters, bounded, and never called.
#[tokio::test]
async fn a_name_is_only_letters() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let made = ask(&house, &anna, create("  Re\u{202e}d\u{200b}\n Dragons ")).await;
    let post = made.public.expect("for all to see");
    assert!(
        post.text.plain().contains("Team Red Dragons is there"),
        "{}",
        post.text.plain()
    );
    assert_eq!(post.ping, None);
    let long = ask(&house, &anna, create(&"x".repeat(33))).await;
    assert!(said(&long).contains("1 to 32 letters"), "{}", said(&long));
    let empty = ask(&house, &anna, create("\u{200b}\u{202e}")).await;
    assert!(said(&empty).contains("1 to 32 letters"), "{}", said(&empty));
    let foreign = ask(&house, &anna, create("فريق")).await;
    assert!(said(&foreign).contains("\u{2068}فريق\u{2069}"), "{}", said(&foreign));
    let named = house.rig.service.team_called(PLACE.venue, "red dragons").await.unwrap();
    assert_eq!(named.unwrap().name, "Red Dragons");
}

/// Only who is invited answers, and once; whatever else is pressed, by whoever, changes nothing.
#[tokio::test]
async fn nothing_pressed_does_harm() {
    let house = House::new().await;
    let (anna, second) = (guest(ANNA, "Anna"), guest(BEN, "Ben"));
    ask(&house, &anna, create("Red")).await;
    let team = house
        .rig
        .service
        .team_called(PLACE.venue, "red")
        .await
        .unwrap()
        .unwrap();
    let invited = ask(
        &house,
        &anna,
        TeamAsk::Invite {
            whom: Some(ben()),
            team: None,
        },
    )
    .await;
    assert_eq!(invited.public.expect("for all to see").ping, Some(BEN));
    let token = |act| encode_team(team.id, act);
    for (who, act) in [
        (&eve(), TeamAct::Accept),
        (&eve(), TeamAct::Decline),
        (&eve(), TeamAct::Join),
        (&eve(), TeamAct::Disband(30_000_000)),
        (&anna, TeamAct::Accept),
        // Too old a question.
        (&anna, TeamAct::Disband(1)),
    ] {
        let answer = house.press(who, &token(act)).await;
        assert!(
            answer.toast.is_some_and(|toast| toast.alert) && !answer.replace,
            "{act:?}"
        );
    }
    for bad in ["4.", "4.zz", "4.1.a", "4.!.!", "4.7.x", &"4.".repeat(40)] {
        let answer = house.press(&anna, bad).await;
        assert!(answer.toast.is_some(), "{bad}");
    }
    let gone = house.press(&anna, &encode_team(TeamId(12), TeamAct::Roster)).await;
    assert!(said(&gone).contains("no more"), "{}", said(&gone));
    assert_eq!(house.rig.service.team(team.id).await.unwrap(), team);
    let answer = house.press(&second, &token(TeamAct::Decline)).await;
    assert!(
        answer.replace && said(&answer).contains("does not want"),
        "{}",
        said(&answer)
    );
    let answer = house.press(&second, &token(TeamAct::Accept)).await;
    assert!(!answer.replace && answer.toast.is_some());
}

/// The list has pages, and a full team fits its roster.
#[tokio::test]
async fn many_teams_and_a_full_one_fit() {
    let house = House::new().await;
    let account = |number: i64| Account {
        platform: Platform::Discord,
        user: 500 + number,
    };
    for number in 0..40_i64 {
        let captain = guest(account(number / 4), &format!("Captain {number} {}", "x".repeat(20)));
        let name = format!("Team {number:02} {}", "w".repeat(20));
        let made = ask(
            &house,
            &captain,
            TeamAsk::Create {
                name,
                open: number == 0,
            },
        )
        .await;
        assert!(made.public.is_some(), "{}", said(&made));
    }
    let first = ask(&house, &eve(), TeamAsk::List).await;
    assert!(said(&first).contains("40 teams here"), "{}", said(&first));
    let next = house.press(&eve(), &encode_team(TeamId(0), TeamAct::List(2))).await;
    assert!(next.replace && said(&next).contains("Team 39"), "{}", said(&next));
    let beyond = house.press(&eve(), &encode_team(TeamId(0), TeamAct::List(999))).await;
    assert!(said(&beyond).contains("Team 00"), "{}", said(&beyond));
    let name = format!("Team 00 {}", "w".repeat(20));
    let team = house
        .rig
        .service
        .team_called(PLACE.venue, &name)
        .await
        .unwrap()
        .unwrap();
    for number in 0..i64::from(TEAM_MEMBERS) - 1 {
        let player = guest(account(1_000 + number), &format!("{} {number}", "名".repeat(28)));
        let came = house.press(&player, &encode_team(team.id, TeamAct::Join)).await;
        assert!(came.public.is_some(), "{}", said(&came));
    }
    let late = house.press(&eve(), &encode_team(team.id, TeamAct::Join)).await;
    assert!(said(&late).contains("at most 32 members"), "{}", said(&late));
    let roster = house.press(&eve(), &encode_team(team.id, TeamAct::Roster)).await;
    assert!(said(&roster).contains("32 of at most 32"), "{}", said(&roster));
}

/// A button's number is no proof: with a forged one nobody from elsewhere sees who is in a team or comes into an open one;
/// who was asked may, wherever they are.
#[tokio::test]
async fn a_forged_button_opens_no_team_of_another_place() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    let open = TeamAsk::Create {
        name: "Red".to_owned(),
        open: true,
    };
    ask(&house, &anna, open).await;
    let team = house.rig.service.team_called(PLACE.venue, "red").await.unwrap();
    let team = team.unwrap().id;
    let away = |who: Guest| Guest {
        place: Some(Place {
            venue: Venue {
                chat: 1234,
                ..PLACE.venue
            },
            channel: 1,
        }),
        ..who
    };
    for who in [away(eve()), alone(eve())] {
        for act in [TeamAct::Roster, TeamAct::Join] {
            let answer = house.press(&who, &encode_team(team, act)).await;
            let words = said(&answer);
            assert!(words.contains("at home elsewhere"), "{act:?}: {words}");
            assert!(!words.contains("Anna"), "{words}");
        }
    }
    assert_eq!(house.rig.service.team(team).await.unwrap().members.len(), 1);
    // At home it is open, and from then on in the private chat as well.
    let roster = house.press(&eve(), &encode_team(team, TeamAct::Roster)).await;
    assert!(said(&roster).contains("Anna"), "{}", said(&roster));
    let came = house.press(&alone(eve()), &encode_team(team, TeamAct::Join)).await;
    assert!(said(&came).contains("Eve"), "{}", said(&came));
    // Members and who was asked see it anywhere.
    let invite = TeamAsk::Invite {
        whom: Some(ben()),
        team: None,
    };
    ask(&house, &anna, invite).await;
    let ben = away(guest(BEN, "Ben"));
    let roster = house.press(&ben, &encode_team(team, TeamAct::Roster)).await;
    assert!(said(&roster).contains("Eve"), "{}", said(&roster));
    let roster = house.press(&away(anna), &encode_team(team, TeamAct::Roster)).await;
    assert!(said(&roster).contains("Eve"), "{}", said(&roster));
}
