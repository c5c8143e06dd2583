//! Fair deals: what was sealed, what is in a deal, and the check of a finished hand.

use super::ask::{Answer, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert, note};
use super::draft::{Draft, Keys};
use super::hand::NO_STAMP;
use super::names::{isolated, tidy};
use super::people::seen_by;
use super::post::{Row, Style};
use super::scene::Scene;
use super::token::{Act, table_code, table_of_code};
use super::voice::{Lines, say};
use crate::id::{PlayerId, Seat, TableId};
use crate::service::{Caller, Command, Error, Of};
use crate::table::{Checked, Deal, HandRecord, Proof, Table};

impl Scene<'_> {
    /// What the deals of this match are bound to.
    pub(super) fn seal(&self, lines: &mut Lines) {
        if let Some(commitment) = self.table.commitment() {
            lines.plain(say!(self.voice, "fair-sealed", commitment = commitment.to_string()));
        }
    }

    /// The seed of a finished hand, and the button that checks its deal.
    pub(super) fn seed(&self, lines: &mut Lines, record: &HandRecord) -> Vec<Row> {
        let Some(proof) = &record.proof else {
            return Vec::new();
        };
        lines.plain(say!(self.voice, "fair-seed", seed = proof.seed.hex()));
        let keys = Keys {
            table: self.table.id(),
            stamp: NO_STAMP,
        };
        let label = say!(self.voice, "button-verify");
        vec![Row::Buttons(vec![keys.button(
            label,
            Act::Verify(record.number),
            Style::Secondary,
        )])]
    }

    /// The reader's own words in this deal, and in the next one where they are others.
    pub(super) fn own_words(&self, lines: &mut Lines, seat: Seat) {
        let (dealt, next) = (self.table.words_in_deal(seat), self.table.words(seat));
        if let Some(words) = dealt {
            lines.plain(say!(self.voice, "fair-words-in", words = isolated(words)));
        }
        if let Some(words) = next.filter(|_| next != dealt) {
            lines.plain(say!(self.voice, "fair-words-next", words = isolated(words)));
        }
    }

    /// Everything that it takes to check this deal.
    fn deal_page(&self, deal: &Deal) -> Draft {
        let (voice, n) = (self.voice, deal.number);
        let mut lines = Lines::default();
        lines.bold([self.hand_number(n), self.match_id()].join(" · "));
        lines.plain(match deal.checked {
            Checked::Fair => say!(voice, "verify-fair", n = n),
            Checked::Together => say!(voice, "verify-together", n = n),
            Checked::Unsealed => say!(voice, "verify-unsealed", n = n),
            Checked::WrongSeed => say!(voice, "verify-seed", n = n),
            Checked::WrongDeal => say!(voice, "verify-deal", n = n),
            Checked::Erased => say!(voice, "verify-erased", n = n),
        });
        let draft = |lines: Lines| Draft {
            text: lines.text(),
            ..Draft::default()
        };
        let (Some(commitment), Some(proof)) = (deal.commitment, &deal.proof) else {
            return draft(lines);
        };
        let commitment = commitment.to_string();
        lines.plain(say!(voice, "verify-sealed", commitment = &commitment));
        lines.plain(say!(voice, "fair-seed", seed = proof.seed.hex()));
        for (seat, text) in Seat::BOTH.into_iter().zip(&proof.entropy) {
            lines.plain(if proof.erased[seat.index()] {
                say!(voice, "verify-added-erased", name = self.name(seat))
            } else if text.is_empty() {
                say!(voice, "verify-added-nothing", name = self.name(seat))
            } else {
                say!(voice, "verify-added", name = self.name(seat), text = isolated(text))
            });
        }
        lines.plain(say!(voice, "verify-pack"));
        lines.mono(deal.pack.cards().iter().map(|card| card.letters()).collect::<String>());
        if !proof.erased.contains(&true) {
            lines.plain(say!(voice, "verify-offline"));
            lines.mono(command_line(&commitment, n, proof));
        }
        draft(lines)
    }
}

impl Desk {
    pub(super) async fn verify(&self, guest: &Guest, typed: &str, hand: Option<i64>) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        match self.match_called(guest, player, typed).await? {
            Some(table) => self.verify_hand(guest, player, &table, hand).await,
            None => {
                let voice = self.voice_for(guest).await;
                Ok(alert(say!(voice, "refused-match", text = shown(typed))))
            }
        }
    }

    /// The button under a showdown.
    pub(super) async fn verify_press(
        &self,
        guest: &Guest,
        player: PlayerId,
        id: TableId,
        hand: u16,
    ) -> Result<Answer, Error> {
        match self.match_with(guest, player, id).await? {
            Some(table) => self.verify_hand(guest, player, &table, Some(i64::from(hand))).await,
            None => {
                let voice = self.voice_for(guest).await;
                Ok(alert(say!(
                    voice,
                    "refused-match",
                    text = table_code(id).to_uppercase()
                )))
            }
        }
    }

    async fn verify_hand(
        &self,
        guest: &Guest,
        player: PlayerId,
        table: &Table,
        hand: Option<i64>,
    ) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        // The whole pack tells every draw: as much as a replay.
        if table.seat_of(player).is_none() && !table.is_over() && !self.replays_are_open(table.place().venue).await? {
            return Ok(alert(say!(voice, "refused-replay")));
        }
        let deals = Table::deals(&self.service.facts(table.id()).await?);
        let deal = match hand {
            Some(hand) => deals.iter().find(|deal| i64::from(deal.number) == hand),
            None => deals.last(),
        };
        let Some(deal) = deal else {
            let running = i64::from(table.hand_number());
            let n = hand.unwrap_or(running.max(1));
            return Ok(alert(if n == running.max(1) && !table.is_over() {
                say!(voice, "refused-hand-running", n = n)
            } else {
                say!(voice, "refused-no-such-hand", n = n)
            }));
        };
        let table = &seen_by(table.clone(), guest);
        Ok(self.to_one(self.scene(table, voice.lang).await?.deal_page(deal)).await)
    }

    /// Mixes the guest's words into the deals of their newest match, first one of this place. A challenge that waits for its
    /// answer counts: these words are in the first deal.
    pub(super) async fn cut(&self, guest: &Guest, typed: &str) -> Result<Answer, Error> {
        let player = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let tables = self.service.tables(Of::Player(player)).await?;
        let mut seated: Vec<_> = tables
            .iter()
            .filter_map(|table| Some((table, table.seat_of(player)?)))
            .collect();
        // One of one's own matches may be named by its id in front of the words.
        let (first, rest) = typed
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((typed.trim(), ""));
        let named = table_of_code(first.trim_start_matches('#'));
        let (typed, named) = match named.filter(|id| seated.iter().any(|(table, _)| table.id() == *id)) {
            Some(id) => (rest, Some(id)),
            None => (typed, None),
        };
        let here = |table: &Table| {
            guest
                .place
                .is_some_and(|here| table.places().any(|place| place == here))
        };
        if let Some(id) = named {
            seated.retain(|(table, _)| table.id() == id);
        } else if seated.iter().any(|(table, _)| here(table)) {
            seated.retain(|(table, _)| here(table));
        }
        let (table, seat) = match seated.as_slice() {
            [] => return Ok(alert(say!(voice, "refused-no-match"))),
            [only] => *only,
            several => {
                let ids = several.iter().map(|(table, _)| table_code(table.id()).to_uppercase());
                return Ok(alert(say!(voice, "refused-cut-which", ids = voice.list(ids))));
            }
        };
        // A block of code on Discord, in which the check is told, can't hold them.
        let words = tidy(typed).replace('`', "'");
        let command = Command::Cut {
            table: table.id(),
            words: words.clone(),
        };
        self.service.handle(Caller::Person(guest.account), command).await?;
        let table = &seen_by(table.clone(), guest);
        let scene = self.scene(table, voice.lang).await?;
        Ok(note(say!(
            voice,
            "cut-set",
            words = isolated(&words),
            id = table_code(table.id()).to_uppercase(),
            opponent = scene.name(seat.other())
        )))
    }
}

/// What the program is asked with, ready to be pasted into a shell.
fn command_line(commitment: &str, hand: u16, proof: &Proof) -> String {
    let [first, second] = proof.entropy.each_ref().map(|text| quoted(text));
    let seed = proof.seed.hex();
    format!("jinlami verify --commitment {commitment} --hand {hand} --seed {seed} --entropy {first} --entropy {second}")
}

/// A text as a shell takes it back, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
