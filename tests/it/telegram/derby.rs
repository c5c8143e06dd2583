//! A team match in a group, from the making of the teams to the final scoreboard.

use jinlami::contest::{Asked, Contest, How, Status};
use jinlami::id::{Account, EventId, PlayerId, TableId, Venue};
use jinlami::ui::event::token::{EventAct, decode};
use jinlami::ui::token::table_code;

use super::*;

fn here(post: &Message) -> bool {
    let token = |button: Button| decode(&button.data?);
    let mut acts = post.buttons().into_iter().filter_map(token);
    acts.any(|token| token.act == EventAct::Here)
}

async fn player(house: &House, user: &User) -> PlayerId {
    let account = Account {
        platform: Platform::Telegram,
        user: user.id(),
    };
    house.service.player(account).await.unwrap()
}

async fn contest(house: &House, event: EventId) -> Contest {
    house.service.event(event).await.unwrap()
}

/// Whoever of these is awaited comes.
async fn come(house: &House, event: EventId, round: &Message, people: &[&User]) {
    for user in people {
        let own = player(house, user).await;
        if matches!(contest(house, event).await.asked(own), Asked::Show(..)) {
            user.press(round, |label| label == "I’m here").await;
        }
    }
}

/// Whoever of these sits in the second seat of a match gives up, from the hand in their private chat.
async fn give_up(house: &House, event: EventId, people: &[&User]) {
    for user in people {
        let own = player(house, user).await;
        let now = contest(house, event).await;
        let Asked::Play(pairing, _) = now.asked(own) else {
            continue;
        };
        if now.pairing(pairing).unwrap().players[1] != own {
            continue;
        }
        let hand = house.tg.post(*user, |post| has(post, "Resign")).await;
        user.press(&hand, |label| label == "Resign").await;
        let sure = house.tg.post(*user, |post| has(post, "Yes, resign")).await;
        user.press(&sure, |label| label == "Yes, resign").await;
        until(house, event, "the match is scored", |contest| {
            contest.pairing(pairing).is_some_and(|pairing| pairing.score.is_some())
        })
        .await;
    }
}

/// Waits until the event is as it should be.
async fn until(house: &House, event: EventId, what: &str, there: impl Fn(&Contest) -> bool) {
    for _ in 0..2_400 {
        if there(&contest(house, event).await) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never: {what}");
}

fn pass(house: &House, minutes: i64) {
    house.later.fetch_add(minutes * 60_000, Ordering::SeqCst);
    house.tg.shift_clock(minutes * 60);
}

/// Issue 5, the team match: three against three with somebody who does not come and a substitute who comes late, from the
/// making of the teams to the final scoreboard, with a stop in the middle. C-094: no two of a team ever meet.
#[tokio::test]
async fn three_play_three_with_a_no_show_and_a_late_substitute() {
    let tg = FakeTelegram::start().await;
    let mut house = House::open(&tg).await;
    let mo = tg.user("Mo", Some("mo"), "en");
    let people: Vec<User> = (1..=7)
        .map(|n| tg.user(&format!("Player{n}"), Some(&format!("player{n}")), "en"))
        .collect();
    let everybody: Vec<&User> = people.iter().collect();
    let all: Vec<&User> = people.iter().chain([&mo]).collect();
    let group = house.club(&all);
    house.known(&all).await;
    tg.promote(&group, &mo, true);
    let said = |words: String| {
        let group = group.clone();
        let tg = tg.clone();
        async move { tg.post(&group, move |post| post.words().contains(&words)).await }
    };
    people[0].says(&group, "/team create Red");
    said("Team Red is there".to_owned()).await;
    people[4].says(&group, "/team create Blue");
    said("Team Blue is there".to_owned()).await;
    for (captain, number) in [(0, 2), (0, 3), (0, 4), (4, 6), (4, 7)] {
        people[captain].says(&group, &format!("/team invite @player{number}"));
        let asked = said(format!("Player{number}, Player{} asks you", captain + 1)).await;
        people[number - 1].press(&asked, |label| label == "Accept").await;
        tg.eventually("the invitation is answered", || {
            asked.words().contains("is now in team")
        })
        .await;
    }
    mo.says(&group, "/event create team “Derby”");
    let board = tg.post(&group, |post| post.words().contains("Derby")).await;
    let venue = Venue {
        platform: Platform::Telegram,
        chat: board.chat(),
    };
    let event = house.service.events(venue, true).await.unwrap()[0].id;
    let code = table_code(TableId(event.0)).to_uppercase();
    people[0].says(
        &group,
        &format!("/team enter {code} lineup @player1 @player2 @player3 subs @player4"),
    );
    tg.post(&people[0], |post| {
        post.words().contains("Line-up: Player1, Player2, Player3") && post.words().contains("Substitutes: Player4")
    })
    .await;
    people[4].says(&group, &format!("/team enter {code}"));
    tg.post(&people[4], |post| {
        post.words().contains("Line-up: Player5, Player6, Player7")
    })
    .await;
    mo.says(&group, &format!("/event start {code}"));
    let panel = tg.post(&mo, |post| {
        let token = |button: Button| decode(&button.data?);
        let mut acts = post.buttons().into_iter().filter_map(token);
        acts.any(|token| token.act == EventAct::Start)
    });
    // The word alone begins it where nothing is to be asked.
    tokio::select! {
        panel = panel => {
            mo.press(&panel, |label| label.contains("Start")).await;
        }
        () = until(&house, event, "it begins", |contest| contest.status() == Status::Running) => {}
    }
    until(&house, event, "it begins", |contest| {
        contest.status() == Status::Running
    })
    .await;
    let round = tg
        .post(&group, |post| here(post) && post.words().contains("Round 1 of 3"))
        .await;
    come(&house, event, &round, &everybody[..6]).await;
    give_up(&house, event, &everybody).await;
    pass(&house, 21);
    until(&house, event, "the first round is scored", |contest| {
        contest.pairings().iter().take(3).all(|pairing| pairing.score.is_some())
    })
    .await;
    let now = contest(&house, event).await;
    let walkovers = now.pairings().iter().take(3);
    let walkovers = walkovers.filter(|pairing| pairing.score.is_some_and(|(score, _)| score.how == How::Walkover));
    assert_eq!(walkovers.count(), 1);
    people[0].says(&group, &format!("/team substitute {code} @player3 @player4"));
    tg.post(&people[0], |post| {
        post.words().contains("Player4 now plays for Player3")
    })
    .await;
    for number in 2..=3 {
        pass(&house, 3);
        let words = format!("Round {number} of 3");
        let round = tg
            .post(&group, |post| here(post) && post.words().contains(&words))
            .await;
        if number == 2 {
            let late = house.later.load(Ordering::SeqCst);
            house = house.reopen().await;
            house.later.store(late, Ordering::SeqCst);
        }
        come(&house, event, &round, &everybody).await;
        give_up(&house, event, &everybody).await;
        until(&house, event, "the round is scored", |contest| {
            let scored = contest.pairings().iter().filter(|pairing| pairing.score.is_some());
            scored.count() == number * 3
        })
        .await;
    }
    pass(&house, 3);
    until(&house, event, "it ends", |contest| contest.status() == Status::Finished).await;
    let closing = said("Derby is over".to_owned()).await;
    assert!(
        closing.words().contains("Red") || closing.words().contains("Blue"),
        "{}",
        closing.words()
    );
    let played = contest(&house, event).await;
    let team_of = |player: PlayerId| played.teams().iter().position(|team| team.has(player)).unwrap();
    let mut sums = [0_i64; 2];
    for pairing in played.pairings() {
        let teams = pairing.players.map(team_of);
        assert_ne!(teams[0], teams[1], "nobody meets a team-mate");
        for (team, points) in teams.into_iter().zip(pairing.score.unwrap().0.points) {
            sums[team] += i64::from(points);
        }
    }
    for row in played.team_standings() {
        let at = played.teams().iter().position(|team| team.id == row.team).unwrap();
        assert_eq!(row.points, sums[at]);
    }
    tg.assert_clean();
    house.close().await;
}
