//! Reading a decision document so that a fault has the name of its field.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use vzetek_game::explain;
use vzetek_protocol::DealEvent;
use vzetek_protocol::DecisionDocument as Document;

use crate::deal::Deal;

/// The fields of a document, with any content.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    view: Value,
    legal: Value,
    #[serde(default)]
    legal_cut: Option<Value>,
    events: Value,
    #[serde(default)]
    later: Option<Value>,
    #[serde(default)]
    score: Option<Value>,
    #[serde(default)]
    move_ms: Option<Value>,
}

/// True unless the text is a JSON object without a view: one of an older form.
pub fn is_of_the_protocol(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Probe {
        #[serde(default)]
        view: Option<IgnoredAny>,
    }
    serde_json::from_str::<Probe>(text).is_ok_and(|probe| probe.view.is_some())
}

/// Reads a document.
///
/// # Errors
/// The first fault, with the field that it is in.
pub fn read(text: &str) -> Result<Document, String> {
    let fields: Fields = serde_json::from_str(text)
        .map_err(|error| format!("this is no decision document: {}", explain(error)))?;
    let document = Document {
        view: field("view", fields.view)?,
        legal: field("legal", fields.legal)?,
        legal_cut: field("legal_cut", fields.legal_cut.unwrap_or(Value::Bool(false)))?,
        events: events("events", fields.events)?,
        later: events("later", fields.later.unwrap_or(Value::Array(Vec::new())))?,
        score: field("score", fields.score.unwrap_or(Value::Null))?,
        move_ms: field("move_ms", fields.move_ms.unwrap_or(Value::Null))?,
    };
    if document.legal.is_empty() {
        return Err("legal: a turn has one action at least".to_owned());
    }
    Ok(document)
}

fn field<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("{name}: {}", explain(error)))
}

fn events(name: &str, value: Value) -> Result<Vec<DealEvent>, String> {
    let values: Vec<Value> = field(name, value)?;
    let read = |(at, value)| field(&format!("{name}[{at}]"), value);
    values.into_iter().enumerate().map(read).collect()
}

/// Returns the deal that a document describes, as the player knows it now.
///
/// # Errors
/// If an event or the score is of another game.
///
/// # Panics
/// If the view cannot follow the later events.
pub fn deal(document: Document) -> Result<Deal, String> {
    let Document { view, events, later, score, .. } = document;
    let mut deal = Deal::told(view, events.iter(), score.as_ref(), None);
    for (name, events) in [("events", &events), ("later", &later)] {
        let foreign = events.iter().position(|told| !deal.is_of_its_game(&told.event));
        if let Some(at) = foreign {
            return Err(format!("{name}[{at}]: this is no event of the view's game"));
        }
    }
    if score.is_some_and(|score| !deal.is_scored_so(&score)) {
        return Err("score: it is that of another game than the view's".to_owned());
    }
    later.iter().for_each(|told| deal.observe(&told.event));
    Ok(deal)
}
