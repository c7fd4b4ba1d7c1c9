//! A deal with every card known: the state that playouts and exact searches play on.

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_trset::LAST_TRICK;

use super::Rules;
use super::cards::{Bits, SUIT, SUIT_OF, THIRDS};

/// One way the cards may lie, as a plain value without any history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// The rules of the deal.
    pub rules: Rules,
    /// The hands by seat, bit `i` for the card with index `i`.
    pub hands: [u64; 4],
    /// The cards to be drawn, the next one last.
    pub stock: [u8; 20],
    /// The number of cards in the stock.
    pub stock_len: u8,
    /// The cards on the table, the leader's first.
    pub trick: [u8; 4],
    /// The number of cards played to the trick.
    pub played: u8,
    /// The seat that led, or leads.
    pub leader: u8,
    /// Thirds taken so far, declarations included, by side.
    pub thirds: [u8; 4],
}

impl World {
    /// A new deal of two players, well shuffled.
    pub fn shuffled(rules: Rules, rng: &mut impl Rng) -> Self {
        let mut pack: [u8; 40] = std::array::from_fn(|card| card as u8);
        vzetek_game::sharing::shuffle(&mut pack, rng);
        let hand = |cards: &[u8]| cards.iter().fold(0, |hand, card| hand | 1 << card);
        Self {
            rules,
            hands: [hand(&pack[..10]), hand(&pack[10..20]), 0, 0],
            stock: std::array::from_fn(|place| pack[20 + place]),
            stock_len: 20,
            trick: [0; 4],
            played: 0,
            leader: 0,
            thirds: [0; 4],
        }
    }

    /// The seat to move, even if the deal is over.
    #[inline]
    pub fn seat(&self) -> usize {
        let seat = self.leader + self.played;
        usize::from(if seat >= self.rules.seats { seat - self.rules.seats } else { seat })
    }

    /// Returns true if all tricks are played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.played == 0 && self.hands[usize::from(self.leader)] == 0
    }

    /// The cards that may be played now.
    #[inline]
    pub fn playable(&self) -> u64 {
        let hand = self.hands[self.seat()];
        if self.played == 0 {
            return hand;
        }
        let following = hand & SUIT[usize::from(SUIT_OF[usize::from(self.trick[0])])];
        if following == 0 { hand } else { following }
    }

    /// Every card that can still be played or is on the table, except those
    /// of `seat`.
    pub fn others(&self, seat: usize) -> u64 {
        let mut cards = 0;
        for (other, hand) in self.hands.iter().enumerate() {
            if other != seat {
                cards |= hand;
            }
        }
        for &card in &self.trick[..usize::from(self.played)] {
            cards |= 1 << card;
        }
        for &card in &self.stock[..usize::from(self.stock_len)] {
            cards |= 1 << card;
        }
        cards
    }

    /// Returns true if the stock is empty, so that nothing is left to chance.
    pub fn is_ending(&self) -> bool {
        self.stock_len == 0
    }

    /// The strongest card of the suit led, if there is one.
    #[inline]
    pub fn best_card(&self) -> Option<u8> {
        let (&led, rest) = self.trick[..usize::from(self.played)].split_first()?;
        let suit = SUIT_OF[usize::from(led)];
        let follows = rest.iter().filter(|&&card| SUIT_OF[usize::from(card)] == suit);
        Some(follows.fold(led, |best, &card| best.max(card)))
    }

    /// The seat that holds the trick so far. Of no meaning before a card is
    /// played.
    #[inline]
    pub fn winner(&self) -> usize {
        let best = self.best_card().unwrap_or_default();
        let steps = self.trick.iter().position(|&card| card == best).unwrap_or_default();
        (usize::from(self.leader) + steps) % usize::from(self.rules.seats)
    }

    /// The thirds on the table.
    pub fn on_table(&self) -> u8 {
        self.trick[..usize::from(self.played)].iter().map(|&card| THIRDS[usize::from(card)]).sum()
    }

    /// Plays a legal card; the winner of a complete trick takes it and the
    /// players draw.
    #[inline]
    pub fn play(&mut self, card: u8) {
        let seat = self.seat();
        self.hands[seat] &= !(1 << card);
        self.trick[usize::from(self.played)] = card;
        self.played += 1;
        if self.played == self.rules.seats {
            self.take_trick();
        }
    }

    fn take_trick(&mut self) {
        let winner = self.winner();
        let side = self.rules.side(winner);
        self.thirds[side] += self.on_table();
        self.leader = winner as u8;
        self.played = 0;
        if self.stock_len > 0 {
            self.draw(winner);
        } else if self.hands[winner] == 0 {
            self.thirds[side] += LAST_TRICK;
        }
    }

    /// All players draw, this seat first. What was drawn stays where the stock was.
    #[inline]
    pub fn draw(&mut self, first: usize) {
        let seats = usize::from(self.rules.seats);
        for steps in 0..seats {
            self.stock_len -= 1;
            let card = self.stock[usize::from(self.stock_len)];
            self.hands[(first + steps) % seats] |= 1 << card;
        }
    }

    /// Plays random cards to the end.
    pub fn play_out(&mut self, rng: &mut impl Rng) {
        while !self.is_over() {
            let playable = self.playable();
            let skip = dice::below(rng, playable.count_ones());
            let card = Bits(playable).nth(skip as usize).unwrap_or_default();
            self.play(card);
        }
    }
}
