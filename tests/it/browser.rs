//! A whole match on the local page, in a real browser: two tabs in headless Chromium, at a phone's width.
//!
//! Where no Chromium or no ChromeDriver is found the test says so and ends; with `JINLAMI_BROWSER_REQUIRED` set it fails.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::web::Open;

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// ChromeDriver with a browser in it.
struct Browser {
    driver: Child,
    client: Client,
}

fn find(names: &[&str]) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<std::path::PathBuf> = std::env::split_paths(&path).collect();
    let file = |name: &&str| {
        folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|file| file.exists())
    };
    Some(names.iter().find_map(file)?.display().to_string())
}

impl Browser {
    async fn open() -> Option<Browser> {
        let chromium = find(&["chromium", "chromium-browser", "google-chrome"])?;
        let driver = find(&["chromedriver"])?;
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let driver = Command::new(driver)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=360,740",
            "--lang=en-US",
        ];
        let wanted = json!({ "goog:chromeOptions": { "binary": chromium, "args": arguments, "prefs": { "intl.accept_languages": "en-US,en" },
            "mobileEmulation": { "deviceMetrics": { "width": 360, "height": 740, "pixelRatio": 2.0, "mobile": true } } } });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted.as_object().unwrap().clone());
        let address = format!("http://127.0.0.1:{port}");
        let connect = async {
            loop {
                // The driver needs a moment before it listens.
                match builder.connect(&address).await {
                    Ok(client) => return client,
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        let client = tokio::time::timeout(PATIENCE, connect)
            .await
            .expect("ChromeDriver answers");
        Some(Browser { driver, client })
    }

    async fn close(self) {
        let Browser { mut driver, client } = self;
        drop(client.close().await);
        drop(driver.kill());
        drop(driver.wait());
    }
}

/// What a person would press in this tab, as the label of the button; nothing when it is not their turn.
const NEXT: &str = r##"
    const buttons = [...document.querySelectorAll("#main .post button:not(:disabled)")].filter((button) => button.dataset.token);
    const act = (button) => button.dataset.token.split(".")[3][0];
    for (const wanted of ["k", "b", "o", "q", "p", "s"]) {
        const found = buttons.find((button) => act(button) === wanted);
        if (found) { found.click(); return wanted; }
    }
    const cards = buttons.filter((button) => act(button) === "d");
    if (cards.length) { cards[cards.length - 1].click(); return "d"; }
    const over = document.body.innerText.includes("This match is over.");
    return over ? "over" : "";
"##;

/// Something in the tab that changes with every message.
const STATE: &str = "return [...document.querySelectorAll('.post')].map((post) => post.id + post.innerText).join('|');";

async fn run(client: &Client, script: &str) -> String {
    client
        .execute(script, Vec::new())
        .await
        .unwrap()
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Waits until a script gives something else than before.
async fn changed(client: &Client, before: &str, did: &str) {
    let wait = async {
        while run(client, STATE).await == before {
            tokio::task::yield_now().await;
        }
    };
    if tokio::time::timeout(PATIENCE, wait).await.is_err() {
        let toast = run(client, "return document.getElementById('toast').textContent;").await;
        panic!("the page does not change after {did:?}; it says {toast:?} and shows {before}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_of_a_phone_sized_browser_play_a_whole_match() {
    let Some(browser) = Browser::open().await else {
        let required = std::env::var_os("JINLAMI_BROWSER_REQUIRED").is_some();
        assert!(
            !required,
            "no Chromium or ChromeDriver was found, and JINLAMI_BROWSER_REQUIRED is set"
        );
        println!("SKIPPED: no Chromium or ChromeDriver was found; the page was not driven in a browser");
        return;
    };
    let open = Open::new().await;
    let client = &browser.client;
    let wait = || client.wait().at_most(PATIENCE);

    // The lobby makes two seats.
    client.goto(&open.site.base).await.unwrap();
    let form = wait().for_element(Locator::Css("form#two")).await.unwrap();
    let names = form.find_all(Locator::Css("input[name=name]")).await.unwrap();
    names[0].send_keys("Anna").await.unwrap();
    names[1].send_keys("Ben").await.unwrap();
    form.find(Locator::Css("input[name=hands]"))
        .await
        .unwrap()
        .send_keys("1")
        .await
        .unwrap();
    form.find(Locator::Css("button")).await.unwrap().click().await.unwrap();
    wait().for_element(Locator::Css("a.seat")).await.unwrap();
    let links = client.find_all(Locator::Css("a.seat")).await.unwrap();
    let mut paths = Vec::new();
    for link in &links {
        paths.push(link.attr("href").await.unwrap().unwrap());
    }
    assert_eq!(paths.len(), 2);

    // Each seat has a tab of its own.
    let mut tabs = vec![client.window().await.unwrap()];
    tabs.push(client.new_window(true).await.unwrap().handle);
    for (tab, path) in tabs.iter().zip(&paths) {
        client.switch_to_window(tab.clone()).await.unwrap();
        client.goto(&format!("{}{path}", open.site.base)).await.unwrap();
        wait()
            .for_element(Locator::Css("body[data-live=yes] #public .post"))
            .await
            .unwrap();
    }
    let accept = client
        .find(Locator::XPath("//button[normalize-space()='Accept']"))
        .await
        .unwrap();
    accept.click().await.unwrap();
    for tab in &tabs {
        client.switch_to_window(tab.clone()).await.unwrap();
        wait()
            .for_element(Locator::Css("#private .post img[alt^='Your hand']"))
            .await
            .unwrap();
        // The whole hand stands on the phone's first screen, before anything that can be asked beside it.
        client.refresh().await.unwrap();
        wait()
            .for_element(Locator::Css("body[data-live=yes] #private .post img[alt^='Your hand']"))
            .await
            .unwrap();
        let first = "const hand = document.querySelector('#private .post img').getBoundingClientRect(); \
            return String(window.scrollY === 0 && hand.height > 100 && hand.top > 0 && hand.bottom <= window.innerHeight) + hand.bottom;";
        let seen = async {
            // The picture is drawn a moment after it is there.
            while !run(client, first).await.starts_with("true") {
                tokio::task::yield_now().await;
            }
        };
        if tokio::time::timeout(PATIENCE, seen).await.is_err() {
            panic!("the hand is below the first screen: {}", run(client, first).await);
        }
    }

    let mut presses = 0;
    let mut over = [false; 2];
    while over != [true; 2] {
        for (at, tab) in tabs.iter().enumerate() {
            client.switch_to_window(tab.clone()).await.unwrap();
            loop {
                let before = run(client, STATE).await;
                let did = run(client, NEXT).await;
                if did.is_empty() || did == "over" {
                    over[at] = did == "over";
                    break;
                }
                presses += 1;
                changed(client, &before, &did).await;
                assert!(presses < 300, "the match does not end");
            }
        }
    }
    assert!(presses > 4, "only {presses} presses");

    for tab in &tabs {
        client.switch_to_window(tab.clone()).await.unwrap();
        // Nothing is wider than the phone, every picture has words, and every button can be hit by a thumb.
        let fits = "return String(document.documentElement.scrollWidth <= 360 && window.innerWidth === 360);";
        assert_eq!(run(client, fits).await, "true", "the page is wider than 360 px");
        let mute = "return String([...document.images].filter((image) => image.alt.length < 20 || !image.naturalWidth).length);";
        assert_eq!(
            run(client, mute).await,
            "0",
            "a picture without a description or without pixels"
        );
        let small = "return String([...document.querySelectorAll('button')].filter((button) => button.offsetHeight < 44).length);";
        assert_eq!(run(client, small).await, "0", "a button smaller than 44 px");
        wait()
            .for_element(Locator::Css(
                "#public .post img[alt*='scores'], #public .post img[alt*='Drawn'], #public .post img[alt*='drawn']",
            ))
            .await
            .unwrap();
        run(client, "document.getElementById('menu').open = true; return '';").await;
        client
            .find(Locator::Css("button[data-ask=leaders]"))
            .await
            .unwrap()
            .click()
            .await
            .unwrap();
        wait().for_element(Locator::Css(".post.note")).await.unwrap();
        let board = run(client, "return document.querySelector('.post.note').innerText;").await;
        assert!(board.contains("Anna") && board.contains("Ben"), "{board}");
        // C-065: board, rules and help are no wider either, and nothing in them is cut off or scrolls sideways.
        for (asked, has) in [("leaders", "Anna"), ("rules", "deadwood"), ("help", "hand")] {
            let before = run(client, STATE).await;
            let button = format!("button[data-ask={asked}]");
            client.find(Locator::Css(&button)).await.unwrap().click().await.unwrap();
            if asked != "leaders" {
                changed(client, &before, asked).await;
            }
            let note = run(client, "return document.querySelector('.post.note').innerText;").await;
            assert!(note.contains(has), "{asked}: {note}");
            assert_eq!(run(client, fits).await, "true", "{asked} is wider than 360 px");
            let cut = "return String([...document.querySelectorAll('.post *')].filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && getComputedStyle(part).display !== 'inline').map((part) => part.outerHTML.slice(0, 200)));";
            assert_eq!(run(client, cut).await, "", "{asked} scrolls sideways");
        }
    }
    if let Some(folder) = std::env::var_os("JINLAMI_SCREENSHOTS") {
        std::fs::write(
            std::path::Path::new(&folder).join("page.png"),
            client.screenshot().await.unwrap(),
        )
        .unwrap();
    }
    browser.close().await;
    open.close().await;
}
