//! Presses: a token becomes a wish, and the pressed message its new state.

use super::ask::{Answer, Guest, Toast};
use super::desk::{Desk, alert, later};
use super::draft::{Draft, cut};
use super::hand::TOAST_LIMIT;
use super::people::{private_place, seen_by};
use super::replay::Page;
use super::scene::Scene;
use super::token::{Act, Token, decode};
use super::voice::{Voice, say};
use crate::gin::Action;
use crate::id::{PlayerId, Seat, Stamp};
use crate::service::{Caller, Command, Error, SlotKind};
use crate::table::{Refusal, Table, Wish};

/// Where a press belongs: it decides what the pressed message turns into.
pub(super) enum Board {
    /// The public table.
    Table,
    /// The private hand.
    Hand,
}

impl Desk {
    pub(super) async fn press(&self, guest: &Guest, token: &str) -> Result<Answer, Error> {
        if token.starts_with("2.") {
            return later(|| self.leaf_press(guest, token)).await;
        }
        if token.starts_with("4.") {
            return later(|| self.team_press(guest, token)).await;
        }
        if token.starts_with("3.") {
            return later(|| self.event_press(guest, token)).await;
        }
        if token.starts_with(super::links::PREFIX) {
            return later(|| self.link_press(guest, token)).await;
        }
        let token = decode(token);
        if let Some(token) = token
            && let Act::Own(own) = token.act
        {
            return later(|| self.privacy_press(guest, token, own)).await;
        }
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let Some(token) = token else {
            return Ok(alert(say!(voice, "refused-unreadable")));
        };
        if let Act::Speak(lang, venue) = token.act {
            return later(|| self.speak(guest, lang, venue)).await;
        }
        if let Act::Rules(book, page) = token.act {
            return later(|| self.turn_page(guest, token, book, page)).await;
        }
        if let Act::Taste(wanted) = token.act {
            return later(|| self.taste_press(guest, player, wanted)).await;
        }
        let press = Press {
            desk: self,
            guest,
            player,
            voice,
            token,
        };
        match token.act {
            Act::Hand => later(|| press.my_hand()).await,
            Act::Table => later(|| press.the_table()).await,
            Act::Verify(hand) => later(|| self.verify_press(guest, player, press.token.table, hand)).await,
            Act::Accept => later(|| press.wish(Wish::Accept, None, Board::Table)).await,
            Act::Decline => later(|| press.wish(Wish::Decline, None, Board::Table)).await,
            Act::Withdraw => later(|| press.wish(Wish::Withdraw, None, Board::Table)).await,
            Act::Resign => later(|| press.resign()).await,
            Act::Main => later(|| press.page(|scene, seat| Some(scene.hand_page(seat)))).await,
            Act::Choose => later(|| press.page(|scene, seat| Some(scene.choose_page(seat)))).await,
            Act::AskResign => later(|| press.page(|scene, seat| Some(scene.resign_page(seat)))).await,
            Act::AskKnock(card) => later(|| press.page(move |scene, seat| scene.knock_page(seat, card))).await,
            Act::Stock => later(|| press.play(Action::DrawStock)).await,
            Act::Take(card) => later(|| press.play(Action::TakePile(card))).await,
            Act::Pass => later(|| press.play(Action::Pass)).await,
            Act::Discard(card) => later(|| press.play(Action::Discard(card))).await,
            Act::Knock(card) => later(|| press.play(Action::Knock(card))).await,
            Act::KnockWith(card, shown) => later(|| press.play(Action::KnockWith(card, shown))).await,
            Act::BigGin => later(|| press.play(Action::BigGin)).await,
            Act::Best => later(|| press.play(Action::LayOffBest)).await,
            Act::LayNone => later(|| press.play(Action::LayOffNone)).await,
            Act::Place(card, meld) => later(|| press.play(Action::Place(card, meld))).await,
            Act::TakeBack => later(|| press.play(Action::TakeBack)).await,
            Act::Done => later(|| press.play(Action::Done)).await,
            Act::More
            | Act::OfferDraw
            | Act::AcceptDraw
            | Act::DeclineDraw
            | Act::AskAbort
            | Act::Abort
            | Act::Nudge
            | Act::Rematch
            | Act::DeclineRematch
            | Act::Watch
            | Act::Refresh => later(|| press.manners()).await,
            Act::Claim => later(|| press.claim()).await,
            Act::OpenReplay(hand) => later(|| self.replay_page(press.guest, token.table, hand, Page::Open)).await,
            Act::Replay(hand, step) => {
                later(|| self.replay_page(press.guest, token.table, hand, Page::Step(step))).await
            }
            Act::Animation(hand) => later(|| self.replay_page(press.guest, token.table, hand, Page::Animation)).await,
            Act::ShowRules => later(|| self.show_rules(guest, token.table)).await,
            Act::Speak(..) | Act::Rules(..) | Act::Own(_) | Act::Taste(_) => Ok(Answer::default()),
        }
    }
}

pub(super) struct Press<'a> {
    pub(super) desk: &'a Desk,
    pub(super) guest: &'a Guest,
    pub(super) player: PlayerId,
    pub(super) voice: Voice<'a>,
    pub(super) token: Token,
}

impl Press<'_> {
    /// "My hand": the hand in a new message, and within a note for where that is quicker.
    async fn my_hand(&self) -> Result<Answer, Error> {
        let table = self.desk.service.table(self.token.table).await?;
        let table = seen_by(self.desk.seen(table, self.player).await?, self.guest);
        let Some(seat) = table.seat_of(self.player) else {
            return Ok(self.stranger());
        };
        let scene = self.desk.scene(&table, self.voice.lang).await?;
        let mut answer = self.desk.to_one(scene.hand_page(seat)).await;
        answer.slot = self.desk.hand_slot(self.guest, &table, self.player).await?;
        answer.toast = scene.hand_toast(seat).map(|text| Toast {
            text: cut(text, TOAST_LIMIT),
            alert: true,
        });
        Ok(answer)
    }

    async fn the_table(&self) -> Result<Answer, Error> {
        let looked = self
            .desk
            .service
            .look(self.player, self.guest.place, self.token.table)
            .await;
        let table = seen_by(looked?, self.guest);
        let scene = self.desk.scene(&table, self.voice.lang).await?;
        Ok(self
            .desk
            .to_one(Draft {
                ping: None,
                ..scene.table_page()
            })
            .await)
    }

    /// Another page of the hand; nothing is decided yet.
    pub(super) async fn page(&self, page: impl FnOnce(&Scene<'_>, Seat) -> Option<Draft>) -> Result<Answer, Error> {
        let table = self.desk.service.table(self.token.table).await?;
        let table = seen_by(self.desk.seen(table, self.player).await?, self.guest);
        let Some(seat) = table.seat_of(self.player) else {
            return Ok(self.stranger());
        };
        if table.is_over() {
            return self.refused(&table, seat, &Error::Refused(Refusal::Over)).await;
        }
        if self.token.stamp != table.stamp(seat) {
            return self.refused(&table, seat, &Error::Refused(Refusal::Stale)).await;
        }
        let scene = self.desk.scene(&table, self.voice.lang).await?;
        match page(&scene, seat) {
            Some(draft) => self.hand_message(&table, draft).await,
            None => self.refused(&table, seat, &Error::Refused(Refusal::Stale)).await,
        }
    }

    async fn play(&self, action: Action) -> Result<Answer, Error> {
        self.wish(Wish::Play(action), Some(self.token.stamp), Board::Hand).await
    }

    /// Resigning can't be taken back, so an old button must not do it.
    async fn resign(&self) -> Result<Answer, Error> {
        let table = self.desk.service.table(self.token.table).await?;
        if let Some(seat) = table.seat_of(self.player)
            && self.token.stamp != table.stamp(seat)
            && !table.is_over()
        {
            return self.refused(&table, seat, &Error::Refused(Refusal::Stale)).await;
        }
        self.wish(Wish::Resign, Some(self.token.stamp), Board::Hand).await
    }

    pub(super) async fn wish(&self, wish: Wish, stamp: Option<Stamp>, board: Board) -> Result<Answer, Error> {
        let command = Command::Wish {
            table: self.token.table,
            stamp,
            wish,
            press: self.guest.update,
        };
        let outcome = self
            .desk
            .service
            .handle(Caller::Person(self.guest.account), command)
            .await;
        match (board, outcome) {
            (Board::Table, Ok(outcome)) => {
                let mut answer = self.table_message(&outcome.table).await?;
                let said = match wish {
                    Wish::Accept => Some(say!(self.voice, "toast-accepted")),
                    Wish::Decline => Some(say!(self.voice, "toast-declined")),
                    Wish::Withdraw => Some(say!(self.voice, "toast-withdrawn")),
                    _ => None,
                };
                answer.toast = said.map(|text| Toast { text, alert: false });
                Ok(answer)
            }
            (Board::Hand, Ok(outcome)) => match outcome.table.seat_of(self.player) {
                Some(seat) => {
                    let table = seen_by(outcome.table, self.guest);
                    let draft = self.desk.scene(&table, self.voice.lang).await?.hand_page(seat);
                    self.hand_message(&table, draft).await
                }
                None => Ok(self.stranger()),
            },
            (Board::Table, Err(error @ Error::Refused(Refusal::NotOpen | Refusal::Over))) => {
                // The pressed message is behind: it learns how things stand, whoever pressed.
                let table = self.desk.service.table(self.token.table).await?;
                let mut answer = self.table_message(&table).await?;
                answer.toast = self.excuse(&error);
                Ok(answer)
            }
            (Board::Hand, Err(error @ Error::Refused(_))) => {
                let table = self.desk.service.table(self.token.table).await?;
                match table.seat_of(self.player) {
                    Some(seat) => self.refused(&table, seat, &error).await,
                    None => Ok(self.stranger()),
                }
            }
            (_, Err(error)) => Err(error),
        }
    }

    pub(super) fn stranger(&self) -> Answer {
        alert(say!(self.voice, "refused-stranger"))
    }

    fn excuse(&self, error: &Error) -> Option<Toast> {
        self.voice.excuse(error).map(|text| Toast {
            text: cut(text, TOAST_LIMIT),
            alert: false,
        })
    }

    /// Why not, quietly, and the hand as it stands.
    pub(super) async fn refused(&self, table: &Table, seat: Seat, error: &Error) -> Result<Answer, Error> {
        let table = &seen_by(table.clone(), self.guest);
        let draft = self.desk.scene(table, self.voice.lang).await?.hand_page(seat);
        let mut answer = self.hand_message(table, draft).await?;
        answer.toast = self.excuse(error);
        Ok(answer)
    }

    /// The pressed hand message becomes this.
    pub(super) async fn hand_message(&self, table: &Table, draft: Draft) -> Result<Answer, Error> {
        let mut answer = self.desk.to_one(draft).await;
        answer.replace = true;
        answer.slot = self.desk.hand_slot(self.guest, table, self.player).await?;
        Ok(answer)
    }

    /// The pressed table message becomes this.
    async fn table_message(&self, table: &Table) -> Result<Answer, Error> {
        let here = self.guest.place.unwrap_or_else(|| private_place(self.guest));
        // A copy of the table that somebody asked for elsewhere is not the slot's message.
        let stands = table.places().any(|place| place == here);
        let table = &seen_by(table.clone(), self.guest);
        let lang = self.desk.public_lang(table).await?;
        let draft = self.desk.scene(table, lang).await?.table_page();
        let post = self.desk.finish(Draft { ping: None, ..draft }).await;
        let chat = (here.venue.platform, here.venue.chat);
        let slot = self
            .desk
            .service
            .store()
            .slot_in(table.id(), SlotKind::Table, 0, None, chat)
            .await;
        let slot = slot.map_err(|error| self.desk.service.fault(error))?.filter(|_| stands);
        Ok(Answer {
            post: Some(post),
            replace: true,
            slot: slot.map(|slot| (slot.id, table.version().0)),
            ..Answer::default()
        })
    }
}
