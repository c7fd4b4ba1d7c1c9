//! Everything that clients were shown, and when.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use vzetek_game::Seat;
use vzetek_protocol::table::{DealState, Move};
use vzetek_protocol::{Epoch, GameId, TableId, TableSnapshot};

/// The findings that are kept in words.
const KEPT: usize = 50;

/// A move as it was shown: of a hidden action only the verb is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The seat.
    pub seat: u8,
    /// The action, or its verb.
    pub action: String,
}

impl Shown {
    /// The move as it was told.
    pub fn of(moved: &Move) -> Self {
        Self { seat: moved.seat.index() as u8, action: moved.action.clone() }
    }

    /// True if this move may have been shown so, whole or by its verb.
    pub fn is(&self, seat: u8, action: &str) -> bool {
        let verb = action.split_once(':').map(|(verb, _)| verb);
        self.seat == seat && (self.action == action || verb == Some(&*self.action))
    }

    /// True if both may be the same move.
    fn agrees(&self, other: &Self) -> bool {
        self.is(other.seat, &other.action) || other.is(self.seat, &self.action)
    }
}

/// A deal as one client remembers it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The moves, in order.
    pub moves: Vec<Shown>,
    /// True if its end was shown.
    pub finished: bool,
    /// The client's seat, and the cards that it held before the first move.
    pub hand: Option<(Seat, Vec<String>)>,
}

/// The notes of all clients.
#[derive(Debug, Default)]
pub struct Notes(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// The moments at which something new of a table's deals was shown to anybody first.
    tables: HashMap<TableId, Table>,
    /// For each deal the terms in which events told of moves, by the number of the move.
    terms: HashMap<GameId, BTreeMap<usize, BTreeSet<u64>>>,
    /// The errors that were told, by code.
    errors: BTreeMap<String, u64>,
    /// The findings: everything that must not be.
    wrong: Vec<String>,
    wrongs: usize,
    /// The times that a client was shown an earlier state than before, and then the newest.
    stale: u64,
    moves: u64,
}

#[derive(Debug, Default)]
struct Table {
    newest: HashMap<GameId, usize>,
    moments: Vec<Instant>,
}

impl Notes {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes something that must not be, and says so at once.
    pub fn wrong(&self, what: String) {
        eprintln!("WRONG: {what}");
        let mut inner = self.lock();
        inner.wrongs += 1;
        if inner.wrong.len() < KEPT {
            inner.wrong.push(what);
        }
    }

    /// The number of things that must not be, and the first of them in words.
    pub fn wrongs(&self) -> (usize, Vec<String>) {
        let inner = self.lock();
        (inner.wrongs, inner.wrong.clone())
    }

    /// Notes an error that the server told.
    pub fn error(&self, code: &str) {
        *self.lock().errors.entry(code.to_owned()).or_default() += 1;
    }

    /// The errors that were told, by code.
    pub fn errors(&self) -> BTreeMap<String, u64> {
        self.lock().errors.clone()
    }

    /// The number of moves that somebody was shown.
    pub fn moves(&self) -> u64 {
        self.lock().moves
    }

    /// The number of times that a client was shown an earlier state than before.
    pub fn stale(&self) -> u64 {
        self.lock().stale
    }

    /// Notes that so many moves of a deal have been shown. The first to see one counts.
    fn progress(&self, table: &TableId, game: &GameId, moves: usize) {
        let inner = &mut *self.lock();
        let Table { newest, moments } = inner.tables.entry(table.clone()).or_default();
        let before = newest.get(game).copied();
        if before.is_none_or(|before| before < moves) {
            newest.insert(game.clone(), moves);
            moments.push(Instant::now());
            inner.moves += (moves - before.unwrap_or(0)) as u64;
        }
    }

    /// Notes the term in which an event told of a move, counted from 0.
    fn term(&self, game: &GameId, number: usize, epoch: &Epoch) {
        let term = epoch.0.rsplit_once('.').and_then(|(_, term)| term.parse().ok()).unwrap_or(0);
        self.lock().terms.entry(game.clone()).or_default().entry(number).or_default().insert(term);
    }

    /// The tables that have shown nothing new since then.
    pub fn standing_since(&self, tables: &[TableId], since: Instant) -> Vec<TableId> {
        let inner = self.lock();
        let stands = |table: &&TableId| {
            let last = inner.tables.get(*table).and_then(|table| table.moments.last());
            last.is_none_or(|last| *last < since)
        };
        tables.iter().filter(stands).cloned().collect()
    }

    /// The longest time in which each table showed nothing new, of those that touch this
    /// stretch.
    pub fn pauses(&self, from: Instant, until: Instant) -> Vec<Duration> {
        let inner = self.lock();
        let longest = |table: &Table| {
            let pairs = table.moments.windows(2).map(|pair| (pair[0], pair[1]));
            let touching = pairs.filter(|(before, after)| *before < until && *after > from);
            touching.map(|(before, after)| after - before).max()
        };
        inner.tables.values().filter_map(longest).collect()
    }

    /// Checks that each term's moves are contiguous: no move was told in two terms, and
    /// none in an earlier term than the move before it.
    pub fn check_terms(&self) {
        let mut found = Vec::new();
        for (game, moves) in &self.lock().terms {
            let mut last = 0;
            for (number, terms) in moves {
                let many = terms.len() > 1;
                let first = terms.first().copied().unwrap_or(0);
                if many || first < last {
                    let number = number + 1;
                    found.push(format!(
                        "deal {game}: move {number} was told in the terms {terms:?}, the one \
                         before in {last}"
                    ));
                }
                last = terms.last().copied().unwrap_or(last).max(last);
            }
        }
        found.into_iter().for_each(|wrong| self.wrong(wrong));
    }
}

/// One client's memory of all deals that it was shown.
#[derive(Debug, Default)]
pub struct Seen {
    /// The deals, with what was shown of each.
    pub deals: HashMap<GameId, Memory>,
    /// The view of each table now.
    now: HashMap<TableId, View>,
}

/// One client's view of a table.
#[derive(Clone, Debug)]
struct View {
    /// The client's seat; `None` for one that watches.
    you: Option<Seat>,
    /// The stretch in which it is told of.
    epoch: Epoch,
    /// The newest deal, and the number of its moves.
    deal: Option<(GameId, usize)>,
}

impl Seen {
    /// Takes a snapshot: what was shown before must be in it.
    pub fn snapshot(&mut self, snapshot: &TableSnapshot, notes: &Notes) {
        let view = View { you: snapshot.you, epoch: snapshot.epoch.clone(), deal: None };
        self.now.insert(snapshot.id.clone(), view);
        if let Some(deal) = &snapshot.deal {
            self.deal(&snapshot.id, deal, notes);
        }
    }

    /// Takes the state of a deal.
    pub fn deal(&mut self, table: &TableId, deal: &DealState, notes: &Notes) {
        let told: Vec<Shown> = deal.moves.iter().map(|played| Shown::of(&played.moved)).collect();
        let Some(view) = self.now.get_mut(table) else {
            notes.wrong(format!("table {table}: a deal without a snapshot"));
            return;
        };
        view.deal = Some((deal.game.clone(), told.len()));
        let memory = self.deals.entry(deal.game.clone()).or_default();
        match (view.you, hand(deal)) {
            (None, Some(hand)) => {
                notes.wrong(format!("deal {}: who only watches was shown {hand:?}", deal.game));
            }
            (Some(seat), Some(hand)) if told.is_empty() => memory.hand = Some((seat, hand)),
            _ => (),
        }
        if told.len() < memory.moves.len() || memory.finished && deal.finish.is_none() {
            notes.lock().stale += 1;
        }
        for (number, told) in told.into_iter().enumerate() {
            memory.take(&deal.game, number, told, notes);
        }
        memory.finished |= deal.finish.is_some();
        notes.progress(table, &deal.game, memory.moves.len());
    }

    /// Takes a move.
    pub fn moved(&mut self, table: &TableId, moved: &Move, notes: &Notes) {
        let Some(View { epoch, deal: Some((game, next)), .. }) = self.now.get_mut(table) else {
            notes.wrong(format!("table {table}: a move without a deal"));
            return;
        };
        notes.term(game, *next, epoch);
        let memory = self.deals.entry(game.clone()).or_default();
        memory.take(game, *next, Shown::of(moved), notes);
        *next += 1;
        notes.progress(table, game, *next);
    }

    /// Takes the end of a deal.
    pub fn finished(&mut self, game: &GameId) {
        self.deals.entry(game.clone()).or_default().finished = true;
    }
}

/// The hand that a deal shows, if it shows one.
fn hand(deal: &DealState) -> Option<Vec<String>> {
    let view = serde_json::to_value(&deal.view).expect("views serialise");
    let cards = view.get("hand")?.as_array()?;
    Some(cards.iter().filter_map(|card| card.as_str().map(str::to_owned)).collect())
}

impl Memory {
    /// Takes a move, counted from 0, that may have been shown before.
    fn take(&mut self, game: &GameId, number: usize, told: Shown, notes: &Notes) {
        match self.moves.get(number) {
            None => self.moves.push(told),
            Some(mine) if mine.agrees(&told) => (),
            Some(mine) => notes.wrong(format!(
                "deal {game}: move {} was shown as {mine:?} and as {told:?}",
                number + 1
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(seat: u8, action: &str) -> Shown {
        Shown { seat, action: action.to_owned() }
    }

    #[test]
    fn a_hidden_action_is_known_by_its_verb() {
        assert!(shown(1, "discard").is(1, "discard:H4,D7"));
        assert!(!shown(1, "discard").is(2, "discard:H4,D7"));
        assert!(!shown(1, "discard").is(1, "talon:1"));
        assert!(shown(1, "C3").is(1, "C3") && !shown(1, "C3").is(1, "C4"));
    }

    #[test]
    fn another_history_is_noticed() {
        let notes = Notes::default();
        let game = GameId::from("g");
        let mut memory = Memory::default();
        for (number, action) in ["C3", "C4"].into_iter().enumerate() {
            memory.take(&game, number, shown(0, action), &notes);
        }
        memory.take(&game, 1, shown(0, "C4"), &notes);
        assert_eq!(notes.wrongs().0, 0);
        memory.take(&game, 1, shown(0, "C5"), &notes);
        assert_eq!(notes.wrongs().0, 1, "{:?}", notes.wrongs());
    }

    #[test]
    fn terms_follow_one_another() {
        let check = |told: &[(usize, u64)]| {
            let notes = Notes::default();
            for (number, term) in told {
                notes.term(&GameId::from("g"), *number, &Epoch(format!("e.{term}")));
            }
            notes.check_terms();
            notes.wrongs().0
        };
        assert_eq!(check(&[(0, 1), (1, 1), (2, 3), (3, 3)]), 0);
        assert_eq!(check(&[(0, 1), (1, 2), (2, 1)]), 1);
        assert_eq!(check(&[(0, 1), (1, 1), (1, 2)]), 1);
    }

    #[test]
    fn a_pause_is_that_between_two_moments_that_touches_the_stretch() {
        let notes = Notes::default();
        let (table, game) = (TableId::from("t"), GameId::from("g"));
        let begin = Instant::now();
        notes.progress(&table, &game, 1);
        std::thread::sleep(Duration::from_millis(30));
        let cut = Instant::now();
        notes.progress(&table, &game, 2);
        notes.progress(&table, &game, 2);
        assert_eq!(notes.moves(), 2);
        let pauses = notes.pauses(begin, cut);
        assert!(pauses.len() == 1 && pauses[0] >= Duration::from_millis(30), "{pauses:?}");
        let after = Instant::now();
        assert!(notes.pauses(after, after).is_empty());
        assert_eq!(notes.standing_since(std::slice::from_ref(&table), after), [table]);
    }
}
