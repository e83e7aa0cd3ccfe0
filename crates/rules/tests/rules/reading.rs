//! An independent implementation of the course rules, to compare the engine with. It is slow, follows RULES.md word for
//! word, and takes nothing from the engine but which hexes are water and where the buoys stand.
//!
//! Unlike the engine it counts in half hexes: a step to the east adds two to x, a step to a row above or below adds one.

use powerboats_rules::{CoursePlan, Hex, Lake};

/// A point of the plane: x in half hexes to the east, y in rows to the south.
pub type At = (i32, i32);

/// One step for each heading, in the order of rule 1.2.
pub const STEP: [At; 6] = [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)];

/// The marks are numbered 0 to 4, in the order of rule 2.7.
pub const START: usize = 0;
pub const FINISH: usize = 4;

pub fn at(hex: Hex) -> At {
    let (col, row) = (i32::from(hex.col()), i32::from(hex.row()));
    (2 * col + row % 2, row)
}

pub fn add(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

pub fn minus(a: At, b: At) -> At {
    (a.0 - b.0, a.1 - b.1)
}

/// 1 if `v` points to the right of `u`, −1 if to the left, 0 if they are parallel.
fn turn(u: At, v: At) -> i32 {
    (u.0 * v.1 - u.1 * v.0).signum()
}

/// Index of a hex in this module's tables, which have a margin of land around the 26 × 26 hexes.
pub fn number(at: At) -> usize {
    ((at.1 + 1) * 64 + at.0 + 4) as usize
}

pub const NUMBERS: usize = 28 * 64;

/// The rounding of a buoy and its ray.
#[derive(PartialEq, Debug)]
pub struct Gate {
    /// 1 for right, −1 for left.
    pub rounding: i32,
    /// As an index into [`STEP`].
    pub heading: usize,
    pub ray: Vec<At>,
}

/// A boat's leg, and whether it owes a crossing.
pub type Standing = (usize, bool);

/// The marks crossed by a step, one bit each.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Crossed {
    pub forward: u8,
    pub backward: u8,
}

/// A course in the independent implementation.
pub struct Reading {
    /// Water without a buoy, by [`number`].
    pub open: Vec<bool>,
    pub hexes: Vec<At>,
    pub line: Vec<At>,
    pub buoys: [At; 5],
    /// 1 if right of the spot's heading, −1 if left.
    pub start_side: i32,
    pub finish_side: i32,
    pub gates: [Gate; 3],
    crossed: Vec<[Crossed; 6]>,
}

impl Reading {
    pub fn new(lake: &Lake, plan: &CoursePlan) -> Reading {
        let along = STEP[plan.heading as usize];
        let [zero, b1, b2, b3] = [plan.start_buoy, plan.buoys[0], plan.buoys[1], plan.buoys[2]].map(at);
        let ahead = |steps: i32| add(zero, (along.0 * steps, along.1 * steps));
        let hexes: Vec<At> = Hex::all().filter(|&hex| lake.contains(hex)).map(at).collect();
        let buoys = [zero, b1, b2, b3, ahead(5)];
        let mut open = vec![false; NUMBERS];
        for hex in Hex::all().filter(|&hex| lake.is_water(hex) && !buoys.contains(&at(hex))) {
            open[number(at(hex))] = true;
        }
        // Rule 2.6: right is 1; left and on the axis are −1.
        let side = |buoy: At| if turn(along, minus(buoy, zero)) == 1 { 1 } else { -1 };
        // Rule 2.3: points are doubled, so that the middle of the line has whole coordinates.
        let double = |p: At| (2 * p.0, 2 * p.1);
        let m0 = add(double(zero), (5 * along.0, 5 * along.1));
        let m = [m0, double(b1), double(b2), double(b3), m0];
        let gates = [1, 2, 3].map(|i| gate(&hexes, m[i - 1], m[i], m[i + 1]));
        let mut reading = Reading {
            open,
            line: (1..=4).map(ahead).collect(),
            hexes,
            buoys,
            start_side: side(b1),
            finish_side: side(b3),
            gates,
            crossed: vec![[Crossed::default(); 6]; NUMBERS],
        };
        reading.find_crossings(along);
        reading
    }

    /// Finds the marks crossed by each step on the map (rules 2.5 and 2.6).
    fn find_crossings(&mut self, along: At) {
        let (zero, start_side, finish_side) = (self.buoys[0], self.start_side, self.finish_side);
        let mut rays = vec![[false; 3]; NUMBERS];
        for (k, gate) in self.gates.iter().enumerate() {
            gate.ray.iter().for_each(|&hex| rays[number(hex)][k] = true);
        }
        let on_line = |hex: At| self.line.contains(&hex);
        let side = |hex: At| turn(along, minus(hex, zero));
        for &from in &self.hexes {
            for (h, step) in STEP.into_iter().enumerate() {
                let to = add(from, step);
                let mut crossed = Crossed::default();
                for (k, gate) in self.gates.iter().enumerate() {
                    // Headings turned to the side of the rounding by 60° or 120°: only steps along the ray are parallel.
                    let side_of_ray = turn(STEP[gate.heading], step);
                    crossed.forward |= u8::from(rays[number(to)][k] && side_of_ray == gate.rounding) << (k + 1);
                    crossed.backward |= u8::from(rays[number(from)][k] && -side_of_ray == gate.rounding) << (k + 1);
                }
                crossed.forward |= u8::from(on_line(from) && side(to) == start_side) << START;
                crossed.backward |= u8::from(on_line(to) && side(from) == start_side) << START;
                crossed.forward |= u8::from(on_line(to) && side(from) == finish_side) << FINISH;
                self.crossed[number(from)][h] = crossed;
            }
        }
    }

    pub fn crossed(&self, from: At, heading: usize) -> Crossed {
        self.crossed[number(from)][heading]
    }

    /// Judges one step (rule 2.7): the boat's standing after it, or `None` if it has finished.
    pub fn judge(&self, from: At, heading: usize, (mut leg, owes): Standing) -> Option<Standing> {
        let Crossed { forward, backward } = self.crossed(from, heading);
        let (forward, backward) = (|mark: usize| forward >> mark & 1 == 1, |mark: usize| backward >> mark & 1 == 1);
        if leg > START && backward(leg - 1) {
            return Some((leg - 1, false));
        }
        if (1..=3).contains(&leg) && backward(leg) {
            return Some((leg, true));
        }
        while forward(leg) {
            if owes {
                return Some((leg, false));
            }
            if leg == FINISH {
                return None;
            }
            leg += 1;
        }
        Some((leg, owes))
    }

    pub fn is_open(&self, at: At) -> bool {
        self.open[number(at)]
    }

    /// The number of open water hexes straight ahead, at most `most`.
    pub fn run(&self, from: At, heading: usize, most: i32) -> i32 {
        let ahead = |steps: i32| add(from, (STEP[heading].0 * steps, STEP[heading].1 * steps));
        (1..=most).find(|&steps| !self.is_open(ahead(steps))).unwrap_or(most + 1) - 1
    }

    fn touch(a: At, b: At) -> bool {
        STEP.contains(&minus(a, b))
    }

    /// The start places for this many boats (rule 3.3). Empty if there are too few.
    pub fn places(&self, boats: usize) -> Vec<At> {
        let along = minus(self.line[0], self.buoys[0]);
        let by_the_line = |hex: At| self.line.iter().any(|&line| Reading::touch(line, hex));
        let away = |hex: At| turn(along, minus(hex, self.buoys[0])) == -self.start_side;
        let open: Vec<At> = self.hexes.iter().copied().filter(|&hex| self.is_open(hex)).collect();
        let behind: Vec<At> = open.iter().copied().filter(|&hex| by_the_line(hex) && away(hex)).collect();
        let mut places = [&self.line[..], &behind].concat();
        if places.len() < boats {
            let farther = |hex: At| !self.line.contains(&hex) && !by_the_line(hex);
            let touches = |hex: At| behind.iter().any(|&place| Reading::touch(place, hex));
            places.extend(open.into_iter().filter(|&hex| farther(hex) && touches(hex)));
        }
        if places.len() < boats { Vec::new() } else { places }
    }
}

/// The gate at `here` (rules 2.3 and 2.4). All points are doubled.
fn gate(hexes: &[At], before: At, here: At, after: At) -> Gate {
    let bend = turn(minus(here, before), minus(after, here));
    let unit = |p: At| {
        let (x, y) = (f64::from(p.0), f64::from(p.1) * 3f64.sqrt());
        let length = (x * x + y * y).sqrt();
        (x / length, y / length)
    };
    let (u, v) = (unit(minus(before, here)), unit(minus(after, here)));
    let dot = |a: (f64, f64), b: (f64, f64)| a.0 * b.0 + a.1 * b.1;
    let out = if bend == 0 && dot(u, v) < 0.0 {
        (-v.1, v.0) // v turned clockwise by 90°, as y points south
    } else {
        (-(u.0 + v.0), -(u.1 + v.1))
    };
    let length = dot(out, out).sqrt();
    let cosines = STEP.map(|step| dot(out, unit(step)) / length);
    let best = cosines.into_iter().fold(-1.0, f64::max);
    let heading = cosines.iter().position(|&cosine| cosine > best - 1e-9).unwrap();
    let first = add((here.0 / 2, here.1 / 2), STEP[heading]);
    let ray = std::iter::successors(Some(first), |&hex| Some(add(hex, STEP[heading])));
    let on_map = |hex: &At| hexes.contains(hex);
    Gate { rounding: if bend == 1 { 1 } else { -1 }, heading, ray: ray.take_while(on_map).collect() }
}
