//! A table as it is set up.

use serde::{Deserialize, Serialize};
use vzetek_protocol::{Epoch, TableConfig, TableId, UnratedReason};

use super::carry::Carry;
use super::surroundings::Surroundings;
use crate::config::Tuning;

/// The least time to move where matches are rated, in milliseconds. A player who cannot keep up is
/// replaced by a substitute, and loses: no player is to win by a clock of their own choice.
const LEAST_MOVE_MS: u64 = 5_000;

/// The setup of a table as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredConfig {
    /// The configuration that players see.
    pub table: TableConfig,
    /// True if bots play for show.
    #[serde(default)]
    pub demo: bool,
    /// True if the players here were paired.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paired: bool,
}

/// The setup of a table, which never changes.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name.
    pub id: TableId,
    /// Its configuration, as players see it.
    pub config: TableConfig,
    /// The account that opened it; none for the house's.
    pub creator: Option<String>,
    /// The invitation code of a private table.
    pub invite: Option<String>,
    /// True if bots play here for show.
    pub demo: bool,
    /// True if the players here were paired.
    pub paired: bool,
    /// The number of servers that have run it, this one included.
    pub term: u64,
    /// The stretch in which this server runs the table.
    pub epoch: Epoch,
    /// Delays.
    pub tuning: Tuning,
}

impl Setup {
    /// A table that this server runs, in this term.
    pub fn new(
        around: &Surroundings,
        id: TableId,
        config: StoredConfig,
        creator: Option<String>,
        invite: Option<String>,
        term: u64,
    ) -> Self {
        Self {
            id,
            config: config.table,
            creator,
            invite,
            demo: config.demo,
            paired: config.paired,
            term,
            epoch: Epoch(format!("{}.{term}", around.epoch.0)),
            tuning: around.tuning.clone(),
        }
    }
    /// Returns the reason why the match of this state changes no rating, as far as the table alone
    /// knows it.
    pub fn unrated(&self, carry: &Carry) -> Option<UnratedReason> {
        let config = &self.config;
        let reasons = [
            (self.demo, UnratedReason::Exhibition),
            (config.private, UnratedReason::Private),
            (!config.rated, UnratedReason::Casual),
            (config.clock.move_ms < LEAST_MOVE_MS, UnratedReason::Hurried),
            (carry.has_household_of_opponents(&config.game.sides()), UnratedReason::Household),
        ];
        reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }
}
