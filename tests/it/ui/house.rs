//! A desk over the rig, with what every post must keep.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use jinlami::cards::{Card, CardSet};
use jinlami::gin::ViewPhase;
use jinlami::id::{Account, Place, Platform, PlayerId, Seat, TableId, Venue};
use jinlami::pictures::Pictures;
use jinlami::service::{Slot, SlotKind};
use jinlami::table::Table;
use jinlami::ui::token::{self, Act};
use jinlami::ui::{Answer, Ask, BotName, Challenge, Desk, Foe, Guest, PictureKind, Post, Press, Row};
use jinlami::words::Words;

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig};

/// A desk, its file, and the people of the rig.
pub struct House {
    pub rig: Rig,
    pub desk: Desk,
}

impl House {
    pub async fn new() -> House {
        House::over(Rig::new().await)
    }

    fn over(rig: Rig) -> House {
        static PICTURES: OnceLock<Arc<Pictures>> = OnceLock::new();
        let pictures = PICTURES.get_or_init(|| Arc::new(Pictures::new().unwrap()));
        let desk = Desk::new(rig.service.clone(), Words::new(), Arc::clone(pictures));
        let link_base = Some("https://t.example/gin_bot".to_owned());
        desk.set_bot(
            Platform::Telegram,
            BotName {
                name: "gin_bot".to_owned(),
                link_base,
            },
        );
        House { rig, desk }
    }

    /// The same file after the process ended without any farewell.
    pub async fn restart(self) -> House {
        let House { rig, desk } = self;
        drop(desk);
        House::over(rig.restart().await)
    }

    /// Asks, and checks every post of the answer.
    pub async fn ask(&self, guest: &Guest, ask: Ask) -> Answer {
        let answer = self.desk.answer(guest, ask).await;
        for post in answer.post.iter().chain(&answer.public) {
            fits(post);
        }
        if let Some(toast) = &answer.toast {
            assert!((1..=200).contains(&toast.text.encode_utf16().count()), "{}", toast.text);
            whole(&toast.text);
        }
        if let Some(public) = &answer.public {
            assert!(!public.private);
        }
        answer
    }

    pub async fn press(&self, guest: &Guest, token: &str) -> Answer {
        self.ask(guest, Ask::Press(token.to_owned())).await
    }

    /// Brings every message of a platform up to date, as a wire does; gives what was shown.
    pub async fn deliver(&self, platform: Platform) -> Vec<(Slot, Post)> {
        let mut shown = Vec::new();
        for slot in self.rig.service.todo(platform, 100).await.unwrap() {
            match self.desk.show(&slot).await.unwrap() {
                Some(show) => {
                    fits(&show.post);
                    assert_eq!(
                        show.post.private,
                        matches!(slot.key.kind, SlotKind::Hand | SlotKind::Ruling)
                    );
                    let message = slot.message.unwrap_or(1000 + slot.id.0);
                    self.rig.service.sent(&slot, show.version, Some(message)).await.unwrap();
                    shown.push((slot, show.post));
                }
                None => self.rig.service.sent(&slot, slot.want, None).await.unwrap(),
            }
        }
        shown
    }

    /// The public message of a table as it must look now.
    pub async fn table_post(&self, table: TableId) -> Post {
        self.slot_post(table, SlotKind::Table, 0, None)
            .await
            .expect("a table message")
    }

    /// A player's hand message as it must look now.
    pub async fn hand_post(&self, table: TableId, player: PlayerId) -> Post {
        self.slot_post(table, SlotKind::Hand, 0, Some(player))
            .await
            .expect("a hand message")
    }

    pub async fn slot_post(
        &self,
        table: TableId,
        kind: SlotKind,
        number: i64,
        reader: Option<PlayerId>,
    ) -> Option<Post> {
        let slot = self
            .rig
            .service
            .store()
            .slot(table, kind, number, reader)
            .await
            .unwrap()?;
        let shown = self.desk.show(&slot).await.unwrap()?;
        fits(&shown.post);
        Some(shown.post)
    }

    /// Anna's challenge to Ben, accepted.
    pub async fn begin(&self, challenge: Challenge) -> Table {
        let anna = guest(ANNA, "Anna");
        let id = self.challenge(&anna, challenge).await;
        let accept = find(&self.table_post(id).await, |act| act == Act::Accept).unwrap();
        let answer = self.press(&guest(BEN, "Ben"), &accept).await;
        assert!(answer.replace, "the challenge becomes the table");
        self.rig.service.table(id).await.unwrap()
    }

    /// Makes a challenge and gives its table.
    pub async fn challenge(&self, guest: &Guest, challenge: Challenge) -> TableId {
        let before: Vec<TableId> = self.open().await;
        let answer = self.ask(guest, Ask::Challenge(challenge)).await;
        assert!(
            !answer.toast.as_ref().is_some_and(|toast| toast.alert),
            "{:?}",
            answer.toast.map(|t| t.text)
        );
        let after = self.open().await;
        *after.iter().find(|id| !before.contains(id)).expect("a table")
    }

    /// Every open table.
    pub async fn open(&self) -> Vec<TableId> {
        let tables = self.rig.service.tables(jinlami::service::Of::All).await.unwrap();
        tables.iter().map(Table::id).collect()
    }
}

/// A person in the rig's server.
pub fn guest(account: Account, name: &str) -> Guest {
    Guest {
        account,
        name: name.to_owned(),
        handle: None,
        locale: None,
        place: Some(PLACE),
        parent: None,
        private_chat: None,
        admin: false,
        admin_of: None,
        roles: Vec::new(),
        update: None,
        venue_name: Some("The Den".to_owned()),
        venue_locale: None,
    }
}

/// The same person in the private chat.
pub fn alone(guest: Guest) -> Guest {
    Guest {
        place: None,
        private_chat: Some(guest.account.user),
        venue_name: None,
        ..guest
    }
}

pub fn eve() -> Guest {
    guest(EVE, "Eve")
}

/// A Telegram person in a supergroup.
pub fn telegram(user: i64, name: &str) -> Guest {
    let venue = Venue {
        platform: Platform::Telegram,
        chat: -1_001_234_567_890,
    };
    Guest {
        account: Account {
            platform: Platform::Telegram,
            user,
        },
        place: Some(Place { venue, channel: 0 }),
        ..guest(ANNA, name)
    }
}

/// A challenge to Ben by the usual rules.
pub fn usual() -> Challenge {
    Challenge {
        opponent: Foe::Person {
            account: BEN,
            name: "Ben".to_owned(),
            handle: None,
        },
        rules: None,
        mode: None,
        hands: None,
        target: None,
        clock: None,
        house: None,
    }
}

/// The token of the first button with this act.
pub fn find(post: &Post, wanted: impl Fn(Act) -> bool) -> Option<String> {
    let mut presses = post.presses().map(|(_, token)| token.to_owned());
    presses.find(|token| token::decode(token).is_some_and(|token| wanted(token.act)))
}

/// All words of a post, the description included, without the marks that keep suits from becoming emoji.
pub fn said(post: &Post) -> String {
    let alt = post
        .picture
        .as_ref()
        .map(|picture| picture.alt.as_str())
        .unwrap_or_default();
    let labels: String = post
        .rows
        .iter()
        .flat_map(|row| match row {
            Row::Buttons(buttons) => buttons
                .iter()
                .map(|button| format!("[{}]", button.label))
                .collect::<Vec<_>>(),
            Row::Select { prompt, options, .. } => {
                let labels = options.iter().map(|(label, _)| format!("[{label}]"));
                labels.chain([prompt.clone()]).collect()
            }
        })
        .collect();
    format!("{}\n{alt}\n{labels}", post.text.plain()).replace('\u{FE0E}', "")
}

/// What every platform can show and every post must keep.
pub fn fits(post: &Post) {
    // Discord's limits for text, rows, labels; Telegram's for tokens and captions.
    let text = post.text.plain();
    assert!(
        text.encode_utf16().count() <= 1900,
        "{} units: {text}",
        text.encode_utf16().count()
    );
    assert!(!text.trim().is_empty());
    whole(&text);
    assert!(post.rows.len() <= 5, "{} rows", post.rows.len());
    let mut tokens = BTreeSet::new();
    for row in &post.rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=5).contains(&buttons.len()), "{} buttons", buttons.len());
                for button in buttons {
                    assert!(
                        (1..=64).contains(&button.label.encode_utf16().count()),
                        "{}",
                        button.label
                    );
                    whole(&button.label);
                    match &button.press {
                        Press::Token(token) => assert!(tokens.insert(token.clone()), "{token} twice"),
                        Press::Link(link) => assert!(link.starts_with("https://"), "{link}"),
                    }
                }
            }
            Row::Select { id, prompt, options } => {
                assert!(!id.is_empty() && !prompt.is_empty() && (1..=25).contains(&options.len()));
                for (label, token) in options {
                    assert!((1..=100).contains(&label.chars().count()));
                    assert!(tokens.insert(token.clone()), "{token} twice");
                }
            }
        }
    }
    for token in &tokens {
        assert!(token.len() <= 64 && token::knows(token), "{token}");
    }
    if let Some(picture) = &post.picture {
        let sign: &[u8] = match picture.kind {
            PictureKind::Still => b"\x89PNG",
            PictureKind::Animated => b"GIF89a",
        };
        assert!(picture.bytes.starts_with(sign), "{}", picture.name);
        assert!(
            (20..=1024).contains(&picture.alt.encode_utf16().count()),
            "{}",
            picture.alt
        );
        whole(&picture.alt);
        // What the words say already is not said twice in a caption: a board's lines are its picture's description too.
        let mut lines = picture.alt.lines().skip(1).peekable();
        let said = lines.peek().is_some() && lines.all(|line| text.contains(line));
        if picture.name != "leaders.png" && !said {
            let both = picture.alt.encode_utf16().count() + text.encode_utf16().count();
            assert!(both <= 1024, "{both} units in a caption: {text}\n{}", picture.alt);
        }
    }
}

/// No hole, no missing sentence, no mark of a piece.
fn whole(text: &str) {
    for bad in ['⟨', '{', '\u{E000}', '\u{E001}', '\u{E002}', '\u{E003}'] {
        assert!(!text.contains(bad), "{text}");
    }
}

/// The cards that this seat holds and the other players can't know.
pub fn secrets(table: &Table, seat: Seat) -> CardSet {
    let Some(view) = table.view(Some(seat)).hand else {
        return CardSet::EMPTY;
    };
    let Some(hand) = view.hand else { return CardSet::EMPTY };
    let mut known = view.held[seat.index()];
    if let Some((knocker, shown)) = &view.knock
        && *knocker == seat
    {
        known |= shown.cards();
    }
    if view.phase == ViewPhase::Over {
        CardSet::EMPTY
    } else {
        hand - known
    }
}

/// The cards among these that a text names, in symbols, in words or in letters.
pub fn named(text: &str, cards: CardSet) -> Vec<Card> {
    cards.iter().filter(|card| names(text, *card)).collect()
}

fn names(text: &str, card: Card) -> bool {
    let (rank, suit) = (card.rank(), card.suit() as usize);
    let word = match rank.label() {
        "A" => "ace",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        other => other,
    };
    let english = ["clubs", "diamonds", "hearts", "spades"][suit];
    let forms = [
        card.to_string(),
        format!("{word} of {english}"),
        format!("{}{}", ["梅花", "方块", "红桃", "黑桃"][suit], rank.label()),
        format!("{}{}", ["梅花", "方塊", "紅心", "黑桃"][suit], rank.label()),
    ];
    forms.iter().any(|form| {
        text.match_indices(form.as_str()).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + form.len()..].chars().next();
            // "1" before "0♥" would make it another card, and so would a digit after "红桃1".
            !before.is_some_and(|c| c.is_ascii_alphanumeric()) && !after.is_some_and(|c| c.is_ascii_digit())
        })
    })
}
