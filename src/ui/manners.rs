//! What players may ask of each other beside the play: the page "More", draws, breaking off, nudges, rematches; and
//! watching.

use super::ask::{Answer, Guest, Toast};
use super::challenge::shown;
use super::desk::{Desk, alert, note};
use super::draft::{Draft, cut, rows};
use super::hand::TOAST_LIMIT;
use super::people::{is_private, seen_by};
use super::post::{Button, Row, Span, Style};
use super::press::{Board, Press};
use super::scene::Scene;
use super::token::{Act, table_code, table_of_code};
use super::voice::{Lines, Voice, say, spans};
use crate::id::{Platform, PlayerId, Seat, TableId};
use crate::service::{Aborts, Caller, Command, Error};
use crate::table::{ABORTS_MAX, MatchEnd, Refusal, Rematch, Sitter, Stage, Table, Wish};

impl Scene<'_> {
    /// The page of the hand with everything that is no play.
    pub(super) fn more_page(&self, seat: Seat) -> Draft {
        let Some(view) = self.table.view(Some(seat)).hand else {
            return self.hand_page(seat);
        };
        let (voice, keys) = (self.voice, self.keys(seat));
        let opponent = self.name(seat.other());
        let mut lines = self.head(seat);
        let mut first = Vec::new();
        match self.table.draw_offer() {
            Some(by) if by == seat => {
                lines.plain(say!(voice, "draw-offered-you", opponent = &opponent));
                let label = say!(voice, "button-take-back-draw");
                first.push(keys.button(label, Act::DeclineDraw, Style::Secondary));
            }
            Some(_) => {
                lines.bold(say!(voice, "ask-draw-answer", opponent = &opponent));
                let yes = say!(voice, "button-accept-draw");
                first.push(keys.button(yes, Act::AcceptDraw, Style::Success));
                let no = say!(voice, "button-decline-draw");
                first.push(keys.button(no, Act::DeclineDraw, Style::Secondary));
            }
            None if self.table.may_offer_draw(seat).is_ok() => {
                lines.plain(say!(voice, "more-draw"));
                let label = say!(voice, "button-offer-draw");
                first.push(keys.button(label, Act::OfferDraw, Style::Secondary));
            }
            None => {}
        }
        if self.table.may_nudge(seat).is_ok() {
            lines.plain(say!(voice, "more-nudge", opponent = &opponent));
            first.push(keys.button(say!(voice, "button-nudge"), Act::Nudge, Style::Secondary));
        }
        let mut last = vec![keys.button(say!(voice, "button-back"), Act::Main, Style::Secondary)];
        if self.table.may_abort().is_ok() {
            lines.plain(say!(voice, "more-abort"));
            last.push(keys.button(say!(voice, "button-abort"), Act::AskAbort, Style::Danger));
        }
        if let Some(points) = self.table.resigning_costs(seat) {
            lines.plain(say!(voice, "more-resign", opponent = opponent, points = points));
            last.push(keys.button(say!(voice, "button-resign"), Act::AskResign, Style::Danger));
        }
        if let Some(command) = self.cut_command() {
            lines.plain(say!(voice, "more-cut", command = command));
        }
        let mut all = rows(first);
        all.push(Row::Buttons(last));
        self.page(lines, &view, all)
    }

    /// How words for the deals are typed here.
    fn cut_command(&self) -> Option<&'static str> {
        match self.platform() {
            Platform::Discord => Some("/gin cut"),
            Platform::Telegram => Some("/cut"),
            Platform::Web => None,
        }
    }

    /// The page that asks whether to break the match off; `None` where it is too late for that.
    pub(super) fn abort_page(&self, seat: Seat, aborts: Aborts) -> Option<Draft> {
        self.table.may_abort().ok()?;
        let view = self.table.view(Some(seat)).hand?;
        let (voice, keys) = (self.voice, self.keys(seat));
        let mut lines = self.head(seat);
        lines.bold(say!(voice, "ask-abort", opponent = self.name(seat.other())));
        let practice = self.table.seats().contains(&Sitter::Robot);
        lines.plain(if practice {
            say!(voice, "aborts-practice")
        } else {
            voice.aborts(aborts)
        });
        let mut buttons = vec![keys.button(say!(voice, "button-back"), Act::Main, Style::Secondary)];
        if practice || aborts.recent < ABORTS_MAX {
            buttons.push(keys.button(say!(voice, "button-yes-abort"), Act::Abort, Style::Danger));
        } else {
            lines.plain(say!(voice, "refused-aborts", most = ABORTS_MAX));
        }
        Some(self.page(lines, &view, vec![Row::Buttons(buttons)]))
    }

    /// Under the hand: the way to everything that is no play; it says so when an answer is waited for there.
    pub(super) fn more_button(&self, seat: Seat) -> Button {
        let keys = self.keys(seat);
        if self.table.draw_offer() == Some(seat.other()) {
            keys.button(say!(self.voice, "button-draw-offered"), Act::More, Style::Success)
        } else {
            keys.button(say!(self.voice, "button-more"), Act::More, Style::Secondary)
        }
    }

    /// On the hand: that a draw is offered.
    pub(super) fn draw_line(&self, lines: &mut Lines, seat: Seat) {
        let opponent = self.name(seat.other());
        match self.table.draw_offer() {
            Some(by) if by == seat => lines.plain(say!(self.voice, "draw-offered-you", opponent = opponent)),
            Some(_) => lines.bold(say!(self.voice, "draw-offered-to-you", opponent = opponent)),
            None => lines,
        };
    }

    /// On the public table: what was asked for beside the play, and which match this one follows.
    pub(super) fn manners_lines(&self, lines: &mut Lines) {
        let voice = self.voice;
        if let Some(by) = self.table.draw_offer() {
            lines.plain(say!(voice, "draw-offered", name = self.name(by)));
        }
        if let Some(before) = self.table.follows().filter(|_| self.table.hand_number() <= 1) {
            lines.plain(say!(voice, "rematch-of", id = shouted(before)));
        }
        match self.table.rematch() {
            Rematch::Asked { by, until, .. } => {
                let when = self.when(until);
                lines.line(spans!(voice, "rematch-asked", name = self.person(by), when = when));
            }
            Rematch::Made(next) => {
                lines.bold(say!(voice, "rematch-made", id = shouted(next)));
            }
            Rematch::Free(_) | Rematch::Closed => {}
        }
    }

    /// Under the last message of a match: another one. Who pressed comes from the platform, so both find all buttons.
    pub(super) fn rematch_rows(&self) -> Vec<Row> {
        let (voice, keys) = (self.voice, self.keyless());
        let again = || keys.button(say!(voice, "button-rematch"), Act::Rematch, Style::Primary);
        match self.table.rematch() {
            _ if self.gone => Vec::new(),
            Rematch::Free(may) if may.contains(&true) => vec![Row::Buttons(vec![again()])],
            Rematch::Asked { .. } => vec![Row::Buttons(vec![
                keys.button(say!(voice, "button-accept-rematch"), Act::Rematch, Style::Success),
                keys.button(
                    say!(voice, "button-decline-rematch"),
                    Act::DeclineRematch,
                    Style::Secondary,
                ),
            ])],
            Rematch::Free(_) | Rematch::Made(_) | Rematch::Closed => Vec::new(),
        }
    }

    /// The short message that pings whoever is to move, for the one who waits; `None` when that question is answered.
    pub(super) fn nudge(&self, number: i64) -> Option<Draft> {
        let seat = self.table.to_move()?;
        if self.table.call(seat) != number {
            return None;
        }
        let when = self.when(self.table.deadline()?);
        let mut lines = Lines::default();
        lines.line(spans!(
            self.voice,
            "nudge",
            name = self.person(seat),
            by = self.name(seat.other()),
            when = when
        ));
        Some(Draft {
            text: lines.text(),
            rows: vec![Row::Buttons(vec![self.hand_button()])],
            ping: self.faces.get(seat.index()).and_then(|face| face.account),
            ..Draft::default()
        })
    }

    /// The message that pings whoever is asked for a rematch; `number` is the seat that asks.
    pub(super) fn rematch_call(&self, number: i64) -> Option<Draft> {
        let asker = Seat::BOTH.into_iter().find(|seat| i64::from(seat.0) == number)?;
        let (voice, asked) = (self.voice, asker.other());
        let mut lines = Lines::default();
        let mut draft = Draft::default();
        match self.table.rematch() {
            Rematch::Asked { by, until, commitment } if by == asker => {
                lines.line(spans!(
                    voice,
                    "rematch-call",
                    name = self.person(asked),
                    by = self.name(asker),
                    when = self.when(until)
                ));
                lines.plain(say!(voice, "fair-sealed", commitment = commitment.to_string()));
                draft.rows = self.rematch_rows();
                draft.ping = self.faces.get(asked.index()).and_then(|face| face.account);
            }
            Rematch::Made(next) => {
                lines.plain(say!(voice, "rematch-made", id = shouted(next)));
            }
            _ => {
                lines.plain(say!(voice, "rematch-off"));
            }
        }
        draft.text = lines.text();
        Some(draft)
    }

    /// The public facts in a copy of one's own, with a button that brings it up to date and none that plays.
    pub(super) fn watch_page(&self) -> Draft {
        let mut draft = self.table_page();
        let watching = say!(self.voice, "watching");
        draft.text.0.push(Span::Plain(format!("\n{watching}")));
        draft.ping = None;
        draft.rows = if self.table.is_over() {
            Vec::new()
        } else {
            let label = say!(self.voice, "button-refresh");
            vec![Row::Buttons(vec![self.keyless().button(
                label,
                Act::Refresh,
                Style::Secondary,
            )])]
        };
        draft
    }

    /// For everybody under a table that stands where others read along.
    pub(super) fn watch_button(&self) -> Option<Button> {
        let seen_anyway = self.platform() == Platform::Web || is_private(self.table.place());
        let label = say!(self.voice, "button-watch");
        (!seen_anyway).then(|| self.keyless().button(label, Act::Watch, Style::Secondary))
    }
}

impl Voice<'_> {
    /// How many matches somebody broke off.
    pub(super) fn aborts(&self, aborts: Aborts) -> String {
        let Aborts { all, recent } = aborts;
        say!(self, "aborts-count", all = all, recent = recent, most = ABORTS_MAX)
    }
}

impl Press<'_> {
    /// A press of a button that is no play.
    pub(super) async fn manners(&self) -> Result<Answer, Error> {
        match self.token.act {
            Act::More => self.page(|scene, seat| Some(scene.more_page(seat))).await,
            Act::AskAbort => {
                let aborts = self.desk.service.aborts(self.player).await?;
                self.page(move |scene, seat| scene.abort_page(seat, aborts)).await
            }
            Act::OfferDraw => self.ask(Wish::OfferDraw).await,
            Act::AcceptDraw => self.ask(Wish::AcceptDraw).await,
            Act::DeclineDraw => self.ask(Wish::DeclineDraw).await,
            Act::Abort => self.ask(Wish::Abort).await,
            Act::Nudge => self.ask(Wish::Nudge).await,
            Act::Rematch => self.desk.rematch_at(self.guest, self.token.table).await,
            Act::DeclineRematch => self.decline_rematch().await,
            Act::Watch => self.watch(false).await,
            Act::Refresh => self.watch(true).await,
            _ => Ok(Answer::default()),
        }
    }

    /// The hand message shows what came of it, and a note says it.
    async fn ask(&self, wish: Wish) -> Result<Answer, Error> {
        let mut answer = self.wish(wish, Some(self.token.stamp), Board::Hand).await?;
        if answer.toast.is_none() {
            let text = match wish {
                Wish::OfferDraw => say!(self.voice, "toast-draw-offered"),
                Wish::DeclineDraw => say!(self.voice, "toast-draw-declined"),
                Wish::Nudge => say!(self.voice, "toast-nudged"),
                // The message says it all.
                _ => return Ok(answer),
            };
            answer.toast = Some(Toast {
                text: cut(text, TOAST_LIMIT),
                alert: false,
            });
        }
        Ok(answer)
    }

    /// The pressed message may be one of several that show the question: delivery brings all of them up to date.
    async fn decline_rematch(&self) -> Result<Answer, Error> {
        let command = Command::Wish {
            table: self.token.table,
            stamp: None,
            wish: Wish::DeclineRematch,
            press: self.guest.update,
        };
        self.desk
            .service
            .handle(Caller::Person(self.guest.account), command)
            .await?;
        Ok(note(say!(self.voice, "toast-rematch-declined")))
    }

    async fn watch(&self, again: bool) -> Result<Answer, Error> {
        let Press {
            desk,
            guest,
            player,
            token,
            ..
        } = self;
        let table = seen_by(desk.service.watch(*player, guest.place, token.table).await?, guest);
        let draft = desk.scene(&table, self.voice.lang).await?.watch_page();
        let mut answer = desk.to_one(draft).await;
        answer.replace = again;
        Ok(answer)
    }
}

impl Desk {
    /// `/draw`: offers one, or agrees to the other's.
    pub(super) async fn draw(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.own_tables(guest, player).await?;
        let offered = tables
            .iter()
            .position(|(table, seat)| table.draw_offer() == Some(seat.other()));
        // An offer in a match that is not the one at hand is shown before anything is agreed to.
        if let Some(at) = offered.filter(|at| *at > 0) {
            let (table, seat) = &tables[at];
            let page = self.scene(table, voice.lang).await?.more_page(*seat);
            return Ok(self.to_one(page).await);
        }
        let may = |(table, seat): &&(Table, Seat)| table.may_offer_draw(*seat).is_ok();
        let offered = tables.first().filter(|_| offered.is_some());
        let Some((table, _)) = offered.or_else(|| tables.iter().find(may)).or(tables.first()) else {
            return Ok(alert(say!(voice, "refused-no-match")));
        };
        let after = self.wish_of(guest, table, Wish::OfferDraw).await?;
        Ok(note(match after.stage() {
            Stage::Over(MatchEnd::Agreed) => say!(voice, "over-agreed"),
            _ => say!(voice, "toast-draw-offered"),
        }))
    }

    /// `/abort`: asks once.
    pub(super) async fn abort(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.own_tables(guest, player).await?;
        let abortable = tables.iter().find(|(table, _)| table.may_abort().is_ok());
        let Some((table, seat)) = abortable.or(tables.first()) else {
            return Ok(alert(say!(voice, "refused-no-match")));
        };
        table.may_abort()?;
        let aborts = self.service.aborts(player).await?;
        let draft = self.scene(table, voice.lang).await?.abort_page(*seat, aborts);
        match draft {
            Some(draft) => Ok(self.to_one(draft).await),
            None => Err(Refusal::Begun.into()),
        }
    }

    /// `/nudge`: calls whoever is waited for.
    pub(super) async fn nudge(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.own_tables(guest, player).await?;
        let waiting = tables.iter().find(|(table, seat)| table.may_nudge(*seat).is_ok());
        let Some((table, _)) = waiting.or(tables.first()) else {
            return Ok(alert(say!(voice, "refused-no-match")));
        };
        self.wish_of(guest, table, Wish::Nudge).await?;
        Ok(note(say!(voice, "toast-nudged")))
    }

    /// `/rematch`: asks for one, or accepts it.
    pub(super) async fn rematch(&self, guest: &Guest) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let here = guest.place.filter(|place| !is_private(*place));
        let mut tables = self.service.finished(player).await?;
        tables.retain(|table| here.is_none_or(|here| table.place_in(here.venue).is_some()));
        // Where the other one asks, that is what is meant.
        let asked = tables.iter().find(|table| asks(table, player));
        let free = || tables.iter().find(|table| may_ask(table, player));
        match asked.or_else(free).or(tables.first()) {
            Some(table) => self.rematch_at(guest, table.id()).await,
            None => Ok(alert(say!(self.voice_for(guest).await, "refused-no-finished"))),
        }
    }

    async fn rematch_at(&self, guest: &Guest, table: TableId) -> Result<Answer, Error> {
        let old = seen_by(self.service.table(table).await?, guest).place();
        if let Some(pointer) = self.moved_away(guest, old).await? {
            return Ok(pointer.hushed());
        }
        let voice = self.voice_for(guest).await;
        let command = Command::Rematch {
            table,
            press: guest.update,
        };
        let outcome = self.service.handle(Caller::Person(guest.account), command).await?;
        Ok(note(match outcome.table.rematch() {
            Rematch::Made(_) => say!(voice, "toast-rematch-made"),
            _ => say!(voice, "toast-rematch-asked"),
        }))
    }

    /// `/table` with a match's id: a copy of the public facts of one's own.
    pub(super) async fn watch_by_id(&self, guest: &Guest, typed: &str) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let unknown = || Ok(alert(say!(voice, "refused-match", text = shown(typed))));
        let Some(id) = table_of_code(typed.trim()) else {
            return unknown();
        };
        match self.service.watch(player, guest.place, id).await {
            Ok(table) => {
                let table = seen_by(table, guest);
                let draft = self.scene(&table, voice.lang).await?.watch_page();
                Ok(self.to_one(draft).await)
            }
            Err(Error::NoTable) => unknown(),
            Err(error) => Err(error),
        }
    }

    async fn wish_of(&self, guest: &Guest, table: &Table, wish: Wish) -> Result<Table, Error> {
        let command = Command::Wish {
            table: table.id(),
            stamp: None,
            wish,
            press: guest.update,
        };
        let outcome = self.service.handle(Caller::Person(guest.account), command).await?;
        Ok(outcome.table)
    }
}

/// Whether the other one asks this player for a rematch.
fn asks(table: &Table, player: PlayerId) -> bool {
    matches!(table.rematch(), Rematch::Asked { by, .. } if table.seat_of(player) != Some(by))
}

/// Whether this player may ask for a rematch that nobody asks for.
fn may_ask(table: &Table, player: PlayerId) -> bool {
    let seat = table.seat_of(player);
    matches!((table.rematch(), seat), (Rematch::Free(may), Some(seat)) if may[seat.index()])
}

/// A match's id as people read it.
fn shouted(table: TableId) -> String {
    table_code(table).to_uppercase()
}
