//! The households of the seated players: players of one household are not rated against each other.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::seats::is_house_bot;
use super::state::Table;
use crate::households::Household;

/// The bytes of a hash that distinguish the households of one table.
const MARK_BYTES: usize = 8;

impl Table {
    /// Records from which households the owners of the seats watch. The house's bots have none.
    pub(super) fn note_households(&mut self) {
        self.carry.households.resize(self.seats.len(), BTreeSet::new());
        for (record, seen) in self.seats.iter().zip(&mut self.carry.households) {
            let Some(owner) = record.owner().filter(|owner| !is_house_bot(owner)) else {
                continue;
            };
            for watcher in self.watchers.values().filter(|w| w.player.id == owner.id) {
                seen.insert(mark(self.setup.id.as_str(), watcher.household));
            }
        }
    }

    /// Resets the counts and households for a new match.
    pub(super) fn forget_match(&mut self) {
        self.carry.tally.clear();
        self.carry.households.clear();
        self.note_households();
    }
}

/// A household's name at a table, which is stored during the match.
fn mark(table: &str, household: Household) -> String {
    let hash = Sha256::digest(format!("{table} {}", household.0));
    hex::encode(&hash[..MARK_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_nothing_at_another_table() {
        let [one, other] = [1, 2].map(|last| Household([192, 0, 2, last].into()));
        assert_eq!(mark("t", one), mark("t", one));
        assert_ne!(mark("t", one), mark("t", other));
        assert_ne!(mark("t", one), mark("u", one));
    }
}
