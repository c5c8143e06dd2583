/// How many steps a mask tells apart between its ground and its ink: smooth to the eye, and each step more costs a picture 1 KB.
pub const LEVELS: u8 = 8;

/// A shape as levels of ink, 0 to [`LEVELS`], placed relative to an anchor. It takes its colours only when it is drawn.
#[derive(Clone, Default)]
pub struct Mask {
    /// Where the first column is, in pixels right of the anchor.
    pub left: i32,
    /// Where the first row is, in pixels below the anchor.
    pub top: i32,
    /// Columns.
    pub width: usize,
    /// Levels, row by row.
    pub levels: Vec<u8>,
}

impl Mask {
    /// An empty mask with this box.
    pub fn new(left: i32, top: i32, width: usize, height: usize) -> Mask {
        Mask {
            left,
            top,
            width,
            levels: vec![0; width * height],
        }
    }

    /// Adds ink at a place relative to the anchor; where shapes overlap the stronger ink stays.
    pub fn ink(&mut self, x: i32, y: i32, coverage: f32) {
        let (Ok(column), Ok(row)) = (usize::try_from(x - self.left), usize::try_from(y - self.top)) else {
            return;
        };
        if column >= self.width {
            return;
        }
        if let Some(level) = self.levels.get_mut(row * self.width + column) {
            *level = (*level).max(quantise(coverage));
        }
    }
}

/// The level nearest to this coverage.
pub fn quantise(coverage: f32) -> u8 {
    // Truncation after adding a half rounds, and the range is clamped first.
    (coverage.clamp(0.0, 1.0) * f32::from(LEVELS) + 0.5) as u8
}
