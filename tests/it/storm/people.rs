//! People on both platforms: what stands before their eyes, and what their hands can do with it.

use std::time::Duration;

use jinlami::ui::token::{Act, Token, decode};
use tokio::time::Instant;

use crate::fakes::discord::{self, Channel, Interaction, opt};
use crate::fakes::telegram::{self, Group, Press, Topic};

/// Before this a press is not answered for being late (the program's own limit is 800 ms).
const PROMPT: Duration = Duration::from_millis(700);

/// Somebody with an account.
#[derive(Clone)]
pub struct Person {
    pub name: String,
    pub body: Body,
}

#[derive(Clone)]
pub enum Body {
    Discord(discord::User),
    Telegram(telegram::User),
}

/// Where people meet.
#[derive(Clone)]
pub enum Spot {
    Channel(Channel),
    Group(Group),
    Topic(Topic),
}

/// A message of the bot on a screen.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub message: Which,
    /// Whether nobody else sees it.
    pub private: bool,
    pub words: String,
    pub offers: Vec<Offer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    Discord(u64),
    Telegram(i64, i64),
}

/// Something that can be pressed.
#[derive(Clone, Debug)]
pub struct Offer {
    pub token: Token,
    /// As it is sent.
    pub text: String,
}

/// A press, and what became of it.
#[derive(Clone)]
pub struct Pressed {
    /// The platform's number of it.
    pub number: i64,
    pub account: i64,
    pub token: Token,
    pub at: Instant,
    pub fate: Fate,
}

#[derive(Clone)]
pub enum Fate {
    Discord(Interaction),
    Telegram(std::sync::Arc<Press>),
}

impl Person {
    pub fn account(&self) -> i64 {
        match &self.body {
            Body::Discord(user) => user.id.cast_signed(),
            Body::Telegram(user) => user.id(),
        }
    }

    /// Whether the bot names this person there.
    pub fn is_named_in(&self, words: &str) -> bool {
        let pinged = match &self.body {
            Body::Discord(user) => words.contains(&format!("<@{}>", user.id)),
            Body::Telegram(_) => false,
        };
        pinged || words.contains(&self.name)
    }

    /// The newest messages of the private chat, newest first.
    pub fn private(&self, most: usize) -> Vec<Sheet> {
        match &self.body {
            Body::Discord(user) => user.private_screen(most).iter().map(|m| of_discord(m, true)).collect(),
            Body::Telegram(user) => user
                .screen(user, most)
                .into_iter()
                .map(|s| of_telegram(s, true))
                .collect(),
        }
    }

    /// The newest messages where people meet, newest first.
    pub fn public(&self, spot: &Spot, most: usize) -> Vec<Sheet> {
        match (&self.body, spot) {
            (Body::Discord(user), Spot::Channel(channel)) => {
                let screen = user.screen(channel, most);
                screen.iter().map(|m| of_discord(m, m.is_only_me())).collect()
            }
            (Body::Telegram(user), Spot::Group(group)) => user
                .screen(group, most)
                .into_iter()
                .map(|s| of_telegram(s, false))
                .collect(),
            (Body::Telegram(user), Spot::Topic(topic)) => user
                .screen(topic, most)
                .into_iter()
                .map(|s| of_telegram(s, false))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Presses; `None` when the button went away just now.
    pub fn press(&self, sheet: &Sheet, offer: &Offer) -> Option<Pressed> {
        let at = Instant::now();
        let (number, fate) = match (&self.body, sheet.message) {
            (Body::Discord(user), Which::Discord(message)) => {
                let press = user.try_press(message, &offer.text)?;
                (press.id.cast_signed(), Fate::Discord(press))
            }
            (Body::Telegram(user), Which::Telegram(chat, message)) => {
                let (press, update) = user.try_tap(chat, message, &offer.text)?;
                (i64::from(update), Fate::Telegram(press.into()))
            }
            _ => return None,
        };
        Some(Pressed {
            number,
            account: self.account(),
            token: offer.token,
            at,
            fate,
        })
    }

    /// Asks for the table where people meet.
    pub fn ask_for_table(&self, spot: &Spot) {
        match (&self.body, spot) {
            (Body::Discord(user), Spot::Channel(channel)) => {
                let _ = user.try_slash(channel, "gin table", &[]);
            }
            (Body::Telegram(user), Spot::Group(group)) => {
                user.try_says(group, "/table", None);
            }
            (Body::Telegram(user), Spot::Topic(topic)) => {
                user.try_says(topic, "/table", None);
            }
            _ => {}
        }
    }

    /// Challenges somebody, or the computer.
    pub fn challenge(&self, other: Option<&Person>, spot: &Spot, rules: &str, hands: i64) -> bool {
        match (&self.body, spot) {
            (Body::Discord(user), Spot::Channel(channel)) => {
                let against = match other.map(|other| &other.body) {
                    Some(Body::Discord(other)) => ("opponent", opt(other)),
                    _ => ("computer", opt(true)),
                };
                let options = [
                    against,
                    ("rules", opt(rules)),
                    ("mode", opt("fixed")),
                    ("hands", opt(hands)),
                ];
                user.try_slash(channel, "gin challenge", &options).is_some()
            }
            (Body::Telegram(user), Spot::Group(_) | Spot::Topic(_)) => {
                let foe = match other.map(|other| &other.body) {
                    Some(Body::Telegram(other)) => Some(other),
                    _ => None,
                };
                let against = if foe.is_some() { "{}" } else { "computer" };
                let text = format!("/challenge {against} {rules} {hands} hands");
                match spot {
                    Spot::Group(group) => user.try_says(group, &text, foe),
                    Spot::Topic(topic) => user.try_says(topic, &text, foe),
                    Spot::Channel(_) => false,
                }
            }
            _ => false,
        }
    }
}

impl Pressed {
    /// Whether it is a wish, and no look at another page.
    pub fn is_wish(&self) -> bool {
        matches!(
            self.token.act,
            Act::Stock
                | Act::Take(_)
                | Act::Pass
                | Act::Discard(_)
                | Act::Knock(_)
                | Act::KnockWith(..)
                | Act::BigGin
                | Act::Best
                | Act::LayNone
                | Act::Place(..)
                | Act::TakeBack
                | Act::Done
                | Act::Accept
                | Act::Decline
                | Act::Withdraw
                | Act::Resign
        )
    }

    /// Whether the person was told that it is done.
    ///
    /// On Telegram that is an answer without a word; one that comes late only stops the wheel. On Discord the first answer
    /// comes before anything is done, so there it is the pressed message in its new state, and no word of refusal.
    pub fn told_done(&self) -> bool {
        match &self.fate {
            Fate::Telegram(press) => {
                let quick = press.answered_at().is_some_and(|at| at - self.at < PROMPT);
                quick
                    && press
                        .answer()
                        .is_some_and(|toast| toast.text.is_empty() && toast.url.is_none())
            }
            Fate::Discord(interaction) => interaction.changed_only_its_message(),
        }
    }
}

impl Sheet {
    pub fn offer(&self, fits: impl Fn(Act) -> bool) -> Option<&Offer> {
        self.offers.iter().find(|offer| fits(offer.token.act))
    }
}

fn of_discord(message: &discord::Message, private: bool) -> Sheet {
    let buttons = message.buttons.iter().filter(|button| !button.disabled);
    let texts = buttons.map(|button| &button.custom_id);
    let lines = message
        .selects
        .iter()
        .filter(|menu| !menu.disabled)
        .flat_map(|menu| &menu.choices);
    Sheet {
        message: Which::Discord(message.id),
        private,
        words: message.text(),
        offers: texts
            .chain(lines.map(|line| &line.value))
            .filter_map(|text| read(text))
            .collect(),
    }
}

fn of_telegram(sheet: telegram::Sheet, private: bool) -> Sheet {
    let texts = sheet.buttons.iter().filter_map(|button| button.data.as_ref());
    Sheet {
        message: Which::Telegram(sheet.chat, sheet.id),
        private,
        offers: texts.filter_map(|text| read(text)).collect(),
        words: sheet.words,
    }
}

fn read(text: &str) -> Option<Offer> {
    Some(Offer {
        token: decode(text)?,
        text: text.to_owned(),
    })
}
