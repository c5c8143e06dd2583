//! Two chats that become one, each with seasons of its own: no two of them may be at the same time.

use super::plan::{Need, Plan, args};
use super::ratings::BEGINNING;
use super::seasons::Season;
use super::{Store, StoreError, statements as sql, sums};
use crate::id::{Millis, Platform, SeasonId, Venue};

/// How often it is tried again when a season begins or ends in between (ours).
const TRIES: usize = 8;

impl Store {
    /// Moves everything of a chat that got a new id: its tables, messages, results, leaderboard and settings. Its
    /// messages can't be edited under the new id, so those of running tables are sent anew. A second call changes
    /// nothing; where both ids are known already, the two become one, and the season that runs under the new id goes on.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn migrate_chat(&self, platform: Platform, from: i64, to: i64) -> Result<(), StoreError> {
        if from == to {
            return Ok(());
        }
        for _ in 0..TRIES {
            let seasons = self.joined_seasons(platform, from, to).await?;
            match self.write(self.move_plan(platform, from, to, seasons)).await {
                Err(StoreError::Conflict) => {}
                done => return done.map(|_| ()),
            }
        }
        Err(StoreError::Conflict)
    }

    /// What becomes of the seasons of both chats; an empty plan when the old one has none.
    async fn joined_seasons(&self, platform: Platform, from: i64, to: i64) -> Result<Plan, StoreError> {
        let of = |chat| Venue { platform, chat };
        let (stay, come) = (self.seasons(of(to)).await?, self.seasons(of(from)).await?);
        let mut plan = Plan::default();
        if come.is_empty() {
            return Ok(plan);
        }
        let platform = platform.code();
        let running = stay.iter().chain(&come).filter(|season| season.ended.is_none()).count();
        let state = 2 * (stay.len() + come.len()) + running;
        let state = i64::try_from(state).unwrap_or(i64::MAX);
        plan.require(&sums::SEASONS_STILL, args![platform, from, to, state], Need::Conflict);
        let joined = joined(&stay, &come);
        for season in &come {
            if joined.iter().all(|one| one.id != season.id) {
                plan.add(&sums::SEASON_DROP, args![season.id.0]);
            }
        }
        // Numbers are unique at every moment, so all are out of the way before they are given anew.
        for (number, one) in (1_i64..).zip(&joined) {
            let ended = one.ended.map(|at| at.0);
            let row = args![platform, to, one.id.0, -number, one.starts.0, ended];
            plan.add(&sums::SEASON_PLACE, row);
        }
        plan.add(&sums::SEASON_NUMBERS, args![platform, to]);
        // Each beginning of a season resets ratings, so that all are reckoned anew.
        plan.add(&sums::SEASON_MARK, args![platform, to, BEGINNING]);
        Ok(plan)
    }

    fn move_plan(&self, platform: Platform, from: i64, to: i64, seasons: Plan) -> Plan {
        let platform = platform.code();
        let both = || args![platform, from, to];
        let old = || args![platform, from];
        let new = || args![platform, to];
        let mut plan = Plan::default();
        plan.add(&sql::MOVE_NOTE, both());
        plan.add(&sql::MOVE_VENUE, args![self.new_id(Millis(0)), platform, from, to]);
        plan.add(&sql::MOVE_TABLES, both());
        plan.add(&sql::MOVE_MIRRORS, both());
        plan.add(&sql::MOVE_CONTESTS, both());
        plan.add(&sql::MOVE_SCHEDULES, both());
        plan.add(&sql::MOVE_EVENT_PLACES, both());
        plan.add(&sql::MOVE_EVENT_PLACES_OLD, old());
        plan.add(&sql::MOVE_QUICK, old());
        plan.add(&sums::MOVE_LINES_KEEP, both());
        plan.add(&sums::MOVE_LINES_DROP, both());
        plan.add(&sums::MOVE_RESULTS_SPOT, both());
        plan.add(&sums::MOVE_SPOTS_TWICE, both());
        plan.add(&sums::MOVE_SPOTS, both());
        plan.join(seasons);
        plan.add(&sums::MOVE_AWARDS, both());
        plan.add(&sums::AWARDS_SEASON, new());
        plan.add(&sql::MOVE_RESULTS, both());
        plan.add(&sums::RESULTS_SEASON, new());
        plan.add(&sql::MOVE_SETTINGS, both());
        plan.add(&sql::MOVE_SETTINGS_OLD, old());
        plan.add(&sums::MOVE_ABSENT_DROP, old());
        plan.add(&sums::MOVE_RATINGS_DROP, old());
        plan.add(&sums::MOVE_STEPS_DROP, old());
        // Numbered from the one after this, one for each family of rules.
        let ladders = self.new_ids(Millis(0), 16);
        plan.add(&sums::MOVE_LADDERS, args![platform, from, to, ladders]);
        plan.add(&sums::MOVE_LADDERS_DROP, old());
        plan.add(&sums::MOVE_LINES, new());
        plan.add(&sql::MOVE_DEEDS, both());
        plan.add(&sql::MOVE_BLOCKS, both());
        plan.add(&sql::MOVE_BLOCKS_OLD, old());
        plan.add(&sql::MOVE_BARRED, both());
        plan.add(&sql::MOVE_BARRED_OLD, old());
        plan.add(&sql::MOVE_TEAMS, both());
        plan.add(&sql::MOVE_TEAM_DEEDS, both());
        plan.add(&sql::MOVE_TEAM_LINES_DROP, both());
        plan.add(&sql::MOVE_TEAM_RESULTS, both());
        plan.add(&sql::TEAM_RESULTS_SEASON, new());
        plan.add(&sql::MOVE_TEAM_LINES, new());
        plan.add(&sql::MOVE_SLOTS_TWICE, both());
        let moved = plan.add(&sql::MOVE_SLOTS, both());
        plan.add(&sql::MOVE_VENUE_OLD, old());
        plan.add_after(moved, &sql::MOVE_SHOW_AGAIN, new());
        plan.add_after(moved, &sql::MOVE_EVENTS_AGAIN, new());
        plan
    }
}

/// When a season is, after two chats became one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    id: SeasonId,
    starts: Millis,
    ended: Option<Millis>,
}

/// The seasons of both, oldest first. Those that stay are as they were; one that comes keeps the first stretch of its time in
/// which none of them was, and is gone when there is none: what was played in it counts to the other.
fn joined(stay: &[Season], come: &[Season]) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = stay.iter().map(whole).collect();
    all.sort_by_key(|one| one.starts);
    let kept = all.clone();
    all.extend(come.iter().filter_map(|season| free(whole(season), &kept)));
    all.sort_by_key(|one| one.starts);
    all
}

fn whole(season: &Season) -> Stretch {
    Stretch {
        id: season.id,
        starts: season.starts,
        ended: season.ended,
    }
}

fn free(mut one: Stretch, kept: &[Stretch]) -> Option<Stretch> {
    for other in kept {
        if other.starts <= one.starts && other.ended.is_none_or(|ended| ended > one.starts) {
            one.starts = other.ended?;
        }
    }
    let goes_on = one.ended.is_none() && kept.iter().all(|other| other.ended.is_some());
    if goes_on {
        // Only what comes runs: it goes on after all that is over.
        let last = kept.iter().filter_map(|other| other.ended).max();
        one.starts = last.map_or(one.starts, |last| last.max(one.starts));
        return Some(one);
    }
    let next = kept
        .iter()
        .map(|other| other.starts)
        .find(|starts| *starts > one.starts);
    one.ended = one.ended.into_iter().chain(next).min();
    one.ended.is_some_and(|ended| ended > one.starts).then_some(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: i64, starts: i64, ended: impl Into<Option<i64>>) -> Stretch {
        Stretch {
            id: SeasonId(id),
            starts: Millis(starts),
            ended: ended.into().map(Millis),
        }
    }

    #[test]
    fn what_comes_takes_the_time_that_is_free() {
        let runs = [one(1, 10, 20), one(2, 20, None)];
        for (comes, left) in [
            // Began before: over when the other began.
            (one(9, 0, None), Some(one(9, 0, 10))),
            (one(9, 0, 5), Some(one(9, 0, 5))),
            (one(9, 0, 15), Some(one(9, 0, 10))),
            // Within the others: theirs.
            (one(9, 12, 18), None),
            (one(9, 12, None), None),
            (one(9, 30, None), None),
            (one(9, 10, 20), None),
        ] {
            assert_eq!(free(comes, &runs), left, "{comes:?}");
        }
        let over = [one(1, 10, 20), one(2, 30, 40)];
        for (comes, left) in [
            (one(9, 0, None), Some(one(9, 40, None))),
            (one(9, 35, None), Some(one(9, 40, None))),
            (one(9, 50, None), Some(one(9, 50, None))),
            (one(9, 15, 60), Some(one(9, 20, 30))),
            (one(9, 22, 25), Some(one(9, 22, 25))),
            (one(9, 50, 60), Some(one(9, 50, 60))),
        ] {
            assert_eq!(free(comes, &over), left, "{comes:?}");
        }
        assert_eq!(free(one(9, 5, None), &[]), Some(one(9, 5, None)));
    }
}
