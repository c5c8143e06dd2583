//! What a button about teams carries: `4.<team>.<letter><number>`, numbers in base 32. Nothing in it is secret and nothing
//! trusted.

use crate::id::TeamId;
use crate::id::base32::{read as value, write as number};

/// What a button about teams wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamAct {
    /// Come in, when one was asked.
    Accept,
    /// Not come in, when one was asked.
    Decline,
    /// Come into an open team.
    Join,
    /// Who is in it.
    Roster,
    /// This page of the teams here, counted from 0.
    List(u32),
    /// End it; asked in this minute since 1970.
    Disband(u32),
    /// Leave it as it is.
    Keep,
}

/// The text of a button about a team.
#[must_use]
pub fn encode_team(team: TeamId, act: TeamAct) -> String {
    let mut text = String::from("4.");
    number(&mut text, team.0.unsigned_abs());
    text.push('.');
    let (letter, extra) = match act {
        TeamAct::Accept => ('a', None),
        TeamAct::Decline => ('d', None),
        TeamAct::Join => ('j', None),
        TeamAct::Roster => ('r', None),
        TeamAct::List(page) => ('p', Some(page)),
        TeamAct::Disband(minute) => ('x', Some(minute)),
        TeamAct::Keep => ('k', None),
    };
    text.push(letter);
    if let Some(extra) = extra {
        number(&mut text, u64::from(extra));
    }
    text
}

/// Reads a button about a team; `None` for anything else.
#[must_use]
pub fn decode_team(text: &str) -> Option<(TeamId, TeamAct)> {
    if text.len() > super::token::LIMIT {
        return None;
    }
    let mut parts = text.strip_prefix("4.")?.split('.');
    let team = TeamId(i64::try_from(value(parts.next()?)?).ok()?);
    let act = parts.next()?;
    if parts.next().is_some() {
        return None;
    }
    let letter = act.chars().next()?;
    let rest = &act[letter.len_utf8()..];
    let extra = || u32::try_from(value(rest)?).ok();
    let act = match letter {
        'a' if rest.is_empty() => TeamAct::Accept,
        'd' if rest.is_empty() => TeamAct::Decline,
        'j' if rest.is_empty() => TeamAct::Join,
        'r' if rest.is_empty() => TeamAct::Roster,
        'k' if rest.is_empty() => TeamAct::Keep,
        'p' => TeamAct::List(extra()?),
        'x' => TeamAct::Disband(extra()?),
        _ => return None,
    };
    Some((team, act))
}

/// Whether what a press with this token does depends on whoever presses being an administrator.
#[must_use]
pub fn team_for_admins(text: &str) -> bool {
    matches!(decode_team(text), Some((_, TeamAct::Disband(_))))
}

/// Whether the answer to a press with this token is a new message to the presser, and not the pressed one changed.
pub(super) fn team_replies(text: &str) -> bool {
    !matches!(
        decode_team(text),
        Some((
            _,
            TeamAct::Accept | TeamAct::Decline | TeamAct::List(_) | TeamAct::Disband(_) | TeamAct::Keep
        ))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_and_fit() {
        for team in [0, 1, 99, i64::MAX] {
            for act in [
                TeamAct::Accept,
                TeamAct::Decline,
                TeamAct::Join,
                TeamAct::Roster,
                TeamAct::List(0),
                TeamAct::List(u32::MAX),
                TeamAct::Disband(29_000_000),
                TeamAct::Keep,
            ] {
                let text = encode_team(TeamId(team), act);
                assert!(text.len() <= super::super::token::LIMIT, "{text}");
                assert_eq!(decode_team(&text), Some((TeamId(team), act)), "{text}");
            }
        }
        for bad in [
            "", "4.", "4.1", "4.1.", "4.1.q", "4.1.aa", "4.1.x", "4.1.a.b", "1.1.1.a", "4.!.a", "4.1.é",
        ] {
            assert_eq!(decode_team(bad), None, "{bad}");
        }
    }
}
