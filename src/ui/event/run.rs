//! What people do in events: typed or pressed, it is found which event is meant, done, and answered.

use futures::future::BoxFuture;

use super::ask::{EventAsk, EventDeed, NewEvent};
use super::fee::fee_stays;
use super::guests::venue_of;
use super::make::bad_start;
use super::mine::which;
use super::organise::result;
use super::scene::{code, key};
use super::times::start;
use super::token::{EventAct, EventPage, EventToken, decode};
use crate::contest::{Asked, Contest, DueKind, Status, Wish};
use crate::id::PlayerId;
use crate::service::{Caller, Command, Error, EventError, EventOutcome};
use crate::ui::ask::{Answer, Guest};
use crate::ui::challenge::shown;
use crate::ui::desk::{Desk, alert};
use crate::ui::draft::{Draft, Keys, cut, rows};
use crate::ui::hand::NO_STAMP;
use crate::ui::names::tidy;
use crate::ui::people::{is_private, private_place};
use crate::ui::post::{Button, Press, Style};
use crate::ui::token::{Act, table_code};
use crate::ui::voice::{Lines, Voice, say, spans};

/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;
/// The longest label of one in UTF-16 units (Discord: 100 characters).
const LABEL: usize = 90;

/// Which event is meant.
enum Meant {
    One(Box<Contest>),
    /// None, or several: what to answer.
    Said(Box<Answer>),
}

impl Desk {
    /// Answers a question about events, or fulfils a wish.
    pub(in crate::ui) fn event<'a>(&'a self, guest: &'a Guest, ask: EventAsk) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let answered = match ask {
                EventAsk::Help => self.event_help(guest).await,
                EventAsk::List => self.event_list(guest).await,
                EventAsk::Mine => self.my_events(guest).await,
                EventAsk::Create(new) => self.create(guest, *new).await,
                EventAsk::Plan { when, ahead, event } => self.plan(guest, when, ahead, *event).await,
                EventAsk::Unplan(Some(typed)) => self.unplan_typed(guest, &typed).await,
                EventAsk::Unplan(None) => self.plan(guest, None, None, NewEvent::default()).await,
                EventAsk::Bring(event) => self.bring(guest, &event).await,
                EventAsk::Show { event, page } => self.show_page(guest, event.as_deref(), page).await,
                EventAsk::Do { event, deed } => self.event_deed(guest, event.as_deref(), deed).await,
            };
            self.event_said(guest, answered).await
        })
    }

    /// Answers a pressed button of an event.
    pub(in crate::ui) fn event_press<'a>(
        &'a self,
        guest: &'a Guest,
        token: &'a str,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let Some(token) = decode(token) else {
                return Ok(alert(say!(self.voice_for(guest).await, "refused-unreadable")));
            };
            let answered = self.event_pressed(guest, token).await;
            self.event_said(guest, answered).await
        })
    }

    pub(in crate::ui) async fn event_said(
        &self,
        guest: &Guest,
        answered: Result<Answer, EventError>,
    ) -> Result<Answer, Error> {
        match answered {
            Ok(answer) => Ok(answer),
            Err(error) => {
                let voice = self.voice_for(guest).await;
                let answer = self.event_excuse(guest, voice, &error).await?;
                let hushed = matches!(error, EventError::Blocked | EventError::BlockedOther(_));
                Ok(Answer { hushed, ..answer })
            }
        }
    }

    async fn event_excuse(&self, guest: &Guest, voice: Voice<'_>, error: &EventError) -> Result<Answer, Error> {
        use crate::contest::Refusal;
        if let EventError::Refused(Refusal::OtherTeam(player)) = error {
            let name = self.name_of(voice, guest, *player).await?;
            return Ok(alert(say!(voice, "refused-event-other-team", name = name)));
        }
        if let EventError::BlockedOther(player) = error {
            let name = self.name_of(voice, guest, *player).await?;
            return Ok(alert(say!(voice, "refused-event-blocked-other", name = name)));
        }
        Ok(voice.event_excuse(error).map(alert).unwrap_or_default())
    }

    fn event_pressed<'a>(&'a self, guest: &'a Guest, token: EventToken) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let player = self.meet(guest).await?;
            let voice = self.voice_for(guest).await;
            match token.act {
                EventAct::Make(at) => return self.create_plain(guest, at).await,
                EventAct::Unplan(schedule) => return self.unplan(guest, schedule).await,
                EventAct::Unqueue => return self.unqueue(guest).await,
                EventAct::Mine if token.event.0 == 0 => return self.my_events(guest).await,
                _ => {}
            }
            let contest = match token.act {
                // A button can be made up: it brings nobody into an event that they can't know of.
                EventAct::Join => {
                    self.service
                        .event_met(guest.account, token.event, venue_of(guest))
                        .await?
                }
                _ => self.service.event(token.event).await?,
            };
            match token.act {
                EventAct::Join => self.sign_up(guest, voice, player, &contest).await,
                EventAct::AskLeave => self.ask_leave(guest, voice, player, &contest).await,
                EventAct::Leave => self.leave(guest, voice, player, &contest).await,
                EventAct::CheckIn => self.check_in(guest, voice, &contest).await,
                EventAct::Here => self.come(guest, voice, player, &contest).await,
                EventAct::Pause => self.personal(guest, player, &contest, Wish::Pause).await,
                EventAct::Return => self.personal(guest, player, &contest, Wish::Return).await,
                EventAct::Mine => self.card(guest, player, &contest, false).await,
                EventAct::Open(page) => self.page_of(guest, player, &contest, page, None, false).await,
                EventAct::Turn(page, at) => {
                    let at = (at != super::pages::FIRST).then_some(usize::from(at));
                    self.page_of(guest, player, &contest, page, at, true).await
                }
                _ => self.organise(guest, voice, player, &contest, token.act).await,
            }
        })
    }

    fn event_deed<'a>(
        &'a self,
        guest: &'a Guest,
        typed: Option<&'a str>,
        deed: EventDeed,
    ) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let player = self.meet(guest).await?;
            let voice = self.voice_for(guest).await;
            let (act, wanted) = match &deed {
                EventDeed::Join => (EventAct::Join, Wanted::Joinable),
                EventDeed::Leave | EventDeed::Drop => (EventAct::AskLeave, Wanted::Own),
                EventDeed::CheckIn => (EventAct::CheckIn, Wanted::Own),
                EventDeed::Rest => (EventAct::Pause, Wanted::Own),
                EventDeed::Return => (EventAct::Return, Wanted::Own),
                EventDeed::Start | EventDeed::Manage => (EventAct::Manage, Wanted::Any),
                EventDeed::Pause => (EventAct::Hold, Wanted::Any),
                EventDeed::Resume => (EventAct::Resume, Wanted::Any),
                EventDeed::Cancel => (EventAct::AskCancel, Wanted::Any),
                EventDeed::Correct { .. } => (EventAct::Matches(0), Wanted::Any),
                EventDeed::Expel(_) => (EventAct::People(0), Wanted::Any),
                EventDeed::Organiser(_) | EventDeed::NoOrganiser(_) | EventDeed::Move(_) => {
                    (EventAct::Manage, Wanted::Any)
                }
            };
            let contest = match self.meant(guest, player, typed, act, wanted).await? {
                Meant::One(contest) => *contest,
                Meant::Said(answer) => return Ok(*answer),
            };
            let runs = contest.is_organiser(player) || guest.governs(contest.place().venue) || self.owns(guest);
            match deed {
                EventDeed::Join => self.sign_up(guest, voice, player, &contest).await,
                EventDeed::Leave | EventDeed::Drop => self.ask_leave(guest, voice, player, &contest).await,
                EventDeed::CheckIn => self.check_in(guest, voice, &contest).await,
                EventDeed::Rest => self.personal(guest, player, &contest, Wish::Pause).await,
                EventDeed::Return => self.personal(guest, player, &contest, Wish::Return).await,
                // Whoever does not run it can only mean themselves.
                EventDeed::Pause if !runs && contest.entrant(player).is_some() => {
                    self.personal(guest, player, &contest, Wish::Pause).await
                }
                EventDeed::Resume if !runs && contest.entrant(player).is_some() => {
                    self.personal(guest, player, &contest, Wish::Return).await
                }
                EventDeed::Start if contest.status() == Status::Open => {
                    self.organise(guest, voice, player, &contest, EventAct::Start).await
                }
                EventDeed::Start => {
                    let (stage, round) = next_round(&contest).unwrap_or_else(|| {
                        let ran = contest.stages().last();
                        ran.map_or((0, 1), |ran| (ran.stage, ran.round + 1))
                    });
                    self.organise(guest, voice, player, &contest, EventAct::Next(stage, round))
                        .await
                }
                EventDeed::Manage => self.organise(guest, voice, player, &contest, EventAct::Manage).await,
                EventDeed::Pause => self.organise(guest, voice, player, &contest, EventAct::Hold).await,
                EventDeed::Resume => self.organise(guest, voice, player, &contest, EventAct::Resume).await,
                EventDeed::Cancel => self.organise(guest, voice, player, &contest, EventAct::AskCancel).await,
                EventDeed::Correct { board: None, .. } => {
                    self.organise(guest, voice, player, &contest, EventAct::Matches(0))
                        .await
                }
                EventDeed::Correct {
                    board: Some(board),
                    result: typed,
                } => {
                    let pairing = u32::try_from(board - 1).ok().map(crate::contest::PairingId);
                    let Some(pairing) = pairing.filter(|pairing| contest.pairing(*pairing).is_some()) else {
                        return Ok(alert(say!(voice, "refused-event-no-pairing")));
                    };
                    let Some(typed) = typed else {
                        return self
                            .organise(guest, voice, player, &contest, EventAct::AskCorrect(pairing))
                            .await;
                    };
                    let Some(wish) = result(pairing, &typed) else {
                        return Ok(alert(say!(voice, "refused-event-result", text = shown(&typed))));
                    };
                    let outcome = self.event_wish(guest, player, &contest, wish).await?;
                    let scene = self
                        .event_scene(&outcome.contest, voice.lang, contest.place().venue, None)
                        .await?;
                    let line = scene
                        .pairing(pairing)
                        .map(|pairing| scene.board(pairing).line)
                        .unwrap_or_default();
                    Ok(alert(say!(voice, "event-corrected", board = line)))
                }
                EventDeed::Expel(None) => self.organise(guest, voice, player, &contest, EventAct::People(0)).await,
                EventDeed::Expel(foe) => match self.event_person(guest, voice, &contest, foe).await? {
                    Ok(whom) => {
                        self.organise(guest, voice, player, &contest, EventAct::AskExpel(whom))
                            .await
                    }
                    Err(said) => Ok(alert(said)),
                },
                EventDeed::Organiser(foe) => self.set_organiser(guest, voice, player, &contest, (foe, true)).await,
                EventDeed::NoOrganiser(foe) => self.set_organiser(guest, voice, player, &contest, (foe, false)).await,
                EventDeed::Move(typed) => {
                    let typed = typed.unwrap_or_default();
                    let zone = self.calendar(contest.place().venue).await?;
                    let at = match start(&typed, &zone, self.service.now()) {
                        Ok(begins) => begins.at,
                        Err(bad) => return Ok(alert(bad_start(voice, bad, &typed))),
                    };
                    let Some(at) = at else {
                        return Ok(alert(say!(voice, "refused-event-start", text = shown(&typed))));
                    };
                    let outcome = self.event_wish(guest, player, &contest, Wish::Move(at)).await?;
                    let scene = self
                        .event_scene(&outcome.contest, voice.lang, contest.place().venue, None)
                        .await?;
                    let mut lines = Lines::default();
                    lines.line(spans!(voice, "event-starts-at", at = scene.at(at)));
                    Ok(self
                        .to_one(Draft {
                            text: lines.text(),
                            ..Draft::default()
                        })
                        .await)
                }
            }
        })
    }

    /// Does it in the name of the guest.
    pub(super) async fn event_wish(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        wish: Wish,
    ) -> Result<EventOutcome, EventError> {
        let here = guest.place.filter(|place| !is_private(*place));
        let home = contest.place();
        let admin = guest.governs(home.venue) || self.owns(guest);
        // The private chat is nobody's other venue: who runs an event runs it from there too.
        let at = here.or_else(|| (admin || contest.is_organiser(player)).then_some(home));
        let brings = here.is_some_and(|place| place.venue != home.venue) && self.may_open(guest).await?;
        let command = Command::Event {
            event: contest.id(),
            wish,
            admin,
            at,
            brings,
            inbox: guest.update,
        };
        self.service.handle_event(Caller::Person(guest.account), command).await
    }

    /// The event that must be meant.
    async fn meant(
        &self,
        guest: &Guest,
        player: PlayerId,
        typed: Option<&str>,
        act: EventAct,
        wanted: Wanted,
    ) -> Result<Meant, EventError> {
        let voice = self.voice_for(guest).await;
        if let Some(typed) = typed
            .map(|typed| typed.trim().trim_start_matches('#'))
            .filter(|typed| !typed.is_empty())
        {
            return Ok(
                match self.service.event_called(guest.account, typed, venue_of(guest)).await {
                    Ok(contest) => Meant::One(Box::new(contest)),
                    Err(EventError::NoEvent) => Meant::Said(Box::new(alert(say!(
                        voice,
                        "refused-event-unknown",
                        text = shown(typed)
                    )))),
                    Err(error) => return Err(error),
                },
            );
        }
        let mine = self.service.my_events(player).await?;
        let venue = venue_of(guest);
        let mut here = Vec::new();
        if let Some(venue) = venue {
            // Pages are also looked at when all is over.
            let open_only = wanted != Wanted::Shown;
            let found = self.service.events(venue, open_only).await?;
            for row in found.into_iter().take(OPTIONS) {
                match mine.iter().find(|contest| contest.id() == row.id) {
                    Some(contest) => here.push(contest.clone()),
                    None => here.extend(self.service.readable_event(row.id).await?),
                }
            }
        }
        // What is shown here as a guest is here, too.
        let near = |contest: &&Contest| {
            let home = venue.is_none_or(|venue| contest.place().venue == venue);
            home || here.iter().any(|one| one.id() == contest.id())
        };
        // Where none of one's own is here, those elsewhere can only be meant.
        let own: Vec<Contest> = match mine.iter().any(|contest| near(&contest)) {
            true => mine.iter().filter(near).cloned().collect(),
            false => mine.clone(),
        };
        let mut found: Vec<Contest> = match wanted {
            Wanted::Own => own,
            Wanted::Joinable => here
                .into_iter()
                .filter(|contest| contest.entrant(player).is_none())
                .collect(),
            Wanted::Any => {
                let mut all = if here.is_empty() { own } else { here };
                // Who runs one of several means that one.
                if all.iter().filter(|contest| contest.is_organiser(player)).count() == 1 {
                    all.retain(|contest| contest.is_organiser(player));
                }
                all
            }
            Wanted::Shown => {
                let mut all = if here.is_empty() { own } else { here };
                let open = |contest: &Contest| matches!(contest.status(), Status::Open | Status::Running);
                if all.iter().any(open) {
                    all.retain(open);
                } else {
                    // The one that was last.
                    all.truncate(1);
                }
                let takes_part: Vec<Contest> = all
                    .iter()
                    .filter(|one| one.entrant(player).is_some())
                    .cloned()
                    .collect();
                if takes_part.len() == 1 { takes_part } else { all }
            }
        };
        if found.len() == 1
            && let Some(one) = found.pop()
        {
            return Ok(Meant::One(Box::new(one)));
        }
        if found.is_empty() {
            return Ok(Meant::Said(Box::new(alert(match wanted {
                Wanted::Own => say!(voice, "refused-event-none-own"),
                Wanted::Joinable => say!(voice, "refused-event-none-open"),
                Wanted::Any | Wanted::Shown => say!(voice, "refused-event-none"),
            }))));
        }
        let options = found.iter().take(OPTIONS).map(|contest| {
            let label = format!("{} · {}", tidy(&contest.format().title), code(contest.id()));
            token_of(key(contest.id(), label, act, Style::Secondary))
        });
        let row = which("event", voice, options.flatten().collect());
        let draft = Draft {
            text: say!(voice, "event-which").into(),
            rows: vec![row],
            ..Draft::default()
        };
        Ok(Meant::Said(Box::new(self.to_one(draft).await)))
    }

    /// Signs off at once before the start; after it, asks first.
    async fn ask_leave(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        if contest.status() != Status::Running || contest.entrant(player).is_none() {
            return self.leave(guest, voice, player, contest).await;
        }
        let asked = say!(voice, "event-ask-drop", title = tidy(&contest.format().title));
        let yes = key(
            contest.id(),
            say!(voice, "button-event-drop"),
            EventAct::Leave,
            Style::Danger,
        );
        let rest = key(
            contest.id(),
            say!(voice, "button-event-pause"),
            EventAct::Pause,
            Style::Secondary,
        );
        Ok(self
            .to_one(Draft {
                text: fee_stays(voice, contest, asked).into(),
                rows: rows(vec![yes, rest]),
                ..Draft::default()
            })
            .await)
    }

    async fn leave(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        let title = tidy(&contest.format().title);
        if contest.status() == Status::Running {
            self.event_wish(guest, player, contest, Wish::Drop).await?;
            let said = fee_stays(voice, contest, say!(voice, "event-dropped", title = title));
            return Ok(self.settled(guest, said).await);
        }
        let outcome = self.event_wish(guest, player, contest, Wish::SignOff).await?;
        let said = say!(voice, "event-left", title = title);
        Ok(alert(self.with_fee(voice, player, &outcome, said).await?))
    }

    async fn check_in(&self, guest: &Guest, voice: Voice<'_>, contest: &Contest) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        self.event_wish(guest, player, contest, Wish::CheckIn).await?;
        Ok(alert(say!(
            voice,
            "event-checked-in",
            title = tidy(&contest.format().title)
        )))
    }

    /// "I'm here" for the match of this round.
    async fn come(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        player: PlayerId,
        contest: &Contest,
    ) -> Result<Answer, EventError> {
        let Asked::Show(pairing, _) = contest.asked(player) else {
            return self.card(guest, player, contest, false).await;
        };
        let outcome = self.event_wish(guest, player, contest, Wish::Show(pairing)).await?;
        // Both are there: the table may be laid already.
        let contest = self.service.event(outcome.event).await?;
        match contest.asked(player) {
            Asked::Play(_, table) => {
                let keys = Keys { table, stamp: NO_STAMP };
                let id = table_code(table).to_uppercase();
                let button = keys.button(say!(voice, "button-hand"), Act::Hand, Style::Primary);
                Ok(self
                    .to_one(Draft {
                        text: say!(voice, "event-begins", id = id).into(),
                        rows: rows(vec![button]),
                        ..Draft::default()
                    })
                    .await)
            }
            _ => {
                let scene = self
                    .event_scene(&contest, voice.lang, contest.place().venue, Some(player))
                    .await?;
                // A note can't show moments: who must come by when is a message.
                let mut lines = Lines::default();
                lines.line(scene.asked());
                Ok(self
                    .to_one(Draft {
                        text: lines.text(),
                        ..Draft::default()
                    })
                    .await)
            }
        }
    }

    async fn personal(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        wish: Wish,
    ) -> Result<Answer, EventError> {
        let outcome = self.event_wish(guest, player, contest, wish).await?;
        self.card(guest, player, &outcome.contest, true).await
    }

    /// A pressed page becomes a sentence.
    pub(super) async fn settled(&self, _: &Guest, said: String) -> Answer {
        let mut answer = self
            .to_one(Draft {
                text: said.into(),
                ..Draft::default()
            })
            .await;
        answer.replace = true;
        answer
    }

    async fn show_page(&self, guest: &Guest, typed: Option<&str>, page: EventPage) -> Result<Answer, EventError> {
        let player = self.meet(guest).await?;
        let act = EventAct::Turn(page, super::pages::FIRST);
        match self.meant(guest, player, typed, act, Wanted::Shown).await? {
            Meant::One(contest) => self.page_of(guest, player, &contest, page, None, false).await,
            Meant::Said(answer) => Ok(*answer),
        }
    }

    async fn page_of(
        &self,
        guest: &Guest,
        player: PlayerId,
        contest: &Contest,
        page: EventPage,
        at: Option<usize>,
        replace: bool,
    ) -> Result<Answer, EventError> {
        let lang = self.voice_for(guest).await.lang;
        let venue = guest.place.unwrap_or_else(|| private_place(guest)).venue;
        let scene = self.event_scene(contest, lang, venue, Some(player)).await?;
        // What this event does not have is shown as what it has instead.
        let page = match page {
            EventPage::Bracket if scene.view.bracket.is_none() => EventPage::Standings,
            other => other,
        };
        let mut answer = self.to_one(scene.page(page, at)).await;
        answer.replace = replace;
        Ok(answer)
    }

    async fn event_help(&self, guest: &Guest) -> Result<Answer, EventError> {
        let voice = self.voice_for(guest).await;
        Ok(self
            .to_one(Draft {
                text: super::orders::help(voice, guest.account.platform),
                ..Draft::default()
            })
            .await)
    }
}

/// Which events can be meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// One that the person takes part in.
    Own,
    /// One that the person does not take part in.
    Joinable,
    /// Any that is not over.
    Any,
    /// Any, and the last one when all are over.
    Shown,
}

/// The round that an organiser can begin now: all matches of the one before have a result.
pub(super) fn next_round(contest: &Contest) -> Option<(u8, u16)> {
    contest.dues().into_iter().find_map(|due| match due.kind {
        DueKind::Next { stage, round } => Some((stage, round)),
        _ => None,
    })
}

/// A button as an option of a select.
pub(super) fn token_of(button: Button) -> Option<(String, String)> {
    match button.press {
        Press::Token(token) => Some((cut(button.label, LABEL), token)),
        Press::Link(_) => None,
    }
}
