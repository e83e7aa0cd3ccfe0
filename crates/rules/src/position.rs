//! A position in the middle of a race: [`Position`] can hold anything, and only a checked one becomes a [`Race`].

use crate::{
    BadRace, BadSeats, Boat, Color, Course, Hand, Hex, Leg, Phase, Race, Scoring, Seats, Status, boat::SINKS_AT,
    sort_short,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The state of a race without its course, not checked yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The race's number: 1, 2 or 3.
    pub race: u8,
    #[allow(missing_docs)]
    pub scoring: Scoring,
    /// In order of play, the starter first.
    pub boats: Vec<Boat>,
    #[allow(missing_docs)]
    pub phase: Phase,
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionFault {
    /// Too many boats, too few, or the same colour twice.
    #[error(transparent)]
    Seats(#[from] BadSeats),
    /// The race's number, scoring or course does not fit.
    #[error(transparent)]
    Race(#[from] BadRace),
    /// The boats are not in order of play.
    #[error("the boats are in the wrong order: list them in order of play, clockwise from the starter")]
    Order,
    /// A boat is on land, on a buoy or off the map.
    #[error("{0} is at {1}, which is not open water")]
    NotOnWater(Color, Hex),
    /// Two boats share a hex.
    #[error("{0} and {1} are both on {2}")]
    SameHex(Color, Color, Hex),
    /// More than [`Hand::MOST`] dice.
    #[error("{0} has {1} dice: at most {most} are allowed", most = Hand::MOST)]
    TooManyDice(Color, u8),
    /// More than [`Boat::MOST_TURNS`] turns.
    #[error("{0} has taken {1} turns: at most {most} are allowed", most = Boat::MOST_TURNS)]
    TooManyTurns(Color, u32),
    /// A boat has sunk if and only if it has at least [`SINKS_AT`] damage, unless it has finished.
    #[error("{0} cannot be {2} with damage {1}: a boat sinks at {SINKS_AT}")]
    Damage(Color, u8, &'static str),
    /// A boat keeps at most one damage counter from each earlier race, and kept counters are part of its damage.
    #[error(
        "{0} cannot have {1} kept damage in race {3} with a total damage of {2}: a boat keeps at most one from each earlier race"
    )]
    Kept(Color, u8, u8, u8),
    /// Only a gate crossing can be owed.
    #[error("{0} cannot owe a crossing on leg {1}: only gates can be owed")]
    Owes(Color, Leg),
    /// A boat that has finished must be on its last leg.
    #[error("{0} has finished, so its leg must be finish, not {1}")]
    Unfinished(Color, Leg),
    /// A sunk boat has no dice: it sank in a crash, and a crash takes all dice.
    #[error("{0} has sunk, so it cannot have dice")]
    SunkDice(Color),
    /// A boat's status does not fit the phase.
    #[error("{0} cannot be {1} in this phase")]
    Status(Color, &'static str),
    /// A boat before its first turn has dice, turns, progress or new damage.
    #[error("{0} has not begun, so it must have no dice, no turns, leg start and only kept damage")]
    NotBegun(Color),
    /// It is the turn of a boat that is not racing or not in the race.
    #[error("it cannot be {0}'s turn: the boat is not racing")]
    Turn(Color),
    /// The dice chosen or rolled do not follow from the boat's dice.
    #[error("{0} cannot get these dice: a turn adds or removes at most one die")]
    Dice(Color),
    /// A player has the turn, but no boat is left racing.
    #[error("the race is already over")]
    Over,
    /// The phase is over, but a boat is still racing.
    #[error("the race is not over yet")]
    NotOver,
}

/// All faults of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPosition(pub Vec<PositionFault>);

crate::named::fault_list!(BadPosition);

impl Race {
    /// The state of this race without its course.
    pub fn position(&self) -> Position {
        let boats = self.boats.to_vec();
        Position { race: self.number, scoring: self.scoring, boats, phase: self.phase }
    }

    /// Continues from a position. Boats that finished or sank are taken to have done so in order of their turns, then of
    /// play.
    pub fn from_position(course: Arc<Course>, position: Position) -> Result<Race, BadPosition> {
        let faults = faults(&course, &position);
        if !faults.is_empty() {
            return Err(BadPosition(faults));
        }
        let Position { race: number, scoring, boats, phase } = position;
        let in_order = |status: Status| {
            let mut boats: Vec<&Boat> = boats.iter().filter(|boat| boat.status == status).collect();
            sort_short(&mut boats, |a, b| a.turns.cmp(&b.turns)); // stable, so boats with equal turns stay in order of play
            boats.iter().map(|boat| boat.color).collect::<ArrayVec<_, 6>>()
        };
        let (finished, sunk) = (in_order(Status::Finished), in_order(Status::Sunk));
        // The check above made sure that the boat whose turn it is is in the list.
        let turn = boats.iter().position(|boat| Some(boat.color) == phase.turn()).unwrap_or(0);
        Ok(Race { course, number, scoring, boats: boats.into_iter().collect(), phase, turn, finished, sunk })
    }
}

fn faults(course: &Arc<Course>, position: &Position) -> Vec<PositionFault> {
    let Position { race, scoring, boats, phase } = position;
    let seats = match Seats::of_regatta(boats.iter().map(|boat| boat.color), *scoring, *race) {
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
        // Rule 3.2: boats are placed on start places, from the last in order of play to the first.
        let Some(next) = boats.iter().position(|boat| boat.color == color) else {
            return faults.push(PositionFault::Turn(color));
        };
        let places = course.places(boats.len()).unwrap_or_default();
        for (i, boat) in boats.iter().enumerate() {
            let fits = match boat.at() {
                None => i <= next && boat.status == Status::Unplaced || i != next && boat.status == Status::Resigned,
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
        // Any hand with at most one die more or fewer can be rolled by holding nothing.
        Phase::Steer(_, hand) => hand.len().abs_diff(boat.hand.len()) <= 1,
        _ => true,
    };
    if !fits {
        faults.push(PositionFault::Dice(color));
    }
}
