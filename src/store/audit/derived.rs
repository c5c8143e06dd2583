//! The derived rows: which tables hold them, how two readings of one differ, and how the stored one is put right.

use sqlx::{AssertSqlSafe, Executor};

use super::Audit;
use crate::store::StoreError;
use crate::store::sums::line_columns;

/// One kind of derived rows.
pub(super) struct Derived {
    pub(super) name: &'static str,
    pub(super) columns: &'static str,
    pub(super) key: &'static str,
    /// Rows that nothing can be said about, beside those of tables that can't be read.
    pub(super) unknown: &'static str,
}

pub(super) const DERIVED: [Derived; 18] = [
    Derived {
        name: "tables",
        columns: "id, version, stage, venue, channel, opened_at, ended_at",
        key: "id",
        unknown: "id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "seats",
        columns: "table_id, seat, player, open",
        key: "table_id, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "mirrors",
        columns: "table_id, number, venue, channel",
        key: "table_id, number",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "due",
        columns: "table_id, kind, seat, at, stamp",
        key: "table_id, kind, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "slots",
        columns: "table_id, kind, number, reader, platform, chat, channel, want",
        key: "table_id, kind, number, reader, platform, chat",
        // An account that is no longer its player's can't be found from the log, nor which season's end was told (30), nor
        // where an event was shown before (0).
        unknown: "table_id IN (SELECT table_id FROM temp.unread) \
            OR table_id IN (SELECT event FROM temp.unread_events) OR kind = 30 OR want = 0 OR reader <> 0 AND NOT EXISTS (SELECT 1 FROM identities i \
            WHERE i.platform = slots.platform AND i.user_id = slots.chat AND i.player = slots.reader)",
    },
    Derived {
        name: "results",
        columns: RESULTS,
        key: "table_id, seat",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "standings",
        columns: line_columns!(),
        key: "scope, period, player",
        unknown: OVER,
    },
    Derived {
        name: "contests",
        columns: "id, version, status, venue, channel, starts, opened_at, ended_at, title",
        key: "id",
        unknown: "id IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "entrants",
        columns: "event, player, open",
        key: "event, player",
        unknown: "event IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "contest_due",
        columns: "event, kind, about, at",
        key: "event, kind, about",
        // Errands are done once and stand in no log; what was lost of them is found at the next start.
        unknown: "kind >= 10 OR event IN (SELECT event FROM temp.unread_events)",
    },
    Derived {
        name: "bouts",
        columns: "table_id, event, pairing",
        key: "table_id",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
    Derived {
        name: "rating_steps",
        columns: "ladder, player, ended_at, table_id, opponent, day, before, value, deviation, volatility, games, opponents",
        key: "ladder, player, ended_at, table_id",
        unknown: UNRATED,
    },
    Derived {
        name: "ratings",
        columns: "ladder, player, value, deviation, volatility, games, opponents, shown, listed",
        key: "ladder, player",
        unknown: WAITING,
    },
    Derived {
        name: "awards",
        columns: AWARDS,
        key: "event, player",
        unknown: UNTOLD,
    },
    Derived {
        name: "team_results",
        columns: TEAM_RESULTS,
        key: "event, team",
        unknown: UNTOLD,
    },
    Derived {
        name: "team_standings",
        columns: "scope, period, team, events, won, points",
        key: "scope, period, team",
        unknown: OVER,
    },
    Derived {
        name: "accounts",
        columns: "kind, id, balance",
        key: "kind, id",
        unknown: "FALSE",
    },
    Derived {
        name: "aborts",
        columns: "table_id, player, at",
        key: "table_id",
        unknown: "table_id IN (SELECT table_id FROM temp.unread)",
    },
];

impl Derived {
    pub(super) fn missing(&self) -> String {
        let Derived {
            name, columns, unknown, ..
        } = self;
        format!("SELECT {columns} FROM temp.true_{name} EXCEPT SELECT {columns} FROM main.{name} WHERE NOT ({unknown})")
    }

    pub(super) fn extra(&self) -> String {
        let Derived {
            name, columns, unknown, ..
        } = self;
        format!("SELECT {columns} FROM main.{name} WHERE NOT ({unknown}) EXCEPT SELECT {columns} FROM temp.true_{name}")
    }
}

pub(super) const RESULTS: &str = "\
    table_id, seat, player, opponent, venue, spot, ended_at, preset, family, mode, rated, won, drawn, \
    points, against, hands, gold, three, two, dragon, undercuts, undercut, knocks, knocked, deadwood, caught, best_hand, \
    zone, day, week, month, season, uday, uweek, umonth, quarter";

pub(super) const AWARDS: &str =
    "event, player, venue, at, place, day, week, month, season, uday, uweek, umonth, quarter";

pub(super) const TEAM_RESULTS: &str = "\
    event, team, venue, at, name, place, points, boards, marks, day, week, month, season, uday, \
    uweek, umonth, quarter";

/// The events of which the log can't say how they came off.
pub(super) const UNTOLD: &str =
    "event IN (SELECT event FROM temp.unread_events UNION SELECT event FROM temp.doubled_events)";

/// A ladder whose results are still to be rated: the program does that when it runs.
const WAITING: &str = "ladder IN (SELECT id FROM main.rating_ladders WHERE dirty_at IS NOT NULL)";

/// What waits to be rated there; what is before it stands.
const UNRATED: &str = "ended_at >= COALESCE((SELECT l.dirty_at FROM main.rating_ladders l WHERE l.id = ladder), \
    9223372036854775807)";

/// A line of a time that is over: it may have been taken away, and no board shows it.
pub(super) const OVER: &str = "EXISTS (SELECT 1 FROM temp.passed o WHERE o.kind = period / 100000000 % 10 \
    AND period % 100000000 < o.first)";

impl Audit {
    pub(super) async fn mend(&mut self, kind: &Derived) -> Result<(), StoreError> {
        let Derived { name, columns, key, .. } = kind;
        if *name == "slots" {
            return self.mend_slots(kind).await;
        }
        let (extra, missing) = (kind.extra(), kind.missing());
        for text in [
            format!("DELETE FROM main.{name} WHERE ({key}) IN (SELECT {key} FROM ({extra}))"),
            format!("INSERT INTO main.{name}({columns}) {missing}"),
        ] {
            self.connection.execute(AssertSqlSafe(text)).await?;
        }
        Ok(())
    }

    /// Which message it is and how far a wire has come with it is in no log, so a row that is there is only set right.
    async fn mend_slots(&mut self, kind: &Derived) -> Result<(), StoreError> {
        let Derived {
            columns, key, unknown, ..
        } = kind;
        for text in [
            format!(
                "DELETE FROM main.slots WHERE NOT ({unknown}) AND ({key}) NOT IN (SELECT {key} FROM temp.true_slots)"
            ),
            "UPDATE main.slots SET want = t.want, channel = t.channel FROM temp.true_slots t \
             WHERE (slots.table_id, slots.kind, slots.number, slots.reader, slots.platform, slots.chat) = \
             (t.table_id, t.kind, t.number, t.reader, t.platform, t.chat) \
             AND (slots.want <> t.want OR slots.channel <> t.channel)"
                .to_owned(),
            // What was never shown at a table that is over needs nobody any more.
            format!(
                "INSERT INTO main.slots({columns}, sent, retry_at) SELECT {columns}, \
                 CASE WHEN COALESCE((SELECT ended_at FROM main.tables WHERE id = table_id), \
                 (SELECT ended_at FROM main.contests WHERE id = table_id)) IS NULL THEN -1 ELSE want END, 0 \
                 FROM temp.true_slots WHERE ({key}) NOT IN (SELECT {key} FROM main.slots)"
            ),
        ] {
            self.connection.execute(AssertSqlSafe(text)).await?;
        }
        Ok(())
    }
}
