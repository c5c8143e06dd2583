//! The leaderboards: which board is wanted, who may see it, and whose press turns it.

use std::sync::PoisonError;

use super::ask::{Answer, Guest};
use super::challenge::{preset, shown};
use super::desk::{Desk, alert};
use super::draft::Draft;
use super::ladder::Ladder;
use super::leaf::{BoardLeaf, Leaf, Mark, Menu, Page, decode};
use super::names::{Face, tell_apart};
use super::people::is_private;
use super::ranking::{Among, BoardWish, When, among, metric, mode, rules_of, when};
use super::voice::{Voice, say};
use crate::gin::Preset;
use crate::id::{Account, Place, Platform, PlayerId, Venue};
use crate::service::{Board, BoardLine, BoardQuery, Error, Metric, Period, Scope, Season, Who};

/// How many lines a page has (ours): as many as a phone shows at once.
pub(super) const LINES: u32 = 10;
/// How many readers of places' boards are kept in mind (ours).
const READERS: usize = 20_000;

impl Desk {
    /// Shows the board that was asked for: for everybody to see, or in a private chat and for one's own circle to the asker.
    pub(super) async fn leaders(&self, guest: &Guest, wish: &BoardWish) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        let leaf = match self.wanted_board(voice, guest, wish).await? {
            Ok(leaf) => leaf,
            Err(said) => return Ok(alert(said)),
        };
        self.let_read(guest);
        if leaf.asker.is_none() {
            let draft = self.board_page(guest, leaf).await?;
            return Ok(self.to_one(draft).await);
        }
        let draft = self.board_page(guest, leaf).await?;
        self.to_all(guest, draft).await
    }

    /// A press under a board, a profile or a list of seasons.
    pub(super) async fn leaf_press(&self, guest: &Guest, token: &str) -> Result<Answer, Error> {
        match decode(token) {
            Some(Leaf::Board(leaf)) => self.board_press(guest, leaf).await,
            Some(Leaf::Profile(leaf)) => self.profile_press(guest, leaf).await,
            Some(Leaf::Seasons { chat, page }) => self.seasons_press(guest, chat, page).await,
            None => Ok(alert(say!(self.voice_for(guest).await, "refused-unreadable"))),
        }
    }

    /// A press under a board. Whoever asked for a board turns it for everybody, in place; anybody else gets a page of their own,
    /// which they turn as they like.
    async fn board_press(&self, guest: &Guest, leaf: BoardLeaf) -> Result<Answer, Error> {
        let own = leaf.asker.is_none();
        let turns = leaf.asker == Some(Mark::of(guest.account))
            && leaf.among != Among::Friends
            && guest.place.is_some_and(|place| !is_private(place));
        let leaf = BoardLeaf {
            asker: leaf.asker.filter(|_| turns),
            ..leaf
        };
        if !self.may_read(guest, leaf.chat).await? {
            return Ok(alert(say!(self.voice_for(guest).await, "board-elsewhere")));
        }
        let draft = self.board_page(guest, leaf).await?;
        let post = self
            .finish(Draft {
                private: !turns,
                ..draft
            })
            .await;
        Ok(Answer {
            post: Some(post),
            replace: own || turns,
            ..Answer::default()
        })
    }

    /// The board that the words ask for, or why there is none.
    async fn wanted_board(
        &self,
        voice: Voice<'_>,
        guest: &Guest,
        wish: &BoardWish,
    ) -> Result<Result<BoardLeaf, String>, Error> {
        let typed = |text: &Option<String>| text.as_deref().map(str::trim).unwrap_or_default().to_owned();
        let place = guest.place.filter(|place| !is_private(*place));
        let (by, scope, time) = (typed(&wish.by), typed(&wish.scope), typed(&wish.period));
        let Some(metric) = (if by.is_empty() {
            Some(Metric::Points)
        } else {
            metric(&by)
        }) else {
            return Ok(Err(say!(voice, "refused-metric", text = shown(&by))));
        };
        let usual = if place.is_some() { Among::Venue } else { Among::All };
        let Some(within) = (if scope.is_empty() { Some(usual) } else { among(&scope) }) else {
            return Ok(Err(say!(voice, "refused-among", text = shown(&scope))));
        };
        let time = match time.to_lowercase().as_str() {
            "" if wish.season.is_some() => Some(When::Season),
            "" | "all" => Some(When::All),
            time => when(time),
        };
        let Some(time) = time else {
            let text = shown(wish.period.as_deref().unwrap_or_default());
            return Ok(Err(say!(voice, "refused-time", text = text)));
        };
        let rules = match wish.rules.as_deref().map(|typed| (typed, preset(typed))) {
            Some((typed, None)) => {
                let known = voice.list(Preset::ALL.iter().map(|preset| preset.name().to_owned()));
                return Ok(Err(say!(
                    voice,
                    "refused-board-rules",
                    text = shown(typed),
                    known = known
                )));
            }
            Some((_, rules)) => rules,
            None => None,
        };
        let mode = match wish.mode.as_deref().map(|typed| (typed, mode(typed))) {
            Some((typed, None)) => return Ok(Err(say!(voice, "refused-board-mode", text = shown(typed)))),
            Some((_, mode)) => mode,
            None => None,
        };
        let local = matches!(within, Among::Channel | Among::Venue);
        if place.is_none() && (local || wish.season.is_some()) {
            return Ok(Err(say!(voice, "board-not-here")));
        }
        let season = match (&wish.season, place.filter(|_| local)) {
            (Some(typed), Some(at)) => match self.season_named(at.venue, typed).await? {
                Some(season) => Some(season.id),
                None => return Ok(Err(say!(voice, "board-no-such-season", text = shown(typed)))),
            },
            _ => None,
        };
        let loud = place.is_some() && within != Among::Friends;
        Ok(Ok(BoardLeaf {
            metric,
            among: within,
            when: time,
            season,
            rules,
            mode,
            page: Page::Number(0),
            // Kept on boards of everybody too: they lead back to the place.
            chat: place.map_or(0, |place| place.venue.chat),
            channel: place.map_or(0, |place| place.channel),
            asker: loud.then(|| Mark::of(guest.account)),
            menu: Menu::Pages,
        }))
    }

    /// A season of a place by its number or its name.
    async fn season_named(&self, venue: Venue, typed: &str) -> Result<Option<Season>, Error> {
        let typed = typed.trim().trim_start_matches('#').to_lowercase();
        let mut seasons = self.service.seasons(venue).await?.into_iter();
        Ok(seasons.find(|season| {
            season.number.to_string() == typed || season.name.as_ref().is_some_and(|name| name.to_lowercase() == typed)
        }))
    }

    /// A page of a board as its reader sees it.
    async fn board_page(&self, guest: &Guest, leaf: BoardLeaf) -> Result<Draft, Error> {
        let alone = leaf.asker.is_none();
        let voice = if alone {
            self.voice_for(guest).await
        } else {
            self.public_voice(guest).await?
        };
        let platform = guest.account.platform;
        let venue = (leaf.chat != 0).then_some(Venue {
            platform,
            chat: leaf.chat,
        });
        let store = self.service.store();
        let viewer = store.player_of(guest.account).await;
        let viewer = viewer.map_err(|error| self.service.fault(error))?;
        let scope = match (leaf.among, venue, viewer) {
            (Among::Channel, Some(venue), _) => Scope::Channel(venue, leaf.channel),
            (Among::Venue, Some(venue), _) => Scope::Venue(venue),
            (Among::Friends, _, Some(player)) => Scope::Friends(player),
            // Of whom nobody knows anything, nobody is a friend.
            (Among::Friends, _, None) => Scope::Friends(PlayerId(0)),
            _ => Scope::All,
        };
        let query = BoardQuery {
            metric: leaf.metric,
            scope,
            period: match leaf.when {
                When::Today => Period::Today,
                When::Week => Period::Week,
                When::Month => Period::Month,
                When::Season => Period::Season(leaf.season),
                When::All => Period::All,
            },
            rules: leaf.rules.map(rules_of),
            mode: leaf.mode,
            viewer,
            hide_absent: match venue {
                Some(venue) => self.service.hides_absent(venue).await?,
                None => false,
            },
        };
        let board = self.board_at(&query, leaf.page).await?;
        let local = board.query.scope.venue();
        let name = match local {
            Some(venue) => {
                let place = Place {
                    venue,
                    channel: leaf.channel,
                };
                Some(self.venue_name(voice, place).await?)
            }
            None => None,
        };
        let faces = self.faces_of(voice, &board.lines, platform).await?;
        let own_name = match &board.own {
            Some(own) if !alone => self.faces_of(voice, std::slice::from_ref(own), platform).await?,
            _ => Vec::new(),
        };
        let first = board.lines.first().map_or(0, |line| line.row / LINES);
        let leaf = BoardLeaf {
            page: Page::Number(first),
            ..leaf
        };
        let zone = match local {
            Some(venue) => self.civil_zone(venue).await?,
            None => jiff::tz::TimeZone::UTC,
        };
        let ladder = Ladder {
            voice,
            platform,
            leaf,
            alone,
            name,
            own_name: own_name.first().map(Face::said),
            faces,
            board,
            zone,
        };
        Ok(ladder.draft())
    }

    /// The page, or the last one where there are fewer.
    async fn board_at(&self, query: &BoardQuery, page: Page) -> Result<Board, Error> {
        let number = match page {
            Page::Number(number) => number,
            Page::Mine => {
                let board = self.service.board(query, 0, LINES).await?;
                match board.own.as_ref().map(|own| own.row / LINES) {
                    None | Some(0) => return Ok(board),
                    Some(number) => number,
                }
            }
        };
        let mut board = self.service.board(query, number.saturating_mul(LINES), LINES).await?;
        // Once for a page that never was, once more where the last lines have just gone.
        for _ in 0..2 {
            let (true, Some(last)) = (board.lines.is_empty(), board.total.checked_sub(1)) else {
                break;
            };
            board = self.service.board(query, last / LINES * LINES, LINES).await?;
        }
        Ok(board)
    }

    /// Who stands on these lines, under today's names, told apart.
    pub(super) async fn faces_of(
        &self,
        voice: Voice<'_>,
        lines: &[BoardLine],
        platform: Platform,
    ) -> Result<Vec<Face>, Error> {
        let players: Vec<_> = lines
            .iter()
            .filter_map(|line| match line.who {
                Who::Player(player) => Some(player),
                Who::Team(_) => None,
            })
            .collect();
        let people = self.service.people(&players).await?;
        let mut faces: Vec<Face> = lines
            .iter()
            .map(|line| {
                let named = |name: String| Face {
                    player: None,
                    account: None,
                    handle: None,
                    name,
                };
                match line.who {
                    Who::Team(_) => named(super::names::clean(&line.name)),
                    Who::Player(player) => people.iter().find(|person| person.player == player).map_or_else(
                        || named(say!(voice, "nobody")),
                        |person| self.face(voice, person, platform),
                    ),
                }
            })
            .collect();
        tell_apart(&mut faces);
        Ok(faces)
    }

    /// Whoever asks in a place may read that place's boards, also in the private chat later.
    pub(super) fn let_read(&self, guest: &Guest) {
        let Some(place) = guest.place.filter(|place| !is_private(*place)) else {
            return;
        };
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() >= READERS {
            readers.clear();
        }
        readers.insert((guest.account, place.venue));
    }

    /// Whether somebody may see what belongs to a place: who asks there, who asked there, and who plays there. A token is no
    /// proof, since anybody could write one.
    pub(super) async fn may_read(&self, guest: &Guest, chat: i64) -> Result<bool, Error> {
        if chat == 0 {
            return Ok(true);
        }
        let venue = Venue {
            platform: guest.account.platform,
            chat,
        };
        if guest.place.is_some_and(|place| place.venue == venue) {
            self.let_read(guest);
            return Ok(true);
        }
        let known = |key: &(Account, Venue)| {
            let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
            readers.contains(key)
        };
        if known(&(guest.account, venue)) {
            return Ok(true);
        }
        let player = self.service.store().player_of(guest.account).await;
        let Some(player) = player.map_err(|error| self.service.fault(error))? else {
            return Ok(false);
        };
        let query = BoardQuery {
            viewer: Some(player),
            ..BoardQuery::of(Scope::Venue(venue))
        };
        Ok(self.service.board(&query, 0, 1).await?.own.is_some())
    }
}
