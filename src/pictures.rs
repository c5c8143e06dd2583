//! Cards to pixels to PNG: the pictures the bot sends, and a hand's replay as an animated GIF.
//!
//! Everything is drawn on one plane of palette indices, 1280 pixels wide (replays 800), and written as an indexed PNG without
//! transparency. All words come from the caller; nothing here knows a language.

mod animation;
mod art;
mod boards;
mod bracket;
mod cleaning;
mod deflate;
mod hand;
mod leaders;
mod lettering;
mod mask;
mod palette;
mod plane;
mod profile;
mod ranking;
mod replay;
mod scene;
mod shaping;
mod sheet;
mod shelf;
mod showdown;
mod table;

pub use animation::MOST_MOMENTS;
pub use boards::{BoardRow, BoardsPicture, Side};
pub use bracket::{BracketMatch, BracketPicture, BracketSide};
pub use palette::palette;
pub use scene::{
    Curve, Figure, Group, HandPicture, LeaderRow, LeadersPicture, Look, ProfilePicture, RankingPicture, RankingRow,
    ReplayHand, ReplayPicture, SeatPanel, ShowdownPicture, ShownHand, TablePicture, Tone,
};
pub use sheet::{Rank, SheetPicture, SheetRow};

use art::Art;
use lettering::Lettering;

/// The width of every picture but replays in pixels: Telegram scales photos to it.
pub const WIDTH: u32 = 1280;

/// The width of a replay in pixels: an animation is many pictures.
pub const REPLAY_WIDTH: u32 = 800;

/// Draws pictures; made once at start, shared by all.
pub struct Pictures {
    art: Art,
    lettering: Lettering,
}

/// Why a picture can't be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// A font or a drawing that is part of the program can't be read.
    #[error("{0} cannot be read: {1}")]
    Asset(&'static str, String),
    /// There is more to show than fits.
    #[error("{count} {what}, but {most} fit")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many were given.
        count: usize,
        /// How many fit.
        most: usize,
    },
    /// There is nothing to show.
    #[error("an animation of nothing")]
    Empty,
    /// The PNG can't be written.
    #[error("the picture cannot be encoded")]
    Encode(#[from] png::EncodingError),
    /// The GIF can't be written.
    #[error("the animation cannot be encoded")]
    Animate(#[from] gif::EncodingError),
}

impl Pictures {
    /// Reads the fonts and renders the sprites.
    ///
    /// # Errors
    /// When a font or a drawing is damaged.
    pub fn new() -> Result<Pictures, PictureError> {
        let lettering = Lettering::new()?;
        Ok(Pictures {
            art: Art::new(&lettering)?,
            lettering,
        })
    }

    /// A player's own hand, 1280 × 460, in large print 1280 × 640, as PNG.
    ///
    /// # Errors
    /// When there are more cards than fit.
    pub fn hand(&self, picture: &HandPicture) -> Result<Vec<u8>, PictureError> {
        hand::draw(self, picture)?.png()
    }

    /// The public table, 1280 × 656, as PNG.
    ///
    /// # Errors
    /// When there are more seats than fit.
    pub fn table(&self, picture: &TablePicture) -> Result<Vec<u8>, PictureError> {
        table::draw(self, picture)?.png()
    }

    /// The end of a hand, 1280 × 960, as PNG.
    ///
    /// # Errors
    /// When there are more hands or cards than fit.
    pub fn showdown(&self, picture: &ShowdownPicture) -> Result<Vec<u8>, PictureError> {
        showdown::draw(self, picture)?.png()
    }

    /// A moment of a finished hand, 800 × 784, as PNG.
    ///
    /// # Errors
    /// When there are more hands or cards than fit.
    pub fn replay(&self, picture: &ReplayPicture) -> Result<Vec<u8>, PictureError> {
        replay::draw(self, picture)?.png()
    }

    /// A finished hand from the first moment to the last, 800 × 784, as a GIF that starts over.
    ///
    /// # Errors
    /// When there are no moments, or more moments, hands or cards than fit.
    pub fn animation(&self, moments: &[ReplayPicture]) -> Result<Vec<u8>, PictureError> {
        at_most("moments", moments.len(), animation::MOST_MOMENTS)?;
        animation::gif(moments.iter().map(|moment| replay::draw(self, moment)))
    }

    /// A leaderboard, 1280 × (156 + 78 a row), as PNG.
    ///
    /// # Errors
    /// When there are more rows or columns than fit.
    pub fn leaders(&self, picture: &LeadersPicture) -> Result<Vec<u8>, PictureError> {
        leaders::draw(self, picture)?.png()
    }

    /// A table of places, 1280 × (200 + 78 a row), as PNG.
    ///
    /// # Errors
    /// When there are more rows or columns than fit.
    pub fn sheet(&self, picture: &SheetPicture) -> Result<Vec<u8>, PictureError> {
        sheet::draw(self, picture)?.png()
    }

    /// The matches of a round, 1280 × (176 + 78 a match), with two teams above 168 more, as PNG.
    ///
    /// # Errors
    /// When there are more matches than fit.
    pub fn boards(&self, picture: &BoardsPicture) -> Result<Vec<u8>, PictureError> {
        boards::draw(self, picture)?.png()
    }

    /// A knockout or a part of one, 1280 × (216 + 132 a match of the first column), as PNG.
    ///
    /// # Errors
    /// When there are more columns or matches than fit.
    pub fn bracket(&self, picture: &BracketPicture) -> Result<Vec<u8>, PictureError> {
        bracket::draw(self, picture)?.png()
    }

    /// A page of a board, 1280 × (168 + 100 a row, 76 for a last line), as PNG.
    ///
    /// # Errors
    /// When there are more rows than fit.
    pub fn ranking(&self, picture: &RankingPicture) -> Result<Vec<u8>, PictureError> {
        ranking::draw(self, picture)?.png()
    }

    /// What a player has done, 1280 × (552 + 136 for two figures), as PNG.
    ///
    /// # Errors
    /// When there are more figures or points than fit.
    pub fn profile(&self, picture: &ProfilePicture) -> Result<Vec<u8>, PictureError> {
        profile::draw(self, picture)?.png()
    }

    /// How many bytes the sprites take.
    #[must_use]
    pub fn sprite_bytes(&self) -> usize {
        self.art.bytes()
    }
}

/// Refuses more of `what` than fit.
fn at_most(what: &'static str, count: usize, most: usize) -> Result<(), PictureError> {
    if count > most {
        Err(PictureError::TooMany { what, count, most })
    } else {
        Ok(())
    }
}
