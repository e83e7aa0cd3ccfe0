//! `powerboats verify`: checks that a record follows the rules and that its dice were fair.

use crate::files;
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use powerboats_referee::fair;
use powerboats_rules::replay;
use std::path::PathBuf;

#[derive(ClapArgs)]
pub struct Args {
    /// The record; - for standard input
    #[arg(value_name = "RECORD")]
    file: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    let (text, name) = (files::read(&args.file)?, files::name(&args.file));
    let book = replay(&text).with_context(|| name.clone())?;
    let rolls = fair::verify(book.record()).with_context(|| name)?;
    let rolls = if rolls == 1 { "1 roll".to_owned() } else { format!("{rolls} rolls") };
    files::write(
        None,
        &format!(
            "every line follows the rules, and the dice are fair: the lake, the courses, the starter and {rolls} follow \
             from the secret that the server committed to and from the players' salts\n"
        ),
    )
}
