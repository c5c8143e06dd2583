use std::collections::{BTreeMap, BTreeSet};

use super::door::TRIES;
use super::{Error, Service, chapter, plan};
use crate::contest;
use crate::id::{Account, Millis, Platform, PlayerId, TableId, Venue};
use crate::store::{Append, Chapter, Farewell, Of, PersonRow, StoreError};
use crate::table::{Chance, Erasure, Event, Invitee, Rematch, Stage, Table, Wish};

/// What became of a player whose data was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parting {
    /// How many open matches and challenges were given up.
    pub given_up: usize,
}

impl Service {
    /// Deletes what is kept about the person with this account: open matches are given up by the rules, everything that
    /// tells who they are goes, and what others played with them goes on counting. All of it happens, or nothing. `None`
    /// when nothing is known of that account.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget(&self, account: Account) -> Result<Option<Parting>, Error> {
        let known = self.store().player_of(account).await;
        let Some(player) = known.map_err(|error| Error::of(self, error))? else {
            return Ok(None);
        };
        for _ in 0..TRIES {
            let people = self.people(&[player]).await?;
            let Some(person) = people.first().filter(|person| !person.gone) else {
                // Two presses at once: the other one did it.
                return Ok(None);
            };
            let (farewell, changed, parting) = self.farewell(person).await?;
            match self.store().forget(farewell).await {
                Ok(()) => {
                    for table in &changed {
                        self.stored(table);
                    }
                    self.0.parted.send_replace(());
                    return Ok(Some(parting));
                }
                // Somebody moved, or a match was opened meanwhile.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error)),
            }
        }
        Err(self.fault("a player who never stands still"))
    }

    /// Tells of each player whose data was deleted from now on, nobody by name: what shows names must be shown anew.
    #[must_use]
    pub fn parted(&self) -> tokio::sync::watch::Receiver<()> {
        self.0.parted.subscribe()
    }

    /// How many open matches and challenges deleting this player's data would give up.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn at_stake(&self, player: PlayerId) -> Result<usize, Error> {
        let open = self.store().open_tables(Of::Player(player)).await;
        Ok(open.map_err(|error| Error::of(self, error))?.len())
    }

    async fn farewell(&self, person: &PersonRow) -> Result<(Farewell, Vec<Table>, Parting), Error> {
        let (store, player, at) = (self.store(), person.player, self.now());
        let broken = |error| Error::of(self, error);
        let handles: Vec<String> = person
            .accounts
            .iter()
            .filter_map(|known| known.handle.clone())
            .collect();
        let private: BTreeSet<Venue> = person
            .accounts
            .iter()
            .flat_map(|known| private_chats(known.account, known.private_chat))
            .collect();
        let private: Vec<Venue> = private.into_iter().collect();
        let hidden: Vec<(Venue, i64)> = private.iter().map(|&venue| (venue, nobody(venue, player))).collect();
        let mentions = store.mentions(player, &handles, &private).await.map_err(broken)?;
        let mut tables: BTreeSet<TableId> = mentions.iter().copied().collect();
        tables.extend(store.open_tables(Of::Player(player)).await.map_err(broken)?);
        tables.extend(store.asked_afterwards(player).await.map_err(broken)?);

        let (mut appends, mut rewritten, mut changed, mut given_up) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for id in tables {
            let log = self.facts(id).await?;
            let before = self.told(id, &log).await?;
            if let Some((append, after)) = self.leave(&before, player, at).await? {
                appends.push(append);
                given_up += usize::from(!before.is_over());
                changed.push(after);
            }
            // Also where nothing was found: words may have come just before the log was read.
            let erasure = Erasure {
                player,
                named: is_named(&before, &log, player, &handles),
                hidden: &hidden,
            };
            let facts = erasure.of(&log).into_iter();
            rewritten.extend(facts.map(|(version, event)| (id, version, event)));
        }
        let (mut chapters, mut unread) = (Vec::new(), Vec::new());
        for id in store.events_of(player).await.map_err(broken)? {
            match self.readable_event(id).await {
                Ok(Some(contest)) => chapters.extend(self.leave_event(&contest, player)),
                // Nothing can be said to it any more; it keeps nobody.
                Ok(None) => unread.push(id),
                Err(error) => return Err(self.fault(error)),
            }
        }
        let farewell = Farewell {
            player,
            at,
            appends,
            chapters,
            unread,
            rewritten,
            hidden,
        };
        Ok((farewell, changed, Parting { given_up }))
    }

    /// What takes this player out of an event; nothing where they are out.
    fn leave_event(&self, contest: &contest::Contest, player: PlayerId) -> Option<Chapter> {
        let wish = match contest.status() {
            contest::Status::Open => contest::Wish::SignOff,
            _ => contest::Wish::Drop,
        };
        let setting = contest::Setting {
            now: self.now(),
            seed: self.dice(),
            ratings: &BTreeMap::new(),
            venue: None,
            shown: false,
        };
        let facts = contest.decide(contest::Who::Person(player), wish, &setting).ok()?;
        (!facts.is_empty()).then(|| chapter::change(contest, setting.now, facts).1)
    }

    /// What ends this player's part at a table; nothing where they have none that is open.
    async fn leave(&self, before: &Table, player: PlayerId, at: Millis) -> Result<Option<(Append, Table)>, Error> {
        let wish = match (before.stage(), before.rematch()) {
            (Stage::Over(_), Rematch::Asked { .. }) => Wish::DeclineRematch,
            (Stage::Over(_), _) => return Ok(None),
            _ => Wish::Resign,
        };
        let name = match before.invitee() {
            Invitee::Name(name) => Some(name.as_str()),
            _ => None,
        };
        let chance = Chance {
            root: self.dice(),
            press: None,
        };
        // Somebody else's table, on which only a name or a word of the player's stands.
        let Ok(events) = before.decide(player, name, None, wish, &chance) else {
            return Ok(None);
        };
        let mut after = before.clone();
        for event in &events {
            after.evolve(at, event);
        }
        let mut people = self.people_at(&after).await.map_err(|error| Error::of(self, error))?;
        people.retain(|person| person.player != player);
        let append = plan::append(Some(before), &after, at, events, &people, None);
        Ok(Some((append, after)))
    }
}

/// The private chats of an account with the bot, as venues.
pub(super) fn private_chats(account: Account, chat: Option<i64>) -> Vec<Venue> {
    let Account { platform, user } = account;
    let venue = |chat| Venue { platform, chat };
    match platform {
        Platform::Discord => vec![venue(-user)],
        Platform::Telegram => vec![venue(user), venue(chat.unwrap_or(user))],
        // A match of elsewhere may stand on the page for them alone.
        Platform::Web => vec![venue(user)],
    }
}

/// The number that stands for a private chat whose owner is gone. No platform has one as large, and it is as private as
/// before.
fn nobody(venue: Venue, player: PlayerId) -> i64 {
    const BEYOND: i64 = 1 << 62;
    let number = BEYOND | (player.0 & (BEYOND - 1));
    if venue.chat < 0 { -number } else { number }
}

/// Whether the name that a challenge was for is this player's.
fn is_named(table: &Table, log: &[(Millis, Event)], player: PlayerId, handles: &[String]) -> bool {
    let Invitee::Name(name) = table.invitee() else {
        return false;
    };
    let sits = table.seats().get(1).and_then(|sitter| sitter.player()) == Some(player);
    let declined = log.iter().any(|(_, event)| *event == Event::Declined { by: player });
    sits || declined || handles.contains(name)
}
