//! The effect of a match on the ratings of its players.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use vzetek_protocol::table::RatingChange;
use vzetek_store::{Account, Ladder, MatchEnd, MatchRating, RatingRow, Store, StoreError};

use super::awaited::{Awaited, Progress, Unrated};
use super::carry::Carry;
use super::effect::{Question, RatingQuestion};
use super::households;
use super::seat::{SeatRecord, Taken};
use super::state::Table;
use super::weights::{Known, Standing, after_match, pair};
use super::winners::of_match_forfeited;
use crate::rating;

/// The least time to move where matches are rated, in milliseconds. A player who cannot keep up is
/// replaced by a substitute, and loses: no player is to win by a clock of their own choice.
const LEAST_MOVE_MS: u64 = 5_000;
/// The hours for which a result makes the next one against the same opponent
/// count less.
const REPEAT_HOURS: i64 = 24;

/// The effect of a match on ratings.
#[derive(Debug)]
pub(super) struct Rated {
    /// The published changes, by seat; `None` where the match did not count.
    pub(super) changes: Vec<Option<RatingChange>>,
    /// The standings to be stored.
    pub(super) rows: Vec<RatingRow>,
    ladder: Ladder,
}

/// Asks for the data that the ratings of a match depend on.
pub(super) fn ask(question: RatingQuestion, of: Unrated) -> Progress {
    let awaited = Awaited::Ratings { at: question.at, of };
    Progress::Asks(Question::Ratings(question), awaited)
}

impl Table {
    /// Returns the question that must be answered before a match is recorded, if it is over and
    /// rated: the deal's last move is stored together with the new ratings. Without an answer
    /// nothing is stored, since ratings must not be guessed: the move is not made, and can be made
    /// again. `carry` is as the match leaves it.
    ///
    /// Private tables are not rated, because friends could arrange results; nor are games played
    /// for show, at tables opened without ratings or with hardly any time to think; nor matches
    /// with opponents of one household, or with two accounts of one person, such as a bot and its
    /// owner.
    pub(super) fn rating_question(&self, carry: &Carry) -> Option<RatingQuestion> {
        let config = &self.setup.config;
        let sides = config.game.sides();
        let is_rated = config.rated && !config.private && !self.setup.demo;
        let hurries = config.clock.move_ms < LEAST_MOVE_MS;
        let is_over = carry.match_won.is_some();
        if !is_over || !is_rated || hurries || households::meet(&carry.households, &sides) {
            return None;
        }
        let ids = self.owner_ids().into_iter().flatten().collect();
        let with_bots = self.seats.iter().filter_map(SeatRecord::taken).any(Taken::is_bots);
        let ladder = if with_bots { Ladder::Bots } else { Ladder::People };
        Some(RatingQuestion { ids, sides, kind: config.game.kind(), ladder, at: self.now.utc })
    }

    /// Returns the new ratings after a match, if it changes any; `gone` are the players who left
    /// it, by seat.
    pub(super) fn rate(
        &self,
        carry: &Carry,
        known: &Known,
        gone: &[bool],
        at: DateTime<Utc>,
    ) -> Option<Rated> {
        let winners = carry.match_won.as_deref()?;
        let sides = self.setup.config.game.sides();
        let forfeited = of_match_forfeited(gone, &carry.tally(self.seats.len()));
        let share = carry.share_played();
        let after = after_match(known, &sides, winners, &forfeited, share, at);
        let change = |(before, after): (&RatingRow, &Option<RatingRow>)| {
            let after = after.as_ref()?;
            Some(RatingChange {
                ladder: rating::told(after.ladder),
                before: before.rating.round() as i32,
                after: after.rating.round() as i32,
                settled: rating::is_settled(after, at),
            })
        };
        let changes = known.before.iter().zip(&after).map(change).collect();
        let rows: Vec<RatingRow> = after.into_iter().flatten().collect();
        let ladder = rows.first()?.ladder;
        Some(Rated { changes, rows, ladder })
    }

    /// Returns the outcome of a match for each player, and the change of their rating, if it is
    /// over; `gone` are the players who left it, by seat.
    pub(super) fn match_end(
        &self,
        carry: &Carry,
        gone: &[bool],
        rated: Option<&Rated>,
    ) -> Option<Vec<(MatchEnd, Option<MatchRating>)>> {
        let winners = carry.match_won.as_deref()?;
        let forfeited = of_match_forfeited(gone, &carry.tally(self.seats.len()));
        let ends = winners.iter().zip(forfeited).enumerate().map(|(seat, (&won, forfeited))| {
            let rating = rated.map(|r| rating::stored_change(r.ladder, r.changes[seat]));
            (MatchEnd { won, forfeited }, rating)
        });
        Some(ends.collect())
    }

    /// Publishes players with their new ratings, by seat: each has the one of their own ladder
    /// beside the name.
    pub(super) fn show_ratings(&mut self, changes: Option<&[Option<RatingChange>]>) {
        for (record, change) in self.seats.iter_mut().zip(changes.unwrap_or_default()) {
            if let Some(taken) = record.taken_mut()
                && let Some(change) = change
                && taken.is_bots() == (change.ladder == vzetek_protocol::Ladder::Bots)
            {
                (taken.owner.rating, taken.owner.settled) = (Some(change.after), change.settled);
            }
        }
    }
}

/// Reads the facts about the players that weights depend on; `None` if these may not be rated
/// against each other.
///
/// # Errors
/// If the store does not answer.
pub(super) async fn known(
    store: &dyn Store,
    question: &RatingQuestion,
) -> Result<Option<Known>, StoreError> {
    let RatingQuestion { ids, sides, kind, ladder, at } = question;
    let accounts = store.accounts(ids).await?;
    if accounts.len() != ids.len() || !of_different_people(&accounts) {
        return Ok(None);
    }
    let rows = store.ratings(ids, kind.as_str()).await?;
    let before = ids.iter().map(|id| {
        let row = rows.iter().find(|row| &row.account == id && row.ladder == *ladder).cloned();
        row.unwrap_or_else(|| rating::fresh(id, kind, *ladder, *at))
    });
    let standing = ids.iter().map(|id| {
        let account = accounts.iter().find(|account| &account.id == id);
        account.map_or(Standing::Guest, Standing::of)
    });
    let mut known =
        Known { before: before.collect(), standing: standing.collect(), met: HashMap::new() };
    let since = *at - TimeDelta::hours(REPEAT_HOURS);
    for seat in 0..ids.len() {
        let others = known.to_look_up(seat, sides, *at);
        let others: Vec<String> = others.map(|other| ids[other].clone()).collect();
        for row in store.met(&ids[seat], &others, kind.as_str(), since).await? {
            let (here, there) = (usize::from(row.seat), usize::from(row.other_seat));
            let opponents = sides.get(here).zip(sides.get(there)).is_some_and(|(a, b)| a != b);
            if let Some(other) = ids.iter().position(|id| *id == row.other)
                && opponents
            {
                *known.met.entry(pair(seat, other)).or_default() += 1;
            }
        }
    }
    Ok(Some(known))
}

/// True if no two of the accounts belong to one person: a person's bot belongs to its owner, any
/// other account to itself.
fn of_different_people(accounts: &[Account]) -> bool {
    let behind = |account: &Account| account.owner.as_ref().unwrap_or(&account.id).clone();
    let people: HashSet<String> = accounts.iter().map(behind).collect();
    people.len() == accounts.len()
}
