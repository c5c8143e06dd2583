use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId};
use cosmic_text::fontdb::{Database, Source, Weight};
use cosmic_text::{Attrs, Buffer, Family, FontSystem, Metrics, Shaping, SwashCache, SwashContent, Wrap};
use unicode_segmentation::UnicodeSegmentation;

use super::PictureError;
use super::lettering::{FONTS, Line, Style};
use super::mask::Mask;

/// Shapes scripts that need more than one letter after the other.
pub struct Shaper {
    fonts: Vec<FontRef<'static>>,
    engine: Mutex<Engine>,
}

struct Engine {
    system: FontSystem,
    images: SwashCache,
}

/// How many glyph images are kept; a few boards full of names.
const MOST_IMAGES: usize = 2048;

impl Shaper {
    /// Reads the fonts.
    pub fn new() -> Result<Shaper, PictureError> {
        let mut database = Database::new();
        let mut fonts = Vec::with_capacity(FONTS.len());
        for file in &FONTS {
            let font = FontRef::try_from_slice(file.bytes);
            fonts.push(font.map_err(|error| PictureError::Asset(file.family, error.to_string()))?);
            if database
                .load_font_source(Source::Binary(Arc::new(file.bytes)))
                .is_empty()
            {
                return Err(PictureError::Asset(file.family, "no face in it".to_owned()));
            }
        }
        let system = FontSystem::new_with_locale_and_db("zh-CN".to_owned(), database);
        Ok(Shaper {
            fonts,
            engine: Mutex::new(Engine {
                system,
                images: SwashCache::new(),
            }),
        })
    }

    /// Some font has this letter.
    pub fn draws(&self, letter: char) -> bool {
        self.fonts.iter().any(|font| font.glyph_id(letter) != GlyphId(0))
    }

    /// Sets a text on one line; a text wider than `widest` pixels ends in "…".
    pub fn line(&self, text: &str, style: Style, widest: f32) -> Line {
        // A panic while the lock was held can't leave the caches wrong, only incomplete.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = engine.set(text, style);
        if width(&whole) <= widest {
            return engine.ink(&whole);
        }
        let clusters: Vec<&str> = text.graphemes(true).collect();
        let shortened = |kept: usize| format!("{}…", clusters[..kept].concat().trim_end());
        // The longest beginning that fits, found by halving.
        let (mut fits, mut too_long) = (0, clusters.len());
        while too_long - fits > 1 {
            let half = fits.midpoint(too_long);
            let tried = engine.set(&shortened(half), style);
            if width(&tried) <= widest {
                fits = half
            } else {
                too_long = half
            }
        }
        let shortest = engine.set(&shortened(fits), style);
        engine.ink(&shortest)
    }
}

fn width(buffer: &Buffer) -> f32 {
    buffer.layout_runs().map(|run| run.line_w).fold(0.0, f32::max)
}

impl Engine {
    fn set(&mut self, text: &str, style: Style) -> Buffer {
        let mut buffer = Buffer::new(&mut self.system, Metrics::relative(f32::from(style.size), 1.4));
        buffer.set_wrap(Wrap::None);
        buffer.set_size(None, None);
        let weight = if style.bold { Weight::BOLD } else { Weight::SEMIBOLD };
        let attrs = Attrs::new().family(Family::Name("Inter")).weight(weight);
        buffer.set_text(text, &attrs, Shaping::Advanced, None);
        buffer.shape_until_scroll(&mut self.system, false);
        buffer
    }

    fn ink(&mut self, buffer: &Buffer) -> Line {
        if self.images.image_cache.len() > MOST_IMAGES {
            self.images = SwashCache::new();
        }
        let mut placed = Vec::new();
        for run in buffer.layout_runs() {
            // A right-to-left line ends, not starts, at the box's far side.
            let start = run.glyphs.iter().map(|glyph| glyph.x).fold(f32::INFINITY, f32::min);
            for glyph in run.glyphs.iter().filter(|glyph| glyph.glyph_id != 0) {
                let physical = glyph.physical((-start, 0.0), 1.0);
                let image = self.images.get_image(&mut self.system, physical.cache_key);
                if let Some(image) = image.as_ref().filter(|image| image.content == SwashContent::Mask) {
                    let (left, top) = (physical.x + image.placement.left, physical.y - image.placement.top);
                    placed.push((left, top, image.placement.width, image.data.clone()));
                }
            }
        }
        let rows = |width: u32, data: &[u8]| data.len().checked_div(width as usize).unwrap_or(0) as i32;
        let left = placed.iter().map(|p| p.0).min().unwrap_or(0);
        let top = placed.iter().map(|p| p.1).min().unwrap_or(0);
        let right = placed.iter().map(|p| p.0 + p.2 as i32).max().unwrap_or(0);
        let bottom = placed.iter().map(|p| p.1 + rows(p.2, &p.3)).max().unwrap_or(0);
        let mut mask = Mask::new(left, top, (right - left) as usize, (bottom - top) as usize);
        for (x, y, columns, data) in &placed {
            for (row, line) in data.chunks_exact((*columns).max(1) as usize).enumerate() {
                for (column, &coverage) in line.iter().enumerate() {
                    mask.ink(x + column as i32, y + row as i32, f32::from(coverage) / 255.0);
                }
            }
        }
        Line {
            width: width(buffer),
            mask,
        }
    }
}
