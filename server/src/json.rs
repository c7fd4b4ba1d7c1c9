//! JSON from clients.

use serde::Deserialize;
use serde::de::Error as _;

/// Reads a JSON object. A list is refused, although one could be read as an object whose fields are
/// in order.
///
/// # Errors
/// If the text is not JSON, or not of this form.
pub fn object<'a, T: Deserialize<'a>>(text: &'a [u8]) -> serde_json::Result<T> {
    if text.trim_ascii_start().starts_with(b"[") {
        return Err(serde_json::Error::custom("an object is expected here"));
    }
    serde_json::from_slice(text)
}
