//! Tests of wrong and missing arguments.

use super::*;

#[test]
fn without_a_command_help_is_shown() {
    let message = refusal(&tempdir().unwrap(), &[]);
    for command in ["lake", "watch", "random", "replay", "perft", "referee"] {
        assert!(message.contains(&format!("\n  {command} ")), "{message}");
    }
}

#[test]
fn help_and_version_succeed() {
    let folder = tempdir().unwrap();
    assert_eq!(stdout(&folder, &["--version"]), concat!("powerboats ", env!("CARGO_PKG_VERSION"), "\n"));
    for command in ["lake", "watch", "random", "replay", "perft", "referee"] {
        assert!(stdout(&folder, &[command, "--help"]).contains(&format!("Usage: powerboats {command}")));
    }
}

#[test]
fn unknown_commands_and_arguments_are_refused() {
    let folder = tempdir().unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["sail"], "'sail'"),
        (&["lake", "--bogus"], "'--bogus'"),
        (&["lake", "extra"], "'extra'"),
        (&["watch", "--bogus"], "'--bogus'"),
        (&["random", "--bogus"], "'--bogus'"),
        (&["replay", "one", "two"], "'two'"),
        (&["perft", "2", "3"], "'3'"),
        (&["perft", "--bogus", "2"], "'--bogus'"),
        (&["referee", "extra"], "'extra'"),
    ];
    for (args, part) in cases {
        refuses(&folder, args, &[part]);
    }
}

#[test]
fn missing_arguments_are_refused() {
    let folder = tempdir().unwrap();
    refuses(&folder, &["replay"], &["<FILE>"]);
    refuses(&folder, &["perft"], &["<DEPTH>"]);
    refuses(&folder, &["lake", "-o"], &["<FILE>"]);
}

#[test]
fn a_seed_is_a_whole_number_below_2_to_the_64th() {
    let folder = tempdir().unwrap();
    for command in ["lake", "watch", "random"] {
        for seed in ["x", "", "-1", "1.5", "18446744073709551616"] {
            refuses(&folder, &[command, "--seed", seed], &[seed, "--seed"]);
        }
    }
    let range = "expected a whole number from 0 to 18446744073709551615";
    refuses(&folder, &["lake", "--seed", "seven"], &["seven", range]);
    stdout(&folder, &["lake", "--seed", "18446744073709551615"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let folder = tempdir().unwrap();
    let cases: [&[&str]; 9] = [
        &["watch", "--players", "1"],
        &["watch", "--players", "7"],
        &["watch", "--delay", "10001"],
        &["watch", "--turns", "-1"],
        &["random", "--players", "7"],
        &["random", "--matches", "0"],
        &["random", "--matches", "many"],
        &["perft", "0"],
        &["perft", "13"],
    ];
    for args in cases {
        refuses(&folder, args, &[args[args.len() - 1]]);
    }
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let folder = tempdir().unwrap();
    let help = stdout(&folder, &["help"]);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 20, "{help}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&folder, &["completions", shell]);
        for command in &commands {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    stdout(&folder, &["man", "pages"]);
    for command in commands {
        let page = get(&folder, &format!("pages/powerboats-{command}.1"));
        assert!(
            page.contains("\n.SH NAME\n") && page.contains(&format!("powerboats\\-{}", command.replace('-', "\\-"))),
            "{page}"
        );
    }
    assert_eq!(stdout(&folder, &["man"]), get(&folder, "pages/powerboats.1"));
}
