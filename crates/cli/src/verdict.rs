//! The answer "no": everything could be read and checked, and what was asked is not so. The exit code is then 1.

use anyhow::Context;
use powerboats_referee::FormatVersion;
use powerboats_rules::{Logbook, RecordError, replay};
use serde::Serialize;
use serde_json::{Value, json};
use std::{fmt, path::Path};

/// "No", with the reason for people; empty if it is already on standard output.
#[derive(Debug)]
pub struct No(pub String);

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for No {}

/// An answer as one JSON object with its format, and a newline.
pub fn formatted(answer: impl Serialize) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Formatted<T> {
        format: FormatVersion,
        #[serde(flatten)]
        answer: T,
    }
    Ok(serde_json::to_string(&Formatted { format: FormatVersion, answer })? + "\n")
}

/// How a command answers: as a text for people, or as JSON.
#[derive(Clone, Copy)]
pub enum Answers {
    Text,
    Json,
}

impl Answers {
    /// By the option `--json`.
    pub fn of(json: bool) -> Answers {
        if json { Answers::Json } else { Answers::Text }
    }

    /// Prints one JSON object, with its format.
    pub fn print(answer: impl Serialize) -> anyhow::Result<()> {
        crate::files::write(None, &formatted(answer)?)
    }

    /// Says no. `fault` is the part of the JSON answer that says why.
    pub fn no(self, reason: impl fmt::Display, fault: Value) -> anyhow::Error {
        match self {
            Answers::Text => No(reason.to_string()).into(),
            Answers::Json => match Answers::print(json!({ "valid": false, "fault": fault })) {
                Ok(()) => No(String::new()).into(),
                Err(error) => error,
            },
        }
    }

    /// Replays a record. Says no if it breaks the rules.
    pub fn replayed(self, path: &Path) -> anyhow::Result<Logbook> {
        let (text, name) = (crate::files::read(path)?, crate::files::name(path));
        replay(&text).map_err(|error| {
            let RecordError { line, fault } = &error;
            self.no(format_args!("{name}: {error}"), json!({ "line": line, "message": fault.to_string() }))
        })
    }
}

/// Replays a record that another command needs. There a record that breaks the rules is trouble.
pub fn replayed(path: &Path) -> anyhow::Result<Logbook> {
    replay(&crate::files::read(path)?).with_context(|| crate::files::name(path))
}
