//! "The rules": which ones are meant, and the pages that explain them.

use super::ask::{Answer, Guest};
use super::challenge::preset;
use super::desk::{Desk, alert};
use super::draft::{Draft, Keys};
use super::hand::NO_STAMP;
use super::people::is_private;
use super::rules::{Page, differences, number_of, preset_of, rules_page};
use super::settings::read;
use super::token::{Book, Token};
use crate::gin::Preset;
use crate::id::TableId;
use crate::service::Error;
use crate::table::Terms;

impl Desk {
    /// The rules that were asked for by name; by none, those that are played here.
    pub(super) async fn rules(&self, guest: &Guest, typed: Option<&str>) -> Result<Answer, Error> {
        let typed = typed.map(str::trim).unwrap_or_default();
        let book = match typed.to_lowercase().as_str() {
            "" | "house" | "自定规则" | "自訂規則" => Book::House,
            _ => match preset(typed) {
                Some(preset) => Book::Preset(number_of(preset)),
                None => return self.other_rules(guest, typed).await,
            },
        };
        let draft = self.pages(guest, book, Page::Melds).await?;
        self.to_all(guest, draft).await
    }

    /// House rules that somebody thinks of: in one text what is different, since no button could carry them.
    async fn other_rules(&self, guest: &Guest, typed: &str) -> Result<Answer, Error> {
        let voice = self.voice_for(guest).await;
        if !typed.contains(['=', ':', '：', '＝', ' ']) {
            return Ok(alert(voice.no_such_rules(typed)));
        }
        match read(voice, typed) {
            Err(said) => Ok(alert(said)),
            Ok((_, terms)) => {
                let text = differences(voice, &terms);
                Ok(self
                    .to_one(Draft {
                        text,
                        ..Draft::default()
                    })
                    .await)
            }
        }
    }

    /// A page of the pressed rules takes the place of the one before.
    pub(super) async fn turn_page(&self, guest: &Guest, token: Token, book: Book, page: u8) -> Result<Answer, Error> {
        let draft = match book {
            Book::Match => self.match_pages(guest, token.table, Page::of(page)).await?,
            Book::House | Book::Preset(_) => self.pages(guest, book, Page::of(page)).await?,
        };
        let private = book == Book::Match || guest.place.is_none_or(is_private);
        let mut answer = self.to_one(draft).await;
        if let Some(post) = &mut answer.post {
            post.private = private;
        }
        answer.replace = true;
        Ok(answer)
    }

    /// The rules of a match, to whoever asks.
    pub(super) async fn show_rules(&self, guest: &Guest, table: TableId) -> Result<Answer, Error> {
        let draft = self.match_pages(guest, table, Page::Melds).await?;
        Ok(self.to_one(draft).await)
    }

    async fn match_pages(&self, guest: &Guest, table: TableId, page: Page) -> Result<Draft, Error> {
        let table = self.service.table(table).await?;
        let voice = self.voice_for(guest).await;
        let keys = Keys {
            table: table.id(),
            stamp: NO_STAMP,
        };
        Ok(rules_page(voice, table.terms(), Book::Match, page, keys))
    }

    async fn pages(&self, guest: &Guest, book: Book, page: Page) -> Result<Draft, Error> {
        let place = guest.place.filter(|place| !is_private(*place));
        let terms = match (book, place) {
            (Book::Preset(number), _) => Terms::of(preset_of(number).unwrap_or(Preset::Jinlami)),
            (_, Some(place)) => self.usual(place.venue).await?.1,
            (_, None) => Terms::of(Preset::Jinlami),
        };
        let keys = Keys {
            table: TableId(0),
            stamp: NO_STAMP,
        };
        Ok(rules_page(self.public_voice(guest).await?, &terms, book, page, keys))
    }
}
