//! A finished hand step by step, with both hands open, or as an animation.

use super::ask::{Answer, Guest};
use super::cards::after_discard;
use super::challenge::shown;
use super::desk::{Desk, alert};
use super::draft::{Draft, Keys, Sketch};
use super::hand::NO_STAMP;
use super::people::seen_by;
use super::post::{Button, Row, Style};
use super::scene::Scene;
use super::table::capital;
use super::token::{Act, table_code, table_of_code};
use super::voice::{Lines, Voice, say};
use crate::gin::Arrangement;
use crate::id::{PlayerId, Seat, Stamp, TableId, Venue};
use crate::pictures::{Group, Look, MOST_MOMENTS, ReplayHand, ReplayPicture};
use crate::service::{Change, DeedKind, Error, Of};
use crate::table::{By, Moment, Replay, What};

/// The key of a venue's setting: whether everybody may look at the finished hands of a running match.
const OPEN_REPLAY: &str = "open_replay";
/// How many of a person's latest matches are looked through for one with a finished hand.
const LATEST: u32 = 5;

/// What of a finished hand is to be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// The deal, in a message of its own.
    Open,
    /// This step, from 0; the last one when there are fewer.
    Step(u16),
    /// All steps as an animation.
    Animation,
}

impl Desk {
    /// A finished hand of the match that was typed, from its beginning.
    pub(super) async fn replay(&self, guest: &Guest, typed: Option<&str>, hand: Option<i64>) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let table = match typed.map(str::trim).filter(|typed| !typed.is_empty()) {
            None => match self.latest_finished(player).await? {
                Some(table) => table,
                None => return Ok(alert(say!(voice, "replay-which"))),
            },
            Some(typed) => match table_of_code(typed.trim_start_matches('#')) {
                Some(id) => id,
                None => return Ok(alert(say!(voice, "refused-match", text = shown(typed)))),
            },
        };
        // What is no hand's number is no hand's number in the answer either.
        let number = hand.map(|hand| u16::try_from(hand).unwrap_or(0));
        self.replay_of(guest, player, table, number, Page::Open).await
    }

    /// A page of a finished hand, for a button.
    pub(super) async fn replay_page(
        &self,
        guest: &Guest,
        table: TableId,
        hand: u16,
        page: Page,
    ) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let answer = self.replay_of(guest, player, table, Some(hand), page).await?;
        Ok(Answer {
            replace: page != Page::Open,
            ..answer
        })
    }

    async fn replay_of(
        &self,
        guest: &Guest,
        player: PlayerId,
        id: TableId,
        number: Option<u16>,
        page: Page,
    ) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let table = match self.service.look(player, guest.place, id).await {
            Ok(table) => seen_by(table, guest),
            Err(Error::NoTable) => {
                let text = table_code(id).to_uppercase();
                return Ok(alert(say!(voice, "refused-match", text = text)));
            }
            Err(error) => return Err(error),
        };
        if table.seat_of(player).is_none() {
            if !table.is_over() && !self.replays_are_open(table.place().venue).await? {
                return Ok(alert(say!(voice, "refused-replay")));
            }
            // On Telegram the answer goes to the private chat, where the next press comes from.
            self.service.watch(player, guest.place, id).await?;
        }
        let Some(last) = table.hands().last().map(|record| record.number) else {
            return Ok(alert(say!(voice, "replay-no-hand")));
        };
        let number = number.unwrap_or(last);
        let log = self.service.store().load(id).await;
        let log = log.map_err(|error| self.service.fault(error))?.ok_or(Error::NoTable)?;
        let Some(replay) = Replay::of(&log, number) else {
            return Ok(alert(say!(voice, "replay-not-finished", n = number, last = last)));
        };
        let scene = self.scene(&table, voice.lang).await?;
        let below = table.seat_of(player).unwrap_or(Seat::SECOND);
        let book = Book {
            scene: &scene,
            replay: &replay,
            below,
        };
        let draft = match page {
            Page::Open => book.step(0),
            Page::Step(step) => book.step(usize::from(step)),
            Page::Animation => book.animation(),
        };
        Ok(self.to_one(draft).await)
    }

    /// Whether everybody in this venue may look at the finished hands of a running match.
    pub(super) async fn replays_are_open(&self, venue: Venue) -> Result<bool, Error> {
        let set = self.service.store().venue_setting(venue, OPEN_REPLAY).await;
        Ok(set.map_err(|error| self.service.fault(error))?.is_some())
    }

    /// Sets whether everybody in this venue may look at the finished hands of a running match.
    pub(super) async fn open_replays(&self, by: Option<PlayerId>, venue: Venue, open: bool) -> Result<(), Error> {
        let change = Change::Setting(OPEN_REPLAY, open.then(|| "on".to_owned()));
        let detail = Some(if open { "on" } else { "off" }.to_owned());
        let set = self
            .service
            .govern(by, venue, DeedKind::OpenReplay, change, detail)
            .await;
        set.map(drop)
    }

    /// The person's newest match with a finished hand.
    async fn latest_finished(&self, player: PlayerId) -> Result<Option<TableId>, Error> {
        let latest = self.service.store().latest_tables(Of::Player(player), LATEST).await;
        for id in latest.map_err(|error| self.service.fault(error))? {
            let table = self.service.table(id).await?;
            if table.seat_of(player).is_some() && !table.hands().is_empty() {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

/// What was typed for a setting that is on or off.
pub(super) fn on_or_off(typed: &str) -> Option<bool> {
    match typed.trim().to_lowercase().as_str() {
        "on" | "yes" | "true" | "开" | "開" | "是" => Some(true),
        "off" | "no" | "false" | "关" | "關" | "否" => Some(false),
        _ => None,
    }
}

impl Scene<'_> {
    /// Puts the button that opens a finished hand first.
    pub(super) fn offer_replay(&self, rows: &mut Vec<Row>, number: u16) {
        let keys = Keys {
            table: self.table.id(),
            stamp: NO_STAMP,
        };
        let label = say!(self.voice, "button-replay");
        let replay = keys.button(label, Act::OpenReplay(number), Style::Secondary);
        match rows.first_mut() {
            Some(Row::Buttons(buttons)) => buttons.insert(0, replay),
            _ => rows.insert(0, Row::Buttons(vec![replay])),
        }
    }
}

/// A finished hand as one reader turns its pages.
struct Book<'a> {
    scene: &'a Scene<'a>,
    replay: &'a Replay,
    /// The seat whose hand lies below: the reader's own.
    below: Seat,
}

impl Book<'_> {
    fn voice(&self) -> Voice<'_> {
        self.scene.voice
    }

    /// The message that shows one step.
    fn step(&self, step: usize) -> Draft {
        let last = self.replay.moments.len() - 1;
        let step = step.min(last);
        let moment = &self.replay.moments[step];
        let voice = self.voice();
        let mut lines = Lines::default();
        lines.bold(self.caption(moment));
        if moment.score.is_some() {
            lines.plain(self.scene.gain(&self.replay.record));
        }
        if moment.by == Some(By::Clock) {
            lines.plain(say!(voice, "by-clock"));
        }
        if let Some(ruling) = self.scene.whole_ruling() {
            lines.plain(ruling);
        }
        let hand = self.scene.hand_number(self.replay.record.number);
        lines.plain([hand, self.step_line(step), self.scene.match_id()].join(" · "));
        let number = self.replay.record.number;
        let to = |label: &str, place: u32, step: usize, style| {
            // The stamp only keeps two buttons with one aim apart, which Discord would refuse.
            let step = u16::try_from(step).unwrap_or(u16::MAX);
            self.keys(place).button(label, Act::Replay(number, step), style)
        };
        let turn = vec![
            to("⏮", 1, 0, Style::Secondary),
            to("◀", 2, step.saturating_sub(1), Style::Secondary),
            to("▶", 3, (step + 1).min(last), Style::Primary),
            to("⏭", 4, last, Style::Secondary),
        ];
        let label = say!(voice, "button-animation");
        let animation = self.keys(0).button(label, Act::Animation(number), Style::Secondary);
        Draft {
            text: lines.text(),
            sketch: Some((Sketch::Replay(Box::new(self.picture(step))), self.alt(step))),
            rows: self.rows(turn, Some(animation)),
            ..Draft::default()
        }
    }

    /// The message that shows all steps one after the other.
    fn animation(&self) -> Draft {
        let voice = self.voice();
        let record = &self.replay.record;
        let steps = self.replay.moments.len();
        let hand = self.scene.hand_number(record.number);
        let moving = say!(voice, "replay-moving", hand = hand.clone(), steps = steps as i64);
        let mut lines = Lines::default();
        let (ending, gain) = (self.scene.ending(record), self.scene.gain(record));
        lines.bold(ending.clone());
        lines.plain(gain.clone());
        if let Some(ruling) = self.scene.whole_ruling() {
            lines.plain(ruling);
        }
        lines.plain([hand, self.scene.match_id()].join(" · "));
        let sentence = say!(voice, "sentence", text = capital(&moving));
        let names = Seat::BOTH.map(|seat| (self.scene.bare_name(seat), self.scene.name(seat)));
        let (_, shown) = voice.showdown(&record.score, &names, ending, gain);
        let alt = [sentence, shown].join(voice.space());
        let to = |label: &str, step: usize, style| {
            let step = u16::try_from(step).unwrap_or(u16::MAX);
            self.keys(0).button(label, Act::Replay(record.number, step), style)
        };
        let turn = vec![to("⏮", 0, Style::Primary), to("⏭", steps - 1, Style::Secondary)];
        let kept = thinned(&self.replay.moments, MOST_MOMENTS);
        let moments = kept.into_iter().map(|step| self.picture(step)).collect();
        Draft {
            text: lines.text(),
            sketch: Some((Sketch::Animation(moments), alt)),
            rows: self.rows(turn, None),
            ..Draft::default()
        }
    }

    fn keys(&self, place: u32) -> Keys {
        Keys {
            table: self.scene.table.id(),
            stamp: Stamp(place),
        }
    }

    /// The buttons that turn the pages of this hand, and those that lead to the hands before and after it.
    fn rows(&self, turn: Vec<Button>, animation: Option<Button>) -> Vec<Row> {
        let voice = self.voice();
        let records = self.scene.table.hands();
        let number = self.replay.record.number;
        let at = records.iter().position(|record| record.number == number);
        let earlier = at.and_then(|at| at.checked_sub(1)).and_then(|at| records.get(at));
        let later = at.and_then(|at| records.get(at + 1));
        let to = |label: String, number| self.keys(0).button(label, Act::Replay(number, 0), Style::Secondary);
        let mut more = Vec::new();
        if let Some(record) = earlier {
            more.push(to(say!(voice, "button-earlier-hand", n = record.number), record.number));
        }
        more.extend(animation);
        if let Some(record) = later {
            more.push(to(say!(voice, "button-later-hand", n = record.number), record.number));
        }
        let mut rows = vec![Row::Buttons(turn)];
        if !more.is_empty() {
            rows.push(Row::Buttons(more));
        }
        rows
    }

    fn step_line(&self, step: usize) -> String {
        let steps = self.replay.moments.len() as i64;
        say!(self.voice(), "replay-step", n = step as i64 + 1, steps = steps)
    }

    /// The other seat above, the reader's own below.
    fn order(&self) -> [Seat; 2] {
        [self.below.other(), self.below]
    }

    fn picture(&self, step: usize) -> ReplayPicture {
        let voice = self.voice();
        let moment = &self.replay.moments[step];
        let over = moment.score.is_some();
        let top = moment.put_down.or(moment.top);
        let foot = if over {
            self.scene.gain(&self.replay.record)
        } else if moment.by == Some(By::Clock) {
            say!(voice, "by-clock")
        } else {
            say!(voice, "knock-limit", limit = self.replay.limit)
        };
        ReplayPicture {
            look: Look::default(),
            title: self.scene.hand_number(self.replay.record.number),
            step: self.step_line(step),
            caption: self.caption(moment),
            gold: over && moment.score.as_ref().is_some_and(|score| score.winner.is_some()),
            hands: self.order().map(|seat| self.hand(moment, seat)).to_vec(),
            stock: moment.stock,
            stock_label: say!(voice, "replay-in-stock"),
            discard: top,
            pile: moment.pile + u8::from(moment.put_down.is_some()),
            discard_name: top.map_or_else(|| say!(voice, "discard-empty"), |card| capital(&voice.card(card))),
            discard_label: if moment.put_down.is_some() {
                say!(voice, "replay-put-down")
            } else {
                say!(voice, "replay-on-pile")
            },
            foot,
        }
    }

    fn hand(&self, moment: &Moment, seat: Seat) -> ReplayHand {
        let voice = self.voice();
        let arrangement = self.arrangement(moment, seat);
        let cards = arrangement.cards();
        let aces = self.scene.table.terms().rules.aces;
        let count = if cards.len() > 10 && moment.shown.is_none() && moment.score.is_none() {
            let kept = match moment.what {
                What::Took(_, card) if !self.scene.table.terms().rules.throw_back_taken => Some(card),
                _ => None,
            };
            say!(voice, "replay-after-discard", points = after_discard(cards, kept, aces))
        } else {
            say!(voice, "count-deadwood", points = arrangement.deadwood())
        };
        let laid = match moment.shown {
            Some((knocker, _)) if knocker == seat => moment.laid_off.as_slice(),
            _ => &[],
        };
        let groups: Vec<Group> = voice.groups(&arrangement, laid);
        let raised = match moment.what {
            What::Took(actor, card) | What::TookBack(actor, Some(card)) | What::Drew(actor, Some(card))
                if actor == seat =>
            {
                Some(card)
            }
            _ => None,
        };
        ReplayHand {
            name: self.scene.bare_name(seat),
            count,
            acts: actor(moment) == Some(seat),
            groups,
            raised,
        }
    }

    /// The seat's cards as they lie: the knocker's as shown, else as they lie best.
    fn arrangement(&self, moment: &Moment, seat: Seat) -> Arrangement {
        match (&moment.score, moment.shown) {
            (Some(score), _) => score.shown.arrangements[seat.index()],
            (None, Some((knocker, shown))) if knocker == seat => shown,
            _ => Arrangement::best(moment.hands[seat.index()], self.scene.table.terms().rules.aces),
        }
    }

    /// "Mara draws the queen of hearts"
    fn caption(&self, moment: &Moment) -> String {
        let voice = self.voice();
        let name = |seat: &Seat| self.scene.name(*seat);
        match &moment.what {
            What::Dealt(seat) => say!(voice, "replay-dealt", name = name(seat)),
            What::Passed(seat, Some(card)) => {
                say!(voice, "replay-passed", name = name(seat), card = voice.card(*card))
            }
            What::Passed(seat, None) => say!(voice, "replay-passed-bare", name = name(seat)),
            What::Took(seat, card) => say!(voice, "replay-took", name = name(seat), card = voice.card(*card)),
            What::Drew(seat, Some(card)) => {
                say!(voice, "replay-drew", name = name(seat), card = voice.card(*card))
            }
            What::Drew(seat, None) => say!(voice, "replay-drew-bare", name = name(seat)),
            What::Discarded(seat, card) => {
                say!(voice, "replay-discarded", name = name(seat), card = voice.card(*card))
            }
            What::Knocked(seat, Some(card)) => {
                say!(voice, "replay-knocked", name = name(seat), card = voice.card(*card))
            }
            What::Knocked(seat, None) => say!(voice, "replay-knocked-bare", name = name(seat)),
            What::LaidOff(seat, cards) => {
                let cards = voice.cards(cards.iter().copied());
                say!(voice, "replay-laid", name = name(seat), cards = cards)
            }
            What::TookBack(seat, Some(card)) => {
                say!(voice, "replay-took-back", name = name(seat), card = voice.card(*card))
            }
            What::TookBack(seat, None) => say!(voice, "replay-took-back-bare", name = name(seat)),
            What::GaveUp(..) | What::Scored => self.scene.ending(&self.replay.record),
        }
    }

    /// The step in words: what happened, both hands, pile and stock.
    fn alt(&self, step: usize) -> String {
        let voice = self.voice();
        let moment = &self.replay.moments[step];
        let sentence = |text: String| say!(voice, "sentence", text = text);
        let mut parts = vec![sentence(self.caption(moment))];
        for seat in self.order() {
            let arrangement = self.arrangement(moment, seat);
            let ten = arrangement.cards().len() <= 10;
            parts.push(say!(
                voice,
                "alt-shown",
                name = self.scene.name(seat),
                groups = voice.laid_out(&arrangement, ten)
            ));
        }
        if let Some((knocker, _)) = moment.shown
            && !moment.laid_off.is_empty()
            && !matches!(moment.what, What::LaidOff(..))
        {
            let cards = voice.cards(moment.laid_off.iter().map(|(card, _)| *card));
            parts.push(say!(
                voice,
                "lays-off",
                name = self.scene.name(knocker.other()),
                cards = cards
            ));
        }
        parts.push(match moment.put_down.or(moment.top) {
            Some(card) => say!(voice, "alt-pile", card = voice.card(card)),
            None => say!(voice, "alt-pile-empty"),
        });
        parts.push(say!(voice, "alt-stock", n = moment.stock));
        if moment.score.is_some() {
            parts.push(sentence(self.scene.gain(&self.replay.record)));
        }
        parts.join(voice.space())
    }
}

/// Which moments an animation of at most `most` shows: the first and the last always, and of the others what matters most.
fn thinned(moments: &[Moment], most: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..moments.len()).collect();
    if kept.len() > most {
        // The hand with eleven cards goes: the discard shows what came of it.
        kept.retain(|&at| {
            let next = moments.get(at + 1).map(|next| &next.what);
            let (What::Took(seat, _) | What::Drew(seat, _)) = moments[at].what else {
                return true;
            };
            !matches!(next, Some(What::Discarded(other, _) | What::Knocked(other, _)) if *other == seat)
        });
    }
    if kept.len() > most {
        let mut left = Vec::with_capacity(kept.len());
        for at in kept {
            let placed = left.last().map(|&before: &usize| &moments[before].what);
            match (&moments[at].what, placed) {
                (What::TookBack(..), Some(What::LaidOff(..))) => _ = left.pop(),
                _ => left.push(at),
            }
        }
        kept = left;
    }
    if kept.len() > most {
        let (last, gaps) = (kept.len() - 1, most.saturating_sub(1).max(1));
        kept = (0..=gaps).map(|step| kept[step * last / gaps]).collect();
    }
    kept
}

/// Who has just acted.
fn actor(moment: &Moment) -> Option<Seat> {
    match &moment.what {
        What::Dealt(seat)
        | What::Passed(seat, _)
        | What::Took(seat, _)
        | What::Drew(seat, _)
        | What::Discarded(seat, _)
        | What::Knocked(seat, _)
        | What::LaidOff(seat, _)
        | What::TookBack(seat, _)
        | What::GaveUp(seat, _) => Some(*seat),
        What::Scored => moment.score.as_ref().and_then(|score| score.winner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;

    fn moments(acts: impl IntoIterator<Item = What>) -> Vec<Moment> {
        let moment = |what| Moment {
            what,
            by: None,
            hands: [CardSet::EMPTY; 2],
            stock: 0,
            top: None,
            pile: 0,
            put_down: None,
            shown: None,
            laid_off: Vec::new(),
            score: None,
        };
        acts.into_iter().map(moment).collect()
    }

    #[test]
    fn an_animation_leaves_out_draws_first_then_what_was_taken_back_then_every_other_moment() {
        let card = "7H".parse().expect("a card");
        let (one, two) = (Seat::FIRST, Seat::SECOND);
        let short = moments([
            What::Dealt(one),
            What::Drew(two, Some(card)),
            What::Discarded(two, card),
            What::Took(one, card),
            What::Knocked(one, Some(card)),
            What::LaidOff(two, vec![card]),
            What::LaidOff(two, vec![card]),
            What::TookBack(two, Some(card)),
            What::TookBack(two, Some(card)),
            What::LaidOff(two, vec![card]),
            What::Scored,
        ]);
        assert_eq!(thinned(&short, 11), (0..11).collect::<Vec<_>>());
        assert_eq!(thinned(&short, 10), [0, 2, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(thinned(&short, 8), [0, 2, 4, 9, 10]);
        assert_eq!(thinned(&short, 5), [0, 2, 4, 9, 10]);
        assert_eq!(thinned(&short, 3), [0, 4, 10]);
        let long = moments((0..1000).map(|_| What::Discarded(one, card)));
        for most in [2, 3, 199, 200, 999] {
            let kept = thinned(&long, most);
            assert_eq!((kept.len(), kept[0], kept[most - 1]), (most, 0, 999));
            assert!(kept.is_sorted_by(|a, b| a < b), "{kept:?}");
        }
        // A resignation with the card just drawn in the hand hides no draw.
        let given_up = moments([What::Dealt(one), What::Drew(two, Some(card)), What::Scored]);
        assert_eq!(thinned(&given_up, 2), [0, 2]);
    }
}
