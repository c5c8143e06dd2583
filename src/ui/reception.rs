//! Commands: what each question is answered with.

use super::ask::{Answer, Ask, Challenge, Foe, Guest};
use super::challenge::{shown, terms};
use super::commands::{first_steps, help};
use super::desk::{Desk, alert, later, note};
use super::draft::{Draft, Keys, rows};
use super::event::EventAsk;
use super::hand::{NO_STAMP, TOAST_LIMIT};
use super::people::{is_private, private_place, seen_by, tidy_handle};
use super::post::{Row, Span, Style, Text};
use super::token::{Act, table_code, table_of_code};
use super::voice::{Lines, Voice, say, units};
use crate::id::{Lang, Place, Platform, PlayerId, Seat, TableId};
use crate::service::{Caller, Change, Command, DeedKind, Error, Of, SlotId, SlotKind};
use crate::table::{Invitee, Stage, Table, Terms};

impl Desk {
    pub(super) async fn attend(&self, guest: &Guest, ask: Ask) -> Result<Answer, Error> {
        self.note_venue(guest).await?;
        if let Some(pointer) = self.pointer(guest, &ask).await? {
            return Ok(pointer.hushed());
        }
        match ask {
            Ask::Press(token) => later(|| self.press(guest, &token)).await,
            Ask::Challenge(challenge) => later(|| self.challenge(guest, challenge)).await,
            Ask::Invite(challenge) => later(|| self.invite(guest, challenge)).await,
            Ask::Join { code } => later(|| self.join(guest, &code)).await,
            Ask::Link { code } => later(|| self.link(guest, code.as_deref())).await,
            Ask::Unlink => later(|| self.unlink(guest)).await,
            Ask::Hand => later(|| self.hand(guest)).await,
            Ask::Table => later(|| self.table(guest)).await,
            Ask::Resign => later(|| self.resign(guest)).await,
            Ask::Draw => later(|| self.draw(guest)).await,
            Ask::Abort => later(|| self.abort(guest)).await,
            Ask::Nudge => later(|| self.nudge(guest)).await,
            Ask::Rematch => later(|| self.rematch(guest)).await,
            Ask::Watch { id } => later(|| self.watch_by_id(guest, &id)).await,
            Ask::Leaders(wish) => later(|| self.leaders(guest, &wish)).await,
            Ask::Stats { whom, versus } => later(|| self.stats(guest, whom.as_ref(), versus.as_ref())).await,
            Ask::Seasons => later(|| self.seasons_here(guest)).await,
            Ask::Rules { preset } => later(|| self.rules(guest, preset.as_deref())).await,
            Ask::Verify { id, hand } => later(|| self.verify(guest, &id, hand)).await,
            Ask::Cut { words } => later(|| self.cut(guest, &words)).await,
            Ask::Help => {
                let text = help(self.public_voice(guest).await?, guest.account.platform);
                let draft = Draft {
                    text,
                    ..Draft::default()
                };
                later(|| self.to_all(guest, draft)).await
            }
            Ask::Settings(wish) => later(|| self.settings(guest, wish)).await,
            Ask::Games => later(|| self.games(guest)).await,
            Ask::Replay { table, hand } => later(|| self.replay(guest, table.as_deref(), hand)).await,
            Ask::Language { lang, venue } => later(|| self.language(guest, lang.as_deref(), venue)).await,
            Ask::Admin(order) => Ok(later(|| self.order(guest, order)).await?.hushed()),
            Ask::Event(ask) => later(|| self.event(guest, ask)).await,
            Ask::Quick(typed) => later(|| self.quick_match(guest, typed)).await,
            Ask::Team(wish) => later(|| self.team(guest, wish)).await,
            Ask::Privacy { what } => later(|| self.privacy(guest, what.as_deref())).await,
            Ask::Start { payload } => later(|| self.start(guest, payload.as_deref())).await,
        }
    }

    /// An answer for the whole chat, or in a private chat for its owner.
    pub(super) async fn to_all(&self, guest: &Guest, draft: Draft) -> Result<Answer, Error> {
        let alone = guest.place.is_none_or(is_private);
        let post = self
            .finish(Draft {
                private: alone,
                ..draft
            })
            .await;
        Ok(if alone {
            Answer {
                post: Some(post),
                ..Answer::default()
            }
        } else {
            Answer {
                public: Some(post),
                ..Answer::default()
            }
        })
    }

    /// An answer for the asker alone.
    pub(super) async fn to_one(&self, draft: Draft) -> Answer {
        Answer {
            post: Some(self.finish(Draft { private: true, ..draft }).await),
            ..Answer::default()
        }
    }

    /// Something that must be seen: a short note, or a message of its own where it is no short one.
    pub(super) async fn tell(&self, said: String) -> Answer {
        if units(&said) <= TOAST_LIMIT {
            return alert(said);
        }
        self.to_one(Draft {
            text: said.into(),
            ..Draft::default()
        })
        .await
    }

    async fn challenge(&self, guest: &Guest, challenge: Challenge) -> Result<Answer, Error> {
        self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let (place, opponent, terms) = match self.wanted(voice, guest, &challenge).await? {
            Ok(wanted) => wanted,
            Err(said) => return Ok(alert(said)),
        };
        let computer = opponent == Invitee::Robot;
        let command = Command::Challenge {
            place,
            opponent,
            terms,
            inbox: guest.update,
        };
        self.service.handle(Caller::Person(guest.account), command).await?;
        if guest.account.platform == Platform::Telegram {
            // The table's own message is the answer; a second one would only be noise.
            return Ok(Answer::default());
        }
        Ok(note(if computer {
            say!(voice, "toast-computer")
        } else {
            say!(voice, "toast-challenged")
        }))
    }

    /// Where a challenge stands, whom it is for and what is played, or why it can't be.
    pub(super) async fn wanted(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        challenge: &Challenge,
    ) -> Result<Result<(Place, Invitee, Terms), String>, Error> {
        let terms = match terms(voice, challenge, &self.house_here(guest).await?) {
            Ok(terms) => terms,
            Err(said) => return Ok(Err(said)),
        };
        let opponent = match self.invitee(voice, guest, &challenge.opponent).await? {
            Ok(invitee) => invitee,
            Err(said) => return Ok(Err(said)),
        };
        let place = guest.place.unwrap_or_else(|| private_place(guest));
        if is_private(place) && opponent != Invitee::Robot {
            return Ok(Err(say!(voice, "refused-private")));
        }
        Ok(Ok((place, opponent, terms)))
    }

    /// Whom the challenge is for, or why it can't be.
    async fn invitee(&self, voice: Voice<'_>, guest: &Guest, foe: &Foe) -> Result<Result<Invitee, String>, Error> {
        let myself = || Ok(Err(say!(voice, "refused-self")));
        match foe {
            Foe::Person { account, .. } if *account == guest.account => myself(),
            Foe::Person { account, name, handle } => Ok(Ok(Invitee::Player(
                self.meet_person(*account, name, handle.as_deref()).await?,
            ))),
            Foe::Handle(typed) => {
                let handle = tidy_handle(typed);
                let letters = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
                if handle.is_empty() || !handle.chars().all(letters) {
                    return Ok(Err(say!(voice, "refused-handle", text = shown(typed))));
                }
                let own = guest.handle.as_deref().map(tidy_handle);
                if own.as_deref() == Some(handle.as_str()) {
                    return myself();
                }
                let bot = self.bot(guest.account.platform).map(|bot| bot.name.to_lowercase());
                if bot.as_deref() == Some(handle.as_str()) {
                    return Ok(Ok(Invitee::Robot));
                }
                let store = self.service.store();
                let known = store.by_handle(guest.account.platform, &handle).await;
                Ok(Ok(match known.map_err(|error| self.service.fault(error))? {
                    Some(player) => Invitee::Player(player),
                    None => Invitee::Name(handle),
                }))
            }
            Foe::Computer => Ok(Ok(Invitee::Robot)),
            Foe::Bot => Ok(Err(say!(voice, "refused-bot"))),
            Foe::Anyone => Ok(Ok(Invitee::Anyone)),
        }
    }

    async fn hand(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.own_tables(guest, player).await?;
        let Some((table, seat)) = tables.first() else {
            // Whoever is awaited in an event is told so.
            let events = self.event(guest, EventAsk::Mine).await?;
            return Ok(match events.post {
                Some(_) => events,
                None => alert(say!(voice, "refused-no-match")),
            });
        };
        let scene = self.scene(table, voice.lang).await?;
        let mut draft = scene.hand_page(*seat);
        if tables.len() > 1 {
            let more = i64::try_from(tables.len() - 1).unwrap_or(i64::MAX);
            draft
                .text
                .0
                .push(Span::Plain(format!("\n{}", say!(voice, "games-others", n = more))));
        }
        let mut answer = self.to_one(draft).await;
        answer.slot = self.hand_slot(guest, table, player).await?;
        Ok(answer)
    }

    /// The slot that a hand shown in the private chat stands for, with the version shown.
    pub(super) async fn hand_slot(
        &self,
        guest: &Guest,
        table: &Table,
        player: PlayerId,
    ) -> Result<Option<(SlotId, i64)>, Error> {
        // On Telegram an answer for the asker alone goes to the private chat, wherever it was asked.
        let elsewhere = guest.account.platform != Platform::Telegram;
        if (elsewhere && guest.place.is_some_and(|place| !is_private(place))) || table.hand_number() == 0 {
            return Ok(None);
        }
        let chat = (guest.account.platform, guest.account.user);
        let slot = self
            .service
            .store()
            .slot_in(table.id(), SlotKind::Hand, 0, Some(player), chat)
            .await;
        let slot = slot.map_err(|error| self.service.fault(error))?;
        Ok(slot.map(|slot| (slot.id, table.version().0)))
    }

    async fn table(&self, guest: &Guest) -> Result<Answer, Error> {
        let place = guest.place.unwrap_or_else(|| private_place(guest));
        let store = self.service.store();
        let player = store
            .player_of(guest.account)
            .await
            .map_err(|error| self.service.fault(error))?;
        let open = async |of| store.open_tables(of).await.map_err(|error| self.service.fault(error));
        let own = match player {
            Some(player) => open(Of::Player(player)).await?,
            None => Vec::new(),
        };
        let here = match guest.place {
            Some(place) => self.service.standing_in(place).await?,
            None => own.clone(),
        };
        // One's own table first, then the newest; a channel may hold more tables than one question should read.
        let mut table = None;
        for &id in own.iter().filter(|id| here.contains(id)) {
            let found = self.service.table(id).await?;
            if player.is_some_and(|player| found.seat_of(player).is_some()) {
                table = Some(found);
                break;
            }
        }
        let table = match (table, here.first()) {
            (Some(table), _) => table,
            (None, Some(&newest)) => self.service.table(newest).await?,
            (None, None) => {
                return Ok(alert(say!(self.voice_for(guest).await, "refused-no-match-place")));
            }
        };
        let table = &seen_by(table, guest);
        let lang = if guest.place.is_some() && !is_private(place) {
            self.public_lang(table).await?
        } else {
            self.voice_for(guest).await.lang
        };
        let draft = self.scene(table, lang).await?.table_page();
        let mut answer = self.to_all(guest, Draft { ping: None, ..draft }).await?;
        // Where messages ping when they are sent, a challenge is sent once: whoever likes could call its person again and again.
        let calls = guest.account.platform != Platform::Telegram && table.stage() == Stage::Invited;
        if answer.public.is_some() && !calls {
            let chat = (place.venue.platform, place.venue.chat);
            let slot = store.slot_in(table.id(), SlotKind::Table, 0, None, chat).await;
            answer.anew = slot.map_err(|error| self.service.fault(error))?.map(Box::new);
        }
        Ok(answer)
    }

    async fn resign(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.own_tables(guest, player).await?;
        let Some((table, seat)) = tables.first() else {
            return Ok(alert(say!(voice, "refused-no-match")));
        };
        let draft = self.scene(table, voice.lang).await?.resign_page(*seat);
        Ok(self.to_one(draft).await)
    }

    async fn games(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.service.tables(Of::Player(player)).await?;
        let aborts = self.service.aborts(player).await?;
        let mut lines = Lines::default();
        if tables.is_empty() {
            lines.plain(say!(voice, "games-none"));
        } else {
            lines.bold(say!(voice, "games-yours"));
        }
        let mut buttons = Vec::new();
        for table in tables {
            let table = &seen_by(table, guest);
            let scene = self.scene(table, voice.lang).await?;
            let seat = table.seat_of(player).unwrap_or(Seat::FIRST);
            let state = match (table.stage(), table.to_move()) {
                (Stage::Invited, _) => say!(voice, "games-invited"),
                (Stage::Gathering, _) => say!(voice, "games-gathering"),
                _ if table.paused().is_some() => say!(voice, "games-paused"),
                (_, Some(asked)) if asked == seat => say!(voice, "games-your-turn"),
                _ => say!(voice, "games-their-turn"),
            };
            let at = format!("{} · {}", scene.venue, scene.match_id());
            let opponent = scene.name(seat.other());
            lines.plain(say!(voice, "games-line", opponent = &opponent, at = at, state = state));
            let keys = Keys {
                table: table.id(),
                stamp: NO_STAMP,
            };
            let id = table_code(table.id()).to_uppercase();
            let label = say!(voice, "button-game", opponent = opponent, id = id);
            buttons.push(keys.button(label, Act::Hand, Style::Secondary));
        }
        if aborts.all > 0 {
            lines.plain(voice.aborts(aborts));
        }
        let mut rows: Vec<Row> = buttons
            .chunks(GAMES_A_ROW)
            .map(|row| Row::Buttons(row.to_vec()))
            .take(ROWS)
            .collect();
        let (events, options) = match self.event_tasks(guest, voice, player).await {
            Ok(tasks) => tasks,
            Err(error) => return Err(super::event::broken(error)),
        };
        lines.line(events.text().0);
        if !options.is_empty() && rows.len() < ROWS {
            rows.push(super::event::which("event-mine", voice, options));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            })
            .await)
    }

    pub(super) async fn language(&self, guest: &Guest, typed: Option<&str>, venue: bool) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let place = guest.place.filter(|place| venue && !is_private(*place));
        if place.is_some() && !guest.admin {
            return Ok(alert(say!(voice, "refused-admin")));
        }
        let Some(typed) = typed else {
            let keys = Keys {
                table: TableId(0),
                stamp: NO_STAMP,
            };
            let button = |lang: Lang| {
                let name = say!(Voice::new(&self.words, lang), "language-name");
                keys.button(name, Act::Speak(lang, place.is_some()), Style::Secondary)
            };
            let text = match place {
                Some(_) => say!(self.public_voice(guest).await?, "language-venue"),
                None => say!(voice, "language-yours"),
            };
            let rows = rows(Lang::ALL.into_iter().map(button).collect());
            return Ok(self
                .to_one(Draft {
                    text: Text::from(text),
                    rows,
                    ..Draft::default()
                })
                .await);
        };
        match language(typed) {
            Some(lang) => self.speak(guest, lang, place.is_some()).await,
            None => Ok(alert(say!(voice, "refused-language", text = shown(typed)))),
        }
    }

    /// Speaks this language from now on, to the guest or in the venue.
    pub(super) async fn speak(&self, guest: &Guest, lang: Lang, venue: bool) -> Result<Answer, Error> {
        let voice = Voice::new(&self.words, lang);
        if !venue {
            let player = self.meet(guest).await?;
            let store = self.service.store();
            store
                .set_player_lang(player, lang)
                .await
                .map_err(|error| self.service.fault(error))?;
            return Ok(note(say!(voice, "language-set")));
        }
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return Ok(alert(say!(self.voice_for(guest).await, "refused-no-venue")));
        };
        if !guest.admin {
            return Ok(alert(say!(self.voice_for(guest).await, "refused-admin")));
        }
        let (by, tag) = (self.moderating(guest).await?, Some(lang.tag().to_owned()));
        self.service
            .govern(by, place.venue, DeedKind::Language, Change::Language(lang), tag)
            .await?;
        let text = Text::from(say!(voice, "language-venue-set"));
        self.to_all(
            guest,
            Draft {
                text,
                ..Draft::default()
            },
        )
        .await
    }

    async fn start(&self, guest: &Guest, payload: Option<&str>) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let asked = payload.map(str::trim).filter(|payload| !payload.is_empty());
        let named = asked
            .and_then(|payload| payload.strip_prefix('t'))
            .and_then(table_of_code);
        if let Some(code) = asked.and_then(|payload| payload.strip_prefix('j')) {
            return Box::pin(self.join(guest, code)).await;
        }
        let mut lines = Lines::default();
        if let Some(id) = named {
            let table = match self.service.table(id).await {
                Ok(table) => Some(table),
                Err(Error::NoTable) => None,
                Err(error) => return Err(error),
            };
            match table.and_then(|table| Some((table.seat_of(player)?, seen_by(table, guest)))) {
                Some((seat, table)) if !table.is_over() => return self.welcome_back(guest, &table, seat, player).await,
                _ => lines.plain(say!(voice, "start-stale")),
            };
        }
        let tables = self.own_tables(guest, player).await?;
        if let Some((table, seat)) = tables.first() {
            return self.welcome_back(guest, table, *seat, player).await;
        }
        lines.plain(say!(voice, "start-welcome"));
        lines.line(first_steps(voice, guest.account.platform).0);
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }

    /// After Start for a waiting table: the hand, unless delivery brings it anyway.
    async fn welcome_back(&self, guest: &Guest, table: &Table, seat: Seat, player: PlayerId) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let scene = self.scene(table, voice.lang).await?;
        let opponent = scene.name(seat.other());
        let open = say!(voice, "start-open");
        let goes_on = if table.hand_number() == 0 {
            say!(voice, "start-gathering", opponent = opponent)
        } else {
            say!(voice, "start-waiting", opponent = opponent)
        };
        let chat = (guest.account.platform, guest.account.user);
        let slot = self
            .service
            .store()
            .slot_in(table.id(), SlotKind::Hand, 0, Some(player), chat)
            .await;
        let slot = slot.map_err(|error| self.service.fault(error))?;
        if slot.is_some_and(|slot| slot.message.is_some()) && table.hand_number() > 0 {
            let mut answer = self.to_one(scene.hand_page(seat)).await;
            answer.slot = self.hand_slot(guest, table, player).await?;
            return Ok(answer);
        }
        let mut lines = Lines::default();
        lines.plain(open).plain(goes_on);
        lines.plain(format!("{} · {}", scene.venue, scene.match_id()));
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }

    /// The person's running matches: those of this place first, then those that wait for the person.
    pub(super) async fn own_tables(&self, guest: &Guest, player: PlayerId) -> Result<Vec<(Table, Seat)>, Error> {
        let tables = self.service.tables(Of::Player(player)).await?;
        let mut own: Vec<(Table, Seat)> = Vec::new();
        for table in tables {
            if let Some(seat) = table.seat_of(player).filter(|_| table.stage() != Stage::Invited) {
                own.push((seen_by(self.seen(table, player).await?, guest), seat));
            }
        }
        own.sort_by_key(|(table, seat)| {
            (
                guest.place != Some(table.place()),
                table.hand_number() == 0,
                table.to_move() != Some(*seat),
            )
        });
        Ok(own)
    }
}

/// Games are listed as buttons four a row, so that all a person can have fit into five rows.
const GAMES_A_ROW: usize = 4;
/// The most rows (Discord's limit).
const ROWS: usize = 5;

/// The language that was typed, by tag or by name.
pub(super) fn language(typed: &str) -> Option<Lang> {
    match typed.trim().to_lowercase().as_str() {
        "english" | "英文" | "英语" | "英語" => Some(Lang::En),
        "简体中文" | "简体" | "中文" | "chinese" => Some(Lang::ZhHans),
        "繁體中文" | "繁體" | "正體" | "正體中文" => Some(Lang::ZhHant),
        tag => tag.parse().ok(),
    }
}
