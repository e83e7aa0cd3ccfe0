//! A shadow of a race: an independent implementation that follows RULES.md word for word. Tests compare it with the
//! engine's race after each turn.

use crate::reading::{At, Reading, STEP, Standing, add, at};
use powerboats_rules::{Boat, Color, Die, Hand, Heading, Hex, Phase, Race, RaceResult, Scoring, Status};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    Afloat,
    Finished,
    Sunk,
    Unfinished,
}

#[derive(Clone, Debug)]
pub struct ShadowBoat {
    pub color: Color,
    pub at: At,
    /// As an index into [`STEP`].
    pub heading: usize,
    pub dice: Vec<u8>,
    pub damage: u8,
    pub kept: u8,
    /// Has it taken damage in this race?
    pub hurt: bool,
    pub standing: Standing,
    pub turns: u32,
    pub fate: Fate,
}

/// What a direction would lead to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    pub heading: usize,
    pub run: usize,
    /// The hexes the boat would really move over.
    pub path: Vec<At>,
}

pub struct Shadow {
    pub number: u8,
    pub scoring: Scoring,
    /// In order of play.
    pub boats: Vec<ShadowBoat>,
    pub turn: Option<usize>,
    pub finished: Vec<Color>,
    pub sunk: Vec<Color>,
}

impl Shadow {
    pub fn new(number: u8, scoring: Scoring, order: &[(Color, u8)]) -> Shadow {
        let unplaced = |&(color, kept)| ShadowBoat {
            color,
            at: (-9, -9),
            heading: 0,
            dice: Vec::new(),
            damage: kept,
            kept,
            hurt: false,
            standing: (0, false),
            turns: 0,
            fate: Fate::Afloat,
        };
        let boats: Vec<ShadowBoat> = order.iter().map(unplaced).collect();
        Shadow { number, scoring, boats, turn: Some(0), finished: Vec::new(), sunk: Vec::new() }
    }

    pub fn place(&mut self, number: usize, hex: Hex, heading: Heading) {
        self.boats[number].at = at(hex);
        self.boats[number].heading = heading as usize;
    }

    /// The boat whose turn it is.
    pub fn mover(&self) -> &ShadowBoat {
        &self.boats[self.turn.expect("the race is not over")]
    }

    /// The outcomes of left, straight and right for the boat whose turn it is, legal or not. Walks hex by hex.
    pub fn outcomes(&self, course: &Reading, total: usize) -> [Outcome; 3] {
        let boat = self.mover();
        let taken = |hex: At| self.boats.iter().any(|b| b.color != boat.color && b.fate == Fate::Afloat && b.at == hex);
        [1, 0, 5].map(|turned| {
            let heading = (boat.heading + turned) % 6;
            let mut water = Vec::with_capacity(total);
            let mut here = add(boat.at, STEP[heading]);
            while water.len() < total && course.is_open(here) {
                water.push(here);
                here = add(here, STEP[heading]);
            }
            let run = water.len();
            while water.last().is_some_and(|&end| taken(end)) {
                water.pop();
            }
            Outcome { heading, run, path: water }
        })
    }

    /// Which of the three directions are legal (rule 4.3).
    pub fn allowed(outcomes: &[Outcome; 3], total: usize) -> [bool; 3] {
        let full = outcomes.iter().any(|outcome| outcome.run == total);
        let longest = outcomes.iter().map(|outcome| outcome.run).max().unwrap();
        [0, 1, 2].map(|i| outcomes[i].run == if full { total } else { longest })
    }

    /// The boat's standing after this path, or `None` if it has finished.
    pub fn judged(course: &Reading, boat: &ShadowBoat, outcome: &Outcome) -> Option<Standing> {
        let mut standing = boat.standing;
        let mut from = boat.at;
        for &to in &outcome.path {
            standing = course.judge(from, outcome.heading, standing)?;
            from = to;
        }
        Some(standing)
    }

    /// Makes the move (rules 4.5 to 4.9) and passes the turn.
    pub fn moved(&mut self, course: &Reading, dice: &[u8], outcome: &Outcome) {
        let number = self.turn.expect("the race is not over");
        let total: usize = dice.iter().map(|&die| usize::from(die)).sum();
        let standing = Shadow::judged(course, &self.boats[number], outcome);
        let boat = &mut self.boats[number];
        boat.turns += 1;
        boat.heading = outcome.heading;
        boat.at = outcome.path.last().copied().unwrap_or(boat.at);
        boat.dice = dice.to_vec();
        if outcome.run < total {
            boat.damage += (total - outcome.run) as u8;
            boat.hurt = true;
            boat.dice.clear();
        }
        boat.standing = standing.unwrap_or((4, false));
        if standing.is_none() {
            boat.fate = Fate::Finished;
            self.finished.push(boat.color);
        } else if boat.damage >= 4 {
            boat.fate = Fate::Sunk;
            self.sunk.push(boat.color);
        }
        let players = self.boats.len();
        if self.scoring == Scoring::Classic && self.finished.len() + 1 == players {
            let left = self.boats.iter_mut().filter(|boat| boat.fate == Fate::Afloat);
            left.for_each(|boat| boat.fate = Fate::Unfinished);
        }
        let round = (1..=players).map(|i| (number + i) % players);
        self.turn = round.into_iter().find(|&next| self.boats[next].fate == Fate::Afloat);
    }

    /// The points of this colour (rules 5.1 and 5.3).
    pub fn points(&self, color: Color) -> i64 {
        let Some(place) = self.finished.iter().position(|&other| other == color) else { return 0 };
        let by_place = (self.boats.len() - 1 - place) as i64 * i64::from(self.number);
        let turns = |color| i64::from(self.boats.iter().find(|boat| boat.color == color).unwrap().turns);
        let extra = turns(*self.finished.last().unwrap()) - turns(color) + 5 * self.sunk.len() as i64;
        by_place + if self.scoring == Scoring::Turns { extra } else { 0 }
    }

    /// The damage that the boat keeps for the next race (rule 5.4).
    pub fn keeps(boat: &ShadowBoat) -> u8 {
        boat.kept + u8::from(boat.hurt)
    }

    /// Checks that the engine's race is in the same state.
    pub fn agrees(&self, race: &Race) {
        let turn = self.turn.map(|number| self.boats[number].color);
        assert_eq!(race.phase(), turn.map_or(Phase::Over, Phase::Dice));
        assert_eq!(race.boats().len(), self.boats.len());
        for (boat, shadow) in race.boats().iter().zip(&self.boats) {
            agree(boat, shadow);
        }
        let afloat = self.boats.iter().filter(|boat| boat.fate == Fate::Afloat);
        let mut hexes: Vec<At> = afloat.map(|boat| boat.at).collect();
        let boats = hexes.len();
        hexes.sort();
        hexes.dedup();
        assert_eq!(hexes.len(), boats, "two boats on one hex");
    }

    pub fn agrees_at_the_end(&self, result: &RaceResult) {
        assert_eq!((&result.order, &result.sunk), (&self.finished, &self.sunk));
        for boat in &self.boats {
            assert_eq!(result.points[boat.color], self.points(boat.color));
            assert_eq!(result.turns[boat.color], boat.turns);
        }
    }
}

fn agree(boat: &Boat, shadow: &ShadowBoat) {
    assert_eq!(boat.color, shadow.color);
    match (boat.status, shadow.fate) {
        (Status::Racing { at: hex, heading }, Fate::Afloat)
        | (Status::Unfinished { at: hex, heading }, Fate::Unfinished) => {
            assert_eq!((at(hex), heading as usize), (shadow.at, shadow.heading), "{shadow:?}");
        }
        (Status::Finished, Fate::Finished) | (Status::Sunk, Fate::Sunk) => {}
        (status, _) => panic!("{status:?}, but {shadow:?}"),
    }
    let standing = (boat.progress.leg as usize, boat.progress.owes);
    assert_eq!((boat.damage, boat.kept, boat.turns), (shadow.damage, shadow.kept, shadow.turns), "{shadow:?}");
    assert_eq!((standing, boat.hand), (shadow.standing, as_hand(&shadow.dice)), "{shadow:?}");
}

pub fn as_hand(dice: &[u8]) -> Hand {
    dice.iter().map(|&die| Die::new(die).unwrap()).collect()
}
