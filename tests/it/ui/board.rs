//! Leaderboards.

use jinlami::id::{Account, Place, Platform, Venue};
use jinlami::ui::token::Act;
use jinlami::ui::{Ask, Challenge, Foe, Guest};

use super::house::{House, alone, find, guest, usual};
use crate::rig::PLACE;

fn player(user: i64, name: &str) -> Guest {
    guest(
        Account {
            platform: Platform::Discord,
            user,
        },
        name,
    )
}

/// A match that the loser resigns at once.
async fn won(house: &House, winner: &Guest, loser: &Guest) {
    let foe = Foe::Person {
        account: winner.account,
        name: winner.name.clone(),
        handle: winner.handle.clone(),
    };
    let id = house
        .challenge(
            loser,
            Challenge {
                opponent: foe,
                ..usual()
            },
        )
        .await;
    let accept = find(&house.table_post(id).await, |act| act == Act::Accept).unwrap();
    house.press(winner, &accept).await;
    let page = house.ask(loser, Ask::Resign).await.post.unwrap();
    let yes = find(&page, |act| act == Act::Resign).unwrap();
    house.press(loser, &yes).await;
    assert!(house.rig.service.table(id).await.unwrap().is_over());
}

async fn board(house: &House, who: &Guest, overall: bool, by: &str) -> String {
    let answer = house
        .ask(
            who,
            Ask::Leaders {
                overall,
                by: Some(by.to_owned()),
            },
        )
        .await;
    let post = answer.public.or(answer.post).unwrap();
    match post.picture {
        Some(picture) => {
            assert_eq!(picture.name, "leaders.png");
            picture.alt
        }
        None => post.text.plain(),
    }
}

#[tokio::test]
async fn a_board_shows_places_names_and_figures() {
    // C-062, C-064, C-082, C-086.
    let house = House::new().await;
    let (mara, tomasz, ines) = (player(21, "Mara"), player(22, "Tomasz Żółć"), player(23, "دانا"));
    assert!(
        board(&house, &mara, false, "points")
            .await
            .contains("No match has been finished")
    );
    won(&house, &mara, &tomasz).await;
    won(&house, &mara, &tomasz).await;
    won(&house, &tomasz, &ines).await;
    won(&house, &ines, &tomasz).await;
    let wins = board(&house, &mara, false, "wins").await;
    let lines: Vec<&str> = wins.lines().collect();
    assert_eq!(lines[0], "Leaders here: The Den · by matches won.");
    assert!(
        lines[1].starts_with("1 Mara: ") && lines[1].contains("2 of 2 matches won"),
        "{wins}"
    );
    // Equal scores share a place.
    assert!(lines[2].starts_with("2 ") && lines[3].starts_with("2 "), "{wins}");
    assert!(
        wins.contains("Tomasz Żółć") && wins.contains("\u{2068}دانا\u{2069}"),
        "{wins}"
    );
    for by in ["points", "hands", "gold"] {
        assert!(board(&house, &mara, false, by).await.contains("Mara"));
    }
    // A rename shows at once, on the board too.
    let renamed = Guest {
        name: "Mara the Great".into(),
        ..mara.clone()
    };
    house.ask(&renamed, Ask::Games).await;
    assert!(board(&house, &mara, false, "wins").await.contains("1 Mara the Great: "));
    // Another venue sees nothing of it unless asked over all.
    let elsewhere = Place {
        venue: Venue {
            chat: 99,
            ..PLACE.venue
        },
        ..PLACE
    };
    let far = Guest {
        place: Some(elsewhere),
        venue_name: Some("Far".into()),
        ..mara.clone()
    };
    assert!(
        board(&house, &far, false, "wins")
            .await
            .contains("No match has been finished")
    );
    assert!(board(&house, &far, true, "wins").await.contains("Mara the Great"));
    assert!(
        board(&house, &alone(mara.clone()), false, "wins")
            .await
            .contains("Overall leaders")
    );
    let wrong = house
        .ask(
            &mara,
            Ask::Leaders {
                overall: false,
                by: Some("luck".into()),
            },
        )
        .await;
    assert!(wrong.toast.unwrap().text.contains("points, wins, hands, gold"));
}

#[tokio::test]
async fn identical_names_are_told_apart_and_a_long_board_ends_in_words() {
    let house = House::new().await;
    let host = player(30, "Host");
    let mut faces: Vec<Guest> = (31..34).map(|user| player(user, "Alex")).collect();
    faces[0].handle = Some("alex_one".into());
    for long in 34..42 {
        faces.push(player(long, &format!("{}{long}", "W".repeat(30))));
    }
    for face in &faces {
        won(&house, face, &host).await;
    }
    let alt = board(&house, &host, false, "wins").await;
    assert!(alt.contains("Alex (@alex_one)"), "{alt}");
    let numbered = alt.matches("Alex #").count();
    assert_eq!(numbered, 2, "{alt}");
    let mut names: Vec<&str> = alt.lines().skip(1).filter_map(|line| line.split(": ").next()).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "{alt}");
}
