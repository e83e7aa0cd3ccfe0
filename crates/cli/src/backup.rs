//! `powerboats backup`, `powerboats restore` and `powerboats redraw`: copies of the server's database.

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_server::store::{Database, Earlier, backup, redraw, restore};
use std::path::PathBuf;

/// Which database.
#[derive(ClapArgs)]
struct Which {
    /// The server's SQLite file
    #[arg(
        long,
        env = "POWERBOATS_DATABASE",
        value_name = "FILE",
        default_value = "powerboats.db",
        hide_env_values = true
    )]
    database: String,
}

impl Which {
    fn file(&self) -> Result<PathBuf> {
        match self.database.parse() {
            Ok(Database::Sqlite(path)) => Ok(path),
            Ok(Database::Postgres(_)) => bail!("PostgreSQL has its own tools: pg_dump and pg_restore"),
            Err(never) => match never {},
        }
    }
}

#[derive(ClapArgs)]
pub struct BackupArgs {
    /// Where the copy goes; nothing is overwritten
    file: PathBuf,
    #[command(flatten)]
    which: Which,
}

#[derive(ClapArgs)]
pub struct RestoreArgs {
    /// The copy
    file: PathBuf,
    #[command(flatten)]
    which: Which,
    /// Throw away what an earlier restore put aside
    #[arg(long)]
    force: bool,
}

#[derive(ClapArgs)]
pub struct RedrawArgs {
    /// The server's SQLite file, or postgres://…
    #[arg(
        long,
        env = "POWERBOATS_DATABASE",
        value_name = "URL-or-file",
        default_value = "powerboats.db",
        hide_env_values = true
    )]
    database: String,
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

pub fn make(args: &BackupArgs) -> Result<()> {
    runtime()?.block_on(backup(&args.which.file()?, &args.file))?;
    println!("{}: copied and checked", args.file.display());
    Ok(())
}

pub fn put_back(args: &RestoreArgs) -> Result<()> {
    let database = args.which.file()?;
    let earlier = if args.force { Earlier::Replace } else { Earlier::Keep };
    let aside = runtime()?.block_on(restore(&args.file, &database, earlier))?;
    println!("{}: restored from {}", database.display(), args.file.display());
    if let Some(aside) = aside {
        println!("what was there is now {}", aside.display());
    }
    Ok(())
}

pub fn redraw_dice(args: &RedrawArgs) -> Result<()> {
    let database = match args.database.parse() {
        Ok(database) => database,
        Err(never) => match never {},
    };
    runtime()?.block_on(redraw(&database))?;
    println!("marked as restored: the server draws new dice for unfinished regattas when it starts");
    Ok(())
}
