//! User stories on Telegram: the real adapter over the real service and store, against a Telegram that remembers who saw
//! what. People do only what people can do: write, press visible buttons, follow links.

mod boards;
mod derby;
mod events;
mod fair;
mod groups;
mod inbox;
mod killed;
mod manners;
mod matches;
mod moderation;
mod orders;
mod patience;
mod people;
mod privacy;
mod purse;
mod replay;
mod routes;
mod start;
mod teams;
mod trouble;
mod vanish;
mod variants;
mod webhook;

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jinlami::id::{Millis, Platform};
use jinlami::pictures::Pictures;
use jinlami::service::Service;
use jinlami::store::Store;
use jinlami::telegram::{Error, Pace, Paces, TelegramConfig, Webhook, run};
use jinlami::ui::Desk;
use jinlami::words::Words;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::fakes::telegram::{Button, FakeTelegram, Group, Message, Place, User};

/// The bot with everything behind it, in a folder of its own.
struct House {
    tg: FakeTelegram,
    folder: Arc<TempDir>,
    service: Service,
    /// Added to the real time.
    later: Arc<AtomicI64>,
    /// The next look at the clock by a chat's worker panics.
    bug: Arc<AtomicBool>,
    stop: CancellationToken,
    bot: JoinHandle<Result<(), Error>>,
    ticker: JoinHandle<()>,
}

/// As fast as the machine allows; the real paces have a story of their own.
const FAST: Paces = {
    let pace = Pace {
        burst: 1000,
        every: Duration::ZERO,
    };
    Paces {
        private: pace,
        group: pace,
        total: pace,
    }
};

impl House {
    async fn open(tg: &FakeTelegram) -> House {
        House::furnished(tg, Arc::new(tempfile::tempdir().expect("a folder")), FAST, None).await
    }

    /// The same folder again, as after a restart of the program.
    async fn reopen(self) -> House {
        let (tg, folder) = (self.tg.clone(), Arc::clone(&self.folder));
        self.close().await;
        House::furnished(&tg, folder, FAST, None).await
    }

    async fn furnished(tg: &FakeTelegram, folder: Arc<TempDir>, paces: Paces, webhook: Option<Webhook>) -> House {
        let config = TelegramConfig {
            token: tg.token(),
            api_url: Some(tg.url().to_owned()),
            webhook,
            paces,
            ephemeral: false,
        };
        House::equipped(tg, folder, config).await
    }

    async fn equipped(tg: &FakeTelegram, folder: Arc<TempDir>, config: TelegramConfig) -> House {
        let url = format!("sqlite://{}", folder.path().join("jinlami.db").display());
        let store = Store::open(&url).await.expect("a store");
        let later = Arc::new(AtomicI64::new(0));
        let shift = Arc::clone(&later);
        let bug: Arc<AtomicBool> = Arc::default();
        let trap = Arc::clone(&bug);
        let service = Service::new(
            store,
            Arc::new(move || {
                if trap.load(Ordering::SeqCst) && in_worker() {
                    assert!(!trap.swap(false, Ordering::SeqCst), "a bug, as planned");
                }
                Millis(now().0 + shift.load(Ordering::SeqCst))
            }),
            Arc::new(dice()),
        );
        let desk = desk(&service);
        let stop = CancellationToken::new();
        let bot = tokio::spawn(run(config, desk, service.clone(), stop.clone()));
        let (clock, halt) = (service.clone(), stop.clone());
        let ticker = tokio::spawn(async move { clock.run(halt).await });
        House {
            tg: tg.clone(),
            folder,
            service,
            later,
            bug,
            stop,
            bot,
            ticker,
        }
    }

    async fn close(self) {
        self.stop.cancel();
        self.bot.await.expect("no panic").expect("a quiet end");
        self.ticker.await.expect("no panic");
        self.service.store().close().await;
    }

    /// A group with these people in it.
    fn club(&self, people: &[&User]) -> Group {
        let group = self.tg.supergroup("Card club");
        for person in people {
            self.tg.join(&group, person);
        }
        group
    }

    /// People who have opened the private chat before.
    async fn known(&self, people: &[&User]) {
        for person in people {
            let before = self.tg.posts(*person).len();
            person.start("").await;
            self.tg
                .eventually("a welcome", || self.tg.posts(*person).len() > before)
                .await;
        }
    }

    /// A challenge by `one` that `other` accepts; the table's message.
    async fn match_between(&self, place: impl Place + Clone, one: &User, other: &User, terms: &str) -> Message {
        one.mentions(place.clone(), &format!("/challenge {{}} {terms}"), other);
        let table = self.tg.post(place, |post| has(post, "Accept")).await;
        other.press(&table, |label| label == "Accept").await;
        self.tg
            .eventually("the challenge is accepted", || !has(&table, "Accept"))
            .await;
        table
    }

    /// Waits until every message shows what it should.
    async fn settled(&self) {
        let settled = async {
            while !self
                .service
                .todo(Platform::Telegram, 1)
                .await
                .expect("a store that answers")
                .is_empty()
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), settled)
            .await
            .expect("all is delivered");
    }

    /// Waits for the message that shows this person's hand of a running match.
    async fn hand(&self, person: &User) -> Message {
        self.tg.post(person, |post| has(post, "Resign")).await
    }

    /// Both play on, by pressing what they see, until this holds.
    async fn play_until(&self, people: &[&User], mut enough: impl FnMut() -> bool) {
        let mut pressed: Vec<String> = vec![String::new(); people.len()];
        loop {
            let step = self
                .tg
                .eventually("somebody can play, or it is enough", || {
                    if enough() {
                        return Some(None);
                    }
                    people.iter().enumerate().find_map(|(index, person)| {
                        let (message, button) = next_press(&self.tg, person)?;
                        let token = button.data.clone()?;
                        (pressed[index] != token).then_some(Some((index, message, button, token)))
                    })
                })
                .await;
            let Some((index, message, button, token)) = step else {
                return;
            };
            let label = button.label.clone();
            people[index].press(&message, |shown| shown == label).await;
            pressed[index] = token;
        }
    }
}

fn has(post: &Message, label: &str) -> bool {
    post.buttons().iter().any(|button| button.label == label)
}

/// What a person presses who plays by what they see: knock when offered, draw from the stock, throw the dearest loose card.
pub fn next_press(tg: &FakeTelegram, person: &User) -> Option<(Message, Button)> {
    let message = tg
        .posts(person)
        .into_iter()
        .rev()
        .find(|post| has(post, "Resign") || has(post, "Back"))?;
    let buttons = message.buttons();
    let starting = |words: &str| {
        buttons
            .iter()
            .find(|button| button.label.starts_with(words) && button.data.is_some())
    };
    let sure = [
        "Knock with",
        "Go gin",
        "Gin ",
        "Knock ",
        "Best",
        "Done (",
        "Stock",
        "Pass",
    ]
    .into_iter()
    .find_map(starting);
    let button = sure
        .or_else(|| dearest(&message, &buttons))
        .or_else(|| starting("Take "))?;
    Some((message.clone(), button.clone()))
}

/// The last loose card in the written hand that has a button: loose cards stand in order of rank.
fn dearest<'a>(message: &Message, buttons: &'a [Button]) -> Option<&'a Button> {
    let words = message.words().replace('\u{fe0e}', "");
    let loose = words.lines().find(|line| line.starts_with("Deadwood"))?;
    let of = |card: &str| {
        buttons
            .iter()
            .find(|button| button.label.replace('\u{fe0e}', "") == card)
    };
    let last = loose.split_whitespace().rev().find_map(of);
    // All melded: any card that may be thrown.
    last.or_else(|| buttons.iter().find(|button| is_card(&button.label)))
}

fn is_card(label: &str) -> bool {
    let label = label.replace('\u{fe0e}', "");
    label.chars().count() <= 3 && label.ends_with(['♠', '♥', '♦', '♣'])
}

/// Every card that a text names by its symbol.
fn cards(text: &str) -> Vec<String> {
    let text = text.replace('\u{fe0e}', "");
    let letters: Vec<char> = text.chars().collect();
    let mut cards = Vec::new();
    for (index, suit) in letters
        .iter()
        .enumerate()
        .filter(|(_, letter)| "♠♥♦♣".contains(**letter))
    {
        let from = letters[..index]
            .iter()
            .rposition(|letter| !letter.is_ascii_alphanumeric())
            .map_or(0, |at| at + 1);
        let rank: String = letters[from..index].iter().collect();
        if !rank.is_empty() {
            cards.push(format!("{rank}{suit}"));
        }
    }
    cards
}

/// The desk; its pictures are drawn once for all stories.
fn desk(service: &Service) -> Arc<Desk> {
    static PICTURES: LazyLock<Arc<Pictures>> = LazyLock::new(|| Arc::new(Pictures::new().expect("own art")));
    Arc::new(Desk::new(service.clone(), Words::new(), Arc::clone(&PICTURES)))
}

/// Whether the worker of a chat asks.
fn in_worker() -> bool {
    let stack = std::backtrace::Backtrace::force_capture().to_string();
    stack.contains("telegram/chat.rs")
}

/// Dice that fall the same way in every run.
fn dice() -> impl Fn() -> [u8; 32] + Send + Sync {
    let thrown = AtomicU64::new(7);
    move || {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&thrown.fetch_add(1, Ordering::SeqCst).to_le_bytes());
        seed
    }
}

#[expect(clippy::disallowed_methods, reason = "these stories happen in real time")]
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    Millis(i64::try_from(since.as_millis()).expect("before the year 292278994"))
}
