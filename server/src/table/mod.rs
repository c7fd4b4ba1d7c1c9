//! A table: the only owner of a deal's full state.
//!
//! Connections put [`Command`]s into the table's bounded mailbox. The table
//! checks, applies, has the outcome recorded, and only then publishes it. It is a
//! machine that is handed its inputs with the time and returns what is to be done;
//! a thin task around it does that.
//!
//! * `machine`: inputs, and what follows from them; `effect`: what is done and
//!   asked outside; `awaited`: what follows from answers.
//! * `mailbox`: a table from outside; `actor`: its task, with the timers;
//!   `surroundings`: what that uses of the server.
//! * [`happening`]: events, and the one function that redacts them.
//! * `stage` and `carry`: the state in a deal and between deals; `snapshot`: the
//!   state as it is told.
//! * `watching`: connections that watch, and publishing to them; `chat`.
//! * `seat`: one seat; `seats`: sitting and leaving; `calling`: being called away; `absence`: being away and
//!   played for; `bots`: asking the house for bots.
//! * `shuffle`: the promise of a shuffle; `nonces`: what players add; `dealing`: the
//!   first cards; `lesson`: those that are prepared; `play`: acting; `finish`: the end of a deal; `parting`: leaving between
//!   deals; `patience`: who is waited for then, and for how long.
//! * `played`: who really played; `winners`: who wins when somebody did not;
//!   `rated`: the effect of a match on ratings; `weights`: which results count,
//!   and how much; `households`: who comes from where.
//! * `clock`: time to think, and what happens when it is over.
//! * `configuration`: the limits of a table's configuration.
//! * `restore`: tables rebuilt from the store.

mod absence;
mod actor;
mod awaited;
mod bots;
mod calling;
mod carry;
mod chat;
mod clock;
mod coaching;
mod configuration;
mod dealing;
mod effect;
mod finish;
pub mod happening;
mod households;
mod lesson;
mod machine;
mod mailbox;
mod nonces;
mod parting;
mod patience;
mod play;
mod played;
mod rated;
mod restore;
mod seat;
mod seats;
#[cfg(test)]
mod secrecy;
mod shuffle;
mod snapshot;
mod stage;
mod surroundings;
#[cfg(test)]
mod tests;
mod watching;
mod weights;
mod winners;

use vzetek_protocol::{Epoch, TableConfig, TableId};

pub use actor::spawn;
pub use configuration::check;
pub use machine::Table;
pub use mailbox::{
    Command, MAILBOX, Mail, Mailbox, Receipt, Seated, StandIn, TableHandle, Unsent, Visitor,
};
pub use restore::{RestoreError, StoredConfig, restore, start_for, start_of};
pub use surroundings::{Directory, Surroundings};

use crate::config::Tuning;

/// A table as it is set up, once and for ever.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name.
    pub id: TableId,
    /// Its configuration, as players see it.
    pub config: TableConfig,
    /// The account that opened it; nobody for the house's.
    pub creator: Option<String>,
    /// The word for a private table.
    pub invite: Option<String>,
    /// True if bots play here for show.
    pub demo: bool,
    /// True if people were put together here who looked for others.
    pub paired: bool,
    /// The number of servers that have run it, this one included.
    pub term: u64,
    /// The stretch in which this server runs the table.
    pub epoch: Epoch,
    /// Delays.
    pub tuning: Tuning,
}

impl Setup {
    /// A table that this server runs, in this term.
    pub fn new(
        around: &Surroundings,
        id: TableId,
        config: StoredConfig,
        creator: Option<String>,
        invite: Option<String>,
        term: u64,
    ) -> Self {
        Self {
            id,
            config: config.table,
            creator,
            invite,
            demo: config.demo,
            paired: config.paired,
            term,
            epoch: Epoch(format!("{}.{term}", around.epoch.0)),
            tuning: around.tuning.clone(),
        }
    }
}
