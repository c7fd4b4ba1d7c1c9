//! Slovenian tarok for three players, and for four with a called king.
//!
//! The rules of three are those of Luštrek (2002), section 4.1, those of four what
//! players in Slovenia agree on; what is left open is marked *(ours)* where it is
//! decided. Points and scores are whole numbers.
//!
//! ```
//! use vzetek_game::{Game, HiddenInformation, Observer, Seat};
//! use vzetek_tarok::{Action, Contract, Options, Tarok};
//!
//! // Every other card of the ordered pack, so that all players hold taroks.
//! let pack = Tarok::pack(&Options::default());
//! let cards: Vec<_> = (0..54).map(|i| pack[i * 5 % 54]).collect();
//! let mut deal = Tarok::deal(&Options::default(), Seat::new(0), &cards)?;
//! // Seat 1, the forehand, has bid three by sitting there.
//! assert_eq!(deal.current_player(), Some(Seat::new(2)));
//! for action in [Action::Pass, Action::Pass, Action::Choose(Contract::Three)] {
//!     deal.apply(action)?;
//! }
//! assert_eq!(deal.legal_actions().len(), 2, "two groups of three cards lie open");
//! assert_eq!(deal.view(Observer::Public).hand, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod bidding;
mod card;
mod claim;
mod coach;
pub mod conform;
mod contract;
mod doubling;
mod event;
mod exchange;
mod hidden;
mod information;
#[cfg(feature = "testing")]
mod invariants;
mod match_score;
mod options;
mod outcome;
mod phase;
pub mod prepared;
mod refuse;
mod result;
mod score;
mod side;
mod stake;
mod state;
mod status;
mod table;
mod table_game;
mod trick;
mod view;

pub use action::Action;
pub use bidding::{Bidding, Choosing};
pub use card::points;
pub use coach::{Counted, Fact};
pub use contract::{Announcement, Contract, Item};
pub use doubling::Doubling;
pub use event::Event;
pub use exchange::{Exchange, Taking, Undertaking};
pub use hidden::HiddenCards;
pub use match_score::{MatchScore, ScoredDeal};
pub use options::{Options, OptionsError, to_nearest_five};
pub use outcome::Outcome;
pub use phase::{Finished, Phase, Playing, Taken};
pub use result::{DealResult, ItemResult, KLOP, SeatResult};
pub use side::{Called, Side};
pub use stake::Stake;
pub use state::Tarok;
pub use status::{Multiplied, Status, Terms};
pub use table::Table;
pub use trick::Trick;
pub use view::View;
pub use vzetek_cards::tarok::{Card, CardSet, KINGS, MOND, PAGAT, SKIS, Suit, TRULA};

/// The number of players of the usual game, whose options the default is.
pub const SEATS: usize = 3;

/// The most players of a game.
pub const MOST_PLAYERS: usize = 4;

/// The number of cards each of three players is dealt, and so the number of tricks.
pub const HAND: usize = 16;

/// The number of cards in the talon.
pub const TALON: usize = 6;

/// The value of the whole pack, in points.
pub const PACK_POINTS: u8 = 70;

/// The declarer must have more points than this.
pub const HALF_POINTS: u8 = 35;
