//! A regatta: up to three races on one lake, with points and repairs. RULES.md and the referee protocol call it a match.

use crate::{
    Action, BadStart, Boat, Color, Course, CoursePlan, Event, IllegalAction, Layout, Letter, PerColor, Phase, Race,
    RaceResult, Scoring, Seats, StartRoll, Status, ranking,
};
use std::sync::Arc;

/// What the regatta is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegattaPhase {
    /// The course of this race must be dealt. The caller draws it.
    Deal(Letter),
    /// A race is on, in this phase.
    Race(Phase),
    /// All races are over.
    Over,
}

/// Why a regatta cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRegatta {
    /// Two players must use turn scoring (rule 5.3).
    #[error("classic scoring needs at least three players: use turns scoring for two")]
    ClassicForTwo,
    /// The number of races is not 1, 2 or 3.
    #[error("expected 1 to 3 races, found {0}")]
    Races(u8),
    /// The rolls do not decide who starts (rule 3.1).
    #[error(transparent)]
    Start(#[from] BadStart),
}

/// Why a course cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadDeal {
    /// A race is on, or all races are over.
    #[error("a course cannot be dealt now: a race is on, or the regatta is over")]
    NotNow,
    /// The course is on a different lake.
    #[error("the course is on a different lake than the regatta")]
    OtherLake,
    /// The buoys are not on the four spots of the race (in a time trial: of any race), or the line does not follow its spot's heading.
    #[error(
        "the buoys of race {0} must stand on the four spots {0}, and the line must follow the heading of buoy 0's spot"
    )]
    OffSpots(Letter),
    /// The course cannot be finished from every start place (rule 2.1).
    #[error("the course cannot be finished from every start place")]
    Unplayable,
}

/// Up to three races on one lake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regatta {
    seats: Seats,
    scoring: Scoring,
    races: u8,
    layout: Layout,
    /// The starter of the current race, or of the next one if none is on.
    starter: Color,
    kept: PerColor<u8>,
    race: Option<Race>,
    results: Vec<RaceResult>,
    points: PerColor<i64>,
    /// The players who resigned, in this order.
    resigned: Vec<Color>,
}

impl Regatta {
    /// Sets up a regatta of `races` races (the rulebook has three). The first course must be dealt next.
    pub fn new(
        seats: Seats,
        scoring: Scoring,
        races: u8,
        layout: Layout,
        start: &[StartRoll],
    ) -> Result<Regatta, BadRegatta> {
        if !scoring.suits(seats.len()) {
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
            resigned: Vec::new(),
        })
    }

    #[allow(missing_docs)]
    pub fn seats(&self) -> Seats {
        self.seats
    }

    #[allow(missing_docs)]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The total number of races.
    pub fn races(&self) -> u8 {
        self.races
    }

    #[allow(missing_docs)]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The current race, or the last one if none is on.
    pub fn race(&self) -> Option<&Race> {
        self.race.as_ref()
    }

    /// The results of all races that are over.
    pub fn results(&self) -> &[RaceResult] {
        &self.results
    }

    /// The points from all races that are over.
    pub fn points(&self) -> &PerColor<i64> {
        &self.points
    }

    /// What the regatta is waiting for.
    pub fn phase(&self) -> RegattaPhase {
        match &self.race {
            Some(race) if race.phase() != Phase::Over => RegattaPhase::Race(race.phase()),
            _ => self.next_letter().map_or(RegattaPhase::Over, RegattaPhase::Deal),
        }
    }

    fn next_letter(&self) -> Option<Letter> {
        let done = self.results.len() as u8; // at most three
        (done < self.races).then(|| Letter::ALL[usize::from(done)])
    }

    /// Sets up the next race on this course, if the course is valid for it (rules 2.1, 3.1, 5.4).
    pub fn deal(&mut self, course: Course) -> Result<(), BadDeal> {
        let RegattaPhase::Deal(letter) = self.phase() else { return Err(BadDeal::NotNow) };
        if *course.lake() != self.layout.lake() {
            return Err(BadDeal::OtherLake);
        }
        // A time trial may be on the course of any race (rule 1.8).
        let letters = if self.seats.len() == 1 { &Letter::ALL[..] } else { &[letter] };
        if !letters.iter().any(|letter| self.is_on_spots(course.plan(), *letter)) {
            return Err(BadDeal::OffSpots(letter));
        }
        if !course.is_playable(self.seats.len()) {
            return Err(BadDeal::Unplayable);
        }
        let race = Race::new(Arc::new(course), letter.race(), self.scoring, self.seats, self.starter, self.kept);
        let mut race = race.map_err(|_| BadDeal::Unplayable)?;
        for &color in &self.resigned {
            race.resign(color).map_err(|_| BadDeal::NotNow)?;
        }
        self.race = Some(race);
        Ok(())
    }

    /// Do the buoys of this course stand on the spots of this race, and does the line follow the heading of its spot?
    fn is_on_spots(&self, plan: &CoursePlan, letter: Letter) -> bool {
        let spots = self.layout.spots(letter);
        let on_line = spots.iter().any(|spot| spot.at == plan.start_buoy && spot.heading == plan.heading);
        // A checked course has its buoys on different hexes, so they cover all four spots.
        on_line && plan.buoys.iter().all(|buoy| spots.iter().any(|spot| spot.at == *buoy))
    }

    /// Applies an action if it is legal. When it ends the race, the race is scored and its boats are repaired.
    pub fn apply(&mut self, action: Action) -> Result<Event, IllegalAction> {
        let race = self.race.as_mut().ok_or(IllegalAction::NotNow(Phase::Over))?;
        let event = race.apply(action)?;
        self.score();
        Ok(event)
    }

    /// Scores the race, if it has just ended.
    fn score(&mut self) {
        let Some(race) = self.race.as_ref().filter(|race| usize::from(race.number()) > self.results.len()) else {
            return;
        };
        if let Some(result) = race.result() {
            race.boats().iter().for_each(|boat: &Boat| self.kept[boat.color] = boat.keeps());
            self.seats.iter().for_each(|color| self.points[color] += result.points[color]);
            self.starter = self.seats.left_neighbour(race.starter());
            self.results.push(result);
        }
    }

    /// A player resigns (rule 5.6): the boat leaves the lake, takes part in no further race, and ranks last. At least one
    /// player must go on.
    pub fn resign(&mut self, color: Color) -> Result<(), IllegalAction> {
        let phase = match self.phase() {
            RegattaPhase::Race(phase) => phase,
            RegattaPhase::Deal(_) | RegattaPhase::Over => Phase::Over,
        };
        let playing = self.seats.contains(color) && !self.resigned.contains(&color);
        let over = self.phase() == RegattaPhase::Over;
        if !playing || over || self.resigned.len() + 1 == self.seats.len() {
            return Err(IllegalAction::NotNow(phase));
        }
        if let Some(race) = self.race.as_mut().filter(|race| race.phase() != Phase::Over) {
            race.resign(color)?;
        }
        self.resigned.push(color);
        self.score();
        Ok(())
    }

    /// Takes a boat out of the current race (rule 5.6): it leaves the lake, and takes part in the next race again. Unlike a
    /// player who resigns, it can do so between its roll and its move.
    pub fn retire(&mut self, color: Color) -> Result<(), IllegalAction> {
        let race = self.race.as_mut().ok_or(IllegalAction::NotNow(Phase::Over))?;
        let takes_part = |boat: &Boat| matches!(boat.status, Status::Unplaced | Status::Racing { .. });
        if !race.boat(color).is_some_and(takes_part) {
            return Err(IllegalAction::NotNow(race.phase()));
        }
        race.retire(color)?;
        self.score();
        Ok(())
    }

    /// The players who resigned, in this order.
    pub fn resigned(&self) -> &[Color] {
        &self.resigned
    }

    /// The final ranking, best first, once all races are over. Players who share a rank are in one list (rule 5.5).
    pub fn ranking(&self) -> Option<Vec<Vec<Color>>> {
        (self.phase() == RegattaPhase::Over).then(|| self.standing())
    }

    /// The ranking by the races that are over, best first. Players who resigned come last, the first of them at the end
    /// (rule 5.6).
    pub fn standing(&self) -> Vec<Vec<Color>> {
        let mut ranks = match self.results.last() {
            Some(last) => ranking(self.seats, &self.points, last),
            None => vec![self.seats.iter().collect()],
        };
        ranks.iter_mut().for_each(|rank| rank.retain(|color| !self.resigned.contains(color)));
        ranks.retain(|rank| !rank.is_empty());
        ranks.extend(self.resigned.iter().rev().map(|&color| vec![color]));
        ranks
    }
}
