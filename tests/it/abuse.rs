//! People who ask too much: told once, then silence until the pause is over; nothing is done for them, and nobody else waits.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jinlami::app::{App, clock, dice};
use jinlami::config::Config;
use jinlami::id::Millis;
use tokio_util::sync::CancellationToken;

use crate::fakes::discord::{self, Channel, FakeDiscord, opt};
use crate::fakes::telegram::{self, FakeTelegram};
use crate::page::{SeatPage, Site};

/// The whole program on both fakes with bounds that a test reaches.
async fn start(folder: &Path, discord: &FakeDiscord, telegram: &FakeTelegram, now: &Arc<AtomicI64>) -> App {
    std::fs::create_dir(folder.join("config")).unwrap();
    let settings = format!(
        "[database]\nurl = \"sqlite://{}\"\n[web]\nlisten = \"127.0.0.1:0\"\n[discord]\ntoken = \"{}\"\napi_url = \"{}\"\n\
         [telegram]\ntoken = \"{}\"\napi_url = \"{}\"\n[limits]\nperson_burst = 40\nperson_per_minute = 1\nchat_burst = 3\n\
         chat_per_minute = 1\n",
        folder.join("abuse.db").display(),
        discord.token(),
        discord.url(),
        telegram.token(),
        telegram.url(),
    );
    std::fs::write(folder.join("config/local.toml"), settings).unwrap();
    let config = Config::load(folder).unwrap();
    let now = Arc::clone(now);
    let clock = Arc::new(move || Millis(now.load(Ordering::SeqCst)));
    App::start(&config, clock, dice(), CancellationToken::new())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_much_is_told_once_and_nobody_else_waits() {
    let (discord, telegram) = (FakeDiscord::start().await, FakeTelegram::start().await);
    let folder = tempfile::tempdir().unwrap();
    // The clock stands still, so that a slow machine gives nobody more than a fast one.
    let now = Arc::new(AtomicI64::new(clock()().0));
    let app = start(folder.path(), &discord, &telegram, &now).await;
    let on_page = Site::at(&format!("http://{}", app.address().unwrap()));
    discord.connected().await;
    discord.commands_registered().await;
    let ((eve, channel), mara, anna) =
        tokio::join!(discord_story(&discord), telegram_story(&telegram), page_story(&on_page));

    // Nine seconds later the break is still on; once there is room again all three are answered.
    now.fetch_add(9_000, Ordering::SeqCst);
    let shown = telegram.posts(&mara).len();
    let silent = eve.slash(&channel, "gin games", &[]).await;
    silent.acknowledged().await;
    discord
        .eventually("nothing is left thinking", || taken_back(&discord) == 5)
        .await;
    let toast = &anna.press("1.a.b.c").await["toast"];
    assert!(toast.as_str().unwrap().contains("I take a break"), "{toast}");
    now.fetch_add(600_000, Ordering::SeqCst);
    telegram.shift_clock(609);
    let told = eve.slash(&channel, "gin games", &[]).await.private().await;
    assert!(told.content.contains("not in any match"), "{told:?}");
    let toast = &anna.press("1.a.b.c").await["toast"];
    assert!(toast.as_str().unwrap().contains("This table is not there"), "{toast}");
    mara.says(&mara, "/games");
    telegram
        .eventually("she is answered again", || telegram.posts(&mara).len() > shown)
        .await;
    app.stop().await;
    discord.assert_clean();
    telegram.assert_clean();
}

/// How many placeholders were taken away.
fn taken_back(discord: &FakeDiscord) -> usize {
    let requests = discord.requests().into_iter();
    let taken = requests.filter(|request| request.method == "DELETE" && request.path.contains("@original"));
    taken.count()
}

async fn discord_story(discord: &FakeDiscord) -> (discord::User, Channel) {
    let guild = discord.guild("Club");
    let channel = discord.channel(&guild, "gin");
    let [eve, ben, anna, carl] = ["Eve", "Ben", "Anna", "Carl"].map(|name| discord.user(name, "en-US"));
    for person in [&eve, &ben, &anna, &carl] {
        discord.join(&guild, person);
    }
    // Three answers for all to see are what this chat may have, and one of them is what a person may.
    for person in [&eve, &anna, &carl] {
        let shown = person.slash(&channel, "gin leaderboard", &[]).await.response().await;
        assert!(!shown.is_only_me(), "{shown:?}");
    }
    let standing = || {
        discord
            .messages(&channel)
            .iter()
            .filter(|message| !message.is_only_me())
            .count()
    };
    // Nothing is left "thinking", whatever was refused.
    let gone = async |count: usize| {
        discord
            .eventually("the placeholder goes", || taken_back(discord) >= count)
            .await;
    };
    let loud = |message: &crate::fakes::discord::Message| message.content.contains("All of you together ask me a lot");
    let told = eve.slash(&channel, "gin leaderboard", &[]).await.private().await;
    assert!(told.content.contains("Your own share of the answers"), "{told:?}");
    let told = ben.slash(&channel, "gin leaderboard", &[]).await.private().await;
    assert!(loud(&told), "{told:?}");
    let silent = ben.slash(&channel, "gin leaderboard", &[]).await;
    silent.acknowledged().await;
    gone(3).await;
    discord
        .eventually("nothing more stands in the chat", || standing() == 3)
        .await;
    // What only the asker sees goes on there, and so does another channel.
    let near = discord.channel(&guild, "chat");
    let shown = ben.slash(&near, "gin leaderboard", &[]).await.response().await;
    assert!(!shown.is_only_me(), "{shown:?}");
    let own = anna.slash(&channel, "gin games", &[]).await.private().await;
    assert!(own.content.contains("not in any match"), "{own:?}");

    // Eve has 4 of her 40 behind her: 18 more questions pass, and then nothing does.
    for _ in 0..18 {
        eve.slash(&channel, "gin games", &[]).await.private().await;
    }
    let told = eve.slash(&channel, "gin games", &[]).await.private().await;
    assert!(
        told.content.contains("I take a break of 10 seconds for you"),
        "{told:?}"
    );
    let options = [("opponent", opt(&ben))];
    let silent = eve.slash(&channel, "gin challenge", &options).await;
    silent.acknowledged().await;
    gone(4).await;
    discord.eventually("no challenge either", || standing() == 3).await;
    let free = ben.slash(&channel, "gin games", &[]).await.private().await;
    assert!(free.content.contains("not in any match"), "{free:?}");
    (eve, channel)
}

async fn telegram_story(telegram: &FakeTelegram) -> telegram::User {
    let group = telegram.supergroup("Card club");
    let (mara, tomasz) = (
        telegram.user("Mara", Some("mara"), "en"),
        telegram.user("Tomasz", None, "en"),
    );
    for person in [&mara, &tomasz] {
        telegram.join(&group, person);
        person.start("").await;
    }
    mara.mentions(&group, "/challenge {} 2 hands", &tomasz);
    let posted = telegram
        .post(&group, |post| {
            post.buttons().iter().any(|button| button.label == "Accept")
        })
        .await;
    // Start and the challenge cost Mara 17 of 40.
    let mut toasts = Vec::new();
    for _ in 0..30 {
        toasts.push(mara.press(&posted, |label| label == "Accept").await.text);
    }
    // An answer that takes the bot too long is no note on the press any more: it comes into the private chat.
    let heard = |who: &telegram::User, toasts: &[String], words: &str| {
        let late = who.private().iter().filter(|post| post.words().contains(words)).count();
        late + toasts.iter().filter(|text| text.contains(words)).count()
    };
    telegram
        .eventually("what she may have is answered, then she is told once", || {
            heard(&mara, &toasts, "your own challenge") == 23 && heard(&mara, &toasts, "I take a break") == 1
        })
        .await;
    assert!(toasts[24..].iter().all(String::is_empty), "silence: {toasts:?}");
    let accepted = [tomasz.press(&posted, |label| label == "Accept").await.text];
    telegram
        .eventually("nobody else waits", || heard(&tomasz, &accepted, "Accepted") == 1)
        .await;
    // Who writes as a channel is silenced as that channel, not as the group, for which its administrators speak.
    let second = telegram.supergroup("Second");
    for person in [&mara, &tomasz] {
        telegram.join(&second, person);
    }
    telegram.promote(&second, &tomasz, true);
    for _ in 0..25 {
        mara.says_as_channel(&second, "Mara's channel", "/hand");
    }
    tomasz.says_anonymously(&second, "/rules");
    telegram
        .post(&second, |post| post.words().contains("Each player holds ten cards"))
        .await;
    assert_eq!(telegram.posts(&second).len(), 2, "the channel was told once");
    // Writing into the private chat is no way around it.
    let before = mara.private().len();
    mara.says(&mara, "/help");
    tomasz.says(&tomasz, "/games");
    telegram.post(&tomasz, |post| post.words().contains("Mara")).await;
    let mine = mara
        .private()
        .iter()
        .skip(before)
        .filter(|post| post.words().contains("/challenge"))
        .count();
    assert_eq!(mine, 0);
    mara
}

async fn page_story(site: &Site) -> SeatPage {
    let anna = site.seats(&["Anna"], 1).await.remove(0);
    assert!(!anna.tokens().await.is_empty());
    let presses = (0..42).map(|_| anna.press("1.a.b.c"));
    let answers = futures::future::join_all(presses).await;
    let says =
        |answer: &&serde_json::Value, what: &str| answer["toast"].as_str().is_some_and(|text| text.contains(what));
    // The challenge cost 15 of 40.
    assert_eq!(
        answers
            .iter()
            .filter(|answer| says(answer, "This table is not there"))
            .count(),
        25
    );
    // The page itself answers: nobody is flooded by being told each time.
    assert_eq!(
        answers.iter().filter(|answer| says(answer, "I take a break")).count(),
        17
    );
    // Seats for people whom nobody knows are counted for all together.
    let body = serde_json::json!({ "names": ["Zoe"], "computer": true, "rules": "jinlami", "hands": 1 });
    let asked = (0..150).map(|_| site.post("/new", &body));
    let answers = futures::future::join_all(asked).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status() == status).count();
    // One of the 60 at once was Anna's.
    assert_eq!((count(200), count(429)), (59, 91));
    anna
}
