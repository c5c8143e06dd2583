//! The end of a hand, for everybody to see.

use super::cards::{close, symbols};
use super::draft::{Draft, Sketch};
use super::scene::Scene;
use super::voice::{Lines, Voice, say};
use crate::gin::{Arrangement, HandScore};
use crate::id::Seat;
use crate::pictures::{Look, ShowdownPicture, ShownHand};

impl Scene<'_> {
    /// The showdown of the finished hand with this number.
    pub(super) fn showdown_page(&self, number: i64) -> Option<Draft> {
        let at = self
            .table
            .hands()
            .iter()
            .position(|record| i64::from(record.number) == number)?;
        let record = &self.table.hands()[at];
        let voice = self.voice;
        let (title, gain) = (self.ending(record), self.gain(record));
        let mut lines = Lines::default();
        lines.bold(title.clone());
        lines.bold(gain.clone());
        for seat in order(&record.score) {
            let shown = &record.score.shown.arrangements[seat.index()];
            let (name, points) = (self.name(seat), shown.deadwood());
            lines.plain(say!(
                voice,
                "shown-line",
                name = name,
                points = points,
                cards = close(shown)
            ));
        }
        if let Some(cards) = laid_off(&record.score) {
            let cards = symbols(cards, " ");
            let name = record
                .score
                .shown
                .knocker
                .map_or_else(String::new, |seat| self.name(seat.other()));
            lines.plain(say!(voice, "lays-off", name = name, cards = cards));
        }
        let (games, totals) = self.table.sheet_after(at + 1);
        lines.line(self.score_line(totals));
        self.sheet(&mut lines, &games);
        lines.plain([self.hand_number(record.number), self.match_id()].join(" · "));
        let mut rows = self.seed(&mut lines, record);
        self.offer_replay(&mut rows, record.number);
        let names = Seat::BOTH.map(|seat| (self.bare_name(seat), self.name(seat)));
        Some(Draft {
            text: lines.text(),
            sketch: Some(voice.showdown(&record.score, &names, title, gain)),
            rows,
            ..Draft::default()
        })
    }
}

impl Voice<'_> {
    /// Both hands laid open: the picture and what it shows in words. `names` are each seat's, alone and within a sentence.
    pub(super) fn showdown(
        &self,
        score: &HandScore,
        names: &[(String, String); 2],
        title: String,
        gain: String,
    ) -> (Sketch, String) {
        let shown = &score.shown;
        let alt = self.showdown_alt(score, names, &title, &gain);
        let hands = order(score).into_iter().map(|seat| {
            let laid = if shown.knocker == Some(seat) {
                shown.laid_off.as_slice()
            } else {
                &[]
            };
            ShownHand {
                name: names[seat.index()].0.clone(),
                count: say!(self, "count-deadwood", points = shown.deadwood(seat)),
                groups: self.groups(&shown.arrangements[seat.index()], laid),
            }
        });
        let picture = ShowdownPicture {
            look: Look::default(),
            title,
            hands: hands.collect(),
            result: gain,
        };
        (Sketch::Showdown(picture), alt)
    }

    fn showdown_alt(&self, score: &HandScore, names: &[(String, String); 2], title: &str, gain: &str) -> String {
        let sentence = |text: &str| say!(self, "sentence", text = text);
        let name = |seat: Seat| names[seat.index()].1.as_str();
        let groups = |seat: Seat, points: bool| {
            let shown: &Arrangement = &score.shown.arrangements[seat.index()];
            say!(
                self,
                "alt-shown",
                name = name(seat),
                groups = self.laid_out(shown, points)
            )
        };
        let [first, second] = order(score);
        let mut parts = vec![sentence(title), groups(first, score.shown.knocker.is_none())];
        if let Some(cards) = laid_off(score) {
            parts.push(say!(self, "lays-off", name = name(second), cards = self.cards(cards)));
        }
        parts.push(groups(second, true));
        parts.push(sentence(gain));
        parts.join(self.space())
    }
}

/// The knocker first.
fn order(score: &HandScore) -> [Seat; 2] {
    let first = score.shown.knocker.unwrap_or(Seat::FIRST);
    [first, first.other()]
}

fn laid_off(score: &HandScore) -> Option<Vec<crate::cards::Card>> {
    let cards: Vec<_> = score.shown.laid_off.iter().map(|(card, _)| *card).collect();
    (!cards.is_empty()).then_some(cards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, CardSet, Pack};
    use crate::gin::{self, Ending, Meld, Pattern, Preset, Showdown, Tier};
    use crate::id::{Lang, Millis, Place, Platform, PlayerId, TableId, Venue};
    use crate::table::{By, Event, Invitee, Sitter, Table, Terms, Why};
    use crate::ui::names::Face;
    use crate::words::Words;

    fn cards(text: &str) -> CardSet {
        text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn laid(melds: &[&str], loose: &str) -> Arrangement {
        let melds: Vec<Meld> = melds
            .iter()
            .map(|meld| Meld::new(cards(meld), gin::AceRuns::Low).unwrap())
            .collect();
        let hand = melds.iter().fold(cards(loose), |hand, meld| hand | meld.cards());
        Arrangement::new(hand, &melds, gin::Aces::LOW).unwrap()
    }

    /// A table whose first hand ended like this.
    fn ended(event: Event) -> Table {
        let place = Place {
            venue: Venue {
                platform: Platform::Web,
                chat: 1,
            },
            channel: 0,
        };
        let (mara, tomasz) = (PlayerId(1), PlayerId(2));
        let invitee = Invitee::Player(tomasz);
        let opened = Event::Opened {
            place,
            challenger: mara,
            invitee,
            terms: Terms::of(Preset::Jinlami),
            press: None,
            bout: None,
        };
        let mut table = Table::opened(TableId(9), Millis(0), &opened).unwrap();
        for event in [
            Event::Accepted {
                by: Sitter::Player(tomasz),
                press: None,
            },
            Event::Gathered,
            Event::Dealt {
                dealer: Seat::FIRST,
                cut: None,
                pack: Pack::shuffled([1; 32]),
                proof: None,
            },
            event,
        ] {
            table.evolve(Millis(1), &event);
        }
        table
    }

    fn scored(winner: Option<Seat>, points: u16, ending: Ending) -> HandScore {
        HandScore {
            winner,
            points,
            ending,
            shown: example(),
        }
    }

    /// The hands of the example in the picture design.
    fn example() -> Showdown {
        Showdown {
            knocker: Some(Seat::FIRST),
            discard: "KS".parse().ok(),
            arrangements: [
                laid(&["4H 5H 6H 7H", "9C 9D 9S"], "AC 2S 3D"),
                laid(&["KC KD KH"], "2H 4C 5D 6S JS"),
            ],
            laid_off: vec![("8H".parse().unwrap(), 0), ("9H".parse().unwrap(), 0)],
            pattern: Some(Pattern::Loose),
        }
    }

    fn page(table: &Table, lang: Lang) -> (String, String) {
        let words = Words::new();
        let face = |player: i64, name: &str| Face {
            player: Some(PlayerId(player)),
            account: None,
            handle: None,
            name: name.to_owned(),
        };
        let scene = Scene {
            zone: None,
            rated: None,
            rated_a_day: 0,
            voice: Voice::new(&words, lang),
            table,
            faces: vec![face(1, "Mara"), face(2, "Tomasz")],
            venue: "The Den".to_owned(),
            closed: [false; 2],
            gone: false,
            tastes: Default::default(),
            start: None,
            back: None,
        };
        let draft = scene.showdown_page(1).unwrap();
        (draft.text.plain().replace('\u{FE0E}', ""), draft.sketch.unwrap().1)
    }

    fn by(score: HandScore) -> Table {
        ended(Event::Played {
            seat: Seat::FIRST,
            by: By::Person,
            fact: gin::Event::Scored(score),
            press: None,
        })
    }

    #[test]
    fn the_description_is_the_designs() {
        let table = by(scored(Some(Seat::FIRST), 21, Ending::Knock));
        let (text, alt) = page(&table, Lang::En);
        assert_eq!(
            alt,
            "Mara knocks with 6. Mara: run 4, 5, 6, 7 of hearts; set 9 of clubs, diamonds, spades; deadwood ace of clubs, \
             2 of spades, 3 of diamonds. Tomasz lays off 8 of hearts, 9 of hearts. Tomasz: set king of clubs, diamonds, \
             hearts; deadwood 2 of hearts, 4 of clubs, 5 of diamonds, 6 of spades, jack of spades, 27. Mara scores 21."
        );
        assert!(text.contains("Mara (6): 4♥5♥6♥7♥ · 9♣9♦9♠ · A♣ 2♠ 3♦\n"), "{text}");
        assert!(text.contains("Mara 21 · Tomasz 0\nHand 1 of 4 · match 9"), "{text}");
    }

    #[test]
    fn every_ending_has_its_words() {
        let (mara, tomasz) = (Some(Seat::FIRST), Some(Seat::SECOND));
        for (score, title, gain, hans) in [
            (
                scored(mara, 90, Ending::Gold(Tier::Three)),
                "Mara goes gin\n",
                "Mara scores 90",
                "金胡：三金",
            ),
            (
                scored(mara, 90, Ending::Gold(Tier::Two)),
                "Mara goes gin with two melds",
                "Mara scores 90",
                "金胡：二金",
            ),
            (
                scored(mara, 90, Ending::Gold(Tier::Dragon)),
                "Mara goes gin with a single meld",
                "90",
                "金胡：金龙",
            ),
            (
                scored(tomasz, 51, Ending::Undercut(Pattern::Loose)),
                "Tomasz undercuts",
                "Tomasz scores 51",
                "Tomasz 诈胡",
            ),
            (
                scored(None, 0, Ending::Tie),
                "Equal deadwood",
                "Nobody scores",
                "米数相同",
            ),
            (
                scored(None, 0, Ending::DrawnStock),
                "the stock ran out",
                "Nobody scores",
                "平局",
            ),
            (
                scored(None, 0, Ending::DrawnCap),
                "too many discards",
                "Nobody scores",
                "平局",
            ),
        ] {
            let table = by(score);
            let (text, alt) = page(&table, Lang::En);
            assert!(text.contains(title) && text.contains(gain), "{text}");
            assert!(alt.contains(title.trim_end()) && alt.contains(gain), "{alt}");
            assert!(page(&table, Lang::ZhHans).0.contains(hans));
        }
        let score = scored(tomasz, 70, Ending::Forfeit);
        let table = ended(Event::Forfeited {
            seat: Seat::FIRST,
            why: Why::Resigned,
            score,
        });
        assert!(page(&table, Lang::En).0.starts_with("Mara forfeits\nTomasz scores 70"));
    }
}
