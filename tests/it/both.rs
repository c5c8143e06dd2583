//! One process, one database, two platforms at the same time: the program as it is started, with its settings from a file.

use std::collections::BTreeSet;

use jinlami::app::{App, clock, dice};
use jinlami::config::Config;
use jinlami::ui::token::Act;
use tokio_util::sync::CancellationToken;

use crate::discord::host::{act, is};
use crate::discord::play::{is_final, press_best};
use crate::fakes::discord::{self, FakeDiscord, opt};
use crate::fakes::telegram::{self, FakeTelegram};

/// A folder with the settings of a program that reaches both platforms and serves a page.
pub fn configured(fake: &FakeDiscord, tg: &FakeTelegram) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("config")).unwrap();
    let settings = format!(
        "[database]\nurl = \"sqlite://{}\"\n[limits]\nperson_per_minute = 0\nchat_per_minute = 0\n[web]\nlisten = \"127.0.0.1:0\"\n[discord]\ntoken = \"{}\"\napi_url = \"{}\"\n[telegram]\ntoken = \"{}\"\napi_url = \"{}\"\n",
        folder.path().join("both.db").display(),
        fake.token(),
        fake.url(),
        tg.token(),
        tg.url(),
    );
    std::fs::write(folder.path().join("config/local.toml"), settings).unwrap();
    folder
}

/// Plays the match between these two out, pressing only what they see in their private chats.
async fn play_on_discord(fake: &FakeDiscord, players: [&discord::User; 2]) {
    let mut pressed = BTreeSet::new();
    loop {
        let next = fake.until("somebody can move, or the match is over", || {
            let hands = players.map(|player| player.dms().pop());
            let over = hands.iter().all(|hand| hand.as_ref().is_some_and(is_final));
            let able = players.into_iter().zip(hands).filter_map(|(player, hand)| {
                let hand = hand?;
                let fresh = |act: Act, id: &str| {
                    !pressed.contains(&crate::discord::play::key(&hand, id))
                        && matches!(
                            act,
                            Act::Knock(_) | Act::Best | Act::AskKnock(_) | Act::Stock | Act::Discard(_)
                        )
                };
                crate::discord::host::acts(&hand)
                    .iter()
                    .any(|(act, id, _)| fresh(*act, id))
                    .then_some((player, hand))
            });
            let able = able.last();
            (over || able.is_some()).then_some(able)
        });
        let Some((player, hand)) = next.await else { return };
        press_best(player, &hand, &mut pressed).await;
    }
}

/// The same on Telegram.
async fn play_on_telegram(fake: &FakeTelegram, players: [&telegram::User; 2]) {
    let mut pressed = BTreeSet::new();
    loop {
        let next = fake
            .eventually("somebody can move, or the match is over", || {
                let able = players.into_iter().find_map(|player| {
                    let (message, button) = crate::telegram::next_press(fake, player)?;
                    let token = button.data.clone()?;
                    // Each seat's stamps count by themselves, so both may hold the same token.
                    let key = (player.id(), token);
                    (!pressed.contains(&key)).then_some((player, message, button, key))
                });
                let over = players.into_iter().all(|player| {
                    let mut hands = fake.posts(player).into_iter().filter(|post| post.photo().is_some());
                    hands
                        .next_back()
                        .is_some_and(|hand| hand.buttons().iter().all(|left| left.label == "Rematch"))
                });
                (over || able.is_some()).then_some(able)
            })
            .await;
        let Some((player, message, button, key)) = next else {
            return;
        };
        player.press(&message, |label| label == button.label).await;
        pressed.insert(key);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_discord_match_and_a_telegram_match_meet_on_the_board_over_all() {
    let (fake, tg) = (FakeDiscord::start().await, FakeTelegram::start().await);
    let folder = configured(&fake, &tg);
    let config = Config::load(folder.path()).unwrap();
    let app = App::start(&config, clock(), dice(), CancellationToken::new())
        .await
        .unwrap();
    fake.connected().await;
    fake.commands_registered().await;

    let guild = fake.guild("Club");
    let channel = fake.channel(&guild, "gin");
    let (anna, ben) = (fake.user("Anna", "en-US"), fake.user("Ben", "en-US"));
    let group = tg.supergroup("Card club");
    let (mara, tomasz) = (tg.user("Mara", Some("mara"), "en"), tg.user("Tomasz", None, "en"));
    for person in [&anna, &ben] {
        fake.join(&guild, person);
    }
    for person in [&mara, &tomasz] {
        tg.join(&group, person);
        person.start("").await;
    }

    let on_discord = async {
        anna.slash(&channel, "gin challenge", &[("opponent", opt(&ben)), ("hands", opt(2))])
            .await
            .response()
            .await;
        let find = || {
            fake.messages(&channel)
                .into_iter()
                .rev()
                .find(|message| act(message, |a| a == Act::Accept).is_some())
        };
        let posted = fake.until("a challenge", find).await;
        ben.press(&posted, |button: &_| is(button, Act::Accept))
            .await
            .acknowledged()
            .await;
        play_on_discord(&fake, [&anna, &ben]).await;
    };
    let on_telegram = async {
        mara.mentions(&group, "/challenge {} 2 hands", &tomasz);
        let accept = |post: &telegram::Message| post.buttons().iter().any(|button| button.label == "Accept");
        let posted = tg.post(&group, accept).await;
        tomasz.press(&posted, |label| label == "Accept").await;
        play_on_telegram(&tg, [&mara, &tomasz]).await;
    };
    tokio::join!(on_discord, on_telegram);

    let board = anna
        .slash(&channel, "gin leaderboard", &[("scope", opt("overall"))])
        .await
        .response()
        .await;
    for name in ["Anna", "Ben", "Mara", "Tomasz"] {
        assert!(
            board.content.contains(name),
            "{name} is on the board over all: {:?}",
            board.content
        );
    }
    mara.says(&group, "/top all");
    let board = tg
        .post(&group, |post| {
            post.words().contains("Anna") && post.words().contains("Tomasz")
        })
        .await;
    assert!(board.words().contains("Ben") && board.words().contains("Mara"));
    let own = anna.slash(&channel, "gin leaderboard", &[]).await.response().await;
    assert!(
        !own.content.contains("Mara"),
        "C-086: one server's board holds only its own people"
    );
    app.stop().await;
    fake.assert_clean();
    tg.assert_clean();
}
