//! Everything that one change of an event writes, and what its whole log says about it.

use std::collections::{BTreeMap, BTreeSet};

use super::events::OPEN_EVENTS;
use crate::contest::{self, Contest, Fact, How, Lapse, Pairing, PairingId, Presence, Status};
use crate::id::{EventId, Millis, PlayerId, TableId, Version};
use crate::store::{Chapter, Errand, EventRow, EventTruth, SlotKind, TeamPlace};

/// The rounds of a stage have numbers below this one in the number of a message: stage · 100 + round.
const STAGE: i64 = 100;
/// The stages have numbers below this one in it: part · 100 000 + stage · 100 + round.
const PART: i64 = 100_000;
/// How many matches one message of a round lists and calls both players of (Telegram: 100 entities in a message); with more
/// the round has several messages.
pub const MATCHES: usize = 32;
/// How many people one message calls at most: both of each match.
pub const CALLED: usize = 2 * MATCHES;
/// The calls of who got a place that became free have numbers from this one on: the log's length after it was given.
const MOVED: i64 = 1_000_000_000;

/// The number of a round's first messages.
#[must_use]
pub fn round_number(stage: u8, round: u16) -> i64 {
    i64::from(stage) * STAGE + i64::from(round)
}

/// The number of the message of this part, from 0, of what has that number.
#[must_use]
pub fn part_number(number: i64, part: usize) -> i64 {
    number + i64::try_from(part).unwrap_or(0) * PART
}

/// The part, the stage and the round of a round's message.
#[must_use]
pub fn round_of(number: i64) -> Option<(usize, u8, u16)> {
    let (part, number) = (usize::try_from(number / PART).ok()?, number % PART);
    let stage = u8::try_from(number / STAGE).ok()?;
    Some((part, stage, u16::try_from(number % STAGE).ok()?))
}

/// The log's length after a free place was given to whom the call with this number calls.
#[must_use]
pub fn moved_at(number: i64) -> Option<Version> {
    (number >= MOVED).then(|| Version(number - MOVED))
}

/// What the opening of an event writes.
pub(super) fn opening(event: EventId, now: Millis, facts: &[Fact]) -> Option<(Contest, Chapter)> {
    let (first, rest) = facts.split_first()?;
    let opened = Contest::opened(event, now, first)?;
    let mut steps = Steps::from(&opened);
    steps.want(shown(None, &opened, first), &opened);
    let mut contest = opened;
    for fact in rest {
        steps.take(&mut contest, now, fact);
    }
    let chapter = steps.chapter(None, &contest, now, facts.to_vec());
    Some((contest, chapter))
}

/// What these facts write.
pub(super) fn change(before: &Contest, now: Millis, facts: Vec<Fact>) -> (Contest, Chapter) {
    let mut steps = Steps::from(before);
    let mut contest = before.clone();
    for fact in &facts {
        steps.take(&mut contest, now, fact);
    }
    let chapter = steps.chapter(Some(before), &contest, now, facts);
    (contest, chapter)
}

/// What a whole log says about everything that the writes of its facts have left; `None` for a log without a beginning.
pub(super) fn truth(event: EventId, log: &[(Millis, Fact)]) -> Option<EventTruth> {
    let ((at, first), rest) = log.split_first()?;
    let mut contest = Contest::opened(event, *at, first)?;
    let mut steps = Steps::from(&contest);
    steps.want(shown(None, &contest, first), &contest);
    let mut ended = None;
    for (at, fact) in rest {
        steps.take(&mut contest, *at, fact);
        if is_over(&contest) {
            ended.get_or_insert(*at);
        }
    }
    Some(EventTruth {
        row: row(&contest),
        version: contest.version(),
        opened: *at,
        ended,
        people: people(&steps.people, &contest),
        winners: winners(&contest),
        team_places: team_places(&contest),
        pot: contest.pot(),
        due: contest.dues(),
        shown: steps.wants(),
    })
}

/// What is gathered while facts are taken in one by one, so that many at once and each alone say the same.
struct Steps {
    people: BTreeSet<PlayerId>,
    /// The messages that must show something, each with the version from which on it does.
    slots: BTreeMap<(SlotKind, i64), i64>,
    close: BTreeSet<u32>,
}

impl Steps {
    fn from(contest: &Contest) -> Steps {
        Steps {
            people: everybody(contest).collect(),
            slots: BTreeMap::new(),
            close: BTreeSet::new(),
        }
    }

    fn take(&mut self, contest: &mut Contest, at: Millis, fact: &Fact) {
        let before = contest.clone();
        contest.evolve(at, fact);
        self.people.extend(everybody(contest));
        self.people.extend(named(fact));
        self.want(shown(Some(&before), contest, fact), contest);
        self.close.extend(idle(contest, fact));
    }

    fn want(&mut self, slots: BTreeSet<(SlotKind, i64)>, contest: &Contest) {
        for slot in slots {
            self.slots.insert(slot, contest.version().0);
        }
    }

    fn wants(&self) -> Vec<(SlotKind, i64, i64)> {
        let slots = self.slots.iter();
        slots.map(|((kind, number), want)| (*kind, *number, *want)).collect()
    }

    fn chapter(self, before: Option<&Contest>, after: &Contest, now: Millis, facts: Vec<Fact>) -> Chapter {
        let (people, slots) = (people(&self.people, after), self.wants());
        let joins = people
            .iter()
            .filter(|(player, open)| *open && !before.is_some_and(|before| is_in(before, *player)))
            .map(|(player, _)| *player)
            .collect();
        // What waited before has its errand already, and that one is told anew only of what is news.
        let waited = |pairing: PairingId| before.is_some_and(|before| before.unseated().any(|open| open.id == pairing));
        let seats = after.unseated().filter(|pairing| !waited(pairing.id));
        let seats = seats.map(|pairing| Errand::Seat(pairing.id));
        let close = self.close.into_iter();
        let close = close.map(|pairing| Errand::Close(PairingId(pairing)));
        Chapter {
            event: after.id(),
            expected: before.map_or(Version(0), Contest::version),
            at: now,
            facts,
            row: row(after),
            people,
            joins,
            due: after.dues(),
            errands: seats.chain(close).collect(),
            done: Vec::new(),
            slots,
            shown_in: None,
            hidden_in: None,
            most: OPEN_EVENTS,
            lost: after.lapsed() == Some(Lapse::Lost),
            deed: None,
            inbox: None,
            winners: winners(after),
            team_places: team_places(after),
            points: contest::bookings(before, after),
        }
    }
}

/// Who came off best in an event that was played to its end, with the place: the first three, or in a team event who played
/// for the best teams.
pub(super) fn winners(contest: &Contest) -> Vec<(PlayerId, u32)> {
    if contest.status() != Status::Finished {
        return Vec::new();
    }
    if contest.format().squads.is_some() {
        let teams = contest.team_standings().into_iter().filter(|row| row.place <= PODIUM);
        let people = teams.flat_map(|row| {
            let place = u32::from(row.place);
            row.best.into_iter().map(move |(player, _)| (player, place))
        });
        return people.collect();
    }
    let places = contest.final_places().into_iter().filter(|(place, _)| *place <= PODIUM);
    places.map(|(place, player)| (player, u32::from(place))).collect()
}

/// How the teams of an event that was played to its end came off.
pub(super) fn team_places(contest: &Contest) -> Vec<TeamPlace> {
    if contest.status() != Status::Finished || contest.format().squads.is_none() {
        return Vec::new();
    }
    let lines = contest.team_standings().into_iter().filter_map(|row| {
        let team = contest.teams().iter().find(|team| team.id == row.team)?;
        Some(TeamPlace {
            team: row.team,
            name: team.name.clone(),
            place: row.place,
            points: row.points,
            boards: row.boards,
            marks: row.marks,
        })
    });
    lines.collect()
}

/// How many places of an event are kept for good.
const PODIUM: u16 = 3;

pub(super) fn is_over(contest: &Contest) -> bool {
    matches!(contest.status(), Status::Finished | Status::Cancelled)
}

fn row(contest: &Contest) -> EventRow {
    EventRow {
        id: contest.id(),
        title: contest.format().title.clone(),
        status: contest.status(),
        starts: contest.starts(),
        place: contest.place(),
    }
}

/// Everybody who takes part, waits or organises.
fn everybody(contest: &Contest) -> impl Iterator<Item = PlayerId> {
    let entrants = contest.entrants().map(|entrant| entrant.player);
    entrants.chain(contest.waiting()).chain(contest.organisers())
}

/// Who did something that a fact tells.
fn named(fact: &Fact) -> Option<PlayerId> {
    match fact {
        Fact::Corrected { by, .. } => Some(*by),
        Fact::Cancelled { by, .. } => *by,
        _ => None,
    }
}

/// Whether somebody takes part or waits in an event that is not over.
fn is_in(contest: &Contest, player: PlayerId) -> bool {
    let plays = contest
        .entrant(player)
        .is_some_and(|entrant| entrant.presence != Presence::Dropped);
    !is_over(contest) && (plays || contest.waiting().any(|waiting| waiting == player))
}

fn people(all: &BTreeSet<PlayerId>, contest: &Contest) -> Vec<(PlayerId, bool)> {
    all.iter().map(|player| (*player, is_in(contest, *player))).collect()
}

/// The messages that must show what a fact changed.
fn shown(before: Option<&Contest>, after: &Contest, fact: &Fact) -> BTreeSet<(SlotKind, i64)> {
    let mut slots = BTreeSet::from([(SlotKind::Event, 0)]);
    let number = |pairing: &Pairing| round_number(pairing.stage, pairing.round);
    // The message of a round that lists a match.
    let listed = |pairing: &Pairing| {
        let all = after.pairings_of(pairing.stage);
        let before = all.filter(|other| other.round == pairing.round && other.id < pairing.id);
        part_number(number(pairing), before.count() / MATCHES)
    };
    let round = |pairing| Some((SlotKind::Round, listed(after.pairing(pairing)?)));
    let open = || {
        let (mut listed, mut open) = (BTreeMap::new(), BTreeSet::new());
        for pairing in after.pairings() {
            let before = listed.entry(number(pairing)).or_insert(0_usize);
            if pairing.score.is_none() {
                open.insert((SlotKind::Round, part_number(number(pairing), *before / MATCHES)));
            }
            *before += 1;
        }
        open
    };
    let parts = |kind, first, count: usize| {
        let parts = 0..count.div_ceil(CALLED).max(1);
        parts.map(move |part| (kind, part_number(first, part)))
    };
    match fact {
        Fact::Paired {
            stage, round, pairs, ..
        } => {
            let matches = pairs.iter().filter(|pair| pair.second.is_some()).count();
            slots.extend(parts(SlotKind::Round, round_number(*stage, *round), 2 * matches));
        }
        Fact::Showed { pairing, .. }
        | Fact::Seated { pairing, .. }
        | Fact::Unseated { pairing, .. }
        | Fact::Scored { pairing, .. }
        | Fact::Levelled { pairing, .. }
        | Fact::Unscored { pairing, .. }
        | Fact::Corrected { pairing, .. } => slots.extend(round(*pairing)),
        Fact::Reminded { pairing } => {
            slots.extend(round(*pairing));
            if let Some(pairing) = after.pairing(*pairing) {
                slots.insert((SlotKind::Call, listed(pairing)));
            }
        }
        Fact::CheckInOpened => {
            slots.extend(parts(SlotKind::Call, 0, after.entrants().count()));
        }
        // Whoever waited may not look any more.
        Fact::MovedUp { .. } | Fact::TeamMovedUp { .. } => {
            slots.insert((SlotKind::Call, MOVED + after.version().0));
        }
        // Where a member is replaced, or everything has another time, every round that is still played says it.
        Fact::Substituted { .. }
        | Fact::Resumed
        | Fact::PlaceBack
        | Fact::ChannelBack
        | Fact::Delayed { .. }
        | Fact::Held => {
            slots.extend(open());
        }
        Fact::Finished => {
            slots.insert((SlotKind::Closing, 0));
        }
        Fact::Cancelled { .. } => {
            let organisers = after.organisers().filter(|_| after.lapsed().is_some());
            let told = after.entrants().count() + after.waiting().count() + organisers.count();
            slots.extend(parts(SlotKind::Closing, 0, told));
            slots.extend(open());
        }
        _ => {}
    }
    if before.is_some_and(|before| before.version() == after.version()) {
        slots.clear();
    }
    slots
}

/// The matches whose table is played in vain after a fact.
fn idle(after: &Contest, fact: &Fact) -> Vec<u32> {
    let seated = after.pairings().iter().filter(|pairing| pairing.table.is_some());
    let open = seated.filter(|pairing| pairing.score.is_none());
    match fact {
        Fact::Scored {
            pairing, table: None, ..
        }
        | Fact::Corrected { pairing, .. } => {
            let seated = after.pairing(*pairing).filter(|pairing| pairing.table.is_some());
            seated.map(|pairing| pairing.id.0).into_iter().collect()
        }
        Fact::Dropped { player } => open
            .filter(|pairing| pairing.seat_of(*player).is_some())
            .map(|pairing| pairing.id.0)
            .collect(),
        Fact::Cancelled { .. } => open.map(|pairing| pairing.id.0).collect(),
        _ => Vec::new(),
    }
}

/// What must be done at a table's match that was lost from the list of errands.
pub(super) fn errands(contest: &Contest) -> Vec<Errand> {
    let seats = contest.unseated().map(|pairing| Errand::Seat(pairing.id));
    let seated = contest
        .pairings()
        .iter()
        .filter_map(|pairing| Some((pairing, pairing.table?)));
    let tables = seated.flat_map(|(pairing, table)| {
        let played = pairing.score.is_some_and(|(score, _)| score.how == How::Played);
        let told = pairing.score.is_none().then_some(Errand::Told(table));
        let gone = pairing.players.iter().any(|player| {
            let entrant = contest.entrant(*player);
            entrant.is_some_and(|entrant| entrant.presence == Presence::Dropped)
        });
        let idle = pairing.score.is_some() && !played || pairing.score.is_none() && (gone || is_over(contest));
        told.into_iter().chain(idle.then_some(Errand::Close(pairing.id)))
    });
    seats.chain(tables).collect()
}

/// The matches with the table that their result is from, where it can still be taken back.
pub(super) fn voidable(contest: &Contest) -> Vec<(PairingId, TableId)> {
    let from_table = |how| how == How::Played || how == How::Seed;
    let scored = contest.pairings().iter().filter(|pairing| {
        let told = pairing.score.is_some_and(|(score, _)| from_table(score.how));
        told && !contest.is_settled(pairing)
    });
    scored
        .filter_map(|pairing| Some((pairing.id, pairing.table?)))
        .collect()
}
