//! Codes: an invitation that is accepted elsewhere, and two accounts that become one player.
//!
//! Buttons that belong to no table begin with `5.`: `5.y.` and a code says yes to that code, which whoever presses has
//! entered last, `5.n.` and a code no, `5.u` makes the account a player of its own again, `5.n` leaves it as it is.

use super::ask::{Answer, Challenge, Foe, Guest};
use super::challenge::terms;
use super::desk::{Desk, alert};
use super::draft::{Draft, link, rows};
use super::names::{clean, isolated};
use super::people::{is_private, private_place, seen_by};
use super::post::{Button, Press, Row, Span, Style};
use super::token::table_code;
use super::voice::{Lines, Voice, say, spans};
use crate::id::{Platform, Seat};
use crate::service::{CodeError, Error, LINK_MS, Proposal};

/// What every token of these buttons begins with.
pub(super) const PREFIX: &str = "5.";

const YES: &str = "y";
const NO: &str = "n";
const PART: &str = "u";

impl Desk {
    /// `/invite`: an open challenge with a code, for somebody who is somewhere else.
    pub(super) async fn invite(&self, guest: &Guest, challenge: Challenge) -> Result<Answer, Error> {
        self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let challenge = Challenge {
            opponent: Foe::Anyone,
            ..challenge
        };
        let terms = match terms(voice, &challenge, &self.house_here(guest).await?) {
            Ok(terms) => terms,
            Err(said) => return Ok(alert(said)),
        };
        let place = guest.place.unwrap_or_else(|| private_place(guest));
        let (outcome, code) = self.service.invite(guest.account, place, terms, guest.update).await?;
        let mut lines = Lines::default();
        lines.line(spans!(voice, "invite-code", code = Span::Bold(shouted(&code))));
        lines.plain(say!(voice, "invite-how", code = shouted(&code)));
        if let Some(until) = outcome.table.deadline() {
            lines.line(spans!(voice, "challenge-open-until", when = Span::When(until)));
        }
        if !is_private(place) && place.venue.platform != Platform::Web {
            lines.plain(say!(voice, "invite-here"));
        }
        let base = self.bot(Platform::Telegram).and_then(|bot| bot.link_base);
        let button = base.map(|base| link(say!(voice, "button-invite-telegram"), format!("{base}?start=j{code}")));
        let draft = Draft {
            text: lines.text(),
            rows: button.map(|button| rows(vec![button])).unwrap_or_default(),
            ..Draft::default()
        };
        Ok(self.to_one(draft).await.hushed())
    }

    /// `/join CODE`: accepts the challenge with this code; the match stands where it was asked, too.
    pub(super) async fn join(&self, guest: &Guest, typed: &str) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let place = guest.place.unwrap_or_else(|| private_place(guest));
        let joined = self.service.join(guest.account, typed, place, guest.update).await;
        let table = match joined {
            Ok(outcome) => seen_by(outcome.table, guest),
            Err(error) => return self.no_code(voice, error),
        };
        let scene = self.scene(&table, voice.lang).await?;
        let seat = table.seat_of(player).unwrap_or(Seat::SECOND);
        let (opponent, id) = (scene.name(seat.other()), table_code(table.id()).to_uppercase());
        let mut lines = Lines::default();
        lines.plain(say!(voice, "joined", opponent = opponent, id = id));
        if scene.closed[seat.index()] {
            lines.plain(say!(voice, "notice-open-private"));
        }
        let button = scene.start.clone().filter(|_| scene.closed[seat.index()]);
        let button = button.map(|start| link(say!(voice, "button-open-chat"), start));
        let draft = Draft {
            text: lines.text(),
            rows: button.map(|button| rows(vec![button])).unwrap_or_default(),
            ..Draft::default()
        };
        Ok(self.to_one(draft).await)
    }

    /// `/link`: a code of one's own, or what would become of this account and the one whose code was entered.
    pub(super) async fn link(&self, guest: &Guest, typed: Option<&str>) -> Result<Answer, Error> {
        self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
            let (code, _) = self.service.link_code(guest.account).await?;
            let mut lines = Lines::default();
            lines.line(spans!(voice, "link-code", code = Span::Bold(shouted(&code))));
            lines.plain(say!(
                voice,
                "link-how",
                code = shouted(&code),
                time = voice.lasting(LINK_MS)
            ));
            lines.plain(say!(voice, "link-warning"));
            let draft = Draft {
                text: lines.text(),
                ..Draft::default()
            };
            return Ok(self.to_one(draft).await.hushed());
        };
        match self.service.enter_link(guest.account, typed).await {
            Ok(proposal) => Ok(self.to_one(self.proposal(voice, guest, &proposal)).await.hushed()),
            Err(error) => Ok(self.no_code(voice, error)?.hushed()),
        }
    }

    /// `/unlink`: asks back.
    pub(super) async fn unlink(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let people = self.service.people(&[player]).await?;
        if people.iter().all(|person| person.accounts.len() < 2) {
            return Ok(alert(say!(voice, "unlink-only")).hushed());
        }
        let mut lines = Lines::default();
        lines.plain(say!(voice, "unlink-question"));
        let draft = Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(vec![
                button(say!(voice, "button-unlink"), &[PART], Style::Danger),
                button(say!(voice, "button-link-no"), &[NO], Style::Secondary),
            ])],
            ..Draft::default()
        };
        Ok(self.to_one(draft).await.hushed())
    }

    /// A press of one of these buttons.
    pub(super) async fn link_press(&self, guest: &Guest, token: &str) -> Result<Answer, Error> {
        self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let wish = token.strip_prefix(PREFIX).unwrap_or_default();
        let said = match wish.split_once('.').unwrap_or((wish, "")) {
            (YES, code) => match self.service.link(guest.account, code).await {
                Ok(proposal) => say!(voice, "linked", name = name(voice, &proposal)),
                Err(error) => return Ok(self.no_code(voice, error)?.hushed()),
            },
            (NO, code) => {
                self.service.no_link(guest.account, code).await?;
                say!(voice, "link-left")
            }
            (PART, "") => match self.service.unlink(guest.account, &clean(&guest.name)).await {
                Ok(_) => say!(voice, "unlinked"),
                Err(error) => return Ok(self.no_code(voice, error)?.hushed()),
            },
            _ => return Ok(alert(say!(voice, "refused-unreadable"))),
        };
        let draft = Draft {
            text: super::Text::from(said),
            ..Draft::default()
        };
        let mut answer = self.to_one(draft).await.hushed();
        answer.replace = true;
        Ok(answer)
    }

    fn proposal(&self, voice: Voice<'_>, guest: &Guest, proposal: &Proposal) -> Draft {
        let mut lines = Lines::default();
        lines.bold(say!(voice, "link-question"));
        let [own, other] = proposal.matches.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let here = voice.platform(guest.account.platform);
        let there = voice.platform(proposal.with.platform);
        let mine = isolated(&clean(&guest.name));
        lines.plain(say!(voice, "link-here", name = mine, platform = here, n = own));
        lines.plain(say!(
            voice,
            "link-there",
            name = name(voice, proposal),
            platform = there,
            n = other
        ));
        lines.plain(say!(voice, "link-what"));
        if proposal.against > 0 {
            let n = i64::try_from(proposal.against).unwrap_or(i64::MAX);
            lines.plain(say!(voice, "link-against", n = n));
        }
        if own > 0 && other > 0 {
            lines.plain(say!(voice, "link-for-ever"));
        }
        lines.plain(say!(voice, "link-warning"));
        // Of two questions each means its own account, and only the last one can still be said yes to.
        let code = &proposal.code;
        Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(vec![
                button(say!(voice, "button-link-yes"), &[YES, code], Style::Primary),
                button(say!(voice, "button-link-no"), &[NO, code], Style::Secondary),
            ])],
            ..Draft::default()
        }
    }

    /// Why nothing came of a code.
    fn no_code(&self, voice: Voice<'_>, error: CodeError) -> Result<Answer, Error> {
        Ok(alert(match error {
            CodeError::NoCode => say!(voice, "refused-code"),
            CodeError::TooOften => say!(voice, "refused-code-often"),
            CodeError::Linked => say!(voice, "refused-linked"),
            CodeError::Twice => say!(voice, "refused-link-twice"),
            CodeError::Together(table) => {
                say!(voice, "refused-link-together", id = table_code(table).to_uppercase())
            }
            CodeError::SameEvent => say!(voice, "refused-link-event"),
            CodeError::Only => say!(voice, "unlink-only"),
            CodeError::Busy => say!(voice, "refused-unlink-busy"),
            CodeError::Other(error) => return Err(error),
        }))
    }
}

impl Voice<'_> {
    /// A platform's name.
    pub(super) fn platform(&self, platform: Platform) -> String {
        say!(self, "platform", platform = platform.name())
    }
}

fn name(voice: Voice<'_>, proposal: &Proposal) -> String {
    let name = clean(&proposal.name);
    if name.is_empty() {
        say!(voice, "nobody")
    } else {
        isolated(&name)
    }
}

fn button(label: String, wish: &[&str], style: Style) -> Button {
    Button {
        label,
        press: Press::Token(format!("{PREFIX}{}", wish.join("."))),
        style,
    }
}

/// A code as people read it: in two halves.
fn shouted(code: &str) -> String {
    let code = code.to_uppercase();
    match code.split_at_checked(code.len() / 2) {
        Some((one, other)) => format!("{one}-{other}"),
        None => code,
    }
}
