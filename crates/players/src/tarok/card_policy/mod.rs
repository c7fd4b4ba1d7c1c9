//! The card policy: which card one would play at a glance, without search.
//!
//! A softmax over small tables of learned weights, looked up by what is plain to see: role, place
//! in the trick, who holds it, the kind of card, what is still out. It knows only what its seat
//! knows, so playouts by it are honest, and the chance it gives to a card is evidence of the hand
//! behind it. The weights come from self-play: `vzetek-lab train tarok-card-policy`.

mod features;
mod game;
mod policy;

pub use features::{FEATURES, Situation};
pub use game::{Game, Relation};
pub use policy::{CardPolicy, Chances};
