//! The rules of tablić from outside.

mod captures;
mod coach;
mod conformance;
mod golden;
mod hidden;
mod naive;
mod perft;
mod rules;
mod score;
