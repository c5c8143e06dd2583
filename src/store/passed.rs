//! Lines of days, weeks, months and quarters that are over: no board shows them any more, so they are taken away a few at a
//! time. What every board adds up to over all time and over a season stays.

use super::civil::Keys;
use super::plan::{Plan, args};
use super::statements::Statement;
use super::{Store, StoreError, int, maybe, statements as sql, sums};
use crate::id::Millis;

/// The key of the program's setting that tells which lines are not kept: from which day, week, month and quarter on they are.
pub(super) const PASSED: &str = "boards.passed";
/// For how long after its end a time is kept, in milliseconds: three days (ours). No zone is further from another, and a
/// moderator may set another one.
const KEPT_MS: i64 = 3 * 86_400_000;
/// How many channels and venues are looked at in one turn (ours).
const SCOPES: usize = 64;
/// How many lines are taken away in one write (ours): it takes milliseconds.
const LINES: i64 = 500;

/// The first day, week, month and quarter that is kept, each with the number of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct First([(i64, i64); 4]);

impl First {
    fn at(now: Millis) -> First {
        let keys = Keys::of(now.plus(-KEPT_MS), None);
        First([(1, keys.uday), (2, keys.uweek), (3, keys.umonth), (5, keys.quarter)])
    }

    fn text(self) -> String {
        let parts = self.0.map(|(kind, first)| format!("{kind}:{first}"));
        parts.join(" ")
    }

    /// From where to where the periods lie in a scope that are not kept. Quarters are of all venues alone, which count them by
    /// rules and modes too.
    fn ranges(self, scope: i64) -> Vec<(i64, i64)> {
        let mut ranges = Vec::new();
        for (kind, first) in self.0 {
            let slices = match (kind, scope) {
                (5, 0) => 100,
                (5, _) => 0,
                _ => 1,
            };
            for slice in 0..slices {
                let from = slice * 10_000_000_000 + kind * 100_000_000;
                ranges.push((from, from + first));
            }
        }
        ranges
    }
}

/// Reads what `First` wrote: kinds, each with the first that is kept.
pub(super) fn read(text: &str) -> Vec<(i64, i64)> {
    let parts = text.split(' ').filter_map(|part| part.split_once(':'));
    parts
        .filter_map(|(kind, first)| Some((kind.parse().ok()?, first.parse().ok()?)))
        .collect()
}

/// How far the lines are looked through.
#[derive(Default)]
pub(super) struct Walk {
    first: Option<First>,
    /// The last scope that holds nothing more to take away; none: before all of them.
    after: Option<i64>,
    done: bool,
}

impl Store {
    /// Takes away some of the lines that no board can show any more, and says whether there may be others.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn prune_boards(&self, now: Millis) -> Result<bool, StoreError> {
        let first = First::at(now);
        let mut walk = self.inner.walk.lock().await;
        if walk.first != Some(first) {
            // Whoever examines the file must know it before anything is missing.
            if self.setting(PASSED).await?.as_deref() != Some(first.text().as_str()) {
                self.write(Plan::of(&sql::SETTING_SET, args![PASSED, first.text()]))
                    .await?;
            }
            *walk = Walk {
                first: Some(first),
                ..Walk::default()
            };
        }
        if walk.done {
            return Ok(false);
        }
        let mut plan = Plan::default();
        let mut room = LINES;
        for _ in 0..SCOPES {
            let Some(scope) = self.scope_after(walk.after).await? else {
                walk.done = true;
                break;
            };
            for (from, to) in first.ranges(scope) {
                for (there, drop) in [
                    (&sums::PASSED, &sums::PASSED_DROP),
                    (&sums::TEAM_PASSED, &sums::TEAM_PASSED_DROP),
                ] {
                    let found = self.passed(there, scope, (from, to), room).await?;
                    if found > 0 {
                        plan.add(drop, args![scope, from, to, room]);
                        room -= found;
                    }
                    if room == 0 {
                        // The rest of this scope comes with the next turn.
                        self.write(plan).await?;
                        return Ok(true);
                    }
                }
            }
            walk.after = Some(scope);
        }
        if !plan.steps.is_empty() {
            self.write(plan).await?;
        }
        Ok(!walk.done)
    }

    async fn scope_after(&self, scope: Option<i64>) -> Result<Option<i64>, StoreError> {
        let scope = scope.unwrap_or(i64::MIN);
        let mut next: Option<i64> = None;
        for statement in [&sums::SCOPE_NEXT, &sums::TEAM_SCOPE_NEXT] {
            let row = sqlx::query(statement.sql).bind(scope).fetch_one(self.readers()).await?;
            next = next.into_iter().chain(maybe(&row, 0)?).min();
        }
        Ok(next)
    }

    /// How many lines there are in this stretch, at most `limit`.
    async fn passed(
        &self,
        there: &'static Statement,
        scope: i64,
        (from, to): (i64, i64),
        limit: i64,
    ) -> Result<i64, StoreError> {
        let query = sqlx::query(there.sql).bind(scope).bind(from).bind(to).bind(limit);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(|row| int(row, 0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever the earth is just now, its day, week, month and quarter are kept, and what was before the three days is not.
    #[test]
    fn what_any_board_can_show_is_kept() {
        for start in [1_798_761_600_000, 1_800_000_000_000, 1_782_864_000_000] {
            for hours in 0..(24 * 40) {
                let now = Millis(start + hours * 3_600_000);
                let First(first) = First::at(now);
                for zone in ["Pacific/Kiritimati", "Etc/GMT+12", "UTC", "Asia/Shanghai"] {
                    let keys = Keys::of(now, Some(zone));
                    let shown = [keys.day, keys.week, keys.month, keys.quarter];
                    for ((_, first), shown) in first.into_iter().zip(shown) {
                        assert!(first <= shown, "{first} {shown}");
                    }
                    assert!(first[0].1 < keys.day);
                }
            }
        }
        let first = First::at(Millis(1_800_000_000_000));
        assert_eq!(first.text(), "1:20270112 2:202702 3:202701 5:20271");
        assert_eq!(read(&first.text()), first.0);
        assert_eq!(first.ranges(7).len(), 3);
        assert_eq!(first.ranges(7)[0], (100_000_000, 120_270_112));
        assert_eq!(first.ranges(0)[103 - 1], (990_500_000_000, 990_500_020_271));
    }
}
