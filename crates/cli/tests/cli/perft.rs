//! Tests of `powerboats perft`.

use super::*;

#[test]
fn counts_are_as_expected() {
    let text = stdout(&tempdir().unwrap(), &["perft", "5"]);
    // Without the time, which differs from run to run.
    let lines = text.lines().map(|line| line.split("  (").next().unwrap());
    let names = ["pond", "crowd", "home", "regatta"];
    let counts = [
        [42, 1512, 3024, 6048, 13968],
        [23, 122, 122, 976, 4026],
        [5, 14, 32, 352, 1376],
        [54, 2592, 108_864, 217_728, 435_456],
    ];
    let golden = names.iter().zip(counts).flat_map(|(name, counts)| {
        let line = move |(depth, count)| format!("{name:<12} depth {depth}: {count:>14}  ok");
        (1..).zip(counts).map(line).collect::<Vec<_>>()
    });
    assert!(lines.eq(golden), "{text}");
}

#[test]
fn one_start_can_be_chosen() {
    let folder = tempdir().unwrap();
    let text = stdout(&folder, &["perft", "3", "--start", "home"]);
    assert_eq!(text.lines().filter(|line| line.starts_with("home ") && line.contains("  ok  ")).count(), 3);
    assert_eq!(text.lines().count(), 3);
    let parts = ["unknown start \"away\"", "pond, crowd, home, regatta"];
    refuses(&folder, &["perft", "1", "--start", "away"], &parts);
}
