//! The score sheet of a match of several games, and what was added for games won.

use super::scene::Scene;
use super::voice::{Lines, say};
use crate::id::Seat;
use crate::table::Game;

impl Scene<'_> {
    /// "Games, Anna : Ben – 1. 210 : 45 (Anna) · 2. 60 : 45 · 3. 0 : 45", and the bonuses; nothing for a match of one game
    /// without any.
    pub(super) fn sheet(&self, lines: &mut Lines, games: &[Game]) {
        let voice = self.voice;
        let (first, second) = (self.name(Seat::FIRST), self.name(Seat::SECOND));
        if games.len() > 1 {
            let columns = games.iter().zip(1u8..).map(|(game, n)| {
                let [one, two] = game.points;
                match game.winner {
                    Some(seat) => say!(
                        voice,
                        "sheet-game-won",
                        n = n,
                        one = one,
                        two = two,
                        name = self.name(seat)
                    ),
                    None => say!(voice, "sheet-game", n = n, one = one, two = two),
                }
            });
            let columns = columns.collect::<Vec<_>>().join(" · ");
            lines.plain(say!(voice, "sheet", first = &first, second = &second, games = columns));
        }
        let bonus = |seat: Seat| games.iter().map(|game| game.bonus[seat.index()]).sum::<i32>();
        let [one, two] = Seat::BOTH.map(bonus);
        if one != 0 || two != 0 {
            lines.plain(say!(
                voice,
                "sheet-bonuses",
                first = first,
                one = one,
                second = second,
                two = two
            ));
        }
    }
}
