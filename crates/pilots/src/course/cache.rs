//! The cache of what pilots know of courses: limited by bytes, the least recently used goes first.
//!
//! A large cache keeps solved courses compact when they are not used for a while, so that it serves many more of them;
//! they are restored when somebody asks again.

use crate::{Compact, DistanceTable, Solution, Weights};
use powerboats_rules::{Course, CoursePlan, Crossings, Hex, Lake};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

/// What is known of a course, worked out when first asked for.
pub struct CourseKnowledge {
    course: Arc<Course>,
    distances: OnceLock<DistanceTable>,
    solution: OnceLock<Solution>,
    /// The solution may have been there before.
    compact: Option<Arc<Compact>>,
    cache: Weak<Shared>,
}

impl CourseKnowledge {
    /// The way home.
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

    /// The lone race, solved.
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

    /// Bytes it takes, the compact copy not counted.
    fn bytes(&self) -> usize {
        let tables = Hex::TABLE * 8 * (2 + size_of::<Crossings>());
        let solution = self.solution.get().map_or(0, Solution::bytes);
        size_of::<CourseKnowledge>() + tables + self.distances.get().map_or(0, DistanceTable::bytes) + solution
    }
}

/// What makes a course: everything else is worked out from it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key(Lake, CoursePlan);

impl Key {
    fn of(course: &Course) -> Key {
        Key(course.lake().clone(), *course.plan())
    }
}

/// A course in the cache: ready for use, compact, or both.
struct CachedCourse {
    ready: Option<Arc<CourseKnowledge>>,
    compact: Option<Arc<Compact>>,
    /// The cache's clock when it was last asked for.
    used: u64,
    bytes: usize,
}

impl CachedCourse {
    /// Does somebody work with it? Then dropping it would free nothing, and it might be solved twice.
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
    /// The one asked for last: mostly it is asked for again.
    latest: Weak<CourseKnowledge>,
}

impl Entries {
    /// Counts anew what an entry takes.
    fn measure(&mut self, key: &Key) {
        if let Some(entry) = self.by_course.get_mut(key) {
            let bytes = entry.measure();
            self.bytes = self.bytes - entry.bytes + bytes;
            entry.bytes = bytes;
        }
    }

    /// The least recently used of those that nobody uses.
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
    /// Keep a compact copy of what is not used for a while?
    compacts: bool,
    entries: Mutex<Entries>,
    solved: AtomicU64,
    restored: AtomicU64,
    hits: AtomicU64,
}

/// Keeps what is known of courses, so that pilots share it.
pub struct CourseCache(Arc<Shared>);

/// How a cache is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheStats {
    /// Courses it knows something of.
    pub courses: usize,
    /// Bytes they take.
    pub bytes: usize,
    /// How often a course was asked for that it knew.
    pub hits: u64,
    /// How often a course was solved.
    pub solved: u64,
    /// How often a solution was restored from a compact copy.
    pub restored: u64,
}

/// What a small cache keeps: the courses of a match, and a few to spare.
const SMALL: usize = 48 << 20;

impl Default for CourseCache {
    fn default() -> CourseCache {
        CourseCache::open(SMALL, false)
    }
}

impl CourseCache {
    /// An empty one for a table.
    pub fn new() -> Arc<CourseCache> {
        Arc::default()
    }

    /// An empty one for many tables, of at most so many bytes besides what is in use at the moment.
    ///
    /// Its solutions are rounded to 1/256 turn, whether they were kept compact or not: the same race and the same draws
    /// give the same decision, however busy the cache is.
    pub fn within(most_bytes: usize) -> Arc<CourseCache> {
        Arc::new(CourseCache::open(most_bytes, true))
    }

    fn open(most_bytes: usize, compacts: bool) -> CourseCache {
        let (entries, solved, restored, hits) = Default::default();
        CourseCache(Arc::new(Shared { most_bytes, compacts, entries, solved, restored, hits }))
    }

    /// What is known of a course.
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

    /// How it is doing.
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

    /// Something more is known of a course.
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

    /// Compacts what was not used for longest, and then drops what was not used for longest, until the rest fits.
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
            // That takes a while: others go on meanwhile. Whoever else makes room sees that this one is in use.
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
