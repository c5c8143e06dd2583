//! Play points. Whoever became somebody else pays and gets as who they are today; what belongs to somebody who is gone goes to
//! the house.

use super::Statement;

macro_rules! movement {
    () => {
        "INSERT INTO movements(player, event, version, why, giver_kind, giver, taker_kind, taker, points, at) "
    };
}

macro_rules! today {
    () => {
        "FROM players p WHERE p.id = COALESCE((SELECT m.new FROM merges m WHERE m.old = $1), $1)"
    };
}

statements! {
    PURSE_OPEN: concat!(movement!(), "SELECT p.id, 0, 0, 1, 0, 0, 1, p.id, $2, $3 ", today!(),
        " AND p.gone_at IS NULL ON CONFLICT (player, event, version, why) DO NOTHING");
    FEE_PAY: concat!(movement!(), "SELECT p.id, $2, $3, 2, 1, p.id, 2, $2, $4, $5 ", today!(), " AND p.gone_at IS NULL");
    POT_PAY: concat!(movement!(), "SELECT p.id, $2, $3, $6, 2, $2, CASE WHEN p.gone_at IS NULL THEN 1 ELSE 0 END, \
        CASE WHEN p.gone_at IS NULL THEN p.id ELSE 0 END, $4, $5 ", today!());
    PURSE: "SELECT balance FROM accounts WHERE kind = 1 AND id = $1";
    // What went from one purse of the same person to another changed nothing.
    PURSE_BOOK: "SELECT t.at, t.why, t.event, CASE WHEN t.taker_kind = 1 THEN t.points ELSE -t.points END FROM movements t \
        WHERE t.player IN (SELECT $1 UNION ALL SELECT r.old FROM merges r WHERE r.new = $1) \
        AND t.giver_kind <> t.taker_kind AND (t.giver_kind = 1 OR t.taker_kind = 1) ORDER BY t.number";
    // To whom the places went then: who they are today, whatever has become one since.
    POT_PAID: "SELECT e.player, CAST(sum(t.points) AS BIGINT) FROM entrants e JOIN movements t ON t.player IN \
        (SELECT e.player UNION ALL SELECT r.old FROM merges r WHERE r.new = e.player) AND t.event = e.event AND t.why = 4 \
        WHERE e.event = $1 GROUP BY e.player ORDER BY sum(t.points) DESC, min(t.number)";
    PURSE_CLOSE: concat!(movement!(), "SELECT a.id, 0, 0, 7, 1, a.id, 0, 0, a.balance, $2 \
        FROM accounts a WHERE a.kind = 1 AND a.id = $1 AND a.balance > 0");
    // A person has one purse and was given what is in it at first once, so what the second one was opened with goes back as far
    // as both together have it.
    MERGE_PURSE_OPEN: concat!(movement!(), "SELECT $2, 0, 0, 1, 0, 0, 1, $2, $4, $3 FROM accounts a \
        WHERE a.kind = 1 AND a.id = $1 ON CONFLICT (player, event, version, why) DO NOTHING");
    MERGE_PURSE: concat!(movement!(), "SELECT a.id, 0, 0, 5, 1, a.id, 1, $2, a.balance, $3 \
        FROM accounts a WHERE a.kind = 1 AND a.id = $1 AND a.balance > 0");
    MERGE_PURSE_TWICE: concat!(movement!(), "SELECT o.id, 0, 0, 6, 1, a.id, 0, 0, \
        CASE WHEN a.balance < $4 THEN a.balance ELSE $4 END, $3 FROM accounts o JOIN accounts a ON a.kind = 1 AND a.id = $2 \
        WHERE o.kind = 1 AND o.id = $1 AND a.balance > 0");
}
