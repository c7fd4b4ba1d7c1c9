//! The errors of a document.

use vzetek_game::NotationError;
use vzetek_tablic::{Action, Card, HAND, OptionsError};

/// The reasons for which a document cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// A card or a move cannot be read.
    #[error("{field}: {source}")]
    Notation {
        /// The list it stands in.
        field: &'static str,
        /// The notation that would have been right.
        source: NotationError,
    },
    /// A card that stands twice in a list, or in two lists that exclude each other.
    #[error("{card} is in {one} and in {other}")]
    TwoPlaces {
        /// The card.
        card: Card,
        /// One list.
        one: &'static str,
        /// The other list.
        other: &'static str,
    },
    /// A number of players that cannot play.
    #[error("hands: {0}")]
    Players(#[from] OptionsError),
    /// A list by seat that is as long as no other.
    #[error("{field}: {found} entries, where {seats} play")]
    Seats {
        /// The list.
        field: &'static str,
        /// The length of the list.
        found: usize,
        /// The length that it should have.
        seats: usize,
    },
    /// The turns do not go round.
    #[error("turn_order: each seat from 0 to {0} stands there once")]
    TurnOrder(usize),
    /// A seat that the table does not have.
    #[error("last_capture: there is no seat {0}")]
    LastCapture(usize),
    /// A last capture of no seat where cards are captured, or of a seat without any.
    #[error("last_capture: it must be a seat that has captured cards, or null if none has")]
    NobodyCaptured,
    /// Hands without a card.
    #[error("hands: there is no card to play")]
    EmptyHand,
    /// Hands that cannot be so at any turn.
    #[error("hands: who has had a turn holds one card less than who has not, at most {HAND}")]
    HandSizes,
    /// The hand of the seat to move has another size.
    #[error("hand: {found} cards, where hands says {told} for seat {seat}, whose turn it is")]
    Hand {
        /// The cards that are listed.
        found: usize,
        /// The cards there should be.
        told: usize,
        /// The seat to move.
        seat: usize,
    },
    /// A card that was seen but is nowhere.
    #[error("seen: {0} is neither in hand nor table nor captured")]
    SeenNowhere(Card),
    /// A captured card that was not seen.
    #[error("captured: {0} is not in seen")]
    NotSeen(Card),
    /// The cards do not make a pack.
    #[error(
        "{known} cards are named, {hidden} in other hands and {deck} to be dealt, which is not 52 together"
    )]
    Pack {
        /// Cards in hand, table and captured.
        known: usize,
        /// Cards in other hands.
        hidden: usize,
        /// Cards in the deck.
        deck: usize,
    },
    /// A deck that cannot be dealt evenly.
    #[error("deck_left: {0} cards, which cannot be dealt evenly")]
    Deck(usize),
    /// More tablas than captures.
    #[error("tablas: seat {0} cannot have made so many")]
    Tablas(usize),
    /// Moves that cannot have led here.
    #[error("moves: {0} cannot have been played before what follows it")]
    Moves(Action),
}
