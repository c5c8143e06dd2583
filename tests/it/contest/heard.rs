//! Who is heard from where.

use jinlami::contest::{How, Kind, Loss, PairingId, Refusal, Score, Squads, Uneven, Who, Wish};
use jinlami::id::{Millis, Platform, Seat, TableId, TeamId, Venue};

use super::arena::{Arena, HOST, VENUE, one, player, team};

/// Whose a wish is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Everybody's about themselves.
    Own,
    /// An organiser's.
    Organiser,
    /// A team's captain's, or an organiser's.
    Team,
    /// The clock's and the tables'.
    Clock,
}

fn whose(wish: &Wish) -> Whose {
    // A new wish must find its place here.
    match wish {
        Wish::SignUp
        | Wish::SignOff
        | Wish::CheckIn
        | Wish::Switch(_)
        | Wish::Pause
        | Wish::Return
        | Wish::Drop
        | Wish::Show(_) => Whose::Own,
        Wish::Enter(_) | Wish::WithdrawTeam(_) | Wish::Substitute { .. } => Whose::Team,
        Wish::Move(_)
        | Wish::Start
        | Wish::Next { .. }
        | Wish::Void(_)
        | Wish::Correct(..)
        | Wish::Expel(_)
        | Wish::Hold
        | Wish::Resume
        | Wish::Cancel
        | Wish::NameOrganiser(_)
        | Wish::UnnameOrganiser(_) => Whose::Organiser,
        Wish::Seat(..)
        | Wish::Score(..)
        | Wish::Unseat { .. }
        | Wish::PlaceGone(_)
        | Wish::PlaceBack(_)
        | Wish::Delay(_) => Whose::Clock,
    }
}

fn wishes() -> Vec<Wish> {
    let (pairing, table) = (PairingId(0), TableId(1));
    let score = Score {
        winner: Some(Seat::FIRST),
        points: [10, 0],
        hands: 1,
        how: How::Played,
    };
    vec![
        Wish::SignUp,
        Wish::SignOff,
        Wish::CheckIn,
        Wish::Switch(TeamId(2)),
        Wish::Pause,
        Wish::Return,
        Wish::Drop,
        Wish::Show(pairing),
        Wish::Enter(team(1, &[0, 2], &[1])),
        Wish::WithdrawTeam(TeamId(1)),
        Wish::Substitute {
            out: player(0),
            into: player(2),
        },
        Wish::Move(Millis(9_000_000)),
        Wish::Start,
        Wish::Next { stage: 0, round: 2 },
        Wish::Void(pairing),
        Wish::Correct(pairing, score),
        Wish::Expel(player(1)),
        Wish::Hold,
        Wish::Resume,
        Wish::Cancel,
        Wish::NameOrganiser(player(1)),
        Wish::UnnameOrganiser(HOST),
        Wish::Seat(pairing, table),
        Wish::Score(pairing, table, score),
        Wish::Unseat {
            pairing,
            table,
            stayed: None,
        },
        Wish::PlaceGone(Loss::Removed),
        Wish::PlaceBack(Loss::Removed),
        Wish::Delay(1),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Home,
    /// Another venue, in which the event is shown by its leave.
    Shown,
    /// Another venue.
    Elsewhere,
    Private,
}

/// Why nobody of this standing is heard; nothing when they are.
fn deaf(whose: Whose, who: Who, place: Place) -> Option<Refusal> {
    let runs = who == Who::Person(HOST) || matches!(who, Who::Admin(_));
    let leads = who == Who::Person(player(0)) || matches!(who, Who::Captain(_));
    match (whose, place) {
        (Whose::Own, _) => None,
        (Whose::Clock, _) => Some(Refusal::NotOrganiser),
        (Whose::Organiser, Place::Home) => (!runs).then_some(Refusal::NotOrganiser),
        (Whose::Organiser, _) => Some(Refusal::Elsewhere),
        (Whose::Team, Place::Home) => (!runs && !leads).then_some(Refusal::NotCaptain),
        (Whose::Team, Place::Shown | Place::Private) => (!leads).then_some(Refusal::Elsewhere),
        (Whose::Team, Place::Elsewhere) if leads => Some(Refusal::NotShown),
        (Whose::Team, Place::Elsewhere) => Some(Refusal::Elsewhere),
    }
}

/// C-103: every wish of everybody from everywhere: organisers are heard in the event's own venue alone, captains there, in the
/// private chat and where the event is shown, everybody about themselves anywhere.
#[test]
fn every_wish_is_heard_only_where_it_may_be() {
    let mut format = one(Kind::Team {
        uneven: Uneven::Leaders,
        hands: None,
    });
    format.squads = Some(Squads {
        least: 1,
        most: 3,
        substitutes: 1,
    });
    format.size.most = 6;
    let mut open = Arena::open(&format, 1);
    open.ask(player(0), Wish::Enter(team(1, &[0, 1], &[2])));
    open.ask(player(3), Wish::Enter(team(2, &[3, 4], &[])));
    let mut begun = Arena::open(&format, 1);
    begun.ask(player(0), Wish::Enter(team(1, &[0, 1], &[2])));
    begun.ask(player(3), Wish::Enter(team(2, &[3, 4], &[])));
    begun.organise(Wish::Start);
    let other = Venue {
        platform: Platform::Telegram,
        chat: 7,
    };
    let people = [
        Who::Person(HOST),
        Who::Admin(player(77)),
        Who::Person(player(0)),
        // Leads the team today, and did not when it was entered.
        Who::Captain(player(1)),
        Who::Person(player(2)),
        Who::Person(player(99)),
    ];
    let places = [
        (Place::Home, Some(VENUE), false),
        (Place::Shown, Some(other), true),
        (Place::Elsewhere, Some(other), false),
        (Place::Private, None, false),
    ];
    for wish in wishes() {
        let early = matches!(
            wish,
            Wish::Enter(_) | Wish::WithdrawTeam(_) | Wish::Start | Wish::Move(_)
        );
        for who in people {
            for (place, venue, shown) in places {
                let arena = if early { &mut open } else { &mut begun };
                arena.shown = shown;
                let answer = arena.decide(who, wish.clone(), venue);
                let because = deaf(whose(&wish), who, place);
                match because {
                    Some(refusal) => assert_eq!(answer, Err(refusal), "{wish:?} {who:?} {place:?}"),
                    None => {
                        let deaf = [
                            Refusal::Elsewhere,
                            Refusal::NotShown,
                            Refusal::NotOrganiser,
                            Refusal::NotCaptain,
                        ];
                        let heard = answer.as_ref().err().is_none_or(|refusal| !deaf.contains(refusal));
                        assert!(heard, "{wish:?} {who:?} {place:?}: {answer:?}");
                        // What is asked for is done, not only heard.
                        if whose(&wish) == Whose::Team {
                            assert!(!answer.unwrap().is_empty(), "{wish:?} {who:?} {place:?}");
                        }
                    }
                }
            }
        }
    }
}
