//! What somebody asked for in a group whose private chat was closed: the link that opens it says it again.

use crate::ui::Ask;

/// Something that is answered in the private chat and can be asked for again by its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    Policy,
    Export,
    Delete,
    Games,
    Hand,
}

impl Errand {
    const ALL: [Errand; 5] = [
        Errand::Policy,
        Errand::Export,
        Errand::Delete,
        Errand::Games,
        Errand::Hand,
    ];

    /// What stands in the link; no table's code begins like that.
    pub(super) fn payload(self) -> &'static str {
        match self {
            Errand::Policy => "w-policy",
            Errand::Export => "w-export",
            Errand::Delete => "w-delete",
            Errand::Games => "w-games",
            Errand::Hand => "w-hand",
        }
    }

    /// The errand of a link. Anybody may write one: it asks nothing that its owner could not type.
    pub(super) fn of_payload(payload: &str) -> Option<Errand> {
        Errand::ALL.into_iter().find(|errand| errand.payload() == payload)
    }

    /// Whether a question is one.
    pub(super) fn of(ask: &Ask) -> Option<Errand> {
        Errand::ALL.into_iter().find(|errand| match (errand.ask(), ask) {
            (Ask::Privacy { what: None }, Ask::Privacy { what }) => what
                .as_deref()
                .is_none_or(|what| what.trim().is_empty() || what.trim() == "policy"),
            (errand, ask) => errand == *ask,
        })
    }

    /// The question.
    pub(super) fn ask(self) -> Ask {
        let privacy = |what: Option<&str>| Ask::Privacy {
            what: what.map(str::to_owned),
        };
        match self {
            Errand::Policy => privacy(None),
            Errand::Export => privacy(Some("export")),
            Errand::Delete => privacy(Some("delete")),
            Errand::Games => Ask::Games,
            Errand::Hand => Ask::Hand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_asks_again_what_was_asked() {
        for errand in Errand::ALL {
            assert_eq!(Errand::of_payload(errand.payload()), Some(errand));
            assert_eq!(Errand::of(&errand.ask()), Some(errand));
            // Telegram takes letters, digits, "_" and "-".
            assert!(
                errand.payload().len() <= 64
                    && errand
                        .payload()
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            );
        }
        assert_eq!(Errand::of(&Ask::Help), None);
        assert_eq!(Errand::of_payload("tabc"), None);
    }
}
