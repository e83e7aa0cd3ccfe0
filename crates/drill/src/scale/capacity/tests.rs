//! Tests of the capacity model.

use super::*;

fn ingredients() -> Ingredients {
    let costs = Costs {
        action: PerPart::of(|part| if part == Part::Nodes { 0.0002 } else { 0.0001 }),
        transaction: PerPart::of(|part| if part == Part::Database { 0.0003 } else { 0.0 }),
        wake: PerPart::of(|_| 0.0001),
        wait: 0.002,
        ..Costs::default()
    };
    Ingredients {
        costs,
        message_time: 0.000_04,
        message_bytes: 500.0,
        sent: 2.9,
        transaction_time: 0.003,
        sockets: Sockets { processor: 0.000_002, memory: 20_000.0, room_memory: 50_000.0 },
        event_bytes: 300.0,
        log_bytes: 1500.0,
        table_bytes: 600.0,
        summary: SummaryCost { bytes: 600.0, time: 0.000_005 },
    }
}

#[test]
fn a_server_alone_sends_nothing_and_a_large_cluster_sends_everything() {
    assert_eq!(messages(1), 0.0);
    assert!((messages(3) - 2.272).abs() < 0.001, "{}", messages(3));
    assert!((messages(100_000) - 5.0).abs() < 0.01, "the question, and a node for each of four players");
}

#[test]
fn the_lobby_is_told_often_but_in_groups() {
    assert_eq!(lobby_messages(3.0, 30.0), 90.0, "every change to every node");
    assert_eq!(lobby_messages(3.0, 3000.0), 360.0, "40 times a second from every node to every node");
    assert_eq!(lobby_messages(3.0, 38_400.0), 900.0, "full messages");
}

#[test]
fn more_players_need_more_of_everything() {
    let of = |players| ingredients().need(players, Lobby::InMemory);
    let (small, large) = (of(10_000.0), of(1_000_000.0));
    assert_eq!(small.rate, 500.0);
    assert_eq!(small.nodes, Some(3), "the smallest cluster");
    assert!(large.nodes > Some(3), "{large:?}");
    for part in [Part::Nodes, Part::Proxy, Part::Nats, Part::Database] {
        assert!(large.processors[part] > 50.0 * small.processors[part], "{part:?} {large:?}");
    }
    // Everybody hears everything, so this grows with the square of the size.
    assert!(large.lobby_traffic > 100.0 * small.lobby_traffic, "{large:?}");
    let by_query = ingredients().need(1_000_000.0, Lobby::ByQuery);
    assert_eq!(by_query.lobby_traffic, 0.0);
    assert!(by_query.nodes <= large.nodes);
}

#[test]
fn however_large_the_groups_are_every_action_costs_something() {
    let ingredients = ingredients();
    for players in [1e4, 1e6, 1e7, 3e7] {
        let need = ingredients.need(players, Lobby::ByQuery);
        for part in [Part::Nodes, Part::Proxy, Part::Database] {
            let least = need.rate * ingredients.costs.action[part];
            assert!(need.processors[part] >= least, "{players} {part:?} {need:?}");
        }
        assert!(need.transactions >= need.rate / MOST as f64, "{need:?}");
    }
}

#[test]
fn at_its_limit_a_part_is_full() {
    let limits = ingredients().limits(Lobby::InMemory);
    assert!(limits.is_sorted_by(|(_, one), (_, other)| one <= other));
    let (_, players) = limits.iter().find(|(name, _)| name.contains("processors of one PostgreSQL")).unwrap();
    assert_eq!(ingredients().need(players * 0.99, Lobby::InMemory).databases, 1);
    assert_eq!(ingredients().need(players * 1.01, Lobby::InMemory).databases, 2);
}

#[test]
fn enough_machines_answer_quickly() {
    let need = ingredients().need(1_000_000.0, Lobby::ByQuery);
    let outcome = ingredients().simulate(&need).unwrap();
    assert!(outcome.rate > need.rate / need.databases as f64 * 0.95 && outcome.p99 < 0.1, "{need:?} {outcome:?}");
}
