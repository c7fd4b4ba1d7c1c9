//! The notes of all clients together: what was shown when, and everything that must not be.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use vzetek_protocol::table::{Move, TableEvent};
use vzetek_protocol::{Epoch, GameId, TableId};

use super::events::Events;

/// The findings that are stored as text.
const KEPT: usize = 50;

/// The time by which a client may lag behind the first client that was shown a position.
const BEHIND: Duration = Duration::from_secs(3);

/// A client that follows a table: its number, and the table.
pub type Follower = (usize, TableId);

/// The notes of all clients.
#[derive(Debug, Default)]
pub struct Notes(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    tables: HashMap<TableId, Table>,
    events: Events,
    /// For each deal the terms of the events that announced moves, by the number of the move.
    terms: HashMap<GameId, BTreeMap<usize, BTreeSet<u64>>>,
    /// The number of errors that clients received, by code.
    errors: BTreeMap<String, u64>,
    /// The findings: every violation.
    wrong: Vec<String>,
    wrongs: usize,
    /// The times that a client was shown an earlier state than before, and then the newest.
    stale: u64,
    moves: u64,
}

/// The deals of a table, as they were shown.
#[derive(Debug, Default)]
struct Table {
    newest: HashMap<GameId, usize>,
    /// The moments at which the first client was shown something new.
    moments: Vec<Moment>,
    /// The deal and the number of its moves that each client was shown last.
    clients: HashMap<usize, (GameId, usize)>,
}

#[derive(Debug)]
struct Moment {
    at: Instant,
    game: GameId,
    moves: usize,
}

impl Table {
    /// The time at which the first client was shown a position that this client has not seen.
    fn first_unseen(&self, client: usize) -> Option<Instant> {
        let seen = self.clients.get(&client).map_or(0, |(game, moves)| {
            let is_seen = |moment: &Moment| moment.game == *game && moment.moves <= *moves;
            // Nothing of this deal was new when the client was shown it, or it would be there.
            self.moments.iter().rposition(is_seen).map_or_else(
                || self.moments.iter().position(|moment| moment.game == *game).unwrap_or(0),
                |last| last + 1,
            )
        });
        self.moments.get(seen).map(|moment| moment.at)
    }
}

impl Notes {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock()
    }

    /// Records a violation, and prints it immediately.
    pub fn wrong(&self, what: String) {
        eprintln!("WRONG: {what}");
        let mut inner = self.lock();
        inner.wrongs += 1;
        if inner.wrong.len() < KEPT {
            inner.wrong.push(what);
        }
    }

    /// The number of violations, and the text of the first ones.
    pub fn wrongs(&self) -> (usize, Vec<String>) {
        let inner = self.lock();
        (inner.wrongs, inner.wrong.clone())
    }

    /// Counts an error that the server sent.
    pub fn error(&self, code: &str) {
        *self.lock().errors.entry(code.to_owned()).or_default() += 1;
    }

    /// The number of errors that clients received, by code.
    pub fn errors(&self) -> BTreeMap<String, u64> {
        self.lock().errors.clone()
    }

    /// The number of moves that at least one client was shown.
    pub fn moves(&self) -> u64 {
        self.lock().moves
    }

    /// The number of times that a client was shown an earlier state than before.
    pub fn stale(&self) -> u64 {
        self.lock().stale
    }

    /// Notes that a client was shown an earlier state than before.
    pub fn earlier(&self) {
        self.lock().stale += 1;
    }

    /// Notes that a client was shown a deal after `moves` moves. The first client to see it
    /// counts.
    pub fn progress(&self, client: usize, table: &TableId, game: &GameId, moves: usize) {
        let inner = &mut *self.lock();
        let Table { newest, moments, clients } = inner.tables.entry(table.clone()).or_default();
        clients.insert(client, (game.clone(), moves));
        let before = newest.get(game).copied();
        if before.is_none_or(|before| before < moves) {
            newest.insert(game.clone(), moves);
            moments.push(Moment { at: Instant::now(), game: game.clone(), moves });
            inner.moves += (moves - before.unwrap_or(0)) as u64;
        }
    }

    /// Notes an event that a client received, and whether it was the client's next one. Within
    /// a term each number belongs to one event.
    pub fn event(
        &self,
        table: &TableId,
        epoch: &Epoch,
        seq: u64,
        event: &TableEvent,
        followed: bool,
    ) {
        let taken = self.lock().events.take(table, epoch, seq, event, followed);
        if let Err(wrong) = taken {
            self.wrong(wrong);
        }
    }

    /// The moves that were sent and that no client could follow, with their tables.
    pub fn stray_moves(&self) -> Vec<(TableId, Move)> {
        let inner = self.lock();
        inner.events.stray_moves().map(|(table, one)| (table.clone(), one.clone())).collect()
    }

    /// Notes the term of an event that announced a move, counted from 0.
    pub fn term(&self, game: &GameId, number: usize, epoch: &Epoch) {
        let term = epoch.0.rsplit_once('.').and_then(|(_, term)| term.parse().ok()).unwrap_or(0);
        self.lock().terms.entry(game.clone()).or_default().entry(number).or_default().insert(term);
    }

    /// The tables that have shown nothing new since then.
    pub fn standing_since(&self, tables: &[TableId], since: Instant) -> Vec<TableId> {
        let inner = self.lock();
        let stands = |table: &&TableId| {
            let last = inner.tables.get(*table).and_then(|table| table.moments.last());
            last.is_none_or(|last| last.at < since)
        };
        tables.iter().filter(stands).cloned().collect()
    }

    /// The clients that have not yet been shown what another client was shown a while ago.
    pub fn behind(&self, followers: &[Follower]) -> Vec<Follower> {
        let inner = self.lock();
        let is_behind = |(client, table): &&Follower| {
            let unseen = inner.tables.get(table).and_then(|table| table.first_unseen(*client));
            unseen.is_some_and(|unseen| unseen.elapsed() > BEHIND)
        };
        followers.iter().filter(is_behind).cloned().collect()
    }

    /// The longest time in which each table showed nothing new, of those that touch this
    /// stretch.
    pub fn pauses(&self, from: Instant, until: Instant) -> Vec<Duration> {
        let inner = self.lock();
        let longest = |table: &Table| {
            let pairs = table.moments.windows(2).map(|pair| (pair[0].at, pair[1].at));
            let touching = pairs.filter(|(before, after)| *before < until && *after > from);
            touching.map(|(before, after)| after - before).max()
        };
        inner.tables.values().filter_map(longest).collect()
    }

    /// Checks that each term's moves are contiguous: no move was sent in two terms, and none in
    /// an earlier term than the move before it.
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

#[cfg(test)]
mod tests {
    use super::*;

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
        notes.progress(0, &table, &game, 1);
        std::thread::sleep(Duration::from_millis(30));
        let cut = Instant::now();
        notes.progress(0, &table, &game, 2);
        notes.progress(1, &table, &game, 2);
        assert_eq!(notes.moves(), 2);
        let pauses = notes.pauses(begin, cut);
        assert!(pauses.len() == 1 && pauses[0] >= Duration::from_millis(30), "{pauses:?}");
        let after = Instant::now();
        assert!(notes.pauses(after, after).is_empty());
        assert_eq!(notes.standing_since(std::slice::from_ref(&table), after), [table]);
    }

    #[test]
    fn who_was_not_shown_what_others_were_long_ago_is_behind() {
        let notes = Notes::default();
        let (table, games) = (TableId::from("t"), ["g", "h"].map(GameId::from));
        // One follows, one is cut off in the first deal, one received nothing, and one came late
        // to what others had been shown as one.
        notes.progress(0, &table, &games[0], 2);
        notes.progress(1, &table, &games[0], 1);
        for (game, moves) in [(&games[0], 3), (&games[1], 0), (&games[1], 4)] {
            notes.progress(0, &table, game, moves);
        }
        notes.progress(3, &table, &games[1], 4);
        let followers: Vec<Follower> = (0..4).map(|client| (client, table.clone())).collect();
        let behind = || notes.behind(&followers).into_iter().map(|(client, _)| client);
        assert_eq!(behind().count(), 0, "not yet");
        for moment in &mut notes.lock().tables.get_mut(&table).unwrap().moments {
            moment.at -= BEHIND;
        }
        assert!(behind().eq([1, 2]));
        notes.progress(1, &table, &games[1], 4);
        notes.progress(2, &table, &games[1], 0);
        assert!(behind().eq([2]), "the last moves are missing still");
        notes.progress(3, &table, &games[0], 3);
        assert!(behind().eq([2, 3]), "an earlier state was shown last");
    }
}
