//! The gateway: heartbeats, resume, and the ways it says no.

use super::*;
use crate::fakes::discord::{GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT, opt};
use futures::{SinkExt, StreamExt};
use serenity::{CreateInteractionResponse as Respond, CreateInteractionResponseMessage as Card};
use tokio_tungstenite::tungstenite::Message as Frame;

#[tokio::test]
async fn a_dropped_socket_resumes_and_the_missed_press_arrives() {
    let Club {
        discord,
        channel,
        anna,
        ben,
        ..
    } = Club::open().await;
    let bot = Bot::start(&discord).await;
    assert_eq!(discord.identifies(), [GUILDS]);
    for break_it in [
        FakeDiscord::drop_sockets,
        FakeDiscord::ask_reconnect,
        |d: &FakeDiscord| d.close_sockets(4000),
    ] {
        let resumed = discord.resumes();
        // Both before the server's task runs again: the press is sent into a connection that is already lost.
        break_it(&discord);
        let asked = anna.slash(&channel, "gin challenge", &[("opponent", opt(&ben))]).await;
        let command = bot.command().await;
        assert_eq!(command.id.get(), asked.id);
        discord
            .eventually("it resumes", || discord.resumes() > resumed && discord.is_connected())
            .await;
    }
    assert_eq!(discord.identifies().len(), 1, "never a second session");
    discord.assert_clean();
}

#[tokio::test]
async fn a_forgotten_session_is_refused_and_begun_anew() {
    let Club {
        discord, channel, anna, ..
    } = Club::open().await;
    let bot = Bot::start(&discord).await;
    discord.forget_sessions();
    discord.drop_sockets();
    discord
        .eventually("a second session", || {
            discord.identifies().len() == 2 && discord.is_connected()
        })
        .await;
    assert_eq!(discord.resumes(), 0);
    let asked = anna.slash(&channel, "gin help", &[]).await;
    let card = Respond::Message(Card::new().content("Here"));
    bot.command()
        .await
        .create_response(&bot.http, card)
        .await
        .expect("in time");
    assert_eq!(asked.response().await.content, "Here");
    discord.invalidate_sessions(false);
    discord
        .eventually("a third session", || {
            discord.identifies().len() == 3 && discord.is_connected()
        })
        .await;
    discord.assert_clean();
}

#[tokio::test]
async fn heartbeats_are_answered_and_their_absence_is_noticed() {
    let Club { discord, .. } = Club::open().await;
    discord.set_limits(|limits| limits.heartbeat = Duration::from_millis(100));
    let _bot = Bot::start(&discord).await;
    discord
        .eventually("three heartbeats", || discord.heartbeats() >= 3)
        .await;
    assert_eq!(discord.connections(), 1);
    discord.stall_heartbeats(true);
    discord
        .eventually("a new connection", || discord.connections() > 1)
        .await;
    discord.stall_heartbeats(false);
    discord.connected().await;
}

#[tokio::test]
async fn a_privileged_intent_needs_the_switch() {
    let Club { discord, guild, .. } = Club::open().await;
    let mut bot = Bot::connect(&discord, GatewayIntents::GUILDS | GatewayIntents::GUILD_MEMBERS).await;
    discord.eventually("it is closed", || discord.closes() == [4014]).await;
    let end = tokio::time::timeout(PATIENCE, &mut bot.client)
        .await
        .expect("the client gives up")
        .expect("no panic");
    let refused = serenity::Error::Gateway(serenity::GatewayError::DisallowedGatewayIntents);
    assert_eq!(end.expect_err("refused").to_string(), refused.to_string());
    discord.allow_intents(GUILD_MEMBERS);
    let bot = Bot::connect(&discord, GatewayIntents::GUILDS | GatewayIntents::GUILD_MEMBERS).await;
    discord.connected().await;
    let cleo = discord.user("Cleo", "fr");
    discord.join(&guild, &cleo);
    let joined = bot.event(|event| match event {
        FullEvent::GuildMemberAddition { new_member } => Some(new_member.user.id.get()),
        _ => None,
    });
    assert_eq!(joined.await, cleo.id);
}

#[tokio::test]
async fn events_come_only_with_their_intent() {
    let Club {
        discord,
        guild,
        channel,
        anna,
        ..
    } = Club::open().await;
    let bot = Bot::start(&discord).await;
    // Neither a message nor a member may come; the outage that follows must be the next event.
    anna.say(&channel, "hello").await;
    discord.leave(&guild, &anna);
    discord.guild_outage(&guild, true);
    let next = bot
        .event(|event| (!matches!(event, FullEvent::GuildCreate { .. })).then_some(event))
        .await;
    let FullEvent::GuildDelete { incomplete, .. } = next else {
        panic!("{next:?}")
    };
    assert!(incomplete.unavailable, "an outage isn't a kick");
    discord.guild_outage(&guild, false);
    discord.kick_bot(&guild);
    let next = bot.event(|event| match event {
        FullEvent::GuildDelete { incomplete, .. } => Some(incomplete),
        _ => None,
    });
    assert!(!next.await.unavailable);

    discord.allow_intents(MESSAGE_CONTENT);
    let listener = Bot::connect(&discord, GatewayIntents::DIRECT_MESSAGES).await;
    discord
        .eventually("both are there", || discord.identifies().len() == 2)
        .await;
    anna.say(&anna.dm_channel(), "psst").await;
    let heard = listener.event(|event| match event {
        FullEvent::Message { new_message } => Some(new_message),
        _ => None,
    });
    assert!(heard.await.guild_id.is_none());
}

#[tokio::test]
async fn a_server_is_shown_with_its_channels_and_without_its_members() {
    let Club {
        discord,
        guild,
        channel,
        ..
    } = Club::open().await;
    discord.thread(&channel, "table 1");
    let bot = Bot::connect(&discord, GatewayIntents::GUILDS).await;
    let shown = bot.event(|event| match event {
        FullEvent::GuildCreate { guild, .. } => Some(guild),
        _ => None,
    });
    let shown = shown.await;
    assert_eq!((shown.id.get(), shown.preferred_locale.as_str()), (guild.id, "zh-CN"));
    assert_eq!(shown.channels.len(), 1);
    assert_eq!(shown.threads.len(), 1);
    assert_eq!(
        shown.members.keys().map(|id| id.get()).collect::<Vec<_>>(),
        [discord.application()]
    );
    assert_eq!(shown.member_count, 3);
    let new = discord.guild("Another");
    let shown = bot.event(|event| match event {
        FullEvent::GuildCreate { guild, .. } => Some(guild.id.get()),
        _ => None,
    });
    assert_eq!(shown.await, new.id);
}

#[tokio::test]
async fn any_event_may_be_sent_and_any_condition_waited_for() {
    let Club {
        discord,
        guild,
        channel,
        ..
    } = Club::open().await;
    let bot = Bot::start(&discord).await;
    let gone = json!({"id": channel.id.to_string(), "guild_id": guild.id.to_string(), "type": 0, "name": "gin"});
    discord.dispatch("CHANNEL_DELETE", GUILDS, &gone);
    let heard = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let listen = async {
        bot.event(|event| matches!(event, FullEvent::ChannelDelete { .. }).then_some(()))
            .await;
        heard.store(true, std::sync::atomic::Ordering::SeqCst);
        discord.ring();
    };
    let seen = || heard.load(std::sync::atomic::Ordering::SeqCst);
    tokio::join!(listen, discord.eventually("the bot has heard it", seen));
}

#[tokio::test]
async fn a_deleted_channel_is_told() {
    let Club { discord, channel, .. } = Club::open().await;
    let bot = Bot::start(&discord).await;
    discord.delete_channel(&channel);
    let gone = bot.event(|event| match event {
        FullEvent::ChannelDelete { channel, .. } => Some(channel.id.get()),
        _ => None,
    });
    assert_eq!(gone.await, channel.id);
    let raw = Raw::new(&discord);
    assert_eq!(
        raw.refusal("POST", &messages(&channel), json!({"content": "x"})).await,
        (404, 10_003)
    );
}

#[tokio::test]
async fn the_gateway_closes_with_the_right_codes() {
    let Club { discord, .. } = Club::open().await;
    let token = discord.token();
    let identify =
        |token: &str, intents: u64| json!({"op": 2, "d": {"token": token, "intents": intents, "properties": {}}});
    let cases = [
        (json!({"op": 77}), 4001),
        (json!("not an object with an op"), 4001),
        (json!({"op": 3, "d": {}}), 4003),
        (identify("wrong", 1), 4004),
        (identify(&token, 1 << 40), 4013),
        (identify(&token, MESSAGE_CONTENT), 4014),
        (
            json!({"op": 2, "d": {"token": token, "intents": 1, "properties": {}, "shard": [3, 2]}}),
            4010,
        ),
    ];
    for (first, code) in cases {
        assert_eq!(closed_with(&discord, &[first.to_string()]).await, code, "{first}");
    }
    assert_eq!(closed_with(&discord, &["{".into()]).await, 4002);
    let twice = identify(&token, 1).to_string();
    assert_eq!(closed_with(&discord, &[twice.clone(), twice]).await, 4005);
    let chatter = vec![json!({"op": 1, "d": null}).to_string(); 121];
    assert_eq!(closed_with(&discord, &chatter).await, 4008);
    let ahead = json!({"op": 6, "d": {"token": token, "session_id": session(&discord).await, "seq": 999}});
    assert_eq!(closed_with(&discord, &[ahead.to_string()]).await, 4007);
    discord.set_limits(|limits| limits.heartbeat = Duration::from_millis(10));
    assert_eq!(closed_with(&discord, &[identify(&token, 1).to_string()]).await, 4009);
}

#[tokio::test]
async fn a_goodbye_ends_the_session_and_old_ones_are_forgotten() {
    let Club { discord, .. } = Club::open().await;
    let mut first = socket(&discord).await;
    let name = session_over(&mut first, &discord).await;
    let goodbye = tokio_tungstenite::tungstenite::protocol::CloseFrame {
        code: 1000.into(),
        reason: "".into(),
    };
    let _ = first.send(Frame::Close(Some(goodbye))).await;
    let answer = async { while let Some(Ok(_)) = first.next().await {} };
    tokio::time::timeout(PATIENCE, answer)
        .await
        .expect("the goodbye is answered");
    discord.eventually("it is gone", || !discord.is_connected()).await;
    assert!(refused(&discord, &name).await);

    let mut names = Vec::new();
    for _ in 0..10 {
        names.push(session(&discord).await);
        discord.eventually("it is cut", || !discord.is_connected()).await;
    }
    assert!(refused(&discord, &names[0]).await);
    assert!(!refused(&discord, &names[9]).await);
}

/// Whether a RESUME of this session gets opcode 9.
async fn refused(discord: &FakeDiscord, session: &str) -> bool {
    let mut socket = socket(discord).await;
    let resume = json!({"op": 6, "d": {"token": discord.token(), "session_id": session, "seq": 0}});
    let _ = socket.send(Frame::text(resume.to_string())).await;
    while let Some(Ok(frame)) = socket.next().await {
        let event: Value = serde_json::from_str(frame.to_text().unwrap_or("null")).unwrap_or_default();
        if event["op"] == 9 || event["t"] == "RESUMED" {
            return event["op"] == 9;
        }
    }
    panic!("neither resumed nor refused");
}

async fn socket(
    discord: &FakeDiscord,
) -> impl StreamExt<Item = Result<Frame, tokio_tungstenite::tungstenite::Error>> + SinkExt<Frame> + Unpin {
    let (_, gateway) = Raw::new(discord).call("GET", "/gateway/bot", Value::Null).await;
    let url = format!("{}/?v=10&encoding=json", gateway["url"].as_str().expect("a url"));
    tokio_tungstenite::connect_async(url).await.expect("it listens").0
}

async fn closed_with(discord: &FakeDiscord, say: &[String]) -> u16 {
    let mut socket = socket(discord).await;
    for text in say {
        let _ = socket.send(Frame::text(text.clone())).await;
    }
    let end = async {
        while let Some(Ok(frame)) = socket.next().await {
            if let Frame::Close(Some(frame)) = frame {
                return frame.code.into();
            }
        }
        0
    };
    tokio::time::timeout(PATIENCE, end).await.expect("it closes")
}

/// Begins a session and leaves it behind without a goodbye; returns its name.
async fn session(discord: &FakeDiscord) -> String {
    let mut socket = socket(discord).await;
    session_over(&mut socket, discord).await
}

async fn session_over<S>(socket: &mut S, discord: &FakeDiscord) -> String
where
    S: StreamExt<Item = Result<Frame, tokio_tungstenite::tungstenite::Error>> + SinkExt<Frame> + Unpin,
{
    let identify = json!({"op": 2, "d": {"token": discord.token(), "intents": 1, "properties": {}}});
    let _ = socket.send(Frame::text(identify.to_string())).await;
    while let Some(Ok(frame)) = socket.next().await {
        let event: Value = serde_json::from_str(frame.to_text().unwrap_or("null")).unwrap_or_default();
        if event["t"] == "READY" {
            return event["d"]["session_id"].as_str().expect("a name").to_owned();
        }
    }
    panic!("no READY");
}
