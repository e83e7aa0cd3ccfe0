//! The scheduler of long-running work: every pilot's decision, and analyses.
//!
//! Jobs run on threads of their own, so neither the async runtime nor a shutdown waits for them. Fast jobs (all pilots but
//! the Admiral) always have a thread that slow jobs never use. In each lane the payers take turns, and none of them gets
//! more than half of its threads. Slow jobs for guests also have a limit on their time.

mod allowance;
mod queue;
#[cfg(test)]
mod tests;

pub use queue::{Lane, Payer};

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{Decision, Table};
use queue::{Job, JobQueue};
use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Instant,
};
use tokio::sync::oneshot;

/// What the threads share.
struct Shared {
    queue: Mutex<JobQueue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loop of one thread: runs jobs until the scheduler stops.
    fn run_jobs(&self, thread_lane: Lane, courses: &CourseCache) {
        let mut queue = self.queue();
        while !queue.stopped {
            let Some((lane, payer, job)) = queue.next(thread_lane, Instant::now()) else {
                queue = match queue.pause(Instant::now()) {
                    Some(pause) => self.changed.wait_timeout(queue, pause).unwrap_or_else(PoisonError::into_inner).0,
                    None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                };
                continue;
            };
            drop(queue);
            let waited = job.since.elapsed();
            metrics::histogram!("powerboats_thought_wait_seconds", "lane" => lane.label()).record(waited.as_secs_f64());
            let began = Instant::now();
            if catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!(?lane, "a pilot or an analysis panicked");
            }
            report(courses);
            queue = self.queue();
            queue.lane(lane).done(&payer, began, Instant::now());
            // A job of this payer may have waited for the cap.
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

/// Runs jobs. When it is dropped, waiting jobs are dropped too; running jobs are not waited for.
pub struct Scheduler {
    shared: Arc<Shared>,
    courses: Arc<CourseCache>,
}

impl Scheduler {
    /// A scheduler with as many threads as the machine has cores, at least one for each lane. Pilots share the cache.
    /// `thinking` is how many seconds per minute slow jobs may take for the guests of one address; 0 for no limit.
    pub fn new(courses: Arc<CourseCache>, thinking: u32) -> Scheduler {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let slow = (cores - 1).max(1);
        Scheduler::with_threads(courses, slow, cores.saturating_sub(slow).max(1), thinking)
    }

    fn with_threads(courses: Arc<CourseCache>, slow: usize, fast: usize, thinking: u32) -> Scheduler {
        let queue = Mutex::new(JobQueue::new(fast, slow, thinking));
        let shared = Arc::new(Shared { queue, changed: Condvar::new() });
        let lanes = std::iter::repeat_n(Lane::Fast, fast).chain(std::iter::repeat_n(Lane::Slow, slow));
        for lane in lanes {
            let (shared, courses) = (shared.clone(), courses.clone());
            let thread = std::thread::Builder::new().name(format!("jobs {lane:?}"));
            if let Err(error) = thread.spawn(move || shared.run_jobs(lane, &courses)) {
                tracing::error!(%error, "a thread for pilots can't be started");
            }
        }
        Scheduler { shared, courses }
    }

    /// Asks a pilot for a decision; `None` if nobody has to decide, or the pilot failed. If the future is dropped, a
    /// waiting job is dropped too.
    pub async fn ask_pilot(&self, payer: Payer, table: Table, kind: PilotKind) -> Option<Decision> {
        let courses = self.courses.clone();
        let lane = Lane::of(&kind);
        self.run(payer, lane, move || table.ask(&kind, &courses)).await.flatten()
    }

    /// Runs a job; `None` if it panicked or the scheduler stopped. If the future is dropped, a waiting job is dropped too.
    pub fn run<T: Send + 'static>(
        &self,
        payer: Payer,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JobResult<T> {
        let (reply, answer) = oneshot::channel();
        let work = Box::new(move || drop(reply.send(work())));
        let mut queue = self.shared.queue();
        let number = queue.number();
        if !queue.stopped {
            queue.lane(lane).add(&payer, Job { number, since: Instant::now(), work });
        }
        drop(queue);
        // Not just one: the thread that wakes up might not serve this lane.
        self.shared.changed.notify_all();
        JobResult { answer, _ticket: Ticket { shared: self.shared.clone(), lane, payer, number } }
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.shared.queue().stop();
        self.shared.changed.notify_all();
    }
}

/// The future result of a job.
pub struct JobResult<T> {
    answer: oneshot::Receiver<T>,
    _ticket: Ticket,
}

/// Removes a waiting job from the queue when nobody wants its result any more.
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

impl<T> Future for JobResult<T> {
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        Pin::new(&mut self.answer).poll(context).map(Result::ok)
    }
}
