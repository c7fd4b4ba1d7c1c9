//! Options as they are written down: plain structs that are checked when they are
//! read, and in which nothing is written that is as usual.

/// True for a value that is the usual one. For `skip_serializing_if`, so that a new
/// option changes nothing that is written without it.
pub fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The values that an option can have, as a sentence names them: `31, 51 or 101`.
pub fn listed(values: &[u8]) -> String {
    let mut words: Vec<String> = values.iter().map(u8::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
}

/// The values of an option that can be left out, for a schema.
#[cfg(feature = "ts")]
pub fn or_none(values: &[u8]) -> Vec<Option<u8>> {
    values.iter().copied().map(Some).chain([None]).collect()
}

/// Reads and writes options whose serde is derived with `remote = "Self"`, and lets
/// none pass that their own `checked` refuses.
#[macro_export]
macro_rules! checked_options {
    ($type:ty) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, s)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                <$type>::deserialize(d)?.checked().map_err(::serde::de::Error::custom)
            }
        }
    };
}
