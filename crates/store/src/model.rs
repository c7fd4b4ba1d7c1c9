//! The rows of the store.

use chrono::{DateTime, Utc};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

/// The kind of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AccountKind {
    /// Without password or reserved name.
    Guest,
    /// A registered person.
    Person,
    /// A program.
    Bot,
    /// Deleted by its owner; the row stays, anonymous, for its games.
    Deleted,
}

/// A guest, person or bot.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// The key by which names are compared (case and look-alikes folded by the
    /// caller).
    pub name_key: String,
    /// The kind of the account.
    pub kind: AccountKind,
    /// A bot's level, such as `strong`.
    pub level: Option<String>,
    /// A bot's owner; `None` for people and for the house's bots.
    pub owner: Option<String>,
    /// The argon2id hash in PHC form, for persons.
    pub password_hash: Option<String>,
    /// The time when it was made.
    pub created_at: DateTime<Utc>,
}

impl Account {
    /// Returns the anonymous account that remains after deletion.
    #[must_use]
    pub fn deleted(self) -> Self {
        Self {
            name: String::new(),
            name_key: String::new(),
            kind: AccountKind::Deleted,
            level: None,
            password_hash: None,
            ..self
        }
    }
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// An account that another account follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedRow {
    /// Their account.
    pub account: Account,
    /// True if they do not let others see when they are here.
    pub hidden: bool,
}

/// A session or bot token, by its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The account that it belongs to.
    pub account: String,
    /// The time when it was made.
    pub created_at: DateTime<Utc>,
    /// The time when it expires; `None` for bot tokens, which are valid until
    /// removed.
    pub expires_at: Option<DateTime<Utc>>,
}

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

/// A promised shuffle.
#[derive(Clone, PartialEq, Eq)]
pub struct PromiseRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The table that it is promised at.
    pub table: String,
    /// The number of the match at the table, from 1.
    pub match_number: u32,
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The dealer's seat.
    pub dealer: u8,
    /// The hash of the secret, 64 hexadecimal digits: the part that is shown.
    pub commitment: String,
    /// The shuffle's secret, 64 hexadecimal digits.
    pub secret: String,
    /// The time when it was promised.
    pub promised_at: DateTime<Utc>,
}

impl std::fmt::Debug for PromiseRow {
    /// Leaves the secret out: it decides hidden cards.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PromiseRow")
            .field("id", &self.id)
            .field("table", &self.table)
            .field("commitment", &self.commitment)
            .finish_non_exhaustive()
    }
}

/// A promised shuffle is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRow {
    /// The commitment.
    pub promise: String,
    /// The reason.
    pub reason: DropReason,
    /// The seats that it is dropped for.
    pub seats: Vec<u8>,
    /// The nonces opened so far by seat, empty texts for the others; an empty list if no nonce
    /// is open.
    pub nonces: Vec<String>,
    /// The time when it is dropped.
    pub at: DateTime<Utc>,
}

/// The reason for dropping a promised shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DropReason {
    /// Seats did not open the nonces that they had committed to.
    Withheld,
    /// Seats were given up.
    Left,
    /// The server was started again.
    Restart,
    /// The table was closed.
    Closed,
}

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

/// The outcome of a match for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// True if they won it.
    pub won: bool,
    /// True if they left it, or had more than half of their actions in it decided
    /// by others, and lost it for that.
    pub forfeited: bool,
}

/// A rated match, as one of its players has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRating {
    /// The ladder on which it was rated.
    pub ladder: Ladder,
    /// The change of the player's rating; `None` if the result did not count for
    /// them.
    pub step: Option<RatingStep>,
}

/// The change of a rating by a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingStep {
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// True if the rating after it was settled.
    pub settled: bool,
}

/// Ratings on separate ladders, by the kinds of players at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Ladder {
    /// Matches among people alone.
    People,
    /// Matches in which at least one bot had a seat.
    Bots,
}

/// The key of a rating.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RatingKey {
    /// The account.
    pub account: String,
    /// Game and number of players.
    pub kind: String,
    /// The ladder.
    pub ladder: Ladder,
}

impl std::fmt::Display for RatingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ladder: &str = self.ladder.into();
        write!(f, "{} of {:?} ({ladder})", self.kind, self.account)
    }
}

/// An account's standing in one kind of game, on one ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The account.
    pub account: String,
    /// Game and number of players.
    pub kind: String,
    /// The ladder.
    pub ladder: Ladder,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Glicko-2's volatility.
    pub volatility: f64,
    /// Rated matches.
    pub matches: u32,
    /// Rated matches that it won.
    pub wins: u32,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
    /// The time until which the rating is settled if nothing changes it; `None`
    /// if it is not.
    pub settled_until: Option<DateTime<Utc>>,
}

impl RatingRow {
    /// Returns the rating that this is a value of.
    pub fn key(&self) -> RatingKey {
        let Self { account, kind, ladder, .. } = self;
        RatingKey { account: account.clone(), kind: kind.clone(), ladder: *ladder }
    }
}

/// The change of a rating by a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedRow {
    /// The last deal of the match.
    pub game: String,
    /// The time when it ended.
    pub at: DateTime<Utc>,
    /// The change.
    pub step: RatingStep,
    /// True if the deal was won.
    pub won: bool,
}

/// A rated match in which an account met another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetRow {
    /// The account's seat.
    pub seat: u8,
    /// The other account.
    pub other: String,
    /// The other's seat.
    pub other_seat: u8,
}

/// The results of an account in one kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsRow {
    /// Game and number of players.
    pub kind: String,
    /// Finished deals.
    pub games: u32,
    /// Finished deals that it won.
    pub wins: u32,
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

/// A promised shuffle as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPromise {
    /// As it was made.
    pub row: PromiseRow,
    /// The hashes of the seats' nonces, if their list was closed.
    pub nonce_hashes: Option<Vec<Option<String>>>,
    /// Its end without a deal, if it was dropped.
    pub dropped: Option<DropRow>,
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

/// Guests, the oldest first, and those of them who have left no trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestPage {
    /// The last guest looked at, after which the next page begins: the creation time and id.
    /// `None` if there are no further ones.
    pub last: Option<(DateTime<Utc>, String)>,
    /// The guests that may be deleted.
    pub unused: Vec<String>,
}

/// The limits within which guests are forgotten who have left no trace: no
/// game, seat or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestLimits {
    /// Only guests made before this time.
    pub made_before: DateTime<Utc>,
    /// Only guests all of whose sessions end by this time.
    pub sessions_end_by: DateTime<Utc>,
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
    /// Only those of this table.
    pub table: Option<String>,
    /// Only those finished at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only those finished before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only those after this one in the list: its end and id.
    pub after: Option<(DateTime<Utc>, String)>,
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
