//! Other people's players, rebuilt as yardsticks, beside the levels of
//! `vzetek-players`: every player by its name, with its parameters. The
//! laboratory compares them, and single decisions are asked of them; nobody
//! meets them at a table.
#![forbid(unsafe_code)]

mod player;
mod spec;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use player::{answer, decide, decide_as};
pub use spec::{Slot, Spec, SpecError, Tunable};
