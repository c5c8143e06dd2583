//! How much one person and one chat may ask: whoever is over it is told once, then hears nothing until the pause is over, and
//! nothing that is asked meanwhile is done.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::ask::{Ask, Guest};
use super::people::is_private;
use crate::id::{Account, Platform, Venue};

/// How much may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// By one person, everything counted: a press 1, a command 2, a challenge 15 (ours).
    pub person: Allowance,
    /// In one chat: commands that are answered for all to see.
    pub chat: Allowance,
    /// How long nothing is done for whoever was over.
    pub pause: Duration,
}

/// How much at once, and how much lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// So much at once after a rest.
    pub burst: u32,
    /// So much a minute for ever; 0: no limit.
    pub minute: u32,
}

/// How many people and chats are kept in mind (ours). When there are more, those who have rested are forgotten, and if that is
/// not enough, all: the memory is bounded, and a flood of that size is no single person's.
const KEPT: usize = 20_000;
/// New seats of the local page, where nobody is known: so many for everybody together (ours).
const SEATS: Allowance = Allowance { burst: 60, minute: 60 };

/// What a question costs the person who asks it.
const PRESS: u32 = 1;
const COMMAND: u32 = 2;
/// Opens a table, writes to a chat and calls somebody.
const CHALLENGE: u32 = 15;

/// Whether a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// It is.
    Open,
    /// The person asks too much; to be told, since it is the first time.
    Person(Duration),
    /// The chat does.
    Chat(Duration),
    /// The person was told already.
    Silent,
}

/// Who asked how much lately.
#[derive(Default)]
pub(super) struct Rates {
    limits: Option<Limits>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    people: HashMap<Account, Bucket>,
    chats: HashMap<Venue, Bucket>,
    /// Who was told of a chat's pause, and until when nothing more is said.
    told: HashMap<(Account, Venue), Instant>,
    seats: Option<Bucket>,
}

/// A bucket that empties at a steady rate.
#[derive(Clone, Copy)]
struct Bucket {
    /// When everything that was asked so far is worked off at the lasting rate.
    clear: Instant,
    /// Until when nothing is done.
    closed: Option<Instant>,
}

impl Rates {
    pub(super) fn of(limits: Limits) -> Rates {
        Rates {
            limits: Some(limits),
            ..Rates::default()
        }
    }

    /// Whether this question is answered; counts it when it is.
    pub(super) fn admit(&self, guest: &Guest, ask: &Ask, now: Instant) -> Gate {
        let Some(limits) = self.limits else { return Gate::Open };
        let cost = match ask {
            Ask::Press(_) => PRESS,
            Ask::Challenge(_) => CHALLENGE,
            _ => COMMAND,
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let person = bucket(&mut seen.people, guest.account, now);
        let known = person.closed;
        if let Some(wait) = person.refuses(limits.person, cost, limits.pause, now) {
            return if known.is_some() {
                Gate::Silent
            } else {
                Gate::Person(wait)
            };
        }
        let loud = guest
            .place
            .filter(|place| !is_private(*place) && is_loud(ask, place.venue.platform));
        if let Some(place) = loud.filter(|place| place.venue.platform != Platform::Web)
            && let Some(wait) = bucket(&mut seen.chats, place.venue, now).refuses(limits.chat, 1, limits.pause, now)
        {
            seen.told.retain(|_, until| *until > now);
            let key = (guest.account, place.venue);
            if seen.told.contains_key(&key) || seen.told.len() >= KEPT {
                return Gate::Silent;
            }
            seen.told.insert(key, now + wait);
            return Gate::Chat(wait);
        }
        Gate::Open
    }

    /// Whether somebody nobody knows yet may have a new seat at the local page.
    pub(super) fn admit_seat(&self, now: Instant) -> bool {
        let Some(limits) = self.limits.filter(|limits| limits.person.minute > 0) else {
            return true;
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seats = seen.seats.get_or_insert(Bucket {
            clear: now,
            closed: None,
        });
        seats.refuses(SEATS, 1, limits.pause, now).is_none()
    }
}

/// Whether the answer is for the whole chat.
fn is_loud(ask: &Ask, platform: Platform) -> bool {
    match ask {
        Ask::Challenge(_) | Ask::Leaders { .. } => true,
        // On Discord these are for the asker's eyes only.
        Ask::Table | Ask::Rules { .. } | Ask::Help | Ask::Settings(_) | Ask::Language { venue: true, .. } => {
            platform != Platform::Discord
        }
        _ => false,
    }
}

fn bucket<K: Eq + Hash>(buckets: &mut HashMap<K, Bucket>, key: K, now: Instant) -> &mut Bucket {
    if buckets.len() >= KEPT && !buckets.contains_key(&key) {
        buckets.retain(|_, bucket| bucket.clear > now || bucket.closed.is_some_and(|until| until > now));
        if buckets.len() >= KEPT {
            buckets.clear();
        }
    }
    buckets.entry(key).or_insert(Bucket {
        clear: now,
        closed: None,
    })
}

impl Bucket {
    /// How long nothing is done now, if so; else counts the cost.
    fn refuses(&mut self, allowance: Allowance, cost: u32, pause: Duration, now: Instant) -> Option<Duration> {
        if allowance.minute == 0 {
            return None;
        }
        if let Some(until) = self.closed {
            if until > now {
                return Some(until - now);
            }
            self.closed = None;
        }
        let gap = Duration::from_secs(60) / allowance.minute;
        let clear = self.clear.max(now) + gap * cost;
        // Whoever asks for more than fits at all is let through after a rest.
        if clear - now > gap * allowance.burst.max(cost) {
            self.closed = Some(now + pause);
            return Some(pause);
        }
        self.clear = clear;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Place;

    const LIMITS: Limits = Limits {
        person: Allowance { burst: 10, minute: 60 },
        chat: Allowance { burst: 3, minute: 6 },
        pause: Duration::from_secs(10),
    };

    fn guest(user: i64, chat: i64) -> Guest {
        Guest {
            account: Account {
                platform: Platform::Telegram,
                user,
            },
            name: "Mara".to_owned(),
            handle: None,
            locale: None,
            place: Some(Place {
                venue: Venue {
                    platform: Platform::Telegram,
                    chat,
                },
                channel: 0,
            }),
            parent: None,
            private_chat: None,
            admin: false,
            update: None,
            venue_name: None,
            venue_locale: None,
        }
    }

    fn press() -> Ask {
        Ask::Press("1.a.b.c".to_owned())
    }

    #[tokio::test]
    async fn who_is_over_is_told_once_and_may_go_on_after_the_pause() {
        let (rates, now) = (Rates::of(LIMITS), Instant::now());
        let after = |seconds| now + Duration::from_secs(seconds);
        let mara = guest(1, -5);
        for _ in 0..10 {
            assert_eq!(rates.admit(&mara, &press(), now), Gate::Open);
        }
        assert_eq!(rates.admit(&mara, &press(), now), Gate::Person(LIMITS.pause));
        assert_eq!(rates.admit(&mara, &press(), after(3)), Gate::Silent);
        assert_eq!(
            rates.admit(&guest(2, -5), &press(), after(3)),
            Gate::Open,
            "nobody else waits"
        );
        for _ in 0..10 {
            assert_eq!(rates.admit(&mara, &press(), after(10)), Gate::Open);
        }
        assert_eq!(
            rates.admit(&mara, &press(), after(10)),
            Gate::Person(LIMITS.pause),
            "told anew"
        );
        // A steady player is never over.
        let steady = guest(3, -5);
        for second in 0..1_000 {
            assert_eq!(rates.admit(&steady, &press(), after(second)), Gate::Open);
        }
    }

    #[tokio::test]
    async fn a_loud_chat_rests_while_matches_in_it_go_on() {
        let (rates, now) = (Rates::of(LIMITS), Instant::now());
        let help = |user, chat| rates.admit(&guest(user, chat), &Ask::Help, now);
        for user in 0..3 {
            assert_eq!(help(user, -5), Gate::Open);
        }
        assert_eq!(help(4, -5), Gate::Chat(LIMITS.pause));
        assert_eq!(help(4, -5), Gate::Silent);
        assert_eq!(help(5, -5), Gate::Chat(LIMITS.pause), "each person is told");
        assert_eq!(help(6, -6), Gate::Open, "another chat");
        assert_eq!(help(7, 7), Gate::Open, "a private chat");
        assert_eq!(rates.admit(&guest(4, -5), &press(), now), Gate::Open);
        assert_eq!(rates.admit(&guest(4, -5), &Ask::Hand, now), Gate::Open);
    }

    #[tokio::test]
    async fn without_limits_and_with_zero_everything_passes_and_memory_is_bounded() {
        let now = Instant::now();
        let none = Limits {
            person: Allowance { burst: 1, minute: 0 },
            chat: Allowance { burst: 1, minute: 0 },
            ..LIMITS
        };
        for rates in [Rates::default(), Rates::of(none)] {
            for _ in 0..100 {
                assert_eq!(rates.admit(&guest(1, -5), &Ask::Help, now), Gate::Open);
                assert!(rates.admit_seat(now));
            }
        }
        let rates = Rates::of(LIMITS);
        for user in 0..50_000 {
            rates.admit(&guest(user, -user - 1), &Ask::Help, now);
        }
        let seen = rates.seen.lock().unwrap();
        assert!(seen.people.len() <= KEPT && seen.chats.len() <= KEPT);
        drop(seen);
        let refused = (0..200).filter(|_| !rates.admit_seat(now)).count();
        assert_eq!(refused, 140);
    }
}
