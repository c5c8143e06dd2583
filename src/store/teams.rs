//! Teams as they are read: who is in them, who was asked, and what happened in them.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::codes::{self, TeamDeedKind};
use super::{Store, StoreError, int, maybe, statements as sql, text};
use crate::id::{Millis, PlayerId, TeamId, Venue};

/// A team as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRow {
    /// Which.
    pub id: TeamId,
    /// The venue that it belongs to.
    pub venue: Venue,
    /// Its name.
    pub name: String,
    /// Who speaks for it.
    pub captain: PlayerId,
    /// Whether everybody may join.
    pub open: bool,
    /// When it was made.
    pub made: Millis,
    /// When it ended.
    pub disbanded: Option<Millis>,
    /// Its members, the oldest first; nobody once it ended.
    pub members: Vec<PlayerId>,
}

impl TeamRow {
    /// Whether the player is one of its members.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.members.contains(&player)
    }
}

/// A team in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamLine {
    /// Which.
    pub id: TeamId,
    /// Its name.
    pub name: String,
    /// Who speaks for it.
    pub captain: PlayerId,
    /// Whether everybody may join.
    pub open: bool,
    /// How many members it has.
    pub members: u32,
}

/// A question to a player whether they want to be in a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The team.
    pub team: TeamId,
    /// The team's name.
    pub name: String,
    /// Whom it asks.
    pub player: PlayerId,
    /// When it was asked.
    pub at: Millis,
    /// Until when it can be answered.
    pub until: Millis,
    /// When it was answered.
    pub answered: Option<Millis>,
}

/// Something that happened in a team; kept for moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamDeed {
    /// Which team.
    pub team: TeamId,
    /// Its name today.
    pub name: String,
    /// When.
    pub at: Millis,
    /// Who did it; nobody: an administrator whom the platform does not name, or it followed by itself.
    pub by: Option<PlayerId>,
    /// What.
    pub act: TeamDeedKind,
    /// To whom.
    pub whom: Option<PlayerId>,
    /// A name or a setting.
    pub detail: Option<String>,
}

impl Store {
    /// A team with its members.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team(&self, team: TeamId) -> Result<Option<TeamRow>, StoreError> {
        let query = sqlx::query(sql::TEAM.sql).bind(team.0);
        let row = query.fetch_optional(self.readers()).await?;
        self.with_members(row).await
    }

    /// The team of a venue with this name, as names are compared.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team_called(&self, venue: Venue, key: &str) -> Result<Option<TeamRow>, StoreError> {
        let query = sqlx::query(sql::TEAM_CALLED.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(key);
        let row = query.fetch_optional(self.readers()).await?;
        self.with_members(row).await
    }

    /// The teams of a venue in the order of their names, `limit` after the first `offset`, and how many there are.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn teams_of(&self, venue: Venue, limit: u32, offset: u32) -> Result<(Vec<TeamLine>, u32), StoreError> {
        let (platform, chat) = (venue.platform.code(), venue.chat);
        let query = sqlx::query(sql::TEAMS_OF.sql)
            .bind(platform)
            .bind(chat)
            .bind(i64::from(limit))
            .bind(i64::from(offset));
        let rows = query.fetch_all(self.readers()).await?;
        let lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
        let count = sqlx::query(sql::TEAMS_COUNT.sql).bind(platform).bind(chat);
        let count = int(&count.fetch_one(self.readers()).await?, 0)?;
        Ok((lines, super::narrow(count)?))
    }

    /// The teams that a player is in, the oldest membership first; in one venue, or everywhere.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn teams_with(&self, player: PlayerId, venue: Option<Venue>) -> Result<Vec<TeamRow>, StoreError> {
        let query = sqlx::query(sql::TEAMS_WITH.sql).bind(player.0);
        let mut teams = Vec::new();
        for row in query.fetch_all(self.readers()).await? {
            teams.extend(self.team(TeamId(int(&row, 0)?)).await?);
        }
        teams.retain(|team| venue.is_none_or(|venue| team.venue == venue));
        Ok(teams)
    }

    /// The question that a team asked a player last.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team_invitation(&self, team: TeamId, player: PlayerId) -> Result<Option<Invitation>, StoreError> {
        let query = sqlx::query(sql::TEAM_ASKED.sql).bind(team.0).bind(player.0);
        let row = query.fetch_optional(self.readers()).await?;
        row.as_ref().map(invitation).transpose()
    }

    /// The questions of teams to a player, answered ones included.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team_invitations_to(&self, player: PlayerId) -> Result<Vec<Invitation>, StoreError> {
        let query = sqlx::query(sql::TEAMS_ASKING.sql).bind(player.0);
        let rows = query.fetch_all(self.readers()).await?;
        rows.iter().map(invitation).collect()
    }

    /// What happened in a venue's teams, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team_deeds(&self, venue: Venue, limit: u32) -> Result<Vec<TeamDeed>, StoreError> {
        let query = sqlx::query(sql::TEAM_DEEDS_OF.sql)
            .bind(venue.platform.code())
            .bind(venue.chat)
            .bind(i64::from(limit));
        query.fetch_all(self.readers()).await?.iter().map(deed).collect()
    }

    /// What a player did in teams and what was done to them there, oldest first.
    ///
    /// # Errors
    ///
    /// `Backend` when the database fails.
    pub async fn team_deeds_with(&self, player: PlayerId) -> Result<Vec<TeamDeed>, StoreError> {
        let mut rows = Vec::new();
        for statement in [&sql::TEAM_DEEDS_BY, &sql::TEAM_DEEDS_ABOUT] {
            let query = sqlx::query(statement.sql).bind(player.0);
            rows.extend(query.fetch_all(self.readers()).await?);
        }
        rows.iter().map(deed).collect()
    }

    async fn with_members(&self, row: Option<SqliteRow>) -> Result<Option<TeamRow>, StoreError> {
        let Some(row) = row else { return Ok(None) };
        let id = int(&row, 0)?;
        let members = sqlx::query(sql::TEAM_MEMBERS.sql)
            .bind(id)
            .fetch_all(self.readers())
            .await?;
        Ok(Some(TeamRow {
            id: TeamId(id),
            venue: Venue {
                platform: codes::platform(int(&row, 1)?)?,
                chat: int(&row, 2)?,
            },
            name: text(&row, 3)?,
            captain: PlayerId(int(&row, 4)?),
            open: int(&row, 5)? != 0,
            made: Millis(int(&row, 6)?),
            disbanded: maybe(&row, 7)?.map(Millis),
            members: members
                .iter()
                .map(|row| Ok(PlayerId(int(row, 0)?)))
                .collect::<Result<_, StoreError>>()?,
        }))
    }
}

fn line(row: &SqliteRow) -> Result<TeamLine, StoreError> {
    Ok(TeamLine {
        id: TeamId(int(row, 0)?),
        name: text(row, 1)?,
        captain: PlayerId(int(row, 2)?),
        open: int(row, 3)? != 0,
        members: super::narrow(int(row, 4)?)?,
    })
}

fn invitation(row: &SqliteRow) -> Result<Invitation, StoreError> {
    Ok(Invitation {
        team: TeamId(int(row, 0)?),
        name: text(row, 1)?,
        player: PlayerId(int(row, 2)?),
        at: Millis(int(row, 3)?),
        until: Millis(int(row, 4)?),
        answered: maybe(row, 5)?.map(Millis),
    })
}

fn deed(row: &SqliteRow) -> Result<TeamDeed, StoreError> {
    Ok(TeamDeed {
        team: TeamId(int(row, 0)?),
        name: text(row, 1)?,
        at: Millis(int(row, 2)?),
        by: maybe(row, 3)?.map(PlayerId),
        act: TeamDeedKind::from_code(int(row, 4)?)?,
        whom: maybe(row, 5)?.map(PlayerId),
        detail: row.try_get(6)?,
    })
}
