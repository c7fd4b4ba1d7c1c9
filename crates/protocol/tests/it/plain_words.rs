//! Every error of reading a message or a body is in plain words.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use vzetek_game::explain;
use vzetek_protocol::rest::{ChangePassword, Credentials, FaceChoice, GuestName, NewBot, NewGuest};
use vzetek_protocol::{ClientMessage, TableConfig};

/// Words that only programmers use.
const FOREIGN: [&str; 37] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "f32",
    "f64",
    "bool",
    "boolean",
    "str",
    "string",
    "char",
    "enum",
    "struct",
    "variant",
    "map",
    "sequence",
    "tuple",
    "newtype",
    "option",
    "Option",
    "Some",
    "None",
    "unit",
    "ident",
    "identifier",
    "EOF",
    "parsing",
    "visitor",
    "serde",
    "tagged",
    "borrowed",
    "deserialize",
];

/// True if no word is foreign, names of fields in their quotes apart.
fn is_plain(message: &str) -> bool {
    let message: String = message.split('`').step_by(2).collect();
    let mut words = message.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.all(|word| !FOREIGN.contains(&word))
}

/// Values to put in place of others.
fn strangers() -> Vec<Value> {
    let deep = (0..200).fold(json!(1), |deep, _| json!([deep]));
    vec![
        json!(null),
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!(1e99),
        json!("x"),
        json!(""),
        json!([]),
        json!([1, "x"]),
        json!({}),
        json!({ "x": 1 }),
        json!(300),
        json!(u64::MAX),
        json!("\u{0}"),
        deep,
    ]
}

/// Wrong variants of a value: each part replaced, left out or added to.
fn wrong(value: &Value) -> Vec<Value> {
    let mut wrong = strangers();
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let with = |field| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), field);
                    Value::Object(fields)
                };
                wrong.extend(self::wrong(field).into_iter().map(with));
                let mut fewer = fields.clone();
                fewer.remove(name);
                wrong.push(Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("colour".to_owned(), json!("red"));
            wrong.push(Value::Object(more));
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                let with = |item| {
                    let mut items = items.clone();
                    items[place] = item;
                    Value::Array(items)
                };
                wrong.extend(self::wrong(item).into_iter().map(with));
            }
        }
        _ => {}
    }
    wrong
}

fn check<T: DeserializeOwned>(value: &Value, told: &mut usize) {
    let mut hear = |error: serde_json::Error| {
        let message = explain(error);
        assert!(is_plain(&message), "{message:?}");
        *told += 1;
    };
    for wrong in wrong(value) {
        if let Err(error) = serde_json::from_str::<T>(&wrong.to_string()) {
            hear(error);
        }
        if let Err(error) = serde_json::from_value::<T>(wrong) {
            hear(error);
        }
    }
    let text = value.to_string();
    for cut in 0..text.len() {
        let (before, after) = text.split_at(cut);
        for wedge in ["", "{", "}", "[", "\"", ",", ":", "\\", "\\ud800", "\u{1}", "tru", "1e999"] {
            let broken = if wedge.is_empty() {
                before.to_owned()
            } else {
                format!("{before}{wedge}{after}")
            };
            if let Err(error) = serde_json::from_str::<T>(&broken) {
                hear(error);
            }
        }
    }
    let doubled = text.replacen('{', &format!("{{{},", &text[1..text.len() - 1]), 1);
    if let Err(error) = serde_json::from_str::<T>(&doubled) {
        hear(error);
    }
}

#[test]
fn whatever_is_wrong_is_said_in_plain_words() {
    let mut told = 0;
    for message in [
        json!({ "type": "hello", "protocol": 1, "token": "t", "house_bot": { "name": "Burja", "level": "easy" } }),
        json!({ "type": "lobby", "on": true }),
        json!({ "type": "watch", "table": "t", "invite": "i", "since": { "epoch": "e", "seq": 1 } }),
        json!({ "type": "sit", "table": "t", "seat": 1, "invite": "i" }),
        json!({ "type": "act", "table": "t", "seq": 1, "action": "C3" }),
        json!({ "type": "nonce", "table": "t", "nonce": "n" }),
        json!({ "type": "chat", "table": "t", "text": "x" }),
        json!({ "type": "ping", "at": 1 }),
        json!({ "type": "offer", "seats": 1 }),
        json!({ "type": "decline", "table": "t", "seat": 1 }),
    ] {
        check::<ClientMessage>(&message, &mut told);
    }
    for game in [
        json!({ "name": "trset", "options": { "variant": "trset", "players": 2, "declarations": true, "cappotto": true, "target": 21 } }),
        json!({ "name": "tarok", "options": { "rewarded_klop": false, "taroks_discarded_last": false, "forehand_leads": false, "open_berac": false, "symmetric_bonuses": false, "deals": 3 } }),
        json!({ "name": "tablic", "options": { "players": 3, "target": 51 } }),
    ] {
        let clock = json!({ "move_ms": 20_000, "bank_ms": 10_000, "grace_ms": 10_000 });
        let config = json!({ "game": game, "clock": clock, "private": true, "bots": "easy" });
        check::<TableConfig>(&config, &mut told);
        check::<vzetek_protocol::GameOptions>(&game, &mut told);
    }
    let credentials = json!({ "name": "Ana", "password": "correct", "bearer": true });
    check::<Credentials>(&credentials, &mut told);
    check::<ChangePassword>(&json!({ "old": "a", "new": "b" }), &mut told);
    check::<NewGuest>(&json!({ "name": "Ana", "bearer": true }), &mut told);
    check::<GuestName>(&json!({ "name": "Ana" }), &mut told);
    check::<FaceChoice>(&json!({ "face": "T7" }), &mut told);
    check::<NewBot>(&json!({ "name": "Ana" }), &mut told);
    assert!(told > 10_000, "{told}");
}

#[test]
fn it_says_what_would_have_been_right() {
    let told = |text: &str| explain(serde_json::from_str::<ClientMessage>(text).unwrap_err());
    for (text, words) in [
        (r#"{"type":"lobby","on":1}"#, "true or false is expected here"),
        (r#"{"type":"sit","table":"t","seat":300}"#, "a whole number from 0 to 255"),
        (r#"{"type":"lobby","of":1}"#, "there is no field `of`; there are `on`"),
        (r#"{"type":"lobby"}"#, "the field `on` is missing"),
        (r#"{"type":"lobby","#, "it ends too early (line 1, character 16)"),
    ] {
        assert!(told(text).contains(words), "{text}: {}", told(text));
    }
}
