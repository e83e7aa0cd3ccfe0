//! The events of a record: the same events as when it was played.

use crate::refused::bad;
use powerboats_referee::{Happening, MatchResultView, MoveView, OptionView, RaceResultView, RecordStory, StartDie};
use powerboats_rules::{Action, Course, Entry, Event, Hand, Logbook, Phase, Regatta, Rolled, StartRoll, TurnEntry};

/// Makes the events of a record that has already been checked.
pub fn story(book: &Logbook) -> Result<RecordStory, String> {
    let record = book.record();
    let seats = book.regatta().seats();
    let mut regatta = Regatta::new(seats, record.scoring, record.races, record.layout, &record.start).map_err(bad)?;
    let mut happenings = vec![lake(book)?];
    for entry in &record.log {
        tell(&mut regatta, entry, &mut happenings)?;
    }
    let names = record.players.iter().map(|(color, name)| (*color, name.as_str().to_owned())).collect();
    let tags = record.tags.iter().map(|tag| (tag.name().to_owned(), tag.text().to_owned())).collect();
    Ok(RecordStory { happenings, names, tags })
}

fn lake(book: &Logbook) -> Result<Happening, String> {
    let (record, seats) = (book.record(), book.regatta().seats());
    let round = |round: &StartRoll| round.0.iter().map(|&(color, die)| StartDie { color, die }).collect();
    Ok(Happening::Lake {
        players: seats.iter().collect(),
        sides: record.sides,
        scoring: record.scoring,
        races: record.races,
        layout: record.layout,
        start: record.start.iter().map(round).collect(),
        starter: seats.starter(&record.start).map_err(bad)?,
    })
}

/// Adds the events of one entry.
fn tell(regatta: &mut Regatta, entry: &Entry, story: &mut Vec<Happening>) -> Result<(), String> {
    match entry {
        Entry::Race(_, plan) => {
            regatta.deal(Course::new(regatta.layout().lake(), *plan).map_err(bad)?).map_err(bad)?;
            let race = regatta.race().ok_or_else(|| bad("a deal begins a race"))?;
            let order = race.boats().iter().map(|boat| boat.color).collect();
            story.push(Happening::Race { race: race.number(), course: *plan, order });
        }
        Entry::Place(color, berth) => {
            regatta.apply(Action::Place(berth.0, berth.1)).map_err(bad)?;
            story.push(Happening::Placed { color: *color, at: berth.0, heading: berth.1 });
        }
        Entry::Turn(turn) => tell_turn(regatta, turn, story)?,
        Entry::EndRace(..) => {
            let seats = regatta.seats();
            let race = regatta.race().filter(|race| race.phase() == Phase::Over);
            let over = race.and_then(|race| Some((race.number(), race.result()?)));
            let (race, result) = over.ok_or_else(|| bad("the race is not over"))?;
            story.push(Happening::RaceOver { race, result: RaceResultView::new(&result, seats) });
        }
        Entry::End(_) => {
            let ranking = regatta.ranking().ok_or_else(|| bad("the regatta is not over"))?;
            let points = regatta.seats().iter().map(|color| (color, regatta.points()[color])).collect();
            story.push(Happening::Over { result: MatchResultView { points, ranking } });
        }
    }
    Ok(())
}

fn tell_turn(regatta: &mut Regatta, turn: &TurnEntry, story: &mut Vec<Happening>) -> Result<(), String> {
    let color = turn.color;
    let (choice, rolled) = (turn.dice.choice(), shown(turn.dice.rolled));
    regatta.apply(Action::Choose(choice)).map_err(bad)?;
    regatta.apply(Action::Roll(rolled)).map_err(bad)?;
    let options = regatta.race().map(|race| race.steer_options().iter().map(OptionView::new).collect());
    let (hold, count, dice) = (choice.hold, choice.count, choice.hold.with(rolled));
    story.push(Happening::Rolled { color, hold, count, rolled, dice, options: options.unwrap_or_default() });
    if let Event::Moved(moved) = regatta.apply(Action::Steer(turn.steer)).map_err(bad)? {
        story.push(Happening::Moved { color, to: turn.steer, moved: MoveView::new(&moved) });
    }
    Ok(())
}

/// What the dice show. A record has no dice that are not rolled yet.
fn shown(rolled: Rolled) -> Hand {
    if let Rolled::Shows(hand) = rolled { hand } else { Hand::EMPTY }
}
