//! Who saw what.

use super::*;
use crate::fakes::discord::{Where, opt, permission};
use serenity::{
    ButtonStyle, CreateActionRow, CreateAttachment, CreateButton, CreateInteractionResponse as Respond,
    CreateInteractionResponseMessage as Card, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

#[tokio::test]
async fn a_story_through_serenity() {
    let Club {
        discord,
        channel,
        anna,
        ben,
        ..
    } = Club::open().await;
    let cleo = discord.user("Cleo", "en-US");
    let bot = Bot::start(&discord).await;
    discord.commands_registered().await;

    // A command with a resolved user, answered in public with buttons.
    let asked = anna
        .slash(&channel, "gin challenge", &[("opponent", opt(&ben)), ("hands", opt(3))])
        .await;
    let command = bot.command().await;
    assert_eq!(command.user.id.get(), anna.id);
    assert_eq!(command.locale, "en-US");
    assert_eq!(command.guild_locale.as_deref(), Some("zh-CN"));
    assert!(command.app_permissions.expect("in a server").attach_files());
    let [
        serenity::ResolvedOption {
            value: serenity::ResolvedValue::SubCommand(options),
            ..
        },
    ] = &command.data.options()[..]
    else {
        panic!("one sub-command: {:?}", command.data);
    };
    assert!(matches!(&options[0].value, serenity::ResolvedValue::User(user, Some(_)) if user.id.get() == ben.id));
    assert!(matches!(options[1].value, serenity::ResolvedValue::Integer(3)));
    let buttons = vec![
        CreateButton::new("yes").label("Accept").style(ButtonStyle::Success),
        CreateButton::new("no").label("Decline").style(ButtonStyle::Danger),
    ];
    let card = Card::new()
        .content(format!("<@{}>, play?", ben.id))
        .components(vec![CreateActionRow::Buttons(buttons)]);
    command
        .create_response(&bot.http, Respond::Message(card))
        .await
        .expect("in time");
    let challenge = asked.response().await;
    assert_eq!(challenge.labels(), ["Accept", "Decline"]);
    assert_eq!(asked.acknowledged().await, 4);
    assert!(asked.answered_after().is_some_and(|after| after < 3 * SECOND));
    assert!(challenge.since >= asked.pressed_at());
    assert_eq!(challenge.author, discord.application());
    assert_eq!(challenge.button("Acc").map(|button| button.style), Some(3));
    assert_eq!(ben.pings().len(), 1, "a new message rings");

    // A press; the message is changed in place and the picture comes with words.
    let pressed = ben.press(&challenge, "Accept").await;
    let component = bot.component().await;
    assert_eq!(component.message.id.get(), challenge.id);
    assert_eq!(component.data.custom_id, "yes");
    let picture = CreateAttachment::bytes(PNG, "table.png").description("An empty table");
    let card = Card::new().content("Hand 1").components(vec![]).add_file(picture);
    component
        .create_response(&bot.http, Respond::UpdateMessage(card))
        .await
        .expect("in time");
    let table = pressed.response().await;
    assert_eq!(table.id, challenge.id);
    assert_eq!(table.alts(), ["An empty table"]);
    assert_eq!(table.pictures[0].content_type, "image/png");
    assert_eq!(table.pictures[0].dimensions, Some((2, 1)));
    assert!(table.buttons.is_empty());
    assert_eq!(discord.history(&challenge).len(), 2);

    // A private message with a menu.
    let dm = serenity::UserId::new(anna.id)
        .create_dm_channel(&bot.http)
        .await
        .expect("opens");
    let options = vec![
        CreateSelectMenuOption::new("♠8", "s8"),
        CreateSelectMenuOption::new("♥J", "hj"),
    ];
    let menu = CreateSelectMenu::new("discard", CreateSelectMenuKind::String { options }).placeholder("Which card?");
    let letter = CreateMessage::new().content("Your hand: ♠8 ♥J").select_menu(menu);
    dm.id.send_message(&bot.http, letter).await.expect("dms are open");
    let hand = discord.until("Anna's hand", || anna.dms().pop()).await;
    assert_eq!(hand.selects[0].placeholder, "Which card?");
    anna.select(&hand, "♥J").await;
    let component = bot.component().await;
    assert!(component.member.is_none() && component.guild_id.is_none());
    let serenity::ComponentInteractionDataKind::StringSelect { values } = &component.data.kind else {
        panic!("a menu: {:?}", component.data);
    };
    assert_eq!(values, &["hj"]);
    component.defer(&bot.http).await.expect("in time");

    // The menu behind a person.
    anna.context_menu("Challenge", &ben, &channel).await;
    let command = bot.command().await;
    assert!(matches!(command.data.target(), Some(serenity::ResolvedTarget::User(user, _)) if user.id.get() == ben.id));

    // Who saw what: Ben the two public states, Anna these and her hand, Cleo nothing.
    let places = |user: &User| discord.seen_by(user).iter().map(|seen| seen.place).collect::<Vec<_>>();
    assert_eq!(places(&ben), [Where::Public, Where::Public]);
    assert_eq!(places(&anna), [Where::Public, Where::Public, Where::Dm]);
    assert_eq!(places(&cleo), []);
    let hand_seen = &discord.seen_by(&anna)[2];
    assert!(hand_seen.mentions("♥J"));
    assert_eq!(
        (hand_seen.message, hand_seen.channel, hand_seen.version),
        (hand.id, anna.dm_channel().id, 0)
    );
    assert_eq!(discord.seen_by(&ben)[1].pictures[0].bytes, PNG);
    assert!(discord.seen_by(&ben)[1].mentions("An empty table"));
    assert_eq!(discord.dms_opened(), 1);
    discord.assert_clean();
}

/// A grey picture of 2 × 1.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0";

#[tokio::test]
async fn an_only_me_answer_is_seen_by_the_presser_alone() {
    let Club {
        discord,
        channel,
        anna,
        ben,
        ..
    } = Club::open().await;
    let raw = Raw::new(&discord);
    register(&raw, &discord).await;
    let asked = anna.slash(&channel, "gin help", &[]).await;
    let secret = json!({"type": 4, "data": {"flags": 64, "content": "secret", "components": [row(&[("a", "Again")])]}});
    assert_eq!(respond(&raw, &asked, secret).await.0, 204);

    let answer = asked.private().await;
    assert!(answer.is_only_me());
    assert_eq!(anna.sees(&channel).len(), 1);
    assert_eq!(ben.sees(&channel).len(), 0);
    assert_eq!(discord.messages(&channel).len(), 0);
    assert!(discord.seen_by(&ben).is_empty());
    assert_eq!(discord.seen_by(&anna)[0].place, Where::OnlyMe);
    // The bot can't reach it through the channel, only through the interaction.
    let path = format!("{}/{}", messages(&channel), answer.id);
    assert_eq!(
        raw.refusal("PATCH", &path, json!({"content": "x"})).await,
        (404, 10_008)
    );
    let original = format!("{}/messages/@original", webhook(&discord, &asked));
    assert_eq!(raw.call("PATCH", &original, json!({"content": "edited"})).await.0, 200);
    assert_eq!(asked.private().await.content, "edited");
    let texts: Vec<String> = discord.seen_by(&anna).into_iter().map(|seen| seen.text).collect();
    assert_eq!(texts, ["secret", "edited"], "both versions were on her screen");
    // Its button works for her, and the answer to it may be only-me again.
    let again = anna.press(&answer, "Again").await;
    assert_eq!(again.payload()["message"]["flags"], 64);
    assert_eq!(
        respond(&raw, &again, json!({"type": 7, "data": {"content": "third"}}))
            .await
            .0,
        204
    );
    assert_eq!(anna.sees(&channel)[0].content, "third");
    // She dismisses it.
    discord.delete_message(&answer);
    assert_eq!(anna.sees(&channel).len(), 0);
    discord.assert_clean();
}

#[tokio::test]
async fn hidden_channels_late_comers_and_leavers() {
    let Club {
        discord,
        guild,
        channel,
        anna,
        ben,
    } = Club::open().await;
    let raw = Raw::new(&discord);
    discord.deny_user(&channel, &ben, permission::VIEW_CHANNEL);
    let (status, first) = raw.call("POST", &messages(&channel), json!({"content": "one"})).await;
    assert_eq!(status, 200);
    assert!(discord.seen_by(&ben).is_empty());
    let cleo = discord.user("Cleo", "en-US");
    discord.join(&guild, &cleo);
    assert_eq!(discord.seen_by(&cleo).len(), 1, "she can scroll up");
    discord.leave(&guild, &anna);
    let path = format!("{}/{}", messages(&channel), first["id"].as_str().expect("an id"));
    assert_eq!(raw.call("PATCH", &path, json!({"content": "two"})).await.0, 200);
    let texts = |user: &User| {
        discord
            .seen_by(user)
            .into_iter()
            .map(|seen| seen.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&anna), ["one"], "she has seen it and was gone before the edit");
    assert_eq!(
        texts(&cleo),
        ["two"],
        "the first version was over before she opened the channel for the first time"
    );
    discord.allow_user(&channel, &ben, permission::VIEW_CHANNEL);
    assert_eq!(texts(&ben), ["two"], "let in, he finds what stands there now");
    discord.assert_clean();
}

#[tokio::test]
async fn edits_do_not_ring_and_allowed_mentions_hold_back() {
    let Club {
        discord,
        guild,
        channel,
        anna,
        ben,
    } = Club::open().await;
    let raw = Raw::new(&discord);
    let call = format!("<@{}> and <@{}> @everyone", anna.id, ben.id);
    raw.call(
        "POST",
        &messages(&channel),
        json!({"content": call, "allowed_mentions": {"parse": []}}),
    )
    .await;
    assert!(anna.pings().is_empty());
    let only = json!({"content": call, "allowed_mentions": {"parse": [], "users": [ben.id.to_string()]}});
    let (_, message) = raw.call("POST", &messages(&channel), only).await;
    assert_eq!((anna.pings().len(), ben.pings().len()), (0, 1));
    let path = format!("{}/{}", messages(&channel), message["id"].as_str().expect("an id"));
    raw.call("PATCH", &path, json!({"content": format!("<@{}>", anna.id)}))
        .await;
    assert!(anna.pings().is_empty(), "an edit doesn't ring");
    discord.allow(&channel, permission::MENTION_EVERYONE);
    raw.call("POST", &messages(&channel), json!({"content": "@everyone"}))
        .await;
    assert_eq!(anna.pings().len(), 1);
    discord.nick(&guild, &anna, "@everyone");
    let member = raw
        .call("GET", &format!("/guilds/{}/members/{}", guild.id, anna.id), Value::Null)
        .await
        .1;
    assert_eq!(member["nick"], "@everyone");
    discord.assert_clean();
}
