//! What really happened at a table: its log, replayed step by step.

use std::collections::BTreeMap;

use anyhow::Context;
use jinlami::cards::{Card, CardSet};
use jinlami::id::{Account, Millis, PlayerId, Seat, Stamp, TableId};
use jinlami::table::{Event, Table};
use sqlx::{Connection, Row, SqliteConnection};

/// A table after one of its facts.
#[derive(Clone, Debug)]
pub struct Moment {
    pub at: Millis,
    pub stamps: [Stamp; 2],
    /// Each seat's own cards.
    pub own: [CardSet; 2],
    /// What everybody has seen of the running hand.
    pub public: CardSet,
    /// How many hands were finished.
    pub hands: usize,
}

/// One table's whole story.
pub struct Chronicle {
    pub id: TableId,
    pub table: Table,
    pub log: Vec<(Millis, Event)>,
    /// After which fact the first of the moments is.
    pub first: usize,
    pub moments: Vec<Moment>,
    /// Everything that may be known of each finished hand.
    pub open: Vec<CardSet>,
}

/// A message that must show something.
#[derive(Clone, Copy, Debug)]
pub struct SlotRow {
    pub table: TableId,
    pub kind: i64,
    pub reader: i64,
    pub platform: i64,
    pub chat: i64,
    pub message: Option<i64>,
    pub want: i64,
    pub sent: i64,
    pub retry_at: i64,
    /// It is for somebody whose private chat was never opened: that is done at a measured pace.
    pub unopened: bool,
}

/// Everything that the program has written down.
pub struct Archive {
    pub tables: BTreeMap<TableId, Chronicle>,
    pub people: BTreeMap<(i64, i64), PlayerId>,
    pub slots: Vec<SlotRow>,
}

impl Chronicle {
    /// The story from this fact on; what was before is only gone through.
    fn of(id: TableId, log: Vec<(Millis, Event)>, first: usize) -> anyhow::Result<Chronicle> {
        let mut table: Option<Table> = None;
        let mut moments = Vec::new();
        let mut open: Vec<CardSet> = Vec::new();
        let mut seen = CardSet::EMPTY;
        // The cards that were drawn for the first deal.
        let mut cut = CardSet::EMPTY;
        for (number, (at, event)) in log.iter().enumerate() {
            let before = table.as_ref().map_or(0, |table| table.hands().len());
            match &mut table {
                None => table = Table::opened(id, *at, event),
                Some(table) => table.evolve(*at, event),
            }
            let now = table.as_ref().context("the log begins with its opening")?;
            if number < first {
                continue;
            }
            let own = Seat::BOTH.map(|seat| {
                let hand = now.view(Some(seat)).hand;
                hand.map_or(CardSet::EMPTY, |view| {
                    let placed = view.placed.iter().map(|(card, _)| *card);
                    view.hand.unwrap_or_default() | placed.collect()
                })
            });
            let mut public = CardSet::EMPTY;
            if let Some(view) = now.view(None).hand {
                public = view.discarded | view.held[0] | view.held[1];
                public |= view.upcard.into_iter().chain(view.turned).collect();
                public |= view.knock.map_or(CardSet::EMPTY, |(_, shown)| shown.cards());
                if view.score.is_some() {
                    public |= own[0] | own[1];
                }
            }
            if let Event::Dealt { cut: drawn, .. } = event {
                seen = CardSet::EMPTY;
                cut = drawn.iter().flatten().copied().collect();
            }
            public |= cut;
            seen |= public | own[0] | own[1];
            for _ in before..now.hands().len() {
                open.push(seen);
            }
            if now.is_over() {
                // A match that was given up shows its last hand.
                public |= own[0] | own[1];
            }
            moments.push(Moment {
                at: *at,
                stamps: Seat::BOTH.map(|seat| now.stamp(seat)),
                own,
                public,
                hands: now.hands().len(),
            });
        }
        let table = table.context("an empty log")?;
        Ok(Chronicle {
            id,
            table,
            log,
            first,
            moments,
            open,
        })
    }

    /// The numbers of the presses in the log.
    pub fn presses(&self) -> impl Iterator<Item = i64> {
        self.log.iter().filter_map(|(_, event)| match event {
            Event::Played { press, .. } => *press,
            _ => None,
        })
    }

    /// Whether everybody might have seen these cards together by then.
    pub fn may_show(&self, cards: CardSet, reader: Option<Seat>, until: Millis) -> bool {
        let moments = self.moments.iter().filter(|moment| moment.at <= until);
        moments.into_iter().any(|moment| {
            let own = reader.map_or(CardSet::EMPTY, |seat| moment.own[seat.index()]);
            let within = |known: CardSet| known.contains_all(cards);
            within(moment.public | own) || self.open[..moment.hands].iter().any(|open| within(*open))
        })
    }

    /// Whether a seat held just these cards at one of its decision points of that number.
    pub fn held(&self, seat: Seat, stamp: Stamp, shown: CardSet) -> bool {
        self.moments.iter().any(|moment| {
            let own = moment.own[seat.index()];
            let other = shown - (own | moment.public);
            moment.stamps[seat.index()] == stamp
                && shown.contains_all(own)
                && (other.is_empty() || self.open[..moment.hands].iter().any(|open| open.contains_all(other)))
        })
    }
}

impl Archive {
    /// How long each table's log is.
    pub async fn lengths(url: &str) -> anyhow::Result<BTreeMap<TableId, usize>> {
        let mut file = SqliteConnection::connect(url).await?;
        let rows = sqlx::query("SELECT table_id, count(*) FROM events GROUP BY table_id")
            .fetch_all(&mut file)
            .await?;
        file.close().await?;
        let length = |row: &sqlx::sqlite::SqliteRow| {
            let length: i64 = row.try_get(1)?;
            Ok((TableId(row.try_get(0)?), usize::try_from(length)?))
        };
        rows.iter().map(length).collect()
    }

    /// Reads everything; the program may run meanwhile.
    pub async fn read(url: &str) -> anyhow::Result<Archive> {
        Archive::read_since(url, &BTreeMap::new()).await
    }

    /// The same, with the moments of each table only from the last fact that was there before.
    pub async fn read_since(url: &str, lengths: &BTreeMap<TableId, usize>) -> anyhow::Result<Archive> {
        let mut file = SqliteConnection::connect(url).await?;
        let mut logs: BTreeMap<TableId, Vec<(Millis, Event)>> = BTreeMap::new();
        let rows = sqlx::query("SELECT table_id, at, body FROM events ORDER BY table_id, version")
            .fetch_all(&mut file)
            .await?;
        for row in rows {
            let body: String = row.try_get(2)?;
            let event = serde_json::from_str(&body).context("a fact that can be read")?;
            logs.entry(TableId(row.try_get(0)?))
                .or_default()
                .push((Millis(row.try_get(1)?), event));
        }
        let mut tables = BTreeMap::new();
        for (id, log) in logs {
            let first = lengths.get(&id).map_or(0, |length| length.saturating_sub(1));
            tables.insert(id, Chronicle::of(id, log, first)?);
        }
        let mut people = BTreeMap::new();
        let rows = sqlx::query("SELECT platform, user_id, player FROM identities")
            .fetch_all(&mut file)
            .await?;
        for row in rows {
            people.insert((row.try_get(0)?, row.try_get(1)?), PlayerId(row.try_get(2)?));
        }
        let rows = sqlx::query(
            "SELECT table_id, kind, reader, platform, chat, message, want, sent, retry_at, EXISTS (SELECT 1 \
                 FROM identities i WHERE i.player = reader AND i.platform = slots.platform AND i.private_chat IS NULL) \
                 FROM slots",
        )
        .fetch_all(&mut file)
        .await?;
        let mut slots = Vec::new();
        for row in rows {
            slots.push(SlotRow {
                table: TableId(row.try_get(0)?),
                kind: row.try_get(1)?,
                reader: row.try_get(2)?,
                platform: row.try_get(3)?,
                chat: row.try_get(4)?,
                message: row.try_get(5)?,
                want: row.try_get(6)?,
                sent: row.try_get(7)?,
                retry_at: row.try_get(8)?,
                unopened: row.try_get(9)?,
            });
        }
        file.close().await?;
        Ok(Archive { tables, people, slots })
    }

    /// Where somebody sits at a table.
    pub fn seat(&self, chronicle: &Chronicle, account: Account) -> Option<Seat> {
        let player = self.people.get(&(account.platform.code(), account.user))?;
        chronicle.table.seat_of(*player)
    }
}

/// The cards that a line names, in symbols or in words.
pub fn cards_in(line: &str) -> CardSet {
    let mut found = CardSet::EMPTY;
    for (at, suit) in line.char_indices() {
        let symbols = "♠♥♦♣";
        if symbols.contains(suit) {
            let before = &line[..at];
            let letters = before.chars().rev().take_while(|letter| letter.is_ascii_alphanumeric());
            let rank: String = letters.collect::<Vec<_>>().into_iter().rev().collect();
            found |= Card::all()
                .filter(|card| card.rank().label() == rank && card.suit().symbol() == suit)
                .collect();
        }
    }
    if line.contains(" of ") {
        found |= Card::all().filter(|card| line.contains(&in_words(*card))).collect();
    }
    found
}

fn in_words(card: Card) -> String {
    let rank = match card.rank().label() {
        "A" => "ace",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        number => number,
    };
    let suit = match card.suit().symbol() {
        '♠' => "spades",
        '♥' => "hearts",
        '♣' => "clubs",
        _ => "diamonds",
    };
    format!(" {rank} of {suit}")
}
