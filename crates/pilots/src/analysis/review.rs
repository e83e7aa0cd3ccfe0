//! Replays a record and reviews every decision and roll in it.

use crate::{
    CourseCache, LoneBoat, Solution, Turn,
    analysis::{Analysis, BoatAnalysis, BoatEnding, CappedLuck, DecisionReview, PlayedBy, RaceAnalysis, TurnAnalysis},
    pilot::others,
};
use powerboats_rules::{
    Boat, DiceChoice, Entry, Event, Hand, Heading, Hex, Letter, Logbook, Race, RecordFault, Rolled, Seats, Status,
    Step, StepEvent, TurnEntry, Walk, outcomes,
};

impl Analysis {
    /// Replays a record and reviews every decision and roll in it. `watch` is called after each line of the log with the number of
    /// lines done.
    pub fn of(book: &Logbook, courses: &CourseCache, mut watch: impl FnMut(usize)) -> Result<Analysis, RecordFault> {
        let mut analysis = Analysis { seats: book.regatta().seats(), races: Vec::new() };
        for step in Walk::new(book.record())? {
            let step = step?;
            let stand_in = book.record().stand_ins.binary_search(&step.line).is_ok();
            let by = if stand_in { PlayedBy::StandIn } else { PlayedBy::Player };
            analysis.review(&step, by, courses);
            if step.completes_entry {
                watch(step.line + 1);
            }
        }
        Ok(analysis)
    }

    fn review(&mut self, step: &Step, by: PlayedBy, courses: &CourseCache) {
        match (step.event, step.entry) {
            (StepEvent::Dealt, Entry::Race(letter, _)) => {
                if let Some(race) = step.after.race() {
                    let known = courses.of(race.course());
                    self.races.push(RaceAnalysis::new(*letter, race, self.seats, known.solution()));
                }
            }
            // A turn is reviewed as a whole, from where it begins.
            (StepEvent::Acted(Event::Placed(..) | Event::Chose(..)), entry) => {
                if let (Some(race), Some(review)) = (step.before.race(), self.races.last_mut()) {
                    let known = courses.of(race.course());
                    review.review(race, entry, by, known.solution());
                }
            }
            _ => {}
        }
        if let (StepEvent::Acted(Event::Placed(..) | Event::Moved(_)), Some(race), Some(review)) =
            (step.event, step.after.race(), self.races.last_mut())
        {
            review.close(race);
        }
    }
}

/// What the dice of an entry show. The log of a record has no dice that are still to be rolled.
pub(crate) fn shown(rolled: Rolled) -> Hand {
    if let Rolled::Shows(hand) = rolled { hand } else { Hand::EMPTY }
}

/// The value of a boat on this start place with this heading.
fn at_berth(solution: &Solution, boat: &Boat, (at, heading): (Hex, Heading)) -> f64 {
    let lone = LoneBoat { at, heading, hand: Hand::EMPTY, damage: boat.damage, progress: boat.progress };
    solution.value(&lone).into()
}

fn best_berth(solution: &Solution, boat: &Boat, places: Vec<Hex>) -> Option<((Hex, Heading), f64)> {
    let berths = places.into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
    berths.map(|berth| (berth, at_berth(solution, boat, berth))).min_by(|a, b| a.1.total_cmp(&b.1))
}

impl RaceAnalysis {
    fn new(letter: Letter, race: &Race, seats: Seats, solution: &Solution) -> RaceAnalysis {
        let unplaced = |boat: &Boat| {
            let places = race.course().places(seats.len()).unwrap_or_default();
            let par = best_berth(solution, boat, places).map_or(solution.weights().sinking.into(), |best| best.1);
            BoatAnalysis {
                color: boat.color,
                par,
                crowding: 0.0,
                placing: None,
                placed_by: PlayedBy::Player,
                turns: Vec::new(),
                ending: BoatEnding::Racing,
                turns_to_go: par,
            }
        };
        let boats = seats.iter().filter_map(|color| race.boat(color)).map(unplaced).collect();
        RaceAnalysis { letter, over: false, boats }
    }

    /// Reviews an entry, given the race before it.
    fn review(&mut self, race: &Race, entry: &Entry, by: PlayedBy, solution: &Solution) {
        let (Entry::Place(color, _) | Entry::Turn(TurnEntry { color, .. })) = entry else { return };
        let review = self.boats.iter_mut().find(|review| review.color == *color);
        let (Some(review), Some(boat)) = (review, race.boat(*color)) else { return };
        match entry {
            Entry::Place(_, berth) => {
                review.placed_by = by;
                review.place((berth.0, berth.1), boat, race, solution);
            }
            Entry::Turn(turn) => review.turn(turn, by, boat, race, solution),
            _ => {}
        }
    }

    /// Updates the endings of the boats.
    fn close(&mut self, race: &Race) {
        self.over = race.result().is_some();
        for review in &mut self.boats {
            review.ending = match race.boat(review.color).map(|boat| boat.status) {
                Some(Status::Finished) => BoatEnding::Finished,
                Some(Status::Sunk) => BoatEnding::Sunk,
                _ => BoatEnding::Racing,
            };
        }
    }
}

impl BoatAnalysis {
    fn place(&mut self, made: (Hex, Heading), boat: &Boat, race: &Race, solution: &Solution) {
        let value = at_berth(solution, boat, made);
        let (best, least) = best_berth(solution, boat, race.free_places()).unwrap_or((made, value));
        self.crowding = least - self.par;
        self.placing = Some(decided(made, value, best, least, true));
        self.turns_to_go = value;
    }

    fn turn(&mut self, entry: &TurnEntry, by: PlayedBy, boat: &Boat, race: &Race, solution: &Solution) {
        let Some(lone) = LoneBoat::of(boat) else { return };
        let others = others(race, boat.color);
        let (among, alone) = (Turn::among(solution, lone, &others), Turn::new(solution, lone));
        let (choice, rolled) = (entry.dice.choice(), shown(entry.dice.rolled));
        let (mean, (best, least)) = (f64::from(among.value_of(choice)), among.best());
        let headings: Vec<_> = among.headings(choice.hold.with(rolled)).collect();
        let made = headings.iter().find(|(option, _)| option.steer == entry.steer);
        let shortest = headings.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let (Some(&(_, made)), Some(&(way, shortest))) = (made, shortest) else { return };
        let (made, shortest) = (f64::from(made), f64::from(shortest));
        self.turns.push(TurnAnalysis {
            number: entry.number,
            by,
            before: self.turns_to_go,
            hand: boat.hand,
            traffic: f64::from(least) - f64::from(alone.best().1),
            dice: decided(choice, mean, best, least.into(), true),
            rolled,
            luck: if rolled.is_empty() { 0.0 } else { mean - 1.0 - shortest },
            capped_luck: if rolled.is_empty() {
                CappedLuck::default()
            } else {
                capped(&among, choice, mean - 1.0 - shortest)
            },
            luck_in_points: None,
            heading: decided(entry.steer, made, way.steer, shortest, headings.len() > 1),
            after: made,
        });
        self.turns_to_go = made;
    }
}

/// The luck of a roll compared with every roll that was possible.
fn capped(turn: &Turn, choice: DiceChoice, gained: f64) -> CappedLuck {
    let (ways, mean) = (3f64.powi(choice.rolls().into()), f64::from(turn.value_of(choice)) - 1.0);
    let possible = outcomes(choice.rolls()).map(|outcome| {
        let after = turn.value_after(choice.hold.with(outcome.rolled));
        (outcome.ways as f64 / ways, mean - f64::from(after))
    });
    CappedLuck::of(gained, possible)
}

fn decided<T: Copy>(made: T, value: f64, best: T, least: f64, free: bool) -> DecisionReview<T> {
    let error = (value - least).max(0.0);
    DecisionReview { made, best: if error > 0.0 { best } else { made }, error, free, points: None }
}
