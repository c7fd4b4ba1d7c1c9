//! A table: the only owner of a deal's full state.
//!
//! Connections put [`Command`]s into the table's bounded mailbox. The table checks, applies, has
//! the outcome recorded, and only then publishes it. It is a state machine whose inputs include the
//! time and whose outputs are effects; a thin task around it executes them.
//!
//! * `state`: the table; `machine`: inputs and their consequences; `effect`: effects and questions
//!   to the outside; `awaited`: answers that are waited for.
//! * `mailbox`: a table from outside; `actor`: its task, with the timers; `surroundings`: the parts
//!   of the server that it uses.
//! * [`event`]: events, and the one function that redacts them.
//! * `stage` and `carry`: the state in a deal and between deals; `snapshot`: its published form.
//! * `watching`: connections that watch, and publishing to them; `chat`.
//! * `seat`: one seat; `seats`: sitting and leaving; `places`: changing seats; `calling`: calls to another table; `absence`:
//!   absent players and substitutes; `bots`: requests for the house's bots.
//! * `shuffle`: the commitment to a shuffle; `nonces`: the players' nonces; `dealing`: the first
//!   cards; `lesson`: prepared cards; `play`: actions; `finish`: the end of a deal; `leave`:
//!   leaving between deals; `idle`: waiting for players then.
//! * `played`: the share of a seat's own player; `winners`: the winners where a player did not
//!   play; `rated`: the effect of a match on ratings; `weights`: the weight of each result;
//!   `households`: the players' households.
//! * `clock`: time to think, and the actions after it.
//! * `setup`: a table as it is set up; `configuration`: the limits of that.
//! * `restore`: tables rebuilt from the store.

// Floors, the lowest first, as in lib.rs.

// Data of the table.
mod configuration;
pub mod event;
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
mod idle;
mod lesson;
mod nonces;
mod places;
mod play;
mod restore;
mod watching;

mod rated;

mod actor;
mod finish;
mod leave;

#[cfg(test)]
mod secrecy;
#[cfg(test)]
mod tests;

pub use actor::spawn;
pub use configuration::{check, check_level};
pub use mailbox::{
    Command, MAILBOX, Mail, Mailbox, Receipt, Seated, StandIn, TableHandle, Unsent, Visitor,
};
pub use restore::{RestoreError, restore, start_for, start_of};
pub use setup::{Setup, StoredConfig};
pub use state::Table;
pub use surroundings::{Directory, Surroundings};
