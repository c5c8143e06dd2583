//! Who saw the seed, and the check of a deal, on Discord.

use std::collections::BTreeSet;

use super::host::{Club, act, is};
use super::play::{Look, step};
use crate::fair::{checks_itself, secrets};
use crate::fakes::discord::opt;

#[tokio::test(flavor = "multi_thread")]
async fn c_122_the_seed_comes_with_the_showdown_and_never_before() {
    use jinlami::ui::token::Act;
    let club = Club::open().await;
    let watcher = club.discord.user("Watcher", "en-US");
    club.discord.join(&club.guild, &watcher);
    let posted = club.challenge(2).await;
    let table = super::host::table_of(&posted);
    let commitment = club.table(table).await.commitment().unwrap().to_string();
    assert!(posted.content.contains(&commitment), "{}", posted.content);
    let words = [("text", opt("nobody peeks"))];
    let answer = club.anna.slash(&club.channel, "gin cut", &words).await.response().await;
    assert!(
        answer.is_only_me() && answer.content.contains("nobody peeks"),
        "{}",
        answer.content
    );
    club.ben
        .press(&posted, |b: &_| is(b, Act::Accept))
        .await
        .acknowledged()
        .await;
    let hand = club.hand_of(&club.anna).await;
    assert!(hand.content.contains("are in this deal"), "{}", hand.content);

    let people = [&club.anna, &club.ben, &watcher];
    let (mut pressed, mut looks) = (BTreeSet::new(), 0);
    while step(&club, table, [Look::Private, Look::MyHand], &mut pressed).await {
        // First what everybody ever saw, then the log: what is secret afterwards was secret then.
        let seen: Vec<String> = people
            .iter()
            .flat_map(|person| club.discord.seen_by(person))
            .map(|seen| format!("{seen:?}"))
            .collect();
        let secrets = secrets(&club.service().facts(table).await.unwrap());
        for text in &seen {
            assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
        }
        looks += 1;
    }
    assert!(looks > 10);
    let record = club.table(table).await;
    for hand in record.hands() {
        let seed = hand.proof.as_ref().unwrap().seed.hex();
        let told = || club.discord.seen_by(&watcher).iter().any(|seen| seen.mentions(&seed));
        club.discord.eventually("the seed is told to everybody", told).await;
    }
    // Whoever stands by checks the deal by the button under the showdown; only they see the answer.
    let showdown = || {
        let all = club.discord.messages(&club.channel);
        all.into_iter()
            .find(|message| act(message, |act| act == Act::Verify(1)).is_some())
    };
    let showdown = club.discord.until("a showdown", showdown).await;
    let answer = watcher
        .press(&showdown, |b: &_| is(b, Act::Verify(1)))
        .await
        .private()
        .await;
    assert!(
        answer.is_only_me() && answer.content.contains("was fair"),
        "{}",
        answer.content
    );
    checks_itself(&answer.content);
    let code = jinlami::ui::token::table_code(table).to_uppercase();
    let options = [("match", opt(code.as_str())), ("hand", opt(2))];
    let answer = club
        .ben
        .slash(&club.channel, "gin verify", &options)
        .await
        .response()
        .await;
    assert!(answer.is_only_me(), "{}", answer.content);
    checks_itself(&answer.content);
    let wrong = [("match", opt("nonsense"))];
    let answer = club
        .ben
        .slash(&club.channel, "gin verify", &wrong)
        .await
        .response()
        .await;
    assert!(
        answer.is_only_me() && answer.content.contains("no match"),
        "{}",
        answer.content
    );
    // Another server knows nothing of it.
    let other = club.discord.guild("Elsewhere");
    let channel = club.discord.channel(&other, "gin");
    club.discord.join(&other, &watcher);
    let answer = watcher.slash(&channel, "gin verify", &options).await.response().await;
    assert!(answer.content.contains("no match"), "{}", answer.content);
    club.assert_tidy(&[&club.channel]);
}
