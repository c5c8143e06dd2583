use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

/// Where the only row of a leaderboard shows its name.
const NAME: Area = (100..700, 134..208);
/// The figures of that row.
const FIGURES: Area = (700..1260, 134..208);

fn with_name(name: &str) -> Decoded {
    let row = LeaderRow {
        place: "1".to_owned(),
        gold: true,
        name: name.to_owned(),
        figures: ["1720", "80", "20"].map(str::to_owned).to_vec(),
    };
    decode(
        &PICTURES
            .leaders(&LeadersPicture {
                rows: vec![row],
                ..leaders()
            })
            .unwrap(),
    )
}

fn name_ink(name: &str) -> Option<Area> {
    with_name(name).ink(&NAME, &[PANEL])
}

fn titled(title: &str) -> Decoded {
    decode(
        &PICTURES
            .showdown(&ShowdownPicture {
                title: title.to_owned(),
                ..ShowdownPicture::default()
            })
            .unwrap(),
    )
}

/// C-066: every character of the game's Chinese words has its own shape, which is not that of a missing letter.
#[test]
fn chinese_words_are_drawn() {
    let words = "我的手牌 米 15 詐胡 诈胡 三金 二金 金龙 金龍 金拉米 貼牌 贴牌 搭子 米胡 金胡 弃牌堆 棄牌 牌堆 輪到 轮到 同花順 同花顺 刻子 莊家 庄家 平局 \
                 梅花 方塊 方块 紅心 红心 黑桃 分 胜 勝 負 负 排行榜 第 名";
    // No font has a letter in the private area.
    let missing = with_name("\u{E000}").part(&NAME);
    let letters: HashSet<char> = words.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut shapes = HashSet::from([missing]);
    for letter in &letters {
        let picture = with_name(&letter.to_string());
        assert!(picture.ink(&NAME, &[PANEL]).is_some(), "{letter} leaves no ink");
        assert!(
            shapes.insert(picture.part(&NAME)),
            "{letter} looks like another letter or like a missing one"
        );
    }
}

#[test]
fn every_script_leaves_its_own_ink() {
    let missing = with_name("\u{E000}").part(&NAME);
    let mut shapes = HashSet::from([missing]);
    for name in [
        "Mara",
        "Żółć",
        "Nguyễn",
        "Ğüneş",
        "Αλέξανδρος",
        "Дмитрий",
        "Їжак",
        "محمد",
        "فارسی",
        "پگاہ",
        "דנה",
        "שָׁלוֹם",
        "अनिता",
        "क्षत्रिय",
        "สมชาย",
        "ใจดี",
        "李小龙",
        "李小龍",
        "喆堃玥",
        "嘅係",
        "さくら",
        "サクラ",
        "桜井",
        "김민준",
        "뷁",
        "ㄅㄆㄇ",
        "★",
        "♪",
        "１２３",
    ] {
        let picture = with_name(name);
        assert!(picture.ink(&NAME, &[PANEL]).is_some(), "{name} leaves no ink");
        assert!(
            shapes.insert(picture.part(&NAME)),
            "{name} looks like another name or like a missing letter"
        );
    }
}

#[test]
fn a_space_is_as_wide_as_a_space() {
    // At 40 pixels an em a space is about 11 pixels in Inter; one taken from a CJK or emoji font would be 40.
    for (first, second) in [
        ("Mara", "Mara"),
        ("李小", "龙龙"),
        ("李小", "Mara"),
        ("Дми", "трий"),
        ("דנה", "כהן"),
        ("अनि", "ता"),
        ("สม", "ชา"),
        ("김민", "준"),
        ("さく", "ら"),
    ] {
        let width = |name: &str| name_ink(name).unwrap().0.len() as i32;
        let (apart, together) = (width(&format!("{first} {second}")), width(&format!("{first}{second}")));
        let space = apart - together;
        assert!((6..=16).contains(&space), "{first} {second}: {space} pixels");
    }
}

#[test]
fn letters_of_a_script_join_and_stack() {
    // Joined letters are narrower than the same letters alone.
    let width = |name: &str| name_ink(name).unwrap().0.len();
    assert!(width("ببب") < 3 * width("ب"), "Arabic letters join");
    assert!(width("ب\u{200C}ب") > width("بب"), "unless a joiner says otherwise");
    assert!(
        width("क्ष") < width("क") + width("ष"),
        "a Devanagari conjunct is one shape"
    );
    assert_eq!(width("ก็"), width("ก"), "a Thai vowel sign stands above its consonant");
    // The same text composed and decomposed is the same picture.
    assert_eq!(with_name("Z\u{307}o\u{301}łc\u{301}").pixels, with_name("Żółć").pixels);
    assert_eq!(with_name("\u{1100}\u{1175}\u{11B7}").pixels, with_name("김").pixels);
}

/// C-070: a right-to-left name disturbs neither the figures in its row nor what follows it in a sentence.
#[test]
fn a_right_to_left_name_keeps_to_itself() {
    let latin = with_name("Mara").part(&FIGURES);
    for name in [
        "محمد 12",
        "דנה 7",
        "محمد علي 12 : 7",
        "\u{202E}Mara",
        "\u{2067}Mara",
        "\u{200F}12",
    ] {
        let picture = with_name(name);
        assert_eq!(picture.part(&FIGURES), latin, "{name}");
        let (columns, _) = picture.ink(&NAME, &[PANEL]).unwrap();
        assert!(
            (120..135).contains(&columns.start) && columns.end <= 684,
            "{name}: {columns:?}"
        );
    }
    // Isolated, the name stands first and the score after it, as in "Mara 12 : 7 Tomasz".
    let alone = titled("محمد");
    let (columns, _) = alone.ink(&(0..1280, 10..88), &[FELT]).unwrap();
    let sentence = titled("\u{2068}محمد\u{2069} 12 : 7 Tomasz");
    let name = (columns.start..columns.end + 4, 10..88);
    assert_eq!(sentence.part(&name), alone.part(&name));
    assert_eq!(
        sentence
            .ink(&(columns.end + 4..1280, 10..88), &[FELT])
            .map(|(x, _)| x.start > columns.end + 6),
        Some(true)
    );
}

#[test]
fn what_could_reach_beyond_a_name_is_gone() {
    let plain = with_name("Mara B").pixels;
    for name in [
        "\u{202E}Mara B",
        "Ma\u{202D}ra\u{202C} B",
        "Mara\n\n\tB",
        " Mara\u{0}\u{7}\u{1B} B ",
        "\u{2067}Mara\u{2069} B",
        "Mara\u{FE0F}\u{200D} B\u{200B}",
        "Mara 🌸 B",
        "🌸Mara B👨‍👩‍👧‍👦",
        "𝓜𝓪𝓻𝓪 B",
    ] {
        assert_eq!(with_name(name).pixels, plain, "{name:?}");
    }
    // A tower of marks is cut down to what stays inside the row.
    let tower = format!("M{}ara", "\u{308}\u{323}".repeat(50));
    let (_, rows) = with_name(&tower).ink(&(100..700, 0..234), &[PANEL, FELT]).unwrap();
    assert_eq!(with_name(&tower).part(&FIGURES), with_name("Mara").part(&FIGURES));
    assert!(rows.end <= 210, "{rows:?}");
    // Somebody whose name has nothing drawable is still somebody.
    assert!(name_ink("🌸🌸").is_some());
}

#[test]
fn a_long_name_ends_in_an_ellipsis() {
    for name in [
        "A very long display name that goes on",
        "李小龙",
        "محمد علي ",
        "Дмитрий",
        "अनिता",
        "x",
        "김민준 ",
        "🌸ab",
        "สมชาย",
    ] {
        let long = name.repeat(10_000 / name.chars().count() + 1);
        let picture = with_name(&long);
        let (columns, _) = picture.ink(&(92..770, 134..208), &[PANEL]).unwrap();
        assert!(
            columns.start >= 118 && columns.end <= 688 && columns.len() > 480,
            "{name}: {columns:?}"
        );
        assert_eq!(picture.part(&FIGURES), with_name("Mara").part(&FIGURES), "{name}");
        // Three dots at the end, on the left in a right-to-left name: ink only near the baseline.
        let end = if name.starts_with('م') {
            columns.start..columns.start + 20
        } else {
            columns.end - 20..columns.end
        };
        let (_, rows) = picture.ink(&(end, 134..208), &[PANEL]).unwrap();
        assert!(rows.len() <= 8, "{name}: {rows:?}");
    }
    // Just fitting is not shortened.
    let (columns, _) = name_ink("A display name that just about fits").unwrap();
    assert!(columns.end <= 684);
}

#[test]
fn long_words_stay_in_their_places() {
    let long = "Wonderfully long ".repeat(40);
    let hand = drawn_hand(&HandPicture {
        title: long.clone(),
        count: long.clone(),
        aside: Some(long.clone()),
        groups: hand()
            .groups
            .into_iter()
            .map(|group| Group {
                label: long.clone(),
                ..group
            })
            .collect(),
        ..hand()
    });
    assert_eq!(hand.ink(&(1256..1280, 0..70), &[FELT]), None);
    let seat = SeatPanel {
        name: long.clone(),
        line: long.clone(),
        score: "-1234".to_owned(),
        to_move: true,
    };
    let table = decode(
        &PICTURES
            .table(&TablePicture {
                seats: vec![seat.clone(), seat],
                foot: long.clone(),
                discard_name: long,
                ..table()
            })
            .unwrap(),
    );
    assert_eq!(
        table
            .ink(&(633..647, 0..660.min(table.height)), &[FELT])
            .map(|(_, rows)| rows.start > 480),
        Some(true)
    );
    assert_eq!(table.ink(&(1257..1280, 0..656), &[FELT]), None);
}

#[test]
fn a_figure_is_never_cut() {
    let with = |figures: [&str; 4]| {
        let figures = figures.map(str::to_owned).to_vec();
        let row = LeaderRow {
            place: "100".to_owned(),
            name: "Mara".to_owned(),
            figures,
            ..LeaderRow::default()
        };
        decode(
            &PICTURES
                .leaders(&LeadersPicture {
                    rows: vec![row],
                    ..leaders()
                })
                .unwrap(),
        )
    };
    // The last digit of every figure shows, and none reaches into the next.
    let (one, other) = (
        with(["888881", "8881", "8881", "8881"]),
        with(["888882", "8882", "8882", "8882"]),
    );
    for (from, to) in [(704, 857), (871, 978), (992, 1099), (1113, 1220)] {
        let column = (from..to, 134..208);
        assert!(one.part(&column) != other.part(&column), "{from}");
        assert_eq!(one.ink(&(to + 1..to + 12, 134..208), &[PANEL]), None, "{from}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever people call themselves, a picture comes out, and only their own place changes.
    #[test]
    fn no_text_breaks_a_picture(name in any::<String>(), label in "\\PC{0,60}") {
        static USUAL: LazyLock<Decoded> = LazyLock::new(|| with_name("Mara"));
        let drawn = with_name(&name);
        prop_assert!(drawn.part(&FIGURES) == USUAL.part(&FIGURES));
        let mut hand = hand();
        hand.title = label.clone();
        hand.groups[1].label = name;
        prop_assert_eq!(drawn_hand(&hand).height, 460);
        prop_assert_eq!(titled(&label).height, 960);
    }
}
