//! What organisers do: the panel, the questions before what can't be taken back, results by hand.

use std::collections::BTreeMap;

use futures::future::BoxFuture;

use super::rule::{stands, wish};
use super::run::{next_round, token_of};
use super::scene::EventScene;
use super::token::{EventAct, Ruled};
use crate::contest::{Contest, Pairing, Presence, Refusal, Setting, Status, Team, Who, Wish};
use crate::id::{Platform, PlayerId};
use crate::service::{EventError, EventOutcome};
use crate::ui::ask::{Answer, Guest};
use crate::ui::desk::Desk;
use crate::ui::draft::{Draft, rows};
use crate::ui::names::tidy;
use crate::ui::people::is_private;
use crate::ui::post::{Button, Row, Style, Text};
use crate::ui::voice::{Lines, Voice, say, spans};

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
            if let Some(here) = here.filter(|here| *here != home && !self.owns(guest)) {
                return self.elsewhere(guest, voice, contest, here).await;
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
                EventAct::Next(stage, round) if contest.ends_next() && next_round(contest) == Some((stage, round)) => {
                    let act = EventAct::End(stage, round);
                    let yes = scene.button(say!(voice, "button-event-end-yes"), act, Style::Danger);
                    return Ok(self
                        .asking(say!(voice, "event-ask-end", title = title), vec![yes])
                        .await);
                }
                EventAct::Next(stage, round) | EventAct::End(stage, round) => Wish::Next { stage, round },
                EventAct::Move(at) => Wish::Move(at),
                EventAct::Name(whom) => Wish::NameOrganiser(whom),
                EventAct::Unname(whom) => Wish::UnnameOrganiser(whom),
                EventAct::Hold => Wish::Hold,
                EventAct::Resume => Wish::Resume,
                EventAct::Cancel => Wish::Cancel,
                EventAct::Expel(whom) => Wish::Expel(whom),
                EventAct::Correct(id, ruled, stood) => {
                    let pairing = contest.pairing(id).ok_or(Refusal::NoPairing)?;
                    // A second press of the same changes nothing; a yes to what stood before is none.
                    if pairing.mark() != stood && !stands(contest, pairing, ruled) {
                        let board = scene.board(pairing).line;
                        return Ok(self
                            .settled(guest, say!(voice, "refused-event-ruling-stale", board = board))
                            .await);
                    }
                    if let Some(said) = scene
                        .impossible(pairing, ruled)
                        .filter(|_| !stands(contest, pairing, ruled))
                    {
                        return Ok(self.tell(said).await);
                    }
                    wish(contest, id, ruled)
                }
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
                    if let Some(said) = scene.impossible(found, ruled) {
                        return Ok(self.tell(said).await);
                    }
                    // Nobody is asked about what would be refused.
                    let setting = Setting {
                        now: self.service.now(),
                        seed: [0; 32],
                        ratings: &BTreeMap::new(),
                        venue: Some(home),
                        shown: true,
                    };
                    contest.decide(Who::Admin(player), wish(contest, pairing, ruled), &setting)?;
                    let mut answer = self.to_one(scene.ruling(found, ruled)).await;
                    answer.replace = true;
                    return Ok(answer);
                }
                EventAct::People(at) => return Ok(self.choose_person(&scene, usize::from(at)).await),
                _ => return Ok(self.panel(&scene, guest.account.platform).await),
            };
            let outcome = match self.event_wish(guest, player, contest, wish).await {
                Err(EventError::Refused(Refusal::TooFew)) => return Ok(self.tell(scene.too_few()).await),
                done => done?,
            };
            let said = self.told(guest, voice, contest, act, &outcome).await?;
            Ok(self.settled(guest, said).await)
        })
    }

    /// What was done.
    async fn told(
        &self,
        guest: &Guest,
        voice: Voice<'_>,
        before: &Contest,
        act: EventAct,
        outcome: &EventOutcome,
    ) -> Result<Text, EventError> {
        let contest = &outcome.contest;
        let title = tidy(&contest.format().title);
        let scene = self
            .event_scene(contest, voice.lang, contest.place().venue, None)
            .await?;
        Ok(Text::from(match act {
            EventAct::Start => say!(voice, "event-started", title = title),
            EventAct::Next(..) | EventAct::End(..) => {
                say!(voice, "event-went-on", title = title, state = scene.state())
            }
            EventAct::Hold => say!(voice, "event-held", title = title),
            EventAct::Resume => say!(voice, "event-resumed", title = title),
            EventAct::Cancel => say!(voice, "event-cancelled-done", title = title),
            EventAct::Expel(whom) => say!(voice, "event-expelled", name = self.name_of(voice, guest, whom).await?),
            EventAct::Move(at) => {
                let mut lines = Lines::default();
                lines.bold(title);
                lines.line(spans!(voice, "event-starts-at", at = scene.at(at)));
                return Ok(lines.text());
            }
            EventAct::Name(whom) => {
                let name = self.name_of(voice, guest, whom).await?;
                say!(voice, "event-organiser-named", name = name, title = title)
            }
            EventAct::Unname(whom) => {
                let name = self.name_of(voice, guest, whom).await?;
                say!(voice, "event-organiser-unnamed", name = name, title = title)
            }
            EventAct::Correct(id, ruled, _) => {
                let pairing = before.pairing(id).ok_or(Refusal::NoPairing)?;
                self.ruled_said(&scene, guest.account.platform, pairing, ruled).await?
            }
            _ => title,
        }))
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
    async fn panel(&self, scene: &EventScene<'_>, platform: Platform) -> Answer {
        let voice = scene.voice;
        let mut lines = Lines::default();
        lines
            .bold(scene.title())
            .plain(format!("{} · {}", scene.state(), scene.code()));
        lines.plain(match platform {
            Platform::Web => say!(voice, "event-panel-page"),
            Platform::Discord | Platform::Telegram => say!(voice, "event-panel"),
        });
        let mut buttons = Vec::new();
        match scene.view.status {
            Status::Open => {
                buttons.push(scene.button(say!(voice, "button-event-start"), EventAct::Start, Style::Success));
            }
            _ => {
                if let Some((stage, round)) = next_round(scene.contest) {
                    let act = EventAct::Next(stage, round);
                    let label = match scene.contest.ends_next() {
                        true => say!(voice, "button-event-end"),
                        false => say!(voice, "button-event-next"),
                    };
                    buttons.push(scene.button(label, act, Style::Success));
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
        if all.is_empty() {
            return self.tell(say!(voice, "refused-event-no-matches")).await;
        }
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

/// How many who are missing are named (ours).
const NAMED: usize = 20;

impl EventScene<'_> {
    /// Why it can't begin: how many signed up, who of them has not said that they are here.
    fn too_few(&self) -> String {
        let voice = self.voice;
        let muster = self.contest.muster();
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let what = if self.contest.format().squads.is_some() {
            "teams"
        } else {
            "people"
        };
        if self.contest.format().sign_up.check_in.is_none() {
            return say!(
                voice,
                "refused-event-too-few-signed",
                n = count(muster.here),
                least = muster.least,
                what = what
            );
        }
        let mut said = vec![say!(
            voice,
            "refused-event-too-few-here",
            n = count(muster.signed),
            here = count(muster.here),
            least = muster.least,
            what = what
        )];
        if !self.checks_in() {
            said.push(say!(voice, "refused-event-too-few-early"));
        } else if !muster.absent.is_empty() {
            let names = self.names(&muster.absent, NAMED);
            said.push(say!(voice, "refused-event-too-few-who", names = names));
        }
        said.join(voice.space())
    }
}
