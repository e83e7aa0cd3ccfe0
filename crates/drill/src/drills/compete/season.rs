//! Players of seasons, and what must be true of the seasons that are stored.

use crate::{
    DrillError,
    client::api::{ApiClient, Guest, action, retry},
    concurrent::run_many,
    database,
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::ids::RegattaId;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::{sync::watch, task::JoinHandle, time::sleep};

/// Seasons follow each other quickly, and nobody has more than three games at once.
pub const FORMAT: &str = "length=3600s wait=2s grace=60s games=3";

/// The most games of a player at once, as in [`FORMAT`].
const AT_ONCE: usize = 3;

/// Registered players who take part.
pub struct Crowd {
    api: ApiClient,
    players: Vec<Guest>,
}

impl Crowd {
    /// Registers players and lets them enter the first season.
    pub async fn enter(api: &ApiClient, count: usize) -> Result<Crowd, DrillError> {
        // Many register at once, and for a moment there may be no season to enter.
        let client = api.clone().retrying(&["too-fast", "not-found"]);
        let enter = move |number: usize| {
            let api = client.clone();
            async move {
                let (name, login, entry) = (format!("Player {number}"), format!("player-{number}"), json!({}));
                let guest = retry(|| api.new_player(&name, &login)).await?;
                retry(|| api.post(&guest, "/api/me/season", &entry)).await?;
                Ok(guest)
            }
        };
        let players = run_many(count, enter).await?;
        Ok(Crowd { api: api.clone(), players })
    }

    /// Lets the players play until [`Playing::finish`] is called.
    pub fn play(self, seed: u64) -> Playing {
        let (stop, stopped) = watch::channel(false);
        Playing { stop, task: tokio::spawn(self.resign_again_and_again(seed, stopped)) }
    }

    /// In each running game one of the players resigns sooner or later. Returns how often that was.
    async fn resign_again_and_again(self, seed: u64, stopped: watch::Receiver<bool>) -> Result<usize, DrillError> {
        let mut draw = QuickRandom::new(seed);
        let mut resigned: BTreeSet<String> = BTreeSet::new();
        while !*stopped.borrow() {
            let index = draw.below(self.players.len() as u32) as usize;
            let guest = &self.players[index];
            let mine = retry(|| self.api.get(Some(guest), "/api/me/season")).await?;
            let mine: Value = serde_json::from_slice(&mine).unwrap_or_default();
            for game in mine["games"].as_array().into_iter().flatten().filter(|game| game["stage"] == "running") {
                let Some(regatta) = game["regatta"].as_str().and_then(RegattaId::read) else { continue };
                let resign = action(json!({"type": "resign"}));
                match retry(|| self.api.act(guest, &regatta, "resign", resign.clone())).await {
                    Ok(_) => drop(resigned.insert(regatta.to_string())),
                    // The other player was faster.
                    Err(error) if error.code().as_deref() == Some("over") => {}
                    Err(error) => return Err(error),
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(resigned.len())
    }
}

/// Players who play.
pub struct Playing {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<usize, DrillError>>,
}

impl Playing {
    /// Lets the players stop. Returns how often somebody resigned.
    pub async fn finish(self) -> Result<usize, DrillError> {
        self.stop.send_replace(true);
        self.task.await?
    }
}

/// What was found in the database.
#[derive(Default)]
pub struct Found {
    pub seasons: usize,
    pub games: usize,
    pub played: usize,
    pub faults: Vec<String>,
}

/// Season, group, regatta, first and second player, opened, how it was decided, their scores.
type Game = (i64, String, String, String, String, Option<i64>, Option<String>, Option<i64>, Option<i64>);

/// Checks all seasons: every pair has one game, a game is open exactly if there is a regatta for it, each regatta was opened
/// once, nobody has too many games, and the standings count each result once.
pub async fn check(api: &ApiClient, name: &str) -> Result<Found, DrillError> {
    // What was committed last may still be on its way to the standings.
    sleep(Duration::from_secs(4)).await;
    let pool = database::open(name).await?;
    let sql = "SELECT season, group_name, regatta, first_player, second_player, opened, how, first_score, second_score
               FROM season_games ORDER BY season, group_name";
    let games: Vec<Game> = sqlx::query_as(sql).fetch_all(&pool).await?;
    let sql = "SELECT a.regatta, COUNT(e.first), r.stage FROM arranged a JOIN regattas r ON r.id = a.regatta
               JOIN entries e ON e.regatta = a.regatta AND e.first = 1 WHERE a.kind = 'season' GROUP BY a.regatta, r.stage";
    let opened: Vec<(String, i64, String)> = sqlx::query_as(sql).fetch_all(&pool).await?;
    let sql = "SELECT season, group_name, COUNT(*) FROM season_members GROUP BY season, group_name";
    let groups: Vec<(i64, String, i64)> = sqlx::query_as(sql).fetch_all(&pool).await?;
    pool.close().await;
    let mut found = Found { games: games.len(), ..Found::default() };
    found.seasons = groups.iter().map(|(season, ..)| season).collect::<BTreeSet<_>>().len();
    found.played = games.iter().filter(|game| game.6.as_deref() == Some("played")).count();
    check_opened(&games, &opened, &mut found.faults);
    for (season, group, members) in &groups {
        let of_group: Vec<&Game> = games.iter().filter(|game| game.0 == *season && game.1 == *group).collect();
        check_group(*season, group, *members, &of_group, &mut found.faults);
        check_standings(api, *season, group, &of_group, &mut found.faults).await?;
    }
    if found.seasons == 0 || found.played == 0 {
        found.faults.push("no season was played".to_owned());
    }
    Ok(found)
}

fn check_opened(games: &[Game], opened: &[(String, i64, String)], faults: &mut Vec<String>) {
    let regattas: BTreeMap<&str, &str> =
        opened.iter().map(|(regatta, _, stage)| (regatta.as_str(), stage.as_str())).collect();
    faults.extend(opened.iter().filter(|(_, count, _)| *count != 1).map(|(id, ..)| format!("{id} was opened twice")));
    for (season, group, regatta, _, _, opened, how, ..) in games {
        let stage = regattas.get(regatta.as_str());
        if opened.is_some() != stage.is_some() {
            faults.push(format!(
                "season {season}, group {group}: {regatta} is noted as open, but is not, or the other way round"
            ));
        }
        if stage == Some(&"over") && how.is_none() {
            faults.push(format!("season {season}, group {group}: the result of {regatta} is missing"));
        }
        if how.as_deref() == Some("played") && stage != Some(&"over") {
            faults.push(format!("season {season}, group {group}: {regatta} has a result, but is not over"));
        }
    }
    if opened.len() > games.len() {
        faults.push(format!("{} regattas for {} games", opened.len(), games.len()));
    }
}

fn check_group(season: i64, group: &str, members: i64, games: &[&Game], faults: &mut Vec<String>) {
    let pair = |game: &&&Game| (game.3.clone().min(game.4.clone()), game.3.clone().max(game.4.clone()));
    let pairs: BTreeSet<(String, String)> = games.iter().map(|game| pair(&game)).collect();
    let expected = members * (members - 1) / 2;
    if games.len() as i64 != expected || pairs.len() as i64 != expected {
        faults.push(format!(
            "season {season}, group {group}: {} games of {} pairs, expected {expected}",
            games.len(),
            pairs.len()
        ));
    }
    let mut load: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.5.is_some() && game.6.is_none()) {
        *load.entry(&game.3).or_default() += 1;
        *load.entry(&game.4).or_default() += 1;
    }
    let busy = load.iter().filter(|(_, games)| **games > AT_ONCE);
    faults.extend(busy.map(|(player, games)| format!("season {season}: {player} has {games} games at once")));
}

/// The standings must give exactly the points of the results.
async fn check_standings(
    api: &ApiClient,
    season: i64,
    group: &str,
    games: &[&Game],
    faults: &mut Vec<String>,
) -> Result<(), DrillError> {
    let mut scores: BTreeMap<&str, i64> = BTreeMap::new();
    for game in games {
        *scores.entry(&game.3).or_default() += game.7.unwrap_or(0);
        *scores.entry(&game.4).or_default() += game.8.unwrap_or(0);
        if game.6.as_deref() == Some("played") && game.7.unwrap_or(0) + game.8.unwrap_or(0) != 2 {
            faults.push(format!("season {season}, group {group}: {} does not give two points", game.2));
        }
    }
    let page = api.get(None, &format!("/api/seasons/{season}/groups/{group}")).await?;
    let page: Value = serde_json::from_slice(&page).unwrap_or_default();
    for line in page["standings"].as_array().into_iter().flatten() {
        let player = line["player"].as_str().unwrap_or_default();
        if line["score"].as_i64() != scores.get(player).copied() {
            faults.push(format!(
                "season {season}, group {group}: {player} has {} instead of {:?}",
                line["score"],
                scores.get(player)
            ));
        }
    }
    Ok(())
}
