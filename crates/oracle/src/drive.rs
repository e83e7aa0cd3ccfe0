//! A random drive: makes up races and matches and plays them through a program, checking every answer.

use crate::chart::Chart;
use crate::deal::Told;
use crate::hex::{HEADINGS, Hex};
use crate::mischief::mischief;
use crate::oracle::{Game, Oracle, Problem};
use crate::pilot::Pilot;
use crate::race::{Phase, Race};
use crate::random::Random;
use crate::scene::{fair_match, fair_race, race_under_way, wild_race};
use crate::seat::{COLORS, Color};
use crate::spoil::spoilt_set_up;
use crate::tally::Tally;
use crate::watch;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Plays at least so many turns of random races and matches through `answer`, which takes a
/// request line and gives the program's answer line, and checks each by an [`Oracle`].
///
/// # Errors
/// The first answer that is not right: what differed, the request, and how many came before it.
pub fn drive(seed: u64, turns: usize, answer: &mut dyn FnMut(&str) -> String) -> Result<Tally, String> {
    let mut driver = Driver {
        random: Random::new(seed),
        oracle: Oracle::new(),
        tally: Tally::default(),
        answer,
        transcript: Vec::new(),
        enough: turns as u64,
    };
    // Before the first race there is none to speak of.
    for _ in 0..20 {
        driver.be_mischievous()?;
    }
    while driver.tally.turns < driver.enough {
        driver.play_something()?;
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
    enough: u64,
}

/// What kind of pilots sail a race.
#[derive(Clone, Copy)]
enum Mood {
    /// All kinds.
    Mixed,
    /// Only those who want to come home.
    Keen,
    /// All soon sunk.
    Mad,
}

/// Who pilots each boat, and the chart of the course they sail.
struct Crew {
    pilots: HashMap<Color, Pilot>,
    chart: Chart,
    charted: Option<[Hex; 4]>,
}

impl Driver<'_> {
    /// Sends a request, checks the answer and counts what it shows.
    fn ask(&mut self, request: &str) -> Result<Value, String> {
        let before = self.game();
        let answer = (self.answer)(request);
        self.oracle
            .check(request, &answer)
            .map_err(|why| format!("after {} right answers: {why}", self.tally.requests))?;
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
            watch::note_answer(&mut self.tally, &game.race, &asked, &answer["ok"]);
            self.transcript.push((request.to_string(), answer.clone()));
        }
        Ok(answer)
    }

    fn game(&self) -> Option<Game> {
        self.oracle.game.clone()
    }

    /// One request that is most likely wrong; nothing may have changed after it if it is.
    fn be_mischievous(&mut self) -> Result<(), String> {
        let game = self.game();
        let request = mischief(&mut self.random, game.as_ref().map(|game| &game.race));
        if self.would_begin_anew(&request) {
            return Ok(());
        }
        self.ask(&request)?;
        if self.random.one_in(2) {
            self.ask(r#"{"op":"state"}"#)?;
        }
        Ok(())
    }

    /// A set-up meant to be wrong that is right would end the game under way.
    fn would_begin_anew(&self, request: &str) -> bool {
        let asked: Value = serde_json::from_str(request).unwrap_or_default();
        let set_up = asked["op"] == "race" || asked["op"] == "match";
        let nothing = &mut Told { ok: &Value::Null };
        set_up && !matches!(self.oracle.respond(request, nothing), Err(Problem::Refused(_)))
    }

    /// One set-up and, if it was valid, the race or match it began.
    fn play_something(&mut self) -> Result<(), String> {
        let request = match self.random.below(40) {
            0..3 => fair_match(&mut self.random),
            3..8 => wild_race(&mut self.random),
            8..12 => spoilt_set_up(&mut self.random),
            12..22 => fair_race(&mut self.random).0,
            _ => race_under_way(&mut self.random),
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
        watch::note_set_up(&mut self.tally, &game);
        self.play()?;
        if game.dealt.is_some() && self.random.one_in(2) {
            self.replay()?;
        }
        Ok(())
    }

    /// REFEREE `match`: same seed and same choices, same match.
    fn replay(&mut self) -> Result<(), String> {
        for (request, before) in std::mem::take(&mut self.transcript) {
            let answer = self.ask(&request)?;
            if answer != before {
                return Err(format!(
                    "the same match played again differs\nrequest: {request}\nbefore: {before}\nnow: {answer}"
                ));
            }
        }
        self.tally.replays += 1;
        Ok(())
    }

    /// Plays the game that has begun until it is done or has gone on long enough.
    fn play(&mut self) -> Result<(), String> {
        let Some(game) = self.game() else {
            return Ok(());
        };
        let in_match = game.dealt.is_some();
        let moods = match (in_match, self.random.below(4)) {
            (true, 0 | 1) => [Mood::Mad, Mood::Mad],
            // Adrift on a whole lake nobody comes home.
            (true, _) => [Mood::Keen, Mood::Mad],
            (false, 0) => [Mood::Mixed, Mood::Mad],
            (false, 1) => [Mood::Keen, Mood::Keen],
            (false, _) => [Mood::Mixed, Mood::Mixed],
        };
        let mood = self.random.pick(&moods);
        let mut crew = Crew::muster(&mut self.random, mood);
        let patience = if in_match { 250 } else { self.random.between(5, 150) };
        let mut turns_of_race = 0;
        while self.tally.turns < self.enough {
            if self.random.one_in(8) {
                self.be_mischievous()?;
            }
            if self.random.one_in(5) {
                self.ask(r#"{"op":"legal"}"#)?;
            }
            let Some(game) = self.game() else {
                return Ok(());
            };
            if turns_of_race > patience {
                if !in_match && self.random.one_in(2) {
                    return Ok(());
                }
                // Let them all sink, so that the race ends.
                turns_of_race = 0;
                crew = Crew::muster(&mut self.random, Mood::Mad);
            }
            crew.take_chart(&game.race);
            match &game.race.phase {
                Phase::Place => self.place(&game.race)?,
                Phase::Dice => self.roll(&game, &crew)?,
                Phase::Steer(hand) => {
                    turns_of_race += 1;
                    if self.steer(&game, hand, &crew)? {
                        turns_of_race = 0;
                        let mood = self.random.pick(&moods);
                        crew = Crew::muster(&mut self.random, mood);
                    }
                }
                Phase::Done => {
                    for _ in 0..3 {
                        self.be_mischievous()?;
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

    fn roll(&mut self, game: &Game, crew: &Crew) -> Result<(), String> {
        let given = game.dealt.is_none() && !self.random.one_in(4);
        let pilot = crew.pilot(&game.race);
        let throw = pilot.throw(&mut self.random, &game.race, &crew.chart, given);
        let mut hold = throw.hold;
        self.random.shuffle(&mut hold);
        let mut request = json!({"op": "dice", "hold": hold, "count": throw.count});
        if given {
            request["rolled"] = throw.rolled.into();
        }
        self.ask(&request.to_string()).map(|_| ())
    }

    /// Steers; true if that ended a race.
    fn steer(&mut self, game: &Game, hand: &[u8], crew: &Crew) -> Result<bool, String> {
        let pilot = crew.pilot(&game.race);
        let choice = pilot.steer(&mut self.random, &game.race, &crew.chart, hand);
        let request = json!({"op": "steer", "to": choice.to.name()});
        let answer = self.ask(&request.to_string())?;
        Ok(!answer["ok"]["race_result"].is_null())
    }
}

impl Crew {
    fn muster(random: &mut Random, mood: Mood) -> Crew {
        let mut pilot = |color| {
            let pilot = match (mood, Pilot::any(random)) {
                (Mood::Mad, _) => Pilot::Speeder,
                (Mood::Keen, Pilot::Drifter | Pilot::Speeder) => Pilot::Racer,
                (_, pilot) => pilot,
            };
            (color, pilot)
        };
        Crew { pilots: COLORS.map(&mut pilot).into(), chart: Chart::default(), charted: None }
    }

    /// Charts the course, if it is another than before and somebody reads charts.
    fn take_chart(&mut self, race: &Race) {
        let charted = self.charted == Some(race.course.buoys);
        if !charted && self.pilots.values().any(|pilot| pilot.reads_charts()) {
            self.chart = Chart::of(&race.course);
            self.charted = Some(race.course.buoys);
        }
    }

    fn pilot(&self, race: &Race) -> Pilot {
        let color = race.turn.unwrap_or(Color::Orange);
        self.pilots.get(&color).copied().unwrap_or(Pilot::Drifter)
    }
}
