//! Errors of JSON in plain English. Those of serde use the terms of the programming language:
//! `expected u8`, `adjacently tagged enum`.

use std::fmt::{self, Display};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// JSON that could not be read into a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The path of the value that is wrong, such as `game.options.players` or `legal[1]`; absent
    /// for the whole.
    pub path: Option<String>,
    /// The fault, in plain words.
    pub fault: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{path}: {}", self.fault),
            None => f.write_str(&self.fault),
        }
    }
}

impl std::error::Error for JsonError {}

/// Reads a JSON text.
///
/// # Errors
/// [`JsonError`] with the path of the value that is wrong, as far as the type is read field by
/// field.
pub fn from_json<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, JsonError> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(located)?;
    reader.end().map_err(|error| JsonError { path: None, fault: explain(error) })?;
    Ok(read)
}

/// Reads a JSON value, as [`from_json`] reads a text.
///
/// # Errors
/// As in [`from_json`].
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
    serde_path_to_error::deserialize(value).map_err(located)
}

fn located(error: serde_path_to_error::Error<serde_json::Error>) -> JsonError {
    // Within a tagged type nothing more is known of the way.
    let path = error.path().to_string();
    let path = path.split('?').next().unwrap_or_default().trim_end_matches('.').to_owned();
    let error = error.into_inner();
    if !error.is_data() || path.is_empty() {
        return JsonError { path: None, fault: explain(error) };
    }
    let what = error.to_string();
    let what = what.rsplit_once(" at line ").map_or(&*what, |(what, _)| what);
    JsonError { path: Some(path), fault: plain(what) }
}

/// Turns an error of reading JSON into a type into plain English, with the place if it names one.
/// Quotes no value, which may be a password, but a name that is none of those expected. A type's
/// own error, such as [`crate::NotationError`], stays as it is.
pub fn explain(error: impl Display) -> String {
    let text = error.to_string();
    let place = text.rsplit_once(" at line ").and_then(|(what, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((what, line.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    });
    match place {
        Some((what, 0, _)) => plain(what),
        Some((what, line, column)) => {
            format!("{} (line {line}, character {column})", plain(what))
        }
        None => plain(&text),
    }
}

fn plain(what: &str) -> String {
    let expected = what.rsplit_once(", expected ").map(|(_, expected)| expected);
    let name = || what.split('`').nth(1).unwrap_or_default();
    if what.starts_with("invalid ")
        && let Some(expected) = expected
    {
        return format!("{} is expected here", thing(expected));
    }
    if what.starts_with("unknown field ") {
        return match expected {
            Some(expected) => {
                format!("there is no field `{}`; there are {}", name(), list(expected))
            }
            None => format!("there is no field `{}`, nor any other", name()),
        };
    }
    if what.starts_with("unknown variant ") {
        let expected = list(expected.unwrap_or("none"));
        return format!("`{}` is not known here; there are {expected}", name());
    }
    if what.starts_with("missing field ") {
        return format!("the field `{}` is missing", name());
    }
    if what.starts_with("duplicate field ") {
        return format!("the field `{}` is given twice", name());
    }
    form(what).map_or_else(|| what.to_owned(), str::to_owned)
}

/// A fault of form, in plain words; `None` for any other error.
fn form(what: &str) -> Option<&'static str> {
    Some(match what {
        _ if what.starts_with("EOF") => "it ends too early",
        "expected value" | "expected ident" => "a value is expected here",
        "key must be a string" | "expected a string key" => "a name in quotes is expected here",
        "trailing characters" => "something follows after its end",
        "trailing comma" => "there is a comma too many",
        "recursion limit exceeded" => "it is nested too deeply",
        "number out of range" => "a number is too large",
        "invalid number" => "a number is expected here",
        "expected `:`" => "a colon is expected here",
        _ if what.starts_with("expected `,` or") => "a comma or the end is expected here",
        _ if what.starts_with("control character") => "a text has no control characters",
        _ if what.contains("escape") || what.contains("surrogate") || what.contains("unicode") => {
            "a text has a sign after \\ that is none"
        }
        _ if what.starts_with("data did not match") => "it has none of the forms it can have",
        _ => return None,
    })
}

/// The plain name of an expected type.
fn thing(expected: &str) -> String {
    let begins = |with: &[&str]| with.iter().any(|with| expected.starts_with(with));
    match expected {
        "a nonzero u8" => "a whole number from 1 to 255".to_owned(),
        _ if begins(&["a nonzero "]) => "a whole number that is not 0".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" => "a whole number from 0 to 65535".to_owned(),
        "u32" => "a whole number from 0 to 4294967295".to_owned(),
        "u64" | "usize" => "a whole number that is not negative".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" | "bool" => "true or false".to_owned(),
        "unit" | "null" => "null".to_owned(),
        "variant identifier" | "field identifier" => "a name".to_owned(),
        _ if begins(&["a string", "a borrowed string", "a character", "string only"]) => {
            "a text".to_owned()
        }
        _ if begins(&["a tuple of size ", "an array of length "]) => {
            let size = expected.rsplit(' ').next().unwrap_or_default();
            format!("a list of {size}")
        }
        _ if begins(&["a sequence", "an array", "a tuple", "tuple"]) => "a list".to_owned(),
        _ if begins(&["enum", "string or map", "unit variant"]) => "a name or an object".to_owned(),
        _ if begins(&["struct", "a map", "map", "internally tagged", "adjacently tagged"]) => {
            "an object in { }".to_owned()
        }
        _ if expected.starts_with('`') || expected.starts_with("one of ") => list(expected),
        _ => expected.replace("string", "text"),
    }
}

/// The expected names, each in its quotes.
fn list(expected: &str) -> String {
    expected.strip_prefix("one of ").unwrap_or(expected).to_owned()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::Seat;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "it is never read in full")]
    struct Told {
        count: u8,
        list: Vec<i64>,
        #[serde(default)]
        share: Option<f64>,
        #[serde(default)]
        flag: bool,
        #[serde(default)]
        word: Word,
        #[serde(default)]
        play: Option<(Seat, String)>,
        #[serde(default)]
        tagged: Option<Tagged>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        #[default]
        One,
        Two,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "name", content = "options")]
    #[expect(dead_code, reason = "it is never read in full")]
    enum Tagged {
        Some { players: u8 },
    }

    #[test]
    fn what_is_wrong_is_said_in_plain_words() {
        for (json, plain) in [
            ("", "it ends too early (line 1, character 0)"),
            ("{", "it ends too early (line 1, character 1)"),
            ("hand", "a value is expected here (line 1, character 1)"),
            ("{\n}", "the field `count` is missing (line 2, character 1)"),
            (r#"{"count":1,"list":[]} {}"#, "something follows after its end"),
            ("{1:2}", "a name in quotes is expected here"),
            (r#"{"count" 1}"#, "a colon is expected here (line 1, character 10)"),
            (r#"{"count":1,"list":[],}"#, "there is a comma too many"),
            ("[]", "an object in { } is expected here"),
            ("7", "an object in { } is expected here"),
            (r#"{"list":[]}"#, "the field `count` is missing (line 1, character 11)"),
            (r#"{"count":1,"count":2}"#, "the field `count` is given twice"),
            (r#"{"colour":1}"#, "there is no field `colour`; there are `count`, `list`, `share`,"),
            (r#"{"count":"x"}"#, "a whole number from 0 to 255 is expected here"),
            (r#"{"count":300}"#, "a whole number from 0 to 255 is expected here"),
            (r#"{"count":null}"#, "a whole number from 0 to 255 is expected here"),
            (r#"{"list":{}}"#, "a list is expected here"),
            (r#"{"list":["a, expected b"]}"#, "a whole number is expected here"),
            (r#"{"share":"x"}"#, "a number is expected here"),
            (r#"{"flag":1}"#, "true or false is expected here (line 1, character 9)"),
            (r#"{"word":"three"}"#, "`three` is not known here; there are `one`"),
            (r#"{"word":7}"#, "is expected here"),
            (r#"{"play":[0]}"#, "a list of 2 is expected here"),
            (r#"{"play":7}"#, "a list of 2 is expected here"),
            (r#"{"tagged":7}"#, "an object in { } is expected here"),
            (r#"{"tagged":{"name":"Some","options":{"players":-1}}}"#, "a whole number from 0"),
        ] {
            let error = explain(serde_json::from_str::<Told>(json).unwrap_err());
            assert!(error.contains(plain), "{json}: {error}");
            let words = error.split(|letter: char| !letter.is_alphanumeric());
            for word in words {
                let foreign = ["u8", "i64", "f64", "enum", "struct", "variant", "map", "sequence"];
                let others = ["tuple", "newtype", "Option", "boolean", "string", "EOF", "usize"];
                assert!(!foreign.contains(&word) && !others.contains(&word), "{json}: {error}");
            }
        }
    }

    #[test]
    fn a_fault_is_named_by_its_path() {
        for (json, error) in [
            (r#"{"count":1,"list":[2,"x"]}"#, "list[1]: a whole number is expected here"),
            (r#"{"count":300}"#, "count: a whole number from 0 to 255 is expected here"),
            (r#"{"count":1,"list":[],"play":["x","y"]}"#, "play[0]: a whole number"),
            (
                r#"{"count":1,"list":[],"tagged":{"name":"Some","options":{"players":-1}}}"#,
                "tagged.options.players: a whole number from 0 to 255 is expected here",
            ),
            (r#"{"count":1,"list":[],"tagged":{"name":"Some","options":{}}}"#, "tagged.options: "),
            (r#"{"count":1}"#, "the field `list` is missing (line 1, character 11)"),
            (r#"{"count":1,"list":[]} {}"#, "something follows after its end"),
            (r#"{"count":1,"list":["#, "it ends too early (line 1, character 19)"),
        ] {
            let found = from_json::<Told>(json.as_bytes()).unwrap_err().to_string();
            assert!(found.starts_with(error), "{json}: {found}");
        }
        assert!(from_json::<Told>(br#"{"count":1,"list":[]}"#).is_ok());
    }

    #[test]
    fn what_a_type_says_itself_stays() {
        let told = crate::NotationError::new("X9", "a card such as C3");
        assert_eq!(explain(&told), told.to_string());
    }
}
