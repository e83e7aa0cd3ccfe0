//! Takes the steps of a model in every order, and checks the laws in every state.

use super::{Answer, Client, State, Step, steps::Model};
use std::{
    collections::HashMap,
    fmt,
    hash::{BuildHasherDefault, Hasher},
};

/// A map with a simple hash: in a debug build the usual one takes half of the time.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHash>>;

#[derive(Default)]
pub struct QuickHash(u64);

impl Hasher for QuickHash {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

/// What a search has covered.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Covered {
    pub states: usize,
    /// Different orders of steps.
    pub orders: f64,
}

/// A law that was broken, and how.
pub struct Violation {
    pub law: &'static str,
    trace: Vec<Step>,
    state: Box<State>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}:", self.law)?;
        self.trace.iter().try_for_each(|step| writeln!(f, "  {step:?}"))?;
        write!(f, "{:#?}", self.state)
    }
}

struct Search<'a> {
    model: &'a mut Model,
    /// For each state that was searched: the number of orders in which it can go on.
    known: QuickMap<State, f64>,
    trace: Vec<Step>,
}

/// Searches everything that can happen.
pub fn search(model: &mut Model) -> Result<Covered, Violation> {
    let start = model.start();
    let mut search = Search { model, known: QuickMap::default(), trace: Vec::new() };
    match search.visit(&start) {
        Ok(orders) => Ok(Covered { states: search.known.len(), orders }),
        Err((law, state)) => Err(Violation { law, trace: search.trace, state }),
    }
}

/// The law that was broken, and the state.
type Broken = (&'static str, Box<State>);

impl Search<'_> {
    fn visit(&mut self, state: &State) -> Result<f64, Broken> {
        if let Some(orders) = self.known.get(state) {
            return Ok(*orders);
        }
        let (next, certain) = self.model.steps(state);
        if let Some(law) = self.broken_law(state, certain) {
            return Err((law, Box::new(state.clone())));
        }
        let mut orders = if next.is_empty() { 1.0 } else { 0.0 };
        for (step, after) in &next {
            self.trace.push(*step);
            orders += self.visit(after)?;
            self.trace.pop();
        }
        self.known.insert(state.clone(), orders);
        Ok(orders)
    }

    fn broken_law(&self, state: &State, certain: usize) -> Option<&'static str> {
        let (logs, log) = (&self.model.logs, state.log);
        if state.broken.is_some() {
            return state.broken;
        }
        if logs.repeats(log) {
            return Some("an action is in the log twice");
        }
        for (client, known) in (0..).zip(state.clients) {
            match (known, logs.done(log, client)) {
                (Client::Answered(Answer::Done(number)), stored) if stored != Some(number) => {
                    return Some("an acknowledged action is not in the log with its number");
                }
                (Client::Answered(Answer::Refused), Some(_)) => return Some("a refused action is in the log"),
                _ => {}
            }
        }
        for owner in state.owners.iter().filter(|owner| owner.is_up()) {
            if !logs.starts_with(log, owner.room) {
                return Some("an owner's room is not a beginning of the log");
            }
            if owner.row.is_some_and(|row| row != owner.room) {
                return Some("an owner would write with a row that does not belong to its log");
            }
        }
        if !logs.starts_with(log, state.reader) {
            return Some("the reader's events are not a beginning of the log");
        }
        let served = state.owners.iter().any(|owner| owner.is_up());
        if certain == 0 && served && state.reader != log {
            return Some("the reader never learns of an entry");
        }
        None
    }
}
