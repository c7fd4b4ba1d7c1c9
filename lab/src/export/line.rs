//! The content of a line. Every line has the same keys, in all games.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// The deal.
    pub game: String,
    /// The table that it was played at.
    pub table_id: String,
    /// True if the table was private. Then `game` and `table_id` are numbers of
    /// this export instead of ids.
    pub private: bool,
    /// The match at the table, from 1.
    pub match_number: u32,
    /// The deal of the match, from 1.
    pub deal_number: u32,
    /// Game and number of players.
    pub kind: String,
    /// The number of players.
    pub player_count: usize,
    /// The game with its options.
    pub options: Value,
    /// The dealer's seat.
    pub dealer: u8,
    /// The time when the deal began.
    pub started_at: DateTime<Utc>,
    /// The time when the deal ended.
    pub finished_at: DateTime<Utc>,
    /// The move's number in the deal, from 1.
    pub move_number: u32,
    /// The seat whose turn it was.
    pub seat: u8,
    /// The player of that seat.
    pub player: Person,
    /// The party that decided: the player, a bot in their place, or the server.
    pub moved_by: &'static str,
    /// The account that decided; none for the server.
    pub decided_by: Option<Person>,
    /// The move, in the game's notation.
    pub action: String,
    /// All that was legal, unless the list was cut.
    pub legal: Vec<String>,
    /// True if more was legal than is listed.
    pub legal_cut: bool,
    /// The time when the server accepted it.
    pub decided_at: DateTime<Utc>,
    /// The time that it took, in milliseconds.
    pub thinking_ms: u64,
    /// All that the player knew before the move: hand, cards known to be with
    /// others, cards on the table, piles, points so far.
    pub view: Value,
    /// The score that was certain by then, by seat, in the game's smallest
    /// unit: thirds in tršet, points in tarok and tablić.
    pub so_far: Vec<i32>,
    /// The seat that took the trick before; none before the first trick is
    /// complete, and in games without tricks.
    pub last_trick: Option<u8>,
    /// The outcome of the deal for the player.
    pub outcome: Outcome,
}

/// A player, as they were at the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The account.
    pub id: String,
    /// `guest`, `person`, `bot` or `deleted`.
    pub kind: &'static str,
    /// A bot's level.
    pub level: Option<String>,
}

/// The outcome of a deal for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The points of the cards taken, in the game's smallest unit.
    pub card_points: Option<i32>,
    /// Points written down.
    pub points: Option<i32>,
    /// True if they won, forfeits considered.
    pub won: Option<bool>,
    /// True if they stayed away, or had more than half of their actions decided
    /// by others, and lost for it.
    pub forfeited: Option<bool>,
    /// The number of their seat's actions that they decided.
    pub own_moves: Option<u32>,
    /// The number of all actions of their seat.
    pub seat_moves: Option<u32>,
    /// The ladder, if a rated match ended with the deal: `people` or `bots`.
    pub rating_ladder: Option<&'static str>,
    /// The rating before, if that match counted for them.
    pub rating_before: Option<i32>,
    /// The rating after.
    pub rating_after: Option<i32>,
    /// True if they took the deal's last trick; `None` in games without tricks.
    pub last_trick: Option<bool>,
}
