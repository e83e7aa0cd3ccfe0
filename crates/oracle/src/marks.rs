//! Marks: judges each step of a boat against the mark it must cross next (RULES 2.6, 2.7).

use crate::course::Course;
use crate::hex::Hex;

/// The mark a boat must cross next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Leg {
    Start,
    One,
    Two,
    Three,
    Finish,
}

/// All legs in order.
pub(crate) const LEGS: [Leg; 5] = [Leg::Start, Leg::One, Leg::Two, Leg::Three, Leg::Finish];

impl Leg {
    pub fn name(self) -> &'static str {
        match self {
            Leg::Start => "start",
            Leg::One => "1",
            Leg::Two => "2",
            Leg::Three => "3",
            Leg::Finish => "finish",
        }
    }

    pub fn parse(name: &str) -> Option<Leg> {
        LEGS.into_iter().find(|l| l.name() == name)
    }

    fn before(self) -> Option<Leg> {
        match self {
            Leg::Start => None,
            Leg::One => Some(Leg::Start),
            Leg::Two => Some(Leg::One),
            Leg::Three => Some(Leg::Two),
            Leg::Finish => Some(Leg::Three),
        }
    }

    fn after(self) -> Option<Leg> {
        LEGS.into_iter().find(|l| l.before() == Some(self))
    }

    pub fn is_gate(self) -> bool {
        !matches!(self, Leg::Start | Leg::Finish)
    }
}

/// A boat's progress on the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    pub leg: Leg,
    pub owes: bool,
    pub finished: bool,
}

/// What a step did to a boat's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkCrossing {
    WentBack,
    Owed,
    Paid,
    Passed,
    Finished,
}

/// RULES 2.5, 2.6: does the step cross this mark forward?
fn crosses_forward(course: &Course, mark: Leg, from: Hex, to: Hex) -> bool {
    match mark {
        Leg::Start => course.line.contains(&from) && course.start_side.contains(&to),
        Leg::One => course.gates[0].crossed_forward(from, to),
        Leg::Two => course.gates[1].crossed_forward(from, to),
        Leg::Three => course.gates[2].crossed_forward(from, to),
        Leg::Finish => course.finish_side.contains(&from) && course.line.contains(&to),
    }
}

/// RULES 2.5, 2.6, 2.7: does the step cross this mark backward? The finish has no backward crossing.
fn crosses_backward(course: &Course, mark: Leg, from: Hex, to: Hex) -> bool {
    match mark {
        Leg::Start => course.start_side.contains(&from) && course.line.contains(&to),
        Leg::One => course.gates[0].crossed_backward(from, to),
        Leg::Two => course.gates[1].crossed_backward(from, to),
        Leg::Three => course.gates[2].crossed_backward(from, to),
        Leg::Finish => false,
    }
}

/// RULES 2.7: judges one step. A boat that has finished is no longer judged (RULES 4.9).
pub(crate) fn judge_step(course: &Course, progress: Progress, from: Hex, to: Hex) -> (Progress, Vec<MarkCrossing>) {
    let mut now = progress;
    if now.finished {
        return (now, Vec::new());
    }
    // (a)
    if let Some(before) = now.leg.before()
        && crosses_backward(course, before, from, to)
    {
        now.leg = before;
        now.owes = false;
        return (now, vec![MarkCrossing::WentBack]);
    }
    // (b)
    if now.leg.is_gate() && crosses_backward(course, now.leg, from, to) {
        now.owes = true;
        return (now, vec![MarkCrossing::Owed]);
    }
    // (c), repeated after each mark passed
    let mut events = Vec::new();
    while crosses_forward(course, now.leg, from, to) {
        if now.owes {
            now.owes = false;
            events.push(MarkCrossing::Paid);
            return (now, events);
        }
        match now.leg.after() {
            Some(next) => {
                now.leg = next;
                events.push(MarkCrossing::Passed);
            }
            None => {
                now.finished = true;
                events.push(MarkCrossing::Finished);
                return (now, events);
            }
        }
    }
    (now, events)
}

/// RULES 4.8: judges the hexes that the boat really moved over, step by step.
pub(crate) fn judge_path(
    course: &Course,
    progress: Progress,
    start: Hex,
    path: &[Hex],
) -> (Progress, Vec<MarkCrossing>) {
    let mut now = progress;
    let mut events = Vec::new();
    let mut from = start;
    for &to in path {
        let (next, happened) = judge_step(course, now, from, to);
        now = next;
        events.extend(happened);
        from = to;
    }
    (now, events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::Rounding;
    use crate::hex::Heading;
    use crate::lake::Lake;

    fn course() -> Course {
        let lake = Lake::read(&vec![".".repeat(14); 12]).unwrap();
        let buoys = ["d8", "k6", "g3", "c5"].map(|name| Hex::parse(name).unwrap());
        Course::lay(lake, buoys, Heading::E, 6).unwrap()
    }

    fn on(leg: Leg) -> Progress {
        Progress { leg, owes: false, finished: false }
    }

    /// A forward step over the gate of a leg.
    fn over(course: &Course, leg: usize) -> (Hex, Hex) {
        let gate = &course.gates[leg - 1];
        assert_eq!(gate.rounding, Rounding::Left);
        let to = gate.hexes[0];
        (to.step(gate.heading.left().back()), to)
    }

    #[test]
    fn r2_6_the_start_is_crossed_from_the_line_to_the_start_side() {
        let course = course();
        let (line, ahead) = (course.line[1], course.line[1].step(Heading::NE));
        let (after, _) = judge_step(&course, on(Leg::Start), line, ahead);
        assert_eq!(after, on(Leg::One));
        let (after, events) = judge_step(&course, after, ahead, line);
        assert_eq!((after, events), (on(Leg::Start), vec![MarkCrossing::WentBack]));
        let (after, events) = judge_step(&course, after, ahead, line);
        assert_eq!((after, events), (on(Leg::Start), vec![]));
        // The same step finishes on the last leg, because buoy 3 is on that side too.
        let (after, _) = judge_step(&course, on(Leg::Finish), ahead, line);
        assert!(after.finished);
    }

    #[test]
    fn r2_7_a_gate_crossed_backward_after_passing_it_must_be_passed_again() {
        let course = course();
        let (from, to) = over(&course, 1);
        let (after, _) = judge_step(&course, on(Leg::One), from, to);
        assert_eq!(after, on(Leg::Two));
        let owing = Progress { owes: true, ..after };
        let (after, events) = judge_step(&course, owing, to, from);
        assert_eq!((after, events), (on(Leg::One), vec![MarkCrossing::WentBack]));
    }

    #[test]
    fn r2_7_a_gate_crossed_backward_is_owed_only_once() {
        let course = course();
        let (from, to) = over(&course, 2);
        let mut now = on(Leg::Two);
        for _ in 0..2 {
            now = judge_step(&course, now, to, from).0;
            assert!(now.owes);
        }
        now = judge_step(&course, now, from, to).0;
        assert_eq!(now, on(Leg::Two));
        now = judge_step(&course, now, from, to).0;
        assert_eq!(now, on(Leg::Three));
    }

    #[test]
    fn r4_9_a_boat_that_has_finished_is_no_longer_judged() {
        let course = course();
        let (from, to) = over(&course, 3);
        let finished = Progress { finished: true, ..on(Leg::Finish) };
        assert_eq!(judge_step(&course, finished, to, from), (finished, vec![]));
    }
}
