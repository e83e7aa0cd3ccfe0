//! `powerboats backup`, `powerboats restore` and `powerboats redraw`: back up and restore the server's database.

use crate::database::{DatabaseOption, runtime};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_server::store::{Database, Earlier, backup, redraw, restore};
use std::path::PathBuf;

/// The option that names a SQLite database.
#[derive(ClapArgs)]
struct SqliteOption {
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

impl SqliteOption {
    fn file(&self) -> Result<PathBuf> {
        match self.database.parse() {
            Ok(Database::Sqlite(path)) => Ok(path),
            Ok(Database::Postgres(_)) => {
                bail!("this command is for SQLite: back up PostgreSQL with pg_dump and restore it with pg_restore")
            }
            Err(never) => match never {},
        }
    }
}

#[derive(ClapArgs)]
pub struct BackupArgs {
    /// The file to write; it must not exist yet
    file: PathBuf,
    #[command(flatten)]
    sqlite: SqliteOption,
}

#[derive(ClapArgs)]
pub struct RestoreArgs {
    /// The copy to restore
    file: PathBuf,
    #[command(flatten)]
    sqlite: SqliteOption,
    /// Overwrite the database that an earlier restore kept as FILE.before-restore
    #[arg(long)]
    force: bool,
}

#[derive(ClapArgs)]
pub struct RedrawArgs {
    #[command(flatten)]
    database: DatabaseOption,
}

pub fn back_up(args: &BackupArgs) -> Result<()> {
    runtime()?.block_on(backup(&args.sqlite.file()?, &args.file))?;
    println!("{}: database copied and checked", args.file.display());
    Ok(())
}

pub fn restore_copy(args: &RestoreArgs) -> Result<()> {
    let database = args.sqlite.file()?;
    let earlier = if args.force { Earlier::Replace } else { Earlier::Keep };
    let aside = runtime()?.block_on(restore(&args.file, &database, earlier))?;
    println!("{}: restored from {}", database.display(), args.file.display());
    if let Some(aside) = aside {
        println!("the previous database is now {}", aside.display());
    }
    Ok(())
}

pub fn redraw_dice(args: &RedrawArgs) -> Result<()> {
    runtime()?.block_on(redraw(&args.database.place()))?;
    println!("marked as restored: when the server starts, it draws new dice for unfinished regattas");
    Ok(())
}
