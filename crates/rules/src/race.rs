//! One race: phases, what may be done in each, and what comes of it.

use crate::{
    Boat, Color, Course, DiceChoice, Hand, Heading, Hex, Move, PerColor, RaceResult, Runs, Scoring, Seats, Status,
    Steer, SteerOption,
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// What the race waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// This boat is placed next (rule 3.2).
    Place(Color),
    /// This player chooses dice.
    Dice(Color),
    /// This player's dice are rolled; chance decides, not the player.
    Chance(Color, DiceChoice),
    /// This player, with this hand, chooses a heading.
    Steer(Color, Hand),
    /// All is sailed.
    Over,
}

impl Phase {
    /// Whose turn it is.
    pub const fn turn(self) -> Option<Color> {
        match self {
            Phase::Place(color) | Phase::Dice(color) | Phase::Chance(color, _) | Phase::Steer(color, _) => Some(color),
            Phase::Over => None,
        }
    }
}

/// What may be done to a race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Put the boat on its start place.
    Place(Hex, Heading),
    /// Hold some dice and roll others.
    Choose(DiceChoice),
    /// The rolled dice show this.
    Roll(Hand),
    /// Turn, and run.
    Steer(Steer),
}

/// What happened: replaying these gives the same race, bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A boat was placed.
    Placed(Color, Hex, Heading),
    /// A player chose dice.
    Chose(Color, DiceChoice),
    /// Dice were rolled; the hand is what the boat now moves with.
    Rolled {
        /// Whose.
        color: Color,
        /// The dice rolled.
        rolled: Hand,
        /// All dice.
        hand: Hand,
    },
    /// A boat moved.
    Moved(Move),
}

/// Why an action is refused. Nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Not now.
    #[error("{}", not_now(.0))]
    NotNow(Phase),
    /// No start place.
    #[error("{0} is no start place")]
    NoPlace(Hex),
    /// Taken by another boat.
    #[error("there is a boat on {0} already")]
    Taken(Hex),
    /// Rule 4.2 forbids it.
    #[error("with the dice [{hand}] you can't hold [{}] and go to {}", .choice.hold, .choice.count)]
    Dice {
        /// The dice there are.
        hand: Hand,
        /// What was wanted.
        choice: DiceChoice,
    },
    /// Not the number of dice that were to be rolled.
    #[error("the number of dice to roll is {expected}, not {found}")]
    Roll {
        /// By the choice made.
        expected: u8,
        /// In the roll given.
        found: u8,
    },
    /// Rule 4.3 forbids this heading.
    #[error(
        "{steer} has a run of {run}, but another heading has {longest}: the full run, or else the longest, must be taken"
    )]
    Steer {
        /// What was wanted.
        steer: Steer,
        /// Its run of water, at most the total.
        run: u8,
        /// The run that must be taken.
        longest: u8,
    },
}

fn not_now(phase: &Phase) -> String {
    match phase {
        Phase::Place(color) => format!("{color} places its boat now"),
        Phase::Dice(color) => format!("{color} chooses dice now"),
        Phase::Chance(color, _) => format!("{color}'s dice are rolled now"),
        Phase::Steer(color, _) => format!("{color} steers now"),
        Phase::Over => "the race is over".to_owned(),
    }
}

/// Boats in order of play.
pub type Fleet = ArrayVec<Boat, 6>;

/// Why a race cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRace {
    /// Races are 1, 2, 3.
    #[error("there is no race {0}: races are 1 to 3")]
    Number(u8),
    /// The starter does not play.
    #[error("{0} is to start but does not play")]
    Starter(Color),
    /// Rule 3.3.
    #[error("the course has too few start places for {0} boats")]
    Places(usize),
    /// Rule 5.3.
    #[error("two players score by turns, never classic")]
    ClassicForTwo,
}

/// A race between 2 to 6 boats on a course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    pub(crate) course: Arc<Course>,
    pub(crate) number: u8,
    pub(crate) scoring: Scoring,
    pub(crate) boats: Fleet,
    pub(crate) phase: Phase,
    /// Place in the order of play of the boat whose turn it is.
    pub(crate) turn: usize,
    /// In the order they finished.
    pub(crate) finished: ArrayVec<Color, 6>,
    /// In the order they sank.
    pub(crate) sunk: ArrayVec<Color, 6>,
}

impl Race {
    /// Sets up race `number` (1–3); `kept` is the damage each boat brings along (rule 5.4).
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
        if seats.len() == 2 && scoring == Scoring::Classic {
            return Err(BadRace::ClassicForTwo);
        }
        if course.places(seats.len()).is_none() {
            return Err(BadRace::Places(seats.len()));
        }
        let boats: Fleet = seats.from(starter).map(|color| Boat::unplaced(color, kept[color])).collect();
        // Rule 3.2: the start player's right neighbour first.
        let turn = boats.len() - 1;
        let phase = Phase::Place(boats[turn].color);
        let (finished, sunk) = Default::default();
        Ok(Race { course, number, scoring, boats, phase, turn, finished, sunk })
    }

    /// The course.
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// 1, 2 or 3.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// Classic or by turns.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// All boats in order of play, the starter first.
    pub fn boats(&self) -> &[Boat] {
        &self.boats
    }

    /// The boat of this colour.
    pub fn boat(&self, color: Color) -> Option<&Boat> {
        self.boats.iter().find(|boat| boat.color == color)
    }

    /// The start player.
    pub fn starter(&self) -> Color {
        self.boats[0].color
    }

    /// The dice, as they lay at the end of its last turn, of the boat whose turn it is.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.boats[self.turn].hand
    }

    /// What the race waits for.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Does anything, if it is allowed now.
    pub fn apply(&mut self, action: Action) -> Result<Event, Refusal> {
        match action {
            Action::Place(at, heading) => self.place(at, heading),
            Action::Choose(choice) => self.choose(choice),
            Action::Roll(rolled) => self.roll(rolled),
            Action::Steer(steer) => self.steer(steer).map(Event::Moved),
        }
    }

    /// The start places still free (rule 3.3); none once all boats are placed.
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

    /// Puts the boat whose turn it is on a start place.
    pub fn place(&mut self, at: Hex, heading: Heading) -> Result<Event, Refusal> {
        let Phase::Place(color) = self.phase else { return Err(Refusal::NotNow(self.phase)) };
        if self.is_taken(at) {
            return Err(Refusal::Taken(at));
        }
        if !self.free_places().contains(&at) {
            return Err(Refusal::NoPlace(at));
        }
        self.boats[self.turn].status = Status::Racing { at, heading };
        match self.turn.checked_sub(1) {
            Some(next) => {
                self.turn = next;
                self.phase = Phase::Place(self.boats[next].color);
            }
            None => self.phase = Phase::Dice(self.starter()),
        }
        Ok(Event::Placed(color, at, heading))
    }

    /// Chooses which dice to hold and how many to roll (rule 4.2).
    #[inline]
    pub fn choose(&mut self, choice: DiceChoice) -> Result<Event, Refusal> {
        let Phase::Dice(color) = self.phase else { return Err(Refusal::NotNow(self.phase)) };
        let hand = self.boats[self.turn].hand;
        if !choice.is_legal(hand) {
            return Err(Refusal::Dice { hand, choice });
        }
        self.phase = Phase::Chance(color, choice);
        Ok(Event::Chose(color, choice))
    }

    /// Settles the roll: the caller has rolled the dice.
    #[inline]
    pub fn roll(&mut self, rolled: Hand) -> Result<Event, Refusal> {
        let Phase::Chance(color, choice) = self.phase else { return Err(Refusal::NotNow(self.phase)) };
        if rolled.len() != choice.rolls() {
            return Err(Refusal::Roll { expected: choice.rolls(), found: rolled.len() });
        }
        let hand = choice.hold.with(rolled);
        self.phase = Phase::Steer(color, hand);
        Ok(Event::Rolled { color, rolled, hand })
    }

    /// What lies ahead of boat `number` if it is to run `total`; `None` if it is not on the lake.
    #[inline]
    fn runs(&self, number: usize, total: u8) -> Option<Runs> {
        match self.boats[number].status {
            Status::Racing { at, heading } => Some(Runs::new(&self.course, at, heading, total)),
            _ => None,
        }
    }

    /// Is a boat other than `number` on this hex?
    #[inline]
    fn is_taken_from(&self, number: usize, hex: Hex) -> bool {
        self.boats.iter().enumerate().any(|(i, boat)| i != number && boat.at() == Some(hex))
    }

    /// What lies ahead of the boat that steers; `None` in other phases.
    #[inline]
    pub fn steer_runs(&self) -> Option<Runs> {
        match self.phase {
            Phase::Steer(_, hand) => self.runs(self.turn, hand.total()),
            _ => None,
        }
    }

    /// Every heading the steering boat may take, from left to right; none in other phases.
    pub fn steer_options(&self) -> ArrayVec<SteerOption, 3> {
        match self.phase {
            Phase::Steer(color, hand) => self.options_of(color, hand),
            _ => ArrayVec::new(),
        }
    }

    /// The headings this boat might take if it were to move with this hand.
    pub fn options_of(&self, color: Color, hand: Hand) -> ArrayVec<SteerOption, 3> {
        let number = self.boats.iter().position(|boat| boat.color == color);
        let ahead = number.and_then(|number| Some((number, self.runs(number, hand.total())?)));
        ahead.map_or_else(ArrayVec::new, |(number, runs)| runs.options(|hex| self.is_taken_from(number, hex)))
    }

    /// Turns the boat and runs it (rules 4.3 to 4.9).
    #[inline]
    pub fn steer(&mut self, steer: Steer) -> Result<Move, Refusal> {
        let Phase::Steer(_, hand) = self.phase else { return Err(Refusal::NotNow(self.phase)) };
        let number = self.turn;
        let Status::Racing { at: from, heading } = self.boats[number].status else {
            return Err(Refusal::NotNow(self.phase));
        };
        let runs = Runs::new(&self.course, from, heading, hand.total());
        let Some(option) = runs.option(steer, |hex| self.is_taken_from(number, hex)) else {
            return Err(Refusal::Steer { steer, run: runs.run(steer), longest: runs.longest() });
        };
        let moved = Move::new(&self.course, &self.boats[number], from, hand, option);
        self.settle(&moved);
        Ok(moved)
    }

    #[inline]
    fn settle(&mut self, moved: &Move) {
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

    /// Rule 4.1: clockwise to the next boat that races, unless the race is over (rule 5.2).
    #[inline]
    fn pass_turn(&mut self) {
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

    /// Places and points, once the race is over.
    pub fn result(&self) -> Option<RaceResult> {
        (self.phase == Phase::Over).then(|| RaceResult::of(self))
    }
}
