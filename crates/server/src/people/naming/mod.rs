//! Names: which are allowed, and what others see.

mod boat;
mod faces;
mod folded;
mod reserved;
mod words;

pub use boat::{boat_name, boat_title, is_boat_name};
pub use faces::{Face, Names};
pub use words::WordsError;

use crate::{
    people::credentials::Name,
    room::action::{Refusal, RefusalReason},
    text::is_stacked,
};
use reserved::reserved;
use std::{path::Path, sync::Arc};
use words::Words;

/// Decides which names and titles are allowed.
#[derive(Clone, Debug, Default)]
pub struct Filter(Arc<Words>);

impl Filter {
    /// With the words of this file, too.
    pub fn with_file(path: &Path) -> Result<Filter, WordsError> {
        Words::with_file(path).map(|words| Filter(Arc::new(words)))
    }

    /// Refuses a name that could be mistaken for a pilot, a boat or the server, or that has an offensive word in it.
    pub fn check_name(&self, name: &Name) -> Result<(), Refusal> {
        check_form(name.as_str(), "name")?;
        if let Some(word) = reserved(name.as_str()) {
            let message = format!("This name looks like “{word}”, which is reserved. Please choose another.");
            return Err(Refusal::new(RefusalReason::NameTaken, message));
        }
        self.check(name.as_str(), "name")
    }

    /// Refuses a title that has an offensive word in it.
    pub fn check_title(&self, title: &str) -> Result<(), Refusal> {
        check_form(title, "title")?;
        self.check(title, "title")
    }

    /// Refuses a reason that everybody can read and that has an offensive word in it, or covers the lines around it.
    pub fn check_reason(&self, reason: &str) -> Result<(), Refusal> {
        check_marks(reason, "reason")?;
        self.check(reason, "reason")
    }

    fn check(&self, text: &str, what: &str) -> Result<(), Refusal> {
        match self.0.are_in(text) {
            // It does not repeat the word: others may be reading, too.
            true => Err(Refusal::new(
                RefusalReason::NameTaken,
                format!("This {what} contains a word that is not allowed here. Please choose another."),
            )),
            false => Ok(()),
        }
    }
}

/// Refuses a text with so many marks on one letter that they cover the lines around it.
fn check_marks(text: &str, what: &str) -> Result<(), Refusal> {
    match is_stacked(text) {
        true => Err(bad(format!("This {what} has too many marks on one letter. Please choose another."))),
        false => Ok(()),
    }
}

/// Refuses a text that programs could show as another one: `=?` begins an encoded word in the subject of a mail.
fn check_form(text: &str, what: &str) -> Result<(), Refusal> {
    check_marks(text, what)?;
    match text.contains("=?") {
        true => Err(bad(format!("This {what} contains “=?”, which is not allowed. Please choose another."))),
        false => Ok(()),
    }
}

fn bad(message: String) -> Refusal {
    Refusal::new(RefusalReason::BadRequest, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reason_covers_the_lines_around_it() {
        let filter = Filter::default();
        assert!(filter.check_reason("The wrong boat was moved.").is_ok());
        let refused = filter.check_reason(&format!("a{}", "\u{301}".repeat(180))).unwrap_err();
        assert_eq!(refused.code, RefusalReason::BadRequest);
    }
}
