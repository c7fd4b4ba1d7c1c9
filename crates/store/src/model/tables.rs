//! Tables, and all that is written of them.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::games::{FinishRow, GameRow, MoveRow, StoredGame};
use super::promises::{DropRow, PromiseRow, StoredPromise};
use super::ratings::{MatchEnd, MatchRating, RatingRow};

/// One change to tables and games. The recorder writes many in one batch.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A table is opened.
    OpenTable(TableRow),
    /// A table's seats are set, all together: account ids by seat.
    Seats {
        /// The table.
        table: String,
        /// One entry a seat; `None` for an empty one.
        seats: Vec<Option<String>>,
    },
    /// The state that a table carries from deal to deal is set: running score,
    /// next dealer and the like, opaque to the store.
    TableState {
        /// The table.
        table: String,
        /// The server's own JSON.
        state: Value,
    },
    /// A table is closed permanently; its commitment, if it has one, is dropped. A table without a
    /// deal is deleted, and closing it again changes nothing.
    CloseTable {
        /// The table.
        table: String,
        /// The time when it is closed.
        at: DateTime<Utc>,
    },
    /// A table is given up by this server, which writes nothing more of it: any server may take it.
    ReleaseTable {
        /// The table.
        table: String,
    },
    /// A commitment to a shuffle is made, and not shown yet.
    Promise(PromiseRow),
    /// A commitment is bound to the hashes of the seats' nonces, before any nonce is opened.
    NonceHashes {
        /// The commitment.
        promise: String,
        /// The table.
        table: String,
        /// Hashes of nonces by seat, 64 hexadecimal digits each.
        hashes: Vec<Option<String>>,
    },
    /// A promised shuffle will never be dealt.
    DropPromise(DropRow),
    /// A deal begins. The commitments made at the table since the deal before are stored with it.
    BeginGame(GameRow),
    /// An action was accepted.
    Move {
        /// The game.
        game: String,
        /// The action.
        row: MoveRow,
    },
    /// A deal is over.
    FinishGame(FinishRow),
    /// A match has ended after this deal, because a player left.
    EndMatch {
        /// The match's last deal, which is over.
        game: String,
        /// The outcome and the changes of ratings, by seat.
        players: Vec<(MatchEnd, Option<MatchRating>)>,
    },
    /// The match that has ended with this deal, which is over, changed no rating.
    Unrated {
        /// The match's last deal.
        game: String,
        /// The reason.
        reason: String,
    },
    /// New ratings after a match. Each counts one match more than the stored one
    /// that it was computed from, or one match if there was none: no other state
    /// of a rating has that count.
    Ratings {
        /// The last deal of the match. If the same batch ends the match and that end is stored
        /// already, the stored ratings are left as they are now. If nothing in the batch ends it,
        /// ratings that are stored with equal values are treated as these.
        game: String,
        /// The ratings, each account, kind and ladder once.
        rows: Vec<RatingRow>,
    },
}

/// A table as it was set up.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The table's configuration, the server's own JSON.
    pub config: Value,
    /// The account that opened it; `None` for the house.
    pub creator: Option<String>,
    /// The invitation to a private table.
    pub invite: Option<String>,
    /// The time when it was opened.
    pub created_at: DateTime<Utc>,
    /// The number of its seats; all are empty at first.
    pub seats: u8,
}

/// A table's place among the others: the time when it was opened, and its id.
pub type TablePlace = (DateTime<Utc>, String);

/// A table that is not closed.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// As it was set up.
    pub row: TableRow,
    /// The number of times that it has changed hands, from 1: each server that runs it has
    /// it in a term of its own.
    pub term: u64,
    /// The accounts by seat; `None` for an empty one.
    pub seats: Vec<Option<String>>,
    /// The state that it carries from deal to deal; `None` if never written.
    pub state: Option<Value>,
    /// The last deal begun there, with its moves.
    pub game: Option<StoredGame>,
    /// The commitments made since that deal, in order: at most the last one is not dropped.
    pub promises: Vec<StoredPromise>,
}

impl StoredTable {
    /// Its place, after which the next page begins.
    pub fn place(&self) -> TablePlace {
        (self.row.created_at, self.row.id.clone())
    }

    /// True if no seat is taken and no deal ever began.
    pub fn is_unused(&self) -> bool {
        self.game.is_none() && self.seats.iter().all(Option::is_none)
    }
}
