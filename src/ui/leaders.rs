//! The leaderboards.

use super::ask::{Answer, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert};
use super::draft::{Draft, Sketch};
use super::names::{Face, isolated, tell_apart};
use super::people::is_private;
use super::voice::{Lines, Voice, say};
use crate::id::PlayerId;
use crate::pictures::{LeaderRow, LeadersPicture};
use crate::service::{Error, Metric, Standing};

/// How many lines a leaderboard shows (ours).
const SHOWN: u32 = 10;
/// A description ends before it gets longer than this many UTF-16 units (Discord's limit is 1024), with room for the rest.
const ALT_ROOM: usize = 900;

impl Desk {
    pub(super) async fn leaders(&self, guest: &Guest, overall: bool, by: Option<&str>) -> Result<Answer, Error> {
        let Some(metric) = metric(by) else {
            let voice = self.voice_for(guest).await;
            return Ok(alert(say!(
                voice,
                "refused-metric",
                text = shown(by.unwrap_or_default())
            )));
        };
        let voice = self.public_voice(guest).await?;
        let venue = guest
            .place
            .filter(|place| !overall && !is_private(*place))
            .map(|place| place.venue);
        let store = self.service.store();
        let standings = store
            .leaders(venue, metric, SHOWN, 0)
            .await
            .map_err(|error| self.service.fault(error))?;
        let name = match guest.place {
            Some(place) if venue.is_some() => Some(self.venue_name(voice, place).await?),
            _ => None,
        };
        let title = match name {
            Some(name) => say!(voice, "leaders-here", venue = name),
            None => say!(voice, "leaders-overall"),
        };
        let title = format!("{title} · {}", say!(voice, "leaders-by", metric = key(metric)));
        if standings.is_empty() {
            let mut lines = Lines::default();
            lines.bold(title).plain(say!(voice, "leaders-empty"));
            return self
                .to_all(
                    guest,
                    Draft {
                        text: lines.text(),
                        ..Draft::default()
                    },
                )
                .await;
        }
        let players: Vec<PlayerId> = standings.iter().map(|standing| standing.player).collect();
        let people = self.service.people(&players).await?;
        let mut faces: Vec<Face> = standings
            .iter()
            .map(|standing| {
                let person = people.iter().find(|person| person.player == standing.player);
                person
                    .map(|person| self.face(voice, person, guest.account.platform))
                    .unwrap_or_else(|| Face {
                        player: Some(standing.player),
                        account: None,
                        handle: None,
                        name: say!(voice, "nobody"),
                    })
            })
            .collect();
        tell_apart(&mut faces);
        let draft = board(voice, title, &standings, &faces);
        self.to_all(guest, draft).await
    }
}

fn board(voice: Voice<'_>, title: String, standings: &[Standing], faces: &[Face]) -> Draft {
    let rows = standings.iter().zip(faces).map(|(standing, face)| LeaderRow {
        place: standing.place.to_string(),
        gold: standing.place <= 3,
        name: face.name.clone(),
        figures: [standing.points, standing.wins, standing.hands, standing.gold]
            .iter()
            .map(i64::to_string)
            .collect(),
    });
    let picture = LeadersPicture {
        // Short, since the heads of the columns stand beside it; the text says the rest.
        title: say!(voice, "page-leaders"),
        columns: vec![
            say!(voice, "column-points"),
            say!(voice, "column-wins"),
            say!(voice, "column-hands"),
            say!(voice, "column-gold"),
        ],
        rows: rows.collect(),
    };
    let told = told(voice, standings, faces);
    let alt = format!("{}\n{told}", say!(voice, "sentence", text = title.clone()));
    let mut lines = Lines::default();
    lines.bold(title).plain(told);
    Draft {
        text: lines.text(),
        sketch: Some((Sketch::Leaders(picture), alt)),
        ..Draft::default()
    }
}

/// Line by line in words; what does not fit is counted.
fn told(voice: Voice<'_>, standings: &[Standing], faces: &[Face]) -> String {
    let mut text = String::new();
    for (at, (standing, face)) in standings.iter().zip(faces).enumerate() {
        let line = say!(
            voice,
            "alt-leader",
            place = standing.place,
            name = isolated(&face.name),
            points = standing.points,
            wins = standing.wins,
            played = standing.played,
            hands = standing.hands,
            gold = standing.gold
        );
        if text.encode_utf16().count() + line.encode_utf16().count() > ALT_ROOM {
            let more = i64::try_from(standings.len() - at).unwrap_or(i64::MAX);
            return format!("{text}\n{}", say!(voice, "and-more", n = more));
        }
        if at > 0 {
            text.push('\n');
        }
        text.push_str(&line);
    }
    text
}

fn metric(by: Option<&str>) -> Option<Metric> {
    match by.map(|by| by.trim().to_lowercase()).as_deref() {
        None | Some("" | "points" | "积分" | "積分") => Some(Metric::Points),
        Some("wins" | "won" | "胜场" | "勝場") => Some(Metric::Wins),
        Some("hands" | "胜局" | "勝局") => Some(Metric::Hands),
        Some("gold" | "gin" | "金胡") => Some(Metric::Gold),
        Some(_) => None,
    }
}

fn key(metric: Metric) -> &'static str {
    match metric {
        Metric::Wins => "wins",
        Metric::Hands => "hands",
        Metric::Gold => "gold",
        _ => "points",
    }
}
