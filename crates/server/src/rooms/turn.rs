//! What a program is told about turns: whose turn it is, what it has to do now, and everything it needs to decide.

use crate::room::{
    Room, Stage,
    seat::{Person, Seat},
    view::{StageName, legal, result},
};
use powerboats_referee::{CourseView, LegalView, MatchResultView, PhaseView, StateView, Table};
use powerboats_rules::{Color, Race};
use serde::{Deserialize, Serialize};

/// What a client has to do now. The game waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = TurnTask)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Send `ready`: the start or the next race waits for it.
    Ready,
    /// Send `reveal` with the salt that you sealed.
    Reveal,
    /// Send `place` with one of `legal.places`.
    Place,
    /// Send `dice` with one of `legal.dice`.
    Dice,
    /// Send `steer` with one of `legal.options`.
    Steer,
}

/// Whose turn it is, and everything that a program needs to decide.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TurnView {
    /// Number of the last event that is included. Send it as `seen` with your decision.
    pub seq: u64,
    #[allow(missing_docs)]
    pub stage: StageName,
    /// Your seat; null if you have none.
    pub you: Option<Color>,
    /// What you have to do now; null: wait for the next message.
    pub task: Option<Task>,
    /// The seat whose turn it is.
    pub turn: Option<Color>,
    /// When the time of that seat is up, in milliseconds since 1970; null if no clock runs.
    pub deadline: Option<i64>,
    /// Everything that seat may do.
    pub legal: Option<LegalView>,
    /// The state of the current race.
    pub state: Option<StateView>,
    /// The course, in the first message of each race; null in the others.
    pub course: Option<CourseView>,
    /// The result, once the regatta is over.
    pub result: Option<MatchResultView>,
}

impl TurnView {
    /// What the player in this seat is told. `course` says whether they have to be told the course.
    fn new(room: &Room, you: Option<Color>, course: IncludeCourse) -> TurnView {
        let table = room.table();
        TurnView {
            seq: room.seq,
            stage: room.stage.name(),
            you,
            task: you.and_then(|color| task(room, color)),
            turn: table.and_then(Table::turn),
            deadline: room.timer.deadline(),
            legal: legal(room),
            state: table.and_then(Table::state),
            course: table.filter(|_| course == IncludeCourse::Yes).and_then(Table::course),
            result: result(room),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum IncludeCourse {
    Yes,
    No,
}

/// What the person in this seat has to do; `None` for a pilot, and if nothing waits for them.
fn task(room: &Room, color: Color) -> Option<Task> {
    let person = room.seats.get(&color).and_then(Seat::person)?;
    match &room.stage {
        Stage::Open if room.sealed.is_some() => person.hides_salt().then_some(Task::Reveal),
        Stage::Open => (!person.ready).then_some(Task::Ready),
        Stage::Live(table) if room.paused.is_none() && may_decide(person) => {
            let decides = table.turn() == Some(color) && person.plan.is_none();
            let waits = room.break_until.is_some() && !person.ready && !room.resigned().contains(&color);
            table.race().filter(|_| decides).and_then(decision).or(waits.then_some(Task::Ready))
        }
        Stage::Live(_) | Stage::Over(_) | Stage::Closed => None,
    }
}

/// Whether no pilot has this turn or the seat for good. A player who is away comes back by deciding.
fn may_decide(person: &Person) -> bool {
    !(person.stand_in || person.away && person.absence.is_final())
}

fn decision(race: &Race) -> Option<Task> {
    match PhaseView::of(race.phase()) {
        PhaseView::Place => Some(Task::Place),
        PhaseView::Dice => Some(Task::Dice),
        PhaseView::Steer => Some(Task::Steer),
        PhaseView::Done => None,
    }
}

/// What a subscriber was last told about turns, so that it is told each thing once.
#[derive(Default)]
pub struct TurnsTold {
    last: Option<Moment>,
    /// The number of the race whose course it knows.
    race: Option<u8>,
}

/// What makes two messages about turns different.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    stage: StageName,
    last_game: u64,
    deadline: Option<i64>,
    you: Option<Color>,
    task: Option<Task>,
}

impl TurnsTold {
    /// What the subscriber in this seat has to be told now; `None` if it knows.
    pub fn next(&mut self, room: &Room, you: Option<Color>) -> Option<TurnView> {
        let moment = Moment {
            stage: room.stage.name(),
            last_game: room.last_game,
            deadline: room.timer.deadline(),
            you,
            task: you.and_then(|color| task(room, color)),
        };
        if self.last.replace(moment) == Some(moment) {
            return None;
        }
        let race = room.table().and_then(Table::race).map(Race::number);
        let course =
            if std::mem::replace(&mut self.race, race) == race { IncludeCourse::No } else { IncludeCourse::Yes };
        Some(TurnView::new(room, you, course))
    }
}
