//! One race: its phases, the actions legal in each, and the events they cause.

use crate::{
    Boat, Color, Course, DiceChoice, Hand, Heading, Hex, Move, PerColor, RaceResult, Runs, Scoring, Seats, Status,
    Steer, SteerOption,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// What the race is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// This player places a boat (rule 3.2).
    Place(Color),
    /// This player chooses dice.
    Dice(Color),
    /// This player's dice are rolled. The caller rolls them.
    Chance(Color, DiceChoice),
    /// This player chooses a direction for a move with this hand.
    Steer(Color, Hand),
    #[allow(missing_docs)]
    Over,
}

impl Phase {
    /// The player whose turn it is.
    pub const fn turn(self) -> Option<Color> {
        match self {
            Phase::Place(color) | Phase::Dice(color) | Phase::Chance(color, _) | Phase::Steer(color, _) => Some(color),
            Phase::Over => None,
        }
    }
}

/// A step of a race: a player's decision, or a roll of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place the boat.
    Place(Hex, Heading),
    /// Hold some dice and roll others.
    Choose(DiceChoice),
    /// The dice were rolled and show this.
    Roll(Hand),
    /// Turn the boat and move it.
    Steer(Steer),
}

/// What happened in a race. Replaying the events gives the same race, bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    #[allow(missing_docs)]
    Placed(Color, Hex, Heading),
    #[allow(missing_docs)]
    Chose(Color, DiceChoice),
    #[allow(missing_docs)]
    Rolled {
        color: Color,
        /// The rolled dice only.
        rolled: Hand,
        /// All dice of the boat, held and rolled: it moves with these.
        hand: Hand,
    },
    #[allow(missing_docs)]
    Moved(Move),
}

/// Why an action is not legal. The race is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalAction {
    /// The race waits for another action.
    #[error("{}", not_now(.0))]
    NotNow(Phase),
    #[allow(missing_docs)]
    #[error("{0} is not a start place")]
    NoPlace(Hex),
    #[allow(missing_docs)]
    #[error("{0} is already taken by another boat")]
    Taken(Hex),
    /// Rule 4.2 forbids this choice of dice.
    #[error(
        "illegal dice choice (hold [{}], count {}): the boat's dice are [{hand}]; hold only those, and add or remove at most one",
        .choice.hold, .choice.count
    )]
    Dice {
        /// The boat's dice.
        hand: Hand,
        #[allow(missing_docs)]
        choice: DiceChoice,
    },
    /// The number of rolled dice does not match the choice of dice.
    #[allow(missing_docs)]
    #[error("wrong number of rolled dice: expected {expected}, found {found}")]
    Roll { expected: u8, found: u8 },
    /// Rule 4.3 forbids this direction.
    #[error("steering {steer} gives a run of {run}, but another direction gives {longest}: choose the longest run")]
    Steer {
        #[allow(missing_docs)]
        steer: Steer,
        /// The run of water in that direction, at most the dice total.
        run: u8,
        /// The longest run of all three directions.
        longest: u8,
    },
}

fn not_now(phase: &Phase) -> String {
    match phase {
        Phase::Place(color) => format!("not allowed now: {color} must place its boat"),
        Phase::Dice(color) => format!("not allowed now: {color} must choose dice"),
        Phase::Chance(color, _) => format!("not allowed now: {color}'s dice must be rolled"),
        Phase::Steer(color, _) => format!("not allowed now: {color} must steer"),
        Phase::Over => "the race is over".to_owned(),
    }
}

/// Boats in order of play.
pub type Boats = ArrayVec<Boat, 6>;

/// Why a race cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadRace {
    /// The race's number is not 1, 2 or 3.
    #[error("unknown race {0}: expected 1, 2 or 3")]
    Number(u8),
    /// The starter is not a player.
    #[error("the starter {0} is not one of the players")]
    Starter(Color),
    /// Too few start places (rule 3.3).
    #[error("the course has too few start places for {0} boats")]
    Places(usize),
    /// Two players must use turn scoring (rule 5.3).
    #[error("classic scoring needs at least three players: use turns scoring for two")]
    ClassicForTwo,
}

/// A race of 2 to 6 boats on a course, or of one boat alone (rule 1.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    pub(crate) course: Arc<Course>,
    pub(crate) number: u8,
    pub(crate) scoring: Scoring,
    pub(crate) boats: Boats,
    pub(crate) phase: Phase,
    /// Index into `boats` of the boat whose turn it is.
    pub(crate) turn: usize,
    /// Boats that finished, in the order they did.
    pub(crate) finished: ArrayVec<Color, 6>,
    /// Boats that sank, in the order they did.
    pub(crate) sunk: ArrayVec<Color, 6>,
}

impl Race {
    /// Sets up race `number` (1–3). `kept` is the damage that each boat has from earlier races (rule 5.4).
    pub fn new(
        course: Arc<Course>,
        number: u8,
        scoring: Scoring,
        seats: Seats,
        starter: Color,
        kept: PerColor<u8>,
    ) -> Result<Race, BadRace> {
        if !(1..=3).contains(&number) {
            return Err(BadRace::Number(number));
        }
        if !seats.contains(starter) {
            return Err(BadRace::Starter(starter));
        }
        if !scoring.suits(seats.len()) {
            return Err(BadRace::ClassicForTwo);
        }
        if course.places(seats.len()).is_none() {
            return Err(BadRace::Places(seats.len()));
        }
        let boats: Boats = seats.from(starter).map(|color| Boat::unplaced(color, kept[color])).collect();
        // Rule 3.2: the start player's right neighbour places first. It is the last in order of play.
        let turn = boats.len() - 1;
        let phase = Phase::Place(boats[turn].color);
        let (finished, sunk) = Default::default();
        Ok(Race { course, number, scoring, boats, phase, turn, finished, sunk })
    }

    #[allow(missing_docs)]
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// The race's number: 1, 2 or 3.
    pub fn number(&self) -> u8 {
        self.number
    }

    #[allow(missing_docs)]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// All boats in order of play, the starter first.
    pub fn boats(&self) -> &[Boat] {
        &self.boats
    }

    /// The boat of this colour, if it takes part.
    pub fn boat(&self, color: Color) -> Option<&Boat> {
        self.boats.iter().find(|boat| boat.color == color)
    }

    /// The start player.
    pub fn starter(&self) -> Color {
        self.boats[0].color
    }

    /// The dice that the boat whose turn it is kept from its last turn.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.boats[self.turn].hand
    }

    /// What the race is waiting for.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Applies an action if it is legal.
    pub fn apply(&mut self, action: Action) -> Result<Event, IllegalAction> {
        match action {
            Action::Place(at, heading) => self.place(at, heading),
            Action::Choose(choice) => self.choose(choice),
            Action::Roll(rolled) => self.roll(rolled),
            Action::Steer(steer) => self.steer(steer).map(Event::Moved),
        }
    }

    /// The free start places (rule 3.3). Empty once all boats are placed.
    pub fn free_places(&self) -> Vec<Hex> {
        if !matches!(self.phase, Phase::Place(_)) {
            return Vec::new();
        }
        let mut places = self.course.places(self.boats.len()).unwrap_or_default();
        places.retain(|place| !self.is_taken(*place));
        places
    }

    fn is_taken(&self, hex: Hex) -> bool {
        self.boats.iter().any(|boat| boat.at() == Some(hex))
    }

    /// Places the boat whose turn it is on a start place.
    pub fn place(&mut self, at: Hex, heading: Heading) -> Result<Event, IllegalAction> {
        let Phase::Place(color) = self.phase else { return Err(IllegalAction::NotNow(self.phase)) };
        if self.is_taken(at) {
            return Err(IllegalAction::Taken(at));
        }
        if !self.free_places().contains(&at) {
            return Err(IllegalAction::NoPlace(at));
        }
        self.boats[self.turn].status = Status::Racing { at, heading };
        self.pass_placing();
        Ok(Event::Placed(color, at, heading))
    }

    /// Chooses which dice to hold and how many to roll (rule 4.2).
    #[inline]
    pub fn choose(&mut self, choice: DiceChoice) -> Result<Event, IllegalAction> {
        let Phase::Dice(color) = self.phase else { return Err(IllegalAction::NotNow(self.phase)) };
        let hand = self.boats[self.turn].hand;
        if !choice.is_legal(hand) {
            return Err(IllegalAction::Dice { hand, choice });
        }
        self.phase = Phase::Chance(color, choice);
        Ok(Event::Chose(color, choice))
    }

    /// Takes the result of a roll. The caller rolls the dice.
    #[inline]
    pub fn roll(&mut self, rolled: Hand) -> Result<Event, IllegalAction> {
        let Phase::Chance(color, choice) = self.phase else { return Err(IllegalAction::NotNow(self.phase)) };
        if rolled.len() != choice.rolls() {
            return Err(IllegalAction::Roll { expected: choice.rolls(), found: rolled.len() });
        }
        let hand = choice.hold.with(rolled);
        self.phase = Phase::Steer(color, hand);
        Ok(Event::Rolled { color, rolled, hand })
    }

    /// The runs of water ahead of the boat at `index` for a move of `total`; `None` if it is not racing.
    #[inline]
    fn runs(&self, index: usize, total: u8) -> Option<Runs> {
        match self.boats[index].status {
            Status::Racing { at, heading } => Some(Runs::new(&self.course, at, heading, total)),
            _ => None,
        }
    }

    /// Is a boat other than the one at `index` on this hex?
    #[inline]
    fn is_taken_by_other(&self, index: usize, hex: Hex) -> bool {
        self.boats.iter().enumerate().any(|(i, boat)| i != index && boat.at() == Some(hex))
    }

    /// The runs of water ahead of the boat that must steer; `None` in other phases.
    #[inline]
    pub fn steer_runs(&self) -> Option<Runs> {
        match self.phase {
            Phase::Steer(_, hand) => self.runs(self.turn, hand.total()),
            _ => None,
        }
    }

    /// The legal directions for the boat that must steer, from left to right. Empty in other phases.
    pub fn steer_options(&self) -> ArrayVec<SteerOption, 3> {
        match self.phase {
            Phase::Steer(color, hand) => self.options_of(color, hand),
            _ => ArrayVec::new(),
        }
    }

    /// The directions that would be legal for this boat with this hand.
    pub fn options_of(&self, color: Color, hand: Hand) -> ArrayVec<SteerOption, 3> {
        let index = self.boats.iter().position(|boat| boat.color == color);
        let ahead = index.and_then(|index| Some((index, self.runs(index, hand.total())?)));
        ahead.map_or_else(ArrayVec::new, |(index, runs)| runs.options(|hex| self.is_taken_by_other(index, hex)))
    }

    /// Turns the boat and moves it (rules 4.3 to 4.9).
    #[inline]
    pub fn steer(&mut self, steer: Steer) -> Result<Move, IllegalAction> {
        let Phase::Steer(_, hand) = self.phase else { return Err(IllegalAction::NotNow(self.phase)) };
        let index = self.turn;
        let Status::Racing { at: from, heading } = self.boats[index].status else {
            return Err(IllegalAction::NotNow(self.phase));
        };
        let runs = Runs::new(&self.course, from, heading, hand.total());
        let Some(option) = runs.option(steer, |hex| self.is_taken_by_other(index, hex)) else {
            return Err(IllegalAction::Steer { steer, run: runs.run(steer), longest: runs.longest() });
        };
        let moved = Move::new(&self.course, &self.boats[index], from, hand, option);
        self.finish_turn(&moved);
        Ok(moved)
    }

    /// Updates the boat after its move and passes the turn.
    #[inline]
    fn finish_turn(&mut self, moved: &Move) {
        let option = moved.option;
        let boat = &mut self.boats[self.turn];
        boat.turns += 1;
        boat.progress = moved.progress;
        boat.damage = boat.damage.saturating_add(option.damage);
        boat.hand = if option.crash() { Hand::EMPTY } else { moved.hand };
        boat.status = match moved {
            Move { finished: true, .. } => Status::Finished,
            Move { sunk: true, .. } => Status::Sunk,
            _ => Status::Racing { at: option.end, heading: option.heading },
        };
        match boat.status {
            Status::Finished => self.finished.push(moved.color),
            Status::Sunk => self.sunk.push(moved.color),
            _ => {}
        }
        self.pass_turn();
    }

    /// Passes the turn clockwise to the next racing boat (rule 4.1), or ends the race (rule 5.2).
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        let boats = self.boats.len();
        if self.scoring == Scoring::Classic && self.finished.len() == boats - 1 {
            for boat in &mut self.boats {
                if let Status::Racing { at, heading } = boat.status {
                    boat.status = Status::Unfinished { at, heading };
                }
            }
        }
        for _ in 0..boats {
            self.turn = if self.turn + 1 == boats { 0 } else { self.turn + 1 };
            let boat = &self.boats[self.turn];
            if boat.is_racing() {
                self.phase = Phase::Dice(boat.color);
                return;
            }
        }
        self.phase = Phase::Over;
    }

    /// The result, once the race is over.
    pub fn result(&self) -> Option<RaceResult> {
        (self.phase == Phase::Over).then(|| RaceResult::of(self))
    }
}
