//! Tršet (tressette) and kifameno (ciapanò) for two, three and four players.
//!
//! The rules are those of the tršet thesis, chapter 2; what it leaves open is
//! marked in docs/RULES.md. Points are counted in thirds everywhere.
//!
//! ```
//! use vzetek_game::{Game, HiddenInformation, Observer, Seat};
//! use vzetek_trset::{Options, Trset, Variant};
//!
//! let options = Options::new(Variant::Trset, 2)?;
//! let mut deal = Trset::deal(&options, Seat::new(0), &Trset::pack(&options))?;
//! let leader = deal.current_player().unwrap();
//! assert_eq!(leader, Seat::new(1), "the player after the dealer leads");
//! deal.apply(deal.legal_actions()[0])?;
//! assert_eq!(deal.view(Observer::Public).hand, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod card;
mod claim;
mod coach;
mod declaration;
mod event;
mod hidden;
mod information;
#[cfg(feature = "testing")]
mod invariants;
mod match_score;
mod options;
mod refuse;
mod score;
mod state;
mod status;
mod table;
mod table_game;
mod trick;
mod view;

pub use action::Action;
pub use card::{beats, from_thesis_notation, strength, thirds, to_thesis_notation};
pub use coach::{Edge, Fact};
pub use declaration::{Declaration, DeclaredRank};
pub use event::Event;
pub use hidden::HiddenCards;
pub use match_score::MatchScore;
pub use options::{Options, OptionsError, Variant};
pub use score::{DealResult, SeatResult};
pub use state::Trset;
pub use status::Status;
pub use table::Table;
pub use trick::Trick;
pub use view::View;
pub use vzetek_cards::italian::{Card, CardSet, Rank, Suit};

/// The number of cards each player is dealt.
pub const HAND: usize = 10;

/// The value of winning the last trick, in thirds.
pub const LAST_TRICK: u8 = 3;

/// The value of a deal, in thirds, declarations apart.
pub const DEAL: u8 = 35;
