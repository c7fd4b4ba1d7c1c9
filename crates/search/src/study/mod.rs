//! What is only for study: small games to test and to show searches with, and
//! searches that are too slow to play with. No player uses it; the lab does.
//!
//! Games
//! * [`rooms`]: a generated game with many transpositions; with other players,
//!   with chance.
//! * [`four`]: four in a row on small boards.
//! * [`formula`]: a game in which little of a position matters.
//! * [`climb`]: [`rooms`] for Monte Carlo searches.
//! * [`coin`]: a move made face down. [`trump`]: a card dealt face down.
//! * [`tree`]: a tree written down, for worked figures.
//! * [`worlds`]: the same with hidden information.
//! * [`trioomph`]: the seed study's board game.
//!
//! Hidden information without sampling's flaws
//! * [`vector`]: vector minimax, and the sampling it improves on.
//! * [`reduction`]: payoff-reduction minimax and beta-reduction.
//! * [`achievable`]: achievable sets with squeaky-wheel optimisation.

pub mod achievable;
pub mod climb;
pub mod coin;
pub mod formula;
pub mod four;
pub mod reduction;
pub mod rooms;
pub mod tree;
pub mod trioomph;
pub mod trump;
pub mod vector;
pub mod worlds;
