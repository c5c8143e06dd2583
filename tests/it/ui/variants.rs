//! Presets, house rules and the pages that explain them.

use jinlami::gin::options::{self, Variant};
use jinlami::gin::{Mode, Preset, Tie};
use jinlami::id::{Lang, Platform, Stamp};
use jinlami::service::Of;
use jinlami::table::Terms;
use jinlami::ui::token::{Act, Book, Token, decode, encode};
use jinlami::ui::{Ask, Challenge, Guest, Post, Settings};

use super::house::{House, alone, eve, find, guest, said, usual};
use crate::rig::{ANNA, BEN, PLACE};

/// How many pages the rules have.
const PAGES: u8 = 5;

/// Every page of the rules, words and descriptions: asked for by name, the others by their buttons.
pub async fn pages(house: &House, who: Guest, preset: Option<&str>) -> String {
    let all = posts(house, &who, preset).await;
    all.iter().map(said).collect::<Vec<_>>().join("\n")
}

async fn posts(house: &House, who: &Guest, preset: Option<&str>) -> Vec<Post> {
    let preset = preset.map(str::to_owned);
    let answer = house.ask(who, Ask::Rules { preset }).await;
    let first = answer.public.or(answer.post).expect("the first page");
    let mut all = vec![first.clone()];
    for page in 1..PAGES {
        let token = turn(&first, page).expect("a button for every page");
        let answer = house.press(who, &token).await;
        assert!(answer.replace && answer.toast.is_none() && answer.public.is_none());
        let post = answer.post.unwrap();
        assert_eq!(post.private, who.place.is_none());
        all.push(post);
    }
    for post in &all {
        assert!(
            post.picture.is_some(),
            "every page has a picture, so that one can become the other"
        );
    }
    all
}

/// The button of another page of the same rules.
fn turn(post: &Post, wanted: u8) -> Option<String> {
    let own = post.presses().find_map(|(_, token)| match decode(token)?.act {
        Act::Rules(book, _) => Some(book),
        _ => None,
    })?;
    find(post, |act| act == Act::Rules(own, wanted))
}

fn admin() -> Guest {
    Guest {
        admin: true,
        ..guest(ANNA, "Anna")
    }
}

async fn set(house: &House, who: &Guest, text: &str) -> jinlami::ui::Answer {
    let wish = Settings {
        house: Some(text.to_owned()),
        ..Settings::default()
    };
    house.ask(who, Ask::Settings(wish)).await
}

pub fn with(text: &str) -> Challenge {
    Challenge {
        house: Some(text.to_owned()),
        ..usual()
    }
}

#[tokio::test]
async fn every_preset_is_explained_in_every_language_on_every_platform() {
    let house = House::new().await;
    for platform in Platform::ALL {
        for lang in ["en", "zh-CN", "zh-TW"] {
            let mut who = Guest {
                locale: Some(lang.into()),
                ..guest(ANNA, "Anna")
            };
            who.account.platform = platform;
            who.place = None;
            if platform == Platform::Discord {
                for preset in Preset::ALL {
                    let all = posts(&house, &who, Some(preset.name())).await;
                    // The page of another preset is one press away.
                    let other = find(&all[0], |act| matches!(act, Act::Rules(Book::Preset(_), 0))).unwrap();
                    assert!(house.press(&who, &other).await.post.is_some());
                }
            }
            assert!(posts(&house, &who, None).await.len() == usize::from(PAGES));
        }
    }
}

#[tokio::test]
async fn the_pages_say_what_each_preset_plays() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    for (preset, parts) in [
        (
            "jinlami-pk",
            &[
                "5 or less deadwood",
                "Cards may be laid off on gin too.",
                "first to 100 within 10 hands",
                "Ann knocks with 5",
                "Ben undercuts",
            ][..],
        ),
        (
            "oklahoma",
            &[
                "The first card turned up says how much deadwood may be left",
                "With an ace only gin ends the hand.",
                "is a spade, everything in that hand counts double",
                "Ann knocks with 8",
                "(counts double)",
                "Discard pile: 8 of spades.",
                "Knock at 8 or less · spade upcard: counts double.",
            ],
        ),
        (
            "tedesco",
            &[
                "round the corner: A-2-3, Q-K-A, K-A-2",
                "ace 15",
                "run queen, king, ace, 2 of diamonds",
                "3 games to 200, all at once (Hollywood scoring)",
                "A player’s first won hand is entered in the first game only",
            ],
        ),
        ("金拉米", &["Jinlami rules", "Ann knocks with 10"]),
        ("經典規則", &["Classic gin rules"]),
    ] {
        let text = pages(&house, anna.clone(), Some(preset)).await;
        for part in parts {
            assert!(text.contains(part), "{preset}: {part}: {text}");
        }
    }
    let wrong = house
        .ask(
            &anna,
            Ask::Rules {
                preset: Some("poker".into()),
            },
        )
        .await;
    assert!(wrong.toast.unwrap().text.contains("poker"));
    // Rules that somebody thinks of come whole, for the asker alone.
    let typed = Ask::Rules {
        preset: Some("oklahoma big_gin=44 tie=nobody".into()),
    };
    let answer = house.ask(&anna, typed).await;
    let text = answer.post.unwrap().text.plain();
    assert!(answer.public.is_none());
    assert!(
        text.contains("Oklahoma gin rules with big gin 44, equal deadwood scoring nothing"),
        "{text}"
    );
    assert!(
        text.contains("Big gin: whoever has all eleven cards in melds") && text.contains("for 44 and"),
        "{text}"
    );
    let typed = Ask::Rules {
        preset: Some("jinlami knock_limit=upcard".into()),
    };
    assert!(
        house
            .ask(&anna, typed)
            .await
            .toast
            .unwrap()
            .text
            .contains("opening=upcard")
    );
}

#[tokio::test]
async fn words_and_pictures_follow_the_figures_of_the_rules() {
    let house = House::new().await;
    let admin = admin();
    let mut pictures = Vec::new();
    for (text, parts) in [
        (
            "classic knock_limit=7 knock_bonus=13 gold=33 undercut=17",
            &[
                "7 or less deadwood",
                "scores 13 and the difference",
                "Gin (no deadwood): 33",
                "scores 17 and",
                "knocks with 7",
            ][..],
        ),
        ("classic knock_limit=3", &["knocks with 3"]),
        ("classic knock_limit=0", &["Only gin ends a hand"]),
        (
            "classic stock_floor=5 fiftieth_card=on discard_cap=60",
            &["only 5 cards in the stock", "but only to knock", "After 60 discards"],
        ),
        (
            "classic next_dealer=winner after_drawn=alternate",
            &["Then the winner of the hand deals.", "the other player deals"],
        ),
        (
            "classic ace_points=11 tie=nobody",
            &["ace 11", "Equal deadwood: nobody scores."],
        ),
        (
            "classic game_bonus=100 box_bonus=20 shutout",
            &[
                "Winning a game adds 100.",
                "each player gets 20 for each hand won in it",
                "The bonus for a game counts double when the loser",
            ],
        ),
        (
            "classic games=2 scoring=sequential target=150",
            &["2 games to 150, one after another", "entered in the running game"],
        ),
        (
            "classic throw_back layoff_on_gold",
            &["Cards may be laid off on gin too."],
        ),
    ] {
        assert!(set(&house, &admin, text).await.public.is_some(), "{text}");
        let all = posts(&house, &admin, None).await;
        let words: String = all.iter().map(said).collect();
        for part in parts {
            assert!(words.contains(part), "{text}: {part}: {words}");
        }
        assert_eq!(
            words.contains("can’t be discarded in the same turn"),
            !text.contains("throw_back"),
            "{text}"
        );
        pictures.push(all[1].picture.as_ref().unwrap().bytes.clone());
    }
    // Another limit, another picture.
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    // What the pages' pictures count is what the game counts: a knock of 7 against these cards under these rules.
    set(&house, &admin, "classic knock_limit=7 knock_bonus=13").await;
    let with_bonus = said(&posts(&house, &admin, Some("house")).await[1]);
    set(&house, &admin, "classic knock_limit=7").await;
    let without = said(&posts(&house, &admin, Some("house")).await[1]);
    assert_eq!(scored(&with_bonus), scored(&without) + 13);
}

/// The points after "scores" in the last sentence of a description.
fn scored(text: &str) -> u32 {
    let (_, after) = text.rsplit_once("Ann scores ").expect("somebody scores");
    after
        .chars()
        .take_while(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .unwrap()
}

#[tokio::test]
async fn contradictions_are_refused_in_private_and_change_nothing() {
    let house = House::new().await;
    let anna = guest(ANNA, "Anna");
    for (text, reason) in [
        ("knock_limit=upcard", "needs opening=upcard"),
        ("spade_multiplier=2", "only count more with opening=upcard"),
        ("oklahoma opening=dealer_eleven", "opening=upcard"),
        ("game_bonus=100", "need a game to win"),
        ("games=3 hands=5", "not after a number of hands"),
        ("scoring=sequential", "needs several games"),
        ("gold=100/50/20", "rising"),
        ("big_gin=31 big_gin=off", "gave big_gin twice"),
        ("big_gim=31", "Do you mean big_gin"),
        ("tie=knocker", "undercut, nobody"),
        ("big_gin=1000000", "1 to 1000"),
        ("{evil} ⟨x⟩=1", "There is no rule called"),
    ] {
        // Braces may stand in what is repeated, so the desk is asked itself.
        let answer = house.desk.answer(&anna, Ask::Challenge(with(text))).await;
        assert!(answer.post.is_none() && answer.public.is_none(), "{text}");
        let toast = answer.toast.expect("a refusal");
        assert!(toast.alert && toast.text.contains(reason), "{text}: {}", toast.text);
    }
    let chinese = Guest {
        locale: Some("zh-CN".into()),
        ..anna
    };
    let answer = house.ask(&chinese, Ask::Challenge(with("knock_limit=upcard"))).await;
    assert!(answer.toast.unwrap().text.contains("明牌"));
    assert!(house.rig.service.tables(Of::All).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_place_has_house_rules_that_only_its_admins_set() {
    let house = House::new().await;
    let admin = admin();
    let refused = set(&house, &guest(BEN, "Ben"), "oklahoma").await;
    assert!(
        refused
            .toast
            .unwrap()
            .text
            .contains("Only admins can set the house rules")
            && refused.public.is_none()
    );
    let bad = set(&house, &admin, "oklahoma opening=dealer_eleven").await;
    assert!(bad.toast.unwrap().text.contains("upcard") && bad.public.is_none());
    // All or nothing: a bad language keeps good house rules from being set.
    let half = Settings {
        lang: Some("tlh".into()),
        house: Some("classic".into()),
        ..Settings::default()
    };
    assert!(
        house
            .ask(&admin, Ask::Settings(half))
            .await
            .toast
            .unwrap()
            .text
            .contains("tlh")
    );
    let page = house
        .ask(&admin, Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    assert!(
        said(&page).contains("played by: Jinlami rules · 4 hands"),
        "{}",
        said(&page)
    );

    let done = set(&house, &admin, "Oklahoma, big_gin=31 target=150").await;
    let text = done.public.unwrap().text.plain();
    assert!(
        text.contains("Oklahoma gin rules with big gin 31 · first to 150 · one day a turn"),
        "{text}"
    );
    // It is there after a restart, on the settings page and in the rules.
    let house = house.restart().await;
    let page = house
        .ask(&admin, Ask::Settings(Settings::default()))
        .await
        .post
        .unwrap();
    assert!(
        page.private && said(&page).contains("with big gin 31 · first to 150"),
        "{}",
        said(&page)
    );
    assert!(find(&page, |act| act == Act::Speak(Lang::En, true)).is_some());
    let rules = pages(&house, eve(), None).await;
    assert!(
        rules.contains("Oklahoma gin rules with big gin 31 · Melds") && rules.contains("for 31 and"),
        "{rules}"
    );

    let id = house.challenge(&eve(), usual()).await;
    let invitation = house.table_post(id).await;
    assert!(
        said(&invitation).contains("Oklahoma gin rules with big gin 31 · first to 150"),
        "{}",
        said(&invitation)
    );
    // The invited person reads the rules before accepting, alone.
    let button = find(&invitation, |act| act == Act::ShowRules).unwrap();
    let shown = house.press(&guest(BEN, "Ben"), &button).await;
    let post = shown.post.unwrap();
    assert!(post.private && !shown.replace && said(&post).contains("with big gin 31 · Melds"));
    let gin = find(&post, |act| act == Act::Rules(Book::Match, 2)).unwrap();
    let gin = house.press(&guest(BEN, "Ben"), &gin).await;
    assert!(gin.replace && said(gin.post.as_ref().unwrap()).contains("Big gin") && gin.post.unwrap().private);
    assert!(
        find(&post, |act| matches!(act, Act::Rules(Book::Preset(_), _))).is_none(),
        "a match has one set of rules"
    );
    // Whoever names rules plays those.
    let named = Challenge {
        rules: Some("classic".into()),
        ..usual()
    };
    let id = house.challenge(&guest(ANNA, "Anna"), named).await;
    assert_eq!(
        house.rig.service.table(id).await.unwrap().terms(),
        &Terms::of(Preset::Classic)
    );
    // Another place has none of it, and neither has a private chat.
    let elsewhere = Guest {
        place: Some(jinlami::id::Place {
            venue: jinlami::id::Venue {
                chat: PLACE.venue.chat + 1,
                ..PLACE.venue
            },
            ..PLACE
        }),
        ..guest(BEN, "Ben")
    };
    assert!(pages(&house, elsewhere, None).await.contains("Jinlami rules · Melds"));
    assert!(
        pages(&house, alone(guest(BEN, "Ben")), None)
            .await
            .contains("Jinlami rules · Melds")
    );
    let alone = set(&house, &alone(admin.clone()), "classic").await;
    assert!(alone.toast.unwrap().text.contains("group or a server"));

    let off = set(&house, &admin, "off").await;
    assert!(said(&off.public.unwrap()).contains("forgotten"));
    let id = house.challenge(&guest(ANNA, "Anna"), usual()).await;
    assert_eq!(
        house.rig.service.table(id).await.unwrap().terms(),
        &Terms::of(Preset::Jinlami)
    );
}

#[tokio::test]
async fn house_rules_that_nobody_can_read_any_more_keep_nobody_from_playing() {
    let house = House::new().await;
    let store = house.rig.service.store();
    store
        .set_venue_setting(PLACE.venue, "house", Some("whist trumps=4"))
        .await
        .unwrap();
    let id = house.challenge(&guest(ANNA, "Anna"), usual()).await;
    assert_eq!(
        house.rig.service.table(id).await.unwrap().terms(),
        &Terms::of(Preset::Jinlami)
    );
}

#[tokio::test]
async fn what_is_changed_is_said_where_a_match_is_offered() {
    let house = House::new().await;
    for (text, part) in [
        (
            "tedesco",
            "Tedesco gin rules · 3 games to 200, all at once (Hollywood scoring)",
        ),
        (
            "classic aces=around ace_points=15",
            "Classic gin rules with aces high, low and round the corner, loose aces at 15 ·",
        ),
        (
            "jinlami gold=10/20/30 undercut=5",
            "Jinlami rules with gin 10/20/30, undercuts 5 · 4 hands",
        ),
        (
            "classic knock_limit=5 throw_back layoff_on_gold big_gin=31 tie=nobody stock_floor=0 knock_bonus=10",
            "and no more",
        ),
    ] {
        let id = house.challenge(&guest(ANNA, "Anna"), with(text)).await;
        let words = said(&house.table_post(id).await);
        if part == "and no more" {
            assert!(words.contains("2 more changes"), "{words}");
        } else {
            assert!(words.contains(part), "{words}");
        }
        let withdraw = find(&house.table_post(id).await, |act| act == Act::Withdraw).unwrap();
        house.press(&guest(ANNA, "Anna"), &withdraw).await;
    }
}

/// With every rule that costs words, no page is cut: Telegram's captions hold 1024 units, and words without a picture 4096.
#[tokio::test]
async fn no_page_of_the_rules_is_cut_however_many_options_are_changed() {
    let house = House::new().await;
    let (mut bare, mut drawn) = (0, 0);
    for text in [
        "tedesco game_bonus=100 box_bonus=20 shutout fiftieth_card stock_floor=3 first_dealer=lowest_card \
         next_dealer=loser after_drawn=same discard_cap=999 aces=around ace_points=15 big_gin=31 tie=nobody",
        "classic game_bonus=500 box_bonus=999 games=9 scoring=hollywood fiftieth_card next_dealer=winner",
        "jinlami knock_limit=9 stock_floor=1 undercut=1/2/3/4/5/6/7/8/9/10/11/12 gold=51/101/151",
    ] {
        let id = house.challenge(&guest(ANNA, "Anna"), with(text)).await;
        for lang in Lang::ALL {
            house
                .rig
                .service
                .store()
                .set_venue_lang(PLACE.venue, lang)
                .await
                .unwrap();
            let player = house.rig.player(ANNA).await;
            house.rig.service.store().set_player_lang(player, lang).await.unwrap();
            for page in 0..PAGES {
                let token = encode(Token::new(id, Stamp(0), Act::Rules(Book::Match, page)));
                let post = house.press(&guest(ANNA, "Anna"), &token).await.post.unwrap();
                let words = post.text.plain();
                match &post.picture {
                    // The description is not cut either.
                    Some(picture) => {
                        let both = words.encode_utf16().count() + 2 + picture.alt.encode_utf16().count();
                        assert!(both <= 1024, "{both}: {words}");
                        drawn += 1;
                    }
                    None => bare += 1,
                }
                if page == PAGES - 1 {
                    let end = jinlami::words::Words::new().say(lang, "play-points", &[]);
                    assert!(words.ends_with(&end), "{words}");
                }
            }
        }
        let withdraw = find(&house.table_post(id).await, |act| act == Act::Withdraw).unwrap();
        house.press(&guest(ANNA, "Anna"), &withdraw).await;
    }
    assert!(bare > 0 && drawn > bare, "{bare} without a picture, {drawn} with one");
}

/// What the README says of the options is what the table of options says.
#[test]
fn the_readme_lists_every_option_with_its_values() {
    let readme = include_str!("../../../README.md");
    for setting in options::Setting::all() {
        let start = format!("| `{setting}` | ");
        let row = readme
            .lines()
            .find(|line| line.starts_with(&start))
            .unwrap_or_else(|| panic!("{setting} is not in the README"));
        let values = row[start.len()..].split(" | ").next().unwrap();
        for word in setting.words() {
            assert!(values.split(", ").any(|value| value == *word), "{setting}: {word}");
        }
        if let Some((least, most)) = setting.bounds() {
            assert!(values.contains(&format!("{least} to {most}")), "{setting}: {values}");
        }
    }
    for preset in Preset::ALL {
        assert!(readme.contains(&format!("| `{preset}` | ")), "{preset}");
    }
}

#[test]
fn every_change_of_any_rules_is_written_and_read_back() {
    let mut dice = crate::dice::Dice::new(7);
    for _ in 0..2_000 {
        let from = Preset::ALL[dice.below(5)];
        let mut changes = Vec::new();
        for setting in options::Setting::all().filter(|setting| !setting.of_match()) {
            if dice.below(3) > 0 {
                continue;
            }
            let words = setting.words();
            let value = match setting.bounds() {
                Some((least, most)) if words.is_empty() || dice.below(2) == 0 => {
                    let lengths = setting.lengths();
                    let length = lengths[dice.below(lengths.len())];
                    let mut numbers: Vec<u16> = (0..length)
                        .map(|_| least + dice.below(usize::from(most - least) + 1) as u16)
                        .collect();
                    numbers.sort_unstable();
                    options::Value::Numbers(numbers)
                }
                _ => options::Value::Word(words[dice.below(words.len())]),
            };
            changes.push((setting, value));
        }
        assert_eq!(options::read(&options::write(&changes)), Ok(changes.clone()));
        let Ok(variant) = Variant::of(from).with(&changes) else {
            continue;
        };
        // What is told apart from the preset makes the same rules again.
        let told = variant.changes(from);
        let again = Variant::of(from)
            .with(&options::read(&options::write(&told)).unwrap())
            .unwrap();
        assert_eq!(again, variant);
        let rules = Terms {
            rules: variant.rules,
            mode: Mode::Target {
                points: 100,
                within: None,
            },
            ..Terms::of(from)
        };
        assert_eq!(rules.check(), Ok(()));
        assert!(matches!(rules.rules.tie, Tie::Undercut | Tie::Nobody));
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_of_options_panic(text in "\\PC{0,80}|([a-z_]{1,16}[=:, ]{0,2}[0-9a-z/]{0,8}[, ]?){0,6}") {
        if let Ok(changes) = options::read(&text) {
            proptest::prop_assert_eq!(options::read(&options::write(&changes)), Ok(changes));
        }
    }
}
