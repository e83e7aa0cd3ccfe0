//! `powerboats watch`: shows a match between pilots or random players in the terminal.

use crate::{
    files,
    random_options::{RandomOptions, open_match},
    terminal::{self, Ink},
};
use anyhow::Result;
use clap::Args as ClapArgs;
use powerboats_pilots::{CourseCache, Pilot, PilotKind, Score};
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
    random: RandomOptions,
    /// Two to six pilots: rookie, deckhand, bosun, mate, skipper, commander, captain, admiral, turtle, gambler or fox
    /// [default: captain skipper captain rookie]
    #[arg(num_args = 2..=6, value_name = "PILOT")]
    pilots: Vec<PilotKind>,
    /// Instead of pilots, let this many players take random legal turns
    #[arg(long, conflicts_with = "pilots", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Option<u8>,
    /// Milliseconds to pause after each turn [default: 120 in a terminal, else 0]
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=10_000))]
    delay: Option<u64>,
    /// Stop after this many turns
    #[arg(long, default_value_t = 2000)]
    turns: u64,
    /// Write the record of the match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Args {
    /// The pilot in each seat; `None` for a random player.
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

/// The number of log lines shown below the lake.
const LOG_LINES: usize = 6;

pub fn run(args: &Args) -> Result<()> {
    let live = stdout().is_terminal();
    let ink = if live && std::env::var_os("NO_COLOR").is_none() { Ink::Color } else { Ink::Plain };
    let pause = Duration::from_millis(args.delay.unwrap_or(if live { 120 } else { 0 }));
    let seed = args.random.seed()?;
    let mut dice = SeededDice::new(seed);
    let kinds = args.kinds();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.as_ref().map_or("random", PilotKind::name)).collect();
    let mut book = open_match(args.random.side.into(), &names, &mut dice)?;
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
                // A terminal shows the lake before every turn, a pipe or file only once per race.
                if let Phase::Dice(_) = race.phase()
                    && (live || !shown)
                {
                    shown = true;
                    show(&book, race, ink, live)?;
                    sleep(pause);
                }
                let Some(action) = next_action(&book, race, &mut pilots, &mut dice) else { break };
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
    let again = format!("powerboats watch {players} --seed {seed} --side {}", Sides::from(args.random.side));
    files::write(None, &format!("{turns} turns. To repeat this match: {again}\n"))
}

/// The decision of the pilot whose turn it is, or a random action for random players and rolls.
fn next_action(
    book: &Logbook,
    race: &Race,
    pilots: &mut [Option<Box<dyn Pilot>>],
    dice: &mut SeededDice,
) -> Option<Action> {
    // Colours are given out from orange on, so the index of a colour is that of its pilot.
    let pilot = race.phase().turn().and_then(|color| pilots[color as usize].as_mut());
    match (pilot, race.phase()) {
        (Some(pilot), Phase::Place(_) | Phase::Dice(_) | Phase::Steer(..)) => {
            Some(pilot.decide(race, &Score::of(book.regatta()), dice))
        }
        _ => random_action(race, dice),
    }
}

fn deal(book: &mut Logbook, letter: Letter, dice: &mut SeededDice) -> Result<()> {
    let (layout, boats) = (book.regatta().layout(), book.regatta().seats().len());
    let course = draw_course(layout, letter, boats, dice).ok_or(powerboats_rules::BadDeal::Unplayable)?;
    Ok(book.deal(course)?)
}

fn show(book: &Logbook, race: &Race, ink: Ink, live: bool) -> Result<()> {
    // In a terminal each picture replaces the last one.
    let mut text = String::from(if live { "\x1b[2J\x1b[H" } else { "" });
    let letter = Letter::of_race(race.number()).map_or(' ', Letter::char);
    writeln!(text, "Race {letter}   lake {}   course {}", book.regatta().layout(), race.course().plan())?;
    text += &terminal::lake(race, ink);
    for boat in race.boats() {
        let state = match boat.status {
            Status::Racing { .. } => match boat.progress.leg {
                Leg::Start => "next: start".to_owned(),
                Leg::Finish => "next: finish".to_owned(),
                gate => format!("next: buoy {gate}"),
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
        for entry in &log[log.len().saturating_sub(LOG_LINES)..] {
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
