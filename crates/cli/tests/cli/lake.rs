//! Tests of `powerboats lake`.

use super::*;
use powerboats_referee::{Referee, SeededDice};
use powerboats_rules::{Layout, Sides, draw_lake};

#[test]
fn a_seed_always_gives_the_same_lake() {
    let folder = tempdir().unwrap();
    let lake = |args: &[&str]| stdout(&folder, &[&["lake"], args].concat());
    let seven = lake(&["--seed", "7"]);
    assert!(seven.starts_with("<svg ") && seven.ends_with("</svg>\n"));
    assert_eq!(seven, lake(&["--seed", "7", "--race", "A", "--side", "dark", "--water", "dark"]));
    let others: [&[&str]; 6] = [
        &["--seed", "8"],
        &["--seed", "7", "--side", "light"],
        &["--seed", "7", "--side", "mixed"],
        &["--seed", "7", "--race", "b"],
        &["--seed", "7", "--race", "none"],
        &["--seed", "7", "--water", "light"],
    ];
    for other in others {
        assert_ne!(seven, lake(other), "{other:?}");
    }
}

#[test]
fn without_a_seed_lakes_differ() {
    let folder = tempdir().unwrap();
    assert_ne!(stdout(&folder, &["lake"]), stdout(&folder, &["lake"]));
}

#[test]
fn a_file_is_written_and_its_contents_are_described() {
    let folder = tempdir().unwrap();
    let args = ["lake", "--seed", "7", "--side", "light", "-o", "lake.svg"];
    let done = powerboats(&folder, &args).assert().success().stdout("");
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    let svg = get(&folder, "lake.svg");
    assert_eq!(files(&folder), ["lake.svg"]);
    assert_eq!(svg, stdout(&folder, &args[..5]));
    // The printed layout draws the same lake again.
    let rest = said.strip_prefix("lake.svg: seed 7, lake ").expect("the seed and the lake are printed");
    let (layout, _) = rest.split_once(", course ").expect("the course is printed");
    let again = stdout(&folder, &["lake", "--layout", layout, "--race", "none"]);
    assert_eq!(again, stdout(&folder, &["lake", "--seed", "7", "--side", "light", "--race", "none"]));
    // An existing file is replaced.
    put(&folder, "lake.svg", "old");
    powerboats(&folder, &args).assert().success();
    assert_eq!(get(&folder, "lake.svg"), svg);
}

/// `lake` and the referee's `match` draw the same lake from the same seed.
#[test]
fn the_referee_plays_on_the_lake_of_the_seed() {
    let folder = tempdir().unwrap();
    for (sides, seed) in [(Sides::Dark, 1), (Sides::Light, 2), (Sides::Mixed, 3)] {
        let players = r#"["orange","yellow","black","red","purple","white"]"#;
        let line = format!(r#"{{"op":"match","players":{players},"side":"{sides}","seed":{seed}}}"#);
        let answer = Referee::new(0).answer(line.as_bytes());
        let (layout, course) = draw_lake(sides, 6, &mut SeededDice::new(seed));
        let rows: Vec<String> = layout.lake().rows().iter().map(|row| format!("{row:?}")).collect();
        assert!(answer.contains(&format!(r#""lake":[{}]"#, rows.join(","))), "the referee's lake");
        let svg = stdout(&folder, &["lake", "--seed", &seed.to_string(), "--side", sides.name()]);
        assert!(svg.contains(&format!(">Powerboats: lake {layout}</title>")), "the chart's lake");
        for (buoy, number) in course.plan().buoys.into_iter().zip(1..) {
            assert!(svg.contains(&format!("Buoy {number} at {buoy} is rounded")), "the chart's course");
            assert!(answer.contains(&format!("\"{buoy}\"")), "the referee's course");
        }
    }
}

#[test]
fn tiles_can_be_laid_by_hand() {
    let folder = tempdir().unwrap();
    let text = "1d,4dr,2l/6d,3lr,5d";
    let svg = stdout(&folder, &["lake", "--layout", text, "--seed", "1", "--race", "c"]);
    assert!(svg.contains(&format!("Powerboats: lake {}", text.parse::<Layout>().unwrap())));
    let light = stdout(&folder, &["lake", "--layout", "1l,4lr,2l/6l,3lr,5l", "--race", "none"]);
    assert!(light.contains("water-light") && svg.contains("water-dark"));
}

#[test]
fn a_bad_layout_is_refused_with_the_column() {
    let folder = tempdir().unwrap();
    let cases = [
        ("", "column 1: expected two rows of tiles"),
        ("1d,2d,3d", "column 1: expected two rows of tiles"),
        ("1d,2d,3d/4d,5d", "column 10: expected three tiles"),
        ("1d,2x,3d/4d,5d,6d", "column 4: expected a tile"),
        ("1d,2d,3d/4d,5d,5l", "tile 5 is used twice"),
        ("1d,2d,3d/4d,5d,7d", "column 16: expected a tile"),
    ];
    for (layout, reason) in cases {
        refuses(&folder, &["lake", "--layout", layout, "-o", "lake.svg"], &["--layout", reason]);
    }
    refuses(&folder, &["lake", "--layout", "1d,2d,3d/4d,5d,6d", "--side", "dark"], &["--side"]);
}

#[test]
fn other_bad_values_are_refused() {
    let folder = tempdir().unwrap();
    refuses(&folder, &["lake", "--side", "blue", "-o", "lake.svg"], &["blue", "dark, light, mixed"]);
    refuses(&folder, &["lake", "--race", "d", "-o", "lake.svg"], &["'d'", "a, b, c, none"]);
    refuses(&folder, &["lake", "--water", "mixed", "-o", "lake.svg"], &["mixed", "light, dark"]);
}

#[test]
fn a_failed_write_leaves_no_file() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    refuses(&folder, &["lake", "-o", "folder"], &["cannot write folder"]);
    refuses(&folder, &["lake", "-o", "none/lake.svg"], &["cannot write none/lake.svg"]);
    assert_eq!(fs::read_dir(folder.path().join("folder")).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_written_to_and_not_replaced() {
    use std::{os::unix::fs::FileTypeExt, process};
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut reader = process::Command::new("cat").arg(&pipe).stdout(process::Stdio::null()).spawn().unwrap();
    powerboats(&folder, &["lake", "--seed", "1", "-o", "pipe"]).assert().success();
    let still = fs::metadata(&pipe).unwrap().file_type().is_fifo();
    if !still {
        reader.kill().unwrap(); // it would wait forever
    }
    reader.wait().unwrap();
    assert!(still);
}

#[test]
fn a_course_that_no_boat_can_finish_has_no_par() {
    let folder = tempdir().unwrap();
    // Buoy 2 is at the lower edge: no water beyond it belongs to its gate.
    let course = ["course", "--layout", "1l,3lr,5lr/4l,6lr,2lr", "--course", "i16NW,x13,w26,n13"];
    let text = stdout(&folder, &course);
    assert!(text.ends_with("\npar       none: no boat can finish this course\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&stdout(&folder, &[&course[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["finishable"], &json["par"]), (&false.into(), &serde_json::Value::Null), "{json}");
    assert!(["finish", "route", "finish_in"].iter().all(|field| json.get(field).is_none()), "{json}");
    stdout(&folder, &[&course[..], &["-o", "course.svg"]].concat());
    let svg = std::fs::read_to_string(folder.path().join("course.svg")).unwrap();
    assert!(svg.contains("which no boat can finish") && !svg.contains("turns"), "no route, no par");
}
