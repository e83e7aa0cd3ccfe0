//! Reads a drawing of a small lake with buoys and boats, and makes a course or a race from it.
//!
//! `.` is water, `#` land, `0` `1` `2` `3` and `F` are buoys (F is the finish buoy), `=` is the line, and `O Y B R P W`
//! are boats. Any other symbol, such as `*`, `x` or `a`, is water that a test refers to. As on the real lake, every second
//! row is shifted half a hex to the right.

use powerboats_rules::{
    Boat, Color, Course, CoursePlan, DiceChoice, Hand, Heading, Hex, Judged, Lake, Leg, Move, Phase, Position,
    Progress, Race, Scoring, Status, Steer,
};
use std::{collections::HashMap, sync::Arc};

pub struct Drawn {
    pub lake: Lake,
    found: HashMap<char, Vec<Hex>>,
}

/// Added below a drawing that has no course: a walled harbour with the line, and the buoys on its wall.
const HARBOUR: [&str; 3] = ["123#####", "0====F##", "......##"];

impl Drawn {
    pub fn new(picture: &str) -> Drawn {
        let lines: Vec<&str> = picture.lines().filter(|line| !line.trim().is_empty()).collect();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(indent(line), indent(lines[0]) + i % 2, "row {}: every second row must be shifted", i + 1);
            let symbols = line.split_whitespace().map(|symbol| symbol.chars().next().unwrap());
            rows.push(symbols.collect());
        }
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "all rows must have the same length");
        let mut on_land = Vec::new();
        if !rows.iter().flatten().any(|&symbol| symbol == '0') {
            let width = rows[0].len().max(HARBOUR[0].len());
            on_land = vec!['1', '2', '3'];
            rows.extend(HARBOUR.map(|row| row.chars().collect()));
            rows.iter_mut().for_each(|row| row.resize(width, '#'));
        }
        let mut found: HashMap<char, Vec<Hex>> = HashMap::new();
        for (y, row) in (0..).zip(&rows) {
            for (x, &symbol) in (0..).zip(row) {
                found.entry(symbol).or_default().push(Hex::new(x, y).unwrap());
            }
        }
        let water = |&symbol: &char| if symbol == '#' || on_land.contains(&symbol) { '#' } else { '.' };
        let rows: Vec<String> = rows.iter().map(|row| row.iter().map(water).collect()).collect();
        Drawn { lake: Lake::from_rows(&rows).unwrap(), found }
    }

    /// All hexes with this symbol, in reading order.
    pub fn all(&self, symbol: char) -> Vec<Hex> {
        self.found.get(&symbol).cloned().unwrap_or_default()
    }

    /// The one hex with this symbol.
    pub fn at(&self, symbol: char) -> Hex {
        let [hex] = self.all(symbol)[..] else { panic!("{symbol:?} must be in the drawing exactly once") };
        hex
    }

    pub fn plan(&self) -> CoursePlan {
        let (start_buoy, finish) = (self.at('0'), self.at('F'));
        let heading = Heading::ALL.into_iter().find(|&heading| start_buoy.ahead(heading, 5) == Some(finish));
        CoursePlan {
            start_buoy,
            heading: heading.expect("F must be the fifth hex from 0"),
            buoys: ['1', '2', '3'].map(|buoy| self.at(buoy)),
        }
    }

    pub fn course(&self) -> Course {
        Course::new(self.lake.clone(), self.plan()).unwrap()
    }

    /// Race 1 with turn scoring. See [`Drawn::race_as`].
    pub fn race(&self, boats: &[&str]) -> Race {
        self.race_as(1, Scoring::Turns, boats)
    }

    /// A race in progress. The first boat is the starter, and it is its turn. A boat is written `O E 32`: colour, heading,
    /// dice. Then may follow its leg (`gate1`, `finish`), `owes`, damage (`d3`), kept damage (`k1`), turns (`t9`), and
    /// `finished` or `sunk`. If there is only one boat, a second one is placed on the line.
    pub fn race_as(&self, number: u8, scoring: Scoring, boats: &[&str]) -> Race {
        let mut boats: Vec<Boat> = boats.iter().map(|text| self.boat(text)).collect();
        let first = boats[0].color;
        if boats.len() == 1 {
            let color = if first == Color::White { Color::Black } else { Color::White };
            let status = Status::Racing { at: self.all('=')[0], heading: Heading::E };
            boats.push(Boat { status, ..Boat::unplaced(color, 0) });
        }
        boats.sort_by_key(|boat| (boat.color as usize + 6 - first as usize) % 6);
        let position = Position { race: number, scoring, boats, phase: Phase::Dice(first) };
        Race::from_position(Arc::new(self.course()), position).unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn boat(&self, text: &str) -> Boat {
        let words: Vec<&str> = text.split_whitespace().collect();
        let color = color(words[0]);
        let mut boat = Boat::unplaced(color, 0);
        if let Some(heading) = words.get(1).and_then(|word| word.parse().ok()) {
            boat.status = Status::Racing { at: self.at(words[0].chars().next().unwrap()), heading };
        }
        for word in &words[1..] {
            match word.split_at(1) {
                _ if word.parse::<Heading>().is_ok() => {}
                ("d", damage) if damage.parse::<u8>().is_ok() => boat.damage = damage.parse().unwrap(),
                ("k", kept) => boat.kept = kept.parse().unwrap(),
                ("t", turns) => boat.turns = turns.parse().unwrap(),
                _ => self.set(&mut boat, word),
            }
        }
        boat
    }

    fn set(&self, boat: &mut Boat, word: &str) {
        match word {
            "owes" => boat.progress.owes = true,
            "sunk" => boat.status = Status::Sunk,
            "finished" => (boat.status, boat.progress.leg) = (Status::Finished, Leg::Finish),
            _ => match word.trim_start_matches("gate").parse() {
                Ok(leg) if !word.starts_with(['1', '2', '3']) => boat.progress.leg = leg,
                _ => boat.hand = hand(word),
            },
        }
    }
}

/// The colour of a boat's symbol.
pub fn color(symbol: &str) -> Color {
    let color = Color::ALL.into_iter().find(|color| color.name().to_uppercase().starts_with(symbol));
    color.unwrap_or_else(|| panic!("{symbol:?} is not a boat"))
}

pub fn hand(dice: &str) -> Hand {
    dice.parse().unwrap()
}

/// Holds some dice and rolls others.
pub fn dice(race: &mut Race, hold: &str, rolled: &str) {
    let count = (hold.len() + rolled.len()) as u8;
    race.choose(DiceChoice { hold: hand(hold), count }).unwrap();
    race.roll(hand(rolled)).unwrap();
}

/// Plays a whole turn.
pub fn play_turn(race: &mut Race, hold: &str, rolled: &str, steer: Steer) -> Move {
    dice(race, hold, rolled);
    race.steer(steer).unwrap()
}

/// The legal directions. Tries each one, and checks that the engine lists the same.
pub fn may_steer(race: &Race) -> Vec<Steer> {
    let tried: Vec<Steer> = Steer::ALL.into_iter().filter(|&steer| race.clone().steer(steer).is_ok()).collect();
    let listed: Vec<Steer> = race.steer_options().iter().map(|option| option.steer).collect();
    assert_eq!(tried, listed);
    tried
}

pub fn owing(leg: Leg) -> Progress {
    Progress { leg, owes: true }
}

pub fn on(leg: Leg) -> Progress {
    Progress { leg, owes: false }
}

/// Judges single steps from a hex, and returns the boat's progress after each (`None` if it has finished).
pub fn walk(course: &Course, from: Hex, steps: &str, mut progress: Progress) -> Vec<Option<Progress>> {
    let mut at = from;
    let mut after = Vec::new();
    for heading in steps.split_whitespace() {
        let heading: Heading = heading.parse().unwrap();
        assert!(course.run(at, heading) > 0, "{at} {heading} is not over water");
        match course.judge(at, heading, 1, progress) {
            Judged::Finished => {
                after.push(None);
                break;
            }
            Judged::Racing(now) => progress = now,
        }
        after.push(Some(progress));
        at = at.neighbour(heading).unwrap();
    }
    after
}
