//! A command is answered where it was said, or in private.

use std::sync::Arc;

use super::Reception;
use super::whisper::Fallback;
use crate::id::Platform;
use crate::telegram::errand::Errand;
use crate::telegram::office::{Job, Say};
use crate::telegram::spot::{Sender, Spot};
use crate::ui::{Answer, Ask, Guest, Notice, Order, Post, TeamAsk, Text};

impl Reception {
    pub(super) async fn answer_command(self: &Arc<Self>, mut guest: Guest, ask: Ask, spot: Spot, sender: &Sender) {
        let refusal = self.office.desk.admit(&guest, &ask).await;
        // What was counted as an answer for all to see is no further load on the group, however it ends.
        let mut counted = refusal.is_none() && ask.is_loud(Platform::Telegram);
        match sender {
            _ if refusal.is_some() => {}
            Sender::Person => {
                // Names are shown as they are today, also where the question itself needs none.
                self.note(&guest, matches!(ask, Ask::Privacy { .. })).await;
                self.rank(&mut guest, &ask, &spot).await;
                counted |= refusal.is_none() && guest.admin && ask.governs();
            }
            // Telegram shows this name only to administrators of this very chat.
            Sender::Anonymous if impersonal(&ask) => guest.admin = true,
            Sender::Channel(_)
                if impersonal(&ask)
                    && !matches!(
                        ask,
                        Ask::Language { .. } | Ask::Settings(_) | Ask::Admin(_) | Ask::Team(_)
                    ) => {}
            Sender::Anonymous | Sender::Channel(_) => {
                let notice = if matches!(sender, Sender::Anonymous) {
                    Notice::Anonymous
                } else {
                    Notice::Channel
                };
                if counted || self.may_say(&guest, &spot) {
                    let text = self.office.desk.notice(&guest, notice).await;
                    let post = Post {
                        text,
                        ..Post::default()
                    };
                    self.say(&spot, post);
                }
                return;
            }
            Sender::Bot => return,
        }
        let ask = match ask {
            Ask::Admin(Order::Permissions(_)) => Ask::Admin(Order::Permissions(self.rights(&spot).await)),
            other => other,
        };
        let secret = matches!(ask, Ask::Hand);
        let errand = Errand::of(&ask);
        let (faceless, refused) = (!matches!(sender, Sender::Person), refusal.is_some());
        let answer = match refusal {
            Some(refusal) => refusal,
            None => self.office.desk.serve(&guest, ask).await,
        };
        let Answer {
            toast,
            post,
            slot,
            public,
            anew,
            hushed,
            news,
            ..
        } = answer;
        self.spread(news);
        if let Some(post) = public {
            let slot = anew.map(|slot| (slot.id, slot.want));
            self.say_or_whisper(&guest, &spot, post, slot);
        }
        if let Some(post) = post {
            // Nobody in particular has no private chat.
            if spot.private || !post.private || faceless {
                let say = Say {
                    slot,
                    ..self.reply(&spot, post)
                };
                self.office.post(spot.chat, Job::Say(Box::new(say)));
            } else {
                self.whisper(&guest, &spot, post, slot, Fallback::Open(errand));
            }
        }
        if let Some(toast) = toast {
            let post = Post {
                text: Text::from(toast.text),
                private: true,
                ..Post::default()
            };
            // Most refusals are nobody's secret: where the private chat is closed, it is said beside the command.
            let fallback = match secret || hushed {
                true => Fallback::Open(errand),
                false => Fallback::Words { counted },
            };
            if !spot.private && !faceless {
                self.whisper(&guest, &spot, post, None, fallback);
            } else if spot.private || !refused || self.may_say(&guest, &spot) {
                self.say(&spot, post);
            }
        }
    }
}

/// What can be asked without being a person.
fn impersonal(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Language { venue: true, .. }
            | Ask::Settings(_)
            | Ask::Admin(_)
            | Ask::Team(
                TeamAsk::Help
                    | TeamAsk::List
                    | TeamAsk::Roster { .. }
                    | TeamAsk::Rename { .. }
                    | TeamAsk::Disband { .. }
                    | TeamAsk::Log
            )
            | Ask::Leaders(_)
            | Ask::Seasons
            | Ask::Rules { .. }
            | Ask::Help
            | Ask::Table
    )
}
