//! The sentences: the same keys and variables in every language, none unused, none missing, none without its values.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use jinlami::id::Lang;
use jinlami::ui::{commands, gin_about, menu_name};
use jinlami::words::{Value, Words};

/// A sentence's own variables, the sentences that it builds on, and the choices of its selectors.
#[derive(Default, Clone, Debug)]
struct Sentence {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
    choices: BTreeMap<String, BTreeSet<String>>,
    text: String,
}

type Book = BTreeMap<String, Sentence>;

fn folder(lang: Lang) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/words")
        .join(lang.tag())
}

fn files(lang: Lang) -> BTreeMap<String, String> {
    let files = std::fs::read_dir(folder(lang)).unwrap();
    files
        .map(|file| {
            let path = file.unwrap().path();
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect()
}

fn book(lang: Lang) -> Book {
    let mut book = Book::new();
    for (name, text) in files(lang) {
        let resource = fluent_syntax::parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}/{name}: {errors:?}", lang.tag()));
        for entry in resource.body {
            match entry {
                Entry::Message(message) => {
                    let mut sentence = Sentence::default();
                    walk(&message.value.expect("a message says something"), &mut sentence);
                    let key = message.id.name.to_owned();
                    assert!(
                        book.insert(key.clone(), sentence).is_none(),
                        "{}: {key} is there twice",
                        lang.tag()
                    );
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                other => panic!("{}/{name}: {other:?}", lang.tag()),
            }
        }
    }
    book
}

fn walk(pattern: &Pattern<&str>, sentence: &mut Sentence) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => sentence.text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(inline),
            } => inline_in(inline, sentence),
            PatternElement::Placeable {
                expression: Expression::Select { selector, variants },
            } => {
                inline_in(selector, sentence);
                if let InlineExpression::VariableReference { id } = selector {
                    let choices = sentence.choices.entry(id.name.to_owned()).or_default();
                    for variant in variants {
                        choices.insert(match &variant.key {
                            fluent_syntax::ast::VariantKey::Identifier { name } => (*name).to_owned(),
                            fluent_syntax::ast::VariantKey::NumberLiteral { value } => (*value).to_owned(),
                        });
                    }
                }
                variants.iter().for_each(|variant| walk(&variant.value, sentence));
            }
        }
    }
}

fn inline_in(inline: &InlineExpression<&str>, sentence: &mut Sentence) {
    match inline {
        InlineExpression::VariableReference { id } => {
            sentence.variables.insert(id.name.to_owned());
        }
        InlineExpression::MessageReference { id, .. } => {
            sentence.references.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inline) = expression.as_ref() {
                inline_in(inline, sentence);
            }
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("{other:?}"),
    }
}

/// Everything that must be given to say this.
fn needs(book: &Book, key: &str) -> BTreeSet<String> {
    let sentence = book.get(key).unwrap_or_else(|| panic!("{key} is missing"));
    let mut all = sentence.variables.clone();
    for reference in &sentence.references {
        all.extend(needs(book, reference));
    }
    all
}

#[test]
fn every_language_has_the_same_files_keys_and_variables() {
    let english = book(Lang::En);
    assert!(english.len() > 250, "{}", english.len());
    let names: Vec<String> = files(Lang::En).into_keys().collect();
    for lang in [Lang::ZhHans, Lang::ZhHant] {
        assert_eq!(files(lang).into_keys().collect::<Vec<_>>(), names);
        let other = book(lang);
        let keys = |book: &Book| book.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&other), keys(&english), "{}", lang.tag());
        for key in english.keys() {
            assert_eq!(needs(&other, key), needs(&english, key), "{} {key}", lang.tag());
        }
    }
}

/// A place in the code that says a sentence: the file, the key and the values given.
struct Use {
    at: String,
    key: String,
    given: BTreeSet<String>,
}

fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for call in ["say!(", "spans!("] {
                    for (at, _) in text.match_indices(call) {
                        let arguments = arguments(&text[at + call.len()..]);
                        if arguments.len() < 2 {
                            continue; // The macro's own documentation.
                        }
                        let Some(key) = arguments[1].strip_prefix('"').and_then(|key| key.strip_suffix('"')) else {
                            panic!("{}: {:?} is no key", path.display(), arguments[1]);
                        };
                        let given = arguments[2..]
                            .iter()
                            .map(|value| value.split('=').next().unwrap().trim().to_owned());
                        let at = path.display().to_string();
                        uses.push(Use {
                            at,
                            key: key.to_owned(),
                            given: given.collect(),
                        });
                    }
                }
            }
        }
    }
    uses
}

/// The arguments of a call up to its closing bracket, split at the outer commas.
fn arguments(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let (mut depth, mut quoted) = (0, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let last = found.last_mut().unwrap();
        match letter {
            '\\' if quoted => {
                last.push(letter);
                last.extend(letters.next());
                continue;
            }
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted && depth == 0 => break,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(letter);
    }
    let found: Vec<String> = found.into_iter().map(|argument| argument.trim().to_owned()).collect();
    found.into_iter().filter(|argument| !argument.is_empty()).collect()
}

#[test]
fn every_sentence_is_used_with_exactly_its_values() {
    let book = book(Lang::En);
    let uses = uses();
    assert!(uses.len() > 200, "{}", uses.len());
    let mut used = BTreeSet::new();
    for Use { at, key, given } in &uses {
        // The macro's documentation and definition use placeholders.
        if at.ends_with("voice.rs") && (key == "key" || key.starts_with('$')) {
            continue;
        }
        assert_eq!(given, &needs(&book, key), "{at}: {key}");
        used.insert(key.clone());
    }
    for sentence in book.values() {
        used.extend(sentence.references.iter().cloned());
    }
    let unused: Vec<&String> = book.keys().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn nothing_is_said_with_a_hole_in_it() {
    let words = Words::new();
    for lang in Lang::ALL {
        let book = book(lang);
        for key in book.keys() {
            assert!(words.knows(lang, key), "{} {key}", lang.tag());
            let names = needs(&book, key);
            let mut choices: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
            for name in &names {
                let mut of: BTreeSet<String> = ["0", "1", "2", "17", "Mara"].map(str::to_owned).into();
                for sentence in book.values() {
                    of.extend(sentence.choices.get(name).into_iter().flatten().cloned());
                }
                choices.insert(name, of);
            }
            let most = choices.values().map(BTreeSet::len).max().unwrap_or(1);
            for turn in 0..most {
                let values: Vec<(&str, Value<'_>)> = choices
                    .iter()
                    .map(|(name, of)| {
                        let chosen = of.iter().nth(turn % of.len()).unwrap();
                        let value = chosen.parse().map_or_else(|_| Value::from(chosen), Value::Number);
                        (*name, value)
                    })
                    .collect();
                let said = words.say(lang, key, &values);
                for hole in ["{", "}", "$", "⟨", "\u{2068}", "\u{2069}"] {
                    assert!(!said.contains(hole), "{} {key}: {said}", lang.tag());
                }
                assert!(!said.is_empty(), "{} {key}", lang.tag());
            }
        }
    }
    assert_eq!(words.say(Lang::En, "no-such-key", &[]), "⟨no-such-key⟩");
    assert!(!words.knows(Lang::ZhHans, "no-such-key"));
}

#[test]
fn plural_forms_follow_the_number() {
    let words = Words::new();
    let say = |lang, n: i64| words.say(lang, "panel-cards", &[("n", Value::from(n))]);
    assert_eq!(say(Lang::En, 1), "one card");
    assert_eq!(say(Lang::En, 10), "10 cards");
    assert_eq!(say(Lang::ZhHans, 1), "1张牌");
    assert_eq!(say(Lang::ZhHant, 10), "10張牌");
}

/// Letters of the one script with their counterpart in the other; only letters that belong to one script alone.
const PAIRS: &str = "这這 个個 们們 来來 对對 时時 说說 没沒 过過 还還 后後 开開 关關 会會 发發 张張 庄莊 贴貼 诈詐 龙龍 顺順 牌牌 挑挑 战戰 认認 输輸 胜勝 赢贏 \
    积積 规則规規 则則 设設 语語 简簡 体體 词詞 读讀 请請 选選 张張 数數 点點 边邊 电電 脑腦 机機 启啟 闭閉 暂暫 与與 无無 两兩 从從 进進 谁誰 谢謝 号號 页頁 场場 \
    标標 达達 计計 时時 钟鐘 级級 续續 该該 错錯 误誤 变變 长長 见見 问問 题題 单單 红紅 块塊 组組 备備 链鏈 连連 给給 权權 频頻 传傳 轮輪 抢搶 让讓 间間 结結 束束 \
    较較 帮幫 频頻 岁歲 闲閒 剩剩 余餘 弃棄 扣扣 亮亮 归歸 历歷 记記 录錄 总總 榜榜 参參 离離 线線 顶頂 贏贏 牵牽 额額 费費 买買 卖賣 兑兌 现現 娱娛 乐樂 戏戲 应應 效效 并並 \
    断斷 签簽 务務 员員 园園 围圍 墙牆 坏壞 够夠 头頭 实實 审審 写寫 导導 将將 专專 尔爾 层層 岛島 币幣 师師 帐帳 庆慶 库庫 废廢 弹彈 当當 忆憶 怀懷 态態 恶惡 戶户 \
    别別 称稱 运運 动動 处處 为為 产產 众眾 优優 传傳 伤傷 价價 击擊 创創 别別 剧劇 办辦 劳勞 势勢 区區 协協 卫衛 厅廳 厂廠 双雙 听聽 响響 团團 图圖 国國 圆圓 声聲";

#[test]
fn each_chinese_script_keeps_to_itself() {
    let (hans, hant) = (book(Lang::ZhHans), book(Lang::ZhHant));
    let pairs: Vec<(char, char)> = PAIRS
        .split_whitespace()
        .filter(|pair| pair.chars().count() == 2)
        .map(|pair| (pair.chars().next().unwrap(), pair.chars().nth(1).unwrap()))
        .filter(|(simple, full)| simple != full && *simple != '戶')
        .collect();
    let mut differing = 0;
    for (key, sentence) in &hans {
        let other = &hant[key];
        for (simple, full) in &pairs {
            assert!(
                !sentence.text.contains(*full),
                "zh-Hans {key} has {full}: {}",
                sentence.text
            );
            assert!(
                !other.text.contains(*simple),
                "zh-Hant {key} has {simple}: {}",
                other.text
            );
        }
        differing += usize::from(sentence.text != other.text);
    }
    assert!(differing > 200, "only {differing} sentences differ");
    let english = book(Lang::En);
    let chinese = |text: &str| text.chars().any(|letter| ('\u{4E00}'..='\u{9FFF}').contains(&letter));
    for (key, sentence) in &english {
        // The game's own name stands beside its English one.
        assert!(
            !chinese(&sentence.text.replace("金拉米", "")),
            "en {key}: {}",
            sentence.text
        );
        let spoken = sentence.text.chars().any(char::is_alphabetic);
        // A sentence of words is a sentence of Chinese words.
        if spoken && key != "language-name" {
            assert!(
                chinese(&hans[key].text) || hans[key].text.chars().all(|c| !c.is_alphabetic()),
                "zh-Hans {key}"
            );
        }
    }
}

#[test]
fn the_terms_of_the_sources_are_used() {
    let all = |lang| files(lang).into_values().collect::<String>();
    let (hans, hant) = (all(Lang::ZhHans), all(Lang::ZhHant));
    for term in [
        "搭子",
        "刻子",
        "同花顺",
        "米牌",
        "米胡",
        "金胡",
        "三金",
        "二金",
        "金龙",
        "贴牌",
        "诈胡",
        "吃",
        "抓牌",
        "庄",
        "平局",
        "定局积分",
        "达标",
    ] {
        assert!(hans.contains(term), "zh-Hans {term}");
    }
    for term in [
        "搭子",
        "刻子",
        "同花順",
        "米牌",
        "米胡",
        "金胡",
        "三金",
        "二金",
        "金龍",
        "貼牌",
        "詐胡",
        "吃",
        "抓牌",
        "莊",
        "平局",
        "定局積分",
        "達標",
    ] {
        assert!(hant.contains(term), "zh-Hant {term}");
    }
}

#[test]
fn commands_fit_into_every_platform() {
    // Discord: names ^[-_'\p{L}\p{N}]{1,32}$ in lower case, descriptions to 100, at most 25 choices. Telegram: [a-z0-9_]{1,32}.
    let name = |text: &str| {
        let letters = text
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_'".contains(letter));
        letters && (1..=32).contains(&text.chars().count()) && text.to_lowercase() == text
    };
    let about = |text: &str| (1..=100).contains(&text.chars().count());
    let english = commands(Lang::En);
    for lang in Lang::ALL {
        let commands = commands(lang);
        assert_eq!(commands.len(), english.len());
        assert!((1..=32).contains(&menu_name(lang).chars().count()));
        assert!(about(&gin_about(lang)));
        let mut locals = BTreeSet::new();
        for (command, same) in commands.iter().zip(&english) {
            assert_eq!((command.name, command.telegram), (same.name, same.telegram));
            assert!(
                name(command.name) && name(&command.local) && about(&command.description),
                "{command:?}"
            );
            assert!(
                command
                    .telegram
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            );
            assert!(locals.insert(command.local.clone()), "{command:?}");
            let mut options = BTreeSet::new();
            for option in &command.options {
                assert!(
                    name(option.name) && name(&option.local) && about(&option.description),
                    "{option:?}"
                );
                assert!(options.insert(option.local.clone()), "{option:?}");
                assert!(option.choices.len() <= 25);
                assert!(
                    option
                        .choices
                        .iter()
                        .all(|choice| about(&choice.local) && !choice.value.is_empty())
                );
            }
        }
    }
}
