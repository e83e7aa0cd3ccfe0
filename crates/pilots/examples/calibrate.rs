//! Measures the capped turns that each pilot loses per decision, in matches of four pilots of a kind. The classes of skill are based
//! on it. `cargo run --release --example calibrate -- 20 captain skipper rookie` plays 20 matches on each side of the tiles.

#[path = "../tests/pilots/table.rs"]
mod table;

use powerboats_pilots::{
    CourseCache, PilotKind,
    analysis::{Analysis, PlayerAnalysis, SkillClass},
    arena::Mean,
};
use powerboats_rules::Sides;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [matches, kinds @ ..] = &args[..] else { return Err("give a number of matches, and pilots".into()) };
    let matches: u64 = matches.parse()?;
    println!(
        "side   pilot     lost a decision: mean   10 %   50 %   90 %   luck a race       traffic a race  residue  classes"
    );
    for kind in kinds {
        let kind = match kind.parse()? {
            PilotKind::Admiral(_) => PilotKind::Admiral(Duration::from_millis(20)),
            kind => kind,
        };
        for sides in Sides::ALL {
            measure(&kind, sides, matches)?;
        }
    }
    Ok(())
}

fn measure(kind: &PilotKind, sides: Sides, matches: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut players: Vec<PlayerAnalysis> = Vec::new();
    let mut residue = 0f64;
    for seed in 0..matches {
        let courses = CourseCache::new();
        let book = table::play(&vec![kind.clone(); 4], sides, (seed, seed), &courses);
        let analysis = Analysis::of(&book, &courses, |_| ())?;
        players.extend(analysis.players());
        let boats = analysis.races.iter().flat_map(|race| &race.boats);
        residue = boats.map(|boat| boat.residue().abs()).fold(residue, f64::max);
    }
    let mut rates: Vec<f64> = players.iter().map(PlayerAnalysis::capped_error_rate).collect();
    rates.sort_by(f64::total_cmp);
    let part = |tenths: usize| rates[(rates.len() - 1) * tenths / 10];
    let mean = Mean::of(rates.iter().copied());
    let luck = Mean::of(players.iter().map(PlayerAnalysis::luck_per_race));
    let traffic = Mean::of(players.iter().map(|player| player.traffic / f64::from(player.races)));
    let count = |class: SkillClass| players.iter().filter(|player| player.class() == Some(class)).count();
    let classes = SkillClass::ALL.map(count);
    println!(
        "{sides:<6} {kind:<9} {:>21.3} {:>6.3} {:>6.3} {:>6.3}   {:>+6.2} ± {:<4.2}   {:>13.2}   {residue:.4}  {classes:?}",
        mean.mean,
        part(1),
        part(5),
        part(9),
        luck.mean,
        luck.error,
        traffic.mean
    );
    Ok(())
}
