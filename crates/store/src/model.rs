//! What is kept, as plain rows.

use chrono::{DateTime, Utc};
use serde_json::Value;

/// What sort of account it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// What names are compared by (case and look-alikes folded by the caller).
    pub name_key: String,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// A bot's level, such as `strong`.
    pub level: Option<String>,
    /// Whose bot it is; `None` for people and for the house's bots.
    pub owner: Option<String>,
    /// The argon2id hash in PHC form, for persons.
    pub password_hash: Option<String>,
    /// Since when.
    pub created_at: DateTime<Utc>,
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

/// A session or bot token, by its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// Whose it is.
    pub account: String,
    /// Since when.
    pub created_at: DateTime<Utc>,
    /// Until when; `None` for bot tokens, which are valid until removed.
    pub expires_at: Option<DateTime<Utc>>,
}

/// One change to tables and games. The recorder writes many at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A table is opened.
    OpenTable(TableRow),
    /// Who sits where, replacing what was: account ids by seat.
    Seats {
        /// The table.
        table: String,
        /// One entry a seat; `None` for an empty one.
        seats: Vec<Option<String>>,
    },
    /// What a table carries from deal to deal: running score, next dealer and
    /// the like, opaque to the store.
    TableState {
        /// The table.
        table: String,
        /// The server's own JSON.
        state: Value,
    },
    /// A table is closed for ever; what it has promised is dropped.
    CloseTable {
        /// The table.
        table: String,
        /// When.
        at: DateTime<Utc>,
    },
    /// A shuffle is promised, and not shown yet.
    Promise(PromiseRow),
    /// What the seats have committed to, before any nonce is opened.
    NonceHashes {
        /// The promise.
        promise: String,
        /// The table.
        table: String,
        /// Hashes of nonces by seat, 64 hexadecimal digits each.
        hashes: Vec<Option<String>>,
    },
    /// A promised shuffle will never be dealt.
    DropPromise(DropRow),
    /// A deal begins. What was promised at the table before is noted with it.
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
    /// A rated match has ended after this deal, because somebody left.
    RateGame {
        /// The match's last deal, which is over.
        game: String,
        /// The ratings before and after, by seat.
        ratings: Vec<(i32, i32)>,
    },
    /// New ratings after a match.
    Ratings(Vec<RatingRow>),
}

/// A table as it was set up.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The table's configuration, the server's own JSON.
    pub config: Value,
    /// Who opened it; `None` for the house.
    pub creator: Option<String>,
    /// The word for a private table.
    pub invite: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// How many seats it has; all are empty at first.
    pub seats: u8,
}

/// A promised shuffle.
#[derive(Clone, PartialEq, Eq)]
pub struct PromiseRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// Where it is promised.
    pub table: String,
    /// For which match at the table, from 1.
    pub match_number: u32,
    /// For which deal of the match, from 1.
    pub number: u32,
    /// The dealer's seat.
    pub dealer: u8,
    /// What is shown: the hash of the secret, 64 hexadecimal digits.
    pub commitment: String,
    /// The shuffle's secret, 64 hexadecimal digits.
    pub secret: String,
    /// When.
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
    /// The promise.
    pub promise: String,
    /// Why.
    pub reason: DropReason,
    /// The seats that it is dropped for.
    pub seats: Vec<u8>,
    /// The nonces opened so far by seat, empty texts for the others; an empty
    /// list if nobody has opened any.
    pub nonces: Vec<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Why a promised shuffle is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// Seats did not open what they had committed to.
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
    /// Where it is played.
    pub table: String,
    /// Which match at the table, from 1.
    pub match_number: u32,
    /// Which deal of the match, from 1.
    pub number: u32,
    /// Game and number of players, such as `trset-2`.
    pub kind: String,
    /// The game with its options as JSON.
    pub options: Value,
    /// The dealer's seat.
    pub dealer: u8,
    /// The shuffle's secret, 64 hexadecimal digits.
    pub secret: String,
    /// What the players had committed to by seat, hashes of 64 hexadecimal
    /// digits; `None` for deals from before there were hashes.
    pub nonce_hashes: Option<Vec<Option<String>>>,
    /// The players' nonces, by seat.
    pub nonces: Vec<String>,
    /// When.
    pub started_at: DateTime<Utc>,
    /// Who sits where.
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
    /// Where they sat.
    pub seat: u8,
    /// Who.
    pub account: String,
    /// The name they had.
    pub name: String,
    /// What sort of account they had.
    pub kind: AccountKind,
    /// A bot's level.
    pub level: Option<String>,
    /// The rest is known once the deal is over: thirds taken in tricks.
    pub thirds: Option<i32>,
    /// Whole points written down.
    pub points: Option<i32>,
    /// Whether they won, forfeits considered.
    pub won: Option<bool>,
    /// Whether they stayed away and lost for it.
    pub forfeited: Option<bool>,
    /// The rating before and after, if a rated match ended with the deal.
    pub rating: Option<(i32, i32)>,
    /// How many of the seat's actions the player decided, and how many there
    /// were in all.
    pub moves: Option<(u32, u32)>,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// Counted from 1 within the deal.
    pub number: u32,
    /// Whose turn it was.
    pub seat: u8,
    /// The action in the game's notation.
    pub action: String,
    /// Who decided.
    pub by: MovedBy,
    /// The account that decided; `None` for the server.
    pub account: Option<String>,
    /// When it was accepted.
    pub at: DateTime<Utc>,
    /// How long it took, in milliseconds.
    pub thinking_ms: u64,
}

/// Who decided an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// When.
    pub finished_at: DateTime<Utc>,
    /// The result as JSON.
    pub result: Value,
    /// The players again, now with what they took. Written by seat.
    pub players: Vec<GamePlayerRow>,
}

/// An account's standing in one kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub account: String,
    /// Game and number of players.
    pub kind: String,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Glicko-2's volatility.
    pub volatility: f64,
    /// Rated matches.
    pub matches: u32,
    /// Of which won.
    pub wins: u32,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// What a match did to a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedRow {
    /// The last deal of the match.
    pub game: String,
    /// When it ended.
    pub at: DateTime<Utc>,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// Whether the deal was won.
    pub won: bool,
}

/// A rated match in which an account met another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetRow {
    /// Where the account sat.
    pub seat: u8,
    /// The other account.
    pub other: String,
    /// Where the other sat.
    pub other_seat: u8,
}

/// What an account did in one kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsRow {
    /// Game and number of players.
    pub kind: String,
    /// Finished deals.
    pub games: u32,
    /// Of which won.
    pub wins: u32,
}

/// Where a table stands among the others: when it was opened, and its id.
pub type TablePlace = (DateTime<Utc>, String);

/// A table that is not closed.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// As it was set up.
    pub row: TableRow,
    /// Who sits where.
    pub seats: Vec<Option<String>>,
    /// What it carries from deal to deal; `None` if never written.
    pub state: Option<Value>,
    /// The last deal begun there, with its moves.
    pub game: Option<StoredGame>,
    /// What was promised since, in order: at most the last one is not dropped.
    pub promises: Vec<StoredPromise>,
}

/// A promised shuffle as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPromise {
    /// As it was made.
    pub row: PromiseRow,
    /// What the seats had committed to, if it came to that.
    pub nonce_hashes: Option<Vec<Option<String>>>,
    /// That it was dropped, if it was.
    pub dropped: Option<DropRow>,
}

impl StoredTable {
    /// Its place, to go on from.
    pub fn place(&self) -> TablePlace {
        (self.row.created_at, self.row.id.clone())
    }

    /// Whether nobody has a seat there and no deal ever began.
    pub fn is_unused(&self) -> bool {
        self.game.is_none() && self.seats.iter().all(Option::is_none)
    }
}

/// A deal as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// As it began, players with their results if it is over.
    pub row: GameRow,
    /// Whether it was played at a private table.
    pub private: bool,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// The result as JSON.
    pub result: Option<Value>,
    /// How many actions it has.
    pub move_count: u32,
    /// The actions in order; empty where only a list of games was asked for.
    pub moves: Vec<MoveRow>,
    /// What was promised for it before and dropped, in order; empty but where
    /// one game was asked for.
    pub dropped: Vec<StoredPromise>,
}

/// Guests, the oldest first, and those of them who have left no trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestPage {
    /// The last one looked at, to go on from: when it was made, and its id.
    /// `None` if there are no more.
    pub last: Option<(DateTime<Utc>, String)>,
    /// Those who may be forgotten.
    pub unused: Vec<String>,
}

/// When a guest is forgotten who has left no trace: no game, seat or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestLimits {
    /// Only one who was made before.
    pub made_before: DateTime<Utc>,
    /// Only one none of whose sessions lasts longer.
    pub sessions_end_by: DateTime<Utc>,
}

/// For whom games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader<'a> {
    /// For who runs the server: all of them.
    Operator,
    /// For an account, or for nobody in particular. Deals of private tables are
    /// left out but where one's own are asked for, or those of one table at
    /// which one has played.
    Account(Option<&'a str>),
}

/// Which finished games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// At most so many.
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
