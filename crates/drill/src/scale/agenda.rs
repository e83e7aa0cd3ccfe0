//! The events that a simulation still has to handle, in the order of time.

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
};

/// Future events. Those at the same time come in the order in which they were scheduled.
pub struct Agenda<E> {
    pub now: f64,
    count: u64,
    events: BinaryHeap<Reverse<Scheduled<E>>>,
}

struct Scheduled<E> {
    at: f64,
    number: u64,
    event: E,
}

impl<E> Default for Agenda<E> {
    fn default() -> Agenda<E> {
        Agenda { now: 0.0, count: 0, events: BinaryHeap::new() }
    }
}

impl<E> Agenda<E> {
    /// Schedules an event.
    pub fn after(&mut self, delay: f64, event: E) {
        self.count += 1;
        self.events.push(Reverse(Scheduled { at: self.now + delay, number: self.count, event }));
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// When the next event is.
    pub fn next_at(&self) -> Option<f64> {
        self.events.peek().map(|Reverse(next)| next.at)
    }

    /// Goes on to the next event, unless it is later than this.
    pub fn next_until(&mut self, end: f64) -> Option<E> {
        let Reverse(Scheduled { at, event, .. }) = self.events.pop()?;
        self.now = at;
        (at <= end).then_some(event)
    }
}

impl<E> PartialEq for Scheduled<E> {
    fn eq(&self, other: &Scheduled<E>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Scheduled<E> {}

impl<E> PartialOrd for Scheduled<E> {
    fn partial_cmp(&self, other: &Scheduled<E>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Scheduled<E> {
    fn cmp(&self, other: &Scheduled<E>) -> Ordering {
        self.at.total_cmp(&other.at).then(self.number.cmp(&other.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_the_order_of_time() {
        let mut agenda = Agenda::default();
        for (delay, event) in [(2.0, "c"), (1.0, "a"), (1.0, "b"), (9.0, "too late")] {
            agenda.after(delay, event);
        }
        let events: Vec<&str> = std::iter::from_fn(|| agenda.next_until(5.0)).collect();
        assert_eq!(events, ["a", "b", "c"]);
    }
}
