//! A course: the line, the buoys, their gates, and tables that reduce a move to a few look-ups.

use crate::{
    Crossings, Heading, Hex, Judged, Lake, Leg, Progress, RoundingSide,
    marks::{Gate, Point, side_of_line},
    paths::Paths,
};

/// The buoys' hexes and the line's heading, not checked yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoursePlan {
    /// Buoy 0.
    pub start_buoy: Hex,
    /// The direction of the line, seen from buoy 0.
    pub heading: Heading,
    /// Buoys 1, 2, 3.
    pub buoys: [Hex; 3],
}

/// What is wrong with a course plan. Buoys are numbered 0–3; 4 is the finish buoy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages explain the variants and their fields
#[non_exhaustive]
pub enum CourseFault {
    #[error("{} at {at} is off the map", buoy_name(.buoy))]
    BuoyOffMap { buoy: u8, at: Hex },
    /// The finish buoy would lie outside 26 × 26 hexes.
    #[error("the line runs off the map")]
    LineOffMap,
    #[error("the line lies on land at {0}")]
    LineOnLand(Hex),
    #[error("{} stands on the line at {at}", buoy_name(.buoy))]
    BuoyOnLine { buoy: u8, at: Hex },
    #[error("{} and {} both stand on {at}", buoy_name(.first), buoy_name(.second))]
    BuoysCoincide { first: u8, second: u8, at: Hex },
}

fn buoy_name(buoy: &u8) -> String {
    if *buoy == 4 { "the finish buoy".to_owned() } else { format!("buoy {buoy}") }
}

/// All faults of a course plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCourse(pub Vec<CourseFault>);

crate::named::fault_list!(BadCourse);

/// What lies ahead of a hex in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Ahead {
    /// Number of open water hexes.
    run: u8,
    /// Number of steps, at most the run, before a step that crosses a mark.
    quiet: u8,
    /// The marks crossed by the first step.
    crossings: Crossings,
}

/// A checked course on its lake, with every run and every mark crossing precomputed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    lake: Lake,
    plan: CoursePlan,
    line: [Hex; 4],
    finish_buoy: Hex,
    start_side: RoundingSide,
    finish_side: RoundingSide,
    gates: [Gate; 3],
    /// One row per hex, one column per heading. Two columns are unused, so that a row's length is a power of two: then a
    /// move reads one cache line for each hex that it looks at.
    ahead: Box<[[Ahead; 8]]>,
}

impl Course {
    /// Checks a plan and computes the course (rules 2.2 to 2.6).
    pub fn new(lake: Lake, plan: CoursePlan) -> Result<Course, BadCourse> {
        let (line, finish_buoy) = check(&lake, &plan)?;
        let CoursePlan { start_buoy, heading, buoys } = plan;
        let middle = Point::middle_of_line(start_buoy, heading);
        let [b1, b2, b3] = buoys.map(Point::of);
        let gates = [
            Gate::new(&lake, middle, buoys[0], b2),
            Gate::new(&lake, b1, buoys[1], b3),
            Gate::new(&lake, b2, buoys[2], middle),
        ];
        let mut course = Course {
            start_side: side_of_line(start_buoy, heading, buoys[0]),
            finish_side: side_of_line(start_buoy, heading, buoys[2]),
            ahead: vec![[Ahead::default(); 8]; Hex::TABLE].into_boxed_slice(),
            lake,
            plan,
            line,
            finish_buoy,
            gates,
        };
        course.mark_crossings();
        course.measure_runs();
        Ok(course)
    }

    /// Fills the table of mark crossings (rules 2.5 and 2.6).
    fn mark_crossings(&mut self) {
        let mut cross = |onto: Option<Hex>, heading: Heading, crossings: Crossings| {
            if let Some(from) = onto.and_then(|hex| hex.neighbour(heading.back())) {
                self.ahead[from.index()][heading as usize].crossings.add(crossings);
            }
        };
        for (gate, mark) in self.gates.iter().zip([Leg::Gate1, Leg::Gate2, Leg::Gate3]) {
            for &hex in &gate.hexes {
                for sixths in [1, 2] {
                    let forward = gate.rounding.turn(gate.heading, sixths);
                    cross(Some(hex), forward, Crossings::forward(mark));
                    let before = hex.neighbour(forward.back());
                    cross(before, forward.back(), Crossings::backward(mark));
                }
            }
        }
        for hex in self.line {
            for sixths in [1, 2] {
                let out = self.start_side.turn(self.plan.heading, sixths);
                cross(hex.neighbour(out), out, Crossings::forward(Leg::Start));
                cross(Some(hex), out.back(), Crossings::backward(Leg::Start));
                let home = self.finish_side.turn(self.plan.heading, sixths).back();
                cross(Some(hex), home, Crossings::forward(Leg::Finish));
            }
        }
    }

    /// Fills the tables of runs and of steps before a mark.
    fn measure_runs(&mut self) {
        let hexes: Vec<Hex> = self.lake.hexes().collect();
        let mut is_open = vec![false; Hex::TABLE];
        hexes.iter().for_each(|&hex| is_open[hex.index()] = self.is_open(hex));
        for heading in Heading::ALL {
            let along = heading as usize;
            let measure = |&hex: &Hex| {
                let Some(next) = hex.neighbour(heading).filter(|next| is_open[next.index()]) else { return };
                let beyond = self.ahead[next.index()][along];
                let ahead = &mut self.ahead[hex.index()][along];
                ahead.run = 1 + beyond.run;
                if ahead.crossings.is_none() {
                    ahead.quiet = 1 + beyond.quiet;
                }
            };
            // The hex ahead must come first. For E, SW and SE it comes later in reading order.
            if matches!(heading, Heading::E | Heading::SW | Heading::SE) {
                hexes.iter().rev().for_each(measure);
            } else {
                hexes.iter().for_each(measure);
            }
        }
    }

    #[allow(missing_docs)]
    pub fn lake(&self) -> &Lake {
        &self.lake
    }

    /// The plan this course was made from.
    pub fn plan(&self) -> &CoursePlan {
        &self.plan
    }

    /// The start/finish line: four hexes from buoy 0 outward.
    pub fn line(&self) -> &[Hex; 4] {
        &self.line
    }

    #[allow(missing_docs)]
    pub fn finish_buoy(&self) -> Hex {
        self.finish_buoy
    }

    /// All five buoys: 0, 1, 2, 3 and the finish buoy.
    pub fn buoys(&self) -> [Hex; 5] {
        let [b1, b2, b3] = self.plan.buoys;
        [self.plan.start_buoy, b1, b2, b3, self.finish_buoy]
    }

    /// The gates of buoys 1, 2 and 3.
    pub fn gates(&self) -> &[Gate; 3] {
        &self.gates
    }

    /// The side of the line, seen from buoy 0, onto which boats start (rule 2.6).
    pub fn start_side(&self) -> RoundingSide {
        self.start_side
    }

    /// The side of the line, seen from buoy 0, from which boats finish (rule 2.6).
    pub fn finish_side(&self) -> RoundingSide {
        self.finish_side
    }

    /// The hexes of the map that touch the line on this side, from buoy 0 outward: at most five.
    pub fn beside_line(&self, side: RoundingSide) -> impl Iterator<Item = Hex> {
        let heading = self.plan.heading;
        [self.plan.start_buoy]
            .into_iter()
            .chain(self.line)
            .filter_map(move |hex| hex.neighbour(side.turn(heading, 1)))
            .filter(|&hex| self.lake.contains(hex))
    }

    /// Is this hex water without a buoy?
    pub fn is_open(&self, hex: Hex) -> bool {
        self.lake.is_water(hex) && !self.buoys().contains(&hex)
    }

    /// The number of open water hexes straight ahead.
    #[inline]
    pub fn run(&self, from: Hex, heading: Heading) -> u8 {
        self.ahead[from.index()][heading as usize].run
    }

    /// The number of steps straight ahead, at most the run, before a step that crosses a mark.
    #[inline]
    pub fn quiet(&self, from: Hex, heading: Heading) -> u8 {
        self.ahead[from.index()][heading as usize].quiet
    }

    /// The memory that says where [`Course::memory_of`] is.
    #[doc(hidden)]
    #[inline]
    pub fn memory(&self) -> &(impl Sized + use<>) {
        &self.ahead
    }

    /// The memory that answers questions about this hex, for programs that have it loaded before they ask.
    #[doc(hidden)]
    #[inline]
    pub fn memory_of(&self, hex: Hex) -> &(impl Sized + use<>) {
        &self.ahead[hex.index()]
    }

    /// The marks crossed by one step from this hex.
    #[inline]
    pub fn crossings(&self, from: Hex, heading: Heading) -> Crossings {
        self.ahead[from.index()][heading as usize].crossings
    }

    /// Judges the marks along `steps` steps straight ahead (rules 2.7, 4.8). `steps` is at most the run.
    #[inline]
    pub fn judge(&self, from: Hex, heading: Heading, steps: u8, mut progress: Progress) -> Judged {
        let mut done = self.quiet(from, heading);
        while done < steps {
            let Some(at) = from.ahead(heading, done) else { break };
            match progress.judge(self.crossings(at, heading)) {
                Judged::Racing(now) => progress = now,
                Judged::Finished => return Judged::Finished,
            }
            done += 1;
            let Some(next) = at.neighbour(heading) else { break };
            done += self.quiet(next, heading);
        }
        Judged::Racing(progress)
    }

    /// The start places for this many boats, or `None` if there are too few (rule 3.3). They are the line and the open
    /// hexes behind it. If those are too few, the hexes behind these are added.
    pub fn places(&self, boats: usize) -> Option<Vec<Hex>> {
        let mut places = self.line.to_vec();
        places.extend(self.beside_line(self.start_side.other()).filter(|&hex| self.is_open(hex)));
        if places.len() < boats {
            let behind = places[self.line.len()..].to_vec();
            for hex in behind.iter().flat_map(|hex| Heading::ALL.map(|heading| hex.neighbour(heading))) {
                let farther = |hex: &Hex| self.line.iter().all(|line| line.distance(*hex) > 1);
                if let Some(hex) = hex.filter(|hex| self.is_open(*hex) && farther(hex))
                    && !places.contains(&hex)
                {
                    places.push(hex);
                }
            }
        }
        (places.len() >= boats).then_some(places)
    }

    /// Is this a valid deal (rule 2.1)? There must be start places for this many boats, and from each of them a path of
    /// neighbouring water hexes must cross all five marks.
    pub fn is_playable(&self, boats: usize) -> bool {
        let mut paths = Paths::of(self);
        self.places(boats).is_some_and(|places| places.into_iter().all(|place| paths.can_finish(place)))
    }
}

/// Returns the line and the finish buoy's hex, or all faults of the plan.
fn check(lake: &Lake, plan: &CoursePlan) -> Result<([Hex; 4], Hex), BadCourse> {
    let mut faults = Vec::new();
    let mut buoys = vec![(0, plan.start_buoy)];
    buoys.extend((1..).zip(plan.buoys));
    let ahead = [1, 2, 3, 4, 5].map(|steps| plan.start_buoy.ahead(plan.heading, steps));
    let line = match ahead {
        [Some(a), Some(b), Some(c), Some(d), Some(finish)] => {
            buoys.push((4, finish));
            Some(([a, b, c, d], finish))
        }
        _ => None,
    };
    for (i, &(buoy, at)) in buoys.iter().enumerate() {
        if !lake.contains(at) {
            faults.push(CourseFault::BuoyOffMap { buoy, at });
        }
        if line.is_some_and(|(line, _)| line.contains(&at)) {
            faults.push(CourseFault::BuoyOnLine { buoy, at });
        }
        for &(second, _) in buoys[i + 1..].iter().filter(|other| other.1 == at) {
            faults.push(CourseFault::BuoysCoincide { first: buoy, second, at });
        }
    }
    match line {
        None => faults.push(CourseFault::LineOffMap),
        Some((line, _)) => {
            let land = line.into_iter().filter(|&hex| !lake.is_water(hex));
            faults.extend(land.map(CourseFault::LineOnLand));
        }
    }
    match line {
        Some(line) if faults.is_empty() => Ok(line),
        _ => Err(BadCourse(faults)),
    }
}
