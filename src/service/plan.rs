use crate::id::{Account, Millis, Place, Platform, PlayerId, TableId};
use crate::store::{
    Append, Live, LiveStage, MatchResult, PersonRow, SeatResult, Shown, SlotKey, SlotKind, Spot, Truth, Want,
};
use crate::table::{Event, Invitee, MatchEnd, Rematch, Stage, Table};

use super::manners;

/// Everything that one change writes, in one transaction.
pub(super) fn append(
    before: Option<&Table>,
    after: &Table,
    now: Millis,
    events: Vec<Event>,
    people: &[PersonRow],
    inbox: Option<(Platform, i64)>,
) -> Append {
    let abort = manners::aborted(after, now, &events);
    Append {
        table: after.id(),
        expected: before.map_or(crate::id::Version(0), Table::version),
        at: now,
        slots: slots(before, after, &events, people),
        events,
        live: Live {
            stage: match after.stage() {
                Stage::Invited => LiveStage::Invited,
                Stage::Gathering => LiveStage::Gathering,
                Stage::Playing => LiveStage::Playing,
                Stage::Over(_) => LiveStage::Over,
            },
            place: after.place(),
            players: players(after),
        },
        mirrors: after.mirrors().to_vec(),
        due: after.dues(),
        joins: joins(before, after),
        // After the end the log goes on with questions for a rematch; the result is counted already.
        results: if before.is_some_and(Table::is_over) {
            None
        } else {
            result(after, now)
        },
        abort,
        bout: after
            .bout()
            .map(|bout| (bout.event, crate::contest::PairingId(bout.pairing))),
        tells: told(before, after),
        bounds: Vec::new(),
        void: after.voided() && before.is_some_and(|table| !table.voided()),
        deed: None,
        invite: None,
        inbox,
    }
}

/// Whether an event that the table is a match of has something to be told.
fn told(before: Option<&Table>, after: &Table) -> bool {
    let ended = after.is_over() && !before.is_some_and(Table::is_over);
    let voided = after.voided() && !before.is_some_and(Table::voided);
    after.bout().is_some() && (ended || voided)
}

/// Who finds the table among theirs: who sits, and who is asked to.
fn players(table: &Table) -> Vec<PlayerId> {
    let seated = table.players().map(|(_, player)| player);
    let invited = match table.invitee() {
        Invitee::Player(invited) if table.seats().len() < 2 => Some(*invited),
        _ => None,
    };
    seated.chain(invited).collect()
}

/// Who finds the table among theirs from this change on.
fn joins(before: Option<&Table>, after: &Table) -> Vec<PlayerId> {
    let known = before.map(players).unwrap_or_default();
    let mut joins = players(after);
    joins.retain(|player| !known.contains(player));
    joins
}

/// The account by which this person is reached on this platform.
pub(super) fn account(people: &[PersonRow], player: PlayerId, platform: Platform) -> Option<Account> {
    let person = people.iter().find(|person| person.player == player)?;
    person
        .accounts
        .iter()
        .map(|known| known.account)
        .find(|account| account.platform == platform)
}

/// The messages that must show a change, each in the chat where its reader is reached. Public ones stand in the match's own
/// place here; the store puts them everywhere.
fn slots(before: Option<&Table>, after: &Table, events: &[Event], people: &[PersonRow]) -> Vec<Want> {
    let Place { venue, channel } = after.place();
    let want = |shown: Shown| {
        let (platform, chat, channel) = match (shown.reader, shown.to) {
            (Some(reader), Spot::On(platform)) => (platform, account(people, reader, platform)?.user, 0),
            _ => (venue.platform, venue.chat, channel),
        };
        Some(Want {
            key: SlotKey {
                table: after.id(),
                kind: shown.kind,
                number: shown.number,
                reader: shown.reader,
                platform,
                chat,
                channel,
            },
            want: shown.want,
        })
    };
    shown(before, after, events).into_iter().filter_map(want).collect()
}

/// The messages that must show a change.
fn shown(before: Option<&Table>, after: &Table, events: &[Event]) -> Vec<Shown> {
    let version = after.version().0;
    let public = |kind, number, want| Shown {
        kind,
        number,
        reader: None,
        to: Spot::Home,
        want,
    };
    let mut wants = vec![public(SlotKind::Table, 0, version)];
    let seen = before.map_or(0, |table| table.hands().len());
    for hand in &after.hands()[seen..] {
        wants.push(public(SlotKind::Showdown, i64::from(hand.number), hand.version.0));
    }
    for event in events {
        match event {
            Event::Reminded { seat } => wants.push(public(SlotKind::Reminder, after.call(*seat), version)),
            // Whose move it was when the match was paused learns that it goes on; a deal that follows says so by itself.
            Event::Resumed { .. } => {
                let seat = before.and_then(Table::to_move);
                let person = seat.filter(|seat| after.seats()[seat.index()].player().is_some());
                wants.extend(person.map(|seat| public(SlotKind::Reminder, after.call(seat), version)));
            }
            Event::Nudged { seat } => wants.push(public(SlotKind::Nudge, after.call(*seat), version)),
            Event::RematchAsked { by, .. } => wants.push(public(SlotKind::Rematch, i64::from(by.0), version)),
            Event::RematchDeclined { .. } | Event::RematchLapsed | Event::Rematched { .. } => {
                if let Some(Rematch::Asked { by, .. }) = before.map(Table::rematch) {
                    wants.push(public(SlotKind::Rematch, i64::from(by.0), version));
                }
            }
            Event::Cancelled { .. } | Event::Voided { .. } => {
                wants.extend(after.players().map(|(seat, player)| Shown {
                    kind: SlotKind::Ruling,
                    number: 0,
                    reader: Some(player),
                    to: Spot::On(after.side(seat)),
                    want: version,
                }));
            }
            _ => {}
        }
    }
    if after.hand_number() > 0 {
        for (seat, player) in after.players() {
            let want = after.changed(seat).0;
            if before.is_none_or(|table| table.changed(seat).0 < want) {
                wants.push(Shown {
                    kind: SlotKind::Hand,
                    number: 0,
                    reader: Some(player),
                    to: Spot::On(after.side(seat)),
                    want,
                });
            }
        }
    }
    wants
}

/// What a whole log says about everything that the appends of its facts have written; `None` for a log without a
/// beginning.
pub(super) fn truth(id: TableId, log: &[(Millis, Event)]) -> Option<Truth> {
    let ((at, first), rest) = log.split_first()?;
    let mut table = Table::opened(id, *at, first)?;
    let mut truth = Truth {
        table: id,
        version: table.version(),
        stage: table.stage().into(),
        place: table.place(),
        mirrors: Vec::new(),
        opened: *at,
        ended: None,
        players: Vec::new(),
        bout: table
            .bout()
            .map(|bout| (bout.event, crate::contest::PairingId(bout.pairing))),
        due: Vec::new(),
        shown: shown(None, &table, std::slice::from_ref(first)),
        result: None,
        abort: None,
    };
    for (at, event) in rest {
        let before = table.clone();
        table.evolve(*at, event);
        let shown = shown(Some(&before), &table, std::slice::from_ref(event));
        let everywhere = (0..table.mirrors().len()).flat_map(|number| {
            let public = shown.iter().filter(|shown| shown.to == Spot::Home);
            public.map(move |shown| Shown {
                to: Spot::Mirror(number),
                ..*shown
            })
        });
        truth.shown.extend(everywhere);
        truth.shown.extend(shown.iter().copied());
        if table.is_over() && !before.is_over() {
            truth.ended = Some(*at);
            truth.result = result(&table, *at);
        }
        if table.voided() {
            truth.result = None;
        }
        let abort = manners::aborted(&table, *at, std::slice::from_ref(event));
        truth.abort = truth.abort.or(abort.map(|abort| (abort.player, *at)));
    }
    truth.version = table.version();
    truth.stage = table.stage().into();
    truth.mirrors = table.mirrors().to_vec();
    truth.players = players(&table);
    truth.due = table.dues();
    Some(truth)
}

/// What the leaderboards learn: matches between two persons that were played to an end. Matches against the computer are
/// practice and count for nobody.
fn result(table: &Table, now: Millis) -> Option<MatchResult> {
    let winner = match table.stage() {
        Stage::Over(MatchEnd::Won { winner, .. }) => Some(winner),
        Stage::Over(MatchEnd::Drawn | MatchEnd::Agreed) => None,
        _ => return None,
    };
    let players: Vec<_> = table.players().collect();
    if players.len() < 2 || table.is_alone() {
        return None;
    }
    let seats = players.into_iter().map(|(seat, player)| SeatResult {
        player: Some(player),
        won: winner == Some(seat),
        points: table.scores()[seat.index()],
        feats: table.feats(seat),
    });
    Some(MatchResult {
        table: table.id(),
        venue: table.place().venue,
        ended: now,
        preset: table.terms().preset.name().to_owned(),
        mode: table.terms().kind(),
        rated: table.terms().rated,
        seats: seats.collect(),
    })
}
