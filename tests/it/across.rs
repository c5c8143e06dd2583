//! Somebody on Discord meets somebody on Telegram: by a code, in one match that stands on both, and as one player with two
//! accounts. One process as the program starts it, with its settings from a file; it is stopped and started in the middle.

mod event;

use std::collections::BTreeSet;
use std::path::Path;

use jinlami::app::{App, clock, dice};
use jinlami::config::Config;
use jinlami::ui::token::Act;
use tokio_util::sync::CancellationToken;

use crate::both::configured;
use crate::discord::host::act;
use crate::discord::play::{choose_now, is_final, key, press_best};
use crate::fakes::discord::{self, FakeDiscord, opt};
use crate::fakes::telegram::{self, FakeTelegram};

/// Both platforms and a folder with the settings.
struct Town {
    fake: FakeDiscord,
    tg: FakeTelegram,
    folder: tempfile::TempDir,
}

impl Town {
    async fn build() -> Town {
        let (fake, tg) = (FakeDiscord::start().await, FakeTelegram::start().await);
        let folder = configured(&fake, &tg);
        Town { fake, tg, folder }
    }

    async fn open(&self) -> App {
        let config = Config::load(self.folder.path()).unwrap();
        let app = App::start(&config, clock(), dice(), CancellationToken::new())
            .await
            .unwrap();
        self.fake.connected().await;
        self.fake.commands_registered().await;
        app
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("both.db")
    }
}

/// What the logs of a file say is what is stored.
async fn sound(file: &Path) {
    let mut audit = jinlami::store::Audit::look(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    assert_eq!(jinlami::service::reckon(&mut audit).await.unwrap(), Vec::new());
    assert_eq!(audit.finish().await.unwrap(), Vec::new());
}

/// The words after the first `: ` of a line, as people read a code there.
fn code_in(text: &str) -> String {
    let letters = |word: &&str| {
        let plain = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        plain.len() == 9 && plain.as_bytes()[4] == b'-' && plain.chars().all(|c| c == '-' || c.is_ascii_alphanumeric())
    };
    let found = text
        .split_whitespace()
        .find(letters)
        .unwrap_or_else(|| panic!("a code in {text}"));
    found
        .trim_matches(|letter: char| !letter.is_ascii_alphanumeric())
        .to_owned()
}

/// Who has pressed what.
#[derive(Default)]
struct Pressed {
    discord: BTreeSet<String>,
    telegram: BTreeSet<(i64, String)>,
}

/// Plays by what each sees in the private chat, until this holds or nothing is left to press.
async fn play(
    town: &Town,
    ben: &discord::User,
    mara: &telegram::User,
    pressed: &mut Pressed,
    enough: impl Fn() -> bool,
) {
    loop {
        enum Next {
            Discord(discord::Message),
            Telegram(telegram::Message, telegram::Button),
        }
        let next = town
            .tg
            .eventually("somebody can move, or it is enough", || {
                if enough() {
                    return Some(None);
                }
                let fresh = |hand: &discord::Message| {
                    let choice = choose_now(hand)?;
                    (!pressed.discord.contains(&key(hand, &choice.0))).then_some(())
                };
                if let Some(hand) = ben.dms().into_iter().rev().find(|hand| !is_final(hand))
                    && fresh(&hand).is_some()
                {
                    return Some(Some(Next::Discord(hand)));
                }
                let (message, button) = crate::telegram::next_press(&town.tg, mara)?;
                let token = button.data.clone()?;
                let new = !pressed.telegram.contains(&(mara.id(), token));
                new.then_some(Some(Next::Telegram(message, button)))
            })
            .await;
        match next {
            None => return,
            Some(Next::Discord(hand)) => {
                press_best(ben, &hand, &mut pressed.discord).await;
            }
            Some(Next::Telegram(message, button)) => {
                let token = button.data.clone().unwrap_or_default();
                mara.press(&message, |label| label == button.label).await;
                pressed.telegram.insert((mara.id(), token));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_telegram_player_meets_a_discord_player_by_a_code() {
    let town = Town::build().await;
    let app = town.open().await;
    let (fake, tg) = (&town.fake, &town.tg);
    let guild = fake.guild("Club");
    let channel = fake.channel(&guild, "gin");
    let (ben, cleo) = (fake.user("Ben", "en-US"), fake.user("Cleo", "en-US"));
    let group = tg.supergroup("Card club");
    let (mara, tomasz) = (tg.user("Mara", Some("mara"), "zh-TW"), tg.user("Tomasz", None, "zh-TW"));
    for person in [&ben, &cleo] {
        fake.join(&guild, person);
    }
    for person in [&mara, &tomasz] {
        tg.join(&group, person);
    }
    mara.start("").await;
    mara.says(&group, "/language en");

    // Ben asks in his server; the code is for him alone.
    let told = ben
        .slash(&channel, "gin invite", &[("hands", opt(2))])
        .await
        .private()
        .await;
    let code = code_in(&told.content);
    let posted = fake
        .until("the invitation in the channel", || {
            let mut messages = fake.messages(&channel).into_iter();
            messages.find(|message| act(message, |a| a == Act::Accept).is_some())
        })
        .await;
    assert!(!posted.content.contains(&code), "whoever reads along gets no code");

    // Mara enters it in her group, in small letters.
    mara.says(&group, &format!("/join {}", code.to_lowercase()));
    let table = tg
        .post(&group, |post| {
            post.words().contains("Ben") && post.words().contains("Mara")
        })
        .await;
    let mut pressed = Pressed::default();
    let moved = || table.versions().len() > 4;
    play(&town, &ben, &mara, &mut pressed, moved).await;

    // The program stops and starts; the match goes on, on both.
    app.stop().await;
    sound(&town.file()).await;
    let app = town.open().await;
    let over = |text: &str| text.contains("wins the match") || text.contains("The match is drawn");
    let ended = || {
        let here = fake.messages(&channel).iter().any(|message| over(&message.content));
        here && over(&table.words())
    };
    play(&town, &ben, &mara, &mut pressed, ended).await;

    // Each saw it on the own platform: a showdown of each hand there, and the moments as the platform writes them.
    fake.until("the showdowns in the channel", || {
        let texts: Vec<String> = fake
            .messages(&channel)
            .into_iter()
            .map(|message| message.content)
            .collect();
        let shown = texts
            .iter()
            .filter(|text| text.contains("Hand 1") || text.contains("Hand 2"))
            .count();
        (shown >= 2).then_some(())
    })
    .await;
    let here: Vec<String> = fake.seen_by(&cleo).into_iter().map(|seen| seen.text).collect();
    assert!(
        here.iter().any(|text| text.contains("<t:")),
        "Discord counts down by itself"
    );
    let there: Vec<String> = tg.seen_by(&tomasz).into_iter().map(|seen| seen.text).collect();
    assert!(
        there.iter().all(|text| !text.contains("<t:")),
        "Telegram has no such moments"
    );
    assert!(there.iter().any(|text| text.contains("UTC")));
    // A mention means something only where its person is.
    for text in &here {
        assert!(!text.contains(&format!("<@{}>", mara.id())), "{text}");
    }

    // Who saw what? Nobody but Ben saw his hands, nobody but Mara hers, on either platform.
    let own = |text: &str| text.contains("Your hand against");
    assert!(fake.seen_by(&ben).iter().any(|seen| own(&seen.text)));
    assert!(fake.seen_by(&cleo).iter().all(|seen| !own(&seen.text)));
    let hands: Vec<_> = tg
        .posts(&mara)
        .iter()
        .flat_map(telegram::Message::versions)
        .filter_map(|shown| shown.photo)
        .collect();
    assert!(!hands.is_empty(), "Mara got her hands");
    for seen in tg.seen_by(&tomasz) {
        assert_ne!(seen.chat, mara.id(), "a private chat is private");
        assert!(seen.photo.is_none_or(|photo| !hands.contains(&photo)));
    }
    let private: Vec<_> = ben
        .dms()
        .into_iter()
        .flat_map(|hand| fake.history(&hand))
        .flat_map(|hand| hand.pictures)
        .collect();
    for seen in fake.seen_by(&cleo).into_iter().flat_map(|seen| seen.pictures) {
        assert!(
            hands.iter().all(|hand| *hand != seen.bytes),
            "no hand of Telegram on Discord"
        );
        assert!(
            private.iter().all(|hand| hand.bytes != seen.bytes),
            "no hand of Ben's to others"
        );
    }
    for photo in tg.seen_by(&mara).into_iter().filter_map(|seen| seen.photo) {
        assert!(
            private.iter().all(|hand| hand.bytes != photo),
            "no hand of Ben's on Telegram"
        );
    }

    app.stop().await;
    sound(&town.file()).await;
    fake.assert_clean();
    tg.assert_clean();
}

/// C-115: nobody plays themself from the other platform.
#[tokio::test(flavor = "multi_thread")]
async fn two_accounts_become_one_player_who_asks_first() {
    let town = Town::build().await;
    let app = town.open().await;
    let (fake, tg) = (&town.fake, &town.tg);
    let guild = fake.guild("Club");
    let channel = fake.channel(&guild, "gin");
    let (ben, anna) = (fake.user("Ben", "en-US"), fake.user("Anna", "en-US"));
    for person in [&ben, &anna] {
        fake.join(&guild, person);
    }
    let benny = tg.user("Benny", Some("benny"), "en");
    benny.start("").await;
    // A code of his own, entered on the other platform; the question is his alone.
    benny.says(&benny, "/link");
    let told = tg.post(&benny, |post| post.words().contains("Your code")).await;
    let code = code_in(&told.words());
    let wrong = ben
        .slash(&channel, "gin link", &[("code", opt("AAAA-AAAA"))])
        .await
        .private()
        .await;
    assert!(wrong.content.contains("no code that is good"), "{wrong:?}");
    let question = ben
        .slash(&channel, "gin link", &[("code", opt(code.as_str()))])
        .await
        .private()
        .await;
    assert!(question.content.contains("Benny (Telegram)"), "{question:?}");
    let done = ben
        .press(&question, |button: &discord::Button| {
            button.custom_id.starts_with("5.y.")
        })
        .await
        .response_where("it is done", |message| message.content.contains("are one player"))
        .await;
    assert!(done.is_only_me());
    // C-115: one player, who from Telegram, too, can't take his own invitation.
    let told = ben.slash(&channel, "gin invite", &[]).await.private().await;
    let invitation = code_in(&told.content);
    benny.says(&benny, &format!("/join {invitation}"));
    tg.post(&benny, |post| {
        post.words().to_lowercase().contains("your own challenge")
    })
    .await;
    // Anna takes it; Ben plays it from Telegram from the moment he presses there.
    let accepted = anna
        .slash(&channel, "gin accept", &[("code", opt(invitation.as_str()))])
        .await
        .private()
        .await;
    assert!(accepted.content.contains("Accepted"), "{accepted:?}");
    fake.until("Ben's hand on Discord", || {
        ben.dms().into_iter().rev().find(|hand| !is_final(hand))
    })
    .await;
    benny.says(&benny, "/hand");
    let hand = tg.post(&benny, |post| post.words().contains("Your hand against")).await;
    assert!(hand.words().contains("Anna"), "{hand:?}");
    // And they part again once nothing is open.
    benny.says(&benny, "/unlink");
    let asked = tg
        .post(&benny, |post| post.words().contains("player of its own again?"))
        .await;
    let said = benny.press(&asked, |label| label == "Part them").await;
    assert!(said.text.contains("open matches"));
    app.stop().await;
    sound(&town.file()).await;
    fake.assert_clean();
    tg.assert_clean();
}
