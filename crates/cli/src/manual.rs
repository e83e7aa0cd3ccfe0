//! `powerboats completions` and `powerboats man`: what shells and `man` know about the commands, made from the commands themselves.

use crate::{Cli, files};
use anyhow::{Context, Result};
use clap::{Args as ClapArgs, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::PathBuf;

const NAME: &str = "powerboats";

#[derive(ClapArgs)]
pub struct CompletionsArgs {
    /// The shell that completes the commands
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(ClapArgs)]
pub struct ManArgs {
    /// Write the pages of all commands to this folder [default: print the page of the program]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    files::write(None, &String::from_utf8(script)?)
}

pub fn man(args: &ManArgs) -> Result<()> {
    let mut program = Cli::command();
    program.build(); // gives each command its full name
    let Some(folder) = &args.folder else { return files::write(None, &page(&program)?) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    files::write(Some(&folder.join(format!("{NAME}.1"))), &page(&program)?)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        files::write(Some(&folder.join(format!("{NAME}-{}.1", command.get_name()))), &page(command)?)?;
    }
    Ok(())
}

fn page(command: &Command) -> Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8(page)?)
}
