//! The rules of tarok from outside.

mod choice;
mod claim;
mod coach;
mod conformance;
mod four;
mod four_score;
mod golden;
mod hidden;
mod naive;
mod recorded;
mod rules;
mod score;
