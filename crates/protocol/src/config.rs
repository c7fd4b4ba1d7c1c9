//! The setup of a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::GameOptions;
use crate::part::part;

/// The setup of a table. Fixed once it is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableConfig {
    /// The game and its options.
    #[schema(schema_with = part::<GameOptions>)]
    pub game: GameOptions,
    /// Time to think.
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// True if the link is needed to sit or watch.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub private: bool,
    /// True if matches change ratings. Those of private tables never do.
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// The level of the bots that fill empty seats; absent: people only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots: Option<String>,
    /// True if the account that opens the table learns the game here: the first deal is a
    /// prepared one, as long as all other seats are free or have bots.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub lesson: bool,
    /// True if the page plays each finished deal to spectators with open hands, while the next
    /// one is played: they are one deal behind. Bots alone at a table need no permission.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub open_hands: bool,
}

/// Time to think, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The time for each move.
    #[ts(type = "number")]
    pub move_ms: u64,
    /// The time beyond that, once for the whole deal.
    #[ts(type = "number")]
    pub bank_ms: u64,
    /// The time for which a player may be disconnected before a bot plays in the
    /// seat.
    #[ts(type = "number")]
    pub grace_ms: u64,
    /// True if no clock runs for a person who sits among bots alone.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub off_alone: bool,
}

fn yes() -> bool {
    true
}

impl Default for Clock {
    fn default() -> Self {
        Self { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000, off_alone: false }
    }
}
