//! The parts that all games of Vzetek share.
//!
//! * [`Seat`] and [`BySeat`]: the seats and a value for each, in the order of play.
//! * [`Card`] and [`CardSet`]: a pack as indices, a set of cards as one word.
//! * [`Game`] and [`HiddenInformation`]: the traits through which the server, the search and the
//!   laboratory use the rules.
//! * [`TableGame`]: what a table needs in addition, such as [`Claim`]; [`matches`]: matches, deals.
//! * [`fair`]: the committed, reproducible shuffle.
//! * [`Level`]: how strong an opponent is wanted; [`named!`]: enums of names.
//! * [`conform`]: other programs' deals, replayed.
//! * [`record`]: the data needed to replay a deal, and the replay.
//! * [`explain()`]: errors of JSON in plain English.
//! * [`sharing`]: hidden cards shared out evenly, for `determinize`.
//! * [`zones`]: where cards lie, and how an event moves them.
//! * `testing`, a feature: the checks that every game must pass.
//!
//! Everything here is pure: no I/O, no clock, no global randomness.
#![forbid(unsafe_code)]

pub mod cards;
pub mod claim;
pub mod conform;
pub mod explain;
pub mod fair;
pub mod game;
pub mod level;
pub mod matches;
pub mod named;
pub mod notation;
pub mod options;
pub mod record;
pub mod seat;
pub mod sharing;
pub mod table_game;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "ts")]
mod typescript;
pub mod zones;

pub use cards::{Card, CardSet};
pub use claim::Claim;
pub use explain::{JsonError, explain, from_json, from_value};
pub use game::{DealError, Game, HiddenInformation, IllegalAction, Observer, check_dealing};
pub use level::Level;
pub use matches::{Ended, Match, MatchDeal};
pub use named::UnknownName;
pub use notation::NotationError;
pub use record::{Record, ReplayError};
pub use seat::{BySeat, MOST_SEATS, Seat};
pub use table_game::{Lesson, RunningScore, Share, TableGame};
pub use zones::{Transfer, Zone, Zones};
