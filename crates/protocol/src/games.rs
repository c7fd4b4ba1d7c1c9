//! The games a table can play. Adding a game adds a variant to each type here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_tablic as tablic;
use vzetek_tarok as tarok;
use vzetek_trset as trset;

use crate::Kind;

/// Which game is played, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "name", content = "options", rename_all = "snake_case")]
pub enum GameOptions {
    /// Tršet or kifameno.
    Trset(trset::Options),
    /// Tarok for three.
    Tarok(tarok::Options),
    /// Tablić.
    Tablic(tablic::Options),
}

impl GameOptions {
    /// The kinds with two to six seats, game by game.
    pub fn kinds() -> Vec<Kind> {
        const SEATS: std::ops::RangeInclusive<u8> = 2..=6;
        let trset =
            [trset::Variant::Trset, trset::Variant::Kifameno].into_iter().flat_map(|variant| {
                SEATS.filter_map(move |seats| trset::Options::new(variant, seats).ok())
            });
        let tablic = SEATS.filter_map(|seats| tablic::Options::new(seats).ok());
        let games = trset
            .map(Self::Trset)
            .chain([Self::Tarok(tarok::Options::default())])
            .chain(tablic.map(Self::Tablic));
        games.map(|options| options.kind()).collect()
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        match self {
            Self::Trset(options) => options.seats(),
            Self::Tarok(options) => options.seats(),
            Self::Tablic(options) => options.seats(),
        }
    }

    /// What is rated apart.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Trset(options) => {
                let game = match options.variant() {
                    trset::Variant::Trset => "trset",
                    trset::Variant::Kifameno => "kifameno",
                };
                Kind(format!("{game}-{}", options.seats()))
            }
            Self::Tarok(options) => Kind(format!("tarok-{}", options.seats())),
            Self::Tablic(options) => Kind(format!("tablic-{}", options.seats())),
        }
    }
}

/// A deal as one observer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameView {
    /// Tršet or kifameno.
    Trset(trset::View),
    /// Tarok for three.
    Tarok(tarok::View),
    /// Tablić.
    Tablic(Box<tablic::View>),
}

/// Something that happened in a deal, as one observer may learn of it.
///
/// An event says of which game it is, because types and cards of two games may
/// be written alike; tršet's, the first there were, do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameEvent {
    /// Tarok for three.
    Tarok(tarok::Event),
    /// Tablić.
    Tablic(tablic::Event),
    /// Tršet or kifameno.
    #[serde(untagged)]
    #[ts(untagged)]
    Trset(trset::Event),
}

impl GameEvent {
    /// Whether every observer is told the very same. If not, every recipient
    /// gets a redacted message of its own.
    pub fn is_public(&self) -> bool {
        match self {
            Self::Trset(_) => true,
            Self::Tarok(event) => event.is_public(),
            Self::Tablic(event) => event.is_public(),
        }
    }
}

/// The result of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameResult {
    /// Tršet or kifameno.
    Trset(trset::DealResult),
    /// Tarok for three, as it is written down.
    Tarok(tarok::ScoredDeal),
    /// Tablić.
    Tablic(tablic::DealResult),
}

/// The running score of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum MatchScore {
    /// Tršet or kifameno.
    Trset(trset::MatchScore),
    /// Tarok for three, with everybody's radelci.
    Tarok(tarok::MatchScore),
    /// Tablić.
    Tablic(tablic::MatchScore),
}

/// Every card as dealt: for replays of finished deals only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DealtCards {
    /// Each player's cards, clockwise from seat 0.
    pub hands: Vec<Vec<String>>,
    /// What was left over, the first card to be drawn or dealt first; in tarok
    /// the talon in the order in which it lies.
    pub stock: Vec<String>,
}
