//! What the finished hands of a match say about how each of the two played.

use super::state::Table;
use crate::gin::{Ending, Tier};
use crate::id::Seat;

/// One player's deeds in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feats {
    /// Hands won.
    pub hands: u32,
    /// Gold hands (gin) won, of every tier and big gin.
    pub gold: u32,
    /// Gold hands of three melds (三金).
    pub three: u32,
    /// Gold hands of two melds (二金).
    pub two: u32,
    /// Gold hands of one meld (金龙).
    pub dragon: u32,
    /// Undercuts (詐胡) made.
    pub undercuts: u32,
    /// Undercuts suffered.
    pub undercut: u32,
    /// Hands in which the player knocked, gold hands included.
    pub knocks: u32,
    /// Those of them that the player won.
    pub knocked: u32,
    /// Deadwood points left in hands that the other one won by a knock or a gold hand.
    pub deadwood: u32,
    /// How many such hands.
    pub caught: u32,
    /// The most points of one hand.
    pub best_hand: u32,
}

impl Table {
    /// What a player did in the finished hands.
    #[must_use]
    pub fn feats(&self, seat: Seat) -> Feats {
        let mut feats = Feats::default();
        for hand in self.hands() {
            let score = &hand.score;
            let won = score.winner == Some(seat);
            let lost = score.winner == Some(seat.other());
            let declared = matches!(
                score.ending,
                Ending::Knock | Ending::Gold(_) | Ending::BigGin | Ending::Undercut(_) | Ending::Tie
            );
            if declared && score.shown.knocker == Some(seat) {
                feats.knocks += 1;
                feats.knocked += u32::from(won);
            }
            if won {
                feats.hands += 1;
                feats.gold += u32::from(hand.is_gold());
                feats.best_hand = feats.best_hand.max(u32::from(score.points));
            }
            match score.ending {
                Ending::Gold(tier) if won => match tier {
                    Tier::Dragon => feats.dragon += 1,
                    Tier::Two => feats.two += 1,
                    Tier::Three => feats.three += 1,
                },
                Ending::Undercut(_) => {
                    feats.undercuts += u32::from(won);
                    feats.undercut += u32::from(lost);
                }
                _ => {}
            }
            if lost && matches!(score.ending, Ending::Knock | Ending::Gold(_) | Ending::BigGin) {
                feats.deadwood += u32::from(score.shown.deadwood(seat));
                feats.caught += 1;
            }
        }
        feats
    }
}
