//! The record of a regatta: who played, on which lake, every die and every move, and how it ended.

mod entry;
mod logbook;
mod text;

pub use entry::{Entry, Rank, TurnEntry};
pub use logbook::{Logbook, RecordFault};
pub use text::{RecordError, TextFault, replay};

use crate::{Color, Layout, Scoring, Sides, StartRoll};

/// A text of one line: trimmed, not empty, no control characters, at most 200 characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OneLine(String);

impl OneLine {
    /// `None` if it is not such a text.
    pub fn new(text: impl Into<String>) -> Option<OneLine> {
        let text = text.into();
        let fits = !text.is_empty() && text.trim() == text && text.chars().count() <= 200;
        (fits && !text.contains(char::is_control)).then_some(OneLine(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Something worth noting: `event: Club evening`. Its name is a word of a–z and no word of the record's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: String,
    text: OneLine,
}

impl Tag {
    /// `None` if the name or the text is not fit.
    pub fn new(name: &str, text: &str) -> Option<Tag> {
        let word = !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let own = text::HEADER.contains(&name) || name.parse::<Color>().is_ok() || matches!(name, "end" | "roll");
        (word && !own).then_some(())?;
        Some(Tag { name: name.to_owned(), text: OneLine::new(text)? })
    }

    /// Before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// After it.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }
}

/// A regatta from its set-up to its end, or as far as it was sailed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Event, date, whatever is worth noting.
    pub tags: Vec<Tag>,
    /// Who sits where, clockwise from orange.
    pub players: Vec<(Color, OneLine)>,
    /// Which sides of the tiles.
    pub sides: Sides,
    /// How it is scored.
    pub scoring: Scoring,
    /// How many races.
    pub races: u8,
    /// How the tiles lie.
    pub layout: Layout,
    /// Who starts.
    pub start: Vec<StartRoll>,
    /// Everything that happened.
    pub log: Vec<Entry>,
}
