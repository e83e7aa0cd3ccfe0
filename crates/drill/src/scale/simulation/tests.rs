//! Tests of the simulation against theory.

use super::*;

fn scenario(costs: Costs, rate: f64) -> Scenario {
    Scenario { costs, nodes: 1, machines: Machines::Shared(1), rooms: 10_000, rate, actions: 100_000 }
}

fn per_action(part: Part, time: f64) -> PerPart {
    PerPart::of(|other| if other == part { time } else { 0.0 })
}

/// One processor, random arrivals and nothing else: the queue M/M/1, whose waiting time is known.
#[test]
fn a_single_queue_behaves_as_theory_says() {
    let costs = Costs { action: per_action(Part::Database, 0.005), ..Costs::default() };
    let outcome = simulate(&Scenario { nodes: 1, rooms: 100_000, ..scenario(costs, 20.0) });
    // A tenth busy, so hardly any groups: a median of 5 ms × ln 2, a bit more because of the queue and half a step of the timer.
    assert!((outcome.processor[Part::Database] - 0.1).abs() < 0.01, "{outcome:?}");
    assert!((outcome.median - 0.005 * f64::ln(2.0) - TIMER / 2.0).abs() < 0.0008, "{outcome:?}");
    let costs = Costs { action: per_action(Part::Proxy, 0.01), ..Costs::default() };
    let outcome = simulate(&Scenario { rooms: 100_000, ..scenario(costs, 50.0) });
    // The way there and the way back take 5 ms each. At half load each of them takes 10 ms on average.
    assert!((outcome.processor[Part::Proxy] - 0.5).abs() < 0.02, "{outcome:?}");
    assert!((outcome.rate - 50.0).abs() < 1.0, "{outcome:?}");
}

#[test]
fn a_busy_writer_stores_in_groups() {
    let action = PerPart::of(|part| if part == Part::Client { 0.0 } else { 0.0001 });
    let transaction = per_action(Part::Database, 0.0002);
    let costs = Costs { action, transaction, wait: 0.005, ..Costs::default() };
    let per_transaction = |outcome: &Observation| outcome.rate / outcome.transactions;
    let quiet = simulate(&Scenario { actions: 5000, ..scenario(costs, 10.0) });
    let busy = simulate(&scenario(costs, 1500.0));
    assert!(per_transaction(&quiet) < 1.2 && per_transaction(&busy) > 5.0, "{quiet:?} {busy:?}");
    assert!(busy.processor_per_action() < quiet.processor_per_action(), "a transaction of many costs less for each");
    assert!((quiet.transaction_time - 0.0053).abs() < 0.0003, "{quiet:?}");
    assert_eq!(simulate(&scenario(costs, 1500.0)), busy, "repeatable");
}

#[test]
fn machines_of_their_own_take_more_load_than_one() {
    let costs = Costs { action: PerPart::of(|_| 0.0005), wait: 0.001, ..Costs::default() };
    let shared = Scenario { machines: Machines::Shared(2), nodes: 3, ..scenario(costs, 1500.0) };
    let own = Machines::Own { node: 2, proxy: 2, nats: 2, database: 2 };
    let (shared, own) = (simulate(&shared), simulate(&Scenario { machines: own, ..shared }));
    assert!(shared.p99 > 1.0, "two processors can't do this much: {shared:?}");
    assert!(own.p99 < 0.05, "{own:?}");
}

#[test]
fn an_action_costs_more_on_an_idle_machine() {
    let costs =
        Costs { action: per_action(Part::Nodes, 0.001), wake: per_action(Part::Nodes, 0.002), ..Costs::default() };
    // Busy = rate × (1 ms + 2 ms × (1 - busy)).
    for (rate, busy) in [(10.0, 0.03 / 1.02), (300.0, 0.9 / 1.6)] {
        let outcome = simulate(&Scenario { actions: 50_000, ..scenario(costs, rate) });
        assert!((outcome.processor[Part::Nodes] / busy - 1.0).abs() < 0.03, "{busy} {outcome:?}");
    }
}

/// The work of the actions in a transaction adds up, and each varies on its own, so the tail of the latency is light. In the queue
/// M/M/1 the 99th percentile is ln 100 × 0.1 ms / (1 - 0.9); groups at most double it. If a transaction varied like a single
/// action, each long one would make the next even longer, and the tail would have no end.
#[test]
fn large_transactions_do_not_make_the_tail_heavy() {
    let costs = Costs { action: per_action(Part::Database, 0.0001), ..Costs::default() };
    let machines = Machines::Own { node: 1, proxy: 1, nats: 1, database: 1 };
    let outcome = simulate(&Scenario { machines, rooms: 100_000, actions: 60_000, ..scenario(costs, 9000.0) });
    assert!((outcome.processor[Part::Database] - 0.9).abs() < 0.03, "{outcome:?}");
    let single = f64::ln(100.0) * 0.0001 / (1.0 - 0.9);
    assert!((0.5 * single..2.5 * single).contains(&outcome.p99), "{outcome:?}");
}

#[test]
fn the_client_of_a_test_has_one_thread_and_coarse_timers() {
    // One thread does 1000 actions/s of 1 ms, although there are two processors.
    let costs = Costs { action: per_action(Part::Client, 0.001), ..Costs::default() };
    let shared = Scenario { machines: Machines::Shared(2), rooms: 500, actions: 20_000, ..scenario(costs, 1500.0) };
    let outcome = simulate(&shared);
    assert!((0.98..1.01).contains(&outcome.processor[Part::Client]), "{outcome:?}");
    let own = Machines::Own { node: 2, proxy: 2, nats: 2, database: 2 };
    let outcome = simulate(&Scenario { machines: own, ..shared });
    assert!((outcome.processor[Part::Client] - 1.5).abs() < 0.05, "players have devices of their own: {outcome:?}");
    // Nothing costs anything, but actions are up to one step of the timer late.
    let outcome = simulate(&Scenario { costs: Costs::default(), actions: 20_000, rooms: 10_000, ..shared });
    assert!((outcome.median - TIMER / 2.0).abs() < TIMER / 10.0, "{outcome:?}");
    assert!(outcome.p99 <= TIMER * 1.001, "{outcome:?}");
}
