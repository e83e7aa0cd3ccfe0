//! One race of a learning program: decisions by number, dice rolled from a seed, rewards for every seat.

use crate::{
    QuickRandom,
    training::{
        lakes::PreparedLake,
        numbers::{FIRST_DICE, NumberedDecision, Numbers},
        observation::{Seen, observe, prefetch_view},
        prefetch::prefetch,
    },
};
use arrayvec::ArrayVec;
use powerboats_rules::{Action, Boat, Color, Draw, IllegalAction, Phase, Race, Runs, Status, Steer, roll};
use std::sync::Arc;

/// Why a decision is refused. The race is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadDecision {
    /// No decision has this number.
    Unknown(i64),
    /// The numbered decision is not legal now.
    Illegal(NumberedDecision, IllegalAction),
    /// The course has no start place with this index.
    NoPlace(u8),
    /// The race is over.
    Over,
}

impl std::fmt::Display for BadDecision {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            BadDecision::Unknown(number) => {
                write!(f, "unknown action {number}: expected a number from 0 to {}", NumberedDecision::COUNT - 1)
            }
            BadDecision::Illegal(decision, why) => write!(f, "illegal action \"{decision}\": {why}"),
            BadDecision::NoPlace(place) => write!(f, "illegal action: the course has no start place {place}"),
            BadDecision::Over => f.write_str("the race is over"),
        }
    }
}

impl std::error::Error for BadDecision {}

/// What a reward measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reward {
    /// The points of the race, once it is over (rules 5.1 and 5.3).
    Points,
    /// −1 for each turn that a boat takes, and −100 when it sinks, as the solver counts it.
    Turns,
}

/// What sinking costs in turns. It is also the cost of a race that is stopped because it takes too long.
const SINKING: f32 = 100.0;

/// A race on a prepared lake.
pub struct Table {
    pub(super) lake: Arc<PreparedLake>,
    pub(super) race: Race,
    pub(super) draw: QuickRandom,
    /// The players' colours, clockwise from orange. A seat is an index into it.
    colors: ArrayVec<Color, 6>,
    /// What the boat saw that chose dice last. Only a batch keeps it.
    seen: Seen,
}

impl Table {
    /// A new race. The seat that starts is drawn.
    pub fn new(lake: Arc<PreparedLake>, mut draw: QuickRandom) -> Table {
        let starter = draw.below(lake.races.len() as u32) as usize;
        let colors = Color::ALL.into_iter().take(lake.races.len()).collect();
        Table { race: lake.race(starter), lake, draw, colors, seen: Seen::NOTHING }
    }

    /// A race in the middle. It must be on the prepared lake's course.
    pub fn of(lake: Arc<PreparedLake>, race: Race) -> Table {
        let colors = Color::ALL.into_iter().filter(|&color| race.boat(color).is_some()).collect();
        Table { lake, race, draw: QuickRandom::new(0), colors, seen: Seen::NOTHING }
    }

    /// Another race on the same course.
    pub fn with(&self, race: Race) -> Table {
        Table::of(self.lake.clone(), race)
    }

    /// Begins another race at this table.
    pub(super) fn begin(&mut self, lake: Arc<PreparedLake>) {
        let starter = self.draw.below(lake.races.len() as u32) as usize;
        (self.race, self.lake) = (lake.race(starter), lake);
        self.seen.forget();
    }

    /// The players' colours, clockwise from orange. A seat is an index into them.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    #[allow(missing_docs)]
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// The seat whose turn it is; `None` when the race is over.
    #[inline]
    pub fn seat(&self) -> Option<usize> {
        self.race.phase().turn().and_then(|color| self.seat_of(color))
    }

    #[inline]
    fn seat_of(&self, color: Color) -> Option<usize> {
        self.colors.iter().position(|&other| other == color)
    }

    /// The action that a numbered decision stands for.
    pub fn action(&self, number: i64) -> Result<Action, BadDecision> {
        let decision =
            usize::try_from(number).ok().and_then(NumberedDecision::of).ok_or(BadDecision::Unknown(number))?;
        Ok(match decision {
            NumberedDecision::Steer(steer) => Action::Steer(steer),
            NumberedDecision::Dice(choice) => Action::Choose(choice),
            NumberedDecision::Place(place, heading) => {
                let at = self.lake.places.get(usize::from(place)).ok_or(BadDecision::NoPlace(place))?;
                Action::Place(*at, heading)
            }
        })
    }

    /// The number of an action; `None` if it takes too many dice, or is a roll.
    pub fn number(&self, action: Action) -> Option<usize> {
        match action {
            Action::Steer(steer) => NumberedDecision::Steer(steer).number(),
            Action::Choose(choice) => NumberedDecision::Dice(choice).number(),
            Action::Place(at, heading) => {
                let place = self.lake.places.iter().position(|&place| place == at)?;
                NumberedDecision::Place(place as u8, heading).number()
            }
            Action::Roll(_) => None,
        }
    }

    /// Checks that the action with this number is legal.
    #[inline]
    pub fn check(&self, number: i64) -> Result<(), BadDecision> {
        let mask_has = match self.race.phase() {
            Phase::Dice(_) => {
                let legal = &Numbers::get().legal[Numbers::index(self.race.hand())];
                legal.get((number as usize).wrapping_sub(FIRST_DICE)).copied().unwrap_or(false)
            }
            Phase::Steer(..) => {
                let steer = Steer::ALL.get(number as usize);
                steer.is_some_and(|&steer| self.steer_runs().is_some_and(|runs| runs.is_legal(steer)))
            }
            _ => false,
        };
        if mask_has { Ok(()) } else { self.try_out(number) }
    }

    /// Applies the action to a copy of the race. Only placings and mistakes come here.
    #[cold]
    fn try_out(&self, number: i64) -> Result<(), BadDecision> {
        if self.race.phase() == Phase::Over {
            return Err(BadDecision::Over);
        }
        let action = self.action(number)?;
        let decision = NumberedDecision::of(number as usize).ok_or(BadDecision::Unknown(number))?;
        self.race.clone().apply(action).map_err(|why| BadDecision::Illegal(decision, why)).map(drop)
    }

    /// Performs the action with this number. Dice are rolled at once.
    #[inline]
    pub fn act(&mut self, number: i64) -> Result<(), BadDecision> {
        let action = self.action(number)?;
        self.apply(action).map_err(|why| match NumberedDecision::of(number as usize) {
            Some(decision) => BadDecision::Illegal(decision, why),
            None => BadDecision::Unknown(number),
        })
    }

    /// Applies a decision. Dice are rolled at once.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        match action {
            Action::Steer(steer) => self.race.steer(steer).map(drop),
            Action::Choose(choice) => {
                self.race.choose(choice)?;
                self.race.roll(roll(choice.rolls(), &mut self.draw)).map(drop)
            }
            Action::Place(at, heading) => self.race.place(at, heading).map(drop),
            Action::Roll(rolled) => self.race.roll(rolled).map(drop),
        }
    }

    /// Any legal action, all equally likely; 0 when the race is over.
    #[inline]
    pub fn sample(&self, draw: &mut QuickRandom) -> usize {
        match self.race.phase() {
            Phase::Dice(_) => {
                let choices = &Numbers::get().choices[Numbers::index(self.race.hand())];
                choices[draw.below(choices.len() as u32) as usize].into()
            }
            Phase::Steer(..) => {
                let legal = self.steer_runs().map_or([true; 3], |runs| Steer::ALL.map(|steer| runs.is_legal(steer)));
                let count = legal.iter().filter(|legal| **legal).count() as u32;
                let chosen = draw.below(count) as usize;
                (0..3).filter(|&i| legal[i]).nth(chosen).unwrap_or(0)
            }
            _ => {
                let mut mask = [false; NumberedDecision::COUNT];
                self.mask(&mut mask);
                let count = mask.iter().filter(|legal| **legal).count() as u32;
                let chosen = draw.below(count.max(1)) as usize;
                mask.iter().enumerate().filter(|(_, legal)| **legal).nth(chosen).map_or(0, |(i, _)| i)
            }
        }
    }

    /// Writes for every number whether its action is legal. `mask` has the length [`NumberedDecision::COUNT`].
    #[inline]
    pub fn mask(&self, mask: &mut [bool]) {
        let (first, dice) = mask.split_at_mut(FIRST_DICE);
        first.fill(false);
        match self.race.phase() {
            Phase::Dice(_) => return dice.copy_from_slice(&Numbers::get().legal[Numbers::index(self.race.hand())]),
            Phase::Steer(..) => {
                if let Some(runs) = self.steer_runs() {
                    Steer::ALL.into_iter().for_each(|steer| first[steer as usize] = runs.is_legal(steer));
                }
            }
            Phase::Place(_) => {
                let places = self.lake.places.iter().zip(first[3..].chunks_exact_mut(6));
                for (&at, mask) in places {
                    mask.fill(self.race.boats().iter().all(|boat| boat.at() != Some(at)));
                }
            }
            Phase::Chance(..) | Phase::Over => {}
        }
        dice.fill(false);
    }

    /// Writes the observation of a seat.
    pub fn observe(&self, seat: usize, row: &mut [f32]) {
        observe(&self.lake, &self.race, self.colors[seat], row);
    }

    /// Writes the observation of the seat whose turn it is. It must be called after every action.
    #[inline]
    pub(super) fn observe_turn(&mut self, seat: usize, row: &mut [f32]) {
        let (color, phase) = (self.colors[seat], self.race.phase());
        if let Phase::Steer(_, hand) = phase
            && self.seen.steers(color, hand, row)
        {
            return;
        }
        observe(&self.lake, &self.race, color, row);
        if let Phase::Dice(_) = phase {
            self.seen.keep(&self.race, color, row);
        }
    }

    /// Has the memory loaded that says where the numbers of the lake are.
    #[inline]
    pub(super) fn prefetch_lake(&self) {
        prefetch(&self.lake.sight);
        prefetch(self.race.course().memory());
    }

    /// Has the memory loaded that an action and the observation after it will read of the lake. After a choice of dice that is none.
    #[inline]
    pub(super) fn prefetch(&self, action: i64) {
        if let Phase::Steer(color, _) = self.race.phase() {
            let boats = self.race.boats();
            let Some(mine) = boats.iter().position(|boat| boat.color == color) else { return };
            let next = boats[mine + 1..].iter().chain(&boats[..mine]).find(|boat| boat.is_racing());
            let chosen = Steer::ALL.get(action as usize);
            prefetch_view(&self.lake, &boats[mine], chosen.map(std::slice::from_ref).unwrap_or_default());
            next.into_iter().for_each(|boat| prefetch_view(&self.lake, boat, &Steer::ALL));
        }
    }

    /// The runs of water ahead of the boat that must steer.
    #[inline]
    fn steer_runs(&self) -> Option<Runs> {
        match self.race.phase() {
            Phase::Steer(color, hand) => self.seen.runs(color, hand).or_else(|| self.race.steer_runs()),
            _ => None,
        }
    }

    /// Adds what each seat earned by the last action. `turns_before` is the number of turns that the acting seat had taken.
    #[inline]
    pub(super) fn reward(&self, reward: Reward, seat: usize, turns_before: u32, out: &mut [f32]) {
        match (reward, self.race.boat(self.colors[seat])) {
            (Reward::Turns, Some(boat)) if boat.turns > turns_before => {
                out[seat] -= 1.0 + if boat.status == Status::Sunk { SINKING } else { 0.0 };
            }
            (Reward::Points, _) => {
                if let Some(result) = self.race.result() {
                    out.iter_mut().zip(&self.colors).for_each(|(out, &color)| *out += result.points[color] as f32);
                }
            }
            _ => {}
        }
    }

    /// Takes off what a race costs that is stopped because it takes too long.
    pub(super) fn penalty(&self, reward: Reward, out: &mut [f32]) {
        let racing = |color: Color| self.race.boat(color).is_some_and(Boat::is_racing);
        for (out, _) in out.iter_mut().zip(&self.colors).filter(|(_, color)| reward == Reward::Turns && racing(**color))
        {
            *out -= SINKING;
        }
    }
}
