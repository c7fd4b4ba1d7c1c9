//! Playing berač at a glance: which card one would play without search.
//!
//! A small network over what is visible, fine enough to distinguish the low cards of a suit, which
//! the [card policy](super::card_policy) does not. It knows only what its seat knows, so playouts
//! by it are honest: with all cards known nearly every berač is lost, each by other cards, and a
//! search that knows them finds every card as good as another. The weights come from self-play:
//! `vzetek-lab train tarok-berac-policy`.

mod features;
mod markov_chain;
mod network;
mod play;

pub use features::{Observation, ROWS, Rows};
pub(super) use markov_chain::{Evidence, MarkovChain};
pub use network::{ALL, EXPECTING, HIDDEN, Network, SPEAKING, Units};
pub use play::Play;
