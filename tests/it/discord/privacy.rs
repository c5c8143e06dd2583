//! Who sees what.

use std::collections::BTreeSet;

use jinlami::cards::Card;
use jinlami::id::Seat;
use jinlami::table::Table;
use jinlami::ui::token::Act;

use super::host::{Club, act, is, table_of};
use super::play::{Look, play_out};
use crate::fakes::discord::{Seen, Where, opt};

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_card_before_it_is_theirs_or_public() {
    let club = Club::open().await;
    let watcher = club.discord.user("Watcher", "en-US");
    club.discord.join(&club.guild, &watcher);
    let (_, table) = club.begin(1).await;
    play_out(&club, table, [Look::MyHand, Look::Private]).await;

    let log = club.service().store().load(table).await.unwrap().unwrap();
    let (mut own, mut public) = ([BTreeSet::new(), BTreeSet::new()], BTreeSet::new());
    for length in 1..=log.len() {
        let Some(table) = Table::replay(table, &log[..length]) else {
            continue;
        };
        if table.is_over() {
            break;
        }
        for seat in Seat::BOTH {
            let hand = table.view(Some(seat)).hand.and_then(|view| view.hand);
            own[seat.index()].extend(hand.into_iter().flat_map(jinlami::cards::CardSet::iter));
        }
        if let Some(view) = table.view(None).hand {
            public.extend(view.upcard);
            public.extend(view.discarded.iter());
            // A knock shows its melds at once.
            public.extend(view.knock.iter().flat_map(|(_, shown)| shown.cards().iter()));
        }
    }
    assert!(own.iter().all(|cards| cards.len() >= 10));
    let people = [(&club.anna, Some(0)), (&club.ben, Some(1)), (&watcher, None)];
    let mut looked = 0;
    for (person, seat) in people {
        // One look for both questions: the showdown may come while this is asked.
        let everything = club.discord.seen_by(person);
        let shown: BTreeSet<u64> = everything
            .iter()
            .filter(|seen| seen.pictures.iter().any(|picture| picture.filename == "showdown.png"))
            .map(|seen| seen.message)
            .collect();
        for seen in everything.iter().filter(|seen| !shown.contains(&seen.message)) {
            let mut may: BTreeSet<Card> = public.clone();
            if let (Some(seat), Where::Dm | Where::OnlyMe) = (seat, seen.place) {
                may.extend(&own[seat]);
            }
            let there = cards(seen);
            looked += there.len();
            let leaked: Vec<&Card> = there.difference(&may).collect();
            assert!(leaked.is_empty(), "{leaked:?} in {seen:?}");
        }
    }
    assert!(looked > 100, "cards were looked for where they are: {looked}");
    let theirs = club.discord.seen_by(&watcher);
    assert!(theirs.iter().all(|seen| seen.place == Where::Public));
    assert!(
        theirs
            .iter()
            .all(|seen| seen.pictures.iter().all(|picture| picture.filename != "hand.png"))
    );
}

/// Every card that any text of this names, in symbols or in words.
fn cards(seen: &Seen) -> BTreeSet<Card> {
    Card::all()
        .filter(|card| seen.mentions(&symbols(*card)) || seen.mentions(&words(*card)))
        .collect()
}

fn symbols(card: Card) -> String {
    card.to_string().replace('\u{FE0E}', "")
}

fn words(card: Card) -> String {
    let text = symbols(card);
    let suit = text.chars().next_back().unwrap();
    let rank = match text.trim_end_matches(suit) {
        "A" => "ace",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        number => number,
    };
    let suit = match suit {
        '♠' => "spades",
        '♥' => "hearts",
        '♣' => "clubs",
        _ => "diamonds",
    };
    format!(" {rank} of {suit}")
}

#[tokio::test(flavor = "multi_thread")]
async fn c_125_strangers_can_press_everything_and_do_nothing() {
    let club = Club::open().await;
    let stranger = club.discord.user("Mallory", "en-US");
    club.discord.join(&club.guild, &stranger);
    let posted = club.challenge(1).await;
    let table = table_of(&posted);
    let asked = club.table(table).await.version();
    for wanted in [Act::Accept, Act::Decline] {
        let refused = stranger.press(&posted, |b: &_| is(b, wanted)).await.private().await;
        assert!(!refused.content.is_empty());
    }
    assert_eq!(club.table(table).await.version(), asked, "nothing happened");

    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let dealt = || Some(club.discord.message(&posted)).filter(|now| act(now, |a| a == Act::Hand).is_some());
    let running = club.discord.until("the table", dealt).await;
    let version = club.table(table).await.version();
    for button in running.buttons.iter().filter(|button| !button.custom_id.is_empty()) {
        let id = button.custom_id.clone();
        let answer = stranger.press(&running, id.as_str()).await.private().await;
        if answer.content.starts_with("**Jinlami rules") {
            continue; // Anybody may read them; the hand drawn there is an example.
        }
        assert!(
            answer.pictures.iter().all(|picture| picture.filename != "hand.png"),
            "{answer:?}"
        );
    }
    assert_eq!(club.table(table).await.version(), version);
    assert!(stranger.dms().is_empty());
    club.assert_tidy(&[&club.channel]);
    assert!(stranger.sees(&club.channel).iter().all(|message| !message.loading));
}

#[tokio::test(flavor = "multi_thread")]
async fn c_071_private_words_are_the_readers_public_words_are_the_servers() {
    let club = Club::open().await;
    let mei = club.discord.user("美", "zh-TW");
    club.discord.join(&club.guild, &mei);
    let asked = club
        .anna
        .slash(
            &club.channel,
            "gin challenge",
            &[("opponent", opt(&mei)), ("hands", opt(1))],
        )
        .await;
    asked.response().await;
    let posted = club.posted().await;
    assert!(
        posted.content.contains("challenges"),
        "public words are the server's: {}",
        posted.content
    );
    mei.press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let hand = club.hand_of(&mei).await;
    assert!(
        has_chinese(&hand.content.replace('美', "")),
        "private words are the reader's: {}",
        hand.content
    );
    let english = club.hand_of(&club.anna).await;
    assert!(!has_chinese(&english.content.replace('美', "")), "{}", english.content);

    let help = mei.slash(&club.channel, "gin hand", &[]).await.response().await;
    assert!(
        help.is_only_me() && has_chinese(&help.content.replace('美', "")),
        "{}",
        help.content
    );
    let refused = mei
        .slash(&club.channel, "gin settings", &[("language", opt("zh-Hant"))])
        .await
        .response()
        .await;
    assert!(refused.is_only_me());
    assert!(!has_chinese(&club.discord.message(&posted).content.replace('美', "")));
    club.discord.make_owner(&club.guild, &mei);
    mei.slash(&club.channel, "gin settings", &[("language", opt("zh-Hant"))])
        .await
        .response()
        .await;
    let board = club
        .anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    assert!(
        has_chinese(&board.content),
        "the server speaks Chinese now: {}",
        board.content
    );
    club.discord.assert_clean();
}

fn has_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4E00}'..='\u{9FFF}').contains(&letter))
}

#[tokio::test(flavor = "multi_thread")]
async fn c_046_c_058_names_are_letters_and_ping_nobody() {
    let names = ["_*~`|[](#)>+-={}.!<&@\\", "@everyone <@&1> **x**"];
    let club = Club::prepare(names[0], names[1]).await.start().await;
    let (posted, table) = club.begin(1).await;
    play_out(&club, table, [Look::Private; 2]).await;
    club.anna
        .slash(&club.channel, "gin leaderboard", &[])
        .await
        .response()
        .await;
    for person in [&club.anna, &club.ben] {
        for message in person.pings() {
            assert!(
                message.id == posted.id || message.content.contains(&format!("<@{}>", person.id)),
                "{message:?}"
            );
        }
        for seen in club.discord.seen_by(person) {
            assert!(
                !seen.text.contains("**x**") && !seen.text.contains(" <@&1>"),
                "{}",
                seen.text
            );
        }
    }
    let everybody = club.discord.user("Bystander", "en-US");
    club.discord.join(&club.guild, &everybody);
    assert!(everybody.pings().is_empty(), "nobody else is notified");
    club.assert_tidy(&[&club.channel]);
}
