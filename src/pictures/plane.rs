use image::GrayImage;
use png::{BitDepth, ColorType, Encoder};

use super::deflate::zlib;
use super::mask::{LEVELS, Mask, quantise};
use super::palette::{EDGE, FACE, FELT, Ink, PANEL, Ramp, palette, panel_edge, ramp};
use super::{PictureError, WIDTH};

/// A picture being composed: each pixel is an index into the palette.
///
/// Column 0 is no pixel but the number of the row's PNG filter, 0 for none, so that the finished picture is compressed where it lies.
pub struct Plane(GrayImage);

/// A rectangle in pixels.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
}

/// A drawing with its colours: rows with an opaque middle, and edge pixels that let the ground through.
#[derive(Clone, Default)]
pub struct Sprite {
    /// Columns.
    pub width: usize,
    /// Indices, row by row.
    pub pixels: Vec<Ink>,
    /// For each row the opaque columns, from and to.
    pub opaque: Vec<(usize, usize)>,
    /// Pixels of the rim that are only partly covered: column, row, level.
    pub soft: Vec<(usize, usize, u8)>,
    /// The rim's colour.
    pub rim: Ink,
}

impl Plane {
    /// A picture of felt, as wide as all but replays.
    pub fn new(height: u32) -> Plane {
        Plane::sized(WIDTH, height)
    }

    /// A picture of felt of this width and height.
    pub fn sized(width: u32, height: u32) -> Plane {
        const { assert!(FELT == 0, "a fresh plane is felt and names no filter") };
        Plane(GrayImage::new(width + 1, height))
    }

    /// How wide the picture is.
    pub fn width(&self) -> u32 {
        self.0.width() - 1
    }

    /// How high the picture is.
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// The pixels, row by row from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Ink]> {
        self.0.as_raw().chunks_exact(self.stride()).map(|row| &row[1..])
    }

    /// Copies a sprite's rows with its first pixel at this place.
    pub fn sprite(&mut self, sprite: &Sprite, x: i32, y: i32) {
        for (row, &(from, to)) in sprite.opaque.iter().enumerate() {
            let source = &sprite.pixels[row * sprite.width + from..row * sprite.width + to];
            self.row(x + from as i32, y + row as i32, source);
        }
        for &(column, row, level) in &sprite.soft {
            if let Some(pixel) = self.pixel(x + column as i32, y + row as i32) {
                // Cards lie on felt, on a panel or on another card; on that card's edge the edges merge.
                let ground = *pixel;
                if ground == FELT || ground == PANEL || (ground == FACE && sprite.rim == EDGE) {
                    *pixel = ramp(ground, sprite.rim).base + level - 1;
                }
            }
        }
    }

    /// Inks a mask with its anchor at this place. The ground must be the ramp's own.
    pub fn mask(&mut self, mask: &Mask, x: i32, y: i32, ramp: Ramp) {
        let (picture_width, picture_height) = (self.width() as i32, self.0.height() as i32);
        let (left, top) = (x + mask.left, y + mask.top);
        let first = (-left).clamp(0, mask.width as i32) as usize;
        let last = (picture_width - left).clamp(0, mask.width as i32) as usize;
        if mask.width == 0 || first >= last {
            return;
        }
        for (row, levels) in mask.levels.chunks_exact(mask.width).enumerate() {
            let line = top + row as i32;
            if line < 0 || line >= picture_height {
                continue;
            }
            let start = self.place(left + first as i32, line);
            let pixels = &mut self.0.as_mut()[start..start + last - first];
            for (pixel, &level) in pixels.iter_mut().zip(&levels[first..last]) {
                let inked = ramp.base.wrapping_add(level).wrapping_sub(1);
                *pixel = if level == 0 { *pixel } else { inked };
            }
        }
    }

    /// A bar with round ends on this ground.
    pub fn bar(&mut self, frame: Frame, ground: Ink, ink: Ink) {
        let ramp = ramp(ground, ink);
        self.rounded(
            frame,
            frame.width.min(frame.height) as f32 / 2.0,
            ink,
            |coverage| match quantise(coverage) {
                0 => None,
                LEVELS => Some(ink),
                level => Some(ramp.base + level - 1),
            },
        );
    }

    /// A panel with round corners on the felt.
    pub fn panel(&mut self, frame: Frame, radius: f32) {
        self.rounded(frame, radius, PANEL, |coverage| Some(panel_edge(coverage)));
    }

    /// The picture as an indexed PNG.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut bytes = Vec::with_capacity(48 * 1024);
        let mut encoder = Encoder::new(&mut bytes, self.width(), self.height());
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette().as_flattened());
        let mut writer = encoder.write_header()?;
        writer.write_chunk(png::chunk::IDAT, &zlib(self.0.as_raw(), self.stride()))?;
        writer.finish()?;
        Ok(bytes)
    }

    fn rounded(&mut self, frame: Frame, radius: f32, fill: Ink, edge: impl Fn(f32) -> Option<Ink>) {
        let Frame { x, y, width, height } = frame;
        let round = radius.ceil() as i32;
        for row in 0..height {
            let from_edge = row.min(height - 1 - row);
            if from_edge >= round {
                self.span(x, x + width, y + row, fill);
                continue;
            }
            let down = radius - (from_edge as f32 + 0.5);
            for column in 0..round.min(width / 2 + 1) {
                let along = radius - (column as f32 + 0.5);
                let coverage = if along <= 0.0 || down <= 0.0 {
                    1.0
                } else {
                    radius - along.hypot(down) + 0.5
                };
                let Some(ink) = edge(coverage) else { continue };
                for place in [x + column, x + width - 1 - column] {
                    if let Some(pixel) = self.pixel(place, y + row) {
                        *pixel = ink;
                    }
                }
            }
            self.span(x + round, x + width - round, y + row, fill);
        }
    }

    fn span(&mut self, from: i32, to: i32, y: i32, ink: Ink) {
        let width = self.width() as i32;
        let (from, to) = (from.clamp(0, width), to.clamp(0, width));
        if from < to && (0..self.0.height() as i32).contains(&y) {
            let start = self.place(from, y);
            self.0.as_mut()[start..start + (to - from) as usize].fill(ink);
        }
    }

    fn row(&mut self, x: i32, y: i32, source: &[Ink]) {
        if !(0..self.0.height() as i32).contains(&y) {
            return;
        }
        let first = (-x).clamp(0, source.len() as i32) as usize;
        let last = (self.width() as i32 - x).clamp(0, source.len() as i32) as usize;
        if first < last {
            let start = self.place(x + first as i32, y);
            self.0.as_mut()[start..start + last - first].copy_from_slice(&source[first..last]);
        }
    }

    fn pixel(&mut self, x: i32, y: i32) -> Option<&mut Ink> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let pixel = if x < self.width() {
            self.0.get_pixel_mut_checked(x + 1, y)
        } else {
            None
        };
        pixel.map(|pixel| &mut pixel.0[0])
    }

    /// A row's pixels and the filter's number before them.
    fn stride(&self) -> usize {
        self.0.width() as usize
    }

    /// Where the pixel in this column of this row lies; both are inside the picture.
    fn place(&self, x: i32, y: i32) -> usize {
        y as usize * self.stride() + 1 + x as usize
    }
}
