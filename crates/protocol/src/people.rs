//! Players.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::UserId;

/// The kind of a player's account.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, ToSchema,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
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
    /// The rating in the table's kind of game; absent where no kind is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
}
