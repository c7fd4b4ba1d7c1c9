//! Sums over an account's latest finished deals.

use serde_json::Value;

/// The sums over an account's latest finished deals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// By kind and company.
    pub totals: Vec<TotalsRow>,
    /// By kind and contract, of the deals that the account declared.
    pub contracts: Vec<ContractRow>,
    /// Those it met in matches that have ended.
    pub opponents: Vec<OpponentRow>,
}

/// The deals and matches of one kind, among people or with bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalsRow {
    /// Game and number of players.
    pub kind: String,
    /// True if a bot had another seat.
    pub bots: bool,
    /// Finished deals.
    pub games: u32,
    /// Finished deals that it won.
    pub wins: u32,
    /// The sum of its points written down.
    pub points: i64,
    /// Matches whose outcome is stored.
    pub matches: u32,
    /// Matches that it won.
    pub match_wins: u32,
}

/// The deals of one kind and contract that an account declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractRow {
    /// Game and number of players.
    pub kind: String,
    /// The `contract` of the results.
    pub contract: String,
    /// Finished deals.
    pub games: u32,
    /// Finished deals that it won.
    pub wins: u32,
    /// The sum of its points written down.
    pub points: i64,
}

/// Matches of an account and another one that came out alike.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentRow {
    /// The other account.
    pub other: String,
    /// The account's seat.
    pub seat: u8,
    /// The other's seat.
    pub other_seat: u8,
    /// The game with its options as JSON, which says which seats were opponents.
    pub options: Value,
    /// True if the account won.
    pub won: bool,
    /// True if the other won.
    pub other_won: bool,
    /// The number of these matches.
    pub matches: u32,
}
