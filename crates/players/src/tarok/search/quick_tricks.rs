//! Points that a side is sure of, without looking ahead.
//!
//! Two kinds of tricks, counted with at least the own card's value, since the
//! others put two cards of at least 1 beside it and counting takes 2:
//!
//! * taroks above all of the other side's take a trick each, sooner or later,
//!   whoever leads ("later tricks" of double-dummy solvers; M.-C. Chang,
//!   "Building a fast double-dummy bridge solver", 1996), and a soloist who has
//!   enough of them runs off all that is good;
//! * whoever leads can cash the highest cards of a suit as long as all who
//!   have taroks must follow ("quick tricks").

use super::bits::{MOND_BIT, PAGAT_BIT, SEATS, SKIS_BIT, TAROKS, TRULA_BITS, highest};
use super::relative::down_to;

/// Points that are sure, and of how many of the highest taroks, the trula
/// apart, this rests on the owners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QuickTricks {
    pub points: i32,
    pub taroks: u32,
}

/// What the soloist, player 0, is sure of, between two tricks.
#[inline]
pub(super) fn soloists(hands: &[u64; SEATS], leader: u8) -> QuickTricks {
    let others = [hands[1], hands[2]];
    if let Some(sure) = run_off(hands[0], others, leader == 0) {
        return sure;
    }
    let [own, left, right] = hands.map(|hand| hand & TAROKS);
    let theirs = left | right;
    let mut sure = Winners::default();
    // Without taroks against it, the soloist with one would have run off.
    if theirs != 0 && own > theirs && !endangered(own, left, right) {
        let tops = own & u64::MAX << highest(theirs);
        sure.add_taroks(tops);
        sure.down_to = down_to(tops);
    }
    if leader == 0 {
        sure.cash(hands[0], others);
    }
    sure.against(hands[0], others)
}

/// What the defenders are sure of together, between two tricks.
#[inline]
pub(super) fn defenders(hands: &[u64; SEATS], leader: u8) -> QuickTricks {
    let [own, left, right] = hands.map(|hand| hand & TAROKS);
    let mond_or_skis = MOND_BIT | SKIS_BIT;
    let danger = own & PAGAT_BIT != 0 && left & mond_or_skis != 0 && right & mond_or_skis != 0;
    let above = if own == 0 { TAROKS } else { u64::MAX << highest(own) & TAROKS };
    let (a, b) = (left & above, right & above);
    let mut sure = Winners::default();
    if (a | b) != 0 && !danger {
        // Two of them in one trick count one less.
        sure.points = sum_of_taroks(a | b) - count(a).min(count(b)) as i32;
        sure.down_to = if own == 0 { 0 } else { down_to(a | b) };
    }
    let (hand, others) = match leader {
        1 => (hands[1], [hands[0], hands[2]]),
        2 => (hands[2], [hands[0], hands[1]]),
        _ => return QuickTricks { points: sure.points, taroks: sure.down_to },
    };
    sure.cash(hand, others);
    let sure = QuickTricks { points: sure.points, taroks: sure.down_to };
    match run_off(hand, others, true) {
        Some(all) if all.points > sure.points => all,
        _ => sure,
    }
}

/// The pagat takes even the škis, if mond and pagat are with different
/// opponents.
#[inline(always)]
fn endangered(own: u64, left: u64, right: u64) -> bool {
    let mond_or_pagat = MOND_BIT | PAGAT_BIT;
    own & SKIS_BIT != 0 && left & mond_or_pagat != 0 && right & mond_or_pagat != 0
}

/// What a player is sure of who can draw everybody's taroks: all own taroks,
/// and in each suit the highest cards, or all if those exhaust it.
///
/// One who does not lead needs a tarok more, to come in: the first trick that
/// must be ruffed is ruffed with a top one. Until then others may ruff in suits
/// that they do not have, so those do not count.
#[inline]
fn run_off(hand: u64, others: [u64; 2], leads: bool) -> Option<QuickTricks> {
    let own = hand & TAROKS;
    let [left, right] = others.map(|other| other & TAROKS);
    let theirs = left | right;
    let mut sure = Winners::default();
    if theirs != 0 {
        let rounds = count(left).max(count(right)) + u32::from(!leads);
        let tops = if own > theirs { own & u64::MAX << highest(theirs) } else { 0 };
        if count(tops) < rounds || endangered(own, left, right) {
            return None;
        }
        // As many of the highest as there are rounds must be this player's.
        sure.down_to = down_to(highest_of(tops, rounds));
    }
    if own == 0 && !leads {
        return None;
    }
    sure.add_taroks(own);
    let ruffs = [left, right].map(|taroks| taroks != 0 && !leads);
    for suit in (0..32).step_by(8) {
        let byte = |hand: u64| (hand >> suit) as u8;
        let (own, [a, b]) = (byte(hand), others.map(byte));
        let theirs = a | b;
        if own <= theirs || ruffs[0] && a == 0 || ruffs[1] && b == 0 {
            continue;
        }
        let tops = own & (0xff00u16 >> theirs.leading_zeros()) as u8;
        let rounds = SIZE_OF[usize::from(a)].max(SIZE_OF[usize::from(b)]);
        sure.add_suit(if SIZE_OF[usize::from(tops)] >= rounds { own } else { tops });
    }
    Some(sure.against(hand, others))
}

/// So many of the highest cards of a set.
#[inline(always)]
fn highest_of(cards: u64, number: u32) -> u64 {
    let (mut rest, mut kept) = (cards, 0);
    for _ in 0..number {
        let card = 1 << highest(rest);
        kept |= card;
        rest &= !card;
    }
    kept
}

/// Cards of one player that take a trick each.
#[derive(Clone, Copy, Debug, Default)]
struct Winners {
    tricks: u32,
    /// Their values.
    points: i32,
    /// As [`QuickTricks::taroks`].
    down_to: u32,
}

impl Winners {
    #[inline(always)]
    fn add_taroks(&mut self, taroks: u64) {
        self.tricks += count(taroks);
        self.points += sum_of_taroks(taroks);
    }

    /// Adds cards of a suit.
    #[inline(always)]
    fn add_suit(&mut self, winners: u8) {
        self.tricks += u32::from(SIZE_OF[usize::from(winners)]);
        self.points += i32::from(VALUES_OF[usize::from(winners)]);
    }

    /// Adds what a leader can cash before anybody can ruff.
    #[inline]
    fn cash(&mut self, hand: u64, others: [u64; 2]) {
        let ruffs = others.map(|other| other & TAROKS != 0);
        for suit in (0..32).step_by(8) {
            let byte = |hand: u64| (hand >> suit) as u8;
            let own = byte(hand);
            let [a, b] = others.map(byte);
            let theirs = a | b;
            if own <= theirs {
                continue;
            }
            let tops = own & (0xff00u16 >> theirs.leading_zeros()) as u8;
            let mut most = SIZE_OF[usize::from(tops)];
            for (cards, ruffs) in [(a, ruffs[0]), (b, ruffs[1])] {
                if ruffs {
                    most = most.min(SIZE_OF[usize::from(cards)]);
                }
            }
            self.add_suit(highest_of(u64::from(tops), u32::from(most)) as u8);
        }
    }

    /// The points, with what the others cannot help putting to these tricks:
    /// each keeps the best cards for the tricks that are left.
    #[inline]
    fn against(self, hand: u64, others: [u64; 2]) -> QuickTricks {
        let kept = count(hand) - self.tricks;
        let given: i32 = others.iter().map(|&other| given(other, kept)).sum();
        QuickTricks { points: self.points + given, taroks: self.down_to }
    }
}

/// By how much the cards of a hand are worth more than 1 each, apart from the
/// best ones that it keeps.
#[inline]
fn given(hand: u64, mut kept: u32) -> i32 {
    let kings = 0x8080_8080 | TRULA_BITS;
    let mut given = 0;
    for (cards, more) in [(kings, 4), (0x4040_4040, 3), (0x2020_2020, 2), (0x1010_1010, 1)] {
        let number = count(hand & cards);
        let keeps = number.min(kept);
        kept -= keeps;
        given += more * (number - keeps) as i32;
    }
    given
}

/// How many cards a suit has.
const SIZE_OF: [u8; 256] = {
    let mut sizes = [0; 256];
    let mut cards = 0;
    while cards < 256 {
        sizes[cards] = (cards as u8).count_ones() as u8;
        cards += 1;
    }
    sizes
};

/// The values of a suit's cards.
const VALUES_OF: [u8; 256] = {
    let mut sums = [0; 256];
    let mut cards = 1;
    while cards < 256 {
        let top = 7 - (cards as u8).leading_zeros() as usize;
        let value = if top < 4 { 1 } else { top as u8 - 2 };
        sums[cards] = sums[cards & !(1 << top)] + value;
        cards += 1;
    }
    sums
};

#[inline(always)]
fn count(cards: u64) -> u32 {
    cards.count_ones()
}

/// The sum of the values of taroks.
#[inline(always)]
fn sum_of_taroks(taroks: u64) -> i32 {
    (count(taroks) + 4 * count(taroks & TRULA_BITS)) as i32
}

#[cfg(test)]
mod tests {
    use super::super::random::set;
    use super::super::relative::packed;
    use super::*;

    fn hands(cards: [&str; 3]) -> [u64; 3] {
        packed(cards.map(|cards| set(cards).bits()))
    }

    #[test]
    fn sure_points_are_counted() {
        // T20 and T19 are above T18: one each.
        let high = hands(["T20 T19 H4", "T18 HK D4", "S7 S8 S9"]);
        assert_eq!(soloists(&high, 1).points, 2);
        assert_eq!(defenders(&high, 2).points, 0);
        // With the lead the king brings 5, since the soloist must follow.
        let cashed = hands(["T20 T19 H4", "T18 HK D4", "S7 S8 H3"]);
        assert_eq!(defenders(&cashed, 1).points, 5);
        assert_eq!(defenders(&cashed, 0).points, 0);
        // Two of three cards in hearts before somebody can ruff.
        let two = hands(["HK HQ HC", "H1 H2 T5", "H3 H4 D4"]);
        assert_eq!(soloists(&two, 0).points, 9);
        // With a tarok to come in and one to draw theirs, the king is sure if
        // nobody can ruff it before: 1 + 1 + 5, and the queen that must fall.
        let control = hands(["T20 T19 HK", "T5 HQ D4", "H1 S7 S8"]);
        assert_eq!(soloists(&control, 1).points, 10);
        let ruffed = hands(["T20 T19 HK", "T5 DQ D4", "H1 S7 S8"]);
        assert_eq!(soloists(&ruffed, 1).points, 2);
        // Škis is not sure of mond and pagat in different hands.
        let danger = hands(["T22 H4", "T21 D4", "T1 S7"]);
        assert_eq!(soloists(&danger, 0).points, 0);
        let safe = hands(["T22 H4", "T21 T1", "D4 S7"]);
        // It takes the mond or the pagat.
        assert_eq!(soloists(&safe, 1).points, 9);
    }

    /// What is sure is what a search finds at least.
    #[test]
    fn nobody_gets_less_than_what_is_sure() {
        use super::super::{Exact, Objective, random};
        use rand_core::SeedableRng;
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        let mut exact = Exact::new();
        let mut certain = 0;
        for _ in 0..2_000 {
            let mut position = random::position(vzetek_tarok::Contract::Solo, 5, &mut rng);
            while position.on_table > 0 {
                let card = random::card(position.legal(), &mut rng);
                position.play(card);
            }
            let declarer = position.declarer();
            let now = i32::from(position.points(declarer));
            let value = exact.value(&position, Objective::Points) - now;
            let turn = |seat: u8| (seat + position.declarer) % 3;
            let hands = packed([0, 1, 2].map(|seat| position.hands[usize::from(turn(seat))]));
            let leader = (position.turn + 3 - position.declarer) % 3;
            let least = soloists(&hands, leader).points;
            let all = super::super::bits::values(hands[0] | hands[1] | hands[2]) as i32
                - 2 * hands[0].count_ones() as i32;
            let most = all - defenders(&hands, leader).points;
            assert!(least <= value && value <= most, "{least} {value} {most} {position:?}");
            certain += i32::from(least == most);
        }
        assert!(certain > 100, "{certain} were clear at once");
    }
}
