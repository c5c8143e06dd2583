//! Teams: made, joined, led and ended. Each wish is one write, and what would break a bound is refused in the write itself.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::door::TRIES;
use super::record::{is_foreign, place};
use super::{Error, Service};
use crate::id::{Millis, Place, Platform, PlayerId, TeamId, Venue};
use crate::store::{
    Deed, DeedKind, Invitation, NewTeam, StoreError, TeamBar, TeamBounds, TeamBy, TeamChange, TeamDeed, TeamLine,
    TeamRow,
};

/// The key of a venue's setting: who may make teams, `everybody` (where nothing is set) or `admins`.
pub const TEAMS: &str = "teams";
/// The most members of a team (ours).
pub const TEAM_MEMBERS: u32 = 32;
/// The most teams of one venue that one player may be in (ours).
pub const TEAMS_PER_PLAYER: u32 = 5;
/// The most teams of one venue (ours).
pub const TEAMS_PER_VENUE: u32 = 500;
/// The longest name of a team in letters as a reader counts them (ours).
pub const TEAM_NAME_MAX: usize = 32;
/// How long an invitation can be answered, in milliseconds: three days (ours).
pub const INVITATION_MS: i64 = 3 * 24 * 3_600_000;

const BOUNDS: TeamBounds = TeamBounds {
    members: TEAM_MEMBERS,
    per_player: TEAMS_PER_PLAYER,
    per_venue: TEAMS_PER_VENUE,
    asked: TEAM_MEMBERS,
};

/// Who wishes something of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamWho {
    /// The person; nobody: an administrator whom the platform does not name.
    pub player: Option<PlayerId>,
    /// Whether they may moderate the venue that the team belongs to.
    pub admin: bool,
}

/// What somebody can want of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamWish {
    /// Ask somebody to come in; its captain's.
    Invite(PlayerId),
    /// Come in, when one was asked.
    Accept,
    /// Not come in, when one was asked.
    Decline,
    /// Come in: into an open team, or as somebody who was asked.
    Join,
    /// Go.
    Leave,
    /// Send somebody away; its captain's.
    Kick(PlayerId),
    /// Make another member captain; its captain's.
    Captain(PlayerId),
    /// Give it another name; its captain's and administrators'.
    Rename(String),
    /// Let everybody join, or only those who were asked; its captain's.
    Open(bool),
    /// End it; its captain's and administrators'.
    Disband,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamDone {
    /// The team before.
    pub before: TeamRow,
    /// The team after.
    pub team: TeamRow,
    /// Whether anything changed; not when it was so already.
    pub changed: bool,
}

/// Why nothing came of a wish about a team.
#[derive(Debug, thiserror::Error)]
pub enum TeamError {
    /// An answer to the person who asked; nothing is changed.
    #[error("{0}")]
    Barred(#[from] TeamBar),
    /// Anything else.
    #[error("{0}")]
    Other(#[from] Error),
}

/// A team's name as names are compared: without case, width and blanks.
#[must_use]
pub fn team_key(name: &str) -> String {
    let folded: String = name.nfkc().collect();
    let lower = folded.to_lowercase();
    // Lower case can be made of parts again.
    lower.nfkc().filter(|letter| !letter.is_whitespace()).collect()
}

impl Service {
    /// Makes a team here with this person as its captain; the name is cleaned already. A second one of the same update is
    /// a duplicate.
    ///
    /// # Errors
    /// Why not; `Duplicate` for a repeated update.
    pub async fn make_team(
        &self,
        who: TeamWho,
        place: Place,
        name: &str,
        open: bool,
        inbox: Option<i64>,
    ) -> Result<TeamRow, TeamError> {
        let captain = who.player.ok_or(TeamBar::Admins)?;
        let key = named(name)?;
        if is_private(place.venue) {
            return Err(TeamBar::Private.into());
        }
        self.admit(place.venue, captain, None).await?;
        let set = self.store().venue_setting(place.venue, TEAMS).await;
        let set = set.map_err(|error| Error::of(self, error))?;
        if set.as_deref() == Some("admins") && !who.admin {
            return Err(TeamBar::Admins.into());
        }
        let new = NewTeam {
            venue: place.venue,
            name: name.to_owned(),
            key,
            captain,
            open,
            at: self.now(),
            inbox,
        };
        let made = self.store().make_team(&new, &BOUNDS).await;
        let id = made.map_err(|error| self.team_error(error))?;
        self.team(id).await
    }

    /// Fulfils a wish about a team.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn handle_team(&self, who: TeamWho, team: TeamId, wish: &TeamWish) -> Result<TeamDone, TeamError> {
        let _turn = self.turn(team.0).await;
        for _ in 0..TRIES {
            let before = self.team(team).await?;
            let Some((change, by)) = self.wanted_of(who, &before, wish).await? else {
                return Ok(TeamDone {
                    team: before.clone(),
                    before,
                    changed: false,
                });
            };
            let chapters = Box::pin(self.out_of_lineups(&before, &change)).await;
            let chapters = chapters.map_err(|error| self.as_error(error))?;
            let led = !chapters.is_empty();
            match self.store().change_team(team, &by, &change, &BOUNDS, chapters).await {
                Ok(()) => {
                    let done = TeamDone {
                        before,
                        team: self.team_even_ended(team).await?,
                        changed: true,
                    };
                    if led {
                        self.told_of_events();
                    }
                    self.0.teamed.send_replace(());
                    return Ok(done);
                }
                // One of its events changed in between.
                Err(StoreError::Conflict) => {}
                Err(StoreError::Team(bar)) => {
                    // Somebody was faster: what is true now decides, unless nothing of it has changed.
                    if self.team_even_ended(team).await? == before {
                        return Err(bar.into());
                    }
                }
                Err(error) => return Err(self.team_error(error)),
            }
        }
        Err(self.fault("a team that never stands still").into())
    }

    /// Tells of every change of a team, nobody by name: who is invited, what is answered.
    #[must_use]
    pub fn teamed(&self) -> tokio::sync::watch::Receiver<()> {
        self.0.teamed.subscribe()
    }

    /// A team that is there.
    ///
    /// # Errors
    /// `NoTeam` when it is not; when the store fails.
    pub async fn team(&self, team: TeamId) -> Result<TeamRow, TeamError> {
        let row = self.team_even_ended(team).await?;
        if row.disbanded.is_some() {
            return Err(TeamBar::NoTeam.into());
        }
        Ok(row)
    }

    /// The team of a venue with this name.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn team_called(&self, venue: Venue, name: &str) -> Result<Option<TeamRow>, Error> {
        let found = self.store().team_called(venue, &team_key(name)).await;
        found.map_err(|error| Error::of(self, error))
    }

    /// The teams of a venue by name, `limit` after the first `offset`, and how many there are.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn teams_of(&self, venue: Venue, limit: u32, offset: u32) -> Result<(Vec<TeamLine>, u32), Error> {
        let found = self.store().teams_of(venue, limit, offset).await;
        found.map_err(|error| Error::of(self, error))
    }

    /// The teams of a venue that a player is in, the oldest membership first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn teams_with(&self, player: PlayerId, venue: Venue) -> Result<Vec<TeamRow>, Error> {
        let found = self.store().teams_with(player, Some(venue)).await;
        found.map_err(|error| Error::of(self, error))
    }

    /// The invitations of a venue's teams that a player can still answer.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invitations_of(&self, player: PlayerId, venue: Venue) -> Result<Vec<Invitation>, Error> {
        let asked = self.store().team_invitations_to(player).await;
        let asked = asked.map_err(|error| Error::of(self, error))?;
        let now = self.now();
        let mut open = Vec::new();
        for invitation in asked.into_iter().filter(|asked| is_open(asked, now)) {
            let row = self.store().team(invitation.team).await;
            let row = row.map_err(|error| Error::of(self, error))?;
            if row.is_some_and(|team| team.venue == venue && team.disbanded.is_none()) {
                open.push(invitation);
            }
        }
        Ok(open)
    }

    /// What happened in a venue's teams, newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn team_deeds(&self, venue: Venue, limit: u32) -> Result<Vec<TeamDeed>, Error> {
        let deeds = self.store().team_deeds(venue, limit).await;
        deeds.map_err(|error| Error::of(self, error))
    }

    /// A player's teams, the invitations to them, and what they did in teams or was done to them there, as it is handed
    /// to them.
    pub(super) async fn team_record(&self, player: PlayerId, own_chats: &[Venue]) -> Result<[Vec<Value>; 3], Error> {
        let broken = |error| Error::of(self, error);
        let store = self.store();
        let mut teams = Vec::new();
        for team in store.teams_with(player, None).await.map_err(broken)? {
            let name = store.venue_name(team.venue).await.map_err(broken)?;
            teams.push(json!({
                "team": team.name,
                "place": place(team.venue, name.as_deref(), is_foreign(team.venue, own_chats)),
                "captain": team.captain == player,
                "members": team.members.len(),
            }));
        }
        let asked = store.team_invitations_to(player).await.map_err(broken)?;
        let asked = asked.iter().map(
            |asked| json!({ "team": asked.name, "at": asked.at, "until": asked.until, "answered_at": asked.answered }),
        );
        let history = store.team_deeds_with(player).await.map_err(broken)?;
        let history = history.iter().map(|deed| {
            json!({
                "team": deed.name,
                "at": deed.at,
                "what": format!("{:?}", deed.act).to_lowercase(),
                "detail": deed.detail,
                "by_you": deed.by == Some(player),
                "about_you": deed.whom == Some(player),
            })
        });
        Ok([teams, asked.collect(), history.collect()])
    }

    async fn team_even_ended(&self, team: TeamId) -> Result<TeamRow, TeamError> {
        let row = self.store().team(team).await.map_err(|error| Error::of(self, error))?;
        row.ok_or_else(|| TeamBar::NoTeam.into())
    }

    /// The change that fulfils a wish, with who answers for it; nothing when it is so already.
    async fn wanted_of(
        &self,
        who: TeamWho,
        team: &TeamRow,
        wish: &TeamWish,
    ) -> Result<Option<(TeamChange, TeamBy)>, TeamError> {
        let own = TeamBy {
            player: who.player,
            as_captain: false,
            deed: None,
            at: self.now(),
        };
        let captain = || {
            let leads = who.player == Some(team.captain);
            leads
                .then(|| TeamBy {
                    as_captain: true,
                    ..own.clone()
                })
                .ok_or(TeamError::from(TeamBar::NotCaptain))
        };
        let moderator = |act: DeedKind| match captain() {
            Err(_) if who.admin => Ok(TeamBy {
                deed: Some(Deed {
                    at: own.at,
                    venue: team.venue,
                    by: who.player,
                    act,
                    table: None,
                    whom: None,
                    detail: Some(team.name.clone()),
                }),
                ..own.clone()
            }),
            by => by,
        };
        let person = || who.player.ok_or(TeamError::from(TeamBar::NotMember));
        let decided = match wish {
            TeamWish::Accept | TeamWish::Join | TeamWish::Decline => {
                let player = person()?;
                match self.answer_of(player, team, wish).await? {
                    Some(change) => (change, own),
                    None => return Ok(None),
                }
            }
            TeamWish::Invite(player) => {
                let by = captain()?;
                if team.has(*player) {
                    return Ok(None);
                }
                self.admit(team.venue, team.captain, Some(*player)).await?;
                if team.members.len() >= usize::try_from(TEAM_MEMBERS).unwrap_or(usize::MAX) {
                    return Err(TeamBar::Full.into());
                }
                (TeamChange::Invite(*player, own.at.plus(INVITATION_MS)), by)
            }
            TeamWish::Leave => {
                let player = person()?;
                if !team.has(player) {
                    return Err(TeamBar::NotMember.into());
                }
                (TeamChange::Leave(player), own)
            }
            TeamWish::Kick(player) => {
                let by = captain()?;
                if !team.has(*player) {
                    return Err(TeamBar::NotMember.into());
                }
                (TeamChange::Leave(*player), by)
            }
            TeamWish::Captain(player) => {
                let by = captain()?;
                if !team.has(*player) {
                    return Err(TeamBar::NotMember.into());
                }
                if *player == team.captain {
                    return Ok(None);
                }
                (TeamChange::Captain(*player), by)
            }
            TeamWish::Rename(name) => {
                let by = moderator(DeedKind::TeamRenamed)?;
                let key = named(name)?;
                if *name == team.name {
                    return Ok(None);
                }
                (TeamChange::Rename(name.clone(), key), by)
            }
            TeamWish::Open(open) => {
                let by = captain()?;
                if *open == team.open {
                    return Ok(None);
                }
                (TeamChange::Open(*open), by)
            }
            TeamWish::Disband => (TeamChange::Disband, moderator(DeedKind::TeamDisbanded)?),
        };
        Ok(Some(decided))
    }

    async fn answer_of(
        &self,
        player: PlayerId,
        team: &TeamRow,
        wish: &TeamWish,
    ) -> Result<Option<TeamChange>, TeamError> {
        let asked = self.store().team_invitation(team.id, player).await;
        let asked = asked.map_err(|error| Error::of(self, error))?;
        let open = asked.is_some_and(|asked| is_open(&asked, self.now()));
        if team.has(player) {
            return match wish {
                TeamWish::Decline => Err(TeamBar::Member.into()),
                _ => Ok(None),
            };
        }
        if *wish == TeamWish::Decline {
            return open
                .then_some(Some(TeamChange::Decline(player)))
                .ok_or(TeamBar::NotInvited.into());
        }
        if !open && *wish == TeamWish::Accept {
            return Err(TeamBar::NotInvited.into());
        }
        self.admit(team.venue, player, None).await?;
        match (open, team.open) {
            (true, _) => Ok(Some(TeamChange::Accept(player))),
            (false, true) => Ok(Some(TeamChange::Join(player))),
            (false, false) => Err(TeamBar::ByInvitation.into()),
        }
    }

    fn team_error(&self, error: StoreError) -> TeamError {
        match error {
            StoreError::Team(bar) => bar.into(),
            other => Error::of(self, other).into(),
        }
    }
}

fn is_open(asked: &Invitation, now: Millis) -> bool {
    asked.answered.is_none() && asked.until > now
}

/// The name as names are compared, when it can be one.
fn named(name: &str) -> Result<String, TeamBar> {
    let letters = name.graphemes(true).count();
    let key = team_key(name);
    let says = key.chars().any(char::is_alphanumeric);
    if !says || letters > TEAM_NAME_MAX || name.chars().count() > 3 * TEAM_NAME_MAX {
        return Err(TeamBar::Name);
    }
    Ok(key)
}

/// Whether a venue is one person's private chat with the bot.
fn is_private(venue: Venue) -> bool {
    match venue.platform {
        Platform::Discord => venue.chat < 0,
        Platform::Telegram => venue.chat > 0,
        Platform::Web => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_width_and_blanks() {
        for (one, other) in [
            ("Red Dragons", "reddragons"),
            ("ＲＥＤ", "red"),
            ("金 龙", "金龙"),
            ("ﬁre", "FIRE"),
            ("Ⅷ", "viii"),
        ] {
            assert_eq!(team_key(one), team_key(other), "{one} {other}");
        }
        assert_ne!(team_key("red"), team_key("rot"));
    }

    #[test]
    fn a_name_says_something() {
        for good in ["A", "金", "No. 1", "@everyone", "ß"] {
            assert!(named(good).is_ok(), "{good}");
        }
        assert!(named(&"x".repeat(TEAM_NAME_MAX)).is_ok());
        for bad in [
            "",
            "   ",
            "**__**",
            "!?",
            &"x".repeat(TEAM_NAME_MAX + 1),
            &"\u{1100}".repeat(200),
        ] {
            assert_eq!(named(bad), Err(TeamBar::Name), "{bad}");
        }
    }
}
