//! Tests of the scheduler: fairness between payers and lanes, and jobs that are dropped or panic.

use super::*;
use crate::ids::PlayerId;
use std::sync::{Barrier, mpsc};

fn scheduler(slow: usize, fast: usize) -> Scheduler {
    Scheduler::with_threads(CourseCache::new(), slow, fast, 0)
}

fn payer() -> Payer {
    Payer::Player(PlayerId::random())
}

/// Blocks a thread until the sender is dropped. Returns once the thread is blocked.
async fn block(scheduler: &Scheduler, lane: Lane) -> (mpsc::Sender<()>, JobResult<()>) {
    let (free, blocked) = mpsc::channel::<()>();
    let (started, starts) = oneshot::channel();
    let blocker = scheduler.run(payer(), lane, move || {
        let _ = started.send(());
        let _ = blocked.recv();
    });
    starts.await.expect("it starts");
    (free, blocker)
}

/// The order in which one thread runs the jobs of these payers, if all are queued before the first starts. Each item is
/// a payer and how many jobs it wants.
async fn order(asked: &[(usize, usize)]) -> Vec<usize> {
    let scheduler = scheduler(1, 1);
    let (free, _blocker) = block(&scheduler, Lane::Slow).await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let payers: Vec<Payer> = asked.iter().map(|_| payer()).collect();
    let mut results = Vec::new();
    for &(who, jobs) in asked {
        for _ in 0..jobs {
            let order = order.clone();
            let work = move || order.lock().expect("no panic").push(who);
            results.push(scheduler.run(payers[who].clone(), Lane::Slow, work));
        }
    }
    drop(free);
    for result in results {
        result.await.expect("it is done");
    }
    let order = order.lock().expect("no panic");
    order.clone()
}

#[tokio::test]
async fn payers_take_turns_however_many_jobs_one_of_them_has() {
    let order = order(&[(0, 75), (1, 3), (2, 2)]).await;
    assert_eq!(order[..9], [0, 1, 2, 0, 1, 2, 0, 1, 0]);
    assert_eq!(order.len(), 80);
}

/// While k payers have jobs waiting, any k jobs in a row belong to k different payers.
#[tokio::test]
async fn every_payer_gets_an_equal_share() {
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
async fn fast_jobs_never_wait_for_slow_jobs() {
    let scheduler = scheduler(1, 1);
    let (free, _blocker) = block(&scheduler, Lane::Slow).await;
    let greedy = payer();
    let slow: Vec<_> = (0..75).map(|_| scheduler.run(greedy.clone(), Lane::Slow, || ())).collect();
    for _ in 0..100 {
        assert_eq!(scheduler.run(payer(), Lane::Fast, || 7).await, Some(7));
    }
    // Not even those of the payer with all the slow jobs.
    assert_eq!(scheduler.run(greedy, Lane::Fast, || 7).await, Some(7));
    drop(free);
    for slow in slow {
        assert_eq!(slow.await, Some(()));
    }
}

#[tokio::test]
async fn threads_of_the_slow_lane_run_fast_jobs_while_there_are_no_slow_ones() {
    let scheduler = scheduler(1, 1);
    let both = Arc::new(Barrier::new(2));
    let meet = |both: Arc<Barrier>| move || both.wait().is_leader();
    let one = scheduler.run(payer(), Lane::Fast, meet(both.clone()));
    let other = scheduler.run(payer(), Lane::Fast, meet(both));
    assert!(one.await.is_some() && other.await.is_some());
}

#[tokio::test]
async fn one_payer_has_at_most_half_of_the_threads() {
    let scheduler = scheduler(4, 1);
    let greedy = payer();
    let (sender, started) = mpsc::channel();
    let (free, hold) = mpsc::channel::<()>();
    let hold = Arc::new(Mutex::new(hold));
    let work = || {
        let (sender, hold) = (sender.clone(), hold.clone());
        move || {
            let _ = sender.send(());
            // One job holds the lock and the others wait for it: all are blocked.
            let _ = hold.lock().expect("no panic").recv();
        }
    };
    let held: Vec<_> = (0..9).map(|_| scheduler.run(greedy.clone(), Lane::Slow, work())).collect();
    // Other payers still get through, and by then at most two of the blocked jobs have started.
    for _ in 0..20 {
        assert_eq!(scheduler.run(payer(), Lane::Slow, || 7).await, Some(7));
    }
    assert!(started.try_iter().count() <= 2);
    drop(free);
    for held in held {
        assert_eq!(held.await, Some(()));
    }
}

#[tokio::test]
async fn a_job_whose_result_is_dropped_does_not_start() {
    let scheduler = scheduler(1, 1);
    let (free, blocked) = block(&scheduler, Lane::Slow).await;
    let (sender, done) = mpsc::channel();
    let greedy = payer();
    let work = |what: u8| {
        let sender = sender.clone();
        move || {
            let _ = sender.send(what);
        }
    };
    let dropped = scheduler.run(greedy.clone(), Lane::Slow, work(1));
    let kept = scheduler.run(greedy.clone(), Lane::Slow, work(2));
    drop(dropped);
    drop(free);
    blocked.await.expect("it ends");
    kept.await.expect("it is done");
    assert_eq!(scheduler.shared.queue().lane(Lane::Slow).count(), 0);
    // The same holds for a task that is aborted, like that of a room that stops.
    let (free, _blocker) = block(&scheduler, Lane::Slow).await;
    let result = scheduler.run(greedy, Lane::Slow, work(3));
    let task = tokio::spawn(result);
    task.abort();
    assert!(task.await.is_err());
    drop(free);
    assert_eq!(scheduler.run(payer(), Lane::Slow, || 7).await, Some(7));
    assert_eq!(done.try_iter().collect::<Vec<_>>(), [2]);
}

#[tokio::test]
async fn a_panic_does_not_end_its_thread() {
    let scheduler = scheduler(1, 1);
    let greedy = payer();
    for lane in [Lane::Fast, Lane::Slow] {
        for _ in 0..5 {
            assert_eq!(scheduler.run(greedy.clone(), lane, || panic!("as a faulty pilot would")).await, None::<()>);
        }
        assert_eq!(scheduler.run(greedy.clone(), lane, || 7).await, Some(7));
    }
}

#[tokio::test]
async fn dropping_the_scheduler_waits_for_nothing() {
    let scheduler = scheduler(1, 1);
    let (_free, _blocker) = block(&scheduler, Lane::Slow).await;
    let waiting = scheduler.run(payer(), Lane::Slow, || 7);
    drop(scheduler); // although a thread is blocked and stays so
    assert_eq!(waiting.await, None);
}

#[tokio::test]
async fn guests_who_have_used_up_their_time_wait_for_others_and_then_go_on() {
    let scheduler = Scheduler::with_threads(CourseCache::new(), 1, 1, 60);
    let guests = Payer::Guests([10, 0, 0, 1].into());
    // As if a job had taken a minute and a fifth of a second.
    let now = Instant::now();
    let long_ago = now.checked_sub(std::time::Duration::from_millis(60_200)).expect("the machine runs for a minute");
    scheduler.shared.queue().lane(Lane::Slow).done(&guests, long_ago, now);
    let waits = scheduler.run(guests.clone(), Lane::Slow, Instant::now);
    assert_eq!(scheduler.run(guests, Lane::Fast, || 7).await, Some(7), "fast pilots are not limited");
    for _ in 0..20 {
        assert_eq!(scheduler.run(payer(), Lane::Slow, || 7).await, Some(7));
    }
    let ran = waits.await.expect("it is done");
    assert!(ran.duration_since(now).as_millis() >= 190, "{:?}", ran.duration_since(now));
}
