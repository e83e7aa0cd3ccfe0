//! A cache of solved courses, limited in bytes. The least recently used course is dropped first.
//!
//! A large cache compresses solved courses that have not been used for a while, so that many more fit. They are restored when
//! they are needed again.

use crate::{Compact, DistanceTable, LoneBoat, Solution, Weights};
use powerboats_rules::{Course, CoursePlan, Crossings, Heading, Hex, Lake, Progress};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

/// The tables of a course. Each is calculated when it is first needed.
pub struct CourseKnowledge {
    course: Arc<Course>,
    distances: OnceLock<DistanceTable>,
    solution: OnceLock<Solution>,
    /// A compressed copy, if the course was solved before.
    compact: Option<Arc<Compact>>,
    cache: Weak<Shared>,
}

impl CourseKnowledge {
    /// The distances to the finish.
    pub fn distances(&self) -> &DistanceTable {
        if let Some(distances) = self.distances.get() {
            return distances;
        }
        let distances = self.distances.get_or_init(|| DistanceTable::new(&self.course));
        if let Some(cache) = self.cache.upgrade() {
            cache.grown(self);
        }
        distances
    }

    /// The solution for a boat that is alone.
    pub fn solution(&self) -> &Solution {
        if let Some(solution) = self.solution.get() {
            return solution;
        }
        let cache = self.cache.upgrade();
        let solution = self.solution.get_or_init(|| self.solve(cache.as_deref()));
        if let Some(cache) = cache {
            cache.grown(self);
        }
        solution
    }

    /// The expected turns of a boat that is alone and begins its turn there. `None` if no way over water leads through all its
    /// marks: such a boat can only sink, so the solution's value would be the cost of that.
    pub fn value(&self, boat: &LoneBoat) -> Option<f32> {
        self.can_finish(boat.at, boat.progress).then(|| self.solution().value(boat))
    }

    /// Whether any way over water leads from there to the finish, through all marks that are left.
    pub(crate) fn can_finish(&self, at: Hex, progress: Progress) -> bool {
        // A boat that faces a corner has no way ahead, but it can turn on its hex: so any heading will do.
        Heading::ALL.into_iter().any(|heading| self.distances().steps(at, heading, progress).is_some())
    }

    fn solve(&self, cache: Option<&Shared>) -> Solution {
        if let Some(compact) = &self.compact {
            if let Some(cache) = cache {
                cache.restored.fetch_add(1, Ordering::Relaxed);
            }
            return compact.restore(self.course.clone());
        }
        if let Some(cache) = cache {
            cache.solved.fetch_add(1, Ordering::Relaxed);
        }
        let mut solution = Solution::new(self.course.clone(), Weights::default());
        if cache.is_some_and(|cache| cache.compacts) {
            solution.round();
        }
        solution
    }

    /// The size in bytes, without the compressed copy.
    fn bytes(&self) -> usize {
        let tables = Hex::TABLE * 8 * (2 + size_of::<Crossings>());
        let solution = self.solution.get().map_or(0, Solution::bytes);
        size_of::<CourseKnowledge>() + tables + self.distances.get().map_or(0, DistanceTable::bytes) + solution
    }
}

/// Identifies a course.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key(Lake, CoursePlan);

impl Key {
    fn of(course: &Course) -> Key {
        Key(course.lake().clone(), *course.plan())
    }
}

/// A course in the cache: ready for use, compressed, or both.
struct CachedCourse {
    ready: Option<Arc<CourseKnowledge>>,
    compact: Option<Arc<Compact>>,
    /// The time of the last use, by the cache's clock.
    used: u64,
    bytes: usize,
}

impl CachedCourse {
    /// Is the course in use? Then dropping it would free no memory, and it might be solved twice.
    fn in_use(&self) -> bool {
        self.ready.as_ref().is_some_and(|ready| Arc::strong_count(ready) > 1)
    }

    fn measure(&self) -> usize {
        let ready = self.ready.as_ref().map_or(0, |ready| ready.bytes());
        ready + self.compact.as_ref().map_or(0, |compact| compact.bytes()) + size_of::<(Key, CachedCourse)>()
    }
}

#[derive(Default)]
struct Entries {
    by_course: HashMap<Key, CachedCourse>,
    bytes: usize,
    clock: u64,
    /// The course used last, which is usually the next one too.
    latest: Weak<CourseKnowledge>,
}

impl Entries {
    /// Updates the size of an entry.
    fn measure(&mut self, key: &Key) {
        if let Some(entry) = self.by_course.get_mut(key) {
            let bytes = entry.measure();
            self.bytes = self.bytes - entry.bytes + bytes;
            entry.bytes = bytes;
        }
    }

    /// The least recently used entry that is not in use.
    fn oldest(&self, fits: impl Fn(&CachedCourse) -> bool) -> Option<Key> {
        let free = self.by_course.iter().filter(|(_, entry)| fits(entry) && !entry.in_use());
        free.min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone())
    }

    fn remove(&mut self, key: &Key) {
        if let Some(entry) = self.by_course.remove(key) {
            self.bytes -= entry.bytes;
        }
    }
}

struct Shared {
    most_bytes: usize,
    /// Compress courses instead of dropping them?
    compacts: bool,
    entries: Mutex<Entries>,
    solved: AtomicU64,
    restored: AtomicU64,
    hits: AtomicU64,
}

/// A cache of courses that pilots share.
pub struct CourseCache(Arc<Shared>);

/// Statistics of a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CacheStats {
    /// Courses in the cache.
    pub courses: usize,
    /// The size of all courses.
    pub bytes: usize,
    /// Requests for a course that was in the cache.
    pub hits: u64,
    /// Courses solved.
    pub solved: u64,
    /// Solutions restored from a compressed copy.
    pub restored: u64,
}

/// The size of a small cache: enough for the courses of a match and a few more.
const SMALL: usize = 48 << 20;

impl Default for CourseCache {
    fn default() -> CourseCache {
        CourseCache::open(SMALL, false)
    }
}

impl CourseCache {
    /// An empty cache for one table.
    pub fn new() -> Arc<CourseCache> {
        Arc::default()
    }

    /// An empty cache for many tables, limited to this many bytes. Courses in use may exceed the limit.
    ///
    /// All its solutions are rounded to 1/256 turn, compressed or not. So a decision does not depend on the state of the cache:
    /// the same race and the same random numbers give the same decision.
    pub fn within(most_bytes: usize) -> Arc<CourseCache> {
        Arc::new(CourseCache::open(most_bytes, true))
    }

    fn open(most_bytes: usize, compacts: bool) -> CourseCache {
        let (entries, solved, restored, hits) = Default::default();
        CourseCache(Arc::new(Shared { most_bytes, compacts, entries, solved, restored, hits }))
    }

    /// The tables of a course.
    pub fn of(&self, course: &Arc<Course>) -> Arc<CourseKnowledge> {
        let mut entries = self.0.entries();
        let latest = entries.latest.upgrade().filter(|latest| Arc::ptr_eq(&latest.course, course));
        if let Some(latest) = latest {
            self.0.hits.fetch_add(1, Ordering::Relaxed);
            return latest;
        }
        entries.clock += 1;
        let (key, used) = (Key::of(course), entries.clock);
        let new = |compact: &Option<Arc<Compact>>| {
            Arc::new(CourseKnowledge {
                course: course.clone(),
                distances: OnceLock::new(),
                solution: OnceLock::new(),
                compact: compact.clone(),
                cache: Arc::downgrade(&self.0),
            })
        };
        let ready = match entries.by_course.get_mut(&key) {
            Some(entry) => {
                self.0.hits.fetch_add(1, Ordering::Relaxed);
                entry.used = used;
                entry.ready.get_or_insert_with(|| new(&entry.compact)).clone()
            }
            None => {
                let ready = new(&None);
                let entry = CachedCourse { ready: Some(ready.clone()), compact: None, used, bytes: 0 };
                entries.by_course.insert(key.clone(), entry);
                ready
            }
        };
        entries.measure(&key);
        entries.latest = Arc::downgrade(&ready);
        drop(entries);
        self.0.make_room();
        ready
    }

    #[allow(missing_docs)]
    pub fn stats(&self) -> CacheStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (solved, restored, hits) = (read(&self.0.solved), read(&self.0.restored), read(&self.0.hits));
        let entries = self.0.entries();
        CacheStats { courses: entries.by_course.len(), bytes: entries.bytes, hits, solved, restored }
    }
}

impl Shared {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Updates the size of a course that has a new table.
    fn grown(&self, known: &CourseKnowledge) {
        let mut entries = self.entries();
        let key = Key::of(&known.course);
        let ready = entries.by_course.get(&key).and_then(|entry| entry.ready.as_ref());
        if ready.is_some_and(|ready| std::ptr::eq(Arc::as_ptr(ready), known)) {
            entries.measure(&key);
        }
        drop(entries);
        self.make_room();
    }

    /// Compresses the least recently used courses, then drops the least recently used ones, until the rest fits.
    fn make_room(&self) {
        let mut entries = self.entries();
        while entries.bytes > self.most_bytes {
            let is_solved =
                |entry: &CachedCourse| entry.ready.as_ref().is_some_and(|ready| ready.solution.get().is_some());
            let solved = if self.compacts { entries.oldest(is_solved) } else { None };
            let Some(key) = solved else {
                let Some(key) = entries.oldest(|_| true) else { break };
                entries.remove(&key);
                continue;
            };
            let Some(entry) = entries.by_course.get_mut(&key) else { break };
            if entry.compact.is_some() {
                entry.ready = None;
                entries.measure(&key);
                continue;
            }
            // Compressing takes a while, so the lock is released. Other threads see that this course is in use.
            let Some(ready) = entry.ready.clone() else { break };
            drop(entries);
            let compact = ready.solution.get().map(|solution| Arc::new(solution.compact()));
            drop(ready);
            entries = self.entries();
            if let Some(entry) = entries.by_course.get_mut(&key) {
                entry.compact = compact;
                entries.measure(&key);
            }
        }
    }
}
