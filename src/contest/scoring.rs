//! Results: how they come in, what follows when they don't, and how they are taken back.

use super::caps::GOINGS_MAX;
use super::decide::{Refusal, Setting, Who};
use super::fact::{Fact, How, PairingId, Score};
use super::format::{Kind, NoShow, Unfinished};
use super::rounds::Work;
use super::state::{Contest, Pairing, Presence};
use crate::id::{Millis, PlayerId, Seat, TableId};

/// How often a knockout match that stays level is played again before the better seed goes on (ours).
pub(super) const LEVELLED_MAX: u8 = 2;

impl Contest {
    pub(super) fn show(&self, player: PlayerId, pairing: PairingId) -> Result<Vec<Fact>, Refusal> {
        let pairing = self.pairing(pairing).ok_or(Refusal::NoPairing)?;
        let seat = pairing.seat_of(player).ok_or(Refusal::NotYours)?;
        if pairing.score.is_some() {
            return Err(Refusal::Scored);
        }
        if pairing.went[seat.index()] >= GOINGS_MAX {
            return Err(Refusal::TooOften);
        }
        let mut facts = Vec::new();
        if self
            .entrants
            .get(&player)
            .is_some_and(|entrant| entrant.presence == Presence::Paused)
        {
            facts.push(Fact::Returned { player });
        }
        if !pairing.shown[seat.index()] {
            facts.push(Fact::Showed {
                pairing: pairing.id,
                player,
            });
        }
        Ok(facts)
    }

    pub(super) fn seat(&self, pairing: PairingId, table: TableId) -> Result<Vec<Fact>, Refusal> {
        let pairing = self.pairing(pairing).ok_or(Refusal::NoPairing)?;
        match (pairing.table, pairing.score) {
            (Some(known), _) if known == table => Ok(Vec::new()),
            (_, Some(_)) => Err(Refusal::Scored),
            (Some(_), None) => Err(Refusal::Seated),
            (None, None) => Ok(vec![Fact::Seated {
                pairing: pairing.id,
                table,
            }]),
        }
    }

    /// What follows when a match's table ended without a result. Nothing when the match is not that table's (any more).
    ///
    /// Whoever went before the deal has come in vain: the time to come stays what it was, so that nobody puts a round off by
    /// coming and going. What ended by nobody's doing has the whole time once more.
    pub(super) fn unseat(
        &self,
        now: Millis,
        pairing: PairingId,
        table: TableId,
        stayed: Option<[bool; 2]>,
    ) -> Vec<Fact> {
        let open = |pairing: &&Pairing| pairing.table == Some(table) && pairing.score.is_none();
        let Some(pairing) = self.pairing(pairing).filter(open) else {
            return Vec::new();
        };
        let [appear, until] = match stayed {
            Some(_) => [pairing.appear, pairing.until].map(|time| time.max(now)),
            None => self.times(now),
        };
        vec![Fact::Unseated {
            pairing: pairing.id,
            table,
            stayed,
            appear,
            until,
        }]
    }

    /// What follows from a table's result. Nothing when it was told before, or when the match is not that table's any more.
    pub(super) fn score(&self, now: Millis, pairing: PairingId, table: TableId, score: Score) -> Vec<Fact> {
        let Some(pairing) = self.pairing(pairing).filter(|pairing| pairing.table == Some(table)) else {
            return Vec::new();
        };
        if pairing.score.is_some() || self.is_settled(pairing) {
            return Vec::new();
        }
        self.decided(now, pairing, Some(table), score)
    }

    /// The result, or another match where there must be a winner.
    fn decided(&self, now: Millis, pairing: &Pairing, table: Option<TableId>, score: Score) -> Vec<Fact> {
        let must = self
            .stage()
            .is_some_and(|(stage, _)| matches!(stage.play, Kind::Knockout { .. }));
        let id = pairing.id;
        if !must || score.winner.is_some() || score.how == How::Nobody {
            return vec![Fact::Scored {
                pairing: id,
                table,
                score,
            }];
        }
        if let Some(table) = table.filter(|_| pairing.levelled < LEVELLED_MAX) {
            let [appear, until] = self.times(now);
            return vec![Fact::Levelled {
                pairing: id,
                table,
                appear,
                until,
            }];
        }
        let score = Score {
            winner: Some(self.better_seed(pairing)),
            how: How::Seed,
            ..score
        };
        vec![Fact::Scored {
            pairing: id,
            table,
            score,
        }]
    }

    fn better_seed(&self, pairing: &Pairing) -> Seat {
        let seed = |player: PlayerId| {
            let ran = self.ran.last()?;
            ran.entries.iter().position(|entry| entry.player == player)
        };
        let [one, two] = pairing.players.map(seed);
        if one.unwrap_or(usize::MAX) <= two.unwrap_or(usize::MAX) {
            Seat::FIRST
        } else {
            Seat::SECOND
        }
    }

    /// Until when people must come to a match that is opened now, and until when it is to be played.
    fn times(&self, now: Millis) -> [Millis; 2] {
        let rounds = &self.format.rounds;
        [rounds.appear, rounds.minutes].map(|minutes| now.plus(i64::from(minutes) * 60_000))
    }

    /// Whether something was decided from the match's result that can't be undone: another stage, or, where a round decides who
    /// plays the next one, another round.
    #[must_use]
    pub fn is_settled(&self, pairing: &Pairing) -> bool {
        let Some((stage, ran)) = self.stage() else { return true };
        let chained = matches!(
            stage.play,
            Kind::Knockout { .. } | Kind::Elimination { .. } | Kind::Target { .. }
        );
        ran.stage != pairing.stage || ran.places.is_some() || chained && ran.round != pairing.round
    }

    pub(super) fn void(&self, setting: &Setting<'_>, pairing: PairingId) -> Result<Vec<Fact>, Refusal> {
        let pairing = self.pairing(pairing).ok_or(Refusal::NoPairing)?;
        if pairing.score.is_none() {
            return Ok(Vec::new());
        }
        if self.is_settled(pairing) {
            return Err(Refusal::Depends);
        }
        let [appear, until] = self.times(setting.now);
        Ok(vec![Fact::Unscored {
            pairing: pairing.id,
            appear,
            until,
        }])
    }

    pub(super) fn correct(&self, who: Who, pairing: PairingId, score: Score) -> Result<Vec<Fact>, Refusal> {
        let by = who.person().ok_or(Refusal::NotOrganiser)?;
        let pairing = self.pairing(pairing).ok_or(Refusal::NoPairing)?;
        if score.winner.is_some_and(|seat| seat.index() > 1) || score.points.iter().any(|points| points.abs() > 100_000)
        {
            return Err(Refusal::Bounds);
        }
        let must = self
            .stage()
            .is_some_and(|(stage, _)| matches!(stage.play, Kind::Knockout { .. }));
        if must && score.winner.is_none() && score.how != How::Nobody {
            return Err(Refusal::NoWinner);
        }
        if pairing.score.is_some_and(|(known, _)| known == score) {
            return Ok(Vec::new());
        }
        let (stage, _) = self.stage().ok_or(Refusal::NotBegun)?;
        // The same winner of a knockout match leaves everything after it as it is.
        let same = matches!(stage.play, Kind::Knockout { .. })
            && pairing
                .score
                .is_some_and(|(known, _)| known.winner.is_some() && known.winner == score.winner)
            && self
                .ran
                .last()
                .is_some_and(|ran| ran.stage == pairing.stage && ran.places.is_none());
        if self.is_settled(pairing) && !same {
            return Err(Refusal::Depends);
        }
        Ok(vec![Fact::Corrected {
            pairing: pairing.id,
            score,
            by,
        }])
    }

    /// What follows when the time to come is over: who came wins, and who did not is dealt with as the format says.
    pub(super) fn no_show(&self, now: Millis, pairing: &Pairing) -> Vec<Fact> {
        let walkover = self.format.rounds.walkover;
        let score = match pairing.shown {
            [true, true] => return Vec::new(),
            [true, false] => Score::walkover(Seat::FIRST, walkover),
            [false, true] => Score::walkover(Seat::SECOND, walkover),
            [false, false] => Score::nobody(),
        };
        let mut work = Work::on(self, now);
        work.push(Fact::Scored {
            pairing: pairing.id,
            table: None,
            score,
        });
        for seat in Seat::BOTH {
            let player = pairing.players[seat.index()];
            if pairing.shown[seat.index()] || !self.is_playing(player) {
                continue;
            }
            match self.format.rounds.no_show {
                NoShow::Lose => {}
                NoShow::Pause => work.push(Fact::Paused { player }),
                NoShow::Drop => work.leave(player),
            }
        }
        work.facts
    }

    /// What follows when a match is still played at the end of its round.
    pub(super) fn out_of_time(&self, now: Millis, pairing: &Pairing) -> Vec<Fact> {
        match self.format.rounds.unfinished {
            Unfinished::Wait => Vec::new(),
            Unfinished::Draw => {
                let score = Score {
                    winner: None,
                    points: [0; 2],
                    hands: 0,
                    how: How::Time,
                };
                self.decided(now, pairing, None, score)
            }
        }
    }
}

impl Work {
    /// Takes somebody out for good: matches that nobody sat down to are the opponents'; those at a table end there.
    pub(super) fn leave(&mut self, player: PlayerId) {
        self.push(Fact::Dropped { player });
        let open = |pairing: &&Pairing| pairing.score.is_none() && pairing.table.is_none();
        let walkovers: Vec<(PairingId, Seat, PlayerId)> = self
            .contest
            .pairings
            .iter()
            .filter(open)
            .filter_map(|pairing| {
                let seat = pairing.seat_of(player)?.other();
                Some((pairing.id, seat, pairing.players[seat.index()]))
            })
            .collect();
        for (pairing, seat, opponent) in walkovers {
            let score = if self.contest.is_playing(opponent) {
                Score::walkover(seat, self.contest.format.rounds.walkover)
            } else {
                Score::nobody()
            };
            self.push(Fact::Scored {
                pairing,
                table: None,
                score,
            });
        }
    }
}
