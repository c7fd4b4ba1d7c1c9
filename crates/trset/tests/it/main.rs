//! The rules of tršet and kifameno from outside.

mod claim;
mod coach;
mod conformance;
mod golden;
mod hidden;
mod naive;
mod perft;
mod rules;
