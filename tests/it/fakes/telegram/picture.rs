//! Whether an upload is a photo or an animation that Telegram would take.

use axum::body::Bytes;

use super::params::Params;
use super::world::{Media, Picture, Refusal, World, bad};

/// Largest photo, bytes.
const MAX_BYTES: usize = 10 * 1024 * 1024;
/// Largest upload of any other file, bytes.
const MAX_FILE: usize = 50 * 1024 * 1024;
/// Largest sum of width and height, pixels.
const MAX_SIDES: u32 = 10_000;
/// Largest ratio of the long to the short side.
const MAX_RATIO: u32 = 20;

/// The photo or animation a parameter names: an upload, an attachment or a file sent before.
pub fn find(
    world: &mut World,
    params: &Params,
    media: Media,
    field: &str,
    value: Option<&str>,
) -> Result<Picture, Refusal> {
    let upload = match value {
        Some(value) => value.strip_prefix("attach://").map(|name| params.files.get(name)),
        None => Some(params.files.get(field)),
    };
    match upload {
        Some(Some(bytes)) if media == Media::Animation => take_animation(world, bytes.clone()),
        Some(Some(bytes)) => take(world, bytes.clone()),
        Some(None) if value.is_some() => Err(bad("wrong file identifier/HTTP URL specified")),
        Some(None) => Err(bad(format!("there is no {field} in the request"))),
        None => {
            let name = value.unwrap_or_default();
            if name.starts_with("http://") || name.starts_with("https://") {
                return Err(bad("failed to get HTTP URL content"));
            }
            let sent = world.files.get(name).cloned();
            let sent = sent.ok_or_else(|| bad("wrong file identifier/HTTP URL specified"))?;
            match (sent.seconds, media) {
                (Some(_), Media::Photo) => Err(bad("can't use file of type Animation as Photo")),
                (None, Media::Animation) => Err(bad("can't use file of type Photo as Animation")),
                _ => Ok(sent),
            }
        }
    }
}

fn take(world: &mut World, bytes: Bytes) -> Result<Picture, Refusal> {
    if bytes.is_empty() {
        return Err(bad("file must be non-empty"));
    }
    if bytes.len() > MAX_BYTES {
        return Err(bad(format!(
            "file of size {} bytes is too big for a photo; the maximum size is {MAX_BYTES} bytes",
            bytes.len()
        )));
    }
    let (width, height) = sides(&bytes).ok_or_else(|| bad("IMAGE_PROCESS_FAILED"))?;
    let (long, short) = (width.max(height), width.min(height));
    if short == 0 || width.saturating_add(height) > MAX_SIDES || long > short.saturating_mul(MAX_RATIO) {
        return Err(bad("PHOTO_INVALID_DIMENSIONS"));
    }
    Ok(keep(world, "AgACAgQAAxkD", bytes, (width, height), None))
}

/// A GIF, which the real server turns into a silent MP4. What is no animation would arrive as a document, which no bot that
/// asks for an animation wants.
fn take_animation(world: &mut World, bytes: Bytes) -> Result<Picture, Refusal> {
    if bytes.is_empty() {
        return Err(bad("file must be non-empty"));
    }
    if bytes.len() > MAX_FILE {
        return Err(bad("Request Entity Too Large"));
    }
    let Some((width, height, seconds)) = gif_sides(&bytes) else {
        world
            .violations
            .push("an animation that is no GIF arrives as a document".into());
        return Err(bad("the fake does not model documents"));
    };
    if width % 2 + height % 2 > 0 {
        world.violations.push(format!(
            "{width} x {height}: a video has even sides, the animation is cropped"
        ));
    }
    Ok(keep(world, "CgACAgQAAxkD", bytes, (width, height), Some(seconds)))
}

fn keep(world: &mut World, prefix: &str, bytes: Bytes, (width, height): (u32, u32), seconds: Option<u32>) -> Picture {
    let file_id = format!("{prefix}{:08}", world.fresh());
    let bytes = super::crowd::kept(world, bytes);
    let picture = Picture {
        bytes,
        width,
        height,
        file_id: file_id.clone(),
        seconds,
    };
    world.files.insert(file_id, picture.clone());
    picture
}

/// Decodes every frame: sides and the time it plays, at least a second.
fn gif_sides(bytes: &[u8]) -> Option<(u32, u32, u32)> {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).ok()?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let (mut frames, mut hundredths) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().ok()? {
        frames += 1;
        hundredths += u32::from(frame.delay);
    }
    (frames > 0).then_some((width, height, (hundredths / 100).max(1)))
}

fn sides(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png_sides(bytes)
    } else {
        jpeg_sides(bytes)
    }
}

/// Decodes the whole picture: a header alone is no photo.
fn png_sides(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    while reader.next_row().ok()?.is_some() {}
    Some((width, height))
}

/// Walks the JPEG segments to the frame header and asks for a proper end.
fn jpeg_sides(bytes: &[u8]) -> Option<(u32, u32)> {
    let ended = bytes.starts_with(&[0xff, 0xd8]) && bytes.ends_with(&[0xff, 0xd9]);
    let mut rest = bytes.get(2..).filter(|_| ended)?;
    loop {
        let (marker, length) = (*rest.get(1)?, u16::from_be_bytes([*rest.get(2)?, *rest.get(3)?]));
        if *rest.first()? != 0xff {
            return None;
        }
        if matches!(marker, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf) {
            let side = |at: usize| Some(u32::from(u16::from_be_bytes([*rest.get(at)?, *rest.get(at + 1)?])));
            return Some((side(7)?, side(5)?));
        }
        rest = rest.get(2 + usize::from(length)..)?;
    }
}
