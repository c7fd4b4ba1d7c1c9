//! What stands in a line. Every line has the same keys, in all games.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// The deal.
    pub game: String,
    /// Where it was played.
    pub table: String,
    /// Whether the table was private. If so, `game` and `table` are numbers of
    /// this export instead of ids.
    pub private: bool,
    /// The match at the table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The deal of the match, from 1.
    pub deal: u32,
    /// Game and number of players.
    pub kind: String,
    /// How many played.
    pub players: usize,
    /// The game with its options.
    pub options: Value,
    /// The dealer's seat.
    pub dealer: u8,
    /// When the deal began.
    pub started_at: DateTime<Utc>,
    /// When the deal ended.
    pub finished_at: DateTime<Utc>,
    /// The move's number in the deal, from 1.
    pub number: u32,
    /// Whose turn it was.
    pub seat: u8,
    /// Who sits there.
    pub player: Person,
    /// Who decided: the player, a bot in their place, or the server.
    pub by: &'static str,
    /// Who that was; nobody for the server.
    pub decided_by: Option<Person>,
    /// The move, in the game's notation.
    pub action: String,
    /// Everything that was legal, unless it was cut.
    pub legal: Vec<String>,
    /// Whether more was legal than is listed.
    pub legal_cut: bool,
    /// When the server accepted it.
    pub at: DateTime<Utc>,
    /// How long it took, in milliseconds.
    pub thinking_ms: u64,
    /// All that the player knew before the move: hand, cards known to be with
    /// others, cards on the table, piles, points so far.
    pub view: Value,
    /// What was certain by then, by seat, in the game's smallest unit: thirds
    /// in tršet, points in tarok and tablić.
    pub so_far: Vec<i32>,
    /// Who took the trick before; nobody before the first trick is complete,
    /// and in games without tricks.
    pub last_trick: Option<u8>,
    /// What became of the player in this deal.
    pub outcome: Outcome,
}

/// Somebody, as they were then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The account.
    pub id: String,
    /// `guest`, `person`, `bot` or `deleted`.
    pub kind: &'static str,
    /// A bot's level.
    pub level: Option<String>,
}

/// How a deal ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Thirds of a point taken in tricks.
    pub thirds: Option<i32>,
    /// Points written down.
    pub points: Option<i32>,
    /// Whether they won, forfeits considered.
    pub won: Option<bool>,
    /// Whether they stayed away, or did not play it themselves, and lost for it.
    pub forfeited: Option<bool>,
    /// How many of their seat's actions they decided.
    pub own_moves: Option<u32>,
    /// How many actions their seat had.
    pub seat_moves: Option<u32>,
    /// The rating before, if a rated match ended with the deal.
    pub rating_before: Option<i32>,
    /// The rating after.
    pub rating_after: Option<i32>,
    /// Whether they took the deal's last trick; neither in games without.
    pub last_trick: Option<bool>,
}
