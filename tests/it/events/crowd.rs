//! Many who press at the same moment.

use futures::future::join_all;
use jinlami::contest::{Kind, Wish};

use super::hall::{Hall, format, person};

/// Sixty-four sign up at once and, when the round is drawn, all say at once that they are there: nobody is refused, and every
/// match gets its table.
#[tokio::test(flavor = "multi_thread")]
async fn everybody_comes_at_the_same_moment() {
    const PEOPLE: usize = 64;
    let hall = Hall::open(format(Kind::Swiss { rounds: Some(1) }), None, PEOPLE).await;
    let all = join_all((0..PEOPLE).map(|number| hall.ask(person(number), Wish::SignUp))).await;
    assert_eq!(
        all.into_iter().find_map(Result::err).map(|error| error.to_string()),
        None
    );
    hall.ask(crate::rig::ANNA, Wish::Start).await.unwrap();
    let pairings = hall.contest().await.pairings().to_vec();
    assert_eq!(pairings.len(), PEOPLE / 2);
    let comings = pairings.iter().flat_map(|pairing| [(pairing.id, 0), (pairing.id, 1)]);
    let all = join_all(comings.map(|(pairing, seat)| hall.show(pairing, seat))).await;
    assert_eq!(
        all.into_iter().find_map(Result::err).map(|error| error.to_string()),
        None
    );
    assert!(
        hall.contest()
            .await
            .pairings()
            .iter()
            .all(|pairing| pairing.table.is_some())
    );
    hall.is_sound().await;
}
