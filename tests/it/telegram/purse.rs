//! Events with a fee in a group, in Chinese: written into the line that opens one, paid, given back, won.

use jinlami::contest::Status;
use jinlami::id::{EventId, Venue};
use jinlami::ui::event::token::EventAct;

use super::events::{does, press};
use super::*;

async fn event(house: &House, group: &Group) -> EventId {
    let venue = Venue {
        platform: Platform::Telegram,
        chat: group.id(),
    };
    house.service.events(venue, false).await.unwrap()[0].id
}

/// C-019, C-109: fees that can't be are refused in private and open nothing; three pay, a fourth has too little; the bot stops and
/// starts; cancelled, everybody has the fee back; the next event is played to its end and its pot paid.
#[tokio::test]
async fn a_fee_is_paid_given_back_and_won_in_chinese() {
    let tg = FakeTelegram::start().await;
    let house = House::open(&tg).await;
    let mo = tg.user("Mo", Some("mo"), "zh-hans");
    let people: Vec<User> = ["安娜", "小贝", "阿成", "小迪"]
        .into_iter()
        .map(|name| tg.user(name, None, "zh-hans"))
        .collect();
    let everybody: Vec<&User> = people.iter().chain([&mo]).collect();
    let group = house.club(&everybody);
    house.known(&everybody).await;
    tg.promote(&group, &mo, true);
    mo.says(&group, "/settings language zh-Hans");
    tg.post(&group, |post| post.words().contains("中文")).await;
    for fee in ["-1", "1.5", "1e9", "٣", "10001", "", "99999999999999999999"] {
        let before = tg.posts(&mo).len();
        mo.says(&group, &format!("/event 开赛 friendly “周五杯” 报名费:{fee}"));
        let refused = || {
            let posts = tg.posts(&mo);
            posts[before..]
                .iter()
                .any(|post| post.words().contains("0 到 10000 之间的整数"))
        };
        tg.eventually("it is refused in private", refused).await;
    }
    assert!(tg.posts(&group).iter().all(|post| !does(post, EventAct::Join)));
    mo.says(&group, "/event 开赛 friendly “大奖赛” 报名费 700");
    let big = tg
        .post(&group, |post| {
            does(post, EventAct::Join) && post.words().contains("大奖赛")
        })
        .await;
    assert!(
        press(&people[3], &big, EventAct::Join)
            .await
            .contains("已付报名费 700 游戏币，还剩 300")
    );
    mo.says(&group, "/event 开赛 friendly “周五杯” 1轮 fee:400");
    let board = tg
        .post(&group, |post| {
            does(post, EventAct::Join) && post.words().contains("周五杯")
        })
        .await;
    assert!(
        board.words().contains("报名费：400 游戏币，奖池现有 0"),
        "{}",
        board.words()
    );
    for person in &people[..3] {
        assert!(press(person, &board, EventAct::Join).await.contains("还剩 600"));
    }
    let poor = press(&people[3], &board, EventAct::Join).await;
    assert!(poor.contains("报名费是 400 游戏币，你只有 300"), "{poor}");
    // Off and on again, once.
    assert!(
        press(&people[0], &board, EventAct::AskLeave)
            .await
            .contains("已退还，现有 1000")
    );
    assert!(press(&people[0], &board, EventAct::Join).await.contains("还剩 600"));
    tg.eventually("the board tells the pot", || board.words().contains("奖池现有 1200"))
        .await;
    let house = house.reopen().await;
    let code = jinlami::ui::token::table_code(jinlami::id::TableId(event(&house, &group).await.0));
    mo.says(&group, &format!("/event 取消 {code}"));
    let question = tg.post(&mo, |post| does(post, EventAct::Cancel)).await;
    press(&mo, &question, EventAct::Cancel).await;
    let closing = tg.post(&group, |post| post.words().contains("周五杯 取消了")).await;
    assert!(
        closing.words().contains("报名费 400 游戏币已全部退还"),
        "{}",
        closing.words()
    );
    tg.eventually("the board says it", || board.words().contains("已全部退还"))
        .await;
    people[0].says(&people[0], "/stats");
    tg.post(&people[0], |post| post.words().contains("你的游戏币：1000"))
        .await;

    mo.says(&group, "/event 开赛 friendly “决赛” 1轮 人数 3 fee 1000 full");
    let board = tg
        .post(&group, |post| {
            does(post, EventAct::Join) && post.words().contains("决赛")
        })
        .await;
    for person in &people[..3] {
        assert!(press(person, &board, EventAct::Join).await.contains("还剩 0"));
    }
    let last = event(&house, &group).await;
    let round = tg.post(&group, |post| does(post, EventAct::Here)).await;
    for person in &people[..3] {
        press(person, &round, EventAct::Here).await;
    }
    let loser = tg
        .eventually("somebody has a hand", || {
            people[..3].iter().find(|person| !hands(&tg, person).is_empty())
        })
        .await;
    let hand = hands(&tg, loser).remove(0);
    loser.press(&hand, |label| label == "认输").await;
    let sure = tg.post(loser, |post| has(post, "确定认输")).await;
    loser.press(&sure, |label| label == "确定认输").await;
    tg.eventually("the round has its result", || !does(&round, EventAct::Here))
        .await;
    house.later.fetch_add(3 * 60_000, Ordering::SeqCst);
    // Whoever runs it need not wait for the pause to be over.
    let closing = tg.post(&group, |post| post.words().contains("决赛 结束了")).await;
    assert!(closing.words().contains("奖池分得的游戏币："), "{}", closing.words());
    let contest = house.service.event(last).await.unwrap();
    assert_eq!(contest.status(), Status::Finished);
    let won = contest.prizes();
    assert_eq!(won.iter().map(|(_, points)| points).sum::<i64>(), 3_000);
    assert!(closing.words().contains(&won[0].1.to_string()), "{}", closing.words());
    for person in &people[..3] {
        let account = jinlami::id::Account {
            platform: Platform::Telegram,
            user: person.id(),
        };
        let player = house.service.player(account).await.unwrap();
        let prize = won
            .iter()
            .find(|(winner, _)| *winner == player)
            .map_or(0, |(_, points)| *points);
        assert_eq!(house.service.purse(player).await.unwrap(), prize);
    }
    tg.assert_clean();
    house.close().await;
}

fn hands(tg: &FakeTelegram, person: &User) -> Vec<Message> {
    let posts = tg.posts(person).into_iter();
    posts.filter(|post| has(post, "认输")).collect()
}
