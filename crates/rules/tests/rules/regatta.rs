//! Whole regattas with scripted boats: who starts each race, repairs, and the end.

use crate::{
    chance::Prng,
    drawn::hand,
    reading::{Reading, at},
    shortest_paths::ShortestPaths,
};
use powerboats_rules::{
    Action, BadRegatta, Boat, Color, DiceChoice, Die, Hand, Heading, IllegalAction, Letter, Logbook, OneLine, Phase,
    Regatta, RegattaPhase, Scoring, Seats, Sides, StartRoll, Status, Steer, draw_course, draw_lake, draw_starter,
    replay, roll,
};

/// What a boat has to do in a race.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// Finish without damage.
    Clean,
    /// Crash once, then finish.
    Scratch,
    /// Crash until it sinks.
    Sink,
}

fn regatta(colors: &[Color], scoring: Scoring, chance: &mut Prng) -> Regatta {
    let seats = Seats::new(colors.iter().copied()).unwrap();
    let (layout, _) = draw_lake(Sides::Dark, seats.len(), chance);
    // The first player rolls highest.
    let roll = |color| (color, if color == colors[0] { Die::Three } else { Die::One });
    let start = StartRoll(seats.iter().map(roll).collect());
    Regatta::new(seats, scoring, 3, layout, &[start]).unwrap()
}

/// Plays the next race, with each boat following its order. Boats take the start places as they are listed.
fn play_race(regatta: &mut Regatta, orders: &[(Color, Order)], chance: &mut Prng) {
    let RegattaPhase::Deal(letter) = regatta.phase() else { panic!("expected to deal a course") };
    let course = draw_course(regatta.layout(), letter, orders.len(), chance).unwrap();
    let reading = Reading::new(course.lake(), course.plan());
    let paths = ShortestPaths::new(&reading);
    regatta.deal(course).unwrap();
    for _ in 0..20_000 {
        let RegattaPhase::Race(phase) = regatta.phase() else { return };
        if let Phase::Place(_) = phase {
            let place = regatta.race().unwrap().free_places()[0];
            regatta.apply(Action::Place(place, Heading::E)).unwrap();
            continue;
        }
        let color = phase.turn().unwrap();
        let boat = *regatta.race().unwrap().boat(color).unwrap();
        let order = orders.iter().find(|(other, _)| *other == color).unwrap().1;
        let hurt = boat.damage > boat.kept;
        if order == Order::Clean || (order == Order::Scratch && hurt) {
            toward_finish(regatta, &boat, &reading, &paths, chance);
        } else {
            crash(regatta, &boat, &reading);
        }
    }
    panic!("the race did not end");
}

fn turn(regatta: &mut Regatta, rolled: Hand, steer: Option<Steer>) {
    let choice = DiceChoice { hold: hand(""), count: rolled.len() };
    regatta.apply(Action::Choose(choice)).unwrap();
    regatta.apply(Action::Roll(rolled)).unwrap();
    let steer = steer.unwrap_or_else(|| regatta.race().unwrap().steer_options()[0].steer);
    regatta.apply(Action::Steer(steer)).unwrap();
}

/// Moves one hex along the shortest path to the finish, or aside if a boat is in the way. Turns in place if the path
/// needs a turn of more than 60°.
fn toward_finish(regatta: &mut Regatta, boat: &Boat, reading: &Reading, paths: &ShortestPaths, chance: &mut Prng) {
    let (Some(hex), Some(heading)) = (boat.at(), boat.heading()) else { panic!("{boat:?} is not racing") };
    let mut way = paths.heading(reading, at(hex), (boat.progress.leg as usize, boat.progress.owes));
    let next = hex.neighbour(Heading::ALL[way]);
    if regatta.race().unwrap().boats().iter().any(|other| other.at() == next) {
        let open: Vec<usize> = (0..6).filter(|&heading| reading.run(at(hex), heading, 1) == 1).collect();
        way = chance.pick(&open);
    }
    let (dice, steer) = match (way + 6 - heading as usize) % 6 {
        0 => ("1", Steer::Straight),
        1 => ("1", Steer::Left),
        5 => ("1", Steer::Right),
        2 | 3 => ("", Steer::Left),
        _ => ("", Steer::Right),
    };
    turn(regatta, hand(dice), Some(steer));
}

/// Crashes by one hex if its dice allow it, else gathers speed.
fn crash(regatta: &mut Regatta, boat: &Boat, reading: &Reading) {
    let (Some(hex), Some(heading)) = (boat.at(), boat.heading()) else { panic!("{boat:?} is not racing") };
    let water = [0, 1, 5].map(|turned| reading.run(at(hex), (heading as usize + turned) % 6, 25));
    let too_far = 1 + water.into_iter().max().unwrap() as u8;
    let dice = boat.hand.len() + 1;
    // Spreads the total over the dice. It lies between `dice` ones and `dice` threes.
    let total = too_far.clamp(dice, 3 * dice);
    let more = total - dice;
    let rolled = (0..dice).map(|i| Die::new(1 + more / dice + u8::from(i < more % dice)).unwrap()).collect();
    turn(regatta, rolled, None);
}

fn carried_over(regatta: &Regatta, colors: [Color; 3]) -> [u8; 3] {
    colors.map(|color| regatta.race().unwrap().boat(color).unwrap().keeps())
}

fn began_with(regatta: &Regatta, colors: [Color; 3]) -> [u8; 3] {
    colors.map(|color| regatta.race().unwrap().boat(color).unwrap().kept)
}

#[test]
fn r5_4_one_counter_is_kept_for_each_race_with_new_damage() {
    use {Color::*, Order::*};
    let boats = [Orange, Black, White];
    // For each boat its orders for races A, B and C, then the expected damage of all boats before B and before C.
    let tables = [
        ([Clean, Clean, Clean], [Scratch, Clean, Scratch], [Sink, Scratch, Clean], [[0, 1, 1], [0, 1, 2]]),
        ([Scratch, Scratch, Sink], [Clean, Scratch, Sink], [Sink, Sink, Clean], [[1, 0, 1], [2, 1, 2]]),
        ([Clean, Scratch, Clean], [Clean, Sink, Clean], [Scratch, Clean, Scratch], [[0, 0, 1], [1, 1, 1]]),
    ];
    for (seed, (orange, black, white, expected)) in (540..).zip(tables) {
        let chance = &mut Prng::new(seed);
        let mut regatta = regatta(&boats, Scoring::Turns, chance);
        for race in 0..3 {
            let orders = [(Orange, orange[race]), (Black, black[race]), (White, white[race])];
            play_race(&mut regatta, &orders, chance);
            let began = if race == 0 { [0, 0, 0] } else { expected[race - 1] };
            assert_eq!(began_with(&regatta, boats), began, "table {seed}, race {race}");
            if race < 2 {
                assert_eq!(carried_over(&regatta, boats), expected[race], "table {seed}, race {race}");
            }
            for (color, order) in orders {
                let boat = regatta.race().unwrap().boat(color).unwrap();
                assert_eq!(boat.status == Status::Sunk, order == Sink, "{color}, race {race}");
                assert_eq!(boat.damage > boat.kept, order != Clean);
            }
        }
        assert_eq!(regatta.phase(), RegattaPhase::Over);
    }
}

#[test]
fn r3_1_in_each_later_race_the_left_neighbour_starts() {
    use Color::*;
    let boats = [Purple, Orange, Black];
    let chance = &mut Prng::new(31);
    let mut regatta = regatta(&boats, Scoring::Classic, chance);
    let orders = boats.map(|color| (color, Order::Sink));
    let mut starters = Vec::new();
    for letter in Letter::ALL {
        assert_eq!(regatta.phase(), RegattaPhase::Deal(letter));
        play_race(&mut regatta, &orders, chance);
        starters.push(regatta.race().unwrap().starter());
        assert_eq!(regatta.race().unwrap().number(), letter.race());
    }
    assert_eq!(starters, [Purple, Orange, Black]);
}

#[test]
fn r5_5_points_add_up_and_players_who_never_finished_share_a_rank() {
    use Color::*;
    let boats = [Red, Yellow, White, Purple];
    let chance = &mut Prng::new(55);
    let mut regatta = regatta(&boats, Scoring::Classic, chance);
    let mut orders = boats.map(|color| (color, Order::Sink));
    orders[3].1 = Order::Scratch;
    for race in 1..=3 {
        assert_eq!(regatta.ranking(), None);
        play_race(&mut regatta, &orders, chance);
        // The only finisher of four boats gets 3 · r.
        assert_eq!(regatta.results().last().unwrap().points[Purple], 3 * race);
    }
    assert_eq!(regatta.points()[Purple], 3 + 6 + 9);
    assert_eq!(regatta.ranking(), Some(vec![vec![Purple], vec![Yellow, Red, White]]));
}

#[test]
fn r5_5_after_the_last_race_no_action_is_legal() {
    let chance = &mut Prng::new(56);
    let boats = [Color::Red, Color::Yellow, Color::White];
    let mut regatta = regatta(&boats, Scoring::Classic, chance);
    for _ in 0..3 {
        play_race(&mut regatta, &boats.map(|color| (color, Order::Sink)), chance);
    }
    let before = regatta.clone();
    assert_eq!(regatta.apply(Action::Steer(Steer::Left)), Err(IllegalAction::NotNow(Phase::Over)));
    assert_eq!(regatta, before);
    assert_eq!(regatta.results().len(), 3);
}

/// In each phase of a race, also between roll and move. The record of it can be replayed.
#[test]
fn r5_6_a_boat_that_retires_is_out_of_one_race_only() {
    let mut chance = Prng::new(5);
    for steps in 0..40 {
        let players: Vec<_> =
            Color::ALL[..3].iter().map(|color| (*color, OneLine::new(color.name()).unwrap())).collect();
        let seats = Seats::new(Color::ALL[..3].iter().copied()).unwrap();
        let (layout, course) = draw_lake(Sides::Dark, 3, &mut chance);
        let start = draw_starter(seats, &mut chance);
        let mut book = Logbook::open(vec![], players, Sides::Dark, Scoring::Classic, 2, layout, start).unwrap();
        book.deal(course).unwrap();
        for _ in 0..steps {
            let race = book.regatta().race().unwrap();
            let actions: Vec<Action> = match race.phase() {
                Phase::Chance(_, choice) => vec![Action::Roll(roll(choice.rolls(), &mut chance))],
                _ => race.legal_actions().collect(),
            };
            book.apply(chance.pick(&actions)).unwrap();
        }
        // One after the other, until nobody is left.
        let mut order = Vec::new();
        while let RegattaPhase::Race(phase) = book.regatta().phase() {
            let color = phase.turn().unwrap();
            book.retire(color).unwrap();
            assert_eq!(book.regatta().race().unwrap().boat(color).unwrap().status, Status::Resigned);
            assert!(book.retire(color).is_err(), "once is enough");
            order.push(color);
        }
        assert_eq!(order.len(), 3, "{}", book.record());
        assert_eq!(book.regatta().results()[0].order, []);
        assert_eq!(book.regatta().phase(), RegattaPhase::Deal(Letter::B));
        book.deal(draw_course(book.regatta().layout(), Letter::B, 3, &mut chance).unwrap()).unwrap();
        let boats = book.regatta().race().unwrap().boats();
        assert!(boats.iter().all(|boat| boat.status == Status::Unplaced));
        assert_eq!(book.regatta().resigned(), []);
        assert_eq!(replay(&book.record().to_string()).unwrap(), book);
    }
}

#[test]
fn r2_1_a_regatta_has_one_to_three_races_and_needs_a_roll_for_the_start() {
    let seats = Seats::new([Color::Red, Color::Yellow]).unwrap();
    let (layout, _) = draw_lake(Sides::Light, 2, &mut Prng::new(57));
    let start = StartRoll(vec![(Color::Yellow, Die::One), (Color::Red, Die::Two)]);
    let regatta = |races, start: &[StartRoll]| Regatta::new(seats, Scoring::Turns, races, layout, start);
    assert_eq!(regatta(0, std::slice::from_ref(&start)), Err(BadRegatta::Races(0)));
    assert_eq!(regatta(4, std::slice::from_ref(&start)), Err(BadRegatta::Races(4)));
    assert!(matches!(regatta(3, &[]), Err(BadRegatta::Start(_))));
    assert_eq!(regatta(3, &[start]).unwrap().phase(), RegattaPhase::Deal(Letter::A));
}
