use std::sync::Arc;

use ab_glyph::{Font, FontRef, Glyph, GlyphId, OutlinedGlyph, PxScale, ScaleFont, point};

use super::PictureError;
use super::cleaning::{Trust, clean, isolate};
use super::mask::Mask;
use super::palette::{FELT, Ink, ramp};
use super::plane::Plane;
use super::shaping::Shaper;
use super::shelf::Shelf;

/// How a line is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// Pixels an em.
    pub size: u8,
    /// Bold instead of semi-bold.
    pub bold: bool,
}

impl Style {
    /// Bold of this size in pixels.
    pub const fn bold(size: u8) -> Style {
        Style { size, bold: true }
    }

    /// Semi-bold of this size in pixels.
    pub const fn semi(size: u8) -> Style {
        Style { size, bold: false }
    }
}

/// Which point of a line is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Its left end.
    Left(i32),
    /// Its middle.
    Middle(i32),
    /// Its right end.
    Right(i32),
}

/// A line of text ready to be inked; its anchor is the left end of the baseline.
#[derive(Clone)]
pub struct Line {
    /// How far the line reaches, in pixels.
    pub width: f32,
    /// Its ink.
    pub mask: Mask,
}

impl Line {
    /// How far the ink reaches below the baseline, in pixels.
    pub fn below(&self) -> i32 {
        let rows = self.mask.levels.len().checked_div(self.mask.width).unwrap_or(0);
        self.mask.top + rows as i32
    }

    /// Draws the line in the text's colours and says from where to where it reaches.
    pub fn write(&self, plane: &mut Plane, text: &Text<'_>, at: At, baseline: i32) -> (i32, i32) {
        let width = self.width.round() as i32;
        let left = match at {
            At::Left(left) => left,
            At::Middle(middle) => middle - width / 2,
            At::Right(right) => right - width,
        };
        plane.mask(&self.mask, left, baseline, ramp(text.ground, text.ink));
        (left, left + width)
    }
}

/// The fonts, from Inter's letters to every other script.
pub struct Lettering {
    bold: FontRef<'static>,
    semi: FontRef<'static>,
    shaper: Shaper,
    shelf: Shelf,
}

/// A font of the program: what it is called and its bytes.
pub struct FontFile {
    /// The family's name.
    pub family: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

/// The text fonts, then one for each other group of scripts. See `assets/fonts/README.md`.
pub const FONTS: [FontFile; 7] = [
    FontFile {
        family: "Inter",
        bytes: include_bytes!("../../assets/fonts/Inter-Bold.otf"),
    },
    FontFile {
        family: "Inter",
        bytes: include_bytes!("../../assets/fonts/Inter-SemiBold.otf"),
    },
    FontFile {
        family: "Noto Sans CJK SC",
        bytes: include_bytes!("../../assets/fonts/NotoSansCJKsc-Medium.otf"),
    },
    FontFile {
        family: "Noto Sans Arabic",
        bytes: include_bytes!("../../assets/fonts/NotoSansArabic-Regular.ttf"),
    },
    FontFile {
        family: "Noto Sans Hebrew",
        bytes: include_bytes!("../../assets/fonts/NotoSansHebrew-Regular.ttf"),
    },
    FontFile {
        family: "Noto Sans Devanagari",
        bytes: include_bytes!("../../assets/fonts/NotoSansDevanagari-Regular.ttf"),
    },
    FontFile {
        family: "Noto Sans Thai",
        bytes: include_bytes!("../../assets/fonts/NotoSansThai-Regular.ttf"),
    },
];

impl Lettering {
    /// Reads the fonts.
    pub fn new() -> Result<Lettering, PictureError> {
        let read = |file: &FontFile| {
            FontRef::try_from_slice(file.bytes).map_err(|error| PictureError::Asset(file.family, error.to_string()))
        };
        Ok(Lettering {
            bold: read(&FONTS[0])?,
            semi: read(&FONTS[1])?,
            shaper: Shaper::new()?,
            shelf: Shelf::default(),
        })
    }

    /// Draws a text on a ground and says from where to where it reaches.
    pub fn write(&self, plane: &mut Plane, text: &Text<'_>, at: At, baseline: i32) -> (i32, i32) {
        let line = self.line(text);
        line.write(plane, text, at, baseline)
    }

    /// Sets a text on one line; a text wider than it may be ends in "…".
    pub fn line(&self, text: &Text<'_>) -> Arc<Line> {
        self.shelf.line(text, || self.set(text))
    }

    /// A text in as many lines as it needs: broken at blanks, and between letters of scripts that write none.
    pub fn wrapped(&self, words: &str, style: Style, widest: i32) -> Vec<String> {
        let fits = |part: &str| {
            let text = Text {
                words: part.trim_end(),
                trust: Trust::Sentence,
                style,
                ground: FELT,
                ink: FELT,
                widest: i32::MAX,
            };
            self.set(&text).width <= widest as f32
        };
        let mut lines = Vec::new();
        let mut rest = words.trim();
        while !rest.is_empty() && !fits(rest) {
            let ends = breaks(rest);
            // The last end that fits, found by halving; what has none is cut where it is drawn.
            let fitting = ends.partition_point(|end| fits(&rest[..*end]));
            let Some(&end) = ends.get(fitting.saturating_sub(1)) else {
                break;
            };
            lines.push(rest[..end].trim_end().to_owned());
            rest = rest[end..].trim_start();
        }
        if !rest.is_empty() {
            lines.push(rest.to_owned());
        }
        lines
    }

    fn set(&self, text: &Text<'_>) -> Line {
        // Something undrawable is still somebody: an empty place would look like nobody.
        let words = clean(text.words, text.trust, |letter| self.draws(letter)).unwrap_or_else(|| "…".to_owned());
        let font = if text.style.bold { &self.bold } else { &self.semi };
        let plain = |letter: char| isolate(letter) || (font.glyph_id(letter) != GlyphId(0) && !needs_shaping(letter));
        if words.chars().all(plain) {
            let plainly: String = words.chars().filter(|&letter| !isolate(letter)).collect();
            set_plain(font, &plainly, text.style, text.widest as f32)
        } else {
            self.shaper.line(&words, text.style, text.widest as f32)
        }
    }

    /// The outline of a rank in Inter Bold, stretched, with the middle of its advance and its baseline at this point.
    pub fn rank(&self, label: &str, (across, up): (f32, f32), middle: f32, baseline: f32) -> Mask {
        let scale = PxScale {
            x: px(&self.bold, across),
            y: px(&self.bold, up),
        };
        let mut run = Run::new(&self.bold, label, scale);
        run.tighten(0.065 * across);
        run.ink(&self.bold, middle - run.width / 2.0, baseline)
    }

    /// A slot number, its middle and baseline placed on a full card.
    pub fn number(&self, digits: &str) -> Mask {
        let run = Run::new(&self.semi, digits, PxScale::from(px(&self.semi, 36.0)));
        run.ink(&self.semi, 49.5 - run.width / 2.0, 270.0)
    }

    fn draws(&self, letter: char) -> bool {
        self.semi.glyph_id(letter) != GlyphId(0) || self.shaper.draws(letter)
    }
}

/// A text with its colours.
pub struct Text<'a> {
    /// What it says.
    pub words: &'a str,
    /// Whose words they are.
    pub trust: Trust,
    /// How it is set.
    pub style: Style,
    /// What it lies on.
    pub ground: Ink,
    /// Its colour.
    pub ink: Ink,
    /// How wide it may be in pixels.
    pub widest: i32,
}

/// Where a line can end, in bytes from the start.
fn breaks(text: &str) -> Vec<usize> {
    let wide =
        |letter: char| matches!(letter, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}');
    let mut ends = Vec::new();
    let mut before = None;
    for (at, next) in text.char_indices() {
        if let Some(before) = before {
            let blank = before == ' ' && next != ' ';
            let between = (wide(before) || wide(next)) && before != ' ' && next != ' ';
            // No line begins with what closes, and none ends with what opens.
            let held = "、。，：；！？）》」』”·…".contains(next) || "（《「『“".contains(before);
            if (blank || between) && !held {
                ends.push(at);
            }
        }
        before = Some(next);
    }
    ends
}

/// Marks on letters are placed by the shaper.
fn needs_shaping(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

fn set_plain(font: &FontRef<'_>, text: &str, style: Style, widest: f32) -> Line {
    let scale = PxScale::from(px(font, f32::from(style.size)));
    let mut run = Run::new(font, text, scale);
    if run.width > widest {
        let dots = font.as_scaled(scale).h_advance(font.glyph_id('…'));
        let kept: String = text.chars().take(run.fitting(widest - dots)).collect();
        run = Run::new(font, &format!("{}…", kept.trim_end()), scale);
    }
    Line {
        width: run.width,
        mask: run.ink(font, 0.0, 0.0),
    }
}

/// ab_glyph's scale, which counts from ascender to descender, for so many pixels an em.
fn px(font: &FontRef<'_>, em: f32) -> f32 {
    font.units_per_em()
        .map_or(em, |units| em * font.height_unscaled() / units)
}

/// Letters in a row with the distances between them.
struct Run {
    scale: PxScale,
    glyphs: Vec<(GlyphId, f32)>,
    width: f32,
}

impl Run {
    fn new(font: &FontRef<'_>, text: &str, scale: PxScale) -> Run {
        let scaled = font.as_scaled(scale);
        let (mut pen, mut last) = (0.0, None);
        let mut glyphs = Vec::with_capacity(text.len());
        for letter in text.chars() {
            let id = scaled.glyph_id(letter);
            pen += last.map_or(0.0, |last| scaled.kern(last, id));
            glyphs.push((id, pen));
            pen += scaled.h_advance(id);
            last = Some(id);
        }
        Run {
            scale,
            glyphs,
            width: pen,
        }
    }

    /// Brings the letters closer by so many pixels each.
    fn tighten(&mut self, by: f32) {
        for (place, (_, pen)) in self.glyphs.iter_mut().enumerate() {
            *pen -= by * place as f32;
        }
        self.width -= by * self.glyphs.len().saturating_sub(1) as f32;
    }

    /// How many letters end before this width.
    fn fitting(&self, width: f32) -> usize {
        (1..self.glyphs.len())
            .take_while(|&next| self.glyphs[next].1 <= width)
            .count()
    }

    fn ink(&self, font: &FontRef<'_>, x: f32, y: f32) -> Mask {
        let outlines: Vec<OutlinedGlyph> = (self.glyphs.iter())
            .filter_map(|&(id, pen)| {
                let glyph: Glyph = id.with_scale_and_position(self.scale, point(x + pen, y));
                font.outline_glyph(glyph)
            })
            .collect();
        let mut bounds = outlines.iter().map(OutlinedGlyph::px_bounds);
        let Some(first) = bounds.next() else {
            return Mask::default();
        };
        let whole = bounds.fold(first, |mut whole, next| {
            whole.min = point(whole.min.x.min(next.min.x), whole.min.y.min(next.min.y));
            whole.max = point(whole.max.x.max(next.max.x), whole.max.y.max(next.max.y));
            whole
        });
        let (left, top) = (whole.min.x as i32, whole.min.y as i32);
        let mut mask = Mask::new(left, top, whole.width() as usize, whole.height() as usize);
        for outline in outlines {
            let corner = outline.px_bounds().min;
            outline.draw(|column, row, coverage| {
                mask.ink(corner.x as i32 + column as i32, corner.y as i32 + row as i32, coverage);
            });
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_broken_where_its_script_allows() {
        let lettering = Lettering::new().unwrap();
        let wrapped = |words: &str, widest| lettering.wrapped(words, Style::semi(28), widest);
        assert_eq!(wrapped("Round 2 of 5", 1216), ["Round 2 of 5"]);
        assert!(wrapped("", 1216).is_empty());
        for (words, blank) in [
            (
                "then: median Buchholz (without best and worst), Buchholz, direct encounter, wins",
                " ",
            ),
            (
                "同分依次比：中间对手分（去掉最高和最低）、对手分（Buchholz）、相互胜负、胜场、得失分差",
                "",
            ),
        ] {
            let lines = wrapped(words, 300);
            assert!(lines.len() > 2, "{lines:?}");
            assert_eq!(lines.join(blank), words);
            assert!(!lines.iter().any(|line| line.starts_with(['、', '）'])), "{lines:?}");
            assert!(!lines.iter().any(|line| line.ends_with('（')), "{lines:?}");
        }
        // A word without an end inside stays whole.
        assert_eq!(wrapped(&"x".repeat(80), 300).len(), 1);
    }
}
