//! Deals and their moves, and queries for them.

use chrono::{DateTime, Utc};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

use super::accounts::AccountKind;
use super::promises::StoredPromise;
use super::ratings::{MatchEnd, MatchRating};

/// A deal at its start.
#[derive(Clone, PartialEq)]
pub struct GameRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The table that it is played at.
    pub table: String,
    /// The number of the match at the table, from 1.
    pub match_number: u32,
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// Game and number of players, such as `trset-2`.
    pub kind: String,
    /// The game with its options as JSON.
    pub options: Value,
    /// The dealer's seat.
    pub dealer: u8,
    /// The shuffle's secret, 64 hexadecimal digits.
    pub secret: String,
    /// The hashes of the players' nonces by seat, 64 hexadecimal digits each,
    /// as stored before any nonce was opened; `None` for deals from before
    /// there were hashes.
    pub nonce_hashes: Option<Vec<Option<String>>>,
    /// The players' nonces, by seat.
    pub nonces: Vec<String>,
    /// The time when it began.
    pub started_at: DateTime<Utc>,
    /// The players.
    pub players: Vec<GamePlayerRow>,
}

impl std::fmt::Debug for GameRow {
    /// Leaves the secret out: it decides hidden cards.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRow")
            .field("id", &self.id)
            .field("table", &self.table)
            .field("kind", &self.kind)
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

/// A player of one deal, as they were then.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlayerRow {
    /// Their seat.
    pub seat: u8,
    /// Their account.
    pub account: String,
    /// The name they had; empty once the account is deleted.
    pub name: String,
    /// The kind of their account.
    pub kind: AccountKind,
    /// A bot's level.
    pub level: Option<String>,
    /// The rest is known once the deal is over: the points of the cards taken, in the
    /// game's smallest unit.
    pub card_points: Option<i32>,
    /// Whole points written down.
    pub points: Option<i32>,
    /// True if they won, forfeits considered.
    pub won: Option<bool>,
    /// True if they stayed away, or had more than half of their actions decided
    /// by others, and lost for it.
    pub forfeited: Option<bool>,
    /// The outcome of the match for them, if it ended with the deal; `None` also for matches from
    /// before it was stored.
    pub match_end: Option<MatchEnd>,
    /// The change of their rating by the match, if it ended with the deal and was
    /// rated.
    pub rating: Option<MatchRating>,
    /// The number of the seat's actions that the player decided, and the number
    /// of all its actions.
    pub moves: Option<(u32, u32)>,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// Counted from 1 within the deal.
    pub number: u32,
    /// The seat whose turn it was.
    pub seat: u8,
    /// The action in the game's notation.
    pub action: String,
    /// The party that decided it.
    pub by: MovedBy,
    /// The account that decided; `None` for the server.
    pub account: Option<String>,
    /// When it was accepted.
    pub at: DateTime<Utc>,
    /// The time that it took, in milliseconds.
    pub thinking_ms: u64,
}

/// The party that decided an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MovedBy {
    /// The seat's own player.
    Player,
    /// A bot in the player's place.
    Substitute,
    /// The server.
    Server,
}

/// The end of a deal.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishRow {
    /// The game.
    pub game: String,
    /// The time when it ended.
    pub finished_at: DateTime<Utc>,
    /// The result as JSON.
    pub result: Value,
    /// The players again, now with what they took. Written by seat.
    pub players: Vec<GamePlayerRow>,
}

/// A deal as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// As it began, players with their results if it is over.
    pub row: GameRow,
    /// True if it was played at a private table.
    pub private: bool,
    /// The time when it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// The result as JSON.
    pub result: Option<Value>,
    /// The number of its actions.
    pub move_count: u32,
    /// The actions in order; empty where only a list of games was asked for.
    pub moves: Vec<MoveRow>,
    /// The commitments made for it before and dropped, in order; empty unless one game was asked
    /// for.
    pub dropped: Vec<StoredPromise>,
}

/// The reader that games are listed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader<'a> {
    /// The operator of the server, for whom all are listed.
    Operator,
    /// An account, or `None` for no particular one. Deals of private tables are left out,
    /// except where an account asks for its own, or for those of one table at which it has played.
    Account(Option<&'a str>),
}

/// A selection of finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// The most games.
    pub limit: u32,
    /// Only those of this kind.
    pub kind: Option<String>,
    /// Only those of this account.
    pub account: Option<String>,
    /// Only those in which a guest or a person had a seat.
    pub people: bool,
    /// Only those of this table.
    pub table: Option<String>,
    /// Only those of the matches with this number at their tables.
    pub match_number: Option<u32>,
    /// Only those finished at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only those finished before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only those after this one in the list: its end and id.
    pub after: Option<(DateTime<Utc>, String)>,
}

/// A match of which a deal is over.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMatch {
    /// Its last finished deal, without moves and without their number.
    pub last: StoredGame,
    /// The results of its finished deals as JSON, in order.
    pub results: Vec<Value>,
    /// The time when its first finished deal began.
    pub started_at: DateTime<Utc>,
    /// True if it may go on: it has not ended, and its table is open and plays no later one.
    pub open: bool,
    /// The reason why it changed no rating, if it has ended and the reason is known.
    pub unrated: Option<String>,
}

/// The time over which a kind was played: the ends of its first and its last
/// finished deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindSpan {
    /// Game and number of players.
    pub kind: String,
    /// The end of the first deal.
    pub first: DateTime<Utc>,
    /// The end of the last deal.
    pub last: DateTime<Utc>,
}

/// A stretch of the record: the finished deals of a kind in a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealRange {
    /// Game and number of players.
    pub kind: String,
    /// Only those finished at or after this time.
    pub from: DateTime<Utc>,
    /// Only those finished before this time.
    pub until: DateTime<Utc>,
    /// Those of private tables, too.
    pub private: bool,
}

/// Figures that differ when a stretch of the record has changed. Moves never change
/// once their deal is over; what does is counted here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealDigest {
    /// The deals.
    pub deals: u64,
    /// The end of the newest one; `None` without deals.
    pub newest: Option<DateTime<Utc>>,
    /// Their seats.
    pub seats: u64,
    /// The seats whose match ended with the deal.
    pub ended: u64,
    /// The seats that a rated match changed.
    pub rated: u64,
    /// The sum of the points written down.
    pub points: i64,
    /// The seats whose account is deleted by now.
    pub deleted: u64,
}
