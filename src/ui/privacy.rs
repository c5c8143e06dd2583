//! What is kept about the asker: explained, handed over as a file, deleted after two questions.

use std::sync::{Arc, PoisonError};

use super::ask::{Answer, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert, note};
use super::draft::{Draft, Keys};
use super::post::{Button, Document, Row, Style, Text};
use super::token::{Act, Own, Token};
use super::voice::{Lines, Voice, say};
use crate::id::{Account, Millis, Platform, PlayerId, Stamp, TableId};
use crate::service::{Error, INBOX_DAYS};

/// The largest file that is sent in a chat, in bytes: under Discord's 10 MiB (Telegram's limit is 50 MB).
const LARGEST: usize = 8 << 20;
/// How long a question about deleting can be answered, in minutes (ours): an old message pressed by accident deletes nothing.
const MINUTES: u32 = 15;

impl Desk {
    /// `/privacy`
    pub(super) async fn privacy(&self, guest: &Guest, what: Option<&str>) -> Result<Answer, Error> {
        match what.map(|what| what.trim().to_lowercase()).as_deref() {
            None | Some("" | "policy" | "政策" | "说明" | "說明") => {
                let draft = policy(self.voice_for(guest).await, guest.account.platform, self.minute());
                Ok(self.to_one(draft).await)
            }
            Some("export" | "data" | "导出" | "匯出") => self.hand_over(guest).await,
            Some("delete" | "forget" | "删除" | "刪除") => self.ask_to_delete(guest).await,
            Some(other) => Ok(alert(say!(
                self.voice_for(guest).await,
                "refused-privacy",
                text = shown(other)
            ))),
        }
    }

    /// A press under one of these messages. Nobody is met by it: whoever deletes their data twice is not made anew.
    pub(super) async fn privacy_press(&self, guest: &Guest, token: Token, own: Own) -> Result<Answer, Error> {
        let answer = match own {
            Own::Export => return self.hand_over(guest).await,
            Own::AskDelete => self.ask_to_delete(guest).await?,
            Own::AskAgain | Own::Delete if !self.is_fresh(token.stamp) => {
                self.said(guest, |voice| say!(voice, "delete-old")).await
            }
            Own::AskAgain => {
                let draft = last_question(self.voice_for(guest).await, self.minute());
                self.to_one(draft).await
            }
            Own::Delete => self.forget(guest).await?,
            Own::Keep => self.said(guest, |voice| say!(voice, "delete-kept")).await,
        };
        Ok(Answer {
            replace: answer.post.is_some(),
            ..answer
        })
    }

    async fn hand_over(&self, guest: &Guest) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let record = match self.known(guest.account).await? {
            Some(player) => self.service.record(player).await?,
            None => match self.service.remnant(guest.account).await? {
                Some(remnant) => remnant,
                None => return Ok(note(say!(voice, "delete-nothing"))),
            },
        };
        let bytes = serde_json::to_vec_pretty(&record).map_err(|error| self.service.fault(error))?;
        if bytes.len() > LARGEST {
            let Account { platform, user } = guest.account;
            let account = format!("{}:{user}", platform.name());
            return Ok(self
                .said(guest, |voice| say!(voice, "export-large", account = account))
                .await);
        }
        let document = Document {
            bytes: Arc::new(bytes),
            name: "jinlami-my-data.json",
            media_type: "application/json",
        };
        Ok(self
            .to_one(Draft {
                text: Text::from(say!(voice, "export-here")),
                document: Some(document),
                ..Draft::default()
            })
            .await)
    }

    async fn ask_to_delete(&self, guest: &Guest) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let Some(player) = self.known(guest.account).await? else {
            let left = self.left_of(guest.account, voice).await?;
            return Ok(note(left.unwrap_or_else(|| say!(voice, "delete-nothing"))));
        };
        let at_stake = self.service.at_stake(player).await?;
        Ok(self.to_one(first_question(voice, at_stake, self.minute())).await)
    }

    async fn forget(&self, guest: &Guest) -> Result<Answer, Error> {
        // Nobody knows the language afterwards.
        let voice = self.voice_for(guest).await;
        let Some(parting) = self.service.forget(guest.account).await? else {
            let left = self.left_of(guest.account, voice).await?;
            return Ok(self
                .said(guest, |voice| left.unwrap_or_else(|| say!(voice, "delete-nothing")))
                .await);
        };
        self.locales
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&guest.account);
        let given_up = i64::try_from(parting.given_up).unwrap_or(i64::MAX);
        let mut lines = Lines::default();
        lines.bold(say!(voice, "delete-done", n = given_up));
        let left = self.left_of(guest.account, voice).await?;
        lines.plain(left.unwrap_or_else(|| say!(voice, "delete-clean")));
        lines.plain(say!(voice, "delete-afterwards"));
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }

    /// What is kept about an account of which no player is known, in words; `None` when nothing is.
    async fn left_of(&self, account: Account, voice: Voice<'_>) -> Result<Option<String>, Error> {
        let barred = self.service.store().barred(account).await;
        let barred = barred.map_err(|error| self.service.fault(error))?;
        let count = i64::try_from(barred.len()).unwrap_or(i64::MAX);
        Ok((count > 0).then(|| say!(voice, "delete-barred", n = count)))
    }

    async fn said(&self, guest: &Guest, words: impl FnOnce(Voice<'_>) -> String) -> Answer {
        let text = Text::from(words(self.voice_for(guest).await));
        self.to_one(Draft {
            text,
            ..Draft::default()
        })
        .await
    }

    pub(super) async fn known(&self, account: Account) -> Result<Option<PlayerId>, Error> {
        let known = self.service.store().player_of(account).await;
        known.map_err(|error| self.service.fault(error))
    }

    /// The present minute, which a question carries in its buttons.
    fn minute(&self) -> Stamp {
        minute(self.service.now())
    }

    fn is_fresh(&self, asked: Stamp) -> bool {
        let now = self.minute().0;
        (asked.0..=asked.0.saturating_add(MINUTES)).contains(&now)
    }
}

/// Minutes since 1970, which fit a stamp for eight thousand years.
fn minute(at: Millis) -> Stamp {
    Stamp(u32::try_from(at.0 / 60_000).unwrap_or(0))
}

fn button(label: String, stamp: Stamp, own: Own, style: Style) -> Button {
    let keys = Keys {
        table: TableId(0),
        stamp,
    };
    keys.button(label, Act::Own(own), style)
}

fn policy(voice: Voice<'_>, platform: Platform, now: Stamp) -> Draft {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "policy-title"));
    lines.plain(say!(voice, "policy-kept"));
    lines.plain(say!(voice, "policy-why"));
    lines.plain(say!(voice, "policy-seen"));
    lines.plain(say!(voice, "policy-long", days = INBOX_DAYS));
    let (export, delete) = match platform {
        Platform::Discord => ("/gin privacy what:export", "/gin privacy what:delete"),
        Platform::Telegram | Platform::Web => ("/privacy export", "/privacy delete"),
    };
    lines.plain(match platform {
        Platform::Web => say!(voice, "policy-page"),
        Platform::Discord | Platform::Telegram => {
            say!(voice, "policy-rights", export = export, delete = delete)
        }
    });
    lines.plain(say!(voice, "policy-stays"));
    Draft {
        text: lines.text(),
        rows: vec![Row::Buttons(vec![
            button(say!(voice, "button-export"), now, Own::Export, Style::Secondary),
            button(say!(voice, "button-delete"), now, Own::AskDelete, Style::Danger),
        ])],
        ..Draft::default()
    }
}

fn first_question(voice: Voice<'_>, at_stake: usize, now: Stamp) -> Draft {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "delete-title"));
    lines.plain(say!(
        voice,
        "delete-matches",
        n = i64::try_from(at_stake).unwrap_or(i64::MAX)
    ));
    lines.plain(say!(voice, "delete-goes"));
    lines.plain(say!(voice, "delete-stays"));
    lines.bold(say!(voice, "delete-undo"));
    Draft {
        text: lines.text(),
        rows: vec![
            Row::Buttons(vec![
                button(say!(voice, "button-keep"), now, Own::Keep, Style::Primary),
                button(say!(voice, "button-export"), now, Own::Export, Style::Secondary),
            ]),
            Row::Buttons(vec![button(
                say!(voice, "button-delete"),
                now,
                Own::AskAgain,
                Style::Danger,
            )]),
        ],
        ..Draft::default()
    }
}

fn last_question(voice: Voice<'_>, now: Stamp) -> Draft {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "delete-again"));
    // In the other order, so that no double press goes through both questions.
    Draft {
        text: lines.text(),
        rows: vec![
            Row::Buttons(vec![button(
                say!(voice, "button-delete-sure"),
                now,
                Own::Delete,
                Style::Danger,
            )]),
            Row::Buttons(vec![button(say!(voice, "button-keep"), now, Own::Keep, Style::Primary)]),
        ],
        ..Draft::default()
    }
}
