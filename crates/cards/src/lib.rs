//! The packs of cards that games share, and capturing by sums.
//!
//! * [`italian`]: forty cards in four suits.
//! * [`french`]: fifty-two cards in four suits.
//! * [`tarok`]: fifty-four cards, twenty-two taroks among them.
//! * [`capture`]: every set of cards that adds up to a card, for any pack of four suits and any
//!   values.
//!
//! A pack is suits, ranks, an order and a notation. Values and strength of the Italian and French
//! cards are the game's; those of tarok's, the same in all its games, are the pack's. The order of a pack never changes: the shuffle deals by it, and the weights of
//! players and the record know cards by their indices.
#![forbid(unsafe_code)]

pub mod capture;
pub mod french;
pub mod italian;
pub mod tarok;
