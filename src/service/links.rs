//! Codes: an open challenge that is accepted elsewhere, and two accounts that become one player.

use std::collections::BTreeSet;

use super::door::TRIES;
use super::{Error, Outcome, Service, plan};
use crate::id::{Account, Millis, Place, PlayerId, TableId, base32};
use crate::store::{Append, LinkCode, MatchResult, Merge, Of, PersonRow, StoreError};
use crate::table::{Event, Invitee, Stage, Table, Terms, Wish};

/// How long a code is: 40 bits that nobody could know before (ours).
pub const CODE_LETTERS: usize = 8;
/// How long a code that makes two accounts one player is good: 10 minutes (ours).
pub const LINK_MS: i64 = 600_000;
/// How many codes an account may enter in an hour, right ones included (ours).
pub const GUESSES: u32 = 12;
/// The time in which they are counted: 1 hour (ours).
const GUESSES_MS: i64 = 3_600_000;

/// What would become of two accounts that are to be one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The code that was entered: whoever says yes says it to this one.
    pub code: String,
    /// The other account.
    pub with: Account,
    /// The name of its player.
    pub name: String,
    /// In how many matches one's own player had a part so far, and in how many the other one.
    pub matches: [usize; 2],
    /// How many results count no more, since they were played against each other.
    pub against: usize,
}

/// Why nothing came of a code.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// It is none, too old, used, or one's own.
    #[error("no such code")]
    NoCode,
    /// Too many codes were entered lately.
    #[error("too many codes entered")]
    TooOften,
    /// Both accounts are one player already.
    #[error("one player already")]
    Linked,
    /// A player has one account on each platform, and these two would have two on one.
    #[error("two accounts on one platform")]
    Twice,
    /// Both have a part in this open match, as two people.
    #[error("both have a part in one open match")]
    Together(TableId),
    /// Both have a part in one running event, or in one team there, as two people.
    #[error("both have a part in one running event")]
    SameEvent,
    /// It is the player's only account.
    #[error("the only account")]
    Only,
    /// The player has open matches.
    #[error("open matches")]
    Busy,
    /// Something else.
    #[error("{0}")]
    Other(#[from] Error),
}

/// Two players of whom one becomes the other.
struct Pair {
    from: PlayerId,
    into: PlayerId,
    /// The one that goes on, with the accounts of both.
    whole: PersonRow,
}

impl Service {
    /// Opens a challenge for whoever has its code: from anywhere, while it is open.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn invite(
        &self,
        account: Account,
        place: Place,
        terms: Terms,
        inbox: Option<i64>,
    ) -> Result<(Outcome, String), Error> {
        let (outcome, code) = self
            .challenge(account, place, Invitee::Anyone, terms, inbox, true)
            .await?;
        let code = code.ok_or_else(|| self.fault("an invitation without a code"))?;
        Ok((outcome, code))
    }

    /// Accepts the challenge with this code. Its messages stand in `place` too from now on, and the hand goes to the
    /// platform of the account.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn join(
        &self,
        account: Account,
        typed: &str,
        place: Place,
        press: Option<i64>,
    ) -> Result<Outcome, CodeError> {
        let code = self.entered(account, typed).await?;
        let found = self.store().invited_by(&code).await;
        let id = found
            .map_err(|error| Error::of(self, error))?
            .ok_or(CodeError::NoCode)?;
        let player = self.player(account).await?;
        let handle = self.handle_of(player, account.platform).await?;
        let table = self.table(id).await?;
        let mut bounds = Vec::new();
        if table.stage() == Stage::Invited && table.may_accept(player, handle.as_deref()) {
            let (venue, challenger) = (table.place().venue, table.challenger());
            self.admit(venue, player, Some(challenger)).await?;
            if table.place_in(place.venue).is_none() {
                self.may_open(place, player, Some(challenger)).await?;
            }
            bounds = self.bounds(venue, false, &[player]).await?;
        }
        let accept = |service: &Service, table: &Table| {
            let chance = service.chance(press);
            let mut events = table.decide(player, handle.as_deref(), None, Wish::Accept, &chance)?;
            let now = service.now();
            let mut after = table.clone();
            for event in &events {
                after.evolve(now, event);
            }
            events.extend(after.mirror(place));
            events.extend(after.cross(player, account.platform));
            Ok(events)
        };
        let mut outcome = self.change_within(id, &bounds, accept).await?;
        if outcome.table.stage() == Stage::Gathering
            && let Ok(later) = self.try_gather(id).await
        {
            // Whoever opened the private chat meanwhile found no table that waited for it yet.
            outcome.table = later.table;
        }
        Ok(outcome)
    }

    /// The code of an open challenge, where it has one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invite_of(&self, table: TableId) -> Result<Option<String>, Error> {
        let code = self.store().invite_of(table).await;
        code.map_err(|error| Error::of(self, error))
    }

    /// A code that makes this account and the one where it is entered one player, and until when it is good.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn link_code(&self, account: Account) -> Result<(String, Millis), Error> {
        let (code, now) = (self.fresh_code(), self.now());
        let until = now.plus(LINK_MS);
        let set = self.store().set_link_code(account, &code, until, now).await;
        set.map_err(|error| Error::of(self, error))?;
        Ok((code, until))
    }

    /// Enters a code: what would become of the two accounts. Nothing is changed yet.
    ///
    /// # Errors
    /// Why it can't be.
    pub async fn enter_link(&self, account: Account, typed: &str) -> Result<Proposal, CodeError> {
        let code = self.entered(account, typed).await?;
        let entered = self.store().enter_link_code(account, &code, self.now()).await;
        let entered = entered
            .map_err(|error| Error::of(self, error))?
            .ok_or(CodeError::NoCode)?;
        let checked = self.proposal(account, &code, entered).await;
        if checked.is_err() {
            // Nobody may say yes to it any more.
            drop(self.store().drop_link_code(account, &code).await);
        }
        checked.map(|(_, proposal)| proposal)
    }

    /// Makes the account and the one whose code it has entered one player: all of it happens, or nothing. It must be the
    /// code that the account entered last; asked twice, the second finds no code any more.
    ///
    /// # Errors
    /// Why it can't be.
    pub async fn link(&self, account: Account, code: &str) -> Result<Proposal, CodeError> {
        for _ in 0..TRIES {
            let entered = self.store().entered_link_code(account, code, self.now()).await;
            let entered = entered
                .map_err(|error| Error::of(self, error))?
                .ok_or(CodeError::NoCode)?;
            let (pair, proposal) = self.proposal(account, code, entered).await?;
            let (merge, changed) = self.merging(&pair, [entered.account, account]).await?;
            match self.store().merge(merge).await {
                Ok(()) => {
                    for table in &changed {
                        self.stored(table);
                    }
                    tracing::info!("two accounts are one player");
                    return Ok(proposal);
                }
                // Somebody moved, or the code is used meanwhile.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Error::of(self, error).into()),
            }
        }
        Err(self.fault("two players who never stand still").into())
    }

    /// This code is good no more, where the account has entered it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn no_link(&self, account: Account, code: &str) -> Result<(), Error> {
        let dropped = self.store().drop_link_code(account, code).await;
        dropped.map_err(|error| Error::of(self, error))
    }

    /// Makes an account a player of its own again. What was played stays with the other accounts of its player.
    ///
    /// # Errors
    /// Why it can't be.
    pub async fn unlink(&self, account: Account, name: &str) -> Result<PlayerId, CodeError> {
        let player = self.player(account).await?;
        let people = self.people(&[player]).await?;
        if people.iter().map(|person| person.accounts.len()).sum::<usize>() < 2 {
            return Err(CodeError::Only);
        }
        match self.store().part(account, name, self.now()).await {
            Ok(player) => Ok(player),
            Err(StoreError::Conflict) => Err(CodeError::Busy),
            Err(error) => Err(Error::of(self, error).into()),
        }
    }

    /// Eight letters nobody could know before.
    pub(super) fn fresh_code(&self) -> String {
        let dice = self.dice();
        let number = dice.iter().take(5).fold(1_u64, |sum, byte| sum << 8 | u64::from(*byte));
        let mut text = String::new();
        base32::write(&mut text, number);
        // The leading one keeps every code as long.
        text.split_off(text.len() - CODE_LETTERS)
    }

    /// Counts that somebody enters a code; `false` when they have entered as many as one may.
    pub(super) async fn may_guess(&self, account: Account) -> Result<bool, Error> {
        let now = self.now();
        match self.store().guess(account, now, now.plus(-GUESSES_MS), GUESSES).await {
            Ok(()) => Ok(true),
            Err(StoreError::Limit) => Ok(false),
            Err(error) => Err(Error::of(self, error)),
        }
    }

    /// What was typed, as a code is kept; that somebody typed one is counted.
    async fn entered(&self, account: Account, typed: &str) -> Result<String, CodeError> {
        let code = tidy_code(typed).ok_or(CodeError::NoCode)?;
        match self.may_guess(account).await? {
            true => Ok(code),
            false => Err(CodeError::TooOften),
        }
    }

    async fn proposal(&self, by: Account, code: &str, entered: LinkCode) -> Result<(Pair, Proposal), CodeError> {
        let broken = |error| Error::of(self, error);
        let store = self.store();
        let (own, other) = (self.player(by).await?, self.player(entered.account).await?);
        if own == other {
            return Err(CodeError::Linked);
        }
        let people = self.people(&[own, other]).await?;
        let [mine, theirs] = &people[..] else {
            return Err(CodeError::NoCode);
        };
        let platform = |known: &crate::store::AccountRow| known.account.platform;
        let here: BTreeSet<_> = mine.accounts.iter().map(platform).collect();
        if theirs.accounts.iter().any(|known| here.contains(&platform(known))) {
            return Err(CodeError::Twice);
        }
        let open = store.open_tables(Of::Player(own)).await.map_err(broken)?;
        let theirs_open = store.open_tables(Of::Player(other)).await.map_err(broken)?;
        if let Some(table) = open.iter().find(|table| theirs_open.contains(table)) {
            return Err(CodeError::Together(*table));
        }
        if store.in_one_event(own, other).await.map_err(broken)? {
            return Err(CodeError::SameEvent);
        }
        let tables = store.tables_of(own).await.map_err(broken)?;
        let others = store.tables_of(other).await.map_err(broken)?;
        let counted = store.counted(own).await.map_err(broken)?;
        let others_counted: BTreeSet<TableId> = store.counted(other).await.map_err(broken)?.into_iter().collect();
        let proposal = Proposal {
            code: code.to_owned(),
            with: entered.account,
            name: theirs.name.clone(),
            matches: [tables.len(), others.len()],
            against: counted.iter().filter(|table| others_counted.contains(table)).count(),
        };
        // Whoever has played less becomes the other; among equals whoever was met later.
        let (from, into) = match tables.len().cmp(&others.len()) {
            std::cmp::Ordering::Less => (mine, theirs),
            std::cmp::Ordering::Greater => (theirs, mine),
            std::cmp::Ordering::Equal if own > other => (mine, theirs),
            std::cmp::Ordering::Equal => (theirs, mine),
        };
        let mut whole = into.clone();
        whole.accounts.extend(from.accounts.iter().cloned());
        let pair = Pair {
            from: from.player,
            into: into.player,
            whole,
        };
        Ok((pair, proposal))
    }

    /// Everything that the merge writes, from what is stored now.
    async fn merging(&self, pair: &Pair, accounts: [Account; 2]) -> Result<(Merge, Vec<Table>), Error> {
        let broken = |error| Error::of(self, error);
        let (store, at) = (self.store(), self.now());
        let open = store.open_tables(Of::Player(pair.from)).await.map_err(broken)?;
        let mut told: BTreeSet<TableId> = open.iter().copied().collect();
        told.extend(store.asked_afterwards(pair.from).await.map_err(broken)?);
        let (mut appends, mut changed) = (Vec::new(), Vec::new());
        for id in told {
            let (append, after) = self.becoming(id, pair, at).await?;
            appends.push(append);
            changed.push(after);
        }
        let mut results = Vec::new();
        for id in store.counted(pair.from).await.map_err(broken)? {
            let log = self.facts(id).await?;
            let result = plan::truth(id, &log).and_then(|truth| truth.result);
            results.push((id, result.and_then(|result| renamed(result, pair))));
        }
        let merge = Merge {
            from: pair.from,
            into: pair.into,
            at,
            accounts,
            open: open.len(),
            appends,
            results,
        };
        Ok((merge, changed))
    }

    async fn becoming(&self, id: TableId, pair: &Pair, at: Millis) -> Result<(Append, Table), Error> {
        let before = self.table(id).await?;
        let fact = Event::Merged {
            from: pair.from,
            into: pair.into,
        };
        let mut after = before.clone();
        after.evolve(at, &fact);
        let mut people = self.people_at(&after).await.map_err(|error| Error::of(self, error))?;
        people.retain(|person| person.player != pair.into);
        people.push(pair.whole.clone());
        let append = plan::append(Some(&before), &after, at, vec![fact], &people, None);
        Ok((append, after))
    }
}

/// A result with the old player as the new one; none where both of them played it.
fn renamed(mut result: MatchResult, pair: &Pair) -> Option<MatchResult> {
    let mut own = 0;
    for seat in &mut result.seats {
        if seat.player == Some(pair.from) {
            seat.player = Some(pair.into);
        }
        own += usize::from(seat.player == Some(pair.into));
    }
    (own < 2).then_some(result)
}

/// A code as it is kept, from what was typed: in either case, with or without gaps, and with the letters that are easily
/// misread.
#[must_use]
pub fn tidy_code(typed: &str) -> Option<String> {
    let mut code = String::new();
    for letter in typed.trim().to_lowercase().chars() {
        match letter {
            '-' | ' ' | '_' | '·' => {}
            'o' => code.push('0'),
            'i' | 'l' => code.push('1'),
            'u' => code.push('v'),
            letter if letter.is_ascii_alphanumeric() => code.push(letter),
            _ => return None,
        }
        if code.len() > CODE_LETTERS {
            return None;
        }
    }
    (code.len() == CODE_LETTERS).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        for typed in ["k7q2m9xa", " K7Q2-M9XA ", "K7Q2 M9XA"] {
            assert_eq!(tidy_code(typed).as_deref(), Some("k7q2m9xa"));
        }
        assert_eq!(tidy_code("OIL0-1234").as_deref(), Some("01101234"));
        for typed in ["", "k7q2m9x", "k7q2m9xab", "k7q2m9x!", "金拉米金拉米金拉"] {
            assert_eq!(tidy_code(typed), None, "{typed}");
        }
    }
}
