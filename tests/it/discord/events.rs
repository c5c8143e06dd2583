//! Events in a server: who is called, who is written to, and what a press does.

use jinlami::contest::{Asked, Status};
use jinlami::id::{Account, EventId, Platform, Venue};
use jinlami::ui::event::token::{EventAct, decode};
use jinlami::ui::token::Act;

use super::host::{Club, act, is};
use crate::fakes::discord::{Button, Message, User, opt, permission};

/// Whether a button does this in an event.
pub(super) fn does(button: &Button, wanted: EventAct) -> bool {
    decode(&button.custom_id).is_some_and(|token| token.act == wanted)
}

pub(super) fn has(message: &Message, wanted: EventAct) -> bool {
    message.buttons.iter().any(|button| does(button, wanted))
}

/// A moderator, and so many members.
pub(super) fn crowd(club: &Club, count: usize) -> (User, Vec<User>) {
    let mo = club.discord.user("Mo", "en-US");
    club.discord.join(&club.guild, &mo);
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    let people = (1..=count).map(|n| {
        let user = club.discord.user(&format!("Player{n}"), "en-US");
        club.discord.join(&club.guild, &user);
        user
    });
    (mo, people.collect())
}

/// The newest message of the channel that has such a button.
pub(super) async fn posted(club: &Club, what: &str, wanted: EventAct) -> Message {
    let find = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter().rev().find(|message| has(message, wanted))
    };
    club.discord.until(what, find).await
}

pub(super) async fn event_of(club: &Club) -> EventId {
    let chat = club.guild.id.cast_signed();
    let platform = Platform::Discord;
    club.service().events(Venue { platform, chat }, false).await.unwrap()[0].id
}

/// The event that a message's buttons are about.
pub(super) fn event_on(message: &Message) -> EventId {
    let mut tokens = message.buttons.iter().filter_map(|button| decode(&button.custom_id));
    tokens.next().expect("a button of an event").event
}

pub(super) async fn asked(club: &Club, event: EventId, user: &User) -> Asked {
    let account = Account {
        platform: Platform::Discord,
        user: user.id.cast_signed(),
    };
    let player = club.service().player(account).await.unwrap();
    club.service().event(event).await.unwrap().asked(player)
}

/// Issue 5: eight play a Swiss in a channel; the round calls each of them once and nobody else, "I'm here" of both deals the
/// cards, one drops out, the program is stopped and started in the middle, and the winners are named.
#[tokio::test(flavor = "multi_thread")]
async fn eight_play_a_swiss_in_a_channel() {
    let mut club = Club::open().await;
    let (mo, people) = crowd(&club, 8);
    let options = [
        ("template", opt("friendly")),
        ("title", opt("Friday Swiss")),
        ("size", opt(8)),
        ("rounds", opt(3)),
    ];
    let refused = people[0]
        .slash(&club.channel, "event create", &options)
        .await
        .response()
        .await;
    assert!(
        refused.is_only_me() && refused.content.contains("only moderators"),
        "{}",
        refused.content
    );
    let done = mo.slash(&club.channel, "event create", &options).await.response().await;
    assert!(
        done.is_only_me() && done.content.contains("open for sign-up"),
        "{}",
        done.content
    );
    let board = posted(&club, "the event", EventAct::Join).await;
    for user in &people {
        let told = user
            .press(&board, |b: &_| does(b, EventAct::Join))
            .await
            .response()
            .await;
        assert!(
            told.is_only_me() && told.content.contains("You are in: Friday Swiss"),
            "{}",
            told.content
        );
    }
    let full = || club.discord.message(&board).content.contains("8 of 8");
    club.discord.eventually("everybody is in", full).await;
    let event = event_of(&club).await;
    mo.slash(&club.channel, "event start", &[]).await.response().await;
    for number in 1..=3 {
        let title = format!("Round {number} of 3");
        let find = || {
            let all = club.discord.messages(&club.channel);
            all.into_iter()
                .find(|message| message.content.contains(&title) && has(message, EventAct::Here))
        };
        let round = club.discord.until("the round", find).await;
        // The bot is stopped and started on the same file in the middle of the second round.
        if number == 2 {
            club.restart().await;
        }
        for user in &people {
            if !matches!(asked(&club, event, user).await, Asked::Show(..)) {
                continue;
            }
            let told = user
                .press(&round, |b: &_| does(b, EventAct::Here))
                .await
                .response()
                .await;
            assert!(told.is_only_me(), "{}", told.content);
            // Whoever is the first of the two hears until when the other has time, in words that can be read.
            let until = told.content.split_once("has until ").map(|(_, rest)| rest);
            assert!(until.is_none_or(|until| until.starts_with("<t:")), "{}", told.content);
            assert!(until.is_none_or(|until| until.contains(":F> (<t:")), "{}", told.content);
        }
        for user in &people {
            let Asked::Play(pairing, table) = asked(&club, event, user).await else {
                continue;
            };
            let contest = club.service().event(event).await.unwrap();
            let players = contest.pairing(pairing).unwrap().players;
            let account = Account {
                platform: Platform::Discord,
                user: user.id.cast_signed(),
            };
            if players[1] != club.service().player(account).await.unwrap() {
                continue;
            }
            let ours = |message: &Message| {
                act(message, |a| a == Act::AskResign).is_some() && super::host::table_of(message) == table
            };
            let hand = club
                .discord
                .until("a hand in the private chat", || {
                    user.dms().into_iter().rev().find(|dm| ours(dm))
                })
                .await;
            user.press(&hand, |b: &_| is(b, Act::AskResign)).await.response().await;
            let sure = || {
                let mut dms = user.dms().into_iter().rev();
                dms.find(|dm| act(dm, |a| a == Act::Resign).is_some() && super::host::table_of(dm) == table)
            };
            let sure = club.discord.until("the question", sure).await;
            user.press(&sure, |b: &_| is(b, Act::Resign)).await.response().await;
        }
        if number == 1 {
            let question = people[7].slash(&club.channel, "event drop", &[]).await.response().await;
            assert!(question.content.contains("for good?"), "{}", question.content);
            people[7]
                .press(&question, |b: &_| does(b, EventAct::Leave))
                .await
                .response()
                .await;
        }
        club.pass(3 * 60_000);
        let mut tries = 0;
        while club.service().event(event).await.unwrap().stages()[0].round == number
            && club.service().event(event).await.unwrap().status() == Status::Running
        {
            tries += 1;
            assert!(tries < 2_400, "the round never ends");
            if tries % 40 == 0 {
                // The last result may have come after the clock was put on: the pause counts from there.
                club.pass(60_000);
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    let over = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| message.content.contains("Friday Swiss is over"))
    };
    let closing = club.discord.until("the winners", over).await;
    assert!(closing.content.contains("1\\. "), "{}", closing.content);
    let last = || club.discord.message(&board).content.contains("Final standings");
    club.discord.eventually("the board says it", last).await;
    // Each was called by the first round's message, and by no direct message.
    for user in &people {
        let calls = user.pings();
        let first = calls
            .iter()
            .filter(|message| message.content.contains("Round 1 of 3"))
            .count();
        assert_eq!(first, 1, "{:?}", calls.iter().map(|m| &m.content).collect::<Vec<_>>());
    }
    assert!(
        club.anna.pings().is_empty(),
        "who has nothing to do with it is not called"
    );
    let page = people[0]
        .slash(&club.channel, "event standings", &[])
        .await
        .response()
        .await;
    assert!(page.is_only_me() && page.content.contains("1\\. "), "{}", page.content);
    club.discord.assert_clean();
}

/// C-005: an event of 64 players opens private chats only with those who are dealt cards.
#[tokio::test(flavor = "multi_thread")]
async fn c_005_sixty_four_players_are_called_in_the_channel() {
    let club = Club::open().await;
    let (mo, people) = crowd(&club, 64);
    let options = [("template", opt("friendly")), ("title", opt("Big one"))];
    mo.slash(&club.channel, "event create", &options).await.response().await;
    let board = posted(&club, "the event", EventAct::Join).await;
    for user in &people {
        user.press(&board, |b: &_| does(b, EventAct::Join))
            .await
            .response()
            .await;
    }
    mo.slash(&club.channel, "event start", &[]).await.response().await;
    let round = posted(&club, "the round", EventAct::Here).await;
    let event = event_of(&club).await;
    let opened = || club.discord.count("POST", "/users/@me/channels");
    assert_eq!(opened(), 0, "nobody was written to in private");
    let called = people.iter().filter(|user| !user.pings().is_empty()).count();
    assert_eq!(called, 64);
    // Three matches begin: six people get a hand.
    let contest = club.service().event(event).await.unwrap();
    let mut here = 0;
    for user in &people {
        let account = Account {
            platform: Platform::Discord,
            user: user.id.cast_signed(),
        };
        let player = club.service().player(account).await.unwrap();
        if contest.pairings()[..3]
            .iter()
            .any(|pairing| pairing.players.contains(&player))
        {
            user.press(&round, |b: &_| does(b, EventAct::Here))
                .await
                .response()
                .await;
            here += 1;
        }
    }
    assert_eq!(here, 6);
    let dealt = || people.iter().filter(|user| !user.dms().is_empty()).count() == 6;
    club.discord.eventually("six hands", dealt).await;
    assert_eq!(opened(), 6);
    club.discord.assert_clean();
}

/// C-041: what can't be written where it is asked for is not made there: no event, no plan, no quick match.
#[tokio::test(flavor = "multi_thread")]
async fn c_041_no_event_is_opened_where_the_bot_may_not_write() {
    let club = Club::open().await;
    let (mo, _) = crowd(&club, 0);
    club.discord.deny(&club.channel, permission::SEND_MESSAGES);
    let event = [("template", opt("friendly")), ("title", opt("Friday"))];
    let plan = [("when", opt("fri 20:00")), ("template", opt("friendly"))];
    for (command, options) in [
        ("event create", &event[..]),
        ("event plan", &plan[..]),
        ("gin quick", &[][..]),
    ] {
        let told = mo.slash(&club.channel, command, options).await.response().await;
        assert!(
            told.is_only_me() && told.content.contains("send messages"),
            "{command}: {}",
            told.content
        );
    }
    let venue = Venue {
        platform: Platform::Discord,
        chat: club.guild.id.cast_signed(),
    };
    assert!(club.service().events(venue, false).await.unwrap().is_empty());
    assert!(club.service().schedules(venue).await.unwrap().is_empty());
    // What is planned can be read anywhere.
    let shown = mo.slash(&club.channel, "event plan", &[]).await.response().await;
    assert!(shown.content.contains("Nothing is planned"), "{}", shown.content);
    club.discord.assert_clean();
}

/// An event of another server stands in a channel only when somebody who may open events there asks for it.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_another_server_is_shown_by_leave() {
    let club = Club::open().await;
    let (mo, _) = crowd(&club, 1);
    let options = [("template", opt("friendly")), ("title", opt("Friday"))];
    mo.slash(&club.channel, "event create", &options).await.response().await;
    let event = event_of(&club).await;
    let code = jinlami::ui::token::table_code(jinlami::id::TableId(event.0));
    let elsewhere = club.discord.guild("Elsewhere");
    let there = club.discord.channel(&elsewhere, "there");
    let [zoe, boss] = ["Zoe", "Boss"].map(|name| {
        let user = club.discord.user(name, "en-US");
        club.discord.join(&elsewhere, &user);
        user
    });
    club.discord.allow_user(&there, &boss, permission::MANAGE_GUILD);
    let id = [("event", opt(code.as_str()))];
    let joined = zoe.slash(&there, "event join", &id).await.response().await;
    assert!(
        joined.is_only_me() && joined.content.contains("do not stand here"),
        "{}",
        joined.content
    );
    let no = zoe.slash(&there, "event bring", &id).await.response().await;
    assert!(
        no.is_only_me() && no.content.contains("only those who may open events"),
        "{}",
        no.content
    );
    let stands = || {
        let all = club.discord.messages(&there);
        all.into_iter().find(|message| has(message, EventAct::Join))
    };
    assert!(stands().is_none(), "nothing of it stands there unasked");
    let done = boss.slash(&there, "event bring", &id).await.response().await;
    assert!(
        done.is_only_me() && done.content.contains("is shown here from now on"),
        "{}",
        done.content
    );
    let message = club.discord.until("the event's message", stands).await;
    assert!(message.content.contains("Zoe"), "{}", message.content);
    // It is sent away again: what stood there says so and has nothing to press; it goes on at home.
    let off = [("event", opt(code.as_str())), ("set", opt("off"))];
    let done = boss.slash(&there, "event bring", &off).await.response().await;
    assert!(
        done.is_only_me() && done.content.contains("not shown here any more"),
        "{}",
        done.content
    );
    let gone = || {
        let now = club.discord.message(&message);
        now.content.contains("not shown here any more") && now.buttons.is_empty()
    };
    club.discord.eventually("it says that it is gone", gone).await;
    let home = posted(&club, "the event at home", EventAct::Join).await;
    assert!(home.content.contains("Zoe"), "{}", home.content);
    club.discord.assert_clean();
}

/// What was typed is done in the event that is chosen from those that are open, and what takes a result back asks first.
#[tokio::test(flavor = "multi_thread")]
async fn a_correction_asks_which_event_and_whether() {
    let club = Club::open().await;
    let (mo, people) = crowd(&club, 2);
    let mut events = Vec::new();
    for title in ["Alpha", "Beta"] {
        let options = [("template", opt("friendly")), ("title", opt(title)), ("size", opt(2))];
        mo.slash(&club.channel, "event create", &options).await.response().await;
        let find = || {
            let all = club.discord.messages(&club.channel);
            all.into_iter()
                .find(|message| message.content.contains(title) && has(message, EventAct::Join))
        };
        let board = club.discord.until("the event", find).await;
        for user in &people {
            let join = user.press(&board, |b: &_| does(b, EventAct::Join));
            join.await.response().await;
        }
        let event = event_on(&board);
        let code = jinlami::ui::token::table_code(jinlami::id::TableId(event.0));
        let id = [("event", opt(code.as_str()))];
        let begun = mo.slash(&club.channel, "event start", &id).await.response().await;
        assert!(begun.content.contains("has begun"), "{}", begun.content);
        events.push(event);
    }
    let points = async |event: EventId| {
        let contest = club.service().event(event).await.unwrap();
        contest.pairings()[0].score.map(|(score, _)| score.points)
    };
    let rule = async |result: &str| {
        let options = [("board", opt(1)), ("result", opt(result))];
        let which = mo
            .slash(&club.channel, "event correct", &options)
            .await
            .response()
            .await;
        assert!(
            which.is_only_me() && which.content.contains("Which event?"),
            "{}",
            which.content
        );
        let lines = which.selects.iter().flat_map(|select| &select.choices);
        let line = lines.into_iter().find(|line| line.label.contains("Beta")).unwrap();
        let question = mo.select(&which, &line.value).await.response().await;
        assert!(
            question.content.contains("shall this be the result?"),
            "{}",
            question.content
        );
        let yes = question
            .buttons
            .iter()
            .find(|button| button.label.contains("Yes, that is"));
        let yes = yes.unwrap().custom_id.clone();
        mo.press(&question, &*yes).await.response().await
    };
    let done = rule("34:12").await;
    assert!(
        done.is_only_me() && done.content.contains("34 : 12"),
        "{}",
        done.content
    );
    assert_eq!(
        (points(events[0]).await, points(events[1]).await),
        (None, Some([34, 12]))
    );
    let done = rule("void").await;
    assert!(
        done.content.contains("Both are called to play again"),
        "{}",
        done.content
    );
    assert_eq!(points(events[1]).await, None);
    club.discord.assert_clean();
}
