//! The updates on their way to the bot: long polling and webhook.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::Inner;
use super::params::Params;
use super::world::{Refusal, Reply, World, bad, conflict};

/// Kinds that are only sent when asked for by name.
const ON_REQUEST: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

#[derive(Clone)]
pub struct Update {
    pub id: u32,
    pub body: Value,
}

#[derive(Clone)]
pub struct Webhook {
    pub url: String,
    pub secret: Option<String>,
    pub max_connections: i64,
    pub last_error: Option<(i64, String)>,
}

pub struct Queue {
    next: u32,
    pub pending: VecDeque<Update>,
    /// Everything ever queued, so that a test can send an update again.
    pub sent: Vec<Update>,
    /// Copies to deliver again whatever the offset says.
    pub again: Vec<Update>,
    pub held: bool,
    pub allowed: Vec<String>,
    pub webhook: Option<Webhook>,
    poll: u64,
    hook: u64,
}

enum Taken {
    Ready(Vec<Value>),
    Nothing,
    Superseded,
}

impl Queue {
    pub fn new() -> Self {
        Queue {
            next: 480_000_001,
            pending: VecDeque::new(),
            sent: Vec::new(),
            again: Vec::new(),
            held: false,
            allowed: Vec::new(),
            webhook: None,
            poll: 0,
            hook: 0,
        }
    }

    pub fn push(&mut self, kind: &str, body: Value) -> Option<u32> {
        let wanted = if self.allowed.is_empty() {
            !ON_REQUEST.contains(&kind)
        } else {
            self.allowed.iter().any(|allowed| allowed == kind)
        };
        if !wanted {
            return None;
        }
        let id = self.next;
        self.next += 1;
        let update = Update {
            id,
            body: json!({"update_id": id, kind: body}),
        };
        self.pending.push_back(update.clone());
        self.sent.push(update);
        Some(id)
    }

    fn allow(&mut self, params: &Params) -> Result<(), Refusal> {
        if let Some(list) = params.json("allowed_updates") {
            let list = list
                .as_array()
                .ok_or_else(|| bad("can't parse allowed_updates: expected an Array"))?;
            self.allowed = list.iter().filter_map(Value::as_str).map(Into::into).collect();
        }
        Ok(())
    }

    fn confirm(&mut self, offset: i64) {
        if offset < 0 {
            let keep = usize::try_from(-offset).unwrap_or(usize::MAX);
            while self.pending.len() > keep {
                self.pending.pop_front();
            }
        } else {
            self.pending.retain(|update| i64::from(update.id) >= offset);
        }
    }

    fn take(&mut self, poll: u64, limit: usize) -> Taken {
        if self.webhook.is_some() || self.poll != poll {
            return Taken::Superseded;
        }
        if self.held {
            return Taken::Nothing;
        }
        let mut ready: Vec<Value> = self.again.drain(..).map(|update| update.body).collect();
        ready.extend(
            self.pending
                .iter()
                .take(limit.saturating_sub(ready.len()))
                .map(|update| update.body.clone()),
        );
        if ready.is_empty() {
            Taken::Nothing
        } else {
            Taken::Ready(ready)
        }
    }
}

/// `getUpdates`: the newest poller wins, the older one is told 409.
pub async fn get_updates(inner: &Arc<Inner>, params: &Params) -> Reply {
    let limit = params.int("limit").unwrap_or(100).clamp(1, 100);
    let limit = usize::try_from(limit).unwrap_or(1);
    let timeout = u64::try_from(params.int("timeout").unwrap_or(0).clamp(0, 50)).unwrap_or(0);
    let mut changes = inner.changed.subscribe();
    let poll = inner.change(|world| {
        let queue = &mut world.queue;
        if queue.webhook.is_some() {
            return Err(conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
            ));
        }
        queue.allow(params)?;
        queue.confirm(params.int("offset").unwrap_or(0));
        queue.poll += 1;
        Ok(queue.poll)
    })?;
    let deadline = tokio::time::Instant::now() + Duration::from_secs(timeout);
    loop {
        changes.mark_unchanged();
        match inner.quietly(|world| world.queue.take(poll, limit)) {
            Taken::Ready(updates) => return Ok(Value::Array(updates)),
            Taken::Superseded => return Err(superseded(inner)),
            Taken::Nothing => {}
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return Ok(json!([])) },
            () = tokio::time::sleep_until(deadline) => return Ok(json!([])),
        }
    }
}

fn superseded(inner: &Arc<Inner>) -> Refusal {
    if inner.quietly(|world| world.queue.webhook.is_some()) {
        conflict("terminated by setWebhook request")
    } else {
        conflict("terminated by other getUpdates request; make sure that only one bot instance is running")
    }
}

/// `setWebhook`; like a self-hosted server it takes plain http and any port.
pub fn set_webhook(inner: &Arc<Inner>, params: &Params) -> Reply {
    let url = params.text("url").unwrap_or_default();
    if url.is_empty() {
        return delete_webhook(inner, params);
    }
    let parsed = url::Url::parse(&url).map_err(|_| bad("bad webhook: Wrong HTTP URL"))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(bad("bad webhook: An HTTPS URL must be provided for webhook"));
    }
    let secret = params.text("secret_token");
    let fit = |secret: &String| {
        (1..=256).contains(&secret.len())
            && secret
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    if secret.as_ref().is_some_and(|secret| !fit(secret)) {
        return Err(bad("secret token contains unallowed characters"));
    }
    let hook = inner.change(|world| {
        let queue = &mut world.queue;
        queue.allow(params)?;
        if params.flag("drop_pending_updates") {
            queue.pending.clear();
        }
        let max_connections = params.int("max_connections").unwrap_or(40);
        queue.webhook = Some(Webhook {
            url,
            secret,
            max_connections,
            last_error: None,
        });
        queue.hook += 1;
        Ok(queue.hook)
    })?;
    tokio::spawn(deliver(Arc::downgrade(inner), hook));
    Ok(json!(true))
}

pub fn delete_webhook(inner: &Arc<Inner>, params: &Params) -> Reply {
    inner.change(|world| {
        if params.flag("drop_pending_updates") {
            world.queue.pending.clear();
        }
        world.queue.webhook = None;
        world.queue.hook += 1;
    });
    Ok(json!(true))
}

pub fn webhook_info(world: &World) -> Value {
    let queue = &world.queue;
    let mut info = json!({
        "url": "", "has_custom_certificate": false, "pending_update_count": queue.pending.len(),
    });
    if let Some(hook) = &queue.webhook {
        info["url"] = json!(hook.url);
        info["max_connections"] = json!(hook.max_connections);
        info["ip_address"] = json!("127.0.0.1");
        if let Some((at, text)) = &hook.last_error {
            info["last_error_date"] = json!(at);
            info["last_error_message"] = json!(text);
        }
    }
    if !queue.allowed.is_empty() {
        info["allowed_updates"] = json!(queue.allowed);
    }
    info
}

/// Posts updates one by one in order, each again until the bot answers 2xx.
async fn deliver(inner: std::sync::Weak<Inner>, hook: u64) {
    let client = reqwest::Client::builder()
        .timeout(Duration::from_secs(10))
        .build()
        .expect("a plain client builds");
    let mut pause = Duration::from_millis(50);
    loop {
        let Some(strong) = inner.upgrade() else { return };
        let mut changes = strong.changed.subscribe();
        changes.mark_unchanged();
        let next = strong.quietly(|world| {
            let queue = &world.queue;
            if queue.hook != hook {
                return None;
            }
            let update = queue
                .again
                .first()
                .or(queue.pending.front())
                .filter(|_| !queue.held)
                .cloned();
            Some((queue.webhook.clone()?, update))
        });
        drop(strong);
        let Some((webhook, update)) = next else { return };
        let Some(update) = update else {
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        };
        let mut request = client.post(&webhook.url).json(&update.body);
        if let Some(secret) = &webhook.secret {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        let problem = match request.send().await {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("Wrong response from the webhook: {}", answer.status())),
            Err(error) => Some(error.to_string()),
        };
        let Some(strong) = inner.upgrade() else { return };
        let failed = problem.is_some();
        strong.change(|world| {
            let now = world.now();
            let queue = &mut world.queue;
            match (problem, queue.webhook.as_mut()) {
                (Some(text), Some(webhook)) => webhook.last_error = Some((now, text)),
                (None, _) => {
                    if queue.again.first().is_some_and(|first| first.id == update.id) {
                        queue.again.remove(0);
                    } else {
                        queue.pending.retain(|waiting| waiting.id != update.id);
                    }
                }
                (Some(_), None) => {}
            }
        });
        drop(strong);
        if failed {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        } else {
            pause = Duration::from_millis(50);
        }
    }
}
