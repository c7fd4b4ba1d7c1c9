//! Names of things: short texts, opaque to clients.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, JsonSchema, ToSchema,
        )]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }
    };
}

id! {
    /// A table.
    TableId
}
id! {
    /// One recorded deal.
    GameId
}
id! {
    /// A guest, person or bot.
    UserId
}
id! {
    /// One life of the server. Event numbers can be resumed only within it.
    Epoch
}
id! {
    /// A kind of game, rated apart: game and number of players, such as
    /// `trset-2`.
    Kind
}
