//! The local page over real sockets: whole matches, who sees what, and whom the page lets in.

mod board;
mod clubs;
mod tongues;

use jinlami::app::{App, clock, dice};
use jinlami::config::Config;
use jinlami::ui::token::{self, Act, decode};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::page::{SeatPage, Site, confirmation, next_press, tokens};

/// The program with its page alone, on a port of its own.
pub struct Open {
    pub site: Site,
    app: App,
    folder: tempfile::TempDir,
}

impl Open {
    pub async fn new() -> Open {
        Open::on(tempfile::tempdir().unwrap()).await
    }

    async fn on(folder: tempfile::TempDir) -> Open {
        std::fs::create_dir_all(folder.path().join("config")).unwrap();
        let database = folder.path().join("page.db");
        let settings = format!(
            "[database]\nurl = \"sqlite://{}\"\n[web]\nlisten = \"127.0.0.1:0\"\n[limits]\nperson_per_minute = 0\nchat_per_minute = 0\n",
            database.display()
        );
        std::fs::write(folder.path().join("config/local.toml"), settings).unwrap();
        let config = Config::load(folder.path()).unwrap();
        let app = App::start(&config, clock(), dice(), CancellationToken::new())
            .await
            .unwrap();
        let site = Site::at(&format!("http://{}", app.address().unwrap()));
        Open { site, app, folder }
    }

    /// Stops and starts again on the same file, at another port.
    async fn restart(self) -> Open {
        self.app.stop().await;
        Open::on(self.folder).await
    }

    /// How many players the database knows.
    async fn people(&self) -> i64 {
        use sqlx::{ConnectOptions, Executor, Row};
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.folder.path().join("page.db"));
        let mut connection = options.connect().await.unwrap();
        let row = connection.fetch_one("SELECT count(*) FROM players").await.unwrap();
        row.get(0)
    }

    pub async fn close(self) {
        self.app.stop().await;
    }
}

/// What is answered in the end to an order about a season, which is asked about first and not answered in the same breath.
async fn season_for_sure(seat: &SeatPage, order: &str) -> Value {
    for _ in 0..1_200 {
        let answer = seat.ask(json!({ "season": order })).await;
        if !answer["public"].is_null() {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{order} is asked about for ever");
}

/// Presses what a player sees until nobody has anything left to press; every private post seen on the way, by seat.
async fn play_out(seats: &[SeatPage]) -> Vec<Vec<Value>> {
    let mut seen = vec![Vec::new(); seats.len()];
    for _ in 0..1000 {
        let mut pressed = false;
        for (at, seat) in seats.iter().enumerate() {
            let messages = seat.messages().await;
            seen[at].extend(messages.iter().map(|message| message["post"].clone()));
            let on_screen: Vec<String> = messages.iter().flat_map(|message| tokens(&message["post"])).collect();
            let Some(token) = next_press(&on_screen) else { continue };
            let answer = seat.press(&token).await;
            if let Some(sure) = confirmation(&answer) {
                seat.press(&sure).await;
            }
            pressed = true;
            break;
        }
        if !pressed {
            return seen;
        }
    }
    panic!("the match does not end");
}

fn words(post: &Value) -> String {
    let spans = post["text"].as_array().unwrap().iter();
    let text: String = spans
        .flat_map(|span| span.as_object().unwrap().values())
        .filter_map(Value::as_str)
        .collect();
    text + post["picture"]["alt"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_play_a_match_and_the_board_shows_it() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 2).await;
    let feed = seats[1].feed().await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    let refused = seats[0].press(&accept).await;
    assert!(
        refused["toast"].is_string(),
        "one can't accept one's own challenge: {refused}"
    );
    seats[1].press(&accept).await;
    // The open tab is told without asking.
    let mut feed = feed;
    assert_eq!(feed.next().await.0, "all");
    let mut told = feed.next().await;
    while told.1["post"]["private"] != true {
        told = feed.next().await;
    }
    assert_eq!(told.0, "one");

    let seen = play_out(&seats).await;
    // Whoever looks at a seat sees the other one's cards only in a showdown.
    for (at, posts) in seen.iter().enumerate() {
        let other = ["Anna", "Ben"][1 - at];
        for post in posts.iter().filter(|post| post["private"] == true) {
            assert!(words(post).contains(&format!("against {other}")), "{}", words(post));
        }
        for post in posts
            .iter()
            .filter(|post| post["private"] != true && post["picture"]["name"] == "table.png")
        {
            assert!(!words(post).contains("Deadwood:"), "{}", words(post));
        }
    }
    for seat in &seats {
        let board = seat.ask(json!({ "leaders": { "by": null } })).await.to_string();
        assert!(board.contains("Anna") && board.contains("Ben"));
        let shown = seat.messages().await;
        let showdowns = shown
            .iter()
            .filter(|message| message["post"]["picture"]["name"] == "showdown.png")
            .count();
        assert_eq!(showdowns, 2);
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_tab_plays_the_computer_over_a_restart() {
    let open = Open::new().await;
    let seat = open.site.seats(&["Anna"], 1).await.remove(0);
    let before = loop {
        // The computer may be the dealer: its move comes by itself.
        let shown = seat.hand().await;
        if let Some(hand) = shown.filter(|hand| next_press(&tokens(hand)).is_some()) {
            break hand;
        }
        tokio::task::yield_now().await;
    };
    let open = open.restart().await;
    let seat = SeatPage {
        site: open.site.clone(),
        path: seat.path,
    };
    assert_eq!(seat.hand().await.unwrap(), before, "same hand, same buttons");
    let mut feed = seat.feed().await;
    let mut last = feed.next().await.1.as_array().unwrap().clone();
    for _ in 0..400 {
        let on_screen: Vec<String> = last.iter().flat_map(|message| tokens(&message["post"])).collect();
        if let Some(token) = next_press(&on_screen) {
            let answer = seat.press(&token).await;
            if let Some(sure) = confirmation(&answer) {
                seat.press(&sure).await;
            }
        } else if on_screen.iter().all(|token| !token.ends_with(".r")) && !last.is_empty() {
            break;
        } else {
            feed.next().await;
        }
        last = seat.messages().await;
    }
    let text: String = last.iter().map(|message| words(&message["post"])).collect();
    assert!(text.contains("This match is over."), "{text}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_with_a_link_of_their_own_sees_and_does_nothing() {
    // C-123, C-125
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    let eve = open.site.seats(&["Eve", "Mallory"], 1).await.remove(0);
    assert!(eve.press(&accept).await["toast"].is_string());
    seats[1].press(&accept).await;
    for seat in &seats {
        for token in seat.tokens().await {
            if decode(&token).is_some_and(|token| token.act == Act::ShowRules) {
                continue; // The rules are nobody's secret.
            }
            let answer = eve.press(&token).await;
            assert!(answer["toast"].is_string() && answer["post"].is_null(), "{answer}");
        }
    }
    let seen: String = eve
        .messages()
        .await
        .iter()
        .map(|message| words(&message["post"]))
        .collect();
    assert!(!seen.contains("Anna") && !seen.contains("hand against"), "{seen}");
    for garbage in [
        "",
        "1",
        "1.zzz.1.s",
        "1.1.1.d99",
        "../../x",
        "1.vfnt6jr.3.dh\u{0}",
        &"9".repeat(5000),
    ] {
        let answer = eve.press(garbage).await;
        assert!(answer["toast"].is_string(), "{garbage}: {answer}");
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_this_machine_and_this_page_are_let_in() {
    let open = Open::new().await;
    let base = open.site.base.clone();
    let client = reqwest::Client::new();
    let page = open.site.get("/").await;
    assert_eq!(page.status(), 200);
    for (name, value) in [
        ("cache-control", "no-store"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
    ] {
        assert_eq!(page.headers()[name], value);
    }
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .starts_with("default-src 'none'")
    );
    let rebound = client.get(&base).header("host", "evil.example").send().await.unwrap();
    assert_eq!(rebound.status(), 403, "a foreign name that points here");
    let body = json!({ "names": ["Anna"], "computer": true });
    for origin in [None, Some("http://evil.example"), Some("null")] {
        let mut request = client.post(format!("{base}/new")).json(&body);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        assert_eq!(request.send().await.unwrap().status(), 403, "{origin:?}");
    }
    for path in [
        "/s/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "/s/short",
        "/s/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/events",
    ] {
        assert_eq!(open.site.get(path).await.status(), 404, "{path}");
    }
    for wrong in [
        json!({ "names": [], "computer": true }),
        json!({ "names": ["", ""], "computer": false }),
        json!({ "names": ["a"] }),
        json!([1]),
    ] {
        assert_eq!(open.site.post("/new", &wrong).await.status(), 422, "{wrong}");
    }
    let large = json!({ "names": ["a".repeat(20_000)], "computer": true });
    assert_eq!(open.site.post("/new", &large).await.status(), 413);
    open.close().await;
}

/// C-128: a page that is open shows everything anew, without the name, when somebody's data is deleted.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_forgets_whose_data_was_deleted() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Zelda Quux", "Ben"], 1).await;
    let mut feed = seats[1].feed().await;
    let (_, first) = feed.next().await;
    assert!(first.to_string().contains("Zelda Quux"), "{first}");
    let press = async |answer: &Value, act: jinlami::ui::token::Own| {
        let found = tokens(&answer["post"])
            .into_iter()
            .find(|found| decode(found).is_some_and(|token| token.act == Act::Own(act)));
        seats[0].press(&found.unwrap()).await
    };
    let asked = seats[0].ask(json!({ "privacy": { "what": "delete" } })).await;
    let again = press(&asked, jinlami::ui::token::Own::AskAgain).await;
    press(&again, jinlami::ui::token::Own::Delete).await;
    loop {
        let (name, shown) = feed.next().await;
        if name == "anew" {
            assert!(!shown.to_string().contains("Zelda"), "{shown}");
            break;
        }
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_terms_and_wild_names_are_harmless() {
    // C-109, C-046, C-061
    let open = Open::new().await;
    for (key, value) in [
        ("hands", json!(0)),
        ("hands", json!(-3)),
        ("target", json!(1_000_000_000)),
        ("rules", json!("poker")),
        ("clock", json!("1e9")),
    ] {
        let mut body = json!({ "names": ["Anna", "Ben"], "computer": false });
        body[key] = value.clone();
        let answer: Value = open.site.post("/new", &body).await.json().await.unwrap();
        assert!(answer["toast"].is_string(), "{key}: {value}");
        assert_eq!(answer["seats"], json!([]), "{key}: {value} made somebody");
    }
    for name in ["", " ", "\u{200b}\u{2060}", "\u{3164}"] {
        let body = json!({ "names": [name], "computer": true });
        let response = open.site.post("/new", &body).await;
        assert_eq!(response.status(), 422, "{name:?}");
        let answer: Value = response.json().await.unwrap();
        let said = answer["toast"].as_str().unwrap();
        assert!(said.contains("a name with letters that can be seen"), "{said}");
    }
    assert_eq!(open.people().await, 0, "what is refused makes nobody");
    let name = "<script>alert(1)</script> @everyone \u{202e}evil";
    let seats = open.site.seats(&[name, "/start"], 1).await;
    let text: String = seats[1]
        .messages()
        .await
        .iter()
        .map(|message| words(&message["post"]))
        .collect();
    assert!(
        text.contains("<script>") && !text.contains('\u{202e}'),
        "a name is text: {text}"
    );
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presets_and_house_rules_are_played_on_the_page_too() {
    let open = Open::new().await;
    let page = open.site.get("/").await.text().await.unwrap();
    for preset in ["jinlami", "jinlami-pk", "classic", "oklahoma", "tedesco"] {
        assert!(page.contains(&format!("\"preset:{preset}\"")), "{preset}");
    }
    let mut body = json!({ "names": ["Anna", "Ben"], "computer": false, "rules": "oklahoma" });
    body["house"] = json!("opening=dealer_eleven");
    let refused: Value = open.site.post("/new", &body).await.json().await.unwrap();
    assert_eq!(refused["refused"], true);
    assert!(
        refused["toast"].as_str().unwrap().contains("opening=upcard"),
        "{refused}"
    );
    body["house"] = json!("x".repeat(2_000));
    assert_eq!(open.site.post("/new", &body).await.status(), 422);
    let long = json!({ "challenge": { "computer": true, "house": "x".repeat(2_000) } });
    let first = open.site.seats(&["Cleo"], 1).await.remove(0);
    assert_eq!(
        open.site.post(&format!("{}/ask", first.path), &long).await.status(),
        422
    );
    body["house"] = json!("big_gin=31, target=150");
    let answer: Value = open.site.post("/new", &body).await.json().await.unwrap();
    assert_eq!(answer["refused"], false);
    let seat = SeatPage {
        site: open.site.clone(),
        path: answer["seats"][1].as_str().unwrap().to_owned(),
    };
    let shown = words(&seat.messages().await[0]["post"]);
    assert!(
        shown.contains("Oklahoma gin rules with big gin 31 · first to 150"),
        "{shown}"
    );
    let rules = seat.ask(json!({ "rules": { "preset": "tedesco" } })).await;
    let rules = words(&rules["public"]);
    assert!(rules.contains("K-A-2") && rules.contains("ace 15"), "{rules}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_language_is_spoken() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    for (lang, word) in [("zh-Hans", "你的手牌"), ("zh-Hant", "你的手牌"), ("en", "Your hand")] {
        seats[0].ask(json!({ "language": lang })).await;
        let own = words(&seats[0].hand().await.unwrap());
        assert!(own.contains(word), "{lang}: {own}");
        let other = words(&seats[1].hand().await.unwrap());
        assert!(
            other.contains("Your hand"),
            "C-071: the other seat keeps its own language: {other}"
        );
        let page = open.site.get(&seats[0].path).await.text().await.unwrap();
        assert!(page.contains(&format!("<html lang=\"{lang}\">")));
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_hand_is_looked_at_by_its_seats_alone_while_the_match_runs() {
    use base64::Engine as _;
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 2).await;
    seats[1].press(&next_press(&seats[1].tokens().await).unwrap()).await;
    // Until the first showdown lies there.
    let replay = loop {
        let mut moved = false;
        for seat in &seats {
            let Some(token) = next_press(&seat.tokens().await) else {
                continue;
            };
            let answer = seat.press(&token).await;
            if let Some(sure) = confirmation(&answer) {
                seat.press(&sure).await;
            }
            moved = true;
            break;
        }
        assert!(moved, "somebody is to move");
        let shown = seats[0].messages().await;
        let mut tokens = shown.iter().flat_map(|message| tokens(&message["post"]));
        if let Some(token) = tokens.find(|token| token.ends_with(".21")) {
            break token;
        }
    };
    let opened = seats[0].press(&replay).await;
    assert_eq!(
        (&opened["replace"], &opened["post"]["private"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(opened["post"]["picture"]["kind"], "image/png");
    assert!(words(&opened["post"]).contains("Step 1 of"));
    let labelled = |post: &Value, label: &str| {
        let rows = post["rows"].as_array().unwrap();
        let mut buttons = rows.iter().flat_map(|row| row["buttons"].as_array().unwrap());
        let button = buttons.find(|button| button["label"] == label).unwrap();
        button["token"].as_str().unwrap().to_owned()
    };
    let next = seats[0].press(&labelled(&opened["post"], "▶")).await;
    assert_eq!(next["replace"], true);
    assert!(words(&next["post"]).contains("Step 2 of"));
    let film = seats[0].press(&labelled(&next["post"], "Animation")).await;
    let picture = &film["post"]["picture"];
    assert_eq!(
        (&picture["kind"], &picture["name"]),
        (&json!("image/gif"), &json!("replay.gif"))
    );
    let data = picture["data"].as_str().unwrap();
    let bytes = base64::prelude::BASE64_STANDARD.decode(data).unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
    assert!(words(&film["post"]).contains("as an animation of"), "C-076");
    // The running hand is nobody's, and the finished one is no stranger's.
    let running = replay.replacen(".21", ".22", 1);
    let eve = open.site.seats(&["Eve", "Mallory"], 1).await.remove(0);
    for (seat, token) in [
        (&seats[0], &running),
        (&seats[1], &running),
        (&eve, &running),
        (&eve, &replay),
    ] {
        let answer = seat.press(token).await;
        assert!(answer["toast"].is_string() && answer["post"].is_null(), "{answer}");
    }
    open.close().await;
}

/// The first button of this kind that a seat sees.
async fn button(seat: &SeatPage, wanted: Act) -> String {
    let all = seat.tokens().await;
    let fits = |token: &&String| token::decode(token).is_some_and(|token| token.act == wanted);
    all.iter()
        .find(fits)
        .unwrap_or_else(|| panic!("{wanted:?} in {all:?}"))
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_match_stays_on_the_page_however_many_newer_ones_there_are() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 3).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    for _ in 0..6 {
        seats[0].ask(json!({ "challenge": { "computer": true } })).await;
    }
    let shown: String = seats[0]
        .messages()
        .await
        .iter()
        .map(|message| words(&message["post"]))
        .collect();
    assert!(shown.contains("Your hand against Ben"), "{shown}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_a_rematch_of_both_at_once_and_an_abort() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 3).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    let offered = seats[0].ask(json!({ "draw": null })).await;
    assert!(
        offered["toast"].as_str().unwrap().contains("offered a draw"),
        "{offered}"
    );
    let page = seats[1].press(&button(&seats[1], Act::More).await).await;
    assert!(
        words(&page["post"]).contains("Do you agree?"),
        "{}",
        words(&page["post"])
    );
    let agree = tokens(&page["post"])
        .into_iter()
        .find(|token| token::decode(token).unwrap().act == Act::AcceptDraw)
        .unwrap();
    seats[1].press(&agree).await;
    let again = button(&seats[0], Act::Rematch).await;
    let (one, other) = tokio::join!(seats[0].press(&again), seats[1].press(&again));
    let toasts = [&one["toast"], &other["toast"]].map(|toast| toast.as_str().unwrap_or_default().to_owned());
    assert!(toasts.iter().any(|toast| toast.contains("rematch is on")), "{toasts:?}");
    assert!(toasts.iter().any(|toast| toast.contains("24 hours")), "{toasts:?}");
    let ask = seats[1].ask(json!({ "abort": null })).await;
    let sure = tokens(&ask["post"])
        .into_iter()
        .find(|token| token::decode(token).unwrap().act == Act::Abort)
        .unwrap();
    seats[1].press(&sure).await;
    let shown: String = seats[0]
        .messages()
        .await
        .iter()
        .map(|message| words(&message["post"]))
        .collect();
    assert!(
        shown.contains("Rematch of match") && shown.contains("Ben aborted the match"),
        "{shown}"
    );
    let late = seats[0].ask(json!({ "nudge": null })).await;
    assert!(late["toast"].as_str().unwrap().contains("not in a match"), "{late}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_of_ones_own_go_into_a_deal_that_can_be_checked() {
    // C-122
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let mixed = seats[0].ask(json!({ "cut": " from <b>my</b> page " })).await;
    assert!(
        mixed["toast"].as_str().unwrap().contains("“from <b>my</b> page”"),
        "{mixed}"
    );
    let refused = seats[1].ask(json!({ "cut": "x".repeat(65) })).await;
    assert!(refused["toast"].is_string(), "{refused}");
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    let public = seats[1].ask(json!({ "table": null })).await.to_string();
    let (_, rest) = public.split_once("match ").unwrap();
    let id: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    let early = seats[0].ask(json!({ "verify": { "id": &id, "hand": 1 } })).await;
    assert!(early["post"].is_null() && early["toast"].is_string(), "{early}");
    let page = seats[1].ask(json!({ "resign": null })).await;
    let sure = tokens(&page["post"])
        .into_iter()
        .find(|token| decode(token).is_some_and(|token| token.act == Act::Resign));
    seats[1].press(&sure.unwrap()).await;
    let checked = seats[1].ask(json!({ "verify": { "id": &id, "hand": null } })).await;
    let text: String = checked["post"]["text"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|span| {
            span["plain"]
                .as_str()
                .or(span["bold"].as_str())
                .or(span["mono"].as_str())
        })
        .map(|text| format!("{text}\n"))
        .collect();
    assert!(
        text.contains("was fair") && text.contains("from <b>my</b> page"),
        "{text}"
    );
    crate::fair::checks_itself(&text);
    open.close().await;
}

/// Boards by metric and time with their pages, statistics and seasons on the page: what is chosen there is a button or a list.
#[tokio::test(flavor = "multi_thread")]
async fn boards_statistics_and_seasons_on_the_page() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let accept = next_press(&seats[1].tokens().await).unwrap();
    seats[1].press(&accept).await;
    play_out(&seats).await;
    let option = |post: &Value, wanted: &str| -> String {
        let rows = post["rows"].as_array().unwrap();
        let items = rows.iter().flat_map(|row| {
            let list = row["options"].as_array().or(row["buttons"].as_array());
            list.into_iter().flatten()
        });
        let found = items.filter(|item| item["label"] == wanted).map(|item| &item["token"]);
        found
            .filter_map(Value::as_str)
            .next()
            .unwrap_or_else(|| panic!("no {wanted} in {post}"))
            .to_owned()
    };
    let asked = json!({ "leaders": { "by": "wins", "period": "week" } });
    let board = seats[0].ask(asked).await;
    let post = &board["public"];
    assert!(
        words(post).contains("Matches won · this week"),
        "a match may end without a winner: {board}"
    );
    let next = seats[0].press(&option(post, "Points")).await;
    assert_eq!(next["replace"], true, "{next}");
    assert!(words(&next["post"]).contains("Points · this week"), "{next}");
    let all = seats[0].press(&option(&next["post"], "of all time")).await;
    assert!(words(&all["post"]).contains("Points · of all time"), "{all}");
    let stats = seats[1].ask(json!({ "stats": null })).await;
    assert!(words(&stats["public"]).contains("What Ben has done"), "{stats}");
    let seasons = seats[1].ask(json!({ "seasons": null })).await;
    assert!(
        words(&seasons["post"]).contains("No season has been held here yet"),
        "{seasons}"
    );
    let wrong = seats[1].ask(json!({ "leaders": { "by": "luck" } })).await;
    assert!(wrong["toast"].as_str().unwrap().contains("luck"), "{wrong}");
    open.close().await;
}

/// Issue 5: an event is opened, shown to everybody on the page and joined there.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_opened_shown_and_joined_on_the_page() {
    use jinlami::ui::event::token::{EventAct, decode};
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let find = |post: &Value, wanted: &dyn Fn(EventAct) -> bool| {
        tokens(post)
            .into_iter()
            .find(|token| decode(token).is_some_and(|token| wanted(token.act)))
    };
    let offered = seats[0].ask(json!({ "new_event": null })).await;
    let make = find(&offered["post"], &|act| matches!(act, EventAct::Make(_))).expect("a template to press");
    let made = seats[0].press(&make).await;
    assert!(made["toast"].as_str().unwrap().contains("open for sign-up"), "{made}");
    // The other seat sees it without asking, and joins.
    let board = async |seat: &SeatPage| {
        let messages = seat.messages().await;
        messages
            .into_iter()
            .find(|message| find(&message["post"], &|act| act == EventAct::Join).is_some())
    };
    let shown = board(&seats[1]).await.expect("the event on the page");
    let join = find(&shown["post"], &|act| act == EventAct::Join).unwrap();
    let joined = seats[1].press(&join).await;
    assert!(joined["toast"].as_str().unwrap().contains("You are in"), "{joined}");
    let now = words(&board(&seats[0]).await.unwrap()["post"]);
    assert!(now.contains("Ben"), "{now}");
    let list = seats[1].ask(json!({ "events": null })).await;
    assert!(words(&list["post"]).contains("Nothing to do until the start"), "{list}");
    open.close().await;
}

/// C-109 and C-019 on the page: a fee is written into the field, taken and given back, and what one has is said to oneself alone.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_on_the_page_may_have_a_fee() {
    use jinlami::ui::event::token::{EventAct, decode};
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let tell = async |seat: usize, typed: &str| seats[seat].ask(json!({ "event": typed })).await;
    let toast = |answer: &Value| answer["toast"].as_str().unwrap_or_default().to_owned();
    for fee in ["-1", "1.5", "1e9", "٣", "10001", "", "twenty"] {
        let refused = toast(&tell(0, &format!("create friendly “Friday cup” fee:{fee}")).await);
        assert!(refused.contains("0 to 10000"), "{fee}: {refused}");
    }
    let none = seats[1].ask(json!({ "events": null })).await;
    assert!(words(&none["post"]).contains("None at the moment"), "{none}");
    assert!(toast(&tell(0, "create friendly “Friday cup” fee:20").await).contains("open for sign-up"));
    let joined = toast(&tell(1, "join").await);
    assert!(joined.contains("20 play points, 980 left."), "{joined}");
    // The statistics stand on the page for both; what one has is answered to the asker alone.
    seats[1].ask(json!({ "stats": null })).await;
    let messages = seats[1].messages().await;
    assert!(
        messages
            .iter()
            .all(|message| !format!("{message}").contains("Your play points"))
    );
    let mine = messages.iter().flat_map(|message| tokens(&message["post"]));
    let mine = mine
        .into_iter()
        .find(|token| decode(token).is_some_and(|token| token.act == EventAct::Mine));
    let own = seats[1].press(&mine.unwrap()).await;
    assert!(words(&own["post"]).contains("Your play points: 980"), "{own}");
    let left = toast(&tell(1, "leave").await);
    assert!(left.contains("You have 1000."), "{left}");
    open.close().await;
}

/// Issue 5: what has a command elsewhere has a field on the page: an event with its own title, start, size, rounds and terms,
/// another start, one more organiser, a result, a plan; and a quick match has a button.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_run_with_the_pages_field() {
    let open = Open::new().await;
    let seats = open.site.seats(&["Anna", "Ben"], 1).await;
    let tell = async |seat: usize, typed: &str| seats[seat].ask(json!({ "event": typed })).await;
    let toast = |answer: &Value| answer["toast"].as_str().unwrap_or_default().to_owned();
    let none = toast(&tell(1, "mine").await);
    assert!(none.contains("“Events” shows"), "{none}");
    let none = seats[1].ask(json!({ "events": null })).await;
    assert!(words(&none["post"]).contains("None at the moment"), "{none}");
    let made = tell(0, "/event create friendly “Friday cup” +2h size 8 rounds 3 target=50").await;
    assert!(toast(&made).contains("open for sign-up"), "{made}");
    assert!(toast(&tell(1, "join").await).contains("You are in: Friday cup"));
    let board = async || {
        let messages = seats[0].messages().await;
        let all = messages.iter().map(|message| words(&message["post"]));
        all.filter(|words| words.contains("Friday cup")).collect::<String>()
    };
    let shown = board().await;
    for part in ["Swiss, 3 rounds", "1 of 8", "50"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let moved = tell(0, "move +3h").await;
    assert!(words(&moved["post"]).contains("Starts: "), "{moved}");
    let named = words(&tell(0, "organiser ben").await["post"]);
    assert!(named.contains("Ben may run Friday cup too"), "{named}");
    let nobody = toast(&tell(0, "organiser Cleo").await);
    assert!(nobody.contains("Cleo"), "{nobody}");
    let early = toast(&tell(1, "correct 1 34:12").await);
    assert!(early.contains("no such match"), "{early}");
    let planned = tell(0, "plan cup fri 20:00").await;
    assert!(
        words(&planned["post"]).contains("Planned. The next times:"),
        "{planned}"
    );
    let help = tell(0, "help").await;
    assert!(words(&help["post"]).contains("field for events"), "{help}");
    let waits = seats[0].ask(json!({ "quick": null })).await;
    assert!(words(&waits["post"]).contains("You wait for the next one"), "{waits}");
    let found = seats[1].ask(json!({ "quick": null })).await;
    assert!(format!("{found}").contains("Your opponent is Anna"), "{found}");
    open.close().await;
}
