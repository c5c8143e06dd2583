//! Two who play each other, match after match, at a random pace.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jinlami::ui::token::Act;
use tokio::sync::watch;
use tokio::time::Instant;

use super::brain;
use super::chance::Chance;
use super::people::{Person, Pressed, Sheet, Spot, Which};

/// What everybody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Match after match, and now and then something silly.
    Wild,
    /// Sensible moves until the matches are over, and no new ones.
    Finishing,
    /// Whoever still plays gives up: for when there is little time.
    Leaving,
    /// The storm is over.
    Gone,
}

/// Everything that was pressed.
#[derive(Default)]
pub struct Book(Mutex<Vec<Pressed>>);

impl Book {
    pub fn note(&self, pressed: Pressed) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(pressed);
    }

    pub fn all(&self) -> Vec<Pressed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The newest ones.
    pub fn latest(&self, most: usize) -> Vec<Pressed> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all[all.len().saturating_sub(most)..].to_vec()
    }
}

/// Two people and where they meet.
pub struct Pair {
    pub people: [Person; 2],
    pub spot: Spot,
    pub chance: Chance,
    pub book: Arc<Book>,
    /// How long one looks before one presses, at least and at most, in milliseconds.
    pub pace: (usize, usize),
}

/// A press that nothing came of is tried again after this long.
const AGAIN: Duration = Duration::from_secs(5);
/// A challenge that nobody saw is made again after this long.
const CHALLENGE: Duration = Duration::from_secs(15);
/// Whoever sees nothing of a match any more, and no new one is begun, asks for the table after this long, so many times: its
/// message may have been deleted.
const MISSED: (Duration, usize) = (Duration::from_secs(10), 4);
/// Who presses old buttons all the time sees something too: so at the end everybody asks for the table this often, whatever
/// they see.
const ASK: (Duration, u32) = (Duration::from_secs(40), 3);
/// How far back people look.
const LOOK: usize = 24;
/// And at the end.
const ALL: usize = 1000;

const RULES: [&str; 5] = ["classic", "oklahoma", "jinlami", "jinlami-pk", "tedesco"];

impl Pair {
    /// Plays until everybody is gone.
    pub async fn play(mut self, mood: watch::Receiver<Mood>) {
        let mut pressed: HashMap<(usize, Which, String), Instant> = HashMap::new();
        let mut asked: Option<Instant> = None;
        let (mut quiet, mut calls) = (Instant::now(), 0);
        let (mut last, mut asks) = (None, 0);
        loop {
            tokio::time::sleep(self.chance.millis(self.pace.0, self.pace.1)).await;
            let now = *mood.borrow();
            match now {
                Mood::Gone => return,
                Mood::Wild | Mood::Finishing | Mood::Leaving => {}
            }
            let who = self.chance.below(2);
            let acted = self.turn(who, now, &mut pressed);
            if acted || now == Mood::Wild {
                quiet = Instant::now();
            }
            if now == Mood::Wild {
                (calls, last, asks) = (0, None, 0);
            } else if last.get_or_insert_with(Instant::now).elapsed() > ASK.0 * (asks + 1) && asks < ASK.1 {
                self.people[1].ask_for_table(&self.spot);
                asks += 1;
            }
            if acted {
                continue;
            }
            if quiet.elapsed() > MISSED.0 && calls < MISSED.1 {
                self.people[1].ask_for_table(&self.spot);
                (quiet, calls) = (Instant::now(), calls + 1);
            }
            let waits = asked.is_some_and(|at| at.elapsed() < CHALLENGE);
            if now == Mood::Wild && !waits && !self.busy() {
                let (rules, hands) = (*self.chance.one(&RULES), 1);
                // Now and then it is the computer that is challenged.
                let other = (!self.chance.happens(100)).then(|| self.people[1].clone());
                if self.people[0].challenge(other.as_ref(), &self.spot, rules, hands) {
                    asked = Some(Instant::now());
                }
            }
            if pressed.len() > 512 {
                pressed.retain(|_, at| at.elapsed() < AGAIN);
            }
        }
    }

    /// One look and perhaps one press of one of the two; `false` when there was nothing to press.
    fn turn(&mut self, who: usize, mood: Mood, pressed: &mut HashMap<(usize, Which, String), Instant>) -> bool {
        let person = self.people[who].clone();
        let mut fresh = |sheet: &Sheet, text: &str| {
            let key = (who, sheet.message, text.to_owned());
            let free = pressed.get(&key).is_none_or(|at| at.elapsed() > AGAIN);
            if free {
                pressed.insert(key, Instant::now());
            }
            free
        };
        let mut sheets = person.private(8);
        let mut public = Vec::new();
        if self.chance.happens(300) || !sheets.iter().any(brain::asks) {
            // When it comes to an end, everybody scrolls up for what is still open.
            public = person.public(&self.spot, if mood == Mood::Wild { LOOK } else { ALL });
            // Answers that only they see are hands too.
            sheets.extend(public.iter().filter(|sheet| sheet.private).cloned());
        }
        for sheet in &sheets {
            let silly = mood == Mood::Wild && self.chance.happens(40);
            let offer = if silly {
                brain::wild(sheet, &mut self.chance)
            } else if mood == Mood::Leaving {
                brain::leaving(sheet).or_else(|| brain::sensible(sheet, &mut self.chance))
            } else {
                brain::sensible(sheet, &mut self.chance)
            };
            let Some(offer) = offer else { continue };
            if !fresh(sheet, &offer.text) {
                continue;
            }
            if let Some(done) = person.press(sheet, offer) {
                self.book.note(done);
                // An impatient finger.
                if self.chance.happens(30)
                    && let Some(again) = person.press(sheet, offer)
                {
                    self.book.note(again);
                }
                return true;
            }
        }
        let [one, two] = &self.people;
        for sheet in public.iter().filter(|sheet| !sheet.private) {
            let ours = one.is_named_in(&sheet.words) && two.is_named_in(&sheet.words);
            let silly = mood == Mood::Wild && self.chance.happens(4);
            let offer = if silly {
                brain::wild(sheet, &mut self.chance)
            } else if ours && who == 1 {
                sheet.offer(|act| act == Act::Accept)
            } else {
                None
            };
            // Whoever sees no hand of a match that waits for them asks for it.
            let offer = offer.or_else(|| {
                let hidden = ours || person.is_named_in(&sheet.words);
                (hidden && self.chance.happens(60)).then(|| sheet.offer(|act| act == Act::Hand))?
            });
            if let Some(offer) = offer
                && fresh(sheet, &offer.text)
                && let Some(done) = person.press(sheet, offer)
            {
                self.book.note(done);
                return true;
            }
        }
        false
    }

    /// Whether a challenge or match of the two is on the board where they meet.
    fn busy(&self) -> bool {
        let [one, two] = &self.people;
        let hands = self.people.iter().any(|person| {
            let running = |sheet: &Sheet| sheet.offer(|act| matches!(act, Act::More | Act::Main)).is_some();
            person.private(4).iter().any(running)
        });
        let open = |sheet: &Sheet| {
            let asks = sheet.offer(|act| matches!(act, Act::Accept | Act::Hand | Act::Withdraw));
            asks.is_some() && !sheet.private && (one.is_named_in(&sheet.words) || two.is_named_in(&sheet.words))
        };
        hands || one.public(&self.spot, LOOK).iter().any(open)
    }
}
