//! What somebody can ask about teams, and how the words behind `/team` are read.

use super::ask::Foe;

/// A question or a wish about teams, as it was typed and unchecked. Where no team is named, the person's own is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamAsk {
    /// What can be asked about teams.
    Help,
    /// The asker's teams and invitations.
    Mine,
    /// Make a team.
    Create {
        /// Its name, uncleaned.
        name: String,
        /// Whether everybody may join.
        open: bool,
    },
    /// Ask somebody to come in.
    Invite {
        /// Whom.
        whom: Option<Foe>,
        /// Into which team.
        team: Option<String>,
    },
    /// Come into a team.
    Join {
        /// Which.
        team: Option<String>,
    },
    /// Go.
    Leave {
        /// Which team.
        team: Option<String>,
    },
    /// Send a member away.
    Kick {
        /// Whom: a mention, a user name, a name, or the number in the roster.
        whom: String,
        /// Which team.
        team: Option<String>,
    },
    /// Make another member captain.
    Captain {
        /// Whom, as for `Kick`.
        whom: String,
        /// Which team.
        team: Option<String>,
    },
    /// Give a team another name.
    Rename {
        /// The new name, uncleaned.
        name: String,
        /// Which team.
        team: Option<String>,
    },
    /// Let everybody join, or not: `on` or `off`.
    Open {
        /// What shall hold.
        set: Option<String>,
        /// Which team.
        team: Option<String>,
    },
    /// Who is in a team.
    Roster {
        /// Which.
        team: Option<String>,
    },
    /// The teams here.
    List,
    /// End a team.
    Disband {
        /// Which.
        team: Option<String>,
    },
    /// What happened in the teams here, for moderators.
    Log,
    /// Take part in a team event, or change the line-up there.
    Enter {
        /// The event's id as it was typed.
        event: String,
        /// Which team.
        team: Option<String>,
        /// Who plays, the strongest first: members as for `Kick`, one after another; none: the oldest members.
        lineup: Option<String>,
        /// Who stands by.
        substitutes: Option<String>,
    },
    /// Not take part in an event after all, before its start.
    Withdraw {
        /// The event's id as it was typed.
        event: String,
        /// Which team.
        team: Option<String>,
    },
    /// Change into another team of an event, before its start.
    Change {
        /// The event's id as it was typed.
        event: String,
        /// Into which team.
        team: Option<String>,
    },
    /// Put a substitute in a member's place.
    Substitute {
        /// The event's id as it was typed.
        event: String,
        /// The member, as for `Kick`.
        out: String,
        /// The substitute.
        into: String,
    },
}

impl TeamAsk {
    /// Reads what stands behind `/team`, words in order, people as `@name` or `<@number>`; `whom` is the first person whom the
    /// words name, or who wrote the message that they answer.
    #[must_use]
    pub fn read(words: &[String], whom: Option<Foe>) -> TeamAsk {
        let Some((what, rest)) = words.split_first() else {
            return TeamAsk::Mine;
        };
        let named = |words: &[String]| {
            let name = words.join(" ");
            let name = name.trim().trim_matches(['"', '“', '”', '「', '」']).trim();
            (!name.is_empty()).then(|| name.to_owned())
        };
        let all = named(rest);
        let plain: Vec<String> = rest.iter().filter(|word| !is_mention(word)).cloned().collect();
        match what.to_lowercase().as_str() {
            "create" | "make" | "new" | "创建" | "建立" => TeamAsk::Create {
                name: all.unwrap_or_default(),
                open: false,
            },
            "invite" | "邀请" | "邀請" => TeamAsk::Invite {
                whom,
                team: named(&plain),
            },
            "join" | "accept" | "加入" => TeamAsk::Join { team: all },
            "leave" | "退出" | "离开" | "離開" => TeamAsk::Leave { team: all },
            "kick" | "remove" | "移出" => {
                let (whom, team) = person_and_team(rest);
                TeamAsk::Kick {
                    whom,
                    team: named(&team),
                }
            }
            "captain" | "队长" | "隊長" => {
                let (whom, team) = person_and_team(rest);
                TeamAsk::Captain {
                    whom,
                    team: named(&team),
                }
            }
            "rename" | "改名" => match rest.iter().position(|word| matches!(word.as_str(), "=" | "＝")) {
                Some(at) => TeamAsk::Rename {
                    name: named(&rest[at + 1..]).unwrap_or_default(),
                    team: named(&rest[..at]),
                },
                None => TeamAsk::Rename {
                    name: all.unwrap_or_default(),
                    team: None,
                },
            },
            "open" | "开放" | "開放" => TeamAsk::Open {
                set: rest.first().cloned(),
                team: named(rest.get(1..).unwrap_or_default()),
            },
            "roster" | "show" | "名单" | "名單" => TeamAsk::Roster { team: all },
            "list" | "all" | "列表" => TeamAsk::List,
            "mine" | "my" | "我的" => TeamAsk::Mine,
            "disband" | "解散" => TeamAsk::Disband { team: all },
            "log" | "记录" | "紀錄" => TeamAsk::Log,
            "help" | "帮助" | "幫助" | "说明" | "說明" => TeamAsk::Help,
            "enter" | "lineup" | "报名" | "報名" | "阵容" | "陣容" => enter(rest),
            "withdraw" | "退赛" | "退賽" => {
                let (event, team) = event_and_rest(rest);
                TeamAsk::Withdraw {
                    event,
                    team: named(team),
                }
            }
            "change" | "switch" | "换队" | "換隊" => {
                let (event, team) = event_and_rest(rest);
                TeamAsk::Change {
                    event,
                    team: named(team),
                }
            }
            "substitute" | "sub" | "换人" | "換人" => {
                let (event, people) = event_and_rest(rest);
                let mut people = people.iter().filter(|word| !is_filler(word)).cloned();
                TeamAsk::Substitute {
                    event,
                    out: people.next().unwrap_or_default(),
                    into: people.next().unwrap_or_default(),
                }
            }
            // `/team Red Dragons`
            _ => TeamAsk::Roster { team: named(words) },
        }
    }

    /// Reads the same where people have nothing but names: `invite Ben`, `invite Ben to Red Dragons`.
    #[must_use]
    pub fn read_by_name(words: &[String]) -> TeamAsk {
        let TeamAsk::Invite { .. } = TeamAsk::read(words, None) else {
            return TeamAsk::read(words, None);
        };
        let rest = words.get(1..).unwrap_or_default();
        let into = |word: &String| matches!(word.to_lowercase().as_str(), "to" | "into" | "=" | "＝" | "进" | "進");
        // The last one that has something on both sides: a name may hold such a word too.
        let at = rest.iter().rposition(into);
        let (name, team) = match at.filter(|at| *at > 0 && at + 1 < rest.len()) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &[][..]),
        };
        let text = |words: &[String]| (!words.is_empty()).then(|| words.join(" "));
        TeamAsk::Invite {
            whom: text(name).map(Foe::Handle),
            team: text(team),
        }
    }

    /// Whether it is answered for all to see on a platform where answers can be for one person alone.
    #[must_use]
    pub fn is_public(&self) -> bool {
        match self {
            TeamAsk::Create { .. }
            | TeamAsk::Invite { .. }
            | TeamAsk::Join { .. }
            | TeamAsk::Leave { .. }
            | TeamAsk::Kick { .. }
            | TeamAsk::Captain { .. }
            | TeamAsk::Rename { .. }
            | TeamAsk::Open { .. } => true,
            TeamAsk::Help
            | TeamAsk::Mine
            | TeamAsk::Roster { .. }
            | TeamAsk::List
            | TeamAsk::Disband { .. }
            | TeamAsk::Log
            | TeamAsk::Enter { .. }
            | TeamAsk::Withdraw { .. }
            | TeamAsk::Change { .. }
            | TeamAsk::Substitute { .. } => false,
        }
    }

    /// Whether it changes something, so that somebody relies on it as soon as it is said.
    #[must_use]
    pub fn changes(&self) -> bool {
        !matches!(
            self,
            TeamAsk::Help | TeamAsk::Mine | TeamAsk::Roster { .. } | TeamAsk::List | TeamAsk::Log
        )
    }

    /// Whether administrators may more here than others.
    #[must_use]
    pub fn depends_on_rank(&self) -> bool {
        matches!(
            self,
            TeamAsk::Create { .. }
                | TeamAsk::Rename { .. }
                | TeamAsk::Disband { .. }
                | TeamAsk::Withdraw { .. }
                | TeamAsk::Log
                | TeamAsk::Enter { .. }
        )
    }
}

/// Whether a word names a person by the platform.
pub(super) fn is_mention(word: &str) -> bool {
    word.starts_with('@') || word.starts_with("<@")
}

fn is_filler(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "for" | "by" | "with" | "out" | "in" | "->" | "→" | "," | "换" | "換"
    )
}

/// `@bob Red Dragons`, `Red Dragons @bob`, `2 Red Dragons`
fn person_and_team(words: &[String]) -> (String, Vec<String>) {
    let at = words.iter().position(|word| is_mention(word)).unwrap_or(0);
    let whom = words.get(at).cloned().unwrap_or_default();
    let team = words.iter().enumerate().filter(|(place, _)| *place != at);
    (whom, team.map(|(_, word)| word.clone()).collect())
}

fn event_and_rest(words: &[String]) -> (String, &[String]) {
    match words.split_first() {
        Some((event, rest)) => (event.clone(), rest),
        None => (String::new(), &[]),
    }
}

/// `k7q2m Red Dragons lineup @ann @bob 3 subs @carl`
fn enter(words: &[String]) -> TeamAsk {
    #[derive(PartialEq)]
    enum Part {
        Team,
        Lineup,
        Substitutes,
    }
    let (event, rest) = event_and_rest(words);
    let (mut team, mut lineup, mut substitutes) = (Vec::new(), Vec::new(), Vec::new());
    let mut part = Part::Team;
    for word in rest {
        match word.to_lowercase().trim_end_matches([':', '：']) {
            "lineup" | "line-up" | "阵容" | "陣容" => part = Part::Lineup,
            "subs" | "sub" | "substitutes" | "替补" | "替補" => part = Part::Substitutes,
            _ => {
                if part == Part::Team && is_mention(word) {
                    part = Part::Lineup;
                }
                match part {
                    Part::Team => team.push(word.clone()),
                    Part::Lineup => lineup.push(word.clone()),
                    Part::Substitutes => substitutes.push(word.clone()),
                }
            }
        }
    }
    let text = |words: Vec<String>| (!words.is_empty()).then(|| words.join(" "));
    TeamAsk::Enter {
        event,
        team: text(team),
        lineup: text(lineup),
        substitutes: text(substitutes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_named_by_their_names_alone() {
        for (typed, whom, team) in [
            ("invite Ben", Some("Ben"), None),
            ("invite Ben to Red Dragons", Some("Ben"), Some("Red Dragons")),
            ("邀請 小明 進 紅隊", Some("小明"), Some("紅隊")),
            ("invite Back to Back to Red", Some("Back to Back"), Some("Red")),
            ("invite to", Some("to"), None),
            ("invite", None, None),
        ] {
            let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
            let ask = TeamAsk::Invite {
                whom: whom.map(|name| Foe::Handle(name.to_owned())),
                team: team.map(str::to_owned),
            };
            assert_eq!(TeamAsk::read_by_name(&words), ask, "{typed}");
        }
        let words = ["leave".to_owned(), "Red".to_owned()];
        assert_eq!(TeamAsk::read_by_name(&words), TeamAsk::read(&words, None));
    }

    #[test]
    fn words_about_teams_are_read() {
        let read = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            TeamAsk::read(&words, Some(Foe::Handle("bob".to_owned())))
        };
        let text = |text: &str| Some(text.to_owned());
        for (typed, ask) in [
            ("", TeamAsk::Mine),
            (
                "create “Red Dragons”",
                TeamAsk::Create {
                    name: "Red Dragons".to_owned(),
                    open: false,
                },
            ),
            (
                "invite @bob Red Dragons",
                TeamAsk::Invite {
                    whom: Some(Foe::Handle("bob".to_owned())),
                    team: text("Red Dragons"),
                },
            ),
            ("JOIN red", TeamAsk::Join { team: text("red") }),
            ("leave", TeamAsk::Leave { team: None }),
            (
                "kick @bob red",
                TeamAsk::Kick {
                    whom: "@bob".to_owned(),
                    team: text("red"),
                },
            ),
            (
                "captain 2",
                TeamAsk::Captain {
                    whom: "2".to_owned(),
                    team: None,
                },
            ),
            (
                "rename Blue Sharks",
                TeamAsk::Rename {
                    name: "Blue Sharks".to_owned(),
                    team: None,
                },
            ),
            (
                "rename red = Blue Sharks",
                TeamAsk::Rename {
                    name: "Blue Sharks".to_owned(),
                    team: text("red"),
                },
            ),
            (
                "open on",
                TeamAsk::Open {
                    set: text("on"),
                    team: None,
                },
            ),
            ("列表", TeamAsk::List),
            ("help", TeamAsk::Help),
            (
                "Red Dragons",
                TeamAsk::Roster {
                    team: text("Red Dragons"),
                },
            ),
            ("disband", TeamAsk::Disband { team: None }),
            (
                "enter k7q2m",
                TeamAsk::Enter {
                    event: "k7q2m".to_owned(),
                    team: None,
                    lineup: None,
                    substitutes: None,
                },
            ),
            (
                "enter k7q2m red lineup 2 @ann subs <@7>",
                TeamAsk::Enter {
                    event: "k7q2m".to_owned(),
                    team: text("red"),
                    lineup: text("2 @ann"),
                    substitutes: text("<@7>"),
                },
            ),
            (
                "substitute k7q2m @ann by @bob",
                TeamAsk::Substitute {
                    event: "k7q2m".to_owned(),
                    out: "@ann".to_owned(),
                    into: "@bob".to_owned(),
                },
            ),
            (
                "change k7q2m blue sharks",
                TeamAsk::Change {
                    event: "k7q2m".to_owned(),
                    team: text("blue sharks"),
                },
            ),
        ] {
            assert_eq!(read(typed), ask, "{typed}");
        }
    }
}
