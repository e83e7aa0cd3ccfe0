//! Laws of the races for learning programs: masks, observations, rewards and dice follow from the rules and the seed.

use powerboats_pilots::{
    PilotKind, QuickRandom,
    training::{
        BadBatch, BadDecision, BadStep, Batch, BatchSetup, Earned, NumberedDecision, PreparedLake, Reward, Rows, Table,
        observation_len,
    },
};
use powerboats_rules::{Action, Course, Draw, Phase, Sides, Status, Steer};
use std::{collections::BTreeSet, sync::Arc};

fn setup(tables: usize, players: usize) -> BatchSetup {
    let (seed, lakes, reward) = (5, 3, Reward::Points);
    BatchSetup { tables, players, opponents: vec![], seed, lakes, sides: Sides::Mixed, reward, most_turns: 200 }
}

/// The arrays of a batch.
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<bool>,
    seats: Vec<u8>,
    rewards: Vec<f32>,
    done: Vec<bool>,
    actions: Vec<i64>,
}

impl Arrays {
    fn new(batch: &mut Batch) -> Arrays {
        let tables = batch.setup().tables;
        let mut arrays = Arrays {
            observations: vec![f32::NAN; tables * batch.observation_len()],
            masks: vec![false; tables * NumberedDecision::COUNT],
            seats: vec![0; tables],
            rewards: vec![0.0; tables * batch.setup().players],
            done: vec![false; tables],
            actions: vec![0; tables],
        };
        batch.observe(&mut arrays.rows());
        arrays
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows { observations: &mut self.observations, masks: &mut self.masks, seats: &mut self.seats }
    }

    fn step(&mut self, batch: &mut Batch) -> Result<(), BadStep> {
        let actions = self.actions.clone();
        let Arrays { observations, masks, seats, rewards, done, .. } = self;
        batch.step(&actions, &mut Rows { observations, masks, seats }, &mut Earned { rewards, done })
    }

    fn play_at_random(&mut self, batch: &mut Batch) {
        batch.sample(&mut self.actions);
        self.step(batch).unwrap();
    }
}

#[test]
fn masks_hold_exactly_the_legal_actions_of_at_most_six_dice() {
    for players in [1, 2, 6] {
        let mut batch = Batch::new(setup(4, players)).unwrap();
        let mut arrays = Arrays::new(&mut batch);
        for _ in 0..300 {
            for (table, mask) in batch.tables().iter().zip(arrays.masks.chunks(NumberedDecision::COUNT)) {
                let numbers = table.race().legal_actions().filter_map(|action| table.number(action));
                let masked = mask.iter().enumerate().filter(|(_, legal)| **legal).map(|(number, _)| number);
                assert_eq!(masked.collect::<BTreeSet<_>>(), numbers.collect());
            }
            arrays.play_at_random(&mut batch);
        }
    }
}

/// What lies ahead of a boat that is alone comes true, whichever way it goes.
#[test]
fn the_observation_tells_where_each_move_ends() {
    let mut batch = Batch::new(BatchSetup { lakes: 12, ..setup(12, 1) }).unwrap();
    let mut arrays = Arrays::new(&mut batch);
    let (mut compared, mut crashed) = (0, 0);
    for _ in 0..600 {
        batch.sample(&mut arrays.actions);
        let (before, actions) = (arrays.observations.clone(), arrays.actions.clone());
        let totals: Vec<Option<u8>> = batch
            .tables()
            .iter()
            .map(|table| match table.race().phase() {
                Phase::Steer(_, hand) => Some(hand.total()),
                _ => None,
            })
            .collect();
        arrays.step(&mut batch).unwrap();
        for (i, total) in totals.into_iter().enumerate() {
            let Some(total @ 1..=9) = total.filter(|_| !arrays.done[i]) else { continue };
            let (before, after) = (row(&before, i, 1), row(&arrays.observations, i, 1));
            let ahead = &before[19 + 18 * actions[i] as usize..][..18];
            let (gain, room) = (ahead[usize::from(total) - 1] * 9.0, ahead[usize::from(total) + 8]);
            assert!((before[15] * 64.0 - after[15] * 64.0 - gain).abs() < 0.01, "{before:?} {after:?}");
            let damage = (after[7] - before[7]) * 4.0;
            assert_eq!(damage > 0.0, room < 0.0);
            if damage > 0.0 {
                assert_eq!(room * -4.0, damage);
                crashed += 1;
            } else {
                assert_eq!(room, after[16].max(after[17]).max(after[18]));
            }
            compared += 1;
        }
    }
    assert!(compared > 1000 && crashed > 100, "{compared} {crashed}");
}

fn row(observations: &[f32], table: usize, players: usize) -> &[f32] {
    &observations[table * observation_len(players)..][..observation_len(players)]
}

#[test]
fn a_batch_writes_the_observations_that_its_tables_write() {
    for opponents in [vec![], vec![PilotKind::Rookie]] {
        let mut batch = Batch::new(BatchSetup { opponents, most_turns: 30, ..setup(20, 3) }).unwrap();
        let mut arrays = Arrays::new(&mut batch);
        for _ in 0..300 {
            arrays.play_at_random(&mut batch);
            for (index, table) in batch.tables().iter().enumerate() {
                let mut expected = vec![f32::NAN; observation_len(3)];
                table.observe(table.seat().unwrap(), &mut expected);
                assert_eq!(row(&arrays.observations, index, 3), expected);
            }
        }
    }
}

#[test]
fn every_number_of_an_observation_is_finite_and_small() {
    for players in 1..=6 {
        let mut batch = Batch::new(setup(4, players)).unwrap();
        let mut arrays = Arrays::new(&mut batch);
        for _ in 0..400 {
            assert!(arrays.observations.iter().all(|number| number.abs() <= 32.0));
            arrays.play_at_random(&mut batch);
        }
    }
}

#[test]
fn a_seed_decides_everything() {
    let play = |seed| {
        let mut batch = Batch::new(BatchSetup { seed, ..setup(6, 3) }).unwrap();
        let mut arrays = Arrays::new(&mut batch);
        (0..200).for_each(|_| arrays.play_at_random(&mut batch));
        (arrays.observations, arrays.actions)
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn turns_cost_one_and_sinking_a_hundred() {
    let mut batch = Batch::new(BatchSetup { reward: Reward::Turns, most_turns: 12, ..setup(16, 1) }).unwrap();
    let mut arrays = Arrays::new(&mut batch);
    let (mut sunk, mut stopped) = (0, 0);
    for _ in 0..600 {
        let before: Vec<u32> = batch.tables().iter().map(|table| table.race().boats()[0].turns).collect();
        let steers: Vec<bool> =
            batch.tables().iter().map(|table| matches!(table.race().phase(), Phase::Steer(..))).collect();
        arrays.play_at_random(&mut batch);
        for i in 0..16 {
            match (steers[i], arrays.done[i]) {
                (false, _) => assert_eq!(arrays.rewards[i], 0.0),
                (true, false) => assert_eq!(arrays.rewards[i], -1.0),
                (true, true) if before[i] < 11 => {
                    assert!([-1.0, -101.0].contains(&arrays.rewards[i]));
                    sunk += u32::from(arrays.rewards[i] < -1.0);
                }
                (true, true) => stopped += u32::from(arrays.rewards[i] == -101.0),
            }
        }
    }
    assert!(sunk > 20 && stopped > 5, "{sunk} {stopped}");
}

#[test]
fn opponents_play_the_last_seats() {
    let opponents = vec![PilotKind::Captain, PilotKind::Rookie];
    let mut batch = Batch::new(BatchSetup { opponents, lakes: 1, ..setup(8, 3) }).unwrap();
    let mut arrays = Arrays::new(&mut batch);
    let mut points = [0.0; 3];
    for _ in 0..300 {
        assert!(batch.tables().iter().all(|table| table.seat() == Some(0)));
        arrays.play_at_random(&mut batch);
        for (rewards, &done) in arrays.rewards.chunks(3).zip(&arrays.done) {
            // Classic scoring of three boats: 2 points for the first and 1 for the second.
            assert!(if done {
                rewards.contains(&2.0) && rewards.iter().sum::<f32>() <= 3.0
            } else {
                rewards == [0.0; 3]
            });
            points.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += reward);
        }
    }
    assert!(points[1] > points[2] && points[2] > points[0], "{points:?}");
}

#[test]
fn a_bad_action_names_its_table_and_changes_nothing() {
    let mut batch = Batch::new(setup(4, 2)).unwrap();
    let mut arrays = Arrays::new(&mut batch);
    batch.sample(&mut arrays.actions);
    let (good, before) = (arrays.actions.clone(), arrays.observations.clone());
    for bad in [-1, 267, i64::MAX, i64::MIN] {
        arrays.actions[2] = bad;
        let refused = BadStep::Decision { table: 2, why: BadDecision::Unknown(bad) };
        assert_eq!(arrays.step(&mut batch), Err(refused));
    }
    arrays.actions[2] = Steer::Left as i64;
    let Err(BadStep::Decision { table: 2, why: BadDecision::Illegal(..) }) = arrays.step(&mut batch) else {
        panic!("a boat that is not placed cannot steer")
    };
    arrays.actions = good[..3].to_vec();
    assert_eq!(arrays.step(&mut batch), Err(BadStep::Length { expected: 4, found: 3 }));
    assert_eq!(arrays.observations, before);
    arrays.actions = good;
    assert_eq!(arrays.step(&mut batch), Ok(()));
}

#[test]
fn any_number_is_refused_or_legal() {
    let lake = Arc::new(PreparedLake::draw(Sides::Light, 2, &mut QuickRandom::new(1)));
    let (mut table, mut draw) = (Table::new(lake, QuickRandom::new(2)), QuickRandom::new(3));
    while table.seat().is_some() {
        let mut mask = [false; NumberedDecision::COUNT];
        table.mask(&mut mask);
        for (number, legal) in (0..).zip(mask) {
            assert_eq!(table.check(number).is_ok(), legal, "{number}");
        }
        table.act(table.sample(&mut draw) as i64).unwrap();
    }
    assert_eq!(table.check(0), Err(BadDecision::Over));
}

#[test]
fn a_setup_that_cannot_work_is_refused() {
    let refused = |setup| Batch::new(setup).err();
    assert_eq!(refused(setup(0, 2)), Some(BadBatch::Tables(0)));
    assert_eq!(refused(setup(2, 7)), Some(BadBatch::Players(7)));
    let opponents = vec![PilotKind::Captain; 2];
    assert_eq!(refused(BatchSetup { opponents, ..setup(1, 2) }), Some(BadBatch::Opponents(2, 2)));
    let lake: powerboats_rules::LakeText = "6./6./6#/6./6.".parse().unwrap();
    let course = Course::new(lake.lake(), "a5E,a1,c1,e1".parse().unwrap()).unwrap();
    assert_eq!(Batch::on_course(setup(1, 2), Arc::new(course)).err(), Some(BadBatch::Course(2)));
}

#[test]
fn a_race_of_any_colours_can_be_observed() {
    let lake = Arc::new(PreparedLake::draw(Sides::Dark, 2, &mut QuickRandom::new(1)));
    let seats = powerboats_rules::Seats::new("red,white".split(',').map(|name| name.parse().unwrap())).unwrap();
    let red = "red".parse().unwrap();
    let race = powerboats_rules::Race::new(
        lake.course().clone(),
        1,
        powerboats_rules::Scoring::Turns,
        seats,
        red,
        Default::default(),
    );
    let mut table = Table::of(lake, race.unwrap());
    let mut draw = QuickRandom::new(4);
    assert_eq!(table.seat(), Some(1)); // white places first
    let number = table.sample(&mut draw) as i64;
    let Ok(Action::Place(at, _)) = table.action(number) else { panic!("white places its boat") };
    table.act(number).unwrap();
    let white = table.race().boats().iter().find(|boat| boat.color != red).unwrap();
    assert!(matches!(white.status, Status::Racing { at: found, .. } if found == at));
    assert!(draw.below(2) < 2);
}
