//! What is done in the private chat for a group: the panel of an event, a plan, the end of a team.

use jinlami::contest::Presence;
use jinlami::id::{Account, EventId, TableId};
use jinlami::ui::event::token::{EventAct, decode};

use super::*;

fn does(post: &Message, wanted: EventAct) -> bool {
    let token = |button: Button| decode(&button.data?);
    let mut acts = post.buttons().into_iter().filter_map(token);
    acts.any(|token| token.act == wanted)
}

async fn press(person: &User, post: &Message, label: &str) -> String {
    person.press(post, |shown| shown == label).await.text
}

/// The id that stands behind the last `#` or `event ` of a message.
fn id(post: &Message, before: &str) -> String {
    let words = post.words();
    let (_, rest) = words.rsplit_once(before).expect("an id");
    rest.split_whitespace().next().unwrap_or_default().to_owned()
}

/// Waits until somebody takes part in this way.
async fn is_there(house: &House, event: EventId, person: &User, presence: Presence) {
    let account = Account {
        platform: Platform::Telegram,
        user: person.id(),
    };
    let player = house.service.player(account).await.unwrap();
    for _ in 0..2_400 {
        let contest = house.service.event(event).await.unwrap();
        if contest.entrant(player).unwrap().presence == presence {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never {presence:?}");
}

/// C-103: a moderator who did not open an event runs it from the private chat, where its panel stands, with buttons and with
/// words; Telegram is asked who moderates the event's own group, each time.
#[tokio::test]
async fn a_moderator_runs_somebody_elses_event_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, kim, anna, ben] = ["Mo", "Kim", "Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &kim, &anna, &ben]);
    let other = house.club(&[&ben]);
    house.known(&[&mo, &kim, &anna, &ben]).await;
    tg.promote(&group, &mo, false);
    tg.promote(&group, &kim, false);
    tg.promote(&other, &ben, false);
    mo.says(&group, "/event create friendly “The cup”");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    let code = id(&board, "event ");
    for person in [&anna, &ben] {
        press(person, &board, "Sign up").await;
    }
    press(&kim, &board, "Organise").await;
    let panel = tg.post(&kim, |post| does(post, EventAct::Hold)).await;
    press(&kim, &panel, "Take somebody out").await;
    let list = tg.post(&kim, |post| has(post, "Ben")).await;
    press(&kim, &list, "Ben").await;
    let question = tg.post(&kim, |post| has(post, "Yes, take out")).await;
    press(&kim, &question, "Yes, take out").await;
    tg.eventually("Ben is off the list", || !board.words().contains("Ben"))
        .await;
    // Who moderates and does not play means the whole event.
    kim.says(&kim, &format!("/event pause {code}"));
    tg.post(&kim, |post| post.words().contains("stands still")).await;
    kim.says(&kim, &format!("/event resume {code}"));
    tg.post(&kim, |post| post.words().contains("The cup goes on")).await;
    // A moderator of another group is none of this one.
    ben.says(&ben, &format!("/event cancel {code}"));
    tg.post(&ben, |post| post.words().contains("Only this event’s organisers"))
        .await;
    kim.says(&group, &format!("/event cancel {code}"));
    let question = tg.post(&kim, |post| does(post, EventAct::Cancel)).await;
    // What is forged is asked about as well.
    let start = tg.post(&ben, |post| post.words().contains("Only this event’s")).await;
    let token = question.buttons()[0].data.clone().unwrap();
    let refused = ben.forge(&start, &token).answered().await.text;
    assert!(refused.contains("Only this event’s organisers"), "{refused}");
    press(&kim, &question, "Yes, cancel it").await;
    tg.post(&group, |post| post.words().contains("The cup is cancelled"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// Issue 5: what was typed is done in the event that is chosen from those that are open, and what takes a result back asks
/// first; a word that is no order is named. All of it in private.
#[tokio::test]
async fn an_order_is_understood_whole_or_said_not_to_be() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, anna, ben] = ["Mo", "Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &anna, &ben]);
    house.known(&[&mo, &anna, &ben]).await;
    tg.promote(&group, &mo, false);
    let mut events = Vec::new();
    for title in ["Alpha", "Beta"] {
        mo.says(&group, &format!("/event create friendly “{title}” size 2"));
        let board = tg
            .post(&group, |post| {
                does(post, EventAct::Join) && post.words().contains(title)
            })
            .await;
        for person in [&anna, &ben] {
            press(person, &board, "Sign up").await;
        }
        let code = id(&board, "event ");
        mo.says(&group, &format!("/event start {code}"));
        tg.post(&group, |post| {
            does(post, EventAct::Here) && post.words().contains(title)
        })
        .await;
        events.push(EventId(TableId::from_code(&code).unwrap().0));
    }
    for (typed, said) in [("34:12", "34 : 12"), ("void", "Both are called to play again")] {
        mo.says(&group, &format!("/event correct 1 {typed}"));
        let choice = |label: &str| label.contains("Beta");
        let asks = |post: &Message| post.words().contains("Which event?");
        let which = tg.post(&mo, asks).await;
        mo.press(&which, choice).await;
        let question = tg.post(&mo, |post| has(post, "Yes, that is the result")).await;
        press(&mo, &question, "Yes, that is the result").await;
        tg.post(&mo, |post| post.words().contains(said)).await;
        let all = [events[0], events[1]].map(|event| house.service.event(event));
        let all = futures::future::join_all(all).await;
        let scores = all
            .into_iter()
            .map(|contest| contest.unwrap().pairings()[0].score.map(|(score, _)| score.points));
        let wanted = (typed == "34:12").then_some([34, 12]);
        assert_eq!(scores.collect::<Vec<_>>(), [None, wanted]);
    }
    mo.says(&group, "/event sgnup");
    tg.post(&mo, |post| post.words().contains("no order “sgnup”")).await;
    tg.assert_clean();
    house.close().await;
}

/// Issue 5: who plays in an event sits out and comes back from the private chat, by the words that let an event stand still for
/// those who run it.
#[tokio::test]
async fn a_player_pauses_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, anna, ben, carl] = ["Mo", "Anna", "Ben", "Carl"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &anna, &ben, &carl]);
    house.known(&[&mo, &anna, &ben, &carl]).await;
    tg.promote(&group, &mo, false);
    mo.says(&group, "/event create friendly");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    for person in [&anna, &ben, &carl] {
        press(person, &board, "Sign up").await;
    }
    mo.says(&group, "/event start");
    tg.post(&group, |post| does(post, EventAct::Here)).await;
    let event = EventId(TableId::from_code(&id(&board, "event ")).unwrap().0);
    anna.says(&anna, "/event pause");
    is_there(&house, event, &anna, Presence::Paused).await;
    anna.says(&anna, "/event resume");
    is_there(&house, event, &anna, Presence::Playing).await;
    assert!(!house.service.event(event).await.unwrap().view(None).held);
    tg.assert_clean();
    house.close().await;
}

/// Issue 5: a plan is taken away with its button in the private chat, and by its id; whoever planned it can, and moderators of
/// its group can.
#[tokio::test]
async fn a_plan_is_taken_away_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, kim, anna] = ["Mo", "Kim", "Anna"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &kim, &anna]);
    house.known(&[&mo, &kim, &anna]).await;
    tg.promote(&group, &mo, false);
    tg.promote(&group, &kim, false);
    mo.says(&group, "/event plan cup fri 20:00");
    let planned = tg.post(&mo, |post| has(post, "Remove this plan")).await;
    let gone = press(&mo, &planned, "Remove this plan").await;
    assert!(gone.contains("not opened by the calendar any more"), "{gone}");
    let gone = press(&mo, &planned, "Remove this plan").await;
    assert!(gone.contains("no such plan"), "{gone}");
    mo.says(&group, "/event plan league sat 18:00");
    let planned = tg
        .post(&mo, |post| {
            has(post, "Remove this plan") && post.words().contains("league")
        })
        .await;
    let code = id(&planned, "#");
    anna.says(&anna, &format!("/event plan remove {code}"));
    tg.post(&anna, |post| post.words().contains("Only whoever planned it"))
        .await;
    kim.says(&kim, &format!("/event plan remove #{code}"));
    tg.post(&kim, |post| {
        post.words().contains("not opened by the calendar any more")
    })
    .await;
    kim.says(&group, "/event plan");
    tg.post(&kim, |post| post.words().contains("Nothing is planned")).await;
    tg.assert_clean();
    house.close().await;
}

/// Issue 5: the question whether to end a team is answered in private, by its captain and by moderators of its group, and the
/// group hears of it once.
#[tokio::test]
async fn a_group_hears_of_a_team_that_was_ended_in_private() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, anna, ben] = ["Mo", "Anna", "Ben"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &anna, &ben]);
    house.known(&[&mo, &anna, &ben]).await;
    tg.promote(&group, &mo, false);
    let said = |words: &'static str| tg.post(&group, move |post| post.words().contains(words));
    anna.says(&group, "/team create Red");
    said("Team Red is there").await;
    anna.says(&group, "/team disband");
    let question = tg.post(&anna, |post| has(post, "Yes, end it")).await;
    press(&anna, &question, "Yes, end it").await;
    said("Anna ended team Red").await;
    tg.eventually("the question is settled", || {
        question.words().contains("ended team Red")
    })
    .await;
    assert!(question.buttons().is_empty(), "{question:?}");
    anna.says(&group, "/team create Blue");
    said("Team Blue is there").await;
    mo.says(&group, "/team disband Blue");
    let question = tg.post(&mo, |post| has(post, "Yes, end it")).await;
    // Not whoever is none of those.
    let start = tg.posts(&ben)[0].clone();
    let token = question.buttons()[0].data.clone().unwrap();
    let refused = ben.forge(&start, &token).answered().await.text;
    assert!(refused.contains("Only the captain"), "{refused}");
    press(&mo, &question, "Yes, end it").await;
    said("Mo ended team Blue").await;
    house.settled().await;
    let told = |words: &str| {
        tg.posts(&group)
            .iter()
            .filter(|post| post.words().contains(words))
            .count()
    };
    assert_eq!((told("ended team Red"), told("ended team Blue")), (1, 1));
    ben.says(&ben, "/team help");
    tg.post(&ben, |post| post.words().contains("/team withdraw")).await;
    tg.assert_clean();
    house.close().await;
}
