//! An event that is run to its end by chance, its log kept and replayed.

use std::collections::BTreeMap;

use jinlami::contest::{
    Asked, Contest, DueKind, Fact, Format, How, Kind, PairingId, Refusal, Score, Setting, Stage, Status, Team, Who,
    Wish,
};
use jinlami::id::{EventId, Millis, Place, Platform, PlayerId, Seat, TableId, TeamId, Venue};

use crate::dice::Dice;

pub const HOST: PlayerId = PlayerId(1_000_000);
pub const VENUE: Venue = Venue {
    platform: Platform::Discord,
    chat: 7,
};
pub const PLACE: Place = Place {
    venue: VENUE,
    channel: 8,
};

pub fn player(number: usize) -> PlayerId {
    PlayerId(i64::try_from(number).unwrap() + 1)
}

pub fn players(count: usize) -> Vec<PlayerId> {
    (0..count).map(player).collect()
}

/// An event of these stages, with everything else as usual.
pub fn format(stages: Vec<Stage>) -> Format {
    let mut format = Format::templates("[e]\ntitle = \"Friday\"\nstages = [{ play = { swiss = {} } }]\n")
        .unwrap()
        .remove("e")
        .unwrap();
    format.size.most = 256;
    format.stages = stages;
    format
}

pub fn one(play: Kind) -> Format {
    format(vec![Stage::of(play)])
}

pub fn team(id: i64, people: &[usize], substitutes: &[usize]) -> Team {
    Team {
        id: TeamId(id),
        name: format!("team {id}"),
        captain: player(people[0]),
        members: people.iter().map(|number| player(*number)).collect(),
        substitutes: substitutes.iter().map(|number| player(*number)).collect(),
    }
}

pub struct Arena {
    pub contest: Contest,
    pub log: Vec<(Millis, Fact)>,
    pub now: Millis,
    pub dice: Dice,
    pub ratings: BTreeMap<PlayerId, f64>,
    pub tables: i64,
    /// Whether the event is shown where its wishes are said.
    pub shown: bool,
}

impl Arena {
    pub fn open(format: &Format, seed: u64) -> Arena {
        Arena::open_at(format, None, seed)
    }

    pub fn open_at(format: &Format, starts: Option<Millis>, seed: u64) -> Arena {
        let now = Millis(1_000_000);
        let facts = Contest::open(now, PLACE, HOST, format.clone(), starts).unwrap();
        let contest = Contest::opened(EventId(1), now, &facts[0]).unwrap();
        Arena {
            contest,
            log: facts.into_iter().map(|fact| (now, fact)).collect(),
            now,
            dice: Dice::new(seed),
            ratings: BTreeMap::new(),
            tables: 0,
            shown: false,
        }
    }

    /// An event with this many people, begun.
    pub fn begun(format: &Format, count: usize, seed: u64) -> Arena {
        let mut arena = Arena::open(format, seed);
        for player in players(count) {
            arena.ask(player, Wish::SignUp);
        }
        arena.organise(Wish::Start);
        arena
    }

    fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        for part in seed.chunks_mut(8) {
            part.copy_from_slice(&self.dice.next().to_le_bytes());
        }
        seed
    }

    pub fn decide(&mut self, who: Who, wish: Wish, venue: Option<Venue>) -> Result<Vec<Fact>, Refusal> {
        let seed = self.seed();
        let setting = Setting {
            now: self.now,
            seed,
            ratings: &self.ratings,
            venue,
            shown: self.shown,
        };
        self.contest.decide(who, wish, &setting)
    }

    pub fn take(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.contest.evolve(self.now, fact);
            // What is stored is read back as it was written.
            let text = serde_json::to_string(fact).unwrap();
            assert_eq!(serde_json::from_str::<Fact>(&text).unwrap(), *fact);
            self.log.push((self.now, fact.clone()));
        }
    }

    pub fn wish(&mut self, who: Who, wish: Wish) -> Result<usize, Refusal> {
        let facts = self.decide(who, wish, Some(VENUE))?;
        self.take(&facts);
        Ok(facts.len())
    }

    pub fn ask(&mut self, player: PlayerId, wish: Wish) {
        self.wish(Who::Person(player), wish).unwrap();
    }

    pub fn organise(&mut self, wish: Wish) {
        self.wish(Who::Person(HOST), wish).unwrap();
    }

    pub fn is_over(&self) -> bool {
        matches!(self.contest.status(), Status::Finished | Status::Cancelled)
    }

    /// The matches that wait for a result.
    pub fn open_pairings(&self) -> Vec<PairingId> {
        let stage = self.contest.stage().map_or(0, |(_, ran)| ran.stage);
        let open = self
            .contest
            .pairings_of(stage)
            .filter(|pairing| pairing.score.is_none());
        open.map(|pairing| pairing.id).collect()
    }

    /// A result by chance; drawn now and then.
    pub fn score(&mut self) -> Score {
        let mut points = [0, 0].map(|zero: i32| zero + i32::try_from(self.dice.below(12)).unwrap() * 10);
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        };
        // Whoever gives up may be ahead.
        if self.dice.below(20) == 0 {
            points.swap(0, 1);
        }
        Score {
            winner,
            points,
            hands: 6,
            how: How::Played,
        }
    }

    pub fn seat(&mut self, pairing: PairingId) -> TableId {
        self.tables += 1;
        let table = TableId(self.tables);
        self.wish(Who::Clock, Wish::Seat(pairing, table)).unwrap();
        table
    }

    /// Both come, sit down and play to this result.
    pub fn play(&mut self, pairing: PairingId, score: Score) -> TableId {
        for player in self.contest.pairing(pairing).unwrap().players {
            self.ask(player, Wish::Show(pairing));
        }
        let known = self.contest.pairing(pairing).unwrap().table;
        let table = known.unwrap_or_else(|| self.seat(pairing));
        self.now = self.now.plus(1000);
        self.wish(Who::Clock, Wish::Score(pairing, table, score)).unwrap();
        table
    }

    pub fn play_round(&mut self) {
        for pairing in self.open_pairings() {
            while self.contest.pairing(pairing).unwrap().score.is_none() {
                let score = self.score();
                self.play(pairing, score);
            }
        }
    }

    pub fn fire(&mut self, kind: DueKind) -> usize {
        let seed = self.seed();
        let setting = Setting {
            now: self.now,
            seed,
            ratings: &self.ratings,
            venue: None,
            shown: false,
        };
        let facts = self.contest.fire(kind, &setting);
        self.take(&facts);
        facts.len()
    }

    /// Lets time pass until something is due, and does it.
    pub fn tick(&mut self) -> DueKind {
        let due = self
            .contest
            .dues()
            .into_iter()
            .min_by_key(|due| (due.at, due.kind))
            .unwrap();
        self.now = self.now.max(due.at);
        self.fire(due.kind);
        let again = self.contest.dues().into_iter().any(|other| other == due);
        assert!(!again, "{due:?} is still due after it was done");
        due.kind
    }

    /// The round that is played, and everything until the next one.
    pub fn round(&mut self) {
        self.play_round();
        while !self.is_over() && self.open_pairings().is_empty() {
            self.tick();
        }
    }

    /// Everything until it is over.
    pub fn run(&mut self) {
        for _ in 0..500 {
            if self.is_over() {
                self.replayed();
                return;
            }
            self.round();
        }
        panic!("it does not end");
    }

    /// What the log tells is what was lived.
    pub fn replayed(&self) {
        let contest = Contest::replay(EventId(1), &self.log).unwrap();
        assert_eq!(contest.view(None), self.contest.view(None));
        assert_eq!(contest.dues(), self.contest.dues());
        assert_eq!(contest.version(), self.contest.version());
        assert_eq!(i64::try_from(self.log.len()).unwrap(), contest.version().0);
    }

    pub fn asked(&self, player: PlayerId) -> Asked {
        self.contest.asked(player)
    }

    /// How often each two met in a stage.
    pub fn meetings(&self, stage: u8) -> BTreeMap<[PlayerId; 2], usize> {
        let mut meetings = BTreeMap::new();
        for pairing in self.contest.pairings_of(stage) {
            let [one, two] = pairing.players;
            *meetings.entry([one.min(two), one.max(two)]).or_default() += 1;
        }
        meetings
    }
}
