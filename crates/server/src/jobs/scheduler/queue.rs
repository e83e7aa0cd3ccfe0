//! The queue of waiting jobs: one lane for fast jobs, one for slow jobs. In each lane the payers take turns.

use super::allowance::Allowance;
use crate::ids::PlayerId;
use powerboats_pilots::PilotKind;
use std::{
    collections::{HashMap, VecDeque},
    net::{IpAddr, Ipv4Addr},
    time::{Duration, Instant},
};

/// Whose share a job counts towards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Payer {
    /// The host of a room, or the player who asked.
    Player(PlayerId),
    /// All guests of one address together.
    Guests(IpAddr),
    /// Everyone who is not signed in, together.
    Strangers,
}

impl Payer {
    /// A guest from this network; `None` if it is not known. All of those pay together: otherwise each of a hundred guests would
    /// have a share of their own after a restart.
    pub fn guest(network: Option<IpAddr>) -> Payer {
        Payer::Guests(network.unwrap_or(Ipv4Addr::UNSPECIFIED.into()))
    }
}

impl From<Option<PlayerId>> for Payer {
    fn from(player: Option<PlayerId>) -> Payer {
        player.map_or(Payer::Strangers, Payer::Player)
    }
}

/// How long a job takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Microseconds, or a few milliseconds if a course must be solved first.
    Fast,
    /// A large part of a second, or more.
    Slow,
}

impl Lane {
    /// The lane for a pilot's decisions.
    pub fn of(kind: &PilotKind) -> Lane {
        if let PilotKind::Admiral(_) = kind { Lane::Slow } else { Lane::Fast }
    }

    /// The value of the label `lane` in metrics. Dashboards rely on these words.
    pub const fn label(self) -> &'static str {
        match self {
            Lane::Fast => "cheap",
            Lane::Slow => "dear",
        }
    }
}

/// A job that waits.
pub struct Job {
    pub number: u64,
    pub since: Instant,
    pub work: Box<dyn FnOnce() + Send>,
}

/// The jobs of one lane.
pub struct LaneQueue {
    lane: Lane,
    /// How many jobs of one payer may run at the same time.
    cap: usize,
    /// Payers with waiting jobs, in the order of their turns.
    turns: VecDeque<Payer>,
    waiting: HashMap<Payer, VecDeque<Job>>,
    /// Number of running jobs.
    running: HashMap<Payer, usize>,
    allowance: Allowance,
    /// Number of waiting jobs.
    count: usize,
}

impl LaneQueue {
    fn new(lane: Lane, threads: usize, thinking: u32) -> LaneQueue {
        let (turns, waiting, running, count) = Default::default();
        let allowance = Allowance::new(thinking);
        LaneQueue { lane, cap: (threads / 2).max(1), turns, waiting, running, allowance, count }
    }

    pub fn add(&mut self, payer: &Payer, job: Job) {
        let jobs = self.waiting.entry(payer.clone()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(payer.clone());
        }
        jobs.push_back(job);
        self.set_count(self.count + 1);
    }

    /// Takes the next job of the first payer who is below the cap and has time left. Call [`LaneQueue::done`] when it has
    /// run.
    pub fn next(&mut self, now: Instant) -> Option<(Payer, Job)> {
        let below_cap = |payer: &Payer| self.running.get(payer).is_none_or(|&running| running < self.cap);
        let may_run = |payer: &Payer| below_cap(payer) && self.allowance.wait(payer, now).is_none();
        let payer = self.turns.remove(self.turns.iter().position(may_run)?)?;
        let jobs = self.waiting.get_mut(&payer)?;
        let job = jobs.pop_front()?;
        if jobs.is_empty() {
            self.waiting.remove(&payer);
        } else {
            self.turns.push_back(payer.clone());
        }
        *self.running.entry(payer.clone()).or_default() += 1;
        self.set_count(self.count - 1);
        Some((payer, job))
    }

    /// How long until the first payer who has used up their time may go on; `None` if nobody has.
    fn pause(&self, now: Instant) -> Option<Duration> {
        self.turns.iter().filter_map(|payer| self.allowance.wait(payer, now)).min()
    }

    /// A job of this payer has ended.
    pub fn done(&mut self, payer: &Payer, began: Instant, now: Instant) {
        self.allowance.spend(payer, now.saturating_duration_since(began), now);
        if let Some(running) = self.running.get_mut(payer) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(payer);
            }
        }
    }

    /// Removes a waiting job. Does nothing if it has already been taken.
    pub fn remove(&mut self, payer: &Payer, number: u64) {
        let Some(jobs) = self.waiting.get_mut(payer) else { return };
        let before = jobs.len();
        jobs.retain(|job| job.number != number);
        let removed = before - jobs.len();
        if jobs.is_empty() {
            self.waiting.remove(payer);
            self.turns.retain(|other| other != payer);
        }
        self.set_count(self.count - removed);
    }

    /// Number of waiting jobs.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.count
    }

    fn clear(&mut self) {
        self.turns.clear();
        self.waiting.clear();
        self.set_count(0);
    }

    fn set_count(&mut self, count: usize) {
        self.count = count;
        metrics::gauge!("powerboats_thoughts_waiting", "lane" => self.lane.label()).set(count as f64);
    }
}

/// The jobs of both lanes.
pub struct JobQueue {
    fast: LaneQueue,
    slow: LaneQueue,
    next_number: u64,
    pub stopped: bool,
}

impl JobQueue {
    /// A queue for this many threads of each lane. Threads of the slow lane also do fast jobs.
    pub fn new(fast_threads: usize, slow_threads: usize, thinking: u32) -> JobQueue {
        JobQueue {
            fast: LaneQueue::new(Lane::Fast, fast_threads + slow_threads, 0),
            slow: LaneQueue::new(Lane::Slow, slow_threads, thinking),
            next_number: 0,
            stopped: false,
        }
    }

    pub fn lane(&mut self, lane: Lane) -> &mut LaneQueue {
        match lane {
            Lane::Fast => &mut self.fast,
            Lane::Slow => &mut self.slow,
        }
    }

    /// A new number for a job.
    pub fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }

    /// The next job for a thread of this lane. A thread of the slow lane does a fast job while there is no slow one.
    pub fn next(&mut self, lane: Lane, now: Instant) -> Option<(Lane, Payer, Job)> {
        let slow = (lane == Lane::Slow).then(|| self.slow.next(now)).flatten();
        let slow = slow.map(|(payer, job)| (Lane::Slow, payer, job));
        slow.or_else(|| self.fast.next(now).map(|(payer, job)| (Lane::Fast, payer, job)))
    }

    /// How long until a slow job may run that waits for its payer's allowance.
    pub fn pause(&self, now: Instant) -> Option<Duration> {
        self.slow.pause(now)
    }

    /// Drops all waiting jobs and lets the threads end.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.fast.clear();
        self.slow.clear();
    }
}
