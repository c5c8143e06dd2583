//! `jinlami export` and `jinlami verify`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::cards::{Commitment, Pack, Seed, deal_key};
use crate::config::Config;
use crate::id::{Seat, TableId};
use crate::store::Store;
use crate::table::{Checked, Table, notation};

/// What is to be checked: a file, or one deal.
#[derive(Args)]
pub(super) struct Verify {
    /// A match that `jinlami export` wrote.
    #[arg(required_unless_present = "commitment", conflicts_with_all = ["commitment", "hand", "seed", "entropy"])]
    file: Option<PathBuf>,
    /// What stood on the table before the first deal: 64 hexadecimal digits.
    #[arg(long, requires_all = ["hand", "seed", "entropy"])]
    commitment: Option<Commitment>,
    /// The number of the hand in its match, from 1.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..1024))]
    hand: Option<u16>,
    /// What was told after the hand: 64 hexadecimal digits.
    #[arg(long)]
    seed: Option<Seed>,
    /// What each player added, the challenger's first; give it twice.
    #[arg(long, allow_hyphen_values = true, num_args = 1)]
    entropy: Vec<String>,
}

/// Prints the finished hands of a match.
pub(super) async fn export(config: &Config, code: &str, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    let found = match TableId::from_code(code.trim()) {
        Some(id) => Store::peek(&config.database.url, id).await?.map(|log| (id, log)),
        None => None,
    };
    let Some((id, log)) = found else {
        anyhow::bail!("there is no match {code} in {}", config.database.url);
    };
    say(notation::write(id, &log)?.trim_end());
    Ok(true)
}

/// Checks deals; `false` when one of them is not what it had to be.
pub(super) fn verify(what: &Verify, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<bool> {
    if let Some(file) = &what.file {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
        // Some shells write a mark before what a program prints.
        return Ok(verify_match(text.trim_start_matches('\u{FEFF}'), say)?);
    }
    let (Some(commitment), Some(hand), Some(seed), [first, second]) =
        (what.commitment, what.hand, &what.seed, &what.entropy[..])
    else {
        anyhow::bail!("give --entropy twice: the challenger's first");
    };
    let key = deal_key(seed, hand, [first, second]);
    let fits = commitment.covers(seed, hand);
    say(if fits {
        "The seed leads to the commitment."
    } else {
        "The seed does NOT lead to the commitment."
    });
    say(&format!("pack {}", letters(&key.pack())));
    if hand == 1 {
        let cut = key.cut();
        let (own, other) = (cut.cards()[0].letters(), cut.cards()[1].letters());
        say(&format!(
            "first dealer by lot: {}",
            if key.second_deals() { 2 } else { 1 }
        ));
        say(&format!("cut for the first dealer: {own} {other}"));
    }
    Ok(fits)
}

/// Checks every deal of a match that was written as text, after playing it again.
///
/// # Errors
/// The line that is none, or that the rules forbid.
pub(super) fn verify_match(text: &str, say: &(dyn Fn(&str) + Sync)) -> Result<bool, notation::NotAMatch> {
    let (id, log) = notation::read(text)?;
    let mut fine = true;
    for deal in Table::deals(&log) {
        let found = match deal.checked {
            Checked::Fair => "fair: the seed leads to the commitment, and seed and entropy give this deal",
            Checked::Together => {
                "fair, but dealt in the moment of its seal: the seed leads to the commitment, and seed and entropy give this deal"
            }
            Checked::Unsealed => "not sealed: there is nothing to check it by",
            Checked::WrongSeed => "WRONG: the seed does not lead to the commitment",
            Checked::Erased => {
                "the seed leads to the commitment; a player's words were deleted with their data, so the deal can't be computed again"
            }
            Checked::WrongDeal => "WRONG: seed and entropy give another deal",
        };
        fine &= !matches!(deal.checked, Checked::WrongSeed | Checked::WrongDeal);
        say(&format!("hand {}: {found}", deal.number));
    }
    if let Some(table) = Table::replay(id, &log) {
        let [first, second] = Seat::BOTH.map(|seat| table.scores()[seat.index()]);
        say(&format!(
            "match {}: {} hands replayed by the rules, {first} : {second}",
            id.code().to_uppercase(),
            table.hands().len()
        ));
    }
    Ok(fine)
}

fn letters(pack: &Pack) -> String {
    pack.cards().iter().map(|card| card.letters()).collect()
}
