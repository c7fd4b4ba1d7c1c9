//! A trick of four, and which card to try first in it.

use arrayvec::ArrayVec;

use crate::trset::World;
use crate::trset::cards::{Bits, SUIT, SUIT_OF, THIRDS, representatives};

/// A trick that is being played.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    pub leader: u8,
    pub played: u8,
    /// The cards on the table.
    pub cards: u64,
    /// The strongest of them, and who played it.
    pub best: u8,
    pub winner: u8,
    /// Their thirds.
    pub thirds: u8,
}

impl Trick {
    /// One that is yet to be led.
    pub fn new(leader: u8) -> Self {
        Self { leader, played: 0, cards: 0, best: 0, winner: leader, thirds: 0 }
    }

    /// The one on the table.
    pub fn of(world: &World) -> Self {
        let mut trick = Self::new(world.leader);
        for &card in &world.trick[..usize::from(world.played)] {
            trick = trick.with(card);
        }
        trick
    }

    /// Returns the seat that plays next.
    #[inline]
    pub fn seat(self) -> u8 {
        (self.leader + self.played) & 3
    }

    /// The trick after the next card.
    #[inline]
    pub fn with(self, card: u8) -> Self {
        let takes = self.played == 0 || self.is_beaten_by(card);
        Self {
            leader: self.leader,
            played: self.played + 1,
            cards: self.cards | 1 << card,
            best: if takes { card } else { self.best },
            winner: if takes { self.seat() } else { self.winner },
            thirds: self.thirds + THIRDS[usize::from(card)],
        }
    }

    #[inline]
    fn is_beaten_by(self, card: u8) -> bool {
        card > self.best && SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(self.best)]
    }
}

/// The facts by which the cards of the seat to play are ordered.
pub(super) struct Order<'a> {
    /// The cards left in each hand.
    hands: &'a [u64; 4],
    trick: Trick,
    kifameno: bool,
    /// Cards to lead that cannot be beaten.
    sure: u64,
    /// Cards to lead in suits in which the partner has the best; in kifameno
    /// those that an opponent must beat.
    good: u64,
    /// True if the own side holds the trick, and no later player changes that.
    is_held: bool,
    /// Cards of the suit led that the opponent still to come holds.
    threats: u64,
}

impl<'a> Order<'a> {
    /// For the seat to play; `sure` are the cards to lead that cannot be beaten.
    pub fn new(hands: &'a [u64; 4], trick: Trick, kifameno: bool, sure: u64) -> Self {
        let seat = usize::from(trick.seat());
        let mut order = Self { hands, trick, kifameno, sure, good: 0, is_held: false, threats: 0 };
        if trick.played == 0 {
            order.good = order.good_leads(seat);
            return order;
        }
        let suit = SUIT[usize::from(SUIT_OF[usize::from(trick.best)])];
        if trick.played < 3 {
            order.threats = hands[(seat + 1) & 3] & suit;
        }
        let above = !0 << trick.best << 1;
        order.is_held = trick.winner & 1 == trick.seat() & 1 && order.threats & above == 0;
        order
    }

    fn good_leads(&self, seat: usize) -> u64 {
        let mut good = 0;
        let partner = self.hands[seat ^ 2];
        let opponents = [self.hands[(seat + 1) & 3], self.hands[(seat + 3) & 3]];
        for suit in SUIT {
            if self.kifameno {
                for hand in opponents.map(|hand| hand & suit).into_iter().filter(|&hand| hand != 0)
                {
                    good |= suit & ((1 << hand.trailing_zeros()) - 1);
                }
            } else if partner & suit > (self.hands[seat] | opponents[0] | opponents[1]) & suit {
                good |= suit;
            }
        }
        good
    }

    /// The cards worth trying, the most promising first, but `first` before
    /// all others.
    pub fn cards(&self, first: u8) -> ArrayVec<(i32, u8), 10> {
        let seat = usize::from(self.trick.seat());
        let hand = self.hands[seat];
        let led = match self.trick.played {
            0 => hand,
            _ => hand & SUIT[usize::from(SUIT_OF[usize::from(self.trick.best)])],
        };
        let playable = if led == 0 { hand } else { led };
        let all = self.hands.iter().fold(self.trick.cards, |all, hand| all | hand);
        let mut cards: ArrayVec<(i32, u8), 10> = ArrayVec::new();
        for card in Bits(representatives(playable, all & !hand)) {
            let rank = if card == first { i32::MIN } else { self.rank(card) };
            let at = cards.iter().position(|&(other, _)| rank < other).unwrap_or(cards.len());
            cards.insert(at, (rank, card));
        }
        cards
    }

    /// The less, the sooner the card is tried.
    fn rank(&self, card: u8) -> i32 {
        let (strength, worth) = (i32::from(card % 10), i32::from(THIRDS[usize::from(card)]));
        if self.trick.played == 0 {
            let (is_sure, is_good) = (self.sure >> card & 1 == 1, self.good >> card & 1 == 1);
            return match (self.kifameno, is_sure, is_good) {
                (false, true, _) => -60 - worth,
                (false, false, true) => -30 - 8 * worth,
                (false, false, false) => 6 * worth + strength,
                (true, _, true) => -40 - 8 * worth - strength,
                (true, true, false) => 40 + strength,
                (true, false, false) => 2 * strength,
            };
        }
        let takes = self.trick.is_beaten_by(card);
        let is_sure = takes && self.threats >> card == 0;
        match (self.kifameno, takes) {
            (false, true) if is_sure => -40 - 8 * worth + strength,
            (false, true) => -worth + strength,
            (false, false) if self.is_held => -50 - 8 * worth + strength,
            (false, false) => 8 * worth + strength,
            (true, true) => 40 + 8 * worth - strength,
            (true, false) if self.is_held => 8 * worth - strength,
            (true, false) => -8 * worth - strength,
        }
    }
}
