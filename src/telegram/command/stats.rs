//! `/stats @bob vs @carl`: whose figures, and against whom.

use super::Scene;
use super::challenge::is_computer;
use super::words::{Words, person};
use crate::ui::{Ask, Foe};

/// `/stats`, `/stats @bob`, `/stats vs @carl`, `/stats @bob @carl`; behind somebody's message it is theirs.
pub(super) fn read(words: &Words, scene: Scene<'_>) -> Ask {
    let versus = words.plain.iter().any(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "vs" | "vs." | "versus" | "against" | "对" | "對"
        )
    });
    let answered = scene.answered.map(|user| person(user, scene.me));
    let mut named = words.people.iter().cloned();
    let (whom, rival) = match (named.next(), named.next()) {
        (Some(first), Some(second)) => (Some(first), Some(second)),
        // One name alone is whom one looks at, behind "vs" it is whom one is measured against.
        (Some(first), None) if versus => (answered, Some(first)),
        (None, _) if versus => (None, answered),
        (Some(first), None) => (Some(first), None),
        (None, _) if words.plain.iter().any(|word| is_computer(word)) => (Some(Foe::Computer), None),
        (None, _) => (answered, None),
    };
    Ask::Stats { whom, versus: rival }
}
