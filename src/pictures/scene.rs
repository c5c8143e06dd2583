use crate::cards::Card;

/// How a player wants the cards drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Four suit colours instead of two.
    pub four_colours: bool,
    /// Large print: two rows of uncovered cards.
    pub large: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            four_colours: true,
            large: false,
        }
    }
}

/// A player's own hand. Private: no `Debug`.
#[derive(Clone, Default)]
pub struct HandPicture {
    /// How the cards are drawn.
    pub look: Look,
    /// The words at the left, "Your hand".
    pub title: String,
    /// The count at the right, "Deadwood 15" or "Gin".
    pub count: String,
    /// Quiet words after the count, "after discard".
    pub aside: Option<String>,
    /// The count is gold: the player may knock.
    pub gold: bool,
    /// The cards in order: runs, sets, deadwood.
    pub groups: Vec<Group>,
    /// The card just drawn; it stands higher.
    pub drawn: Option<Card>,
}

/// Cards that lie together over one bar. Private while a hand is played: no `Debug`.
#[derive(Clone)]
pub struct Group {
    /// The word under the bar, "Run", "Set + layoff", "Deadwood".
    pub label: String,
    /// What the bar's colour says.
    pub tone: Tone,
    /// The cards from left to right.
    pub cards: Vec<Card>,
    /// How many cards at the end were laid off by the opponent; they lie lower over a coral bar.
    pub laid_off: usize,
}

/// What a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A run or a set: gold.
    Meld,
    /// Loose cards: grey.
    Deadwood,
}

/// The public table between moves.
#[derive(Clone, Debug, Default)]
pub struct TablePicture {
    /// How the cards are drawn.
    pub look: Look,
    /// One panel a player, two in Gin Rummy.
    pub seats: Vec<SeatPanel>,
    /// Cards in the stock.
    pub stock: u8,
    /// The words under the stock's number, "in stock".
    pub stock_label: String,
    /// The top of the discard pile.
    pub discard: Option<Card>,
    /// Cards in the discard pile.
    pub pile: u8,
    /// The top card in words, "Queen of hearts", or "empty".
    pub discard_name: String,
    /// The words under it, "on the discard pile".
    pub discard_label: String,
    /// The last line, "Knock at 10 or less".
    pub foot: String,
}

/// A player at the table.
#[derive(Clone, Debug, Default)]
pub struct SeatPanel {
    /// The player's name.
    pub name: String,
    /// The line under the name, "10 cards · to move".
    pub line: String,
    /// The match score.
    pub score: String,
    /// It is this player's turn.
    pub to_move: bool,
}

/// The end of a hand.
#[derive(Clone, Default)]
pub struct ShowdownPicture {
    /// How the cards are drawn.
    pub look: Look,
    /// The first line, "Mara knocks with 6".
    pub title: String,
    /// The players' hands, the knocker's first.
    pub hands: Vec<ShownHand>,
    /// The last line, "Mara scores 21".
    pub result: String,
}

/// A hand laid open.
#[derive(Clone)]
pub struct ShownHand {
    /// The player's name.
    pub name: String,
    /// The count at the right, "deadwood 6".
    pub count: String,
    /// The cards in order: runs, sets, deadwood.
    pub groups: Vec<Group>,
}

/// A leaderboard.
#[derive(Clone, Debug, Default)]
pub struct LeadersPicture {
    /// The words above, "Season 3 leaders".
    pub title: String,
    /// The heads of the figures, at most five.
    pub columns: Vec<String>,
    /// The rows from the first place down, at most 100.
    pub rows: Vec<LeaderRow>,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, Default)]
pub struct LeaderRow {
    /// The place, "1".
    pub place: String,
    /// The place is gold: one of the first three.
    pub gold: bool,
    /// The player's or team's name.
    pub name: String,
    /// One figure a column.
    pub figures: Vec<String>,
}

/// A page of a board in one column, large enough for a phone.
#[derive(Clone, Debug, Default)]
pub struct RankingPicture {
    /// The words above, "Leaders: The Den".
    pub title: String,
    /// The quiet words under them, "Matches won · this week".
    pub aside: String,
    /// The quiet words at the right, "Page 2 of 34"; empty for a board of one page.
    pub page: String,
    /// The rows of the page, at most 25.
    pub rows: Vec<RankingRow>,
    /// The last line, "You are #12 of 340"; empty for none.
    pub foot: String,
}

/// A row of a board.
#[derive(Clone, Debug, Default)]
pub struct RankingRow {
    /// The place, "1".
    pub place: String,
    /// 1 to 3 for gold, silver and bronze; anything else is no medal.
    pub medal: u32,
    /// The player's or team's name.
    pub name: String,
    /// The quiet words under it, "12 of 20 won"; empty for none.
    pub note: String,
    /// What the board ranks by, "1634".
    pub figure: String,
    /// The row is the reader's own; only for a picture that nobody else is shown.
    pub own: bool,
}

/// What a player has done.
#[derive(Clone, Debug, Default)]
pub struct ProfilePicture {
    /// The player's name.
    pub name: String,
    /// The quiet words under it, "Rating 1634 · #12 of 340".
    pub aside: String,
    /// Figures, two a row, at most twelve.
    pub figures: Vec<Figure>,
    /// The rating over time.
    pub curve: Curve,
}

/// A figure with its name.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// What it is, "Matches won".
    pub label: String,
    /// The figure, "12 of 20 (60 %)".
    pub value: String,
    /// It is drawn in gold.
    pub gold: bool,
}

/// A curve over time.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// The words above.
    pub title: String,
    /// The values from the first to the last, at most 500.
    pub points: Vec<i32>,
    /// The highest value in words.
    pub high: String,
    /// The lowest value in words.
    pub low: String,
    /// When the curve begins, in words.
    pub from: String,
    /// When it ends, in words.
    pub to: String,
    /// What is said instead while there are fewer than two points.
    pub empty: String,
}

/// A moment of a finished hand with both hands open. No `Debug`: whether it may be seen is not known here.
#[derive(Clone, Default)]
pub struct ReplayPicture {
    /// How the cards are drawn.
    pub look: Look,
    /// The quiet words at the upper left, "Hand 2 of 4".
    pub title: String,
    /// The quiet words at the upper right, "Step 12 of 47".
    pub step: String,
    /// What has just happened, "Mara draws the 7 of hearts".
    pub caption: String,
    /// The caption is gold: the hand was won here.
    pub gold: bool,
    /// The players' hands, at most two.
    pub hands: Vec<ReplayHand>,
    /// Cards in the stock.
    pub stock: u8,
    /// The words beside the stock's number, "in stock".
    pub stock_label: String,
    /// The card on the pile.
    pub discard: Option<Card>,
    /// Cards in the pile.
    pub pile: u8,
    /// The pile's card in words, "Queen of hearts", or "empty".
    pub discard_name: String,
    /// The words under it, "on the discard pile".
    pub discard_label: String,
    /// The last line, "Knock at 10 or less" or "Mara scores 21".
    pub foot: String,
}

/// A hand of a replay.
#[derive(Clone, Default)]
pub struct ReplayHand {
    /// The player's name.
    pub name: String,
    /// The count at the right, "deadwood 6".
    pub count: String,
    /// This player has just acted.
    pub acts: bool,
    /// The cards in order: runs, sets, deadwood.
    pub groups: Vec<Group>,
    /// The card that has just come in; it stands higher.
    pub raised: Option<Card>,
}
