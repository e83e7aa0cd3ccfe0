//! Gates: the direction in which a buoy is rounded, and the ray that a boat must cross (RULES 2.3–2.5).

use crate::hex::{HEADINGS, Heading, Hex};
use crate::lake::Lake;

/// The side of the boat on which the buoy is when rounding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Left,
    Right,
}

impl Rounding {
    pub fn name(self) -> &'static str {
        match self {
            Rounding::Left => "left",
            Rounding::Right => "right",
        }
    }
}

/// A gate: the ray of hexes outward from its buoy, without the buoy's own hex.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gate {
    pub rounding: Rounding,
    pub heading: Heading,
    pub hexes: Vec<Hex>,
}

/// A point in doubled axial coordinates.
pub(crate) type Point = (i32, i32);

/// RULES 2.3: the centre of a hex in doubled axial coordinates.
pub(crate) fn doubled(hex: Hex) -> Point {
    let (q, r) = hex.axial();
    (2 * q, 2 * r)
}

/// The integer cross product. It is negative for a left turn, because r grows downward.
pub(crate) fn cross(a: Point, b: Point) -> i32 {
    a.0 * b.1 - a.1 * b.0
}

fn from_to(a: Point, b: Point) -> Point {
    (b.0 - a.0, b.1 - a.1)
}

/// The direction of an axial vector as a unit vector in the plane: x points right, y down.
fn unit(vector: Point) -> (f64, f64) {
    let (q, r) = (f64::from(vector.0), f64::from(vector.1));
    let (x, y) = (q + r / 2.0, r * 3f64.sqrt() / 2.0);
    let length = x.hypot(y);
    (x / length, y / length)
}

/// RULES 2.3: a left turn at `mark` rounds left, a right turn right. Straight on and straight back round left.
pub(crate) fn rounding(before: Point, mark: Point, after: Point) -> Rounding {
    let turn = cross(from_to(before, mark), from_to(mark, after));
    if turn > 0 { Rounding::Right } else { Rounding::Left }
}

/// RULES 2.4: the heading nearest to the outer bisector.
pub(crate) fn gate_heading(before: Point, mark: Point, after: Point) -> Heading {
    let u = unit(from_to(mark, before));
    let v = unit(from_to(mark, after));
    let turn = cross(from_to(before, mark), from_to(mark, after));
    let straight = turn == 0 && u.0 * v.0 + u.1 * v.1 < 0.0;
    let outward = if straight {
        let forward = (-u.0, -u.1);
        (-forward.1, forward.0)
    } else {
        (-(u.0 + v.0), -(u.1 + v.1))
    };
    let length = outward.0.hypot(outward.1);
    let cosine = |heading: Heading| {
        let (x, y) = heading.vector();
        (x * outward.0 + y * outward.1) / length
    };
    let best = HEADINGS.map(cosine).into_iter().fold(-1.0, f64::max);
    HEADINGS.into_iter().find(|&heading| cosine(heading) >= best - 1e-9).unwrap_or(Heading::E)
}

impl Gate {
    /// RULES 2.4: the ray from the buoy to the edge of the lake, across land and other buoys.
    pub fn lay(lake: &Lake, buoy: Hex, before: Point, after: Point) -> Gate {
        let mark = doubled(buoy);
        let heading = gate_heading(before, mark, after);
        let mut hexes = Vec::new();
        let mut hex = buoy.step(heading);
        while lake.contains(hex) {
            hexes.push(hex);
            hex = hex.step(heading);
        }
        Gate { rounding: rounding(before, mark, after), heading, hexes }
    }

    /// RULES 2.5: a step onto the ray, with g turned 60° or 120° to the side of the rounding as its heading.
    pub fn crossed_forward(&self, from: Hex, to: Hex) -> bool {
        let g = self.heading;
        let forward = match self.rounding {
            Rounding::Left => [g.left(), g.left().left()],
            Rounding::Right => [g.right(), g.right().right()],
        };
        let onto_the_ray = self.hexes.contains(&to);
        onto_the_ray && from.heading_to(to).is_some_and(|h| forward.contains(&h))
    }

    /// RULES 2.5: the reverse of a forward step.
    pub fn crossed_backward(&self, from: Hex, to: Hex) -> bool {
        self.crossed_forward(to, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        doubled(Hex::parse(name).unwrap())
    }

    #[test]
    fn r2_3_turning_north_on_an_easterly_course_rounds_left() {
        assert_eq!(rounding(point("c5"), point("h5"), point("h1")), Rounding::Left);
        assert_eq!(rounding(point("c5"), point("h5"), point("h9")), Rounding::Right);
        assert_eq!(rounding(point("c5"), point("h5"), point("m5")), Rounding::Left);
        assert_eq!(rounding(point("c5"), point("h5"), point("d5")), Rounding::Left);
    }

    #[test]
    fn r2_4_the_gate_points_away_from_the_turn() {
        // Straight back: the gate lies straight ahead.
        assert_eq!(gate_heading(point("c5"), point("h5"), point("d5")), Heading::E);
        // Straight on to the east: south is equally near to SW and SE, and SW comes first.
        assert_eq!(gate_heading(point("c5"), point("h5"), point("m5")), Heading::SW);
        // Straight on to the south-east: the right lies halfway between W and SW, and W comes first.
        let (a, b) = (Hex { column: 5, row: 5 }, Heading::SE);
        assert_eq!(gate_heading(doubled(a), doubled(a.step(b)), doubled(a.step(b).step(b))), Heading::W);
    }

    #[test]
    fn r2_5_only_steps_in_the_direction_of_the_rounding_cross() {
        let lake = Lake::read(&vec![".".repeat(11); 11]).unwrap();
        let buoy = Hex { column: 5, row: 5 };
        let gate = Gate::lay(&lake, buoy, point("b5"), point("c5"));
        assert_eq!((gate.rounding, gate.heading), (Rounding::Left, Heading::E));
        assert_eq!(gate.hexes.len(), 6);
        let on_ray = buoy.step(Heading::E).step(Heading::E);
        for heading in HEADINGS {
            let from = on_ray.step(heading.back());
            let forward = matches!(heading, Heading::NE | Heading::NW);
            assert_eq!(gate.crossed_forward(from, on_ray), forward);
            assert_eq!(gate.crossed_backward(on_ray, from), forward);
        }
    }
}
