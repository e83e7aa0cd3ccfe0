//! A season from entry to promotion with 200 players, of whom 15 % drop out, on a simulated clock.

use super::laws::Random;
use powerboats_server::{
    compete::season::{
        SeasonFormat,
        group::{GameState, Group, How, Phase, SeasonGameResult, Step},
        new_group,
        pyramid::{Finished, GROUP, draw, next_ladder},
        standings::standings,
    },
    ids::PlayerId,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// What a simulated player does.
#[derive(Clone, Copy)]
struct Habits {
    /// Days for a game against somebody like them.
    days: i64,
    /// When they stop to play.
    stops: Option<i64>,
    /// Whether they say so.
    says_so: bool,
    /// A holiday: first and last day.
    holiday: Option<(i64, i64)>,
}

/// The running games: when each will be over, if both go on playing.
type Running = HashMap<String, i64>;

fn habits(random: &mut Random, season: i64) -> Habits {
    let stops = (random.below(100) < 15).then(|| random.below(season as u64 / DAY as u64) as i64 * DAY);
    let holiday = (random.below(100) < 20).then(|| {
        let first = random.below(70) as i64 * DAY;
        (first, first + 10 * DAY)
    });
    Habits { days: 5 + random.below(40) as i64, stops, says_so: random.below(2) == 0, holiday }
}

/// What the world does with a group until `now`: games end, players fall silent.
fn live(group: &mut Group, habits: &BTreeMap<PlayerId, Habits>, running: &mut Running, now: i64, random: &mut Random) {
    let stopped = |player: &PlayerId| habits[player].stops.is_some_and(|stops| stops <= now);
    for member in &mut group.members {
        let habits = habits[&member.player];
        member.holiday = habits.holiday.filter(|(first, last)| (*first..*last).contains(&now)).map(|(_, last)| last);
        if stopped(&member.player) && habits.says_so && member.dropped.is_none() {
            member.dropped = Some(now);
        }
    }
    let dropped: BTreeSet<PlayerId> =
        group.members.iter().filter(|member| member.dropped.is_some()).map(|member| member.player.clone()).collect();
    for game in &mut group.games {
        let GameState::Running { first_absent, second_absent } = &mut game.state else { continue };
        // After three turns without an answer a stand-in plays.
        let silent = |player: &PlayerId| habits[player].stops.is_some_and(|stops| stops + 5 * DAY <= now);
        (*first_absent, *second_absent) = (silent(&game.first), silent(&game.second));
        let alone = dropped.contains(&game.first) && dropped.contains(&game.second);
        let over = running[game.regatta.as_str()];
        // A game of two who stopped goes on only when the pilots have both seats.
        let waits = (stopped(&game.first) || stopped(&game.second)) && !*first_absent && !*second_absent && !alone;
        if over <= now && !waits {
            let points = (random.below(60) as i64, random.below(60) as i64);
            let ranks = (usize::from(points.0 < points.1) + 1, usize::from(points.1 < points.0) + 1);
            game.state = GameState::Decided(SeasonGameResult::played(points, ranks));
        }
    }
}

/// Does the steps of a group, as the keeper does.
fn act(group: &mut Group, phase: Phase, habits: &BTreeMap<PlayerId, Habits>, running: &mut Running, now: i64) -> usize {
    let steps = group.steps(phase, now);
    let count = steps.len();
    for step in steps {
        match step {
            Step::Open(index) => {
                let game = &mut group.games[index];
                assert_eq!(game.state, GameState::Waiting, "a game is opened once");
                let days = habits[&game.first].days.max(habits[&game.second].days);
                assert!(running.insert(game.regatta.to_string(), now + days * DAY).is_none());
                game.state = GameState::Running { first_absent: false, second_absent: false };
            }
            Step::Decide(index, result) => {
                assert!(group.games[index].result().is_none(), "a game is decided once");
                assert_ne!(result.how, How::Played);
                group.games[index].state = GameState::Decided(result);
            }
            Step::HandOver(index, ..) => {
                // Two pilots need a minute, one waits for the other player.
                if let Phase::Finishing { .. } = phase {
                    running.insert(group.games[index].regatta.to_string(), now);
                }
            }
            Step::Drop(player) => {
                let member = group.members.iter_mut().find(|member| member.player == player).unwrap();
                assert!(member.dropped.is_none(), "somebody drops out once");
                member.dropped = Some(now);
            }
        }
    }
    count
}

fn check_load(group: &Group, at_once: usize) {
    let mut load: HashMap<&PlayerId, usize> = HashMap::new();
    for game in group.games.iter().filter(|game| matches!(game.state, GameState::Running { .. })) {
        for player in [&game.first, &game.second] {
            *load.entry(player).or_default() += 1;
        }
    }
    assert!(load.values().all(|games| *games <= at_once), "nobody has more than {at_once} games at once");
}

/// Plays a season. Returns its groups at the end.
fn play(
    ladder: &[PlayerId],
    number: i64,
    format: &SeasonFormat,
    random: &mut Random,
) -> (Vec<Group>, BTreeSet<PlayerId>) {
    let habits: BTreeMap<PlayerId, Habits> =
        ladder.iter().map(|player| (player.clone(), habits(random, format.length))).collect();
    let mut groups: Vec<Group> = draw(ladder).iter().map(|drawn| new_group(number, drawn)).collect();
    assert!(groups.iter().all(|group| group.members.len() <= GROUP));
    let mut running = Running::new();
    let mut now = 0;
    while now < format.length {
        for group in &mut groups {
            live(group, &habits, &mut running, now, random);
            let phase = Phase::Playing { at_once: format.games };
            while act(group, phase, &habits, &mut running, now) > 0 && group.steps(phase, now).iter().any(opens) {}
            check_load(group, format.games);
        }
        now += 6 * HOUR;
    }
    for group in &mut groups {
        act(group, Phase::Finishing { time_is_up: false }, &habits, &mut running, now);
        live(group, &habits, &mut running, i64::MAX / 2, random);
        act(group, Phase::Finishing { time_is_up: true }, &habits, &mut running, now + format.grace);
    }
    let silent = habits.iter().filter(|(_, habits)| habits.stops.is_some()).map(|(player, _)| player.clone()).collect();
    (groups, silent)
}

fn opens(step: &Step) -> bool {
    matches!(step, Step::Open(_) | Step::Drop(_) | Step::Decide(..))
}

#[test]
fn a_season_of_two_hundred_ends_on_time_with_every_game_decided() {
    for seed in 1..=8 {
        let mut random = Random(seed * 7919);
        let format = SeasonFormat::default();
        let mut ladder: Vec<PlayerId> = (0..200).map(|number| PlayerId::derived(&format!("{number}"))).collect();
        let mut dropped_in_all = 0;
        for number in 1..=3 {
            let (groups, silent) = play(&ladder, number, &format, &mut random);
            assert!(groups.iter().all(Group::is_decided), "every game is decided");
            let games: usize = groups.iter().map(|group| group.games.len()).sum();
            let played = groups
                .iter()
                .flat_map(|group| &group.games)
                .filter(|game| game.result().is_some_and(|result| result.how == How::Played));
            assert!(played.count() * 10 > games * 6, "most games are really played");
            let mut finished = Vec::new();
            let mut dropped = BTreeSet::new();
            for group in &groups {
                let lines = standings(group);
                let first_out = lines.iter().position(|line| line.dropped).unwrap_or(lines.len());
                assert!(lines[first_out..].iter().all(|line| line.dropped), "dropouts rank last");
                for line in &lines {
                    let is_unplayed = |game: &SeasonGameResult| game.how == How::Unplayed;
                    let of_player = group.games.iter().filter(|game| game.has(&line.player));
                    let unplayed = of_player.filter(|game| game.result().as_ref().is_some_and(is_unplayed)).count();
                    assert_eq!(line.games as usize + unplayed, group.members.len() - 1);
                    assert_eq!(line.games, line.wins + line.draws + line.losses);
                }
                dropped.extend(lines.iter().filter(|line| line.dropped).map(|line| line.player.clone()));
                finished
                    .push(Finished { name: group.name, order: lines.into_iter().map(|line| line.player).collect() });
            }
            assert!(dropped.is_subset(&silent), "nobody who plays is dropped");
            assert!(dropped.len() * 10 >= silent.len() * 6, "{} of {} are noticed", dropped.len(), silent.len());
            dropped_in_all += dropped.len();
            let next = next_ladder(&finished, |player| !dropped.contains(player));
            assert_eq!(next.len(), ladder.len() - dropped.len(), "everybody else goes on");
            let newcomers = (0..dropped.len()).map(|n| PlayerId::derived(&format!("season {number} newcomer {n}")));
            ladder = next.into_iter().chain(newcomers).collect();
        }
        assert!(dropped_in_all > 30, "seed {seed}: {dropped_in_all}");
    }
}
