//! Compares the expected answer with the actual one, field by field.

use serde_json::Value;

/// Lists that the protocol allows in any order.
const SETS: [&str; 4] = ["places", "start_side", "finish_side", "options"];

/// Returns an error that says where `got` differs from `wanted`.
pub(crate) fn compare(field: &str, wanted: &Value, got: &Value) -> Result<(), String> {
    let name = field.rsplit('.').next().unwrap_or(field);
    match (wanted, got) {
        (Value::Object(wanted_fields), Value::Object(got_fields)) => {
            for (key, value) in wanted_fields {
                let inner = format!("{field}.{key}");
                match got_fields.get(key) {
                    Some(other) => compare(&inner, value, other)?,
                    None => return Err(format!("{inner}: expected {value}, but the field is missing")),
                }
            }
            match got_fields.keys().find(|key| !wanted_fields.contains_key(*key)) {
                Some(key) => Err(format!("{field}.{key}: unexpected field")),
                None => Ok(()),
            }
        }
        (Value::Array(wanted_list), Value::Array(got_list)) => {
            let choices_of_dice = name == "dice" && wanted_list.iter().any(Value::is_object);
            if SETS.contains(&name) || choices_of_dice {
                compare_sets(field, wanted_list, got_list)
            } else if name == "ranking" {
                compare_ranks(field, wanted_list, got_list)
            } else {
                compare_lists(field, wanted_list, got_list)
            }
        }
        _ if wanted == got => Ok(()),
        _ => Err(format!("{field}: expected {wanted}, got {got}")),
    }
}

fn compare_lists(field: &str, wanted: &[Value], got: &[Value]) -> Result<(), String> {
    if wanted.len() != got.len() {
        let (wanted, got) = (texts(wanted), texts(got));
        return Err(format!("{field}: expected {wanted:?}, got {got:?}"));
    }
    for (i, (a, b)) in wanted.iter().zip(got).enumerate() {
        compare(&format!("{field}[{i}]"), a, b)?;
    }
    Ok(())
}

fn compare_sets(field: &str, wanted: &[Value], got: &[Value]) -> Result<(), String> {
    let (mut wanted, mut got) = (texts(wanted), texts(got));
    wanted.sort();
    got.sort();
    if wanted == got {
        return Ok(());
    }
    Err(format!("{field}: expected in any order {wanted:?}, got {got:?}"))
}

/// Colours that share a rank may come in any order.
fn compare_ranks(field: &str, wanted: &[Value], got: &[Value]) -> Result<(), String> {
    let ranks = |list: &[Value]| -> Vec<Vec<String>> {
        let rank = |rank: &Value| {
            let mut colors = texts(rank.as_array().map_or(&[], Vec::as_slice));
            colors.sort();
            colors
        };
        list.iter().map(rank).collect()
    };
    if ranks(wanted) == ranks(got) {
        return Ok(());
    }
    let (wanted, got) = (texts(wanted), texts(got));
    Err(format!("{field}: expected {wanted:?}, got {got:?}"))
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().map(canonical).collect()
}

/// JSON text with the fields sorted by name.
pub(crate) fn canonical(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let mut fields: Vec<String> =
                object.iter().map(|(key, value)| format!("{key:?}:{}", canonical(value))).collect();
            fields.sort();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(list) => format!("[{}]", texts(list).join(",")),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_matters_for_lists_but_not_for_sets() {
        let places = |list: &[&str]| json!({ "places": list });
        assert!(compare("ok", &places(&["a1", "b2"]), &places(&["b2", "a1"])).is_ok());
        assert!(compare("ok", &places(&["a1"]), &places(&["a1", "a1"])).is_err());
        assert!(compare("ok", &json!({"path": ["a1", "b2"]}), &json!({"path": ["b2", "a1"]})).is_err());
        let ranks = |value: Value| json!({ "ranking": value });
        let shared = ranks(json!([["red"], ["black", "white"]]));
        assert!(compare("ok", &shared, &ranks(json!([["red"], ["white", "black"]]))).is_ok());
        assert!(compare("ok", &shared, &ranks(json!([["white", "black"], ["red"]]))).is_err());
        assert!(compare("ok", &json!({"a": 1}), &json!({"a": 1, "b": null})).is_err());
        assert!(compare("ok", &json!({"a": 1}), &json!({"a": 1.0})).is_err());
    }
}
