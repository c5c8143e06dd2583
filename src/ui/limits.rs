//! How much one person and one chat may ask. A person over it is told once, then hears nothing until the pause is over, and
//! nothing that is asked meanwhile is done. A chat never pauses: a command for all to see is refused until there is room for
//! it, and no one person can take more than a part of that room.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ask::{Ask, Guest};
use super::event::EventAsk;
use super::people::is_private;
use super::team_ask::TeamAsk;
use crate::id::{Account, Place, Platform};

/// How much may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// By one person, everything counted: a press 1, a command 2, a challenge 15 (ours).
    pub person: Allowance,
    /// In one chat (a channel or thread, a group): commands that are answered for all to see.
    pub chat: Allowance,
    /// How long nothing is done for a person who was over.
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
/// What fits a Telegram group's pace of 15 sends and edits a minute, half of which are the tables' (ours): even after a burst
/// an answer comes within a minute.
const GROUP: Allowance = Allowance { burst: 6, minute: 6 };
/// What one person may have of a chat's commands for all to see, at most (ours).
const SHARE: Allowance = Allowance { burst: 6, minute: 6 };
/// What one person may set or ask as a moderator in one place: setting it up is no load that others make (ours).
const GOVERN: Allowance = Allowance { burst: 12, minute: 12 };
/// New seats of the local page, where nobody is known: so many for everybody together (ours).
const SEATS: Allowance = Allowance { burst: 60, minute: 60 };

/// The longest that somebody who is refused aloud has to wait: what is worked off once a minute at the slowest.
const LONGEST: Duration = Duration::from_secs(60);

/// What a question costs the person who asks it.
const PRESS: u32 = 1;
const COMMAND: u32 = 2;
/// Opens a table, writes to a chat and calls somebody.
const CHALLENGE: u32 = 15;

/// A moment: so long after 1970, by the clock of the whole program. That one may be set back; then everybody has rested.
pub(super) type Moment = Duration;

/// Whether a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// It is.
    Open,
    /// The person asks too much; to be told, since it is the first time.
    Person(Duration),
    /// The person asks too much for all to see; nothing else is refused.
    Share(Duration),
    /// The chat does.
    Chat(Duration),
    /// The person sets too much at once; every such refusal is told, since somebody relies on it.
    Govern(Duration),
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
    chats: HashMap<Place, Bucket>,
    /// What each person had of a chat's.
    shares: HashMap<(Account, Place), Bucket>,
    /// What each person set in a place.
    governing: HashMap<(Account, Place), Bucket>,
    /// Who was told that there is no room in a chat, and until when nothing more is said.
    told: HashMap<(Account, Place), Moment>,
    seats: Option<Bucket>,
}

/// A bucket that empties at a steady rate.
#[derive(Clone, Copy)]
struct Bucket {
    /// When everything that was asked so far is worked off at the lasting rate.
    clear: Moment,
    /// Until when nothing is done.
    closed: Option<Moment>,
}

impl Rates {
    pub(super) fn of(limits: Limits) -> Rates {
        Rates {
            limits: Some(limits),
            ..Rates::default()
        }
    }

    /// Whether this question is answered; counts it when it is.
    pub(super) fn admit(&self, guest: &Guest, ask: &Ask, now: Moment) -> Gate {
        let Some(limits) = self.limits else { return Gate::Open };
        let cost = match ask {
            Ask::Press(_) => PRESS,
            Ask::Challenge(_)
            | Ask::Invite(_)
            | Ask::Join { .. }
            | Ask::Team(TeamAsk::Invite { .. })
            | Ask::Event(EventAsk::Create(_)) => CHALLENGE,
            _ => COMMAND,
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let person = bucket(&mut seen.people, guest.account, now);
        let known = person.closed;
        if let Some(wait) = person.refuses(limits.person, cost, limits.pause, now) {
            // At the page a refusal is the answer to the press itself, which floods nobody.
            return if known.is_some() && guest.account.platform != Platform::Web {
                Gate::Silent
            } else {
                Gate::Person(wait)
            };
        }
        if let Some(place) = guest
            .place
            .filter(|place| ask.governs() && place.venue.platform != Platform::Web)
        {
            let allowance = if limits.chat.minute == 0 { limits.chat } else { GOVERN };
            let key = (guest.account, Place { channel: 0, ..place });
            return match bucket(&mut seen.governing, key, now).take(allowance, 1, now) {
                Ok(()) => Gate::Open,
                Err(wait) => Gate::Govern(wait),
            };
        }
        let loud = guest
            .place
            .filter(|place| !is_private(*place) && ask.is_loud(place.venue.platform));
        match loud.filter(|place| place.venue.platform != Platform::Web) {
            Some(place) => seen.admit_loud(limits.chat, guest.account, place, now),
            None => Gate::Open,
        }
    }

    /// Whether somebody nobody knows yet may have a new seat at the local page.
    pub(super) fn admit_seat(&self, now: Moment) -> bool {
        if self.limits.is_none_or(|limits| limits.person.minute == 0) {
            return true;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seats = seen.seats.get_or_insert(Bucket {
            clear: now,
            closed: None,
        });
        seats.take(SEATS, 1, now).is_ok()
    }
}

impl Seen {
    /// Whether a command is answered for all to see; counts it when it is.
    fn admit_loud(&mut self, mut chat: Allowance, account: Account, mut place: Place, now: Moment) -> Gate {
        if place.venue.platform == Platform::Telegram {
            // A group's topics share its pace.
            place.channel = 0;
            chat = chat.within(GROUP);
        }
        let key = (account, place);
        let share = bucket(&mut self.shares, key, now);
        let before = *share;
        let gate = match share.take(chat.share(), 1, now) {
            Err(wait) => Gate::Share(wait),
            Ok(()) => match bucket(&mut self.chats, place, now).take(chat, 1, now) {
                Ok(()) => return Gate::Open,
                Err(wait) => {
                    *share = before;
                    Gate::Chat(wait)
                }
            },
        };
        self.told.retain(|_, until| *until > now && *until - now <= LONGEST);
        if self.told.contains_key(&key) || self.told.len() >= KEPT {
            return Gate::Silent;
        }
        if let Gate::Share(wait) | Gate::Chat(wait) = gate {
            self.told.insert(key, now + wait);
        }
        gate
    }
}

impl Allowance {
    /// This, and no more than that.
    fn within(self, most: Allowance) -> Allowance {
        Allowance {
            burst: self.burst.min(most.burst),
            minute: self.minute.min(most.minute),
        }
    }

    /// What one person may have of it: half at once, a third for ever, so that others always find room.
    fn share(self) -> Allowance {
        if self.minute == 0 {
            return self;
        }
        let part = Allowance {
            burst: (self.burst / 2).max(1),
            minute: (self.minute / 3).max(1),
        };
        part.within(SHARE)
    }
}

impl Ask {
    /// Whether the answer is for the whole chat.
    #[must_use]
    pub fn is_loud(&self, platform: Platform) -> bool {
        match self {
            Ask::Challenge(_)
            | Ask::Invite(_)
            | Ask::Leaders(_)
            | Ask::Stats { whom: None, .. }
            | Ask::Event(EventAsk::Create(_)) => true,
            Ask::Team(wish) => wish.is_public() || platform != Platform::Discord,
            // On Discord these are for the asker's eyes only.
            Ask::Table | Ask::Rules { .. } | Ask::Help => platform != Platform::Discord,
            _ => false,
        }
    }

    /// Whether it is what moderators ask, who set up a place.
    #[must_use]
    pub fn governs(&self) -> bool {
        matches!(
            self,
            Ask::Settings(_) | Ask::Admin(_) | Ask::Language { venue: true, .. }
        )
    }
}

fn bucket<K: Eq + Hash>(buckets: &mut HashMap<K, Bucket>, key: K, now: Moment) -> &mut Bucket {
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
    fn refuses(&mut self, allowance: Allowance, cost: u32, pause: Duration, now: Moment) -> Option<Duration> {
        if let Some(until) = self.closed {
            if until > now && until - now <= pause {
                return Some(until - now);
            }
            self.closed = None;
        }
        if self.take(allowance, cost, now).is_ok() {
            return None;
        }
        self.closed = Some(now + pause);
        Some(pause)
    }

    /// Counts the cost, or tells how long it takes until there is room for it.
    fn take(&mut self, allowance: Allowance, cost: u32, now: Moment) -> Result<(), Duration> {
        if allowance.minute == 0 {
            return Ok(());
        }
        let gap = Duration::from_secs(60) / allowance.minute;
        if self.clear > now + gap * allowance.burst.max(CHALLENGE) {
            // Nobody owes so much: the clock was set back.
            self.clear = now;
        }
        let clear = self.clear.max(now) + gap * cost;
        // Whoever asks for more than fits at all is let through after a rest.
        let most = gap * allowance.burst.max(cost);
        if clear - now > most {
            return Err(clear - now - most);
        }
        self.clear = clear;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Venue;

    const NOW: Moment = Duration::from_secs(1_800_000_000);

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
            admin_of: None,
            roles: Vec::new(),
            update: None,
            venue_name: None,
            venue_locale: None,
        }
    }

    fn press() -> Ask {
        Ask::Press("1.a.b.c".to_owned())
    }

    #[tokio::test]
    async fn at_the_page_every_refusal_is_said() {
        let (rates, now) = (Rates::of(LIMITS), NOW);
        let mut mara = guest(1, 1);
        mara.account.platform = Platform::Web;
        for _ in 0..10 {
            assert_eq!(rates.admit(&mara, &press(), now), Gate::Open);
        }
        for seconds in [0, 1, 3] {
            let passed = Duration::from_secs(seconds);
            let gate = rates.admit(&mara, &press(), now + passed);
            assert_eq!(gate, Gate::Person(LIMITS.pause - passed));
        }
    }

    #[tokio::test]
    async fn who_is_over_is_told_once_and_may_go_on_after_the_pause() {
        let (rates, now) = (Rates::of(LIMITS), NOW);
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

    /// The clock of a computer is set back by an hour: nobody waits for that hour.
    #[tokio::test]
    async fn a_clock_that_is_set_back_shuts_nobody_out() {
        let (rates, now) = (Rates::of(LIMITS), NOW);
        let (mara, ben) = (guest(1, -5), guest(2, -5));
        for _ in 0..10 {
            assert_eq!(rates.admit(&mara, &press(), now), Gate::Open);
        }
        assert_eq!(rates.admit(&mara, &press(), now), Gate::Person(LIMITS.pause));
        for user in 3..6 {
            assert_eq!(rates.admit(&guest(user, -5), &Ask::Help, now), Gate::Open);
        }
        assert!(matches!(rates.admit(&ben, &Ask::Help, now), Gate::Chat(_)));
        let back = now - Duration::from_secs(3_600);
        for _ in 0..10 {
            assert_eq!(rates.admit(&mara, &press(), back), Gate::Open);
        }
        assert_eq!(
            rates.admit(&mara, &press(), back),
            Gate::Person(LIMITS.pause),
            "and no more than that"
        );
        for user in 10..13 {
            assert_eq!(rates.admit(&guest(user, -5), &Ask::Help, back), Gate::Open);
        }
        assert!(
            matches!(rates.admit(&ben, &Ask::Help, back), Gate::Chat(_)),
            "told anew"
        );
    }

    #[tokio::test]
    async fn a_loud_chat_refuses_until_there_is_room_while_matches_in_it_go_on() {
        let (rates, now) = (Rates::of(LIMITS), NOW);
        let after = |seconds| now + Duration::from_secs(seconds);
        let help = |user, chat| rates.admit(&guest(user, chat), &Ask::Help, now);
        for user in 1..4 {
            assert_eq!(help(user, -5), Gate::Open);
        }
        let wait = Duration::from_secs(10);
        assert_eq!(help(4, -5), Gate::Chat(wait));
        assert_eq!(help(4, -5), Gate::Silent);
        assert_eq!(help(5, -5), Gate::Chat(wait), "each person is told");
        assert_eq!(help(6, -6), Gate::Open, "another chat");
        assert_eq!(help(7, 7), Gate::Open, "a private chat");
        assert_eq!(rates.admit(&guest(4, -5), &press(), now), Gate::Open);
        assert_eq!(rates.admit(&guest(4, -5), &Ask::Hand, now), Gate::Open);
        // Who asks on and on delays nothing: there is room when it was said.
        for second in 1..10 {
            assert_ne!(rates.admit(&guest(5, -5), &Ask::Help, after(second)), Gate::Open);
        }
        assert_eq!(rates.admit(&guest(4, -5), &Ask::Help, after(10)), Gate::Open);
    }

    #[tokio::test]
    async fn setting_a_place_up_is_no_load_of_its_chat_and_every_refusal_is_told() {
        let (rates, now) = (Rates::of(LIMITS_OF_ALL), NOW);
        let after = |seconds| now + Duration::from_secs(seconds);
        let set = || Ask::Settings(crate::ui::Settings::default());
        // Others have used what the chat has.
        for user in 2..=4 {
            assert_eq!(rates.admit(&guest(user, -5), &Ask::Help, now), Gate::Open);
        }
        assert!(matches!(rates.admit(&guest(5, -5), &Ask::Help, now), Gate::Chat(_)));
        for _ in 0..12 {
            assert_eq!(rates.admit(&guest(1, -5), &set(), now), Gate::Open);
        }
        for _ in 0..3 {
            assert_eq!(
                rates.admit(&guest(1, -5), &set(), now),
                Gate::Govern(Duration::from_secs(5))
            );
        }
        assert_eq!(rates.admit(&guest(1, -5), &set(), after(5)), Gate::Open);
        assert_eq!(rates.admit(&guest(1, -6), &set(), now), Gate::Open, "another place");
        // And it takes nothing from anybody else, nor from what is theirs to ask aloud.
        assert_eq!(rates.admit(&guest(1, -5), &Ask::Help, after(10)), Gate::Open);
    }

    const LIMITS_OF_ALL: Limits = Limits {
        person: Allowance {
            burst: 1_000,
            minute: 1_000,
        },
        ..LIMITS
    };

    const USUAL: Limits = Limits {
        person: Allowance {
            burst: 120,
            minute: 300,
        },
        chat: Allowance { burst: 40, minute: 30 },
        pause: Duration::from_secs(10),
    };

    fn leaders() -> Ask {
        Ask::Leaders(crate::ui::BoardWish::default())
    }

    fn on_discord(user: i64, channel: i64) -> Guest {
        let mut guest = guest(user, 7);
        guest.account.platform = Platform::Discord;
        guest.place = guest.place.map(|place| Place {
            venue: Venue {
                platform: Platform::Discord,
                ..place.venue
            },
            channel,
        });
        guest
    }

    #[tokio::test]
    async fn one_person_leaves_room_for_all_others() {
        let (rates, now) = (Rates::of(USUAL), NOW);
        let leaders = leaders();
        // Twice a second for ten minutes, in a channel and in a group.
        let (mut channel, mut group) = (0, 0);
        for step in 0..1_200 {
            let at = now + Duration::from_millis(500) * step;
            channel += u32::from(rates.admit(&on_discord(1, 3), &leaders, at) == Gate::Open);
            group += u32::from(rates.admit(&guest(1, -5), &leaders, at) == Gate::Open);
            if step % 60 == 59 {
                assert_eq!(rates.admit(&on_discord(2, 3), &leaders, at), Gate::Open, "step {step}");
                assert_eq!(rates.admit(&guest(2, -5), &leaders, at), Gate::Open, "step {step}");
            }
        }
        assert!((60..=66).contains(&channel), "{channel}");
        assert!((20..=23).contains(&group), "{group}");
        let end = now + Duration::from_secs(600);
        for _ in 0..6 {
            assert_eq!(rates.admit(&on_discord(3, 3), &leaders, end), Gate::Open);
        }
        let wait = Duration::from_secs(10);
        assert_eq!(rates.admit(&on_discord(3, 3), &leaders, end), Gate::Share(wait));
        assert_eq!(rates.admit(&on_discord(3, 3), &leaders, end), Gate::Silent, "told once");
        assert_eq!(rates.admit(&on_discord(3, 3), &Ask::Hand, end), Gate::Open);
    }

    #[tokio::test]
    async fn channels_of_a_server_count_each_for_itself_and_topics_of_a_group_together() {
        let (rates, now) = (Rates::of(USUAL), NOW);
        let leaders = leaders();
        for user in 1..=40 {
            assert_eq!(rates.admit(&on_discord(user, 3), &leaders, now), Gate::Open);
        }
        assert_eq!(
            rates.admit(&on_discord(41, 3), &leaders, now),
            Gate::Chat(Duration::from_secs(2))
        );
        assert_eq!(rates.admit(&on_discord(41, 4), &leaders, now), Gate::Open);
        let in_topic = |user, topic| {
            let mut guest = guest(user, -5);
            guest.place = guest.place.map(|place| Place {
                channel: topic,
                ..place
            });
            guest
        };
        for user in 1..=6 {
            assert_eq!(rates.admit(&in_topic(user, user), &leaders, now), Gate::Open);
        }
        assert_eq!(
            rates.admit(&in_topic(7, 7), &leaders, now),
            Gate::Chat(Duration::from_secs(10)),
            "a group has one pace"
        );
    }

    #[tokio::test]
    async fn without_limits_and_with_zero_everything_passes_and_memory_is_bounded() {
        let now = NOW;
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
        assert!(seen.people.len() <= KEPT && seen.chats.len() <= KEPT && seen.shares.len() <= KEPT);
        drop(seen);
        let refused = (0..200).filter(|_| !rates.admit_seat(now)).count();
        assert_eq!(refused, 140);
    }
}
