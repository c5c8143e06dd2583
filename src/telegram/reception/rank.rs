//! Who is an administrator, where that matters, and what the bot itself may do in a group.

use std::time::Duration;

use teloxide::requests::{Request, Requester};
use teloxide::types::{ChatId, ChatMemberKind, ChatPermissions, UserId};

use super::Reception;
use crate::id::{Account, Platform};
use crate::telegram::spot::Spot;
use crate::ui::token::{Act, decode};
use crate::ui::{Ask, Guest, Lack, Order, Rights, event, team_for_admins};

/// How long the question who is an administrator may take.
const ADMIN_TIME: Duration = Duration::from_secs(3);

impl Reception {
    /// Finds out what the guest may administer, and asks Telegram only where the answer matters: about the group where it is
    /// asked, or about the one that a wish in the private chat belongs to.
    pub(super) async fn rank(&self, guest: &mut Guest, ask: &Ask, spot: &Spot) {
        if !for_admins(ask) || guest.account.user < 0 {
            return;
        }
        if !spot.private {
            guest.admin = self.administers(guest.account, spot.chat).await;
            return;
        }
        guest.admin = true;
        let home = self.office.desk.home_of(guest, ask).await;
        if let Some(home) = home.filter(|home| home.platform == Platform::Telegram)
            && self.administers(guest.account, home.chat).await
        {
            guest.admin_of = Some(home);
        }
    }

    async fn administers(&self, account: Account, group: i64) -> bool {
        let Ok(user) = u64::try_from(account.user) else {
            return false;
        };
        let request = self.bot.get_chat_member(ChatId(group), UserId(user)).send();
        matches!(tokio::time::timeout(ADMIN_TIME, request).await, Ok(Ok(member)) if member.is_privileged())
    }

    /// What the bot may not do in this group. Who is no administrator may only what the group allows everybody.
    pub(super) async fn rights(&self, spot: &Spot) -> Rights {
        let request = async {
            let me = self.bot.get_me().send().await?;
            let standing = self.bot.get_chat_member(ChatId(spot.chat), me.id).send().await?.kind;
            let bound = matches!(standing, ChatMemberKind::Member(_) | ChatMemberKind::Restricted(_));
            let everybody = if bound {
                self.bot.get_chat(ChatId(spot.chat)).send().await?.permissions()
            } else {
                None
            };
            Ok::<_, teloxide::RequestError>((lacks(&standing), everybody))
        };
        let here = match tokio::time::timeout(ADMIN_TIME, request).await {
            Ok(Ok((mut lacks, everybody))) => {
                let may = everybody.unwrap_or(ChatPermissions::all());
                let bounds = [
                    (ChatPermissions::SEND_MESSAGES, Lack::Write),
                    (ChatPermissions::SEND_PHOTOS, Lack::Pictures),
                ];
                for (right, lack) in bounds {
                    if !may.contains(right) && !lacks.contains(&lack) && !lacks.contains(&Lack::See) {
                        lacks.push(lack);
                    }
                }
                Some(lacks)
            }
            _ => None,
        };
        Rights {
            here,
            games: Vec::new(),
        }
    }
}

/// Whether the answer depends on the asker being an administrator.
pub(super) fn for_admins(ask: &Ask) -> bool {
    match ask {
        Ask::Language { venue, .. } => *venue,
        Ask::Settings(_) | Ask::Admin(_) => true,
        Ask::Team(wish) => wish.depends_on_rank(),
        Ask::Event(ask) => ask.is_for_admins(),
        Ask::Press(token) if event::token::is_for_admins(token) || team_for_admins(token) => true,
        Ask::Press(token) => decode(token).is_some_and(|token| matches!(token.act, Act::Speak(_, true))),
        _ => false,
    }
}

/// Whether somebody relies on it as soon as it is said, so that it must be done or refused before its update counts as
/// handled; the time that Telegram has to say who is an administrator bounds it.
pub(super) fn must_last(ask: &Ask) -> bool {
    match ask {
        Ask::Admin(order) => !matches!(order, Order::Log | Order::Overview | Order::Permissions(_)),
        Ask::Team(wish) => wish.changes(),
        Ask::Event(ask) => ask.is_for_admins(),
        _ => false,
    }
}

/// What this standing in a group does not allow the bot.
fn lacks(standing: &ChatMemberKind) -> Vec<Lack> {
    match standing {
        ChatMemberKind::Restricted(may) if may.is_member => [
            (may.can_send_messages, Lack::Write),
            (may.can_send_photos, Lack::Pictures),
        ]
        .into_iter()
        .filter_map(|(may, lack)| (!may).then_some(lack))
        .collect(),
        ChatMemberKind::Owner(_) | ChatMemberKind::Administrator(_) | ChatMemberKind::Member(_) => Vec::new(),
        ChatMemberKind::Restricted(_) | ChatMemberKind::Left | ChatMemberKind::Banned(_) => vec![Lack::See],
    }
}
