//! The record, held against everything that was shown.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use vzetek_client::Http;
use vzetek_game::Seat;
use vzetek_protocol::GameId;
use vzetek_protocol::rest::GameRecord;
use vzetek_store::{DealRange, RatingKey, RatingStep, Store, StoredGame};

use super::seen::{Memory, Notes, Seen};
use crate::recorded;
use crate::verify;

/// The rating that everybody begins with.
const FIRST_RATING: i32 = 1500;

/// The outcome, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Deals that somebody was shown.
    pub deals: usize,
    /// Finished deals of the record, all of which were verified.
    pub finished: usize,
    /// Moves of the deals that were shown.
    pub moves: u64,
    /// Changes of ratings.
    pub ratings: usize,
    /// Hands that were shown before the first move, each its seat's own.
    pub hands: usize,
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
    let store = recorded::open(database).await?;
    let mut held = Held::default();
    let mut shown: BTreeMap<&GameId, Vec<&Memory>> = BTreeMap::new();
    for (game, memory) in seen.iter().flat_map(|seen| &seen.deals) {
        shown.entry(game).or_default().push(memory);
    }
    let mut places = Places::default();
    for (game, memories) in &shown {
        held.deals += 1;
        match store.game(&game.0).await? {
            Some(stored) => {
                held.moves += u64::from(stored.move_count);
                places.take(&stored, notes);
                for memory in memories {
                    compare(game, memory, &stored, notes);
                }
            }
            None => notes.wrong(format!("deal {game} was shown and is not in the record")),
        }
    }
    places.check(notes);
    let mut http = Http::connect(host).await.context("no server to ask for records")?;
    let mut steps: HashMap<RatingKey, Vec<RatingStep>> = HashMap::new();
    for stored in finished(&*store).await? {
        held.finished += 1;
        let game = GameId::from(&*stored.row.id);
        let record: GameRecord = http.game(&game).await.with_context(|| game.to_string())?;
        if let Err(mismatch) = verify::check(&record) {
            notes.wrong(format!("deal {game}: {mismatch}"));
        }
        for (seat, hand) in
            shown.get(&game).into_iter().flatten().filter_map(|one| one.hand.as_ref())
        {
            held.hands += 1;
            if !is_dealt(hand, &record.cards.hands, *seat) {
                notes.wrong(format!(
                    "deal {game}: seat {seat} was shown {hand:?}, not its own cards"
                ));
            }
        }
        for player in &stored.row.players {
            let Some(rating) = player.rating else { continue };
            let Some(step) = rating.step else { continue };
            let (account, kind) = (player.account.clone(), stored.row.kind.clone());
            let key = RatingKey { account, kind, ladder: rating.ladder };
            steps.entry(key).or_default().push(step);
        }
    }
    for (key, steps) in steps {
        held.ratings += steps.len();
        let ratings = store.ratings(std::slice::from_ref(&key.account), &key.kind).await?;
        let now = ratings.into_iter().find(|row| row.key() == key);
        match now {
            Some(row) => {
                let rating = row.rating.round() as i32;
                if let Err(wrong) = follow(&steps, row.matches, rating) {
                    notes.wrong(format!("the rating {key}: {wrong}"));
                }
            }
            None => notes.wrong(format!("the rating {key} was changed and is not there")),
        }
    }
    store.close().await;
    Ok(held)
}

/// True if all these cards were dealt to this seat, and there are some.
fn is_dealt(hand: &[String], hands: &[Vec<String>], seat: Seat) -> bool {
    let own = hands.get(seat.index());
    !hand.is_empty() && own.is_some_and(|own| hand.iter().all(|card| own.contains(card)))
}

/// All finished deals.
async fn finished(store: &dyn Store) -> anyhow::Result<Vec<StoredGame>> {
    let (from, until) = (DateTime::UNIX_EPOCH, Utc::now() + TimeDelta::days(2));
    let mut all = Vec::new();
    for span in store.spans().await? {
        let range = DealRange { kind: span.kind, from, until, private: true };
        let mut after = None;
        loop {
            let page = store.deals(&range, after.as_ref(), recorded::PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.finished_at.map(|at| (at, last.row.id.clone()));
            all.extend(page);
        }
    }
    Ok(all)
}

/// Every move that somebody was shown must be stored, in its place.
fn compare(game: &GameId, memory: &Memory, stored: &StoredGame, notes: &Notes) {
    for (number, shown) in memory.moves.iter().enumerate() {
        let fits = stored.moves.get(number).is_some_and(|row| shown.is(row.seat, &row.action));
        if !fits {
            notes.wrong(format!(
                "deal {game}: move {} was shown as {shown:?}, the record has {:?}",
                number + 1,
                stored.moves.get(number).map(|row| (row.seat, &*row.action)),
            ));
            return;
        }
    }
    if memory.finished && stored.finished_at.is_none() {
        notes.wrong(format!("deal {game}: its end was shown and is not in the record"));
    }
}

/// The places of deals at their tables: each is there once.
#[derive(Debug, Default)]
struct Places {
    taken: HashSet<(String, u32, u32)>,
    open: HashMap<String, Vec<String>>,
}

impl Places {
    fn take(&mut self, stored: &StoredGame, notes: &Notes) {
        let row = &stored.row;
        if !self.taken.insert((row.table.clone(), row.match_number, row.number)) {
            notes.wrong(format!(
                "table {} has deal {} of match {} twice",
                row.table, row.number, row.match_number
            ));
        }
        if stored.finished_at.is_none() {
            self.open.entry(row.table.clone()).or_default().push(row.id.clone());
        }
        let numbers = stored.moves.iter().map(|row| row.number);
        if !numbers.eq(1..=stored.moves.len() as u32) {
            notes.wrong(format!("deal {}: the numbers of its moves have gaps", row.id));
        }
    }

    fn check(&self, notes: &Notes) {
        for (table, deals) in self.open.iter().filter(|(_, deals)| deals.len() > 1) {
            notes.wrong(format!("table {table} has several unfinished deals: {deals:?}"));
        }
    }
}

/// Checks that the steps of a rating can be put in an order in which each begins where the
/// one before ended, and that there are as many as the rating counts.
fn follow(steps: &[RatingStep], matches: u32, now: i32) -> Result<(), String> {
    if steps.len() != matches as usize {
        return Err(format!("it counts {matches} matches, and {} changed it", steps.len()));
    }
    let sorted = |last: i32, of: fn(&RatingStep) -> i32| {
        let mut all: Vec<i32> = steps.iter().map(of).chain([last]).collect();
        all.sort_unstable();
        all
    };
    if sorted(now, |step| step.before) == sorted(FIRST_RATING, |step| step.after) {
        Ok(())
    } else {
        Err(format!("its changes do not lead from {FIRST_RATING} to {now}: {steps:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(before: i32, after: i32) -> RatingStep {
        RatingStep { before, after, settled: false }
    }

    #[test]
    fn a_foreign_card_in_a_hand_is_noticed() {
        let cards = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let hands = [cards("C3 C4"), cards("D3 D4")];
        assert!(is_dealt(&cards("D4 D3"), &hands, Seat::new(1)));
        assert!(!is_dealt(&cards("D4 C3"), &hands, Seat::new(1)));
        assert!(
            !is_dealt(&[], &hands, Seat::new(1)) && !is_dealt(&cards("D4"), &hands, Seat::new(2))
        );
    }

    #[test]
    fn a_rating_follows_from_its_steps_in_some_order() {
        let steps = [step(1520, 1490), step(1500, 1520)];
        assert_eq!(follow(&steps, 2, 1490), Ok(()));
        assert!(follow(&steps, 3, 1490).is_err(), "a match too many");
        assert!(follow(&steps, 2, 1500).is_err(), "another end");
        let twice = [step(1500, 1520), step(1500, 1520)];
        assert!(follow(&twice, 2, 1520).is_err(), "two from the same beginning");
    }
}
