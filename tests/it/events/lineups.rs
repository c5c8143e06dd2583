//! Who leaves a team leaves its line-ups in the same write, wherever the process ends.

use jinlami::contest::{Kind, Squads, Uneven};
use jinlami::id::{Account, PlayerId, TeamId};
use jinlami::service::{Speaker, TeamBar, TeamError, TeamRow, TeamWho, TeamWish};
use sqlx::{ConnectOptions, Connection, Executor};

use super::hall::{Hall, cut, format, person};
use crate::rig::PLACE;

fn teams_of_two() -> jinlami::contest::Format {
    let mut teams = format(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    teams.squads = Some(Squads {
        least: 2,
        most: 2,
        substitutes: 1,
    });
    teams
}

fn who(player: PlayerId) -> TeamWho {
    TeamWho {
        player: Some(player),
        admin: false,
    }
}

async fn speaker(hall: &Hall, account: Account) -> Speaker {
    Speaker {
        account,
        who: who(hall.rig.player(account).await),
        at: Some(PLACE),
        brings: false,
        inbox: None,
    }
}

/// A team of the first three people, led by the first, entered in the hall's event with all three.
async fn entered(hall: &Hall) -> (TeamRow, [PlayerId; 3]) {
    let mut players = [PlayerId(0); 3];
    for (number, player) in players.iter_mut().enumerate() {
        *player = hall.rig.player(person(number)).await;
    }
    let service = &hall.rig.service;
    let team = service.make_team(who(players[0]), PLACE, "Red", true, None).await;
    let team = team.unwrap();
    for player in &players[1..] {
        service
            .handle_team(who(*player), team.id, &TeamWish::Join)
            .await
            .unwrap();
    }
    let captain = speaker(hall, person(0)).await;
    service
        .enter_team(&captain, hall.event, team.id, None, None)
        .await
        .unwrap();
    (service.team(team.id).await.unwrap(), players)
}

/// Whether somebody is in the team, and whether in its line-up.
async fn part(hall: &Hall, team: TeamId, player: PlayerId) -> (bool, bool) {
    let row = hall.rig.service.team(team).await;
    let member = row.is_ok_and(|row| row.has(player));
    let contest = hall.contest().await;
    let entrant = contest.entrant(player);
    (member, entrant.is_some_and(|entrant| entrant.team == Some(team)))
}

#[tokio::test]
async fn leaving_a_team_is_one_write_with_its_line_ups() {
    let mut hall = Hall::open(teams_of_two(), None, 4).await;
    let (team, players) = entered(&hall).await;
    let [captain, second, third] = players;
    assert_eq!(part(&hall, team.id, third).await, (true, true));
    // The process ends after each step of it in turn.
    for (leaver, by, wish) in [
        (third, captain, TeamWish::Kick(third)),
        (second, second, TeamWish::Leave),
    ] {
        let mut polls = 1;
        loop {
            let service = hall.rig.service.clone();
            let done = cut(service.handle_team(who(by), team.id, &wish), polls).await;
            drop(service);
            hall = hall.restart().await;
            let (member, plays) = part(&hall, team.id, leaver).await;
            assert_eq!(member, plays, "half of it is done after {polls} steps");
            hall.is_sound().await;
            if let Some(done) = done {
                done.unwrap();
                assert!(!member);
                break;
            }
            if !member {
                // Stored before the answer came.
                break;
            }
            polls += 1;
        }
    }
    assert_eq!(part(&hall, team.id, captain).await, (true, true));
    // The last one ends the team, and with it what it was entered in.
    let service = &hall.rig.service;
    service
        .handle_team(who(captain), team.id, &TeamWish::Disband)
        .await
        .unwrap();
    assert_eq!(part(&hall, team.id, captain).await, (false, false));
    let ended = service.team(team.id).await;
    assert!(matches!(ended, Err(TeamError::Barred(TeamBar::NoTeam))));
    hall.is_sound().await;
}

/// Where the event's part can't be stored, the team's isn't either; and the end of a team takes all of it out at once.
#[tokio::test]
async fn what_an_event_cannot_store_leaves_the_team_as_it_was() {
    let hall = Hall::open(teams_of_two(), None, 4).await;
    let (team, players) = entered(&hall).await;
    let service = &hall.rig.service;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.rig.path());
    let mut file = options.connect().await.unwrap();
    file.execute("CREATE TRIGGER full BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no room'); END")
        .await
        .unwrap();
    for (player, wish) in [(players[2], TeamWish::Leave), (players[0], TeamWish::Disband)] {
        let failed = service.handle_team(who(player), team.id, &wish).await;
        assert!(matches!(failed, Err(TeamError::Other(_))), "{failed:?}");
        for player in players {
            assert_eq!(part(&hall, team.id, player).await, (true, true));
        }
    }
    file.execute("DROP TRIGGER full").await.unwrap();
    file.close().await.unwrap();
    let before = hall.contest().await.version();
    service
        .handle_team(who(players[0]), team.id, &TeamWish::Disband)
        .await
        .unwrap();
    for player in players {
        assert_eq!(part(&hall, team.id, player).await, (false, false));
    }
    assert!(hall.contest().await.version() > before);
    assert!(hall.contest().await.teams().is_empty());
    hall.is_sound().await;
}
