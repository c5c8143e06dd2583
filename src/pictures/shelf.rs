use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::cleaning::Trust;
use super::lettering::{Line, Style, Text};

/// Bytes of lines in one generation; two are kept. The words of all languages at all sizes take about half of it.
const GENERATION: usize = 512 * 1024;

/// Lines that were set before. "Your hand" and "Deadwood" come up in every picture; setting them costs more than all cards.
#[derive(Default)]
pub struct Shelf(Mutex<Generations>);

/// Lines used lately, and those used before them: what nobody asks for is gone after two generations.
#[derive(Default)]
struct Generations {
    young: HashMap<Key, Arc<Line>>,
    old: HashMap<Key, Arc<Line>>,
    bytes: usize,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    words: String,
    trust: Trust,
    style: Style,
    widest: i32,
}

impl Shelf {
    /// The line of this text, set only when it is not there.
    pub fn line(&self, text: &Text<'_>, set: impl FnOnce() -> Line) -> Arc<Line> {
        let key = Key {
            words: text.words.to_owned(),
            trust: text.trust,
            style: text.style,
            widest: text.widest,
        };
        if let Some(line) = self.lock(|lines| lines.find(&key)) {
            return line;
        }
        let line = Arc::new(set());
        self.lock(|lines| lines.put(key, Arc::clone(&line)));
        line
    }

    fn lock<T>(&self, work: impl FnOnce(&mut Generations) -> T) -> T {
        // A panic while the lock was held can only have lost lines.
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Generations {
    fn find(&mut self, key: &Key) -> Option<Arc<Line>> {
        if let Some(line) = self.young.get(key) {
            return Some(Arc::clone(line));
        }
        let (key, line) = self.old.remove_entry(key)?;
        self.put(key, Arc::clone(&line));
        Some(line)
    }

    fn put(&mut self, key: Key, line: Arc<Line>) {
        let bytes = key.words.len() + line.mask.levels.len() + size_of::<(Key, Line)>();
        if self.bytes + bytes > GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.young.insert(key, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::mask::Mask;
    use crate::pictures::palette::{FELT, TEXT};

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let shelf = Shelf::default();
        fn text(words: &str) -> Text<'_> {
            Text {
                words,
                trust: Trust::Name,
                style: Style::bold(44),
                ground: FELT,
                ink: TEXT,
                widest: 100,
            }
        }
        let line = || Line {
            width: 1.0,
            mask: Mask::new(0, 0, 100, 100),
        };
        let kept = shelf.line(&text("kept"), line);
        for number in 0..1000 {
            shelf.line(&text(&number.to_string()), line);
            assert!(Arc::ptr_eq(
                &kept,
                &shelf.line(&text("kept"), || unreachable!("still there"))
            ));
        }
        let mut again = false;
        shelf.line(&text("0"), || {
            again = true;
            line()
        });
        assert!(again, "long unused");
        let generations = shelf.0.lock().unwrap();
        assert!(generations.young.len() + generations.old.len() < 120);
    }
}
