//! Requests and the fake's own updates held against the machine-readable interface, when `JINLAMI_SPECS` names it.

use std::sync::Arc;

use serde_json::Value;

use super::params::Params;
use crate::fakes::specs;

/// The description: `methods.NAME.fields.FIELD = {t: [types], r: 1 if required}`, types likewise.
pub struct Spec(Arc<Value>);

/// The interface description, when there is one.
pub fn load() -> Option<Spec> {
    specs::load("telegram-botapi.json").map(Spec)
}

impl Spec {
    pub fn knows(&self, method: &str) -> bool {
        self.method(method).is_some()
    }

    /// Everything that is wrong with a request.
    pub fn check(&self, method: &str, params: &Params) -> Vec<String> {
        let Some((name, description)) = self.method(method) else {
            return vec![format!("{method}: no such method")];
        };
        let fields = description["fields"].as_object().cloned().unwrap_or_default();
        let mut problems = Vec::new();
        for (field, value) in &params.fields {
            let Some(kinds) = fields.get(field).map(kinds) else {
                // Parts of a multipart body that another field refers to.
                problems.push(format!("{name}: unknown parameter {field}"));
                continue;
            };
            let value = if params.as_text {
                typed(value, &kinds)
            } else {
                value.clone()
            };
            if let Err(problem) = self.fits(&value, &kinds, params) {
                problems.push(format!("{name}.{field}: {problem}"));
            }
        }
        for file in params.files.keys() {
            let attached = format!("attach://{file}");
            let used = params
                .fields
                .values()
                .any(|value| value.to_string().contains(&attached));
            if !fields.contains_key(file) && !used {
                problems.push(format!("{name}: upload {file} belongs to no parameter"));
            }
        }
        for (field, description) in &fields {
            if description["r"] == 1 && !params.has(field) {
                problems.push(format!("{name}: required parameter {field} is missing"));
            }
        }
        problems
    }

    /// What is wrong with a value of a named type.
    pub fn check_value(&self, kind: &str, value: &Value) -> Result<(), String> {
        self.fits(value, &[kind.to_owned()], &Params::default())
    }

    fn method(&self, method: &str) -> Option<(&String, &Value)> {
        let methods = self.0["methods"].as_object()?;
        methods.iter().find(|(name, _)| name.eq_ignore_ascii_case(method))
    }

    fn kind(&self, name: &str) -> Option<&Value> {
        self.0["types"].get(name)
    }

    fn fits(&self, value: &Value, kinds: &[String], params: &Params) -> Result<(), String> {
        let mut nearest: Option<(usize, String)> = None;
        for kind in kinds {
            match self.fits_one(value, kind, params) {
                Ok(()) => return Ok(()),
                Err(problem) => {
                    let likeness = self.likeness(value, kind);
                    if nearest.as_ref().is_none_or(|(best, _)| likeness > *best) {
                        nearest = Some((likeness, problem));
                    }
                }
            }
        }
        match nearest {
            Some((likeness, problem)) if likeness > 0 || kinds.len() == 1 => Err(problem),
            _ => Err(format!("{} expected", kinds.join(" or "))),
        }
    }

    /// How many fields of an object a type knows, the telling ones (`type`, `status`) above all: of several types the
    /// complaint of the one that was meant is the useful one.
    fn likeness(&self, value: &Value, kind: &str) -> usize {
        let fields = self
            .kind(kind)
            .and_then(|description| description["fields"].as_object());
        let (Some(fields), Some(object)) = (fields, value.as_object()) else {
            return 0;
        };
        let telling = |name: &String, value: &Value| fields[name].get("c") == Some(value);
        let known = object.iter().filter(|(name, _)| fields.contains_key(*name));
        known
            .map(|(name, value)| if telling(name, value) { 100 } else { 1 })
            .sum()
    }

    fn fits_one(&self, value: &Value, kind: &str, params: &Params) -> Result<(), String> {
        if let Some(inner) = kind.strip_prefix("Array of ") {
            let list = value.as_array().ok_or_else(|| format!("{kind} expected"))?;
            let kinds: Vec<String> = inner.split('|').map(Into::into).collect();
            for (at, item) in list.iter().enumerate() {
                self.fits(item, &kinds, params)
                    .map_err(|problem| format!("[{at}] {problem}"))?;
            }
            return Ok(());
        }
        let basic = match kind {
            "Integer" => Some(value.is_i64() || value.is_u64()),
            "Float" => Some(value.is_number()),
            "String" => Some(value.is_string()),
            "Boolean" => Some(value.is_boolean()),
            "True" => Some(value == &Value::Bool(true)),
            "InputFile" => {
                let name = value.as_str().and_then(|text| text.strip_prefix("attach://"));
                Some(name.is_some_and(|name| params.files.contains_key(name)))
            }
            _ => None,
        };
        match basic {
            Some(true) => return Ok(()),
            Some(false) => return Err(format!("{kind} expected")),
            None => {}
        }
        let description = self.kind(kind).ok_or_else(|| format!("unknown type {kind}"))?;
        if let Some(list) = description["subtypes"].as_array() {
            let subtypes: Vec<String> = list.iter().filter_map(Value::as_str).map(Into::into).collect();
            return self.fits(value, &subtypes, params);
        }
        let object = value.as_object().ok_or_else(|| format!("{kind} expected"))?;
        let fields = description["fields"]
            .as_object()
            .ok_or_else(|| format!("{kind} has no fields"))?;
        for (name, field) in fields {
            if field["r"] == 1 && !object.contains_key(name) {
                return Err(format!("{kind}.{name} is missing"));
            }
            if let (Some(expected), Some(found)) = (field.get("c"), object.get(name))
                && expected != found
            {
                return Err(format!("{kind}.{name} is not {expected}"));
            }
        }
        for (name, value) in object {
            let field = fields.get(name).ok_or_else(|| format!("{kind}.{name} is unknown"))?;
            self.fits(value, &kinds(field), params)
                .map_err(|problem| format!("{kind}.{name}: {problem}"))?;
        }
        Ok(())
    }
}

fn kinds(field: &Value) -> Vec<String> {
    field["t"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(Into::into)
        .collect()
}

/// A text part read as the first kind it can be.
fn typed(value: &Value, kinds: &[String]) -> Value {
    let Value::String(text) = value else {
        return value.clone();
    };
    let parsed = serde_json::from_str::<Value>(text)
        .ok()
        .filter(|parsed| !parsed.is_string());
    let text_only = kinds.iter().all(|kind| matches!(kind.as_str(), "String" | "InputFile"));
    parsed.filter(|_| !text_only).unwrap_or_else(|| value.clone())
}
