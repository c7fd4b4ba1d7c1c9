//! Searches that are studied and that no player uses, for the laboratory and for
//! learning; knows no rules. They stand on [`vzetek_search`], which holds what
//! players use.
//!
//! Perfect information
//! * [`aspiration`], [`deepening`]: what else alpha-beta can be asked.
//! * [`partition`]: alpha-beta with a table of whole sets of positions.
//! * [`proof`]: proof-number search, for goals that are reached or not.
//! * [`bstar`]: B*, which only wants to know the best move.
//! * [`expectiminimax`]: with chance.
//!
//! Hidden information
//! * [`pimc`]: any of these in sampled worlds.
//! * [`vector`]: vector minimax, and the sampling it improves on. [`reduction`]:
//!   payoff-reduction minimax and beta-reduction. [`achievable`]: achievable sets
//!   with squeaky-wheel optimisation. All three correct errors of sampling, and
//!   are too slow to play with.
//! * [`observers`]: Monte Carlo tree search with a tree for each observer.
//! * [`parallel`]: Monte Carlo searches on several threads.
//!
//! [`games`]: small games to test and to show them with.
#![forbid(unsafe_code)]

pub mod achievable;
pub mod aspiration;
pub mod bstar;
pub mod deepening;
pub mod expectiminimax;
pub mod games;
pub mod observers;
pub mod parallel;
pub mod partition;
pub mod pimc;
pub mod proof;
pub mod reduction;
pub mod vector;
