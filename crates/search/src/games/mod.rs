//! Small games to test and to show searches with; behind the feature `games`.
//!
//! * [`rooms`]: a generated game with many transpositions, for two sides and for
//!   several players.
//! * [`four`]: four in a row on small boards.
//! * [`tree`]: a tree written down, for worked figures.
//! * [`climb`]: [`rooms`] for Monte Carlo searches. [`trump`]: a card dealt face
//!   down.
//!
//! What tests of several searches ask of them
//! * [`combinations`]: every way of switching alpha-beta's parts on and off.
//! * [`climbing`]: how often a Monte Carlo search must find the best door.

pub mod climb;
pub mod climbing;
pub mod combinations;
pub mod four;
pub mod rooms;
pub mod tree;
pub mod trump;
