//! The page More, draws, aborts, nudges, rematches and watching, by buttons and commands.

use jinlami::id::{Account, Place, Platform, Seat, TableId, Venue};
use jinlami::service::{Caller, Command, SlotKind};
use jinlami::table::{Invitee, MatchEnd, Rematch, Stage, Table, Wish};
use jinlami::ui::token::{Act, Token, decode, encode, table_code};
use jinlami::ui::{Answer, Ask, Guest, Post};

use super::house::{House, alone, eve, find, fits, guest, named, said, secrets, usual};
use crate::rig::{ANNA, BEN, PLACE, sensible};

fn anna() -> Guest {
    guest(ANNA, "Anna")
}

fn ben() -> Guest {
    guest(BEN, "Ben")
}

fn person(seat: Seat) -> Guest {
    if seat == Seat::FIRST { anna() } else { ben() }
}

async fn now(house: &House, id: TableId) -> Table {
    house.rig.service.table(id).await.unwrap()
}

async fn hand_of(house: &House, id: TableId, who: Account) -> Post {
    house.hand_post(id, house.rig.player(who).await).await
}

/// Presses the first button with this act on the person's hand message, in the private chat.
async fn press_hand(house: &House, id: TableId, who: &Guest, wanted: Act) -> Answer {
    let post = hand_of(house, id, who.account).await;
    let token = find(&post, |act| act == wanted).unwrap_or_else(|| panic!("{wanted:?} on {}", said(&post)));
    house.press(&alone(who.clone()), &token).await
}

/// Goes to More and presses this there.
async fn more(house: &House, id: TableId, who: &Guest, wanted: Act) -> Answer {
    let page = press_hand(house, id, who, Act::More).await.post.unwrap();
    assert!(page.private);
    let token = find(&page, |act| act == wanted).unwrap_or_else(|| panic!("{wanted:?} on {}", said(&page)));
    house.press(&alone(who.clone()), &token).await
}

fn toast(answer: &Answer) -> &str {
    answer.toast.as_ref().map_or("", |toast| toast.text.as_str())
}

/// A match between Anna and Ben that Anna has resigned by two presses.
async fn resigned(house: &House) -> TableId {
    let id = house.begin(usual()).await.id();
    let page = press_hand(house, id, &anna(), Act::AskResign).await.post.unwrap();
    let points = now(house, id).await.resigning_costs(Seat::FIRST).unwrap();
    assert!(said(&page).contains(&format!("{points} points")), "{}", said(&page));
    let sure = find(&page, |act| act == Act::Resign).unwrap();
    house.press(&alone(anna()), &sure).await;
    let table = now(house, id).await;
    assert!(table.is_over());
    assert_eq!(table.scores()[1], i32::from(points), "what the page said");
    id
}

#[tokio::test]
async fn more_offers_what_can_be_done_and_nothing_else() {
    let house = House::new().await;
    let id = house.begin(usual()).await.id();
    let seat = now(&house, id).await.to_move().unwrap();
    for (who, waits) in [(person(seat), false), (person(seat.other()), true)] {
        let page = press_hand(&house, id, &who, Act::More).await;
        assert!(page.replace && page.slot.is_some(), "the hand message turns over");
        let page = page.post.unwrap();
        assert!(find(&page, |act| act == Act::OfferDraw).is_some());
        assert_eq!(find(&page, |act| act == Act::Nudge).is_some(), waits);
        assert!(
            find(&page, |act| act == Act::AskAbort).is_some(),
            "nobody has discarded"
        );
        assert!(find(&page, |act| act == Act::AskResign).is_some());
        let back = find(&page, |act| act == Act::Main).unwrap();
        let main = house.press(&alone(who.clone()), &back).await.post.unwrap();
        assert_eq!(main.text, hand_of(&house, id, who.account).await.text);
    }
    let table = now(&house, id).await;
    house
        .rig
        .wish(person(seat).account, &table, Wish::Play(sensible(&table, seat)))
        .await
        .unwrap();
    let page = press_hand(&house, id, &anna(), Act::More).await.post.unwrap();
    assert!(find(&page, |act| act == Act::AskAbort).is_none(), "{}", said(&page));
    // Against the computer there is nobody to ask.
    let challenge = jinlami::ui::Challenge {
        opponent: jinlami::ui::Foe::Computer,
        ..usual()
    };
    let solo = house.challenge(&alone(anna()), challenge).await;
    let page = press_hand(&house, solo, &anna(), Act::More).await.post.unwrap();
    for act in [Act::OfferDraw, Act::Nudge] {
        assert!(find(&page, |found| found == act).is_none(), "{act:?}");
    }
    let ask = find(&page, |act| act == Act::AskAbort).unwrap();
    let page = house.press(&alone(anna()), &ask).await.post.unwrap();
    assert!(said(&page).contains("counts for nothing"), "{}", said(&page));
}

#[tokio::test]
async fn the_way_out_is_two_presses_away_in_every_phase() {
    // C-012, C-010.
    let house = House::new().await;
    let id = house.challenge(&anna(), usual()).await;
    let invited = house.table_post(id).await;
    assert!(
        find(&invited, |act| act == Act::Withdraw).is_some() && find(&invited, |act| act == Act::Decline).is_some()
    );
    let accept = find(&invited, |act| act == Act::Accept).unwrap();
    house.press(&ben(), &accept).await;
    let mut phases = std::collections::BTreeSet::new();
    loop {
        let table = now(&house, id).await;
        if table.is_over() {
            break;
        }
        let hand = table.view(None).hand.unwrap();
        phases.insert(format!("{:?}", hand.phase).chars().take(4).collect::<String>());
        for who in [anna(), ben()] {
            // From the hand page, and from each page it leads to without playing.
            let main = hand_of(&house, id, who.account).await;
            for open in [Act::Main, Act::More, Act::Choose] {
                let page = match open {
                    Act::Main => main.clone(),
                    _ => match find(&main, |act| act == open) {
                        Some(token) => house.press(&alone(who.clone()), &token).await.post.unwrap(),
                        None => continue,
                    },
                };
                let ask = find(&page, |act| act == Act::AskResign).expect("a way out");
                let sure = house.press(&alone(who.clone()), &ask).await.post.unwrap();
                assert!(find(&sure, |act| act == Act::Resign).is_some());
                assert!(find(&sure, |act| act == Act::Main).is_some(), "and a way back");
            }
        }
        let seat = table.to_move().unwrap();
        let account = person(seat).account;
        house
            .rig
            .wish(account, &table, Wish::Play(sensible(&table, seat)))
            .await
            .unwrap();
    }
    assert!(phases.len() >= 2, "{phases:?}");
}

#[tokio::test]
async fn a_draw_by_buttons() {
    let house = House::new().await;
    let id = house.begin(usual()).await.id();
    let offered = more(&house, id, &anna(), Act::OfferDraw).await;
    assert!(toast(&offered).contains("offered"), "{offered:?}");
    assert!(said(&house.table_post(id).await).contains("Anna offers a draw."));
    let theirs = hand_of(&house, id, BEN).await;
    assert!(said(&theirs).contains("Anna offers a draw") && said(&theirs).contains("[Draw offered]"));
    let mine = hand_of(&house, id, ANNA).await;
    assert!(said(&mine).contains("You offered a draw") && said(&mine).contains("[More]"));
    // It can be taken back, and then nothing is left to agree to.
    let page = press_hand(&house, id, &ben(), Act::More).await.post.unwrap();
    let agree = find(&page, |act| act == Act::AcceptDraw).unwrap();
    let back = more(&house, id, &anna(), Act::DeclineDraw).await;
    assert!(toast(&back).contains("off the table"));
    let late = house.press(&alone(ben()), &agree).await;
    assert!(toast(&late).contains("No draw is offered"), "{late:?}");
    assert!(late.replace, "and the hand as it stands");
    assert!(!now(&house, id).await.is_over());
    let again = house.ask(&anna(), Ask::Draw).await;
    assert!(toast(&again).contains("already"), "{again:?}");
    // Ben's own offer, agreed to by Anna by the command.
    let done = house.ask(&ben(), Ask::Draw).await;
    assert!(toast(&done).contains("You offered a draw"), "{done:?}");
    let page = press_hand(&house, id, &anna(), Act::More).await.post.unwrap();
    assert!(said(&page).contains("Do you agree?"));
    let done = house.ask(&anna(), Ask::Draw).await;
    assert!(toast(&done).contains("agreed on a draw"), "{done:?}");
    assert_eq!(now(&house, id).await.stage(), Stage::Over(MatchEnd::Agreed));
    for post in [house.table_post(id).await, hand_of(&house, id, BEN).await] {
        assert!(said(&post).contains("agreed on a draw"), "{}", said(&post));
        assert!(find(&post, |act| act == Act::Rematch).is_some());
        assert!(post.picture.is_some(), "a picture can't become words again");
    }
    let secret = secrets(&now(&house, id).await, Seat::FIRST) | secrets(&now(&house, id).await, Seat::SECOND);
    assert!(named(&said(&house.table_post(id).await), secret).is_empty());
}

#[tokio::test]
async fn a_draw_in_another_match_is_shown_before_it_is_agreed_to() {
    let house = House::new().await;
    let here = house.begin(usual()).await;
    let elsewhere = Place {
        venue: Venue {
            chat: 12,
            ..PLACE.venue
        },
        ..PLACE
    };
    let challenge = Command::Challenge {
        place: elsewhere,
        opponent: Invitee::Player(house.rig.player(BEN).await),
        terms: crate::rig::hands(1),
        inbox: None,
    };
    let service = &house.rig.service;
    let there = service.handle(Caller::Person(ANNA), challenge).await.unwrap().table;
    house.rig.wish(BEN, &there, Wish::Accept).await.unwrap();
    house
        .rig
        .wish(BEN, &now(&house, there.id()).await, Wish::OfferDraw)
        .await
        .unwrap();
    let answer = house.ask(&anna(), Ask::Draw).await;
    assert!(answer.toast.is_none() && answer.public.is_none(), "{answer:?}");
    let page = answer.post.unwrap();
    assert!(page.private && said(&page).contains("Do you agree?"), "{}", said(&page));
    let agree = find(&page, |act| act == Act::AcceptDraw).unwrap();
    assert_eq!(decode(&agree).unwrap().table, there.id());
    for table in [&here, &there] {
        let now = now(&house, table.id()).await;
        assert!(!now.is_over() && now.draw_offer() != Some(Seat::FIRST));
    }
    // Where it was offered, the command agrees at once.
    let at = Guest {
        place: Some(elsewhere),
        ..anna()
    };
    let done = house.ask(&at, Ask::Draw).await;
    assert!(toast(&done).contains("agreed on a draw"), "{done:?}");
    assert_eq!(now(&house, there.id()).await.stage(), Stage::Over(MatchEnd::Agreed));
    assert!(!now(&house, here.id()).await.is_over());
}

#[tokio::test]
async fn a_rematch_by_command_is_that_of_a_match_that_can_have_one() {
    let house = House::new().await;
    let older = resigned(&house).await;
    house.rig.pass(1_000);
    let newer = resigned(&house).await;
    // In the newer match Anna has asked once and was declined.
    house.ask(&anna(), Ask::Rematch).await;
    assert!(matches!(now(&house, newer).await.rematch(), Rematch::Asked { .. }));
    let table = now(&house, newer).await;
    house.rig.wish(BEN, &table, Wish::DeclineRematch).await.unwrap();
    let asked = house.ask(&anna(), Ask::Rematch).await;
    assert!(toast(&asked).contains("24 hours"), "{asked:?}");
    let by = |table: &Table| match table.rematch() {
        Rematch::Asked { by, .. } => Some(by),
        _ => None,
    };
    assert_eq!(by(&now(&house, older).await), Some(Seat::FIRST));
    assert_eq!(now(&house, newer).await.rematch(), Rematch::Free([false, true]));
    // What the other one asks comes before what may be asked.
    let done = house.ask(&ben(), Ask::Rematch).await;
    assert!(toast(&done).contains("rematch is on"), "{done:?}");
    assert!(matches!(now(&house, older).await.rematch(), Rematch::Made(_)));
    // Nothing is left to ask for: the newest says so.
    let none = house.ask(&anna(), Ask::Rematch).await;
    assert!(toast(&none).contains("already"), "{none:?}");
}

#[tokio::test]
async fn an_abort_asks_once_and_tells_the_count() {
    // C-092.
    let house = House::new().await;
    for round in 0..4 {
        let id = house.begin(usual()).await.id();
        let page = if round % 2 == 0 {
            more(&house, id, &anna(), Act::AskAbort).await
        } else {
            house.ask(&anna(), Ask::Abort).await
        };
        let page = page.post.unwrap();
        let words = said(&page);
        assert!(page.private && words.contains("without a result"), "{words}");
        let count = ["not aborted a match", "one match", "2 matches", "3 matches"][round];
        assert!(words.contains(count), "{words}");
        assert!(words.contains("3 within 24 hours"), "{words}");
        let offered = find(&page, |act| act == Act::Abort);
        assert_eq!(offered.is_some(), round < 3, "what can only be refused is not offered");
        let table = now(&house, id).await;
        let forged = encode(Token::new(id, table.stamp(Seat::FIRST), Act::Abort));
        let sure = offered.unwrap_or(forged);
        let done = house.press(&alone(anna()), &sure).await;
        let table = now(&house, id).await;
        if round < 3 {
            assert_eq!(table.stage(), Stage::Over(MatchEnd::Aborted { by: Seat::FIRST }));
            let over = house.table_post(id).await;
            assert!(said(&over).contains("Anna aborted the match"), "{}", said(&over));
            assert!(over.rows.is_empty(), "C-024");
            // Pressed again, it says how things stand.
            let twice = house.press(&alone(anna()), &sure).await;
            assert!(toast(&twice).contains("over"), "{twice:?}");
        } else {
            assert!(toast(&done).contains("aborted 3 matches within 24 hours"), "{done:?}");
            assert!(!table.is_over());
            let games = house.ask(&anna(), Ask::Games).await.post.unwrap();
            assert!(said(&games).contains("aborted 3 matches"), "{}", said(&games));
            let theirs = house.ask(&ben(), Ask::Games).await.post.unwrap();
            assert!(!said(&theirs).contains("abort"), "{}", said(&theirs));
            let theirs = house.ask(&ben(), Ask::Abort).await.post.unwrap();
            assert!(said(&theirs).contains("not aborted a match"), "{}", said(&theirs));
        }
        house.rig.pass(1_000);
    }
    // Too late, and nothing to abort.
    let id = house.begin(usual()).await.id();
    let asked = press_hand(&house, id, &ben(), Act::More).await.post.unwrap();
    let ask = find(&asked, |act| act == Act::AskAbort).unwrap();
    let table = now(&house, id).await;
    let seat = table.to_move().unwrap();
    let throw = Wish::Play(sensible(&table, seat));
    house.rig.wish(person(seat).account, &table, throw).await.unwrap();
    let late = house.press(&alone(ben()), &ask).await;
    assert!(toast(&late).contains("button is old"), "{late:?}");
    let nobody = house.ask(&eve(), Ask::Abort).await;
    assert!(toast(&nobody).contains("not in a match"), "{nobody:?}");
}

#[tokio::test]
async fn a_nudge_pings_whoever_is_to_move() {
    let house = House::new().await;
    let id = house.begin(usual()).await.id();
    house.deliver(Platform::Discord).await;
    let table = now(&house, id).await;
    let seat = table.to_move().unwrap();
    let (mover, waiting) = (person(seat), person(seat.other()));
    let own = house.ask(&mover, Ask::Nudge).await;
    assert!(toast(&own).contains("your own turn"), "{own:?}");
    let done = more(&house, id, &waiting, Act::Nudge).await;
    assert_eq!(toast(&done), "Nudged.");
    let told = house.deliver(Platform::Discord).await;
    let nudge: Vec<&Post> = told
        .iter()
        .filter(|(slot, _)| slot.key.kind == SlotKind::Nudge)
        .map(|(_, post)| post)
        .collect();
    assert_eq!(nudge.len(), 1);
    assert_eq!(nudge[0].ping, Some(mover.account));
    assert!(said(nudge[0]).contains("is waiting for your move") && !nudge[0].private);
    assert!(nudge[0].picture.is_none() && find(nudge[0], |act| act == Act::Hand).is_some());
    let twice = house.ask(&waiting, Ask::Nudge).await;
    assert!(toast(&twice).contains("already"), "{twice:?}");
    assert!(
        house
            .deliver(Platform::Discord)
            .await
            .iter()
            .all(|(slot, _)| slot.key.kind != SlotKind::Nudge),
        "never twice for one question"
    );
    // An answered question is never called for late.
    let throw = Wish::Play(sensible(&table, seat));
    let number = table.call(seat);
    house.rig.wish(mover.account, &table, throw).await.unwrap();
    assert!(house.slot_post(id, SlotKind::Nudge, number, None).await.is_none());
}

#[tokio::test]
async fn a_rematch_by_buttons_and_by_command() {
    // C-127.
    let house = House::new().await;
    let id = resigned(&house).await;
    house.deliver(Platform::Discord).await;
    let over = house.table_post(id).await;
    let again = find(&over, |act| act == Act::Rematch).unwrap();
    let stranger = house.press(&eve(), &again).await;
    assert!(toast(&stranger).contains("don’t play at this table"), "{stranger:?}");
    let asked = house.press(&ben(), &again).await;
    assert!(toast(&asked).contains("24 hours"), "{asked:?}");
    assert!(
        asked.post.is_none(),
        "delivery brings every message of the match up to date"
    );
    let told = house.deliver(Platform::Discord).await;
    let kinds: Vec<SlotKind> = told.iter().map(|(slot, _)| slot.key.kind).collect();
    assert!(
        kinds.contains(&SlotKind::Table) && kinds.contains(&SlotKind::Rematch),
        "{kinds:?}"
    );
    let (_, call) = told
        .iter()
        .find(|(slot, _)| slot.key.kind == SlotKind::Rematch)
        .unwrap();
    assert_eq!(call.ping, Some(ANNA));
    let Rematch::Asked { commitment, .. } = now(&house, id).await.rematch() else {
        panic!("asked")
    };
    assert!(said(call).contains("Ben would like a rematch") && said(call).contains(&commitment.to_string()));
    for post in [call, &house.table_post(id).await, &hand_of(&house, id, ANNA).await] {
        let yes = find(post, |act| act == Act::Rematch).unwrap();
        assert!(find(post, |act| act == Act::DeclineRematch).is_some());
        let mine = house.press(&ben(), &yes).await;
        assert!(
            toast(&mine).contains("already"),
            "nobody accepts for the other: {mine:?}"
        );
        for button in [Act::Rematch, Act::DeclineRematch] {
            let foreign = house.press(&eve(), &find(post, |act| act == button).unwrap()).await;
            assert!(toast(&foreign).contains("don’t play"), "{foreign:?}");
        }
    }
    let done = house.ask(&anna(), Ask::Rematch).await;
    assert!(toast(&done).contains("rematch is on"), "{done:?}");
    let Rematch::Made(next) = now(&house, id).await.rematch() else {
        panic!("made")
    };
    let told = house.deliver(Platform::Discord).await;
    let code = table_code(next).to_uppercase();
    for (slot, post) in &told {
        if slot.key.table == id {
            assert!(said(post).contains(&code), "{}", said(post));
            assert!(post.rows.is_empty(), "C-024: {}", said(post));
        }
    }
    let table = house.table_post(next).await;
    assert!(said(&table).contains(&format!("Rematch of match {}", table_code(id).to_uppercase())));
    let late = house.press(&anna(), &again).await;
    assert!(toast(&late).contains("already"), "{late:?}");
    let running = house.ask(&ben(), Ask::Rematch).await;
    assert!(toast(&running).contains("rematch already"), "{running:?}");
    let nothing = house.ask(&eve(), Ask::Rematch).await;
    assert!(toast(&nothing).contains("no finished match"), "{nothing:?}");
}

#[tokio::test]
async fn a_declined_rematch_leaves_nothing_to_press_for_who_asked() {
    let house = House::new().await;
    let id = resigned(&house).await;
    house.ask(&anna(), Ask::Rematch).await;
    let call = house.slot_post(id, SlotKind::Rematch, 0, None).await.unwrap();
    let no = find(&call, |act| act == Act::DeclineRematch).unwrap();
    let done = house.press(&ben(), &no).await;
    assert!(toast(&done).contains("No rematch"), "{done:?}");
    let call = house.slot_post(id, SlotKind::Rematch, 0, None).await.unwrap();
    assert!(call.rows.is_empty() && call.ping.is_none() && said(&call).contains("no rematch this time"));
    let over = house.table_post(id).await;
    let again = find(&over, |act| act == Act::Rematch).expect("Ben may still ask");
    let twice = house.press(&anna(), &again).await;
    assert!(toast(&twice).contains("already"), "{twice:?}");
    let twice = house.press(&ben(), &no).await;
    assert!(toast(&twice).contains("no rematch to answer"), "{twice:?}");
    house.press(&ben(), &again).await;
    assert!(matches!(
        now(&house, id).await.rematch(),
        Rematch::Asked { by: Seat::SECOND, .. }
    ));
}

#[tokio::test]
async fn a_watcher_sees_what_everybody_may_see() {
    // C-123, C-125.
    let house = House::new().await;
    let id = house.begin(usual()).await.id();
    let watch = find(&house.table_post(id).await, |act| act == Act::Watch).unwrap();
    let mut refresh = None;
    loop {
        let table = now(&house, id).await;
        for who in [eve(), anna()] {
            let token = refresh.clone().unwrap_or_else(|| watch.clone());
            let answer = house.press(&who, &token).await;
            assert_eq!(answer.replace, refresh.is_some());
            assert!(answer.public.is_none() && answer.slot.is_none());
            let post = answer.post.unwrap();
            assert!(post.private && post.ping.is_none());
            for seat in Seat::BOTH {
                assert_eq!(named(&said(&post), secrets(&table, seat)), [], "{}", said(&post));
            }
            let open: Vec<Act> = post.presses().map(|(_, token)| decode(token).unwrap().act).collect();
            if table.is_over() {
                assert!(open.is_empty(), "{open:?}");
            } else {
                assert_eq!(open, [Act::Refresh], "nothing to play with");
            }
        }
        if refresh.is_none() {
            let post = house.press(&eve(), &watch).await.post.unwrap();
            refresh = find(&post, |act| act == Act::Refresh);
        }
        let Some(seat) = table.to_move() else { break };
        let wish = Wish::Play(sensible(&table, seat));
        house.rig.wish(person(seat).account, &table, wish).await.unwrap();
    }
    // By the typed id: where it is played, and by its players anywhere.
    let code = table_code(id).to_uppercase();
    let typed = |code: &str| Ask::Watch { id: code.to_owned() };
    let seen = house.ask(&eve(), typed(&format!(" {code} "))).await;
    assert!(seen.post.unwrap().private && seen.public.is_none());
    assert!(house.ask(&alone(anna()), typed(&code)).await.post.is_some());
    let elsewhere = Guest {
        place: Some(jinlami::id::Place {
            venue: jinlami::id::Venue {
                chat: 12,
                ..PLACE.venue
            },
            ..PLACE
        }),
        ..eve()
    };
    for (who, text) in [
        (alone(eve()), code.as_str()),
        (elsewhere.clone(), code.as_str()),
        (eve(), "ZZZZZ"),
        (eve(), "not an id"),
        (eve(), ""),
        (eve(), "@everyone <x>\u{202e}"),
    ] {
        let refused = house.ask(&who, typed(text)).await;
        assert!(refused.post.is_none() && refused.public.is_none());
        assert!(toast(&refused).contains("no match"), "{refused:?}");
    }
    // A forged button from elsewhere tells no more than the typed id.
    for act in [Act::Watch, Act::Refresh] {
        let forged = encode(Token::new(id, jinlami::id::Stamp(0), act));
        let refused = house.press(&elsewhere, &forged).await;
        assert!(
            refused.post.is_none() && toast(&refused).contains("not there"),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn strangers_press_everything_and_nothing_happens() {
    // C-125: also forged, also at every stage.
    let house = House::new().await;
    let acts = [
        Act::More,
        Act::OfferDraw,
        Act::AcceptDraw,
        Act::DeclineDraw,
        Act::AskAbort,
        Act::Abort,
        Act::Nudge,
        Act::Rematch,
        Act::DeclineRematch,
    ];
    let id = house.begin(usual()).await.id();
    for stage in 0..4 {
        match stage {
            1 => drop(house.ask(&anna(), Ask::Draw).await),
            2 => drop(house.ask(&ben(), Ask::Draw).await),
            3 => drop(house.ask(&ben(), Ask::Rematch).await),
            _ => {}
        }
        let before = now(&house, id).await;
        for act in acts {
            for stamp in [
                jinlami::id::Stamp(0),
                before.stamp(Seat::FIRST),
                before.stamp(Seat::SECOND),
            ] {
                let token = encode(Token::new(id, stamp, act));
                for who in [eve(), alone(eve())] {
                    let answer = house.press(&who, &token).await;
                    assert!(answer.post.is_none() && answer.public.is_none(), "{act:?}");
                    assert!(
                        toast(&answer).contains("don’t play at this table"),
                        "{act:?} {answer:?}"
                    );
                }
            }
        }
        assert_eq!(now(&house, id).await.version(), before.version());
    }
}

#[tokio::test]
async fn every_page_fits_in_every_language() {
    let house = House::new().await;
    for locale in ["en", "zh-CN", "zh-TW"] {
        let speaks = |guest: Guest| Guest {
            locale: Some(locale.to_owned()),
            venue_locale: Some(locale.to_owned()),
            ..guest
        };
        let (anna, ben) = (speaks(anna()), speaks(ben()));
        house.ask(&anna, Ask::Help).await;
        house.ask(&ben, Ask::Help).await;
        let id = house.begin(usual()).await.id();
        let seat = now(&house, id).await.to_move().unwrap();
        for who in [&anna, &ben] {
            house.ask(who, Ask::Abort).await;
            fits(&press_hand(&house, id, who, Act::More).await.post.unwrap());
        }
        let waiting = if seat == Seat::FIRST { &ben } else { &anna };
        house.ask(waiting, Ask::Nudge).await;
        more(&house, id, &anna, Act::OfferDraw).await;
        for who in [&anna, &ben] {
            fits(&press_hand(&house, id, who, Act::More).await.post.unwrap());
        }
        more(&house, id, &ben, Act::AcceptDraw).await;
        house.ask(&anna, Ask::Rematch).await;
        let told = house.deliver(Platform::Discord).await;
        assert!(told.iter().any(|(slot, _)| slot.key.kind == SlotKind::Rematch));
        house.ask(&ben, Ask::Rematch).await;
        house.deliver(Platform::Discord).await;
        let Rematch::Made(next) = now(&house, id).await.rematch() else {
            panic!("made")
        };
        let table = now(&house, next).await;
        house.rig.wish(ANNA, &table, Wish::Resign).await.unwrap();
        house.deliver(Platform::Discord).await;
        house.rig.pass(1_000);
    }
}
