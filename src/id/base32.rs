//! Numbers as people type them: base 32.

/// Digits and letters without i, l, o, u, which are easily misread.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Puts a number behind the text.
pub fn write(text: &mut String, value: u64) {
    let digits = (u64::BITS - value.leading_zeros()).div_ceil(5).max(1);
    for place in (0..digits).rev() {
        text.push(char::from(DIGITS[(value >> (5 * place) & 31) as usize]));
    }
}

/// Reads a number, as [`write()`] writes it.
#[must_use]
pub fn read(text: &str) -> Option<u64> {
    // A number has one spelling, so a token has one too.
    if text.is_empty() || text.len() > 13 || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.bytes().try_fold(0u64, |sum, byte| {
        let digit = DIGITS.iter().position(|&d| d == byte)?;
        sum.checked_mul(32)?.checked_add(digit as u64)
    })
}
