//! The protocol as a JSON Schema (2020-12): every message of the socket and decision
//! documents, made from the types that read and write them. Bodies of the HTTP interface
//! are described by its OpenAPI.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::{ClientMessage, DecisionAnswer, DecisionDocument, ServerMessage, VERSION};

/// Returns the schema. It accepts any message and any document; each kind stands by its
/// name in `$defs`: `ClientMessage`, `ServerMessage`, `DecisionDocument` and
/// `DecisionAnswer`, with all that they are made of.
pub fn schema() -> Value {
    // As they are written: what is always there is required.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let kinds = [
        generator.subschema_for::<ClientMessage>(),
        generator.subschema_for::<ServerMessage>(),
        generator.subschema_for::<DecisionDocument>(),
        generator.subschema_for::<DecisionAnswer>(),
    ];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Vzetek's protocol, version {VERSION}"),
        "description": "A message of a client, a message of the server, a decision document or its answer.",
        "anyOf": kinds,
        "$defs": generator.take_definitions(true),
    })
}
