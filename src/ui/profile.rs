//! What a player has done, `/stats`: figures and the rating's curve as a picture, records and last matches in words.

use jiff::tz::TimeZone;

use super::ask::{Answer, Foe, Guest};
use super::challenge::shown;
use super::desk::{Desk, alert};
use super::draft::{Draft, Sketch};
use super::ladder::{button, per_cent};
use super::leaf::{Leaf, Mark, ProfileLeaf};
use super::names::{Face, isolated, tell_apart};
use super::people::{is_private, tidy_handle};
use super::post::Row;
use super::seasons::day;
use super::token::table_code;
use super::voice::{Lines, Voice, say, units};
use crate::id::{Millis, Place, Platform, PlayerId, TableId, Venue};
use crate::pictures::{Curve, Figure, ProfilePicture};
use crate::service::{Aborts, Error, Figures, LastMatch, Profile, Scope};

/// How many of the last matches are told (ours).
const LAST: usize = 5;
/// Text and description together stay within a caption (Telegram's limit of 1024 UTF-16 units).
const ROOM: usize = 1_000;

/// Whose profile, where, for whom.
struct Asked {
    player: PlayerId,
    rival: Option<PlayerId>,
    /// `None`: everywhere.
    venue: Option<Venue>,
    /// Who asked, for the message that everybody sees.
    asker: Option<Mark>,
}

impl Desk {
    /// Shows what somebody has done: one's own for everybody to see unless it is hidden, another's to the asker alone.
    pub(super) async fn stats(&self, guest: &Guest, whom: Option<&Foe>, versus: Option<&Foe>) -> Result<Answer, Error> {
        let me = self.meet(guest).await?;
        let voice = self.voice_for(guest).await;
        let player = match whom {
            None => me,
            Some(foe) => match self.counted(voice, guest, foe).await? {
                Ok(player) => player,
                Err(said) => return Ok(alert(said)),
            },
        };
        let rival = match versus {
            None => None,
            Some(foe) => match self.counted(voice, guest, foe).await? {
                Ok(rival) if rival == player => return Ok(alert(say!(voice, "stats-self"))),
                Ok(rival) => Some(rival),
                Err(said) => return Ok(alert(said)),
            },
        };
        self.let_read(guest);
        let place = guest.place.filter(|place| !is_private(*place));
        let loud = place.is_some() && !self.answers_alone(guest, whom.is_some()).await;
        let asked = Asked {
            player,
            rival,
            venue: place.map(|place| place.venue),
            asker: loud.then(|| Mark::of(guest.account)),
        };
        match self.profile_page(guest, me, &asked).await? {
            Ok(draft) if loud => self.to_all(guest, draft).await,
            Ok(draft) => Ok(self.to_one(draft).await),
            Err(said) => Ok(alert(said)),
        }
    }

    /// A press under a profile.
    pub(super) async fn profile_press(&self, guest: &Guest, leaf: ProfileLeaf) -> Result<Answer, Error> {
        let me = self.meet(guest).await?;
        let own = leaf.asker.is_none();
        let turns = leaf.asker == Some(Mark::of(guest.account))
            && guest.place.is_some_and(|place| !is_private(place))
            && !self.service.hides_profile(leaf.player).await?;
        if !self.may_read(guest, leaf.chat).await? {
            return Ok(alert(say!(self.voice_for(guest).await, "board-elsewhere")));
        }
        // Under an older message there may stand somebody who became somebody else.
        let today = |player| self.service.store().today(player);
        let player = today(leaf.player);
        let asked = Asked {
            player,
            rival: leaf.rival.map(today).filter(|rival| *rival != player),
            venue: (leaf.chat != 0).then_some(Venue {
                platform: guest.account.platform,
                chat: leaf.chat,
            }),
            asker: leaf.asker.filter(|_| turns),
        };
        Ok(match self.profile_page(guest, me, &asked).await? {
            Ok(draft) => Answer {
                post: Some(
                    self.finish(Draft {
                        private: !turns,
                        ..draft
                    })
                    .await,
                ),
                replace: own || turns,
                ..Answer::default()
            },
            Err(said) => alert(said),
        })
    }

    /// Whether statistics asked for here are answered to the asker alone: somebody else's, hidden ones, and those asked for
    /// outside the channel for games.
    pub async fn answers_alone(&self, guest: &Guest, others: bool) -> bool {
        if others || self.is_elsewhere(guest).await {
            return true;
        }
        match self.service.store().player_of(guest.account).await {
            Ok(Some(me)) => self.service.hides_profile(me).await.unwrap_or(true),
            _ => false,
        }
    }

    /// Whom the words name, of those who are counted.
    async fn counted(&self, voice: Voice<'_>, guest: &Guest, foe: &Foe) -> Result<Result<PlayerId, String>, Error> {
        let store = self.service.store();
        let (found, typed) = match foe {
            // Asking about somebody is no reason to keep anything about them.
            Foe::Person { account, name, .. } => (store.player_of(*account).await, name.clone()),
            Foe::Handle(typed) => {
                let handle = tidy_handle(typed);
                (
                    store.by_handle(guest.account.platform, &handle).await,
                    format!("@{handle}"),
                )
            }
            Foe::Computer | Foe::Bot | Foe::Anyone => return Ok(Err(say!(voice, "stats-computer"))),
        };
        Ok(match found.map_err(|error| self.service.fault(error))? {
            Some(player) => Ok(player),
            None => Err(say!(voice, "stats-unknown", text = shown(&typed))),
        })
    }

    /// The page, or why it can't be looked at.
    async fn profile_page(&self, guest: &Guest, me: PlayerId, asked: &Asked) -> Result<Result<Draft, String>, Error> {
        let alone = asked.asker.is_none();
        let voice = if alone {
            self.voice_for(guest).await
        } else {
            self.public_voice(guest).await?
        };
        let scope = asked.venue.map_or(Scope::All, Scope::Venue);
        let own = asked.player == me;
        let profile = self.service.profile(asked.player, me, asked.rival, scope).await?;
        let hidden = self.service.hides_profile(asked.player).await?;
        let profile = Profile { hidden, ..profile };
        let mut players = vec![asked.player];
        players.extend(asked.rival);
        players.extend(profile.last.iter().take(LAST).map(|last| last.opponent));
        let faces = self.named(voice, guest, &players).await?;
        let name = face_of(voice, &faces, asked.player);
        if profile.hidden && !own {
            return Ok(Err(say!(voice, "stats-hidden", name = name)));
        }
        let place = match asked.venue {
            Some(venue) => {
                let here = Place { venue, channel: 0 };
                say!(voice, "stats-place", place = self.venue_name(voice, here).await?)
            }
            None => say!(voice, "stats-overall"),
        };
        let zone = match asked.venue {
            Some(venue) => self.civil_zone(venue).await?,
            None => TimeZone::UTC,
        };
        // Where matches of other places are added up, only their players may read whom they were against.
        let whole = asked.venue.is_some() || (own && alone);
        // The same of a rival, who may also keep it to themselves.
        let kept = match asked.rival {
            Some(rival) if !(alone && (own || rival == me)) => Some((whole, self.service.hides_profile(rival).await?)),
            _ => None,
        };
        let facing = match kept {
            None | Some((true, false)) => Facing::Told,
            Some((_, true)) => Facing::Hidden,
            Some((false, false)) => Facing::Elsewhere,
        };
        let page = Page {
            voice,
            asked,
            own,
            whole,
            facing,
            name,
            place,
            faces,
            profile,
            zone,
            // Nobody else's business, so it is told only where nobody else reads.
            purse: match own && alone {
                true => Some(self.service.purse(me).await?),
                false => None,
            },
        };
        Ok(Ok(page.draft(guest.place.filter(|place| !is_private(*place)))))
    }

    async fn named(&self, voice: Voice<'_>, guest: &Guest, players: &[PlayerId]) -> Result<Vec<Face>, Error> {
        let mut once = players.to_vec();
        once.sort_unstable();
        once.dedup();
        let people = self.service.people(&once).await?;
        let mut faces: Vec<Face> = people
            .iter()
            .map(|person| self.face(voice, person, guest.account.platform))
            .collect();
        tell_apart(&mut faces);
        Ok(faces)
    }
}

fn face_of(voice: Voice<'_>, faces: &[Face], player: PlayerId) -> String {
    let face = faces.iter().find(|face| face.player == Some(player));
    face.map_or_else(|| say!(voice, "nobody"), |face| isolated(&face.name))
}

/// Whether the matches against a rival are told.
#[derive(Clone, Copy)]
enum Facing {
    /// They are.
    Told,
    /// The rival hides.
    Hidden,
    /// Some may be of places that the reader has nothing to do with.
    Elsewhere,
}

/// Everything that a profile says.
struct Page<'w> {
    voice: Voice<'w>,
    asked: &'w Asked,
    own: bool,
    whole: bool,
    facing: Facing,
    name: String,
    place: String,
    faces: Vec<Face>,
    profile: Profile,
    zone: TimeZone,
    /// The play points of whoever reads their own.
    purse: Option<i64>,
}

impl Page<'_> {
    fn draft(&self, here: Option<Place>) -> Draft {
        let voice = self.voice;
        let title = say!(voice, "stats-title", name = &self.name);
        let rows = self.rows(here);
        let mut lines = Lines::default();
        lines.bold(title).plain(self.place.clone());
        if self.own && self.profile.hidden {
            lines.plain(say!(voice, "stats-hidden-own"));
        }
        if let Some(points) = self.purse {
            lines.plain(say!(voice, "purse-own", n = points));
        }
        if self.profile.figures.played == 0 {
            lines.plain(if self.own {
                if here.is_some_and(|here| here.venue.platform == Platform::Web) {
                    say!(voice, "stats-nothing-own-page")
                } else {
                    say!(voice, "stats-nothing-own")
                }
            } else {
                say!(voice, "stats-nothing", name = &self.name)
            });
            self.aborts(&mut lines);
            return Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            };
        }
        let figures = self.figures();
        let said: Vec<String> = figures
            .iter()
            .map(|figure| say!(voice, "stats-line", label = &figure.label, value = &figure.value))
            .collect();
        let alt = say!(
            voice,
            "stats-alt",
            name = &self.name,
            place = &self.place,
            figures = said.join("; ")
        );
        self.rating(&mut lines);
        self.records(&mut lines);
        self.versus(&mut lines);
        self.aborts(&mut lines);
        self.last(&mut lines, ROOM.saturating_sub(units(&alt) + 2));
        let picture = ProfilePicture {
            name: self.name.clone(),
            aside: self.place.clone(),
            figures,
            curve: self.curve(),
        };
        Draft {
            text: lines.text(),
            sketch: Some((Sketch::Profile(picture), alt)),
            rows,
            ..Draft::default()
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let voice = self.voice;
        let Figures {
            played,
            wins,
            points,
            hands,
            three,
            two,
            dragon,
            undercuts,
            undercut,
            knocks,
            knocked,
            deadwood,
            caught,
            best_hand,
            streak,
            best_streak,
            ..
        } = self.profile.figures;
        let figure = |label: &str, value: String| Figure {
            label: say!(voice, "stats-label", label = label),
            value,
            gold: label == "rating",
        };
        let none = || say!(voice, "stats-none");
        let rating = self.profile.ratings.first().map_or_else(none, |family| {
            say!(
                voice,
                "stats-rating",
                rating = whole(family.rating.value),
                deviation = whole(family.rating.deviation)
            )
        });
        let share = |part: i64, of: i64| match of {
            0 => none(),
            of => say!(
                voice,
                "stats-share",
                part = part,
                whole = of,
                share = per_cent(part.saturating_mul(10_000) / of)
            ),
        };
        let average = match caught {
            0 => none(),
            caught => {
                let tenths = (deadwood.saturating_mul(10) + caught / 2) / caught;
                format!("{}.{}", tenths / 10, tenths % 10)
            }
        };
        vec![
            figure("rating", rating),
            figure("matches", share(wins, played)),
            figure("points", points.to_string()),
            figure("hands", hands.to_string()),
            figure(
                "gold",
                say!(voice, "stats-tiers", three = three, two = two, dragon = dragon),
            ),
            figure("knocks", share(knocked, knocks)),
            figure(
                "undercuts",
                say!(voice, "stats-cuts", made = undercuts, suffered = undercut),
            ),
            figure("deadwood", average),
            figure("streak", say!(voice, "stats-streak", best = best_streak, now = streak)),
            figure("best", best_hand.to_string()),
        ]
    }

    fn curve(&self) -> Curve {
        let voice = self.voice;
        let family = self.profile.ratings.first();
        let rules = family.map_or_else(String::new, |family| say!(voice, "preset", preset = &family.rules));
        let curve = family.map(|family| family.curve.as_slice()).unwrap_or_default();
        let points: Vec<i32> = curve
            .iter()
            .map(|(_, rating)| i32::try_from(*rating).unwrap_or_default())
            .collect();
        let moment = |point: Option<&(Millis, i64)>| point.map_or_else(String::new, |(at, _)| day(*at, &self.zone));
        let written = |value: Option<&i32>| value.map(i32::to_string).unwrap_or_default();
        Curve {
            title: if rules.is_empty() {
                say!(voice, "stats-label", label = "rating")
            } else {
                say!(voice, "stats-curve", rules = rules)
            },
            high: written(points.iter().max()),
            low: written(points.iter().min()),
            from: moment(curve.first()),
            to: moment(curve.last()),
            empty: say!(voice, "stats-curve-empty"),
            points,
        }
    }

    /// The place by rating, or that there is none yet.
    fn rating(&self, lines: &mut Lines) {
        let voice = self.voice;
        let Some(family) = self.profile.ratings.first() else {
            return;
        };
        match family.place {
            Some(place) if !family.provisional => {
                let rules = say!(voice, "preset", preset = &family.rules);
                lines.plain(say!(voice, "stats-ranked", place = place, rules = rules));
            }
            // Who left is listed nowhere, however sure the rating is.
            None if !family.provisional => {}
            _ => {
                lines.plain(say!(voice, "stats-provisional"));
            }
        }
    }

    fn records(&self, lines: &mut Lines) {
        let voice = self.voice;
        let records = self.profile.records;
        let id = |table: TableId| format!("#{}", table_code(table).to_uppercase());
        if let Some((n, table, _)) = records.points {
            lines.plain(say!(voice, "stats-record-points", n = n, id = id(table)));
        }
        if let Some((n, table, _)) = records.hand {
            lines.plain(say!(voice, "stats-record-hand", n = n, id = id(table)));
        }
        if let Some((n, table, _)) = records.margin {
            lines.plain(say!(voice, "stats-record-margin", n = n, id = id(table)));
        }
    }

    fn versus(&self, lines: &mut Lines) {
        let voice = self.voice;
        let Some(rival) = self.asked.rival else { return };
        let name = face_of(voice, &self.faces, rival);
        match self.facing {
            Facing::Told => {}
            Facing::Hidden => {
                lines.plain(say!(voice, "stats-hidden", name = name));
                return;
            }
            Facing::Elsewhere => return,
        }
        match &self.profile.versus {
            Some(versus) if versus.played > 0 => lines.plain(say!(
                voice,
                "stats-versus",
                name = name,
                wins = versus.wins,
                played = versus.played,
                points = versus.points,
                against = versus.against
            )),
            _ => lines.plain(say!(voice, "stats-versus-none", name = name)),
        };
    }

    fn aborts(&self, lines: &mut Lines) {
        let Aborts { all, recent } = self.profile.aborts;
        if all > 0 {
            lines.plain(say!(self.voice, "stats-aborts", all = all, recent = recent));
        }
    }

    /// The last matches, as many as there is room for.
    fn last(&self, lines: &mut Lines, room: usize) {
        let voice = self.voice;
        if !self.whole || self.profile.last.is_empty() {
            return;
        }
        let head = say!(voice, "stats-last");
        let mut used = lines.units() + units(&head) + 1;
        let mut told = Vec::new();
        for last in self.profile.last.iter().take(LAST) {
            let line = self.last_line(last);
            used += units(&line) + 1;
            if used > room {
                break;
            }
            told.push(line);
        }
        if !told.is_empty() {
            lines.bold(head);
            told.into_iter().for_each(|line| _ = lines.plain(line));
        }
    }

    fn last_line(&self, last: &LastMatch) -> String {
        let voice = self.voice;
        let change = match last.change {
            Some(change) => say!(voice, "stats-change", change = format!("{change:+}")),
            None => String::new(),
        };
        say!(
            voice,
            "stats-last-line",
            won = match last.won {
                Some(true) => "yes",
                Some(false) => "no",
                None => "drawn",
            },
            name = face_of(voice, &self.faces, last.opponent),
            own = last.points[0],
            other = last.points[1],
            id = format!("#{}", table_code(last.table).to_uppercase()),
            change = change
        )
    }

    /// Here or everywhere.
    fn rows(&self, here: Option<Place>) -> Vec<Row> {
        let voice = self.voice;
        let leaf = |chat| {
            Leaf::Profile(ProfileLeaf {
                player: self.asked.player,
                rival: self.asked.rival,
                chat,
                asker: self.asked.asker,
            })
        };
        let one = match (self.asked.venue, here) {
            (Some(_), _) => Some(button(say!(voice, "button-everywhere"), leaf(0))),
            (None, Some(place)) => Some(button(say!(voice, "button-here"), leaf(place.venue.chat))),
            (None, None) => None,
        };
        one.map(|one| Row::Buttons(vec![one])).into_iter().collect()
    }
}

/// A rating without what comes behind the point.
fn whole(value: f64) -> i64 {
    value.round() as i64
}
