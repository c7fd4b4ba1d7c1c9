//! JSON from clients.

use serde::Deserialize;
use serde::de::Error as _;
use vzetek_game::{JsonError, from_json};

const NO_OBJECT: &str = "an object is expected here";

fn is_list(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"[")
}

/// Reads a JSON object as [`object`] does; slower, with the path of what is wrong.
///
/// # Errors
/// If the text is no JSON, or not of this form.
pub fn described<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, JsonError> {
    if is_list(text) {
        return Err(JsonError { path: None, fault: NO_OBJECT.to_owned() });
    }
    from_json(text)
}

/// Reads a JSON object. A list is refused, although one could be read as an object whose fields are
/// in order.
///
/// # Errors
/// If the text is not JSON, or not of this form.
pub fn object<'a, T: Deserialize<'a>>(text: &'a [u8]) -> serde_json::Result<T> {
    if is_list(text) {
        return Err(serde_json::Error::custom(NO_OBJECT));
    }
    serde_json::from_slice(text)
}
