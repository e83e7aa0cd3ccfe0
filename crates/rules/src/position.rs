//! A race in the middle: any position fits a [`Position`], only a checked one becomes a [`Race`].

use crate::{
    BadRace, BadSeats, Boat, Color, Course, Hand, Hex, Leg, Phase, Race, Scoring, Seats, Status, boat::SINKS_AT,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Everything about a race but its course, unchecked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// 1, 2 or 3.
    pub race: u8,
    /// Classic or by turns.
    pub scoring: Scoring,
    /// In order of play, the starter first.
    pub boats: Vec<Boat>,
    /// What the race waits for.
    pub phase: Phase,
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// Too many boats, too few, or one twice.
    #[error(transparent)]
    Seats(#[from] BadSeats),
    /// The race cannot be.
    #[error(transparent)]
    Race(#[from] BadRace),
    /// Boats stand in the order of play: clockwise.
    #[error("boats stand in the order of play, clockwise from the starter")]
    Order,
    /// On land, on a buoy or off the map.
    #[error("{0} is not on open water at {1}")]
    NotOnWater(Color, Hex),
    /// Two on one hex.
    #[error("{0} and {1} are both on {2}")]
    SameHex(Color, Color, Hex),
    /// More dice than a set-up may have.
    #[error("{0} has {1} dice, more than 32")]
    TooManyDice(Color, u8),
    /// More turns than anyone takes.
    #[error("{0} has taken {1} turns, more than {most}", most = Boat::MOST_TURNS)]
    TooManyTurns(Color, u32),
    /// A boat with so much damage has sunk, one with less has not.
    #[error("{0} with damage {1} is not {2}: a boat sinks at 4")]
    Damage(Color, u8, &'static str),
    /// At most one counter is kept for each earlier race, and all of them are damage.
    #[error("{0} can't have kept {1} with damage {2} in race {3}")]
    Kept(Color, u8, u8, u8),
    /// Only a gate is owed.
    #[error("{0} owes nothing on leg {1}: only gates are owed")]
    Owes(Color, Leg),
    /// A boat that has finished was on its last leg.
    #[error("{0} has finished, so its leg is finish, not {1}")]
    Unfinished(Color, Leg),
    /// A crash takes all dice, and only a crash sinks.
    #[error("{0} has sunk, so it has no dice")]
    SunkDice(Color),
    /// Statuses that do not go together with what the race waits for.
    #[error("{0} can't be {1} in this phase")]
    Status(Color, &'static str),
    /// A boat that has not begun has no dice, turns or legs behind it.
    #[error("{0} has not begun: no dice, no turns, on leg start, with kept damage only")]
    NotBegun(Color),
    /// It is the turn of a boat that is not racing, or there.
    #[error("{0} can't have the turn")]
    Turn(Color),
    /// The dice chosen or rolled do not fit.
    #[error("{0} can't come to these dice")]
    Dice(Color),
    /// Nothing is left to sail.
    #[error("the race is over already")]
    Over,
    /// It says the race is over, but it is not.
    #[error("the race is not over")]
    NotOver,
}

/// Every fault of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPosition(pub Vec<PositionFault>);

crate::named::fault_list!(BadPosition);

impl Race {
    /// This race without its course.
    pub fn position(&self) -> Position {
        let boats = self.boats.to_vec();
        Position { race: self.number, scoring: self.scoring, boats, phase: self.phase }
    }

    /// Goes on from a position. Boats that finished or sank did so in the order of their turns, then of play.
    pub fn from_position(course: Arc<Course>, position: Position) -> Result<Race, BadPosition> {
        let faults = faults(&course, &position);
        if !faults.is_empty() {
            return Err(BadPosition(faults));
        }
        let Position { race: number, scoring, boats, phase } = position;
        let in_order = |status: Status| {
            let mut boats: Vec<&Boat> = boats.iter().filter(|boat| boat.status == status).collect();
            boats.sort_by_key(|boat| boat.turns); // stable: then in order of play
            boats.iter().map(|boat| boat.color).collect::<ArrayVec<_, 6>>()
        };
        let (finished, sunk) = (in_order(Status::Finished), in_order(Status::Sunk));
        // Judged: whoever has the turn is there.
        let turn = boats.iter().position(|boat| Some(boat.color) == phase.turn()).unwrap_or(0);
        Ok(Race { course, number, scoring, boats: boats.into_iter().collect(), phase, turn, finished, sunk })
    }
}

fn faults(course: &Arc<Course>, position: &Position) -> Vec<PositionFault> {
    let Position { race, scoring, boats, phase } = position;
    let seats = match Seats::new(boats.iter().map(|boat| boat.color)) {
        Ok(seats) => seats,
        Err(error) => return vec![error.into()],
    };
    let starter = boats[0].color;
    let mut faults = Vec::new();
    if let Err(error) = Race::new(course.clone(), *race, *scoring, seats, starter, Default::default()) {
        faults.push(error.into());
    }
    if !seats.from(starter).eq(boats.iter().map(|boat| boat.color)) {
        faults.push(PositionFault::Order);
    }
    for (i, boat) in boats.iter().enumerate() {
        boat_faults(course, *race, boat, &mut faults);
        for other in &boats[i + 1..] {
            if let Some(at) = boat.at().filter(|_| boat.at() == other.at()) {
                faults.push(PositionFault::SameHex(boat.color, other.color, at));
            }
        }
    }
    phase_faults(course, boats, *scoring, *phase, &mut faults);
    faults
}

fn boat_faults(course: &Course, race: u8, boat: &Boat, faults: &mut Vec<PositionFault>) {
    let Boat { color, hand, damage, kept, progress, status, turns } = *boat;
    if let Some(at) = boat.at().filter(|&at| !course.is_open(at)) {
        faults.push(PositionFault::NotOnWater(color, at));
    }
    if usize::from(hand.len()) > Hand::MOST {
        faults.push(PositionFault::TooManyDice(color, hand.len()));
    }
    if turns > Boat::MOST_TURNS {
        faults.push(PositionFault::TooManyTurns(color, turns));
    }
    if status != Status::Finished && (damage >= SINKS_AT) != (status == Status::Sunk) {
        faults.push(PositionFault::Damage(color, damage, status.name()));
    }
    if kept > damage || kept >= race.max(1) {
        faults.push(PositionFault::Kept(color, kept, damage, race));
    }
    if progress.owes && !progress.leg.is_gate() {
        faults.push(PositionFault::Owes(color, progress.leg));
    }
    if status == Status::Finished && progress.leg != Leg::Finish {
        faults.push(PositionFault::Unfinished(color, progress.leg));
    }
    if status == Status::Sunk && !hand.is_empty() {
        faults.push(PositionFault::SunkDice(color));
    }
    if status == Status::Unplaced && *boat != Boat::unplaced(color, kept) {
        faults.push(PositionFault::NotBegun(color));
    }
}

fn phase_faults(course: &Course, boats: &[Boat], scoring: Scoring, phase: Phase, faults: &mut Vec<PositionFault>) {
    if let Phase::Place(color) = phase {
        // Rule 3.2: placed from the last in the order of play to the first, on start places.
        let Some(next) = boats.iter().position(|boat| boat.color == color) else {
            return faults.push(PositionFault::Turn(color));
        };
        let places = course.places(boats.len()).unwrap_or_default();
        for (i, boat) in boats.iter().enumerate() {
            let fits = match boat.at() {
                None => i <= next && boat.status == Status::Unplaced,
                Some(at) => i > next && places.contains(&at),
            };
            if !fits {
                faults.push(PositionFault::Status(boat.color, boat.status.name()));
            } else if (Boat { status: Status::Unplaced, ..*boat }) != Boat::unplaced(boat.color, boat.kept) {
                faults.push(PositionFault::NotBegun(boat.color));
            }
        }
        return;
    }
    let count = |status: Status| boats.iter().filter(|boat| boat.status == status).count();
    let racing = boats.iter().filter(|boat| boat.is_racing()).count();
    let one_left = scoring == Scoring::Classic && count(Status::Finished) + 1 == boats.len();
    for boat in boats {
        let fits = match boat.status {
            Status::Unplaced => false,
            Status::Unfinished { .. } => phase == Phase::Over && one_left,
            _ => true,
        };
        if !fits {
            faults.push(PositionFault::Status(boat.color, boat.status.name()));
        }
    }
    let Some(color) = phase.turn() else {
        if racing > 0 {
            faults.push(PositionFault::NotOver);
        }
        return;
    };
    if racing == 0 || one_left {
        faults.push(PositionFault::Over);
    }
    let Some(boat) = boats.iter().find(|boat| boat.color == color && boat.is_racing()) else {
        return faults.push(PositionFault::Turn(color));
    };
    let fits = match phase {
        Phase::Chance(_, choice) => choice.is_legal(boat.hand),
        // Some hold, with the rest rolled, must give the hand.
        Phase::Steer(_, hand) => hand.len().abs_diff(boat.hand.len()) <= 1,
        _ => true,
    };
    if !fits {
        faults.push(PositionFault::Dice(color));
    }
}
