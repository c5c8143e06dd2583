//! Every statement the store ever sends, each under a name, so that a test can prepare them all.
//!
//! Placeholders are `$1`, `$2` and each text is meant to serve SQLite and PostgreSQL alike.

/// A registered statement.
pub(super) struct Statement {
    pub sql: &'static str,
}

impl Statement {
    /// How many values it takes: its highest placeholder.
    pub(super) fn arity(&self) -> usize {
        self.sql
            .split('$')
            .skip(1)
            .map(|rest| leading_number(rest).0)
            .max()
            .unwrap_or(0)
    }

    /// The text with its placeholders moved up by `offset`, for a place in a longer command.
    pub(super) fn shifted(&self, offset: usize) -> String {
        let mut parts = self.sql.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (number, digits) = leading_number(part);
            text.push('$');
            // Otherwise it begins a path into JSON.
            if digits > 0 {
                text.push_str(&(number + offset).to_string());
            }
            text.push_str(&part[digits..]);
        }
        text
    }
}

fn leading_number(text: &str) -> (usize, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (text[..digits].parse().unwrap_or(0), digits)
}

macro_rules! statements {
    ($($name:ident: $sql:expr;)*) => {
        $(pub(in crate::store) static $name: Statement = Statement { sql: $sql };)*
        #[cfg(test)]
        pub(super) static ALL: &[(&str, &Statement)] = &[$((stringify!($name), &$name)),*];
    };
}
pub(super) use statements;

macro_rules! wanted {
    () => {
        "ON CONFLICT (table_id, kind, number, reader, platform, chat) DO UPDATE SET \
         retry_at = CASE WHEN slots.want > slots.sent THEN slots.retry_at ELSE excluded.retry_at END, \
         want = CASE WHEN excluded.want > slots.want THEN excluded.want ELSE slots.want END"
    };
}

mod events;
mod links;
mod matches;
mod moderation;
mod moves;
mod people;
mod privacy;
mod purse;
mod slots;
mod teams;
mod venues;

pub(super) use events::*;
pub(super) use links::*;
pub(super) use matches::*;
pub(super) use moderation::*;
pub(super) use moves::*;
pub(super) use people::*;
pub(super) use privacy::*;
pub(super) use purse::*;
pub(super) use slots::*;
pub(super) use teams::*;
pub(super) use venues::*;

statements! {
    RECKONED: "SELECT v.platform, v.chat, r.player, p.name, CAST(count(*) AS BIGINT), CAST(sum(r.won) AS BIGINT), \
        CAST(sum(r.points) AS BIGINT), CAST(sum(r.hands) AS BIGINT), CAST(sum(r.gold) AS BIGINT) \
        FROM results r JOIN venues v ON v.id = r.venue JOIN players p ON p.id = r.player \
        GROUP BY v.platform, v.chat, r.player, p.name ORDER BY v.platform, v.chat, r.player";

    // Updates already handled.
    INBOX_ADD: "INSERT INTO inbox(platform, key, at) VALUES ($1, $2, $3) ON CONFLICT (platform, key) DO NOTHING";
    INBOX_HAS: "SELECT count(*) FROM inbox WHERE platform = $1 AND key = $2";
    INBOX_PRUNE: "DELETE FROM inbox WHERE at < $1";

    // The last id that was given out.
    LARGEST_ID: "SELECT max(m.id) FROM (SELECT max(id) AS id FROM players UNION ALL SELECT max(id) FROM slots \
        UNION ALL SELECT max(id) FROM venues UNION ALL SELECT max(id) FROM deeds \
        UNION ALL SELECT max(id) FROM teams \
        UNION ALL SELECT max(id) FROM spots UNION ALL SELECT max(id) FROM seasons \
        UNION ALL SELECT max(id) FROM rating_ladders) m";
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Executor, Row, SqlSafeStr};

    use super::*;

    #[test]
    fn placeholders_move() {
        let statement = Statement {
            sql: "SELECT $1, $2, $10 WHERE a = $1",
        };
        assert_eq!(statement.arity(), 10);
        assert_eq!(statement.shifted(0), statement.sql);
        assert_eq!(statement.shifted(5), "SELECT $6, $7, $15 WHERE a = $6");
        let path = Statement {
            sql: "SELECT json_extract($1, '$.voided.reason')",
        };
        assert_eq!(path.shifted(3), "SELECT json_extract($4, '$.voided.reason')");
    }

    fn all() -> impl Iterator<Item = &'static (&'static str, &'static Statement)> {
        use crate::store::{leaves, rungs, sums};
        // The list of a family that is missing here is read by nobody, which the compiler says.
        let families = [
            events::ALL,
            links::ALL,
            matches::ALL,
            moderation::ALL,
            moves::ALL,
            people::ALL,
            privacy::ALL,
            purse::ALL,
            slots::ALL,
            teams::ALL,
            venues::ALL,
            leaves::ALL,
            rungs::ALL,
            sums::ALL,
            ALL,
        ];
        families.into_iter().flatten()
    }

    async fn empty_database(folder: &tempfile::TempDir) -> sqlx::SqliteConnection {
        let file = crate::store::file::File::at(folder.path().join("all.db"));
        let mut connection = file.writer(None).await.expect("a database");
        crate::store::schema::migrate(&mut connection).await.expect("a schema");
        connection
    }

    /// What is kept in memory is forgotten when such a statement changed something; it is known by its first words.
    #[test]
    fn what_changes_people_is_known_by_its_first_words() {
        let mut seen = 0;
        for (name, statement) in all() {
            let changes = ["players", "identities", "preferences", "venues"].iter().any(|table| {
                ["INTO", "UPDATE", "DELETE FROM"].iter().any(|verb| {
                    let words = format!("{verb} {table}");
                    let ends = |after: &str| after.starts_with([' ', '(']);
                    statement
                        .sql
                        .match_indices(&words)
                        .any(|(at, _)| ends(&statement.sql[at + words.len()..]))
                })
            });
            assert_eq!(crate::store::memo::changes_people(statement), changes, "{name}");
            seen += usize::from(changes);
        }
        assert!(seen > 20, "{seen}");
    }

    /// Queries are checked at run time only, so every registered text is prepared against the real schema.
    #[tokio::test]
    async fn every_statement_prepares() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut connection = empty_database(&folder).await;
        for (name, statement) in all() {
            for offset in [0, 7] {
                let text = AssertSqlSafe(statement.shifted(offset)).into_sql_str();
                if let Err(error) = connection.prepare(text).await {
                    panic!("{name}: {error}");
                }
            }
        }
    }

    /// A press must cost the same in a file of ten tables and of a million: nothing is found by reading a whole table,
    /// nor sorted afterwards, but for these, which look at everything on purpose or at the rows of one owner; no press
    /// waits for what a person asks about themselves, which starts from their few rows, sorted and each once.
    #[tokio::test]
    async fn every_statement_finds_its_rows_by_an_index() {
        const READ_ALL: [&str; 16] = [
            // An operator's command reads every schedule.
            "SCHEDULES_ALL",
            // The events that are open, and who became whom, are read at the start; codes for linking live for minutes.
            "CONTESTS_OPEN",
            "MERGES",
            "LINK_CODES_PRUNE",
            "LINK_CODES_DROP",
            "OPEN_OF_ALL",
            "OPEN_COUNT",
            "OPEN_IN_STAGE",
            "RECKONED",
            "LARGEST_ID",
            // A deletion looks through every challenge by name: who was meant stands nowhere else.
            "NAMED_DECLINED",
            // Once, for a file of an earlier release; and when ratings are reckoned by other rules.
            "FILL_SPOT",
            "FILL_DROP",
            "FILL_LINES",
            "FILL_LADDERS",
            "RATINGS_ANEW",
        ];
        // What starts from the rows of one table, one player, one venue or one season, and goes through those: also by the 27
        // kinds of boards `l`.
        const OF_FEW: [&str; 30] = [
            "SLOT_WANT_EVENT",
            "STANDING_ADD",
            "LATE_STREAKS",
            "VOID_LINES",
            "VOID_EMPTY",
            "RECOUNT_ADD",
            "MOVE_LADDERS",
            "MOVE_LINES",
            "FRIENDS",
            "RECORD_POINTS",
            "RECORD_HAND",
            "RECORD_MARGIN",
            "LADDERS_OF",
            "RATED_FRIENDS",
            "RATED_THEN",
            "RATINGS_OF",
            "RATED_PAGE",
            "RATED_PRESENT",
            "PAGE_POINTS",
            "PAGE_WINS",
            "PAGE_RATE",
            "PAGE_HANDS",
            "PAGE_GOLD",
            "PAGE_DRAGON",
            "PAGE_UNDERCUTS",
            "PAGE_STREAK",
            "PAGE_EVENTS",
            "AWARD_COUNT",
            "LINE_OF",
            "STANDINGS_OF",
        ];
        const OF_A_PERSON: [&str; 5] = [
            "STANDINGS_OF",
            "MESSAGES_TO",
            "ASKED_AFTERWARDS",
            "CUT_BY",
            "PURSE_BOOK",
        ];
        const SORT_FEW: [&str; 9] = [
            "POT_PAID",
            "MERGED_INTO",
            "COUNTED_FOR",
            "STEPPED",
            "OPEN_OF_VENUE",
            "IDENTITIES_OF",
            "SLOTS_OF",
            "SLOT_OF",
            "BARRED_IN",
        ];
        let folder = tempfile::tempdir().expect("a folder");
        let mut connection = empty_database(&folder).await;
        let mut bad = Vec::new();
        for (name, statement) in all().filter(|(name, _)| !READ_ALL.contains(name)) {
            let text = format!("EXPLAIN QUERY PLAN {}", statement.sql);
            let rows = sqlx::raw_sql(AssertSqlSafe(text))
                .fetch_all(&mut connection)
                .await
                .expect("a plan");
            for row in rows {
                let detail: String = row.try_get("detail").expect("a detail");
                // The first of an index by its order, as a leaderboard page is read, is no reading of all.
                let reads_all = detail.starts_with("SCAN") && !detail.contains("CONSTANT ROW") && !reads_in_order(name);
                // Such a statement's rows, gathered first, are gone through as `r` and `t`.
                let few = OF_A_PERSON.contains(name) && ["SCAN r", "SCAN t"].contains(&detail.as_str());
                let reads_all = reads_all && !few;
                let sorts = detail.contains("TEMP B-TREE") && !SORT_FEW.contains(name) && !OF_A_PERSON.contains(name);
                let scanned = detail.strip_prefix("SCAN ").unwrap_or_default();
                let small = scanned.len() == 1 && "lrwtfpabznq".contains(scanned);
                let small = small || detail.starts_with("SCAN (subquery") || detail.contains("TEMP B-TREE");
                // What was gathered from the index alone is counted as `t`.
                let gathered = name.contains("TIED") && detail == "SCAN t";
                if gathered || small && (OF_FEW.contains(name) || name.starts_with("PRESENT_")) {
                    continue;
                }
                if reads_all || sorts {
                    bad.push(format!("{name}: {detail}"));
                }
            }
        }
        assert_eq!(bad, Vec::<String>::new());
    }

    /// A board of a hundred thousand lines is read in milliseconds as long as its index alone is read; the lines of a page are
    /// looked up afterwards. A plan says so, and that no row of the table is looked up on the way is seen in its steps.
    #[tokio::test]
    async fn boards_are_read_from_their_indexes_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut connection = empty_database(&folder).await;
        let parts = ["PAGE_", "PRESENT_", "TIED_", "LOWER_", "HIGHER_", "TIES_", "TOTAL_"];
        let rated = [
            "RATED_PAGE",
            "RATED_PRESENT",
            "RATED_HIGHER",
            "RATED_TIES",
            "RATED_TOTAL",
            "RATED_TIED",
            "RATED_LOWER",
        ];
        let mut seen = 0;
        for (name, statement) in all() {
            if !parts.iter().any(|part| name.starts_with(part)) && !rated.contains(name) {
                continue;
            }
            seen += 1;
            let explained = async |how: &str, column: &str, connection: &mut sqlx::SqliteConnection| {
                let text = AssertSqlSafe(format!("{how} {}", statement.sql));
                let rows = sqlx::raw_sql(text).fetch_all(connection).await.expect("a plan");
                let texts = rows.iter().map(|row| row.try_get::<String, _>(column).expect("a text"));
                texts.collect::<Vec<_>>()
            };
            let plan = explained("EXPLAIN QUERY PLAN", "detail", &mut connection).await;
            let covered = |detail: &String| {
                ["standings", "ratings", "o"]
                    .iter()
                    .any(|table| detail.starts_with(&format!("SEARCH {table} ")))
                    && detail.contains("USING COVERING INDEX")
            };
            assert_eq!(
                plan.iter().filter(|detail| covered(detail)).count(),
                1,
                "{name}: {plan:?}"
            );
            let steps = explained("EXPLAIN", "opcode", &mut connection).await;
            // The lines of a page themselves may be looked up, by the players on it.
            let lines = usize::from(statement.sql.contains("JOIN standings s"));
            let looked_up = ["DeferredSeek", "NotFound"].map(|seek| steps.iter().filter(|step| *step == seek).count());
            assert!(looked_up.iter().sum::<usize>() <= lines, "{name}: {steps:?}");
        }
        assert_eq!(seen, 9 * parts.len() + rated.len());
    }

    fn reads_in_order(name: &str) -> bool {
        ["LATEST_OF_ALL", "DUE_NEXT", "DIRTY", "UNFILLED"].contains(&name)
    }
}
