//! Teams on a server: made, filled, led and ended by what people can type and press.

use jinlami::id::{Place, Platform, Venue};

use super::host::Club;
use crate::fakes::discord::{Button, Message, Opt, User, opt, permission};

/// A member of the server.
fn member(club: &Club, name: &str) -> User {
    let user = club.discord.user(name, "en-US");
    club.discord.join(&club.guild, &user);
    user
}

async fn asks(club: &Club, who: &User, command: &str, options: &[(&str, Opt)]) -> Message {
    who.slash(&club.channel, command, options).await.response().await
}

fn labelled(label: &'static str) -> impl Fn(&Button) -> bool {
    move |button: &Button| button.label == label
}

/// C-046, C-061: a name like a call to everybody calls nobody; an invitation calls one, and only that one can answer it, also
/// after a restart; the captain goes and the oldest member leads; a moderator ends it.
#[tokio::test(flavor = "multi_thread")]
async fn a_team_is_made_filled_led_and_ended() {
    let mut club = Club::open().await;
    let (eve, mo) = (member(&club, "Eve"), member(&club, "Mo"));
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    let name = "@everyone **Red** <@1>";
    let made = asks(&club, &club.anna, "team create", &[("name", opt(name))]).await;
    assert!(
        !made.is_only_me() && made.content.contains("Captain: Anna"),
        "{}",
        made.content
    );
    for user in [&club.anna, &club.ben, &eve, &mo] {
        assert!(user.pings().is_empty(), "nobody is called");
    }
    let twin = asks(
        &club,
        &club.ben,
        "team create",
        &[("name", opt("@EVERYONE **red** <@1>"))],
    )
    .await;
    assert!(
        twin.content.contains("Another team here has that name"),
        "{}",
        twin.content
    );
    assert!(twin.is_only_me());

    let refused = asks(&club, &club.ben, "team invite", &[("player", opt(&eve))]).await;
    assert!(
        refused.content.contains("You are in no team here"),
        "{}",
        refused.content
    );
    let asked = asks(&club, &club.anna, "team invite", &[("player", opt(&club.ben))]).await;
    assert!(
        !asked.is_only_me() && asked.content.contains("asks you to come into team"),
        "{}",
        asked.content
    );
    assert_eq!(club.ben.pings().len(), 1);
    // The same question again calls nobody a second time.
    asks(&club, &club.anna, "team invite", &[("player", opt(&club.ben))]).await;
    assert_eq!(club.ben.pings().len(), 1);
    let stranger = eve.press(&asked, labelled("Accept")).await.private().await;
    assert!(
        stranger.content.contains("no invitation for you"),
        "{}",
        stranger.content
    );
    club.restart().await;
    let asked = club.discord.message(&asked);
    club.ben.press(&asked, labelled("Accept")).await.acknowledged().await;
    let joined = || club.discord.message(&asked).content.contains("Ben is now in team");
    club.discord.eventually("the invitation is answered", joined).await;
    assert!(club.discord.message(&asked).content.contains("2 members"));

    let set = asks(&club, &club.anna, "team open", &[("set", opt("on"))]).await;
    assert!(set.content.contains("Everybody may now join"), "{}", set.content);
    let came = eve.press(&set, labelled("Join")).await.response().await;
    assert!(
        came.content.contains("Eve is now in team") && came.content.contains("3 members"),
        "{}",
        came.content
    );
    let roster = asks(&club, &eve, "team roster", &[]).await;
    assert!(roster.is_only_me(), "{}", roster.content);
    for line in ["Anna (captain)", "Ben", "Eve", "3 of at most 32"] {
        assert!(roster.content.contains(line), "{line}: {}", roster.content);
    }
    let list = asks(&club, &mo, "team list", &[]).await;
    assert!(
        list.content.contains("One team here") && list.content.contains("3 members"),
        "{}",
        list.content
    );

    let no = asks(&club, &club.ben, "team kick", &[("player", opt(&eve))]).await;
    assert!(no.content.contains("Only the captain"), "{}", no.content);
    let gone = asks(&club, &club.anna, "team leave", &[]).await;
    assert!(gone.content.contains("The captain is now Ben"), "{}", gone.content);
    let gone = asks(&club, &club.ben, "team kick", &[("player", opt(&eve))]).await;
    assert!(gone.content.contains("Eve is no longer in team"), "{}", gone.content);
    let renamed = asks(&club, &club.ben, "team rename", &[("name", opt("Blue"))]).await;
    assert!(renamed.content.contains("is now called"), "{}", renamed.content);

    let no = asks(&club, &eve, "team disband", &[("team", opt("blue"))]).await;
    assert!(no.content.contains("Only the captain"), "{}", no.content);
    let question = asks(&club, &mo, "team disband", &[("team", opt("blue"))]).await;
    assert!(
        question.is_only_me() && question.content.contains("End team"),
        "{}",
        question.content
    );
    mo.press(&question, labelled("Yes, end it")).await.acknowledged().await;
    let venue = Venue {
        platform: Platform::Discord,
        chat: club.guild.id.cast_signed(),
    };
    let ended = async || club.service().teams_of(venue, 5, 0).await.unwrap().1 == 0;
    while !ended().await {
        tokio::task::yield_now().await;
    }
    let told = || {
        let messages = club.discord.messages(&club.channel);
        messages.iter().any(|message| message.content.contains("Mo ended team"))
    };
    club.discord.eventually("everybody is told", told).await;
    let log = asks(&club, &mo, "team log", &[]).await;
    for line in [
        "made as",
        "invited Ben",
        "Ben came in",
        "Eve came in",
        "sent Eve away",
        "renamed to Blue",
        "ended",
    ] {
        assert!(log.content.contains(line), "{line}: {}", log.content);
    }
    let log = asks(&club, &mo, "ginadmin log", &[]).await;
    assert!(log.content.contains("Mo: ended a team (Blue)"), "{}", log.content);
    let no = asks(&club, &club.ben, "team log", &[]).await;
    assert!(no.content.contains("Only moderators"), "{}", no.content);
    club.assert_tidy(&[&club.channel]);
    let place = Place { venue, channel: 1 };
    assert!(club.service().team_called(place.venue, "blue").await.unwrap().is_none());
}

/// Moderators say who makes teams here, and everybody sees it in what is set.
#[tokio::test(flavor = "multi_thread")]
async fn who_makes_teams_is_set_by_moderators() {
    let club = Club::open().await;
    let mo = member(&club, "Mo");
    club.discord.allow_user(&club.channel, &mo, permission::MANAGE_GUILD);
    let now = asks(&club, &mo, "ginadmin teams", &[]).await;
    assert!(
        now.content.contains("Teams here are made by everybody"),
        "{}",
        now.content
    );
    let set = asks(&club, &mo, "ginadmin teams", &[("who", opt("admins"))]).await;
    assert!(
        set.is_only_me() && set.content.contains("Teams here are made by moderators"),
        "{}",
        set.content
    );
    let all = asks(&club, &mo, "ginadmin settings", &[]).await;
    assert!(
        all.content.contains("Teams here are made by moderators"),
        "{}",
        all.content
    );
    let name = [("name", opt("Red"))];
    let no = asks(&club, &club.anna, "team create", &name).await;
    assert!(
        no.is_only_me() && no.content.contains("Only moderators make teams"),
        "{}",
        no.content
    );
    let made = asks(&club, &mo, "team create", &name).await;
    assert!(made.content.contains("Captain: Mo"), "{}", made.content);
    asks(&club, &mo, "ginadmin teams", &[("who", opt("everybody"))]).await;
    let made = asks(&club, &club.anna, "team create", &[("name", opt("Blue"))]).await;
    assert!(made.content.contains("Captain: Anna"), "{}", made.content);
    let log = asks(&club, &mo, "ginadmin log", &[]).await;
    assert!(
        log.content.contains("set who may make teams (admins)"),
        "{}",
        log.content
    );
    club.assert_tidy(&[&club.channel]);
}
