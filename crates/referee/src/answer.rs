//! The referee's ok answers.

use crate::{
    HintView,
    view::{CourseView, LegalView, MatchResultView, MoveView, OptionView, RaceResultView, StateView, options},
};
use powerboats_rules::{Hand, SteerOption};
use serde::Serialize;

/// The value of `"ok"`.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Situation { course: CourseView, state: StateView },
    Placed { state: StateView },
    Rolled { rolled: Hand, total: u8, options: Vec<OptionView>, state: StateView },
    Moved(Box<Moved>),
    Legal(LegalView),
    Hint(HintView),
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

    /// The whole answer line.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Ok<'a> {
            ok: &'a Answer,
        }
        // Answers have only strings, numbers and maps with string keys.
        serde_json::to_string(&Ok { ok: self }).expect("an answer can always be written as JSON")
    }
}
