//! What moderators ask for, `/ginadmin`: who may, and what is done.

use std::sync::PoisonError;

use super::ask::{Answer, Foe, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert};
use super::draft::Draft;
use super::elsewhere::place_link;
use super::event::Openers;
use super::govern::{Limit, Rights};
use super::names::tidy;
use super::people::is_private;
use super::post::Span;
use super::seasons::SeasonWish;
use super::token::{table_code, table_of_code};
use super::voice::{Lines, Voice, say, spans};
use super::zone::written;
use crate::id::{Account, Place, Platform, PlayerId, Seat, TableId, Venue};
use crate::service::{Deed, DeedKind, Error, Of, Ruling};
use crate::table::{REASON_MAX, Refusal};

/// How many deeds the log shows, and how many open matches are listed (ours).
const SHOWN: u32 = 15;

/// What a moderator asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// End a match or a challenge without a result.
    Cancel {
        /// The match's id as it was typed.
        id: String,
        /// Why, uncleaned.
        reason: Option<String>,
    },
    /// Take a result out of every reckoning.
    Void {
        /// The match's id as it was typed.
        id: String,
        /// Why, uncleaned.
        reason: Option<String>,
    },
    /// What moderators did here.
    Log,
    /// What is set here, and what can be asked for.
    Overview,
    /// Shut a player out of the matches here.
    Block {
        /// Whom.
        whom: Option<Foe>,
        /// Why, uncleaned.
        reason: Option<String>,
    },
    /// Let a player in again.
    Unblock {
        /// Whom.
        whom: Option<Foe>,
    },
    /// The one channel or topic in which games are posted: `here` or `off`.
    Channel(Option<String>),
    /// A thread for each match: `on` or `off`.
    Threads(Option<String>),
    /// The time zone in which moments are written: its name, or `off`.
    Zone(Option<String>),
    /// How many matches may be open at once; what is not given stays.
    Limits {
        /// In one channel.
        channel: Limit,
        /// For one player here.
        player: Limit,
    },
    /// Who may open events; nothing given: shown.
    Events(Openers),
    /// Who may make teams: `everybody` or `admins`; nothing given: shown.
    Teams(Option<String>),
    /// The language of public messages.
    Language(Option<String>),
    /// Begin, end or roll over a season of the leaderboards here.
    Season(SeasonWish),
    /// Whether leaderboards here leave out who has left: `hide` or `show`.
    Absent(Option<String>),
    /// What the bot may do here, as the wire found out.
    Permissions(Rights),
}

/// A moderator.
pub(super) struct Moderator {
    /// Who it is; nobody for an administrator whom the platform does not name.
    pub(super) by: Option<PlayerId>,
    /// Where they may do what they want; `None`: everywhere.
    pub(super) within: Option<Venue>,
    /// Where they ask; `None` in a private chat.
    pub(super) here: Option<Venue>,
}

/// A moderator in the place that they order something for, and how they are answered.
pub(super) struct Chief<'a> {
    /// Who it is; nobody for an administrator whom the platform does not name.
    pub(super) by: Option<PlayerId>,
    /// The place.
    pub(super) venue: Venue,
    /// The words of the answer.
    pub(super) voice: Voice<'a>,
}

impl Moderator {
    /// The moderator in the place where they ask, or the answer that there is none.
    fn in_place<'a>(&self, voice: Voice<'a>) -> Result<Chief<'a>, String> {
        match self.here {
            Some(venue) => Ok(Chief {
                by: self.by,
                venue,
                voice,
            }),
            None => Err(say!(voice, "refused-no-venue")),
        }
    }
}

impl Desk {
    /// Tells who owns the program: they may do everywhere what moderators may do in their own place.
    pub fn set_owners(&self, owners: Vec<Account>) {
        *self.owners.lock().unwrap_or_else(PoisonError::into_inner) = owners;
    }

    /// Does what a moderator asks for.
    pub(super) async fn order(&self, guest: &Guest, order: Order) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        // Of a page that nobody is named to own, the seasons are its users' own.
        let own_page =
            matches!(order, Order::Season(_)) && guest.account.platform == Platform::Web && self.has_no_owner();
        let moderator = match self.moderator_at(guest, own_page).await? {
            Ok(moderator) => moderator,
            Err(said) => return Ok(alert(said)),
        };
        // One match is found from anywhere; nearly everything else is about the place where it is asked.
        match (order, moderator.in_place(voice)) {
            (Order::Cancel { id, reason }, _) if !id.trim().is_empty() => {
                self.rule(voice, &moderator, Ruling::Cancel, &id, reason).await
            }
            (Order::Void { id, reason }, _) => self.rule(voice, &moderator, Ruling::Void, &id, reason).await,
            (Order::Language(lang), _) => self.set_language(guest, lang).await,
            (_, Err(said)) => Ok(alert(said)),
            (Order::Cancel { .. }, Ok(chief)) => self.open_here(&chief).await,
            (Order::Log, Ok(chief)) => self.deeds(guest, &chief).await,
            (Order::Overview, Ok(chief)) => self.overview(guest, &chief).await,
            (Order::Block { whom, reason }, Ok(chief)) => self.block(guest, &chief, (whom, true), tidied(reason)).await,
            (Order::Unblock { whom }, Ok(chief)) => self.block(guest, &chief, (whom, false), None).await,
            (Order::Channel(typed), Ok(chief)) => self.set_channel(guest, &chief, typed.as_deref()).await,
            (Order::Threads(typed), Ok(chief)) => self.set_threads(&chief, typed.as_deref()).await,
            (Order::Zone(typed), Ok(chief)) => self.set_zone(&chief, typed.as_deref()).await,
            (Order::Limits { channel, player }, Ok(chief)) => self.set_limits(&chief, &channel, &player).await,
            (Order::Season(wish), Ok(chief)) => self.season_order(guest, &chief, wish).await,
            (Order::Absent(typed), Ok(chief)) => self.set_absent(&chief, typed.as_deref()).await,
            (Order::Events(openers), Ok(chief)) => self.set_openers(&chief, &openers).await,
            (Order::Teams(typed), Ok(chief)) => self.set_makers(&chief, typed.as_deref()).await,
            (Order::Permissions(rights), Ok(_)) => Ok(self.rights(voice, rights).await),
        }
    }

    /// Whether this guest may moderate, or why not.
    pub(super) async fn moderator(&self, guest: &Guest) -> Result<Result<Moderator, String>, Error> {
        self.moderator_at(guest, false).await
    }

    async fn moderator_at(&self, guest: &Guest, own_page: bool) -> Result<Result<Moderator, String>, Error> {
        let named = self
            .owners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&guest.account);
        let owner = named || self.owns_elsewhere(guest).await?;
        let here = guest.place.filter(|place| !is_private(*place)).map(|place| place.venue);
        if !owner && here.is_none() {
            return Ok(Err(say!(self.voice_for(guest).await, "refused-no-venue")));
        }
        if !owner && !guest.admin && !own_page {
            return Ok(Err(say!(self.voice_for(guest).await, "refused-moderator")));
        }
        Ok(Ok(Moderator {
            by: self.moderating(guest).await?,
            within: here.filter(|_| !owner),
            here,
        }))
    }

    fn has_no_owner(&self) -> bool {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Whether whoever sits at the page is, by another account, one of the owners.
    async fn owns_elsewhere(&self, guest: &Guest) -> Result<bool, Error> {
        if guest.account.platform != Platform::Web || self.has_no_owner() {
            return Ok(false);
        }
        let Some(player) = self.known(guest.account).await? else {
            return Ok(false);
        };
        let people = self.service.people(&[player]).await?;
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        let mut accounts = people.iter().flat_map(|person| &person.accounts);
        Ok(accounts.any(|known| owners.contains(&known.account)))
    }

    /// Who moderates. Who writes as the group itself is nobody in particular, and must not become a player.
    pub(super) async fn moderating(&self, guest: &Guest) -> Result<Option<PlayerId>, Error> {
        if speaks_for_chat(guest) {
            return Ok(None);
        }
        self.meet(guest).await.map(Some)
    }

    async fn rule(
        &self,
        voice: Voice<'_>,
        moderator: &Moderator,
        ruling: Ruling,
        typed: &str,
        reason: Option<String>,
    ) -> Result<Answer, Error> {
        let unknown = || alert(say!(voice, "refused-match", text = shown(typed)));
        let Some(id) = table_of_code(typed.trim().trim_start_matches('#')) else {
            return Ok(unknown());
        };
        let reason = tidied(reason);
        let done = self
            .service
            .rule(moderator.by, moderator.within, id, ruling, reason.as_deref())
            .await;
        let id = code(id);
        Ok(match (done, ruling) {
            (Ok(_), Ruling::Cancel) => alert(say!(voice, "admin-cancelled", id = id)),
            (Ok(_), Ruling::Void) => alert(say!(voice, "admin-voided", id = id)),
            (Err(Error::NoTable), _) => unknown(),
            (Err(Error::Refused(Refusal::Over)), _) => alert(say!(voice, "refused-cancel-over", id = id)),
            (Err(Error::Refused(Refusal::NotOver)), _) => alert(say!(voice, "refused-void-running", id = id)),
            (Err(error), _) => return Err(error),
        })
    }

    /// The matches and challenges that can be cancelled here, newest first.
    async fn open_here(&self, chief: &Chief<'_>) -> Result<Answer, Error> {
        let Chief { venue, voice, .. } = *chief;
        let tables = self.service.tables(Of::Venue(venue)).await?;
        let mut lines = Lines::default();
        lines.bold(say!(voice, "admin-open"));
        if tables.is_empty() {
            lines.plain(say!(voice, "admin-open-none"));
        }
        let listed = usize::try_from(SHOWN).unwrap_or(usize::MAX);
        for table in tables.iter().rev().take(listed) {
            let scene = self.scene(table, voice.lang).await?;
            let players = [Seat::FIRST, Seat::FIRST.other()].map(|seat| scene.name(seat));
            lines.plain(format!("{} · {}", scene.match_id(), players.join(" – ")));
        }
        if tables.len() > listed {
            let more = i64::try_from(tables.len() - listed).unwrap_or(i64::MAX);
            lines.plain(say!(voice, "admin-open-more", n = more));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }

    /// What moderators did here, newest first.
    async fn deeds(&self, guest: &Guest, chief: &Chief<'_>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        if by.is_none() {
            // It could only be said aloud.
            return Ok(alert(say!(voice, "refused-log-anonymous")));
        }
        let deeds = self.service.store().deeds(venue, SHOWN).await;
        let deeds = deeds.map_err(|error| self.service.fault(error))?;
        let zone = self.zone(venue).await?;
        let mut lines = Lines::default();
        lines.bold(say!(voice, "admin-log"));
        if deeds.is_empty() {
            lines.plain(say!(voice, "admin-log-empty"));
        }
        let players: Vec<PlayerId> = deeds.iter().flat_map(|deed| [deed.by, deed.whom]).flatten().collect();
        let people = self.service.people(&players).await?;
        let name = |player: Option<PlayerId>| match player {
            None => say!(voice, "admin-anonymous"),
            Some(player) => people.iter().find(|person| person.player == player).map_or_else(
                || say!(voice, "nobody"),
                |person| self.face(voice, person, guest.account.platform).said(),
            ),
        };
        for deed in &deeds {
            let who = name(deed.by);
            let deed = &self.readable(deed);
            let what = voice.deed(deed, deed.whom.map(|whom| name(Some(whom))));
            lines.line(spans!(
                voice,
                "admin-log-line",
                when = zone
                    .as_ref()
                    .and_then(|zone| written(deed.at, zone))
                    .map_or(Span::When(deed.at), Span::Plain),
                who = who,
                what = what
            ));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                ..Draft::default()
            })
            .await)
    }
}

impl Desk {
    /// The channel of a deed as a link, where the platform has one; its number tells nobody anything.
    fn readable(&self, deed: &Deed) -> Deed {
        let mut deed = deed.clone();
        if deed.act == DeedKind::Channel
            && let Some(channel) = deed.detail.take()
        {
            let base = self.bot(deed.venue.platform).and_then(|bot| bot.link_base);
            let link = channel.parse().ok().zip(base).and_then(|(channel, base)| {
                let venue = deed.venue;
                place_link(&base, Place { venue, channel })
            });
            deed.detail = Some(link.unwrap_or_default());
        }
        deed
    }
}

impl Voice<'_> {
    /// "cancelled match K7Q2M: spam"
    fn deed(&self, deed: &Deed, whom: Option<String>) -> String {
        let taken_away = deed.detail.is_none();
        let act = match deed.act {
            DeedKind::House if taken_away => "house-off",
            DeedKind::Channel if taken_away => "channel-off",
            DeedKind::Zone if taken_away => "zone-off",
            DeedKind::Cancelled => "cancelled",
            DeedKind::Voided => "voided",
            DeedKind::Blocked => "blocked",
            DeedKind::Unblocked => "unblocked",
            DeedKind::Language => "language",
            DeedKind::House => "house",
            DeedKind::OpenReplay => "open-replay",
            DeedKind::Channel => "channel",
            DeedKind::Threads => "threads",
            DeedKind::Zone => "zone",
            DeedKind::Limits => "limits",
            DeedKind::Season => "season",
            DeedKind::Absent => "absent",
            DeedKind::TeamRenamed => "team-renamed",
            DeedKind::TeamDisbanded => "team-disbanded",
            DeedKind::Teams => "teams",
            DeedKind::Events => "events",
            DeedKind::EventCancelled => "event-cancelled",
            DeedKind::Schedule => "schedule",
        };
        let of = deed.table.map(code).or(whom).unwrap_or_default();
        let what = say!(self, "admin-deed", act = act, of = of);
        match deed.detail.as_deref().map(tidy).filter(|detail| !detail.is_empty()) {
            Some(detail) => say!(self, "admin-deed-detail", what = what, detail = detail),
            None => what,
        }
    }
}

/// A reason on one line, not too long.
fn tidied(reason: Option<String>) -> Option<String> {
    let reason: String = tidy(&reason?).chars().take(REASON_MAX).collect();
    (!reason.is_empty()).then_some(reason)
}

/// Whether somebody writes as the chat itself.
pub(super) fn speaks_for_chat(guest: &Guest) -> bool {
    guest.account.platform == Platform::Telegram && guest.account.user < 0
}

fn code(table: TableId) -> String {
    table_code(table).to_uppercase()
}
