//! A deal being played out, with the public knowledge of it.

use vzetek_game::{Card as _, Seat};
use vzetek_tarok::{Card, CardSet, Contract, SEATS, Suit};

use crate::tarok::search::Position;

/// A deal being played out.
#[derive(Clone, Copy, Debug)]
pub struct Game<const N: usize = SEATS> {
    /// All the cards.
    pub position: Position<N>,
    /// Cards that all players know to be in no hand any more.
    pub gone: CardSet,
    /// By seat: bit `i` if all players know that it holds nothing of `Suit::ALL[i]`.
    pub voids: [u8; N],
    /// The cards that only the declarer knows to be in no hand.
    pub buried: CardSet,
    /// A bit for each seat whose side all players know.
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
    /// Before the first card, without announcements, with the cards that all players know to be in
    /// no hand, and those that only the declarer knows to be.
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
