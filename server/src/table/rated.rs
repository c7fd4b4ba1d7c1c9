//! The effect of a match on the ratings of its players.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use vzetek_protocol::{GameId, RatingChange, UnratedReason};
use vzetek_store::{Account, Ladder, MatchEnd, MatchRating, RatingRow, Store, StoreError, Write};

use super::awaited::{Awaited, Progress, Unrated};
use super::carry::Carry;
use super::effect::{Question, RatingQuestion};
use super::seat::{SeatRecord, Taken};
use super::state::Table;
use super::weights::{Known, Standing, after_match, pair};
use super::winners::of_match_forfeited;
use crate::fault::Fault;
use crate::rating;

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
    /// The most rated matches that two of the opponents had played with each other lately.
    pub(super) met: u32,
}

/// Returns the ratings of a match that is over, or the reason why there are none.
pub(super) fn split(
    rated: Option<Result<Rated, UnratedReason>>,
) -> (Option<Rated>, Option<UnratedReason>) {
    match rated {
        None => (None, None),
        Some(Ok(rated)) => (Some(rated), None),
        Some(Err(reason)) => (None, Some(reason)),
    }
}

/// The write of the reason why the match that ended with a deal changed no rating.
///
/// # Errors
/// [`Fault`] if it does not serialise.
pub(super) fn unrated_write(game: &GameId, reason: UnratedReason) -> Result<Write, Fault> {
    let reason = rating::name_of_unrated(reason).map_err(Fault::unexpected)?;
    Ok(Write::Unrated { game: game.0.clone(), reason })
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
    /// A match that is over and not rated has its reason ([`Setup::unrated`]).
    ///
    /// [`Setup::unrated`]: super::setup::Setup::unrated
    pub(super) fn rating_question(&self, carry: &Carry) -> Option<RatingQuestion> {
        if carry.match_won.is_none() || self.unrated(carry).is_some() {
            return None;
        }
        let config = &self.setup.config;
        let ids = self.owner_ids().into_iter().flatten().collect();
        let with_bots = self.seats.iter().filter_map(SeatRecord::taken).any(Taken::is_bots);
        let ladder = if with_bots { Ladder::Bots } else { Ladder::People };
        Some(RatingQuestion {
            ids,
            sides: config.game.sides(),
            kind: config.game.kind(),
            ladder,
            at: self.now.utc,
        })
    }

    /// Returns the reason why a match that is over is not rated, as far as the table knows it;
    /// `None` for one that goes on.
    pub(super) fn unrated(&self, carry: &Carry) -> Option<UnratedReason> {
        carry.match_won.as_ref().and_then(|_| self.setup.unrated(carry))
    }

    /// Returns the new ratings after a match, or why it changes none; `gone` are the players who
    /// left it, by seat. Without facts about the players two of them are one person.
    pub(super) fn rate(
        &self,
        carry: &Carry,
        known: Option<&Known>,
        gone: &[bool],
        at: DateTime<Utc>,
    ) -> Result<Rated, UnratedReason> {
        let known = known.ok_or(UnratedReason::OnePerson)?;
        self.rate_apart(carry, known, gone, at).ok_or(UnratedReason::Guests)
    }

    /// Returns the new ratings after a match of different persons, if it changes any.
    fn rate_apart(
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
        Some(Rated { changes, rows, ladder, met: known.most_met() })
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
