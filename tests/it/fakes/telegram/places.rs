//! Places people write in: private chats, groups, topics.

use std::sync::Arc;

use super::Inner;
use super::people::User;
use super::world::{ChatKind, Standing};

/// A chat and, in a forum, the topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub chat: i64,
    pub thread: Option<i64>,
}

/// Anything that can be written in: a group, a topic, a person's private chat.
pub trait Place {
    fn spot(&self) -> Spot;
}

/// A group. The handle stays good when the group is upgraded and its id changes.
#[derive(Clone)]
pub struct Group {
    pub(super) inner: Arc<Inner>,
    pub(super) key: usize,
}

/// A topic of a forum.
#[derive(Clone)]
pub struct Topic {
    pub(super) group: Group,
    pub(super) id: i64,
}

impl Group {
    /// The chat id of today.
    pub fn id(&self) -> i64 {
        self.inner.quietly(|world| world.groups[self.key])
    }

    /// Who made the group.
    pub fn owner(&self) -> User {
        let id = self.inner.quietly(|world| {
            let members = &world.chat(world.groups[self.key]).members;
            members
                .iter()
                .find(|(_, standing)| **standing == Standing::Owner)
                .map(|(id, _)| *id)
        });
        User::new(self.inner.clone(), id.expect("every group has an owner"))
    }

    /// Whether it is a supergroup (by birth or by upgrade).
    pub fn is_supergroup(&self) -> bool {
        self.inner
            .quietly(|world| world.chat(world.groups[self.key]).kind == ChatKind::Supergroup)
    }
}

impl Topic {
    /// The thread id.
    pub fn id(&self) -> i64 {
        self.id
    }
}

impl Place for Group {
    fn spot(&self) -> Spot {
        Spot {
            chat: self.id(),
            thread: None,
        }
    }
}

impl Place for Topic {
    fn spot(&self) -> Spot {
        Spot {
            chat: self.group.id(),
            thread: Some(self.id),
        }
    }
}

impl Place for User {
    fn spot(&self) -> Spot {
        Spot {
            chat: User::id(self),
            thread: None,
        }
    }
}

impl<P: Place> Place for &P {
    fn spot(&self) -> Spot {
        (**self).spot()
    }
}
