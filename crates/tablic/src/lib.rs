//! Tablić for any number of players that divides 48, each for himself.
//!
//! The rules are those of Penzar's tablić; what it leaves open is marked
//! *(ours)* where it is decided. Points are whole numbers.
//!
//! ```
//! use vzetek_game::{Game, HiddenInformation, Observer, Seat};
//! use vzetek_tablic::{Action, Options, Tablic};
//!
//! let options = Options::new(2)?;
//! // From the ordered pack: four aces on the table, twos to sevens in turn.
//! let mut deal = Tablic::deal(&options, Seat::new(1), &Tablic::pack(&options))?;
//! assert_eq!(deal.current_player(), Some(Seat::new(0)));
//! deal.apply("D2xDA+HA".parse()?)?;
//! assert_eq!(deal.table().cards.len(), 2, "spades and clubs are left");
//! assert_eq!(deal.view(Observer::Public).hand, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod card;
mod coach;
pub mod conform;
mod event;
mod hidden;
mod information;
#[cfg(feature = "testing")]
mod invariants;
mod match_score;
mod options;
mod refuse;
mod richest;
mod score;
mod state;
mod status;
mod table;
mod table_game;
mod view;

pub use action::Action;
pub use card::{HIGH_ACE, TEN_OF_DIAMONDS, TWO_OF_CLUBS, Values, points, target, value};
pub use coach::{Edge, Fact};
pub use event::Event;
pub use match_score::MatchScore;
pub use options::{Goal, Options, OptionsError, Players};
pub use richest::{Riches, richest};
pub use score::{DealResult, SeatResult};
pub use state::{MOST_LISTED, Tablic};
pub use status::Status;
pub use table::{Phase, Table};
pub use view::View;
pub use vzetek_cards::capture::MOST_PATTERNS;
pub use vzetek_cards::french::{Card, CardSet, Rank, Suit};

/// Finds captures, and retains its memory from one search to the next.
///
/// ```
/// use vzetek_tablic::{CardSet, Finder};
/// let table: CardSet = serde_json::from_str(r#"["C10","D8","H2"]"#)?;
/// let mut finder = Finder::new();
/// let captures = finder.find("S10".parse()?, table);
/// assert_eq!(captures.len(), 3, "the ten, eight and two, or both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Finder = vzetek_cards::capture::Finder<Values>;

/// True if `card` can capture exactly these cards, if they lie on the table.
pub fn is_capture(card: Card, taken: CardSet) -> bool {
    vzetek_cards::capture::is_capture::<Values>(card, taken)
}

/// One value for each seat of a table of any size: up to 48 players, with one
/// card each.
pub type BySeat<T> = vzetek_game::BySeat<T, { vzetek_game::MOST_SEATS }>;

/// The number of cards that lie on the table at first.
pub const FIRST_CARDS: usize = 4;

/// The number of cards dealt to the players; that of players divides it.
pub const DECK: usize = 48;

/// The number of cards each player is dealt at a time, unless the deck runs
/// short.
pub const HAND: usize = 6;

/// The value of the whole pack, in points.
pub const PACK_POINTS: u8 = 22;

/// The points for strictly most captured cards.
pub const MOST_CARDS_POINTS: u8 = 3;
