//! The rules of a preset, said from its values.

use super::post::Text;
use super::voice::{Lines, Voice, say};
use crate::gin::{AfterDrawn, FirstDealer, Mode, NextDealer, Opening, Preset, Rules, Tie, UndercutRow};

/// The rules of a preset in words.
pub(super) fn rules_text(voice: Voice<'_>, preset: Preset) -> Text {
    let mut lines = Lines::default();
    lines.bold(say!(voice, "preset", preset = preset.name()));
    for sentence in sentences(voice, &preset.rules(), preset.mode()) {
        lines.plain(format!("• {sentence}"));
    }
    let others = Preset::ALL
        .iter()
        .filter(|other| **other != preset)
        .map(|other| other.name().to_owned());
    lines.plain(say!(voice, "rules-others", known = voice.list(others)));
    lines.plain(say!(voice, "play-points"));
    lines.text()
}

fn sentences(voice: Voice<'_>, rules: &Rules, mode: Mode) -> Vec<String> {
    let mut said = vec![say!(voice, "rules-goal")];
    said.push(
        say!(
            voice,
            "rules-dealer",
            first = match rules.first_dealer {
                FirstDealer::Random => "random",
                FirstDealer::LowestCard => "lowest",
            },
            next = match rules.next_dealer {
                NextDealer::Alternate => "alternate",
                NextDealer::Loser => "loser",
                NextDealer::Winner => "winner",
            },
            drawn = match rules.after_drawn {
                AfterDrawn::Alternate => "alternate",
                AfterDrawn::Same => "same",
            },
        )
        .trim_end()
        .to_owned(),
    );
    said.push(match rules.opening {
        Opening::DealerEleven => say!(voice, "rules-opening-eleven"),
        Opening::Upcard => say!(voice, "rules-opening-upcard"),
    });
    let mut turn = say!(voice, "rules-turn");
    if !rules.throw_back_taken {
        turn = [turn, say!(voice, "rules-no-throw-back")].join(voice.space());
    }
    said.push(turn);
    said.push(say!(voice, "rules-knock", limit = rules.knock_limit.of(None)));
    said.push(say!(voice, "rules-knock-score", bonus = rules.knock_bonus));
    let gold = rules.gold;
    let gin = if gold.three == gold.two && gold.two == gold.dragon {
        say!(voice, "rules-gin", points = gold.three)
    } else {
        say!(
            voice,
            "rules-gin-tiers",
            three = gold.three,
            two = gold.two,
            dragon = gold.dragon
        )
    };
    let layoff = if rules.layoff_on_gold {
        say!(voice, "rules-gin-layoff")
    } else {
        say!(voice, "rules-gin-no-layoff")
    };
    said.push([gin, layoff].join(voice.space()));
    said.push(undercut(voice, rules));
    if rules.tie == Tie::Nobody {
        said.push(say!(voice, "rules-tie-nobody"));
    }
    let drawn = say!(voice, "rules-drawn", floor = rules.stock_floor);
    said.push([drawn, say!(voice, "rules-cap", cap = rules.discard_cap)].join(voice.space()));
    said.push(say!(voice, "rules-match", mode = voice.mode(mode)));
    said
}

fn undercut(voice: Voice<'_>, rules: &Rules) -> String {
    let tie = match rules.tie {
        Tie::Undercut => "undercut",
        Tie::Nobody => "nobody",
    };
    let rows = [
        ("eight", rules.undercut.eight),
        ("seven", rules.undercut.seven),
        ("six", rules.undercut.six),
    ];
    let flat = rows[0].1.loose;
    let same = |row: UndercutRow| [row.dragon, row.two, row.three, row.loose] == [flat; 4];
    if rows.iter().all(|(_, row)| same(*row)) {
        return say!(voice, "rules-undercut", tie = tie, points = flat);
    }
    let rows = rows.map(|(cards, row)| {
        say!(
            voice,
            "rules-undercut-row",
            cards = cards,
            dragon = row.dragon,
            two = row.two,
            three = row.three,
            loose = row.loose
        )
    });
    let head = say!(voice, "rules-undercut-table", tie = tie);
    format!("{head}\n   {}", rows.join("\n   "))
}
