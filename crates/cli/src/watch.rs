//! `powerboats watch`: a match of pilots, or of random players, in the terminal.

use crate::{
    draw::{Chance, open_match},
    files,
    terminal::{self, Ink},
};
use anyhow::Result;
use clap::Args as ClapArgs;
use powerboats_pilots::{CourseCache, PilotKind, Score};
use powerboats_referee::SeededDice;
use powerboats_rules::{
    Action, Entry, Event, Leg, Letter, Logbook, Phase, Race, RegattaPhase, Sides, Status, draw_course, random_action,
};
use std::{
    fmt::Write,
    io::{IsTerminal, stdout},
    path::PathBuf,
    thread::sleep,
    time::Duration,
};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    chance: Chance,
    /// Two to six pilots: rookie, skipper, captain or admiral [default: captain skipper captain rookie]
    #[arg(num_args = 2..=6, value_name = "PILOT")]
    pilots: Vec<PilotKind>,
    /// So many players instead who do anything legal
    #[arg(long, conflicts_with = "pilots", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Option<u8>,
    /// Milliseconds to look at each turn [default: 120 in a terminal, else 0]
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=10_000))]
    delay: Option<u64>,
    /// End after so many turns
    #[arg(long, default_value_t = 2000)]
    turns: u64,
    /// Write the record to this file, to replay or analyze
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Args {
    /// Who steers in each seat; `None` for somebody who does anything legal.
    fn kinds(&self) -> Vec<Option<PilotKind>> {
        match self.players {
            Some(players) => vec![None; players.into()],
            None if self.pilots.is_empty() => {
                [PilotKind::Captain, PilotKind::Skipper, PilotKind::Captain, PilotKind::Rookie].map(Some).to_vec()
            }
            None => self.pilots.iter().cloned().map(Some).collect(),
        }
    }
}

/// The latest things that happened, newest last.
const LINES: usize = 6;

pub fn run(args: &Args) -> Result<()> {
    let live = stdout().is_terminal();
    let ink = if live && std::env::var_os("NO_COLOR").is_none() { Ink::Color } else { Ink::Plain };
    let pause = Duration::from_millis(args.delay.unwrap_or(if live { 120 } else { 0 }));
    let seed = args.chance.seed()?;
    let mut dice = SeededDice::new(seed);
    let kinds = args.kinds();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.as_ref().map_or("random", PilotKind::name)).collect();
    let mut book = open_match(args.chance.side.into(), &names, &mut dice)?;
    let courses = CourseCache::new();
    let mut pilots: Vec<_> = kinds.iter().map(|kind| kind.as_ref().map(|kind| kind.pilot(&courses))).collect();
    let mut turns = 0;
    let mut shown = false;
    loop {
        match book.regatta().phase() {
            RegattaPhase::Deal(letter) => deal(&mut book, letter, &mut dice)?,
            RegattaPhase::Race(_) if turns == args.turns => break,
            RegattaPhase::Race(_) => {
                let Some(race) = book.regatta().race() else { break };
                // The lake is shown once a race, and each turn only in a terminal.
                if let Phase::Dice(_) = race.phase()
                    && (live || !shown)
                {
                    shown = true;
                    show(&book, race, ink, live)?;
                    sleep(pause);
                }
                // Seats are taken from orange on, so a colour's number is its pilot's.
                let pilot = race.phase().turn().and_then(|color| pilots[color as usize].as_mut());
                let action = match (pilot, race.phase()) {
                    (Some(pilot), Phase::Place(_) | Phase::Dice(_) | Phase::Steer(..)) => {
                        Some(pilot.decide(race, &Score::of(book.regatta()), &mut dice))
                    }
                    _ => random_action(race, &mut dice),
                };
                let Some(action) = action else { break };
                if let Event::Moved(_) = book.apply(action)? {
                    turns += 1;
                }
                if let (Action::Steer(_), Some(Entry::EndRace(..) | Entry::End(_))) = (action, book.record().log.last())
                {
                    shown = false;
                    end_of_race(&book)?;
                    sleep(pause * 10);
                }
            }
            RegattaPhase::Over => break,
        }
    }
    if let Some(path) = &args.record {
        files::write(Some(path), &book.record().to_string())?;
    }
    let players = args.players.map_or_else(|| names.join(" "), |players| format!("--players {players}"));
    let again = format!("powerboats watch {players} --seed {seed} --side {}", Sides::from(args.chance.side));
    files::write(None, &format!("{turns} turns. The same match again: {again}\n"))
}

fn deal(book: &mut Logbook, letter: Letter, dice: &mut SeededDice) -> Result<()> {
    let (layout, boats) = (book.regatta().layout(), book.regatta().seats().len());
    let course = draw_course(layout, letter, boats, dice).ok_or(powerboats_rules::BadDeal::DoesNotStand)?;
    Ok(book.deal(course)?)
}

fn show(book: &Logbook, race: &Race, ink: Ink, live: bool) -> Result<()> {
    // In a terminal each picture takes the place of the last.
    let mut text = String::from(if live { "\x1b[2J\x1b[H" } else { "" });
    let letter = Letter::of_race(race.number()).map_or(' ', Letter::char);
    writeln!(text, "Race {letter}   lake {}   course {}", book.regatta().layout(), race.course().plan())?;
    text += &terminal::lake(race, ink);
    for boat in race.boats() {
        let state = match boat.status {
            Status::Racing { .. } => match boat.progress.leg {
                Leg::Start => "to the start".to_owned(),
                Leg::Finish => "to the finish".to_owned(),
                gate => format!("to buoy {gate}"),
            },
            other => other.name().to_owned(),
        };
        let damage = format!(
            "{}{}",
            "x".repeat(boat.damage.min(4).into()),
            ".".repeat(4usize.saturating_sub(boat.damage.into()))
        );
        let points = book.regatta().points()[boat.color];
        let (sign, dice) = (terminal::letter(boat.color), boat.hand.to_string());
        let name =
            book.record().players.iter().find(|(color, _)| *color == boat.color).map_or("", |(_, name)| name.as_str());
        writeln!(
            text,
            "{sign} {:<7} dice {dice:<8} damage {damage}  {state:<14} {points:>3} points  {name}",
            boat.color
        )?;
    }
    if live {
        let log = &book.record().log;
        for entry in &log[log.len().saturating_sub(LINES)..] {
            writeln!(text, "  {entry}")?;
        }
    }
    files::write(None, &text)
}

fn end_of_race(book: &Logbook) -> Result<()> {
    let log = &book.record().log;
    let ends = log.iter().rev().take_while(|entry| matches!(entry, Entry::EndRace(..) | Entry::End(_)));
    let lines: Vec<String> = ends.map(|entry| format!("{entry}\n")).collect();
    files::write(None, &lines.into_iter().rev().collect::<String>())
}
