//! The referee's ok answers.

use crate::{
    Fault, HintView,
    request::RequestId,
    view::{CourseView, LegalView, MatchResultView, MoveView, RaceResultView, StateView, SteerOptionView, options},
};
use powerboats_rules::{Hand, SteerOption};
use serde::Serialize;

/// The value of `"ok"`.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Situation { course: CourseView, state: StateView },
    Placed { state: StateView },
    Rolled { rolled: Hand, total: u8, options: Vec<SteerOptionView>, state: StateView },
    Moved(Box<Moved>),
    Legal(LegalView),
    Hint(HintView),
    Position { position: String },
    Record { record: String },
    Closed {},
    Version(Version),
}

/// What this referee is and can do.
#[derive(Serialize)]
pub struct Version {
    /// The version of this program.
    version: &'static str,
    /// The version of the protocol. It changes only if a line that worked no longer does.
    protocol: u8,
    /// The version of our JSON, as in the answers of the commands.
    format: u8,
    /// The most tables at a time.
    tables: usize,
}

impl Version {
    pub const fn here() -> Version {
        Version { version: env!("CARGO_PKG_VERSION"), protocol: 1, format: crate::FORMAT, tables: crate::MOST_TABLES }
    }
}

/// A move, with the results of what it ended.
#[derive(Serialize)]
pub struct Moved {
    #[serde(rename = "move")]
    pub moved: MoveView,
    pub state: StateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race_result: Option<RaceResultView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_result: Option<MatchResultView>,
}

impl Answer {
    pub fn rolled(rolled: Hand, hand: Hand, steer: &[SteerOption], state: StateView) -> Answer {
        Answer::Rolled { rolled, total: hand.total(), options: options(steer), state }
    }
}

/// A whole answer line.
#[derive(Serialize)]
pub struct AnswerLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RequestId>,
}

impl AnswerLine<'_> {
    pub fn write(answer: &Result<Answer, Fault>, id: Option<&RequestId>) -> String {
        let line = AnswerLine { ok: answer.as_ref().ok(), error: answer.as_ref().err(), id };
        // Answers have only strings, numbers and maps with string keys.
        serde_json::to_string(&line).expect("an answer can always be written as JSON")
    }
}
