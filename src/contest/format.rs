//! What an event is, as plain data: its stages, who may come, when rounds begin and what is done about those who don't come.
//!
//! The same data stands in a template (TOML) and in the first fact of a contest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::flaw::{BadFormat, Flaw};

/// An event's format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// What it is called.
    pub title: String,
    /// What its matches are played under: the words of a challenge, which this room does not read.
    #[serde(default)]
    pub terms: String,
    /// Whether its matches count for ratings.
    #[serde(default = "yes")]
    pub rated: bool,
    /// What taking part costs, in play points: 10,000 at most. It lies in the event's pot, which goes to the places at the end,
    /// and is given back when the event is cancelled.
    #[serde(default)]
    pub fee: u32,
    /// How many people, or teams where teams play, take part.
    #[serde(default)]
    pub size: Size,
    /// How people come in.
    #[serde(default)]
    pub sign_up: SignUp,
    /// When it begins.
    #[serde(default)]
    pub start: Start,
    /// In which order people are drawn.
    #[serde(default)]
    pub seeding: Seeding,
    /// How long things take, and what is done about who does not come.
    #[serde(default)]
    pub rounds: Rounds,
    /// Where teams play: how large they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squads: Option<Squads>,
    /// What is played, one after another.
    pub stages: Vec<Stage>,
}

fn yes() -> bool {
    true
}

/// How many take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Size {
    /// With fewer it is not played: 2 at least.
    pub least: u16,
    /// More are put on the waiting list: 256 at most.
    pub most: u16,
}

impl Default for Size {
    fn default() -> Size {
        Size { least: 2, most: 64 }
    }
}

/// How people come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignUp {
    /// Whether there is a waiting list when it is full.
    pub waiting: bool,
    /// How many minutes before the start people must say that they are there; none: nobody has to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_in: Option<u32>,
    /// Up to which round of a first stage paired by score people may still come in; 0: not after the start.
    pub late: u16,
}

impl Default for SignUp {
    fn default() -> SignUp {
        SignUp {
            waiting: true,
            check_in: None,
            late: 0,
        }
    }
}

/// When an event begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// When the organiser says so.
    #[default]
    ByHand,
    /// As soon as it is full.
    WhenFull,
    /// At the time that is given when it is opened.
    AtTime,
}

/// In which order people are drawn; never in the order of signing up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seeding {
    /// By lot.
    #[default]
    Lot,
    /// The best rating first, equal ones by lot.
    Rating,
}

/// How long things take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rounds {
    /// How many minutes a round has.
    pub minutes: u32,
    /// How many minutes after its beginning everybody must have come to their match.
    pub appear: u32,
    /// How many minutes lie between the last result of a round and the next round.
    pub rest: u32,
    /// What is done with who does not come; the opponent wins in any case.
    pub no_show: NoShow,
    /// The points that a match counts which somebody did not come to: one hand lost to a 三金 without any card (rule book,
    /// decision 13).
    pub walkover: u16,
    /// What is done with a match that is still played when the time of its round is over.
    pub unfinished: Unfinished,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds {
            minutes: 1440,
            appear: 15,
            rest: 2,
            no_show: NoShow::Pause,
            walkover: 50,
            unfinished: Unfinished::Wait,
        }
    }
}

/// What is done with who does not come to a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoShow {
    /// Not paired any more until they say that they are back.
    #[default]
    Pause,
    /// Only the match is lost.
    Lose,
    /// Out of the event.
    Drop,
}

/// What is done with a match that is still played when the time of its round is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unfinished {
    /// It is waited for: its own turn clock ends it.
    #[default]
    Wait,
    /// It counts as drawn.
    Draw,
}

/// How large teams are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squads {
    /// The fewest members that play.
    pub least: u16,
    /// The most members that play: 32 at most (ours).
    pub most: u16,
    /// How many more may stand by.
    #[serde(default)]
    pub substitutes: u16,
}

/// One part of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// What is played.
    pub play: Kind,
    /// How many go on to the next stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advance: Option<u16>,
    /// How much of their score they take along, in percent.
    #[serde(default)]
    pub carry: u8,
    /// What places go by; none: what is usual for the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// What decides between equals; none: what is usual for the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// Whether a fixed schedule is played round by round or in any order.
    #[serde(default)]
    pub pace: Pace,
}

impl Stage {
    /// A stage with everything that is usual for its kind.
    #[must_use]
    pub fn of(play: Kind) -> Stage {
        Stage {
            play,
            advance: None,
            carry: 0,
            count: None,
            tie_breaks: None,
            pace: Pace::Rounds,
        }
    }

    /// What places go by.
    #[must_use]
    pub fn count(&self) -> Count {
        self.count.unwrap_or(match self.play {
            Kind::Fixed { .. } | Kind::Target { .. } | Kind::Team { .. } | Kind::Elimination { .. } => Count::Hands,
            Kind::Swiss { .. } | Kind::RoundRobin { .. } | Kind::Knockout { .. } => Count::Match,
        })
    }

    /// What decides between equals.
    #[must_use]
    pub fn tie_breaks(&self) -> &[TieBreak] {
        use TieBreak::{Buchholz, Difference, Direct, Marks, MedianBuchholz, SonnebornBerger, Wins};
        match (&self.tie_breaks, self.play, self.count()) {
            (Some(named), ..) => named,
            (None, Kind::Swiss { .. }, Count::Match) => &[MedianBuchholz, Buchholz, Direct, Wins, Difference],
            (None, _, Count::Match) => &[Direct, SonnebornBerger, Wins, Difference],
            (None, _, Count::Hands) => &[Difference, Marks, Wins, Direct],
        }
    }
}

/// What is played in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Kind {
    /// Everybody plays as many matches, so as many hands; the points of the hands count (定局積分).
    Fixed {
        /// How many matches.
        matches: u16,
    },
    /// Rounds until enough people have this many points of hands; who has them rests from then on (達標).
    Target {
        /// The points to be reached.
        points: u16,
        /// The most rounds; after them the higher total is before.
        rounds: u16,
        /// How many must have reached them; none: as many as go on, or one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrive: Option<u16>,
    },
    /// Swiss: who has about the same score meets, nobody twice while that can be avoided.
    Swiss {
        /// How many rounds; none: as many as a knockout would take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
    },
    /// Who loses is out.
    Knockout {
        /// Whether the losers of the last but one round play for the third place.
        #[serde(default)]
        third_place: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// How often.
        #[serde(default = "one")]
        cycles: u16,
    },
    /// Every member of a team meets every member of every other team; the points of the hands add up (隊式賽).
    Team {
        /// Who plays where teams are uneven.
        #[serde(default)]
        uneven: Uneven,
        /// The hands that two teams play against each other: it is over as soon as they are played, and goes on with a new turn
        /// of the schedule until they are. None: everybody meets everybody once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hands: Option<u32>,
    },
    /// Points pass from losers to winners, who falls below the line is out, and the base grows (打立出局).
    Elimination {
        /// The points that everybody begins with.
        #[serde(default = "thousand")]
        start: u32,
        /// Who has fewer points is out.
        #[serde(default = "line")]
        line: i32,
        /// How many points each point of a match's difference is worth at first.
        #[serde(default = "base")]
        base: u32,
        /// After how many rounds that grows.
        #[serde(default = "one")]
        grow_every: u16,
        /// By how much.
        #[serde(default = "base")]
        grow_by: u32,
        /// It is over when this many are left.
        keep: u16,
        /// The most rounds; then the best go on.
        #[serde(default = "many")]
        rounds: u16,
    },
}

fn one() -> u16 {
    1
}

fn many() -> u16 {
    30
}

fn base() -> u32 {
    1
}

fn line() -> i32 {
    1
}

fn thousand() -> u32 {
    1000
}

impl Kind {
    /// Whether the rounds are paired one by one from the score, so that people can come and go.
    #[must_use]
    pub fn is_by_score(&self) -> bool {
        matches!(
            self,
            Kind::Swiss { .. } | Kind::Target { .. } | Kind::Elimination { .. }
        )
    }
}

/// What places go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// Won and drawn matches.
    Match,
    /// The points of the hands.
    Hands,
}

/// What decides between equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The sum of the opponents' match points.
    Buchholz,
    /// The same without the best and the worst opponent.
    MedianBuchholz,
    /// The match points of beaten opponents and half of those with whom it was drawn.
    SonnebornBerger,
    /// The match points among the equals, where all of them met.
    Direct,
    /// Won matches.
    Wins,
    /// Match points.
    Marks,
    /// The points of the hands.
    Points,
    /// The points of the hands less those of the opponents.
    Difference,
}

/// Whether a fixed schedule is played round by round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// The next round begins when all of a round is played.
    #[default]
    Rounds,
    /// Everything may be played from the start, in any order.
    Free,
}

/// Who plays where teams are uneven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uneven {
    /// Of the larger team as many leaders as the smaller one has.
    #[default]
    Leaders,
    /// Everybody; teams are compared by their points per match.
    Average,
}

impl Format {
    /// The longest title in characters (ours).
    pub const TITLE_MAX: usize = 100;
    /// The longest terms in characters (ours): written out in full they name every rule.
    pub const TERMS_MAX: usize = 6_000;
    /// The most rounds of a stage (ours).
    pub const ROUNDS_MAX: u16 = 60;
    /// The most stages (ours).
    pub const STAGES_MAX: usize = 6;
    /// The highest fee in play points (ours).
    pub const FEE_MAX: u32 = 10_000;
    /// The longest round in minutes: 30 days (ours).
    pub const MINUTES_MAX: u32 = 43_200;

    /// The formats of a file of templates, by name.
    ///
    /// # Errors
    /// What can't be read, or what can't be played and in which event.
    pub fn templates(text: &str) -> Result<BTreeMap<String, Format>, BadFormat> {
        let formats: BTreeMap<String, Format> =
            toml::from_str(text).map_err(|error| BadFormat::Toml(error.to_string()))?;
        for (name, format) in &formats {
            format.check().map_err(|flaw| BadFormat::Event {
                name: name.clone(),
                flaw,
            })?;
        }
        Ok(formats)
    }

    /// Whether it can be played.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Flaw> {
        let title = self.title.chars().count();
        if self.title.trim().is_empty() || title > Format::TITLE_MAX {
            return Err(Flaw::Title);
        }
        if self.terms.chars().count() > Format::TERMS_MAX {
            return Err(Flaw::Terms);
        }
        if self.size.least < 2 || self.size.most < self.size.least || usize::from(self.size.most) > super::ENTRANTS_MAX
        {
            return Err(Flaw::Size);
        }
        if self.fee > Format::FEE_MAX {
            return Err(Flaw::Fee);
        }
        if self.fee > 0 && self.squads.is_some() {
            return Err(Flaw::TeamFee);
        }
        if self.stages.is_empty() || self.stages.len() > Format::STAGES_MAX {
            return Err(Flaw::Stages);
        }
        let rounds = &self.rounds;
        let short = rounds.appear == 0 || rounds.appear > rounds.minutes;
        if short || rounds.minutes > Format::MINUTES_MAX || rounds.rest > Format::MINUTES_MAX {
            return Err(Flaw::Minutes);
        }
        if self
            .sign_up
            .check_in
            .is_some_and(|minutes| minutes == 0 || minutes > Format::MINUTES_MAX)
            || self.sign_up.check_in.is_some() && self.start == Start::WhenFull
        {
            return Err(Flaw::CheckIn);
        }
        if self.sign_up.late > 0 && !matches!(self.stages[0].play, Kind::Swiss { .. } | Kind::Target { .. }) {
            return Err(Flaw::Late);
        }
        self.check_teams()?;
        let last = self.stages.len() - 1;
        let mut field = self.size.most;
        for (at, stage) in self.stages.iter().enumerate() {
            let number = at + 1;
            stage.check(number)?;
            match stage.advance {
                None if at < last => return Err(Flaw::Advance { stage: number }),
                Some(_) if at == last => return Err(Flaw::AdvanceNowhere { stage: number }),
                Some(advance) if advance < 2 || advance >= field => return Err(Flaw::Advance { stage: number }),
                Some(advance) => field = advance,
                None => {}
            }
            let next = self.stages.get(at + 1).map(|stage| stage.play);
            let useless =
                matches!(stage.play, Kind::Knockout { .. }) || matches!(next, None | Some(Kind::Knockout { .. }));
            if stage.carry > 100 || stage.carry > 0 && useless {
                return Err(Flaw::Carry { stage: number });
            }
        }
        Ok(())
    }

    fn check_teams(&self) -> Result<(), Flaw> {
        let team = |stage: &Stage| matches!(stage.play, Kind::Team { .. });
        match self.squads {
            None if self.stages.iter().any(team) => Err(Flaw::NoSquads),
            None => Ok(()),
            Some(_) if self.stages.len() != 1 || !self.stages.iter().all(team) => Err(Flaw::TeamsAlone),
            Some(_) if self.sign_up.late > 0 => Err(Flaw::Late),
            Some(squads) => {
                let people = u32::from(squads.most) * u32::from(self.size.most);
                let sizes = squads.least == 0 || squads.most < squads.least || squads.most > 32;
                let crowd = people > 512 || squads.substitutes > 32;
                if sizes || crowd { Err(Flaw::Squads) } else { Ok(()) }
            }
        }
    }
}

impl Stage {
    fn check(&self, stage: usize) -> Result<(), Flaw> {
        let rounds = |rounds: u16| (1..=Format::ROUNDS_MAX).contains(&rounds);
        let played = match self.play {
            Kind::Fixed { matches } => rounds(matches),
            Kind::Target {
                points,
                rounds: n,
                arrive,
            } => points > 0 && rounds(n) && arrive != Some(0),
            Kind::Swiss { rounds: n } => n.is_none_or(rounds),
            Kind::Knockout { .. } => true,
            Kind::RoundRobin { cycles } => (1..=4).contains(&cycles),
            Kind::Team { hands, .. } => hands.is_none_or(|hands| (1..=10_000).contains(&hands)),
            Kind::Elimination {
                start,
                line,
                base,
                grow_every,
                grow_by,
                keep,
                rounds: n,
            } => {
                let figures = start <= 1_000_000 && i64::from(line) <= i64::from(start) && (1..=1000).contains(&base);
                figures && grow_every > 0 && grow_by <= 1000 && keep > 0 && rounds(n)
            }
        };
        if !played {
            return Err(Flaw::Figures { stage });
        }
        if let (Kind::Elimination { keep, .. }, Some(advance)) = (self.play, self.advance)
            && keep != advance
        {
            return Err(Flaw::Keep { stage });
        }
        let mut named = self.tie_breaks.clone().unwrap_or_default();
        let all = named.len();
        named.sort_by_key(|tie_break| *tie_break as u8);
        named.dedup();
        if named.len() < all {
            return Err(Flaw::TieBreaks { stage });
        }
        let fixed = matches!(
            self.play,
            Kind::Fixed { .. } | Kind::RoundRobin { .. } | Kind::Team { hands: None, .. }
        );
        if self.pace == Pace::Free && !fixed {
            return Err(Flaw::Pace { stage });
        }
        Ok(())
    }
}
