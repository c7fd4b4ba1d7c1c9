//! Taking from the talon and discarding at a glance.

use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, KINGS, MOND, SKIS, Suit, TRULA, points};

/// Returns the quality of a declarer's sixteen cards with these discards, in tenths of
/// a point about: void and short suits, kings, taroks, and the points of the discards.
pub(super) fn quality(hand: CardSet, discards: CardSet) -> i32 {
    let taroks = hand & Suit::Taroks.cards();
    let high = taroks & CardSet::from_bits(u64::MAX << Card::tarok(14).index());
    let mut sum = 30 * taroks.len() as i32 + 15 * high.len() as i32;
    sum += if hand.contains(SKIS) { 30 } else { 0 } + if hand.contains(MOND) { 25 } else { 0 };
    sum += 10 * i32::from(points(discards));
    for suit in &Suit::ALL[..4] {
        let own = hand & suit.cards();
        let king = !own.is_disjoint(KINGS);
        sum += match (own.len(), king) {
            (0, _) => 60,
            (1, true) => 50,
            (1, false) => 25,
            (2, true) => 35,
            (_, true) => 20,
            (2, false) => 0,
            (_, false) => -10,
        };
    }
    sum
}

/// Returns the best discards from a hand that holds `count` cards too many,
/// with the quality of the rest.
///
/// # Panics
/// If the hand has fewer than `count` cards beyond kings and trula.
pub(super) fn best_discards(hand: CardSet, count: usize) -> (CardSet, i32) {
    let mut best: Option<(CardSet, i32)> = None;
    for_each_discard(hand, count, |discards| {
        let quality = quality(hand - discards, discards);
        if best.is_none_or(|(_, highest)| quality > highest) {
            best = Some((discards, quality));
        }
    });
    best.expect("the rules leave something to discard")
}

/// Passes on every set of discards that is allowed and not plainly foolish: taroks only if there is
/// nothing else, under any of the table's options.
pub(super) fn for_each_discard(hand: CardSet, count: usize, mut tell: impl FnMut(CardSet)) {
    let allowed = hand - KINGS - TRULA;
    let plain = allowed - Suit::Taroks.cards();
    if plain.len() >= count {
        subsets(plain.bits(), count, 0, &mut |bits| tell(CardSet::from_bits(bits)));
    } else {
        // Of the taroks the lowest go.
        let taroks: CardSet = (allowed - plain).iter().take(count - plain.len()).collect();
        tell(plain | taroks);
    }
}

/// Passes on `chosen` with every subset of `count` of these bits.
fn subsets(bits: u64, count: usize, chosen: u64, tell: &mut impl FnMut(u64)) {
    if count == 0 {
        return tell(chosen);
    }
    let mut rest = bits;
    while rest.count_ones() as usize >= count {
        let lowest = rest & rest.wrapping_neg();
        rest &= !lowest;
        subsets(rest, count - 1, chosen | lowest, tell);
    }
}

/// Returns the king to call with a hand: one that another player may hold, of a suit with few own
/// cards, but some, so that its holder can be played to.
pub fn best_king(hand: CardSet) -> Card {
    let worth = |king: &Card| {
        let own = (hand & king.suit().cards()).len();
        (!hand.contains(*king), own > 0, std::cmp::Reverse(own))
    };
    KINGS.iter().max_by_key(worth).expect("there are kings")
}

/// Returns the best talon group for a hand: the group's index, the discards,
/// and the quality of the whole. The cards that are left count for the
/// defenders.
pub(super) fn best_group(hand: CardSet, talon: &[Card], size: usize) -> (usize, CardSet, i32) {
    let all: CardSet = talon.iter().copied().collect();
    let groups = talon.chunks(size).enumerate().map(|(index, group)| {
        let taken: CardSet = group.iter().copied().collect();
        let (discards, quality) = best_discards(hand | taken, size);
        let left = all - taken;
        let mond = if left.contains(MOND) { 210 } else { 0 };
        (index, discards, quality - 10 * i32::from(points(left)) - mond)
    });
    groups.max_by_key(|&(_, _, quality)| quality).expect("the talon has groups")
}
