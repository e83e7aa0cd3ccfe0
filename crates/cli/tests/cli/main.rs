//! Tests of the commands: what they print, what they write, and what they refuse; and of the pages that describe them.

mod analyze;
mod arena;
mod arguments;
mod event;
mod hints;
mod lake;
mod pages;
mod perft;
mod random_and_replay;
mod referee;
mod repository;
mod schemas;
mod verify;
mod watch;

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use std::{fs, path::Path};
use tempfile::{TempDir, tempdir};

/// A command that runs in this folder.
fn powerboats(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("powerboats");
    command.current_dir(folder.path()).args(args);
    command
}

/// The output of a command that succeeds.
fn stdout(folder: &TempDir, args: &[&str]) -> String {
    let done = powerboats(folder, args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
}

/// Asserts an exit code, no standard output and no new file. Returns the error message.
fn message(code: i32, folder: &TempDir, args: &[&str]) -> String {
    let before = files(folder);
    let done = powerboats(folder, args).assert().code(code);
    let output = done.get_output();
    assert!(output.stdout.is_empty(), "{args:?} printed {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(files(folder), before, "{args:?} wrote something");
    let message = String::from_utf8(output.stderr.clone()).expect("messages are UTF-8");
    assert!(!message.contains("panicked"), "{message}");
    message
}

/// Asserts trouble: exit code 2. Returns the error message.
fn refusal(folder: &TempDir, args: &[&str]) -> String {
    message(2, folder, args)
}

fn has(message: &str, args: &[&str], parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "{args:?}: {message:?} lacks {part:?}");
    }
}

/// Asserts that a command is in trouble, with a message that has all these parts.
fn refuses(folder: &TempDir, args: &[&str], parts: &[&str]) {
    has(&refusal(folder, args), args, parts);
}

/// Asserts that a command says no: exit code 1, and a message that has all these parts.
fn denies(folder: &TempDir, args: &[&str], parts: &[&str]) {
    has(&message(1, folder, args), args, parts);
}

fn files(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn put(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) {
    fs::write(folder.path().join(name), content).unwrap();
}

fn get(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// If the reader of the output closes the pipe, the command ends without a message and with exit code 0.
#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    let folder = tempdir().unwrap();
    let commands: [&[&str]; 4] =
        [&["lake", "--seed", "7"], &["watch", "--seed", "7", "--players", "6"], &["perft", "6"], &["referee"]];
    for args in commands {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("powerboats"))
            .args(args)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // For the referee: more input than a pipe holds. The referee may exit before it has read everything.
        let writer = std::thread::spawn(move || {
            let _ = input.write_all("{\"op\":\"state\"}\n".repeat(100_000).as_bytes());
        });
        let mut first = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty(), "{args:?}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{args:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
        writer.join().unwrap();
    }
}
