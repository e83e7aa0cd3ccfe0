//! A question to a bot: the referee's protocol turned round. The bot is asked, and answers with a request.

use crate::{
    Code, CourseView, Fault, LegalView, StateView,
    game::refused,
    request::{Envelope, Request, RequestId},
};
use powerboats_rules::{Action, Color, Phase, Race, Regatta};
use serde::Serialize;

/// What a bot has to decide, with everything it may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// `place`, `dice` or `steer`: the op of the answer.
    pub ask: &'static str,
    /// A number that no other question to this bot has. The answer may repeat it.
    pub id: u64,
    /// The boat that the bot plays.
    pub color: Color,
    /// The races of the match.
    pub races: u8,
    #[allow(missing_docs)]
    pub course: CourseView,
    #[allow(missing_docs)]
    pub state: StateView,
    /// Everything that is allowed: `places`, `dice` or `options`.
    #[serde(flatten)]
    pub legal: LegalView,
}

impl Question {
    /// The decision that the regatta waits for; `None` if it waits for none.
    pub fn of(regatta: &Regatta, id: u64) -> Option<Question> {
        let race = regatta.race()?;
        let (ask, color) = match race.phase() {
            Phase::Place(color) => ("place", color),
            Phase::Dice(color) => ("dice", color),
            Phase::Steer(color, _) => ("steer", color),
            Phase::Chance(..) | Phase::Over => return None,
        };
        let (legal, seats) = (LegalView::new(race)?, regatta.seats());
        let (course, state) =
            (CourseView::new(race.course(), seats.len()), StateView::new(race, seats, regatta.points()));
        Some(Question { ask, id, color, races: regatta.races(), course, state, legal })
    }

    /// The line to send.
    pub fn to_json(&self) -> String {
        // It has only strings, numbers and maps with string keys.
        serde_json::to_string(self).expect("a question can always be written as JSON")
    }

    /// Reads the bot's answer, one line. It must be legal in this race.
    pub fn read_answer(&self, race: &Race, line: &[u8]) -> Result<Action, Fault> {
        let mut envelope = Envelope::default();
        let action = Request::read_decision(line, &mut envelope)?;
        if envelope.id.is_some_and(|id| id != RequestId::Number(self.id)) {
            let id = self.id;
            return Err(Fault::new(Code::BadValue, format_args!("\"id\": this is not the answer to question {id}")));
        }
        if !envelope.table.is_empty() {
            return Err(Fault::new(Code::UnknownField, "unknown field \"table\""));
        }
        race.clone().apply(action).map_err(refused)?;
        Ok(action)
    }
}
