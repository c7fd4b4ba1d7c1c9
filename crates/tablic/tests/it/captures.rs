//! Tests of the captures of a card: against a second reading, on tables of
//! every kind, and by the examples of Penzar's tablić.

use std::collections::HashSet;

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rstest::rstest;
use vzetek_game::Card as _;
use vzetek_game::sharing::shuffle;
use vzetek_tablic::{
    Card, CardSet, Finder, MOST_LISTED, MOST_PATTERNS, Rank, Riches, is_capture, richest, target,
    value,
};

use crate::naive;

fn captures(card: Card, table: CardSet) -> Vec<CardSet> {
    Finder::new().find(card, table).iter().collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn set(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

fn texts(cards: CardSet) -> Vec<String> {
    let mut texts: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    texts.sort();
    texts
}

/// A card, and some other cards on the table.
fn position(size: usize, rng: &mut ChaCha8Rng) -> (Card, CardSet) {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    shuffle(&mut pack, rng);
    (pack[0], pack[1..=size].iter().copied().collect())
}

/// A card and others of few ranks, where there are many ways to part the same
/// cards.
fn dense_position(size: usize, rng: &mut ChaCha8Rng) -> (Card, CardSet) {
    let mut pack: Vec<Card> = (0..24).map(Card::from_index).collect();
    shuffle(&mut pack, rng);
    let played = Card::from_index(rng.next_u32() as u8 % 52);
    (played, pack[..size].iter().copied().filter(|&card| card != played).collect())
}

fn check_against_the_naive_reading((played, table): (Card, CardSet)) {
    let mut ours: Vec<_> = captures(played, table).into_iter().map(texts).collect();
    ours.sort();
    let naive = naive::captures(played.notation(), &texts(table));
    assert_eq!(ours, naive, "{played} over {table:?}");
    let named: HashSet<_> = ours.into_iter().collect();
    // The test of a single set is made another way.
    let mut subset = 0;
    loop {
        let cards = CardSet::from_bits(subset);
        assert_eq!(is_capture(played, cards), named.contains(&texts(cards)), "{played}: {cards:?}");
        subset = subset.wrapping_sub(table.bits()) & table.bits();
        if subset == 0 {
            break;
        }
    }
}

#[test]
fn both_readings_capture_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in 0..9 {
        for _ in 0..60 {
            check_against_the_naive_reading(position(size, &mut rng));
            check_against_the_naive_reading(dense_position(size, &mut rng));
        }
    }
}

/// Every card over tables of aces and one more rank, and of aces alone.
#[test]
fn aces_count_one_or_eleven_on_either_side() {
    for rank in Rank::ALL {
        for aces in 0..=4usize {
            let mut table: CardSet = Rank::Ace.cards().iter().take(aces).collect();
            table.extend(rank.cards().iter().take(2));
            for played in Rank::ALL {
                let played = played.cards().last().unwrap();
                check_against_the_naive_reading((played, table.without(played)));
            }
        }
    }
}

#[rstest]
// The examples of Penzar's tablić.
#[case::same("DJ", "CJ", true)]
#[case::two("DJ", "S2 C10", true)]
#[case::three("DJ", "D2 D3 H7", true)]
#[case::low_ace("DJ", "SA H3 S3 C5", true)]
#[case::both_aces("DJ", "HA CA", true)]
#[case::all_at_once("DJ", "CJ S2 C10 D2 D3 H7 SA H3 S3 C5 HA CA", true)]
#[case::ace_by_ace("SA", "HA", true)]
#[case::ace_and_ten("SA", "HA C10", true)]
#[case::two_aces_and_nine("SA", "HA DA S9", true)]
#[case::three_aces_and_eight("SA", "HA DA CA H8", true)]
#[case::a_card_in_two_sums("S7", "H3 D4 C4", false)]
#[case::two_sums("S7", "H3 S3 D4 C4", true)]
// Groups of 11, and an ace by itself, with one ace.
#[case::ace_takes_both("SA", "HA H5 D6", true)]
#[case::ace_alone_and_all("SA", "HA DA CA", true)]
#[case::not_one_as_twelve("SA", "HQ", false)]
// Values that no card has.
#[case::king_is_not_13("SK", "H10 D3", false)]
#[case::king_by_eleven("SK", "HA D3", true)]
#[case::king_by_eleven_and_ones("SK", "HA SA DA CA", true)]
#[case::two_by_two_aces("S2", "HA DA", true)]
#[case::two_is_not_one("S2", "HA", false)]
#[case::ten_is_not_eleven("S10", "HA", false)]
#[case::nothing("S10", "", false)]
fn examples(#[case] played: &str, #[case] taken: &str, #[case] legal: bool) {
    assert_eq!(is_capture(card(played), set(taken)), legal);
    let listed = captures(card(played), set(taken)).contains(&set(taken));
    assert_eq!(listed, legal);
}

#[test]
fn finders_agree_with_themselves_on_large_tables() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut finder = Finder::new();
    for size in [12, 16, 20] {
        for _ in 0..20 {
            let (played, table) = position(size, &mut rng);
            let found = finder.find(played, table);
            assert!(found.is_complete());
            let all: Vec<CardSet> = found.iter().collect();
            assert_eq!(found.len(), all.len() as u64);
            assert_eq!(found.is_empty(), all.is_empty());
            let mut folded = Vec::new();
            found.iter().skip(3).for_each(|taken| folded.push(taken));
            assert_eq!(folded, all[all.len().min(3)..]);
            assert_eq!(found.get(all.len() as u64), None);
            for index in [0, all.len() / 3, all.len().saturating_sub(1)] {
                assert_eq!(found.get(index as u64).as_ref(), all.get(index), "{index}");
            }
            let different: HashSet<u64> = all.iter().map(|taken| taken.bits()).collect();
            assert_eq!(
                different.len(),
                all.len(),
                "{played} over {table:?}: one stands there twice"
            );
            for &taken in all.iter().step_by(1 + all.len() / 200) {
                assert!(taken.is_subset(table) && is_capture(played, taken), "{played}: {taken:?}");
            }
            let riches = |taken: Option<CardSet>| taken.map(|taken| Riches::of(taken, table));
            let best = all.iter().max_by_key(|&&taken| Riches::of(taken, table)).copied();
            assert_eq!(riches(richest(found)), riches(best), "{played} over {table:?}");
        }
    }
}

#[rstest]
#[case::ten_of_diamonds("ST", "H10 D10 C10", "H10 D10 C10")]
#[case::a_tabla_first("SK", "HK SA", "HK")]
#[case::points_before_cards("S10", "D2 H8 D3 C3 S4 C10", "C10 D2 H8 D3 C3 S4")]
#[case::clubs_two("S10", "C2 D2 H8", "C2 H8")]
fn the_richest_is_what_the_greedy_player_takes(
    #[case] played: &str,
    #[case] table: &str,
    #[case] expected: &str,
) {
    let played = card(&played.replace('T', "10"));
    assert_eq!(richest(Finder::new().find(played, set(table))), Some(set(expected)));
}

/// Tables of ten cards that allow very many captures, and still few enough to
/// be listed.
#[rstest]
#[case("CA", "HA SA DA H2 S2 D2 H9 S9 D9 C9", 419)]
#[case("CJ", "HA SA DA CA H10 S10 D10 HJ SJ DJ", 255)]
fn the_longest_lists(#[case] played: &str, #[case] table: &str, #[case] expected: usize) {
    check_against_the_naive_reading((card(played), set(table)));
    assert_eq!(captures(card(played), set(table)).len(), expected);
    assert!(expected < MOST_LISTED);
}

/// Far more captures than could ever be listed: the work comes to an end, and
/// what is told is true.
#[test]
fn the_whole_pack_on_the_table_is_no_burden() {
    let mut finder = Finder::new();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for played in Rank::ALL.map(|rank| rank.cards().last().unwrap()) {
        let table = CardSet::full().without(played);
        let found = finder.find(played, table);
        match target(played.rank()) {
            ..=7 => assert!(found.is_complete(), "{played}"),
            11.. => assert!(!found.is_complete(), "{played}"),
            _ => (),
        }
        assert!(found.is_complete() || found.len() >= MOST_PATTERNS as u64, "{played}");
        for taken in found.iter().step_by(997).take(100) {
            assert!(is_capture(played, taken), "{played}: {taken:?}");
        }
        assert!(is_capture(played, richest(found).unwrap()));
        // Cards that can hardly be parted, which is hardest to see.
        for left in table {
            let taken = table.without(left);
            assert!(!is_capture(played, taken) || parts_evenly(played, taken), "{played}: {left}");
        }
        for _ in 0..100 {
            let taken = position(20 + rng.next_u32() as usize % 31, &mut rng).1.without(played);
            assert!(!is_capture(played, taken) || parts_evenly(played, taken), "{taken:?}");
        }
    }
}

/// True if some values of the aces make the whole sum a multiple of the target
/// of the card.
fn parts_evenly(played: Card, taken: CardSet) -> bool {
    let sum: usize = taken.iter().map(|card| usize::from(value(card.rank()))).sum();
    let aces = (taken & Rank::Ace.cards()).len();
    (0..=aces).any(|high| (sum + 10 * high).is_multiple_of(target(played.rank()).into()))
}

proptest! {
    /// Whatever can be captured: taking disjoint captures together is one too.
    #[test]
    fn unions_of_disjoint_captures_are_captures(bits in any::<u64>(), more in any::<u64>(), index in 0u8..52) {
        let played = Card::from_index(index);
        let table = CardSet::from_bits(bits & more & CardSet::full().bits()).without(played);
        let all = captures(played, table);
        for &one in all.iter().take(12) {
            for &other in all.iter().rev().take(12) {
                if one.is_disjoint(other) {
                    prop_assert!(is_capture(played, one | other));
                    prop_assert!(all.contains(&(one | other)));
                }
            }
        }
    }

    /// Suits do not matter for what adds up.
    #[test]
    fn suits_do_not_matter(bits in any::<u64>(), more in any::<u64>(), index in 0u8..52, turn in 1u32..4) {
        let taken = CardSet::from_bits(bits & more & CardSet::full().bits());
        let turned = taken.iter().map(|card| {
            let suit = (card.index() % 4 + turn as u8) % 4;
            Card::from_index(card.index() / 4 * 4 + suit)
        });
        let played = Card::from_index(index);
        prop_assert_eq!(is_capture(played, taken), is_capture(played, turned.collect()));
    }
}
