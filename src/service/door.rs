use std::sync::atomic::{AtomicBool, Ordering};

use super::plan;
use super::{Caller, Command, Error, OPEN_TABLES, Outcome, Service};
use crate::id::{Account, Millis, Place, Platform, PlayerId, Seat, Stamp, TableId, Version};
use crate::store::{Bound, DueRow, Of, PersonRow, StoreError};
use crate::table::{By, DueKind, Event, Invitee, Stage, Table, Terms, Wish};

/// How often a decision is made again when somebody else's was stored first.
pub(super) const TRIES: usize = 16;

impl Service {
    /// Fulfils a wish: loads the table, decides, stores. What comes back is stored.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn handle(&self, caller: Caller, command: Command) -> Result<Outcome, Error> {
        let begun = tokio::time::Instant::now();
        let answer = self.fulfil(caller, command).await;
        self.answered(caller, begun.elapsed(), &answer);
        answer
    }

    async fn fulfil(&self, caller: Caller, command: Command) -> Result<Outcome, Error> {
        match (caller, command) {
            (
                Caller::Person(account),
                Command::Challenge {
                    place,
                    opponent,
                    terms,
                    inbox,
                },
            ) => {
                let opened = self.challenge(account, place, opponent, terms, inbox, false);
                opened.await.map(|(outcome, _)| outcome)
            }
            (
                Caller::Person(account),
                Command::Wish {
                    table,
                    stamp,
                    wish,
                    press,
                },
            ) => self.wish(account, table, stamp, wish, press).await,
            (Caller::Person(account), Command::Cut { table, words }) => self.cut(account, table, &words).await,
            (Caller::Person(account), Command::Rematch { table, press }) => self.rematch(account, table, press).await,
            (Caller::Person(account), Command::Claim { table, stamp }) => self.claim(account, table, stamp).await,
            (Caller::Clock, Command::Due(row)) => self.due(row).await,
            _ => Err(self.fault("a command from the wrong caller")),
        }
    }

    /// The table with this id, as its log tells it.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn table(&self, id: TableId) -> Result<Table, Error> {
        let log = self.facts(id).await?;
        self.told(id, &log).await
    }

    /// The table of which this log tells.
    pub(super) async fn told(&self, id: TableId, log: &[(Millis, Event)]) -> Result<Table, Error> {
        let table = Table::replay(id, log).ok_or_else(|| self.fault("a log without a beginning"))?;
        // A group's id may have changed since the table was opened.
        let place = self
            .store()
            .place_of(id)
            .await
            .map_err(|error| Error::of(self, error))?;
        let table = table.moved_to(place.ok_or(Error::NoTable)?);
        if table.mirrors().is_empty() {
            return Ok(table);
        }
        let mirrors = self.store().mirrors_of(id).await;
        Ok(table.mirrored_to(mirrors.map_err(|error| Error::of(self, error))?))
    }

    /// The facts of the table with this id.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn facts(&self, id: TableId) -> Result<Vec<(Millis, Event)>, Error> {
        let log = self.store().load(id).await.map_err(|error| Error::of(self, error))?;
        log.ok_or(Error::NoTable)
    }

    /// The open tables of this kind, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tables(&self, of: Of) -> Result<Vec<Table>, Error> {
        let ids = self
            .store()
            .open_tables(of)
            .await
            .map_err(|error| Error::of(self, error))?;
        let mut tables = Vec::with_capacity(ids.len());
        for id in ids {
            tables.push(self.table(id).await?);
        }
        Ok(tables)
    }

    /// Opens a challenge, with a code for whoever accepts elsewhere when it is an invitation.
    pub(super) async fn challenge(
        &self,
        account: Account,
        place: Place,
        opponent: Invitee,
        terms: Terms,
        inbox: Option<i64>,
        invitation: bool,
    ) -> Result<(Outcome, Option<String>), Error> {
        let player = self.player(account).await?;
        let other = match &opponent {
            Invitee::Player(other) => Some(*other),
            Invitee::Name(_) | Invitee::Anyone | Invitee::Robot => None,
        };
        let mut facts = Table::open(place, player, opponent, terms, &self.chance(inbox))?;
        if account.platform != place.venue.platform {
            facts.push(Event::Crossed {
                seat: Seat::FIRST,
                to: account.platform,
            });
        }
        self.admit(place.venue, player, other).await?;
        self.room_for(player).await?;
        let bounds = self.bounds(place.venue, true, &[player]).await?;
        for tried in 0..TRIES {
            let id = self.fresh_id(tried);
            let now = self.now();
            let mut table = Table::opened(id, now, &facts[0]).ok_or_else(|| self.fault("no opening"))?;
            let mut events = facts.clone();
            for event in &events[1..] {
                table.evolve(now, event);
            }
            self.gather(&mut table, &mut events, now).await?;
            let inbox = inbox.map(|key| (place.venue.platform, key));
            let code = invitation.then(|| self.fresh_code());
            match self.open(&table, now, events, inbox, (&bounds, code.clone())).await {
                Ok(()) => {
                    let outcome = Outcome {
                        table,
                        before: Version(0),
                    };
                    return Ok((outcome, code));
                }
                Err(StoreError::Conflict) => {} // The id is taken: another one.
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("no free table id"))
    }

    /// At how many of these tables the player sits: being asked to others is nobody's own doing.
    pub(super) async fn seated(&self, tables: &[TableId], player: PlayerId) -> Result<usize, Error> {
        let mut seated = 0;
        for &id in tables {
            seated += usize::from(self.table(id).await?.seat_of(player).is_some());
            if seated >= OPEN_TABLES {
                break;
            }
        }
        Ok(seated)
    }

    async fn wish(
        &self,
        account: Account,
        id: TableId,
        stamp: Option<Stamp>,
        wish: Wish,
        press: Option<i64>,
    ) -> Result<Outcome, Error> {
        let player = self.player(account).await?;
        let handle = self.handle_of(player, account.platform).await?;
        let refused = AtomicBool::new(false);
        let decide = |service: &Service, table: &Table| {
            refused.store(false, Ordering::Relaxed);
            // Whoever presses is there.
            let mut events = table.come_back(player);
            match table.decide(player, handle.as_deref(), stamp, wish, &service.chance(press)) {
                Ok(more) => events.extend(more),
                Err(refusal) if events.is_empty() => return Err(refusal.into()),
                // That is noted first; the wish is refused when it is decided again.
                Err(_) => refused.store(true, Ordering::Relaxed),
            }
            let now = service.now();
            service.cross(table, &mut events, now, (player, account));
            Ok(events)
        };
        let mut bounds = Vec::new();
        if wish == Wish::Accept {
            let table = self.table(id).await?;
            // Only who may accept learns that somebody may not play here.
            if table.stage() == Stage::Invited && table.may_accept(player, handle.as_deref()) {
                let venue = table.place().venue;
                self.admit(venue, player, Some(table.challenger())).await?;
                bounds = self.bounds(venue, false, &[player]).await?;
            }
        }
        let mut outcome = self.change_within(id, &bounds, decide).await?;
        if refused.load(Ordering::Relaxed) {
            outcome = self.change_within(id, &bounds, decide).await?;
        }
        if outcome.table.stage() == Stage::Gathering {
            // Whoever opened the private chat while this was being stored found no table that waited for it yet.
            // What was asked is stored already: a fault here is no answer to it.
            if let Ok(later) = self.try_gather(id).await {
                outcome.table = later.table;
            }
        }
        Ok(outcome)
    }

    async fn cut(&self, account: Account, id: TableId, words: &str) -> Result<Outcome, Error> {
        let player = self.player(account).await?;
        self.change(id, |_, table| Ok(table.cut(player, words)?)).await
    }

    async fn due(&self, row: DueRow) -> Result<Outcome, Error> {
        let outcome = self
            .change(row.table, |service, table| {
                if !table.is_due(&row.due) {
                    return Ok(Vec::new());
                }
                let now = service.now();
                let home = table.place().venue.platform;
                let unseen = [home, table.side(row.due.seat)].map(|platform| service.unseen(platform, row.due.at));
                if row.due.kind.costs() && unseen.contains(&true) {
                    let until = table.grace(now);
                    return Ok(vec![Event::Grace { until }]);
                }
                Ok(match row.due.kind {
                    DueKind::Expire | DueKind::Rematch => table.lapse(),
                    DueKind::Abandon => table.abandon(),
                    DueKind::Remind => vec![Event::Reminded { seat: row.due.seat }],
                    DueKind::Clock => table.out_of_time(now, &service.chance(None)),
                    DueKind::Robot => service.robot(table, row.due.seat)?,
                })
            })
            .await?;
        if outcome.before == outcome.table.version() {
            self.store()
                .drop_due(&row)
                .await
                .map_err(|error| Error::of(self, error))?;
        }
        Ok(outcome)
    }

    /// Gives a player whose deadline passed while the bot was down some time.
    pub(super) async fn forgive(&self, row: DueRow) -> Result<Outcome, Error> {
        self.change(row.table, |service, table| {
            let due = table.is_due(&row.due);
            Ok(if due {
                vec![Event::Grace {
                    until: table.grace(service.now()),
                }]
            } else {
                Vec::new()
            })
        })
        .await
    }

    /// Deals at a table that waited only for this.
    pub(super) async fn try_gather(&self, id: TableId) -> Result<Outcome, Error> {
        self.change(id, |_, _| Ok(Vec::new())).await
    }

    fn robot(&self, table: &Table, seat: Seat) -> Result<Vec<Event>, Error> {
        let view = table.view(Some(seat));
        if let Some(action) = view.hand.as_ref().and_then(crate::robot::choose) {
            match table.robot(seat, action, &self.chance(None)) {
                Ok(events) => return Ok(events),
                Err(refusal) => drop(self.fault(format_args!("the computer's move was refused: {refusal}"))),
            }
        }
        // The computer never holds a match up: the move that the clock would make is always legal.
        Ok(table.automatic(By::Robot, &self.chance(None))?)
    }

    /// Loads, decides and stores, again while somebody else was faster.
    pub(super) async fn change<F>(&self, id: TableId, decide: F) -> Result<Outcome, Error>
    where
        F: Fn(&Service, &Table) -> Result<Vec<Event>, Error>,
    {
        self.change_within(id, &[], decide).await
    }

    /// The same where only so many tables may be open.
    pub(super) async fn change_within<F>(&self, id: TableId, bounds: &[Bound], decide: F) -> Result<Outcome, Error>
    where
        F: Fn(&Service, &Table) -> Result<Vec<Event>, Error>,
    {
        for _ in 0..TRIES {
            let before = self.table(id).await?;
            let now = self.now();
            let mut table = before.clone();
            let mut events = decide(self, &before)?;
            for event in &events {
                table.evolve(now, event);
            }
            self.gather(&mut table, &mut events, now).await?;
            if events.is_empty() {
                return Ok(Outcome {
                    before: before.version(),
                    table,
                });
            }
            match self.append(Some(&before), &table, now, events, None, bounds).await {
                Ok(()) => {
                    return Ok(Outcome {
                        before: before.version(),
                        table,
                    });
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("a table that never stands still"))
    }

    /// Deals the first hand once everybody can be reached in private.
    pub(super) async fn gather(&self, table: &mut Table, events: &mut Vec<Event>, now: Millis) -> Result<(), Error> {
        if table.stage() == Stage::Gathering && self.all_reachable(table).await? {
            let more = table.gather(now, &self.chance(None));
            for event in &more {
                table.evolve(now, event);
            }
            events.extend(more);
        }
        Ok(())
    }

    /// Stores the opening of a challenge, with its code where it has one.
    async fn open(
        &self,
        table: &Table,
        now: Millis,
        events: Vec<Event>,
        inbox: Option<(Platform, i64)>,
        (bounds, code): (&[Bound], Option<String>),
    ) -> Result<(), StoreError> {
        let people = self.people_at(table).await?;
        let mut append = plan::append(None, table, now, events, &people, inbox);
        append.bounds = bounds.to_vec();
        append.invite = code;
        self.store().append(append).await?;
        self.stored(table);
        Ok(())
    }

    pub(super) async fn append(
        &self,
        before: Option<&Table>,
        after: &Table,
        now: Millis,
        events: Vec<Event>,
        inbox: Option<(Platform, i64)>,
        bounds: &[Bound],
    ) -> Result<(), StoreError> {
        let people = self.people_at(after).await?;
        let mut append = plan::append(before, after, now, events, &people, inbox);
        append.bounds = bounds.to_vec();
        self.store().append(append).await?;
        self.stored(after);
        Ok(())
    }

    pub(super) async fn people_at(&self, table: &Table) -> Result<Vec<PersonRow>, StoreError> {
        let players: Vec<PlayerId> = table.players().map(|(_, player)| player).collect();
        self.store().people(&players).await
    }

    /// Wakes whoever has to do with a change that is stored.
    pub(super) fn stored(&self, table: &Table) {
        let places = table.places().map(|place| place.venue.platform);
        let sides = table.players().map(|(seat, _)| table.side(seat));
        for platform in places.chain(sides) {
            self.changed(platform).notify_one();
        }
        self.wake_for(table);
    }

    /// Seconds since 2026 and ten random bits: time-ordered, and short enough to be typed. After each try in vain it is looked
    /// for four times as far ahead, beyond what a program before this one may have given out in a rush.
    pub(super) fn fresh_id(&self, tried: usize) -> TableId {
        const START: i64 = 1_767_225_600;
        let dice = self.dice();
        let low = i64::from(u16::from_le_bytes([dice[0], dice[1]]) & 1023);
        let wanted = ((self.now().0 / 1000 - START).max(1) << 10) | low;
        // However many are opened in a second: behind the last one there is always room.
        let ahead = 1 << (2 * tried.min(TRIES));
        let next = |last: i64| wanted.max(last + ahead);
        let last = self
            .0
            .last_table
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last)));
        TableId(next(last.unwrap_or_else(|last| last)))
    }
}
