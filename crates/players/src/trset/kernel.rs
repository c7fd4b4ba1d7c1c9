//! Random playouts of two-player deals, optimised for speed.
//!
//! A hand is ten *slots*; a played card's slot is filled again by the card drawn. For each suit a
//! mask says which slots hold it, so following suit is one shift, a random legal card two table
//! look-ups, and nothing is ever searched for or allocated. The hidden cards are dealt again for
//! every playout, as the tršet thesis wants it (section 4.2).

use rand_core::Rng;
use vzetek_trset::LAST_TRICK;

use super::cards::Bits;
use super::{Situation, World};

/// Slots of a hand.
const SLOTS: usize = 10;
/// All slots.
const ALL: u64 = 0x3ff;

/// A card as `16 · suit + strength`, so that its suit's mask is found by a
/// shift without any arithmetic.
type Code = u8;

const fn code(card: u8) -> Code {
    card / 10 * 16 + card % 10
}

/// The suit of a code, times sixteen.
#[inline(always)]
const fn lane(code: Code) -> u32 {
    (code & 0x30) as u32
}

/// Thirds by strength, two bits each.
const THIRDS: u64 = {
    let worths = [0, 0, 0, 0, 1, 1, 1, 3, 1, 1];
    let (mut packed, mut strength) = (0, 0);
    while strength < 10 {
        packed |= worths[strength] << (2 * strength);
        strength += 1;
    }
    packed
};

#[inline(always)]
const fn thirds(code: Code) -> u32 {
    (THIRDS >> (2 * (code & 15))) as u32 & 3
}

/// For each set of slots its members in order and, last, their number.
static MEMBERS: [[u8; 16]; 1024] = {
    let mut table = [[0; 16]; 1024];
    let mut set = 0;
    while set < 1024 {
        let (mut slot, mut count) = (0, 0);
        while slot < SLOTS {
            if set >> slot & 1 == 1 {
                table[set][count] = slot as u8;
                count += 1;
            }
            slot += 1;
        }
        table[set][15] = count as u8;
        set += 1;
    }
    table
};

/// A random slot of a set that is not empty, from 16 random bits. The bias is
/// below one in six thousand.
#[inline(always)]
fn pick(set: u64, bits: u64) -> usize {
    let members = &MEMBERS[(set & ALL) as usize];
    let chosen = ((bits & 0xffff) * u64::from(members[15])) >> 16;
    usize::from(members[(chosen & 15) as usize])
}

/// One player's cards.
#[derive(Clone, Copy, Debug, Default)]
struct Hand {
    slots: [Code; 16],
    /// For each suit, sixteen bits apart, the slots that hold it.
    suits: u64,
}

impl Hand {
    #[inline(always)]
    fn put(&mut self, slot: usize, card: Code) {
        self.slots[slot & 15] = card;
        self.suits |= 1 << (lane(card) + slot as u32);
    }

    #[inline(always)]
    fn take(&mut self, slot: usize) -> Code {
        let card = self.slots[slot & 15];
        self.suits &= !(1 << (lane(card) + slot as u32));
        card
    }

    /// The slots that may be played to this lead, given those in use.
    #[inline(always)]
    fn following(&self, led: Code, used: u64) -> u64 {
        let set = self.suits >> lane(led) & ALL;
        if set == 0 { used } else { set }
    }
}

/// Playouts from one two-player situation.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// The player who thinks, and the opponent's known cards.
    hands: [Hand; 2],
    /// The number of slots in use when both hold their cards of this trick.
    size: usize,
    /// The slots of the opponent that are known.
    known: usize,
    /// Cards the opponent may hold, then cards that only the stock may hold.
    unseen: [Code; 40],
    possible: usize,
    total: usize,
    hidden: usize,
    /// The opponent's slot with the card on the table.
    led: Option<usize>,
    /// Thirds already taken by the player who thinks.
    taken: u32,
    /// By card, the slot of the player who thinks.
    places: [u8; 40],
}

impl Playouts {
    /// Prepares playouts; `None` unless two play.
    pub fn new(situation: &Situation) -> Option<Self> {
        let two = situation.two()?;
        let known: &World = situation.known();
        let me = known.seat();
        let mut hands = [Hand::default(); 2];
        let mut places = [0; 40];
        for (slot, card) in Bits(known.hands[me]).enumerate() {
            hands[0].put(slot, code(card));
            places[usize::from(card)] = slot as u8;
        }
        let his = Bits(known.hands[me ^ 1]);
        let on_table = (known.played > 0).then_some(known.trick[0]);
        let mut filled = 0;
        for card in on_table.into_iter().chain(his) {
            hands[1].put(filled, code(card));
            filled += 1;
        }
        let mut unseen = [0; 40];
        for (place, &card) in unseen.iter_mut().zip(two.possible.iter().chain(&two.stock_only)) {
            *place = code(card);
        }
        Some(Self {
            hands,
            size: known.hands[me].count_ones() as usize,
            known: filled,
            unseen,
            possible: two.possible.len(),
            total: two.possible.len() + two.stock_only.len(),
            hidden: usize::from(two.hand),
            led: on_table.map(|_| 0),
            taken: u32::from(situation.thirds()),
            places,
        })
    }

    /// Deals the hidden cards, plays `card` and then random cards to the end. Returns the final
    /// thirds of the searching player.
    #[inline]
    pub fn run(&self, card: u8, rng: &mut impl Rng) -> u32 {
        let mut unseen = self.unseen;
        self.shuffle(&mut unseen, rng);
        let mut hands = self.hands;
        for (slot, &card) in (self.known..).zip(&unseen[..self.hidden]) {
            hands[1].put(slot, card);
        }
        let own = usize::from(self.places[usize::from(card)]);
        // The cards still unseen are the stock, drawn from its front.
        let stock = &unseen[self.hidden..self.total];
        let mut deal = Deal { hands, used: [(1 << self.size) - 1; 2], thirds: [self.taken, 0] };
        let bits = rng.next_u64();
        let first = match self.led {
            Some(led) => (1, led, own),
            None => {
                let led = deal.hands[0].slots[own & 15];
                (0, own, pick(deal.hands[1].following(led, deal.used[1]), bits))
            }
        };
        deal.play_out(first, stock, rng);
        deal.thirds[0]
    }

    /// Puts the opponent's hidden cards in front and the stock behind them.
    #[inline(always)]
    fn shuffle(&self, cards: &mut [Code; 40], rng: &mut impl Rng) {
        let mut source = Source { bits: 0, left: 0 };
        for at in 0..self.hidden {
            let chosen = at + source.below(self.possible - at, rng);
            cards.swap(at, chosen);
        }
        for at in self.hidden..self.total.saturating_sub(1) {
            let chosen = at + source.below(self.total - at, rng);
            cards.swap(at, chosen);
        }
    }
}

/// Sixteen random bits at a time.
struct Source {
    bits: u64,
    left: u32,
}

impl Source {
    #[inline(always)]
    fn below(&mut self, bound: usize, rng: &mut impl Rng) -> usize {
        if self.left == 0 {
            self.bits = rng.next_u64();
            self.left = 4;
        }
        let chosen = ((self.bits & 0xffff) * bound as u64) >> 16;
        self.bits >>= 16;
        self.left -= 1;
        chosen as usize
    }
}

/// A deal that is being played out.
struct Deal {
    hands: [Hand; 2],
    used: [u64; 2],
    thirds: [u32; 2],
}

impl Deal {
    #[inline(always)]
    fn play_out(
        &mut self,
        (leader, led, answer): (usize, usize, usize),
        stock: &[Code],
        rng: &mut impl Rng,
    ) {
        let (mut leader, mut led, mut answer) = (leader, led, answer);
        for drawn in stock.chunks_exact(2) {
            leader = self.trick_and_draw(leader, led, answer, drawn);
            let bits = rng.next_u64();
            (led, answer) = self.random_cards(leader, bits);
        }
        loop {
            leader = self.trick(leader, led, answer);
            if self.used[0] == 0 {
                break;
            }
            let bits = rng.next_u64();
            (led, answer) = self.random_cards(leader, bits);
        }
        self.thirds[leader] += u32::from(LAST_TRICK);
    }

    #[inline(always)]
    fn random_cards(&self, leader: usize, bits: u64) -> (usize, usize) {
        let led = pick(self.used[leader & 1], bits);
        let card = self.hands[leader & 1].slots[led & 15];
        let other = (leader & 1) ^ 1;
        let answer = pick(self.hands[other].following(card, self.used[other]), bits >> 16);
        (led, answer)
    }

    /// Plays the trick and takes the cards out; returns the winner.
    #[inline(always)]
    fn trick(&mut self, leader: usize, led: usize, answer: usize) -> usize {
        let leader = leader & 1;
        let first = self.hands[leader].take(led);
        let second = self.hands[leader ^ 1].take(answer);
        self.used[leader] &= !(1 << led);
        self.used[leader ^ 1] &= !(1 << answer);
        self.win(leader, first, second)
    }

    /// Plays the trick and fills the slots with the cards drawn.
    #[inline(always)]
    fn trick_and_draw(
        &mut self,
        leader: usize,
        led: usize,
        answer: usize,
        drawn: &[Code],
    ) -> usize {
        let leader = leader & 1;
        let first = self.hands[leader].take(led);
        let second = self.hands[leader ^ 1].take(answer);
        let winner = self.win(leader, first, second);
        self.hands[leader].put(led, drawn[winner ^ leader]);
        self.hands[leader ^ 1].put(answer, drawn[winner ^ leader ^ 1]);
        winner
    }

    #[inline(always)]
    fn win(&mut self, leader: usize, first: Code, second: Code) -> usize {
        let takes = second > first && lane(first) == lane(second);
        let winner = leader ^ usize::from(takes);
        self.thirds[winner & 1] += thirds(first) + thirds(second);
        winner & 1
    }
}
