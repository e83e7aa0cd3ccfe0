//! Runs the examples in README and docs and compares the output with what the pages show.
#![cfg(unix)] // the commands are run by a shell

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use std::{fs, path::Path, process};
use tempfile::tempdir;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// The lines of each fenced block of a page.
fn blocks(page: &str) -> Vec<Vec<&str>> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.lines().skip(1).collect()).collect()
}

/// Each line that begins with `prompt`, with the lines up to the next one.
fn examples<'a>(block: &[&'a str], prompt: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix(prompt), found.last_mut()) {
            (Some(input), _) => found.push((input, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => {}
        }
    }
    found
}

/// A line without the times, which differ from run to run.
fn without_times(line: &str) -> &str {
    if line.starts_with("time ") { "time" } else { line.split("  (").next().unwrap_or(line) }
}

#[test]
fn commands_print_what_the_pages_show() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    fs::write(folder.path().join("docs/evening.txt"), page("docs/evening.txt")).unwrap();
    let bin = cargo_bin!("powerboats").parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut run = 0;
    for name in ["README.md", "docs/analysis.md", "docs/json.md", "docs/pilots.md", "docs/records.md"] {
        let page = page(name);
        for (command, shown) in blocks(&page).iter().flat_map(|block| examples(block, "$ ")) {
            let both = format!("({command}) 2>&1");
            let mut shell = process::Command::new("sh");
            let done = shell.args(["-c", &both]).current_dir(&folder).env("PATH", &path).output().unwrap();
            let printed = String::from_utf8(done.stdout).unwrap();
            assert!(
                printed.lines().map(without_times).eq(shown.into_iter().map(without_times)),
                "{command}: {printed}"
            );
            run += 1;
        }
    }
    assert!(run >= 6, "{run} commands");
}

#[test]
fn the_referee_answers_what_the_pages_show() {
    let mut asked = 0;
    for name in ["README.md", "docs/referee.md"] {
        let page = page(name);
        for block in blocks(&page) {
            let examples = examples(&block, "> ");
            let input: String = examples.iter().map(|(request, _)| format!("{request}\n")).collect();
            let done = cargo_bin_cmd!("powerboats").arg("referee").write_stdin(input).assert().success();
            let answers = String::from_utf8(done.get_output().stdout.clone()).unwrap();
            assert_eq!(answers.lines().count(), examples.len());
            for ((request, shown), answer) in examples.iter().zip(answers.lines()) {
                // `…` stands for text that is left out.
                let [shown] = shown[..] else { panic!("{request} must have one answer") };
                let matches = match shown.split_once('…') {
                    None => answer == shown,
                    Some((head, tail)) => answer.starts_with(head) && answer.ends_with(tail),
                };
                assert!(matches, "{request}: {answer}");
                asked += 1;
            }
        }
    }
    assert!(asked >= 10, "{asked} requests");
}

#[test]
fn every_error_code_is_on_the_page() {
    let page = page("docs/referee.md");
    let codes = [
        "bad-json",
        "too-long",
        "unknown-op",
        "unknown-field",
        "missing-field",
        "bad-value",
        "bad-course",
        "bad-boats",
        "no-race",
        "wrong-phase",
        "illegal-place",
        "illegal-dice",
        "illegal-steer",
    ];
    let rows: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let start = rows.iter().position(|row| *row == codes[0]).unwrap();
    assert_eq!(rows[start..], codes);
}
