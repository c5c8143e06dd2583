//! What organisers do: the panel, the questions before what can't be taken back, results by hand.

use futures::future::BoxFuture;

use super::run::{next_round, token_of};
use super::scene::EventScene;
use super::token::{EventAct, Ruled};
use crate::contest::{Contest, How, Pairing, PairingId, Presence, Refusal, Score, Status, Team, Wish};
use crate::id::{Platform, PlayerId, Seat};
use crate::service::{EventError, EventOutcome};
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::Desk;
use crate::ui::draft::{Draft, rows};
use crate::ui::names::tidy;
use crate::ui::people::is_private;
use crate::ui::post::{Button, Row, Style};
use crate::ui::voice::{Lines, Voice, say};

/// The most options of a select (Discord's limit).
const OPTIONS: usize = 25;

impl Desk {
    /// Does what an organiser's button or command asks for, or asks back.
    pub(super) fn organise<'a>(
        &'a self,
        guest: &'a Guest,
        voice: Voice<'a>,
        player: PlayerId,
        contest: &'a Contest,
        act: EventAct,
    ) -> BoxFuture<'a, Result<Answer, EventError>> {
        Box::pin(async move {
            let here = guest.place.filter(|place| !is_private(*place)).map(|place| place.venue);
            let home = contest.place().venue;
            let runs = contest.is_organiser(player) || self.owns(guest) || guest.governs(home);
            if here.is_some_and(|here| here != home) && !self.owns(guest) {
                return Err(EventError::Refused(Refusal::Elsewhere));
            }
            if !runs {
                return Err(EventError::Refused(Refusal::NotOrganiser));
            }
            if matches!(contest.status(), Status::Finished | Status::Cancelled) {
                return Err(EventError::Refused(Refusal::Over));
            }
            let scene = self.event_scene(contest, voice.lang, home, Some(player)).await?;
            let title = tidy(&contest.format().title);
            let wish = match act {
                EventAct::Start => Wish::Start,
                EventAct::Next(stage, round) => Wish::Next { stage, round },
                EventAct::Hold => Wish::Hold,
                EventAct::Resume => Wish::Resume,
                EventAct::Cancel => Wish::Cancel,
                EventAct::Expel(whom) => Wish::Expel(whom),
                EventAct::Correct(pairing, Ruled::Void) => Wish::Void(pairing),
                EventAct::Correct(pairing, ruled) => Wish::Correct(pairing, score(contest, ruled)),
                EventAct::AskCancel => {
                    let yes = scene.button(say!(voice, "button-event-cancel-yes"), EventAct::Cancel, Style::Danger);
                    return Ok(self
                        .asking(say!(voice, "event-ask-cancel", title = title), vec![yes])
                        .await);
                }
                EventAct::AskExpel(whom) => {
                    let yes = scene.button(
                        say!(voice, "button-event-expel-yes"),
                        EventAct::Expel(whom),
                        Style::Danger,
                    );
                    let name = self.name_of(voice, guest, whom).await?;
                    // Before the start nobody is out for good.
                    let said = match contest.status() {
                        Status::Open => say!(voice, "event-ask-strike", name = name, title = title),
                        _ => say!(voice, "event-ask-expel", name = name, title = title),
                    };
                    return Ok(self.asking(said, vec![yes]).await);
                }
                EventAct::Matches(at) => return Ok(self.choose_match(&scene, usize::from(at)).await),
                EventAct::AskCorrect(pairing) => {
                    let Some(pairing) = contest.pairing(pairing) else {
                        return Err(EventError::Refused(Refusal::NoPairing));
                    };
                    return Ok(self.choose_result(&scene, guest.account.platform, pairing).await);
                }
                EventAct::AskRuling(pairing, ruled) => {
                    let Some(found) = contest.pairing(pairing) else {
                        return Err(EventError::Refused(Refusal::NoPairing));
                    };
                    let act = EventAct::Correct(pairing, ruled);
                    let yes = scene.button(say!(voice, "button-event-correct-yes"), act, Style::Danger);
                    let [one, two] = found.players.map(|player| scene.name(player));
                    let said = say!(
                        voice,
                        "event-ask-correct",
                        first = one,
                        second = two,
                        result = scene.ruled(found, ruled)
                    );
                    return Ok(self.asking(said, vec![yes]).await);
                }
                EventAct::People(at) => return Ok(self.choose_person(&scene, usize::from(at)).await),
                _ => return Ok(self.panel(&scene).await),
            };
            let outcome = self.event_wish(guest, player, contest, wish).await?;
            let said = self.told(guest, voice, act, &outcome).await?;
            Ok(self.settled(guest, said).await)
        })
    }

    /// What was done.
    async fn told(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        act: EventAct,
        outcome: &EventOutcome,
    ) -> Result<String, EventError> {
        let contest = &outcome.contest;
        let title = tidy(&contest.format().title);
        let scene = self
            .event_scene(contest, voice.lang, contest.place().venue, None)
            .await?;
        Ok(match act {
            EventAct::Start => say!(voice, "event-started", title = title),
            EventAct::Next(..) => say!(voice, "event-went-on", title = title, state = scene.state()),
            EventAct::Hold => say!(voice, "event-held", title = title),
            EventAct::Resume => say!(voice, "event-resumed", title = title),
            EventAct::Cancel => say!(voice, "event-cancelled-done", title = title),
            EventAct::Expel(whom) => say!(voice, "event-expelled", name = self.name_of(voice, guest, whom).await?),
            EventAct::Correct(pairing, _) => {
                let board = contest.pairing(pairing).map(|pairing| scene.board(pairing).line);
                say!(voice, "event-corrected", board = board.unwrap_or_default())
            }
            _ => title,
        })
    }

    /// A question with its buttons, in place of the page that led to it.
    async fn asking(&self, text: String, buttons: Vec<Button>) -> Answer {
        let mut answer = self
            .to_one(Draft {
                text: text.into(),
                rows: rows(buttons),
                ..Draft::default()
            })
            .await;
        answer.replace = true;
        answer
    }

    /// Everything that an organiser can do now.
    async fn panel(&self, scene: &EventScene<'_>) -> Answer {
        let voice = scene.voice;
        let mut lines = Lines::default();
        lines
            .bold(scene.title())
            .plain(format!("{} · {}", scene.state(), scene.code()));
        lines.plain(say!(voice, "event-panel"));
        let mut buttons = Vec::new();
        match scene.view.status {
            Status::Open => {
                buttons.push(scene.button(say!(voice, "button-event-start"), EventAct::Start, Style::Success));
            }
            _ => {
                if let Some((stage, round)) = next_round(scene.contest) {
                    let act = EventAct::Next(stage, round);
                    buttons.push(scene.button(say!(voice, "button-event-next"), act, Style::Success));
                }
                buttons.push(scene.button(
                    say!(voice, "button-event-correct"),
                    EventAct::Matches(0),
                    Style::Secondary,
                ));
            }
        }
        buttons.push(scene.button(say!(voice, "button-event-expel"), EventAct::People(0), Style::Secondary));
        let held = scene.view.held && !scene.contest.is_lost();
        buttons.push(if held {
            scene.button(say!(voice, "button-event-resume"), EventAct::Resume, Style::Primary)
        } else {
            scene.button(say!(voice, "button-event-hold"), EventAct::Hold, Style::Secondary)
        });
        buttons.push(scene.button(say!(voice, "button-event-cancel"), EventAct::AskCancel, Style::Danger));
        self.to_one(Draft {
            text: lines.text(),
            rows: rows(buttons),
            ..Draft::default()
        })
        .await
    }

    async fn choose_match(&self, scene: &EventScene<'_>, at: usize) -> Answer {
        let voice = scene.voice;
        // The newest are wanted most.
        let all: Vec<&Pairing> = scene.view.pairings.iter().rev().collect();
        let pages = all.len().div_ceil(OPTIONS).max(1);
        let at = at.min(pages - 1);
        let options = all.iter().skip(at * OPTIONS).take(OPTIONS).filter_map(|pairing| {
            let label = scene.board(pairing).line;
            token_of(scene.button(label, EventAct::AskCorrect(pairing.id), Style::Secondary))
        });
        let list = Row::Select {
            id: "event-match".to_owned(),
            prompt: say!(voice, "event-choose-match"),
            options: options.collect(),
        };
        self.choice(
            scene,
            say!(voice, "event-choose-match"),
            list,
            at,
            pages,
            EventAct::Matches,
        )
        .await
    }

    async fn choose_person(&self, scene: &EventScene<'_>, at: usize) -> Answer {
        let voice = scene.voice;
        let all = scene
            .view
            .entrants
            .iter()
            .filter(|entrant| entrant.presence != Presence::Dropped);
        let teams = scene.view.waiting_teams.iter().flat_map(Team::people);
        let waiting = scene.view.waiting.iter().copied().chain(teams);
        let mut all: Vec<(String, PlayerId)> = all
            .map(|entrant| entrant.player)
            .chain(waiting)
            .map(|player| (scene.bare(player), player))
            .collect();
        all.sort();
        let pages = all.len().div_ceil(OPTIONS).max(1);
        let at = at.min(pages - 1);
        let options = all
            .into_iter()
            .skip(at * OPTIONS)
            .take(OPTIONS)
            .filter_map(|(name, player)| token_of(scene.button(name, EventAct::AskExpel(player), Style::Secondary)));
        let list = Row::Select {
            id: "event-person".to_owned(),
            prompt: say!(voice, "event-choose-person"),
            options: options.collect(),
        };
        self.choice(
            scene,
            say!(voice, "event-choose-person"),
            list,
            at,
            pages,
            EventAct::People,
        )
        .await
    }

    async fn choice(
        &self,
        scene: &EventScene<'_>,
        text: String,
        list: Row,
        at: usize,
        pages: usize,
        act: fn(u8) -> EventAct,
    ) -> Answer {
        let voice = scene.voice;
        let to = |at: usize| act(u8::try_from(at).unwrap_or(u8::MAX));
        let mut turns = Vec::new();
        if at > 0 {
            turns.push(scene.button(say!(voice, "button-event-back"), to(at - 1), Style::Secondary));
        }
        if at + 1 < pages {
            turns.push(scene.button(say!(voice, "button-event-on"), to(at + 1), Style::Secondary));
        }
        let mut rows = vec![list];
        if !turns.is_empty() {
            rows.push(Row::Buttons(turns));
        }
        let mut answer = self
            .to_one(Draft {
                text: text.into(),
                rows,
                ..Draft::default()
            })
            .await;
        answer.replace = true;
        answer
    }

    async fn choose_result(&self, scene: &EventScene<'_>, platform: Platform, pairing: &Pairing) -> Answer {
        let voice = scene.voice;
        let mut results = vec![Ruled::First, Ruled::Second];
        if !scene.is_knockout() {
            results.push(Ruled::Drawn);
        }
        if pairing.score.is_some() {
            results.push(Ruled::Void);
        }
        let buttons = results.into_iter().map(|ruled| {
            let act = EventAct::AskRuling(pairing.id, ruled);
            scene.button(scene.ruled(pairing, ruled), act, Style::Secondary)
        });
        let n = i64::from(pairing.id.0) + 1;
        let how = match platform {
            Platform::Discord => say!(voice, "event-choose-result", n = n),
            Platform::Telegram | Platform::Web => say!(voice, "event-choose-result-typed", n = n),
        };
        let text = format!("{}\n{how}", scene.board(pairing).line);
        self.asking(text, buttons.collect()).await
    }
}

impl EventScene<'_> {
    /// "Anna wins"
    fn ruled(&self, pairing: &Pairing, ruled: Ruled) -> String {
        let voice = self.voice;
        match ruled {
            Ruled::First => say!(voice, "event-ruled-won", name = self.name(pairing.players[0])),
            Ruled::Second => say!(voice, "event-ruled-won", name = self.name(pairing.players[1])),
            Ruled::Drawn => say!(voice, "event-ruled-drawn"),
            Ruled::Void => say!(voice, "event-ruled-void"),
        }
    }
}

/// The result that a button gives: a won match counts as one to which the other did not come.
fn score(contest: &Contest, ruled: Ruled) -> Score {
    let mut score = match ruled {
        Ruled::Second => Score::walkover(Seat::SECOND, contest.format().rounds.walkover),
        _ => Score::walkover(Seat::FIRST, contest.format().rounds.walkover),
    };
    if ruled == Ruled::Drawn {
        (score.winner, score.points) = (None, [0; 2]);
    }
    score.how = How::Organiser;
    score
}

/// A typed result: `34:12`, `draw`, `void`.
pub(super) fn result(pairing: PairingId, typed: &str) -> Option<Wish> {
    let text = typed.trim().to_lowercase();
    let points = match text.as_str() {
        "void" | "作废" | "作廢" => return Some(Wish::Void(pairing)),
        "draw" | "drawn" | "=" | "平" | "平局" | "和" | "和局" => [0, 0],
        "1" | "first" | "1-0" | "1:0" => [1, 0],
        "2" | "second" | "0-1" | "0:1" => [0, 1],
        other => {
            let parted = other.split_once([':', '：', '-', '–']);
            let (one, two) = parted.or_else(|| other.split_once(' '))?;
            [one.trim().parse::<i32>().ok()?, two.trim().parse::<i32>().ok()?]
        }
    };
    let winner = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Seat::FIRST),
        std::cmp::Ordering::Less => Some(Seat::SECOND),
        std::cmp::Ordering::Equal => None,
    };
    Some(Wish::Correct(
        pairing,
        Score {
            winner,
            points,
            hands: 0,
            how: How::Organiser,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_type_them() {
        let read = |typed: &str| match result(PairingId(3), typed) {
            Some(Wish::Correct(PairingId(3), score)) => Some((score.points, score.winner)),
            Some(Wish::Void(PairingId(3))) => Some(([-1, -1], None)),
            _ => None,
        };
        for (typed, wanted) in [
            ("34:12", ([34, 12], Some(Seat::FIRST))),
            (" 12 : 34 ", ([12, 34], Some(Seat::SECOND))),
            ("12-34", ([12, 34], Some(Seat::SECOND))),
            ("20：20", ([20, 20], None)),
            ("draw", ([0, 0], None)),
            ("平局", ([0, 0], None)),
            ("1", ([1, 0], Some(Seat::FIRST))),
            ("VOID", ([-1, -1], None)),
        ] {
            assert_eq!(read(typed), Some(wanted), "{typed}");
        }
        for typed in ["", "34", "a:b", "99999999999:1", "٣:1", "1:2:3"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
