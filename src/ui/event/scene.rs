//! An event with everything that its pages say: names, language, zone.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::token::{EventAct, EventToken, encode};
use crate::contest::{Contest, Kind, Stage, Status, View};
use crate::id::{EventId, Lang, Millis, PlayerId, TableId, TeamId, Venue};
use crate::service::{Error, terms_of};
use crate::table::Terms;
use crate::ui::desk::Desk;
use crate::ui::draft::cut;
use crate::ui::names::{Face, isolated, tell_apart, tidy};
use crate::ui::post::{Button, Press, Span, Style};
use crate::ui::token::table_code;
use crate::ui::voice::{Voice, say};
use crate::ui::zone::written;

/// An event as one language's readers see it.
pub(super) struct EventScene<'a> {
    pub(super) voice: Voice<'a>,
    pub(super) contest: &'a Contest,
    pub(super) view: View,
    /// To whom its pot went, once it is over.
    pub(super) paid_out: Vec<(PlayerId, i64)>,
    /// Who looks.
    pub(super) viewer: Option<PlayerId>,
    pub(super) terms: Option<Terms>,
    faces: BTreeMap<PlayerId, Face>,
    /// The zone of the place, where the platform has no moments of its own.
    zone: Option<TimeZone>,
    /// The zone of the place, else UTC: a picture shows no reader their own time.
    calendar: TimeZone,
}

impl Desk {
    /// The event as its readers on this platform and in this venue see it.
    pub(super) async fn event_scene<'a>(
        &'a self,
        contest: &'a Contest,
        lang: Lang,
        venue: Venue,
        viewer: Option<PlayerId>,
    ) -> Result<EventScene<'a>, Error> {
        let voice = Voice::new(&self.words, lang);
        let view = contest.view(viewer);
        let mut players: Vec<PlayerId> = view.entrants.iter().map(|entrant| entrant.player).collect();
        players.extend(&view.waiting);
        let paid_out = match contest.status() {
            Status::Finished if contest.format().fee > 0 => self.service.paid_out(contest.id()).await?,
            _ => Vec::new(),
        };
        players.extend(paid_out.iter().map(|(player, _)| *player));
        players.extend(contest.organisers());
        players.extend(view.pairings.iter().flat_map(|pairing| pairing.players));
        players.extend(view.places.iter().map(|(_, player)| *player));
        players.extend(
            view.teams
                .iter()
                .chain(&view.waiting_teams)
                .flat_map(|team| team.people().collect::<Vec<_>>()),
        );
        players.sort_unstable();
        players.dedup();
        let people = self.service.people(&players).await?;
        let mut faces: Vec<Face> = people
            .iter()
            .map(|person| self.face(voice, person, venue.platform))
            .collect();
        tell_apart(&mut faces);
        Ok(EventScene {
            voice,
            contest,
            terms: terms_of(contest.format()),
            view,
            paid_out,
            viewer,
            faces: faces
                .into_iter()
                .filter_map(|face| Some((face.player?, face)))
                .collect(),
            zone: self.zone(venue).await?,
            calendar: self.calendar(venue).await?,
        })
    }

    /// The zone in which events of this venue are planned: the one that moderators set, else UTC.
    pub(super) async fn calendar(&self, venue: Venue) -> Result<TimeZone, Error> {
        let set = self.service.store().venue_setting(venue, crate::service::ZONE).await;
        let set = set.map_err(|error| self.service.fault(error))?;
        Ok(set.as_deref().and_then(crate::ui::zone::named).unwrap_or(TimeZone::UTC))
    }
}

impl EventScene<'_> {
    pub(super) fn id(&self) -> EventId {
        self.contest.id()
    }

    /// The event's title inside a sentence or alone.
    pub(super) fn title(&self) -> String {
        isolated(&tidy(&self.contest.format().title))
    }

    /// A player's name inside a sentence.
    pub(super) fn name(&self, player: PlayerId) -> String {
        self.faces
            .get(&player)
            .map_or_else(|| say!(self.voice, "nobody"), Face::said)
    }

    /// A player's name for a picture.
    pub(super) fn bare(&self, player: PlayerId) -> String {
        self.faces
            .get(&player)
            .map_or_else(|| say!(self.voice, "nobody"), |face| face.name.clone())
    }

    pub(super) fn person(&self, player: PlayerId) -> Span {
        self.faces
            .get(&player)
            .map_or_else(|| Span::Plain(say!(self.voice, "nobody")), Face::span)
    }

    /// The same with a name of at most so many UTF-16 units.
    pub(super) fn person_within(&self, player: PlayerId, most: usize) -> Span {
        let short = self.faces.get(&player).map(|face| Face {
            name: cut(face.name.clone(), most),
            ..face.clone()
        });
        short.map_or_else(|| Span::Plain(say!(self.voice, "nobody")), |face| face.span())
    }

    pub(super) fn account(&self, player: PlayerId) -> Option<crate::id::Account> {
        self.faces.get(&player)?.account
    }

    /// Names in one line, the last ones counted where there are many.
    pub(super) fn names(&self, players: &[PlayerId], most: usize) -> String {
        let mut said: Vec<String> = players.iter().take(most).map(|player| self.name(*player)).collect();
        if players.len() > most {
            let more = i64::try_from(players.len() - most).unwrap_or(i64::MAX);
            said.push(say!(self.voice, "and-more", n = more));
        }
        self.voice.list(said)
    }

    /// A team's name.
    pub(super) fn team(&self, team: TeamId) -> String {
        let known = self.view.teams.iter().find(|known| known.id == team);
        known.map_or_else(|| say!(self.voice, "nobody"), |team| isolated(&tidy(&team.name)))
    }

    /// A moment in full.
    pub(super) fn at(&self, at: Millis) -> Span {
        let written = self.zone.as_ref().and_then(|zone| written(at, zone));
        written.map_or(Span::At(at), Span::Plain)
    }

    /// A moment as a picture shows it.
    pub(super) fn drawn_at(&self, at: Millis) -> String {
        written(at, &self.calendar).unwrap_or_default()
    }

    /// "event K7Q2M"
    pub(super) fn code(&self) -> String {
        say!(self.voice, "event-id", id = code(self.id()))
    }

    pub(super) fn button(&self, label: String, act: EventAct, style: Style) -> Button {
        key(self.id(), label, act, style)
    }

    /// "Swiss, 5 rounds; then knockout"
    pub(super) fn plan(&self) -> String {
        let stages = self.contest.format().stages.iter().map(|stage| self.voice.stage(stage));
        stages.collect::<Vec<_>>().join(" → ")
    }

    /// "Round 2 of 5", with the stage's name where there are several.
    pub(super) fn round_name(&self, stage: u8, round: u16) -> String {
        let voice = self.voice;
        let ran = self.contest.stages().get(usize::from(stage));
        let rounds = ran.map_or(round, |ran| ran.rounds.max(round));
        let kind = self
            .contest
            .format()
            .stages
            .get(usize::from(stage))
            .map(|stage| stage.play);
        let knockout = matches!(kind, Some(Kind::Knockout { .. }));
        let said = if knockout {
            self.voice.knockout_round(round, rounds)
        } else {
            say!(voice, "event-round", n = round, of = rounds)
        };
        if self.contest.format().stages.len() < 2 {
            return said;
        }
        let part = kind.map(|kind| voice.play(&kind)).unwrap_or_default();
        format!("{part} · {said}")
    }
}

/// An event's id as people see it.
pub(super) fn code(event: EventId) -> String {
    table_code(TableId(event.0)).to_uppercase()
}

/// A button of an event.
pub(super) fn key(event: EventId, label: String, act: EventAct, style: Style) -> Button {
    Button {
        label,
        press: Press::Token(encode(EventToken { event, act })),
        style,
    }
}

impl Voice<'_> {
    /// "Swiss"
    pub(super) fn play(&self, kind: &Kind) -> String {
        let kind = match kind {
            Kind::Fixed { .. } => "fixed",
            Kind::Target { .. } => "target",
            Kind::Swiss { .. } => "swiss",
            Kind::Knockout { .. } => "knockout",
            Kind::RoundRobin { .. } => "round-robin",
            Kind::Team { .. } => "team",
            Kind::Elimination { .. } => "elimination",
        };
        say!(self, "event-kind", kind = kind)
    }

    /// "Swiss, 5 rounds"
    pub(super) fn stage(&self, stage: &Stage) -> String {
        let name = self.play(&stage.play);
        let said = match stage.play {
            Kind::Fixed { matches } => say!(self, "event-stage-matches", name = name, n = matches),
            Kind::Swiss { rounds: Some(rounds) } => say!(self, "event-stage-rounds", name = name, n = rounds),
            Kind::RoundRobin { cycles } if cycles > 1 => say!(self, "event-stage-cycles", name = name, n = cycles),
            Kind::Target { points, .. } => say!(self, "event-stage-target", name = name, points = points),
            Kind::Team { hands: Some(hands), .. } => say!(self, "event-stage-hands", name = name, n = hands),
            Kind::Elimination { start, keep, .. } => {
                say!(self, "event-stage-elimination", name = name, start = start, n = keep)
            }
            Kind::Knockout { third_place: true } => say!(self, "event-stage-third", name = name),
            _ => name,
        };
        match stage.advance {
            Some(advance) => say!(self, "event-stage-advance", stage = said, n = advance),
            None => said,
        }
    }

    /// "Semi-finals"
    pub(super) fn knockout_round(&self, round: u16, rounds: u16) -> String {
        match rounds.saturating_sub(round) {
            0 => say!(self, "event-final"),
            1 => say!(self, "event-semifinals"),
            2 => say!(self, "event-quarterfinals"),
            left if left < 8 => say!(self, "event-last", n = i64::from(2u16 << left)),
            _ => say!(self, "event-round", n = round, of = rounds),
        }
    }
}
