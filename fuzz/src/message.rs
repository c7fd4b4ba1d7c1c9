//! Messages of clients.

use serde::Serialize;
use serde::de::DeserializeOwned;
use vzetek_protocol::{ClientMessage, TableConfig, rest};

/// Reads the text as a message of the socket and as the body of every request.
/// Returns the type of the message, if it is one, or else `body` if it is that of
/// a request.
///
/// # Panics
/// If something that was read does not come back from what it is written as,
/// or if a message is written with another type than it says it has.
pub fn message(text: &str) -> Option<&'static str> {
    let body = comes_back::<TableConfig>(text).is_some()
        | comes_back::<rest::NewGuest>(text).is_some()
        | comes_back::<rest::Credentials>(text).is_some()
        | comes_back::<rest::ChangePassword>(text).is_some()
        | comes_back::<rest::NewBot>(text).is_some();
    let Some((message, written)) = comes_back::<ClientMessage>(text) else {
        return body.then_some("body");
    };
    let name = message.type_name();
    assert!(written.starts_with(&format!(r#"{{"type":"{name}""#)), "{written} is no {name}");
    Some(name)
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq>(text: &str) -> Option<(T, String)> {
    let value: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&value).expect("it can be written");
    let read: T = serde_json::from_str(&written).expect("and read again");
    assert!(read == value, "{text} became {written}");
    Some((value, written))
}
