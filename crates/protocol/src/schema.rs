//! The protocol as a JSON Schema (2020-12): every message of the socket and decision
//! documents, made from the types that read and write them. Bodies of the HTTP interface
//! are described by its OpenAPI, whose games are described here.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use vzetek_game::Zones;

use crate::games::DealtCards;
use crate::{
    ClientMessage, DealEvent, DecisionAnswer, DecisionDocument, GameOptions, GameResult,
    GameStatus, GameView, ServerMessage, VERSION,
};

/// Returns the schema. It accepts any message and any document; each kind stands by its
/// name in `$defs`: `ClientMessage`, `ServerMessage`, `DecisionDocument` and
/// `DecisionAnswer`, with all that they are made of.
pub fn schema() -> Value {
    // As they are written: what is always there is required.
    let mut generator = settings().for_serialize().into_generator();
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

/// Returns the schemas of an OpenAPI description (3.1) that its bodies refer to by `part`: the
/// games' types, by name.
pub fn parts() -> Map<String, Value> {
    let at = |settings: SchemaSettings| {
        settings.with(|settings| settings.definitions_path = "/components/schemas".into())
    };
    let mut written = at(settings()).for_serialize().into_generator();
    let mut parts = Map::new();
    describe::<GameView>(&mut written, &mut parts);
    describe::<GameStatus>(&mut written, &mut parts);
    describe::<GameResult>(&mut written, &mut parts);
    describe::<DealEvent>(&mut written, &mut parts);
    describe::<DealtCards>(&mut written, &mut parts);
    describe::<Zones>(&mut written, &mut parts);
    parts.extend(written.take_definitions(true));
    // Read as well: a request may leave out what has a usual value.
    let mut read = at(settings()).for_deserialize().into_generator();
    describe::<GameOptions>(&mut read, &mut parts);
    parts.extend(read.take_definitions(true));
    parts
}

/// Adds the schema of a type to the definitions, or to the parts if it is none.
fn describe<T: JsonSchema>(generator: &mut SchemaGenerator, parts: &mut Map<String, Value>) {
    let schema = generator.subschema_for::<T>();
    if T::inline_schema() {
        parts.insert(T::schema_name().into_owned(), schema.to_value());
    }
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(RecursiveTransform(bound))
}

/// Gives whole numbers their bounds: `format` names none for them in JSON Schema.
fn bound(schema: &mut Schema) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
    let bounds = match format {
        "uint8" => (Some(0), Some(i64::from(u8::MAX))),
        "uint16" => (Some(0), Some(i64::from(u16::MAX))),
        "uint32" => (Some(0), Some(i64::from(u32::MAX))),
        "uint64" | "uint" => (Some(0), None),
        "int8" => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        "int16" => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        "int32" => (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        "int64" | "int" | "float" | "double" => (None, None),
        _ => return,
    };
    schema.remove("format");
    for (name, bound) in [("minimum", bounds.0), ("maximum", bounds.1)] {
        if let (Some(bound), None) = (bound, schema.get(name)) {
            schema.insert(name.to_owned(), bound.into());
        }
    }
}
