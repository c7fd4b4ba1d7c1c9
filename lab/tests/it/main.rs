//! The `vzetek-lab` program from outside.

mod conform;
mod conform_tablic;
mod exec;
mod export;
mod fairness;
mod habits;
mod matches;
mod paper;
