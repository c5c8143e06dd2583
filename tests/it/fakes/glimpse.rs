//! One thing that stood before somebody's eyes, the same for both platforms.

use axum::body::Bytes;
use tokio::time::Instant;

/// One state of one message, or the answer to a press.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// The only person who could see it; `None`: everybody in that place.
    pub reader: Option<i64>,
    /// The chat or channel.
    pub place: i64,
    /// Every line of text, alt texts and labels of buttons included.
    pub lines: Vec<String>,
    /// What its buttons carry.
    pub tokens: Vec<String>,
    /// Its pictures, or what identifies them.
    pub pictures: Vec<Bytes>,
    /// When it was shown; `None`: at some time.
    pub at: Option<Instant>,
}
