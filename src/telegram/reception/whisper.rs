//! What one person alone may read: said in private, shown to them alone in the group, or the way to the private chat.

use std::sync::Arc;

use teloxide::types::CallbackQueryId;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Reception;
use crate::id::Place;
use crate::service::SlotId;
use crate::telegram::errand::Errand;
use crate::telegram::failure::Failure;
use crate::telegram::office::{Alone, Job, Say, lock};
use crate::telegram::spot::Spot;
use crate::telegram::text::plain;
use crate::ui::{Button, Guest, Notice, Post, Press, Row, Style};

impl Reception {
    pub(super) fn say(&self, spot: &Spot, post: Post) {
        self.office.post(spot.chat, Job::Say(Box::new(self.reply(spot, post))));
    }

    /// Tells a group what was done in a private chat.
    pub(super) fn spread(&self, news: Option<Box<(Place, Post)>>) {
        let Some((place, post)) = news.map(|news| *news) else {
            return;
        };
        let thread = i32::try_from(place.channel).ok().filter(|thread| *thread > 1);
        let say = Say {
            thread,
            ..Say::new(post)
        };
        self.office.post(place.venue.chat, Job::Say(Box::new(say)));
    }

    /// In a group it must be seen which command is answered.
    pub(super) fn reply(&self, spot: &Spot, post: Post) -> Say {
        Say {
            thread: spot.thread,
            reply_to: spot.message.filter(|_| !spot.private),
            ..Say::new(post)
        }
    }

    /// Whether this speaker may be answered in the group what belongs into a private chat that is closed.
    pub(super) fn may_say(&self, guest: &Guest, spot: &Spot) -> bool {
        lock(&self.aloud).claim(guest.account.user, spot.chat, Instant::now())
    }

    /// Says something to everybody; where the chat or the topic is closed to the bot, at least to whoever asked.
    pub(super) fn say_or_whisper(
        self: &Arc<Self>,
        guest: &Guest,
        spot: &Spot,
        post: Post,
        slot: Option<(SlotId, i64)>,
    ) {
        let (done, arrived) = oneshot::channel();
        let say = Say {
            slot,
            done: Some(done),
            ..self.reply(spot, post.clone())
        };
        self.office.post(spot.chat, Job::Say(Box::new(say)));
        // Nobody in particular has no private chat.
        if spot.private || guest.account.user < 0 {
            return;
        }
        let (office, person) = (Arc::clone(&self.office), guest.account.user);
        self.office.spawn(async move {
            if let Ok(Err(Failure::Outside | Failure::Gone(_) | Failure::Topic)) = arrived.await {
                office.post(person, Job::Say(Box::new(Say::new(post))));
            }
        });
    }

    /// Says something to a person alone; where that is impossible, the fallback, and that seldom.
    pub(super) fn whisper(
        self: &Arc<Self>,
        guest: &Guest,
        spot: &Spot,
        post: Post,
        slot: Option<(SlotId, i64)>,
        fallback: Fallback,
    ) {
        let (done, arrived) = oneshot::channel();
        let say = Say {
            slot,
            done: Some(done),
            ..Say::new(post.clone())
        };
        self.office.post(guest.account.user, Job::Say(Box::new(say)));
        let (reception, guest, spot) = (Arc::clone(self), guest.clone(), *spot);
        self.office.spawn(async move {
            if !matches!(arrived.await, Ok(Err(failure)) if failure.unreachable()) {
                return;
            }
            drop(reception.office.service.unreachable(guest.account).await);
            let shown = reception.show_alone(&guest, &spot, post.clone(), None).await;
            if matches!(shown.await, Ok(Ok(()))) {
                return;
            }
            match fallback {
                Fallback::Words { counted } if counted || reception.may_say(&guest, &spot) => {
                    let post = Post { private: false, ..post };
                    reception.say(&spot, post);
                }
                Fallback::Words { .. } => {}
                Fallback::Open(errand) => reception.offer_private(&guest, &spot, errand).await,
            }
        });
    }

    /// Shows something in the group to a person alone, where that is wanted and the server can; tells what came of it.
    pub(super) async fn show_alone(
        &self,
        guest: &Guest,
        spot: &Spot,
        post: Post,
        query: Option<CallbackQueryId>,
    ) -> oneshot::Receiver<Result<(), Failure>> {
        let (done, shown) = oneshot::channel();
        // Only words can be shown that way.
        if spot.private || post.document.is_some() || !self.office.shows_alone() {
            // Dropped, which says that nothing came of it.
            return shown;
        }
        let alone = Alone {
            reader: guest.account.user,
            query,
            cover: plain(&self.office.desk.notice(guest, Notice::OnlyYou).await),
        };
        let say = Say {
            thread: spot.thread,
            alone: Some(alone),
            done: Some(done),
            ..Say::new(post)
        };
        self.office.post(spot.chat, Job::Say(Box::new(say)));
        shown
    }

    /// "Open our private chat", with the button that does it; seldom.
    pub(super) async fn offer_private(&self, guest: &Guest, spot: &Spot, errand: Option<Errand>) {
        if !self.may_say(guest, spot) {
            return;
        }
        let notice = match errand {
            Some(Errand::Hand) => Notice::OpenPrivate,
            Some(_) => Notice::OpenErrand,
            None => Notice::OpenAgain,
        };
        let text = self.office.desk.notice(guest, notice).await;
        let label = plain(&self.office.desk.notice(guest, Notice::OpenLabel).await);
        let link = format!("https://t.me/{}", self.me);
        let press = Press::Link(match errand {
            Some(errand) => format!("{link}?start={}", errand.payload()),
            None => link,
        });
        let post = Post {
            text,
            rows: vec![Row::Buttons(vec![Button {
                label,
                press,
                style: Style::Primary,
            }])],
            ..Post::default()
        };
        self.say(spot, post);
    }

    /// What was sent in private says it; where that is impossible, it is shown in the group to the person alone, or the way to
    /// the private chat is.
    pub(super) async fn otherwise(
        self: &Arc<Self>,
        arrived: oneshot::Receiver<Result<(), Failure>>,
        guest: Guest,
        spot: Spot,
        post: Post,
    ) {
        if !matches!(arrived.await, Ok(Err(failure)) if failure.unreachable()) {
            return;
        }
        drop(self.office.service.unreachable(guest.account).await);
        let shown = self.show_alone(&guest, &spot, post, None).await;
        if !matches!(shown.await, Ok(Ok(()))) {
            self.offer_private(&guest, &spot, None).await;
        }
    }
}

/// What is said aloud where a person can't be written to.
pub(super) enum Fallback {
    /// The way to the private chat, where this is asked again by itself.
    Open(Option<Errand>),
    /// The words themselves.
    Words {
        /// They were counted as an answer for all to see.
        counted: bool,
    },
}
