//! Makes the JSON events of a regatta from the events of the rules: for a table that is being played, and for a record.

use crate::{
    FormatVersion, Happening, MatchResultView, MoveView, RaceResultView, RecordStory, StartDie,
    view::{by_color, options},
};
use powerboats_rules::{
    Color, Event, Logbook, Phase, RecordFault, Regatta, RegattaPhase, StartRoll, Step, StepEvent, Walk,
};

impl Happening {
    /// The first event of a regatta.
    pub(crate) fn lake(book: &Logbook) -> Happening {
        let (record, seats) = (book.record(), book.regatta().seats());
        let round = |round: &StartRoll| round.0.iter().map(|&(color, die)| StartDie { color, die }).collect();
        Happening::Lake {
            players: seats.iter().collect(),
            sides: record.sides,
            scoring: record.scoring,
            races: record.races,
            layout: record.layout,
            start: record.start.iter().map(round).collect(),
            // Opening the logbook has checked that the rolls decide the starter.
            starter: seats.starter(&record.start).unwrap_or(Color::Orange),
        }
    }

    /// The race that has just been dealt.
    pub(crate) fn race(regatta: &Regatta) -> Option<Happening> {
        let race = regatta.race()?;
        let order = race.boats().iter().map(|boat| boat.color).collect();
        Some(Happening::Race { race: race.number(), course: *race.course().plan(), order })
    }

    /// An event of a race. `None` for a choice of dice: it is told together with the roll.
    pub(crate) fn of_event(event: Event, before: RegattaPhase, after: &Regatta) -> Option<Happening> {
        match event {
            Event::Placed(color, at, heading) => Some(Happening::Placed { color, at, heading }),
            Event::Chose(..) => None,
            Event::Rolled { color, rolled, hand } => {
                let RegattaPhase::Race(Phase::Chance(_, choice)) = before else { return None };
                let options = options(&after.race()?.steer_options());
                Some(Happening::Rolled { color, hold: choice.hold, count: choice.count, rolled, dice: hand, options })
            }
            Event::Moved(moved) => {
                let (color, to) = (moved.color, moved.option.steer);
                Some(Happening::Moved { color, to, moved: MoveView::new(&moved) })
            }
        }
    }

    /// The end of the race, if it is over.
    pub(crate) fn race_over(regatta: &Regatta) -> Option<Happening> {
        let race = regatta.race().filter(|race| race.phase() == Phase::Over)?;
        let result = RaceResultView::new(&race.result()?, regatta.seats());
        Some(Happening::RaceOver { race: race.number(), result })
    }

    /// The end of the regatta, if it is over.
    pub(crate) fn over(regatta: &Regatta) -> Option<Happening> {
        let ranking = regatta.ranking()?;
        let points = by_color(regatta.seats(), regatta.points());
        Some(Happening::Over { result: MatchResultView { points, ranking } })
    }

    fn of_step(step: &Step) -> Option<Happening> {
        match step.event {
            StepEvent::Dealt => Happening::race(&step.after),
            StepEvent::Acted(event) => Happening::of_event(event, step.before.phase(), &step.after),
            StepEvent::Resigned(color) => Some(Happening::Resigned { color }),
            StepEvent::Retired(color) => Some(Happening::Retired { color }),
            StepEvent::RaceEnded => Happening::race_over(&step.after),
            StepEvent::Ended => Happening::over(&step.after),
        }
    }
}

impl RecordStory {
    #[allow(missing_docs)]
    pub fn new(book: &Logbook) -> Result<RecordStory, RecordFault> {
        let record = book.record();
        let steps = Walk::new(record)?.filter_map(|step| step.map(|step| Happening::of_step(&step)).transpose());
        Ok(RecordStory {
            format: FormatVersion,
            happenings: std::iter::once(Ok(Happening::lake(book))).chain(steps).collect::<Result<_, _>>()?,
            names: record.players.iter().map(|(color, name)| (*color, name.as_str().to_owned())).collect(),
            tags: record.tags.iter().map(|tag| (tag.name().to_owned(), tag.text().to_owned())).collect(),
        })
    }
}
