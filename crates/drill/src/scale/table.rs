//! Text of the model's results.

use super::{
    capacity::{BUSY, DATABASE_PROCESSORS, Ingredients, Lobby, NATS_PROCESSORS, NODE_PROCESSORS},
    costs::{Costs, Part},
    observation::Observation,
    simulation::Outcome,
};

/// The numbers of players in the table.
const PLAYERS: [f64; 3] = [1e4, 1e6, 1e7];

/// The costs that were found.
pub fn costs(name: &str, costs: &Costs) -> String {
    let used = Part::ALL.into_iter().filter(|part| costs.action[*part] + costs.transaction[*part] > 0.0);
    let parts = used.map(|part| {
        let (action, transaction) = (costs.action[part] * 1e6, costs.transaction[part] * 1e6);
        let transaction =
            if transaction > 0.0 { format!(" + {transaction:.0} per transaction") } else { String::new() };
        format!("{} {action:.0}{transaction} + {:.1} ms/s", part.name(), costs.background[part] * 1e3)
    });
    format!(
        "{name}, costs in µs per action: {}; a transaction waits {:.1} ms (spread {:.2}), delay {:.1} ms",
        parts.collect::<Vec<_>>().join(", "),
        costs.wait * 1e3,
        costs.wait_spread,
        costs.delay * 1e3
    )
}

/// A measurement and its simulation.
pub fn comparison(name: &str, seen: &Observation, found: &Outcome, was_used: bool) -> String {
    let both = |seen: f64, found: f64| format!("{seen:.1} → {found:.1} ({:+.0} %)", (found / seen - 1.0) * 100.0);
    format!(
        "{name} at {:.0}/s{}, measured → simulated: processor µs per action {}, median ms {}, p99 ms {}, transactions/s {}, \
         transaction ms {}; busy processors {:.2}",
        seen.rate,
        if was_used { " (calibration)" } else { "" },
        both(seen.processor_per_action() * 1e6, found.processor_per_action() * 1e6),
        both(seen.median * 1e3, found.median * 1e3),
        both(seen.p99 * 1e3, found.p99 * 1e3),
        both(seen.transactions, found.transactions),
        both(seen.transaction_time * 1e3, found.transaction_time * 1e3),
        seen.processor.service() + seen.processor[Part::Client]
    )
}

/// What the numbers of players need, and what is full first.
pub fn lines(ingredients: &Ingredients, lobby: Lobby) -> Vec<String> {
    let title = match lobby {
        Lobby::InMemory => "with the lobby in the memory of every node",
        Lobby::ByQuery => "with the lobby by query",
    };
    let mut lines = vec![format!(
        "{title}; machines: nodes {NODE_PROCESSORS}, NATS {NATS_PROCESSORS}, PostgreSQL {DATABASE_PROCESSORS} processors, at most \
         {:.0} % busy",
        BUSY * 100.0
    )];
    for players in PLAYERS {
        let need = ingredients.need(players, lobby);
        let latency = ingredients.simulate(&need).map_or("no latency".to_owned(), |outcome| {
            format!("simulated median {:.1} ms, p99 {:.1} ms", outcome.median * 1e3, outcome.p99 * 1e3)
        });
        lines.push(format!(
            "{players:.0} players: {:.0} actions/s; {} nodes with {:.1} GiB each; busy processors: haproxy {:.1}, NATS {:.1}, \
             PostgreSQL {:.1} on {} servers with {:.0} transactions/s; NATS sends {:.1} MB/s about rooms and {:.1} MB/s \
             about the lobby; PostgreSQL writes {:.1} MB/s of log and {:.0} GB of events per day; {latency}",
            need.rate,
            need.nodes.map_or("too many".to_owned(), |nodes| nodes.to_string()),
            need.memory / 1_073_741_824.0,
            need.proxy,
            need.nats,
            need.database,
            need.databases,
            need.transactions,
            need.room_traffic / 1e6,
            need.lobby_traffic / 1e6,
            need.log / 1e6,
            need.rate * ingredients.table_bytes * 86_400.0 / 1e9
        ));
    }
    for (part, players) in ingredients.limits(lobby) {
        lines.push(format!("{part} would be full at {:.0} thousand players", players / 1e3));
    }
    lines
}
