//! A browser's side of the local page, without a browser: asks over HTTP and reads the feed.

use jinlami::ui::token::{self, Act};
use serde_json::{Value, json};

/// A page at an address.
#[derive(Clone)]
pub struct Site {
    pub base: String,
    client: reqwest::Client,
}

/// One seat at it.
#[derive(Clone)]
pub struct SeatPage {
    pub site: Site,
    pub path: String,
}

impl Site {
    pub fn at(base: &str) -> Site {
        Site {
            base: base.trim_end_matches('/').to_owned(),
            client: reqwest::Client::new(),
        }
    }

    pub async fn get(&self, path: &str) -> reqwest::Response {
        self.client.get(format!("{}{path}", self.base)).send().await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> reqwest::Response {
        let request = self
            .client
            .post(format!("{}{path}", self.base))
            .header("origin", &self.base);
        request.header("accept-language", "en").json(body).send().await.unwrap()
    }

    /// New seats: against the computer when there is one name, else two.
    pub async fn seats(&self, names: &[&str], hands: u16) -> Vec<SeatPage> {
        let body = json!({ "names": names, "computer": names.len() == 1, "rules": "jinlami", "hands": hands });
        let response = self.post("/new", &body).await;
        assert_eq!(response.status(), 200);
        let answer: Value = response.json().await.unwrap();
        let path = |value: &Value| value.as_str().unwrap().to_owned();
        answer["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seat| SeatPage {
                site: self.clone(),
                path: path(seat),
            })
            .collect()
    }
}

impl SeatPage {
    /// Every message that a fresh page shows.
    pub async fn messages(&self) -> Vec<Value> {
        let mut feed = self.feed().await;
        let (name, data) = feed.next().await;
        assert_eq!(name, "all");
        let messages = data.as_array().unwrap().clone();
        assert!(
            messages.iter().all(|message| message["id"].is_string()),
            "a browser's numbers are too coarse for ids"
        );
        messages
    }

    pub async fn feed(&self) -> Feed {
        let request = self.site.client.get(format!("{}{}/events", self.site.base, self.path));
        let response = request.header("accept-language", "en").send().await.unwrap();
        assert_eq!(response.status(), 200);
        Feed {
            response,
            buffer: Vec::new(),
        }
    }

    pub async fn ask(&self, asked: Value) -> Value {
        let response = self.site.post(&format!("{}/ask", self.path), &asked).await;
        assert_eq!(response.status(), 200, "{asked}");
        response.json().await.unwrap()
    }

    pub async fn press(&self, token: &str) -> Value {
        self.ask(json!({ "press": token })).await
    }

    /// The message that holds the hand.
    pub async fn hand(&self) -> Option<Value> {
        self.messages()
            .await
            .into_iter()
            .map(|message| message["post"].clone())
            .find(|post| post["private"] == true)
    }

    /// The tokens of every button that this seat sees, in order.
    pub async fn tokens(&self) -> Vec<String> {
        self.messages()
            .await
            .iter()
            .flat_map(|message| tokens(&message["post"]))
            .collect()
    }
}

/// A running feed.
pub struct Feed {
    response: reqwest::Response,
    buffer: Vec<u8>,
}

impl Feed {
    /// The next event's name and data.
    pub async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.buffer.drain(..end + 2).collect();
                let block = String::from_utf8(block).unwrap();
                let field = |name: &str| {
                    block
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(str::trim)
                        .map(str::to_owned)
                };
                if let Some((name, data)) = field("event:").zip(field("data:")) {
                    return (name, serde_json::from_str(&data).unwrap());
                }
                continue;
            }
            let wait = std::time::Duration::from_secs(60);
            let chunk = tokio::time::timeout(wait, self.response.chunk())
                .await
                .expect("the feed says something")
                .unwrap();
            self.buffer.extend_from_slice(&chunk.expect("the feed goes on"));
        }
    }
}

/// The tokens of a post's buttons and options.
pub fn tokens(post: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for row in post["rows"].as_array().unwrap() {
        for list in ["buttons", "options"] {
            for item in row[list].as_array().unwrap_or(&Vec::new()) {
                found.extend(item["token"].as_str().map(str::to_owned));
            }
        }
    }
    found
}

/// The button that confirms a knock, on the page that asks for it.
pub fn confirmation(answer: &Value) -> Option<String> {
    let asked = answer["post"].is_object().then(|| tokens(&answer["post"]))?;
    asked
        .into_iter()
        .find(|token| matches!(token::decode(token).map(|token| token.act), Some(Act::Knock(_))))
}

/// What a person who wants to get on would press: knock when offered, else draw, else throw, else answer the knock.
pub fn next_press(tokens: &[String]) -> Option<String> {
    let rank = |token: &String| {
        let act = token::decode(token)?.act;
        Some(match act {
            Act::Accept => 0,
            Act::Knock(_) => 1,
            Act::AskKnock(_) => 2,
            Act::Best | Act::Done => 3,
            Act::Pass => 4,
            Act::Stock => 5,
            Act::Discard(card) => 6 + 13 - card.rank() as usize,
            _ => return None,
        })
    };
    tokens
        .iter()
        .filter_map(|token| Some((rank(token)?, token)))
        .min()
        .map(|(_, token)| token.clone())
}
