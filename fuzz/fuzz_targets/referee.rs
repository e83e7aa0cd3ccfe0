//! Fuzz target: the referee answers every line of input with one line of JSON.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_referee::Referee;

fuzz_target!(|bytes: &[u8]| {
    let mut answers = Vec::new();
    Referee::new(1).serve(bytes, &mut answers).unwrap();
    let answers = String::from_utf8(answers).unwrap();
    let lines =
        bytes.iter().filter(|&&byte| byte == b'\n').count() + usize::from(bytes.last().is_some_and(|&b| b != b'\n'));
    assert_eq!(answers.lines().count(), lines);
    assert!(answers.lines().all(|line| line.starts_with("{\"ok\":") || line.starts_with("{\"error\":")));
});
