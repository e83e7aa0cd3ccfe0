//! A law: in a live room with a clock, either a player's clock runs or a pilot is asked, or the game waits for a limited
//! time because of a break or a pause, in whatever order things happen.

use crate::test_room;
use crate::test_room::{TestRoom, text, two_players};
use powerboats_referee::Decision;
use powerboats_rules::Color;
use powerboats_server::{
    ids::PlayerId,
    room::{
        Next, Room, Stage,
        absence::Gone,
        action::{RefusalReason, RoomAction},
        event::RoomEvent,
    },
};

/// A room, the time, and a pilot's answer that has not arrived yet.
#[derive(Clone)]
struct World {
    room: Room,
    now: i64,
    answer: Option<(Color, Decision, u64)>,
    gone: Gone,
}

/// One thing that can happen next, in any order.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    /// Time passes, exactly to the deadline if there is one.
    Pass,
    /// The room acts by itself.
    GoOn,
    /// A pilot is asked.
    Ask,
    /// A pilot's answer arrives.
    Answer,
    /// A player decides, comes back or leaves.
    Decide(usize),
    Back(usize),
    Leave(usize),
    /// A player's connection is lost, or they connect again.
    Vanish(usize),
    Return(usize),
    /// The game is paused if nobody is there.
    Pause,
    /// A player is ready for the next race, votes for a pause, or goes on.
    Ready(usize),
    Vote(usize),
    Resume(usize),
}

/// What can happen apart from [`STEPS`].
const ABSENCES: [Step; 11] = [
    Step::Vanish(0),
    Step::Vanish(1),
    Step::Return(0),
    Step::Return(1),
    Step::Pause,
    Step::Ready(0),
    Step::Ready(1),
    Step::Vote(0),
    Step::Vote(1),
    Step::Resume(0),
    Step::Resume(1),
];

const STEPS: [Step; 10] = [
    Step::Pass,
    Step::GoOn,
    Step::Ask,
    Step::Answer,
    Step::Decide(0),
    Step::Decide(1),
    Step::Back(0),
    Step::Back(1),
    Step::Leave(0),
    Step::Leave(1),
];

struct Model {
    test: TestRoom,
    players: [(Color, PlayerId); 2],
    seen: u64,
}

impl Model {
    fn advice(&self, room: &Room) -> Option<Decision> {
        room.table()?.ask(&powerboats_pilots::PilotKind::Rookie, &self.test.courses)
    }

    /// Takes a step; `None` if it has no effect.
    fn take(&self, world: &World, step: Step) -> Option<World> {
        let World { mut room, mut now, mut answer, mut gone } = world.clone();
        let mut random = || [3; 32];
        let known = gone.clone();
        let mut act = |room: &mut Room, player: usize, action: &str| {
            let action: RoomAction = serde_json::from_str(action).expect("an action");
            let done = room.act(&self.players[player].1, &action, None, now, &known, &mut random).ok();
            done.filter(|events| !events.is_empty())
        };
        let events = match step {
            Step::Pass => {
                let waits = match room.next(now) {
                    Next::Wait(until) => until,
                    Next::GoOn | Next::AskPilot(..) => None,
                };
                let next = [waits, room.pauses_at(&gone)].into_iter().flatten().filter(|at| *at > now).min();
                now = next.unwrap_or(now + 1);
                return Some(World { room, now, answer, gone });
            }
            Step::Vanish(player) => {
                gone.0.insert(self.players[player].1.clone(), now).is_none().then_some(())?;
                return Some(World { room, now, answer, gone });
            }
            Step::Return(player) => {
                gone.0.remove(&self.players[player].1)?;
                room.returned(&self.players[player].1, now)
            }
            Step::Pause => {
                room.pauses_at(&gone).filter(|at| *at <= now)?;
                room.pause(now)
            }
            Step::Ready(player) => act(&mut room, player, r#"{"type": "ready", "ready": true}"#)?,
            Step::Vote(player) => {
                act(&mut room, player, r#"{"type": "vote", "motion": {"type": "pause"}, "yes": true}"#)?
            }
            Step::Resume(player) => act(&mut room, player, r#"{"type": "resume"}"#)?,
            Step::GoOn if room.next(now) == Next::GoOn => room.go_on(now, &mut random),
            Step::Ask => match (room.next(now), &answer) {
                (Next::AskPilot(color, _), None) => {
                    answer = Some((color, self.advice(&room)?, room.last_game));
                    return Some(World { room, now, answer, gone });
                }
                _ => return None,
            },
            Step::Answer => {
                let (color, decision, seen) = answer.take()?;
                // As in the actor, an answer to an outdated question is dropped.
                if seen == room.last_game { room.play_for(color, decision, now) } else { Vec::new() }
            }
            Step::Decide(player) => {
                let decision = text(self.advice(&room)?);
                act(&mut room, player, &decision)?
            }
            Step::Back(player) => act(&mut room, player, r#"{"type": "back"}"#)?,
            Step::Leave(player) => act(&mut room, player, r#"{"type": "leave"}"#)?,
            Step::GoOn => return None,
        };
        room.number(events, None, now);
        Some(World { room, now, answer, gone })
    }

    fn check(&mut self, world: &World, path: &[Step]) {
        self.seen += 1;
        let World { room, now, .. } = world;
        if !matches!(room.stage, Stage::Live(_)) {
            return;
        }
        match room.next(*now) {
            Next::Wait(None) => panic!("no clock runs and no pilot is asked after {path:?}"),
            Next::GoOn => {
                let events = room.clone().go_on(*now, &mut || [3; 32]);
                assert!(!events.is_empty(), "the room can't act after {path:?}");
            }
            Next::Wait(Some(until)) => {
                assert!(until > *now, "it waits for the past after {path:?}");
                let stands_still = room.paused.is_some() || room.break_until.is_some();
                assert_eq!(room.timer.deadline().is_none(), stands_still, "a clock runs in vain after {path:?}");
            }
            Next::AskPilot(..) => {}
        }
    }

    fn explore(&mut self, world: &World, steps: &[Step], depth: usize, path: &mut Vec<Step>) {
        if depth == 0 {
            return;
        }
        for &step in steps {
            // Letting time pass twice is the same as once.
            if step == Step::Pass && path.last() == Some(&Step::Pass) {
                continue;
            }
            if let Some(next) = self.take(world, step) {
                path.push(step);
                self.check(&next, path);
                self.explore(&next, steps, depth - 1, path);
                path.pop();
            }
        }
    }
}

const CLOCKS: [&str; 2] = [
    r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 5}}"#,
    r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 1}}"#,
];

#[test]
fn a_clock_runs_or_a_pilot_is_asked_in_whatever_order_things_happen() {
    for clock in CLOCKS {
        let (mut test, players) = two_players(clock);
        // Both boats are placed. Explore every order of events in the next turns.
        for _ in 0..2 {
            let (player, decision) = (test_room::who(&players, test.turn()), text(test.advice()));
            test.must(&player, &decision);
        }
        let world = World { room: test.room.clone(), now: test.now, answer: None, gone: Gone::default() };
        let mut model = Model { test, players, seen: 0 };
        model.explore(&world, &STEPS, 7, &mut Vec::new());
        assert!(model.seen > 20_000, "only {} states", model.seen);
        model.seen = 0;
        let all: Vec<Step> = STEPS.into_iter().chain(ABSENCES).collect();
        model.explore(&world, &all, 5, &mut Vec::new());
        assert!(model.seen > 15_000, "only {} states with absences", model.seen);
    }
}

#[test]
fn a_clock_runs_or_the_game_waits_when_a_race_ends_and_players_come_and_go() {
    let live = r#"{"seats": 2, "races": 2, "clock": {"type": "live", "turn": 20, "bank": 5}}"#;
    let (mut test, players) = two_players(live);
    // Right before the last move of the first race, and in the break after it.
    let (mut before, mut now) = (test.room.clone(), test.now);
    while test.room.break_until.is_none() {
        (before, now) = (test.room.clone(), test.now);
        test.now += 100;
        let (player, decision) = (test_room::who(&players, test.turn()), text(test.advice()));
        test.must(&player, &decision);
    }
    let all: Vec<Step> = STEPS.into_iter().chain(ABSENCES).collect();
    let worlds = [(before, now), (test.room.clone(), test.now)];
    let mut model = Model { test, players, seen: 0 };
    for (room, now) in worlds {
        let world = World { room, now, answer: None, gone: Gone::default() };
        model.explore(&world, &all, 5, &mut Vec::new());
    }
    assert!(model.seen > 20_000, "only {} states", model.seen);
}

#[test]
fn a_decision_after_the_deadline_is_refused_and_the_next_clock_runs() {
    let (mut test, players) = two_players(CLOCKS[0]);
    for _ in 0..2 {
        let (player, decision) = (test_room::who(&players, test.turn()), text(test.advice()));
        test.must(&player, &decision);
    }
    let (late, decision) = (test.turn(), text(test.advice()));
    let player = test_room::who(&players, late);
    test.now = test.room.timer.deadline().expect("a clock");
    assert_eq!(
        test.act(&player, &decision),
        Err(RefusalReason::TimedOut),
        "at the deadline, before the room has noticed it"
    );
    let events = test.room.go_on(test.now, &mut || [3; 32]);
    assert_eq!(events, [RoomEvent::TimedOut { color: late }]);
    test.record(events, None);
    test.now += 50;
    assert_eq!(test.act(&player, &decision), Err(RefusalReason::TimedOut), "50 ms after the deadline");
    assert_eq!(test.must(&player, r#"{"type": "back"}"#), [RoomEvent::Back { color: late }]);
    assert!(matches!(test.room.next(test.now), Next::AskPilot(color, _) if color == late), "the pilot plays this turn");
    test.settle();
    assert_ne!(test.turn(), late);
    assert!(test.room.timer.deadline().is_some(), "the next player's clock runs");
    assert!(test.reloaded() == test.room);
}

/// While the database was away, nobody could decide.
#[test]
fn the_time_of_an_outage_is_given_back_once() {
    for clock in CLOCKS {
        let (mut test, players) = two_players(clock);
        let before = test.room.timer.deadline().expect("a clock");
        let (set, from, until) = (test.now, test.now + 3000, test.now + 5500);
        test.now = until + 300;
        let give_back = |test: &mut TestRoom, from, until| {
            let events = test.room.give_back(from, until);
            test.record(events, None);
            test.room.timer.deadline().expect("a clock")
        };
        assert_eq!(give_back(&mut test, from, until), before + 2500);
        assert_eq!(give_back(&mut test, from, until), before + 2500, "not twice");
        // Not after a restart either, because the log says so.
        assert!(test.reloaded() == test.room);
        assert!(test.reloaded().give_back(from, until).is_empty());
        assert!(test.room.give_back(set, set + 1000).is_empty(), "an older one is over, too");
        // A turn that began in the middle of the next outage gets only the rest of it.
        let from = test.now + 1000;
        test.now += 2000;
        let (player, decision) = (test_room::who(&players, test.turn()), text(test.advice()));
        test.must(&player, &decision);
        let before = test.room.timer.deadline().expect("a clock");
        let until = test.now + 700;
        test.now += 900;
        assert_eq!(give_back(&mut test, from, until), before + 700);
    }
    // Nobody's clock runs.
    let (without, _) = two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "none"}}"#);
    let open = TestRoom::open(CLOCKS[0], &PlayerId::random());
    for mut test in [without, open] {
        assert!(test.room.give_back(0, 1_000_000).is_empty());
    }
}
