//! The calls of the store, in SQL that both databases understand. Each back end
//! compiles them with its own `Backend`, `Connection`, `Row` and `Db`.

mod accounts;
mod batch;
mod clock;
mod following;
mod games;
pub(super) mod guests;
pub(super) mod history;
mod many;
pub(super) mod matches;
mod new_ratings;
pub(super) mod node_row;
mod open_tables;
mod probe;
mod promises;
mod ratings;
pub(super) mod reading;
mod record;
mod sessions;
mod settings;
pub(super) mod statistics;
mod store;
mod tables;
mod transaction;

pub(super) use self::batch::Repeats;
pub(super) use self::transaction::Transaction;
use super::{Backend, Connection, Db, Row, moves, nodes};
