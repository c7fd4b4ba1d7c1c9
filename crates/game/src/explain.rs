//! What is wrong with JSON, in words for people. Its readers say it in those of
//! the programming language: `expected u8`, `adjacently tagged enum`.

use std::fmt::Display;

/// The error of somebody who reads JSON into a type, in plain words, with the
/// place if it names one. What a type says of its own, such as
/// [`crate::NotationError`], stays as it is.
pub fn explain(error: impl Display) -> String {
    let text = error.to_string();
    let (what, place) = match text.rsplit_once(" at line ") {
        Some((what, place)) => (what, place.split_once(" column ")),
        None => (&*text, None),
    };
    let plain = of_data(what).or_else(|| of_syntax(what)).unwrap_or_else(|| what.to_owned());
    match place {
        Some(("1", column)) => format!("{plain} (column {column})"),
        Some((line, column)) => format!("{plain} (line {line}, column {column})"),
        None => plain,
    }
}

/// JSON that is not what it should be.
fn of_data(what: &str) -> Option<String> {
    if let Some(rest) = what.strip_prefix("missing field ") {
        return Some(format!("{} is missing", bare(rest)));
    }
    if let Some(rest) = what.strip_prefix("duplicate field ") {
        return Some(format!("{} stands there twice", bare(rest)));
    }
    let unknown = what.strip_prefix("unknown field ").or(what.strip_prefix("unknown variant "));
    if let Some((name, known)) = unknown.and_then(|rest| rest.split_once(", ")) {
        let known = known.trim_start_matches("expected ").trim_start_matches("one of ");
        let name = bare(name);
        return Some(match known.starts_with("there are no") {
            true => format!("{name} is unknown, nothing should stand there"),
            false => {
                format!("{name} is unknown, known are: {}", bare(&known.replace(" or ", ", ")))
            }
        });
    }
    let rest = what.strip_prefix("invalid type: ").or(what.strip_prefix("invalid value: "));
    let rest = rest.or(what.strip_prefix("invalid length "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = match what.starts_with("invalid length ") {
        true => format!("a list of {found}"),
        false => found_words(found),
    };
    Some(format!("{found} stands where {} should", expected_words(expected)))
}

/// What is no JSON at all.
fn of_syntax(what: &str) -> Option<String> {
    let plain = match what {
        _ if what.starts_with("EOF while parsing") => "it ends too early",
        "expected value" | "expected ident" => "a value should stand there",
        "key must be a string" => "a name in quotation marks should stand there",
        "trailing characters" => "nothing should stand there any more",
        "trailing comma" => "something should follow the comma",
        _ if what.starts_with("expected `") => {
            return Some(format!("{} should stand there", bare(what.strip_prefix("expected ")?)));
        }
        _ => return None,
    };
    Some(plain.to_owned())
}

/// Names without the marks around them.
fn bare(text: &str) -> String {
    text.replace('`', "")
}

fn found_words(found: &str) -> String {
    for kind in ["boolean ", "integer ", "floating point ", "character "] {
        if let Some(value) = found.strip_prefix(kind) {
            return bare(value);
        }
    }
    match found {
        "sequence" => "a list",
        "map" | "struct variant" => "an object",
        "unit value" | "Option value" => "null",
        "null" => "null",
        _ => match found.strip_prefix("string ") {
            Some(text) => return format!("the text {text}"),
            None => "something else",
        },
    }
    .to_owned()
}

fn expected_words(expected: &str) -> String {
    let plain = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number from 0 on",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "str" | "variant identifier" | "field identifier" => {
            "a text"
        }
        "a character" => "a single letter",
        "a map" | "option" => "an object",
        "unit" | "null" => "null",
        _ if expected.starts_with("a sequence") => "a list",
        _ if expected.contains("enum") => "a text or an object as described",
        _ if expected.starts_with("struct") => "an object",
        _ => match expected.split_once(" of size ").or(expected.split_once(" of length ")) {
            Some((_, size)) => return format!("a list of {size}"),
            None if expected.contains("tuple") => "a list",
            None => expected,
        },
    };
    plain.to_owned()
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
            ("", "it ends too early (column 0)"),
            ("{", "it ends too early (column 1)"),
            ("hand", "a value should stand there (column 1)"),
            ("{\n}", "count is missing (line 2, column 1)"),
            (r#"{"count":1,"list":[]} {}"#, "nothing should stand there any more"),
            ("{1:2}", "a name in quotation marks should stand there"),
            (r#"{"count" 1}"#, ": should stand there (column 10)"),
            (r#"{"count":1,"list":[],}"#, "something should follow the comma"),
            ("[]", "a list of 0 stands where an object should"),
            ("7", "7 stands where an object should"),
            (r#"{"list":[]}"#, "count is missing (column 11)"),
            (r#"{"count":1,"count":2}"#, "count stands there twice"),
            (r#"{"colour":1}"#, "colour is unknown, known are: count, list, share, flag,"),
            (
                r#"{"count":"x"}"#,
                r#"the text "x" stands where a whole number from 0 to 255 should"#,
            ),
            (r#"{"count":300}"#, "300 stands where a whole number from 0 to 255 should"),
            (r#"{"count":1.5}"#, "1.5 stands where a whole number from 0 to 255 should"),
            (r#"{"count":null}"#, "null stands where a whole number from 0 to 255 should"),
            (r#"{"count":[]}"#, "a list stands where a whole number from 0 to 255 should"),
            (r#"{"list":{}}"#, "an object stands where a list should"),
            (r#"{"list":["a, expected b"]}"#, "stands where a whole number should"),
            (r#"{"share":"x"}"#, r#"the text "x" stands where a number should"#),
            (r#"{"flag":1}"#, "1 stands where true or false should (column 9)"),
            (r#"{"word":"three"}"#, "three is unknown, known are: one, two"),
            (r#"{"word":7}"#, "should"),
            (r#"{"play":[0]}"#, "a list of 1 stands where a list of 2 should"),
            (r#"{"play":7}"#, "7 stands where a list of 2 should"),
            (r#"{"tagged":7}"#, "7 stands where a text or an object as described should"),
            (r#"{"tagged":{"name":"Some","options":{"players":-1}}}"#, "-1 stands where a whole"),
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
    fn what_a_type_says_itself_stays() {
        let told = crate::NotationError::new("X9", "a card such as C3");
        assert_eq!(explain(&told), told.to_string());
    }
}
