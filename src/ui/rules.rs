//! The rules of a match, said from their values, with hands that the game itself plays by them.

use super::draft::{CAPTION, Draft, Keys, Sketch, rows};
use super::examples::{Lesson, Opened, example, opened};
use super::post::{Button, Style};
use super::token::{Act, Book};
use super::voice::{Lines, Voice, say, units};
use crate::gin::{
    AceRuns, AfterDrawn, Arrangement, Bonuses, FirstDealer, GamesScoring, KnockLimit, LimitFrom, Mode, NextDealer,
    Opening, Preset, Rules, Tie, UndercutRow,
};
use crate::id::Seat;
use crate::pictures::{HandPicture, Look, SeatPanel, TablePicture};
use crate::table::Terms;

/// The longest list of differences in UTF-16 units, so that a message holds it with what stands around it (Discord: 2000).
const LONGEST: usize = 1_600;

/// A page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Melds,
    Knock,
    Gin,
    Undercut,
    Match,
}

impl Page {
    /// Every page, in order.
    pub(super) const ALL: [Page; 5] = [Page::Melds, Page::Knock, Page::Gin, Page::Undercut, Page::Match];

    /// The page of this number; the first for a number that none has.
    pub(super) fn of(number: u8) -> Page {
        Page::ALL.get(usize::from(number)).copied().unwrap_or(Page::Melds)
    }
}

/// The preset of this number, as buttons carry it.
pub(super) fn preset_of(number: u8) -> Option<Preset> {
    Preset::ALL.get(usize::from(number)).copied()
}

/// The number of a preset.
pub(super) fn number_of(preset: Preset) -> u8 {
    Preset::ALL
        .iter()
        .zip(0..)
        .find(|(known, _)| **known == preset)
        .map_or(0, |(_, at)| at)
}

/// One page of the rules of these terms, with a picture and buttons to the others.
pub(super) fn rules_page(voice: Voice<'_>, terms: &Terms, book: Book, page: Page, keys: Keys) -> Draft {
    let sentences = sentences(voice, terms, page, book == Book::Match);
    let written = |variant: String| {
        let mut lines = Lines::default();
        lines.bold(format!("{variant} · {}", label(voice, page)));
        for sentence in &sentences {
            lines.plain(format!("• {sentence}"));
        }
        lines
    };
    let hand = example_of(page).and_then(|lesson| example(&terms.rules, lesson));
    let sketch = match (page, &hand) {
        (Page::Melds, _) => opened(&terms.rules).map(|opened| hand_sketch(voice, &opened.ten)),
        (_, Some(example)) => {
            let names = names(voice);
            let who = |seat: Seat| names[seat.index()].1.clone();
            let gain = voice.gain(&example.score, example.times, who);
            Some(voice.showdown(&example.score, &names, voice.ending(&example.score, who), gain))
        }
        // A page without an example of its own shows how a hand begins.
        (_, None) => opened(&terms.rules).map(|opened| table_sketch(voice, &opened)),
    };
    let described = |sketch: &Option<(Sketch, String)>| sketch.as_ref().map_or(0, |(_, alt)| units(alt) + 2);
    let mut lines = written(voice.variant(terms));
    if lines.units() + described(&sketch) > CAPTION {
        lines = written(voice.variant_in_short(terms));
    }
    // Words that no caption holds whole stand without a picture.
    let sketch = sketch.filter(|(_, alt)| lines.units() + units(alt) + 2 <= CAPTION);
    let at = |page: Page| {
        Page::ALL
            .iter()
            .zip(0..)
            .find(|(known, _)| **known == page)
            .map_or(0, |(_, at)| at)
    };
    let style = |chosen: bool| if chosen { Style::Primary } else { Style::Secondary };
    let pages: Vec<Button> = Page::ALL
        .iter()
        .map(|&other| keys.button(label(voice, other), Act::Rules(book, at(other)), style(other == page)))
        .collect();
    let mut buttons = rows(pages);
    if book != Book::Match {
        let mut others: Vec<Button> = Preset::ALL
            .iter()
            .map(|&preset| {
                (
                    Book::Preset(number_of(preset)),
                    say!(voice, "preset-short", preset = preset.name()),
                )
            })
            .filter(|(other, _)| *other != book)
            .map(|(other, label)| keys.button(label, Act::Rules(other, at(page)), Style::Secondary))
            .collect();
        if book != Book::House {
            let act = Act::Rules(Book::House, at(page));
            others.push(keys.button(say!(voice, "button-house"), act, Style::Secondary));
        }
        buttons.extend(rows(others));
    }
    Draft {
        text: lines.text(),
        sketch,
        rows: buttons,
        ..Draft::default()
    }
}

/// In what these rules differ from their preset, in one text: for rules that no button can carry.
pub(super) fn differences(voice: Voice<'_>, terms: &Terms) -> super::post::Text {
    let usual = Terms::of(terms.preset);
    let mut lines = Lines::default();
    lines.bold(voice.variant(terms));
    let mut room = LONGEST;
    for page in Page::ALL {
        let known = sentences(voice, &usual, page, false);
        for sentence in sentences(voice, terms, page, false) {
            let length = sentence.encode_utf16().count() + 3;
            if !known.contains(&sentence) && length <= room {
                room -= length;
                lines.plain(format!("• {sentence}"));
            }
        }
    }
    lines.plain(say!(
        voice,
        "rules-else",
        preset = say!(voice, "preset", preset = terms.preset.name())
    ));
    lines.text()
}

fn label(voice: Voice<'_>, page: Page) -> String {
    match page {
        Page::Melds => say!(voice, "rules-page-melds"),
        Page::Knock => say!(voice, "rules-page-knock"),
        Page::Gin => say!(voice, "rules-page-gin"),
        Page::Undercut => say!(voice, "rules-page-undercut"),
        Page::Match => say!(voice, "rules-page-match"),
    }
}

fn example_of(page: Page) -> Option<Lesson> {
    match page {
        Page::Knock => Some(Lesson::Knock),
        Page::Gin => Some(Lesson::Gold),
        Page::Undercut => Some(Lesson::Undercut),
        Page::Melds | Page::Match => None,
    }
}

/// The players of the examples.
fn names(voice: Voice<'_>) -> [(String, String); 2] {
    [say!(voice, "example-first"), say!(voice, "example-second")].map(|name| (name.clone(), name))
}

fn hand_sketch(voice: Voice<'_>, ten: &Arrangement) -> (Sketch, String) {
    let picture = HandPicture {
        look: Look::default(),
        title: say!(voice, "hand-title"),
        count: say!(voice, "count-deadwood", points = ten.deadwood()),
        groups: voice.groups(ten, &[]),
        ..HandPicture::default()
    };
    let mut parts = vec![say!(voice, "alt-hand", n = 10)];
    parts.push(say!(voice, "sentence", text = voice.laid_out(ten, true)));
    (Sketch::Hand(picture), parts.join(voice.space()))
}

fn table_sketch(voice: Voice<'_>, opened: &Opened) -> (Sketch, String) {
    let view = opened.hand.view(None);
    let names = names(voice);
    let seats = Seat::BOTH.map(|seat| {
        let to_move = view.to_move == Some(seat);
        let n = view.counts[seat.index()];
        SeatPanel {
            name: names[seat.index()].0.clone(),
            line: if to_move {
                say!(voice, "panel-cards-to-move", n = n)
            } else {
                say!(voice, "panel-cards", n = n)
            },
            score: "0".to_owned(),
            to_move,
        }
    });
    let top = view
        .upcard
        .map_or_else(|| say!(voice, "discard-empty"), |card| voice.card(card));
    let foot = voice.knock_limit(&view);
    let mut parts = vec![say!(voice, "alt-to-move", name = &names[0].1)];
    parts.push(match view.upcard {
        Some(card) => say!(voice, "alt-pile", card = voice.card(card)),
        None => say!(voice, "alt-pile-empty"),
    });
    parts.push(say!(voice, "alt-stock", n = view.stock));
    parts.push(say!(voice, "sentence", text = &foot));
    let picture = TablePicture {
        look: Look::default(),
        seats: seats.to_vec(),
        stock: view.stock,
        stock_label: say!(voice, "stock"),
        discard: view.upcard,
        pile: view.pile,
        discard_name: top,
        discard_label: say!(voice, "discard-pile"),
        foot,
    };
    (Sketch::Table(picture), parts.join(voice.space()))
}

/// The sentences of a page; `agreed` where two players have settled on the match already.
fn sentences(voice: Voice<'_>, terms: &Terms, page: Page, agreed: bool) -> Vec<String> {
    let rules = &terms.rules;
    match page {
        Page::Melds => melds(voice, rules),
        Page::Knock => knock(voice, rules),
        Page::Gin => gin(voice, rules),
        Page::Undercut => {
            let mut said = vec![undercut(voice, rules)];
            if rules.tie == Tie::Nobody {
                said.push(say!(voice, "rules-tie-nobody"));
            }
            said
        }
        Page::Match => whole(voice, rules, terms.mode, agreed),
    }
}

fn melds(voice: Voice<'_>, rules: &Rules) -> Vec<String> {
    let aces = match rules.aces.runs {
        AceRuns::Low => "low",
        AceRuns::Around => "around",
    };
    let mut said = vec![say!(voice, "rules-goal", aces = aces, points = rules.aces.points)];
    said.push(match rules.opening {
        Opening::DealerEleven => say!(voice, "rules-opening-eleven"),
        Opening::Upcard => say!(voice, "rules-opening-upcard"),
    });
    let mut turn = say!(voice, "rules-turn");
    if !rules.throw_back_taken {
        turn = [turn, say!(voice, "rules-no-throw-back")].join(voice.space());
    }
    said.push(turn);
    said
}

fn knock(voice: Voice<'_>, rules: &Rules) -> Vec<String> {
    let limit = match rules.knock_limit {
        KnockLimit::From(LimitFrom::Upcard) => say!(voice, "rules-limit-upcard"),
        KnockLimit::Points(limit) => say!(voice, "rules-limit", limit = limit),
    };
    let mut said = vec![limit];
    if rules.knock_limit == KnockLimit::Points(0) {
        return said;
    }
    said.push(say!(voice, "rules-knock"));
    said.push(say!(voice, "rules-knock-score", bonus = rules.knock_bonus));
    said
}

fn gin(voice: Voice<'_>, rules: &Rules) -> Vec<String> {
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
    let mut said = vec![[gin, layoff].join(voice.space())];
    if let Some(points) = rules.big_gin {
        said.push(say!(voice, "rules-big-gin", points = points));
    }
    if rules.spade_multiplier > 1 {
        said.push(say!(voice, "rules-spades", times = rules.spade_multiplier));
    }
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

fn whole(voice: Voice<'_>, rules: &Rules, mode: Mode, agreed: bool) -> Vec<String> {
    let mut said = vec![
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
            drawn = match (rules.after_drawn, rules.next_dealer) {
                (AfterDrawn::Same, _) => "same",
                (AfterDrawn::Alternate, NextDealer::Alternate) => "also",
                (AfterDrawn::Alternate, _) => "alternate",
            },
        )
        .trim_end()
        .to_owned(),
    ];
    let mut drawn = vec![say!(voice, "rules-drawn", floor = rules.stock_floor)];
    if rules.fiftieth_card {
        drawn.push(say!(voice, "rules-fiftieth"));
    }
    drawn.push(say!(voice, "rules-cap", cap = rules.discard_cap));
    said.push(drawn.join(voice.space()));
    said.push(say!(
        voice,
        "rules-match",
        agreed = if agreed { "yes" } else { "no" },
        mode = voice.mode(mode)
    ));
    match mode {
        Mode::Fixed { .. } | Mode::Target { within: Some(_), .. } => said.push(say!(voice, "rules-hands")),
        Mode::Target { within: None, .. } => {}
        Mode::Games { games: 1, .. } => {}
        Mode::Games { scoring, .. } => said.push(match scoring {
            GamesScoring::Hollywood => say!(voice, "rules-hollywood"),
            GamesScoring::Sequential => say!(voice, "rules-sequential"),
        }),
    }
    let Bonuses {
        game,
        hand,
        shutout_doubles,
    } = rules.bonuses;
    let mut bonuses = Vec::new();
    if game > 0 {
        bonuses.push(say!(voice, "rules-bonus-game", points = game));
    }
    if hand > 0 {
        bonuses.push(say!(voice, "rules-bonus-hand", points = hand));
    }
    if shutout_doubles {
        bonuses.push(say!(voice, "rules-bonus-shutout"));
    }
    if !bonuses.is_empty() {
        said.push(bonuses.join(voice.space()));
    }
    said.push(say!(voice, "rules-forfeit"));
    said.push(say!(voice, "play-points"));
    said
}
