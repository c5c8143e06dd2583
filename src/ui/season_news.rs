//! The message that tells a place of a season that ended by its calendar.

use futures::future::BoxFuture;

use super::desk::{Desk, Shown};
use super::draft::Draft;
use super::post::Row;
use super::seasons::{calendar_key, season_button};
use super::voice::{Lines, Voice, say};
use crate::id::{Lang, SeasonId};
use crate::service::{Error, Slot};

impl Desk {
    /// Who won the season that is over, and which one runs now. Where the season is known no more there is nothing to show.
    pub(super) fn season_slot<'a>(
        &'a self,
        slot: &'a Slot,
        wanted: Option<Lang>,
    ) -> BoxFuture<'a, Result<Option<Shown>, Error>> {
        Box::pin(async move {
            let found = self.service.store().season(SeasonId(slot.key.table.0)).await;
            let found = found.map_err(|error| self.service.fault(error))?;
            let Some((season, ended)) = found.and_then(|season| season.ended.map(|ended| (season, ended))) else {
                return Ok(None);
            };
            let venue = season.venue;
            let lang = match wanted {
                Some(lang) => lang,
                None => self.venue_lang(venue).await?.unwrap_or_default(),
            };
            let voice = Voice::new(&self.words, lang);
            let mut lines = Lines::default();
            self.farewell(voice, &season, &mut lines).await?;
            let later = self.service.seasons(venue).await?;
            // Newest first: the last of the later ones is the next.
            let next = later.iter().rfind(|one| one.starts >= ended);
            match next {
                Some(next) => {
                    lines.bold(say!(voice, "season-next", season = voice.season(next)));
                    let calendar = calendar_key(next.calendar);
                    lines.plain(say!(voice, "season-calendar", calendar = calendar));
                }
                None => {
                    lines.plain(say!(voice, "season-rests"));
                }
            }
            let draft = Draft {
                text: lines.text(),
                rows: vec![Row::Buttons(vec![season_button(voice.season(&season), venue, &season)])],
                ..Draft::default()
            };
            Ok(Some(Shown {
                post: self.finish(draft).await,
                version: slot.want,
            }))
        })
    }
}
