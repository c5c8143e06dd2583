//! Planes to an animated GIF (GIF89a): one palette for all frames, and a frame holds only what has changed.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::PictureError;
use super::palette::{Ink, palette};
use super::plane::Plane;

/// The most moments of an animation (ours): five minutes to look at, and about as many bytes as a chat takes gladly.
pub const MOST_MOMENTS: usize = 200;

/// How long a moment stays, in hundredths of a second: long enough to read one sentence (ours).
const MOMENT: u16 = 150;
/// How long the first moment stays, where twenty cards are new.
const FIRST: u16 = 300;
/// How long the last one stays before the hand starts over.
const LAST: u16 = 600;

/// Stands for "as before"; the palette has fewer colours than a GIF may have.
const UNCHANGED: Ink = u8::MAX;

/// The pictures one after the other, endlessly.
pub fn gif(moments: impl ExactSizeIterator<Item = Result<Plane, PictureError>>) -> Result<Vec<u8>, PictureError> {
    debug_assert!(palette().len() <= usize::from(UNCHANGED), "one index must stay free");
    let count = moments.len();
    let mut shown: Option<(Encoder<Vec<u8>>, Plane)> = None;
    for (index, moment) in moments.enumerate() {
        let plane = moment?;
        let (mut encoder, before) = match shown {
            Some((encoder, before)) => (encoder, Some(before)),
            None => (start(&plane)?, None),
        };
        let delay = match index {
            _ if index + 1 == count => LAST,
            0 => FIRST,
            _ => MOMENT,
        };
        encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            ..changed(before.as_ref(), &plane)
        })?;
        shown = Some((encoder, plane));
    }
    let (encoder, _) = shown.ok_or(PictureError::Empty)?;
    Ok(encoder.into_inner()?)
}

fn start(first: &Plane) -> Result<Encoder<Vec<u8>>, PictureError> {
    let bytes = Vec::with_capacity(512 * 1024);
    let mut encoder = Encoder::new(
        bytes,
        side(first.width()),
        side(first.height()),
        palette().as_flattened(),
    )?;
    encoder.set_repeat(Repeat::Infinite)?;
    Ok(encoder)
}

/// The smallest rectangle that holds everything new, and in it only what is new.
fn changed(before: Option<&Plane>, now: &Plane) -> Frame<'static> {
    let width = now.width() as usize;
    let Some(before) = before else {
        return Frame {
            width: side(now.width()),
            height: side(now.height()),
            buffer: Cow::Owned(now.rows().flatten().copied().collect()),
            ..Frame::default()
        };
    };
    let rows = || before.rows().zip(now.rows());
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (row, (old, new)) in rows().enumerate() {
        if old == new {
            continue;
        }
        let differs = |&column: &usize| old[column] != new[column];
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..width).rfind(differs).map_or(right, |last| last + 1);
        top = top.min(row);
        bottom = row + 1;
    }
    if top >= bottom {
        // A GIF has no empty frame: one pixel that changes nothing.
        (left, right, top, bottom) = (0, 1, 0, 1);
    }
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for (old, new) in rows().skip(top).take(bottom - top) {
        let pairs = old[left..right].iter().zip(&new[left..right]);
        buffer.extend(pairs.map(|(old, new)| if old == new { UNCHANGED } else { *new }));
    }
    Frame {
        left: side(left as u32),
        top: side(top as u32),
        width: side((right - left) as u32),
        height: side((bottom - top) as u32),
        transparent: Some(UNCHANGED),
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

/// A length as a GIF writes it.
fn side(pixels: u32) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}
