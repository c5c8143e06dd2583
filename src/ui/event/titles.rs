//! Titles that tell the events of a place apart.

use super::scene::code;
use crate::contest::Format;
use crate::id::{EventId, Venue};
use crate::service::EventError;
use crate::ui::challenge::shown;
use crate::ui::desk::Desk;
use crate::ui::names::tidy;
use crate::ui::voice::{Voice, say};

/// The most letters of a title (the contest's own limit).
const TITLE: usize = 100;

impl Desk {
    /// Gives an event to be opened a title that no other open one here has: one that was typed is refused, and a template's is
    /// numbered.
    pub(super) async fn titled_apart(
        &self,
        voice: Voice<'_>,
        venue: Venue,
        format: &mut Format,
        typed: bool,
    ) -> Result<Result<(), String>, EventError> {
        let open = self.service.events(venue, true).await?;
        let open = open.iter().map(|row| (tidy(&row.title), row.id.0)).collect();
        Ok(apart(voice, format, open, typed))
    }

    /// The same for a plan among those of the place; the same events at the same times are planned once.
    pub(super) async fn planned_apart(
        &self,
        voice: Voice<'_>,
        venue: Venue,
        (template, cron): (&str, &str),
        format: &mut Format,
        typed: bool,
    ) -> Result<Result<(), String>, EventError> {
        let plans = self.service.schedules(venue).await?;
        let same = |row: &&crate::service::ScheduleRow| row.template == template && row.cron == cron && !typed;
        if let Some(row) = plans.iter().find(same) {
            let id = code(EventId(row.id));
            return Ok(Err(say!(voice, "refused-event-planned", id = id)));
        }
        let plans = plans.iter().map(|row| (tidy(&row.format.title), row.id)).collect();
        Ok(apart(voice, format, plans, typed))
    }
}

fn apart(voice: Voice<'_>, format: &mut Format, taken: Vec<(String, i64)>, typed: bool) -> Result<(), String> {
    let title = tidy(&format.title);
    let holder = |title: &str| {
        let wanted = title.to_lowercase();
        taken.iter().find(|(known, _)| known.to_lowercase() == wanted)
    };
    let Some((_, id)) = holder(&title) else { return Ok(()) };
    if typed {
        let id = code(EventId(*id));
        return Err(say!(voice, "refused-event-title", text = shown(&title), id = id));
    }
    let free = (2..).map(|n| numbered(&title, n)).find(|title| holder(title).is_none());
    format.title = free.unwrap_or(title);
    // Each reader's own title would be the one without the number.
    format.titles.clear();
    Ok(())
}

/// "Friday Swiss 2", within the limit.
fn numbered(title: &str, n: u32) -> String {
    let number = format!(" {n}");
    let kept: String = title.chars().take(TITLE - number.len()).collect();
    format!("{}{number}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_keeps_its_number() {
        assert_eq!(numbered("Cup", 2), "Cup 2");
        let long = numbered(&"长".repeat(100), 12);
        assert!(long.ends_with(" 12") && long.chars().count() == 100, "{long}");
    }
}
