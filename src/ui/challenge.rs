//! A challenge as it was typed, to terms that can be played.

use std::ops::RangeInclusive;

use super::ask::Challenge;
use super::names::clean;
use super::voice::{Voice, say};
use crate::gin::{Mode, Preset};
use crate::table::Terms;

/// How many hands a match may have (ours).
pub(super) const HANDS: RangeInclusive<i64> = 1..=Terms::HANDS_MAX as i64;
/// Which target score a match may have, in points (ours).
pub(super) const TARGET: RangeInclusive<i64> = 10..=Terms::TARGET_MAX as i64;

/// The terms of a challenge.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn terms(voice: Voice<'_>, challenge: &Challenge) -> Result<Terms, String> {
    let preset = match &challenge.rules {
        None => Preset::Jinlami,
        Some(typed) => preset(typed).ok_or_else(|| {
            let known = voice.list(Preset::ALL.iter().map(|preset| preset.name().to_owned()));
            say!(voice, "refused-rules", text = shown(typed), known = known)
        })?,
    };
    let hands = within(challenge.hands, HANDS)
        .ok_or_else(|| say!(voice, "refused-hands", least = *HANDS.start(), most = *HANDS.end()))?;
    let target = within(challenge.target, TARGET)
        .ok_or_else(|| say!(voice, "refused-target", least = *TARGET.start(), most = *TARGET.end()))?;
    let usual = preset.mode();
    let kind = match challenge.mode.as_deref().map(str::to_lowercase).as_deref() {
        Some("fixed" | "hands" | "定局积分" | "定局積分" | "定局") => Kind::Fixed,
        Some("target" | "达标" | "達標") => Kind::Target,
        Some(other) => return Err(say!(voice, "refused-mode", text = shown(other))),
        None => match (hands, target, usual) {
            (_, Some(_), _) | (None, None, Mode::Target { .. } | Mode::Games { .. }) => Kind::Target,
            (Some(_), None, _) | (None, None, Mode::Fixed { .. }) => Kind::Fixed,
        },
    };
    let mode = match kind {
        Kind::Fixed if target.is_some() => return Err(say!(voice, "refused-target-fixed")),
        Kind::Fixed => Mode::Fixed {
            hands: hands.unwrap_or(match usual {
                Mode::Fixed { hands }
                | Mode::Target {
                    within: Some(hands), ..
                } => hands,
                Mode::Target { within: None, .. } | Mode::Games { .. } => USUAL_HANDS,
            }),
        },
        Kind::Target => {
            let (points, within) = match usual {
                Mode::Target { points, within } => (points, within),
                Mode::Games { points, .. } => (points, None),
                Mode::Fixed { .. } => (USUAL_TARGET, None),
            };
            Mode::Target {
                points: target.unwrap_or(points),
                within: hands.or(within),
            }
        }
    };
    let turn = match &challenge.clock {
        None => Terms::TURN_DEFAULT,
        Some(typed) => clock(typed).ok_or_else(|| say!(voice, "refused-clock", text = shown(typed)))?,
    };
    Ok(Terms {
        mode,
        turn,
        ..Terms::of(preset)
    })
}

/// The preset that was typed.
pub(super) fn preset(typed: &str) -> Option<Preset> {
    let typed = typed.trim().to_lowercase();
    Preset::ALL.into_iter().find(|preset| preset.name() == typed)
}

/// A typed time for a turn in milliseconds, between the bounds of [`Terms`]: `90s`, `5m`, `24h`, `3d`.
fn clock(typed: &str) -> Option<i64> {
    let typed = typed.trim().to_lowercase();
    let digits = typed.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = typed.split_at(digits);
    let unit = match unit.trim() {
        "s" | "sec" | "秒" => 1_000,
        "m" | "min" | "分" | "分钟" | "分鐘" => 60_000,
        "h" | "小时" | "小時" => 3_600_000,
        "d" | "天" => 86_400_000,
        _ => return None,
    };
    let turn = number.parse::<i64>().ok()?.checked_mul(unit)?;
    (Terms::TURN_MIN..=Terms::TURN_MAX).contains(&turn).then_some(turn)
}

/// How many hands `fixed` means where the preset does not say (ours).
const USUAL_HANDS: u16 = 4;
/// Which score `target` means where the preset does not say (rule book: 100).
const USUAL_TARGET: u16 = 100;

enum Kind {
    Fixed,
    Target,
}

/// A typed number when it is there and within its bounds; `None` when it is out of them.
fn within(typed: Option<i64>, bounds: RangeInclusive<i64>) -> Option<Option<u16>> {
    match typed {
        None => Some(None),
        Some(number) if bounds.contains(&number) => u16::try_from(number).ok().map(Some),
        Some(_) => None,
    }
}

/// What was typed, fit to be repeated.
pub(super) fn shown(typed: &str) -> String {
    clean(typed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Lang;
    use crate::ui::Foe;
    use crate::words::Words;

    fn read(change: impl FnOnce(&mut Challenge)) -> Result<Terms, String> {
        let mut challenge = Challenge {
            opponent: Foe::Anyone,
            rules: None,
            mode: None,
            hands: None,
            target: None,
            clock: None,
        };
        change(&mut challenge);
        terms(Voice::new(&Words::new(), Lang::En), &challenge)
    }

    #[test]
    fn what_was_typed_gives_the_mode() {
        let usual = Terms::of(Preset::Jinlami);
        assert_eq!(read(|_| ()).unwrap(), usual);
        let mode = |change: fn(&mut Challenge)| read(change).unwrap().mode;
        assert_eq!(mode(|c| c.hands = Some(3)), Mode::Fixed { hands: 3 });
        assert_eq!(
            mode(|c| c.target = Some(200)),
            Mode::Target {
                points: 200,
                within: None
            }
        );
        assert_eq!(
            mode(|c| (c.target, c.hands) = (Some(200), Some(7))),
            Mode::Target {
                points: 200,
                within: Some(7)
            }
        );
        assert_eq!(
            mode(|c| c.mode = Some("Target".into())),
            Mode::Target {
                points: 100,
                within: None
            }
        );
        assert_eq!(
            mode(|c| (c.rules, c.mode) = (Some("classic".into()), Some("fixed".into()))),
            Mode::Fixed { hands: USUAL_HANDS }
        );
        assert_eq!(mode(|c| c.rules = Some(" Classic".into())), Preset::Classic.mode());
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for hands in [0, -1, 100, i64::MIN, i64::MAX] {
            assert!(read(|c| c.hands = Some(hands)).unwrap_err().contains("1 to 99"));
        }
        for target in [9, 0, -5, 10_001, i64::MAX] {
            assert!(read(|c| c.target = Some(target)).unwrap_err().contains("10 to 10000"));
        }
        for clock in [
            "",
            "5",
            "59s",
            "4d",
            "1e9",
            "٣d",
            "-5m",
            "5.5h",
            "99999999999999999999d",
            "m",
        ] {
            assert!(
                read(|c| c.clock = Some(clock.into())).unwrap_err().contains("90s"),
                "{clock}"
            );
        }
        assert!(
            read(|c| c.rules = Some("poker\u{202E}".into()))
                .unwrap_err()
                .contains("“poker”")
        );
        assert!(
            read(|c| c.mode = Some("poker".into()))
                .unwrap_err()
                .contains("fixed, target")
        );
        assert!(read(|c| (c.mode, c.target) = (Some("fixed".into()), Some(100))).is_err());
    }

    #[test]
    fn a_clock_has_a_unit() {
        for (typed, ms) in [
            ("90s", 90_000),
            ("5m", 300_000),
            (" 24H ", 86_400_000),
            ("3天", 259_200_000),
        ] {
            assert_eq!(clock(typed), Some(ms), "{typed}");
        }
    }
}
