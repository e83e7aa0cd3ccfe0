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

mod action;
mod analysis;
mod answer;
mod by_color;
mod decision;
mod dice;
mod error;
pub mod fair;
mod format;
mod game;
mod ghost;
mod happening;
mod headings;
mod hint;
mod json;
mod lesson;
mod marks;
mod par;
mod question;
mod request;
mod rival;
mod session;
mod setup;
mod stakes;
mod story;
mod table;
mod thrown;
#[cfg(feature = "schema")]
pub mod unions;
mod view;

pub use action::ActionView;
pub use analysis::{
    AnalysisView, BoatAnalysisView, MistakeKind, MistakeView, PlayerAnalysisView, RaceAnalysisView, StandInTurnsView,
    Unit,
};
pub use by_color::ByColor;
pub use decision::Decision;
pub use dice::SeededDice;
pub use error::{Code, Fault};
pub use fair::{FairDice, Secret};
pub use format::{FORMAT, FormatVersion};
pub use ghost::best_play;
pub use happening::{Happening, RecordStory, StartDie};
pub use headings::HeadingView;
pub use hint::HintView;
pub use json::Strict;
pub use lesson::{Lesson, LessonView};
pub use marks::{DiceRow, Mark, Marked};
pub use par::ParView;
pub use question::Question;
pub use rival::RivalRace;
pub use session::{BadSession, MatchOptions, MatchSession, RaceOptions, RaceSession, SeededLake, phase_name};
pub use stakes::{Prospect, StakesView};
pub use table::{GameSetup, GameView, Setup, Table};
pub use thrown::Thrown;
pub use view::{
    BoatStatus, BoatView, ChoiceView, CourseView, GateView, LegalView, MatchResultView, MoveView, PhaseView,
    RaceResultView, StateView, SteerOptionView,
};

use answer::{Answer, AnswerLine, Version};
use game::Game;
use powerboats_pilots::CourseCache;
use request::{Envelope, Request};
use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Read, Write},
    sync::Arc,
};

/// The maximum length of a line, without its line end: 1 MiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// The most tables that a referee has at a time, the one without a name among them.
pub const MOST_TABLES: usize = 1000;

/// A referee with at most one race or match at each table.
pub struct Referee {
    /// By the name of the table; empty for the one without a name.
    games: HashMap<String, Game>,
    /// Seeds for races without their own seed.
    seeds: SeededDice,
    /// Solutions of the courses it gave hints for.
    courses: Arc<CourseCache>,
}

impl Referee {
    /// A referee without a game. `entropy` seeds the dice of races without their own seed.
    pub fn new(entropy: u64) -> Referee {
        Referee { games: HashMap::new(), seeds: SeededDice::new(entropy), courses: CourseCache::new() }
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
        let mut envelope = Envelope::default();
        let answer = self.handle(line, &mut envelope);
        AnswerLine::write(&answer, envelope.id.as_ref())
    }

    fn handle(&mut self, line: &[u8], envelope: &mut Envelope) -> Result<Answer, Fault> {
        if line.len() > LONGEST_LINE {
            return Err(Fault::new(Code::TooLong, "the line is longer than 1 MiB"));
        }
        let request = Request::read(line, envelope)?;
        let table = &envelope.table;
        let new = match request {
            Request::Race(setup) => {
                let seed = setup.seed.unwrap_or_else(|| self.seeds.seed());
                Game::race(*setup, SeededDice::new(seed))?
            }
            Request::Match { seats, sides, seed, scoring } => {
                Game::matched(seats, sides, scoring, SeededDice::new(seed))?
            }
            Request::Version => return Ok(Answer::Version(Version::here())),
            request => return self.play(table, request),
        };
        if self.games.len() >= MOST_TABLES && !self.games.contains_key(table) {
            let full = format_args!("\"table\": there are already {MOST_TABLES} tables: close one first");
            return Err(Fault::new(Code::BadValue, full));
        }
        let answer = new.situation();
        self.games.insert(table.clone(), new);
        Ok(answer)
    }

    fn play(&mut self, table: &str, request: Request) -> Result<Answer, Fault> {
        let no_race = || {
            let place = if table.is_empty() { String::new() } else { format!(" at table {table:?}") };
            Fault::new(Code::NoRace, format_args!("there is no race yet{place}: start one with \"race\" or \"match\""))
        };
        let game = self.games.get_mut(table).ok_or_else(no_race)?;
        match request {
            Request::Place { at, heading } => game.place(at, heading),
            Request::Dice { hold, count, rolled } => game.dice(hold, count, rolled),
            Request::Steer { to } => game.steer(to),
            Request::Legal => game.legal(),
            Request::Hint { points } => game.hint(&self.courses, points),
            Request::Position => Ok(game.position()),
            Request::Record { names } => game.record(&names),
            Request::Close => {
                self.games.remove(table);
                Ok(Answer::Closed {})
            }
            Request::State | Request::Race(_) | Request::Match { .. } | Request::Version => Ok(game.situation()),
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

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
