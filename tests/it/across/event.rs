//! An event that both platforms play: opened on one, brought to the other, each person at their own.

use std::collections::BTreeSet;
use std::time::Duration;

use jinlami::app::App;
use jinlami::contest::{Asked, Contest, PairingId, Status};
use jinlami::id::{Account, EventId, Platform, PlayerId, TableId, Venue};
use jinlami::ui::event::token::{EventAct, Ruled, decode};
use jinlami::ui::token::{self, Act, table_code};

use tokio_util::bytes::Bytes;

use super::{Town, sound};
use crate::fakes::discord::{self, Channel, Guild, Opt, opt, permission};
use crate::fakes::telegram::{self, Group};

/// Somebody at their own platform.
enum Person {
    Discord(discord::User),
    Telegram(telegram::User),
}

impl Person {
    fn account(&self) -> Account {
        match self {
            Person::Discord(user) => Account {
                platform: Platform::Discord,
                user: user.id.cast_signed(),
            },
            Person::Telegram(user) => Account {
                platform: Platform::Telegram,
                user: user.id(),
            },
        }
    }

    /// What can be pressed in the private chat at this table, newest message first.
    fn acts(&self, table: TableId) -> Vec<(Act, String)> {
        let all: Vec<String> = match self {
            Person::Discord(user) => {
                let dms = user.dms().into_iter().rev();
                let acts = dms.flat_map(|dm| crate::discord::host::acts(&dm));
                acts.map(|(_, id, _)| id).collect()
            }
            Person::Telegram(user) => {
                let posts = user.private().into_iter().rev();
                posts.flat_map(|post| tokens(&post)).collect()
            }
        };
        let decoded = all.into_iter().filter(|id| at(id, table));
        decoded.filter_map(|id| Some((token::decode(&id)?.act, id))).collect()
    }

    /// Presses what holds this token in the private chat.
    async fn press(&self, wanted: &str) {
        match self {
            Person::Discord(user) => {
                let mut dms = user.dms().into_iter().rev();
                let found = dms.find_map(|dm| {
                    let acts = crate::discord::host::acts(&dm);
                    let (_, id, menu) = acts.into_iter().find(|(_, id, _)| id == wanted)?;
                    Some((dm, id, menu))
                });
                let Some((dm, id, menu)) = found else { return };
                crate::discord::play::press(user, &dm, &id, menu)
                    .await
                    .acknowledged()
                    .await;
            }
            Person::Telegram(user) => {
                let mut posts = user.private().into_iter().rev();
                let found = posts.find_map(|post| {
                    let mut buttons = post.buttons().into_iter();
                    let button = buttons.find(|button| button.data.as_deref() == Some(wanted))?;
                    Some((post, button.label))
                });
                let Some((post, label)) = found else { return };
                user.press(&post, |own| own == label).await;
            }
        }
    }
}

fn at(id: &str, table: TableId) -> bool {
    token::decode(id).is_some_and(|token| token.table == table)
}

fn tokens(post: &telegram::Message) -> Vec<String> {
    post.buttons().into_iter().filter_map(|button| button.data).collect()
}

/// The label of the button that does this to an event.
fn label(post: &telegram::Message, wanted: impl Fn(EventAct) -> bool) -> Option<String> {
    let mut buttons = post.buttons().into_iter();
    let does = |data: &str| decode(data).is_some_and(|token| wanted(token.act));
    let found = buttons.find(|button| button.data.as_deref().is_some_and(does));
    found.map(|button| button.label)
}

fn does(button: &discord::Button, wanted: impl Fn(EventAct) -> bool) -> bool {
    decode(&button.custom_id).is_some_and(|token| wanted(token.act))
}

/// A server that speaks English, a group that speaks Chinese, and an event of the server that is shown in both.
struct Fair {
    town: Town,
    app: App,
    guild: Guild,
    channel: Channel,
    group: Group,
    host: discord::User,
    /// Who only reads along in the channel, and in the group.
    readers: (discord::User, telegram::User),
    event: EventId,
}

impl Fair {
    /// Opens the town; two people on each platform come in.
    async fn open() -> (Fair, [Person; 4]) {
        let town = Town::build().await;
        let app = town.open().await;
        let (fake, tg) = (&town.fake, &town.tg);
        let guild = fake.guild("Club");
        let channel = fake.channel(&guild, "gin");
        let [anna, ben, cleo, host] = ["Anna", "Ben", "Cleo", "Mo"].map(|name| fake.user(name, "en-US"));
        for person in [&anna, &ben, &cleo, &host] {
            fake.join(&guild, person);
        }
        fake.allow_user(&channel, &host, permission::MANAGE_GUILD);
        let group = tg.supergroup("牌友");
        let [mara, tomasz, lena] = ["mara", "tomasz", "lena"].map(|name| tg.user(name, Some(name), "zh-TW"));
        for person in [&mara, &tomasz, &lena] {
            tg.join(&group, person);
        }
        tg.promote(&group, &mara, true);
        for person in [&mara, &tomasz] {
            person.start("").await;
        }
        mara.says(&group, "/ginadmin language zh-Hant");
        tg.post(&group, |post| post.words().contains('繁')).await;
        let fair = Fair {
            app,
            guild,
            channel,
            group,
            host,
            readers: (cleo, lena),
            event: EventId(0),
            town,
        };
        (
            fair,
            [
                Person::Discord(anna),
                Person::Discord(ben),
                Person::Telegram(mara),
                Person::Telegram(tomasz),
            ],
        )
    }

    async fn ask(&self, who: &discord::User, command: &str, options: &[(&str, Opt)]) -> discord::Message {
        who.slash(&self.channel, command, options).await.response().await
    }

    /// The host opens an event of this template on the server, and it is brought to the group.
    async fn create(&mut self, template: &str, by: &Person) {
        let options = [
            ("template", opt(template)),
            ("title", opt("Derby")),
            ("terms", opt("jinlami hands=1")),
        ];
        let opened = self.ask(&self.host, "event create", &options).await;
        assert!(opened.content.contains("open for sign-up"), "{}", opened.content);
        let venue = Venue {
            platform: Platform::Discord,
            chat: self.guild.id.cast_signed(),
        };
        self.event = self.app.service().events(venue, true).await.unwrap()[0].id;
        let Person::Telegram(mara) = by else {
            panic!("who leads the group")
        };
        mara.says(&self.group, &format!("/event bring {}", self.code()));
        self.in_group(|post| post.words().contains("Derby")).await;
    }

    fn code(&self) -> String {
        table_code(TableId(self.event.0)).to_uppercase()
    }

    async fn in_group(&self, fits: impl Fn(&telegram::Message) -> bool) -> telegram::Message {
        self.town.tg.post(&self.group, fits).await
    }

    async fn contest(&self) -> Contest {
        self.app.service().event(self.event).await.unwrap()
    }

    async fn player(&self, who: &Person) -> PlayerId {
        self.app.service().player(who.account()).await.unwrap()
    }

    async fn until(&self, what: &str, there: impl Fn(&Contest) -> bool) -> Contest {
        for _ in 0..2_400 {
            let now = self.contest().await;
            if there(&now) {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never: {what}");
    }

    /// Everybody who is awaited says in their own place that they are there.
    async fn come(&self, people: &[Person]) {
        let here = |act| act == EventAct::Here;
        for who in people {
            let own = self.player(who).await;
            for _ in 0..20 {
                let Asked::Show(..) = self.contest().await.asked(own) else {
                    break;
                };
                match who {
                    Person::Discord(user) => {
                        let fake = &self.town.fake;
                        let round = fake
                            .until("the round in the channel", || {
                                let mut all = fake.messages(&self.channel).into_iter().rev();
                                all.find(|message| message.buttons.iter().any(|button| does(button, here)))
                            })
                            .await;
                        let told = user.press(&round, |button: &discord::Button| does(button, here)).await;
                        assert!(told.response().await.is_only_me());
                    }
                    Person::Telegram(user) => {
                        let round = self.in_group(|post| label(post, here).is_some()).await;
                        user.press(&round, |own| Some(own) == label(&round, here).as_deref())
                            .await;
                    }
                }
            }
        }
        self.until("everybody sits", |contest| {
            let open = || contest.pairings().iter().filter(|pairing| pairing.score.is_none());
            open().count() > 0 && open().all(|pairing| pairing.table.is_some())
        })
        .await;
    }

    /// The matches that are being played, with who sits at each.
    async fn tables(&self) -> Vec<(PairingId, TableId, [PlayerId; 2])> {
        let now = self.contest().await;
        let open = now.pairings().iter().filter(|pairing| pairing.score.is_none());
        open.filter_map(|pairing| Some((pairing.id, pairing.table?, pairing.players)))
            .collect()
    }

    /// Whoever sits in the second seat of a match gives up, in their private chat.
    async fn give_up(&self, people: &[Person]) {
        for (pairing, table, seats) in self.tables().await {
            for who in people {
                if self.player(who).await != seats[1] {
                    continue;
                }
                for wanted in [Act::AskResign, Act::Resign] {
                    let token = self
                        .town
                        .tg
                        .eventually("a way to give up", || {
                            let mut acts = who.acts(table).into_iter();
                            acts.find(|(act, _)| *act == wanted).map(|(_, id)| id)
                        })
                        .await;
                    who.press(&token).await;
                }
            }
            self.until("the match is scored", |contest| {
                contest.pairing(pairing).is_some_and(|pairing| pairing.score.is_some())
            })
            .await;
        }
    }

    /// The host has the next round begin, or the event end, without waiting for the break to be over.
    async fn go_on(&self) {
        let options = [("event", opt(self.code().as_str()))];
        let panel = self.ask(&self.host, "event manage", &options).await;
        let next = |button: &discord::Button| does(button, |act| matches!(act, EventAct::Next(..)));
        let said = self.host.press(&panel, next).await.response().await;
        // Behind the last round is the end, which is asked about.
        let end = |button: &discord::Button| does(button, |act| matches!(act, EventAct::End(..)));
        if said.buttons.iter().any(end) {
            self.host.press(&said, end).await.response().await;
        }
    }

    /// What stands in both places: the channel's text and the group's, of the newest message that has these words.
    async fn told(&self, english: &str, chinese: &str) -> [String; 2] {
        let fake = &self.town.fake;
        let here = fake
            .until(english, || {
                let all = fake.messages(&self.channel).into_iter().rev();
                let texts = all.map(|message| message.content);
                texts.into_iter().find(|text| text.contains(english))
            })
            .await;
        let there = self.in_group(|post| post.words().contains(chinese)).await;
        [here, there.words()]
    }

    /// Nobody saw a hand that is not theirs, nobody was written to who plays nothing, and the file is sound.
    async fn close(self, people: &[Person]) {
        let (fake, tg) = (&self.town.fake, &self.town.tg);
        let mut hands: Vec<(PlayerId, Vec<Bytes>)> = Vec::new();
        for who in people {
            let seen = match who {
                Person::Discord(user) => {
                    let dms = user.dms().into_iter().flat_map(|dm| fake.history(&dm));
                    dms.flat_map(|dm| dm.pictures).map(|picture| picture.bytes).collect()
                }
                Person::Telegram(user) => {
                    let posts = tg.posts(user);
                    let versions = posts.iter().flat_map(telegram::Message::versions);
                    versions.filter_map(|shown| shown.photo).collect()
                }
            };
            hands.push((self.player(who).await, seen));
        }
        assert!(
            hands.iter().all(|(_, seen): &(_, Vec<_>)| !seen.is_empty()),
            "all got hands"
        );
        let (cleo, lena) = &self.readers;
        let mut watchers: Vec<(Option<PlayerId>, Vec<Bytes>)> = Vec::new();
        let on_discord = |user: &discord::User| -> Vec<Bytes> {
            let seen = fake.seen_by(user).into_iter().flat_map(|seen| seen.pictures);
            seen.map(|picture| picture.bytes).collect()
        };
        let on_telegram = |user: &telegram::User| -> Vec<Bytes> {
            let seen = tg.seen_by(user).into_iter();
            seen.filter_map(|seen| seen.photo).collect()
        };
        for who in people {
            let seen = match who {
                Person::Discord(user) => on_discord(user),
                Person::Telegram(user) => on_telegram(user),
            };
            watchers.push((Some(self.player(who).await), seen));
        }
        watchers.push((None, on_discord(cleo)));
        watchers.push((None, on_discord(&self.host)));
        watchers.push((None, on_telegram(lena)));
        for (watcher, seen) in &watchers {
            for (owner, own) in hands.iter().filter(|(owner, _)| Some(*owner) != *watcher) {
                assert!(
                    own.iter().all(|hand| !seen.contains(hand)),
                    "{watcher:?} saw a hand of {owner:?}"
                );
            }
        }
        assert!(
            cleo.dms().is_empty() && self.host.dms().is_empty(),
            "who plays nothing is not written to"
        );
        assert!(tg.posts(lena).is_empty());
        self.app.stop().await;
        sound(&self.town.file()).await;
        fake.assert_clean();
        tg.assert_clean();
    }
}

/// The points of the teams, as somebody reads them in a message.
fn shows(text: &str, contest: &Contest) -> bool {
    let rows = contest.team_standings();
    let mut all = rows.iter().map(|row| {
        let team = contest.teams().iter().find(|team| team.id == row.team).unwrap();
        let mut lines = text.lines().filter(|line| line.contains(&team.name));
        lines.any(|line| line.contains(&row.points.to_string()))
    });
    all.all(|shown| shown)
}

/// Issue 5: "both platforms may meet in one event". Two of a server meet two of a group in a team match: the teams are made and
/// entered where their people are, each match is played at two platforms, the program stops in the middle, and both places
/// read the same score in their own language.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_and_a_group_play_a_team_match() {
    let (mut fair, people) = Fair::open().await;
    let [
        Person::Discord(anna),
        Person::Discord(ben),
        Person::Telegram(mara),
        Person::Telegram(tomasz),
    ] = &people
    else {
        panic!("two on each");
    };
    fair.ask(anna, "team create", &[("name", opt("Red"))]).await;
    let asked = fair.ask(anna, "team invite", &[("player", opt(ben))]).await;
    ben.press(&asked, |button: &discord::Button| button.label == "Accept")
        .await
        .acknowledged()
        .await;
    mara.says(&fair.group, "/team create Blue");
    fair.in_group(|post| post.words().contains("Blue")).await;
    mara.says(&fair.group, "/team invite @tomasz");
    let asked = fair
        .in_group(|post| post.buttons().iter().any(|button| button.label == "接受"))
        .await;
    tomasz.press(&asked, |own| own == "接受").await;

    fair.create("team", &people[2]).await;
    let code = fair.code();
    let entered = fair.ask(anna, "team enter", &[("event", opt(code.as_str()))]).await;
    assert!(entered.content.contains("takes part in Derby"), "{}", entered.content);
    mara.says(&fair.group, &format!("/team enter {code}"));
    fair.until("both teams are in", |contest| {
        contest.teams().iter().filter(|team| team.members.len() == 2).count() == 2
    })
    .await;
    fair.ask(&fair.host, "event start", &[("event", opt(code.as_str()))])
        .await;
    fair.until("it begins", |contest| contest.status() == Status::Running)
        .await;

    fair.come(&people).await;
    for (.., seats) in fair.tables().await {
        let mut sides = Vec::new();
        for who in &people {
            if seats.contains(&fair.player(who).await) {
                sides.push(who.account().platform);
            }
        }
        assert_eq!(
            sides,
            [Platform::Discord, Platform::Telegram],
            "each match stands on both"
        );
    }
    fair.give_up(&people).await;
    let scored = fair.contest().await;
    let both = |fair: &Fair, scored: &Contest| {
        let fake = &fair.town.fake;
        let here = fake
            .messages(&fair.channel)
            .iter()
            .any(|message| shows(&message.content, scored));
        here && fair
            .town
            .tg
            .posts(&fair.group)
            .iter()
            .any(|post| shows(&post.words(), scored))
    };
    fair.town
        .fake
        .eventually("both places show the score", || both(&fair, &scored))
        .await;

    // The program stops and starts between the rounds.
    let Fair { town, app, .. } = fair;
    app.stop().await;
    sound(&town.file()).await;
    let app = town.open().await;
    fair = Fair { town, app, ..fair };

    fair.go_on().await;
    fair.until("the second round", |contest| contest.pairings().len() == 4)
        .await;
    fair.come(&people).await;
    fair.give_up(&people).await;
    fair.go_on().await;
    let played = fair
        .until("it ends", |contest| contest.status() == Status::Finished)
        .await;
    let [here, there] = fair.told("Derby is over", "Derby 結束了").await;
    for (text, best) in [(&here, "Best players: "), (&there, "最佳選手：")] {
        assert!(text.contains("Red") || text.contains("Blue"), "{text}");
        let named = text.lines().find(|line| line.contains(best));
        let named = named.unwrap_or_else(|| panic!("{best} in {text}"));
        // Where somebody is at home they may stand as a mention, which the platform draws as the name.
        let mut names = Vec::new();
        for who in &people {
            let known = fair.app.service().people(&[fair.player(who).await]).await.unwrap();
            names.extend([known[0].name.clone(), format!("<@{}>", who.account().user)]);
        }
        assert!(names.iter().any(|name| named.contains(name)), "{named}");
    }
    assert!(there.chars().any(|letter| ('\u{4e00}'..'\u{9fff}').contains(&letter)));
    fair.town
        .fake
        .eventually("both places show the last score", || both(&fair, &played))
        .await;
    // Everybody met everybody of the other team once, nobody a team-mate.
    let mut met = BTreeSet::new();
    for pairing in played.pairings() {
        let side = |player| played.teams().iter().position(|team| team.has(player)).unwrap();
        assert_ne!(side(pairing.players[0]), side(pairing.players[1]));
        let mut pair = pairing.players;
        pair.sort();
        assert!(met.insert(pair), "once");
    }
    assert_eq!(met.len(), 4);
    fair.close(&people).await;
}

/// A Swiss of four, two from each platform: one of the group drops out by a command, the host on the server corrects a result,
/// and both places read the same places.
#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_both_with_a_drop_out_and_a_correction() {
    let (mut fair, people) = Fair::open().await;
    fair.create("friendly", &people[2]).await;
    let code = fair.code();
    for who in &people {
        match who {
            Person::Discord(user) => {
                fair.ask(user, "event join", &[("event", opt(code.as_str()))]).await;
            }
            Person::Telegram(user) => {
                let join = |act| act == EventAct::Join;
                let board = fair.in_group(|post| label(post, join).is_some()).await;
                user.press(&board, |own| Some(own) == label(&board, join).as_deref())
                    .await;
            }
        }
    }
    fair.until("four are in", |contest| contest.entrants().count() == 4)
        .await;
    fair.ask(&fair.host, "event start", &[("event", opt(code.as_str()))])
        .await;
    fair.until("it begins", |contest| contest.status() == Status::Running)
        .await;
    fair.come(&people).await;
    fair.give_up(&people).await;

    let Person::Telegram(tomasz) = &people[3] else {
        panic!("of the group")
    };
    tomasz.says(&fair.group, &format!("/event drop {code}"));
    let leave = |act| act == EventAct::Leave;
    let asked = fair.town.tg.post(tomasz, |post| label(post, leave).is_some()).await;
    tomasz
        .press(&asked, |own| Some(own) == label(&asked, leave).as_deref())
        .await;
    let gone = fair.player(&people[3]).await;
    fair.until("one is out", |contest| contest.asked(gone) == Asked::Done)
        .await;

    // What was lost becomes a win of the other, with a button of the panel.
    let first = fair.contest().await.pairings()[0].clone();
    let panel = fair
        .ask(&fair.host, "event manage", &[("event", opt(code.as_str()))])
        .await;
    let mut page = panel;
    for wanted in [
        EventAct::Matches(0),
        EventAct::AskCorrect(first.id),
        EventAct::AskRuling(first.id, Ruled::Second),
        EventAct::Correct(first.id, Ruled::Second, first.mark()),
    ] {
        let held = |id: &str| decode(id).is_some_and(|token| token.act == wanted);
        let button = page.buttons.iter().map(|button| (button.custom_id.clone(), false));
        let lines = page.selects.iter().flat_map(|select| &select.choices);
        let lines = lines.map(|choice| (choice.value.clone(), true));
        let (id, menu) = button
            .chain(lines)
            .find(|(id, _)| held(id))
            .unwrap_or_else(|| panic!("{wanted:?} in {page:?}"));
        page = crate::discord::play::press(&fair.host, &page, &id, menu)
            .await
            .response()
            .await;
    }
    let ruled = fair
        .until("it is corrected", |contest| {
            let now = contest.pairing(first.id).and_then(|pairing| pairing.score);
            now.map(|(score, _)| score) != first.score.map(|(score, _)| score)
        })
        .await;
    assert!(ruled.pairing(first.id).unwrap().score.is_some());

    let mut rounds = 1;
    while fair.contest().await.status() == Status::Running {
        let before = fair.contest().await.pairings().len();
        fair.go_on().await;
        let now = fair
            .until("it goes on", |contest| {
                contest.pairings().len() > before || contest.status() == Status::Finished
            })
            .await;
        if now.status() == Status::Finished {
            break;
        }
        rounds += 1;
        fair.come(&people).await;
        fair.give_up(&people).await;
    }
    assert!(rounds > 1, "more than one round");
    let [here, there] = fair.told("Derby is over", "Derby 結束了").await;
    let winner = fair.contest().await.final_places()[0].1;
    for who in &people {
        let name = fair.app.service().people(&[fair.player(who).await]).await.unwrap()[0]
            .name
            .clone();
        if fair.player(who).await == winner {
            // Discord draws a mention as the name; one means something only where its person is.
            let mention = format!("<@{}>", who.account().user);
            assert!(here.contains(&name) || here.contains(&mention), "{here}");
            assert!(there.contains(&name), "{there}");
        }
    }
    fair.close(&people).await;
}
