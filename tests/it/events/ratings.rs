//! Events and ratings: by which people are drawn, and what an event changes in them.

use jinlami::contest::{Format, Kind, Pace, Seeding, Wish};
use jinlami::id::{Place, Venue};
use jinlami::service::{Caller, Command};

use super::hall::{Hall, format, person};
use crate::rig::{ANNA, PLACE};

/// Another server than the hall's.
const OTHER: Place = Place {
    venue: Venue {
        chat: 90,
        ..PLACE.venue
    },
    channel: 91,
};

/// One more event of the four, begun.
async fn begun(hall: Hall, place: Place, format: Format) -> Hall {
    let command = Command::OpenEvent {
        place,
        format,
        starts: None,
        inbox: None,
    };
    let opened = hall
        .rig
        .service
        .handle_event(Caller::Person(ANNA), command)
        .await
        .unwrap();
    let hall = Hall {
        event: opened.event,
        ..hall
    };
    for number in [2, 0, 3, 1] {
        hall.ask_from(person(number), Wish::SignUp, Some(place)).await.unwrap();
    }
    hall.ask_from(ANNA, Wish::Start, Some(place)).await.unwrap();
    hall
}

/// Everybody meets everybody twice, and always the later, or always the earlier one wins.
async fn league(hall: Hall, place: Place, later: bool) -> Hall {
    let mut league = format(Kind::RoundRobin { cycles: 2 });
    league.stages[0].pace = Pace::Free;
    let hall = begun(hall, place, league).await;
    while let Some(pairing) = hall.open_pairing().await {
        let id = hall.seat(pairing.id).await;
        assert!(hall.table(id).await.terms().rated);
        let second_is_later = pairing.players[0] < pairing.players[1];
        hall.resign(id, usize::from(second_is_later != later)).await;
        hall.tick().await;
    }
    hall
}

fn cup(rated: bool) -> Format {
    let mut cup = format(Kind::Knockout { third_place: false });
    cup.seeding = Seeding::Rating;
    cup.rated = rated;
    cup
}

/// The numbers of the people in the order of their seeds.
async fn seeds(hall: &Hall) -> Vec<i64> {
    let mut seeds = Vec::new();
    for entry in &hall.contest().await.stages()[0].entries {
        seeds.push(hall.account(entry.player).await.user - person(0).user);
    }
    seeds
}

/// The draw goes by the ratings in the event's own venue, and by what was played a moment ago.
#[tokio::test]
async fn people_are_drawn_by_their_ratings() {
    let hall = Hall::open(format(Kind::Swiss { rounds: None }), None, 4).await;
    let hall = league(hall, PLACE, true).await;
    let hall = league(hall, OTHER, false).await;
    let hall = begun(hall, PLACE, cup(true)).await;
    assert_eq!(seeds(&hall).await, [3, 2, 1, 0]);
    let hall = begun(hall, OTHER, cup(true)).await;
    assert_eq!(seeds(&hall).await, [0, 1, 2, 3]);
    hall.is_sound().await;
}

/// The matches of an event that is not rated change no rating; those of one that is do.
#[tokio::test]
async fn matches_of_an_unrated_event_are_unrated() {
    let mut hall = Hall::open(format(Kind::Swiss { rounds: None }), None, 4).await;
    for rated in [false, true] {
        hall = begun(hall, PLACE, cup(rated)).await;
        let pairing = hall.open_pairing().await.unwrap();
        let table = hall.seat(pairing.id).await;
        assert_eq!(hall.table(table).await.terms().rated, rated);
        hall.resign(table, 0).await;
        hall.tick().await;
        assert!(
            hall.pairing(pairing.id).await.score.is_some(),
            "the result counts in the event"
        );
        hall.rig.service.keep_boards().await;
        for player in pairing.players {
            let known = hall.rig.service.store().ratings_of(player).await.unwrap();
            assert_eq!(known.is_empty(), !rated, "{known:?}");
        }
        hall.ask(ANNA, Wish::Cancel).await.unwrap();
        hall.tick().await;
    }
    hall.is_sound().await;
}
