//! A race: placing, dice, steering, turns and the end (RULES 3.2–5.2).

use crate::boat::{Boat, Status};
use crate::course::Course;
use crate::hex::{Heading, Hex};
use crate::marks::{Progress, judge_path};
use crate::points::{self, Points, RaceResult, Scoring};
use crate::seat::{Color, order_of_play};
use crate::turn::{Choice, Steer, dice_allowed, sorted, steer_choices};

/// What the acting player must do. `Steer` has the hand after the roll.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Place,
    Dice,
    Steer(Vec<u8>),
    Done,
}

impl Phase {
    pub fn name(&self) -> &'static str {
        match self {
            Phase::Place => "place",
            Phase::Dice => "dice",
            Phase::Steer(_) => "steer",
            Phase::Done => "done",
        }
    }
}

/// The state of one race.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Race {
    pub course: Course,
    pub number: u64,
    pub scoring: Scoring,
    pub starter: Color,
    pub phase: Phase,
    pub turn: Option<Color>,
    /// In order of play, the starter first.
    pub boats: Vec<Boat>,
    /// The points of races that are over.
    pub points: Points,
    /// The boats that finished, first to last.
    pub order: Vec<Color>,
    /// The boats that sank, first to last.
    pub sunk: Vec<Color>,
}

/// What a move did.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub choice: Choice,
    pub total: usize,
    pub sunk: bool,
    pub after: Progress,
}

impl Race {
    /// RULES 3.2, 3.3: a race before its boats are placed. The starter's right neighbour places first.
    pub fn before_placing(
        course: Course,
        number: u64,
        scoring: Scoring,
        starter: Color,
        points: Points,
        kept: impl Fn(Color) -> u64,
    ) -> Race {
        let players: Vec<Color> = points.keys().copied().collect();
        let order = order_of_play(&players, starter);
        Race {
            course,
            number,
            scoring,
            starter,
            phase: Phase::Place,
            turn: order.last().copied(),
            boats: order.iter().map(|&c| Boat::unplaced(c, kept(c))).collect(),
            points,
            order: Vec::new(),
            sunk: Vec::new(),
        }
    }

    pub fn boat(&self, color: Color) -> Option<&Boat> {
        self.boats.iter().find(|boat| boat.color == color)
    }

    /// The boat whose turn it is.
    pub fn acting(&self) -> Option<&Boat> {
        self.boat(self.turn?)
    }

    fn acting_mut(&mut self) -> Option<&mut Boat> {
        let turn = self.turn?;
        self.boats.iter_mut().find(|boat| boat.color == turn)
    }

    /// The hexes of all boats except the acting one.
    pub fn others(&self) -> Vec<Hex> {
        let others = self.boats.iter().filter(|b| Some(b.color) != self.turn);
        others.filter_map(|boat| boat.at).collect()
    }

    /// RULES 3.3: the free start places.
    pub fn free_places(&self) -> Vec<Hex> {
        let taken = self.others();
        let mut places = self.course.places.clone();
        places.retain(|place| !taken.contains(place));
        places
    }

    /// RULES 3.2, 3.3: places the acting boat. The race begins after the starter has placed.
    pub fn place(&mut self, at: Hex, heading: Heading) -> Result<(), String> {
        if !self.free_places().contains(&at) {
            return Err(format!("{} is not a free start place", at.name()));
        }
        let boat = self.acting_mut().ok_or("no boat to place")?;
        boat.at = Some(at);
        boat.heading = Some(heading);
        boat.status = Status::Racing;
        let unplaced = |boat: &&Boat| boat.status == Status::Unplaced;
        match self.boats.iter().rev().find(unplaced) {
            Some(next) => self.turn = Some(next.color),
            None => {
                self.turn = Some(self.starter);
                self.phase = Phase::Dice;
            }
        }
        Ok(())
    }

    /// RULES 4.2: may the acting boat hold these dice and go to this number?
    pub fn may_hold(&self, hold: &[u8], count: usize) -> bool {
        self.acting().is_some_and(|boat| dice_allowed(&boat.dice, hold, count))
    }

    /// RULES 4.2: the acting boat's hand is the held dice and the rolled dice.
    pub fn roll(&mut self, hold: &[u8], rolled: &[u8]) {
        let mut hand = hold.to_vec();
        hand.extend(rolled);
        self.phase = Phase::Steer(sorted(hand));
    }

    /// RULES 4.3: the legal directions of the acting boat with this hand.
    pub fn choices_with(&self, hand: &[u8]) -> Vec<Choice> {
        let Some(boat) = self.acting() else {
            return Vec::new();
        };
        let (Some(at), Some(heading)) = (boat.at, boat.heading) else {
            return Vec::new();
        };
        let total = total(hand);
        steer_choices(&self.course, at, heading, total, &self.others())
    }

    /// RULES 4.3–4.9: moves the acting boat and passes the turn. Returns a result if the race ended.
    pub fn steer(&mut self, to: Steer) -> Result<(Move, Option<RaceResult>), String> {
        let Phase::Steer(hand) = self.phase.clone() else {
            return Err("not steering".into());
        };
        let choices = self.choices_with(&hand);
        let choice =
            choices.into_iter().find(|choice| choice.to == to).ok_or(format!("{} is not allowed", to.name()))?;
        let done = self.move_boat(choice, hand)?;
        let result = self.pass_turn();
        Ok((done, result))
    }

    /// RULES 4.5–4.9: moves the acting boat.
    fn move_boat(&mut self, choice: Choice, hand: Vec<u8>) -> Result<Move, String> {
        let course = self.course.clone();
        let boat = self.acting_mut().ok_or("no boat to move")?;
        let start = boat.at.ok_or("the boat is not on the lake")?;
        let (after, _) = judge_path(&course, boat.progress(), start, &choice.path);
        boat.at = Some(choice.end);
        boat.heading = Some(choice.heading);
        boat.leg = after.leg;
        boat.owes = after.owes;
        boat.turns += 1;
        boat.damage += choice.damage;
        let total = total(&hand);
        boat.dice = if choice.crash { Vec::new() } else { hand };
        let sunk = boat.damage >= 4;
        if after.finished {
            boat.status = Status::Finished;
        } else if sunk {
            boat.status = Status::Sunk;
        }
        if boat.status != Status::Racing {
            boat.at = None;
            boat.heading = None;
        }
        let (color, status) = (boat.color, boat.status);
        match status {
            Status::Finished => self.order.push(color),
            Status::Sunk => self.sunk.push(color),
            _ => (),
        }
        Ok(Move { choice, total, sunk, after })
    }

    /// RULES 5.2: is the race over?
    pub fn is_over(&self) -> bool {
        let racing = |boat: &Boat| boat.status == Status::Racing;
        let nobody_left = !self.boats.iter().any(racing);
        let one_left = self.order.len() + 1 == self.boats.len();
        nobody_left || (self.scoring == Scoring::Classic && one_left)
    }

    /// RULES 4.1, 5.2: passes the turn clockwise to the next racing boat, or ends the race.
    fn pass_turn(&mut self) -> Option<RaceResult> {
        if self.is_over() {
            return Some(self.end());
        }
        self.phase = Phase::Dice;
        let colors: Vec<Color> = self.boats.iter().map(|boat| boat.color).collect();
        let from = self.turn.unwrap_or(self.starter);
        let mut round = order_of_play(&colors, from);
        round.rotate_left(1);
        self.turn = round.into_iter().find(|&color| self.boat(color).is_some_and(|boat| boat.status == Status::Racing));
        None
    }

    /// RULES 5.1–5.3: ends the race and gives the points. A boat that is still racing is unfinished.
    fn end(&mut self) -> RaceResult {
        for boat in &mut self.boats {
            if boat.status == Status::Racing {
                boat.status = Status::Unfinished;
            }
        }
        self.phase = Phase::Done;
        self.turn = None;
        let turns = self.boats.iter().map(|b| (b.color, b.turns)).collect();
        let result = points::race_result(&self.order, &self.sunk, turns, self.number, self.scoring);
        for (color, gained) in &result.points {
            *self.points.entry(*color).or_insert(0) += gained;
        }
        result
    }
}

/// RULES 4.3: the sum of the dice.
pub(crate) fn total(hand: &[u8]) -> usize {
    hand.iter().map(|&die| usize::from(die)).sum()
}
