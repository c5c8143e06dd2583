//! Presets and house rules.

use jinlami::cards::Card;
use jinlami::id::{Seat, TableId};
use jinlami::ui::token::{Act, Book};

use super::host::{Club, act, is, table_of};
use super::play::my_hand;
use crate::fakes::discord::{Message, User, opt};
use crate::stacked::stack;

/// A match of Anna and Ben by these rules whose first hand is this; its id and the dealer.
async fn stacked(club: &mut Club, options: &[(&str, &str)], hands: [&str; 4]) -> (TableId, Seat) {
    let mut asked = vec![("opponent", opt(&club.ben))];
    asked.extend(options.iter().map(|(name, value)| (*name, opt(*value))));
    club.anna
        .slash(&club.channel, "gin challenge", &asked)
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
    club.stop().await;
    let dealer = stack(&club.file(), hands[0], hands[1], hands[2], hands[3]).await;
    let before = club.discord.identifies().len();
    club.launch().await;
    club.discord
        .eventually("the bot is back", || club.discord.identifies().len() > before)
        .await;
    club.discord.connected().await;
    (table, dealer)
}

/// Whoever moves first, and the dealer.
fn turns(club: &Club, dealer: Seat) -> (&User, &User) {
    if dealer == Seat::SECOND {
        (&club.anna, &club.ben)
    } else {
        (&club.ben, &club.anna)
    }
}

/// Presses this on the hand and gives what it turns into.
async fn go(user: &User, hand: &Message, wanted: Act) -> Message {
    let pressed = match act(hand, |act| act == wanted) {
        Some((_, id, true)) => user.select(hand, &id).await,
        _ => user.press(hand, |b: &_| is(b, wanted)).await,
    };
    pressed.acknowledged().await;
    pressed.response().await
}

/// The first player's hand once both have left the upcard and a card is drawn.
async fn drawn(club: &Club, first: &User, second: &User) -> Message {
    let hand = my_hand(club, first).await;
    go(first, &hand, Act::Pass).await;
    let other = my_hand(club, second).await;
    go(second, &other, Act::Pass).await;
    let hand = my_hand(club, first).await;
    go(first, &hand, Act::Stock).await
}

async fn showdown(club: &Club) -> Message {
    let shown = || {
        let messages = club.discord.messages(&club.channel);
        messages
            .into_iter()
            .find(|m| m.pictures.iter().any(|p| p.filename == "showdown.png"))
    };
    club.discord.until("the showdown", shown).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_plays_oklahoma_with_a_big_gin_as_its_owner_set_it() {
    let mut club = Club::open().await;
    club.discord.make_owner(&club.guild, &club.anna);
    let rules = [("house", opt("oklahoma big_gin=31 target=150"))];
    let refused = club.ben.slash(&club.channel, "gin settings", &rules).await;
    let refused = refused.private().await;
    assert!(
        refused.is_only_me() && refused.content.contains("Only admins can set the house rules"),
        "{refused:?}"
    );
    let wrong = [("house", opt("oklahoma opening=dealer_eleven"))];
    let wrong = club
        .anna
        .slash(&club.channel, "gin settings", &wrong)
        .await
        .private()
        .await;
    assert!(wrong.content.contains("opening=upcard"), "{wrong:?}");
    let said = club
        .anna
        .slash(&club.channel, "gin settings", &rules)
        .await
        .private()
        .await;
    assert!(
        said.content
            .contains("Oklahoma gin rules with big gin 31 · first to 150"),
        "{said:?}"
    );

    // A figure in spades: the hand counts double and one may knock at 8. The first card drawn makes eleven in melds.
    let hands = [
        "4H 5H 6H 7H 9C 9D 9S TC TD TS",
        "KC KD KH 2H 4C 5D 6S JS 3C QC",
        "8S",
        "8H",
    ];
    let (table, dealer) = stacked(&mut club, &[], hands).await;
    let (first, second) = turns(&club, dealer);
    let posted = club.discord.messages(&club.channel);
    let posted = posted
        .iter()
        .find(|m| act(m, |a| a == Act::ShowRules).is_some())
        .unwrap();
    let shown = second
        .press(posted, |b: &_| is(b, Act::ShowRules))
        .await
        .private()
        .await;
    assert!(
        shown.is_only_me() && shown.content.contains("with big gin 31 · Melds"),
        "{shown:?}"
    );
    let gin = go(second, &shown, Act::Rules(Book::Match, 2)).await;
    assert!(gin.content.contains("Big gin: whoever has all eleven cards"), "{gin:?}");
    assert_eq!(gin.pictures.len(), 1);

    let hand = my_hand(&club, first).await;
    assert!(
        hand.content
            .contains("Knock at 8 or less · spade upcard: counts double"),
        "{hand:?}"
    );
    let hand = drawn(&club, first, second).await;
    go(first, &hand, Act::BigGin).await;
    let shown = showdown(&club).await;
    let lost = 2 + 4 + 5 + 6 + 10 + 3 + 10;
    let points = (31 + lost) * 2;
    assert!(shown.content.contains("goes big gin"), "{shown:?}");
    assert!(
        shown.content.contains(&format!("scores {points} (counts double)")),
        "{points}: {shown:?}"
    );
    let record = club.table(table).await;
    assert_eq!(record.hands()[0].score.points, points);
    club.assert_tidy(&[&club.channel]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tedesco_knocker_shows_the_run_round_the_corner() {
    let mut club = Club::open().await;
    let hands = [
        "QD KD AD 2D 2C 2S 9C 9D 9S 5C",
        "2H 4C 6D 8S TH JC QH KC 5S 7H",
        "8D",
        "KS",
    ];
    let (table, dealer) = stacked(&mut club, &[("rules", "tedesco")], hands).await;
    let (first, second) = turns(&club, dealer);
    let discard: Card = "KS".parse().unwrap();
    let hand = drawn(&club, first, second).await;
    let alt = hand.alts().join(" ");
    assert!(alt.contains("Run: queen, king, ace of diamonds."), "{alt}");
    let page = go(first, &hand, Act::AskKnock(discard)).await;
    assert!(page.content.contains("You may show other melds"), "{page:?}");
    let choices: Vec<&str> = page.selects[0]
        .choices
        .iter()
        .map(|choice| choice.label.as_str())
        .collect();
    let wanted = choices
        .iter()
        .position(|label| label.starts_with("Q♦K♦A♦2♦ · "))
        .expect("the longer run");
    assert!(choices[wanted].ends_with("(9)"), "{choices:?}");
    let index = u8::try_from(wanted).unwrap() + 1;
    go(first, &page, Act::KnockWith(discard, index)).await;
    // Nothing fits on what is shown, though the fourth two would have fitted on the best melds.
    let shown = showdown(&club).await;
    let alt = shown.alts().join(" ");
    assert!(alt.contains("run queen, king, ace, 2 of diamonds"), "{alt}");
    assert!(!shown.content.contains("lays off"), "{shown:?}");
    let record = club.table(table).await;
    assert_eq!(record.hands()[0].score.points, 72 - 9);
    // Hollywood: the first hand won is in the first game alone.
    assert_eq!(
        record
            .games()
            .iter()
            .map(|game| game.points.iter().sum::<i32>())
            .collect::<Vec<_>>(),
        [63, 0, 0]
    );
    assert!(shown.content.contains("2. 0 : 0 · 3. 0 : 0"), "{shown:?}");
    club.assert_tidy(&[&club.channel]);
}
