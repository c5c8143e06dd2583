//! Who is spoken of, and in which language to whom.

use std::sync::PoisonError;

use super::ask::Guest;
use super::desk::Desk;
use super::names::{Face, clean, tell_apart};
use super::scene::Scene;
use super::taste::Taste;
use super::token::table_code;
use super::voice::{Voice, say};
use crate::id::{Account, Lang, Place, Platform, PlayerId, Seat, Venue};
use crate::service::{Error, PersonRow, Reach, Slot, SlotKind};
use crate::table::{Invitee, Sitter, Stage, Table};

/// How many languages told by platforms are kept at hand.
const LOCALES: usize = 10_000;

impl Desk {
    /// A table with the names, places and links that its pages need, in this language.
    pub(super) async fn scene<'a>(&'a self, table: &'a Table, lang: Lang) -> Result<Scene<'a>, Error> {
        let voice = Voice::new(&self.words, lang);
        let place = table.place();
        let platform = place.venue.platform;
        let mut sitters: Vec<Sitter> = table.seats().to_vec();
        match table.invitee() {
            Invitee::Player(invited) if sitters.len() < 2 => sitters.push(Sitter::Player(*invited)),
            Invitee::Robot if sitters.len() < 2 => sitters.push(Sitter::Robot),
            _ => {}
        }
        let players: Vec<PlayerId> = sitters.iter().filter_map(|sitter| sitter.player()).collect();
        let people = self.service.people(&players).await?;
        let mut faces = Vec::new();
        let mut closed = [false; 2];
        for (seat, sitter) in sitters.iter().enumerate().take(2) {
            let person = sitter
                .player()
                .and_then(|player| people.iter().find(|row| row.player == player));
            faces.push(match (sitter, person) {
                (Sitter::Robot, _) => Face {
                    player: None,
                    account: None,
                    handle: None,
                    name: say!(voice, "computer"),
                },
                (Sitter::Player(player), None) => Face {
                    player: Some(*player),
                    account: None,
                    handle: None,
                    name: say!(voice, "nobody"),
                },
                (Sitter::Player(_), Some(person)) => face(voice, person, platform),
            });
            // Whoever plays from another platform is called there.
            let side = table.side(Seat::BOTH[seat]);
            if side != platform && seat < table.seats().len() {
                faces[seat].account = None;
            }
            let reach = person
                .and_then(|person| account_on(person, side))
                .map(|known| known.reach);
            closed[seat] = match (side, reach) {
                _ if is_private(place) && side == platform => false,
                (Platform::Telegram, reach) => sitter.player().is_some() && reach != Some(Reach::Open),
                (Platform::Discord, reach) => reach == Some(Reach::Closed),
                (Platform::Web, _) => false,
            };
        }
        tell_apart(&mut faces);
        let mut tastes = <[Taste; 2]>::default();
        for (taste, sitter) in tastes.iter_mut().zip(table.seats()) {
            if let Some(player) = sitter.player() {
                *taste = self.taste(player).await?;
            }
        }
        Ok(Scene {
            voice,
            table,
            faces,
            venue: self.venue_name(voice, place).await?,
            zone: self.zone(place.venue).await?,
            rated: self.rated(table).await?,
            rated_a_day: self.service.rated_a_day(),
            closed,
            tastes,
            gone: people.iter().any(|person| person.gone),
            start: self
                .start_link(table)
                .filter(|_| Seat::BOTH.iter().any(|seat| table.side(*seat) == platform)),
            back: self.back_link(table).await?,
        })
    }

    /// The face of a person on a platform.
    pub(super) fn face(&self, voice: Voice<'_>, person: &PersonRow, platform: Platform) -> Face {
        face(voice, person, platform)
    }

    /// The language of a reader's private posts: their own choice, else the platform's, else the venue's, else English.
    pub(super) async fn reader_lang(&self, reader: PlayerId, platform: Platform, venue: Venue) -> Result<Lang, Error> {
        let people = self.service.people(&[reader]).await?;
        let Some(person) = people.first() else {
            return Ok(Lang::default());
        };
        if let Some(lang) = person.lang {
            return Ok(lang);
        }
        let account = account_on(person, platform).map(|known| known.account);
        if let Some(account) = account
            && let Some(lang) = self.locale(account).await?
        {
            return Ok(lang);
        }
        Ok(self.venue_lang(venue).await?.unwrap_or_default())
    }

    /// The language of a table's public posts: the venue's, else the challenger's, else English. A private chat speaks its
    /// owner's language.
    pub(super) async fn public_lang(&self, table: &Table) -> Result<Lang, Error> {
        let place = table.place();
        if !is_private(place)
            && let Some(lang) = self.venue_lang(place.venue).await?
        {
            return Ok(lang);
        }
        let players: Vec<PlayerId> = table.players().map(|(_, player)| player).collect();
        let people = self.service.people(&players).await?;
        let owns = |person: &&PersonRow| {
            let accounts = person.accounts.iter();
            is_private(place)
                && accounts
                    .map(|known| private_of(known.account))
                    .any(|own| own == place.venue)
        };
        let reader = people
            .iter()
            .find(owns)
            .map_or(table.challenger(), |owner| owner.player);
        self.reader_lang(reader, place.venue.platform, place.venue).await
    }

    /// The voice for a guest who may never have been met.
    pub(super) async fn voice_for(&self, guest: &Guest) -> Voice<'_> {
        Voice::new(&self.words, self.guest_lang(guest).await.unwrap_or_default())
    }

    async fn guest_lang(&self, guest: &Guest) -> Result<Lang, Error> {
        let store = self.service.store();
        let player = store
            .player_of(guest.account)
            .await
            .map_err(|error| self.service.fault(error))?;
        let venue = guest.place.map(|place| place.venue);
        let told = guest.locale.as_deref().and_then(Lang::from_locale);
        if let Some(player) = player {
            let people = self.service.people(&[player]).await?;
            if let Some(lang) = people.first().and_then(|person| person.lang).or(told) {
                return Ok(lang);
            }
        }
        if let Some(lang) = told {
            return Ok(lang);
        }
        match venue {
            Some(venue) => Ok(self.venue_lang(venue).await?.unwrap_or_default()),
            None => Ok(Lang::default()),
        }
    }

    /// The voice for what a whole chat reads.
    pub(super) async fn public_voice(&self, guest: &Guest) -> Result<Voice<'_>, Error> {
        let lang = match guest.place {
            // At the page everybody reads their own.
            Some(place) if place.venue.platform != Platform::Web => self.venue_lang(place.venue).await?,
            _ => None,
        };
        match lang {
            Some(lang) => Ok(Voice::new(&self.words, lang)),
            None => Ok(self.voice_for(guest).await),
        }
    }

    /// Notes the guest as the platform shows them now, with the venue they write in.
    pub(super) async fn meet(&self, guest: &Guest) -> Result<PlayerId, Error> {
        let player = self
            .meet_person(guest.account, &guest.name, guest.handle.as_deref())
            .await?;
        if let Some(lang) = guest.locale.as_deref().and_then(Lang::from_locale) {
            self.note_locale(guest.account, lang).await?;
        }
        self.note_reach(guest, player).await?;
        Ok(player)
    }

    /// Who writes from a private chat on Telegram can be written to there, whether Start was seen or not.
    async fn note_reach(&self, guest: &Guest, player: PlayerId) -> Result<(), Error> {
        let Account { platform, user } = guest.account;
        if platform != Platform::Telegram || !guest.place.is_none_or(is_private) {
            return Ok(());
        }
        let people = self.service.people(&[player]).await?;
        let mut known = people.iter().flat_map(|person| &person.accounts);
        if known.any(|known| known.account == guest.account && known.reach == Reach::Open) {
            return Ok(());
        }
        self.service
            .reachable(guest.account, guest.private_chat.unwrap_or(user))
            .await
            .map(drop)
    }

    /// Notes the venue's name and language as the platform tells them.
    pub(super) async fn note_venue(&self, guest: &Guest) -> Result<(), Error> {
        let Some(place) = guest.place else { return Ok(()) };
        let name = guest.venue_name.as_deref().map(clean).filter(|name| !name.is_empty());
        let suggested = guest.venue_locale.as_deref().and_then(Lang::from_locale);
        if name.is_none() && suggested.is_none() {
            return Ok(());
        }
        let store = self.service.store();
        store
            .note_venue(place.venue, name.as_deref(), suggested)
            .await
            .map_err(|error| self.service.fault(error))
    }

    /// Notes a person under the cleaned name.
    pub(super) async fn meet_person(
        &self,
        account: Account,
        name: &str,
        handle: Option<&str>,
    ) -> Result<PlayerId, Error> {
        let handle = handle.map(tidy_handle).filter(|handle| !handle.is_empty());
        self.service.meet(account, &clean(name), handle.as_deref()).await
    }

    pub(super) async fn venue_lang(&self, venue: Venue) -> Result<Option<Lang>, Error> {
        self.service
            .store()
            .venue_lang(venue)
            .await
            .map_err(|error| self.service.fault(error))
    }

    /// A place's name in words.
    pub(super) async fn venue_name(&self, voice: Voice<'_>, place: Place) -> Result<String, Error> {
        if is_private(place) {
            return Ok(say!(voice, "here-private"));
        }
        if place.venue.platform == Platform::Web {
            return Ok(say!(voice, "here-page"));
        }
        let store = self.service.store();
        let name = store
            .venue_name(place.venue)
            .await
            .map_err(|error| self.service.fault(error))?;
        let name = name.map(|name| clean(&name)).filter(|name| !name.is_empty());
        Ok(name.map_or_else(|| say!(voice, "here-unnamed"), |name| super::names::isolated(&name)))
    }

    /// Opens the private chat and says for which table.
    fn start_link(&self, table: &Table) -> Option<String> {
        if table.place().venue.platform != Platform::Telegram {
            return None;
        }
        let base = self.bot(Platform::Telegram)?.link_base?;
        Some(format!("{base}?start=t{}", table_code(table.id())))
    }

    /// Leads from the private hand to the public message.
    async fn back_link(&self, table: &Table) -> Result<Option<String>, Error> {
        let place = table.place();
        if is_private(place) || table.stage() == Stage::Invited {
            return Ok(None);
        }
        let Some(base) = self.bot(place.venue.platform).and_then(|bot| bot.link_base) else {
            return Ok(None);
        };
        let store = self.service.store();
        let slot = store
            .slot_in(
                table.id(),
                SlotKind::Table,
                0,
                None,
                (place.venue.platform, place.venue.chat),
            )
            .await
            .map_err(|error| self.service.fault(error))?;
        Ok(slot
            .and_then(|slot| slot.message)
            .and_then(|message| message_link(&base, place, message)))
    }

    async fn locale(&self, account: Account) -> Result<Option<Lang>, Error> {
        if let Some(lang) = self
            .locales
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&account)
        {
            return Ok(Some(*lang));
        }
        let stored = self.service.store().locale(account).await;
        let lang = stored.map_err(|error| self.service.fault(error))?;
        if let Some(lang) = lang {
            self.keep_locale(account, lang);
        }
        Ok(lang)
    }

    /// Keeps what the platform told, so that messages sent later speak it too.
    async fn note_locale(&self, account: Account, lang: Lang) -> Result<(), Error> {
        if self.locale(account).await? == Some(lang) {
            return Ok(());
        }
        let store = self.service.store();
        store
            .set_locale(account, lang)
            .await
            .map_err(|error| self.service.fault(error))?;
        self.keep_locale(account, lang);
        Ok(())
    }

    fn keep_locale(&self, account: Account, lang: Lang) {
        let mut locales = self.locales.lock().unwrap_or_else(PoisonError::into_inner);
        if locales.len() >= LOCALES {
            locales.clear();
        }
        locales.insert(account, lang);
    }
}

/// Whether a place is one person's private chat with the bot.
pub(super) fn is_private(place: Place) -> bool {
    match place.venue.platform {
        // Telegram's groups have negative ids, its private chats the person's positive one.
        Platform::Telegram => place.venue.chat > 0,
        Platform::Discord => place.venue.chat < 0,
        Platform::Web => false,
    }
}

/// The private chat of this guest with the bot, as a place.
pub(super) fn private_place(guest: &Guest) -> Place {
    let Account { platform, user } = guest.account;
    let chat = match platform {
        Platform::Discord => -user,
        Platform::Telegram => guest.private_chat.unwrap_or(user),
        Platform::Web => user,
    };
    Place {
        venue: Venue { platform, chat },
        channel: 0,
    }
}

/// The private chat of an account with the bot, as a venue.
pub(super) fn private_of(account: Account) -> Venue {
    let Account { platform, user } = account;
    let chat = if platform == Platform::Discord { -user } else { user };
    Venue { platform, chat }
}

/// The table as this guest sees it: from where they ask, when it stands there, else from another of its places on their
/// platform, else from their private chat.
pub(super) fn seen_by(table: Table, guest: &Guest) -> Table {
    let platform = guest.account.platform;
    let here = guest.place.and_then(|place| table.place_in(place.venue));
    let place = here.or_else(|| table.place_on(platform));
    match place {
        Some(place) => table.seen_from(place),
        None if platform == table.place().venue.platform => table,
        None => table.seen_from(private_place(guest)),
    }
}

/// The table as the reader of this message sees it.
pub(super) fn seen_in(table: Table, slot: &Slot) -> Table {
    let (platform, chat) = (slot.key.platform, slot.key.chat);
    let place = match slot.key.reader {
        None => table.place_in(Venue { platform, chat }),
        Some(_) => table.place_on(platform).or_else(|| {
            let venue = private_of(Account { platform, user: chat });
            Some(Place { venue, channel: 0 })
        }),
    };
    match place {
        Some(place) => table.seen_from(place),
        None => table,
    }
}

/// A user name as it is compared: without `@`, lower case, nothing that could disturb a line.
pub(super) fn tidy_handle(handle: &str) -> String {
    clean(handle).trim_start_matches('@').to_lowercase()
}

/// The account of a person on this platform, else any.
fn account_on(person: &PersonRow, platform: Platform) -> Option<&crate::service::AccountRow> {
    let here = person.accounts.iter().find(|known| known.account.platform == platform);
    here.or_else(|| person.accounts.first())
}

fn face(voice: Voice<'_>, person: &PersonRow, platform: Platform) -> Face {
    let known = account_on(person, platform);
    let name = if person.gone {
        say!(voice, "deleted-player")
    } else {
        clean(&person.name)
    };
    Face {
        player: Some(person.player),
        account: known
            .map(|known| known.account)
            .filter(|account| account.platform == platform),
        handle: known.and_then(|known| known.handle.clone()),
        name: if name.is_empty() { say!(voice, "nobody") } else { name },
    }
}

fn message_link(base: &str, place: Place, message: i64) -> Option<String> {
    match place.venue.platform {
        Platform::Discord => Some(format!("{base}/{}/{}/{message}", place.venue.chat, place.channel)),
        Platform::Telegram => {
            // Only supergroups have message links; their ids are -100 and the number in the link.
            let number = (-place.venue.chat)
                .checked_sub(1_000_000_000_000)
                .filter(|number| *number > 0)?;
            let (site, _) = base.rsplit_once('/')?;
            Some(match place.channel {
                0 => format!("{site}/c/{number}/{message}"),
                topic => format!("{site}/c/{number}/{topic}/{message}"),
            })
        }
        Platform::Web => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_message() {
        let place = |platform, chat, channel| Place {
            venue: Venue { platform, chat },
            channel,
        };
        let telegram = |chat, channel| message_link("https://t.me/gin", place(Platform::Telegram, chat, channel), 7);
        assert_eq!(
            telegram(-1_001_234_567_890, 0).as_deref(),
            Some("https://t.me/c/1234567890/7")
        );
        assert_eq!(
            telegram(-1_001_234_567_890, 3).as_deref(),
            Some("https://t.me/c/1234567890/3/7")
        );
        assert_eq!(telegram(-4321, 0), None);
        let discord = message_link("https://d.example/channels", place(Platform::Discord, 5, 6), 7);
        assert_eq!(discord.as_deref(), Some("https://d.example/channels/5/6/7"));
    }
}
