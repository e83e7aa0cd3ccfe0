//! Fuzz target: the text of a course, on a lake of open water.
#![no_main]
use libfuzzer_sys::fuzz_target;
use powerboats_rules::{Course, CoursePlan, Lake};

fuzz_target!(|text: &str| {
    match text.parse::<CoursePlan>() {
        Ok(plan) => {
            assert_eq!(plan.to_string(), text);
            let lake = Lake::from_rows(&vec![".".repeat(26); 26]).unwrap();
            match Course::new(lake, plan) {
                Ok(course) => {
                    course.is_playable(6);
                }
                Err(bad) => assert!(!bad.to_string().is_empty()),
            }
        }
        Err(misread) => assert!(misread.column <= text.chars().count() + 1, "{misread}"),
    }
});
