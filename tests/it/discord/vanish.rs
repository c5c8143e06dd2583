//! People and places that vanish: leavers whom no event tells of, deleted accounts; the bot thrown out, its channel deleted
//! or hidden.

use std::collections::BTreeSet;

use jinlami::id::{Seat, TableId};
use jinlami::table::{Gone, MatchEnd, Stage, Why, WonBy};
use jinlami::ui::token::Act;

use super::host::{Club, act, is, table_of};
use super::play::{Look, choose_now, step};
use crate::fakes::discord::{Message, User, opt, permission};

const HOUR: i64 = 3_600_000;
const PRIVATE: [Look; 2] = [Look::Private; 2];

impl Club {
    /// Plays until Ben is to move, in the private chats.
    async fn until_bens_turn(&self, table: TableId) {
        let mut pressed = BTreeSet::new();
        while self.table(table).await.to_move() != Some(Seat::SECOND) {
            assert!(step(self, table, PRIVATE, &mut pressed).await);
        }
    }

    /// Waits for a state of the table as the log tells it.
    async fn until_table(&self, id: TableId, what: &str, fits: impl Fn(&jinlami::table::Table) -> bool) {
        let waiting = async {
            while !fits(&self.table(id).await) {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(120), waiting)
            .await
            .unwrap_or_else(|_| panic!("never came true: {what}"));
    }

    /// A person's hand at this table, in the private chat.
    fn hand_at(&self, user: &User, table: TableId) -> Option<Message> {
        let of = |message: &Message| act(message, |_| true).is_some() && table_of(message) == table;
        user.dms().into_iter().rev().find(of)
    }

    /// Presses a button of a hand in the private chat.
    async fn press_hand(&self, user: &User, table: TableId, wanted: Act) -> Message {
        let ready = || {
            self.hand_at(user, table)
                .filter(|hand| act(hand, |act| act == wanted).is_some())
        };
        let hand = self.discord.until("a button on the hand", ready).await;
        let asked = user.press(&hand, |button: &_| is(button, wanted)).await;
        asked.acknowledged().await;
        asked.response().await
    }
}

fn absent(winner: Seat) -> Stage {
    Stage::Over(MatchEnd::Won {
        winner,
        by: WonBy::Forfeit(Why::Absent),
    })
}

/// C-008, C-017: Ben leaves the server at his turn, of which no event tells without a privileged intent. A nudge looks for
/// him; from then on Anna sees it, with the moment from which she may claim, and a day later she does.
#[tokio::test(flavor = "multi_thread")]
async fn c_008_c_017_a_leavers_match_is_claimed() {
    let club = Club::open().await;
    let options = [("opponent", opt(&club.ben)), ("hands", opt(3)), ("clock", opt("3d"))];
    club.anna
        .slash(&club.channel, "gin challenge", &options)
        .await
        .response()
        .await;
    let posted = club.posted().await;
    let table = table_of(&posted);
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.until_bens_turn(table).await;
    club.discord.leave(&club.guild, &club.ben);
    let looks = club.discord.count("GET", "/guilds/*/members/*");
    assert_eq!(looks, 0, "nobody is watched without a reason");
    club.press_hand(&club.anna, table, Act::More).await;
    club.press_hand(&club.anna, table, Act::Nudge).await;
    club.until_table(table, "Ben is found to be gone", |table| {
        table.away(Seat::SECOND).is_some_and(|away| away.how == Gone::Left)
    })
    .await;
    let says = |message: Option<Message>, words: &str| message.is_some_and(|message| message.content.contains(words));
    club.discord
        .eventually("the table and the hand say it", || {
            says(Some(club.discord.message(&posted)), "Ben has left this place")
                && says(club.hand_at(&club.anna, table), "you may claim the match")
        })
        .await;
    let early = club.press_hand(&club.anna, table, Act::Claim).await;
    drop(early);
    club.discord
        .eventually("too early", || {
            let notes = club.anna.sees(&club.anna.dm_channel());
            notes.iter().any(|note| note.content.contains("can’t be claimed yet"))
        })
        .await;
    club.pass(24 * HOUR + 60_000);
    club.press_hand(&club.anna, table, Act::Claim).await;
    club.until_table(table, "claimed", |table| table.stage() == absent(Seat::FIRST))
        .await;
    club.discord
        .eventually("everybody sees it", || {
            says(Some(club.discord.message(&posted)), "was away for too long")
        })
        .await;
    club.discord.assert_clean();
}

/// C-008: the look when a reminder is due finds out that somebody left; a press of theirs brings them back. Without a claim
/// the clock ends it.
#[tokio::test(flavor = "multi_thread")]
async fn c_008_a_reminder_finds_out_and_a_press_clears_it() {
    let club = Club::open().await;
    let (posted, table) = club.begin(3).await;
    club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.until_bens_turn(table).await;
    club.discord.leave(&club.guild, &club.ben);
    club.pass(19 * HOUR);
    club.until_table(table, "the reminder's look tells", |table| {
        table.away(Seat::SECOND).is_some()
    })
    .await;
    club.discord.join(&club.guild, &club.ben);
    let back = || {
        club.discord
            .messages(&club.channel)
            .into_iter()
            .rev()
            .find(|message| act(message, |act| act == Act::Hand).is_some())
    };
    let shown = club.discord.until("a table", back).await;
    club.ben.press(&shown, |b: &_| is(b, Act::Hand)).await.private().await;
    club.until_table(table, "a press is being there", |table| {
        table.away(Seat::SECOND).is_none()
    })
    .await;
    club.discord
        .eventually("the table says so", || {
            !club.discord.message(&posted).content.contains("has left")
        })
        .await;
    club.discord.leave(&club.guild, &club.ben);
    // Three turns of the clock: both are free.
    for _ in 0..12 {
        if club.table(table).await.is_over() {
            break;
        }
        let before = club.table(table).await.version();
        club.pass(25 * HOUR);
        club.until_table(table, "the clock plays", |table| table.version() > before)
            .await;
    }
    assert!(club.table(table).await.is_over());
    for person in [&club.anna, &club.ben] {
        let account = jinlami::id::Account {
            platform: jinlami::id::Platform::Discord,
            user: person.id.cast_signed(),
        };
        let player = club.service().player(account).await.unwrap();
        let open = club.service().tables(jinlami::service::Of::Player(player)).await;
        assert!(open.unwrap().is_empty(), "nobody stays in a match");
    }
    club.discord.assert_clean();
}

/// C-008: an account is deleted.
#[tokio::test(flavor = "multi_thread")]
async fn c_008_a_deleted_account_is_found_out() {
    let club = Club::open().await;
    let (posted, table) = club.begin(3).await;
    club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.until_bens_turn(table).await;
    club.discord.erase(&club.ben);
    club.press_hand(&club.anna, table, Act::More).await;
    club.press_hand(&club.anna, table, Act::Nudge).await;
    club.until_table(table, "it is found out", |table| {
        table.away(Seat::SECOND).is_some_and(|away| away.how == Gone::Deleted)
    })
    .await;
    club.discord
        .eventually("the table says so", || {
            club.discord
                .message(&posted)
                .content
                .contains("does not exist any more")
        })
        .await;
    club.discord.assert_clean();
}

/// C-042: the bot is thrown out of the server and comes back, once while it runs and once while it is down: the match is
/// paused, presses say why, no clock plays, and it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn c_042_a_match_is_paused_while_the_bot_is_out() {
    let mut club = Club::open().await;
    let (posted, table) = club.begin(3).await;
    club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.until_bens_turn(table).await;
    let ready = || club.hand_at(&club.ben, table).filter(|hand| choose_now(hand).is_some());
    let old = club.discord.until("a hand to play", ready).await;
    club.discord.kick_bot(&club.guild);
    club.until_table(table, "paused", |table| table.paused().is_some())
        .await;
    club.discord
        .eventually("both hands say it", || {
            [&club.anna, &club.ben].iter().all(|user| {
                club.hand_at(user, table)
                    .is_some_and(|hand| hand.content.contains("Paused"))
            })
        })
        .await;
    let (id, menu) = choose_now(&old).unwrap();
    assert!(!menu);
    let asked = club.ben.press_late(&old, id.as_str()).await;
    asked.acknowledged().await;
    club.discord
        .eventually("the press says why", || {
            asked
                .answers()
                .iter()
                .any(|answer| answer.content.contains("This match is paused"))
        })
        .await;
    club.pass(30 * HOUR);
    club.service().tick().await;
    assert!(club.table(table).await.paused().is_some(), "no clock plays");
    club.discord.add_bot(&club.guild);
    club.until_table(table, "it goes on", |table| {
        table.paused().is_none() && table.deadline().is_some()
    })
    .await;
    club.discord
        .eventually("the table is right again", || {
            let shown = club.discord.message(&posted).content;
            shown.contains("Ben to move") && !shown.contains("Paused")
        })
        .await;

    // Thrown out while it is down: the first refusal tells.
    club.stop().await;
    club.discord.kick_bot(&club.guild);
    club.launch().await;
    club.discord.connected().await;
    let mut pressed = BTreeSet::new();
    assert!(step(&club, table, PRIVATE, &mut pressed).await);
    club.until_table(table, "paused again", |table| table.paused().is_some())
        .await;
    club.discord.add_bot(&club.guild);
    club.until_table(table, "and on again", |table| table.paused().is_none())
        .await;
    club.discord.assert_clean();
}

/// An outage of the server is no farewell: nothing is paused.
#[tokio::test(flavor = "multi_thread")]
async fn an_outage_pauses_nothing() {
    let club = Club::open().await;
    let (_, table) = club.begin(1).await;
    club.discord.guild_outage(&club.guild, true);
    club.discord.guild_outage(&club.guild, false);
    let mut pressed = BTreeSet::new();
    for _ in 0..3 {
        assert!(step(&club, table, PRIVATE, &mut pressed).await);
    }
    assert_eq!(club.table(table).await.paused(), None);
}

/// The channel of a thread is deleted, and the thread with it, of which nothing is told: its match is paused at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_takes_its_threads_along() {
    let club = Club::open().await;
    let parent = club.discord.channel(&club.guild, "parent");
    let thread = club.discord.thread(&parent, "our match");
    let (_, table) = club.begin_in(&thread, &club.anna, &club.ben, 3).await;
    let (_, elsewhere) = club.begin(3).await;
    club.hand_of(&club.ben).await;
    club.discord.delete_channel(&parent);
    club.until_table(table, "paused", |table| table.paused().is_some())
        .await;
    assert_eq!(club.table(elsewhere).await.paused(), None);
    club.discord.assert_clean();
}

/// The channel of a match is deleted: paused, told in private, still to be ended by its players, and void after a week.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_voids_its_match_after_a_week() {
    let club = Club::open().await;
    let other = club.discord.channel(&club.guild, "other");
    let (_, table) = club.begin(3).await;
    club.hand_of(&club.ben).await;
    club.hand_of(&club.anna).await;
    club.discord.delete_channel(&club.channel);
    club.until_table(table, "paused", |table| table.paused().is_some())
        .await;
    club.discord
        .eventually("both are told", || {
            [&club.anna, &club.ben].iter().all(|user| {
                user.dms()
                    .iter()
                    .any(|message| message.content.contains("does not exist any more"))
            })
        })
        .await;
    club.pass(7 * 24 * HOUR + 1_000);
    club.until_table(table, "void", |table| table.stage() == Stage::Over(MatchEnd::Abandoned))
        .await;
    let again = club
        .ben
        .slash(&other, "gin challenge", &[("opponent", opt(&club.anna))])
        .await;
    again.response().await;
    club.discord
        .eventually("elsewhere it goes on", || !club.discord.messages(&other).is_empty())
        .await;
    club.discord.assert_clean();
}

/// C-042, C-041: the channel of three matches is hidden from the bot: they go on in private, their players are told once,
/// another server notices nothing, and all three tables are right again once the channel can be seen.
#[tokio::test(flavor = "multi_thread")]
async fn c_042_three_matches_go_on_in_private() {
    let club = Club::open().await;
    let elsewhere = club.discord.guild("Elsewhere");
    let there = club.discord.channel(&elsewhere, "there");
    for person in [&club.anna, &club.ben] {
        club.discord.join(&elsewhere, person);
    }
    let mut tables = Vec::new();
    for channel in [&club.channel, &club.channel, &club.channel, &there] {
        // The match before may still offer to be accepted, where its own change is slow to be shown.
        let (posted, table) = club.begin_in(channel, &club.anna, &club.ben, 3).await;
        assert!(tables.iter().all(|(known, _)| *known != table), "another match");
        club.discord
            .eventually("both hands", || {
                club.hand_at(&club.anna, table).is_some() && club.hand_at(&club.ben, table).is_some()
            })
            .await;
        tables.push((table, posted));
    }
    let play = async |table: TableId| {
        let before = club.table(table).await.version();
        // What is shown may be older than what stands: such a press counts nothing, and a newer page comes.
        let mut pressed = BTreeSet::new();
        while club.table(table).await.version() == before {
            assert!(
                step(&club, table, PRIVATE, &mut pressed).await,
                "a match that is played"
            );
        }
    };
    club.discord.deny(&club.channel, permission::VIEW_CHANNEL);
    for (table, _) in &tables {
        play(*table).await;
    }
    let told = |user: &User| {
        user.dms()
            .iter()
            .filter(|message| message.content.contains("I can’t write in Club"))
            .count()
    };
    club.discord
        .eventually("told, once for each match", || {
            told(&club.anna) == 3 && told(&club.ben) == 3
        })
        .await;
    for (table, _) in &tables[..3] {
        assert_eq!(club.table(*table).await.paused(), None, "they go on");
    }
    let (free, shown) = &tables[3];
    let edits = club.discord.message(shown).edits;
    play(*free).await;
    club.discord
        .eventually("another server notices nothing", || {
            club.discord.message(shown).edits > edits
        })
        .await;
    let before: Vec<_> = tables[..3]
        .iter()
        .map(|(_, posted)| club.discord.message(posted).edits)
        .collect();
    club.discord.allow(&club.channel, permission::VIEW_CHANNEL);
    club.discord
        .eventually("all three are right again", || {
            tables[..3]
                .iter()
                .zip(&before)
                .all(|((_, posted), before)| club.discord.message(posted).edits > *before)
        })
        .await;
    assert_eq!((told(&club.anna), told(&club.ben)), (3, 3));
    club.discord.assert_clean();
}
