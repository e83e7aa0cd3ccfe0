//! The oracle: computes the correct answer to each request and compares it with the program's answer.

use crate::compare::{canonical, compare};
use crate::course::Course;
use crate::deal::{Chance, FromAnswer, legal_course};
use crate::given_boats::begin_in_mid_race;
use crate::hex::{Heading, Hex};
use crate::json;
use crate::points::{Points, RaceResult, ranking};
use crate::protocol_error::ProtocolError;
use crate::race::{Phase, Race, total};
use crate::request::{self, MatchRequest, RaceRequest, Request};
use crate::seat::{Color, left_neighbour};
use crate::turn::{Steer, dice_choices, sorted};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A single race, or the current race of a match with the courses dealt so far.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub race: Race,
    /// `None` for a single race.
    pub dealt: Option<Vec<Course>>,
}

/// Why there is no correct ok answer.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The program must answer with an error.
    Refused(ProtocolError),
    /// A random draw broke a rule.
    IllegalDraw(String),
}

impl From<ProtocolError> for Problem {
    fn from(refusal: ProtocolError) -> Problem {
        Problem::Refused(refusal)
    }
}

fn refuse<T>(code: &'static str, why: impl Into<String>) -> Result<T, Problem> {
    Err(ProtocolError::new(&[code], why).into())
}

/// An independent implementation of the rules that checks a program's answers one by one.
///
/// ```
/// let mut oracle = powerboats_oracle::Oracle::new();
/// let answer = r#"{"error":{"code":"no-race","message":"No race has begun."}}"#;
/// assert!(oracle.check(r#"{"op":"state"}"#, answer).is_ok());
/// assert!(oracle.check(r#"{"op":"state"}"#, r#"{"ok":{}}"#).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Oracle {
    pub(crate) game: Option<Game>,
    /// The answers to all `match` requests so far. The same request must give the same answer.
    openings: HashMap<String, Value>,
}

impl Oracle {
    /// An oracle before the first race.
    pub fn new() -> Oracle {
        Oracle::default()
    }

    /// Checks one answer and, if it is correct, updates the game.
    ///
    /// # Errors
    /// Says what differs: the request, the field, the expected value and the actual one.
    pub fn check(&mut self, request: &str, answer: &str) -> Result<(), String> {
        self.judge(request, answer).map_err(|why| {
            let shown: String = request.chars().take(4000).collect();
            format!("{why}\nrequest: {shown}")
        })
    }

    fn judge(&mut self, request: &str, answer: &str) -> Result<(), String> {
        let answer: Value = serde_json::from_str(answer).map_err(|e| format!("the answer is not JSON: {e}"))?;
        let ok = &answer["ok"];
        match self.respond(request, &mut FromAnswer { ok }) {
            Err(Problem::Refused(refusal)) => expect_error(&refusal, &answer),
            Err(Problem::IllegalDraw(why)) => Err(format!("{why}; the answer was {answer}")),
            Ok((wanted, game)) => {
                compare("answer", &json!({ "ok": wanted }), &answer)?;
                self.same_opening(request, &answer)?;
                self.game = Some(game);
                Ok(())
            }
        }
    }

    /// REFEREE `match`: the same seed gives the same match.
    fn same_opening(&mut self, request: &str, answer: &Value) -> Result<(), String> {
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        if request["op"] != "match" {
            return Ok(());
        }
        match self.openings.insert(canonical(&request), answer.clone()) {
            Some(before) => compare("same match again", &before, answer),
            None => Ok(()),
        }
    }

    /// The correct answer and the game after it. `chance` provides the random parts.
    pub(crate) fn respond(&self, line: &str, chance: &mut dyn Chance) -> Result<(Value, Game), Problem> {
        let object = request::object_of(line)?;
        let op = object.get("op").and_then(Value::as_str).unwrap_or("");
        let request = match (request::read(&object), self.out_of_phase(op)) {
            (Ok(request), None) => request,
            (Ok(_), Some(phase)) => return Err(phase.into()),
            (Err(form), None) => return Err(form.into()),
            (Err(form), Some(phase)) => return Err(form.and(phase).into()),
        };
        match (request, self.game.clone()) {
            (Request::Race(request), _) => set_up_race(&request),
            (Request::Match(request), _) => set_up_match(&request, chance),
            (_, None) => refuse("no-race", "no race"),
            (Request::Place { at, heading }, Some(game)) => place(game, at, heading),
            (Request::Dice { hold, count, rolled }, Some(game)) => roll(game, sorted(hold), count, rolled, chance),
            (Request::Steer { to }, Some(game)) => steer(game, to, chance),
            (Request::Legal, Some(game)) => Ok((legal(&game.race), game)),
            (Request::State, Some(game)) => Ok((opening(&game.race), game)),
        }
    }

    /// REFEREE: `no-race` before the first race, `wrong-phase` if the op does not fit the phase.
    fn out_of_phase(&self, op: &str) -> Option<ProtocolError> {
        let wrong = |why: &str| Some(ProtocolError::new(&["wrong-phase"], why));
        let phase = self.game.as_ref().map(|game| &game.race.phase);
        match (op, phase) {
            ("place" | "dice" | "steer" | "legal" | "state", None) => Some(ProtocolError::new(&["no-race"], "no race")),
            ("place", Some(Phase::Dice | Phase::Steer(_) | Phase::Done)) => wrong("not placing"),
            ("dice", Some(Phase::Place | Phase::Steer(_) | Phase::Done)) => wrong("no dice now"),
            ("steer", Some(Phase::Place | Phase::Dice | Phase::Done)) => wrong("not steering"),
            ("legal", Some(Phase::Done)) => wrong("the race is done"),
            _ => None,
        }
    }
}

/// REFEREE: an error has one of the allowed codes and a message.
fn expect_error(refusal: &ProtocolError, answer: &Value) -> Result<(), String> {
    let wanted = format!("expected error {:?} ({})", refusal.codes, refusal.why);
    let code = answer["error"]["code"].as_str().unwrap_or("");
    let message = answer["error"]["message"].as_str().unwrap_or("");
    let fields = |value: &Value| value.as_object().map_or(0, |object| object.len());
    if !refusal.codes.contains(&code) {
        return Err(format!("{wanted}, got {answer}"));
    }
    if message.is_empty() || fields(answer) != 1 || fields(&answer["error"]) != 2 {
        return Err(format!("{wanted} with a code and a message only, got {answer}"));
    }
    Ok(())
}

/// The answer to `race`, `match` and `state`.
fn opening(race: &Race) -> Value {
    json!({ "course": json::course(&race.course), "state": json::state(race) })
}

fn no_points(players: &[Color]) -> Points {
    players.iter().map(|&player| (player, 0)).collect()
}

/// REFEREE `race`.
fn set_up_race(request: &RaceRequest) -> Result<(Value, Game), Problem> {
    let lake = request.lake.clone();
    let boats = request.players.len();
    let course = Course::lay(lake, request.buoys, request.heading, boats).map_err(|why| {
        // If boats are given, a program may check them first.
        match request.boats {
            Some(_) => ProtocolError::new(&["bad-course", "bad-boats"], why),
            None => ProtocolError::new(&["bad-course"], why),
        }
    })?;
    let points = no_points(&request.players);
    let (number, scoring, starter) = (request.race, request.scoring, request.starter);
    let mut race = Race::before_placing(course, number, scoring, starter, points, |_| 0);
    if let Some((given, turn)) = &request.boats {
        race = begin_in_mid_race(race, request, given, *turn)?;
    }
    Ok((opening(&race), Game { race, dealt: None }))
}

/// Deals the next course of a match and checks that it is legal.
fn next_course(chance: &mut dyn Chance, earlier: &[Course], boats: usize) -> Result<Course, Problem> {
    let deal = chance.deal(earlier, boats).map_err(Problem::IllegalDraw)?;
    legal_course(&deal, earlier, boats).map_err(|why| Problem::IllegalDraw(format!("ok.course: illegal, {why}")))
}

/// REFEREE `match`, RULES 3.1.
fn set_up_match(request: &MatchRequest, chance: &mut dyn Chance) -> Result<(Value, Game), Problem> {
    let course = next_course(chance, &[], request.players.len())?;
    let starter = chance.starter(&request.players).map_err(Problem::IllegalDraw)?;
    let points = no_points(&request.players);
    let dealt = Some(vec![course.clone()]);
    let race = Race::before_placing(course, 1, request.scoring, starter, points, |_| 0);
    Ok((opening(&race), Game { race, dealt }))
}

/// REFEREE `place`.
fn place(mut game: Game, at: Hex, heading: Heading) -> Result<(Value, Game), Problem> {
    game.race.place(at, heading).map_err(|why| ProtocolError::new(&["illegal-place"], why))?;
    Ok((json!({ "state": json::state(&game.race) }), game))
}

/// REFEREE `dice`.
fn roll(
    mut game: Game,
    hold: Vec<u8>,
    count: usize,
    given: Option<Vec<u8>>,
    chance: &mut dyn Chance,
) -> Result<(Value, Game), Problem> {
    if game.dealt.is_some() && given.is_some() {
        let codes = ["unknown-field", "illegal-dice", "bad-value"];
        return Err(ProtocolError::new(&codes, "rolled in a match").into());
    }
    if !game.race.may_hold(&hold, count) {
        return refuse("illegal-dice", format!("{count} dice, {hold:?} held"));
    }
    let to_roll = count - hold.len();
    let rolled = match given {
        Some(rolled) if rolled.len() != to_roll => {
            let codes = ["illegal-dice", "bad-value"];
            return Err(ProtocolError::new(&codes, format!("{to_roll} dice to roll")).into());
        }
        Some(rolled) => rolled,
        None => chance.dice(to_roll).map_err(Problem::IllegalDraw)?,
    };
    game.race.roll(&hold, &rolled);
    let hand = [hold, rolled.clone()].concat();
    let answer = json!({
        "rolled": sorted(rolled),
        "total": total(&hand),
        "options": json::options(&game.race.choices_with(&hand)),
        "state": json::state(&game.race),
    });
    Ok((answer, game))
}

/// REFEREE `steer`: the move and, if it ended the race, the results.
fn steer(mut game: Game, to: Steer, chance: &mut dyn Chance) -> Result<(Value, Game), Problem> {
    let (done, result) = game.race.steer(to).map_err(|why| ProtocolError::new(&["illegal-steer"], why))?;
    let mut answer = json!({ "move": json::moved(&done) });
    if let Some(result) = result {
        answer["race_result"] = json::race_result(&result);
        after_race(&mut game, &result, &mut answer, chance)?;
    }
    answer["state"] = json::state(&game.race);
    Ok((answer, game))
}

/// RULES 3.1, 5.4, 5.5: sets up the next race of a match, or ends the match.
fn after_race(
    game: &mut Game,
    result: &RaceResult,
    answer: &mut Value,
    chance: &mut dyn Chance,
) -> Result<(), Problem> {
    let Some(dealt) = &mut game.dealt else {
        return Ok(());
    };
    let race = &game.race;
    if race.number == 3 {
        let ranks = ranking(&race.points, &result.order);
        answer["match_result"] = json::match_result(&race.points, &ranks);
        return Ok(());
    }
    let course = next_course(chance, dealt, race.boats.len())?;
    dealt.push(course.clone());
    answer["course"] = json::course(&course);
    let players: Vec<Color> = race.points.keys().copied().collect();
    let starter = left_neighbour(&players, race.starter);
    let kept = |color: Color| race.boat(color).map_or(0, |boat| boat.kept_after_race());
    let points = race.points.clone();
    game.race = Race::before_placing(course, race.number + 1, race.scoring, starter, points, kept);
    Ok(())
}

/// REFEREE `legal`.
fn legal(race: &Race) -> Value {
    match &race.phase {
        Phase::Place => json!({ "places": json::hexes(&race.free_places()) }),
        Phase::Dice => {
            let dice = race.acting().map_or(&[][..], |boat| &boat.dice);
            let choice = |(hold, count)| json!({ "hold": hold, "count": count });
            json!({ "dice": dice_choices(dice).into_iter().map(choice).collect::<Value>() })
        }
        Phase::Steer(hand) => json!({ "options": json::options(&race.choices_with(hand)) }),
        Phase::Done => Value::Null,
    }
}
