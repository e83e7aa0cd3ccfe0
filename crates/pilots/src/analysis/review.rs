//! A record sailed again, everything in it weighed.

use crate::{
    CourseCache, Lone, Solution, Turn,
    analysis::{Analysis, BoatAnalysis, BoatEnding, DecisionReview, RaceAnalysis, TurnAnalysis},
    pilot::others,
};
use powerboats_rules::{
    Action, Boat, Course, Entry, Hand, Heading, Hex, Letter, Logbook, Race, RecordFault, Regatta, Rolled, Seats,
    Status, TurnEntry,
};

impl Analysis {
    /// Sails a record again and weighs everything in it. `watch` hears, after each line of the log, how many are done.
    pub fn of(book: &Logbook, courses: &CourseCache, mut watch: impl FnMut(usize)) -> Result<Analysis, RecordFault> {
        let record = book.record();
        let (seats, layout) = (book.regatta().seats(), record.layout);
        let mut regatta = Regatta::new(seats, record.scoring, record.races, layout, &record.start)?;
        let mut analysis = Analysis { seats, races: Vec::new() };
        for (line, entry) in record.log.iter().enumerate() {
            match entry {
                Entry::Race(letter, plan) => {
                    regatta.deal(Course::new(layout.lake(), *plan)?)?;
                    if let Some(race) = regatta.race() {
                        let known = courses.of(race.course());
                        analysis.races.push(RaceAnalysis::new(*letter, race, seats, known.solution()));
                    }
                }
                Entry::Place(..) | Entry::Turn(_) => {
                    if let (Some(race), Some(weighed)) = (regatta.race(), analysis.races.last_mut()) {
                        let known = courses.of(race.course());
                        weighed.weigh(race, entry, known.solution());
                    }
                    follow(&mut regatta, entry)?;
                    if let (Some(race), Some(weighed)) = (regatta.race(), analysis.races.last_mut()) {
                        weighed.close(race);
                    }
                }
                Entry::EndRace(..) | Entry::End(_) => {}
            }
            watch(line + 1);
        }
        Ok(analysis)
    }
}

/// Does in a regatta what a line of its record says.
pub(crate) fn follow(regatta: &mut Regatta, entry: &Entry) -> Result<(), RecordFault> {
    match entry {
        Entry::Place(_, berth) => {
            regatta.apply(Action::Place(berth.0, berth.1))?;
        }
        Entry::Turn(TurnEntry { dice, steer, .. }) => {
            regatta.apply(Action::Choose(dice.choice()))?;
            regatta.apply(Action::Roll(shown(dice.rolled)))?;
            regatta.apply(Action::Steer(*steer))?;
        }
        Entry::Race(..) | Entry::EndRace(..) | Entry::End(_) => {}
    }
    Ok(())
}

/// Of dice not rolled yet there are none in a record's log.
pub(crate) fn shown(rolled: Rolled) -> Hand {
    if let Rolled::Shows(hand) = rolled { hand } else { Hand::EMPTY }
}

/// What a boat on this berth is worth.
fn at_berth(solution: &Solution, boat: &Boat, (at, heading): (Hex, Heading)) -> f64 {
    let lone = Lone { at, heading, hand: Hand::EMPTY, damage: boat.damage, progress: boat.progress };
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
                turns: Vec::new(),
                ending: BoatEnding::Racing,
                rest: par,
            }
        };
        let boats = seats.iter().filter_map(|color| race.boat(color)).map(unplaced).collect();
        RaceAnalysis { letter, over: false, boats }
    }

    /// Weighs what a line says, before it is done.
    fn weigh(&mut self, race: &Race, entry: &Entry, solution: &Solution) {
        let (Entry::Place(color, _) | Entry::Turn(TurnEntry { color, .. })) = entry else { return };
        let weighed = self.boats.iter_mut().find(|weighed| weighed.color == *color);
        let (Some(weighed), Some(boat)) = (weighed, race.boat(*color)) else { return };
        match entry {
            Entry::Place(_, berth) => weighed.place((berth.0, berth.1), boat, race, solution),
            Entry::Turn(turn) => weighed.turn(turn, boat, race, solution),
            _ => {}
        }
    }

    /// Notes how the boats stand.
    fn close(&mut self, race: &Race) {
        self.over = race.result().is_some();
        for weighed in &mut self.boats {
            weighed.ending = match race.boat(weighed.color).map(|boat| boat.status) {
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
        self.rest = value;
    }

    fn turn(&mut self, entry: &TurnEntry, boat: &Boat, race: &Race, solution: &Solution) {
        let Some(lone) = Lone::of(boat) else { return };
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
            before: self.rest,
            hand: boat.hand,
            traffic: f64::from(least) - f64::from(alone.best().1),
            dice: decided(choice, mean, best, least.into(), true),
            rolled,
            luck: if rolled.is_empty() { 0.0 } else { mean - 1.0 - shortest },
            luck_in_points: None,
            heading: decided(entry.steer, made, way.steer, shortest, headings.len() > 1),
            after: made,
        });
        self.rest = made;
    }
}

fn decided<T: Copy>(made: T, value: f64, best: T, least: f64, free: bool) -> DecisionReview<T> {
    let error = (value - least).max(0.0);
    DecisionReview { made, best: if error > 0.0 { best } else { made }, error, free, points: None }
}
