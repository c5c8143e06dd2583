//! Everything that is kept about one person, for that person: their own cards of finished hands, and of others only what
//! everybody could see.

use serde_json::{Map, Value, json};

use super::{Error, Service};
use crate::id::{Millis, PlayerId, Seat, TableId, Venue};
use crate::store::{Mention, SlotKind};
use crate::table::notation::result;
use crate::table::{Event, Invitee, Sitter, Table, witnessed};

const ABOUT: &str = "Everything that this bot keeps about you. Times are Unix milliseconds; a card is two letters, rank and \
    suit (TD is the ten of diamonds). Of your opponents there is only what everybody could see. Hands that are not over are \
    left out. Messages that the bot has posted in chats are kept by the platforms, not by the bot.";

impl Service {
    /// Everything that is kept about a person, as it is handed to them.
    ///
    /// # Errors
    /// When the player is unknown, or the store fails.
    pub async fn record(&self, player: PlayerId) -> Result<Value, Error> {
        let traces = self
            .store()
            .traces(player)
            .await
            .map_err(|error| Error::of(self, error))?;
        let people = self.people(&[player]).await?;
        let person = people.first();
        let mut matches = Vec::with_capacity(traces.tables.len());
        for &id in &traces.tables {
            matches.push(self.match_of(player, id).await?);
        }
        let settings: Map<String, Value> = traces
            .preferences
            .into_iter()
            .map(|(key, value)| (key, value.into()))
            .collect();
        let messages = traces.messages.iter().map(|message| {
            json!({
                "match": shouted(message.table),
                "shows": shows(message.kind),
                "platform": message.platform,
                "chat": message.chat.to_string(),
                "message": message.message.to_string(),
            })
        });
        let blocks = traces
            .blocks
            .iter()
            .map(|(venue, name, at)| json!({ "place": place(*venue, name.as_deref()), "since": at }));
        let deeds = traces.deeds.iter().map(|deed| {
            json!({
                "at": deed.at,
                "place": place(deed.venue, None),
                "what": format!("{:?}", deed.act).to_lowercase(),
                "match": deed.table.map(shouted),
                "detail": deed.detail,
                "by_you": deed.by == Some(player),
                "about_you": deed.whom == Some(player),
            })
        });
        let boards = traces.standings.iter().map(|(venue, name, line)| {
            json!({
                "place": place(*venue, name.as_deref()),
                "matches": line.played,
                "matches_won": line.wins,
                "points": line.points,
                "hands_won": line.hands,
                "gold_hands_won": line.gold,
            })
        });
        Ok(json!({
            "format": "jinlami person 1",
            "about": ABOUT,
            "written_at": self.now(),
            "player": {
                "number": player.0.to_string(),
                "name": person.map(|person| person.name.as_str()),
                "language": person.and_then(|person| person.lang),
                "met_at": traces.since,
                "deleted": person.is_some_and(|person| person.gone),
            },
            "accounts": traces.accounts.iter().map(account).collect::<Vec<_>>(),
            "settings": settings,
            "leaderboards": boards.collect::<Vec<_>>(),
            "matches": matches,
            "watched": traces.watched.iter().map(|id| shouted(*id)).collect::<Vec<_>>(),
            "broken_off": traces.aborted.iter().map(|(id, at)| json!({ "match": shouted(*id), "at": at })).collect::<Vec<_>>(),
            "shut_out_of": blocks.collect::<Vec<_>>(),
            "moderation": deeds.collect::<Vec<_>>(),
            "private_messages": messages.collect::<Vec<_>>(),
        }))
    }

    async fn match_of(&self, player: PlayerId, id: TableId) -> Result<Value, Error> {
        let log = self.facts(id).await?;
        let table = self.told(id, &log).await?;
        let venue = table.place().venue;
        let name = self
            .store()
            .venue_name(venue)
            .await
            .map_err(|error| Error::of(self, error))?;
        let own = table.seat_of(player);
        let mut kept = json!({
            "match": shouted(id),
            "place": place(venue, name.as_deref()),
            "channel": table.place().channel.to_string(),
            "rules": table.terms().preset.name(),
            "terms": table.terms(),
            "opened_at": table.opened_at(),
            "last_at": log.last().map(|(at, _)| at),
            "asked_by_you": table.challenger() == player,
            "opponent": self.opponent(&table, player).await?,
            "result": result(&table),
        });
        if let Some(seat) = own {
            kept["seat"] = json!(seat.0 + 1);
            kept["score"] =
                json!({ "you": table.scores()[seat.index()], "opponent": table.scores()[seat.other().index()] });
            kept["hands"] = witnessed(&log, seat);
            kept["wishes"] = wishes(&log, player, seat);
        }
        Ok(kept)
    }

    /// The other one as everybody saw them.
    async fn opponent(&self, table: &Table, player: PlayerId) -> Result<Value, Error> {
        let sitters = table.seats().iter().copied();
        let others = sitters.filter(|sitter| sitter.player() != Some(player));
        let invited = match table.invitee() {
            Invitee::Player(invited) if *invited != player => Some(Sitter::Player(*invited)),
            Invitee::Robot => Some(Sitter::Robot),
            _ => None,
        };
        Ok(match (others.chain(invited).next(), table.invitee()) {
            (Some(Sitter::Robot), _) => json!({ "computer": true }),
            (Some(Sitter::Player(other)), _) => match self.people(&[other]).await?.first() {
                Some(other) if other.gone => json!({ "deleted": true }),
                Some(other) => json!({ "name": other.name }),
                None => Value::Null,
            },
            (None, Invitee::Name(name)) if !name.is_empty() => json!({ "name": format!("@{name}") }),
            (None, _) => Value::Null,
        })
    }
}

fn account(known: &Mention) -> Value {
    json!({
        "platform": known.account.platform,
        "user": known.account.user.to_string(),
        "name": known.handle,
        "language_of_the_platform": known.locale,
        "private_messages": match known.reach {
            crate::store::Reach::Unknown => "unknown",
            crate::store::Reach::Open => "open",
            crate::store::Reach::Closed => "closed",
        },
        "private_chat": known.private_chat.map(|chat| chat.to_string()),
        "changed_at": known.changed,
    })
}

/// A platform's numbers are larger than some readers of JSON can count, so they are texts.
fn place(venue: Venue, name: Option<&str>) -> Value {
    json!({ "platform": venue.platform, "chat": venue.chat.to_string(), "name": name })
}

fn shouted(id: TableId) -> String {
    id.code().to_uppercase()
}

fn shows(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::Hand => "your hand",
        _ => "the table",
    }
}

/// What this seat wanted beside the play, with its words for the deals.
fn wishes(log: &[(Millis, Event)], player: PlayerId, own: Seat) -> Value {
    let wishes = log.iter().filter_map(|(at, event)| {
        let what = match event {
            Event::Opened { challenger, press, .. } if *challenger == player => json!({ "challenged": press }),
            Event::Accepted { by, press } if by.player() == Some(player) => json!({ "accepted": press }),
            Event::Declined { by } if *by == player => "declined".into(),
            Event::Withdrawn { by } if *by == player => "withdrew".into(),
            Event::Cut { seat, words } if *seat == own => json!({ "words_for_the_deal": words }),
            Event::Forfeited { seat, .. } if *seat == own => "gave the match up".into(),
            Event::DrawOffered { by } if *by == own => "offered a draw".into(),
            Event::DrawDeclined { by } if *by == own => "declined a draw".into(),
            Event::DrawAgreed { by } if *by == own => "agreed to a draw".into(),
            Event::Aborted { by } if *by == own => "broke the match off".into(),
            Event::Nudged { seat } if *seat == own.other() => "nudged the opponent".into(),
            Event::RematchAsked { by, press, .. } if *by == own => json!({ "asked_for_a_rematch": press }),
            Event::RematchDeclined { by } if *by == own => "declined a rematch".into(),
            Event::Rematched { by, table } if *by == own => json!({ "accepted_the_rematch": shouted(*table) }),
            _ => return None,
        };
        Some(json!({ "at": at, "what": what }))
    });
    wishes.collect()
}
