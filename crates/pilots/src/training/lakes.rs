//! Lakes prepared for training. Preparing one takes longer than racing on it, so a race begins on a lake of a pool.

use crate::{
    CourseCache, QuickRandom,
    training::{numbers::PLACES, sight::Sight},
};
use powerboats_rules::{
    Color, Course, Draw, Hex, Letter, PerColor, Race, Scoring, Seats, Sides, draw_course, draw_layout,
};
use std::sync::Arc;

/// A course with everything that a race on it needs.
pub struct PreparedLake {
    pub(super) course: Arc<Course>,
    pub(super) sight: Sight,
    /// The start places, in the order of the course.
    pub(super) places: Vec<Hex>,
    /// A new race for each seat that can start.
    pub(super) races: Vec<Race>,
}

impl PreparedLake {
    /// Prepares a course for this many boats. `None` if it has too few start places, or if it cannot be finished from each of
    /// them.
    pub fn new(course: Arc<Course>, boats: usize) -> Option<PreparedLake> {
        if course.is_playable(boats) { PreparedLake::playable(course, boats) } else { None }
    }

    /// Prepares a course that can be finished from every start place.
    fn playable(course: Arc<Course>, boats: usize) -> Option<PreparedLake> {
        let places = course.places(boats).filter(|places| places.len() <= PLACES)?;
        let colors = &Color::ALL[..boats];
        let scoring = Scoring::usual(boats);
        let seats = Seats::of_regatta(colors.iter().copied(), scoring, 1).ok()?;
        let race = |&starter: &Color| Race::new(course.clone(), 1, scoring, seats, starter, PerColor::default()).ok();
        let races = colors.iter().map(race).collect::<Option<Vec<Race>>>()?;
        Some(PreparedLake { sight: Sight::new(&course), course, places, races })
    }

    /// Draws a lake and the course of one of its three races.
    pub fn draw(sides: Sides, boats: usize, draw: &mut QuickRandom) -> PreparedLake {
        loop {
            let layout = draw_layout(sides, draw);
            let letter = Letter::ALL[draw.below(3) as usize];
            let course = draw_course(&layout, letter, boats, draw);
            if let Some(lake) = course.and_then(|course| PreparedLake::playable(Arc::new(course), boats)) {
                return lake;
            }
        }
    }

    #[allow(missing_docs)]
    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// A new race. `starter` is the index of the seat that starts.
    pub(super) fn race(&self, starter: usize) -> Race {
        self.races[starter].clone()
    }
}

/// A pool of prepared lakes.
pub(super) struct Lakes {
    lakes: Vec<Arc<PreparedLake>>,
    sides: Sides,
    boats: usize,
    draw: QuickRandom,
    /// The lake that is replaced next.
    oldest: usize,
}

impl Lakes {
    pub fn new(count: usize, sides: Sides, boats: usize, mut draw: QuickRandom) -> Lakes {
        let lakes = (0..count).map(|_| Arc::new(PreparedLake::draw(sides, boats, &mut draw))).collect();
        Lakes { lakes, sides, boats, draw, oldest: 0 }
    }

    /// A pool of one lake.
    pub fn only(lake: PreparedLake, sides: Sides, boats: usize) -> Lakes {
        Lakes { lakes: vec![Arc::new(lake)], sides, boats, draw: QuickRandom::new(0), oldest: 0 }
    }

    pub fn len(&self) -> usize {
        self.lakes.len()
    }

    /// Any of the lakes.
    #[inline]
    pub fn pick(&self, draw: &mut QuickRandom) -> Arc<PreparedLake> {
        self.lakes[draw.below(self.lakes.len() as u32) as usize].clone()
    }

    /// Replaces the oldest lakes by new ones.
    pub fn renew(&mut self, count: usize) {
        for _ in 0..count {
            self.lakes[self.oldest] = Arc::new(PreparedLake::draw(self.sides, self.boats, &mut self.draw));
            self.oldest = (self.oldest + 1) % self.lakes.len();
        }
    }

    /// Solves the courses of all lakes, so that no pilot has to solve one in the middle of a race.
    pub fn solve(&self, courses: &CourseCache) {
        for lake in &self.lakes {
            courses.of(&lake.course).solution();
        }
    }
}
