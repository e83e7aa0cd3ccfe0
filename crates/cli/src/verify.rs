//! `powerboats verify`: checks that a record follows the rules and that its dice were fair.

use crate::{files, format::count, verdict::Answers};
use anyhow::Result;
use clap::Args as ClapArgs;
use powerboats_referee::fair;
use serde_json::json;
use std::path::PathBuf;

#[derive(ClapArgs)]
pub struct Args {
    /// The record; - for standard input
    #[arg(value_name = "RECORD")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let answers = Answers::of(args.json);
    let book = answers.replayed(&args.file)?;
    let fairness = fair::check(book.record()).map_err(|unfair| {
        let fault = json!({ "line": null, "message": unfair.to_string() });
        answers.no(format_args!("{}: {unfair}", files::name(&args.file)), fault)
    })?;
    if args.json {
        return Answers::print(json!({
            "valid": true,
            "rolls": fairness.rolls,
            "commitment": fairness.commitment,
            "sealed": fairness.sealed,
            "redrawn": fairness.redrawn,
            "given": fairness.given,
        }));
    }
    // A daily lake, or one that was raced again, is the same for several records.
    let drawn = if fairness.given { "" } else { "the lake, the courses, " };
    let rolls = count(fairness.rolls as usize, "roll");
    files::write(
        None,
        &format!(
            "every line follows the rules, and the dice are fair: {drawn}the starter and {rolls} follow \
             from the secret that the server committed to and from the players' salts\n"
        ),
    )
}
