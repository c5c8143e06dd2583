//! Requests against Discord's own OpenAPI document: does the path exist, does the body fit.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::world::Request;

/// Fields that Discord documents and takes although its OpenAPI document leaves them out.
const DOCUMENTED_ELSEWHERE: [&str; 1] = ["nsfw"];

/// The document, its paths split for the search.
pub struct OpenApi {
    document: Arc<Value>,
    paths: Vec<(Vec<String>, String)>,
}

impl OpenApi {
    pub fn new(document: Arc<Value>) -> Self {
        let split = |path: &String| {
            (
                path.trim_matches('/').split('/').map(str::to_owned).collect(),
                path.clone(),
            )
        };
        let paths = document["paths"]
            .as_object()
            .map_or_else(Vec::new, |paths| paths.keys().map(split).collect());
        Self { document, paths }
    }

    /// Everything about this request that the document doesn't allow.
    pub fn check(&self, request: &Request) -> Vec<String> {
        let say = |what: String| format!("{} {}: {what}", request.method, request.path);
        let Some((path, parameters)) = self.find(&request.path) else {
            return vec![say("the OpenAPI document has no such path".into())];
        };
        let operation = &self.document["paths"][&path][request.method.to_lowercase()];
        if operation.is_null() {
            return vec![say("the OpenAPI document has no such method here".into())];
        }
        let mut wrong = Vec::new();
        let shared = self.document["paths"][&path]["parameters"].as_array();
        let own = operation["parameters"].as_array();
        let declared: Vec<&Value> = shared.into_iter().chain(own).flatten().collect();
        for pair in request.query.split('&').filter(|pair| !pair.is_empty()) {
            let name = pair.split('=').next().unwrap_or(pair);
            if !declared
                .iter()
                .any(|parameter| parameter["in"] == "query" && parameter["name"] == name)
            {
                wrong.push(format!("query: unknown parameter {name}"));
            }
        }
        for (name, value) in parameters {
            let schema = declared
                .iter()
                .find(|parameter| parameter["in"] == "path" && parameter["name"] == name);
            if let Some(parameter) = schema {
                self.fits(&parameter["schema"], &Value::String(value), &name, &mut wrong);
            }
        }
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if body.is_null() {
            if !request.body.is_null() {
                wrong.push("a body where none belongs".into());
            }
        } else if request.body.is_null() {
            if operation["requestBody"]["required"] == true {
                wrong.push("the body is missing".into());
            }
        } else {
            self.fits(body, &request.body, "body", &mut wrong);
        }
        wrong.into_iter().map(say).collect()
    }

    /// What of this answer the document doesn't promise.
    pub fn check_answer(&self, request: &Request, status: u16, body: &Value) -> Vec<String> {
        let Some((path, _)) = self.find(&request.path) else {
            return Vec::new();
        };
        let responses = &self.document["paths"][&path][request.method.to_lowercase()]["responses"];
        let schema = &responses[status.to_string()]["content"]["application/json"]["schema"];
        let mut wrong = Vec::new();
        if !schema.is_null() {
            self.fits(schema, body, "answer", &mut wrong);
        }
        wrong
            .into_iter()
            .map(|what| format!("{} {}: {what}", request.method, request.path))
            .collect()
    }

    fn find(&self, path: &str) -> Option<(String, BTreeMap<String, String>)> {
        let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
        let fits = |template: &&(Vec<String>, String)| {
            template.0.len() == segments.len()
                && template
                    .0
                    .iter()
                    .zip(&segments)
                    .all(|(t, s)| t.starts_with('{') || t == s)
        };
        let literal = |template: &&(Vec<String>, String)| template.0.iter().filter(|t| !t.starts_with('{')).count();
        let (template, path) = self.paths.iter().filter(fits).max_by_key(literal)?;
        let named = template.iter().zip(&segments).filter(|(t, _)| t.starts_with('{'));
        let parameters = named
            .map(|(t, s)| (t.trim_matches(['{', '}']).to_owned(), (*s).to_owned()))
            .collect();
        Some((path.clone(), parameters))
    }

    /// A walk over the part of JSON Schema that the document uses.
    fn fits(&self, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
        let Some(schema) = self.resolve(schema).as_object() else {
            return;
        };
        if let Some(types) = schema.get("type")
            && !of_type(types, schema, value)
        {
            wrong.push(format!("{at}: {} wanted, got {}", types, brief(value)));
            return;
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
            && !allowed.iter().any(|entry| same(entry, value))
        {
            wrong.push(format!(
                "{at}: {} is none of {}",
                brief(value),
                Value::Array(allowed.clone())
            ));
        }
        if let Some(constant) = schema.get("const")
            && !same(constant, value)
        {
            wrong.push(format!("{at}: {} wanted, got {}", constant, brief(value)));
        }
        for schema in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.fits(schema, value, at, wrong);
        }
        for word in ["oneOf", "anyOf"] {
            if let Some(branches) = schema.get(word).and_then(Value::as_array) {
                self.one_branch(branches, value, at, wrong);
            }
        }
        match value {
            Value::String(text) => lengths(schema, "minLength", "maxLength", text.chars().count(), at, wrong),
            Value::Array(items) => {
                lengths(schema, "minItems", "maxItems", items.len(), at, wrong);
                if let Some(each) = schema.get("items") {
                    for (n, item) in items.iter().enumerate() {
                        self.fits(each, item, &format!("{at}.{n}"), wrong);
                    }
                }
            }
            Value::Object(fields) => self.object(schema, fields, at, wrong),
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or(0.0);
                let least = schema.get("minimum").and_then(Value::as_f64);
                let most = schema.get("maximum").and_then(Value::as_f64);
                if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
                    wrong.push(format!("{at}: {number} is out of range"));
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn object(&self, schema: &Map<String, Value>, fields: &Map<String, Value>, at: &str, wrong: &mut Vec<String>) {
        lengths(schema, "minProperties", "maxProperties", fields.len(), at, wrong);
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap_or("")) {
                wrong.push(format!("{at}.{}: missing", name.as_str().unwrap_or("")));
            }
        }
        let known = schema.get("properties").and_then(Value::as_object);
        for (name, value) in fields {
            let here = format!("{at}.{name}");
            match (
                known.and_then(|known| known.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(schema), _) => self.fits(schema, value, &here, wrong),
                (None, Some(Value::Bool(true))) => {}
                (None, Some(schema @ Value::Object(_))) => self.fits(schema, value, &here, wrong),
                // Libraries write out empty lists and nulls everywhere; Discord reads over them.
                _ if says_nothing(value) || DOCUMENTED_ELSEWHERE.contains(&name.as_str()) => {}
                (None, Some(_)) => wrong.push(format!("{here}: unknown field")),
                (None, None) if known.is_some() => wrong.push(format!("{here}: unknown field")),
                (None, None) => {}
            }
        }
    }

    fn one_branch(&self, branches: &[Value], value: &Value, at: &str, wrong: &mut Vec<String>) {
        let mut best: Option<Vec<String>> = None;
        for branch in branches {
            let mut mistakes = Vec::new();
            self.fits(branch, value, at, &mut mistakes);
            // A branch for another `type` of thing explains less than the right one with a mistake deep inside.
            let distance = |list: &Vec<String>| {
                list.iter()
                    .map(|line| {
                        if line.starts_with(&format!("{at}.type:")) || line.starts_with(&format!("{at}: ")) {
                            100
                        } else {
                            1
                        }
                    })
                    .sum::<usize>()
            };
            if mistakes.is_empty() {
                return;
            }
            if best.as_ref().is_none_or(|best| distance(&mistakes) < distance(best)) {
                best = Some(mistakes);
            }
        }
        wrong.extend(best.unwrap_or_default());
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|path| path.strip_prefix("#")) {
            Some(pointer) => self
                .document
                .pointer(pointer)
                .map_or(schema, |found| self.resolve(found)),
            None => schema,
        }
    }
}

/// Discord itself reads numbers from strings and the other way round for ids and bit sets.
fn of_type(types: &Value, schema: &Map<String, Value>, value: &Value) -> bool {
    let one = |name: &Value| match name.as_str().unwrap_or("") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_str().is_some_and(|text| text.parse::<i64>().is_ok()),
        "number" => value.is_number(),
        "string" => value.is_string() || value.is_u64() && schema.get("format").is_some_and(|f| f == "snowflake"),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    match types {
        Value::Array(list) => list.iter().any(one),
        single => one(single),
    }
}

fn same(a: &Value, b: &Value) -> bool {
    a == b || a.as_f64().is_some_and(|number| b.as_f64() == Some(number))
}

fn lengths(schema: &Map<String, Value>, least: &str, most: &str, length: usize, at: &str, wrong: &mut Vec<String>) {
    let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
    if bound(least).is_some_and(|least| (length as u64) < least) || bound(most).is_some_and(|most| length as u64 > most)
    {
        wrong.push(format!("{at}: length {length} is out of range"));
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 80 {
        text.chars().take(80).chain("…".chars()).collect()
    } else {
        text
    }
}
