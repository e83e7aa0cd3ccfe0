//! The marks of a course (start, three gates, finish), the rounding of buoys, and a boat's progress past the marks.

use crate::{Heading, Hex, Lake};

/// Left or right: a side of the line, or the direction in which a buoy is rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingSide {
    /// For a rounding: anticlockwise, with the buoy on the boat's left.
    Left,
    /// For a rounding: clockwise, with the buoy on the boat's right.
    Right,
}

impl RoundingSide {
    /// Both sides.
    pub const ALL: [RoundingSide; 2] = [RoundingSide::Left, RoundingSide::Right];

    /// `heading` turned `sixths` × 60° to this side.
    pub const fn turn(self, heading: Heading, sixths: usize) -> Heading {
        match self {
            RoundingSide::Left => heading.turned_left(sixths),
            RoundingSide::Right => heading.turned_left(6 - sixths % 6),
        }
    }

    /// The opposite side.
    pub const fn other(self) -> RoundingSide {
        match self {
            RoundingSide::Left => RoundingSide::Right,
            RoundingSide::Right => RoundingSide::Left,
        }
    }

    /// `left` or `right`.
    pub const fn name(self) -> &'static str {
        ["left", "right"][self as usize]
    }
}

crate::named::named!(RoundingSide, NoRoundingSide, "side", "left or right");

/// A point of the plane in doubled axial coordinates. Doubling gives the middle of a line whole coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point(i32, i32);

impl Point {
    pub(crate) const fn of(hex: Hex) -> Point {
        let (q, r) = hex.axial();
        Point(2 * q, 2 * r)
    }

    /// The middle of the line's four hexes: two and a half steps from `buoy`.
    pub(crate) const fn middle_of_line(buoy: Hex, heading: Heading) -> Point {
        let ((q, r), (dq, dr)) = (buoy.axial(), heading.axial());
        Point(2 * q + 5 * dq, 2 * r + 5 * dr)
    }

    const fn minus(self, other: Point) -> Point {
        Point(self.0 - other.0, self.1 - other.1)
    }

    /// The cross product of two directions. Positive if `next` points to the right of `self` (y points down).
    const fn cross(self, next: Point) -> i32 {
        self.0 * next.1 - self.1 * next.0
    }

    /// The unit vector in this direction: x to the east, y to the south.
    fn unit(self) -> (f64, f64) {
        let (q, r) = (f64::from(self.0), f64::from(self.1));
        let (x, y) = (q + r / 2.0, r * 3f64.sqrt() / 2.0);
        let length = x.hypot(y);
        (x / length, y / length)
    }
}

/// The side of the line from `buoy` along `heading` on which a hex lies (rule 2.6). A hex on the axis counts as left.
pub(crate) fn side_of_line(buoy: Hex, heading: Heading, hex: Hex) -> RoundingSide {
    let (q, r) = heading.axial();
    side_of_cross(Point(q, r).cross(Point::of(hex).minus(Point::of(buoy))))
}

/// The side that a cross product points to. Zero counts as left.
const fn side_of_cross(cross: i32) -> RoundingSide {
    if cross > 0 { RoundingSide::Right } else { RoundingSide::Left }
}

/// The ray of hexes from a buoy that a boat crosses to round the buoy (rule 2.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The direction in which the buoy is rounded (rule 2.3).
    pub rounding: RoundingSide,
    /// The direction of the ray.
    pub heading: Heading,
    /// The hexes of the ray from the buoy outward, land included. The buoy's own hex is not part of it.
    pub hexes: Vec<Hex>,
}

impl Gate {
    /// The gate of `buoy`, on the course from the mark before it to the mark after it (rules 2.3 and 2.4).
    pub(crate) fn new(lake: &Lake, from: Point, buoy: Hex, to: Point) -> Gate {
        let at = Point::of(buoy);
        let cross = at.minus(from).cross(to.minus(at));
        let (u, v) = (from.minus(at).unit(), to.minus(at).unit());
        let straight = cross == 0 && u.0 * v.0 + u.1 * v.1 < 0.0;
        let outward = if straight { (-v.1, v.0) } else { (-u.0 - v.0, -u.1 - v.1) };
        let heading = nearest_heading(outward);
        let ray = (1..).map_while(|steps| buoy.ahead(heading, steps));
        Gate { rounding: side_of_cross(cross), heading, hexes: ray.take_while(|&hex| lake.contains(hex)).collect() }
    }
}

/// The heading nearest to a direction. Of two equally near headings, the first in the order of rule 1.2 (rule 2.4).
fn nearest_heading((x, y): (f64, f64)) -> Heading {
    let length = x.hypot(y);
    let cosine = |heading: Heading| {
        let (q, r) = heading.axial();
        let (hx, hy) = Point(q, r).unit();
        (x * hx + y * hy) / length
    };
    let nearer = |best: Heading, next: Heading| {
        if cosine(next) > cosine(best) + 1e-9 { next } else { best }
    };
    Heading::ALL.into_iter().fold(Heading::E, nearer)
}

/// The mark a boat must cross next (rule 2.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Leg {
    #[default]
    Start,
    Gate1,
    Gate2,
    Gate3,
    Finish,
}

impl Leg {
    /// In the order of the course.
    pub const ALL: [Leg; 5] = [Leg::Start, Leg::Gate1, Leg::Gate2, Leg::Gate3, Leg::Finish];

    /// `start`, `1`, `2`, `3` or `finish`.
    pub const fn name(self) -> &'static str {
        ["start", "1", "2", "3", "finish"][self as usize]
    }

    /// Is this mark a gate? Only a gate crossing can be owed.
    pub const fn is_gate(self) -> bool {
        matches!(self, Leg::Gate1 | Leg::Gate2 | Leg::Gate3)
    }
}

crate::named::named!(Leg, NoLeg, "leg", "start, 1, 2, 3 or finish");

/// The marks that one step crosses, forward and backward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossings(u16);

impl Crossings {
    pub(crate) const fn forward(mark: Leg) -> Crossings {
        Crossings(1 << mark as u16)
    }

    pub(crate) const fn backward(mark: Leg) -> Crossings {
        Crossings(1 << (8 + mark as u16))
    }

    pub(crate) const fn add(&mut self, other: Crossings) {
        self.0 |= other.0;
    }

    /// Does the step cross no mark?
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Does the step cross this mark forward?
    #[inline]
    pub const fn is_forward(self, mark: Leg) -> bool {
        self.0 & Crossings::forward(mark).0 != 0
    }

    /// Does the step cross this mark backward?
    #[inline]
    pub const fn is_backward(self, mark: Leg) -> bool {
        self.0 & Crossings::backward(mark).0 != 0
    }
}

/// A boat's progress on the course: its leg, and whether it owes one more forward crossing of that leg's gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Progress {
    /// The mark the boat must cross next.
    pub leg: Leg,
    /// The boat crossed that gate backward, so it must cross it forward once more.
    pub owes: bool,
}

/// A boat's progress after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// The boat is still racing.
    Racing(Progress),
    /// The boat crossed the finish on its last leg.
    Finished,
}

impl Progress {
    /// Judges one step (rule 2.7).
    pub fn judge(self, step: Crossings) -> Judged {
        let on = |leg| Judged::Racing(Progress { leg, owes: false });
        // (a) The step goes back over the previous mark.
        if let Some(before) = (self.leg as usize).checked_sub(1).map(|i| Leg::ALL[i])
            && step.is_backward(before)
        {
            return on(before);
        }
        // (b) The step crosses the boat's own gate backward.
        if self.leg.is_gate() && step.is_backward(self.leg) {
            return Judged::Racing(Progress { owes: true, ..self });
        }
        // (c) The step crosses the boat's own mark forward, and perhaps further marks.
        if self.owes {
            let owes = !step.is_forward(self.leg);
            return Judged::Racing(Progress { owes, ..self });
        }
        let ahead = &Leg::ALL[self.leg as usize..];
        ahead.iter().find(|&&leg| !step.is_forward(leg)).map_or(Judged::Finished, |&leg| on(leg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(leg: Leg, owes: bool) -> Progress {
        Progress { leg, owes }
    }

    fn racing(leg: Leg, owes: bool) -> Judged {
        Judged::Racing(at(leg, owes))
    }

    #[test]
    fn r2_7_a_crossing_the_previous_mark_backward_returns_to_its_leg() {
        let mut step = Crossings::backward(Leg::Gate1);
        step.add(Crossings::forward(Leg::Gate2));
        assert_eq!(at(Leg::Gate2, false).judge(step), racing(Leg::Gate1, false));
        assert_eq!(at(Leg::Gate2, true).judge(step), racing(Leg::Gate1, false));
        let start = Crossings::backward(Leg::Start);
        assert_eq!(at(Leg::Gate1, true).judge(start), racing(Leg::Start, false));
        assert_eq!(at(Leg::Start, false).judge(start), racing(Leg::Start, false));
        assert_eq!(at(Leg::Gate2, false).judge(start), racing(Leg::Gate2, false));
    }

    #[test]
    fn r2_7_b_crossing_the_own_gate_backward_owes_one_crossing() {
        let back = Crossings::backward(Leg::Gate2);
        assert_eq!(at(Leg::Gate2, false).judge(back), racing(Leg::Gate2, true));
        assert_eq!(at(Leg::Gate2, true).judge(back), racing(Leg::Gate2, true));
    }

    #[test]
    fn r2_7_c_a_forward_crossing_first_pays_what_is_owed() {
        let mut step = Crossings::forward(Leg::Gate2);
        step.add(Crossings::forward(Leg::Gate3));
        assert_eq!(at(Leg::Gate2, true).judge(step), racing(Leg::Gate2, false));
        assert_eq!(at(Leg::Gate2, false).judge(step), racing(Leg::Finish, false));
        assert_eq!(at(Leg::Gate1, false).judge(step), racing(Leg::Gate1, false));
        step.add(Crossings::forward(Leg::Finish));
        assert_eq!(at(Leg::Gate3, false).judge(step), Judged::Finished);
    }

    #[test]
    fn r2_4_of_equally_near_headings_the_first_in_order_wins() {
        // North lies halfway between NE and NW; 30° south of east lies halfway between E and SE.
        assert_eq!(nearest_heading((0.0, -1.0)), Heading::NE);
        assert_eq!(nearest_heading((0.0, 2.0)), Heading::SW);
        let corner = 30f64.to_radians();
        assert_eq!(nearest_heading((corner.cos(), corner.sin())), Heading::E);
        assert_eq!(nearest_heading((corner.cos(), -corner.sin())), Heading::E);
        for heading in Heading::ALL {
            let (q, r) = heading.axial();
            assert_eq!(nearest_heading(Point(q, r).unit()), heading);
        }
    }
}
