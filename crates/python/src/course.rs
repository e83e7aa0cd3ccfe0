//! `Lake`, `Course` and `Solution`.

use crate::{
    action::read_berth,
    error::{bad, bad_argument},
};
use powerboats_pilots::{CourseCache, CourseKnowledge, LoneBoat, Par};
use powerboats_referee::SeededLake;
use powerboats_rules::{self as rules, Berth, Hand, LakeText, Leg, Progress};
use pyo3::prelude::*;
use std::{
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock, OnceLock},
};

/// The solved courses, shared by everything in this process.
pub fn courses() -> &'static Arc<CourseCache> {
    static COURSES: LazyLock<Arc<CourseCache>> = LazyLock::new(CourseCache::new);
    &COURSES
}

/// A lake: which hexes are water.
///
/// It is written as six tiles, ``1d,4dr,2l/6d,3lr,5d``, or as rows of water and land, ``3.2#/5.``.
///
/// >>> import powerboats as pb
/// >>> lake = pb.Lake.random(seed=12, side="dark")
/// >>> str(lake)
/// '1d,3dr,5dr/4d,6dr,2dr'
/// >>> lake.course("A").buoys
/// 'f18SE,t19,n6,e5'
/// >>> pb.Lake("3.2#/5.").rows
/// ['...##', '.....']
#[pyclass(frozen, eq, module = "powerboats")]
#[derive(PartialEq)]
pub struct Lake(SeededLake);

#[pymethods]
impl Lake {
    #[new]
    fn new(text: &str) -> PyResult<Lake> {
        text.parse().map(Lake).map_err(bad_argument("lake"))
    }

    /// The lake of a seed, on which six boats can run all three races. ``side`` is ``dark``, ``light`` (harder) or
    /// ``mixed``. ``powerboats lake --seed`` draws the same.
    #[staticmethod]
    #[pyo3(signature = (seed, side = "dark"))]
    fn random(seed: u64, side: &str) -> PyResult<Lake> {
        Ok(Lake(SeededLake::random(seed, side.parse().map_err(bad)?)))
    }

    /// A course for race ``A``, ``B`` or ``C`` on this lake, which must be laid from tiles. Without a ``seed`` a lake from
    /// ``Lake.random`` has the courses that ``powerboats lake`` draws. A seed draws among all possible courses.
    #[pyo3(signature = (race = "A", seed = None))]
    fn course(&self, race: &str, seed: Option<u64>) -> PyResult<Course> {
        let course = self.0.course(race, seed).map_err(bad)?;
        Ok(Course::of(self.0.text().clone(), course))
    }

    /// The map as rows of ``.`` (water) and ``#`` (land).
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.0.text().lake().rows()
    }

    fn __str__(&self) -> String {
        self.0.text().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Lake({:?})", self.0.text().to_string())
    }
}

/// A course: a lake with its buoys.
///
/// ``buoys`` is buoy 0 with the direction of the line, then buoys 1, 2 and 3.
///
/// >>> import powerboats as pb
/// >>> course = pb.Course(lake="6./6./6./6./6.", buoys="a5E,d4,b2,d3")
/// >>> course.finishable
/// True
/// >>> pb.Course("6./6.", "a1E,d9,b2,d3")
/// Traceback (most recent call last):
/// ...
/// ValueError: buoy 1 at d9 is off the map; buoy 3 at d3 is off the map
#[pyclass(frozen, eq, hash, module = "powerboats")]
#[derive(Clone)]
pub struct Course {
    pub lake: LakeText,
    pub course: Arc<rules::Course>,
}

impl PartialEq for Course {
    fn eq(&self, other: &Course) -> bool {
        self.course == other.course
    }
}

/// Equal courses have equal buoys.
impl Hash for Course {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.buoys().hash(state);
    }
}

impl Eq for Course {}

impl Course {
    pub fn of(lake: LakeText, course: rules::Course) -> Course {
        Course { lake, course: Arc::new(course) }
    }
}

#[pymethods]
impl Course {
    #[new]
    fn new(lake: &Bound<PyAny>, buoys: &str) -> PyResult<Course> {
        let lake = match lake.cast::<Lake>() {
            Ok(lake) => lake.get().0.text().clone(),
            Err(_) => lake.extract::<&str>()?.parse().map_err(bad_argument("lake"))?,
        };
        let plan = buoys.parse().map_err(bad_argument("buoys"))?;
        let course = rules::Course::new(lake.lake(), plan).map_err(bad)?;
        Ok(Course::of(lake, course))
    }

    /// The buoys in notation, such as ``f18SE,t19,n6,e5``.
    #[getter]
    fn buoys(&self) -> String {
        self.course.plan().to_string()
    }

    #[getter]
    fn lake(&self) -> Lake {
        Lake(self.lake.clone().into())
    }

    /// The start and finish line: four hexes from buoy 0 outward.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.course.line().iter().map(|hex| hex.to_string()).collect()
    }

    /// The start places for this many boats, from buoy 0 outward.
    #[pyo3(signature = (boats = 2))]
    fn places(&self, boats: usize) -> PyResult<Vec<String>> {
        if !(1..=6).contains(&boats) {
            return Err(bad(format!("expected 1 to 6 boats, found {boats}")));
        }
        let places = self.course.places(boats);
        let places = places.ok_or_else(|| bad(format!("the course has too few start places for {boats} boats")))?;
        Ok(places.iter().map(|place| place.to_string()).collect())
    }

    /// Can a boat finish from every start place?
    #[getter]
    fn finishable(&self) -> bool {
        self.course.is_playable(1)
    }

    /// Solves the course exactly for a boat that is alone. This takes about 40 ms, and other threads run meanwhile. Solved
    /// courses are kept in a cache.
    fn solve(&self, py: Python) -> Solution {
        let known = py.detach(|| {
            let known = courses().of(&self.course);
            known.solution();
            known
        });
        Solution { known, par: OnceLock::new() }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String, String)) {
        (py.get_type::<Course>().into_any(), (self.lake.to_string(), self.buoys()))
    }

    fn __repr__(&self) -> String {
        format!("Course({:?}, {:?})", self.lake.to_string(), self.buoys())
    }
}

/// The exact solution of a course for a boat that is alone: how many turns it needs on average with best play.
///
/// A sinking counts as 100 turns.
///
/// >>> import powerboats as pb
/// >>> sol = pb.Course(lake="6./6./6./6./6.", buoys="a5E,d4,b2,d3").solve()
/// >>> round(sol.value("e5E", hand="21", leg="1", damage=0), 2) > sol.value("e5E", hand="21", leg="finish")
/// True
#[pyclass(frozen, module = "powerboats")]
pub struct Solution {
    known: Arc<CourseKnowledge>,
    /// The best start, once it is asked for; `None` if the course cannot be finished.
    par: OnceLock<Option<Par>>,
}

#[pymethods]
impl Solution {
    /// The expected turns from the best start place; None if the course cannot be finished from every start place.
    #[getter]
    fn par(&self) -> Option<f32> {
        self.best().map(|par| par.turns)
    }

    /// The best start place and heading, such as ``h21E``; None if the course cannot be finished.
    #[getter]
    fn start(&self) -> Option<String> {
        self.best().map(|par| Berth(par.start.at, par.start.heading).to_string())
    }

    /// The expected turns of a boat that begins its turn there, with these dice, this next mark (``start``, ``1``, ``2``, ``3``
    /// or ``finish``) and this damage. ``owes`` is for a boat that crossed its gate the wrong way. None if no way leads to the
    /// finish from there.
    #[pyo3(signature = (at, hand = "", leg = "start", damage = 0, owes = false))]
    fn value(&self, at: &str, hand: &str, leg: &str, damage: u8, owes: bool) -> PyResult<Option<f32>> {
        let Berth(at, heading) = read_berth(at)?;
        let (hand, leg): (Hand, Leg) = (hand.parse().map_err(bad)?, leg.parse().map_err(bad)?);
        let boat = LoneBoat { at, heading, hand, damage, progress: Progress { leg, owes } };
        boat.check(self.known.solution().course()).map_err(bad)?;
        Ok(self.known.value(&boat))
    }

    fn __repr__(&self) -> String {
        match self.par() {
            Some(par) => format!("<Solution, par {par:.1}>"),
            None => "<Solution of a course that cannot be finished>".to_owned(),
        }
    }
}

impl Solution {
    fn best(&self) -> Option<&Par> {
        let solution = self.known.solution();
        let par = self.par.get_or_init(|| solution.course().is_playable(1).then(|| Par::of(solution)));
        par.as_ref()
    }
}
