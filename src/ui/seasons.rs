//! Seasons of a place: begun, ended and rolled over by moderators, with champions and boards that stay.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::admin::Chief;
use super::ask::{Answer, Guest, Toast};
use super::challenge::shown;
use super::desk::{Desk, alert};
use super::draft::{Draft, cut};
use super::hand::TOAST_LIMIT;
use super::ladder::button;
use super::leaf::{BoardLeaf, Leaf, Menu, Page};
use super::names::{isolated, tidy};
use super::people::is_private;
use super::post::{Button, Row};
use super::ranking::{Among, When};
use super::voice::{Lines, Voice, say};
use super::zone::named;
use crate::id::{Millis, Place, Platform, SeasonId, Venue};
use crate::service::{BoardLine, Calendar, Change, DeedKind, Error, HIDE_ABSENT, Metric, Season, SeasonDone, ZONE};

/// The longest name of a season in letters (ours).
const NAME: usize = 40;
/// How many seasons a page lists: each has a button, five a row in two rows (ours).
const LISTED: u32 = 10;
/// How many champions are named at most, for places can be shared (ours).
const CHAMPIONS: usize = 6;

/// How long after the question whether a season shall end the same order is the answer: 10 minutes (ours).
const SURE_MS: i64 = 600_000;
/// How long it takes to read the question: what comes sooner is no answer (2 s, ours).
const READ_MS: i64 = 2_000;

/// A season's end that was asked about.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    season: SeasonId,
    rolls: bool,
    update: Option<i64>,
    until: Millis,
}

/// What shall be done with a place's season, as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeasonWish {
    /// `start`, `end`, `roll` or `list`.
    pub what: Option<String>,
    /// What the new season is called, uncleaned.
    pub name: Option<String>,
    /// When the next one begins by itself: `open`, `weekly`, `monthly`, `quarterly`, `yearly`.
    pub calendar: Option<String>,
}

impl SeasonWish {
    /// Reads what stands behind `/season`: `start Spring cup monthly`. `None` when it names nothing that a moderator does.
    #[must_use]
    pub fn typed(words: &[String]) -> Option<SeasonWish> {
        let (what, rest) = words.split_first()?;
        deed(what)?;
        let mut wish = SeasonWish {
            what: Some(what.clone()),
            ..SeasonWish::default()
        };
        let mut name = Vec::new();
        for word in rest {
            let bare = word.rsplit(['=', ':', '：']).next().unwrap_or(word);
            match calendar(bare) {
                Some(_) if wish.calendar.is_none() => wish.calendar = Some(bare.to_owned()),
                _ => name.push(word.strip_prefix("name:").unwrap_or(word)),
            }
        }
        wish.name = (!name.is_empty()).then(|| name.join(" "));
        Some(wish)
    }

    /// Whether it changes anything, so that only a moderator may wish it.
    #[must_use]
    pub fn changes(&self) -> bool {
        let doing = self.what.as_deref().and_then(deed);
        doing.is_some_and(|doing| doing != Doing::List)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Start,
    End,
    Roll,
    List,
}

fn deed(typed: &str) -> Option<Doing> {
    Some(match typed.trim().to_lowercase().as_str() {
        "start" | "begin" | "new" | "开始" | "開始" => Doing::Start,
        "end" | "stop" | "finish" | "结束" | "結束" => Doing::End,
        "roll" | "rollover" | "roll-over" | "next" | "换季" | "換季" => Doing::Roll,
        "list" | "all" | "列表" => Doing::List,
        _ => return None,
    })
}

/// When the next season begins by itself.
fn calendar(typed: &str) -> Option<Calendar> {
    Some(match typed.trim().to_lowercase().as_str() {
        "open" | "never" | "不定" | "手动" | "手動" => Calendar::Open,
        "weekly" | "每周" | "每週" => Calendar::Weekly,
        "monthly" | "每月" => Calendar::Monthly,
        "quarterly" | "每季" => Calendar::Quarterly,
        "yearly" | "每年" => Calendar::Yearly,
        _ => return None,
    })
}

pub(super) fn calendar_key(calendar: Calendar) -> &'static str {
    match calendar {
        Calendar::Open => "open",
        Calendar::Weekly => "weekly",
        Calendar::Monthly => "monthly",
        Calendar::Quarterly => "quarterly",
        Calendar::Yearly => "yearly",
    }
}

impl Desk {
    /// Does with the season what a moderator asks for. What comes of it is for everybody to see.
    pub(super) async fn season_order(
        &self,
        guest: &Guest,
        chief: &Chief<'_>,
        wish: SeasonWish,
    ) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let Some(doing) = wish.what.as_deref().and_then(deed) else {
            return Ok(alert(say!(voice, "season-usage")));
        };
        let name = wish.name.as_deref().map(tidy).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.chars().count() > NAME) {
            return Ok(alert(say!(
                voice,
                "refused-season-name",
                most = i64::try_from(NAME).unwrap_or_default()
            )));
        }
        let calendar = match wish.calendar.as_deref().map(calendar) {
            Some(None) => return Ok(alert(say!(voice, "season-usage"))),
            Some(known) => known,
            None => None,
        };
        // An end has no calendar, and a list none either.
        if calendar.is_some() && matches!(doing, Doing::End | Doing::List) {
            return Ok(alert(say!(voice, "season-usage")));
        }
        let (by, name) = (by, name.as_deref());
        // What comes of it by itself is told where this was asked, in a thread's own channel.
        let asked = guest.place.filter(|place| place.venue == venue);
        let channel = guest.parent.or(asked.map(|place| place.channel)).unwrap_or(0);
        let place = Place { venue, channel };
        let before = self
            .service
            .seasons(venue)
            .await?
            .into_iter()
            .find(|one| one.ended.is_none());
        if let (Doing::End | Doing::Roll, Some(running)) = (doing, &before)
            && !self.is_sure(guest, venue, doing, running.id)
        {
            let season = voice.season(running);
            let minutes = SURE_MS / 60_000;
            return Ok(self
                .tell(match doing {
                    Doing::Roll => say!(voice, "season-ask-roll", season = season, minutes = minutes),
                    _ => say!(voice, "season-ask-end", season = season, minutes = minutes),
                })
                .await);
        }
        let done = match doing {
            Doing::List => return self.season_list(guest, venue, 0).await,
            Doing::Start => {
                self.service
                    .season_start(by, place, name, calendar.unwrap_or(Calendar::Open))
                    .await?
            }
            Doing::End => self.service.season_end(by, venue).await?,
            Doing::Roll => self.service.season_roll(by, place, name, calendar).await?,
        };
        let season = match done {
            SeasonDone::Done(season) => season,
            SeasonDone::Running(season) => {
                return Ok(alert(say!(voice, "season-running", season = voice.season(&season))));
            }
            SeasonDone::NoSeason => {
                let command = season_command(guest.account.platform);
                return Ok(alert(say!(voice, "board-no-season", command = command)));
            }
        };
        let over = match doing {
            Doing::End => Some(season.clone()),
            Doing::Roll => before,
            Doing::Start | Doing::List => None,
        };
        let public = self.public_voice(guest).await?;
        let mut lines = Lines::default();
        let mut rows = Vec::new();
        if let Some(over) = &over {
            self.farewell(public, over, &mut lines).await?;
            let label = public.season(over);
            rows.push(Row::Buttons(vec![season_button(label, venue, over)]));
        }
        let said = public.season(&season);
        match doing {
            Doing::Start => {
                lines.bold(say!(public, "season-started", season = said));
                lines.plain(say!(
                    public,
                    "season-calendar",
                    calendar = calendar_key(season.calendar)
                ));
            }
            Doing::Roll => {
                lines.bold(say!(public, "season-next", season = said));
                lines.plain(say!(
                    public,
                    "season-calendar",
                    calendar = calendar_key(season.calendar)
                ));
            }
            Doing::End | Doing::List => {
                lines.plain(say!(public, "season-rests"));
            }
        }
        let draft = Draft {
            text: lines.text(),
            rows,
            ..Draft::default()
        };
        let mut answer = self.to_all(guest, draft).await?;
        let text = match doing {
            Doing::End => say!(voice, "season-over", season = voice.season(&season)),
            _ => say!(voice, "season-started", season = voice.season(&season)),
        };
        // Where a command is answered to its asker alone, something must stand there.
        if guest.account.platform == Platform::Discord {
            answer.toast = Some(Toast {
                text: cut(text, TOAST_LIMIT),
                alert: false,
            });
        }
        Ok(answer)
    }

    /// Whether somebody says for the second time that this season shall end; what they say for the first time is kept.
    fn is_sure(&self, guest: &Guest, venue: Venue, doing: Doing, season: SeasonId) -> bool {
        let now = self.service.now();
        let mut sure = self.sure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        sure.retain(|_, asked| asked.until > now);
        let (key, rolls) = ((guest.account, venue), doing == Doing::Roll);
        let same = |before: &&Asked| before.season == season && before.rolls == rolls;
        match sure.get(&key).filter(same) {
            // The same message that comes twice is said once, and who presses twice at once has read nothing.
            Some(before) if before.update.is_some() && before.update == guest.update => false,
            Some(before) if now.0 < before.until.0 - SURE_MS + READ_MS => false,
            Some(_) => sure.remove(&key).is_some(),
            None => {
                let asked = Asked {
                    season,
                    rolls,
                    update: guest.update,
                    until: now.plus(SURE_MS),
                };
                sure.insert(key, asked);
                false
            }
        }
    }

    /// Says that a season is over, and who won it.
    pub(super) async fn farewell(&self, voice: Voice<'_>, season: &Season, lines: &mut Lines) -> Result<(), Error> {
        let platform = season.venue.platform;
        lines.bold(say!(voice, "season-over", season = voice.season(season)));
        let Some(archive) = self.service.season_archive(season.venue, season.id, 0, 1).await? else {
            return Ok(());
        };
        if archive.champions.is_empty() {
            lines.plain(say!(voice, "board-empty-time", time = "season"));
            return Ok(());
        }
        lines.plain(say!(voice, "season-champions"));
        for line in self
            .champions(voice, platform, &archive.champions, Metric::Points)
            .await?
        {
            lines.plain(line);
        }
        if let Some((rules, rated)) = archive.rated.filter(|(_, rated)| !rated.is_empty()) {
            let rules = say!(voice, "preset", preset = &rules);
            lines.plain(say!(voice, "season-rated", rules = rules));
            for line in self.champions(voice, platform, &rated, Metric::Rating).await? {
                lines.plain(line);
            }
        }
        Ok(())
    }

    /// "1 Mara: 40 points"
    async fn champions(
        &self,
        voice: Voice<'_>,
        platform: Platform,
        all: &[BoardLine],
        metric: Metric,
    ) -> Result<Vec<String>, Error> {
        let named = &all[..all.len().min(CHAMPIONS)];
        let faces = self.faces_of(voice, named, platform).await?;
        let mut lines: Vec<String> = named
            .iter()
            .zip(&faces)
            .map(|(line, face)| {
                say!(
                    voice,
                    "board-line-short",
                    place = line.place,
                    name = isolated(&face.name),
                    value = voice.board_value(metric, line)
                )
            })
            .collect();
        if all.len() > CHAMPIONS {
            let more = i64::try_from(all.len() - CHAMPIONS).unwrap_or(i64::MAX);
            lines.push(say!(voice, "and-more", n = more));
        }
        Ok(lines)
    }

    /// The seasons of the place where it is asked, for the asker.
    pub(super) async fn seasons_here(&self, guest: &Guest) -> Result<Answer, Error> {
        match guest.place.filter(|place| !is_private(*place)) {
            Some(place) => {
                self.let_read(guest);
                self.season_list(guest, place.venue, 0).await
            }
            None => Ok(alert(say!(self.voice_for(guest).await, "board-not-here"))),
        }
    }

    /// A press that lists the seasons of a place.
    pub(super) async fn seasons_press(&self, guest: &Guest, chat: i64, page: u32) -> Result<Answer, Error> {
        if !self.may_read(guest, chat).await? {
            return Ok(alert(say!(self.voice_for(guest).await, "board-elsewhere")));
        }
        let venue = Venue {
            platform: guest.account.platform,
            chat,
        };
        let mut answer = self.season_list(guest, venue, page).await?;
        // In the message of a board that everybody sees it comes as a message of its own.
        answer.replace = true;
        Ok(answer)
    }

    /// The seasons of a place with their champions, newest first, each with the button that opens its board.
    async fn season_list(&self, guest: &Guest, venue: Venue, page: u32) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let place = Place { venue, channel: 0 };
        let seasons = self.service.seasons(venue).await?;
        let zone = self.civil_zone(venue).await?;
        let name = self.venue_name(voice, place).await?;
        let mut lines = Lines::default();
        lines.bold(say!(voice, "season-list", venue = name));
        if seasons.is_empty() {
            lines.plain(say!(voice, "season-list-empty"));
        }
        let pages = u32::try_from(seasons.len()).unwrap_or(u32::MAX).div_ceil(LISTED).max(1);
        let page = page.min(pages - 1);
        let from = usize::try_from(page * LISTED).unwrap_or(usize::MAX);
        let listed = usize::try_from(LISTED).unwrap_or(usize::MAX);
        let mut buttons = Vec::new();
        for season in seasons.iter().skip(from).take(listed) {
            let label = voice.season(season);
            let begun = day(season.starts, &zone);
            match season.ended {
                None => lines.plain(say!(voice, "season-runs", season = &label, from = begun)),
                Some(ended) => {
                    let champions = self.first_of(voice, guest, season).await?;
                    lines.plain(say!(
                        voice,
                        "season-ended",
                        season = &label,
                        from = begun,
                        to = day(ended, &zone),
                        champions = champions
                    ))
                }
            };
            buttons.push(season_button(label, venue, season));
        }
        // Three a row can be read on a phone, and four rows leave one for the pages.
        let mut rows: Vec<Row> = buttons.chunks(3).map(|row| Row::Buttons(row.to_vec())).collect();
        let mut turning = Vec::new();
        let to = |page| Leaf::Seasons { chat: venue.chat, page };
        if page > 0 {
            turning.push(button(say!(voice, "button-page-back"), to(page - 1)));
        }
        if page + 1 < pages {
            turning.push(button(say!(voice, "button-page-next"), to(page + 1)));
        }
        if !turning.is_empty() {
            lines.plain(say!(voice, "board-page", n = page + 1, of = pages));
            rows.push(Row::Buttons(turning));
        }
        Ok(self
            .to_one(Draft {
                text: lines.text(),
                rows,
                ..Draft::default()
            })
            .await)
    }

    /// Who came first in a season, in one line.
    async fn first_of(&self, voice: Voice<'_>, guest: &Guest, season: &Season) -> Result<String, Error> {
        let champions = self.service.season_champions(season).await?;
        if champions.is_empty() {
            return Ok(say!(voice, "season-nobody"));
        }
        let named = &champions[..champions.len().min(3)];
        let faces = self.faces_of(voice, named, guest.account.platform).await?;
        let said = named.iter().zip(&faces).map(|(line, face)| {
            say!(
                voice,
                "season-champion",
                place = line.place,
                name = isolated(&face.name),
                points = line.value
            )
        });
        Ok(voice.list(said))
    }

    /// Sets whether boards leave out who has left.
    pub(super) async fn set_absent(&self, chief: &Chief<'_>, typed: Option<&str>) -> Result<Answer, Error> {
        let Chief { by, venue, voice } = *chief;
        let typed = typed.unwrap_or_default();
        let hide = match typed.trim().to_lowercase().as_str() {
            "hide" | "隐藏" | "隱藏" => Some(true),
            "show" | "显示" | "顯示" => Some(false),
            other => super::replay::on_or_off(other),
        };
        let Some(hide) = hide else {
            return Ok(alert(say!(voice, "refused-absent", text = shown(typed))));
        };
        let change = Change::Setting(HIDE_ABSENT, hide.then(|| "1".to_owned()));
        let detail = Some(if hide { "hide" } else { "show" }.to_owned());
        self.service.govern(by, venue, DeedKind::Absent, change, detail).await?;
        Ok(alert(if hide {
            say!(voice, "admin-absent-hidden")
        } else {
            say!(voice, "admin-absent-shown")
        }))
    }

    /// The time zone in which a place's days begin.
    pub(super) async fn civil_zone(&self, venue: Venue) -> Result<TimeZone, Error> {
        let set = self.service.store().venue_setting(venue, ZONE).await;
        let set = set.map_err(|error| self.service.fault(error))?;
        Ok(set.as_deref().and_then(named).unwrap_or(TimeZone::UTC))
    }
}

impl Voice<'_> {
    /// "Season 3: Spring"
    pub(super) fn season(&self, season: &Season) -> String {
        match season.name.as_deref().map(tidy).filter(|name| !name.is_empty()) {
            Some(name) => say!(self, "season-title-named", n = season.number, name = isolated(&name)),
            None => say!(self, "season-title", n = season.number),
        }
    }

    /// From when to when a season was, or since when it runs.
    pub(super) fn season_span(&self, season: &Season, zone: &TimeZone) -> String {
        let from = day(season.starts, zone);
        if let Some(ended) = season.ended {
            return say!(self, "board-season-over", from = from, to = day(ended, zone));
        }
        let runs = say!(self, "board-season-runs", from = from);
        match season.until {
            Some(until) => {
                let next = say!(self, "board-season-until", until = day(until, zone));
                [runs, next].join(self.space())
            }
            None => runs,
        }
    }
}

/// The day of a moment in a zone: `2026-03-08`.
pub(super) fn day(at: Millis, zone: &TimeZone) -> String {
    match Timestamp::from_millisecond(at.0) {
        Ok(moment) => moment.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%d").to_string(),
        Err(_) => String::new(),
    }
}

/// What a moderator types to begin a season.
pub(super) fn season_command(platform: Platform) -> &'static str {
    match platform {
        Platform::Telegram => "/season start",
        Platform::Discord => "/ginadmin season",
        Platform::Web => "start",
    }
}

/// Opens the board of a season, for whoever presses alone.
pub(super) fn season_button(label: String, venue: Venue, season: &Season) -> Button {
    let leaf = BoardLeaf {
        metric: Metric::Points,
        among: Among::Venue,
        when: When::Season,
        // Named also while it runs: the button stays that season's when the next one begins.
        season: Some(season.id),
        rules: None,
        mode: None,
        page: Page::Number(0),
        chat: venue.chat,
        channel: 0,
        asker: None,
        menu: Menu::Pages,
    };
    button(cut(label, BUTTON), Leaf::Board(leaf))
}

/// The longest label of a button in UTF-16 units (ours).
const BUTTON: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seasons_are_ordered_in_words() {
        let typed = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            SeasonWish::typed(&words)
        };
        let text = |text: &str| Some(text.to_owned());
        for (words, what, name, calendar) in [
            ("start", "start", None, None),
            ("start Spring cup monthly", "start", text("Spring cup"), text("monthly")),
            ("開始 每月 春季賽", "開始", text("春季賽"), text("每月")),
            ("roll name:Summer", "roll", text("Summer"), None),
            ("换季", "换季", None, None),
            ("END", "END", None, None),
        ] {
            let wish = typed(words).unwrap();
            assert_eq!(
                (wish.what.as_deref(), wish.name, wish.calendar),
                (Some(what), name, calendar),
                "{words}"
            );
        }
        assert_eq!(typed(""), None);
        assert_eq!(typed("what is this"), None);
    }

    #[test]
    fn days_are_those_of_the_zone() {
        // 2026-03-29 00:30 in Berlin, an hour before the clocks go forward, is still the 28th in Greenwich.
        let at = Millis(1_774_740_600_000);
        assert_eq!(day(at, &TimeZone::UTC), "2026-03-28");
        assert_eq!(day(at, &named("Europe/Berlin").unwrap()), "2026-03-29");
        assert_eq!(day(Millis(i64::MAX), &TimeZone::UTC), "");
    }
}
