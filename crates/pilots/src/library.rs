//! The cache of what pilots know of courses: limited by bytes, the least recently used goes first.
//!
//! A large library keeps solved courses compact when they are not used for a while, so that it serves many more of them;
//! they are restored when somebody asks again.

use crate::{Compact, Compass, Solution, Weights};
use powerboats_rules::{Course, CoursePlan, Crossings, Hex, Lake};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

/// What is known of a course, worked out when first asked for.
pub struct Knowledge {
    course: Arc<Course>,
    compass: OnceLock<Compass>,
    solution: OnceLock<Solution>,
    /// The solution may have been there before.
    compact: Option<Arc<Compact>>,
    library: Weak<Shared>,
}

impl Knowledge {
    /// The way home.
    pub fn compass(&self) -> &Compass {
        if let Some(compass) = self.compass.get() {
            return compass;
        }
        let compass = self.compass.get_or_init(|| Compass::new(&self.course));
        if let Some(library) = self.library.upgrade() {
            library.grown(self);
        }
        compass
    }

    /// The lone race, solved.
    pub fn solution(&self) -> &Solution {
        if let Some(solution) = self.solution.get() {
            return solution;
        }
        let library = self.library.upgrade();
        let solution = self.solution.get_or_init(|| self.solve(library.as_deref()));
        if let Some(library) = library {
            library.grown(self);
        }
        solution
    }

    fn solve(&self, library: Option<&Shared>) -> Solution {
        if let Some(compact) = &self.compact {
            if let Some(library) = library {
                library.restored.fetch_add(1, Ordering::Relaxed);
            }
            return compact.restore(self.course.clone());
        }
        if let Some(library) = library {
            library.solved.fetch_add(1, Ordering::Relaxed);
        }
        let mut solution = Solution::new(self.course.clone(), Weights::default());
        if library.is_some_and(|library| library.compacts) {
            solution.round();
        }
        solution
    }

    /// Bytes it takes, the compact copy not counted.
    fn bytes(&self) -> usize {
        let tables = Hex::TABLE * 8 * (2 + size_of::<Crossings>());
        let solution = self.solution.get().map_or(0, Solution::bytes);
        size_of::<Knowledge>() + tables + self.compass.get().map_or(0, Compass::bytes) + solution
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

/// A course in the library: ready for use, compact, or both.
struct Entry {
    ready: Option<Arc<Knowledge>>,
    compact: Option<Arc<Compact>>,
    /// The library's clock when it was last asked for.
    used: u64,
    bytes: usize,
}

impl Entry {
    /// Does somebody work with it? Then dropping it would free nothing, and it might be solved twice.
    fn in_use(&self) -> bool {
        self.ready.as_ref().is_some_and(|ready| Arc::strong_count(ready) > 1)
    }

    fn measure(&self) -> usize {
        let ready = self.ready.as_ref().map_or(0, |ready| ready.bytes());
        ready + self.compact.as_ref().map_or(0, |compact| compact.bytes()) + size_of::<(Key, Entry)>()
    }
}

#[derive(Default)]
struct Entries {
    by_course: HashMap<Key, Entry>,
    bytes: usize,
    clock: u64,
    /// The one asked for last: mostly it is asked for again.
    latest: Weak<Knowledge>,
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
    fn oldest(&self, fits: impl Fn(&Entry) -> bool) -> Option<Key> {
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
pub struct Library(Arc<Shared>);

/// How a library is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LibraryStats {
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

/// What a small library keeps: the courses of a match, and a few to spare.
const SMALL: usize = 48 << 20;

impl Default for Library {
    fn default() -> Library {
        Library::open(SMALL, false)
    }
}

impl Library {
    /// An empty one for a table.
    pub fn new() -> Arc<Library> {
        Arc::default()
    }

    /// An empty one for many tables, of at most so many bytes besides what is in use at the moment.
    ///
    /// Its solutions are rounded to 1/256 turn, whether they were kept compact or not: the same race and the same draws
    /// give the same decision, however busy the library is.
    pub fn within(most_bytes: usize) -> Arc<Library> {
        Arc::new(Library::open(most_bytes, true))
    }

    fn open(most_bytes: usize, compacts: bool) -> Library {
        let (entries, solved, restored, hits) = Default::default();
        Library(Arc::new(Shared { most_bytes, compacts, entries, solved, restored, hits }))
    }

    /// What is known of a course.
    pub fn of(&self, course: &Arc<Course>) -> Arc<Knowledge> {
        let mut entries = self.0.entries();
        let latest = entries.latest.upgrade().filter(|latest| Arc::ptr_eq(&latest.course, course));
        if let Some(latest) = latest {
            self.0.hits.fetch_add(1, Ordering::Relaxed);
            return latest;
        }
        entries.clock += 1;
        let (key, used) = (Key::of(course), entries.clock);
        let new = |compact: &Option<Arc<Compact>>| {
            Arc::new(Knowledge {
                course: course.clone(),
                compass: OnceLock::new(),
                solution: OnceLock::new(),
                compact: compact.clone(),
                library: Arc::downgrade(&self.0),
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
                let entry = Entry { ready: Some(ready.clone()), compact: None, used, bytes: 0 };
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
    pub fn stats(&self) -> LibraryStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (solved, restored, hits) = (read(&self.0.solved), read(&self.0.restored), read(&self.0.hits));
        let entries = self.0.entries();
        LibraryStats { courses: entries.by_course.len(), bytes: entries.bytes, hits, solved, restored }
    }
}

impl Shared {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Something more is known of a course.
    fn grown(&self, known: &Knowledge) {
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
            let is_solved = |entry: &Entry| entry.ready.as_ref().is_some_and(|ready| ready.solution.get().is_some());
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
