//! Players whom one follows, and where they are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Kind, Player, Seek, TableId};

/// Where a player is who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Presence {
    /// Has a connection, and does nothing that others may see.
    Online,
    /// Looks for others to play with.
    Seeking {
        /// The wish.
        #[serde(flatten)]
        seek: Seek,
    },
    /// Has a seat at a public table.
    Playing {
        /// The table.
        table: TableId,
        /// The kind of game that is played there.
        kind: Kind,
    },
}

/// A player whom one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Followed {
    /// The player.
    pub player: Player,
    /// Where they are; absent for those who are not here, and for those who do not
    /// let others see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub presence: Option<Presence>,
}
