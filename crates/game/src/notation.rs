//! Text notation: errors of reading it, JSON and cards by it, and the part of an action that others
//! may see.

/// A card, action or record that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {expected}")]
pub struct NotationError {
    /// The text that was read, cut to a length that is safe to show.
    pub text: String,
    /// The text that would have been right.
    pub expected: String,
}

impl NotationError {
    /// `text` was read where `expected` ("a card such as C3") should stand.
    pub fn new(text: &str, expected: impl Into<String>) -> Self {
        const SHOWN: usize = 40;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self { text: shown, expected: expected.into() }
    }
}

/// Returns the part of a secret action that others may see: the text before the colon, `discard` of
/// `discard:H4`. Of an action without one nothing is safe.
pub fn verb(action: &str) -> &str {
    action.split_once(':').map_or("", |(verb, _)| verb)
}

/// Serialises a type as its text notation (`Display`) and reads it back
/// through `FromStr`, so that JSON and text cannot drift apart. With the feature
/// `ts` of the crate that uses it the TypeScript type, and that of the JSON schema, is
/// `string`.
#[macro_export]
macro_rules! serde_by_notation {
    ($type:ty) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = ::std::borrow::Cow::<'de, str>::deserialize(d)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }

        #[cfg(feature = "ts")]
        $crate::typescript_as!(String: impl ::ts_rs::TS for $type);
        #[cfg(feature = "ts")]
        $crate::schema_as!(String: impl ::schemars::JsonSchema for $type);
    };
}

/// Shows a type in debug output, too, as its text notation: [`serde_by_notation!`]
/// and `Debug`.
///
/// [`serde_by_notation!`]: crate::serde_by_notation
#[macro_export]
macro_rules! by_notation {
    ($type:ty) => {
        impl ::std::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }

        $crate::serde_by_notation!($type);
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_action_is_told_by_its_verb() {
        assert_eq!(verb("discard:H4"), "discard");
        assert_eq!(verb("H4"), "", "a game that has such secrets needs another notation");
    }
}
