//! Whom somebody means at the local page, where nobody has a user name: by name, and where several are called so by the code
//! that stands on each one's own page of teams.

use super::challenge::shown;
use super::desk::Desk;
use super::teams::Lost;
use super::voice::{Voice, say};
use crate::id::{Platform, PlayerId, TableId};
use crate::service::team_key;

impl Desk {
    /// The person of the page who has this name or this code. Of several with one name the only one with whom the asker has
    /// sat at a table.
    pub(super) async fn page_person(&self, voice: Voice<'_>, asker: PlayerId, typed: &str) -> Result<PlayerId, Lost> {
        let store = self.service.store();
        let broken = |error| self.service.fault(error);
        let typed = typed.trim().trim_start_matches('@');
        let known = store.names_on(Platform::Web).await.map_err(broken)?;
        let key = team_key(typed);
        let mut named = Vec::new();
        for (player, name) in &known {
            if *player != asker && !key.is_empty() && team_key(name) == key {
                named.push(*player);
            }
        }
        if let [only] = named.as_slice() {
            return Ok(*only);
        }
        if named.is_empty() {
            let coded = TableId::from_code(typed).map(|id| PlayerId(id.0));
            let found = coded.filter(|code| known.iter().any(|(player, _)| player == code));
            return found.ok_or_else(|| Lost::Said(say!(voice, "refused-page-person", text = shown(typed))));
        }
        let mut met = Vec::new();
        for player in named {
            if store.have_met(asker, player).await.map_err(broken)? {
                met.push(player);
            }
        }
        match met.as_slice() {
            [only] => Ok(*only),
            _ => Err(Lost::Said(say!(voice, "refused-page-several", text = shown(typed)))),
        }
    }
}

/// The code by which others name a person at the page.
pub(super) fn person_code(player: PlayerId) -> String {
    TableId(player.0).code().to_uppercase()
}
