//! `/ginadmin cancel k7q2m spam`: what moderators ask for.

use crate::ui::{Foe, Limit, Openers, Order, Rights, SeasonWish};

/// Reads what stands behind `/ginadmin`; `named` is whom the words name, or who wrote the message that they answer.
pub(super) fn read(words: &[String], named: Option<Foe>) -> Order {
    let Some((what, rest)) = words.split_first() else {
        return Order::Overview;
    };
    let all = (!rest.is_empty()).then(|| rest.join(" "));
    let (id, reason) = match rest.split_first() {
        Some((id, reason)) => (id.clone(), (!reason.is_empty()).then(|| reason.join(" "))),
        None => (String::new(), None),
    };
    match what.to_lowercase().as_str() {
        "cancel" | "取消" => Order::Cancel { id, reason },
        "void" | "作废" | "作廢" => Order::Void { id, reason },
        "log" | "记录" | "紀錄" => Order::Log,
        "block" | "屏蔽" | "封鎖" => Order::Block {
            whom: named,
            reason: all,
        },
        "unblock" | "解除屏蔽" | "解除封鎖" => Order::Unblock { whom: named },
        "channel" | "topic" | "频道" | "頻道" => Order::Channel(all),
        "threads" | "讨论串" | "討論串" => Order::Threads(all),
        "zone" | "时区" | "時區" => Order::Zone(all),
        "limits" | "上限" => limits(rest),
        "season" | "赛季" | "賽季" => Order::Season(SeasonWish::typed(rest).unwrap_or_default()),
        "absent" | "离开" | "離開" => Order::Absent(all),
        "events" | "赛事" | "賽事" => Order::Events(openers(rest)),
        "teams" | "队伍" | "隊伍" => Order::Teams(all),
        "language" | "语言" | "語言" => Order::Language(all),
        "permissions" | "权限" | "權限" => Order::Permissions(Rights::default()),
        _ => Order::Overview,
    }
}

/// `everybody`, `guests admins`, or both.
fn openers(words: &[String]) -> Openers {
    let is_guests = |word: &String| matches!(word.to_lowercase().as_str(), "guests" | "外来" | "外來");
    let at = words.iter().position(is_guests);
    let (who, guests) = words.split_at(at.unwrap_or(words.len()));
    Openers {
        who: (!who.is_empty()).then(|| who.join(" ")),
        role: None,
        guests: guests.split_first().map(|(_, rest)| rest.join(" ")),
    }
}

/// `channel 2 player 1`, in any order; `player:off`.
fn limits(words: &[String]) -> Order {
    let (mut channel, mut player) = (Limit::default(), Limit::default());
    let mut pieces = words
        .iter()
        .flat_map(|word| word.split([':', '=', '：']))
        .filter(|piece| !piece.is_empty());
    while let Some(name) = pieces.next() {
        let limit = match name.to_lowercase().as_str() {
            "channel" | "per-channel" | "频道" | "頻道" => &mut channel,
            "player" | "per-player" | "玩家" => &mut player,
            _ => {
                // What is a limit for nothing in particular is refused by whoever reads it.
                channel = Limit(Some(format!("{name} ?")));
                break;
            }
        };
        *limit = Limit(Some(pieces.next().unwrap_or_default().to_owned()));
    }
    Order::Limits { channel, player }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let read = |text: &str| {
            let words: Vec<String> = text
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect();
            read(&words, Some(Foe::Handle("bob".to_owned())))
        };
        let text = |text: &str| Some(text.to_owned());
        let limit = |text: &str| Limit((!text.is_empty()).then(|| text.to_owned()));
        let whom = || Some(Foe::Handle("bob".to_owned()));
        for (typed, order) in [
            ("", Order::Overview),
            ("what is this", Order::Overview),
            (
                "CANCEL k7q2m",
                Order::Cancel {
                    id: "k7q2m".to_owned(),
                    reason: None,
                },
            ),
            (
                "void k7q2m for being rude",
                Order::Void {
                    id: "k7q2m".to_owned(),
                    reason: text("for being rude"),
                },
            ),
            (
                "cancel",
                Order::Cancel {
                    id: String::new(),
                    reason: None,
                },
            ),
            ("log", Order::Log),
            (
                "block spam",
                Order::Block {
                    whom: whom(),
                    reason: text("spam"),
                },
            ),
            ("解除屏蔽", Order::Unblock { whom: whom() }),
            ("channel here", Order::Channel(text("here"))),
            ("teams admins", Order::Teams(text("admins"))),
            ("队伍", Order::Teams(None)),
            (
                "events everybody guests admins",
                Order::Events(Openers {
                    who: text("everybody"),
                    role: None,
                    guests: text("admins"),
                }),
            ),
            (
                "赛事 外来 所有人",
                Order::Events(Openers {
                    who: None,
                    role: None,
                    guests: text("所有人"),
                }),
            ),
            ("zone Europe/Berlin", Order::Zone(text("Europe/Berlin"))),
            (
                "limits channel 2 player:1",
                Order::Limits {
                    channel: limit("2"),
                    player: limit("1"),
                },
            ),
            (
                "limits player off",
                Order::Limits {
                    channel: limit(""),
                    player: limit("off"),
                },
            ),
            (
                "limits 7",
                Order::Limits {
                    channel: limit("7 ?"),
                    player: limit(""),
                },
            ),
            (
                "limits",
                Order::Limits {
                    channel: limit(""),
                    player: limit(""),
                },
            ),
        ] {
            assert_eq!(read(typed), order, "{typed}");
        }
    }
}
