//! A press is answered on its button, in its message, or in private.

use std::sync::Arc;

use teloxide::types::{CallbackQuery, CallbackQueryId};
use tokio::sync::oneshot;

use super::Reception;
use crate::telegram::office::{Job, Say};
use crate::telegram::press::Query;
use crate::telegram::spot::{Sender, Spot};
use crate::telegram::text::{TOAST, plain, shorten};
use crate::ui::{Answer, Ask, Guest, Notice, Post, Text};

impl Reception {
    pub(super) async fn press(self: &Arc<Self>, key: i64, press: CallbackQuery, query: &Query) {
        let CallbackQuery {
            from, message, data, ..
        } = press;
        let Some(token) = data else {
            return self.toast(query, None);
        };
        let regular = message.as_ref().and_then(|message| message.regular_message());
        let spot = match (&message, regular) {
            (_, Some(message)) => Spot::of(message),
            (Some(message), None) => Spot {
                chat: message.chat().id.0,
                thread: None,
                private: message.chat().is_private(),
                message: Some(message.id().0),
            },
            // Only a message sent by inline mode has no chat, and this bot sends none.
            (None, _) => return self.toast(query, None),
        };
        let Some(chat) = message.as_ref().map(|message| message.chat()) else {
            return;
        };
        if let Some(message) = spot.message {
            self.office.adopt(spot.chat, message, &token).await;
        }
        let mut guest = self.guest(key, chat, &spot, &from, &Sender::Person);
        let asker = guest.clone();
        let (reception, ask) = (Arc::clone(self), Ask::Press(token));
        let work = tokio::spawn(async move {
            let desk = &reception.office.desk;
            if let Some(refusal) = desk.admit(&guest, &ask).await {
                return (guest, refusal);
            }
            reception.rank(&mut guest, &ask, &spot).await;
            let answer = desk.serve(&guest, ask).await;
            (guest, answer)
        });
        match work.await {
            Ok((guest, answer)) => self.answer_press(guest, answer, spot, query).await,
            Err(error) => {
                tracing::error!(update = key, panic = error.is_panic(), "a press could not be handled");
                let excuse = self.office.desk.broke(&asker).await;
                self.toast(query, excuse.toast.map(|toast| (toast.text, toast.alert)));
            }
        }
        self.sign(&spot).await;
    }

    /// Brings the answer of a press to where it belongs.
    async fn answer_press(self: &Arc<Self>, guest: Guest, answer: Answer, spot: Spot, query: &Query) {
        let Answer {
            toast,
            post,
            replace,
            slot,
            public,
            news,
            ..
        } = answer;
        self.spread(news);
        if let Some(post) = public {
            self.say(&spot, post);
        }
        let mut arrival = None;
        match post {
            Some(post) if spot.private || !post.private => {
                let instead = spot.message.filter(|_| replace);
                let say = Say {
                    instead,
                    slot,
                    thread: spot.thread,
                    ..Say::new(post)
                };
                self.office.post(spot.chat, Job::Say(Box::new(say)));
            }
            // What only the asker may see never goes where others read.
            Some(post) => {
                let words = shorten(&plain(&post.text), TOAST);
                let (done, arrived) = oneshot::channel();
                let say = Say {
                    slot,
                    done: Some(done),
                    ..Say::new(post.clone())
                };
                self.office.post(guest.account.user, Job::Say(Box::new(say)));
                arrival = Some((arrived, words, post));
            }
            None => {}
        }
        match (query.take(), arrival) {
            (Some(query), None) => self.answer(query, toast.map(|toast| (toast.text, toast.alert))),
            (Some(id), Some((mut arrived, words, post))) => {
                let (reception, until) = (Arc::clone(self), query.until);
                self.office.spawn(async move {
                    let office = &reception.office;
                    let sent = tokio::time::timeout_at(until, &mut arrived).await;
                    let note = match &sent {
                        Ok(Ok(Err(failure))) if failure.unreachable() => {
                            drop(office.service.unreachable(guest.account).await);
                            let shown = reception
                                .show_alone(&guest, &spot, post.clone(), Some(id.clone()))
                                .await;
                            match tokio::time::timeout_at(until, shown).await {
                                Ok(Ok(Ok(()))) => (plain(&office.desk.notice(&guest, Notice::OnlyYou).await), false),
                                // No note holds a file.
                                _ if post.document.is_some() => {
                                    reception.offer_private(&guest, &spot, None).await;
                                    (plain(&office.desk.notice(&guest, Notice::OpenAgain).await), true)
                                }
                                _ => (toast.map_or(words, |toast| toast.text), true),
                            }
                        }
                        _ => (plain(&office.desk.notice(&guest, Notice::SentPrivately).await), false),
                    };
                    office.mouth.toast(id, Some((&note.0, note.1))).await;
                    if sent.is_err() {
                        reception.otherwise(arrived, guest, spot, post).await;
                    }
                });
            }
            // Too late for a note on the press itself.
            (None, Some((arrived, _, post))) => {
                let reception = Arc::clone(self);
                self.office
                    .spawn(async move { reception.otherwise(arrived, guest, spot, post).await });
            }
            (None, None) => {
                if let Some(toast) = toast {
                    let post = Post {
                        text: Text::from(toast.text),
                        private: true,
                        ..Post::default()
                    };
                    self.office.post(guest.account.user, Job::Say(Box::new(Say::new(post))));
                }
            }
        }
    }

    /// Answers a press unless it has its answer.
    fn toast(&self, query: &Query, note: Option<(String, bool)>) {
        if let Some(query) = query.take() {
            self.answer(query, note);
        }
    }

    fn answer(&self, query: CallbackQueryId, note: Option<(String, bool)>) {
        let office = Arc::clone(&self.office);
        self.office.spawn(async move {
            office
                .mouth
                .toast(query, note.as_ref().map(|(text, alert)| (text.as_str(), *alert)))
                .await;
        });
    }
}
