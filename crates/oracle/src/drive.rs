//! Random testing: plays random races and matches through a program and checks every answer.

use crate::bad_request::bad_request;
use crate::bad_setup::bad_setup;
use crate::counting;
use crate::deal::FromAnswer;
use crate::distances::Distances;
use crate::hex::{HEADINGS, Hex};
use crate::oracle::{Game, Oracle, Problem};
use crate::pilot::Pilot;
use crate::race::{Phase, Race};
use crate::random::Random;
use crate::random_setup::{race_in_progress, random_race, valid_match, valid_race};
use crate::seat::{COLORS, Color};
use crate::tally::Tally;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Plays at least `turns` turns of random races and matches. `answer` takes a request line and returns the program's
/// answer line. An [`Oracle`] checks each answer.
///
/// # Errors
/// The first wrong answer: what differs, the request, and the number of correct answers before it.
pub fn drive(seed: u64, turns: usize, answer: &mut dyn FnMut(&str) -> String) -> Result<Tally, String> {
    let mut driver = Driver {
        random: Random::new(seed),
        oracle: Oracle::new(),
        tally: Tally::default(),
        answer,
        transcript: Vec::new(),
        wanted_turns: turns as u64,
    };
    // Bad requests before the first race.
    for _ in 0..20 {
        driver.send_bad_request()?;
    }
    while driver.tally.turns < driver.wanted_turns {
        driver.play_game()?;
    }
    Ok(driver.tally)
}

struct Driver<'a> {
    random: Random,
    oracle: Oracle,
    tally: Tally,
    answer: &'a mut dyn FnMut(&str) -> String,
    /// The requests that changed this game, with their answers.
    transcript: Vec<(String, Value)>,
    wanted_turns: u64,
}

/// Which kinds of pilots play a race.
#[derive(Clone, Copy)]
enum Mood {
    /// All kinds of pilots.
    Mixed,
    /// Only pilots that try to finish.
    Keen,
    /// Only pilots that soon sink.
    Mad,
}

/// The pilot of each boat, and the distance table they use.
struct Pilots {
    pilots: HashMap<Color, Pilot>,
    distances: Distances,
    /// The buoys of the course that `distances` belongs to.
    measured: Option<[Hex; 4]>,
}

impl Driver<'_> {
    /// Sends a request, checks the answer and counts what happened.
    fn ask(&mut self, request: &str) -> Result<Value, String> {
        let before = self.game();
        let answer = (self.answer)(request);
        self.oracle
            .check(request, &answer)
            .map_err(|why| format!("after {} correct answers: {why}", self.tally.requests))?;
        self.tally.requests += 1;
        let answer: Value = serde_json::from_str(&answer).map_err(|e| e.to_string())?;
        if let Some(code) = answer["error"]["code"].as_str() {
            *self.tally.errors.entry(code.to_string()).or_default() += 1;
            return Ok(answer);
        }
        let asked: Value = serde_json::from_str(request).map_err(|e| e.to_string())?;
        if let Some(game) = before
            && ["place", "dice", "steer"].iter().any(|op| asked["op"] == *op)
        {
            counting::count_answer(&mut self.tally, &game.race, &asked, &answer["ok"]);
            self.transcript.push((request.to_string(), answer.clone()));
        }
        Ok(answer)
    }

    fn game(&self) -> Option<Game> {
        self.oracle.game.clone()
    }

    /// Sends a request that is most likely wrong. If it is, nothing may change.
    fn send_bad_request(&mut self) -> Result<(), String> {
        let game = self.game();
        let request = bad_request(&mut self.random, game.as_ref().map(|game| &game.race));
        if self.would_start_new_game(&request) {
            return Ok(());
        }
        self.ask(&request)?;
        if self.random.one_in(2) {
            self.ask(r#"{"op":"state"}"#)?;
        }
        Ok(())
    }

    /// Is this a valid set-up? It would replace the current game.
    fn would_start_new_game(&self, request: &str) -> bool {
        let asked: Value = serde_json::from_str(request).unwrap_or_default();
        let set_up = asked["op"] == "race" || asked["op"] == "match";
        let nothing = &mut FromAnswer { ok: &Value::Null };
        set_up && !matches!(self.oracle.respond(request, nothing), Err(Problem::Refused(_)))
    }

    /// Sends a set-up and, if it is valid, plays the race or match.
    fn play_game(&mut self) -> Result<(), String> {
        let request = match self.random.below(40) {
            0..3 => valid_match(&mut self.random),
            3..8 => random_race(&mut self.random),
            8..12 => bad_setup(&mut self.random),
            12..22 => valid_race(&mut self.random).0,
            _ => race_in_progress(&mut self.random),
        };
        let request = request.to_string();
        self.transcript.clear();
        let answer = self.ask(&request)?;
        if answer["ok"].is_null() {
            self.tally.refused += 1;
            return Ok(());
        }
        self.transcript.insert(0, (request, answer));
        let Some(game) = self.game() else {
            return Ok(());
        };
        counting::count_set_up(&mut self.tally, &game);
        self.play()?;
        if game.dealt.is_some() && self.random.one_in(2) {
            self.replay()?;
        }
        Ok(())
    }

    /// REFEREE `match`: the same seed and the same choices give the same match.
    fn replay(&mut self) -> Result<(), String> {
        for (request, before) in std::mem::take(&mut self.transcript) {
            let answer = self.ask(&request)?;
            if answer != before {
                return Err(format!(
                    "the same match gave another answer when played again\nrequest: {request}\nbefore: {before}\nnow: {answer}"
                ));
            }
        }
        self.tally.replays += 1;
        Ok(())
    }

    /// Plays the current game until it is over or has taken enough turns.
    fn play(&mut self) -> Result<(), String> {
        let Some(game) = self.game() else {
            return Ok(());
        };
        let in_match = game.dealt.is_some();
        let moods = match (in_match, self.random.below(4)) {
            (true, 0 | 1) => [Mood::Mad, Mood::Mad],
            // On a whole lake, boats that move at random never finish.
            (true, _) => [Mood::Keen, Mood::Mad],
            (false, 0) => [Mood::Mixed, Mood::Mad],
            (false, 1) => [Mood::Keen, Mood::Keen],
            (false, _) => [Mood::Mixed, Mood::Mixed],
        };
        let mood = self.random.pick(&moods);
        let mut pilots = Pilots::choose(&mut self.random, mood);
        let max_turns = if in_match { 250 } else { self.random.between(5, 150) };
        let mut turns_of_race = 0;
        while self.tally.turns < self.wanted_turns {
            if self.random.one_in(8) {
                self.send_bad_request()?;
            }
            if self.random.one_in(5) {
                self.ask(r#"{"op":"legal"}"#)?;
            }
            let Some(game) = self.game() else {
                return Ok(());
            };
            if turns_of_race > max_turns {
                if !in_match && self.random.one_in(2) {
                    return Ok(());
                }
                // Let all boats sink, so that the race ends.
                turns_of_race = 0;
                pilots = Pilots::choose(&mut self.random, Mood::Mad);
            }
            pilots.update_distances(&game.race);
            match &game.race.phase {
                Phase::Place => self.place(&game.race)?,
                Phase::Dice => self.roll(&game, &pilots)?,
                Phase::Steer(hand) => {
                    turns_of_race += 1;
                    if self.steer(&game, hand, &pilots)? {
                        turns_of_race = 0;
                        let mood = self.random.pick(&moods);
                        pilots = Pilots::choose(&mut self.random, mood);
                    }
                }
                Phase::Done => {
                    for _ in 0..3 {
                        self.send_bad_request()?;
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, race: &Race) -> Result<(), String> {
        let at = self.random.pick(&race.free_places()).name();
        let heading = self.random.pick(&HEADINGS).name();
        let request = json!({"op": "place", "at": at, "heading": heading});
        self.ask(&request.to_string()).map(|_| ())
    }

    fn roll(&mut self, game: &Game, pilots: &Pilots) -> Result<(), String> {
        let given = game.dealt.is_none() && !self.random.one_in(4);
        let pilot = pilots.acting(&game.race);
        let roll = pilot.roll(&mut self.random, &game.race, &pilots.distances, given);
        let mut hold = roll.hold;
        self.random.shuffle(&mut hold);
        let mut request = json!({"op": "dice", "hold": hold, "count": roll.count});
        if given {
            request["rolled"] = roll.rolled.into();
        }
        self.ask(&request.to_string()).map(|_| ())
    }

    /// Steers. Returns true if that ended a race.
    fn steer(&mut self, game: &Game, hand: &[u8], pilots: &Pilots) -> Result<bool, String> {
        let pilot = pilots.acting(&game.race);
        let choice = pilot.steer(&mut self.random, &game.race, &pilots.distances, hand);
        let request = json!({"op": "steer", "to": choice.to.name()});
        let answer = self.ask(&request.to_string())?;
        Ok(!answer["ok"]["race_result"].is_null())
    }
}

impl Pilots {
    fn choose(random: &mut Random, mood: Mood) -> Pilots {
        let mut pilot = |color| {
            let pilot = match (mood, Pilot::any(random)) {
                (Mood::Mad, _) => Pilot::Speeder,
                (Mood::Keen, Pilot::Drifter | Pilot::Speeder) => Pilot::Racer,
                (_, pilot) => pilot,
            };
            (color, pilot)
        };
        Pilots { pilots: COLORS.map(&mut pilot).into(), distances: Distances::default(), measured: None }
    }

    /// Computes the distances if the course is new and some pilot needs them.
    fn update_distances(&mut self, race: &Race) {
        let measured = self.measured == Some(race.course.buoys);
        if !measured && self.pilots.values().any(|pilot| pilot.uses_distances()) {
            self.distances = Distances::of(&race.course);
            self.measured = Some(race.course.buoys);
        }
    }

    fn acting(&self, race: &Race) -> Pilot {
        let color = race.turn.unwrap_or(Color::Orange);
        self.pilots.get(&color).copied().unwrap_or(Pilot::Drifter)
    }
}
