//! A table's state between deals, as it is stored.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_protocol::{GameId, GameOptions, MatchScore, TableId};
use vzetek_store::Write;

use super::play::internal;
use super::played::Tally;
use crate::fault::Fault;
use crate::reckon::new_match;

/// The state that a table carries from deal to deal, through restarts too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carry {
    /// The number of the match at this table, from 1.
    pub match_number: u32,
    /// The next deal's number within it, from 1.
    pub next_number: u32,
    /// The dealer of the next deal.
    pub next_dealer: Seat,
    /// The running score.
    pub score: MatchScore,
    /// The owners of the score: the accounts in the seats when cards were last
    /// dealt.
    #[serde(default)]
    pub scorers: Vec<Option<String>>,
    /// Set when the match is over: who won, by seat (nobody if it broke off).
    pub match_won: Option<Vec<bool>>,
    /// The last deal of a match that goes on: whoever leaves now loses it.
    #[serde(default)]
    pub undecided: Option<GameId>,
    /// The actions of the match so far, counted by seat.
    #[serde(default)]
    pub tally: Vec<Tally>,
    /// The households from which each seat's owner was seen during the match,
    /// as marks that tell no more than which are the same.
    #[serde(default)]
    pub households: Vec<BTreeSet<String>>,
}

impl Carry {
    /// The state of a table at which nothing was dealt yet.
    pub(super) fn first(options: &GameOptions, dealer: Seat) -> Self {
        Self {
            match_number: 0,
            next_number: 1,
            next_dealer: dealer,
            score: new_match(options),
            scorers: Vec::new(),
            // Set, so that the first deal starts a match.
            match_won: Some(Vec::new()),
            undecided: None,
            tally: Vec::new(),
            households: Vec::new(),
        }
    }

    /// The write that stores it.
    ///
    /// # Errors
    /// [`Fault`] if it does not serialise.
    pub(super) fn write(&self, table: &TableId) -> Result<Write, Fault> {
        let state = serde_json::to_value(self).map_err(internal)?;
        Ok(Write::TableState { table: table.0.clone(), state })
    }
}
