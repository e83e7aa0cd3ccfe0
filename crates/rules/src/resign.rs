//! Giving up: the boat leaves the lake, for good or for the rest of one race.

use crate::{Boat, Color, IllegalAction, Phase, Race, Status};

impl Race {
    /// Takes a player's boat off the lake (rule 5.6). A boat that has finished or sunk stays as it is. It can't be done
    /// between the player's roll and move.
    pub fn resign(&mut self, color: Color) -> Result<(), IllegalAction> {
        match self.phase {
            Phase::Chance(turn, _) | Phase::Steer(turn, _) if turn == color => Err(IllegalAction::NotNow(self.phase)),
            _ => self.retire(color),
        }
    }

    /// The same at any time (rule 5.6). A roll that the boat has not moved by does not count.
    pub(crate) fn retire(&mut self, color: Color) -> Result<(), IllegalAction> {
        let Some(boat) = self.boats.iter_mut().find(|boat| boat.color == color) else {
            return Err(IllegalAction::NotNow(self.phase));
        };
        match boat.status {
            Status::Unplaced | Status::Racing { .. } => boat.status = Status::Resigned,
            Status::Finished | Status::Sunk | Status::Resigned | Status::Unfinished { .. } => return Ok(()),
        }
        match self.phase {
            Phase::Place(turn) if turn == color => self.pass_placing(),
            Phase::Dice(turn) | Phase::Chance(turn, _) | Phase::Steer(turn, _) if turn == color => self.pass_turn(),
            _ => {}
        }
        Ok(())
    }

    /// Passes the placing to the next boat (rule 3.2), or begins with the first turn.
    pub(crate) fn pass_placing(&mut self) {
        let unplaced = |boat: &Boat| boat.status == Status::Unplaced;
        if let Some(next) = self.boats[..self.turn].iter().rposition(unplaced) {
            (self.turn, self.phase) = (next, Phase::Place(self.boats[next].color));
            return;
        }
        match self.boats.iter().position(Boat::is_racing) {
            Some(first) => (self.turn, self.phase) = (first, Phase::Dice(self.boats[first].color)),
            None => self.phase = Phase::Over,
        }
    }
}
