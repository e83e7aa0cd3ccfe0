//! Walks through a record step by step: the one place where entries become actions again.

use super::{Entry, Logbook, Record, RecordFault};
use crate::{Action, Berth, Color, Course, Event, IllegalAction, Regatta, RegattaPhase, Rolled};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Replays a record and stops after each step. Every entry is checked against the rules, as in [`replay`](crate::replay).
///
/// A turn is three steps: the dice are chosen, rolled, and the boat steers. Every other entry is one step.
///
/// ```
/// use powerboats_rules::{Event, Record, Regatta, StepEvent, Walk};
///
/// let record: Record = include_str!("../../tests/records/valid/three-players.txt").parse()?;
/// let mut crashes = 0;
/// for step in Walk::new(&record)? {
///     let step = step?;
///     if let StepEvent::Acted(Event::Moved(moved)) = step.event {
///         let damage = |regatta: &Regatta| regatta.race()?.boat(moved.color).map(|boat| boat.damage);
///         crashes += usize::from(damage(&step.after) > damage(&step.before));
///     }
/// }
/// assert!(crashes > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The regatta as far as it has been replayed. It writes its own record, which must be the same.
    book: Logbook,
    /// The index of the current entry in the log.
    line: usize,
    /// The number of the current entry's actions that have been applied.
    applied: usize,
    /// The regatta after the last step.
    latest: Arc<Regatta>,
    /// There are no steps after an error.
    failed: bool,
}

/// One step of a [`Walk`].
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The index of the entry in the log.
    pub line: usize,
    #[allow(missing_docs)]
    pub entry: &'a Entry,
    /// Is this the last step of its entry?
    pub completes_entry: bool,
    /// The regatta before this step.
    pub before: Arc<Regatta>,
    /// What happened.
    pub event: StepEvent,
    /// The regatta after this step.
    pub after: Arc<Regatta>,
}

/// What happens in one [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepEvent {
    /// A course was dealt and its race began.
    Dealt,
    /// A player decided, or dice were rolled.
    Acted(Event),
    /// A player resigned.
    Resigned(Color),
    /// A boat retired from its race.
    Retired(Color),
    /// The entry states the points of a race.
    RaceEnded,
    /// The entry states the final ranking.
    Ended,
}

impl Entry {
    /// The actions of a placing or of a turn. Dealing a course, resigning and retiring are no actions, and an end follows by itself.
    fn actions(&self) -> ArrayVec<Action, 3> {
        match self {
            Entry::Place(_, Berth(at, heading)) => [Action::Place(*at, *heading)].into_iter().collect(),
            Entry::Turn(turn) => {
                let rolled = match turn.dice.rolled {
                    Rolled::Shows(hand) => Some(Action::Roll(hand)),
                    Rolled::Unknown(_) => None,
                };
                let [choose, steer] = [Action::Choose(turn.dice.choice()), Action::Steer(turn.steer)];
                [Some(choose), rolled, Some(steer)].into_iter().flatten().collect()
            }
            Entry::Race(..) | Entry::Resign(_) | Entry::Retire(_) | Entry::EndRace(..) | Entry::End(_) => {
                ArrayVec::new()
            }
        }
    }
}

impl<'a> Walk<'a> {
    /// Starts before the first entry. Fails if the header contradicts the rules.
    pub fn new(record: &'a Record) -> Result<Walk<'a>, RecordFault> {
        let Record { sides, scoring, races, layout, .. } = *record;
        let (tags, players, start) = (record.tags.clone(), record.players.clone(), record.start.clone());
        let book = Logbook::open(tags, players, sides, scoring, races, layout, start)?;
        let latest = Arc::new(book.regatta().clone());
        Ok(Walk { record, book, line: 0, applied: 0, latest, failed: false })
    }

    /// The index of the entry that comes next.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Takes one step; `None` after the last entry.
    pub(super) fn advance(&mut self) -> Result<Option<StepEvent>, RecordFault> {
        let Some(entry) = self.record.log.get(self.line) else { return self.check_nothing_left_out().map(|()| None) };
        let event = match entry {
            Entry::Race(letter, plan) => {
                match self.book.regatta().phase() {
                    RegattaPhase::Deal(next) if next != *letter => return Err(RecordFault::OtherRace(next, *letter)),
                    _ => self.check_nothing_left_out()?,
                }
                self.book.deal(Course::new(self.record.layout.lake(), *plan)?)?;
                StepEvent::Dealt
            }
            Entry::Place(color, _) => self.act(entry, *color)?,
            Entry::Turn(turn) => self.act(entry, turn.color)?,
            Entry::Resign(color) => {
                self.check_nothing_left_out()?;
                self.book.resign(*color)?;
                StepEvent::Resigned(*color)
            }
            Entry::Retire(color) => {
                self.check_nothing_left_out()?;
                self.book.retire(*color)?;
                StepEvent::Retired(*color)
            }
            Entry::EndRace(..) => StepEvent::RaceEnded,
            Entry::End(_) => StepEvent::Ended,
        };
        if self.applied == entry.actions().len() {
            self.check_same(entry)?;
            (self.line, self.applied) = (self.line + 1, 0);
        }
        Ok(Some(event))
    }

    /// Applies the next action of an entry.
    fn act(&mut self, entry: &Entry, color: Color) -> Result<StepEvent, RecordFault> {
        if self.applied == 0 {
            self.check_turn(color)?;
        }
        let event = self.book.apply(entry.actions()[self.applied])?;
        self.applied += 1;
        Ok(StepEvent::Acted(event))
    }

    /// Replays the rest of the record.
    pub(super) fn finish(mut self) -> Result<Logbook, RecordFault> {
        while self.advance()?.is_some() {}
        self.book.take_marks(&self.record.stand_ins);
        Ok(self.book)
    }

    /// Checks that the rules led to the same entry as the record has.
    fn check_same(&self, entry: &Entry) -> Result<(), RecordFault> {
        match self.book.record().log.get(self.line) {
            Some(written) if written == entry => Ok(()),
            Some(written) => Err(RecordFault::Differs(Box::new(written.clone()))),
            // The record says that something ended, but nothing did.
            None => Err(match self.book.regatta().phase() {
                RegattaPhase::Race(phase) => IllegalAction::NotNow(phase).into(),
                RegattaPhase::Deal(_) => RecordFault::NoRace,
                RegattaPhase::Over => RecordFault::Over,
            }),
        }
    }

    /// Checks that the rules have not led to an entry that the record lacks.
    fn check_nothing_left_out(&self) -> Result<(), RecordFault> {
        match self.book.record().log.get(self.line) {
            Some(written) => Err(RecordFault::Differs(Box::new(written.clone()))),
            None => Ok(()),
        }
    }

    /// Checks that it is this player's turn.
    fn check_turn(&self, color: Color) -> Result<(), RecordFault> {
        self.check_nothing_left_out()?;
        match self.book.regatta().phase() {
            RegattaPhase::Race(phase) => match phase.turn() {
                Some(turn) if turn != color => Err(RecordFault::NotTheirTurn(turn, color)),
                _ => Ok(()),
            },
            RegattaPhase::Deal(_) => Err(RecordFault::NoRace),
            RegattaPhase::Over => Err(RecordFault::Over),
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Result<Step<'a>, RecordFault>;

    fn next(&mut self) -> Option<Result<Step<'a>, RecordFault>> {
        if self.failed {
            return None;
        }
        let (line, before) = (self.line, self.latest.clone());
        let event = match self.advance() {
            Ok(event) => event?,
            Err(fault) => {
                self.failed = true;
                return Some(Err(fault));
            }
        };
        self.latest = Arc::new(self.book.regatta().clone());
        let (entry, completes_entry) = (&self.record.log[line], self.line > line);
        Some(Ok(Step { line, entry, completes_entry, before, event, after: self.latest.clone() }))
    }
}
