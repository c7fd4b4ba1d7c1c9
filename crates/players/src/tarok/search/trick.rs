//! A trick that is being played, as exact searches see it.

use super::bits::{PAGAT_INDEX, SEATS, TRULA_BITS, beats, bit};
use super::kernel::next;
use super::relative::Leaving;

/// A trick that is being played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    /// Hands before the trick.
    pub hands: [u64; SEATS],
    pub leader: u8,
    pub cards: [u8; SEATS],
    pub played: u8,
    /// The card that holds it, and who played that.
    pub best: u8,
    pub holder: u8,
}

impl Trick {
    pub fn led_by(leader: u8, hands: [u64; SEATS]) -> Self {
        Self { hands, leader, cards: [63; SEATS], played: 0, best: 0, holder: leader }
    }

    /// Returns the seat whose card is next.
    #[inline(always)]
    pub fn turn(&self) -> u8 {
        match self.played {
            0 => self.leader,
            1 => next::<SEATS>(self.leader),
            _ => next::<SEATS>(next::<SEATS>(self.leader)),
        }
    }

    #[inline(always)]
    pub fn with(mut self, card: u8) -> Self {
        let turn = self.turn();
        if self.played == 0 || beats(card, self.best) {
            (self.best, self.holder) = (card, turn);
        }
        self.cards[usize::from(self.played)] = card;
        self.played += 1;
        self
    }

    /// The cards of it as a set.
    #[inline(always)]
    pub fn set(&self) -> u64 {
        self.cards[..usize::from(self.played)].iter().fold(0, |set, &card| set | bit(card))
    }

    /// The hands after the complete trick.
    #[inline(always)]
    pub fn left(&self) -> [u64; SEATS] {
        let set = self.set();
        Leaving::new(self.cards).close(self.hands.map(|hand| hand & !set))
    }

    /// Returns the seat that takes the complete trick, and the card that takes it.
    #[inline(always)]
    pub fn taken(&self) -> (u8, u8) {
        if self.set() == TRULA_BITS {
            let steps = self.cards.iter().position(|&card| card == PAGAT_INDEX);
            return ((self.leader + steps.unwrap_or_default() as u8) % 3, PAGAT_INDEX);
        }
        (self.holder, self.best)
    }
}
