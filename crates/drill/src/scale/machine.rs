//! A machine whose processors divide their time equally among all running threads, as an operating system does.

use super::agenda::Agenda;
use std::collections::VecDeque;

/// How far back the recent past reaches, in seconds.
const RECENT: f64 = 0.1;

/// A machine with some processes. Each process has a thread for every processor, or fewer, and its other jobs wait, first come
/// first served. `J` is a job.
pub struct Machine<J> {
    processors: usize,
    processes: Vec<Process<J>>,
    /// The jobs that run, by the processor time after which they are done. `now` is the time that each of them would have got
    /// since the beginning.
    running: Agenda<(usize, J)>,
    /// When `running` was up to date.
    at: f64,
    /// The share of the processors that was busy in the recent past.
    busy: f64,
}

struct Process<J> {
    threads: usize,
    running: usize,
    /// The jobs that wait, with the processor time that they need.
    waiting: VecDeque<(J, f64)>,
}

impl<J> Machine<J> {
    pub fn new(processors: usize, processes: usize) -> Machine<J> {
        let process = |_| Process { threads: processors, running: 0, waiting: VecDeque::new() };
        let processes = (0..processes).map(process).collect();
        Machine { processors, processes, running: Agenda::default(), at: 0.0, busy: 0.0 }
    }

    /// Gives a process this many threads.
    pub fn set_threads(&mut self, process: usize, threads: usize) {
        self.processes[process].threads = threads;
    }

    /// The share of a processor that each thread gets.
    fn speed(&self) -> f64 {
        (self.processors as f64 / self.running.len() as f64).min(1.0)
    }

    /// Lets the threads run until now.
    fn run(&mut self, now: f64) {
        let passed = now - self.at;
        let busy = (self.running.len() as f64 / self.processors as f64).min(1.0);
        self.busy = busy + (self.busy - busy) * (-passed / RECENT).exp();
        self.running.now += passed * self.speed();
        self.at = now;
    }

    /// The share of the processors that was idle in the recent past.
    pub fn idle_share(&mut self, now: f64) -> f64 {
        self.run(now);
        1.0 - self.busy
    }

    /// Gives a process a job that needs so much processor time.
    pub fn add(&mut self, now: f64, process: usize, job: J, time: f64) {
        self.run(now);
        self.processes[process].waiting.push_back((job, time));
        self.assign(process);
    }

    /// Gives the free threads of a process something to do.
    fn assign(&mut self, number: usize) {
        let process = &mut self.processes[number];
        if process.running < process.threads
            && let Some((job, time)) = process.waiting.pop_front()
        {
            process.running += 1;
            self.running.after(time, (number, job));
        }
    }

    /// How long it takes until the next job is done, if no other is added.
    pub fn next(&self) -> Option<f64> {
        Some((self.running.next_at()? - self.running.now).max(0.0) / self.speed())
    }

    /// Ends the job that is done now.
    pub fn finish(&mut self, now: f64) -> Option<J> {
        self.run(now);
        let (process, job) = self.running.next_until(f64::INFINITY)?;
        self.processes[process].running -= 1;
        self.assign(process);
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_processors() {
        let mut machine = Machine::new(2, 3);
        machine.add(0.0, 0, "short", 1.0);
        machine.add(0.0, 1, "long", 3.0);
        assert_eq!(machine.next(), Some(1.0), "each has a processor");
        machine.add(0.0, 2, "middle", 2.0);
        assert_eq!(machine.next(), Some(1.5), "three share two");
        assert_eq!(machine.finish(1.5), Some("short"));
        assert_eq!(machine.next(), Some(1.0), "each of the others has a processor again");
        assert_eq!(machine.finish(2.5), Some("middle"));
        assert_eq!(machine.finish(3.5), Some("long"));
        assert_eq!(machine.next(), None);
    }

    #[test]
    fn a_process_with_many_jobs_does_one_after_the_other() {
        let mut machine = Machine::new(1, 2);
        machine.add(0.0, 0, "first", 1.0);
        machine.add(0.0, 0, "second", 1.0);
        assert_eq!(machine.next(), Some(1.0));
        machine.add(0.0, 1, "other process", 2.0);
        assert_eq!(machine.finish(2.0), Some("first"));
        assert_eq!(machine.finish(4.0), Some("other process"));
        assert_eq!(machine.finish(4.0), Some("second"));
    }

    #[test]
    fn a_process_with_one_thread_leaves_the_other_processor_to_others() {
        let mut machine = Machine::new(2, 2);
        machine.set_threads(0, 1);
        machine.add(0.0, 0, "first", 1.0);
        machine.add(0.0, 0, "second", 1.0);
        machine.add(0.0, 1, "other process", 1.5);
        assert_eq!(machine.finish(1.0), Some("first"));
        assert_eq!(machine.finish(1.5), Some("other process"));
        assert_eq!(machine.finish(2.0), Some("second"));
    }

    #[test]
    fn it_knows_how_idle_it_was_recently() {
        let mut machine = Machine::new(2, 1);
        machine.add(0.0, 0, (), 10.0);
        assert!((machine.idle_share(10.0) - 0.5).abs() < 1e-6);
        machine.finish(10.0);
        assert!(machine.idle_share(11.0) > 0.999);
    }
}
