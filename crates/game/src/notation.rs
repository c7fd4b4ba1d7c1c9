//! Text notation: errors of reading it, JSON and cards by it, and the part of an
//! action that others may be told.

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

/// Returns the part of a secret action that others may be told: the text before
/// the colon, `discard` of `discard:H4`. Of an action without one nothing is
/// safe.
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

/// Makes a type that holds the index of a card, `Card(u8)`, a [`Card`](crate::Card)
/// of the pack with these notations, in the order of indices. The last argument
/// tells whoever wrote something else how cards are written.
#[macro_export]
macro_rules! card_by_notation {
    ($card:ty, $notation:expr, $expected:literal) => {
        impl $card {
            /// The notation of the card in text and JSON.
            pub const fn notation(self) -> &'static str {
                $notation[self.0 as usize]
            }
        }

        impl $crate::Card for $card {
            const COUNT: u8 = $notation.len() as u8;

            fn index(self) -> u8 {
                self.0
            }

            fn from_index(index: u8) -> Self {
                assert!(index < Self::COUNT, "the pack has {} cards, not {index}", Self::COUNT);
                Self(index)
            }
        }

        impl ::std::fmt::Display for $card {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.notation())
            }
        }

        impl ::std::str::FromStr for $card {
            type Err = $crate::NotationError;

            fn from_str(text: &str) -> Result<Self, $crate::NotationError> {
                let index = $notation.iter().position(|&notation| notation == text);
                index
                    .map(|index| Self(index as u8))
                    .ok_or_else(|| $crate::NotationError::new(text, $expected))
            }
        }

        $crate::by_notation!($card);
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
