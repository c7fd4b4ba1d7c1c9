//! Messages as text: reading them, and saying what is wrong with them.

use serde::Deserialize;
use vzetek_protocol::{
    ClientMessage, ErrorBody, ErrorCode, MAX_MESSAGE_BYTES, ServerMessage, TableId,
};

use super::outbox::Outbox;

/// Reads a message; if it cannot be read, says why, and of what type it was.
pub fn parse(words: &str) -> Result<ClientMessage, (ErrorBody, Option<String>)> {
    if let Some(act) = parse_act(words) {
        return Ok(act);
    }
    #[derive(Deserialize)]
    struct Typed {
        r#type: String,
    }

    serde_json::from_str(words).map_err(|error| {
        let of = serde_json::from_str::<Typed>(words).ok().map(|typed| typed.r#type);
        let known = |name: &str| ClientMessage::TYPES.contains(&name);
        let body = match &of {
            Some(name) if !known(name) => ErrorBody::new(
                ErrorCode::UnknownType,
                format!(
                    "there is no message {name:?}; there are {}",
                    ClientMessage::TYPES.join(", ")
                ),
            ),
            _ => ErrorBody::new(
                ErrorCode::BadMessage,
                format!("this cannot be read: {error}; a message is a JSON object with a \"type\""),
            ),
        };
        (body, of.filter(|name| known(name)))
    })
}

/// Reads what comes most. That the type may stand anywhere in a message makes
/// the general way slow: it keeps everything until it has seen the type.
fn parse_act(words: &str) -> Option<ClientMessage> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Act<'a> {
        r#type: &'a str,
        table: TableId,
        seq: u64,
        action: String,
    }

    let Act { r#type, table, seq, action } = serde_json::from_str(words).ok()?;
    (r#type == "act").then_some(ClientMessage::Act { table, seq, action })
}

/// Sends an error, with what it is about.
pub fn send_error(outbox: &Outbox, error: ErrorBody, of: Option<&str>, table: Option<TableId>) {
    outbox.send(&ServerMessage::Error { error, of: of.map(str::to_owned), table });
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

    /// The list is for people; it has to name just what can be read.
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
    fn unreadable_messages_say_what_is_wrong() {
        for (words, code, hint) in [
            ("", ErrorCode::BadMessage, "JSON object"),
            ("[]", ErrorCode::BadMessage, "type"),
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
