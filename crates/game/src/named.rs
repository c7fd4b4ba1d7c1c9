//! Enums whose variants are chosen by name, in configuration and records.

/// A name that is not among those of an enum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {name:?}; there are {known}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: String,
}

impl UnknownName {
    /// No `what` has the name, of which only the beginning is quoted: it may come from anywhere.
    pub fn new(what: &'static str, name: &str, known: &[&str]) -> Self {
        Self { what, name: name.chars().take(40).collect(), known: known.join(", ") }
    }
}

/// Defines an enum of names, in the order in which they are listed. Our own, so that the error for
/// a wrong name lists all the right ones.
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $type:ident, $what:literal, $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// All of them, in that order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, as in configuration and records.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
                    let known: Vec<_> = Self::ALL.iter().map(|known| known.name()).collect();
                    $crate::UnknownName::new($what, name, &known)
                })
            }
        }
    };
}
