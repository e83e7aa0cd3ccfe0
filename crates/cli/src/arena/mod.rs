//! `powerboats arena`: plays many matches between pilots and bots, and compares them.

mod bot;
mod process;
mod table;

use crate::{files, random_options::RandomOptions};
use anyhow::{Context, Result, bail};
use bot::{Bot, BotLimits};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{
    CourseCache, Pilot, PilotKind,
    arena::{Contestant, Fixture, MatchResult, Played, play_recorded, standings},
};
use powerboats_rules::{Action, Draw, Regatta};
use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::signal::unix::{SignalKind, signal};

#[derive(ClapArgs)]
pub struct Args {
    /// Pilots, the same one may play several times: rookie, deckhand, bosun, mate, skipper, commander, captain, admiral, turtle,
    /// gambler or fox. Two to six contestants, bots among them
    #[arg(num_args = 0..=6, value_name = "PILOT")]
    pilots: Vec<PilotKind>,
    /// A bot: a command that answers questions on its standard input (docs/bots.md); repeat the option for several bots
    #[arg(long = "bot", value_name = "COMMAND")]
    bots: Vec<String>,
    /// Milliseconds that a bot may think about a decision
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    bot_time: u64,
    /// Memory that a bot may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    bot_memory: u64,
    /// Number of matches; a multiple of the number of contestants lets each sit in each seat equally often
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matches: u64,
    /// Number of races in a match
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    races: u8,
    /// Milliseconds that an Admiral thinks about a decision
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    thinks: u64,
    /// Number of matches to play at the same time [default: one per core, with bots one]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    threads: Option<u8>,
    /// Write the record of each match to this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    random: RandomOptions,
}

/// Who plays: the pilots, then the bots.
enum Entrant {
    Pilot(PilotKind),
    Bot { number: usize, command: String },
}

impl Entrant {
    /// The name in tables and records.
    fn name(&self) -> String {
        match self {
            Entrant::Pilot(kind) => kind.name().to_owned(),
            Entrant::Bot { number, .. } => format!("bot {number}"),
        }
    }
}

/// An entrant in one match.
enum Player<'b> {
    Pilot(Box<dyn Pilot>),
    Bot(&'b mut Bot),
}

impl Contestant for Player<'_> {
    fn decide(&mut self, regatta: &Regatta, draw: &mut dyn Draw) -> Option<Action> {
        match self {
            Player::Pilot(pilot) => Contestant::decide(pilot, regatta, draw),
            Player::Bot(bot) => bot.decide(regatta, draw),
        }
    }
}

/// A series of matches, and what came of it so far.
struct Series<'a> {
    args: &'a Args,
    entrants: Vec<Entrant>,
    seed: u64,
    next: AtomicU64,
    results: Mutex<Vec<Vec<MatchResult>>>,
    /// The first fault of each entrant.
    faults: Mutex<Vec<Option<String>>>,
    bar: ProgressBar,
}

pub fn run(args: &Args) -> Result<()> {
    let series = Series::new(args)?;
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    if !args.bots.is_empty() {
        end_bots_with_this_program()?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let usual = if args.bots.is_empty() { cores } else { 1 };
    let threads = args.threads.map_or(usual, usize::from).min(args.matches as usize);
    let done = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(|| series.play())).collect();
        running.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    series.bar.finish_and_clear();
    for played in done {
        let Ok(played) = played else { bail!("a match panicked") };
        played?;
    }
    let results = series.results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let faults = series.faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    let standings = standings(series.entrants.len(), args.races, &results);
    let table = table::Table { args, seed: series.seed, entrants: &series.entrants, standings, faults };
    let report = if args.json { table.to_json() } else { table.to_text()? };
    files::write(None, &report)
}

/// Bots have process groups of their own, so Ctrl-C does not reach them.
fn end_bots_with_this_program() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let context = runtime.enter();
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    drop(context);
    let listen = async move {
        tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} }
        process::end_all();
        std::process::exit(130)
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen))?;
    Ok(())
}

impl Series<'_> {
    fn new(args: &Args) -> Result<Series<'_>> {
        let thinks = Duration::from_millis(args.thinks);
        let pilot = |kind: &PilotKind| match kind {
            PilotKind::Admiral(_) => Entrant::Pilot(PilotKind::Admiral(thinks)),
            kind => Entrant::Pilot(kind.clone()),
        };
        let bot = |(number, command): (usize, &String)| Entrant::Bot { number, command: command.clone() };
        let entrants: Vec<Entrant> = args.pilots.iter().map(pilot).chain((1..).zip(&args.bots).map(bot)).collect();
        if !(2..=6).contains(&entrants.len()) {
            bail!("a match needs two to six contestants, pilots and bots together, not {}", entrants.len());
        }
        let style = "{bar:32.cyan/blue} {pos}/{len} matches · {elapsed} · {eta} left";
        let bar = ProgressBar::new(args.matches).with_style(ProgressStyle::with_template(style)?);
        bar.enable_steady_tick(Duration::from_millis(200));
        let faults = Mutex::new(entrants.iter().map(|_| None).collect());
        let results = Mutex::new(vec![Vec::new(); args.matches as usize]);
        Ok(Series { args, entrants, seed: args.random.seed()?, next: AtomicU64::new(0), results, faults, bar })
    }

    /// Plays matches until there are none left.
    fn play(&self) -> Result<()> {
        let limits = BotLimits { time: Duration::from_millis(self.args.bot_time), memory: self.args.bot_memory };
        let mut bots: Vec<Bot> = self.args.bots.iter().map(|command| Bot::new(command, limits)).collect();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.args.matches {
                break;
            }
            let Played { results, record } = self.play_match(number, &mut bots);
            self.results.lock().unwrap_or_else(PoisonError::into_inner)[number as usize] = results;
            if let Some(folder) = &self.args.records {
                let width = self.args.matches.to_string().len();
                files::write(Some(&folder.join(format!("match-{:0width$}.txt", number + 1))), &record.to_string())?;
            }
            self.bar.inc(1);
        }
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        for (fault, bot) in faults.iter_mut().skip(self.args.pilots.len()).zip(&bots) {
            *fault = fault.take().or_else(|| bot.first_fault().map(str::to_owned));
        }
        Ok(())
    }

    fn play_match(&self, number: u64, bots: &mut [Bot]) -> Played {
        let courses = CourseCache::new();
        let mut bots = bots.iter_mut();
        let player = |entrant: &Entrant| match entrant {
            Entrant::Pilot(kind) => Some(Player::Pilot(kind.pilot(&courses))),
            Entrant::Bot { .. } => bots.next().map(Player::Bot),
        };
        let mut players: Vec<Player> = self.entrants.iter().filter_map(player).collect();
        let names: Vec<String> = self.entrants.iter().map(Entrant::name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (sides, races, seed) = (self.args.random.side.into(), self.args.races, self.seed);
        play_recorded(&mut players, &names, Fixture { sides, races, seed, number, lakes: None }, &courses)
    }
}
