//! Deals that another program played, played again by the rules here.
//!
//! A file holds one deal a line, as JSON; each rules crate says in which form.

use std::error::Error;
use std::io::{self, BufRead};

use serde::de::DeserializeOwned;

use crate::explain;

/// A deal as another program wrote it down.
pub trait ForeignDeal: DeserializeOwned {
    /// Plays the deal of this line again and counts its cards and what differs. A
    /// deal ends with an action that the rules here forbid.
    ///
    /// # Errors
    /// Says why the cards are no deal at all.
    fn replay(&self, line: usize, counts: &mut Counts) -> Result<(), Box<dyn Error + Send + Sync>>;
}

/// Counts of the agreement of the two programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Deals played again.
    pub deals: u64,
    /// Cards played in them.
    pub plays: u64,
    /// Lists of the possible actions of a player, or with a card, that were
    /// compared.
    pub listed: u64,
    /// Facts that differ: players to move, cards, lists, tricks, results.
    pub mismatches: u64,
    /// A description of the first difference, if there is one.
    pub first: Option<String>,
}

impl Counts {
    /// Counts a difference.
    pub fn differ(&mut self, what: String) {
        self.mismatches += 1;
        self.first.get_or_insert(what);
    }
}

/// A file that cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ConformError {
    /// The file cannot be read.
    #[error("line {line}: {source}")]
    Read {
        /// The number of the line, from 1.
        line: usize,
        /// The error of reading.
        source: io::Error,
    },
    /// A line is not a deal in the form that is expected, or its cards are none.
    #[error("line {line}: {problem}")]
    Deal {
        /// The number of the line, from 1.
        line: usize,
        /// The fault, in plain English.
        problem: Box<dyn Error + Send + Sync>,
    },
}

/// Plays every deal of the file again and counts what differs.
///
/// # Errors
/// [`ConformError`] names the first line that is no deal at all.
pub fn replay<D: ForeignDeal>(lines: impl BufRead) -> Result<Counts, ConformError> {
    let mut counts = Counts::default();
    for (index, text) in lines.lines().enumerate() {
        let line = index + 1;
        let text = text.map_err(|source| ConformError::Read { line, source })?;
        if text.trim().is_empty() {
            continue;
        }
        let told = serde_json::from_str::<D>(&text).map_err(|error| explain(error).into());
        told.and_then(|deal| deal.replay(line, &mut counts))
            .map_err(|problem| ConformError::Deal { line, problem })?;
        counts.deals += 1;
    }
    Ok(counts)
}
