//! Messages as text: reading them, and saying what is wrong with them.

use serde::Deserialize;
use vzetek_protocol::{
    ClientMessage, ErrorBody, ErrorCode, MAX_MESSAGE_BYTES, ServerMessage, TableId,
};

use super::outbox::Outbox;

/// Reads a message; if it cannot be read, says why, and of what type it was.
pub fn parse(words: &str) -> Result<ClientMessage, (ErrorBody, Option<String>)> {
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
