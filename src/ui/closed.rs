//! What players are told when their table's public place can't be written to.

use super::desk::Desk;
use super::post::{Post, Text};
use super::vanish::hindrance_key;
use super::voice::say;
use crate::id::{Account, TableId};

impl Desk {
    /// The private words for each player of a table whose public place is closed to the bot; nothing once it is over.
    pub async fn place_closed(&self, id: TableId) -> Vec<(Account, Post)> {
        let Ok(table) = self.service.table(id).await else {
            return Vec::new();
        };
        if table.is_over() {
            return Vec::new();
        }
        let venue = table.place().venue;
        let mut told = Vec::new();
        for (seat, player) in table.players() {
            let lang = self
                .reader_lang(player, venue.platform, venue)
                .await
                .unwrap_or_default();
            let Ok(scene) = self.scene(&table, lang).await else {
                continue;
            };
            let Some(account) = scene.faces.get(seat.index()).and_then(|face| face.account) else {
                continue;
            };
            let (place, opponent) = (scene.venue.clone(), scene.name(seat.other()));
            let text = Text::from(match table.paused() {
                Some(pause) => say!(
                    scene.voice,
                    "notice-place-gone",
                    why = hindrance_key(pause.why),
                    venue = place,
                    opponent = opponent
                ),
                None => say!(scene.voice, "notice-place-closed", venue = place, opponent = opponent),
            });
            told.push((
                account,
                Post {
                    text,
                    private: true,
                    ..Post::default()
                },
            ));
        }
        told
    }
}
