//! Results of matches, and ratings.

use chrono::{DateTime, Utc};
use strum::{EnumString, IntoStaticStr};

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
