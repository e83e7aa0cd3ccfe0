//! Tests of lessons: prepared positions with given dice.

use powerboats_wasm::Lesson;
use serde_json::{Value, json};

const POSITION: &str = "#9.#/3.2#6./11./5.2#4./11./11./#4.#4.# a7E,k1,k7,a1 A-turns \
                        red:c4E:322:0:start:3,white:i6W:-:0:start:2 dice:red";

fn parsed(text: Result<String, String>) -> Value {
    serde_json::from_str(&text.unwrap()).unwrap()
}

#[test]
fn r6_3_a_lesson_uses_the_given_dice_and_crashes_by_the_rules() {
    let mut lesson = Lesson::open(POSITION).unwrap();
    let choice = json!({"type": "dice", "hold": [2], "count": 2}).to_string();
    assert_eq!(parsed(lesson.decide(&choice, "[3]"))[0]["dice"], json!([3, 2]));
    assert_eq!(parsed(lesson.view())["headings"][0]["run"], 1);
    assert!(lesson.decide(r#"{"type":"steer","to":"left"}"#, "[]").unwrap_err().contains("longest"));
    let moved = parsed(lesson.decide(r#"{"type":"steer","to":"right"}"#, "[]"));
    assert_eq!((&moved[0]["crash"], &moved[0]["damage"]), (&json!(true), &json!(2)));
    assert_eq!(parsed(lesson.view())["keeps"]["red"], 1);
}

#[test]
fn a_roll_with_the_wrong_number_of_dice_changes_nothing() {
    let mut lesson = Lesson::open(POSITION).unwrap();
    let before = lesson.view();
    let choice = json!({"type": "dice", "hold": [2], "count": 2}).to_string();
    assert!(lesson.decide(&choice, "[3,3]").is_err());
    assert_eq!(lesson.view(), before);
    assert!(Lesson::open("no position").is_err());
    assert!(lesson.course_chart("light").unwrap().contains("buoy-1"));
    assert!(!lesson.lake_chart("dark").unwrap().contains("buoy-1"));
    assert!(lesson.lake_chart("wet").is_err());
}
