//! Players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use vzetek_tarok::Card;

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
    /// The card of tarok that the player has chosen as picture: a tarok, king, queen, knight or
    /// jack. Absent until one is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub face: Option<String>,
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

/// True if a card of tarok can be the [`Player::face`]: a tarok or a court card.
pub fn is_face(card: &str) -> bool {
    card.parse::<Card>().is_ok_and(|card| card.is_tarok() || card.value() > PIP)
}

/// The value of the cards of a suit below the jack.
const PIP: u8 = 1;

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

/// The change of a rating by a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct RatingChange {
    /// The ladder on which the match was rated.
    pub ladder: Ladder,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// True if the rating after it is settled: until then the change says little.
    pub settled: bool,
}

/// The reasons why a match changes no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// The table is private: friends could arrange results.
    Private,
    /// The table was opened without ratings.
    Casual,
    /// Bots play for show.
    Exhibition,
    /// The time for a move is below five seconds.
    Hurried,
    /// Opponents were connected from one household.
    Household,
    /// Two accounts belong to one person, such as a bot and its owner.
    OnePerson,
    /// All results are against guests, or of guests against persons.
    Guests,
}
