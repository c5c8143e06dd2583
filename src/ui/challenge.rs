//! A challenge as it was typed, to terms that can be played.

use std::ops::RangeInclusive;

use super::ask::Challenge;
use super::house::House;
use super::names::clean;
use super::voice::{Voice, say};
use crate::gin::{GamesScoring, Mode, Preset, Setting, Variant};
use crate::table::Terms;

/// How many hands a match may have (ours).
pub(super) const HANDS: RangeInclusive<i64> = 1..=Terms::HANDS_MAX as i64;
/// Which target score a match may have, in points (ours).
pub(super) const TARGET: RangeInclusive<i64> = 10..=Terms::TARGET_MAX as i64;

/// The terms of a challenge; `usual` is what this place plays where the challenge names no rules.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn terms(voice: Voice<'_>, challenge: &Challenge, usual: &House) -> Result<Terms, String> {
    let mut own = House::read(voice, challenge.house.as_deref().unwrap_or_default())?;
    if let Some(typed) = &challenge.rules {
        let named = preset(typed).ok_or_else(|| voice.no_such_rules(typed))?;
        if own.preset.is_some_and(|other| other != named) {
            return Err(say!(voice, "refused-option-twice", option = "rules"));
        }
        own.preset = Some(named);
    }
    for (option, twice) in [
        ("mode", own.mode.is_some() && challenge.mode.is_some()),
        ("hands", own.hands.is_some() && challenge.hands.is_some()),
        ("target", own.target.is_some() && challenge.target.is_some()),
        ("clock", own.clock.is_some() && challenge.clock.is_some()),
    ] {
        if twice {
            return Err(say!(voice, "refused-option-twice", option = option));
        }
    }
    own.mode = own.mode.or_else(|| challenge.mode.clone());
    own.hands = own.hands.or(challenge.hands);
    own.target = own.target.or(challenge.target);
    own.clock = own.clock.or_else(|| challenge.clock.clone());
    let house = if own.preset.is_some() { own } else { over(own, usual) };
    let preset = house.preset.unwrap_or(Preset::Jinlami);
    let mode = mode(voice, &house, preset.mode())?;
    let variant = Variant {
        rules: preset.rules(),
        mode,
    };
    let Variant { rules, mode } = variant
        .with(&house.changes)
        .map_err(|contradiction| voice.contradiction(contradiction))?;
    let turn = match &house.clock {
        None => Terms::TURN_DEFAULT,
        Some(typed) => clock(typed).ok_or_else(|| say!(voice, "refused-clock", text = shown(typed)))?,
    };
    let terms = Terms {
        preset,
        rules,
        mode,
        turn,
        rated: true,
    };
    terms.check().map_err(|bad| voice.bad_terms(bad))?;
    Ok(terms)
}

/// What a challenge says over what the place plays; how the match is decided is said as a whole or not at all.
fn over(own: House, usual: &House) -> House {
    let mut house = usual.clone();
    if own.decides() {
        (house.mode, house.hands, house.target) = (own.mode, own.hands, own.target);
        house.changes.retain(|(setting, _)| !setting.of_match());
    }
    house
        .changes
        .retain(|(setting, _)| own.changes.iter().all(|(changed, _)| changed != setting));
    house.changes.extend(own.changes);
    house.changes.sort_by_key(|(setting, _)| *setting);
    house.clock = own.clock.or(house.clock);
    house
}

/// How the match is decided, before the number of games and their scoring are looked at.
fn mode(voice: Voice<'_>, house: &House, usual: Mode) -> Result<Mode, String> {
    let hands = within(house.hands, HANDS)
        .ok_or_else(|| say!(voice, "refused-hands", least = *HANDS.start(), most = *HANDS.end()))?;
    let target = within(house.target, TARGET)
        .ok_or_else(|| say!(voice, "refused-target", least = *TARGET.start(), most = *TARGET.end()))?;
    let games = house.changes.iter().any(|(setting, _)| *setting == Setting::Games);
    let kind = match house.mode.as_deref().map(str::to_lowercase).as_deref() {
        Some("fixed" | "hands" | "定局积分" | "定局積分" | "定局") => Kind::Fixed,
        Some("target" | "达标" | "達標") => Kind::Target,
        Some("games" | "多盘" | "多盤" | "hollywood" | "好莱坞" | "好萊塢") => Kind::Games,
        Some(other) => return Err(say!(voice, "refused-mode", text = shown(other))),
        None if games => Kind::Games,
        None => match (hands, target, usual) {
            (None, _, Mode::Games { .. }) => Kind::Games,
            (_, Some(_), _) | (None, None, Mode::Target { .. }) => Kind::Target,
            (Some(_), None, _) | (None, None, Mode::Fixed { .. }) => Kind::Fixed,
        },
    };
    Ok(match kind {
        Kind::Fixed | Kind::Target if games => return Err(say!(voice, "refused-mode-games")),
        Kind::Games if hands.is_some() => return Err(say!(voice, "refused-hands-games")),
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
        Kind::Games => {
            let (games, points, scoring) = match (usual, Preset::Tedesco.mode()) {
                (Mode::Games { games, points, scoring }, _) => (games, points, scoring),
                // A target of one game is the target of each.
                (Mode::Target { points, .. }, Mode::Games { games, scoring, .. }) => (games, points, scoring),
                (_, Mode::Games { games, points, scoring }) => (games, points, scoring),
                _ => (1, USUAL_TARGET, GamesScoring::Sequential),
            };
            Mode::Games {
                games,
                points: target.unwrap_or(points),
                scoring,
            }
        }
    })
}

/// The preset that was typed, by its name or by what it is called in Chinese.
pub(super) fn preset(typed: &str) -> Option<Preset> {
    let typed = typed.trim().to_lowercase();
    let typed = typed.trim_end_matches("规则").trim_end_matches("規則").trim_end();
    Some(match typed {
        "金拉米" => Preset::Jinlami,
        "金拉米pk" | "金拉米 pk" | "pk" | "jinlami_pk" => Preset::JinlamiPk,
        "经典" | "經典" => Preset::Classic,
        "俄克拉荷马" | "俄克拉荷馬" | "奥克拉荷马" | "奧克拉荷馬" => Preset::Oklahoma,
        "泰代斯科" | "泰德斯科" => Preset::Tedesco,
        name => name.parse().ok()?,
    })
}

/// A typed time for a turn in milliseconds, between the bounds of [`Terms`]: `90s`, `5m`, `24h`, `3d`.
fn clock(typed: &str) -> Option<i64> {
    let typed: String = typed
        .trim()
        .to_lowercase()
        .chars()
        .map(|letter| match letter {
            // A Chinese keyboard's digits.
            '０'..='９' => char::from_u32(u32::from(letter) - u32::from('０') + u32::from('0')).unwrap_or(letter),
            other => other,
        })
        .collect();
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
    Games,
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
    use crate::words::Words;

    fn read(change: impl FnOnce(&mut Challenge)) -> Result<Terms, String> {
        read_at("", change)
    }

    /// In a place where this is played.
    fn read_at(usual: &str, change: impl FnOnce(&mut Challenge)) -> Result<Terms, String> {
        let mut challenge = Challenge::default();
        change(&mut challenge);
        let words = Words::new();
        let voice = Voice::new(&words, Lang::En);
        terms(voice, &challenge, &House::read(voice, usual).unwrap())
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
                .contains("fixed, target, games")
        );
        assert!(read(|c| (c.mode, c.target) = (Some("fixed".into()), Some(100))).is_err());
    }

    #[test]
    fn house_rules_change_the_preset_and_the_match() {
        let house = |text: &'static str| move |c: &mut Challenge| c.house = Some(text.into());
        let terms = read(house("oklahoma big_gin=31 target=150")).unwrap();
        assert_eq!(terms.preset, Preset::Oklahoma);
        assert_eq!(terms.rules.big_gin, Some(31));
        let target = |points, within| Mode::Target { points, within };
        assert_eq!(terms.mode, target(150, None));
        // The option and the text are one.
        let both = read(|c| (c.rules, c.house) = (Some("oklahoma".into()), Some("big_gin=31, target:150".into())));
        assert_eq!(both, Ok(terms));
        let games = |games, points, scoring| Mode::Games { games, points, scoring };
        let mode = |change: fn(&mut Challenge)| read(change).unwrap().mode;
        assert_eq!(
            mode(|c| c.mode = Some("games".into())),
            games(3, 200, GamesScoring::Hollywood)
        );
        assert_eq!(
            mode(|c| (c.rules, c.house) = (Some("classic".into()), Some("games=2 scoring=sequential".into()))),
            games(2, 100, GamesScoring::Sequential)
        );
        assert_eq!(
            mode(|c| (c.rules, c.target) = (Some("tedesco".into()), Some(150))),
            games(3, 150, GamesScoring::Hollywood)
        );
        assert_eq!(
            mode(|c| (c.rules, c.hands) = (Some("tedesco".into()), Some(5))),
            Mode::Fixed { hands: 5 }
        );
        assert_eq!(
            mode(|c| (c.rules, c.mode) = (Some("tedesco".into()), Some("target".into()))),
            target(200, None)
        );
        for (change, said) in [
            ("oklahoma opening=dealer_eleven", "upcard"),
            ("game_bonus=100", "Bonuses for a game"),
            ("games=3 hands=5", "not after a number of hands"),
            ("games=3 mode=fixed", "only go with the mode games"),
            ("scoring=hollywood", "needs several games"),
            ("big_gin=0x1f", "can’t be “0x1f”"),
            ("target=9", "10 to 10000"),
            ("hands=many", "1 to 99"),
            ("clock=1y", "90s"),
        ] {
            let refused = read(|c| c.house = Some(change.into())).unwrap_err();
            assert!(refused.contains(said), "{change}: {refused}");
        }
        let twice = read(|c| (c.rules, c.house) = (Some("classic".into()), Some("oklahoma".into())));
        assert!(twice.unwrap_err().contains("gave rules twice"));
        let twice = read(|c| (c.target, c.house) = (Some(100), Some("target=150".into())));
        assert!(twice.unwrap_err().contains("gave target twice"));
    }

    #[test]
    fn a_place_has_its_own_usual_rules() {
        let usual = "oklahoma big_gin=31 target=150 clock=5m";
        let terms = read_at(usual, |_| ()).unwrap();
        assert_eq!((terms.preset, terms.rules.big_gin), (Preset::Oklahoma, Some(31)));
        assert_eq!(terms.turn, 300_000);
        // Named rules are those rules.
        let named = read_at(usual, |c| c.rules = Some("oklahoma".into())).unwrap();
        assert_eq!(named, Terms::of(Preset::Oklahoma));
        // What is changed besides is changed in them.
        let more = read_at(usual, |c| c.house = Some("tie=nobody big_gin=off".into())).unwrap();
        assert_eq!((more.rules.big_gin, more.rules.tie), (None, crate::gin::Tie::Nobody));
        assert_eq!(more.mode, terms.mode);
        let fixed = read_at(usual, |c| (c.hands, c.clock) = (Some(3), Some("1h".into()))).unwrap();
        assert_eq!((fixed.mode, fixed.turn), (Mode::Fixed { hands: 3 }, 3_600_000));
        assert_eq!(fixed.rules, terms.rules);
        let games = read_at("tedesco games=2", |c| c.hands = Some(3)).unwrap();
        assert_eq!(games.mode, Mode::Fixed { hands: 3 });
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
