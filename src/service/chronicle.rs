//! What events keep about one person, for that person.

use serde_json::{Value, json};

use super::{Error, Service};
use crate::contest::{Contest, Fact, Status};
use crate::id::{EventId, Millis, PlayerId, TableId};

impl Service {
    /// The events that a person has or had to do with, with what they did there and their place; of others nothing.
    pub(super) async fn events_on_record(&self, player: PlayerId) -> Result<Vec<Value>, Error> {
        let broke = |error| Error::of(self, error);
        let mut kept = Vec::new();
        for id in self.store().events_ever(player).await.map_err(broke)? {
            let log = self.readable_facts(id).await?.unwrap_or_default();
            kept.push(match Contest::replay(id, &log) {
                Some(contest) => told(&contest, player, &log),
                None => json!({ "event": shouted(id), "can_be_read": false }),
            });
        }
        let now = self.now();
        for seat in self.store().quick_of(player, now).await.map_err(broke)? {
            kept.push(json!({ "waits_for_a_quick_match_since": seat.at, "until": seat.until }));
        }
        Ok(kept)
    }
}

fn told(contest: &Contest, player: PlayerId, log: &[(Millis, Fact)]) -> Value {
    let places = contest.final_places();
    let own = places.iter().find(|(_, placed)| *placed == player);
    let team = contest.entrant(player).and_then(|entrant| entrant.team);
    let team = contest.teams().iter().find(|known| Some(known.id) == team);
    json!({
        "event": shouted(contest.id()),
        "title": contest.format().title,
        "opened_at": log.first().map(|(at, _)| at),
        "status": status(contest.status()),
        "organised_by_you": contest.is_organiser(player),
        "team": team.map(|team| team.name.as_str()),
        "place": own.filter(|_| contest.status() == Status::Finished).map(|(place, _)| place),
        "what_you_did": log.iter().filter_map(|(at, fact)| {
            Some(json!({ "at": at, "what": did(fact, player)? }))
        }).collect::<Vec<_>>(),
        "matches": contest.pairings().iter().filter(|pairing| pairing.seat_of(player).is_some()).map(|pairing| json!({
            "stage": pairing.stage + 1,
            "round": pairing.round,
            "match": pairing.table.map(|TableId(id)| TableId(id).code().to_uppercase()),
            "won": pairing.score.map(|_| pairing.winner() == Some(player)),
        })).collect::<Vec<_>>(),
    })
}

fn did(fact: &Fact, own: PlayerId) -> Option<&'static str> {
    Some(match fact {
        Fact::Opened { organiser, .. } if *organiser == own => "opened it",
        Fact::OrganiserNamed { player } if *player == own => "was named an organiser",
        Fact::OrganiserUnnamed { player } if *player == own => "was made no organiser any more",
        Fact::SignedUp { player } if *player == own => "signed up",
        Fact::PutInLine { player } if *player == own => "was put on the waiting list",
        Fact::MovedUp { player } if *player == own => "got a place",
        Fact::SignedOff { player } if *player == own => "signed off",
        Fact::CheckedIn { player } if *player == own => "checked in",
        Fact::Joined { player } if *player == own => "came in late",
        Fact::Showed { player, .. } if *player == own => "came to a match",
        Fact::Paused { player } if *player == own => "paused",
        Fact::Returned { player } if *player == own => "came back",
        Fact::Dropped { player } if *player == own => "went out",
        Fact::Substituted { out, .. } if *out == own => "was replaced by a substitute",
        Fact::Substituted { into, .. } if *into == own => "came in as a substitute",
        Fact::Corrected { by, .. } if *by == own => "corrected a result",
        Fact::Cancelled { by, .. } if *by == Some(own) => "called it off",
        Fact::TeamEntered { team } | Fact::TeamInLine { team } if team.has(own) => "was entered with a team",
        _ => return None,
    })
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Running => "running",
        Status::Finished => "finished",
        Status::Cancelled => "cancelled",
    }
}

fn shouted(event: EventId) -> String {
    TableId(event.0).code().to_uppercase()
}
