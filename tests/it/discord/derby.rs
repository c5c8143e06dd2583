//! A team match on a server, from the making of the teams to the final scoreboard.

use jinlami::contest::{Asked, Contest, How, Status};
use jinlami::id::{Account, EventId, Platform, PlayerId, Venue};
use jinlami::service::{BoardQuery, Metric, Period, Scope, Who};
use jinlami::ui::event::token::{EventAct, decode};
use jinlami::ui::token::{Act, table_code};

use super::host::{Club, act, is};
use crate::fakes::discord::{Button, Message, User, opt, permission};

fn does(button: &Button, wanted: EventAct) -> bool {
    decode(&button.custom_id).is_some_and(|token| token.act == wanted)
}

fn labelled(label: &'static str) -> impl Fn(&Button) -> bool {
    move |button: &Button| button.label == label
}

fn mention(user: &User) -> String {
    format!("<@{}>", user.id)
}

async fn player(club: &Club, user: &User) -> PlayerId {
    let account = Account {
        platform: Platform::Discord,
        user: user.id.cast_signed(),
    };
    club.service().player(account).await.unwrap()
}

async fn contest(club: &Club, event: EventId) -> Contest {
    club.service().event(event).await.unwrap()
}

/// The newest message of the channel with these words and a button to come to one's match.
async fn round_message(club: &Club, words: &str) -> Message {
    let find = || {
        let all = club.discord.messages(&club.channel);
        let here = |message: &Message| message.buttons.iter().any(|button| does(button, EventAct::Here));
        all.into_iter()
            .rev()
            .find(|message| message.content.contains(words) && here(message))
    };
    club.discord.until("the round", find).await
}

/// Whoever of these is awaited comes.
async fn come(club: &Club, event: EventId, round: &Message, people: &[&User]) {
    for user in people {
        let own = player(club, user).await;
        if matches!(contest(club, event).await.asked(own), Asked::Show(..)) {
            let told = user
                .press(round, |b: &_| does(b, EventAct::Here))
                .await
                .response()
                .await;
            assert!(told.is_only_me(), "{}", told.content);
        }
    }
}

/// Whoever of these sits in the second seat of a match gives up, from the hand in their private chat.
async fn give_up(club: &Club, event: EventId, people: &[&User]) {
    for user in people {
        let own = player(club, user).await;
        let now = contest(club, event).await;
        let Asked::Play(pairing, table) = now.asked(own) else {
            continue;
        };
        if now.pairing(pairing).unwrap().players[1] != own {
            continue;
        }
        let find = |wanted: Act| {
            let mut dms = user.dms().into_iter().rev();
            dms.find(|dm| act(dm, |a| a == wanted).is_some() && super::host::table_of(dm) == table)
        };
        let hand = club.discord.until("a hand", || find(Act::AskResign)).await;
        user.press(&hand, |b: &_| is(b, Act::AskResign)).await.response().await;
        let sure = club.discord.until("the question", || find(Act::Resign)).await;
        user.press(&sure, |b: &_| is(b, Act::Resign)).await.response().await;
    }
}

/// Waits until the event is as it should be.
async fn until(club: &Club, event: EventId, what: &str, there: impl Fn(&Contest) -> bool) {
    for _ in 0..2_400 {
        if there(&contest(club, event).await) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("never: {what}");
}

/// Issue 5, the team match: three against three with somebody who does not come and a substitute who comes late, from the
/// making of the teams to the final scoreboard, with a stop in the middle. C-096: before the start everybody can change,
/// after it nobody. C-094: no two of a team ever meet.
#[tokio::test(flavor = "multi_thread")]
async fn three_play_three_with_a_no_show_and_a_late_substitute() {
    let mut club = Club::open().await;
    let mo = club.discord.user("Mo", "en-US");
    club.discord.join(&club.guild, &mo);
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    let people: Vec<User> = (1..=7)
        .map(|n| {
            let user = club.discord.user(&format!("Player{n}"), "en-US");
            club.discord.join(&club.guild, &user);
            user
        })
        .collect();
    let (red, blue) = (&people[..4], &people[4..]);
    let channel = club.channel;
    let ask = async |who: &User, command: &str, options: &[(&str, crate::fakes::discord::Opt)]| {
        who.slash(&channel, command, options).await.response().await
    };
    let made = ask(&red[0], "team create", &[("name", opt("Red")), ("open", opt(true))]).await;
    for user in &red[1..] {
        let came = user.press(&made, labelled("Join")).await.response().await;
        assert!(came.content.contains("is now in team"), "{}", came.content);
    }
    ask(&blue[0], "team create", &[("name", opt("Blue"))]).await;
    for user in &blue[1..] {
        let asked = ask(&blue[0], "team invite", &[("player", opt(user))]).await;
        user.press(&asked, labelled("Accept")).await.acknowledged().await;
        let joined = || club.discord.message(&asked).content.contains("is now in team");
        club.discord.eventually("the invitation is answered", joined).await;
    }

    let options = [("template", opt("team")), ("title", opt("Derby"))];
    let opened = ask(&mo, "event create", &options).await;
    assert!(opened.content.contains("open for sign-up"), "{}", opened.content);
    let venue = Venue {
        platform: Platform::Discord,
        chat: club.guild.id.cast_signed(),
    };
    let event = club.service().events(venue, true).await.unwrap()[0].id;
    let code = table_code(jinlami::id::TableId(event.0)).to_uppercase();
    let id = || ("event", opt(code.as_str()));
    let no = ask(&red[1], "team enter", &[id()]).await;
    assert!(no.content.contains("Only the captain"), "{}", no.content);
    // First everybody by the order of their time in the team, then as the captain wants it.
    let entered = ask(&red[0], "team enter", &[id()]).await;
    assert!(entered.content.contains("takes part in Derby"), "{}", entered.content);
    let lineup = red[..3].iter().map(mention).collect::<Vec<_>>().join(" ");
    let options = [
        id(),
        ("lineup", opt(lineup.as_str())),
        ("substitutes", opt(mention(&red[3]).as_str())),
    ];
    let entered = ask(&red[0], "team lineup", &options).await;
    assert!(
        entered.content.contains("Line-up: Player1, Player2, Player3")
            && entered.content.contains("Substitutes: Player4"),
        "{}",
        entered.content
    );
    let options = [id(), ("lineup", opt(mention(&blue[0]).as_str()))];
    let foreign = ask(&red[0], "team lineup", &options).await;
    assert!(foreign.content.contains("is nobody"), "{}", foreign.content);
    ask(&blue[0], "team enter", &[id()]).await;
    // Somebody changes their mind twice before the start.
    let gone = ask(&blue[2], "team leave", &[]).await;
    assert!(gone.content.contains("left team"), "{}", gone.content);
    until(&club, event, "the line-up follows", |contest| {
        contest
            .teams()
            .iter()
            .any(|team| team.name == "Blue" && team.members.len() == 2)
    })
    .await;
    let asked = ask(&blue[0], "team invite", &[("player", opt(&blue[2]))]).await;
    blue[2].press(&asked, labelled("Accept")).await.acknowledged().await;
    let joined = || club.discord.message(&asked).content.contains("is now in team");
    club.discord.eventually("back again", joined).await;
    let back = ask(&blue[2], "team change", &[id(), ("team", opt("Blue"))]).await;
    assert!(back.content.contains("Player7"), "{}", back.content);

    ask(&mo, "event start", &[id()]).await;
    until(&club, event, "it begins", |contest| contest.status() == Status::Running).await;
    let late = ask(&blue[2], "team change", &[id(), ("team", opt("Red"))]).await;
    assert!(late.content.contains("begun"), "{}", late.content);
    let late = ask(&red[0], "team withdraw", &[id()]).await;
    assert!(late.content.contains("begun"), "{}", late.content);

    // The last of the blue ones does not come to the first match.
    let first = round_message(&club, "Round 1 of 3").await;
    let everybody: Vec<&User> = people.iter().collect();
    come(&club, event, &first, &everybody[..6]).await;
    give_up(&club, event, &everybody).await;
    club.pass(21 * 60_000);
    until(&club, event, "the first round is scored", |contest| {
        contest.pairings().iter().take(3).all(|pairing| pairing.score.is_some())
    })
    .await;
    let walkovers = contest(&club, event).await;
    let walkovers = walkovers.pairings().iter().take(3);
    let walkovers = walkovers.filter(|pairing| pairing.score.is_some_and(|(score, _)| score.how == How::Walkover));
    assert_eq!(walkovers.count(), 1);

    // The third of the red ones can't go on: the captain puts the substitute in.
    let options = [id(), ("out", opt(&red[2])), ("in", opt(&red[3]))];
    let no = ask(&blue[0], "team substitute", &options).await;
    assert!(no.content.contains("is nobody"), "{}", no.content);
    let done = ask(&red[0], "team substitute", &options).await;
    assert!(
        done.content.contains("Player4 now plays for Player3"),
        "{}",
        done.content
    );

    for number in 2..=3 {
        club.pass(3 * 60_000);
        let round = round_message(&club, &format!("Round {number} of 3")).await;
        if number == 2 {
            club.restart().await;
        }
        come(&club, event, &round, &everybody).await;
        give_up(&club, event, &everybody).await;
        let so_far = number * 3;
        until(&club, event, "the round is scored", |contest| {
            let scored = contest.pairings().iter().filter(|pairing| pairing.score.is_some());
            scored.count() == so_far
        })
        .await;
    }
    club.pass(3 * 60_000);
    until(&club, event, "it ends", |contest| contest.status() == Status::Finished).await;
    let over = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains("Derby is over"))
    };
    let closing = club.discord.until("the winners", over).await;
    assert!(
        closing.content.contains("Red") || closing.content.contains("Blue"),
        "{}",
        closing.content
    );

    // Every pair met once, nobody a team-mate, and the points of the hands are the teams' scores.
    let played = contest(&club, event).await;
    let team_of = |player: PlayerId| played.teams().iter().position(|team| team.has(player)).unwrap();
    assert_eq!(played.pairings().len(), 9);
    let mut sums = [0_i64; 2];
    for pairing in played.pairings() {
        let teams = pairing.players.map(team_of);
        assert_ne!(teams[0], teams[1], "nobody meets a team-mate");
        let (score, _) = pairing.score.unwrap();
        for (team, points) in teams.into_iter().zip(score.points) {
            sums[team] += i64::from(points);
        }
    }
    let standings = played.team_standings();
    for row in &standings {
        let at = played.teams().iter().position(|team| team.id == row.team).unwrap();
        assert_eq!(row.points, sums[at]);
    }
    let substitute = player(&club, &red[3]).await;
    let own = played
        .pairings()
        .iter()
        .filter(|pairing| pairing.seat_of(substitute).is_some());
    assert_eq!(own.count(), 2, "the substitute played what was left");

    // The teams stand on their board with these points, once.
    for period in [Period::All, Period::Today] {
        let query = BoardQuery {
            metric: Metric::Teams,
            period,
            viewer: Some(substitute),
            ..BoardQuery::of(Scope::Venue(venue))
        };
        let board = club.service().board(&query, 0, 10).await.unwrap();
        let mut lines: Vec<(Who, i64)> = board.lines.iter().map(|line| (line.who, line.value)).collect();
        let mut made: Vec<(Who, i64)> = standings.iter().map(|row| (Who::Team(row.team), row.points)).collect();
        made.retain(|(_, points)| *points > 0);
        lines.sort_by_key(|(_, points)| *points);
        made.sort_by_key(|(_, points)| *points);
        assert_eq!(lines, made);
        let own = played.teams().iter().find(|team| team.has(substitute)).unwrap();
        assert!(board.own.is_none_or(|line| line.who == Who::Team(own.id)));
    }
    let page = ask(&red[0], "event standings", &[id()]).await;
    assert!(
        page.content.contains("Red") && page.content.contains("Blue"),
        "{}",
        page.content
    );
    club.discord.assert_clean();
}
