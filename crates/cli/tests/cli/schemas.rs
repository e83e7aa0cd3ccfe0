//! The JSON of every command fits its schema in docs/schemas.

use crate::{powerboats, put, stdout};
use serde_json::{Map, Value, json};
use std::{fs, path::PathBuf};
use tempfile::tempdir;

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(repository(path)).unwrap()).unwrap()
}

/// Checks a value against the parts of JSON Schema that our schemas use. Returns where and why it does not fit.
fn fault(value: &Value, schema: &Value, whole: &Value, at: &str) -> Option<String> {
    let schema = match schema["$ref"].as_str() {
        Some(name) => whole.pointer(name.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("{name} is missing")),
        None => schema,
    };
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    };
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::String(name) => is(name),
        names => names.as_array().unwrap().iter().any(|name| is(name.as_str().unwrap())),
    };
    let not = |why: String| Some(format!("{at}: {value} {why}"));
    if !fits {
        return not(format!("is not {}", schema["type"]));
    }
    if schema.get("const").is_some_and(|wanted| wanted != value) {
        return not(format!("is not {}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|names| !names.contains(value)) {
        return not(format!("is not in {}", schema["enum"]));
    }
    let parts = |name: &str| schema[name].as_array().cloned().unwrap_or_default();
    let fitting = |name: &str| parts(name).iter().filter(|part| fault(value, part, whole, at).is_none()).count();
    if !parts("oneOf").is_empty() && fitting("oneOf") != 1 {
        return not("does not fit exactly one alternative".to_owned());
    }
    if let Some(why) = parts("allOf").iter().find_map(|part| fault(value, part, whole, at)) {
        return Some(why);
    }
    if let Some(missing) = parts("required").iter().find(|name| value.get(name.as_str().unwrap()).is_none()) {
        return not(format!("lacks {missing}"));
    }
    let none = Map::new();
    for (name, field) in value.as_object().unwrap_or(&none) {
        let at = format!("{at}.{name}");
        let why = match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(part), _) => fault(field, part, whole, &at),
            (None, Some(Value::Bool(false))) => Some(format!("{at}: unknown field")),
            (None, Some(part)) => fault(field, part, whole, &at),
            (None, None) => None,
        };
        if why.is_some() {
            return why;
        }
    }
    let items = value.as_array().filter(|_| schema.get("items").is_some());
    items.into_iter().flatten().find_map(|item| fault(item, &schema["items"], whole, &format!("{at}[]")))
}

#[track_caller]
fn fits(command: &str, answer: &str) -> Value {
    let (schema, value) = (read(&format!("docs/schemas/{command}.json")), serde_json::from_str(answer).unwrap());
    assert_eq!(fault(&value, &schema, &schema, command), None);
    assert_eq!(value["format"], 1, "{command}");
    value
}

/// Types that the browser reads too, with the types they need.
fn shared_schema(name: &str, title: &str) -> Value {
    let bindings = fs::read_to_string(repository("web/bindings.json")).unwrap();
    let bindings: Value = serde_json::from_str(&bindings.replace("#/components/schemas/", "#/$defs/")).unwrap();
    let all = bindings["components"]["schemas"].as_object().unwrap();
    let (mut needed, mut next) = (Map::new(), vec![name.to_owned()]);
    while let Some(name) = next.pop() {
        let schema = &all[&name];
        if needed.insert(name, schema.clone()).is_none() {
            let text = schema.to_string();
            next.extend(text.split("#/$defs/").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())));
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "allOf": [{ "$ref": format!("#/$defs/{name}") }],
        "properties": { "format": { "const": 1, "description": "The version of this JSON." } },
        "required": ["format"],
        "$defs": needed,
    })
}

#[test]
fn shared_schemas_are_up_to_date() {
    let shared = [
        (
            "analyze",
            "AnalysisView",
            "The answer of `powerboats analyze --json`. docs/analysis.md describes the fields.",
        ),
        ("hint", "HintView", "The answer of `powerboats hint --json`. docs/referee.md describes the fields."),
    ];
    for (command, name, title) in shared {
        let path = format!("docs/schemas/{command}.json");
        let schema = shared_schema(name, title);
        if std::env::var_os("POWERBOATS_WRITE_OPENAPI").is_some() {
            fs::write(repository(&path), format!("{schema:#}\n")).unwrap();
        }
        assert_eq!(read(&path), schema, "{path} is not up to date: run `make types`");
    }
}

#[test]
fn every_answer_fits_its_schema() {
    let folder = tempdir().unwrap();
    let evening = repository("docs/evening.txt");
    let record = evening.to_str().unwrap();
    let course = fits("course", &stdout(&folder, &["course", "--seed", "12", "--json"]));
    assert_eq!((&course["finishable"], &course["par"]["turns"].is_f64()), (&json!(true), &true));
    fits("lake", &stdout(&folder, &["lake", "--seed", "12", "--json"]));
    fits("lake", &stdout(&folder, &["lake", "--seed", "12", "--race", "none", "--json"]));
    let replayed = fits("replay", &stdout(&folder, &["replay", record, "--json"]));
    assert_eq!((&replayed["turns"], &replayed["ranking"][0]), (&json!(271), &json!(["white"])));
    fits("perft", &stdout(&folder, &["perft", "2", "--json"]));
    fits("random", &stdout(&folder, &["random", "--matches", "1", "--seed", "1", "--json"]));
    fits("arena", &stdout(&folder, &["arena", "rookie", "rookie", "--matches", "1", "--races", "1", "--json"]));
    fits("analyze", &stdout(&folder, &["analyze", record, "--json"]));
    let text = fs::read_to_string(&evening).unwrap();
    let middle: String = text.lines().take(22).map(|line| format!("{line}\n")).collect();
    put(&folder, "middle.txt", middle);
    fits("hint", &stdout(&folder, &["hint", "middle.txt", "--json"]));
    let replayed = fits("replay", &stdout(&folder, &["replay", "middle.txt", "--json"]));
    assert_eq!(
        (&replayed["next"], &replayed["turn"], &replayed["ranking"]),
        (&json!("turn"), &json!("red"), &json!(null))
    );
}

/// The answer of every command that has `--json`, and every document that programs get from the server, a package or the browser.
#[test]
fn every_document_says_its_format() {
    let folder = tempdir().unwrap();
    let help = stdout(&folder, &["--help"]);
    let listed = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let commands: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    let has_json = |name: &&&str| **name != "help" && stdout(&folder, &[name, "--help"]).contains("--json");
    let commands: Vec<&str> = commands.iter().filter(has_json).copied().collect();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        let schema = read(&format!("docs/schemas/{command}.json"));
        says_format_1(&schema, &schema, command);
    }
    let (server, bindings) = (read("web/openapi.json"), read("web/bindings.json"));
    let described = |whole: &Value, name: &str| says_format_1(&whole["components"]["schemas"][name], whole, name);
    ["AnalysisView", "Export"].iter().for_each(|name| described(&server, name));
    ["AnalysisView", "RecordStory"].iter().for_each(|name| described(&bindings, name));
}

#[track_caller]
fn says_format_1(schema: &Value, whole: &Value, name: &str) {
    let format = &schema["properties"]["format"];
    let format = format["$ref"].as_str().map_or(format, |reference| whole.pointer(&reference[1..]).unwrap());
    assert!(format["const"] == 1 || format["enum"] == json!([1]), "{name}: {format}");
    assert!(schema["required"].as_array().unwrap().contains(&json!("format")), "{name}");
}

/// "No" is an answer: exit code 1, and JSON that says why.
#[test]
fn no_is_exit_code_1() {
    let folder = tempdir().unwrap();
    let text = fs::read_to_string(repository("docs/evening.txt")).unwrap();
    put(&folder, "false.txt", text.replacen("place ", "place  ", 1));
    put(&folder, "unproven.txt", &text);
    for (command, file) in [("replay", "false.txt"), ("verify", "false.txt"), ("verify", "unproven.txt")] {
        let no = powerboats(&folder, &[command, file, "--json"]).assert().code(1);
        let output = no.get_output();
        assert!(output.stderr.is_empty(), "{output:?}");
        let answer = fits(command, std::str::from_utf8(&output.stdout).unwrap());
        assert_eq!(answer["valid"], false);
        let no = powerboats(&folder, &[command, file]).assert().code(1);
        let message = String::from_utf8(no.get_output().stderr.clone()).unwrap();
        assert!(message.starts_with(&format!("powerboats: {file}: ")), "{message}");
        assert!(message.contains(answer["fault"]["message"].as_str().unwrap()), "{message}");
        assert!(no.get_output().stdout.is_empty());
    }
    powerboats(&folder, &["replay", "none.txt", "--json"]).assert().code(2);
}
