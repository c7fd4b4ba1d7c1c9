//! The actions of a player.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use vzetek_game::{NotationError, by_notation};

use crate::{Card, CardSet};

/// One move: a card from the hand, and what it captures, if anything.
///
/// Notation: the card alone is laid on the table, `S10`; behind an `x` stand
/// the cards it captures, from high to low and, of the same rank, clubs before
/// diamonds, spades and hearts: `S10xC10+D7+H3`. So each action has one
/// notation. How the cards make groups is not said, for it does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The card that is played.
    pub card: Card,
    /// The cards it captures; none if it is laid on the table.
    pub taken: CardSet,
}

impl Action {
    /// Lays the card on the table.
    pub const fn lay(card: Card) -> Self {
        Self { card, taken: CardSet::EMPTY }
    }

    /// Captures these cards, of which there must be one at least, with `card`.
    pub const fn capture(card: Card, taken: CardSet) -> Self {
        Self { card, taken }
    }

    /// True if it captures something.
    pub const fn captures(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Reads an action whose captured cards may stand in any order.
    ///
    /// # Errors
    /// [`NotationError`] says what should stand there.
    pub fn in_any_order(text: &str) -> Result<Self, NotationError> {
        let Some((card, captured)) = text.split_once('x') else {
            return text.parse().map(Self::lay);
        };
        if card.is_empty() || captured.split('+').any(str::is_empty) {
            return Err(NotationError::new(
                text,
                "a capture such as S10xC10+D7+H3: a card is missing",
            ));
        }
        let card = card.parse()?;
        let mut taken = CardSet::EMPTY;
        for captured in captured.split('+') {
            let next = captured.parse()?;
            if !taken.insert(next) {
                return Err(NotationError::new(
                    text,
                    format!("a capture: {next} stands there twice"),
                ));
            }
        }
        Ok(Self::capture(card, taken))
    }
}

impl Ord for Action {
    /// By the card, laying it first; else any order that is always the same.
    fn cmp(&self, other: &Self) -> Ordering {
        (self.card, self.taken.bits()).cmp(&(other.card, other.taken.bits()))
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        let mut before = 'x';
        for card in self.taken.iter().rev() {
            write!(f, "{before}{card}")?;
            before = '+';
        }
        Ok(())
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let action = Self::in_any_order(text)?;
        let notation = action.to_string();
        if text != notation {
            let expected = format!("a capture from high to low, which would be {notation}");
            return Err(NotationError::new(text, expected));
        }
        Ok(action)
    }
}

by_notation!(Action);
