//! What changes in teams: they are made, joined, left and ended, and every bound is looked at in the write itself.

use super::codes::TeamDeedKind;
use super::contests::Chapter;
use super::moderation::{Deed, add_deed};
use super::plan::{Need, Plan, args};
use super::{Store, StoreError, statements as sql};
use crate::id::{Millis, PlayerId, TeamId, Venue};

/// Why a team is not as it is wished; looked at in the write itself, so that no two at once slip through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TeamBar {
    /// The name says nothing, or is too long.
    #[error("not a name")]
    Name,
    /// Another team of the venue has that name.
    #[error("the name is taken")]
    Taken,
    /// There is no such team here.
    #[error("no such team")]
    NoTeam,
    /// The team has as many members as a team may have.
    #[error("the team is full")]
    Full,
    /// The player is in as many teams of the venue as one may be.
    #[error("the player is in too many teams")]
    TooMany,
    /// The venue has as many teams as it may have.
    #[error("the venue has too many teams")]
    TooManyHere,
    /// As many people as a team may ask at once have not answered yet.
    #[error("too many open invitations")]
    TooManyAsked,
    /// Only the captain can.
    #[error("only the captain can")]
    NotCaptain,
    /// The player is not in the team.
    #[error("not a member")]
    NotMember,
    /// The player was not asked, or too long ago, or has answered.
    #[error("no open invitation")]
    NotInvited,
    /// One joins this team by invitation only.
    #[error("by invitation only")]
    ByInvitation,
    /// The player is in the team already.
    #[error("a member already")]
    Member,
    /// The player may not play in the venue, or is gone.
    #[error("the player may not")]
    Shut,
    /// Only administrators make teams here.
    #[error("only administrators make teams here")]
    Admins,
    /// Not in somebody's private chat.
    #[error("not in a private chat")]
    Private,
}

/// How large teams and lists of teams may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamBounds {
    /// Members of a team.
    pub members: u32,
    /// Teams of one venue that one player is in.
    pub per_player: u32,
    /// Teams of one venue.
    pub per_venue: u32,
    /// Open invitations of a team.
    pub asked: u32,
}

/// A new team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTeam {
    /// The venue.
    pub venue: Venue,
    /// The name, cleaned.
    pub name: String,
    /// The name as names are compared.
    pub key: String,
    /// Its first member and captain.
    pub captain: PlayerId,
    /// Whether everybody may join.
    pub open: bool,
    /// When.
    pub at: Millis,
    /// The platform's number of the update that asks.
    pub inbox: Option<i64>,
}

/// What changes in a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamChange {
    /// Somebody is asked, and has until then to answer.
    Invite(PlayerId, Millis),
    /// Somebody who was asked comes in.
    Accept(PlayerId),
    /// Somebody who was asked does not want to.
    Decline(PlayerId),
    /// Somebody comes in by themselves.
    Join(PlayerId),
    /// Somebody goes, by themselves or sent away.
    Leave(PlayerId),
    /// Another member is captain.
    Captain(PlayerId),
    /// Another name, and the same as names are compared.
    Rename(String, String),
    /// Whether everybody may join.
    Open(bool),
    /// It ends.
    Disband,
}

/// Who changes a team.
#[derive(Clone, Debug)]
pub struct TeamBy {
    /// Who; nobody: an administrator whom the platform does not name.
    pub player: Option<PlayerId>,
    /// Whether the change is the captain's to make, and they must still be that in the write.
    pub as_captain: bool,
    /// What is kept of it as a moderator's deed.
    pub deed: Option<Deed>,
    /// When.
    pub at: Millis,
}

impl Store {
    /// Makes a team with its first member.
    ///
    /// # Errors
    ///
    /// `Team` when a bound or another team is in the way; `Gone` when the captain has deleted their data; `Duplicate` for
    /// an update that was handled before; `Backend` when the database fails.
    pub async fn make_team(&self, new: &NewTeam, bounds: &TeamBounds) -> Result<TeamId, StoreError> {
        let (platform, chat) = (new.venue.platform.code(), new.venue.chat);
        let (id, at) = (self.new_id(new.at), new.at.0);
        let mut plan = Plan::default();
        if let Some(key) = new.inbox {
            plan.require(&sql::INBOX_ADD, args![platform, key, at], Need::Duplicate);
        }
        plan.join(self.venue_plan(new.venue));
        plan.require(&sql::PLAYER_HERE, args![new.captain.0], Need::Gone);
        plan.require(
            &sql::TEAMS_ROOM,
            args![platform, chat, i64::from(bounds.per_venue)],
            Need::Team(TeamBar::TooManyHere),
        );
        plan.require(
            &sql::TEAMS_ROOM_PERSON,
            args![platform, chat, new.captain.0, i64::from(bounds.per_player)],
            Need::Team(TeamBar::TooMany),
        );
        plan.require(
            &sql::TEAM_ADD,
            args![
                id,
                platform,
                chat,
                new.name.as_str(),
                new.key.as_str(),
                new.captain.0,
                i64::from(new.open),
                at
            ],
            Need::Team(TeamBar::Taken),
        );
        plan.require(
            &sql::TEAM_MEMBER_ADD,
            args![id, new.captain.0, id, at],
            Need::Team(TeamBar::Shut),
        );
        let by = TeamBy {
            player: Some(new.captain),
            as_captain: false,
            deed: None,
            at: new.at,
        };
        add_team_deed(
            &mut plan,
            TeamId(id),
            &by,
            (TeamDeedKind::Made, None, Some(&new.name)),
            None,
        );
        self.write(plan).await?;
        Ok(TeamId(id))
    }

    /// Changes a team and what follows from it in events, whole or not at all.
    ///
    /// # Errors
    ///
    /// `Team` when a bound, another team or another change is in the way; `Conflict` when one of the events has changed
    /// since; `Backend` when the database fails.
    pub async fn change_team(
        &self,
        team: TeamId,
        by: &TeamBy,
        change: &TeamChange,
        bounds: &TeamBounds,
        events: Vec<Chapter>,
    ) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        for chapter in events {
            plan.join(self.chapter_plan(chapter).await?);
        }
        if by.as_captain {
            let captain = by.player.map_or(0, |player| player.0);
            plan.require(&sql::TEAM_LED, args![team.0, captain], Need::Team(TeamBar::NotCaptain));
        } else {
            plan.require(&sql::TEAM_THERE, args![team.0], Need::Team(TeamBar::NoTeam));
        }
        match change {
            TeamChange::Invite(player, until) => {
                plan.require(
                    &sql::TEAM_ASK,
                    args![team.0, player.0, by.at.0, until.0, i64::from(bounds.asked)],
                    Need::Team(TeamBar::TooManyAsked),
                );
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Invited, Some(*player), None), None);
            }
            TeamChange::Accept(player) | TeamChange::Join(player) => {
                if matches!(change, TeamChange::Accept(_)) {
                    let answer = args![team.0, player.0, by.at.0];
                    plan.require(&sql::TEAM_ANSWER, answer, Need::Team(TeamBar::NotInvited));
                } else {
                    plan.require(&sql::TEAM_IS_OPEN, args![team.0], Need::Team(TeamBar::ByInvitation));
                }
                plan.require(
                    &sql::TEAM_ROOM,
                    args![team.0, i64::from(bounds.members)],
                    Need::Team(TeamBar::Full),
                );
                plan.require(
                    &sql::TEAM_ROOM_PERSON,
                    args![team.0, player.0, i64::from(bounds.per_player)],
                    Need::Team(TeamBar::TooMany),
                );
                let number = self.new_id(by.at);
                plan.require(
                    &sql::TEAM_MEMBER_ADD,
                    args![team.0, player.0, number, by.at.0],
                    Need::Team(TeamBar::Shut),
                );
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Joined, Some(*player), None), None);
            }
            TeamChange::Decline(player) => {
                let answer = args![team.0, player.0, by.at.0];
                plan.require(&sql::TEAM_ANSWER, answer, Need::Team(TeamBar::NotInvited));
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Declined, Some(*player), None), None);
            }
            TeamChange::Leave(player) => add_leave(&mut plan, team, by, *player),
            TeamChange::Captain(player) => {
                plan.require(
                    &sql::TEAM_CAPTAIN,
                    args![team.0, player.0],
                    Need::Team(TeamBar::NotMember),
                );
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Captain, Some(*player), None), None);
            }
            TeamChange::Rename(name, key) => {
                plan.require(
                    &sql::TEAM_RENAME,
                    args![team.0, name.as_str(), key.as_str()],
                    Need::Team(TeamBar::Taken),
                );
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Renamed, None, Some(name)), None);
            }
            TeamChange::Open(open) => {
                plan.add(&sql::TEAM_OPEN, args![team.0, i64::from(*open)]);
                let set = if *open { "on" } else { "off" };
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Opened, None, Some(set)), None);
            }
            TeamChange::Disband => {
                plan.add(&sql::TEAM_MEMBERS_OFF, args![team.0]);
                plan.add(&sql::TEAM_DISBAND_EMPTY, args![team.0, by.at.0]);
                plan.add(&sql::TEAM_ASKED_OFF, args![team.0]);
                add_team_deed(&mut plan, team, by, (TeamDeedKind::Disbanded, None, None), None);
            }
        }
        if let Some(deed) = &by.deed {
            add_deed(&mut plan, self.new_id(by.at), deed, None);
        }
        self.write(plan).await.map(|_| ())
    }
}

/// Takes a player out of every team: the oldest member is captain after them, and where there is none the team ends.
pub(super) fn add_parting(plan: &mut Plan, player: PlayerId, at: Millis) {
    let player = player.0;
    plan.add(
        &sql::TEAM_DEEDS_HAND_OVER,
        args![player, at.0, TeamDeedKind::Captain.code()],
    );
    plan.add(&sql::TEAMS_HAND_OVER, args![player]);
    plan.add(&sql::TEAM_MEMBER_OF_NONE, args![player]);
    plan.add(
        &sql::TEAM_DEEDS_ENDED,
        args![player, at.0, TeamDeedKind::Disbanded.code()],
    );
    // Whoever is left as a captain was the last member.
    plan.add(&sql::TEAMS_ASKED_OFF, args![player]);
    plan.add(&sql::TEAMS_END, args![player, at.0]);
    plan.add(&sql::TEAMS_ASKED_DROP, args![player]);
    plan.add(&sql::TEAM_DETAILS_DROP, args![player]);
}

fn add_leave(plan: &mut Plan, team: TeamId, by: &TeamBy, player: PlayerId) {
    let left = args![team.0, player.0];
    plan.require(&sql::TEAM_MEMBER_OFF, left, Need::Team(TeamBar::NotMember));
    let heir = plan.add(&sql::TEAM_HEIR, args![team.0, player.0]);
    let ended = plan.add(&sql::TEAM_DISBAND_EMPTY, args![team.0, by.at.0]);
    let act = if by.player == Some(player) {
        TeamDeedKind::Left
    } else {
        TeamDeedKind::Kicked
    };
    add_team_deed(plan, team, by, (act, Some(player), None), None);
    let nobody = TeamBy {
        player: None,
        as_captain: false,
        deed: None,
        at: by.at,
    };
    plan.add_after(
        heir,
        &sql::TEAM_DEED_HEIR,
        args![team.0, by.at.0, TeamDeedKind::Captain.code()],
    );
    plan.add_after(ended, &sql::TEAM_ASKED_OFF, args![team.0]);
    add_team_deed(plan, team, &nobody, (TeamDeedKind::Disbanded, None, None), Some(ended));
}

fn add_team_deed(
    plan: &mut Plan,
    team: TeamId,
    by: &TeamBy,
    (act, whom, detail): (TeamDeedKind, Option<PlayerId>, Option<&str>),
    after: Option<usize>,
) {
    let row = args![
        team.0,
        by.at.0,
        by.player.map(|player| player.0),
        act.code(),
        whom.map(|player| player.0),
        detail
    ];
    match after {
        Some(step) => plan.add_after(step, &sql::TEAM_DEED_ADD, row),
        None => plan.add(&sql::TEAM_DEED_ADD, row),
    };
}
