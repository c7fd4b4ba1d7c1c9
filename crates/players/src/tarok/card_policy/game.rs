//! A deal being played out, with the public knowledge of it.

use rand_core::Rng;
use vzetek_game::{Card as _, Seat};
use vzetek_tarok::{Card, CardSet, Contract, SEATS, Suit};

use super::{CardPolicy, Situation};
use crate::tarok::search::Position;

/// A deal being played out.
#[derive(Clone, Copy, Debug)]
pub struct Game<const N: usize = SEATS> {
    /// All the cards.
    pub position: Position<N>,
    /// Cards that everybody knows to be in no hand any more.
    pub gone: CardSet,
    /// By seat: bit `i` if everybody knows that it holds nothing of
    /// `Suit::ALL[i]`.
    pub voids: [u8; N],
    /// The cards that only the declarer knows to be in no hand.
    pub buried: CardSet,
    /// A bit for each seat whose side everybody knows.
    pub shown: u8,
}

/// The relation of another player to the one who is to move, as far as this one knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// On the same side.
    Friend,
    /// On either side.
    Unknown,
    /// On the other side.
    Foe,
}

impl<const N: usize> Game<N> {
    /// Before the first card, with the cards that everybody knows to be in no hand, and
    /// those that only the declarer knows to be. Nobody has announced anything.
    pub fn new(position: Position<N>, gone: CardSet, buried: CardSet) -> Self {
        let hidden = position.called & !gone.bits() != 0 && !position.may_win_talon;
        let shown = if hidden { 1 << position.declarer } else { u8::MAX };
        Self { position, gone, voids: [0; N], buried, shown }
    }

    /// Returns true if a seat knows the side of another.
    #[inline]
    fn knows_side(&self, me: Seat, other: Seat) -> bool {
        let Position { called, hands, .. } = &self.position;
        let king_suit = called.trailing_zeros() / 8;
        me == other
            || self.shown >> other.index() & 1 == 1
            || hands[me.index()] & called != 0
            || self.voids[other.index()] >> king_suit & 1 == 1
    }

    /// Returns the relation of another player to a seat.
    #[inline]
    pub fn relation(&self, me: Seat, other: Seat) -> Relation {
        let position = &self.position;
        let alone = position.contract == Contract::Klop;
        if N > SEATS && !alone && !self.knows_side(me, other) {
            Relation::Unknown
        } else if !alone && position.is_declarers(me) == position.is_declarers(other) {
            Relation::Friend
        } else {
            Relation::Foe
        }
    }

    /// Returns true if the deal is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Returns the situation of the player to move.
    #[inline]
    pub fn situation(&self) -> Situation<N> {
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
        if 1 << index(card) & self.position.called != 0 {
            self.shown = u8::MAX;
        }
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

    /// Plays to the end by the card policy. Of four players the declarer of a berač plays
    /// the likeliest card each time: one slip, as chance makes them, loses what cannot be
    /// lost.
    pub fn play_out(mut self, policy: &CardPolicy, rng: &mut impl Rng) -> Position<N> {
        let is_careful = N > SEATS && self.position.contract.is_berac();
        while !self.is_over() {
            let card = if is_careful && self.seat() == self.position.declarer() {
                policy.chances(&self.situation(), self.position.legal()).likeliest()
            } else {
                self.draw(policy, rng)
            };
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
