//! Events in a group: opened in words, joined with buttons, everything private said in private.

use jinlami::ui::event::token::{EventAct, decode};

use super::*;

pub(super) fn does(post: &Message, wanted: EventAct) -> bool {
    let token = |button: Button| decode(&button.data?);
    post.buttons()
        .into_iter()
        .filter_map(token)
        .any(|token| token.act == wanted)
}

fn label(post: &Message, wanted: EventAct) -> String {
    let buttons = post.buttons();
    let found = buttons.into_iter().find(|button| {
        button
            .data
            .as_deref()
            .and_then(decode)
            .is_some_and(|token| token.act == wanted)
    });
    found.expect("such a button").label
}

pub(super) async fn press(person: &User, post: &Message, wanted: EventAct) -> String {
    let wanted = label(post, wanted);
    person.press(post, |label| label == wanted).await.text
}

/// Issue 5, in Chinese: an administrator opens a knockout for two in a group's own words; the third waits; the second match of
/// nobody is lost without a card; the group hears of the round once, each player's own business is said in a note or in private.
#[tokio::test]
async fn a_group_plays_a_small_cup_in_chinese() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let mo = tg.user("Mo", Some("mo"), "zh-hans");
    let people: Vec<User> = ["安娜", "小贝", "دانا"]
        .into_iter()
        .map(|name| tg.user(name, None, "zh-hans"))
        .collect();
    let everybody: Vec<&User> = people.iter().chain([&mo]).collect();
    let group = house.club(&everybody);
    house.known(&everybody).await;
    people[0].says(&group, "/event 开赛 friendly “周五杯” 人数 2");
    tg.post(&people[0], |post| post.words().contains("只有管理员可以开赛事"))
        .await;
    tg.promote(&group, &mo, true);
    mo.says(&group, "/settings language zh-Hans");
    tg.post(&group, |post| post.words().contains("中文")).await;
    mo.says(&group, "/event 开赛 friendly “周五杯” 人数 2 2轮");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    assert!(
        board.words().contains("周五杯") && board.words().contains("瑞士制"),
        "{board:?}"
    );
    assert!(press(&people[0], &board, EventAct::Join).await.contains("报名成功"));
    assert!(press(&people[1], &board, EventAct::Join).await.contains("报名成功"));
    assert!(press(&people[2], &board, EventAct::Join).await.contains("候补第 1 位"));
    tg.eventually("the board shows who waits", || board.words().contains("候补："))
        .await;
    // A member's press on the organiser's button is refused, a moderator's is answered in private.
    assert!(
        press(&people[0], &board, EventAct::Manage)
            .await
            .contains("只有这项赛事的主办人")
    );
    press(&mo, &board, EventAct::Manage).await;
    let panel = tg.post(&mo, |post| does(post, EventAct::Start)).await;
    press(&mo, &panel, EventAct::Start).await;
    let round = tg.post(&group, |post| does(post, EventAct::Here)).await;
    assert!(round.words().contains("第 1 轮"), "{round:?}");
    for person in &people[..2] {
        press(person, &round, EventAct::Here).await;
    }
    let hand = tg.post(&people[0], |post| has(post, "认输")).await;
    people[0].press(&hand, |label| label == "认输").await;
    let sure = tg.post(&people[0], |post| has(post, "确定认输")).await;
    people[0].press(&sure, |label| label == "确定认输").await;
    tg.eventually("the round has its result", || {
        round.words().contains(" : ") && !does(&round, EventAct::Here)
    })
    .await;
    people[2].says(&group, "/event 排名");
    let page = tg.post(&people[2], |post| post.words().contains("胜–和–负")).await;
    assert!(page.words().contains("小贝"), "{page:?}");
    // Called off: asked first, in private, and the group hears of it once.
    mo.says(&group, "/event 取消");
    let question = tg.post(&mo, |post| does(post, EventAct::Cancel)).await;
    press(&mo, &question, EventAct::Cancel).await;
    tg.post(&group, |post| post.words().contains("周五杯 取消了")).await;
    tg.eventually("the board says it", || board.words().contains("已取消"))
        .await;
    tg.assert_clean();
    house.close().await;
}

/// C-103 (an event run from elsewhere): an administrator of another group can do nothing in this one's event, with its id or
/// with a button.
#[tokio::test]
async fn an_administrator_of_another_group_runs_nothing_here() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, eve, anna] = ["Mo", "Eve", "Anna"].map(|name| tg.user(name, Some(name), "en"));
    let group = house.club(&[&mo, &anna, &eve]);
    let other = house.club(&[&eve]);
    house.known(&[&mo, &eve, &anna]).await;
    tg.promote(&group, &mo, true);
    tg.promote(&other, &eve, true);
    mo.says(&group, "/event create league “The league” +2h");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    assert!(board.words().contains("The league"), "{board:?}");
    press(&anna, &board, EventAct::Join).await;
    let code = board
        .words()
        .split_once("event ")
        .map(|(_, rest)| rest.split_whitespace().next().unwrap_or_default().to_owned())
        .unwrap();
    eve.says(&other, &format!("/event cancel {code}"));
    tg.post(&eve, |post| post.words().contains("run only where it belongs"))
        .await;
    eve.says(&group, &format!("/event cancel {code}"));
    tg.post(&eve, |post| post.words().contains("Only this event’s organisers"))
        .await;
    anna.says(&anna, "/event mine");
    tg.post(&anna, |post| {
        post.words().contains("The league") && post.words().contains("Nothing to do until the start")
    })
    .await;
    assert!(does(&board, EventAct::Join), "it is open as before");
    tg.assert_clean();
    house.close().await;
}

/// Who waited is called to the place that became free, and who says "I'm here" reads until when the other has time: in the
/// private chat, since a note over a button can't hold a moment.
#[tokio::test]
async fn who_waits_is_called_and_who_is_here_knows_until_when() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, anna, ben, cleo, dora] = ["Mo", "Anna", "Ben", "Cleo", "Dora"].map(|name| tg.user(name, Some(name), "en"));
    let everybody = [&mo, &anna, &ben, &cleo, &dora];
    let group = house.club(&everybody);
    house.known(&everybody).await;
    tg.promote(&group, &mo, true);
    mo.says(&group, "/event create friendly “Friday” size 3");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    for person in [&anna, &ben, &cleo] {
        assert!(press(person, &board, EventAct::Join).await.contains("You are in"));
    }
    assert!(press(&dora, &board, EventAct::Join).await.contains("waiting list"));
    press(&anna, &board, EventAct::AskLeave).await;
    let call = tg
        .post(&group, |post| post.words().contains("A place became free"))
        .await;
    assert!(call.words().contains("Dora"), "{call:?}");
    mo.says(&group, "/event start");
    let round = tg.post(&group, |post| does(post, EventAct::Here)).await;
    // Two of the three meet.
    for person in [&ben, &cleo, &dora] {
        press(person, &round, EventAct::Here).await;
    }
    let told = tg.eventually("the first of the two hears until when", || {
        let all = [&ben, &cleo, &dora];
        let mut posts = all.iter().flat_map(|person| person.private());
        posts.find(|post| post.words().contains("has until "))
    });
    let told = told.await.words();
    let until = told.split_once("has until ").unwrap().1;
    assert!(until.starts_with("20") && until.contains(" UTC to come."), "{told}");
    tg.assert_clean();
    house.close().await;
}

/// Whoever joins an event of another group brings its messages along only where they may open events.
#[tokio::test]
async fn an_event_of_another_group_is_shown_by_leave() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let [mo, eve, anna] = ["Mo", "Eve", "Anna"].map(|name| tg.user(name, Some(name), "en"));
    let (group, other) = (house.club(&[&mo]), house.club(&[&eve, &anna]));
    house.known(&[&mo, &eve, &anna]).await;
    tg.promote(&group, &mo, true);
    tg.promote(&other, &eve, true);
    mo.says(&group, "/event create league “The league” +2h");
    let board = tg.post(&group, |post| does(post, EventAct::Join)).await;
    let code = board
        .words()
        .split_once("event ")
        .map(|(_, rest)| rest.split_whitespace().next().unwrap_or_default().to_owned())
        .unwrap();
    anna.says(&other, &format!("/event join {code}"));
    tg.post(&anna, |post| post.words().contains("do not stand here")).await;
    anna.says(&other, &format!("/event bring {code}"));
    tg.post(&anna, |post| post.words().contains("only those who may open events"))
        .await;
    let stands = || tg.posts(&other).iter().any(|post| post.words().contains("The league"));
    assert!(!stands(), "nothing of it stands there unasked");
    eve.says(&other, &format!("/event join {code}"));
    let there = tg.post(&other, |post| does(post, EventAct::Join)).await;
    assert!(
        there.words().contains("Anna") && there.words().contains("Eve"),
        "{}",
        there.words()
    );
    tg.eventually("both boards say the same", || board.words().contains("Eve"))
        .await;
    // It is sent away again: what stood there says so and has nothing to press; it goes on at home.
    anna.says(&other, &format!("/event bring {code} off"));
    tg.eventually("not by everybody", || {
        let all = tg.posts(&anna);
        all.iter()
            .filter(|post| post.words().contains("only those who may open events"))
            .count()
            == 2
    })
    .await;
    eve.says(&other, &format!("/event away {code}"));
    tg.eventually("it says that it is gone", || {
        there.words().contains("not shown here any more") && there.buttons().is_empty()
    })
    .await;
    assert!(does(&board, EventAct::Join));
    tg.assert_clean();
    house.close().await;
}
