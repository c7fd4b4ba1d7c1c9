//! Messages as text: parsing, and the errors of that.

use serde::Deserialize;
use vzetek_game::explain;
use vzetek_protocol::{ClientMessage, ErrorBody, ErrorCode, MAX_MESSAGE_BYTES, TableId};

use crate::json::object;

/// The subject of a message, as far as its errors name it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its type, if it is known.
    pub of: Option<&'static str>,
    /// The table it names.
    pub table: Option<TableId>,
}

/// The fields of a message that its errors need; all else may be wrong.
#[derive(Default, Deserialize)]
struct Head {
    r#type: Option<String>,
    table: Option<TableId>,
}

impl Head {
    fn read(words: &str) -> Self {
        object(words.as_bytes()).unwrap_or_default()
    }

    fn about(self) -> About {
        let of = self
            .r#type
            .and_then(|name| ClientMessage::TYPES.iter().copied().find(|of| *of == name));
        About { of, table: self.table }
    }
}

/// Returns the subject of a message that is not executed.
pub fn about(words: &str) -> About {
    Head::read(words).about()
}

/// Parses a message; otherwise returns the error and the message's subject.
pub fn parse(words: &str) -> Result<ClientMessage, (Box<ErrorBody>, About)> {
    if let Some(act) = parse_act(words) {
        return Ok(act);
    }
    object(words.as_bytes()).map_err(|error: serde_json::Error| {
        let head = Head::read(words);
        let known = |name: &str| ClientMessage::TYPES.contains(&name);
        let body = match &head.r#type {
            Some(name) if !known(name) => ErrorBody::new(
                ErrorCode::UnknownType,
                format!(
                    "there is no message {name:?}; there are {}",
                    ClientMessage::TYPES.join(", ")
                ),
            ),
            _ => ErrorBody::new(
                ErrorCode::BadMessage,
                format!(
                    "this cannot be read: {}; a message is a JSON object with a \"type\"",
                    explain(error)
                ),
            ),
        };
        (Box::new(body), head.about())
    })
}

/// Parses the most frequent message. That the type may be anywhere in a message makes the general
/// parser slow: it buffers everything until it has seen the type.
fn parse_act(words: &str) -> Option<ClientMessage> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Act<'a> {
        r#type: &'a str,
        table: TableId,
        seq: u64,
        action: String,
    }

    let Act { r#type, table, seq, action } = object(words.as_bytes()).ok()?;
    (r#type == "act").then_some(ClientMessage::Act { table, seq, action })
}

/// A message was longer than the server reads.
pub fn too_large() -> ErrorBody {
    ErrorBody::new(
        ErrorCode::TooLarge,
        format!("a message has at most {MAX_MESSAGE_BYTES} bytes; the connection is closed"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list is for people; it must name exactly the types that can be parsed.
    #[test]
    fn every_known_type_is_one() {
        for name in ClientMessage::TYPES {
            let error = serde_json::from_str::<ClientMessage>(&format!(r#"{{"type":"{name}"}}"#));
            if let Err(error) = error {
                assert!(!error.to_string().contains("unknown variant"), "{name}: {error}");
            }
        }
        let error = serde_json::from_str::<ClientMessage>(r#"{"type":"?"}"#).unwrap_err();
        let listed = error.to_string().matches('`').count() / 2 - 1;
        assert_eq!(listed, ClientMessage::TYPES.len(), "{error}");
    }

    #[test]
    fn an_action_is_read_alike_both_ways() {
        for words in [
            r#"{"type":"act","table":"h4s9","seq":6,"action":"C3"}"#,
            r#"{"action":"na\u0070ola:C","seq":0,"table":"","type":"act"}"#,
            r#"{"type":"a\u0063t","table":"h4s9","seq":6,"action":"C3"}"#,
        ] {
            assert_eq!(parse(words).ok(), serde_json::from_str(words).ok(), "{words}");
            assert!(parse(words).is_ok(), "{words}");
        }
        for words in [
            r#"{"type":"act","table":"h4s9","seq":-1,"action":"C3"}"#,
            r#"{"type":"act","table":"h4s9","seq":1,"seq":2,"action":"C3"}"#,
            r#"{"type":"chat","table":"h4s9","seq":1,"action":"C3"}"#,
        ] {
            assert!(parse(words).is_err(), "{words}");
        }
    }

    #[test]
    fn what_a_message_is_about_is_found_whatever_else_is_wrong() {
        let of = |words: &str| {
            let About { of, table } = about(words);
            (of, table.map(|table| table.0))
        };
        let act = r#"{"seq":"x","type":"a\u0063t","table":"h4s9","more":[{"table":1}]}"#;
        assert_eq!(of(act), (Some("act"), Some("h4s9".to_owned())));
        assert_eq!(of(r#"{"type":"ping"}"#), (Some("ping"), None));
        assert_eq!(of(r#"{"type":"fly","table":"t"}"#), (None, Some("t".to_owned())));
        for words in
            ["", "[]", r#"["act","t"]"#, "null", r#"{"type":7}"#, r#"{"type":"act","table":"#]
        {
            assert_eq!(about(words), About::default(), "{words}");
        }
    }

    #[test]
    fn unreadable_messages_say_what_is_wrong() {
        for (words, code, hint) in [
            ("", ErrorCode::BadMessage, "JSON object"),
            ("[]", ErrorCode::BadMessage, "type"),
            (r#" ["act","h4s9",6,"C3"]"#, ErrorCode::BadMessage, "an object is expected"),
            (r#"["ping",{"at":1}]"#, ErrorCode::BadMessage, "an object is expected"),
            (r#"{"type":"plaay"}"#, ErrorCode::UnknownType, "there are hello"),
            (r#"{"type":"act","table":"x"}"#, ErrorCode::BadMessage, "seq"),
            (
                r#"{"type":"act","table":"x","seq":1,"action":"C3","x":1}"#,
                ErrorCode::BadMessage,
                "x",
            ),
        ] {
            let (body, _) = parse(words).unwrap_err();
            assert_eq!(body.code, code, "{words}");
            assert!(body.message.contains(hint), "{words}: {}", body.message);
        }
    }
}
