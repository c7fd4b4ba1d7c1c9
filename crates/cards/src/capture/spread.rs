//! The sets of cards of a pattern.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use vzetek_game::CardSet;

use super::pattern::Pattern;
use super::sums::{MOST_RANKS, Ranked, Sums};

/// The ways to take some of the available cards of a rank.
#[derive(Clone, Copy, Debug)]
struct Choices {
    masks: [u8; 6],
    len: u8,
}

/// The choices by the available cards of a rank (a bit each), and by the number of cards to take.
static CHOICES: [[Choices; 5]; 16] = {
    let mut table = [[Choices { masks: [0; 6], len: 0 }; 5]; 16];
    let mut there = 0;
    while there < 16u8 {
        // From the highest suit down.
        let mut taken = 16u8;
        while taken > 0 {
            taken -= 1;
            if taken & !there == 0 {
                let choices = &mut table[there as usize][taken.count_ones() as usize];
                choices.masks[choices.len as usize] = taken;
                choices.len += 1;
            }
        }
        there += 1;
    }
    table
};

/// A choice among a rank's cards: a shift to the rank's place, and the ways.
#[derive(Clone, Copy, Debug)]
struct Wheel {
    shift: u32,
    choices: &'static Choices,
    /// The way that is in use.
    at: u8,
}

impl Wheel {
    fn bits(&self) -> u64 {
        u64::from(self.choices.masks[usize::from(self.at)]) << self.shift
    }

    /// Every way, in place.
    fn ways(&self) -> impl Iterator<Item = u64> + use<> {
        let Self { shift, choices, .. } = *self;
        choices.masks[..usize::from(choices.len)].iter().map(move |&mask| u64::from(mask) << shift)
    }
}

/// A wheel for each rank of the pattern, which must fit the table's word by rank.
#[inline]
fn wheels(pattern: Pattern, table: u64) -> impl Iterator<Item = Wheel> {
    let mut left = pattern.bits();
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let shift = left.trailing_zeros() & !3;
            let count = left >> shift & 0xf;
            left -= count << shift;
            let there = table >> shift & 0xf;
            Wheel { shift, choices: &CHOICES[there as usize][count as usize], at: 0 }
        })
    })
}

/// Returns the number of sets of cards of the table, a word by rank, with this pattern, which
/// must fit.
pub(super) fn ways(pattern: Pattern, table: u64) -> u64 {
    wheels(pattern, table).map(|wheel| u64::from(wheel.choices.len)).product()
}

/// The number of sets of a pattern that are made in one block.
const BLOCK: usize = 64;

/// Captures one after the other.
///
/// The choices in most ranks of a pattern are multiplied out in a block; those
/// for which it has no room are turned like the wheels of an odometer.
#[derive(Clone, Debug)]
pub struct Iter<'a, S> {
    /// The word by rank.
    table: u64,
    patterns: std::slice::Iter<'a, Pattern>,
    block: ArrayVec<u64, BLOCK>,
    /// The next of the block.
    next: usize,
    wheels: ArrayVec<Wheel, MOST_RANKS>,
    /// The cards that the wheels and the ranks without choice give, by rank.
    cards: u64,
    sums: PhantomData<S>,
}

impl<'a, S: Sums> Iter<'a, S> {
    pub(super) fn new(table: u64, patterns: &'a [Pattern]) -> Self {
        Self {
            table,
            patterns: patterns.iter(),
            block: ArrayVec::new(),
            next: 0,
            wheels: ArrayVec::new(),
            cards: 0,
            sums: PhantomData,
        }
    }

    /// Turns the wheels by one, or goes on to the next pattern.
    fn turn(&mut self) -> Option<()> {
        self.next = 0;
        for wheel in &mut self.wheels {
            self.cards -= wheel.bits();
            wheel.at += 1;
            if wheel.at < wheel.choices.len {
                self.cards += wheel.bits();
                return Some(());
            }
            wheel.at = 0;
            self.cards += wheel.bits();
        }
        let &pattern = self.patterns.next()?;
        self.start(pattern);
        Some(())
    }

    fn start(&mut self, pattern: Pattern) {
        self.wheels.clear();
        self.block.clear();
        self.block.push(0);
        self.cards = 0;
        for wheel in wheels(pattern, self.table) {
            let before = self.block.len();
            if wheel.choices.len == 1 {
                self.cards += wheel.bits();
            } else if before * usize::from(wheel.choices.len) <= BLOCK {
                for way in wheel.ways().skip(1) {
                    for place in 0..before {
                        self.block.push(self.block[place] | way);
                    }
                }
                self.block[..before].iter_mut().for_each(|cards| *cards |= wheel.bits());
            } else {
                self.cards += wheel.bits();
                self.wheels.push(wheel);
            }
        }
    }
}

impl<S: Sums> Iterator for Iter<'_, S> {
    type Item = CardSet<S::Card>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&cards) = self.block.get(self.next) {
                self.next += 1;
                return Some(S::Card::from_ranks(self.cards | cards));
            }
            self.turn()?;
        }
    }

    /// Goes through whole blocks, which is quicker than one by one.
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            for &cards in &self.block[self.next..] {
                folded = f(folded, S::Card::from_ranks(self.cards | cards));
            }
            if self.turn().is_none() {
                return folded;
            }
        }
    }
}
