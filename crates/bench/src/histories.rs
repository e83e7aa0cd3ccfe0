//! Histories for the players whose profiles are read: rated Duels with all that a profile is made from.

use sqlx::AnyPool;

/// Players with a history, and the Duels of each.
pub const RACERS: usize = 300;
const DUELS: usize = 200;

/// The Duels: each racer meets 200 others, half of them from the first seat. They take place in regattas that are stored already.
const PAIR: &str = "CREATE TABLE pairs AS
    WITH racers AS (SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS n FROM players ORDER BY id LIMIT $1),
         lakes AS (SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS n FROM regattas ORDER BY id LIMIT $2)
    SELECT l.id AS regatta, l.n AS n, l.n / $1 AS round, a.id AS one, b.id AS other, 1700000000000 + l.n * 60000 AS at
    FROM lakes l JOIN racers a ON a.n = l.n % $1 JOIN racers b ON b.n = (l.n + 1 + l.n / $1) % $1";

const MATCH: &str = r#"INSERT INTO rated_matches (regatta, ladder, at, seats, waiting) SELECT regatta, 'duel', at,
    '[{"player":"' || one || '","rank":' || (1 + n % 2) || '},{"player":"' || other || '","rank":' || (2 - n % 2) || '}]', 0
    FROM pairs"#;

/// A step of each side.
const STEPS: [&str; 2] = [
    "INSERT INTO rating_steps (player, regatta, ladder, at, rank, boats, number, mean_before, spread_before, mean, spread,
         settled_until)
     SELECT one, regatta, 'duel', at, 1 + n % 2, 2, 1 + 2 * round, 1500000000, 100000000,
         1500000000 + n * 7919 % 200 * 1000000, 100000000, 9000000000000000 FROM pairs",
    "INSERT INTO rating_steps (player, regatta, ladder, at, rank, boats, number, mean_before, spread_before, mean, spread,
         settled_until)
     SELECT other, regatta, 'duel', at, 2 - n % 2, 2, 2 + 2 * round, 1500000000, 100000000,
         1500000000 + n * 7919 % 200 * 1000000, 100000000, 9000000000000000 FROM pairs",
];

/// Who sat in the regattas, and what the lobby knows about them.
const SEATS: [&str; 2] = [
    "INSERT INTO crews (regatta, player) SELECT regatta, one FROM pairs WHERE true ON CONFLICT DO NOTHING",
    "INSERT INTO crews (regatta, player) SELECT regatta, other FROM pairs WHERE true ON CONFLICT DO NOTHING",
];
const SUMMARY: &str = r#"UPDATE regattas SET summary =
    '{"id":"' || id || '","stage":"over","settings":{"seats":2,"sides":"dark","scoring":"turns","races":3,"visibility":"link",'
    || '"clock":{"type":"correspondence","hours":36},"title":null,"open_hours":24,"rated":true},"host":"' || p.one || '","seats":['
    || '{"color":"orange","player":"' || p.one || '","name":"Somebody","pilot":null,"ready":true,"away":false,"left":false},'
    || '{"color":"yellow","player":"' || p.other || '","name":"Another","pilot":null,"ready":true,"away":false,"left":false}],'
    || '"turn":null,"race":3,"deadline":null,"result":{"ranking":[["orange"],["yellow"]],"points":{"orange":42,"yellow":37}},'
    || '"created":1700000000000,"paused":false,"ended":null,"stand_ins":{},"offered":[]}'
    FROM pairs p WHERE p.regatta = regattas.id"#;

/// Three judged races of each side.
const JUDGED: [&str; 2] = [
    "INSERT INTO judged_races (player, regatta, race, at, lost, decisions)
     SELECT one, regatta, r.race, at, 200000 + n % 1000, 25 FROM pairs, (SELECT 1 AS race UNION SELECT 2 UNION SELECT 3) r",
    "INSERT INTO judged_races (player, regatta, race, at, lost, decisions)
     SELECT other, regatta, r.race, at, 200000 + n % 1000, 25 FROM pairs, (SELECT 1 AS race UNION SELECT 2 UNION SELECT 3) r",
];

/// Gives the first players histories, and returns their ids.
pub async fn add(pool: &AnyPool) -> Vec<String> {
    let duels = RACERS * DUELS / 2;
    let pairs = sqlx::query(PAIR).bind(RACERS as i64).bind(duels as i64);
    pairs.execute(pool).await.expect("pairs");
    for (sql, rows) in [(MATCH, duels), (STEPS[0], duels), (STEPS[1], duels), (SUMMARY, duels)] {
        assert_eq!(sqlx::query(sql).execute(pool).await.expect("a history").rows_affected(), rows as u64);
    }
    for sql in SEATS.into_iter().chain(JUDGED).chain(["DROP TABLE pairs"]) {
        sqlx::query(sql).execute(pool).await.expect("a history");
    }
    let ids = "SELECT id FROM players ORDER BY id LIMIT $1";
    let ids: Vec<(String,)> = sqlx::query_as(ids).bind(RACERS as i64).fetch_all(pool).await.expect("players");
    ids.into_iter().map(|(id,)| id).collect()
}
