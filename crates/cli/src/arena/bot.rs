//! A bot in the arena: a program that is asked on its standard input, and answers on its standard output.

use super::process::{BotProcess, Lost};
use anyhow::Result;
use powerboats_pilots::arena::Contestant;
use powerboats_referee::{Fault, Question};
use powerboats_rules::{Action, Draw, Regatta};
use std::time::Duration;

/// What a bot may use.
#[derive(Clone, Copy)]
pub struct BotLimits {
    /// The time for one decision.
    pub time: Duration,
    /// Memory in MiB.
    pub memory: u64,
}

/// Why a bot lost a race before its end.
#[derive(Debug, thiserror::Error)]
enum BotFault {
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error("an answer was refused: {}", .0.message)]
    Refused(Fault),
}

/// A bot, which runs as long as it answers well. After a fault it is started again for the next race.
pub struct Bot {
    command: String,
    limits: BotLimits,
    process: Option<BotProcess>,
    asked: u64,
    /// The first fault, as a sentence for people.
    first_fault: Option<String>,
}

impl Bot {
    pub fn new(command: &str, limits: BotLimits) -> Bot {
        Bot { command: command.to_owned(), limits, process: None, asked: 0, first_fault: None }
    }

    pub fn first_fault(&self) -> Option<&str> {
        self.first_fault.as_deref()
    }

    fn answer(&mut self, regatta: &Regatta) -> Result<Option<Action>, BotFault> {
        self.asked += 1;
        let Some((question, race)) = Question::of(regatta, self.asked).zip(regatta.race()) else { return Ok(None) };
        let process = match &mut self.process {
            Some(process) => process,
            None => self.process.insert(BotProcess::start(&self.command, self.limits)?),
        };
        let line = process.ask(question.to_json(), self.limits.time)?;
        question.read_answer(race, &line).map(Some).map_err(BotFault::Refused)
    }
}

impl Contestant for Bot {
    fn decide(&mut self, regatta: &Regatta, _: &mut dyn Draw) -> Option<Action> {
        self.answer(regatta).unwrap_or_else(|fault| {
            self.process = None; // which ends it
            self.first_fault.get_or_insert_with(|| fault.to_string());
            None
        })
    }
}
