//! Every capture of a card.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use vzetek_game::CardSet;

use super::groups::complete;
use super::pattern::Pattern;
use super::spread::{self, Iter};
use super::sums::{Ranked, Sums, target};

/// The most patterns of captures that are looked for: more than any of 20,000
/// random tables of twenty cards had. Without an end there would be millions
/// where nearly the whole pack lies on the table.
pub const MOST_PATTERNS: usize = 20_000;

/// Finds captures, and retains its memory from one search to the next.
/// [`Sums`] has an example.
#[derive(Clone, Debug, Default)]
pub struct Finder<S> {
    groups: Vec<Pattern>,
    /// The patterns found, each once.
    found: Vec<Pattern>,
    seen: Seen,
    sums: PhantomData<S>,
}

/// Everything that a card can capture from a table. The order is the same for
/// the same card and table, single groups before unions of several.
#[derive(Clone, Copy, Debug)]
pub struct Captures<'a, S> {
    /// The word by rank.
    table: u64,
    patterns: &'a [Pattern],
    complete: bool,
    sums: PhantomData<S>,
}

impl<S: Sums> Finder<S> {
    /// A finder that has found nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns all that `card` can capture from the table, as long as there are
    /// at most [`MOST_PATTERNS`] patterns of it.
    pub fn find(&mut self, card: S::Card, table: CardSet<S::Card>) -> Captures<'_, S> {
        self.find_some(card, table, MOST_PATTERNS)
    }

    /// Finds captures, and stops when there are `most` patterns, each of which
    /// is good for one capture or more.
    pub fn find_some(
        &mut self,
        card: S::Card,
        table: CardSet<S::Card>,
        most: usize,
    ) -> Captures<'_, S> {
        let (rank, _) = card.rank_and_suit();
        let table = S::Card::to_ranks(table);
        let mut available = Pattern::of(table);
        self.found.clear();
        // A card of the same rank is a group alone, and (unless it has two values) part of no
        // other: any number of them can be added to all others.
        let same = if S::HIGH.is_some() && rank == 0 { 0 } else { available.count(rank) };
        if same > 0 {
            available = available - Pattern::some(rank, same);
            self.found.push(Pattern::some(rank, 1));
        }
        self.groups.clear();
        let groups = &mut self.groups;
        let _ = complete::<S, ()>(available, target::<S>(rank), Pattern::EMPTY, &mut |group| {
            groups.push(group);
            ControlFlow::Continue(())
        });
        let others = self.found.len();
        self.found.extend(&self.groups);
        // Joining multiplies what is united by this.
        let united = self.unite(others, available, (most + 1) / (1 + usize::from(same)));
        self.join(rank, same, others);
        let complete = united && self.found.len() <= most;
        self.found.truncate(most);
        Captures { table, patterns: &self.found, complete, sums: PhantomData }
    }

    /// Finds all unions of groups that the available cards allow, at most
    /// about `most`: each found so far, from `first` on, with another group,
    /// group by group. Says whether these are all.
    fn unite(&mut self, first: usize, available: Pattern, most: usize) -> bool {
        self.seen.reset(&self.found[first..]);
        for &group in &self.groups {
            let rest = available - group;
            // Patterns found with this group may be joined by it once more.
            let mut next = first;
            while let Some(&pattern) = self.found.get(next) {
                next += 1;
                if pattern.fits(rest) && self.seen.insert(pattern + group, &self.found[first..]) {
                    if self.found.len() - first >= most {
                        return false;
                    }
                    self.found.push(pattern + group);
                }
            }
        }
        true
    }

    /// Joins one card of the same rank, two, and so on with everything from `first` on, and notes
    /// two and more alone; one is found already.
    fn join(&mut self, rank: usize, same: u8, first: usize) {
        let last = self.found.len();
        for count in 1..=same {
            let cards = Pattern::some(rank, count);
            if count > 1 {
                self.found.push(cards);
            }
            let joined = self.found.len();
            self.found.extend_from_within(first..last);
            self.found[joined..].iter_mut().for_each(|pattern| *pattern += cards);
        }
    }
}

/// The number of patterns below which they are compared one by one.
const FEW: usize = 24;

/// The patterns that were found: an open hash table, used when they are many.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// A power of two, at least twice as many as are filled; empty for none.
    slots: Vec<Pattern>,
    filled: usize,
}

impl Seen {
    fn reset(&mut self, found: &[Pattern]) {
        self.slots.clear();
        self.filled = 0;
        if found.len() >= FEW {
            self.rebuild(found);
        }
    }

    /// Notes a pattern. True if it is a new one. `found` are those before it.
    fn insert(&mut self, pattern: Pattern, found: &[Pattern]) -> bool {
        if found.len() < FEW {
            return !found.contains(&pattern);
        }
        if 2 * self.filled >= self.slots.len() {
            self.rebuild(found);
        }
        self.put(pattern)
    }

    fn rebuild(&mut self, found: &[Pattern]) {
        self.slots.clear();
        self.slots.resize((4 * found.len()).next_power_of_two(), Pattern::EMPTY);
        self.filled = 0;
        for &pattern in found {
            self.put(pattern);
        }
    }

    fn put(&mut self, pattern: Pattern) -> bool {
        // Fibonacci hashing (Knuth, volume 3, 6.4): the high bits are mixed best.
        let bits = self.slots.len().trailing_zeros();
        let mut slot = (pattern.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
        loop {
            let there = &mut self.slots[slot];
            if there.is_empty() {
                *there = pattern;
                self.filled += 1;
                return true;
            }
            if *there == pattern {
                return false;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

impl<'a, S: Sums> Captures<'a, S> {
    /// The cards on the table.
    pub fn table(&self) -> CardSet<S::Card> {
        S::Card::from_ranks(self.table)
    }

    /// The patterns of the captures, each once.
    pub fn patterns(&self) -> &'a [Pattern] {
        self.patterns
    }

    /// Returns the number of captures, counted without listing them.
    pub fn len(&self) -> u64 {
        self.patterns.iter().map(|&pattern| spread::ways(pattern, self.table)).sum()
    }

    /// True if there is nothing to capture.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// True if these are all. On a table so large that there are more than
    /// [`MOST_PATTERNS`], they are the first ones found.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The captures one after the other, without a list in memory.
    pub fn iter(&self) -> Iter<'a, S> {
        Iter::new(self.table, self.patterns)
    }

    /// The capture with this place in [`Captures::iter`], without going
    /// through all before it.
    pub fn get(&self, mut index: u64) -> Option<CardSet<S::Card>> {
        for (place, &pattern) in self.patterns.iter().enumerate() {
            let ways = spread::ways(pattern, self.table);
            if index < ways {
                let mut captures = Iter::<S>::new(self.table, &self.patterns[place..=place]);
                return captures.nth(index as usize);
            }
            index -= ways;
        }
        None
    }
}

impl<'a, S: Sums> IntoIterator for &Captures<'a, S> {
    type Item = CardSet<S::Card>;
    type IntoIter = Iter<'a, S>;
    fn into_iter(self) -> Iter<'a, S> {
        self.iter()
    }
}
