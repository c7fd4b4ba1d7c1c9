//! A store of one table, and what may be shown because it is in there.

use std::collections::BTreeMap;

use vzetek_protocol::table::TableEvent;
use vzetek_store::{
    Ladder, MoveRow, RatingRow, StoredGame, StoredPromise, StoredTable, TableRow, Write,
};

use super::Setup;
use crate::sources::Now;

/// The record of one table.
pub(super) struct Stored {
    pub(super) table: StoredTable,
    pub(super) closed: bool,
    /// The ratings in the table's kind of game, by account and ladder.
    pub(super) ratings: BTreeMap<(String, Ladder), RatingRow>,
}

impl Stored {
    pub(super) fn new(setup: &Setup, now: Now) -> Self {
        let seats = setup.config.game.seats();
        let row = TableRow {
            id: setup.id.0.clone(),
            config: serde_json::json!({ "table": setup.config }),
            creator: None,
            invite: setup.invite.clone(),
            created_at: now.utc,
            seats: seats as u8,
        };
        let table = StoredTable {
            term: 1,
            row,
            seats: vec![None; seats],
            state: None,
            game: None,
            promises: vec![],
        };
        Self { table, closed: false, ratings: BTreeMap::new() }
    }

    /// Elsewhere another match of those who are rated here is stored first, which they
    /// won, each 100 points. Says whether anybody is rated here.
    pub(super) fn overtake(&mut self, writes: &[Write]) -> bool {
        let rows = writes.iter().find_map(|write| match write {
            Write::Ratings { rows, .. } => Some(rows),
            _ => None,
        });
        for row in rows.into_iter().flatten() {
            let key = (row.account.clone(), row.ladder);
            let before = self.ratings.get(&key).map_or(1500.0, |stored| stored.rating);
            self.ratings.insert(key, RatingRow { rating: before + 100.0, ..row.clone() });
        }
        rows.is_some()
    }

    pub(super) fn write(&mut self, write: Write) {
        assert!(!self.closed, "a table is written of that is closed");
        let table = &mut self.table;
        match write {
            Write::Seats { seats, .. } => table.seats = seats,
            Write::TableState { state, .. } => table.state = Some(state),
            Write::CloseTable { .. } => self.closed = true,
            Write::ReleaseTable { .. } => unreachable!("a table alone is handed to nobody"),
            Write::Promise(row) => {
                let standing = table.promises.iter().filter(|promise| promise.dropped.is_none());
                assert_eq!(standing.count(), 0, "two promises stand at once");
                let promise = StoredPromise { row, nonce_hashes: None, dropped: None };
                table.promises.push(promise);
            }
            Write::NonceHashes { promise, hashes, .. } => {
                let of = table.promises.iter_mut().find(|stored| stored.row.id == promise);
                let of = of.expect("a promise");
                assert_eq!(of.nonce_hashes.replace(hashes), None, "a list is closed twice");
            }
            Write::DropPromise(row) => {
                let of = table.promises.iter_mut().find(|stored| stored.row.id == row.promise);
                let of = of.expect("a promise");
                assert_eq!(of.dropped.replace(row), None, "a promise is dropped twice");
            }
            Write::BeginGame(row) => {
                let kept = table.promises.drain(..).filter(|stored| stored.dropped.is_none());
                let kept: Vec<_> = kept.collect();
                assert_eq!(kept.len(), 1, "what is dealt was promised");
                assert_eq!(kept[0].row.secret, row.secret);
                assert_eq!(kept[0].nonce_hashes, row.nonce_hashes);
                table.game = Some(StoredGame {
                    row,
                    private: false,
                    finished_at: None,
                    result: None,
                    move_count: 0,
                    moves: Vec::new(),
                    dropped: Vec::new(),
                });
            }
            Write::Move { game: id, row } => {
                let game = table.game.as_mut().filter(|game| game.row.id == id).expect("a game");
                assert!(game.result.is_none(), "a move after the end");
                assert_eq!(row.number as usize, game.moves.len() + 1);
                game.moves.push(row);
                game.move_count += 1;
            }
            Write::FinishGame(row) => {
                let game = table.game.as_mut().filter(|game| game.row.id == row.game);
                let game = game.expect("a game");
                game.finished_at = Some(row.finished_at);
                assert_eq!(game.result.replace(row.result), None, "a deal ends twice");
                game.row.players = row.players;
            }
            Write::EndMatch { game: id, players } => {
                let game = table.game.as_mut().filter(|game| game.row.id == id).expect("a game");
                assert!(game.result.is_some(), "a match is broken off in mid-deal");
                for (player, (end, rating)) in game.row.players.iter_mut().zip(players) {
                    assert_eq!(player.match_end.replace(end), None, "a match ends twice");
                    player.rating = rating;
                }
            }
            Write::Unrated { game: id, .. } => {
                let game = table.game.as_mut().filter(|game| game.row.id == id).expect("a game");
                assert!(game.row.players.iter().all(|player| player.rating.is_none()));
            }
            Write::Ratings { rows, .. } => {
                for row in rows {
                    let key = (row.account.clone(), row.ladder);
                    let before = self.ratings.get(&key).map_or(0, |stored| stored.matches);
                    assert_eq!(row.matches, before + 1, "a rating is lost");
                    self.ratings.insert(key, row);
                }
            }
            Write::OpenTable(_) => panic!("it is open"),
        }
    }

    /// Checks that what is told for the first time is in the store.
    pub(super) fn check(&self, event: &TableEvent) {
        let game = |id: &str| self.table.game.as_ref().filter(|game| game.row.id == id);
        match event {
            TableEvent::Seated { seat, player } => {
                assert_eq!(self.table.seats[seat.index()].as_deref(), Some(player.id.as_str()));
            }
            TableEvent::Left { seat } => assert_eq!(self.table.seats[seat.index()], None),
            TableEvent::Committed { commitment, .. } => {
                let promise = self.table.promises.last().expect("a promise");
                assert_eq!(promise.row.commitment, commitment.to_string());
            }
            TableEvent::NoncesCommitted { hashes, .. } => {
                let promise = self.table.promises.last().expect("a promise");
                assert_eq!(promise.nonce_hashes, Some(crate::promises::texts(hashes)));
            }
            TableEvent::Dealt { deal } => assert!(game(deal.game.as_str()).is_some()),
            TableEvent::Moved { moved, .. } => {
                let stored = &self.table.game.as_ref().expect("a game").moves;
                let told = |row: &MoveRow| {
                    row.action.starts_with(&moved.action)
                        && usize::from(row.seat) == moved.seat.index()
                };
                // After a claim the others lie there already.
                assert!(stored.iter().rev().any(told), "{moved:?} {stored:?}");
            }
            TableEvent::DealOver { finish } => {
                let stored = game(finish.game.as_str()).expect("a game");
                let result = serde_json::to_value(&finish.result).expect("JSON");
                assert_eq!(stored.result.as_ref(), Some(&result));
            }
            TableEvent::Closed { .. } => assert!(self.closed),
            TableEvent::Connection { .. }
            | TableEvent::Renamed { .. }
            | TableEvent::SeatsChanged { .. }
            | TableEvent::SeatWanted { .. }
            | TableEvent::Substituted { .. }
            | TableEvent::Returned { .. }
            | TableEvent::Ready { .. }
            | TableEvent::Claimed { .. }
            | TableEvent::MatchStarted { .. }
            | TableEvent::Chat { .. }
            | TableEvent::AwaitingBots { .. }
            | TableEvent::Spectators { .. } => {}
        }
    }
}
