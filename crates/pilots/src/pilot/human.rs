//! Human: knows the exact value of every choice, but judges it as a person with certain weaknesses would.

use crate::{
    CourseCache, Fate, LoneBoat, Solution, Turn,
    course::cache::CourseKnowledge,
    pilot::{Pilot, Score, boat_in_turn, nobody_decides, others, traits::Traits},
    solver::hands::{MOST_DICE, place, smaller},
};
use powerboats_rules::{
    Action, Boat, DiceChoice, Draw, Hand, Heading, Hex, Phase, Progress, Race, SteerOption, outcomes,
};
use std::{cell::RefCell, collections::HashMap, sync::Arc};

/// Hexes per turn of a boat that plays well. A short-sighted pilot turns distances into turns with it.
const PACE: f32 = 5.0;
/// The turns that a hex beyond the calm speed feels like.
const DREAD: f32 = 0.35;
/// The tolerance of the solver, in turns.
const TOLERANCE: f32 = 1e-3;

/// A pilot with human weaknesses.
pub struct Human {
    name: &'static str,
    traits: Traits,
    courses: Arc<CourseCache>,
}

impl Human {
    /// A pilot with these traits.
    pub fn new(name: &'static str, traits: Traits, courses: Arc<CourseCache>) -> Human {
        Human { name, traits, courses }
    }
}

/// A choice, its expected turns, and what they feel like.
struct JudgedChoice {
    action: Action,
    exact: f32,
    felt: f32,
}

impl Pilot for Human {
    fn name(&self) -> &'static str {
        self.name
    }

    fn decide(&mut self, race: &Race, _: &Score, draw: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        let Some(boat) = boat_in_turn(race) else { nobody_decides(race.phase()) };
        let others = others(race, boat.color);
        let view = View { race, boat, known: &known, traits: &self.traits, others: &others, harm: RefCell::default() };
        let judged = match (race.phase(), LoneBoat::of(boat)) {
            (Phase::Place(_), _) => view.places(),
            (Phase::Dice(_), Some(lone)) => view.dice(lone),
            (Phase::Steer(_, hand), Some(lone)) => view.headings(lone, hand),
            (phase, _) => nobody_decides(phase),
        };
        // Every decision uses the same number of random draws.
        let (careless, which) = (draw.below(100) < self.traits.inattention, draw.below(1 << 16) as usize);
        let best = judged.iter().map(|choice| choice.exact).fold(f32::INFINITY, f32::min);
        let unnoticed = best + self.traits.blind_spot + TOLERANCE;
        let open: Vec<&JudgedChoice> = judged.iter().filter(|choice| choice.exact <= unnoticed).collect();
        let pick = match careless {
            true => open.get((which * open.len()) >> 16),
            false => open.iter().min_by(|a, b| a.felt.total_cmp(&b.felt)),
        };
        pick.map_or_else(|| nobody_decides(race.phase()), |choice| choice.action)
    }
}

/// A decision as the pilot sees it.
struct View<'a> {
    race: &'a Race,
    boat: &'a Boat,
    known: &'a CourseKnowledge,
    traits: &'a Traits,
    /// The hexes of the other boats.
    others: &'a [Hex],
    /// The turns that rivals lose if this boat ends on a hex, as far as they are known.
    harm: RefCell<HashMap<Hex, f32>>,
}

impl View<'_> {
    fn solution(&self) -> &Solution {
        self.known.solution()
    }

    fn places(&self) -> Vec<JudgedChoice> {
        let berths = self.race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        let judge = |(at, heading)| {
            let Boat { damage, progress, .. } = *self.boat;
            let exact = self.solution().value(&LoneBoat { at, heading, hand: Hand::EMPTY, damage, progress });
            let felt = self.blurred(exact, at, heading, progress);
            JudgedChoice { action: Action::Place(at, heading), exact, felt }
        };
        berths.map(judge).collect()
    }

    /// Every choice of dice that the pilot considers.
    fn dice(&self, lone: LoneBoat) -> Vec<JudgedChoice> {
        let turn = Turn::among(self.solution(), lone, self.others);
        let have = usize::from(lone.hand.len());
        // No good player takes that many dice, and the solver has only rough values for them.
        let many = have > MOST_DICE;
        let most = self.traits.most_dice.max(lone.hand.len().saturating_sub(1));
        let best = turn.best().0;
        // A boat at rest does not rest again, unless that is best.
        let moves = |choice: &DiceChoice| choice.count > 0 || have > 0 || *choice == best;
        let considered = lone.hand.choices().iter().filter(|choice| many || choice.count <= most && moves(choice));
        let mut memory = vec![f32::NAN; smaller(have + 2)];
        let judge = |choice: DiceChoice| {
            let exact = turn.value_of(choice);
            let felt = if many { exact } else { self.roll(&lone, choice, &mut memory) };
            JudgedChoice { action: Action::Choose(choice), exact, felt }
        };
        considered.map(judge).collect()
    }

    /// What a choice of dice feels like before the roll. `memory` holds what hands after the roll feel like.
    fn roll(&self, lone: &LoneBoat, choice: DiceChoice, memory: &mut [f32]) -> f32 {
        let ways = 3f32.powi(choice.rolls().into());
        let (mut mean, mut least, mut most) = (0.0, f32::INFINITY, f32::NEG_INFINITY);
        for outcome in outcomes(choice.rolls()) {
            let hand = choice.hold.with(outcome.rolled);
            let felt = &mut memory[place(hand)];
            if felt.is_nan() {
                let directions = self.headings(*lone, hand);
                *felt = directions.iter().map(|direction| direction.felt).fold(f32::INFINITY, f32::min);
            }
            mean += *felt * outcome.ways as f32 / ways;
            (least, most) = (least.min(*felt), most.max(*felt));
        }
        let hope = self.traits.hope;
        mean + hope.abs() * (if hope > 0.0 { least } else { most } - mean)
    }

    /// Every legal direction, for these dice after the roll.
    fn headings(&self, lone: LoneBoat, hand: Hand) -> Vec<JudgedChoice> {
        let judge = |option: SteerOption| {
            let (fate, exact) = self.solution().fate(&lone, hand, option.heading, option.run, option.steps);
            let felt = match fate {
                Fate::Finished | Fate::Sunk => exact,
                Fate::Racing(next) => self.blurred(exact, next.at, next.heading, next.progress) - self.sly(next.at),
            };
            let too_fast = hand.total().saturating_sub(self.traits.calm_speed);
            let fears = self.traits.fear * f32::from(option.damage) + DREAD * f32::from(too_fast);
            JudgedChoice { action: Action::Steer(option.steer), exact, felt: felt + fears }
        };
        self.race.options_of(self.boat.color, hand).into_iter().map(judge).collect()
    }

    /// A value as a short-sighted pilot sees it.
    fn blurred(&self, exact: f32, at: Hex, heading: Heading, progress: Progress) -> f32 {
        let blur = self.traits.short_sight;
        if blur == 0.0 {
            return exact;
        }
        let steps = self.known.distances().steps(at, heading, progress);
        steps.map_or(exact, |steps| exact + blur * (f32::from(steps) / PACE - exact))
    }

    /// The value of being in the rivals' way on this hex.
    fn sly(&self, at: Hex) -> f32 {
        if self.traits.slyness == 0.0 {
            return 0.0;
        }
        self.traits.slyness * *self.harm.borrow_mut().entry(at).or_insert_with(|| self.harm(at))
    }

    /// The turns that all rivals together lose if this boat is on this hex in their next turn.
    fn harm(&self, at: Hex) -> f32 {
        let rivals = self.race.boats().iter().filter(|rival| rival.color != self.boat.color);
        rivals.filter_map(|rival| self.harm_to(LoneBoat::of(rival)?, at)).sum()
    }

    fn harm_to(&self, rival: LoneBoat, at: Hex) -> Option<f32> {
        let steps = rival.at.distance(at);
        let ways = [rival.heading.left(), rival.heading, rival.heading.right()];
        ways.into_iter().find(|&way| rival.at.ahead(way, steps) == Some(at))?;
        let among = |hexes: &[Hex]| Turn::among(self.solution(), rival, hexes).best().1;
        let without: Vec<Hex> = self.others.iter().copied().filter(|&other| other != rival.at).collect();
        let with: Vec<Hex> = without.iter().copied().chain([at]).collect();
        Some(among(&with) - among(&without))
    }
}
