//! Other people's players, rebuilt as yardsticks, beside the levels of `vzetek-players`: every
//! player by its name, with its parameters. The laboratory compares them, and single decisions are
//! asked of them; they do not play at tables.
//!
//! All players take `iterations` and `time-ms`. Their own parameters:
//!
//! | game | player | its own parameters |
//! |---|---|---|
//! | tršet, kifameno | `mcts`, `thesis`, `thesis-knn` | `c`, `alpha`, `final` (`uct`, `visits`, `mean`, `sum`); the last two also `nodes`, `thesis-knn` also `k` |
//! | | `strong` | `nodes`, `c`, `alpha`, `prior-visits`, `tree-nodes`, `endings`, `network` (`no`: playouts up to the exact ending instead), `infers`, `trust`, `candidates`, `by-policy`, `solved-from` |
//! | | `medium` | `nodes` |
//! | tarok | `strong` | `infers`, `trust`, `candidates`, `solved-from`, `klop-solved-from`, `berac-searched` |
//! | tablić | `strong` | `nodes`, `c`, `prior-visits`, `tree-nodes`, `doubt`, `solves` |
//! | | `minimax`, `medium` | `nodes` |
//!
//! | parameter | default | |
//! |---|---|---|
//! | `infers` | | `no`: two players infer nothing from cards played; then nothing is known from earlier deals either, and policies are believed in as at the first card: three in seven |
//! | `trust` | 1 | the power to which the weight of a hand is raised, 0 to infer nothing |
//! | `candidates` | 500 | how many hands are weighed |
//! | `by-policy` | 0.8 | in how many of the iterations an opponent who surely has a policy plays by it |
//! | `solved-from` | 3 | from how many cards in every hand playouts of partners are played on exactly; 0 for never |
#![forbid(unsafe_code)]

mod player;
mod spec;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use player::{answer, decide, decide_as};
pub use spec::{PlayedByName, Slot, Spec, SpecError, Tunable};
