//! The marks of a course (start, three gates, finish), how a buoy is rounded, and a boat's progress through them.

use crate::{Heading, Hex, Lake};
/// Left or right: of a line, or the hand on which a buoy is rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Anticlockwise; the buoy on the boat's left hand.
    Left,
    /// Clockwise; the buoy on the boat's right hand.
    Right,
}

impl Way {
    /// Both.
    pub const ALL: [Way; 2] = [Way::Left, Way::Right];

    /// `heading` turned `sixths` × 60° this way.
    pub const fn turn(self, heading: Heading, sixths: usize) -> Heading {
        match self {
            Way::Left => heading.turned_left(sixths),
            Way::Right => heading.turned_left(6 - sixths % 6),
        }
    }

    /// The other one.
    pub const fn other(self) -> Way {
        match self {
            Way::Left => Way::Right,
            Way::Right => Way::Left,
        }
    }

    /// `left` or `right`.
    pub const fn name(self) -> &'static str {
        ["left", "right"][self as usize]
    }
}

crate::named::named!(Way, NoWay, "way: left or right");

/// A point of the plane in doubled axial coordinates, in which the middle of a line is whole too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point(i32, i32);

impl Point {
    pub(crate) const fn of(hex: Hex) -> Point {
        let (q, r) = hex.axial();
        Point(2 * q, 2 * r)
    }

    /// The middle of the four line hexes next to `buoy`: two and a half steps away.
    pub(crate) const fn middle_of_line(buoy: Hex, heading: Heading) -> Point {
        let ((q, r), (dq, dr)) = (buoy.axial(), heading.axial());
        Point(2 * q + 5 * dq, 2 * r + 5 * dr)
    }

    const fn minus(self, other: Point) -> Point {
        Point(self.0 - other.0, self.1 - other.1)
    }

    /// Positive if `next` lies to the right of `self`, both seen as directions (y points down).
    const fn cross(self, next: Point) -> i32 {
        self.0 * next.1 - self.1 * next.0
    }

    /// The unit vector this way, x to the east, y to the south.
    fn unit(self) -> (f64, f64) {
        let (q, r) = (f64::from(self.0), f64::from(self.1));
        let (x, y) = (q + r / 2.0, r * 3f64.sqrt() / 2.0);
        let length = x.hypot(y);
        (x / length, y / length)
    }
}

/// Rule 2.6: on which side of the line through `buoy` along `heading` a hex lies; on its axis: left.
pub(crate) fn side_of_line(buoy: Hex, heading: Heading, hex: Hex) -> Way {
    let (q, r) = heading.axial();
    turn_at(Point(q, r).cross(Point::of(hex).minus(Point::of(buoy))))
}

const fn turn_at(cross: i32) -> Way {
    if cross > 0 { Way::Right } else { Way::Left }
}

/// What a boat crosses to round a buoy: the ray of hexes from the buoy (rule 2.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    /// How the buoy is rounded (rule 2.3).
    pub rounding: Way,
    /// The way the ray runs.
    pub heading: Heading,
    /// The hexes of the ray, from the buoy outward, land too; the buoy's own is not among them.
    pub hexes: Vec<Hex>,
}

impl Gate {
    /// Rules 2.3 and 2.4 for `buoy`, on the way from one mark to the next.
    pub(crate) fn new(lake: &Lake, from: Point, buoy: Hex, to: Point) -> Gate {
        let at = Point::of(buoy);
        let cross = at.minus(from).cross(to.minus(at));
        let (u, v) = (from.minus(at).unit(), to.minus(at).unit());
        let straight = cross == 0 && u.0 * v.0 + u.1 * v.1 < 0.0;
        let outward = if straight { (-v.1, v.0) } else { (-u.0 - v.0, -u.1 - v.1) };
        let heading = nearest_heading(outward);
        let ray = (1..).map_while(|steps| buoy.ahead(heading, steps));
        Gate { rounding: turn_at(cross), heading, hexes: ray.take_while(|&hex| lake.contains(hex)).collect() }
    }
}

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
    /// In order.
    pub const ALL: [Leg; 5] = [Leg::Start, Leg::Gate1, Leg::Gate2, Leg::Gate3, Leg::Finish];

    /// `start`, `1`, `2`, `3` or `finish`.
    pub const fn name(self) -> &'static str {
        ["start", "1", "2", "3", "finish"][self as usize]
    }

    /// Only a gate can be owed.
    pub const fn is_gate(self) -> bool {
        matches!(self, Leg::Gate1 | Leg::Gate2 | Leg::Gate3)
    }
}

crate::named::named!(Leg, NoLeg, "leg: start, 1, 2, 3 or finish");

/// Which marks one step crosses, forward and backward.
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

    /// None at all?
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

/// How far a boat has come: its leg, and whether it owes one more forward crossing of that leg's gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Progress {
    /// The mark it must cross next.
    pub leg: Leg,
    /// Crossed that gate backward before.
    pub owes: bool,
}

/// What a step does to a boat's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It races on.
    Racing(Progress),
    /// It has crossed the finish on its last leg.
    Finished,
}

impl Progress {
    /// Rule 2.7: judges one step.
    pub fn judge(self, step: Crossings) -> Judged {
        let on = |leg| Judged::Racing(Progress { leg, owes: false });
        // (a) back over the mark before its own
        if let Some(before) = (self.leg as usize).checked_sub(1).map(|i| Leg::ALL[i])
            && step.is_backward(before)
        {
            return on(before);
        }
        // (b) its own gate the wrong way
        if self.leg.is_gate() && step.is_backward(self.leg) {
            return Judged::Racing(Progress { owes: true, ..self });
        }
        // (c) its own mark, then the next, …
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
    fn r2_7_a_going_back_over_the_mark_before() {
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
    fn r2_7_b_the_own_gate_backward_is_owed_once() {
        let back = Crossings::backward(Leg::Gate2);
        assert_eq!(at(Leg::Gate2, false).judge(back), racing(Leg::Gate2, true));
        assert_eq!(at(Leg::Gate2, true).judge(back), racing(Leg::Gate2, true));
    }

    #[test]
    fn r2_7_c_forward_pays_first_and_then_goes_on() {
        let mut step = Crossings::forward(Leg::Gate2);
        step.add(Crossings::forward(Leg::Gate3));
        assert_eq!(at(Leg::Gate2, true).judge(step), racing(Leg::Gate2, false));
        assert_eq!(at(Leg::Gate2, false).judge(step), racing(Leg::Finish, false));
        assert_eq!(at(Leg::Gate1, false).judge(step), racing(Leg::Gate1, false));
        step.add(Crossings::forward(Leg::Finish));
        assert_eq!(at(Leg::Gate3, false).judge(step), Judged::Finished);
    }

    #[test]
    fn r2_4_equally_near_headings_first_in_order() {
        // Halfway between NE and NW is north, and halfway between SE and E is a corner too.
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
