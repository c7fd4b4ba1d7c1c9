//! The constants of Penzar's tablić, each with the section that names it. Its
//! three players are described in its part "Roboti igrači".

/// "Minimax igrač": how many own moves ahead the player looks. Penzar's tablić names
/// no number; two is what its figures against the greedy player were made with.
pub const MINIMAX_DEPTH: u64 = 2;

/// "Minimax igrač": the time limit in milliseconds, which Penzar's tablić leaves open as well; its
/// figures were made with two seconds a decision.
pub const MINIMAX_MILLISECONDS: u64 = 2_000;

/// "Minimax igrač": after the last deal the player looks as many own moves ahead as a hand has
/// cards, regardless of its usual depth.
pub const LAST_DEAL_DEPTH: u64 = vzetek_tablic::HAND as u64;
