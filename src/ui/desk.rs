//! The desk that wires hold: questions in, answers out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use super::ask::{Answer, Ask, Guest, Toast};
use super::draft::{Draft, cut};
use super::hand::TOAST_LIMIT;
use super::limits::{Gate, Limits, Moment, Rates};
use super::people::seen_in;
use super::post::{Post, Text};
use super::seasons::Asked;
use super::voice::{Voice, say};
use crate::gin::Preset;
use crate::id::{Account, Lang, Platform, Venue};
use crate::pictures::Pictures;
use crate::service::{Error, Service, Slot, SlotKind};
use crate::words::Words;

/// Answers what people ask and shows what messages must show; made once, shared by all wires.
pub struct Desk {
    pub(super) service: Service,
    pub(super) words: Words,
    pub(super) pictures: Arc<Pictures>,
    bots: Mutex<HashMap<Platform, BotName>>,
    /// Animations cost as much as a hundred pictures: one is drawn at a time.
    pub(super) animating: tokio::sync::Semaphore,
    /// The languages that platforms told last, so that they are written down only when they change.
    pub(super) locales: Mutex<HashMap<Account, Lang>>,
    /// Who asked in which place, and may read its boards.
    pub(super) readers: Mutex<HashSet<(Account, Venue)>>,
    /// Who was asked whether a season shall end, where, by which update, and until when the same order is the answer.
    pub(super) sure: Mutex<HashMap<(Account, Venue), Asked>>,
    rates: Rates,
    /// Who owns the program.
    pub(super) owners: Mutex<Vec<Account>>,
}

/// The bot as one platform knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotName {
    /// Its unique user name, without `@`.
    pub name: String,
    /// The address that opens the private chat with it, where links go (`https://t.me/name`); on Discord the address that
    /// messages lie under (`https://discord.com/channels`). `None`: no links.
    pub link_base: Option<String>,
}

/// What a message slot must show now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The message.
    pub post: Post,
    /// The table's version that it shows.
    pub version: i64,
}

/// A message can't be shown because something broke; the cause is in the log under this code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fault {code}")]
pub struct Fault {
    /// The short code.
    pub code: String,
}

/// Something that a wire has to say by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// To somebody who writes as the group.
    Anonymous,
    /// To somebody who writes as a channel.
    Channel,
    /// To somebody who must open the private chat first, to get the hand.
    OpenPrivate,
    /// The same, when the link itself asks for what they asked for.
    OpenErrand,
    /// The same, when they must ask again.
    OpenAgain,
    /// What stands on the button that opens it.
    OpenLabel,
    /// The answer went to the private chat.
    SentPrivately,
    /// Nobody else sees the message.
    OnlyYou,
}

/// A permission that the bot lacks in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Seeing the channel.
    See,
    /// Sending messages.
    Write,
    /// Sending messages in threads.
    WriteInThreads,
    /// Attaching files.
    Files,
    /// Making threads.
    MakeThreads,
    /// Sending pictures.
    Pictures,
}

impl Desk {
    /// A desk over this service.
    #[must_use]
    pub fn new(service: Service, words: Words, pictures: Arc<Pictures>) -> Desk {
        Desk {
            service,
            words,
            pictures,
            bots: Mutex::default(),
            animating: tokio::sync::Semaphore::new(1),
            locales: Mutex::default(),
            readers: Mutex::default(),
            sure: Mutex::default(),
            rates: Rates::default(),
            owners: Mutex::default(),
        }
    }

    /// The same with bounds on how much a person and a chat may ask; without, there are none.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Desk {
        Desk {
            rates: Rates::of(limits),
            ..self
        }
    }

    /// Tells who the bot is on a platform, as soon as the platform said so.
    pub fn set_bot(&self, platform: Platform, bot: BotName) {
        self.bots
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(platform, bot);
    }

    pub(super) fn bot(&self, platform: Platform) -> Option<BotName> {
        self.bots
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&platform)
            .cloned()
    }

    /// Answers a person. Refusals and faults are answers too.
    pub async fn answer(&self, guest: &Guest, ask: Ask) -> Answer {
        match self.admit(guest, &ask).await {
            Some(refusal) => refusal,
            None => self.serve(guest, ask).await,
        }
    }

    /// Whether the guest asks more than one person or one chat may: then what to answer, and nothing is to be done. A wire
    /// that has work of its own before the answer asks this first, and then `serve`.
    pub async fn admit(&self, guest: &Guest, ask: &Ask) -> Option<Answer> {
        let gate = self.rates.admit(guest, ask, self.moment());
        let seconds = |wait: std::time::Duration| i64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(i64::MAX);
        match gate {
            Gate::Open => None,
            Gate::Silent => Some(Answer::default()),
            Gate::Person(wait) => {
                let voice = self.voice_for(guest).await;
                Some(alert(say!(voice, "refused-too-fast", n = seconds(wait))))
            }
            Gate::Share(wait) => {
                let voice = self.voice_for(guest).await;
                Some(alert(say!(voice, "refused-loud-person", n = seconds(wait))))
            }
            Gate::Chat(wait) => {
                let voice = self.voice_for(guest).await;
                Some(alert(say!(voice, "refused-loud-chat", n = seconds(wait))))
            }
            Gate::Govern(wait) => {
                let voice = self.voice_for(guest).await;
                Some(alert(say!(voice, "refused-govern", n = seconds(wait))))
            }
        }
    }

    /// Whether somebody whom nobody knows yet may have a seat at the local page now.
    #[must_use]
    pub fn admits_seat(&self) -> bool {
        self.rates.admit_seat(self.moment())
    }

    fn moment(&self) -> Moment {
        Moment::from_millis(u64::try_from(self.service.now().0).unwrap_or(0))
    }

    /// Answers a person who was admitted.
    pub async fn serve(&self, guest: &Guest, ask: Ask) -> Answer {
        match self.attend(guest, ask).await {
            Ok(answer) => answer,
            Err(error) => {
                let voice = self.voice_for(guest).await;
                let answer = voice.excuse(&error).map(alert).unwrap_or_default();
                // Whom moderators shut out is nobody else's business.
                let hushed = matches!(error, Error::Blocked { .. });
                Answer { hushed, ..answer }
            }
        }
    }

    /// What to say where the answer itself broke: a fault with its code.
    pub async fn broke(&self, guest: &Guest) -> Answer {
        let error = self.service.fault("a press broke");
        self.voice_for(guest)
            .await
            .excuse(&error)
            .map(alert)
            .unwrap_or_default()
    }

    /// Notes a person as the platform shows them now, and in a private chat that they can be written to there.
    pub async fn note_guest(&self, guest: &Guest) {
        // A store that fails is in the log already, and what the guest asks for will say so.
        drop(self.meet(guest).await);
    }

    /// The same for a person who is known already; about anybody else nothing is kept.
    pub async fn note_known(&self, guest: &Guest) {
        if matches!(self.known(guest.account).await, Ok(Some(_))) {
            self.note_guest(guest).await;
        }
    }

    /// What this message must show now; `None` when there is nothing to show any more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn show(&self, slot: &Slot) -> Result<Option<Shown>, Fault> {
        self.draft_of(slot, None).await.map_err(fault)
    }

    /// The same for one reader, where everybody has a page of their own: what is for all to see speaks this language.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn show_in(&self, slot: &Slot, lang: Lang) -> Result<Option<Shown>, Fault> {
        self.draft_of(slot, Some(lang)).await.map_err(fault)
    }

    /// What a wire has to say by itself, in the guest's language.
    pub async fn notice(&self, guest: &Guest, notice: Notice) -> Text {
        let voice = self.voice_for(guest).await;
        Text::from(match notice {
            Notice::Anonymous => say!(voice, "notice-anonymous"),
            Notice::Channel => say!(voice, "notice-channel"),
            Notice::OpenPrivate => say!(voice, "notice-open-private"),
            Notice::OpenErrand => say!(voice, "notice-open-errand"),
            Notice::OpenAgain => say!(voice, "notice-open-again"),
            Notice::OpenLabel => say!(voice, "button-open-chat"),
            Notice::SentPrivately => say!(voice, "notice-sent-privately"),
            Notice::OnlyYou => say!(voice, "notice-only-you"),
        })
    }

    /// Names the permissions that the bot lacks, to the person who asked for something that needs them.
    pub async fn lacking(&self, guest: &Guest, lacks: &[Lack]) -> Answer {
        let voice = self.voice_for(guest).await;
        alert(say!(voice, "lacking", what = self.lacks(voice, lacks)))
    }

    /// Permissions in words.
    pub(super) fn lacks(&self, voice: Voice<'_>, lacks: &[Lack]) -> String {
        voice.list(lacks.iter().map(|lack| match lack {
            Lack::See => say!(voice, "lack-see"),
            Lack::Write => say!(voice, "lack-write"),
            Lack::WriteInThreads => say!(voice, "lack-threads"),
            Lack::Files => say!(voice, "lack-files"),
            Lack::MakeThreads => say!(voice, "lack-make-threads"),
            Lack::Pictures => say!(voice, "lack-pictures"),
        }))
    }

    /// The words of the local page's own frame.
    #[must_use]
    pub fn page_words(&self, lang: Lang) -> BTreeMap<&'static str, String> {
        let voice = Voice::new(&self.words, lang);
        let preset = |preset: Preset| say!(voice, "preset", preset = preset.name());
        BTreeMap::from([
            ("preset:jinlami", preset(Preset::Jinlami)),
            ("preset:jinlami-pk", preset(Preset::JinlamiPk)),
            ("preset:classic", preset(Preset::Classic)),
            ("preset:oklahoma", preset(Preset::Oklahoma)),
            ("preset:tedesco", preset(Preset::Tedesco)),
            ("menu", say!(voice, "page-menu")),
            ("house", say!(voice, "page-house")),
            ("title", say!(voice, "page-title")),
            ("public", say!(voice, "page-public")),
            ("private", say!(voice, "page-private")),
            ("failed", say!(voice, "page-failed")),
            ("reconnecting", say!(voice, "page-reconnecting")),
            ("close", say!(voice, "page-close")),
            ("again", say!(voice, "page-again")),
            ("computer", say!(voice, "page-computer")),
            ("two", say!(voice, "page-two")),
            ("name", say!(voice, "page-name")),
            ("seat1", say!(voice, "page-seat-one")),
            ("seat2", say!(voice, "page-seat-two")),
            ("links", say!(voice, "page-links")),
            ("then", say!(voice, "page-links-then")),
            ("start", say!(voice, "page-start")),
            ("leaders", say!(voice, "page-leaders")),
            ("events", say!(voice, "page-events")),
            ("newEvent", say!(voice, "page-new-event")),
            ("event", say!(voice, "page-event")),
            ("quick", say!(voice, "page-quick")),
            ("stats", say!(voice, "page-stats")),
            ("seasons", say!(voice, "page-seasons")),
            ("season", say!(voice, "page-season")),
            ("rules", say!(voice, "page-rules")),
            ("help", say!(voice, "page-help")),
            ("cut", say!(voice, "page-cut")),
            ("invite", say!(voice, "page-invite")),
            ("join", say!(voice, "page-join")),
            ("link", say!(voice, "page-link")),
            ("code", say!(voice, "page-code")),
            ("mix", say!(voice, "page-mix")),
            ("teams", say!(voice, "page-teams")),
            ("team", say!(voice, "page-team")),
            ("yourTeams", say!(voice, "page-your-teams")),
            ("tell", say!(voice, "page-tell")),
            ("hands", say!(voice, "page-hands")),
            ("language", say!(voice, "page-language")),
            ("privacy", say!(voice, "page-privacy")),
            ("settings", say!(voice, "page-settings")),
            ("hand", say!(voice, "button-hand")),
            ("table", say!(voice, "button-table")),
            ("resign", say!(voice, "button-resign")),
            ("draw", say!(voice, "button-offer-draw")),
            ("nudge", say!(voice, "button-nudge")),
            ("abort", say!(voice, "button-abort")),
            ("rematch", say!(voice, "button-rematch")),
        ])
    }

    pub(super) async fn finish(&self, draft: Draft) -> Post {
        let _turn = match &draft.sketch {
            Some((sketch, _)) if sketch.moves() => self.animating.acquire().await.ok(),
            _ => None,
        };
        draft.finish(&self.pictures).await
    }

    async fn draft_of(&self, slot: &Slot, wanted: Option<Lang>) -> Result<Option<Shown>, Error> {
        if matches!(
            slot.key.kind,
            SlotKind::Event | SlotKind::Round | SlotKind::Call | SlotKind::Closing
        ) {
            return self.event_slot(slot, wanted).await;
        }
        if slot.key.kind == SlotKind::Season {
            return self.season_slot(slot, wanted).await;
        }
        let table = match self.service.table(slot.key.table).await {
            Ok(table) => seen_in(table, slot),
            Err(Error::NoTable) => return Ok(None),
            Err(error) => return Err(error),
        };
        let draft = match (slot.key.kind, slot.key.reader) {
            (SlotKind::Hand, Some(reader)) => {
                let Some(seat) = table.seat_of(reader) else {
                    return Ok(None);
                };
                if table.hand_number() == 0 {
                    return Ok(None);
                }
                let lang = self.reader_lang(reader, slot.key.platform, table.place().venue).await?;
                Some(self.scene(&table, lang).await?.hand_page(seat))
            }
            (SlotKind::Hand, None) => None,
            (SlotKind::Ruling, Some(reader)) => {
                let Some(seat) = table.seat_of(reader) else {
                    return Ok(None);
                };
                let lang = self.reader_lang(reader, slot.key.platform, table.place().venue).await?;
                self.scene(&table, lang).await?.ruling_page(seat)
            }
            (kind, _) => {
                let lang = match wanted {
                    Some(lang) => lang,
                    None => self.public_lang(&table).await?,
                };
                let scene = self.scene(&table, lang).await?;
                match kind {
                    SlotKind::Table => Some(scene.table_page()),
                    SlotKind::Showdown => scene.showdown_page(slot.key.number),
                    SlotKind::Reminder => scene.reminder(slot.key.number),
                    SlotKind::Nudge => scene.nudge(slot.key.number),
                    SlotKind::Rematch => scene.rematch_call(slot.key.number),
                    SlotKind::Hand | SlotKind::Ruling => None,
                    // Of events and seasons, shown above.
                    SlotKind::Event | SlotKind::Round | SlotKind::Call | SlotKind::Closing | SlotKind::Season => None,
                }
            }
        };
        let Some(draft) = draft else { return Ok(None) };
        Ok(Some(Shown {
            post: self.finish(draft).await,
            version: table.version().0,
        }))
    }
}

/// Work that is made and kept apart from whoever waits for it. Where one of many kinds of work is chosen, their states would
/// all have room in the chooser's own, and without optimisation several times: more than a thread's stack holds.
#[inline(never)]
pub(super) fn later<'a, T, F>(make: impl FnOnce() -> F) -> Pin<Box<dyn Future<Output = T> + Send + 'a>>
where
    F: Future<Output = T> + Send + 'a,
{
    Box::pin(make())
}

/// An answer that is a short note and must be seen.
pub(super) fn alert(text: String) -> Answer {
    Answer {
        toast: Some(Toast {
            text: cut(text, TOAST_LIMIT),
            alert: true,
        }),
        ..Answer::default()
    }
}

/// An answer that is a short note.
pub(super) fn note(text: String) -> Answer {
    Answer {
        toast: Some(Toast {
            text: cut(text, TOAST_LIMIT),
            alert: false,
        }),
        ..Answer::default()
    }
}

pub(super) fn fault(error: Error) -> Fault {
    let code = match error {
        Error::Fault { code } | Error::NotStored { code } => code,
        other => other.to_string(),
    };
    Fault { code }
}
