//! A table: the only owner of a deal's full state.
//!
//! Connections put [`Command`]s into the table's bounded mailbox. The table
//! checks, applies, has the outcome recorded, and only then publishes it. It is a
//! machine that is handed its inputs with the time and returns what is to be done;
//! a thin task around it does that.
//!
//! * `state`: the table; `machine`: inputs, and what follows from them; `effect`: what is
//!   done and asked outside; `awaited`: answers that are waited for.
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
//! * `setup`: a table as it is set up; `configuration`: the limits of that.
//! * `restore`: tables rebuilt from the store.

// Floors, the lowest first, as in lib.rs.

// Data of the table.
mod configuration;
pub mod happening;
mod mailbox;
mod played;
mod seat;
mod weights;

mod carry;
mod effect;
mod stage;
mod surroundings;
mod winners;

mod awaited;
mod setup;

// The table.
mod state;

// Inputs and their effects.
mod bots;
mod chat;
mod dealing;
mod machine;
mod seats;
mod shuffle;
mod snapshot;

mod absence;
mod calling;
mod clock;
mod coaching;
mod households;
mod lesson;
mod nonces;
mod patience;
mod play;
mod restore;
mod watching;

mod rated;

mod actor;
mod finish;
mod parting;

#[cfg(test)]
mod secrecy;
#[cfg(test)]
mod tests;

pub use actor::spawn;
pub use configuration::check;
pub use mailbox::{
    Command, MAILBOX, Mail, Mailbox, Receipt, Seated, StandIn, TableHandle, Unsent, Visitor,
};
pub use restore::{RestoreError, restore, start_for, start_of};
pub use setup::{Setup, StoredConfig};
pub use state::Table;
pub use surroundings::{Directory, Surroundings};
