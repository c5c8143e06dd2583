//! Which board somebody wants: from typed words, in any order and in every language.

use super::challenge::preset;
use super::commands::{CommandText, OptionText};
use super::voice::{Voice, say};
use crate::gin::Preset;
use crate::service::{Metric, ModeKind};

/// A board as it was asked for; what is `None` is as usual: points, here, of all time, whatever was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardWish {
    /// What to rank by: `points`, `rating`, `wins` and so on.
    pub by: Option<String>,
    /// Among whom: `here`, `channel`, `overall`, `friends`.
    pub scope: Option<String>,
    /// Of which time: `today`, `week`, `month`, `season`, `all`.
    pub period: Option<String>,
    /// Which season, by its number or its name.
    pub season: Option<String>,
    /// Of which rules alone: a preset's name.
    pub rules: Option<String>,
    /// Of which mode alone: `fixed`, `target`, `games`.
    pub mode: Option<String>,
}

/// Among whom a board ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Who played in the channel or topic.
    Channel,
    /// Who played in the place.
    Venue,
    /// Everybody.
    All,
    /// The asker and those they have finished a match with.
    Friends,
}

/// Of which time a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Today,
    Week,
    Month,
    /// A season of the place.
    Season,
    All,
}

/// What a board can rank by, in the order in which it is offered; buttons count on it.
pub(super) const METRICS: [Metric; 11] = [
    Metric::Points,
    Metric::Rating,
    Metric::Wins,
    Metric::WinRate,
    Metric::Hands,
    Metric::Gold,
    Metric::Dragon,
    Metric::Undercuts,
    Metric::Streak,
    Metric::Events,
    Metric::Teams,
];

/// In the order in which they are offered; buttons count on it.
pub(super) const AMONG: [Among; 4] = [Among::Venue, Among::Channel, Among::All, Among::Friends];

/// In the order in which they are offered; buttons count on it.
pub(super) const WHEN: [When; 5] = [When::All, When::Today, When::Week, When::Month, When::Season];

/// Buttons count on the order.
pub(super) const MODES: [ModeKind; 3] = [ModeKind::Fixed, ModeKind::Target, ModeKind::Games];

impl BoardWish {
    /// Reads what stands behind `/top`, in any order: `wins this week overall classic`, `賽季 2 勝率`. What nobody knows is
    /// taken for what to rank by, so that it is refused by name.
    #[must_use]
    pub fn typed(words: &[String]) -> BoardWish {
        let mut wish = BoardWish::default();
        let mut words = words
            .iter()
            .flat_map(|word| word.split(['=', ':', '：', ',', '，', '、']))
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .peekable();
        while let Some(word) = words.next() {
            if FILLERS.contains(&word.as_str()) {
                continue;
            }
            if let Some(next) = words.peek() {
                let both = format!("{word} {next}");
                if wish.take(&both) {
                    words.next();
                    continue;
                }
            }
            if let Some(named) = season_word(&word) {
                wish.period = Some("season".to_owned());
                let number = |next: &String| next.bytes().all(|byte| byte.is_ascii_digit());
                wish.season = named.map(str::to_owned).or_else(|| words.next_if(number));
                continue;
            }
            if !wish.take(&word) && wish.by.as_deref().is_none_or(|by| metric(by).is_some()) {
                wish.by = Some(word);
            }
        }
        wish
    }

    /// Takes a word for what it names.
    fn take(&mut self, word: &str) -> bool {
        let place = if metric(word).is_some() {
            // The first word that names nothing stays, to be refused.
            if self.by.as_deref().is_some_and(|by| metric(by).is_none()) {
                return true;
            }
            &mut self.by
        } else if among(word).is_some() {
            &mut self.scope
        } else if when(word).is_some() {
            &mut self.period
        } else if mode(word).is_some() {
            &mut self.mode
        } else if preset(word).is_some() {
            &mut self.rules
        } else {
            return false;
        };
        *place = Some(word.to_owned());
        true
    }
}

/// `season`, `赛季`, and with a number in it: `s2`, `赛季2`.
fn season_word(word: &str) -> Option<Option<&str>> {
    let rest = ["season", "赛季", "賽季"]
        .iter()
        .find_map(|name| word.strip_prefix(name))
        .or_else(|| word.strip_prefix('s').filter(|rest| !rest.is_empty()))?;
    let rest = rest.trim_start_matches(['#', '-']);
    if rest.is_empty() {
        return Some(None);
    }
    rest.bytes().all(|byte| byte.is_ascii_digit()).then_some(Some(rest))
}

/// Words that say nothing by themselves.
const FILLERS: [&str; 17] = [
    "by", "of", "in", "for", "the", "scope", "period", "rules", "mode", "board", "top", "按", "的", "范围", "範圍",
    "时间", "時間",
];

/// What a word ranks by.
pub(super) fn metric(word: &str) -> Option<Metric> {
    Some(match word.trim().to_lowercase().as_str() {
        "points" | "point" | "score" | "积分" | "積分" | "分数" | "分數" => Metric::Points,
        "rating" | "ratings" | "elo" | "glicko" | "等级分" | "等級分" => Metric::Rating,
        "wins" | "won" | "win" | "胜场" | "勝場" => Metric::Wins,
        "winrate" | "win_rate" | "win-rate" | "win rate" | "rate" | "胜率" | "勝率" => Metric::WinRate,
        "hands" | "hand" | "胜局" | "勝局" => Metric::Hands,
        "gold" | "gin" | "gins" | "gold hands" | "gin hands" | "金胡" => Metric::Gold,
        "dragon" | "dragons" | "金龙" | "金龍" => Metric::Dragon,
        "undercuts" | "undercut" | "诈胡" | "詐胡" => Metric::Undercuts,
        "streak" | "streaks" | "连胜" | "連勝" => Metric::Streak,
        "events" | "event" | "cups" | "赛事" | "賽事" | "冠军" | "冠軍" => Metric::Events,
        "teams" | "team" | "队伍" | "隊伍" | "队" | "隊" => Metric::Teams,
        _ => return None,
    })
}

/// Among whom a word ranks.
pub(super) fn among(word: &str) -> Option<Among> {
    Some(match word.trim().to_lowercase().as_str() {
        "here" | "server" | "group" | "this server" | "this group" | "这里" | "這裡" | "本群" | "服务器" | "伺服器" => {
            Among::Venue
        }
        "channel" | "topic" | "this channel" | "this topic" | "频道" | "頻道" | "本频道" | "本頻道" | "话题"
        | "話題" => Among::Channel,
        "overall" | "all" | "global" | "everybody" | "everyone" | "总榜" | "總榜" | "全部" => Among::All,
        "friends" | "friend" | "牌友" | "好友" => Among::Friends,
        _ => return None,
    })
}

/// Which time a word means.
pub(super) fn when(word: &str) -> Option<When> {
    Some(match word.trim().to_lowercase().as_str() {
        "today" | "day" | "daily" | "今天" | "今日" => When::Today,
        "week" | "weekly" | "this week" | "本周" | "本週" | "这周" | "這週" => When::Week,
        "month" | "monthly" | "this month" | "本月" | "这个月" | "這個月" => When::Month,
        "season" | "this season" | "赛季" | "賽季" | "本赛季" | "本賽季" => When::Season,
        "ever" | "alltime" | "all-time" | "all time" | "历史" | "歷史" | "历来" | "歷來" => When::All,
        _ => return None,
    })
}

/// Which mode a word means.
pub(super) fn mode(word: &str) -> Option<ModeKind> {
    Some(match word.trim().to_lowercase().as_str() {
        "fixed" | "定局" | "定局积分" | "定局積分" => ModeKind::Fixed,
        "target" | "达标" | "達標" => ModeKind::Target,
        "games" | "多盘" | "多盤" => ModeKind::Games,
        _ => return None,
    })
}

/// A metric's name, the same in every language.
pub(super) fn metric_key(metric: Metric) -> &'static str {
    match metric {
        Metric::Points => "points",
        Metric::Rating => "rating",
        Metric::Wins => "wins",
        Metric::WinRate => "winrate",
        Metric::Hands => "hands",
        Metric::Gold => "gold",
        Metric::Dragon => "dragon",
        Metric::Undercuts => "undercuts",
        Metric::Streak => "streak",
        Metric::Events => "events",
        Metric::Teams => "teams",
    }
}

/// Its name, the same in every language.
pub(super) fn among_key(among: Among) -> &'static str {
    match among {
        Among::Channel => "channel",
        Among::Venue => "here",
        Among::All => "overall",
        Among::Friends => "friends",
    }
}

/// Its name, the same in every language.
pub(super) fn when_key(when: When) -> &'static str {
    match when {
        When::Today => "today",
        When::Week => "week",
        When::Month => "month",
        When::Season => "season",
        When::All => "all",
    }
}

/// Its name, the same in every language.
pub(super) fn mode_key(mode: ModeKind) -> &'static str {
    match mode {
        ModeKind::Fixed => "fixed",
        ModeKind::Target => "target",
        ModeKind::Games => "games",
    }
}

/// A preset by the name that a result carries.
pub(super) fn rules_of(preset: Preset) -> String {
    preset.name().to_owned()
}

/// The command for boards in words; `rules` is the option that names a preset.
pub(super) fn board_words(voice: Voice<'_>, rules: OptionText) -> CommandText {
    let option = OptionText::among;
    let metric = |one| {
        let key = metric_key(one);
        (key, say!(voice, "metric", metric = key))
    };
    let among = |one| {
        let key = among_key(one);
        (key, say!(voice, "board-among", among = key))
    };
    let when = |one| {
        let key = when_key(one);
        (key, say!(voice, "board-time", time = key))
    };
    let mode = |one| {
        let key = mode_key(one);
        (key, say!(voice, "board-mode", mode = key))
    };
    CommandText {
        name: "leaderboard",
        telegram: "top",
        local: say!(voice, "command-leaderboard"),
        description: say!(voice, "command-leaderboard-about"),
        options: vec![
            option(
                "by",
                say!(voice, "option-by"),
                say!(voice, "option-by-about"),
                METRICS.into_iter().map(metric).collect(),
            ),
            option(
                "scope",
                say!(voice, "option-scope"),
                say!(voice, "option-scope-about"),
                AMONG.into_iter().map(among).collect(),
            ),
            option(
                "period",
                say!(voice, "option-period"),
                say!(voice, "option-period-about"),
                WHEN.into_iter().map(when).collect(),
            ),
            option(
                "season",
                say!(voice, "option-season"),
                say!(voice, "option-season-about"),
                Vec::new(),
            ),
            OptionText {
                description: say!(voice, "option-board-rules-about"),
                ..rules
            },
            option(
                "mode",
                say!(voice, "option-mode"),
                say!(voice, "option-board-mode-about"),
                MODES.into_iter().map(mode).collect(),
            ),
        ],
    }
}

/// The command for statistics in words.
pub(super) fn stats_words(voice: Voice<'_>) -> CommandText {
    let option = OptionText::of;
    CommandText {
        name: "stats",
        telegram: "stats",
        local: say!(voice, "command-stats"),
        description: say!(voice, "command-stats-about"),
        options: vec![
            option(
                "player",
                say!(voice, "option-stats-player"),
                say!(voice, "option-stats-player-about"),
            ),
            option(
                "versus",
                say!(voice, "option-versus"),
                say!(voice, "option-versus-about"),
            ),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> BoardWish {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        BoardWish::typed(&words)
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn words_are_read_in_any_order_and_language() {
        assert_eq!(typed(""), BoardWish::default());
        let whole = typed("Wins this week overall classic target");
        assert_eq!(when(&whole.period.clone().unwrap()), Some(When::Week));
        for other in [
            "classic target overall week wins",
            "by wins in this week, overall rules:classic mode=target",
            "胜场 本周 总榜 经典 达标",
            "勝場 本週 總榜 經典 達標",
        ] {
            let other = typed(other);
            assert_eq!(metric(&other.by.unwrap()), Some(Metric::Wins));
            assert_eq!(among(&other.scope.unwrap()), Some(Among::All));
            assert_eq!(when(&other.period.unwrap()), Some(When::Week));
            assert_eq!(preset(&other.rules.unwrap()), Some(Preset::Classic));
            assert_eq!(mode(&other.mode.unwrap()), Some(ModeKind::Target));
        }
        // "All" alone has always meant everybody.
        assert_eq!(
            typed("all gold"),
            BoardWish {
                by: text("gold"),
                scope: text("all"),
                ..BoardWish::default()
            }
        );
        assert_eq!(typed("all time").period, text("all time"));
        assert_eq!(typed("win rate").by, text("win rate"));
    }

    #[test]
    fn seasons_are_named_by_number() {
        for (words, season) in [
            ("season", None),
            ("season 2", text("2")),
            ("s2 wins", text("2")),
            ("season:3", text("3")),
            ("赛季2", text("2")),
            ("賽季 4 勝率", text("4")),
        ] {
            let wish = typed(words);
            assert_eq!((wish.period, wish.season), (text("season"), season), "{words}");
        }
    }

    #[test]
    fn what_nobody_knows_is_refused_by_name() {
        assert_eq!(typed("luck").by, text("luck"));
        assert_eq!(typed("luck wins").by, text("luck"));
        assert_eq!(typed("wins luck").by, text("luck"));
        assert_eq!(typed("sessions").by, text("sessions"));
    }

    #[test]
    fn every_choice_has_a_name_that_is_read_back() {
        for one in METRICS {
            assert_eq!(metric(metric_key(one)), Some(one));
        }
        for one in AMONG {
            assert_eq!(among(among_key(one)), Some(one));
        }
        // "All" alone is everybody; as a period it is read apart.
        for one in WHEN.into_iter().filter(|when| *when != When::All) {
            assert_eq!(when(when_key(one)), Some(one));
        }
        for one in MODES {
            assert_eq!(mode(mode_key(one)), Some(one));
        }
    }
}
