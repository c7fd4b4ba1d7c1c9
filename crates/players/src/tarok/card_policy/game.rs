//! A deal being played out, with the public knowledge of it.

use rand_core::Rng;
use vzetek_game::{Card as _, Seat};
use vzetek_tarok::{Card, CardSet, Contract, SEATS, Suit};

use super::{CardPolicy, Situation};
use crate::tarok::search::Position;

/// A deal being played out.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// All the cards.
    pub position: Position,
    /// Cards that everybody knows to be in no hand any more.
    pub gone: CardSet,
    /// By seat: bit `i` if everybody knows that it holds nothing of
    /// `Suit::ALL[i]`.
    pub voids: [u8; SEATS],
    /// The cards that only the declarer knows to be in no hand.
    pub buried: CardSet,
}

impl Game {
    /// Returns true if the deal is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Returns the situation of the player to move.
    #[inline]
    pub fn situation(&self) -> Situation {
        Situation::new(self)
    }

    /// Plays a legal card, for all to see.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let seat = self.position.to_play().index();
        if let Some(led) = self.position.trick().next()
            && led.suit() != card.suit()
        {
            self.voids[seat] |= 1 << led.suit() as u8;
            if !card.is_tarok() {
                self.voids[seat] |= 1 << Suit::Taroks as u8;
            }
        }
        self.gone.insert(card);
        self.position.play(card);
        if self.position.contract() == Contract::Klop && self.position.trick().len() == 0 {
            // The talon's gift lies in the taker's pile for all to see.
            self.gone |= self.position.pile(self.position.to_play());
        }
    }

    /// Draws a card by the card policy.
    #[inline]
    pub fn draw(&self, policy: &CardPolicy, rng: &mut impl Rng) -> Card {
        let legal = self.position.legal();
        if legal.len() == 1 {
            return legal.first().expect("one card");
        }
        policy.chances(&self.situation(), legal).draw(rng)
    }

    /// Plays to the end by the card policy.
    pub fn play_out(mut self, policy: &CardPolicy, rng: &mut impl Rng) -> Position {
        while !self.is_over() {
            let card = self.draw(policy, rng);
            self.play(card);
        }
        self.position
    }

    /// The seat to move.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.position.to_play()
    }
}

/// The index of a card, for tables.
#[inline]
pub(super) fn index(card: Card) -> usize {
    usize::from(card.index())
}
