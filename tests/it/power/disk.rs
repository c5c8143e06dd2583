//! A disk that loses power: what a recorded process did to one folder, and what of it may be left after a cut.
//!
//! What was synced is there. Of the rest any part may be, in any order, sector by sector: a write torn in the middle, a later
//! one kept and an earlier one lost, a length without its bytes. A new or removed name counts when the folder was synced.

use std::collections::BTreeMap;
use std::path::Path;

use crate::dice::Dice;

/// What a disk writes whole.
const SECTOR: usize = 512;

/// One thing that the process did.
pub struct Deed {
    pub name: String,
    pub what: What,
}

pub enum What {
    Made,
    Wrote { at: usize, bytes: Vec<u8> },
    Cut { length: usize },
    Synced,
    Removed,
}

/// Reads a record as `record.c` writes it.
pub fn read(record: &[u8]) -> Vec<Deed> {
    let mut rest = record;
    let mut deeds = Vec::new();
    while !rest.is_empty() {
        let deed = take(&mut rest, 1)[0];
        let letters = u16::from_ne_bytes(take(&mut rest, 2).try_into().unwrap());
        let name = String::from_utf8(take(&mut rest, usize::from(letters)).to_vec()).unwrap();
        let at = number(&mut rest);
        let length = number(&mut rest);
        let what = match deed {
            b'c' => What::Made,
            b'w' => What::Wrote {
                at,
                bytes: take(&mut rest, length).to_vec(),
            },
            b't' => What::Cut { length: at },
            b's' => What::Synced,
            b'u' => What::Removed,
            other => panic!(
                "{} was done to {name}, which this model does not know",
                char::from(other)
            ),
        };
        deeds.push(Deed { name, what });
    }
    deeds
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

fn number(rest: &mut &[u8]) -> usize {
    usize::try_from(u64::from_ne_bytes(take(rest, 8).try_into().unwrap())).unwrap()
}

/// The folder as its disk knows it at one moment.
#[derive(Default)]
pub struct Disk {
    files: Vec<Content>,
    names: BTreeMap<String, Name>,
    /// Files whose syncs this disk only pretends to do.
    deaf: Option<&'static str>,
}

#[derive(Default)]
struct Name {
    /// Which file certainly has this name after a cut; `None`: none has.
    kept: Option<usize>,
    /// Which it may be just as well.
    maybe: Vec<Option<usize>>,
    now: Option<usize>,
}

#[derive(Default)]
struct Content {
    kept: Vec<u8>,
    now: Vec<u8>,
    /// What each sector that isn't synced held since the last sync, oldest first.
    sectors: BTreeMap<usize, Vec<Vec<u8>>>,
    /// The lengths since then.
    lengths: Vec<usize>,
}

impl Disk {
    /// A disk that lies about one kind of file, by the end of the name: it says that it has synced, and hasn't.
    pub fn deaf_to(ending: &'static str) -> Disk {
        Disk {
            deaf: Some(ending),
            ..Disk::default()
        }
    }

    /// One deed more.
    pub fn does(&mut self, Deed { name, what }: &Deed) {
        match what {
            What::Made => {
                self.files.push(Content::default());
                let made = Some(self.files.len() - 1);
                self.names.entry(name.clone()).or_default().becomes(made);
            }
            What::Removed => self.names.entry(name.clone()).or_default().becomes(None),
            What::Synced if name.is_empty() => {
                for name in self.names.values_mut() {
                    name.kept = name.now;
                    name.maybe.clear();
                }
            }
            What::Synced if self.deaf.is_some_and(|ending| name.ends_with(ending)) => {}
            What::Synced => self.file(name).sync(),
            What::Wrote { at, bytes } => self.file(name).write(*at, bytes),
            What::Cut { length } => self.file(name).cut(*length),
        }
    }

    fn file(&mut self, name: &str) -> &mut Content {
        let file = self.names.get(name).and_then(|name| name.now);
        &mut self.files[file.expect("only a file that has a name is written")]
    }

    /// What may be left when the power fails now, as files in this folder. `skip`: endings of names that the next start
    /// makes anew whatever is in them.
    pub fn fails(&self, folder: &Path, skip: &[&str], dice: &mut Dice) {
        // Nothing, everything, or any part of what was on its way.
        let chance = [0, 50, 50, 50, 90, 100][dice.below(6)];
        for (name, entry) in &self.names {
            if skip.iter().any(|ending| name.ends_with(ending)) {
                continue;
            }
            let choice = dice.below(entry.maybe.len() + 1);
            let file = entry.maybe.get(choice).copied().unwrap_or(entry.kept);
            if let Some(file) = file {
                std::fs::write(folder.join(name), self.files[file].left(chance, dice)).unwrap();
            }
        }
    }
}

impl Name {
    fn becomes(&mut self, file: Option<usize>) {
        self.now = file;
        self.maybe.push(file);
    }
}

impl Content {
    fn write(&mut self, at: usize, bytes: &[u8]) {
        let end = at + bytes.len();
        if self.now.len() < end {
            self.now.resize(end, 0);
        }
        self.now[at..end].copy_from_slice(bytes);
        for sector in at / SECTOR..end.div_ceil(SECTOR) {
            let from = sector * SECTOR;
            let held = self.now[from..self.now.len().min(from + SECTOR)].to_vec();
            self.sectors.entry(sector).or_default().push(held);
        }
        self.lengths.push(self.now.len());
    }

    fn cut(&mut self, length: usize) {
        self.now.resize(length, 0);
        self.lengths.push(length);
    }

    fn sync(&mut self) {
        self.kept.clone_from(&self.now);
        self.sectors.clear();
        self.lengths.clear();
    }

    fn left(&self, chance: usize, dice: &mut Dice) -> Vec<u8> {
        let mut left = self.kept.clone();
        if !self.lengths.is_empty() && dice.below(100) < chance {
            let length = if chance == 100 {
                self.now.len()
            } else {
                self.lengths[dice.below(self.lengths.len())]
            };
            // New room may hold what lay there before.
            let rubbish = u8::try_from(dice.below(2) * 0xA5).unwrap();
            left.resize(length, rubbish);
        }
        for (sector, held) in &self.sectors {
            if dice.below(100) >= chance {
                continue;
            }
            let newest = chance == 100 || dice.below(3) > 0;
            let bytes = if newest {
                held.last()
            } else {
                held.get(dice.below(held.len()))
            };
            let from = sector * SECTOR;
            for (place, byte) in left.iter_mut().skip(from).zip(bytes.unwrap()) {
                *place = *byte;
            }
        }
        left
    }
}
