//! The record of a regatta: the players, the lake, every roll, every move and the result.

mod entry;
mod logbook;
mod text;
mod walk;

pub use entry::{Entry, Rank, TurnEntry};
pub use logbook::{Logbook, RecordFault};
pub use text::{RecordError, TextFault, replay};
pub use walk::{Step, StepEvent, Walk};

use crate::{Color, Layout, Scoring, Sides, StartRoll};

/// A line of text: trimmed, not empty, without control characters, at most 200 characters long.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OneLine(String);

impl OneLine {
    /// Returns `None` if the text breaks one of these limits.
    pub fn new(text: impl Into<String>) -> Option<OneLine> {
        let text = text.into();
        let fits = !text.is_empty() && text.trim() == text && text.chars().count() <= 200;
        (fits && !text.contains(char::is_control)).then_some(OneLine(text))
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A free header line such as `event: Club evening`. Its name is a word of the letters a–z that the format does not use
/// itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: String,
    text: OneLine,
}

impl Tag {
    /// Returns `None` if the name or the text is not allowed.
    pub fn new(name: &str, text: &str) -> Option<Tag> {
        let word = !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let own = text::HEADER.contains(&name) || name.parse::<Color>().is_ok() || matches!(name, "end" | "roll");
        (word && !own).then_some(())?;
        Some(Tag { name: name.to_owned(), text: OneLine::new(text)? })
    }

    /// The word before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text after the colon.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }
}

/// A regatta from its set-up to its end, or as far as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Free header lines: event, date and the like.
    pub tags: Vec<Tag>,
    /// The players' names, clockwise from orange.
    pub players: Vec<(Color, OneLine)>,
    #[allow(missing_docs)]
    pub sides: Sides,
    #[allow(missing_docs)]
    pub scoring: Scoring,
    /// Number of races, 1 to 3.
    pub races: u8,
    #[allow(missing_docs)]
    pub layout: Layout,
    /// The rolls that decided who starts.
    pub start: Vec<StartRoll>,
    /// Everything that happened, in order.
    pub log: Vec<Entry>,
    /// The placings and turns in the log, by index, that a pilot made for a person who was late or away.
    pub stand_ins: Vec<usize>,
}
