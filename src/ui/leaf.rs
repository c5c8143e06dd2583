//! What the buttons of boards, profiles and seasons carry: `2.` and the whole question in base 32, so that a page can be turned
//! whenever it was made. Nothing in it is secret and nothing trusted: whether somebody may see a place's board is looked at when
//! they press.

use super::ranking::{AMONG, Among, METRICS, MODES, WHEN, When};
use crate::gin::Preset;
use crate::id::base32::{read as value, write as number};
use crate::id::{Account, PlayerId, SeasonId};
use crate::service::{Metric, ModeKind};

/// What a button of this kind opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A page of a board.
    Board(BoardLeaf),
    /// What a player has done.
    Profile(ProfileLeaf),
    /// The seasons of a place.
    Seasons {
        /// The place's chat; 0: where it is pressed.
        chat: i64,
        /// Counted from 0.
        page: u32,
    },
}

/// A page of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardLeaf {
    pub(super) metric: Metric,
    pub(super) among: Among,
    pub(super) when: When,
    /// A season of the past; `None`: the one that runs.
    pub(super) season: Option<SeasonId>,
    pub(super) rules: Option<Preset>,
    pub(super) mode: Option<ModeKind>,
    pub(super) page: Page,
    /// The place's chat; 0: none.
    pub(super) chat: i64,
    /// The channel or topic, for a board of one.
    pub(super) channel: i64,
    /// Who asked for it, for the message that everybody sees; none for one that its reader alone sees.
    pub(super) asker: Option<Mark>,
    /// Which choice its buttons offer.
    pub(super) menu: Menu,
}

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// Counted from 0.
    Number(u32),
    /// The one that whoever presses stands on.
    Mine,
}

/// What the buttons under a board offer, where a platform has no lists to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Menu {
    Pages,
    Metrics,
    Times,
    Among,
}

/// What somebody has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProfileLeaf {
    pub(super) player: PlayerId,
    pub(super) rival: Option<PlayerId>,
    /// The place's chat; 0: everywhere.
    pub(super) chat: i64,
    /// Who asked for it, as in [`BoardLeaf`].
    pub(super) asker: Option<Mark>,
}

/// Tells one asker from another; two of them may share one, which lets the other turn a page and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u64);

/// So many marks there are: 2 in base 32 to the power of seven.
const MARKS: u64 = 1 << 35;

impl Mark {
    pub(super) fn of(account: Account) -> Mark {
        let mixed = account.user.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Mark(mixed >> 29 & (MARKS - 1))
    }
}

/// Writes a token, at most [`super::token::LIMIT`] bytes.
pub(super) fn encode(leaf: Leaf) -> String {
    let mut text = String::from("2.");
    let add = |text: &mut String, value: u64| {
        text.push('.');
        number(text, value);
    };
    match leaf {
        Leaf::Board(board) => {
            text.push('b');
            let place = |at: Option<usize>| at.map_or(NONE, |at| at as u64);
            for letter in [
                place(METRICS.iter().position(|one| *one == board.metric)),
                place(AMONG.iter().position(|one| *one == board.among)),
                place(WHEN.iter().position(|one| *one == board.when)),
                place(
                    board
                        .rules
                        .and_then(|rules| Preset::ALL.iter().position(|one| *one == rules)),
                ),
                place(board.mode.and_then(|mode| MODES.iter().position(|one| *one == mode))),
                board.menu as u64,
            ] {
                number(&mut text, letter);
            }
            let page = match board.page {
                Page::Number(page) => u64::from(page) + 1,
                Page::Mine => 0,
            };
            add(&mut text, page);
            add(&mut text, board.asker.map_or(0, |mark| mark.0 + 1));
            add(&mut text, board.season.map_or(0, |season| season.0.unsigned_abs()));
            add(&mut text, signed(board.chat));
            add(&mut text, signed(board.channel));
        }
        Leaf::Profile(profile) => {
            text.push('p');
            number(&mut text, profile.player.0.unsigned_abs());
            add(&mut text, profile.rival.map_or(0, |rival| rival.0.unsigned_abs()));
            add(&mut text, profile.asker.map_or(0, |mark| mark.0 + 1));
            add(&mut text, signed(profile.chat));
        }
        Leaf::Seasons { chat, page } => {
            text.push('s');
            number(&mut text, u64::from(page));
            add(&mut text, signed(chat));
        }
    }
    text
}

/// Reads a token; `None` for anything that [`encode`] does not write.
pub(super) fn decode(text: &str) -> Option<Leaf> {
    if text.len() > super::token::LIMIT {
        return None;
    }
    let mut parts = text.strip_prefix("2.")?.split('.');
    let head = parts.next()?;
    let kind = head.chars().next()?;
    let head = &head[kind.len_utf8()..];
    let mut next = || value(parts.next()?);
    let leaf = match kind {
        'b' => {
            let letters: Vec<&str> = head.split("").filter(|letter| !letter.is_empty()).collect();
            let [metric, among, when, rules, mode, menu] = letters[..] else {
                return None;
            };
            let page = match next()? {
                0 => Page::Mine,
                page => Page::Number(u32::try_from(page - 1).ok()?),
            };
            let asker = mark(next()?);
            let season = i64::try_from(next()?).ok()?;
            Leaf::Board(BoardLeaf {
                metric: *METRICS.get(place(metric)?)?,
                among: *AMONG.get(place(among)?)?,
                when: *WHEN.get(place(when)?)?,
                rules: some_of(&Preset::ALL, rules)?,
                mode: some_of(&MODES, mode)?,
                menu: *MENUS.get(place(menu)?)?,
                page,
                asker,
                season: (season != 0).then_some(SeasonId(season)),
                chat: unsigned(next()?),
                channel: unsigned(next()?),
            })
        }
        'p' => {
            let player = PlayerId(i64::try_from(value(head)?).ok()?);
            let rival = i64::try_from(next()?).ok()?;
            Leaf::Profile(ProfileLeaf {
                player,
                rival: (rival != 0).then_some(PlayerId(rival)),
                asker: mark(next()?),
                chat: unsigned(next()?),
            })
        }
        's' => Leaf::Seasons {
            page: u32::try_from(value(head)?).ok()?,
            chat: unsigned(next()?),
        },
        _ => return None,
    };
    parts.next().is_none().then_some(leaf)
}

/// The letter for "nothing in particular".
const NONE: u64 = 31;

/// In the order of the numbers that stand for them.
const MENUS: [Menu; 4] = [Menu::Pages, Menu::Metrics, Menu::Times, Menu::Among];

fn mark(value: u64) -> Option<Mark> {
    value.checked_sub(1).map(Mark)
}

fn place(letter: &str) -> Option<usize> {
    usize::try_from(value(letter)?).ok()
}

/// One of these or none in particular; `None` when it is neither.
fn some_of<T: Copy>(all: &[T], letter: &str) -> Option<Option<T>> {
    match value(letter)? {
        NONE => Some(None),
        _ => all.get(place(letter)?).map(|one| Some(*one)),
    }
}

/// A chat's id may be negative: small either way, it stays short.
fn signed(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn unsigned(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Platform;
    use crate::ui::token::LIMIT;

    fn account(user: i64) -> Account {
        Account {
            platform: Platform::Discord,
            user,
        }
    }

    /// The longest that there are: today's snowflakes, a million players and seasons, the last page of 10,000,000 people.
    fn longest() -> BoardLeaf {
        BoardLeaf {
            metric: Metric::Teams,
            among: Among::Channel,
            when: When::Season,
            season: Some(SeasonId(1 << 25)),
            rules: Some(Preset::Tedesco),
            mode: Some(ModeKind::Games),
            page: Page::Number(999_999),
            chat: 1_499_999_999_999_999_999,
            channel: 1_499_999_999_999_999_999,
            asker: Some(Mark(MARKS - 2)),
            menu: Menu::Among,
        }
    }

    #[test]
    fn every_leaf_comes_back_and_fits() {
        let mut leaves = Vec::new();
        for (at, metric) in METRICS.into_iter().enumerate() {
            leaves.push(Leaf::Board(BoardLeaf { metric, ..longest() }));
            leaves.push(Leaf::Board(BoardLeaf {
                metric,
                among: AMONG[at % 4],
                when: WHEN[at % 5],
                menu: MENUS[at % 4],
                season: None,
                rules: None,
                mode: None,
                page: Page::Mine,
                chat: -1_002_345_678_901,
                channel: 0,
                asker: None,
            }));
        }
        for chat in [0, -5, i64::MAX, i64::MIN] {
            leaves.push(Leaf::Seasons { chat, page: 3 });
            leaves.push(Leaf::Profile(ProfileLeaf {
                player: PlayerId(1 << 40),
                rival: (chat == 0).then_some(PlayerId(7)),
                chat,
                asker: Some(Mark::of(account(chat))),
            }));
        }
        for leaf in leaves {
            let token = encode(leaf);
            assert!(token.len() <= LIMIT, "{token}: {}", token.len());
            assert_eq!(decode(&token), Some(leaf), "{token}");
            for broken in [
                &token[..token.len() - 1],
                &format!("{token}.0"),
                &token[1..],
                &format!("{token}i"),
            ] {
                assert_ne!(decode(broken), Some(leaf), "{broken}");
            }
        }
        for nonsense in [
            "",
            "2.",
            "2.b",
            "2.b0000000.1.0.0.0.0",
            "2.b00000z.1.0.0.0.0",
            "2.x",
            "1.0.0.s",
            "2.é.0",
            "2.s0.0.0",
        ] {
            assert_eq!(decode(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn marks_tell_askers_apart() {
        let mut marks: Vec<u64> = (1..5_000).map(|user| Mark::of(account(user)).0).collect();
        marks.extend((0..5_000).map(|user| Mark::of(account(1_200_000_000_000_000_000 + (user << 22))).0));
        marks.sort_unstable();
        marks.dedup();
        assert_eq!(marks.len(), 9_999);
    }
}
