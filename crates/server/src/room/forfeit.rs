//! Forfeits: from which moment on a pilot decides for a person, or a person has resigned.

use crate::room::event::{Absence, RoomEvent};
use powerboats_referee::Happening;
use powerboats_rules::Color;
use std::collections::{BTreeMap, BTreeSet};

/// The moment when a person gave up a seat: their time ran out, they left, the others went on without them, or they resigned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// Number of the event.
    pub seq: u64,
    /// The number of races that were over.
    pub races_over: usize,
    /// The boats that had finished or sunk in the race that was being raced.
    pub out: BTreeSet<Color>,
    /// Whether a pilot has decided for them, or will certainly. Before that they can come back.
    lasting: bool,
}

/// What has been forfeited so far, and what is needed to judge it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forfeits {
    seats: BTreeMap<Color, Forfeit>,
    races_over: usize,
    out: BTreeSet<Color>,
    /// The number of races that were over when the season's time was, and pilots took over.
    deadline: Option<usize>,
}

impl Forfeits {
    /// The seats that are forfeited, each from its first moment on. Coming back later changes nothing.
    pub fn seats(&self) -> &BTreeMap<Color, Forfeit> {
        &self.seats
    }

    /// The number of races that were over when the season's time was; `None` if that did not happen. From then on pilots play
    /// for everybody, and nobody has given up anything by that.
    pub fn deadline(&self) -> Option<usize> {
        self.deadline
    }

    /// Follows an event with its number.
    pub(super) fn follow(&mut self, seq: u64, what: &RoomEvent) {
        match what {
            RoomEvent::TimedOut { color } => self.forfeit(*color, seq, true),
            RoomEvent::TakenOver { why: Absence::Deadline, .. } => {
                self.deadline.get_or_insert(self.races_over);
            }
            // Before a pilot has decided they can come back, unless they dropped out.
            RoomEvent::TakenOver { color, why } => self.forfeit(*color, seq, why.is_final()),
            RoomEvent::Back { color } if self.seats.get(color).is_some_and(|forfeit| !forfeit.lasting) => {
                self.seats.remove(color);
            }
            RoomEvent::Game { happening, stand_in } => self.follow_game(seq, happening, *stand_in),
            _ => {}
        }
    }

    fn follow_game(&mut self, seq: u64, happening: &Happening, stand_in: bool) {
        match happening {
            Happening::Race { .. } => self.out.clear(),
            Happening::RaceOver { .. } => self.races_over += 1,
            Happening::Resigned { color } => self.forfeit(*color, seq, true),
            Happening::Placed { color, .. } | Happening::Rolled { color, .. } if stand_in => {
                self.forfeit(*color, seq, true);
            }
            Happening::Moved { color, moved, .. } => {
                if stand_in {
                    self.forfeit(*color, seq, true);
                }
                if moved.finished || moved.sunk {
                    self.out.insert(*color);
                }
            }
            Happening::Placed { .. }
            | Happening::Rolled { .. }
            | Happening::Retired { .. } // from the race only; the server lets nobody do that
            | Happening::Lake { .. }
            | Happening::Over { .. } => {}
        }
    }

    fn forfeit(&mut self, color: Color, seq: u64, lasting: bool) {
        if self.deadline.is_some() {
            return;
        }
        let new = || Forfeit { seq, races_over: self.races_over, out: self.out.clone(), lasting };
        let forfeit = self.seats.entry(color).or_insert_with(new);
        forfeit.lasting |= lasting;
    }
}
