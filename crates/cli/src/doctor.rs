//! `powerboats doctor`: checks a server's configuration, database, disk, clock and keys, and says what to mend.

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_server::{
    config::Options,
    doctor::{Finding, Verdict, examine},
};
use std::path::PathBuf;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Read settings from a TOML file, as `powerboats serve` does
    #[arg(long, env = "POWERBOATS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let findings = match configuration(args) {
        Ok(config) => runtime.block_on(examine(&config)),
        Err(error) => {
            vec![Finding::bad("configuration", error.to_string(), "change the flag, the variable or the file")]
        }
    };
    let mut faults = 0;
    for Finding { what, verdict, says, mend } in findings {
        let sign = match verdict {
            Verdict::Good => "ok     ",
            Verdict::Doubtful => "look   ",
            Verdict::Bad => "MEND   ",
        };
        faults += usize::from(verdict == Verdict::Bad);
        println!("{sign}{what:<14} {says}");
        if let Some(mend) = mend {
            println!("       {:<14} → {mend}", "");
        }
    }
    if faults > 0 { bail!("{faults} of these must be fixed before the server can run well") } else { Ok(()) }
}

fn configuration(args: Args) -> Result<powerboats_server::config::Config> {
    let file = args.config.as_deref().map(Options::read).transpose()?.unwrap_or_default();
    Ok(args.options.or(file).config()?)
}
