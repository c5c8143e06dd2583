//! Teams: one captain always, bounds that hold however many ask at once, and nothing left of who is gone.

use jinlami::id::{Account, Place, Platform, PlayerId, TeamId, Venue};
use jinlami::service::{
    Change, DeedKind, Error, INVITATION_MS, TEAM_MEMBERS, TEAMS, TEAMS_PER_PLAYER, TeamBar, TeamDeedKind, TeamDone,
    TeamError, TeamRow, TeamWho, TeamWish,
};

use crate::rig::{ANNA, BEN, EVE, PLACE, Rig};

/// Another server than the rig's.
const ELSEWHERE: Place = Place {
    venue: Venue {
        platform: Platform::Discord,
        chat: 90,
    },
    channel: 91,
};

fn who(player: PlayerId) -> TeamWho {
    TeamWho {
        player: Some(player),
        admin: false,
    }
}

fn moderator(player: Option<PlayerId>) -> TeamWho {
    TeamWho { player, admin: true }
}

fn bar<T: std::fmt::Debug>(result: Result<T, TeamError>) -> TeamBar {
    match result {
        Err(TeamError::Barred(bar)) => bar,
        other => panic!("{other:?}"),
    }
}

async fn person(rig: &Rig, number: i64) -> PlayerId {
    let account = Account {
        platform: Platform::Discord,
        user: 1_000 + number,
    };
    rig.service.meet(account, &format!("P{number}"), None).await.unwrap()
}

async fn make(rig: &Rig, captain: PlayerId, name: &str) -> TeamRow {
    rig.service
        .make_team(who(captain), PLACE, name, false, None)
        .await
        .unwrap()
}

async fn wish(rig: &Rig, player: PlayerId, team: TeamId, wish: TeamWish) -> Result<TeamDone, TeamError> {
    rig.service.handle_team(who(player), team, &wish).await
}

/// Brings somebody into a team as a person would.
async fn bring(rig: &Rig, team: &TeamRow, player: PlayerId) {
    wish(rig, team.captain, team.id, TeamWish::Invite(player))
        .await
        .unwrap();
    rig.pass(1_000);
    let done = wish(rig, player, team.id, TeamWish::Accept).await.unwrap();
    assert!(done.changed && done.team.has(player));
}

/// C-061, C-056: names are one under case, width and blanks; what says nothing or too much is none; the words of commands
/// are names as any other; a name is free again when its team has ended; another venue has names of its own.
#[tokio::test]
async fn names_are_unique_as_people_read_them() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let red = make(&rig, anna, "Red Dragons").await;
    for twin in ["red dragons", "ＲＥＤ Dragons", "RedDragons", "Red  Dragons"] {
        let refused = rig.service.make_team(who(ben), PLACE, twin, false, None).await;
        assert_eq!(bar(refused), TeamBar::Taken, "{twin}");
    }
    for bad in ["", "***", &"x".repeat(33)] {
        let refused = rig.service.make_team(who(ben), PLACE, bad, false, None).await;
        assert_eq!(bar(refused), TeamBar::Name, "{bad}");
    }
    for word in ["undo", "/start", "@gin_bot", "金龙队"] {
        make(&rig, ben, word).await;
    }
    let blue = make(&rig, eve, "Blue").await;
    let refused = wish(&rig, eve, blue.id, TeamWish::Rename("RED dragons".to_owned())).await;
    assert_eq!(bar(refused), TeamBar::Taken);
    // Its own name in other letters is no other team's.
    let done = wish(&rig, eve, blue.id, TeamWish::Rename("BLUE".to_owned()))
        .await
        .unwrap();
    assert_eq!((done.changed, done.team.name.as_str()), (true, "BLUE"));
    assert!(
        !wish(&rig, eve, blue.id, TeamWish::Rename("BLUE".to_owned()))
            .await
            .unwrap()
            .changed
    );
    rig.service
        .make_team(who(ben), ELSEWHERE, "Red Dragons", false, None)
        .await
        .unwrap();
    wish(&rig, anna, red.id, TeamWish::Disband).await.unwrap();
    assert_eq!(bar(wish(&rig, anna, red.id, TeamWish::Disband).await), TeamBar::NoTeam);
    make(&rig, eve, "red dragons").await;
    // C-086: what is asked of one server tells of no other.
    let (teams, count) = rig.service.teams_of(ELSEWHERE.venue, 10, 0).await.unwrap();
    assert_eq!((teams.len(), count), (1, 1));
    let called = rig.service.team_called(ELSEWHERE.venue, "blue").await.unwrap();
    assert_eq!(called, None);
}

/// An invitation is for one person, can be answered once and for three days; nobody is in a team unasked.
#[tokio::test]
async fn an_invitation_is_answered_once() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let team = make(&rig, anna, "Red").await;
    for wanted in [TeamWish::Accept, TeamWish::Decline] {
        assert_eq!(bar(wish(&rig, ben, team.id, wanted).await), TeamBar::NotInvited);
    }
    assert_eq!(
        bar(wish(&rig, ben, team.id, TeamWish::Join).await),
        TeamBar::ByInvitation
    );
    let refused = wish(&rig, ben, team.id, TeamWish::Invite(eve)).await;
    assert_eq!(bar(refused), TeamBar::NotCaptain);

    wish(&rig, anna, team.id, TeamWish::Invite(ben)).await.unwrap();
    assert_eq!(
        bar(wish(&rig, eve, team.id, TeamWish::Accept).await),
        TeamBar::NotInvited
    );
    assert_eq!(rig.service.invitations_of(ben, PLACE.venue).await.unwrap().len(), 1);
    wish(&rig, ben, team.id, TeamWish::Decline).await.unwrap();
    assert_eq!(
        bar(wish(&rig, ben, team.id, TeamWish::Accept).await),
        TeamBar::NotInvited
    );
    assert_eq!(rig.service.invitations_of(ben, PLACE.venue).await.unwrap(), []);

    wish(&rig, anna, team.id, TeamWish::Invite(ben)).await.unwrap();
    rig.pass(INVITATION_MS);
    assert_eq!(
        bar(wish(&rig, ben, team.id, TeamWish::Accept).await),
        TeamBar::NotInvited
    );
    wish(&rig, anna, team.id, TeamWish::Invite(ben)).await.unwrap();
    let both = tokio::join!(
        wish(&rig, ben, team.id, TeamWish::Accept),
        wish(&rig, ben, team.id, TeamWish::Accept)
    );
    let changed = [both.0.unwrap().changed, both.1.unwrap().changed];
    assert_eq!(
        changed.iter().filter(|changed| **changed).count(),
        1,
        "once, and no harm done"
    );
    assert!(!wish(&rig, ben, team.id, TeamWish::Join).await.unwrap().changed);
    assert!(!wish(&rig, anna, team.id, TeamWish::Invite(ben)).await.unwrap().changed);
    // Into an open team everybody comes.
    wish(&rig, anna, team.id, TeamWish::Open(true)).await.unwrap();
    assert!(wish(&rig, eve, team.id, TeamWish::Join).await.unwrap().changed);
    let rig = rig.restart().await;
    let team = rig.service.team(team.id).await.unwrap();
    assert_eq!(team.members, [anna, ben, eve]);
}

/// One captain always: the oldest member follows a captain who goes or whose data is deleted, and the last one to go ends
/// the team.
#[tokio::test]
async fn there_is_one_captain_always() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let team = make(&rig, anna, "Red").await;
    bring(&rig, &team, ben).await;
    bring(&rig, &team, eve).await;
    assert_eq!(
        bar(wish(&rig, ben, team.id, TeamWish::Kick(eve)).await),
        TeamBar::NotCaptain
    );
    wish(&rig, anna, team.id, TeamWish::Captain(eve)).await.unwrap();
    assert_eq!(
        bar(wish(&rig, anna, team.id, TeamWish::Captain(anna)).await),
        TeamBar::NotCaptain
    );
    let done = wish(&rig, eve, team.id, TeamWish::Leave).await.unwrap();
    assert_eq!((done.team.captain, done.team.members), (anna, vec![anna, ben]));
    let done = wish(&rig, anna, team.id, TeamWish::Leave).await.unwrap();
    assert_eq!(done.team.captain, ben);
    assert_eq!(
        bar(wish(&rig, anna, team.id, TeamWish::Leave).await),
        TeamBar::NotMember
    );
    let done = wish(&rig, ben, team.id, TeamWish::Leave).await.unwrap();
    assert!(done.team.disbanded.is_some());
    assert_eq!(bar(rig.service.team(team.id).await), TeamBar::NoTeam);
    let acts: Vec<TeamDeedKind> = rig
        .service
        .team_deeds(PLACE.venue, 4)
        .await
        .unwrap()
        .iter()
        .map(|deed| deed.act)
        .collect();
    assert_eq!(
        acts,
        [
            TeamDeedKind::Disbanded,
            TeamDeedKind::Left,
            TeamDeedKind::Captain,
            TeamDeedKind::Left
        ]
    );
}

/// Two who take the last place at once: one of them has it. The same for the last team of a player.
#[tokio::test]
async fn the_last_place_is_taken_once() {
    let rig = Rig::new().await;
    let anna = rig.player(ANNA).await;
    let team = make(&rig, anna, "Red").await;
    wish(&rig, anna, team.id, TeamWish::Open(true)).await.unwrap();
    for number in 2..i64::from(TEAM_MEMBERS) {
        let player = person(&rig, number).await;
        wish(&rig, player, team.id, TeamWish::Join).await.unwrap();
    }
    let (one, other) = (person(&rig, 100).await, person(&rig, 101).await);
    let (first, second) = tokio::join!(
        wish(&rig, one, team.id, TeamWish::Join),
        wish(&rig, other, team.id, TeamWish::Join)
    );
    let full = [first, second]
        .into_iter()
        .filter(Result::is_err)
        .map(bar)
        .collect::<Vec<_>>();
    assert_eq!(full, [TeamBar::Full]);
    let team = rig.service.team(team.id).await.unwrap();
    assert_eq!(team.members.len(), TEAM_MEMBERS as usize);
    assert_eq!(
        bar(wish(&rig, anna, team.id, TeamWish::Invite(person(&rig, 102).await)).await),
        TeamBar::Full
    );

    // In as many teams as one may be, however many are made at once.
    let made = futures::future::join_all((0..10).map(|number| {
        let service = rig.service.clone();
        async move {
            service
                .make_team(who(one), PLACE, &format!("Team {number}"), false, None)
                .await
        }
    }))
    .await;
    let in_red = usize::from(team.has(one));
    assert_eq!(
        made.iter().filter(|made| made.is_ok()).count(),
        TEAMS_PER_PLAYER as usize - in_red
    );
    for refused in made.into_iter().filter(Result::is_err) {
        assert_eq!(bar(refused), TeamBar::TooMany);
    }
    let repeated = (0..10).map(|_| {
        let service = rig.service.clone();
        async move { service.make_team(who(anna), ELSEWHERE, "Once", false, Some(77)).await }
    });
    let made = futures::future::join_all(repeated).await;
    // C-031: the same update again is one team.
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
    let again = made
        .iter()
        .filter(|made| matches!(made, Err(TeamError::Other(Error::Duplicate))));
    assert_eq!(again.count(), 9);
}

/// Whom moderators shut out is in no new team; moderators give other names and end teams, only in their own place, and it
/// is kept; only they make teams where that is set.
#[tokio::test]
async fn moderators_have_the_last_word() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let team = make(&rig, anna, "Rude").await;
    wish(&rig, anna, team.id, TeamWish::Invite(ben)).await.unwrap();
    let block = Change::Block(ben);
    rig.service
        .govern(Some(eve), PLACE.venue, DeedKind::Blocked, block, None)
        .await
        .unwrap();
    let shut = wish(&rig, ben, team.id, TeamWish::Accept).await;
    assert!(matches!(shut, Err(TeamError::Other(Error::Blocked { own: true }))));
    let shut = rig.service.make_team(who(ben), PLACE, "Mine", false, None).await;
    assert!(matches!(shut, Err(TeamError::Other(Error::Blocked { own: true }))));
    let shut = wish(&rig, anna, team.id, TeamWish::Invite(ben)).await;
    assert!(matches!(shut, Err(TeamError::Other(Error::Blocked { own: false }))));

    let polite = TeamWish::Rename("Polite".to_owned());
    assert_eq!(bar(wish(&rig, eve, team.id, polite.clone()).await), TeamBar::NotCaptain);
    let done = rig
        .service
        .handle_team(moderator(Some(eve)), team.id, &polite)
        .await
        .unwrap();
    assert_eq!(done.team.name, "Polite");
    let refused = rig
        .service
        .handle_team(moderator(Some(eve)), team.id, &TeamWish::Kick(anna))
        .await;
    assert_eq!(bar(refused), TeamBar::NotCaptain);
    rig.service
        .handle_team(moderator(None), team.id, &TeamWish::Disband)
        .await
        .unwrap();
    let deeds = rig.service.store().deeds(PLACE.venue, 2).await.unwrap();
    let kept: Vec<_> = deeds
        .iter()
        .map(|deed| (deed.act, deed.by, deed.detail.as_deref()))
        .collect();
    assert_eq!(
        kept,
        [
            (DeedKind::TeamDisbanded, None, Some("Polite")),
            (DeedKind::TeamRenamed, Some(eve), Some("Rude"))
        ]
    );

    let only = Change::Setting(TEAMS, Some("admins".to_owned()));
    rig.service
        .govern(Some(eve), PLACE.venue, DeedKind::Teams, only, None)
        .await
        .unwrap();
    let refused = rig.service.make_team(who(anna), PLACE, "Red", false, None).await;
    assert_eq!(bar(refused), TeamBar::Admins);
    rig.service
        .make_team(moderator(Some(eve)), PLACE, "Red", false, None)
        .await
        .unwrap();
}

/// C-129: a captain's data is deleted: the oldest member leads, an own team without others ends, no invitation stays, and
/// what they are handed before tells of all of it.
#[tokio::test]
async fn a_captain_who_is_deleted_hands_over_first() {
    let rig = Rig::new().await;
    let (anna, ben, eve) = (rig.player(ANNA).await, rig.player(BEN).await, rig.player(EVE).await);
    let team = make(&rig, anna, "Red").await;
    bring(&rig, &team, ben).await;
    bring(&rig, &team, eve).await;
    let alone = make(&rig, anna, "Alone").await;
    let third = make(&rig, ben, "Blue").await;
    wish(&rig, ben, third.id, TeamWish::Invite(anna)).await.unwrap();
    wish(&rig, anna, alone.id, TeamWish::Invite(ben)).await.unwrap();

    let record = rig.service.record(anna).await.unwrap();
    let teams = record["teams"].as_array().unwrap();
    assert_eq!(teams.len(), 2, "{record}");
    assert!(
        teams
            .iter()
            .any(|team| team["team"] == "Red" && team["captain"] == true)
    );
    assert_eq!(record["team_invitations"][0]["team"], "Blue");
    assert!(record["team_history"].as_array().unwrap().len() >= 4);

    rig.service.forget(ANNA).await.unwrap().unwrap();
    let team = rig.service.team(team.id).await.unwrap();
    assert_eq!((team.captain, team.members.clone()), (ben, vec![ben, eve]));
    assert_eq!(bar(rig.service.team(alone.id).await), TeamBar::NoTeam);
    let store = rig.service.store();
    assert_eq!(store.team_invitation(third.id, anna).await.unwrap(), None);
    assert_eq!(store.team_invitation(alone.id, ben).await.unwrap(), None);
    assert_eq!(store.teams_with(anna, None).await.unwrap(), []);
    // Nobody gets back in who is gone.
    let late = rig.service.handle_team(who(anna), team.id, &TeamWish::Accept).await;
    assert!(late.is_err());
    let rig = rig.restart().await;
    assert_eq!(rig.service.team(team.id).await.unwrap().captain, ben);
}

/// A group's id changes: its teams are those of the new one, and two of one name live on side by side.
#[tokio::test]
async fn a_group_takes_its_teams_along() {
    let rig = Rig::new().await;
    let (anna, ben) = (rig.player(ANNA).await, rig.player(BEN).await);
    let group = |chat| Place {
        venue: Venue {
            platform: Platform::Telegram,
            chat,
        },
        channel: 0,
    };
    let (old, new) = (group(-5), group(-1_000_000_000_005));
    let service = &rig.service;
    let red = service.make_team(who(anna), old, "Red", false, None).await.unwrap();
    let twin = service.make_team(who(ben), new, "red", false, None).await.unwrap();
    service
        .migrate_chat(Platform::Telegram, -5, new.venue.chat)
        .await
        .unwrap();
    service
        .migrate_chat(Platform::Telegram, -5, new.venue.chat)
        .await
        .unwrap();
    let (teams, count) = service.teams_of(new.venue, 10, 0).await.unwrap();
    assert_eq!(count, 2, "{teams:?}");
    assert_eq!(service.team(red.id).await.unwrap().venue, new.venue);
    assert_eq!(
        service.team_called(new.venue, "Red").await.unwrap().unwrap().id,
        twin.id
    );
    wish(&rig, anna, red.id, TeamWish::Rename("Reds".to_owned()))
        .await
        .unwrap();
    assert_eq!(
        service.team_called(new.venue, "reds").await.unwrap().unwrap().id,
        red.id
    );
}
