//! What a refused or lost request means; by the server's words, because the library knows only some of them.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use teloxide::{ApiError, RequestError};

use crate::service::Hindrance;

/// Why a request did not bring what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The message shows exactly this already, which is what was wanted.
    Same,
    /// The message is gone or can no longer be edited: a new one is needed.
    Missing,
    /// The message is a photo, which can never become text.
    Photo,
    /// Photos, or animations, may not be sent to this chat.
    NoPhotos,
    /// The forum topic is closed or deleted.
    Topic,
    /// The person cannot be written to: never started, or blocked.
    Closed,
    /// The account does not exist any more.
    Deleted,
    /// The bot may not write in the chat.
    Outside,
    /// The bot is not in the chat, or there is no such chat.
    Gone(Hindrance),
    /// The group is a supergroup of this id now.
    Moved(i64),
    /// Too many requests: this long must pass.
    Wait(Duration),
    /// The callback query was answered before or is too old.
    Late,
    /// Somebody else receives this bot's updates.
    Conflict,
    /// The token is not valid.
    Token,
    /// The request never left or was not performed: it may be repeated.
    Undone,
    /// The answer was lost: the request may have been performed.
    Unsure,
    /// Performed, although the answer could not be read; with the message's id when it could be found.
    Done(Option<i32>),
    /// Refused for another reason, in the server's words.
    Refused(String),
}

/// For a log: never more than the server's own words, which tell nothing of what was sent.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(words) => write!(f, "refused: {words}"),
            Failure::Undone => write!(f, "no connection, or no answer of a Bot API server"),
            Failure::Unsure => write!(f, "the answer was lost"),
            Failure::Done(_) => write!(f, "an answer of a shape that this program does not know"),
            other => write!(f, "{other:?}"),
        }
    }
}

impl Failure {
    /// Whether the person can't be written to in private, for whatever reason.
    pub(super) fn unreachable(&self) -> bool {
        matches!(
            self,
            Failure::Closed | Failure::Deleted | Failure::Outside | Failure::Gone(_)
        )
    }
}

/// Sorts an error of the library.
pub(super) fn sort(error: &RequestError) -> Failure {
    match error {
        RequestError::MigrateToChatId(to) => Failure::Moved(to.0),
        RequestError::RetryAfter(seconds) => Failure::Wait(seconds.duration()),
        RequestError::Network(error) if error.is_connect() || error.is_builder() => Failure::Undone,
        RequestError::Network(_) => Failure::Unsure,
        RequestError::InvalidJson { raw, .. } => unreadable(raw),
        RequestError::Io(_) => Failure::Undone,
        RequestError::Api(ApiError::Unknown(words) | ApiError::CantParseEntities(words)) => by_words(words),
        RequestError::Api(error) => by_words(&error.to_string()),
    }
}

/// Why a bot can't be met, for the operator: what to look at.
pub(super) fn meeting(error: &RequestError) -> String {
    let failure = sort(error);
    match (error, &failure) {
        (RequestError::InvalidJson { .. }, Failure::Done(_)) => {
            "the Bot API server answers as older ones do, without what this program needs: bring that server up to date"
                .to_owned()
        }
        (RequestError::InvalidJson { .. }, Failure::Undone | Failure::Unsure) => {
            "what answers is no Bot API server, or something stands before it: look at telegram.api_url".to_owned()
        }
        (RequestError::Api(_), Failure::Refused(words)) if words.to_lowercase().contains("not found") => {
            "there is no such bot (404 Not Found): copy the token whole from @BotFather, and look at telegram.api_url"
                .to_owned()
        }
        (RequestError::Network(error), _) if error.is_connect() => "no connection".to_owned(),
        _ => failure.to_string(),
    }
}

/// Sorts by the server's words alone.
fn by_words(words: &str) -> Failure {
    /// The first row whose words occur decides.
    const TABLE: [(&str, Failure); 43] = [
        ("message is not modified", Failure::Same),
        ("message to edit not found", Failure::Missing),
        ("message can't be edited", Failure::Missing),
        ("message_id_invalid", Failure::Missing),
        ("message to delete not found", Failure::Missing),
        ("message can't be deleted", Failure::Missing),
        ("there is no text in the message to edit", Failure::Photo),
        ("there is no caption in the message to edit", Failure::Missing),
        ("not enough rights to send photos", Failure::NoPhotos),
        ("not enough rights to send animations", Failure::NoPhotos),
        ("chat_send_photos_forbidden", Failure::NoPhotos),
        ("chat_send_media_forbidden", Failure::NoPhotos),
        ("topic_closed", Failure::Topic),
        ("topic_deleted", Failure::Topic),
        ("message thread not found", Failure::Topic),
        ("bot was blocked by the user", Failure::Closed),
        ("can't initiate conversation", Failure::Closed),
        ("user is deactivated", Failure::Deleted),
        ("can't send messages to bots", Failure::Closed),
        ("user not found", Failure::Closed),
        ("peer_id_invalid", Failure::Closed),
        ("bot was kicked", Failure::Gone(Hindrance::Removed)),
        ("bot is not a member", Failure::Gone(Hindrance::Removed)),
        ("chat was deleted", Failure::Gone(Hindrance::Deleted)),
        ("group is deactivated", Failure::Gone(Hindrance::Deleted)),
        ("chat not found", Failure::Gone(Hindrance::Removed)),
        ("not enough rights to send text messages", Failure::Outside),
        ("have no rights to send a message", Failure::Outside),
        ("need administrator rights in the channel", Failure::Outside),
        ("chat_write_forbidden", Failure::Outside),
        ("chat_send_plain_forbidden", Failure::Outside),
        ("chat_restricted", Failure::Outside),
        ("query is too old", Failure::Late),
        ("query id is invalid", Failure::Late),
        ("query_id_invalid", Failure::Late),
        ("conflict: ", Failure::Conflict),
        ("can't use getupdates method while webhook is active", Failure::Conflict),
        ("invalid bot token", Failure::Token),
        ("unauthorized", Failure::Token),
        ("bad gateway", Failure::Undone),
        ("internal server error", Failure::Undone),
        ("gateway timeout", Failure::Unsure),
        ("service unavailable", Failure::Undone),
    ];
    let lower = words.to_lowercase();
    if let Some(seconds) = after(&lower, "retry after ") {
        return Failure::Wait(Duration::from_secs(seconds));
    }
    let known = TABLE.into_iter().find(|(sign, _)| lower.contains(sign));
    known.map_or_else(|| Failure::Refused(words.to_owned()), |(_, failure)| failure)
}

/// An answer that is no Bot API answer comes from a proxy on the way; one that says `ok` is a success in a shape this
/// library does not know, and repeating the request would double the message.
fn unreadable(raw: &str) -> Failure {
    #[derive(Deserialize)]
    struct Reply {
        ok: bool,
        result: Option<Posted>,
        description: Option<String>,
    }
    #[derive(Deserialize)]
    struct Posted {
        message_id: Option<i32>,
    }
    match serde_json::from_str::<Reply>(raw) {
        Ok(reply) if reply.ok => Failure::Done(reply.result.and_then(|posted| posted.message_id)),
        Ok(reply) => by_words(reply.description.as_deref().unwrap_or("")),
        Err(_) if raw.trim_start().starts_with("{\"ok\":true") => Failure::Done(None),
        Err(_) if raw.contains("504") => Failure::Unsure,
        Err(_) => Failure::Undone,
    }
}

/// The number after these words.
fn after(text: &str, words: &str) -> Option<u64> {
    let rest = &text[text.find(words)? + words.len()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library's own way from a body to an error ends in `by_words`; here the words come as the server sends them.
    #[test]
    fn every_known_refusal_is_sorted() {
        for (words, failure) in [
            ("Forbidden: bot was blocked by the user", Failure::Closed),
            (
                "Forbidden: bot can't initiate conversation with a user",
                Failure::Closed,
            ),
            ("Forbidden: user is deactivated", Failure::Deleted),
            (
                "Forbidden: bot was kicked from the group chat",
                Failure::Gone(Hindrance::Removed),
            ),
            (
                "Forbidden: bot was kicked from the supergroup chat",
                Failure::Gone(Hindrance::Removed),
            ),
            (
                "Forbidden: bot is not a member of the supergroup chat",
                Failure::Gone(Hindrance::Removed),
            ),
            (
                "Forbidden: the group chat was deleted",
                Failure::Gone(Hindrance::Deleted),
            ),
            (
                "Bad Request: not enough rights to send text messages to the chat",
                Failure::Outside,
            ),
            (
                "Bad Request: not enough rights to send photos to the chat",
                Failure::NoPhotos,
            ),
            ("Bad Request: TOPIC_CLOSED", Failure::Topic),
            ("Bad Request: message thread not found", Failure::Topic),
            (
                "Bad Request: message is not modified: specified new message content and reply markup are exactly the \
                 same as a current content and reply markup of the message",
                Failure::Same,
            ),
            ("Bad Request: message to edit not found", Failure::Missing),
            ("Bad Request: message can't be edited", Failure::Missing),
            ("Bad Request: there is no text in the message to edit", Failure::Photo),
            (
                "Bad Request: query is too old and response timeout expired or query ID is invalid",
                Failure::Late,
            ),
            (
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
                Failure::Conflict,
            ),
            (
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook \
                 first",
                Failure::Conflict,
            ),
            (
                "Too Many Requests: retry after 14",
                Failure::Wait(Duration::from_secs(14)),
            ),
            ("Bad Gateway", Failure::Undone),
            (
                "Bad Request: can't parse entities: x",
                Failure::Refused("Bad Request: can't parse entities: x".to_owned()),
            ),
        ] {
            assert_eq!(by_words(words), failure, "{words}");
            let error = RequestError::Api(ApiError::Unknown(words.to_owned()));
            assert_eq!(sort(&error), failure, "{words}");
        }
    }

    #[test]
    fn typed_errors_of_the_library_are_sorted_like_their_words() {
        for (error, failure) in [
            (ApiError::BotBlocked, Failure::Closed),
            (ApiError::UserDeactivated, Failure::Deleted),
            (ApiError::BotKickedFromSupergroup, Failure::Gone(Hindrance::Removed)),
            (ApiError::MessageNotModified, Failure::Same),
            (ApiError::MessageToEditNotFound, Failure::Missing),
            (ApiError::MessageCantBeEdited, Failure::Missing),
            (ApiError::TerminatedByOtherGetUpdates, Failure::Conflict),
            (ApiError::InvalidToken, Failure::Token),
            (ApiError::InvalidQueryId, Failure::Late),
            (ApiError::ChatNotFound, Failure::Gone(Hindrance::Removed)),
        ] {
            assert_eq!(sort(&RequestError::Api(error.clone())), failure, "{error:?}");
        }
    }

    #[test]
    fn an_operator_is_told_what_to_look_at() {
        let unread = |raw: &str| {
            let source = serde_json::from_str::<i64>("x").expect_err("no number");
            meeting(&RequestError::InvalidJson {
                source: std::sync::Arc::new(source),
                raw: raw.into(),
            })
        };
        assert!(unread(r#"{"ok":true,"result":{"id":1,"is_bot":true}}"#).contains("up to date"));
        assert!(unread("<html>404 Not Found</html>").contains("no Bot API server"));
        let nobody = RequestError::Api(ApiError::Unknown("Not Found".to_owned()));
        assert!(meeting(&nobody).contains("no such bot"), "{}", meeting(&nobody));
        for failure in [Failure::Undone, Failure::Unsure, Failure::Done(None)] {
            assert!(failure.to_string().contains(' '), "{failure}");
        }
    }

    #[test]
    fn an_unreadable_success_is_never_repeated() {
        assert_eq!(
            unreadable(r#"{"ok":true,"result":{"message_id":9,"odd":1}}"#),
            Failure::Done(Some(9))
        );
        assert_eq!(
            unreadable(r#"{"ok":true,"result":{"message_id":9,"#),
            Failure::Done(None)
        );
        assert_eq!(unreadable("<html>502 Bad Gateway</html>"), Failure::Undone);
        assert_eq!(
            unreadable(r#"{"ok":false,"description":"Bad Gateway"}"#),
            Failure::Undone
        );
    }
}
