//! Players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::UserId;

/// The kind of a player's account.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    TS,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Somebody without a password, known by a cookie only.
    Guest,
    /// A registered person.
    Person,
    /// A program.
    Bot,
}

/// A player as everybody may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct Player {
    /// The account.
    pub id: UserId,
    /// The name shown. May hold anything: always show it as text.
    pub name: String,
    /// Guest, person or bot.
    pub kind: PlayerKind,
    /// A bot's level, such as `strong`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
    /// The rating in the table's kind of game, a bot's on the bots' ladder, all
    /// others' on the people's. Absent where no kind is at hand, and for those who
    /// have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
    /// True if that rating is known well enough to be relied on; else it is shown
    /// with a question mark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub settled: bool,
}

/// Ratings of their own, by those who sit at the table.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    TS,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Ladder {
    /// Matches among people alone.
    People,
    /// Matches in which at least one bot has a seat.
    Bots,
}
