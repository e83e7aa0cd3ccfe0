//! A discrete-event simulation of nodes that use processors and store actions in groups.
//!
//! An action passes the proxy, the node of its player and the node that owns its room. There it waits for a transaction:
//! while one runs, the actions that arrive wait together for the next. Then its answer goes all the way back. Each step
//! needs a processor, for longer if the machine was mostly idle a moment ago. The parts of a service share one machine, as in
//! a test, or have machines of their own.

use super::{
    agenda::Agenda,
    costs::{Costs, Part, PerPart},
    distribution::{Durations, quantile},
    machine::Machine,
    observation::Observation,
};
use std::collections::VecDeque;

/// The most actions in one transaction, and how long a busy node of a cluster waits for more of them; a node is busy this
/// long after a transaction. See crates/server/src/store/writer/mod.rs.
pub const MOST: usize = 128;
const LINGER: f64 = 0.002;
const BUSY: f64 = 0.005;

/// Timers have steps of this length, so they fire up to this late.
const TIMER: f64 = 0.001;

/// Processes other than the nodes and PostgreSQL: clients, proxy and NATS.
const SINGLE: usize = 3;

/// The process of the clients, and how many threads it has in a test: see crates/drill/src/main.rs.
const CLIENTS: usize = 0;
const CLIENT_THREADS: usize = 1;

/// Where the parts of a service run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machines {
    /// Everything on one machine with this many processors, the clients too.
    Shared(usize),
    /// Each node has its own machine, and so have NATS, the proxy and the database. The clients have enough.
    Own { node: usize, proxy: usize, nats: usize, database: usize },
}

/// What is simulated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scenario {
    pub costs: Costs,
    pub nodes: usize,
    pub machines: Machines,
    /// Rooms. Each has one action at a time.
    pub rooms: usize,
    /// Actions per second of all rooms together.
    pub rate: f64,
    /// Actions to simulate, approximately.
    pub actions: usize,
}

/// On which node a step happens, if the part is a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The node of the player.
    Entry,
    Owner,
}

/// The steps of an action before its transaction, with the share of the part's processor time that each needs. The way back
/// has the same steps in reverse. The database works in the transaction.
const STEPS: [(Part, Place, f64); 5] = [
    (Part::Client, Place::Entry, 0.5),
    (Part::Proxy, Place::Entry, 0.5),
    (Part::Nodes, Place::Entry, 0.25),
    (Part::Nats, Place::Entry, 0.5),
    (Part::Nodes, Place::Owner, 0.25),
];

/// Something that needs a processor.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Job {
    /// The next step of the action of this room.
    Step(usize),
    /// The transaction of this node begins: the node's own work.
    Prepare(usize),
    /// The database's work for it.
    Execute(usize),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum SimulatedEvent {
    /// A room acts.
    Acts(usize),
    /// A job of this machine is done, if no other has come or ended there since: the second number counts those.
    Done(usize, u64),
    /// A node has waited for more actions.
    Lingered(usize),
    /// The transaction of a node is stored.
    Stored(usize),
    /// The answer to a room's action has arrived.
    Answered(usize),
}

#[derive(Clone, Copy)]
struct Room {
    owner: usize,
    entry: usize,
    /// When its action was due.
    due: f64,
    /// How many steps are done.
    step: usize,
}

/// A node's writer.
#[derive(Clone, Default)]
struct Writer {
    /// The rooms whose actions wait.
    waiting: VecDeque<usize>,
    /// Those in the transaction that runs.
    running: Vec<usize>,
    lingers: bool,
    began: f64,
    ended: f64,
}

struct Simulation {
    scenario: Scenario,
    draw: Durations,
    agenda: Agenda<SimulatedEvent>,
    /// When measuring begins and ends.
    from: f64,
    until: f64,
    machines: Vec<Machine<Job>>,
    /// How many jobs have come or ended at each machine.
    changes: Vec<u64>,
    rooms: Vec<Room>,
    writers: Vec<Writer>,
    used: PerPart,
    transactions: usize,
    transaction_time: f64,
    latencies: Vec<f64>,
}

/// Simulates a scenario. The same scenario always has the same outcome.
pub fn simulate(scenario: &Scenario) -> Observation {
    let mut simulation = Simulation::new(*scenario);
    simulation.run();
    simulation.outcome()
}

impl Simulation {
    fn new(scenario: Scenario) -> Simulation {
        let mut draw = Durations::new(1);
        let processors: Vec<usize> = match scenario.machines {
            Machines::Shared(processors) => vec![processors],
            Machines::Own { node, proxy, nats, database } => {
                [usize::MAX, proxy, nats, database].into_iter().chain(vec![node; scenario.nodes]).collect()
            }
        };
        let processes = SINGLE + 2 * scenario.nodes;
        let mut machines: Vec<_> = processors.into_iter().map(|count| Machine::new(count, processes)).collect();
        if let Machines::Shared(_) = scenario.machines {
            machines[0].set_threads(CLIENTS, CLIENT_THREADS);
        }
        let period = scenario.rooms as f64 / scenario.rate;
        let rooms = (0..scenario.rooms).map(|_| Room {
            owner: draw.below(scenario.nodes),
            entry: 0,
            due: draw.unit() * period,
            step: 0,
        });
        let length = scenario.actions as f64 / scenario.rate;
        let mut simulation = Simulation {
            scenario,
            rooms: rooms.collect(),
            draw,
            agenda: Agenda::default(),
            from: length * 0.1,
            until: length * 1.1,
            changes: vec![0; machines.len()],
            machines,
            writers: vec![Writer { ended: -1.0, ..Writer::default() }; scenario.nodes],
            used: PerPart::default(),
            transactions: 0,
            transaction_time: 0.0,
            latencies: Vec::with_capacity(scenario.actions),
        };
        for room in 0..simulation.rooms.len() {
            simulation.act_when_due(room);
        }
        simulation
    }

    /// Lets a room act when it is due, or at once if it is late. In a test the client's timers have steps, so that rooms that
    /// are due in the same step act together, a moment late.
    fn act_when_due(&mut self, room: usize) {
        let due = self.rooms[room].due;
        let at = match self.scenario.machines {
            Machines::Shared(_) => (due / TIMER).ceil() * TIMER,
            Machines::Own { .. } => due,
        };
        let wait = if due > self.agenda.now { at - self.agenda.now } else { 0.0 };
        self.agenda.after(wait, SimulatedEvent::Acts(room));
    }

    fn is_measuring(&self) -> bool {
        self.agenda.now >= self.from
    }

    fn run(&mut self) {
        while let Some(event) = self.agenda.next_until(self.until) {
            match event {
                SimulatedEvent::Acts(room) => {
                    let entry = self.draw.below(self.scenario.nodes);
                    self.rooms[room] = Room { entry, step: 0, ..self.rooms[room] };
                    self.advance(room);
                }
                SimulatedEvent::Done(machine, changes) if changes == self.changes[machine] => {
                    let job = self.machines[machine].finish(self.agenda.now);
                    self.schedule(machine);
                    job.into_iter().for_each(|job| self.done(job));
                }
                SimulatedEvent::Done(..) => {}
                SimulatedEvent::Lingered(node) => self.begin(node),
                SimulatedEvent::Stored(node) => self.stored(node),
                SimulatedEvent::Answered(room) => self.answered(room),
            }
        }
    }

    /// The process of a part. PostgreSQL has one for each node.
    fn process_of(&self, part: Part, node: usize) -> usize {
        match part {
            Part::Client => CLIENTS,
            Part::Proxy => 1,
            Part::Nats => 2,
            Part::Nodes => SINGLE + node,
            Part::Database => SINGLE + self.scenario.nodes + node,
        }
    }

    fn machine_of(&self, part: Part, node: usize) -> usize {
        match (self.scenario.machines, part) {
            (Machines::Shared(_), _) | (_, Part::Client) => 0,
            (_, Part::Proxy) => 1,
            (_, Part::Nats) => 2,
            (_, Part::Database) => 3,
            (_, Part::Nodes) => 4 + node,
        }
    }

    /// What one action costs a part now, without its transaction.
    fn per_action(&mut self, part: Part, node: usize) -> f64 {
        let costs = self.scenario.costs;
        let (background, processors) = match self.scenario.machines {
            Machines::Shared(processors) => (costs.background.total(), processors as f64),
            Machines::Own { .. } => (0.0, 1.0),
        };
        let machine = self.machine_of(part, node);
        let idle = self.machines[machine].idle_share(self.agenda.now) - background / processors;
        costs.per_action(part, idle.max(0.0))
    }

    /// Adds a job that needs so much time.
    fn compute(&mut self, job: Job, part: Part, node: usize, time: f64) {
        let (machine, process) = (self.machine_of(part, node), self.process_of(part, node));
        if self.is_measuring() {
            self.used[part] += time;
        }
        self.machines[machine].add(self.agenda.now, process, job, time);
        self.schedule(machine);
    }

    /// Schedules the end of the next job of a machine.
    fn schedule(&mut self, machine: usize) {
        self.changes[machine] += 1;
        if let Some(delay) = self.machines[machine].next() {
            self.agenda.after(delay, SimulatedEvent::Done(machine, self.changes[machine]));
        }
    }

    /// Begins the next step of a room's action.
    fn advance(&mut self, room: usize) {
        let Room { owner, entry, step, .. } = self.rooms[room];
        let place = match step {
            0..5 => step,
            5 => {
                self.writers[owner].waiting.push_back(room);
                return self.wake(owner);
            }
            6..11 => 10 - step,
            _ => {
                let Costs { delay, delay_spread, .. } = self.scenario.costs;
                let delay = self.draw.log_normal(delay, delay_spread);
                return self.agenda.after(delay, SimulatedEvent::Answered(room));
            }
        };
        let (part, place, share) = STEPS[place];
        let node = if place == Place::Entry { entry } else { owner };
        let mean = self.per_action(part, node) * share;
        self.rooms[room].step += 1;
        if mean > 0.0 {
            let time = self.draw.exponential(mean);
            self.compute(Job::Step(room), part, node, time);
        } else {
            self.advance(room);
        }
    }

    fn done(&mut self, job: Job) {
        let costs = self.scenario.costs;
        match job {
            Job::Step(room) => self.advance(room),
            Job::Prepare(node) => {
                // Each of its actions varies on its own, so a transaction of many varies little.
                let (actions, mean) = (self.writers[node].running.len(), self.per_action(Part::Database, node));
                let own = self.draw.exponential(costs.transaction[Part::Database]);
                let time = own + self.draw.sum_of_exponentials(actions, mean);
                self.compute(Job::Execute(node), Part::Database, node, time);
            }
            Job::Execute(node) => {
                let wait = self.draw.exponential(costs.wait);
                self.agenda.after(wait, SimulatedEvent::Stored(node));
            }
        }
    }

    /// Lets a writer begin a transaction, unless one runs. A busy node of a cluster waits for more actions first.
    fn wake(&mut self, node: usize) {
        let (now, is_cluster) = (self.agenda.now, self.scenario.nodes > 1);
        let writer = &mut self.writers[node];
        if !writer.running.is_empty() || writer.lingers || writer.waiting.is_empty() {
            return;
        }
        if is_cluster && now - writer.ended < BUSY {
            writer.lingers = true;
            let late = self.draw.unit() * TIMER;
            self.agenda.after(LINGER + late, SimulatedEvent::Lingered(node));
        } else {
            self.begin(node);
        }
    }

    fn begin(&mut self, node: usize) {
        let writer = &mut self.writers[node];
        let count = writer.waiting.len().min(MOST);
        writer.running = writer.waiting.drain(..count).collect();
        (writer.lingers, writer.began) = (false, self.agenda.now);
        let time = self.draw.exponential(self.scenario.costs.transaction[Part::Nodes]);
        self.compute(Job::Prepare(node), Part::Nodes, node, time);
    }

    fn stored(&mut self, node: usize) {
        let writer = &mut self.writers[node];
        writer.ended = self.agenda.now;
        let (rooms, took) = (std::mem::take(&mut writer.running), self.agenda.now - writer.began);
        if self.is_measuring() {
            self.transactions += 1;
            self.transaction_time += took;
        }
        for room in rooms {
            self.rooms[room].step += 1;
            self.advance(room);
        }
        self.wake(node);
    }

    /// The room acts again.
    fn answered(&mut self, room: usize) {
        let due = self.rooms[room].due;
        if due >= self.from {
            self.latencies.push(self.agenda.now - due);
        }
        self.rooms[room].due = due + self.scenario.rooms as f64 / self.scenario.rate;
        self.act_when_due(room);
    }

    fn outcome(mut self) -> Observation {
        self.latencies.sort_by(f64::total_cmp);
        let length = self.until - self.from;
        let background = self.scenario.costs.background;
        Observation {
            nodes: self.scenario.nodes,
            rooms: self.scenario.rooms,
            rate: self.latencies.len() as f64 / length,
            processor: PerPart::of(|part| self.used[part] / length + background[part]),
            transactions: self.transactions as f64 / length,
            transaction_time: self.transaction_time / self.transactions.max(1) as f64,
            median: quantile(&self.latencies, 0.5),
            p99: quantile(&self.latencies, 0.99),
        }
    }
}

#[cfg(test)]
mod tests;
