//! The record, held against everything that was shown.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use vzetek_client::Http;
use vzetek_protocol::rest::GameRecord;
use vzetek_protocol::table::Move;
use vzetek_protocol::{GameId, UserId};
use vzetek_store::{DealRange, MoveRow, RatingRow, Store, StoredGame, Tables};

use super::deals::Deals;
use super::events::is_told_of;
use super::notes::Notes;
use super::places::Places;
use super::ratings::Ratings;
use super::seen::{Memory, Seen};
use crate::recorded;
use crate::verify;

/// On the busiest machine everything that was sent is stored by then.
const PATIENCE: Duration = Duration::from_secs(120);

/// The outcome, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Deals that a client was shown.
    pub deals: usize,
    /// Finished deals of the record, all of which were verified.
    pub finished: usize,
    /// Moves of the record.
    pub moves: u64,
    /// Changes of ratings.
    pub ratings: usize,
    /// States of deals that were shown, all of which were compared.
    pub sights: usize,
    /// Those with a hand, each its player's own.
    pub hands: usize,
}

impl Held {
    /// The parts of which nothing was there to be held, so that nothing is proven.
    pub fn missing(&self) -> Vec<&'static str> {
        let parts = [
            (self.finished, "no deal was finished"),
            (self.hands, "nobody was shown a hand"),
            (self.ratings, "no match changed a rating"),
        ];
        parts.into_iter().filter(|(count, _)| *count == 0).map(|(_, what)| what).collect()
    }
}

/// Holds the record against what was shown. Everything that does not fit is noted.
///
/// # Errors
/// If the record cannot be read.
pub async fn hold(
    database: &str,
    host: &str,
    seen: &[Seen],
    notes: &Notes,
) -> anyhow::Result<Held> {
    notes.check_terms();
    let wrong = |what: String| notes.wrong(what);
    let mut shown: HashMap<GameId, Vec<(&UserId, &Memory)>> = HashMap::new();
    for one in seen {
        for (game, memory) in &one.deals {
            shown.entry(game.clone()).or_default().push((&one.account, memory));
        }
    }
    let mut held = Held { deals: shown.len(), ..Held::default() };
    let store = recorded::open(database).await?;
    let mut http = Http::connect(host).await.context("no server to ask for records")?;
    let accounts: HashSet<&UserId> = seen.iter().map(|one| &one.account).collect();
    let (all, rows) = at_one_moment(&*store, &accounts).await?;
    let (mut deals, mut places, mut ratings) =
        (Deals::default(), Places::default(), Ratings::default());
    for stored in &all {
        let game = GameId::from(&*stored.row.id);
        held.moves += u64::from(stored.move_count);
        places.take(stored);
        deals.hold(stored, &shown.remove(&game).unwrap_or_default()).into_iter().for_each(wrong);
        if stored.finished_at.is_none() {
            continue;
        }
        held.finished += 1;
        let record: GameRecord = http.game(&game).await.with_context(|| game.to_string())?;
        if let Err(mismatch) = verify::check(&record) {
            notes.wrong(format!("deal {game}: {mismatch}"));
        }
        ratings.take(stored).into_iter().for_each(wrong);
    }
    (held.sights, held.hands, held.ratings) = (deals.sights, deals.hands, ratings.count());
    for game in shown.keys() {
        notes.wrong(format!("deal {game} was shown and is not in the record"));
    }
    stray(notes, &all);
    places.check().into_iter().for_each(wrong);
    ratings.check(&rows).into_iter().for_each(wrong);
    store.close().await;
    Ok(held)
}

/// A consistent snapshot of all deals and of the ratings of these accounts: read until two reads
/// agree. Moves sent before the players left may be stored after it.
async fn at_one_moment(
    store: &dyn Store,
    accounts: &HashSet<&UserId>,
) -> anyhow::Result<(Vec<StoredGame>, Vec<RatingRow>)> {
    let until = Instant::now() + PATIENCE;
    let mut before = deals(store).await?;
    loop {
        let mut ratings = Vec::new();
        for account in accounts {
            ratings.extend(store.ratings_of(account.as_str()).await?);
        }
        let after = deals(store).await?;
        if after == before {
            return Ok((after, ratings));
        }
        ensure!(Instant::now() < until, "the record grows though nobody plays any more");
        before = after;
    }
}

/// All deals, match by match.
async fn deals(tables: &dyn Tables) -> anyhow::Result<Vec<StoredGame>> {
    let mut all = finished(tables).await?;
    all.extend(open(tables).await?);
    all.sort_by_cached_key(|deal| (deal.row.table.clone(), deal.row.match_number, deal.row.number));
    Ok(all)
}

/// All finished deals.
async fn finished(tables: &dyn Tables) -> anyhow::Result<Vec<StoredGame>> {
    let (from, until) = (DateTime::UNIX_EPOCH, Utc::now() + TimeDelta::days(2));
    let mut all = Vec::new();
    for span in tables.spans().await? {
        let range = DealRange { kind: span.kind, from, until, private: true };
        let mut after = None;
        loop {
            let page = tables.deals(&range, after.as_ref(), recorded::PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.finished_at.map(|at| (at, last.row.id.clone()));
            all.extend(page);
        }
    }
    Ok(all)
}

/// The deals that are not over, of open tables.
async fn open(tables: &dyn Tables) -> anyhow::Result<Vec<StoredGame>> {
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let page = tables.open_tables(after.as_ref(), recorded::PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.place());
        let deals = page.into_iter().filter_map(|table| table.game);
        all.extend(deals.filter(|deal| deal.finished_at.is_none()));
    }
    Ok(all)
}

/// Every move that was sent, and that no client could follow, must be its table's.
fn stray(notes: &Notes, all: &[StoredGame]) {
    let mut tables: HashMap<&str, Vec<&MoveRow>> = HashMap::new();
    for deal in all {
        tables.entry(&deal.row.table).or_default().extend(&deal.moves);
    }
    for (table, told) in notes.stray_moves() {
        let moves = tables.get(table.as_str()).into_iter().flatten();
        if !moves.into_iter().any(|row| is_of(&told, row)) {
            notes.wrong(format!("table {table}: {told:?} was told and is not in the record"));
        }
    }
}

fn is_of(told: &Move, row: &MoveRow) -> bool {
    told.seat.index() == usize::from(row.seat)
        && told.thinking_ms == row.thinking_ms
        && is_told_of(&told.action, &row.action)
}

#[cfg(test)]
mod tests {
    use vzetek_game::Seat;
    use vzetek_protocol::table::Actor;
    use vzetek_store::MovedBy;

    use super::*;

    #[test]
    fn a_move_that_nobody_could_follow_is_found_by_seat_action_and_time() {
        let row = MoveRow {
            number: 7,
            seat: 1,
            action: "discard:H4".to_owned(),
            by: MovedBy::Player,
            account: None,
            at: DateTime::UNIX_EPOCH,
            thinking_ms: 120,
        };
        let told = |seat: u8, action: &str, thinking_ms: u64| Move {
            seat: Seat::new(seat),
            action: action.to_owned(),
            by: Actor::Player,
            thinking_ms,
        };
        assert!(is_of(&told(1, "discard", 120), &row));
        assert!(is_of(&told(1, "discard:H4", 120), &row));
        assert!(!is_of(&told(1, "discard:H5", 120), &row));
        assert!(!is_of(&told(2, "discard", 120), &row));
        assert!(!is_of(&told(1, "discard", 121), &row));
    }
}
