//! A regatta (a match): one lake, up to three races, points and repairs between them.

use crate::{
    Action, BadStart, Boat, Color, Course, Event, Layout, Letter, PerColor, Phase, Race, RaceResult, Refusal, Scoring,
    Seats, StartRoll, ranking,
};
use std::sync::Arc;

/// What a regatta waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegattaPhase {
    /// The course of this race is dealt; chance decides.
    Deal(Letter),
    /// The race waits for this.
    Race(Phase),
    /// All races are sailed.
    Over,
}

/// Why a regatta cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRegatta {
    /// Rule 5.3.
    #[error("two players score by turns, never classic")]
    ClassicForTwo,
    /// 1, 2 or 3.
    #[error("a regatta has 1 to 3 races, not {0}")]
    Races(u8),
    /// Rule 3.1.
    #[error(transparent)]
    Start(#[from] BadStart),
}

/// Why a course cannot be sailed now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadDeal {
    /// A race is on, or all are over.
    #[error("no course is dealt now")]
    NotNow,
    /// It is on another lake.
    #[error("the course is on another lake")]
    OtherLake,
    /// The buoys do not stand on the race's four spots.
    #[error("the buoys of race {0} stand on the four spots {0}, and the line at its spot's letter")]
    OffSpots(Letter),
    /// Rule 2.1.
    #[error("the course can't be finished from every start place")]
    DoesNotStand,
}

/// Up to three races on one lake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regatta {
    seats: Seats,
    scoring: Scoring,
    races: u8,
    layout: Layout,
    /// Starter of the race that is on or comes next.
    starter: Color,
    kept: PerColor<u8>,
    race: Option<Race>,
    results: Vec<RaceResult>,
    points: PerColor<i64>,
}

impl Regatta {
    /// Sets up a regatta of `races` races (three, by the rulebook). The first course is dealt next.
    pub fn new(
        seats: Seats,
        scoring: Scoring,
        races: u8,
        layout: Layout,
        start: &[StartRoll],
    ) -> Result<Regatta, BadRegatta> {
        if seats.len() == 2 && scoring == Scoring::Classic {
            return Err(BadRegatta::ClassicForTwo);
        }
        if !(1..=3).contains(&races) {
            return Err(BadRegatta::Races(races));
        }
        Ok(Regatta {
            seats,
            scoring,
            races,
            layout,
            starter: seats.starter(start)?,
            kept: PerColor::default(),
            race: None,
            results: Vec::new(),
            points: PerColor::default(),
        })
    }

    /// Who plays.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// Classic or by turns.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// How many races are sailed in all.
    pub fn races(&self) -> u8 {
        self.races
    }

    /// How the tiles lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The race that is on, or else the one sailed last.
    pub fn race(&self) -> Option<&Race> {
        self.race.as_ref()
    }

    /// The races sailed.
    pub fn results(&self) -> &[RaceResult] {
        &self.results
    }

    /// Points of the races sailed.
    pub fn points(&self) -> &PerColor<i64> {
        &self.points
    }

    /// What it waits for.
    pub fn phase(&self) -> RegattaPhase {
        match &self.race {
            Some(race) if race.phase() != Phase::Over => RegattaPhase::Race(race.phase()),
            _ => self.next_letter().map_or(RegattaPhase::Over, RegattaPhase::Deal),
        }
    }

    fn next_letter(&self) -> Option<Letter> {
        let sailed = self.results.len() as u8; // at most three
        (sailed < self.races).then(|| Letter::ALL[usize::from(sailed)])
    }

    /// Sets up the next race on this course, if it is one of its race's (rules 2.1, 3.1, 5.4).
    pub fn deal(&mut self, course: Course) -> Result<(), BadDeal> {
        let RegattaPhase::Deal(letter) = self.phase() else { return Err(BadDeal::NotNow) };
        if *course.lake() != self.layout.lake() {
            return Err(BadDeal::OtherLake);
        }
        let (plan, spots) = (course.plan(), self.layout.spots(letter));
        let on_line = spots.iter().any(|spot| spot.at == plan.start_buoy && spot.heading == plan.heading);
        // A checked course has its buoys on different hexes.
        if !on_line || !plan.buoys.iter().all(|buoy| spots.iter().any(|spot| spot.at == *buoy)) {
            return Err(BadDeal::OffSpots(letter));
        }
        if !course.stands(self.seats.len()) {
            return Err(BadDeal::DoesNotStand);
        }
        let race = Race::new(Arc::new(course), letter.race(), self.scoring, self.seats, self.starter, self.kept);
        self.race = Some(race.map_err(|_| BadDeal::DoesNotStand)?);
        Ok(())
    }

    /// Does anything, if it is allowed now. A race that ends is scored, and its boats are repaired.
    pub fn apply(&mut self, action: Action) -> Result<Event, Refusal> {
        let race = self.race.as_mut().ok_or(Refusal::NotNow(Phase::Over))?;
        let event = race.apply(action)?;
        if let Some(result) = race.result() {
            race.boats().iter().for_each(|boat: &Boat| self.kept[boat.color] = boat.keeps());
            self.seats.iter().for_each(|color| self.points[color] += result.points[color]);
            self.starter = self.seats.left_neighbour(race.starter());
            self.results.push(result);
        }
        Ok(event)
    }

    /// The ranks, best first, once all races are sailed (rule 5.5).
    pub fn ranking(&self) -> Option<Vec<Vec<Color>>> {
        let last = self.results.last().filter(|_| self.phase() == RegattaPhase::Over)?;
        Some(ranking(self.seats, &self.points, last))
    }
}
