//! The order in which cards are tried.
//!
//! Leads are weighed by what the trick will probably bring if all others are
//! greedy; answers start with the greedy card itself. In nine of ten positions
//! in which some card answers the search's question, the first one does.

use super::bits::{Bits, SEATS, TAROKS, TRULA_BITS, beating, bit, highest, lowest, suit, value};
use super::kernel::{following, next};
use super::relative::{RUNS, representatives};
use super::trick::Trick;

const KINGS: u64 = 0x8080_8080;
const QUEENS: u64 = 0x4040_4040;
const KNIGHTS: u64 = 0x2020_2020;
const JACKS: u64 = 0x1010_1010;

/// Cards in the order to try them: a first one, weighed ones, the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    first: u8,
    weighed: [(i16, u8); 16],
    len: u8,
    rest: u64,
}

/// The absence of a card.
const NONE: u8 = 64;

impl Order {
    /// Lists these cards, lowest first, after `first` if it is one of them.
    #[inline(always)]
    pub fn new(first: Option<u8>, cards: u64) -> Self {
        let first = first.filter(|&card| cards & bit(card) != 0).unwrap_or(NONE);
        let rest = if first == NONE { cards } else { cards & !bit(first) };
        Self { first, weighed: [(0, 0); 16], len: 0, rest }
    }

    /// The cards of an ordinary game that may be played next, cards that do the
    /// same only once.
    #[inline]
    pub fn ordinary(trick: &Trick, first: Option<u8>) -> Self {
        let hand = trick.hands[usize::from(trick.turn())];
        if trick.played == 0 {
            let mut order = Self::new(first, representatives(hand));
            order.leads(trick);
            return order;
        }
        let cards = representatives(following(hand, trick.cards[0]));
        Self::new(Some(first.unwrap_or_else(|| greedy(trick, cards))), cards)
    }

    /// The next card.
    #[inline(always)]
    pub fn next(&mut self) -> Option<u8> {
        if self.first != NONE {
            return Some(std::mem::replace(&mut self.first, NONE));
        }
        if self.len > 0 {
            let left = &mut self.weighed[..usize::from(self.len)];
            let mut best = 0;
            for at in 1..left.len() {
                if left[at].0 > left[best].0 {
                    best = at;
                }
            }
            let card = left[best].1;
            left[best] = left[left.len() - 1];
            self.len -= 1;
            return Some(card);
        }
        if self.rest == 0 {
            return None;
        }
        let card = lowest(self.rest);
        self.rest &= self.rest - 1;
        Some(card)
    }

    #[inline(always)]
    fn weigh(&mut self, weight: i32, card: u8) {
        self.weighed[usize::from(self.len & 15)] = (weight as i16, card);
        self.len += 1;
        self.rest &= !bit(card);
    }

    /// Weighs the leads of an ordinary game.
    #[inline]
    fn leads(&mut self, trick: &Trick) {
        let leader = trick.leader;
        let second = trick.hands[usize::from(next::<SEATS>(leader))];
        let third = trick.hands[usize::from(next::<SEATS>(next::<SEATS>(leader)))];
        let cards = self.rest;
        for suit in [0xff, 0xff00, 0xff_0000, 0xff00_0000, TAROKS] {
            let cards = cards & suit;
            if cards == 0 {
                continue;
            }
            let led = lowest(cards);
            let (second, third) = (following(second, led), following(third, led));
            match leader {
                0 => self.soloists_leads(cards, second, third),
                1 => self.defenders_leads(cards, second, third),
                _ => self.defenders_leads(cards, third, second),
            }
        }
    }

    /// Leads of one suit by the soloist, with what the others may answer.
    #[inline(always)]
    fn soloists_leads(&mut self, cards: u64, second: u64, third: u64) {
        let cheap = least_value(second) + least_value(third);
        let dear = most_value(second) + most_value(third);
        for card in Bits(cards) {
            let own = value(card) as i32;
            let weight = if (second | third) & beating(card) == 0 {
                16 * (own + cheap - 2)
            } else {
                -16 * (own + dear - 2) - 2 * own
            };
            self.weigh(weight - i32::from(card & 7), card);
        }
    }

    /// Leads of one suit by a defender, with what may be answered.
    #[inline(always)]
    fn defenders_leads(&mut self, cards: u64, partners: u64, soloists: u64) {
        let (dear, cheap) = (most_value(partners), least_value(partners));
        let (given, taken) = (least_value(soloists), most_value(soloists));
        for card in Bits(cards) {
            let own = value(card) as i32;
            let higher = soloists & beating(card);
            let holds = higher == 0;
            let weight = if holds || partners & beating(highest(higher | 1)) != 0 {
                let cover = if holds { dear } else { 1 };
                16 * (own + cover + given - 2)
            } else {
                -16 * (own + cheap + taken - 2) - 2 * own
            };
            self.weigh(weight - i32::from(card & 7), card);
        }
    }
}

/// The answer of a player who thinks of this trick only, of the cards that may
/// be played in an ordinary game.
#[inline]
fn greedy(trick: &Trick, cards: u64) -> u8 {
    let turn = trick.turn();
    let taking = cards & beating(trick.best);
    if usize::from(trick.played) == SEATS - 1 {
        return if turn != 0 && trick.holder != 0 {
            dearest(cards)
        } else if taking != 0 {
            dearest(taking)
        } else {
            cheapest(cards)
        };
    }
    let others = following(trick.hands[usize::from(next::<SEATS>(turn))], trick.cards[0]);
    if turn != 0 && trick.holder != 0 {
        // The partner has led; the soloist comes last.
        return match others & beating(trick.best) {
            0 => dearest(cards),
            _ => covering(cards, taking, others),
        };
    }
    if turn == 0 || next::<SEATS>(turn) == 0 {
        return covering(cards, taking, others);
    }
    // The soloist has led; the partner comes last.
    if others & beating(trick.best) != 0 {
        dearest(cards)
    } else if taking != 0 {
        dearest(taking)
    } else {
        cheapest(cards)
    }
}

/// A card that takes and that the last player cannot beat, or a cheap one.
#[inline(always)]
fn covering(cards: u64, taking: u64, others: u64) -> u8 {
    let taroks = others & TAROKS;
    let safe = if taroks != 0 {
        taking & TAROKS & u64::MAX << highest(taroks)
    } else {
        // Of the suit led, or nothing that takes.
        let plain = taking & !TAROKS;
        let follows = plain != 0 && others & suit(lowest(plain)) != 0;
        let above = if follows { u64::MAX << highest(others) } else { u64::MAX };
        taking & (TAROKS | above)
    };
    if safe != 0 { dearest(safe) } else { cheapest(cards) }
}

/// The value of the most valuable card of a set that is not empty.
#[inline(always)]
fn most_value(cards: u64) -> i32 {
    match cards {
        _ if cards & (KINGS | TRULA_BITS) != 0 => 5,
        _ if cards & QUEENS != 0 => 4,
        _ if cards & KNIGHTS != 0 => 3,
        _ if cards & JACKS != 0 => 2,
        _ => 1,
    }
}

/// The value of the least valuable card of a set that is not empty.
#[inline(always)]
fn least_value(cards: u64) -> i32 {
    match cards {
        _ if cards & RUNS != 0 => 1,
        _ if cards & JACKS != 0 => 2,
        _ if cards & KNIGHTS != 0 => 3,
        _ if cards & QUEENS != 0 => 4,
        _ => 5,
    }
}

/// The most valuable of some cards, the lowest of those.
#[inline(always)]
fn dearest(cards: u64) -> u8 {
    for dear in [TRULA_BITS, KINGS, QUEENS, KNIGHTS, JACKS] {
        if cards & dear != 0 {
            return lowest(cards & dear);
        }
    }
    lowest(cards)
}

/// The least valuable of some cards, the lowest of those.
#[inline(always)]
fn cheapest(cards: u64) -> u8 {
    for cheap in [RUNS, JACKS, KNIGHTS, QUEENS] {
        if cards & cheap != 0 {
            return lowest(cards & cheap);
        }
    }
    lowest(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_decide_what_is_dear() {
        let set = |cards| super::super::random::set(cards).bits();
        let index = |card| lowest(set(card));
        assert_eq!(dearest(set("H4 HJ DQ CC")), index("DQ"));
        assert_eq!(dearest(set("T5 T9")), index("T5"));
        assert_eq!(dearest(set("T5 T9 T21")), index("T21"));
        assert_eq!(cheapest(set("HK DQ CC")), index("CC"));
        assert_eq!(cheapest(set("HK D4 CC")), index("D4"));
        assert_eq!(cheapest(set("T1 T21")), index("T1"));
        assert_eq!((most_value(set("HK D4 CC")), least_value(set("HK DQ CC"))), (5, 3));
    }

    #[test]
    fn every_card_comes_once_and_the_first_first() {
        let hands = ["HK H4 T5 T9", "H1 HQ D4 T20", "DK DQ S7 T2"];
        let hands = hands.map(|cards| super::super::random::set(cards).bits());
        let trick = Trick::led_by(0, hands);
        let mut order = Order::new(Some(41), hands[0] | bit(41));
        order.leads(&trick);
        let cards: Vec<u8> = std::iter::from_fn(|| order.next()).collect();
        assert_eq!((cards.len(), cards[0]), (5, 41));
        assert_eq!(cards.iter().fold(0, |set, &card| set | bit(card)), hands[0] | bit(41));
        // The knight of hearts cannot be had; the queen takes the low one.
        let trick = trick.with(lowest(hands[0]));
        assert_eq!(greedy(&trick, 0b0100_1000), 6);
    }
}
