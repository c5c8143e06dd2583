//! How long the tests with chance go on.

/// How many cases to try: this many, or, where `JINLAMI_FUZZ` names a number, that many times as many (minutes instead of
/// seconds).
pub fn cases(few: u32) -> u32 {
    let times = std::env::var_os("JINLAMI_FUZZ").and_then(|times| times.to_str()?.parse().ok());
    few.saturating_mul(times.unwrap_or(1))
}
