//! Learning for the players of tršet and kifameno.

mod games;
pub mod habits;
mod opponent_args;
pub mod opponent_policy;
mod policy_gradient;
pub mod precision;
mod selfplay;
mod value_gradient;
pub mod value_network;
