//! Plays a million random turns of whole regattas, and compares each with an independent implementation of the rules.

use crate::{
    chance::Prng,
    reading::{Reading, at},
    shadow::{Fate, Outcome, Shadow, ShadowBoat, as_hand},
    shortest_paths::ShortestPaths,
};
use powerboats_rules::{
    Action, Color, Course, DiceChoice, Draw, Event, Hand, Heading, Hex, Letter, Phase, Regatta, RegattaPhase, Scoring,
    Seats, Sides, Steer, draw_course, draw_lake, draw_starter,
};
use std::{ops::AddAssign, thread, time::Instant};

const TURNS: u64 = 1_000_000;
const THREADS: u64 = 2;
/// The rules do not limit the number of turns, so a race is abandoned after this many.
const CAP: u64 = 1_500;

#[derive(Default, Debug)]
struct Figures {
    turns: u64,
    regattas: u64,
    races: u64,
    given_up: u64,
    finished: u64,
    sunk: u64,
    unfinished: u64,
    finished_and_sank: u64,
    crashes: u64,
    blocked: u64,
    stood_still: u64,
    went_back: u64,
    owed: u64,
    refused: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.turns += other.turns;
        self.regattas += other.regattas;
        self.races += other.races;
        self.given_up += other.given_up;
        self.finished += other.finished;
        self.sunk += other.sunk;
        self.unfinished += other.unfinished;
        self.finished_and_sank += other.finished_and_sank;
        self.crashes += other.crashes;
        self.blocked += other.blocked;
        self.stood_still += other.stood_still;
        self.went_back += other.went_back;
        self.owed += other.owed;
        self.refused += other.refused;
    }
}

#[test]
fn r4_1_to_5_5_a_million_turns_follow_the_rules() {
    let begun = Instant::now();
    let mut all = Figures::default();
    let played = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || play(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    played.into_iter().for_each(|figures| all += figures);
    println!("{all:#?}\n{:.1} s", begun.elapsed().as_secs_f32());
    assert!(all.turns >= TURNS);
    assert!(all.given_up * 20 < all.races, "nearly all races must end");
    // Everything the rules describe must have happened often enough to be tested.
    let often = [all.finished, all.sunk, all.crashes, all.blocked, all.stood_still, all.went_back, all.owed];
    assert!(often.into_iter().all(|times| times > 500), "{all:?}");
    assert!(all.unfinished > 50 && all.finished_and_sank > 10 && all.refused > 10_000, "{all:?}");
}

fn play(seed: u64) -> Figures {
    let mut chance = Prng::new(0x0b0a7 + seed);
    let mut figures = Figures::default();
    while figures.turns < TURNS / THREADS {
        play_regatta(&mut chance, &mut figures);
    }
    figures
}

fn play_regatta(chance: &mut Prng, figures: &mut Figures) {
    figures.regattas += 1;
    let seats = loop {
        let players = Seats::new(Color::ALL.into_iter().filter(|_| chance.percent(60)));
        if let Ok(seats) = players {
            break seats;
        }
    };
    let scoring = if seats.len() == 2 { Scoring::Turns } else { chance.pick(&Scoring::ALL) };
    let (layout, course) = draw_lake(chance.pick(&Sides::ALL), seats.len(), chance);
    let rounds = draw_starter(seats, chance);
    let mut regatta = Regatta::new(seats, scoring, 3, layout, &rounds).unwrap();
    let mut starter = rounds.last().unwrap().0.iter().max_by_key(|(_, die)| *die).unwrap().0;
    let mut next_course = Some(course);
    let mut kept: Vec<(Color, u8)> = seats.iter().map(|color| (color, 0)).collect();
    let mut points: Vec<(Color, i64)> = seats.iter().map(|color| (color, 0)).collect();
    for letter in Letter::ALL {
        assert_eq!(regatta.phase(), RegattaPhase::Deal(letter));
        let course = next_course.take().or_else(|| draw_course(&layout, letter, seats.len(), chance)).unwrap();
        // 4.1: clockwise from the start player.
        kept.sort_by_key(|(color, _)| (*color as usize + 6 - starter as usize) % 6);
        let shadow = Shadow::new(letter.race(), scoring, &kept);
        figures.races += 1;
        let Some(shadow) = ShadowedRace::new(&mut regatta, course, shadow, chance).play(chance, figures) else {
            figures.given_up += 1;
            return;
        };
        for (boat, (color, kept)) in shadow.boats.iter().zip(&mut kept) {
            assert_eq!(boat.color, *color);
            *kept = Shadow::keeps(boat);
        }
        for (color, points) in &mut points {
            *points += shadow.points(*color);
            assert_eq!(regatta.points()[*color], *points);
        }
        shadow.agrees_at_the_end(regatta.results().last().unwrap());
        starter = kept[1].0; // 3.1: the left neighbour
    }
    assert_eq!(regatta.phase(), RegattaPhase::Over);
    check_ranking(&regatta, &points);
}

/// Checks rule 5.5 for each pair of players.
fn check_ranking(regatta: &Regatta, points: &[(Color, i64)]) {
    let ranking = regatta.ranking().unwrap();
    assert_eq!(ranking.iter().map(Vec::len).sum::<usize>(), points.len());
    let rank = |color: Color| ranking.iter().position(|rank| rank.contains(&color)).unwrap();
    let last = &regatta.results()[2].order;
    let place = |color: Color| last.iter().position(|&other| other == color);
    for &(one, ones) in points {
        for &(other, others) in points {
            let better = match (place(one), place(other)) {
                _ if ones != others => ones > others,
                (Some(first), Some(second)) => first < second,
                (first, second) => first.is_some() && second.is_none(),
            };
            assert_eq!(rank(one) < rank(other), better);
        }
    }
}

/// How a boat is played.
#[derive(Clone, Copy)]
struct Captain {
    /// The number of dice it prefers.
    taste: usize,
    /// Does it slow down when there is little water ahead?
    careful: bool,
}

/// The engine's race together with its shadow.
struct ShadowedRace<'r> {
    regatta: &'r mut Regatta,
    reading: Reading,
    paths: ShortestPaths,
    shadow: Shadow,
    captains: Vec<Captain>,
}

impl<'r> ShadowedRace<'r> {
    fn new(regatta: &'r mut Regatta, course: Course, shadow: Shadow, chance: &mut Prng) -> ShadowedRace<'r> {
        let reading = Reading::new(course.lake(), course.plan());
        regatta.deal(course).unwrap();
        let mut captain = |_| {
            let careful = chance.percent(90);
            Captain { taste: 1 + chance.below(if careful { 2 } else { 4 }) as usize, careful }
        };
        let captains = shadow.boats.iter().map(&mut captain).collect();
        ShadowedRace { regatta, paths: ShortestPaths::new(&reading), reading, shadow, captains }
    }

    /// Plays the race to its end. Returns `None` if it takes too many turns.
    fn play(mut self, chance: &mut Prng, figures: &mut Figures) -> Option<Shadow> {
        for number in (0..self.shadow.boats.len()).rev() {
            self.place(number, chance);
        }
        let before = figures.turns;
        while self.shadow.turn.is_some() {
            self.shadow.agrees(self.regatta.race().unwrap());
            if figures.turns - before >= CAP {
                return None;
            }
            self.turn(chance, figures);
            figures.turns += 1;
        }
        // The race is over. It stays available after the regatta has scored it.
        self.shadow.agrees(self.regatta.race().unwrap());
        for boat in &self.shadow.boats {
            figures.finished += u64::from(boat.fate == Fate::Finished);
            figures.sunk += u64::from(boat.fate == Fate::Sunk);
            figures.unfinished += u64::from(boat.fate == Fate::Unfinished);
            figures.finished_and_sank += u64::from(boat.fate == Fate::Finished && boat.damage >= 4);
        }
        Some(self.shadow)
    }

    /// Places a boat, and checks the places offered (rules 3.2 and 3.3).
    fn place(&mut self, number: usize, chance: &mut Prng) {
        let race = self.regatta.race().unwrap();
        let placed = &self.shadow.boats[number + 1..];
        let mut places = self.reading.places(self.shadow.boats.len());
        places.retain(|&place| placed.iter().all(|boat| boat.at != place));
        let mut free: Vec<_> = race.free_places().into_iter().map(at).collect();
        free.sort();
        places.sort();
        assert_eq!((race.phase(), free), (Phase::Place(self.shadow.boats[number].color), places.clone()));
        let place = chance.pick(&places);
        let hex = Hex::all().find(|&hex| at(hex) == place).unwrap();
        let heading = chance.pick(&Heading::ALL);
        let anywhere = chance.pick(&Hex::all().collect::<Vec<_>>());
        if !places.contains(&at(anywhere)) {
            self.assert_illegal(Action::Place(anywhere, heading));
        }
        self.regatta.apply(Action::Place(hex, heading)).unwrap();
        self.shadow.place(number, hex, heading);
    }

    /// Checks that an action is illegal and changes nothing.
    fn assert_illegal(&mut self, action: Action) {
        let before = self.regatta.clone();
        assert!(self.regatta.apply(action).is_err(), "{action:?}");
        assert_eq!(*self.regatta, before);
    }

    fn turn(&mut self, chance: &mut Prng, figures: &mut Figures) {
        let strict = chance.percent(3);
        let boat = self.shadow.mover().clone();
        let (held, count) = self.choose_dice(&boat, chance);
        let choice = DiceChoice { hold: as_hand(&held), count };
        if strict {
            self.assert_illegal_dice(&boat, figures);
        }
        self.regatta.apply(Action::Choose(choice)).unwrap();
        let rolled: Vec<u8> = (held.len()..count.into()).map(|_| 1 + chance.below(3) as u8).collect();
        if strict {
            self.assert_illegal(Action::Roll(as_hand(&rolled).with_die(powerboats_rules::Die::One)));
            self.assert_illegal(Action::Choose(choice));
            self.assert_illegal(Action::Steer(Steer::Straight));
            figures.refused += 3;
        }
        self.regatta.apply(Action::Roll(as_hand(&rolled))).unwrap();
        let dice = [held, rolled].concat();
        let total: usize = dice.iter().map(|&die| usize::from(die)).sum();
        let outcomes = self.shadow.outcomes(&self.reading, total);
        let allowed = Shadow::allowed(&outcomes, total);
        if strict {
            for steer in Steer::ALL.into_iter().filter(|&steer| !allowed[steer as usize]) {
                self.assert_illegal(Action::Steer(steer));
                figures.refused += 1;
            }
        }
        let listed = self.regatta.race().unwrap().steer_options();
        let listed: Vec<(usize, usize)> = listed.iter().map(|o| (o.steer as usize, o.run.into())).collect();
        let allowed: Vec<usize> = (0..3).filter(|&i| allowed[i]).collect();
        assert_eq!(listed, allowed.iter().map(|&i| (i, outcomes[i].run)).collect::<Vec<_>>());
        let chosen = self.choose_heading(&boat, &outcomes, &allowed, chance);
        let event = self.regatta.apply(Action::Steer(Steer::ALL[chosen])).unwrap();
        self.shadow.moved(&self.reading, &dice, &outcomes[chosen]);
        check_event(&event, &boat, &dice, &outcomes[chosen]);
        self.count(&boat, total, &outcomes[chosen], figures);
    }

    /// Chooses dice as a player does: add or remove a die or neither, then choose dice to roll again (rule 4.2).
    fn choose_dice(&self, boat: &ShadowBoat, chance: &mut Prng) -> (Vec<u8>, u8) {
        let mut dice = boat.dice.clone();
        let Captain { mut taste, careful } = self.captains[self.shadow.turn.unwrap()];
        if self.paths.steps(boat.at, Some(boat.standing)) < 9 && chance.percent(20) {
            taste = 4; // near the finish damage matters less
        } else if careful {
            let water = self.shadow.outcomes(&self.reading, 9).map(|outcome| outcome.run);
            let least = usize::from(chance.percent(25)); // otherwise it could wait forever in narrow water
            taste = taste.min(least.max(water.into_iter().max().unwrap() / 3));
        } else if chance.percent(20) {
            taste = chance.below(5) as usize;
        }
        let mut count = dice.len();
        if dice.len() > taste {
            let gone = dice.iter().enumerate().max_by_key(|(_, die)| **die).unwrap().0;
            dice.remove(if chance.percent(50) { gone } else { chance.below(count as u32) as usize });
            count -= 1;
        } else if dice.len() < taste {
            count += 1;
        }
        let held = dice.into_iter().filter(|_| chance.percent(60)).collect();
        (held, count as u8)
    }

    /// Mostly chooses the best direction, and now and then a random one.
    fn choose_heading(
        &self,
        boat: &ShadowBoat,
        outcomes: &[Outcome; 3],
        allowed: &[usize],
        chance: &mut Prng,
    ) -> usize {
        if chance.percent(5) {
            return chance.pick(allowed);
        }
        let total = outcomes[allowed[0]].run.max(2) as i32;
        let cost = |&i: &usize| {
            let end = outcomes[i].path.last().copied().unwrap_or(boat.at);
            let standing = Shadow::judged(&self.reading, boat, &outcomes[i]);
            let Some(standing) = standing else { return 0 };
            let way = self.paths.heading(&self.reading, end, standing);
            let turns = [0, 1, 2, 3, 2, 1][(way + 6 - outcomes[i].heading) % 6];
            // With too little water ahead the next turn crashes.
            let water = [0, 1, 5].map(|turned| self.reading.run(end, (outcomes[i].heading + turned) % 6, total));
            let short = total - water.into_iter().max().unwrap();
            2 * i32::from(self.paths.steps(end, Some(standing))) + turns + 9 * short
        };
        *allowed.iter().min_by_key(|&i| cost(i)).unwrap()
    }

    fn assert_illegal_dice(&mut self, boat: &ShadowBoat, figures: &mut Figures) {
        let have = boat.dice.len() as u8;
        let none = Hand::EMPTY;
        self.assert_illegal(Action::Choose(DiceChoice { hold: none, count: have + 2 }));
        self.assert_illegal(Action::Choose(DiceChoice { hold: as_hand(&boat.dice), count: have.wrapping_sub(1) }));
        let foreign = as_hand(&[&boat.dice[..], &[2]].concat());
        self.assert_illegal(Action::Choose(DiceChoice { hold: foreign, count: have + 1 }));
        self.assert_illegal(Action::Roll(none));
        self.assert_illegal(Action::Steer(Steer::Left));
        self.assert_illegal(Action::Place(Hex::new(9, 9).unwrap(), Heading::E));
        figures.refused += 6;
    }

    fn count(&self, before: &ShadowBoat, total: usize, outcome: &Outcome, figures: &mut Figures) {
        let after = self.shadow.boats.iter().find(|boat| boat.color == before.color).unwrap();
        figures.crashes += u64::from(outcome.run < total);
        figures.blocked += u64::from(outcome.path.len() < outcome.run);
        figures.stood_still += u64::from(outcome.path.is_empty());
        figures.went_back += u64::from(after.standing.0 < before.standing.0);
        figures.owed += u64::from(after.standing.1 && !before.standing.1);
    }
}

/// Compares the engine's event with the move that was made.
fn check_event(event: &Event, boat: &ShadowBoat, dice: &[u8], outcome: &Outcome) {
    let Event::Moved(moved) = event else { panic!("expected a move, not {event:?}") };
    assert_eq!((moved.color, at(moved.from), moved.hand), (boat.color, boat.at, as_hand(dice)));
    assert!(moved.path().map(at).eq(outcome.path.iter().copied()));
    assert_eq!(usize::from(moved.option.run), outcome.run);
    assert_eq!(usize::from(moved.option.steps), outcome.path.len());
    assert_eq!(at(moved.option.end), outcome.path.last().copied().unwrap_or(boat.at));
    assert_eq!(moved.option.heading as usize, outcome.heading);
}
