//! What the referee says.

use crate::{
    HintView,
    view::{CourseView, LegalView, MatchResultView, MoveView, OptionView, RaceResultView, StateView, options},
};
use powerboats_rules::{Hand, SteerOption};
use serde::Serialize;

/// What follows `"ok"`.
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

/// A move, and what ended with it.
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

    /// The whole answer.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Ok<'a> {
            ok: &'a Answer,
        }
        // Texts, numbers and maps with text keys only: nothing that JSON can't say.
        serde_json::to_string(&Ok { ok: self }).expect("every answer is JSON")
    }
}
