//! Everything that is kept about one person, for that person: their own cards of finished hands, and of others only what
//! everybody could see.

use serde_json::{Map, Value, json};

use super::privacy::private_chats;
use super::{Error, Service};
use crate::id::{Account, Millis, Platform, PlayerId, Seat, TableId, Venue};
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
        let merged = self.store().merged_into(player).await;
        let merged = merged.map_err(|error| Error::of(self, error))?;
        let codes = self.store().codes_of(player).await;
        let codes = codes.map_err(|error| Error::of(self, error))?;
        let known = traces.accounts.iter();
        let own_chats: Vec<Venue> = known
            .flat_map(|known| private_chats(known.account, known.private_chat))
            .collect();
        let mut matches = Vec::with_capacity(traces.tables.len());
        for &id in &traces.tables {
            matches.push(self.match_of(player, id, &own_chats).await?);
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
        let deeds = traces.deeds.iter().map(|deed| {
            json!({
                "at": deed.at,
                "place": place(deed.venue, None, is_foreign(deed.venue, &own_chats)),
                "what": format!("{:?}", deed.act).to_lowercase(),
                "match": deed.table.map(shouted),
                "detail": deed.detail,
                "by_you": deed.by == Some(player),
                "about_you": deed.whom == Some(player),
            })
        });
        let boards = traces.standings.iter().map(|(venue, name, line)| {
            json!({
                "place": place(*venue, name.as_deref(), is_foreign(*venue, &own_chats)),
                "matches": line.played,
                "matches_won": line.wins,
                "matches_drawn": line.draws,
                "points": line.points,
                "hands_won": line.hands,
                "gold_hands_won": line.gold,
                "gold_hands_by_melds": { "one": line.dragon, "two": line.two, "three": line.three },
                "undercuts_made": line.undercuts,
                "undercuts_suffered": line.undercut,
                "knocks": line.knocks,
                "knocks_won": line.knocked,
                "deadwood_when_losing": line.deadwood,
                "hands_lost_with_deadwood": line.caught,
                "best_hand": line.best_hand,
                "wins_in_a_row": line.streak,
                "most_wins_in_a_row": line.best_streak,
                "events_won": line.events,
            })
        });
        let ratings = traces.ratings.iter().map(|(venue, name, rules, rating)| {
            json!({
                "place": venue.map(|venue| place(venue, name.as_deref(), is_foreign(venue, &own_chats))),
                "rules": rules,
                "rating": rating,
            })
        });
        let awards = traces
            .awards
            .iter()
            .map(|(event, at, place)| json!({ "event": shouted(TableId(event.0)), "at": at, "place": place }));
        let schedules = self.store().schedules_by(player).await;
        let schedules = self.sift(schedules.map_err(|error| Error::of(self, error))?);
        let schedules = schedules.iter().map(|row| {
            json!({
                "schedule": row.id.to_string(),
                "place": place(row.place.venue, None, is_foreign(row.place.venue, &own_chats)),
                "channel": row.place.channel.to_string(),
                "template": row.template,
                "event": row.format,
                "when": row.cron,
                "time_zone": row.zone,
                "opened_minutes_before": row.ahead,
                "next_at": row.next,
                "next_opened_at": row.opens,
            })
        });
        let [teams, asked, history] = self.team_record(player, &own_chats).await?;
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
            "accounts_linked_at": merged,
            "link_codes": codes.iter().map(|(code, until)| json!({ "code": code, "good_until": until })).collect::<Vec<_>>(),
            "settings": settings,
            "leaderboards": boards.collect::<Vec<_>>(),
            "ratings": ratings.collect::<Vec<_>>(),
            "awards": awards.collect::<Vec<_>>(),
            "left": shut_out(&traces.absent),
            "matches": matches,
            "events": self.events_on_record(player).await?,
            "play_points": self.purse_on_record(player).await?,
            "schedules": schedules.collect::<Vec<_>>(),
            "watched": traces.watched.iter().map(|id| shouted(*id)).collect::<Vec<_>>(),
            "broken_off": traces.aborted.iter().map(|(id, at)| json!({ "match": shouted(*id), "at": at })).collect::<Vec<_>>(),
            "shut_out_of": shut_out(&traces.blocks),
            "moderation": deeds.collect::<Vec<_>>(),
            "teams": teams,
            "team_invitations": asked,
            "team_history": history,
            "private_messages": messages.collect::<Vec<_>>(),
        }))
    }

    /// What is kept about an account of which no player is known: the places that it stays shut out of. `None` when
    /// nothing is kept.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remnant(&self, account: Account) -> Result<Option<Value>, Error> {
        let barred = self
            .store()
            .barred(account)
            .await
            .map_err(|error| Error::of(self, error))?;
        Ok((!barred.is_empty()).then(|| {
            json!({
                "format": "jinlami person 1",
                "about": ABOUT,
                "written_at": self.now(),
                "accounts": [{ "platform": account.platform, "user": account.user.to_string() }],
                "shut_out_of": shut_out(&barred),
            })
        }))
    }

    async fn match_of(&self, player: PlayerId, id: TableId, own_chats: &[Venue]) -> Result<Value, Error> {
        let log = self.facts(id).await?;
        let table = self.told(id, &log).await?;
        let venue = table.place().venue;
        let name = self
            .store()
            .venue_name(venue)
            .await
            .map_err(|error| Error::of(self, error))?;
        let own = table.seat_of(player);
        let foreign = is_foreign(venue, own_chats);
        let mut kept = json!({
            "match": shouted(id),
            "place": place(venue, name.as_deref(), foreign),
            "channel": (!foreign).then(|| table.place().channel.to_string()),
            "rules": table.terms().preset.name(),
            "terms": table.terms(),
            "opened_at": table.opened_at(),
            "last_at": log.last().map(|(at, _)| at),
            "asked_by_you": table.challenger() == player,
            "invitation_code": if table.challenger() == player { self.invite_of(id).await? } else { None },
            "stands_elsewhere_too": table.mirrors().len(),
            "opponent": self.opponent(&table, player).await?,
            "result": result(&table),
            "voided": table.voided(),
            "moderators_reason": table.ruling_reason(),
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

fn shut_out(blocks: &[(Venue, Option<String>, Millis)]) -> Vec<Value> {
    let blocks = blocks.iter();
    blocks
        .map(|(venue, name, at)| json!({ "place": place(*venue, name.as_deref(), false), "since": at }))
        .collect()
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

/// A platform's numbers are larger than some readers of JSON can count, so they are texts. A foreign place is not named.
pub(super) fn place(venue: Venue, name: Option<&str>, foreign: bool) -> Value {
    if foreign {
        return json!({ "platform": venue.platform, "private_chat_of_somebody_else": true });
    }
    json!({ "platform": venue.platform, "chat": venue.chat.to_string(), "name": name })
}

/// Whether this is somebody else's private chat, which has the number of that person.
pub(super) fn is_foreign(venue: Venue, own: &[Venue]) -> bool {
    let private = match venue.platform {
        Platform::Discord => venue.chat < 0,
        Platform::Telegram => venue.chat > 0,
        Platform::Web => false,
    };
    private && !own.contains(&venue)
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

/// What this seat wanted beside the play and what happened to it there, with its words for the deals.
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
            Event::Nudged { seat } if *seat == own => "was nudged by the opponent".into(),
            Event::Reminded { seat } if *seat == own => "was reminded of the turn".into(),
            Event::Left { seat, how } if *seat == own => json!({ "went_away": how }),
            Event::Returned { seat } if *seat == own => "came back".into(),
            Event::RematchAsked { by, press, .. } if *by == own => json!({ "asked_for_a_rematch": press }),
            Event::RematchDeclined { by } if *by == own => "declined a rematch".into(),
            Event::Rematched { by, table } if *by == own => json!({ "accepted_the_rematch": shouted(*table) }),
            _ => return None,
        };
        Some(json!({ "at": at, "what": what }))
    });
    wishes.collect()
}
