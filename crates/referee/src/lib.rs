//! The referee runs the rules for other programs: one JSON object per line in, one per line out.
//!
//! ```
//! use powerboats_referee::Referee;
//! let mut referee = Referee::new(7); // the seed for races without their own seed
//! let answer = referee.answer(br#"{"op":"match","players":["red","white","black"],"side":"dark","seed":1}"#);
//! assert!(answer.starts_with(r#"{"ok":{"course":"#));
//! let answer = referee.answer(br#"{"op":"steer","to":"left"}"#);
//! assert!(answer.starts_with(r#"{"error":{"code":"wrong-phase""#));
//! ```
#![forbid(unsafe_code)]

mod analysis;
mod answer;
mod decision;
mod dice;
mod error;
pub mod fair;
mod game;
mod happening;
mod headings;
mod hint;
mod json;
mod lesson;
mod marks;
mod request;
mod setup;
mod story;
mod table;
mod thrown;
mod view;

pub use analysis::{
    AnalysisView, BoatAnalysisView, MistakeKind, MistakeView, PlayerAnalysisView, RaceAnalysisView, Unit,
};
pub use decision::Decision;
pub use dice::SeededDice;
pub use error::{Code, Fault};
pub use fair::{FairDice, Secret};
pub use happening::{Happening, RecordStory, StartDie};
pub use headings::HeadingView;
pub use hint::HintView;
pub use json::Strict;
pub use lesson::{Lesson, LessonView};
pub use marks::{DiceRow, Mark, Marked};
pub use table::{GameSetup, GameView, Setup, Table};
pub use thrown::Thrown;
pub use view::{
    BoatStatus, BoatView, ByColor, ChoiceView, CourseView, GateView, LegalView, MatchResultView, MoveView, OptionView,
    PhaseView, RaceResultView, StateView,
};

use answer::Answer;
use game::Game;
use powerboats_pilots::CourseCache;
use request::Request;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::Arc,
};

/// The maximum length of a line, without its line end: 1 MiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// A referee with at most one race or match at a time.
pub struct Referee {
    game: Option<Game>,
    /// Seeds for races without their own seed.
    seeds: SeededDice,
    /// Solutions of the courses it gave hints for.
    courses: Arc<CourseCache>,
}

impl Referee {
    /// A referee without a game. `entropy` seeds the dice of races without their own seed.
    pub fn new(entropy: u64) -> Referee {
        Referee { game: None, seeds: SeededDice::new(entropy), courses: CourseCache::new() }
    }

    /// Answers lines until the input ends. Fails only if reading or writing fails.
    pub fn serve(&mut self, input: impl Read, mut output: impl Write) -> io::Result<()> {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        while read_line(&mut input, &mut line)? {
            writeln!(output, "{}", self.answer(&line))?;
            // No more input is buffered, so the other program may be waiting for this answer.
            if input.buffer().is_empty() {
                output.flush()?;
            }
        }
        output.flush()
    }

    /// The answer to one line, as one line.
    pub fn answer(&mut self, line: &[u8]) -> String {
        match self.handle(line) {
            Ok(answer) => answer.to_json(),
            Err(fault) => fault.to_json(),
        }
    }

    fn handle(&mut self, line: &[u8]) -> Result<Answer, Fault> {
        if line.len() > LONGEST_LINE {
            return Err(Fault::new(Code::TooLong, "the line is longer than 1 MiB"));
        }
        let request = Request::read(line)?;
        let new = match request {
            Request::Race(setup) => {
                let seed = setup.seed.unwrap_or_else(|| self.seeds.seed());
                Game::race(*setup, SeededDice::new(seed))?
            }
            Request::Match { seats, sides, seed, scoring } => {
                Game::matched(seats, sides, scoring, SeededDice::new(seed))?
            }
            request => return self.play(request),
        };
        Ok(self.game.insert(new).situation())
    }

    fn play(&mut self, request: Request) -> Result<Answer, Fault> {
        let no_race = || Fault::new(Code::NoRace, "there is no race yet: start one with \"race\" or \"match\"");
        let game = self.game.as_mut().ok_or_else(no_race)?;
        match request {
            Request::Place { at, heading } => game.place(at, heading),
            Request::Dice { hold, count, rolled } => game.dice(hold, count, rolled),
            Request::Steer { to } => game.steer(to),
            Request::Legal => game.legal(),
            Request::Hint { points } => game.hint(&self.courses, points),
            Request::State | Request::Race(_) | Request::Match { .. } => Ok(game.situation()),
        }
    }
}

/// Reads a line without its line end. Skips the rest of a line that is too long. Returns false at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = LONGEST_LINE as u64 + 2; // the line end, and one byte too many
    if input.take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
