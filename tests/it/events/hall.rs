//! People who take part in an event of a place, and what they do there.

use std::future::Future;
use std::pin::pin;
use std::task::Poll;

use jinlami::contest::{Contest, Fact, Format, Kind, Pairing, PairingId, Stage, Status, Team, Wish};
use jinlami::id::{Account, EventId, Millis, Place, Platform, PlayerId, TableId, TeamId};
use jinlami::service::{Caller, Command, EventError, EventOutcome, reckon};
use jinlami::store::{Audit, Chapter, EventRow};
use jinlami::table::{Table, Wish as Move};
use sqlx::{ConnectOptions, Connection, Row};

use crate::rig::{ANNA, PLACE, Rig, hands, sensible};

/// Somebody who takes part.
pub fn person(number: usize) -> Account {
    Account {
        platform: Platform::Discord,
        user: 500 + i64::try_from(number).unwrap(),
    }
}

/// An event of one stage, its matches one hand long.
pub fn format(play: Kind) -> Format {
    let mut format = Format::templates("[e]\ntitle = \"Friday\"\nstages = [{ play = { swiss = {} } }]\n")
        .unwrap()
        .remove("e")
        .unwrap();
    format.terms = serde_json::to_string(&hands(1)).unwrap();
    format.stages = vec![Stage::of(play)];
    format
}

/// A place where an event is held by Anna.
pub struct Hall {
    pub rig: Rig,
    pub event: EventId,
    pub count: usize,
}

impl Hall {
    pub async fn open(format: Format, starts: Option<i64>, count: usize) -> Hall {
        let rig = Rig::new().await;
        for number in 0..count {
            let name = format!("Player {number}");
            rig.service.meet(person(number), &name, None).await.unwrap();
        }
        let starts = starts.map(|ms| rig.service.now().plus(ms));
        let command = Command::OpenEvent {
            place: PLACE,
            format,
            starts,
            inbox: Some(1),
        };
        let opened = rig
            .service
            .handle_event(Caller::Person(ANNA), command.clone())
            .await
            .unwrap();
        let again = rig.service.handle_event(Caller::Person(ANNA), command).await.err();
        assert!(
            matches!(again, Some(EventError::Duplicate)),
            "one update opens one event"
        );
        Hall {
            event: opened.event,
            rig,
            count,
        }
    }

    /// The same with everybody signed up, and begun.
    pub async fn begun(format: Format, count: usize) -> Hall {
        let hall = Hall::open(format, None, count).await;
        for number in 0..count {
            hall.ask(person(number), Wish::SignUp).await.unwrap();
        }
        hall.ask(ANNA, Wish::Start).await.unwrap();
        hall
    }

    /// Teams of two, entered by Anna, begun.
    pub async fn of_teams(format: Format, teams: usize) -> Hall {
        let hall = Hall::open(format, None, teams * 2).await;
        for number in 0..teams {
            let mut members = Vec::new();
            for member in [2 * number, 2 * number + 1] {
                members.push(hall.rig.player(person(member)).await);
            }
            let team = Team {
                id: TeamId(i64::try_from(number).unwrap() + 1),
                name: format!("team {number}"),
                captain: members[0],
                members,
                substitutes: Vec::new(),
            };
            hall.ask(ANNA, Wish::Enter(team)).await.unwrap();
        }
        hall.ask(ANNA, Wish::Start).await.unwrap();
        hall
    }

    pub async fn ask(&self, who: Account, wish: Wish) -> Result<EventOutcome, EventError> {
        self.ask_from(who, wish, Some(PLACE)).await
    }

    pub async fn ask_from(&self, who: Account, wish: Wish, at: Option<Place>) -> Result<EventOutcome, EventError> {
        self.ask_as(who, wish, at, false).await
    }

    /// The same for somebody who may bring events of other places to where they ask.
    pub async fn ask_as(
        &self,
        who: Account,
        wish: Wish,
        at: Option<Place>,
        brings: bool,
    ) -> Result<EventOutcome, EventError> {
        let command = Command::Event {
            event: self.event,
            wish,
            admin: false,
            at,
            brings,
            inbox: None,
        };
        self.rig.service.handle_event(Caller::Person(who), command).await
    }

    pub async fn contest(&self) -> Contest {
        self.rig.service.event(self.event).await.unwrap()
    }

    pub async fn pairing(&self, pairing: PairingId) -> Pairing {
        self.contest().await.pairing(pairing).unwrap().clone()
    }

    pub async fn table(&self, id: TableId) -> Table {
        self.rig.service.table(id).await.unwrap()
    }

    pub async fn account(&self, player: PlayerId) -> Account {
        for number in 0..self.count {
            if self.rig.player(person(number)).await == player {
                return person(number);
            }
        }
        panic!("nobody's number");
    }

    pub async fn show(&self, pairing: PairingId, seat: usize) -> Result<EventOutcome, EventError> {
        let who = self.account(self.pairing(pairing).await.players[seat]).await;
        self.ask(who, Wish::Show(pairing)).await
    }

    /// Both come; the table that they get.
    pub async fn seat(&self, pairing: PairingId) -> TableId {
        for seat in [0, 1] {
            self.show(pairing, seat).await.unwrap();
        }
        self.pairing(pairing)
            .await
            .table
            .expect("both came, so there is a table")
    }

    /// Whoever sits in this seat gives the match up.
    pub async fn resign(&self, id: TableId, seat: usize) {
        let table = self.table(id).await;
        let player = table.seats()[seat].player().unwrap();
        let who = self.account(player).await;
        self.rig.wish(who, &table, Move::Resign).await.unwrap();
    }

    /// The match is played to its end by two who know how.
    pub async fn play(&self, id: TableId) -> usize {
        let mut presses = 0;
        loop {
            let table = self.table(id).await;
            let Some(seat) = table.to_move() else { return presses };
            let who = self.account(table.seats()[seat.index()].player().unwrap()).await;
            let action = sensible(&table, seat);
            self.rig.wish(who, &table, Move::Play(action)).await.unwrap();
            presses += 1;
        }
    }

    pub async fn tick(&self) {
        assert!(self.rig.service.tick().await, "something of what is due failed");
    }

    /// Lets time pass until the next thing of the event is due, and does it.
    pub async fn next(&self) {
        let dues = self.contest().await.dues();
        let at = dues.iter().map(|due| due.at).min().expect("something is due");
        let wait = at.0 - self.rig.service.now().0;
        self.rig.pass(wait.max(0));
        self.tick().await;
    }

    pub async fn restart(self) -> Hall {
        Hall {
            rig: self.rig.restart().await,
            ..self
        }
    }

    /// The first match that waits for a result.
    pub async fn open_pairing(&self) -> Option<Pairing> {
        let contest = self.contest().await;
        contest
            .pairings()
            .iter()
            .find(|pairing| pairing.score.is_none())
            .cloned()
    }

    pub async fn is_over(&self) -> bool {
        matches!(self.contest().await.status(), Status::Finished | Status::Cancelled)
    }

    /// One step of an event that goes on: somebody comes, somebody gives up, or time passes. Doing it again does no harm.
    pub async fn step(&self) {
        match self.open_pairing().await {
            Some(pairing) if pairing.table.is_none() => {
                let seat = usize::from(pairing.shown[0]);
                if pairing.shown == [true, true] {
                    self.tick().await;
                } else {
                    drop(self.show(pairing.id, seat).await);
                }
            }
            Some(pairing) => {
                let id = pairing.table.unwrap();
                if self.table(id).await.is_over() {
                    self.tick().await;
                } else {
                    self.resign(id, usize::try_from(pairing.id.0 % 2).unwrap()).await;
                }
            }
            None => self.next().await,
        }
    }

    /// What the logs say is what is stored.
    pub async fn is_sound(&self) {
        let url = format!("sqlite://{}", self.rig.path().display());
        let mut audit = Audit::look(&url).await.unwrap();
        assert_eq!(audit.faults().await.unwrap(), Vec::<String>::new());
        assert_eq!(reckon(&mut audit).await.unwrap(), Vec::new());
        assert_eq!(audit.pots().await.unwrap(), Vec::new());
        assert_eq!(audit.finish().await.unwrap(), Vec::new());
    }

    pub async fn number(&self, query: &'static str) -> i64 {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.rig.path());
        let mut connection = options.connect().await.unwrap();
        let row = sqlx::query(query).fetch_one(&mut connection).await.unwrap();
        let number = row.get(0);
        connection.close().await.unwrap();
        number
    }

    /// Somebody else writes into the file.
    pub async fn change(&self, statements: &str) {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.rig.path());
        let mut connection = options.connect().await.unwrap();
        let statements = sqlx::AssertSqlSafe(statements.to_owned());
        sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// What these facts write, but for messages and who comes in: as somebody decided it who read the event like that.
    pub fn chapter(&self, before: &Contest, facts: Vec<Fact>) -> Chapter {
        let mut after = before.clone();
        for fact in &facts {
            after.evolve(self.now(), fact);
        }
        Chapter {
            event: self.event,
            expected: before.version(),
            at: self.now(),
            facts,
            row: EventRow {
                id: self.event,
                title: after.format().title.clone(),
                status: after.status(),
                starts: after.starts(),
                place: after.place(),
            },
            people: Vec::new(),
            joins: Vec::new(),
            due: after.dues(),
            errands: Vec::new(),
            done: Vec::new(),
            slots: Vec::new(),
            shown_in: None,
            hidden_in: None,
            most: 1,
            lost: false,
            deed: None,
            inbox: None,
            winners: Vec::new(),
            team_places: Vec::new(),
            points: jinlami::contest::bookings(Some(before), &after),
        }
    }

    pub fn now(&self) -> Millis {
        self.rig.service.now()
    }
}

/// Polls a piece of work so often and then drops it, as a process that ends does; its answer if it was done by then.
pub async fn cut<F: Future>(work: F, polls: usize) -> Option<F::Output> {
    let mut work = pin!(work);
    let mut left = polls;
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}
