//! Text of the model's results.

use super::{
    calibration::{Calibrated, Comparison, Misfit},
    capacity::{BUSY, Ingredients, LARGE, Lobby, Need, SMALL},
    costs::{Costs, Part},
    measurements::Series,
    observation::Observation,
};

/// The numbers of players in the table.
const PLAYERS: [f64; 3] = [1e4, 1e6, 1e7];

/// What was found from the measurements, and how well it fits.
pub fn calibration(name: &str, series: &Series, calibrated: &Calibrated) -> Vec<String> {
    let mut lines =
        vec![format!("{name} does at most {:.0} actions/s, µs per action: {}", series.peak.rate, parts(&series.peak))];
    if let Some((_, first)) = calibrated.costs.first() {
        lines.push(costs(name, first));
    }
    lines.extend(calibrated.costs.iter().map(|(rate, costs)| waits(name, *rate, costs)));
    lines.extend(calibrated.loads.iter().map(|load| comparison(name, load)));
    lines
}

/// Microseconds of processor time per action, of each part.
fn parts(seen: &Observation) -> String {
    let used = Part::ALL.into_iter().filter(|part| seen.processor[*part] > 0.0);
    used.map(|part| format!("{} {:.0}", part.name(), seen.part_per_action(part) * 1e6)).collect::<Vec<_>>().join(", ")
}

/// The processor times that were found.
fn costs(name: &str, costs: &Costs) -> String {
    let Costs { action, transaction, wake, background, .. } = costs;
    let used = Part::ALL.into_iter().filter(|part| background[*part] + action[*part] + wake[*part] > 0.0);
    let parts = used.map(|part| {
        let [action, transaction, wake] = [action, transaction, wake].map(|costs| costs[part] * 1e6);
        let background = background[part] * 1e3;
        format!(
            "{} {action:.0} + {wake:.0} idle + {transaction:.0} per transaction + {background:.1} ms/s",
            part.name()
        )
    });
    format!("{name}, costs in µs per action: {}", parts.collect::<Vec<_>>().join(", "))
}

/// The times without a processor that were found for a load.
fn waits(name: &str, rate: f64, Costs { wait, delay, delay_spread, .. }: &Costs) -> String {
    let (wait, delay) = (wait * 1e3, delay * 1e3);
    format!("{name} at {rate:.0}/s: a transaction waits {wait:.2} ms, delay {delay:.2} ms (spread {delay_spread:.2})")
}

/// What calibration could not make fit.
pub fn misfit(name: &str, Misfit { rate, figure, measured, simulated }: &Misfit) -> String {
    let [measured, simulated] = [measured, simulated].map(|time| time * 1e3);
    format!("{name} at {rate:.0}/s: no costs give the {figure} of {measured:.2} ms, the nearest {simulated:.2} ms")
}

fn comparison(name: &str, load: &Comparison) -> String {
    let Comparison { measured, simulated, is_prediction } = load;
    let both = |figure: fn(&Observation) -> f64, unit: f64| {
        let (seen, found) = (figure(measured) * unit, figure(simulated) * unit);
        format!("{seen:.1} → {found:.1} ({:+.0} %)", (found / seen - 1.0) * 100.0)
    };
    format!(
        "{name} at {:.0}/s{}, measured → simulated: processor µs per action {}, median ms {}, p99 ms {}, transactions/s {}, \
         transaction ms {}; busy processors {:.2}; measured {}",
        measured.rate,
        if *is_prediction { " (prediction)" } else { "" },
        both(Observation::processor_per_action, 1e6),
        both(|seen| seen.median, 1e3),
        both(|seen| seen.p99, 1e3),
        both(|seen| seen.transactions, 1.0),
        both(|seen| seen.transaction_time, 1e3),
        measured.processor.total(),
        parts(measured)
    )
}

/// The other figures that were measured.
pub fn ingredients(ingredients: &Ingredients) -> Vec<String> {
    let Ingredients { sockets, summary, .. } = ingredients;
    vec![
        format!(
            "per action in a cluster of three: NATS delivers {:.2} messages of {:.0} bytes; one more message costs the nodes \
             {:.0} µs; the events have {:.0} bytes, {:.0} on disk, and {:.0} in the write-ahead log",
            ingredients.sent,
            ingredients.message_bytes,
            ingredients.message_time * 1e6,
            ingredients.event_bytes,
            ingredients.table_bytes,
            ingredients.log_bytes
        ),
        format!(
            "a silent socket needs {:.1} KiB and {:.2} µs of processor time per second; a live room {:.0} KiB; a line of the \
             lobby {:.0} bytes and {:.1} µs to read it",
            sockets.memory / 1024.0,
            sockets.processor * 1e6,
            sockets.room_memory / 1024.0,
            summary.bytes,
            summary.time * 1e6
        ),
    ]
}

/// What the numbers of players need, and what is full first.
pub fn needs(ingredients: &Ingredients, lobby: Lobby) -> Vec<String> {
    let title = match lobby {
        Lobby::InMemory => "with the lobby in the memory of every node",
        Lobby::ByQuery => "with the lobby by query",
    };
    let mut lines =
        vec![format!("{title}; PostgreSQL has {LARGE} processors, others {SMALL}, at most {:.0} % busy", BUSY * 100.0)];
    lines.extend(PLAYERS.map(|players| need(ingredients, &ingredients.need(players, lobby))));
    for (part, players) in ingredients.limits(lobby) {
        lines.push(format!("{part} would be full at {:.0} thousand players", players / 1e3));
    }
    lines
}

fn need(ingredients: &Ingredients, need: &Need) -> String {
    let latency = ingredients.simulate(need).map_or("no latency".to_owned(), |outcome| {
        format!("simulated median {:.1} ms, p99 {:.1} ms", outcome.median * 1e3, outcome.p99 * 1e3)
    });
    let (fullest, share) =
        need.shares().into_iter().fold(("", 0.0), |most, one| if one.1 > most.1 { one } else { most });
    format!(
        "{:.0} players: {:.0} actions/s; {} nodes, {:.1} GiB each; busy processors: nodes {:.1}, haproxy {:.1}, NATS {:.1}, \
         PostgreSQL {:.1} on {} servers; {:.0} commits/s; NATS delivers {:.0} messages/s, {:.0} MB/s about rooms and {:.0} MB/s \
         about the lobby; haproxy sends {:.0} MB/s; PostgreSQL writes {:.0} MB/s of log and {:.0} GB of events per day; \
         fullest: {fullest}, {:.0} %; {latency}",
        need.players,
        need.rate,
        need.nodes.map_or("too many".to_owned(), |nodes| nodes.to_string()),
        need.memory / 1_073_741_824.0,
        need.processors[Part::Nodes],
        need.processors[Part::Proxy],
        need.processors[Part::Nats],
        need.processors[Part::Database],
        need.databases,
        need.transactions,
        need.messages,
        need.room_traffic / 1e6,
        need.lobby_traffic / 1e6,
        need.player_traffic / 1e6,
        need.log / 1e6,
        need.rate * ingredients.table_bytes * 86_400.0 / 1e9,
        share * 100.0
    )
}
