//! What a test can do to groups, to the network and to time.

use std::time::Duration;

use serde_json::{Value, json};

use super::calls::{Call, Failure, Fault};
use super::floods::Limit;
use super::world::{ChatKind, Sender, Standing, Stored, Version, World};
use super::{FakeTelegram, Group, Message, Place, Topic, User, markup};

/// A trouble that lasts until this is dropped.
pub struct Faulty {
    tg: FakeTelegram,
    id: u64,
}

impl Drop for Faulty {
    fn drop(&mut self) {
        self.tg
            .inner
            .change(|world| world.faults.retain(|fault| fault.id != self.id));
    }
}

/// Groups.
impl FakeTelegram {
    /// A basic group with an owner and the bot in it.
    pub fn group(&self, title: &str) -> Group {
        self.found(title, ChatKind::Group, false)
    }

    /// A supergroup with an owner and the bot in it.
    pub fn supergroup(&self, title: &str) -> Group {
        self.found(title, ChatKind::Supergroup, false)
    }

    /// A supergroup with topics.
    pub fn forum(&self, title: &str) -> Group {
        self.found(title, ChatKind::Supergroup, true)
    }

    fn found(&self, title: &str, kind: ChatKind, forum: bool) -> Group {
        let key = self.inner.change(|world| {
            let owner = world.add_person(&format!("Owner of {title}"), None, Some("en"));
            let id = world.fresh_group_id(kind);
            world.add_chat(id, kind, title, forum);
            world.chat_mut(id).members.insert(owner, Standing::Owner);
            world.groups.push(id);
            welcome_bot(world, id, owner);
            world.groups.len() - 1
        });
        Group {
            inner: self.inner.clone(),
            key,
        }
    }

    /// Lets a person into a group.
    pub fn join(&self, group: &Group, person: &User) {
        let (chat, person) = (group.id(), person.id());
        self.inner.change(|world| {
            world.move_person(chat, person, person, Standing::Member);
            world.reveal_history(chat, person);
            let service = json!({"new_chat_members": [world.user(person)]});
            announce(world, chat, Sender::Person(person), service);
        });
    }

    /// A person leaves a group.
    pub fn leave(&self, group: &Group, person: &User) {
        let (chat, person) = (group.id(), person.id());
        self.inner.change(|world| {
            let service = json!({"left_chat_member": world.user(person)});
            announce(world, chat, Sender::Person(person), service);
            world.move_person(chat, person, person, Standing::Left);
        });
    }

    /// A person leaves a group so large that nobody is told.
    pub fn slip_away(&self, group: &Group, person: &User) {
        let (chat, person) = (group.id(), person.id());
        self.inner
            .change(|world| world.move_person(chat, person, person, Standing::Left));
    }

    /// The owner removes a person from a group for good.
    pub fn ban(&self, group: &Group, person: &User) {
        let (chat, owner, person) = (group.id(), group.owner().id(), person.id());
        self.inner.change(|world| {
            let service = json!({"left_chat_member": world.user(person)});
            announce(world, chat, Sender::Person(owner), service);
            world.move_person(chat, owner, person, Standing::Banned);
        });
    }

    /// Makes a member an administrator.
    pub fn promote(&self, group: &Group, person: &User, anonymous: bool) {
        let (chat, owner, person) = (group.id(), group.owner().id(), person.id());
        self.inner
            .change(|world| world.move_person(chat, owner, person, Standing::Admin { anonymous }));
    }

    /// Makes the bot an administrator.
    pub fn promote_bot(&self, group: &Group) {
        let (chat, owner) = (group.id(), group.owner().id());
        self.inner
            .change(|world| world.move_bot(chat, owner, Standing::Admin { anonymous: false }));
    }

    /// Takes the right to send texts or photos from the bot, or gives it back.
    pub fn restrict_bot(&self, group: &Group, texts: bool, photos: bool) {
        let (chat, owner) = (group.id(), group.owner().id());
        let to = if texts && photos {
            Standing::Member
        } else {
            Standing::Restricted { texts, photos }
        };
        self.inner.change(|world| world.move_bot(chat, owner, to));
    }

    /// Sets what the group allows everybody who is no administrator.
    pub fn allow_everybody(&self, group: &Group, texts: bool, photos: bool) {
        let chat = group.id();
        self.inner
            .change(|world| world.chat_mut(chat).everybody = (texts, photos));
    }

    /// Throws the bot out.
    pub fn kick_bot(&self, group: &Group) {
        let (chat, owner) = (group.id(), group.owner().id());
        self.inner.change(|world| world.move_bot(chat, owner, Standing::Banned));
    }

    /// Puts the bot into a group again.
    pub fn add_bot(&self, group: &Group) {
        let (chat, owner) = (group.id(), group.owner().id());
        self.inner.change(|world| welcome_bot(world, chat, owner));
    }

    /// The owner deletes the group.
    pub fn delete_group(&self, group: &Group) {
        let (chat, owner) = (group.id(), group.owner().id());
        self.inner.change(|world| {
            world.move_bot(chat, owner, Standing::Left);
            world.chat_mut(chat).deleted = true;
        });
    }

    /// A basic group becomes a supergroup: new id, both service messages, old messages out of the bot's reach.
    pub fn upgrade(&self, group: &Group) {
        let owner = group.owner().id();
        self.inner.change(|world| {
            let old = world.groups[group.key];
            assert!(
                world.chat(old).kind == ChatKind::Group,
                "only basic groups are upgraded"
            );
            let new = world.fresh_group_id(ChatKind::Supergroup);
            let title = world.chat(old).title.clone();
            world.add_chat(new, ChatKind::Supergroup, &title, false);
            world.chat_mut(new).members = world.chat(old).members.clone();
            world.chat_mut(new).bot = world.chat(old).bot;
            world.groups[group.key] = new;
            announce(world, old, Sender::Person(owner), json!({"migrate_to_chat_id": new}));
            announce(world, new, Sender::Person(owner), json!({"migrate_from_chat_id": old}));
            world.chat_mut(old).migrated_to = Some(new);
        });
    }

    /// Opens a topic in a forum.
    pub fn topic(&self, group: &Group, name: &str) -> Topic {
        let owner = group.owner().id();
        let id = self.inner.change(|world| {
            let chat = world.groups[group.key];
            assert!(world.chat(chat).forum, "only forums have topics");
            // The General topic owns number 1.
            world.chat_mut(chat).last_message = world.chat(chat).last_message.max(1);
            let service = json!({"forum_topic_created": {"name": name, "icon_color": 7_322_096}});
            let mut message = Stored::service(Sender::Person(owner), service);
            message.topic = true;
            let id = world.post(chat, message);
            world.chat_mut(chat).messages.get_mut(&id).expect("just posted").thread = Some(id);
            let topic = super::world::Topic {
                closed: false,
                deleted: false,
            };
            world.chat_mut(chat).topics.insert(id, topic);
            world.deliver(chat, id);
            id
        });
        Topic {
            group: group.clone(),
            id,
        }
    }

    /// Closes a topic.
    pub fn close_topic(&self, topic: &Topic) {
        self.turn_topic(topic, true);
    }

    /// Opens a closed topic again.
    pub fn reopen_topic(&self, topic: &Topic) {
        self.turn_topic(topic, false);
    }

    fn turn_topic(&self, topic: &Topic, closed: bool) {
        let (spot, owner) = (topic.spot(), topic.group.owner().id());
        self.inner.change(|world| {
            let entry = world
                .chat_mut(spot.chat)
                .topics
                .get_mut(&topic.id)
                .expect("the topic is there");
            entry.closed = closed;
            let service = if closed {
                json!({"forum_topic_closed": {}})
            } else {
                json!({"forum_topic_reopened": {}})
            };
            let mut message = Stored::service(Sender::Person(owner), service);
            (message.topic, message.thread) = (true, spot.thread);
            let id = world.post(spot.chat, message);
            world.deliver(spot.chat, id);
        });
    }

    /// Deletes a topic with its messages; bots are not told.
    pub fn delete_topic(&self, topic: &Topic) {
        let chat = topic.group.id();
        self.inner.change(|world| {
            let chat = world.chat_mut(chat);
            chat.topics.get_mut(&topic.id).expect("the topic is there").deleted = true;
            for message in chat
                .messages
                .values_mut()
                .filter(|message| message.thread == Some(topic.id))
            {
                message.deleted = true;
            }
        });
    }

    /// Closes the General topic of a forum.
    pub fn close_general(&self, group: &Group) {
        let (chat, owner) = (group.id(), group.owner().id());
        self.inner.change(|world| {
            world.chat_mut(chat).general_closed = true;
            announce(world, chat, Sender::Person(owner), json!({"forum_topic_closed": {}}));
        });
    }

    /// A person or moderator deletes a message; bots are not told.
    pub fn delete_message(&self, message: &Message) {
        self.inner.change(|world| {
            let chat = world.chat_mut(message.chat());
            chat.messages
                .get_mut(&message.id())
                .expect("a handle names a message")
                .deleted = true;
        });
    }

    /// A post of a linked channel shows up in its discussion group.
    pub fn auto_forward(&self, group: &Group, channel: &str, text: &str) {
        let chat = group.id();
        self.inner.change(|world| {
            let version = Version {
                text: Some(text.into()),
                entities: markup::typed(text),
                ..Version::default()
            };
            let sender = Sender::AutoForward(-1_004_000_777_000, channel.into());
            let id = world.post(chat, Stored::new(sender, version));
            world.deliver(chat, id);
        });
    }
}

fn announce(world: &mut World, chat: i64, sender: Sender, service: Value) {
    let id = world.post(chat, Stored::service(sender, service));
    world.deliver(chat, id);
}

fn welcome_bot(world: &mut World, chat: i64, by: i64) {
    world.move_bot(chat, by, Standing::Member);
    let service = json!({"new_chat_members": [world.bot_user()]});
    announce(world, chat, Sender::Person(by), service);
}

/// Trouble.
impl FakeTelegram {
    /// The next request that `picks` chooses goes wrong.
    pub fn fail_next(&self, picks: impl Fn(&Call) -> bool + Send + 'static, failure: Failure) {
        self.fault(Box::new(picks), failure, Some(1));
    }

    /// All requests that `picks` chooses go wrong until the guard is dropped.
    #[must_use]
    pub fn fail_always(&self, picks: impl Fn(&Call) -> bool + Send + 'static, failure: Failure) -> Faulty {
        Faulty {
            id: self.fault(Box::new(picks), failure, None),
            tg: self.clone(),
        }
    }

    fn fault(&self, picks: Box<dyn Fn(&Call) -> bool + Send>, failure: Failure, left: Option<usize>) -> u64 {
        self.inner.change(|world| {
            let id = u64::try_from(world.fresh()).unwrap_or_default();
            world.faults.push(Fault {
                id,
                picks,
                failure,
                left,
            });
            id
        })
    }

    /// Sends an update again, with the same number, whatever was confirmed.
    pub fn resend_update(&self, id: u32) {
        self.inner.change(|world| {
            let update = world.queue.sent.iter().find(|update| update.id == id).cloned();
            let update = update.unwrap_or_else(|| panic!("there never was an update {id}"));
            world.queue.again.push(update);
        });
    }

    /// Keeps new updates back until [`FakeTelegram::release_updates`].
    pub fn hold_updates(&self) {
        self.inner.change(|world| world.queue.held = true);
    }

    /// Lets the updates go that were held, in the order that `arrange` leaves.
    pub fn release_updates(&self, arrange: impl FnOnce(&mut Vec<Value>)) {
        self.inner.change(|world| {
            let queue = &mut world.queue;
            let mut bodies: Vec<Value> = queue.pending.iter().map(|update| update.body.clone()).collect();
            arrange(&mut bodies);
            let place = |update: &super::queue::Update| bodies.iter().position(|body| *body == update.body);
            queue.pending.retain(|update| place(update).is_some());
            queue.pending.make_contiguous().sort_by_key(place);
            queue.held = false;
        });
    }

    /// Moves the fake's clock by so many seconds (negative: what happens now is dated back).
    pub fn shift_clock(&self, seconds: i64) {
        self.inner.change(|world| world.clock_shift += seconds);
    }

    /// Whether this server has messages in groups that only one person sees; an older one leaves out what it does not know.
    pub fn know_ephemeral(&self, known: bool) {
        self.inner.change(|world| world.ephemeral = Some(known));
    }

    /// Limits sends and edits in each group; over it the bot gets 429.
    pub fn flood_groups(&self, count: usize, window: Duration) {
        self.inner
            .change(|world| world.floods.groups = Some(Limit { count, window }));
    }

    /// Limits sends and edits in each private chat; over it the bot gets 429.
    pub fn flood_privates(&self, count: usize, window: Duration) {
        self.inner
            .change(|world| world.floods.privates = Some(Limit { count, window }));
    }

    /// How many seconds a press can be answered.
    pub fn set_query_lifetime(&self, seconds: i64) {
        self.inner.change(|world| world.query_lifetime = seconds);
    }

    /// Privacy mode off: the bot hears everything in groups.
    pub fn let_bot_read_all(&self) {
        self.inner.change(|world| world.bot.reads_all = true);
    }
}

/// Book-keeping.
impl FakeTelegram {
    /// Every request of the bot so far.
    pub fn calls(&self) -> Vec<Call> {
        self.inner.quietly(|world| world.calls.clone())
    }

    /// How many requests of a method there were.
    pub fn count(&self, method: &str) -> usize {
        self.inner
            .quietly(|world| world.calls.iter().filter(|call| call.method == method).count())
    }

    /// The command menu of a scope ("default", "all_private_chats", …) and language ("" for all others).
    pub fn commands(&self, scope: &str, language: &str) -> Vec<(String, String)> {
        let key = (scope.to_owned(), language.to_owned());
        self.inner
            .quietly(|world| world.commands.lists.get(&key).cloned().unwrap_or_default())
    }

    /// Every update ever queued for the bot, oldest first.
    pub fn updates(&self) -> Vec<Value> {
        self.inner
            .quietly(|world| world.queue.sent.iter().map(|update| update.body.clone()).collect())
    }

    /// The number of the newest update.
    pub fn last_update(&self) -> Option<u32> {
        self.inner
            .quietly(|world| world.queue.sent.last().map(|update| update.id))
    }

    /// How many updates the bot has not confirmed.
    pub fn pending(&self) -> usize {
        self.inner.quietly(|world| world.queue.pending.len())
    }

    /// The webhook address, when one is set.
    pub fn webhook(&self) -> Option<String> {
        self.inner
            .quietly(|world| world.queue.webhook.as_ref().map(|hook| hook.url.clone()))
    }

    /// A message by chat and number, as the bot names it.
    pub fn message(&self, place: impl Place, id: i64) -> Option<Message> {
        self.messages(place).into_iter().find(|message| message.id() == id)
    }
}
