//! A regatta that writes its own record as it is played.

use super::{Entry, OneLine, Rank, Record, Tag, TurnEntry};
use crate::{
    Action, BadCourse, BadDeal, BadRegatta, BadSeats, Berth, Color, Course, DiceText, Event, Hand, IllegalAction,
    Layout, Letter, Phase, Regatta, RegattaPhase, Rolled, Scoring, Seats, Side, Sides, StartRoll, sort_short,
};

/// A regatta together with its record. Both always agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logbook {
    record: Record,
    regatta: Regatta,
    /// The dice of the current turn, until its move is made.
    dice: Option<DiceText>,
}

/// Why a record contradicts the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages explain them
pub enum RecordFault {
    #[error(transparent)]
    Seats(#[from] BadSeats),
    #[error(transparent)]
    Regatta(#[from] BadRegatta),
    #[error("tile {0} lies with its {side} side up, but the record says sides: {1}", side = side_name(.2))]
    Side(u8, Sides, Side),
    #[error(transparent)]
    Course(#[from] BadCourse),
    #[error(transparent)]
    Deal(#[from] BadDeal),
    #[error(transparent)]
    Refused(#[from] IllegalAction),
    #[error("it is {0}'s turn, not {1}'s")]
    NotTheirTurn(Color, Color),
    #[error("expected race {0} next, found race {1}")]
    OtherRace(Letter, Letter),
    #[error("the regatta is over")]
    Over,
    #[error("no course has been dealt yet")]
    NoRace,
    #[error("this line does not follow from the rules: expected `{0}`")]
    Differs(Box<Entry>),
}

fn side_name(side: &Side) -> &'static str {
    if *side == Side::Dark { "dark" } else { "light" }
}

impl Logbook {
    /// Starts a regatta and its record. The log is empty at first.
    pub fn open(
        tags: Vec<Tag>,
        players: Vec<(Color, OneLine)>,
        sides: Sides,
        scoring: Scoring,
        races: u8,
        layout: Layout,
        start: Vec<StartRoll>,
    ) -> Result<Logbook, RecordFault> {
        let seats = Seats::of_regatta(players.iter().map(|(color, _)| *color), scoring, races)?;
        if let Some(laid) = layout.tiles().iter().find(|laid| !sides.allow(laid.side)) {
            return Err(RecordFault::Side(laid.tile, sides, laid.side));
        }
        let regatta = Regatta::new(seats, scoring, races, layout, &start)?;
        let mut players = players;
        sort_short(&mut players, |a, b| a.0.cmp(&b.0));
        let (log, stand_ins) = (Vec::new(), Vec::new());
        let record = Record { tags, players, sides, scoring, races, layout, start, log, stand_ins };
        Ok(Logbook { record, regatta, dice: None })
    }

    /// The record up to now.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The same logbook with these tags and these players' names. A player for whom `names` gives none keeps the old name.
    pub fn titled(&self, tags: Vec<Tag>, names: impl Fn(Color) -> Option<OneLine>) -> Logbook {
        let mut book = self.clone();
        book.record.tags = tags;
        for (color, name) in &mut book.record.players {
            if let Some(new) = names(*color) {
                *name = new;
            }
        }
        book
    }

    #[allow(missing_docs)]
    pub fn into_record(self) -> Record {
        self.record
    }

    /// The regatta in its current state.
    pub fn regatta(&self) -> &Regatta {
        &self.regatta
    }

    /// Sets up the next race and records its course.
    pub fn deal(&mut self, course: Course) -> Result<(), RecordFault> {
        let RegattaPhase::Deal(letter) = self.regatta.phase() else { return Err(BadDeal::NotNow.into()) };
        let plan = *course.plan();
        self.regatta.deal(course)?;
        self.record.log.push(Entry::Race(letter, plan));
        Ok(())
    }

    /// Applies an action if it is legal, and records it.
    pub fn apply(&mut self, action: Action) -> Result<Event, IllegalAction> {
        let event = self.regatta.apply(action)?;
        match event {
            Event::Placed(color, at, heading) => self.record.log.push(Entry::Place(color, Berth(at, heading))),
            Event::Chose(_, choice) => self.dice = Some(DiceText::of_choice(choice)),
            Event::Rolled { rolled, .. } => {
                self.dice = self.dice.map(|dice| DiceText { rolled: Rolled::Shows(rolled), ..dice });
            }
            Event::Moved(moved) => {
                let boat = self.regatta.race().and_then(|race| race.boat(moved.color));
                let number = boat.map_or(0, |boat| boat.turns);
                let dice = self.dice.take();
                let nothing = DiceText { hold: Hand::EMPTY, rolled: Rolled::Shows(Hand::EMPTY) };
                let turn = TurnEntry::new(number, dice.unwrap_or(nothing), &moved);
                self.record.log.push(Entry::Turn(turn));
                self.write_ends();
            }
        }
        Ok(event)
    }

    /// A player resigns (rule 5.6), and it is recorded.
    pub fn resign(&mut self, color: Color) -> Result<(), IllegalAction> {
        let before = self.regatta.results().len();
        self.regatta.resign(color)?;
        self.write_leaving(Entry::Resign(color), before);
        Ok(())
    }

    /// A boat retires from the current race (rule 5.6), and it is recorded.
    pub fn retire(&mut self, color: Color) -> Result<(), IllegalAction> {
        let before = self.regatta.results().len();
        self.regatta.retire(color)?;
        let is_mid_turn = matches!(self.regatta.phase(), RegattaPhase::Race(Phase::Chance(..) | Phase::Steer(..)));
        self.dice = self.dice.take().filter(|_| is_mid_turn); // its own dice don't count
        self.write_leaving(Entry::Retire(color), before);
        Ok(())
    }

    /// Records that a boat left the lake, with what that ended. `before` is the number of races that were over.
    fn write_leaving(&mut self, entry: Entry, before: usize) {
        self.record.log.push(entry);
        if self.regatta.results().len() > before {
            self.write_ends();
        }
    }

    /// Marks the last placing or turn of this boat: a pilot made it for a person.
    pub fn mark_stand_in(&mut self, color: Color) {
        let by = |entry: &Entry| match entry {
            Entry::Place(other, _) => *other == color,
            Entry::Turn(turn) => turn.color == color,
            Entry::Race(..) | Entry::Resign(_) | Entry::Retire(_) | Entry::EndRace(..) | Entry::End(_) => false,
        };
        if let Some(index) = self.record.log.iter().rposition(by)
            && self.record.stand_ins.last() != Some(&index)
        {
            self.record.stand_ins.push(index);
        }
    }

    /// Takes over the marks of the record that was replayed.
    pub(super) fn take_marks(&mut self, marks: &[usize]) {
        self.record.stand_ins = marks.to_vec();
    }

    /// Records the end of a race and of the regatta, if the last move ended them.
    fn write_ends(&mut self) {
        let regatta = &self.regatta;
        if let (Some(race), Some(result)) = (regatta.race(), regatta.results().last())
            && race.phase() == Phase::Over
            && let Some(letter) = Letter::of_race(race.number())
        {
            let points = regatta.seats().iter().map(|color| (color, result.points[color])).collect();
            self.record.log.push(Entry::EndRace(letter, points));
        }
        if let Some(ranking) = regatta.ranking() {
            let mut ranks = Vec::new();
            for shared in ranking {
                let rank = ranks.len() as u8 + 1; // at most six
                let points = regatta.points();
                ranks.extend(shared.into_iter().map(|color| Rank { rank, color, points: points[color] }));
            }
            self.record.log.push(Entry::End(ranks));
        }
    }
}
