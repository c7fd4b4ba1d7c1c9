//! A table's state between deals, as it is stored.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vzetek_game::Seat;
use vzetek_protocol::{GameId, GameOptions, MatchScore, TableId, UnratedReason};
use vzetek_store::Write;

use super::played::Tally;
use crate::deal::Match;
use crate::fault::Fault;

/// The state that a table carries from deal to deal, through restarts too. The stored form has the
/// score of the match; its options are stored with the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carry<M = Match> {
    /// The number of the match at this table, from 1.
    pub match_number: u32,
    /// The next deal's number within it, from 1.
    pub next_number: u32,
    /// The dealer of the next deal.
    pub next_dealer: Seat,
    /// The options, and the running score.
    #[serde(rename = "score")]
    pub game: M,
    /// The owners of the score: the accounts in the seats when cards were last
    /// dealt.
    #[serde(default)]
    pub scorers: Vec<Option<String>>,
    /// Set when the match is over: the winners, by seat (none if it broke off).
    pub match_won: Option<Vec<bool>>,
    /// Set when the match is over: the reason why it changed no rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<UnratedReason>,
    /// Set when the match is over: how often opponents had met, see
    /// [`vzetek_protocol::table::DealFinish::met`].
    #[serde(default)]
    pub met: u32,
    /// The last deal of a match that is not decided: a player who leaves now loses it.
    #[serde(default)]
    pub undecided: Option<GameId>,
    /// The actions of the match so far, counted by seat.
    #[serde(default)]
    pub tally: Vec<Tally>,
    /// The households from which each seat's owner connected during the match, as marks that only
    /// reveal which are the same.
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
            game: Match::new(options),
            scorers: Vec::new(),
            // Set, so that the first deal starts a match.
            match_won: Some(Vec::new()),
            unrated: None,
            met: 0,
            undecided: None,
            tally: Vec::new(),
            households: Vec::new(),
        }
    }

    /// Returns the stored state of a table with these options; `None` if the score is one of
    /// another game.
    ///
    /// # Errors
    /// If it is not of the form in which it is written.
    pub(super) fn read(state: &Value, options: &GameOptions) -> serde_json::Result<Option<Self>> {
        let stored = Carry::<MatchScore>::deserialize(state)?;
        Ok(Match::with_score(options, &stored.game).map(|game| Self {
            match_number: stored.match_number,
            next_number: stored.next_number,
            next_dealer: stored.next_dealer,
            game,
            scorers: stored.scorers,
            match_won: stored.match_won,
            unrated: stored.unrated,
            met: stored.met,
            undecided: stored.undecided,
            tally: stored.tally,
            households: stored.households,
        }))
    }

    /// The write that stores it.
    ///
    /// # Errors
    /// [`Fault`] if it does not serialise.
    pub(super) fn write(&self, table: &TableId) -> Result<Write, Fault> {
        let state = serde_json::to_value(self).map_err(Fault::unexpected)?;
        Ok(Write::TableState { table: table.0.clone(), state })
    }

    /// Returns the counts of the match so far, by seat.
    pub fn tally(&self, seats: usize) -> Vec<Tally> {
        let of = |seat: Seat| self.tally.get(seat.index()).copied().unwrap_or_default();
        Seat::all(seats).map(of).collect()
    }

    /// Adds the counts of a deal to those of the match.
    pub fn add_tally(&mut self, deal: &[Tally]) {
        self.tally = self.tally(deal.len());
        for (so_far, deal) in self.tally.iter_mut().zip(deal) {
            so_far.add(*deal);
        }
    }

    /// The match is over, and its ratings are known.
    pub(super) fn close(&mut self, unrated: Option<UnratedReason>, met: u32) {
        (self.unrated, self.met) = (unrated, met);
        self.households.clear();
    }

    /// True if two opponents were seen in the same household; `sides` are by seat.
    pub fn has_household_of_opponents(&self, sides: &[usize]) -> bool {
        let seats = || self.households.iter().zip(sides).enumerate();
        seats().any(|(seat, (seen, side))| {
            seats().skip(seat + 1).any(|(_, (other, its))| side != its && !seen.is_disjoint(other))
        })
    }

    /// Returns the share that was played, from 0 to 1, of a match that a player left or slept
    /// through: its progress, but at most the share of all actions that the seats' own players
    /// decided.
    pub fn share_played(&self) -> f64 {
        let mut sum = Tally::default();
        self.tally.iter().for_each(|tally| sum.add(*tally));
        let own = if sum.all == 0 { 1.0 } else { f64::from(sum.own) / f64::from(sum.all) };
        self.game.progress().min(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_of_one_household_meet_and_partners_do_not() {
        let meets = |households: &[BTreeSet<String>], sides: &[usize]| {
            let options = serde_json::json!({ "name": "trset", "options": { "players": 4 } });
            let options: GameOptions = serde_json::from_value(options).unwrap();
            let first = Carry::first(&options, Seat::new(0));
            Carry { households: households.to_vec(), ..first }.has_household_of_opponents(sides)
        };
        let of = |names: [&str; 4]| {
            names.map(|seen| seen.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>())
        };
        let sides = [0, 1, 0, 1];
        assert!(!meets(&of(["a", "b", "a", ""]), &sides));
        assert!(meets(&of(["a c", "b", "d", "e c"]), &sides), "moving does not help");
        assert!(!meets(&of(["", "", "", ""]), &sides), "the house's bots are of none");
        assert!(!meets(&[], &sides));
    }
}
