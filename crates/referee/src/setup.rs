//! The set-up of a single race: its lake, course, players and, if given, boats in the middle of the race.

use crate::{
    Code, Fault,
    json::{Field, Fields},
    request::{DiceList, dice, seats},
};
use powerboats_rules::{
    BadRace, Boat, Color, Course, CoursePlan, Hand, Heading, Hex, Lake, PerColor, Phase, Position, PositionFault,
    Progress, Race, Scoring, Seats, Status,
};
use std::sync::Arc;

/// The fields of a well-formed op `race`.
pub struct RaceSetup {
    lake: Lake,
    plan: CoursePlan,
    seats: Seats,
    starter: Color,
    race: u8,
    scoring: Option<Scoring>,
    /// The seed of the dice that the referee rolls.
    pub seed: Option<u64>,
    boats: Option<(Vec<Boat>, Color)>,
}

impl RaceSetup {
    pub fn read(fields: &mut Fields) -> Result<RaceSetup, Fault> {
        let rows = fields.need("lake")?.list()?;
        let rows = rows.iter().map(Field::text).collect::<Result<Vec<&str>, _>>()?;
        let lake = Lake::from_rows(&rows).map_err(|bad| Fault::new(Code::BadValue, format_args!("\"lake\": {bad}")))?;
        let mut line = fields.need("line")?.fields("\"line\"")?;
        let (start_buoy, heading) = (line.need("buoy")?.named()?, line.need("heading")?.named()?);
        line.end()?;
        let buoys = fields.need("buoys")?.list()?.iter().map(Field::named).collect::<Result<Vec<Hex>, _>>()?;
        let buoys = <[Hex; 3]>::try_from(buoys).map_err(|buoys| {
            let reason = format!("\"buoys\" must have three hexes, not {}", buoys.len());
            Fault::new(Code::BadValue, reason)
        })?;
        let seats = seats(fields.need("players")?)?;
        let starter_field = fields.need("starter")?;
        let starter = starter_field.named()?;
        if !seats.contains(starter) {
            return Err(starter_field.bad(BadRace::Starter(starter)));
        }
        let race = match fields.optional("race") {
            None => 1,
            Some(race) => {
                let number = u8::try_from(race.number()?).ok().filter(|race| (1..=3).contains(race));
                number.ok_or_else(|| race.bad("expected 1, 2 or 3"))?
            }
        };
        let scoring = fields.optional("scoring").map(|scoring| scoring.named()).transpose()?;
        let seed = fields.optional("seed").map(|seed| seed.number()).transpose()?;
        let boats = match fields.optional("boats") {
            // A "turn" without "boats" stays in the fields, so `end` reports it as unknown.
            None => None,
            Some(list) => {
                let boats = list.list()?.into_iter().zip(1..).map(|(boat, i)| read_boat(boat, i));
                Some((boats.collect::<Result<_, _>>()?, fields.need("turn")?.named()?))
            }
        };
        let plan = CoursePlan { start_buoy, heading, buoys };
        Ok(RaceSetup { lake, plan, seats, starter, race, scoring, seed, boats })
    }

    /// Checks the set-up against the rules and starts the race.
    pub fn begin(self) -> Result<Race, Fault> {
        let course = Course::new(self.lake, self.plan).map_err(|bad| Fault::new(Code::BadCourse, bad))?;
        let course = Arc::new(course);
        let scoring = self.scoring.unwrap_or(Scoring::usual(self.seats.len()));
        let race = Race::new(course.clone(), self.race, scoring, self.seats, self.starter, PerColor::default())
            .map_err(bad_race)?;
        let Some((boats, turn)) = self.boats else { return Ok(race) };
        let boats = in_order(boats, self.seats, self.starter)?;
        let position = Position { race: self.race, scoring, boats, phase: Phase::Dice(turn) };
        Race::from_position(course, position).map_err(|bad| {
            let code = match bad.0.first() {
                Some(PositionFault::Race(_)) => Code::BadCourse,
                _ => Code::BadBoats,
            };
            Fault::new(code, bad)
        })
    }
}

/// The error for a well-formed race or match that cannot begin.
pub fn bad_race(bad: BadRace) -> Fault {
    let code = if let BadRace::Places(_) = bad { Code::BadCourse } else { Code::BadValue };
    Fault::new(code, bad)
}

/// One boat for each player, in order of play.
fn in_order(boats: Vec<Boat>, seats: Seats, starter: Color) -> Result<Vec<Boat>, Fault> {
    let of = |color: Color| {
        let mut found = boats.iter().filter(|boat| boat.color == color);
        match (found.next(), found.next()) {
            (Some(boat), None) => Ok(*boat),
            _ => Err(Fault::new(Code::BadBoats, format_args!("\"boats\" must have exactly one {color} boat"))),
        }
    };
    let ordered = seats.from(starter).map(of).collect::<Result<Vec<Boat>, Fault>>()?;
    match boats.iter().find(|boat| !seats.contains(boat.color)) {
        Some(boat) => {
            Err(Fault::new(Code::BadBoats, format_args!("{} has a boat but is not one of the players", boat.color)))
        }
        None => Ok(ordered),
    }
}

/// Reads a boat as in a state; `kept` is optional.
fn read_boat(value: Field, number: usize) -> Result<Boat, Fault> {
    let mut fields = value.fields(format!("boat {number}"))?;
    let bad_boats = |reason: String| Fault::new(Code::BadBoats, format_args!("boat {number}: {reason}"));
    let color: Color = fields.need("color")?.named()?;
    let at: Option<Hex> = fields.need("at")?.named_or_null()?;
    let heading: Option<Heading> = fields.need("heading")?.named_or_null()?;
    let hand = match dice(fields.need("dice")?)? {
        DiceList::Hand(hand) => hand,
        DiceList::TooMany(count) => {
            return Err(bad_boats(format!("too many dice: expected at most {}, found {count}", Hand::MOST)));
        }
    };
    let counter = |field: Field| {
        let number = field.number()?;
        u8::try_from(number)
            .map_err(|_| bad_boats(format!("too much damage: expected at most {}, found {number}", u8::MAX)))
    };
    let damage = counter(fields.need("damage")?)?;
    let kept = fields.optional("kept").map(counter).transpose()?.unwrap_or(0);
    let leg = fields.need("leg")?.named()?;
    let owes_field = fields.need("owes")?;
    let owes = match owes_field.number()? {
        0 => false,
        1 => true,
        _ => return Err(owes_field.bad("expected 0 or 1")),
    };
    let status_field = fields.need("status")?;
    let status = match (status_field.text()?, at, heading) {
        ("racing", Some(at), Some(heading)) => Status::Racing { at, heading },
        ("finished", None, None) => Status::Finished,
        ("sunk", None, None) => Status::Sunk,
        ("racing", ..) => return Err(bad_boats("a racing boat must have a hex and a heading".to_owned())),
        ("finished" | "sunk", ..) => {
            return Err(bad_boats("a finished or sunk boat must have null as its hex and its heading".to_owned()));
        }
        (status @ ("unplaced" | "unfinished"), ..) => {
            return Err(bad_boats(format!("a boat cannot be {status} in the middle of a race")));
        }
        _ => return Err(status_field.bad("expected racing, finished or sunk")),
    };
    let turns = fields.need("turns")?.number()?;
    if turns > Boat::MOST_TURNS.into() {
        return Err(bad_boats(format!("too many turns: expected at most {}, found {turns}", Boat::MOST_TURNS)));
    }
    fields.end()?;
    Ok(Boat { color, status, hand, damage, kept, progress: Progress { leg, owes }, turns: turns as u32 })
}
