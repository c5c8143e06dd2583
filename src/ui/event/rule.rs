//! Results by hand: read as they are typed, held against what can be, asked about, given, and what is said of them.

use super::scene::EventScene;
use super::token::{EventAct, Ruled};
use crate::contest::{Contest, How, Pairing, PairingId, Score, Wish};
use crate::id::{Platform, Seat};
use crate::service::Error;
use crate::table::{MatchEnd, Stage, Table};
use crate::ui::challenge::shown;
use crate::ui::desk::Desk;
use crate::ui::draft::{Draft, rows};
use crate::ui::post::Style;
use crate::ui::token::table_code;
use crate::ui::voice::{Lines, Voice, say};

/// A typed result: `34:12`, `1`, `draw`, `void`.
pub(super) fn ruled(typed: &str) -> Option<Ruled> {
    let text = typed.trim().to_lowercase();
    Some(match text.as_str() {
        "void" | "作废" | "作廢" => Ruled::Void,
        "draw" | "drawn" | "=" | "平" | "平局" | "和" | "和局" => Ruled::Drawn,
        "1" | "first" | "1-0" | "1:0" => Ruled::Points(1, 0),
        "2" | "second" | "0-1" | "0:1" => Ruled::Points(0, 1),
        other => {
            let parted = other.split_once([':', '：', '-', '–']);
            let (one, two) = parted.or_else(|| other.split_once(' '))?;
            Ruled::Points(one.trim().parse().ok()?, two.trim().parse().ok()?)
        }
    })
}

/// What is wished with it.
pub(super) fn wish(contest: &Contest, pairing: PairingId, ruled: Ruled) -> Wish {
    match score(contest, ruled) {
        None => Wish::Void(pairing),
        Some(score) => Wish::Correct(pairing, score),
    }
}

/// The result itself: a match that is won with a button counts as one to which the other did not come.
fn score(contest: &Contest, ruled: Ruled) -> Option<Score> {
    let walkover = |winner| Score {
        how: How::Organiser,
        ..Score::walkover(winner, contest.format().rounds.walkover)
    };
    let points = |points: [i32; 2]| Score {
        winner: match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        },
        points,
        hands: 0,
        how: How::Organiser,
    };
    Some(match ruled {
        Ruled::First => walkover(Seat::FIRST),
        Ruled::Second => walkover(Seat::SECOND),
        Ruled::Drawn => points([0, 0]),
        Ruled::Points(one, two) => points([one, two]),
        Ruled::Void => return None,
    })
}

/// Whether the match has this result already, so that nothing changes by it.
pub(super) fn stands(contest: &Contest, pairing: &Pairing, ruled: Ruled) -> bool {
    pairing.score.map(|(score, _)| score) == score(contest, ruled)
}

impl EventScene<'_> {
    /// "Anna wins", "34 : 12, Anna wins"
    pub(super) fn ruled(&self, pairing: &Pairing, ruled: Ruled) -> String {
        let voice = self.voice;
        let won = |seat: usize| say!(voice, "event-ruled-won", name = self.name(pairing.players[seat]));
        match ruled {
            Ruled::First => won(0),
            Ruled::Second => won(1),
            Ruled::Drawn => say!(voice, "event-ruled-drawn"),
            Ruled::Void => say!(voice, "event-ruled-void"),
            Ruled::Points(one, two) => {
                let result = format!("{one} : {two}");
                match one.cmp(&two) {
                    std::cmp::Ordering::Equal => say!(voice, "event-result-drawn", result = result),
                    order => {
                        let winner = pairing.players[usize::from(order == std::cmp::Ordering::Less)];
                        say!(voice, "event-result-won", result = result, name = self.name(winner))
                    }
                }
            }
        }
    }

    /// Why this match can't have had this result, in words.
    pub(super) fn impossible(&self, pairing: &Pairing, ruled: Ruled) -> Option<String> {
        let voice = self.voice;
        match ruled {
            Ruled::Void if pairing.score.is_none() => Some(say!(voice, "refused-event-void-nothing")),
            Ruled::Points(one, two) => {
                let most = self.terms.as_ref()?.most();
                let fits = |points: i32| (0..=most).contains(&points);
                if fits(one) && fits(two) {
                    return None;
                }
                let result = format!("{one}:{two}");
                Some(say!(voice, "refused-event-points", text = shown(&result), most = most))
            }
            _ => None,
        }
    }

    /// The question whether that shall be the result: what stands, what will, and what follows.
    pub(super) fn ruling(&self, pairing: &Pairing, ruled: Ruled) -> Draft {
        let voice = self.voice;
        let [one, two] = pairing.players.map(|player| self.name(player));
        let mut lines = Lines::default();
        lines.plain(say!(
            voice,
            "event-ask-correct",
            first = one,
            second = two,
            result = self.ruled(pairing, ruled)
        ));
        lines.plain(match self.result_said(pairing) {
            Some(result) => say!(voice, "event-ask-correct-stands", result = result),
            None => say!(voice, "event-ask-correct-none"),
        });
        if ruled == Ruled::Void {
            lines.plain(say!(voice, "event-ask-correct-again"));
        } else if let Some(table) = pairing.table.filter(|_| pairing.score.is_none()) {
            let id = table_code(table).to_uppercase();
            lines.plain(say!(voice, "event-ask-correct-runs", id = id));
        }
        let act = EventAct::Correct(pairing.id, ruled, pairing.mark());
        let yes = self.button(say!(voice, "button-event-correct-yes"), act, Style::Danger);
        Draft {
            text: lines.text(),
            rows: rows(vec![yes]),
            ..Draft::default()
        }
    }
}

impl Desk {
    /// That a result was given, and where it counts: `before` is the match as it stood.
    pub(super) async fn ruled_said(
        &self,
        scene: &EventScene<'_>,
        platform: Platform,
        before: &Pairing,
        ruled: Ruled,
    ) -> Result<String, Error> {
        let voice = scene.voice;
        let board = scene.pairing(before.id).map(|pairing| scene.board(pairing).line);
        let mut said = vec![say!(voice, "event-corrected", board = board.unwrap_or_default())];
        if ruled == Ruled::Void {
            said.push(say!(voice, "event-corrected-again"));
        }
        if let Some(id) = before.table
            && counts_elsewhere(&self.service.table(id).await?)
        {
            let id = table_code(id).to_uppercase();
            said.push(said_elsewhere(voice, platform, &id));
        }
        Ok(said.join("\n"))
    }
}

/// Whether a table has a result of its own, on boards and in ratings, whatever the event says.
fn counts_elsewhere(table: &Table) -> bool {
    let result = matches!(
        table.stage(),
        Stage::Over(MatchEnd::Won { .. } | MatchEnd::Drawn | MatchEnd::Agreed)
    );
    result && !table.voided()
}

fn said_elsewhere(voice: Voice<'_>, platform: Platform, id: &str) -> String {
    match platform {
        Platform::Discord | Platform::Telegram => say!(voice, "event-corrected-here-only", id = id),
        // The page has no order for that.
        Platform::Web => say!(voice, "event-corrected-here-only-page", id = id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_type_them() {
        for (typed, wanted) in [
            ("34:12", Ruled::Points(34, 12)),
            (" 12 : 34 ", Ruled::Points(12, 34)),
            ("12-34", Ruled::Points(12, 34)),
            ("20：20", Ruled::Points(20, 20)),
            ("34 12", Ruled::Points(34, 12)),
            ("draw", Ruled::Drawn),
            ("平局", Ruled::Drawn),
            ("1", Ruled::Points(1, 0)),
            ("2", Ruled::Points(0, 1)),
            ("VOID", Ruled::Void),
            ("作廢", Ruled::Void),
        ] {
            assert_eq!(ruled(typed), Some(wanted), "{typed}");
        }
        for typed in ["", "34", "a:b", "99999999999:1", "٣:1", "1:2:3"] {
            assert_eq!(ruled(typed), None, "{typed}");
        }
    }
}
