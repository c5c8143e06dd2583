//! Going out: what can be discarded or knocked with, and which melds are shown.

use super::cards::{close, in_order, symbol};
use super::draft::{Draft, rows};
use super::hand::choice;
use super::post::{Row, Style};
use super::scene::{Scene, tier_key};
use super::token::Act;
use super::voice::{Voice, say};
use crate::cards::{Card, CardSet};
use crate::gin::{self, Aces, Action, Arrangement, Tier, ViewPhase};
use crate::id::Seat;

/// The most arrangements offered beside the best one: a select holds 25 (Discord's limit).
const OFFERED: usize = 24;

impl Scene<'_> {
    /// The page that asks whether to knock; `None` where that knock isn't allowed now.
    pub(super) fn knock_page(&self, seat: Seat, discard: Card) -> Option<Draft> {
        let view = self.table.view(Some(seat)).hand?;
        if !view.legal.contains(&Action::Knock(discard)) {
            return None;
        }
        let hand = view.hand?;
        let (kept, tier) = knocked(hand, discard, view.aces);
        let voice = self.voice;
        let melds = close(&kept);
        let keys = self.keys(seat);
        let mut lines = self.head(seat);
        let yes = match tier {
            Some(tier) => {
                lines.plain(say!(
                    voice,
                    "ask-gin",
                    tier = tier_key(tier),
                    card = symbol(discard),
                    melds = melds
                ));
                say!(voice, "button-yes-gin")
            }
            None => {
                let points = kept.deadwood();
                lines.plain(say!(
                    voice,
                    "ask-knock",
                    card = symbol(discard),
                    points = points,
                    melds = melds
                ));
                say!(voice, "button-yes-knock", points = points)
            }
        };
        let others = self.other_shows(&view, hand.without(discard), discard);
        let mut rows = Vec::new();
        if !others.is_empty() {
            lines.plain(say!(voice, "ask-show"));
            rows.push(Row::Select {
                id: "show".to_owned(),
                prompt: say!(voice, "select-show"),
                options: others
                    .into_iter()
                    .map(|(label, act)| (label, keys.token(act)))
                    .collect(),
            });
        }
        rows.push(Row::Buttons(vec![
            keys.button(say!(voice, "button-back"), Act::Main, Style::Secondary),
            keys.button(yes, Act::Knock(discard), Style::Success),
        ]));
        Some(self.page(lines, &view, rows))
    }

    /// The other melds that the knocker may show, the best first.
    fn other_shows(&self, view: &gin::View, kept: CardSet, discard: Card) -> Vec<(String, Act)> {
        let all = gin::arrangements(kept, view.limit, view.aces);
        let others = all.iter().zip(0u8..).skip(1).take(OFFERED);
        let others = others.filter(|(_, index)| view.legal.contains(&Action::KnockWith(discard, *index)));
        others
            .map(|(shown, index)| {
                // A label has no room for the marks that keep suits from becoming emoji.
                let melds = close(shown).replace('\u{FE0E}', "");
                let label = say!(self.voice, "button-show", melds = melds, points = shown.deadwood());
                (label, Act::KnockWith(discard, index))
            })
            .collect()
    }

    /// Every card a button, in the picture's order; apart from them the discards that knock, and a big gin.
    pub(super) fn discard_rows(&self, seat: Seat, view: &gin::View) -> Vec<Row> {
        let (voice, keys) = (self.voice, self.keys(seat));
        let Some(hand) = view.hand else { return Vec::new() };
        let order = in_order(&Arrangement::best(hand, view.aces));
        let discards = order
            .iter()
            .filter(|card| view.legal.contains(&Action::Discard(**card)));
        let mut rows = rows(
            discards
                .map(|card| keys.button(card.to_string(), Act::Discard(*card), Style::Secondary))
                .collect(),
        );
        let knocks = view.legal.iter().filter_map(|action| match action {
            Action::Knock(card) => Some(*card),
            _ => None,
        });
        let mut knocks: Vec<(String, Act)> = knocks
            .map(|card| {
                let (kept, tier) = knocked(hand, card, view.aces);
                let label = match tier {
                    Some(_) => say!(voice, "button-gin", card = card.to_string()),
                    None => say!(voice, "button-knock", card = card.to_string(), points = kept.deadwood()),
                };
                let knock = if self.tastes[seat.index()].confirm {
                    Act::AskKnock(card)
                } else {
                    Act::Knock(card)
                };
                (label, knock)
            })
            .collect();
        if view.legal.contains(&Action::BigGin) {
            knocks.insert(0, (say!(voice, "button-big-gin"), Act::BigGin));
        }
        rows.extend(choice(
            say!(voice, "select-knock"),
            "knock",
            knocks,
            Style::Success,
            |act| keys.token(act),
        ));
        rows
    }
}

impl Voice<'_> {
    /// "Knock at 8 or less · the upcard is a spade: counts double"
    pub(super) fn knock_limit(&self, view: &gin::View) -> String {
        let limit = say!(self, "knock-limit", limit = view.limit);
        match self.counts_times(view) {
            Some(times) => format!("{limit} · {times}"),
            None => limit,
        }
    }

    /// "First upcard: 8♠", where it decides something.
    pub(super) fn first_upcard(&self, view: &gin::View) -> Option<String> {
        let card = view.turned.map(symbol)?;
        Some(say!(self, "first-upcard", card = card))
    }

    /// That the hand counts more than once, where it does.
    pub(super) fn counts_times(&self, view: &gin::View) -> Option<String> {
        (view.multiplier > 1).then(|| say!(self, "counts-times", times = view.multiplier))
    }
}

/// The ten cards that a knock leaves, and the tier when it is gin.
fn knocked(hand: CardSet, discard: Card, aces: Aces) -> (Arrangement, Option<Tier>) {
    let kept = Arrangement::best(hand.without(discard), aces);
    let melds = u8::try_from(kept.melds().len()).unwrap_or(0);
    let tier = if kept.deadwood() == 0 {
        Tier::of_melds(melds)
    } else {
        None
    };
    (kept, tier)
}

pub(super) fn may_knock(view: &gin::View) -> bool {
    view.legal
        .iter()
        .any(|action| matches!(action, Action::Knock(_) | Action::BigGin))
}

/// Whether the discard must be a knock: the last discard was taken for it.
pub(super) fn must_knock(view: &gin::View) -> bool {
    matches!(view.phase, ViewPhase::Discard { .. })
        && may_knock(view)
        && !view.legal.iter().any(|action| matches!(action, Action::Discard(_)))
}
