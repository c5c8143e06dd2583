//! Leaderboards: words, pages, who turns them and who sees them.

use jinlami::id::{Account, Lang, Place, Platform, TableId, Venue};
use jinlami::ui::token::Act;
use jinlami::ui::{Answer, Ask, BoardWish, Challenge, Foe, Guest, Order, Post, Row, SeasonWish};

use super::house::{House, alone, find, guest, said, usual};
use crate::rig::PLACE;

pub fn player(user: i64, name: &str) -> Guest {
    guest(
        Account {
            platform: Platform::Discord,
            user,
        },
        name,
    )
}

/// A match that the loser resigns at once.
pub async fn won(house: &House, winner: &Guest, loser: &Guest) -> TableId {
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
    id
}

/// The words as they are typed on Telegram.
pub fn wish(words: &str) -> Ask {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    Ask::Leaders(BoardWish::typed(&words))
}

async fn shown(house: &House, who: &Guest, words: &str) -> Post {
    let answer = house.ask(who, wish(words)).await;
    let told = answer.toast.as_ref().map(|toast| toast.text.clone());
    answer.public.or(answer.post).unwrap_or_else(|| panic!("{told:?}"))
}

/// The words of a board, and that the picture says the same.
async fn board(house: &House, who: &Guest, words: &str) -> String {
    let post = shown(house, who, words).await;
    let text = post.text.plain();
    if let Some(picture) = &post.picture {
        assert_eq!(picture.name, "leaders.png");
        for line in picture.alt.lines().skip(1) {
            assert!(text.contains(line), "{line} is not in {text}");
        }
    }
    text
}

/// The token behind the button or the option with this label.
pub fn labelled(post: &Post, wanted: &str) -> Option<String> {
    let mut presses = post.presses();
    presses
        .find(|(label, _)| *label == wanted)
        .map(|(_, token)| token.to_owned())
}

async fn turn(house: &House, who: &Guest, post: &Post, label: &str) -> Answer {
    let token = labelled(post, label).unwrap_or_else(|| panic!("no {label} in {}", said(post)));
    house.press(who, &token).await
}

#[tokio::test]
async fn a_board_shows_places_names_and_figures() {
    // C-062, C-064, C-082, C-086.
    let house = House::new().await;
    let (mara, tomasz, ines) = (player(21, "Mara"), player(22, "Tomasz Żółć"), player(23, "دانا"));
    assert!(
        board(&house, &mara, "points")
            .await
            .contains("No match has been finished")
    );
    won(&house, &mara, &tomasz).await;
    won(&house, &mara, &tomasz).await;
    won(&house, &tomasz, &ines).await;
    won(&house, &ines, &tomasz).await;
    let wins = board(&house, &mara, "wins").await;
    let lines: Vec<&str> = wins.lines().collect();
    assert_eq!(lines[..2], ["Leaders here: The Den", "Matches won · of all time"]);
    assert_eq!(lines[2], "1 Mara: 2 of 2 matches won", "{wins}");
    // Equal scores share a place.
    assert!(lines[3].starts_with("2 ") && lines[4].starts_with("2 "), "{wins}");
    assert!(
        wins.contains("Tomasz Żółć") && wins.contains("\u{2068}دانا\u{2069}"),
        "{wins}"
    );
    // What everybody sees says who stands where by name, and marks nobody.
    assert_eq!(lines[5], "Mara is #1 of 3", "{wins}");
    assert!(!wins.contains('▶'));
    for by in ["points", "hands"] {
        assert!(board(&house, &mara, by).await.contains("Mara"), "{by}");
    }
    // A rename shows at once, on the board too.
    let renamed = Guest {
        name: "Mara the Great".into(),
        ..mara.clone()
    };
    house.ask(&renamed, Ask::Games).await;
    assert!(board(&house, &mara, "wins").await.contains("1 Mara the Great: "));
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
    assert!(board(&house, &far, "wins").await.contains("No match has been finished"));
    assert!(board(&house, &far, "wins all").await.contains("Mara the Great"));
    let own = board(&house, &alone(mara.clone()), "wins").await;
    assert!(own.contains("Overall leaders"), "{own}");
    // Alone with its reader, their own line is marked.
    assert!(own.contains("▶ 1 Mara the Great: 2 of 2 matches won (you)") && own.contains("You are #1 of 3"));
}

#[tokio::test]
async fn what_no_board_is_by_is_refused_by_name_in_every_language() {
    let house = House::new().await;
    let mara = player(21, "Mara");
    let cases = [
        ("by", "luck", "points, rating, wins"),
        ("scope", "moon", "here, channel, overall, friends"),
        ("period", "soon", "today, week, month, season, all"),
        ("rules", "chess", "jinlami, jinlami-pk, classic"),
        ("mode", "blitz", "fixed, target, games"),
        ("season", "7", ""),
    ];
    for lang in Lang::ALL {
        let player = house.rig.service.meet(mara.account, "Mara", None).await.unwrap();
        house.rig.service.store().set_player_lang(player, lang).await.unwrap();
        for (what, typed, known) in cases {
            let text = |name: &str| (name == what).then(|| typed.to_owned());
            let wish = BoardWish {
                by: text("by"),
                scope: text("scope"),
                period: text("period"),
                season: text("season"),
                rules: text("rules"),
                mode: text("mode"),
            };
            let answer = house.ask(&mara, Ask::Leaders(wish)).await;
            assert!(answer.post.is_none() && answer.public.is_none());
            let toast = answer.toast.unwrap();
            assert!(toast.alert && toast.text.contains(typed), "{}", toast.text);
            assert!(lang != Lang::En || toast.text.contains(known), "{}", toast.text);
        }
        let private = house
            .ask(&alone(mara.clone()), wish("channel wins"))
            .await
            .toast
            .unwrap();
        assert!(private.alert, "a private chat has no channel");
    }
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
    let first = shown(&house, &host, "wins").await;
    let text = first.text.plain();
    assert!(text.contains("Alex (@alex_one)"), "{text}");
    assert_eq!(text.matches("Alex #").count(), 2, "{text}");
    let lines = text
        .lines()
        .filter(|line| line.contains("matches won") && line.contains(':'));
    let mut names: Vec<&str> = lines.filter_map(|line| line.split(": ").next()).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), all), (all, 10), "{text}");
}

/// C-082: equal scores share a place at the first, the third and across the end of a page; pages are the same however often
/// they are asked for, and everybody is on exactly one of them.
#[tokio::test]
async fn pages_are_turned_in_place_by_whoever_asked_and_alone_by_others() {
    let mut house = House::new().await;
    let host = player(30, "Host");
    // Two with two wins, then one win each: places 1, 1, 3, 3, … across the page's end; the host with none is last.
    let people: Vec<Guest> = (100..123).map(|user| player(user, &format!("P{user}"))).collect();
    for (at, one) in people.iter().enumerate() {
        won(&house, one, &host).await;
        if at < 2 {
            won(&house, one, &host).await;
        }
    }
    let asked = people[12].clone();
    let answer = house.ask(&asked, wish("wins")).await;
    let first = answer.public.unwrap();
    let text = first.text.plain();
    assert!(
        text.contains("P112 is #3 of 23") && text.contains("Page 1 of 3"),
        "{text}"
    );
    let places = |post: &Post| -> Vec<(String, String)> {
        let text = post.text.plain();
        let lines = text.lines().filter(|line| line.contains(" matches won"));
        lines
            .map(|line| {
                line.trim_start_matches("▶ ")
                    .split_once(':')
                    .unwrap()
                    .0
                    .split_once(' ')
                    .unwrap()
            })
            .map(|(place, name)| (place.to_owned(), name.to_owned()))
            .collect()
    };
    assert_eq!(
        places(&first)
            .iter()
            .map(|(place, _)| place.as_str())
            .collect::<Vec<_>>(),
        ["1", "1", "3", "3", "3", "3", "3", "3", "3", "3"]
    );
    // Who asked turns the page for everybody, in place.
    let turned = turn(&house, &asked, &first, "Next ›").await;
    let second = turned.post.unwrap();
    assert!(turned.replace && !second.private);
    assert!(places(&second).iter().all(|(place, _)| place == "3"));
    assert!(second.text.plain().contains("P112 is #3 of 23"), "on every page");
    // Anybody else gets a page of their own, marked as theirs, which they turn further.
    let other = turn(&house, &people[4], &first, "Last »").await;
    let third = other.post.unwrap();
    assert!(!other.replace && third.private, "what all see stays as it is");
    assert!(third.text.plain().contains("You are #3 of 23"), "{}", said(&third));
    assert_eq!(places(&third).len(), 3, "who has won nothing is not listed");
    let mine = turn(&house, &people[4], &third, "My place").await;
    let page = mine.post.unwrap();
    assert!(mine.replace && page.private);
    assert!(
        page.text.plain().contains("▶ 3 P104: 1 of 1 matches won (you)"),
        "{}",
        said(&page)
    );
    assert!(labelled(&page, "My place").is_none(), "it is on it");
    // Everybody stands on one page, in the same order again after a restart.
    let mut all = [&first, &second, &third].map(places).concat();
    house = house.restart().await;
    let again = turn(&house, &asked, &second, "‹ Back").await;
    assert!(again.post.is_none() || again.replace);
    let again = house.ask(&asked, wish("wins")).await.public.unwrap();
    assert_eq!(places(&again), places(&first));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 23);
}

/// C-087: other boards are a choice away, and the friends' board is nobody else's.
#[tokio::test]
async fn every_choice_leads_to_its_board_and_back() {
    let house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    won(&house, &mara, &tomasz).await;
    let first = shown(&house, &mara, "").await;
    for label in [
        "Matches won",
        "Win rate",
        "Hands won",
        "Gin hands",
        "Gin in one meld",
        "Undercuts",
        "Winning streak",
        "Events won",
        "Team points",
        "Rating",
        "today",
        "this week",
        "this month",
        "this season",
        "This channel",
        "Everybody",
    ] {
        let answer = turn(&house, &mara, &first, label).await;
        let post = answer.post.unwrap();
        assert!(answer.replace && !post.private, "{label}");
        assert!(!said(&post).trim().is_empty());
        // Each leads back.
        let back = post
            .presses()
            .any(|(label, _)| label == "Points" || label == "Here" || label == "of all time");
        assert!(back, "{label}: {}", said(&post));
    }
    let friends = turn(&house, &mara, &first, "Friends").await;
    let post = friends.post.unwrap();
    assert!(
        !friends.replace && post.private,
        "whom one knows is nobody else's business"
    );
    let eve = player(77, "Eve");
    let nobody = house.ask(&eve, wish("friends")).await.post.unwrap();
    assert!(
        nobody.text.plain().contains("have not finished a match"),
        "{}",
        said(&nobody)
    );
    // Without lists to choose from, the choices are buttons in their place, and lead back.
    let ann = super::house::telegram(5, "Ann");
    let post = shown(&house, &ann, "").await;
    let menu = turn(&house, &ann, &post, "Rank by …").await.post.unwrap();
    assert!(menu.rows.iter().all(|row| matches!(row, Row::Buttons(_))));
    assert!(labelled(&menu, "Win rate").is_some() && labelled(&menu, "‹ To the board").is_some());
    let chosen = turn(&house, &ann, &menu, "Win rate").await.post.unwrap();
    assert!(labelled(&chosen, "Time …").is_some(), "{}", said(&chosen));
}

/// C-086: a button may come from anybody's keyboard; what belongs to a place is shown only to who asks there, asked there,
/// or plays there.
#[tokio::test]
async fn a_places_board_is_for_its_people_wherever_they_press() {
    let house = House::new().await;
    let [ann, bob, eve] = [(5, "Ann"), (6, "Bob"), (7, "Eve")].map(|(user, name)| super::house::telegram(user, name));
    let post = shown(&house, &ann, "wins").await;
    let token = labelled(&post, "Rank by …").unwrap();
    // Eve was never there, and presses what she made up in her own chat with the bot.
    let made_up = house.press(&alone(eve.clone()), &token).await;
    assert!(made_up.post.is_none() && made_up.toast.unwrap().text.contains("only to who plays there"));
    // Whoever presses in the group goes on in the private chat.
    assert!(house.press(&bob, &token).await.post.unwrap().private);
    assert!(house.press(&alone(bob.clone()), &token).await.post.unwrap().private);
    for broken in ["2.", "2.b", "2.b0000000.1.0.0.0.0", "2.zzz", "2.p0"] {
        let answer = house.press(&ann, broken).await;
        assert!(answer.post.is_none() && answer.toast.is_some(), "{broken}");
    }
}

/// C-083: a season is rolled over by moderators alone; its board and champions stay, whatever is played later.
#[tokio::test]
async fn a_season_is_rolled_over_and_stays_readable() {
    let mut house = House::new().await;
    let (mara, tomasz) = (player(21, "Mara"), player(22, "Tomasz"));
    let mo = Guest {
        admin: true,
        ..player(29, "Mo")
    };
    let season = |words: &str| {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Ask::Admin(Order::Season(SeasonWish::typed(&words).unwrap()))
    };
    let none = shown(&house, &mara, "season").await.text.plain();
    assert!(
        none.contains("No season is running") && none.contains("/ginadmin season"),
        "{none}"
    );
    let refused = house.ask(&mara, season("start")).await;
    assert!(refused.public.is_none() && refused.toast.unwrap().text.contains("Only moderators"));
    won(&house, &tomasz, &mara).await;
    let begun = house.ask(&mo, season("start Spring @everyone")).await.public.unwrap();
    assert!(
        begun.text.plain().contains("Season 1: Spring @everyone has begun"),
        "{}",
        said(&begun)
    );
    let twice = house.ask(&mo, season("start")).await;
    assert!(twice.public.is_none() && twice.toast.unwrap().text.contains("running already"));
    won(&house, &mara, &tomasz).await;
    won(&house, &mara, &tomasz).await;
    let now = board(&house, &mara, "season wins").await;
    assert!(
        now.contains("1 Mara: 2 of 2 matches won") && now.contains("Season 1"),
        "{now}"
    );
    // In the middle the program stops.
    house = house.restart().await;
    // What ends a season for good is said twice within ten minutes, each order for itself.
    let asked = async |words: &str| {
        let answer = house.ask(&mo, season(words)).await;
        assert!(answer.public.is_none());
        answer.toast.map(|toast| toast.text).unwrap_or_default()
    };
    for (words, wanted) in [
        ("roll", "begin the next one?"),
        ("end", "for good? Its board"),
        ("roll", "begin the next"),
    ] {
        let text = asked(words).await;
        assert!(text.contains("Season 1") && text.contains(wanted), "{text}");
    }
    house.rig.pass(11 * 60_000);
    assert!(asked("roll").await.contains("once more within 10 minutes"));
    house.rig.pass(2_000);
    let rolled = house.ask(&mo, season("roll")).await;
    assert!(rolled.toast.is_some());
    let news = rolled.public.unwrap();
    let text = news.text.plain();
    assert!(
        text.contains("Season 1: Spring @everyone is over") && text.contains("Champions:"),
        "{text}"
    );
    assert!(
        text.contains("1 Mara: ") && text.contains("Season 2 begins now"),
        "{text}"
    );
    assert_eq!(news.ping, None);
    house.rig.pass(60_000);
    house = house.restart().await;
    won(&house, &tomasz, &mara).await;
    let now = board(&house, &mara, "season wins").await;
    assert!(now.contains("1 Tomasz: 1 of 1 matches won"), "{now}");
    for words in ["season 1 wins", "s1 wins"] {
        let past = board(&house, &mara, words).await;
        assert!(past.contains("1 Mara: 2 of 2 matches won"), "{past}");
    }
    // Everybody reads the list, and each season's board is a button away.
    let list = house.ask(&tomasz, Ask::Seasons).await.post.unwrap();
    assert!(
        list.private && list.text.plain().contains("1 Mara ("),
        "{}",
        said(&list)
    );
    let past = turn(&house, &tomasz, &list, "Season 1: Spring @everyone").await;
    let past = past.post.unwrap();
    assert!(past.private && past.text.plain().contains("Mara: "), "{}", said(&past));
    assert!(house.ask(&mo, season("end")).await.public.is_none(), "asked first");
    house.rig.pass(2_000);
    let ended = house.ask(&mo, season("end")).await.public.unwrap();
    assert!(ended.text.plain().contains("Season 2 is over"), "{}", said(&ended));
    assert!(house.ask(&mo, season("end")).await.public.is_none(), "none runs");
    let long = "x".repeat(41);
    let refused = house.ask(&mo, season(&format!("start {long}"))).await;
    assert!(refused.public.is_none() && refused.toast.unwrap().text.contains("40"));
}

/// C-081: one match that was won leads no board of win rates, which says from how many matches on one is listed.
#[tokio::test]
async fn one_win_leads_no_board_of_win_rates() {
    let house = House::new().await;
    let (mara, lucky) = (player(21, "Mara"), player(22, "Lucky"));
    won(&house, &lucky, &mara).await;
    let empty = board(&house, &mara, "winrate").await;
    assert!(
        empty.contains("Nobody has played") && empty.contains("Listed from"),
        "{empty}"
    );
    let least: i64 = empty
        .split_once("Listed from ")
        .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok())
        .unwrap();
    assert!(least > 1, "{empty}");
    let (ann, bob) = (player(23, "Ann"), player(24, "Bob"));
    for at in 0..least {
        let (winner, loser) = if at % 3 == 0 { (&bob, &ann) } else { (&ann, &bob) };
        won(&house, winner, loser).await;
    }
    let shown = board(&house, &lucky, "win rate").await;
    let first = shown.lines().find(|line| line.starts_with("1 ")).unwrap();
    assert!(first.starts_with("1 Ann: ") && first.contains('%'), "{shown}");
    assert!(
        !shown.contains("Lucky") && shown.contains(&format!("Listed from {least} matches on")),
        "{shown}"
    );
    let rating = board(&house, &mara, "rating").await;
    assert!(
        rating.contains("rated matches against several opponents") || rating.contains("Listed once"),
        "{rating}"
    );
}

/// C-079: moderators can have who left taken off the board; the others close up, and who comes back stands where they stood.
#[tokio::test]
async fn who_left_is_taken_off_the_board_and_comes_back() {
    use jinlami::service::Gone;
    let house = House::new().await;
    let [mara, tomasz, ines] = [(21, "Mara"), (22, "Tomasz"), (23, "Ines")].map(|(user, name)| player(user, name));
    for _ in 0..3 {
        won(&house, &mara, &tomasz).await;
    }
    for _ in 0..2 {
        won(&house, &tomasz, &ines).await;
    }
    won(&house, &ines, &mara).await;
    let mo = Guest {
        admin: true,
        ..player(29, "Mo")
    };
    let order = async |who: &Guest, typed: &str| {
        let answer = house.ask(who, Ask::Admin(Order::Absent(Some(typed.to_owned())))).await;
        answer.toast.unwrap().text
    };
    assert!(order(&mara, "hide").await.contains("Only moderators"));
    assert!(order(&mo, "perhaps").await.contains("hide or show"));
    let service = &house.rig.service;
    service.left(mara.account, Some(PLACE.venue), Gone::Left).await.unwrap();
    let before = board(&house, &ines, "wins").await;
    assert!(before.contains("1 Mara") && before.contains("2 Tomasz"), "{before}");
    assert!(order(&mo, "hide").await.contains("leave out"));
    let closed = board(&house, &ines, "wins").await;
    assert!(
        !closed.contains("Mara") && closed.contains("1 Tomasz") && closed.contains("Ines is #2 of 2"),
        "{closed}"
    );
    assert!(closed.contains("Who has left is not listed"), "{closed}");
    service.returned(mara.account, Some(PLACE.venue)).await.unwrap();
    let back = board(&house, &ines, "wins").await;
    assert!(back.contains("1 Mara") && back.contains("Ines is #3 of 3"), "{back}");
    service.left(mara.account, Some(PLACE.venue), Gone::Left).await.unwrap();
    assert!(order(&mo, "show").await.contains("list everybody"));
    assert!(board(&house, &ines, "wins").await.contains("1 Mara"));
}
