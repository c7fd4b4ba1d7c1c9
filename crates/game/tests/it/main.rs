//! What all games share, from outside.

mod cards;
mod fair;
