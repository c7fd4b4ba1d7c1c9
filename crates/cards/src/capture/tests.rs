//! Captures by values and of packs of every kind, against a second reading.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vzetek_game::{Card, CardSet};

use super::{Finder, Ranked, Sums, is_capture};
use crate::{french, italian};

macro_rules! sums {
    ($name:ident, $card:ty, $values:expr, $high:expr) => {
        #[derive(Clone, Copy, Debug, Default)]
        struct $name;

        impl Sums for $name {
            type Card = $card;
            const VALUES: &'static [u8] = &$values;
            const HIGH: Option<u8> = $high;
        }
    };
}

sums!(UpToTen, italian::Card, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], None);
sums!(HighAs, italian::Card, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], Some(11));
sums!(FiguresAlike, italian::Card, [1, 2, 3, 4, 5, 6, 7, 10, 10, 10], None);
sums!(OutOfOrder, italian::Card, [3, 9, 1, 4, 2, 6, 31, 8, 5, 2], None);
sums!(LowAces, french::Card, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], None);

/// True if the cards part into groups that add up to `target`, tried card by card.
fn parts<S: Sums>(cards: &[S::Card], target: u8, open: u8) -> bool {
    let Some((&first, rest)) = cards.split_first() else { return open == 0 };
    let (rank, _) = first.rank_and_suit();
    let high = S::HIGH.filter(|_| rank == 0);
    let mut values = [Some(S::VALUES[rank]), high].into_iter().flatten();
    // The first card of a group may be any; the others are chosen by taking turns.
    values.any(|value| {
        let sum = open + value;
        (sum == target && parts::<S>(rest, target, 0))
            || (sum < target
                && (0..rest.len()).any(|next| {
                    let mut turned = rest.to_vec();
                    turned.swap(0, next);
                    parts::<S>(&turned, target, sum)
                }))
    })
}

fn check<S: Sums>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut finder = Finder::<S>::new();
    let mut captured = 0;
    for _ in 0..150 {
        let mut card = || S::Card::from_index((rng.next_u32() % u32::from(S::Card::COUNT)) as u8);
        let played = card();
        let table = (0..6).map(|_| card()).collect::<CardSet<S::Card>>().without(played);
        let (rank, _) = played.rank_and_suit();
        let targets = [Some(S::VALUES[rank]), S::HIGH.filter(|_| rank == 0)];
        let found: Vec<_> = finder.find(played, table).iter().collect();
        let mut bits = table.bits();
        while bits != 0 {
            let taken = CardSet::from_bits(bits);
            let cards: Vec<_> = taken.iter().collect();
            // An ace that counts high takes what an ace that counts low takes.
            let target = targets.into_iter().flatten().max().unwrap();
            let expected = parts::<S>(&cards, target, 0);
            assert_eq!(is_capture::<S>(played, taken), expected, "{played}: {taken:?}");
            let times = found.iter().filter(|&&other| other == taken).count();
            assert_eq!(times, usize::from(expected), "{played}: {taken:?} of {table:?}");
            bits = (bits - 1) & table.bits();
        }
        captured += found.len();
    }
    assert!(captured > 40, "{captured}");
}

#[test]
fn captures_follow_the_values_of_the_game() {
    check::<UpToTen>();
    check::<HighAs>();
    check::<FiguresAlike>();
    check::<OutOfOrder>();
    check::<LowAces>();
}

fn words_by_rank_are_read_back<C: Ranked>() {
    for card in CardSet::<C>::full() {
        let (rank, suit) = card.rank_and_suit();
        assert!(rank < C::RANKS && suit < 4);
        assert_eq!(C::at(rank, suit), card);
        let word = C::to_ranks(CardSet::single(card));
        assert_eq!(word, 1 << (4 * rank + suit), "{card}");
    }
    let word = C::to_ranks(CardSet::full());
    assert_eq!(C::from_ranks(word), CardSet::full());
}

#[test]
fn packs_keep_their_cards_by_rank() {
    words_by_rank_are_read_back::<italian::Card>();
    words_by_rank_are_read_back::<french::Card>();
}
