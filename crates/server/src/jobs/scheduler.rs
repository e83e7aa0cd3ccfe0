//! The scheduler of long work: every decision of a pilot, and analyses. Fair by who pays for it, cheap work never behind dear.
//!
//! Work runs on threads of its own, so neither the async runtime nor the end of the server waits for it. Cheap work (all
//! pilots but the Admiral) always has a thread that dear work never takes. In each lane the payers take turns, and none
//! of them has more than half of its threads.

use crate::ids::PlayerId;
use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{Decision, Table};
use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    task::{Context, Poll},
    time::Instant,
};
use tokio::sync::oneshot;

/// Whose share the work is taken from: the host of a room, or whoever asked. `None`: all who are not signed in, together.
pub type Payer = Option<PlayerId>;

/// What kind of work it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Microseconds, or some milliseconds at most if a course is to be solved.
    Cheap,
    /// A good part of a second, or more.
    Dear,
}

impl Lane {
    fn of(kind: &PilotKind) -> Lane {
        match kind {
            PilotKind::Rookie | PilotKind::Skipper | PilotKind::Captain => Lane::Cheap,
            PilotKind::Admiral(_) => Lane::Dear,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Lane::Cheap => "cheap",
            Lane::Dear => "dear",
        }
    }
}

/// Work that waits.
struct Job {
    number: u64,
    since: Instant,
    work: Box<dyn FnOnce() + Send>,
}

/// What waits in a lane, and what runs.
struct Waiting {
    lane: Lane,
    /// How much of one payer's work may run at once.
    cap: usize,
    /// Payers with work that waits; whoever is first is next.
    turns: VecDeque<Payer>,
    jobs: HashMap<Payer, VecDeque<Job>>,
    running: HashMap<Payer, usize>,
    count: usize,
}

impl Waiting {
    fn new(lane: Lane, threads: usize) -> Waiting {
        let (turns, jobs, running, count) = Default::default();
        Waiting { lane, cap: (threads / 2).max(1), turns, jobs, running, count }
    }

    fn add(&mut self, payer: &Payer, job: Job) {
        let jobs = self.jobs.entry(payer.clone()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(payer.clone());
        }
        jobs.push_back(job);
        self.counted(self.count + 1);
    }

    /// The next work of the first payer who has not too much running already.
    fn next(&mut self) -> Option<(Payer, Job)> {
        let may = |payer: &Payer| self.running.get(payer).is_none_or(|&running| running < self.cap);
        let payer = self.turns.remove(self.turns.iter().position(may)?)?;
        let jobs = self.jobs.get_mut(&payer)?;
        let job = jobs.pop_front()?;
        if jobs.is_empty() {
            self.jobs.remove(&payer);
        } else {
            self.turns.push_back(payer.clone());
        }
        *self.running.entry(payer.clone()).or_default() += 1;
        self.counted(self.count - 1);
        Some((payer, job))
    }

    fn done(&mut self, payer: &Payer) {
        if let Some(running) = self.running.get_mut(payer) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(payer);
            }
        }
    }

    fn remove(&mut self, payer: &Payer, number: u64) {
        let Some(jobs) = self.jobs.get_mut(payer) else { return };
        let before = jobs.len();
        jobs.retain(|job| job.number != number);
        let removed = before - jobs.len();
        if jobs.is_empty() {
            self.jobs.remove(payer);
            self.turns.retain(|other| other != payer);
        }
        self.counted(self.count - removed);
    }

    fn counted(&mut self, count: usize) {
        self.count = count;
        metrics::gauge!("powerboats_thoughts_waiting", "lane" => self.lane.name()).set(count as f64);
    }
}

struct Queue {
    cheap: Waiting,
    dear: Waiting,
    numbers: u64,
    stopped: bool,
}

impl Queue {
    fn lane(&mut self, lane: Lane) -> &mut Waiting {
        match lane {
            Lane::Cheap => &mut self.cheap,
            Lane::Dear => &mut self.dear,
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Works until it is stopped. A thread for dear work does cheap work while there is no other.
    fn work(&self, for_lane: Lane, courses: &CourseCache) {
        let mut queue = self.queue();
        while !queue.stopped {
            let dear = (for_lane == Lane::Dear).then(|| queue.dear.next()).flatten();
            let next = dear.map(|job| (Lane::Dear, job)).or_else(|| Some((Lane::Cheap, queue.cheap.next()?)));
            let Some((lane, (payer, job))) = next else {
                queue = self.changed.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
                continue;
            };
            drop(queue);
            let waited = job.since.elapsed();
            metrics::histogram!("powerboats_thought_wait_seconds", "lane" => lane.name()).record(waited.as_secs_f64());
            if catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!(lane = lane.name(), "a pilot or an analysis failed");
            }
            report(courses);
            queue = self.queue();
            queue.lane(lane).done(&payer);
            // Whoever waited for this payer's share may go on.
            self.changed.notify_all();
        }
    }
}

fn report(courses: &CourseCache) {
    let stats = courses.stats();
    metrics::counter!("powerboats_courses_solved").absolute(stats.solved);
    metrics::counter!("powerboats_courses_restored").absolute(stats.restored);
    metrics::counter!("powerboats_course_hits").absolute(stats.hits);
    metrics::gauge!("powerboats_courses_kept").set(stats.courses as f64);
    metrics::gauge!("powerboats_courses_bytes").set(stats.bytes as f64);
}

/// Where long work is done. Work that waits is dropped with it; work that runs is not waited for.
pub struct Scheduler {
    shared: Arc<Shared>,
    courses: Arc<CourseCache>,
}

impl Scheduler {
    /// As many threads as the machine has cores, at least one for each lane. Pilots share this courses.
    pub fn new(courses: Arc<CourseCache>) -> Scheduler {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let dear = (cores - 1).max(1);
        Scheduler::with(courses, dear, cores.saturating_sub(dear).max(1))
    }

    fn with(courses: Arc<CourseCache>, dear: usize, cheap: usize) -> Scheduler {
        let queue = Queue {
            cheap: Waiting::new(Lane::Cheap, cheap + dear),
            dear: Waiting::new(Lane::Dear, dear),
            numbers: 0,
            stopped: false,
        };
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new() });
        let lanes = std::iter::repeat_n(Lane::Cheap, cheap).chain(std::iter::repeat_n(Lane::Dear, dear));
        for lane in lanes {
            let (shared, courses) = (shared.clone(), courses.clone());
            let thread = std::thread::Builder::new().name(format!("{} thinker", lane.name()));
            if let Err(error) = thread.spawn(move || shared.work(lane, &courses)) {
                tracing::error!(%error, "a thread for pilots can't be started");
            }
        }
        Scheduler { shared, courses }
    }

    /// What a pilot would do now; `None` if nobody has to decide, or it failed. Drop the future, and it is not asked.
    pub async fn think(&self, payer: &PlayerId, table: Table, kind: PilotKind) -> Option<Decision> {
        let courses = self.courses.clone();
        let lane = Lane::of(&kind);
        self.run(Some(payer.clone()), lane, move || table.ask(&kind, &courses)).await.flatten()
    }

    /// Does some work; `None` if it failed, or will not be done any more. Drop the future, and it is not begun.
    pub fn run<T: Send + 'static>(
        &self,
        payer: Payer,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Thought<T> {
        let (reply, answer) = oneshot::channel();
        let work = Box::new(move || drop(reply.send(work())));
        let mut queue = self.shared.queue();
        let number = queue.numbers;
        queue.numbers += 1;
        if !queue.stopped {
            queue.lane(lane).add(&payer, Job { number, since: Instant::now(), work });
        }
        drop(queue);
        // Not just one: a thread that is woken may not be one for this lane.
        self.shared.changed.notify_all();
        Thought { answer, _ticket: Ticket { shared: self.shared.clone(), lane, payer, number } }
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.stopped = true;
        for lane in [Lane::Cheap, Lane::Dear] {
            let waiting = queue.lane(lane);
            waiting.turns.clear();
            waiting.jobs.clear();
            waiting.counted(0);
        }
        self.shared.changed.notify_all();
    }
}

/// Work that was asked for.
pub struct Thought<T> {
    answer: oneshot::Receiver<T>,
    _ticket: Ticket,
}

/// Takes the work out of the queue when nobody wants it any more.
struct Ticket {
    shared: Arc<Shared>,
    lane: Lane,
    payer: Payer,
    number: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.queue().lane(self.lane).remove(&self.payer, self.number);
    }
}

impl<T> Future for Thought<T> {
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        Pin::new(&mut self.answer).poll(context).map(Result::ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Barrier, mpsc};

    fn scheduler(dear: usize, cheap: usize) -> Scheduler {
        Scheduler::with(CourseCache::new(), dear, cheap)
    }

    fn payer() -> Payer {
        Some(PlayerId::random())
    }

    /// Keeps a thread busy until the sender is dropped; comes back when it is.
    async fn plug(scheduler: &Scheduler, lane: Lane) -> (mpsc::Sender<()>, Thought<()>) {
        let (free, plugged) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let plug = scheduler.run(payer(), lane, move || {
            let _ = begun.send(());
            let _ = plugged.recv();
        });
        begins.await.expect("it begins");
        (free, plug)
    }

    /// The order in which one thread does what these payers ask for, all asked before it begins.
    async fn order(asked: &[(usize, usize)]) -> Vec<usize> {
        let scheduler = scheduler(1, 1);
        let (free, _plug) = plug(&scheduler, Lane::Dear).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let payers: Vec<Payer> = asked.iter().map(|_| payer()).collect();
        let mut thoughts = Vec::new();
        for &(who, often) in asked {
            for _ in 0..often {
                let order = order.clone();
                let work = move || order.lock().expect("no panic").push(who);
                thoughts.push(scheduler.run(payers[who].clone(), Lane::Dear, work));
            }
        }
        drop(free);
        for thought in thoughts {
            thought.await.expect("it is done");
        }
        let order = order.lock().expect("no panic");
        order.clone()
    }

    #[tokio::test]
    async fn payers_take_turns_however_much_one_of_them_wants() {
        let order = order(&[(0, 75), (1, 3), (2, 2)]).await;
        assert_eq!(order[..9], [0, 1, 2, 0, 1, 2, 0, 1, 0]);
        assert_eq!(order.len(), 80);
    }

    /// The law: while k payers have work waiting, any k pieces in a row are of k different payers.
    #[tokio::test]
    async fn with_k_payers_each_gets_its_share() {
        for k in 1..6 {
            let asked: Vec<(usize, usize)> = (0..k).map(|who| (who, 10 + 7 * who)).collect();
            let order = order(&asked).await;
            for window in order[..10 * k].windows(k) {
                let mut seen = window.to_vec();
                seen.sort_unstable();
                assert_eq!(seen, (0..k).collect::<Vec<_>>(), "{order:?}");
            }
        }
    }

    #[tokio::test]
    async fn cheap_work_never_waits_for_dear_work() {
        let scheduler = scheduler(1, 1);
        let (free, _plug) = plug(&scheduler, Lane::Dear).await;
        let greedy = payer();
        let dear: Vec<_> = (0..75).map(|_| scheduler.run(greedy.clone(), Lane::Dear, || ())).collect();
        for _ in 0..100 {
            assert_eq!(scheduler.run(payer(), Lane::Cheap, || 7).await, Some(7));
        }
        // Not even that of whoever has all the dear work.
        assert_eq!(scheduler.run(greedy, Lane::Cheap, || 7).await, Some(7));
        drop(free);
        for dear in dear {
            assert_eq!(dear.await, Some(()));
        }
    }

    #[tokio::test]
    async fn threads_for_dear_work_help_while_there_is_none() {
        let scheduler = scheduler(1, 1);
        let both = Arc::new(Barrier::new(2));
        let meet = |both: Arc<Barrier>| move || both.wait().is_leader();
        let one = scheduler.run(payer(), Lane::Cheap, meet(both.clone()));
        let other = scheduler.run(payer(), Lane::Cheap, meet(both));
        assert!(one.await.is_some() && other.await.is_some());
    }

    #[tokio::test]
    async fn one_payer_has_at_most_half_of_the_threads() {
        let scheduler = scheduler(4, 1);
        let greedy = payer();
        let (sender, begun) = mpsc::channel();
        let (free, hold) = mpsc::channel::<()>();
        let hold = Arc::new(Mutex::new(hold));
        let work = || {
            let (sender, hold) = (sender.clone(), hold.clone());
            move || {
                let _ = sender.send(());
                // Only one of them holds the lock: the others wait for it just as well.
                let _ = hold.lock().expect("no panic").recv();
            }
        };
        let held: Vec<_> = (0..9).map(|_| scheduler.run(greedy.clone(), Lane::Dear, work())).collect();
        // Others still get through; when they have, no more than two of those have begun.
        for _ in 0..20 {
            assert_eq!(scheduler.run(payer(), Lane::Dear, || 7).await, Some(7));
        }
        assert!(begun.try_iter().count() <= 2);
        drop(free);
        for held in held {
            assert_eq!(held.await, Some(()));
        }
    }

    #[tokio::test]
    async fn what_nobody_wants_any_more_is_not_begun() {
        let scheduler = scheduler(1, 1);
        let (free, plugged) = plug(&scheduler, Lane::Dear).await;
        let (sender, done) = mpsc::channel();
        let greedy = payer();
        let work = |what: u8| {
            let sender = sender.clone();
            move || {
                let _ = sender.send(what);
            }
        };
        let dropped = scheduler.run(greedy.clone(), Lane::Dear, work(1));
        let kept = scheduler.run(greedy.clone(), Lane::Dear, work(2));
        drop(dropped);
        drop(free);
        plugged.await.expect("it ends");
        kept.await.expect("it is done");
        assert_eq!(scheduler.shared.queue().dear.count, 0);
        // So is a task that is aborted, as a room's is when the room stops.
        let (free, _plug) = plug(&scheduler, Lane::Dear).await;
        let thought = scheduler.run(greedy, Lane::Dear, work(3));
        let task = tokio::spawn(thought);
        task.abort();
        assert!(task.await.is_err());
        drop(free);
        assert_eq!(scheduler.run(payer(), Lane::Dear, || 7).await, Some(7));
        assert_eq!(done.try_iter().collect::<Vec<_>>(), [2]);
    }

    #[tokio::test]
    async fn a_panic_ends_no_thread() {
        let scheduler = scheduler(1, 1);
        let greedy = payer();
        for lane in [Lane::Cheap, Lane::Dear] {
            for _ in 0..5 {
                assert_eq!(scheduler.run(greedy.clone(), lane, || panic!("as a pilot might")).await, None::<()>);
            }
            assert_eq!(scheduler.run(greedy.clone(), lane, || 7).await, Some(7));
        }
    }

    #[tokio::test]
    async fn at_the_end_nothing_is_waited_for() {
        let scheduler = scheduler(1, 1);
        let (_free, _plug) = plug(&scheduler, Lane::Dear).await;
        let waiting = scheduler.run(payer(), Lane::Dear, || 7);
        drop(scheduler); // though a thread is busy, and stays so
        assert_eq!(waiting.await, None);
    }
}
