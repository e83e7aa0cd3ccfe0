//! Names for the variants of unions in a description of types, so that programs that read it can make a type of each.
//!
//! A Rust enum is described as a list of nameless objects. Here each becomes a type of its own: the variant `rolled` of
//! `Happening` is `HappeningRolled`, and the union lists them with the field that tells them apart.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PREFIX: &str = "#/components/schemas/";

/// Types by name.
type Schemas = Map<String, Value>;

/// Names the variants of all unions. A union that only was part of others is left out.
pub fn name_variants(schemas: &mut Schemas) {
    let described = Described { schemas: schemas.clone() };
    let unions = schemas.iter().filter(|(_, schema)| described.is_union(schema)).map(|(name, _)| name);
    let named: BTreeMap<String, NamedUnion> =
        unions.filter_map(|name| Some((name.clone(), described.named_union(name)?))).collect();
    for (name, union) in &named {
        schemas.insert(name.clone(), union.schema.clone());
        schemas.extend(union.variants.clone());
    }
    let mut absorbed: BTreeSet<&String> = named.values().flat_map(|union| &union.absorbs).collect();
    // A union may be part of one that is left out itself.
    while let Some(name) = absorbed.iter().copied().find(|name| !is_used(schemas, name)) {
        absorbed.remove(name);
        schemas.remove(name);
        for variant in named[name].variants.keys() {
            schemas.remove(variant);
        }
    }
    name_maps(schemas);
}

/// A union whose variants have names.
struct NamedUnion {
    schema: Value,
    variants: Schemas,
    /// The names of all variants, in order.
    names: Vec<String>,
    /// Unions that have become part of this one.
    absorbs: BTreeSet<String>,
}

/// One variant of a union.
#[derive(Clone, Default)]
struct Variant {
    /// The types that it includes, by name.
    includes: Vec<Value>,
    /// Its own fields.
    own: Map<String, Value>,
    /// Its name, if it is a variant of a union that is part of this one.
    name: Option<String>,
}

impl Variant {
    /// A variant with the fields of both.
    fn with(&self, other: &Variant) -> Variant {
        let mut both = self.clone();
        both.includes.extend(other.includes.iter().cloned());
        for (key, value) in &other.own {
            match (both.own.get_mut(key), value) {
                (Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more.clone()),
                (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
                (Some(_), _) => {} // the description of the inner one says more
                (None, value) => drop(both.own.insert(key.clone(), value.clone())),
            }
        }
        both
    }

    /// The only value of a field that it must have.
    fn constant(&self, field: &str) -> Option<&str> {
        let required = self.own.get("required")?.as_array()?;
        let described = self.own.get("properties")?.get(field)?;
        let values = described["enum"].as_array().filter(|values| values.len() == 1);
        let only = described.get("const").or(values.and_then(|values| values.first()))?;
        only.as_str().filter(|_| required.iter().any(|name| name == field))
    }

    /// The first field that it must have and no other variant has.
    fn distinct(&self, index: usize, fields: &[BTreeSet<String>]) -> Option<String> {
        let others = || fields.iter().enumerate().filter(|(other, _)| *other != index);
        let required = self.own.get("required")?.as_array()?.iter().filter_map(Value::as_str);
        required.map(str::to_owned).find(|field| others().all(|(_, fields)| !fields.contains(field)))
    }

    /// Its description as a type of its own. `tag` is the field that tells it apart, with its value.
    fn schema(mut self, tag: Option<(&str, &str)>) -> Value {
        if let Some((field, value)) = tag {
            self.own["properties"][field] = json!({ "type": "string", "const": value });
        }
        if self.includes.is_empty() {
            return self.own.into();
        }
        let description = self.own.remove("description");
        self.includes.push(self.own.into());
        let mut schema = json!({ "allOf": self.includes });
        if let Some(description) = description {
            schema["description"] = description;
        }
        schema
    }
}

/// Types as Rust describes them.
struct Described {
    schemas: Schemas,
}

impl Described {
    fn named<'a>(&self, schema: &'a Value) -> Option<(&'a str, &Value)> {
        let name = schema["$ref"].as_str()?.strip_prefix(PREFIX)?;
        Some((name, self.schemas.get(name)?))
    }

    /// Whether it has variants that are objects.
    fn is_union(&self, schema: &Value) -> bool {
        let parts = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
        let union_part =
            |part: &Value| self.named(part).map_or(part.get("oneOf").is_some(), |(_, it)| self.is_union(it));
        schema.get("oneOf").is_some() || parts("allOf").iter().any(union_part)
    }

    /// The variants of a schema, and the unions that they come from; `None` if it is not made of objects.
    fn variants(&self, schema: &Value, absorbs: &mut BTreeSet<String>) -> Option<Vec<Variant>> {
        if let Some((name, it)) = self.named(schema) {
            if self.is_union(it) {
                absorbs.insert(name.to_owned());
                return self.variants(it, absorbs);
            }
            let includes = vec![json!({ "$ref": schema["$ref"] })];
            return Some(vec![Variant { includes, ..Variant::default() }]);
        }
        if let Some(parts) = schema["oneOf"].as_array() {
            let lists = parts.iter().map(|part| self.listed(part, absorbs)).collect::<Option<Vec<_>>>()?;
            return Some(lists.concat());
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = vec![Variant::default()];
            for part in parts {
                let more = self.variants(part, absorbs)?;
                all = all.iter().flat_map(|one| more.iter().map(|other| one.with(other))).collect();
            }
            let description = schema.get("description").map(|text| ("description".to_owned(), text.clone()));
            let described = Variant { own: description.into_iter().collect(), ..Variant::default() };
            return Some(all.iter().map(|one| one.with(&described)).collect());
        }
        let own = schema.as_object().filter(|it| it.contains_key("properties"))?.clone();
        Some(vec![Variant { own, ..Variant::default() }])
    }

    /// What a member of a list of variants stands for. Those of another union keep their names.
    fn listed(&self, member: &Value, absorbs: &mut BTreeSet<String>) -> Option<Vec<Variant>> {
        let mut variants = self.variants(member, absorbs)?;
        if let Some((name, _)) = self.named(member).filter(|(_, it)| self.is_union(it)) {
            for (variant, name) in variants.iter_mut().zip(self.named_union(name)?.names) {
                variant.name = Some(name);
            }
        }
        Some(variants)
    }

    /// The names of all fields of a variant.
    fn fields(&self, variant: &Variant) -> BTreeSet<String> {
        let included = variant.includes.iter().filter_map(|part| self.named(part)).map(|(_, it)| &it["properties"]);
        let all = included.chain(variant.own.get("properties")).filter_map(Value::as_object);
        all.flat_map(|fields| fields.keys().cloned()).collect()
    }

    fn named_union(&self, name: &str) -> Option<NamedUnion> {
        let schema = &self.schemas[name];
        let mut absorbs = BTreeSet::new();
        let variants = self.variants(schema, &mut absorbs)?;
        let tag = tag(&variants);
        let (mut names, mut mapping, mut named) = (Vec::new(), Map::new(), Map::new());
        let fields: Vec<BTreeSet<String>> = variants.iter().map(|variant| self.fields(variant)).collect();
        let mut distinct = variants
            .iter()
            .enumerate()
            .map(|(index, variant)| variant.distinct(index, &fields))
            .collect::<Vec<_>>()
            .into_iter();
        for variant in variants {
            let value = match &tag {
                Some(tag) => variant.constant(tag)?.to_owned(),
                None => distinct.next()??,
            };
            let own_name = variant.name.clone().unwrap_or_else(|| format!("{name}{}", capitalised(&value)));
            let reference = format!("{PREFIX}{own_name}");
            names.push(own_name.clone());
            let is_taken = variant.name.is_none() && self.schemas.contains_key(&own_name);
            if is_taken || mapping.insert(value.clone(), reference.into()).is_some() {
                return None; // two types would have one name
            }
            if variant.name.is_none() {
                named.insert(own_name, variant.schema(tag.as_deref().map(|tag| (tag, value.as_str()))));
            }
        }
        let mut union = schema.as_object()?.clone();
        union.retain(|key, _| key != "allOf");
        let members: Value = names.iter().map(|name| json!({ "$ref": format!("{PREFIX}{name}") })).collect();
        union.insert("oneOf".to_owned(), members);
        if let Some(tag) = tag {
            union.insert("discriminator".to_owned(), json!({ "propertyName": tag, "mapping": mapping }));
        }
        Some(NamedUnion { schema: union.into(), variants: named, names, absorbs })
    }
}

/// The field whose value tells the variants apart.
fn tag(variants: &[Variant]) -> Option<String> {
    let tells = |field: &&String| {
        let values: Option<BTreeSet<&str>> = variants.iter().map(|variant| variant.constant(field)).collect();
        values.is_some_and(|values| values.len() == variants.len())
    };
    variants.first()?.own.get("properties")?.as_object()?.keys().find(tells).cloned()
}

/// `pilot-seated` → `PilotSeated`.
fn capitalised(value: &str) -> String {
    let words = value.split(['-', '_', ' ']);
    words
        .map(|word| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>())
        .collect()
}

fn is_used(schemas: &Schemas, name: &str) -> bool {
    let reference = format!("{PREFIX}{name}");
    schemas.values().any(|schema| refers(schema, &reference))
}

fn refers(schema: &Value, reference: &str) -> bool {
    match schema {
        Value::Object(fields) => {
            fields.get("$ref").is_some_and(|to| to == reference) || fields.values().any(|it| refers(it, reference))
        }
        Value::Array(items) => items.iter().any(|item| refers(item, reference)),
        _ => false,
    }
}

/// Names maps that may be null: the field `banks` of `Room` is a `RoomBanks` or null.
fn name_maps(schemas: &mut Schemas) {
    let mut maps = Schemas::new();
    for (name, schema) in schemas.iter_mut() {
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
        for (field, described) in fields.into_iter().flatten() {
            if described["type"] == json!(["object", "null"]) && described.get("additionalProperties").is_some() {
                let map_name = format!("{name}{}", capitalised(field));
                let mut map = std::mem::replace(
                    described,
                    json!({ "oneOf": [{ "$ref": format!("{PREFIX}{map_name}") }, { "type": "null" }] }),
                );
                map["type"] = "object".into();
                maps.insert(map_name, map);
            }
        }
    }
    schemas.extend(maps);
}
