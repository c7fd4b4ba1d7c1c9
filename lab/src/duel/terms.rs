//! The terms of a match, and the outcome of a deal.

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::exec::Fault;

/// The first player, or the second, in results.
pub type Who = usize;

/// The terms of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Terms {
    /// The players as they are written.
    pub players: [String; 2],
    /// The table's options.
    pub options: serde_json::Value,
    /// The contract, if it is laid down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<String>,
}

/// The unit of a deal's value to the first player, 0 if both are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// The points by which a seat gets more than one of the other player.
    Points,
    /// The per cent by which a seat wins more often than this share of the
    /// deals, which is that of equal players. A deal that several win is
    /// shared.
    Wins(f64),
}

/// The outcome of a deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The change of each seat's score, in points.
    pub scores: Vec<f64>,
    /// By seat, 1 for a win, a part for one that is shared, 0 for none.
    pub wins: Vec<f64>,
    /// The contract that was played, where there is a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Undertaken>,
    /// Each player's thinking.
    pub thinking: [Thinking; 2],
    /// The fault by which a program lost the deal, if that is how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// A deal that was lost by a fault.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The player who lost it.
    pub who: Who,
    /// The fault.
    pub fault: Fault,
}

/// A contract that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undertaken {
    /// Its name.
    pub name: String,
    /// The seat that played it; `None` if all play alone.
    pub declarer: Option<usize>,
}

/// The amount and the time of a player's thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    pub decisions: u32,
    /// Playouts, worlds or positions, as the players count them.
    pub iterations: u64,
    pub total: Duration,
    pub longest: Duration,
}

impl Thinking {
    /// Does something and adds the time it took.
    pub fn measure<T>(&mut self, think: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let thought = think();
        let time = start.elapsed();
        self.decisions += 1;
        self.total += time;
        self.longest = self.longest.max(time);
        thought
    }

    /// Adds the iterations of a decision. Programs may claim any number.
    pub fn count(&mut self, iterations: u64) {
        self.iterations = self.iterations.saturating_add(iterations);
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.count(other.iterations);
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// One player alone against the other, in each seat: the first, and unless
/// `only_first` also the second. With two seats both ways are the same.
pub fn alone_in_each_seat(seats: usize, only_first: bool) -> Vec<Vec<Who>> {
    let alone = |who: Who| {
        (0..seats).map(move |single| {
            (0..seats).map(|seat| if seat == single { who } else { 1 - who }).collect()
        })
    };
    let second = if only_first || seats == 2 { None } else { Some(alone(1)) };
    alone(0).chain(second.into_iter().flatten()).collect()
}

/// Two of each player at a table of four, in each of the six ways.
pub fn in_pairs() -> Vec<Vec<Who>> {
    let ways = (0..1u8 << 4).filter(|first| first.count_ones() == 2);
    ways.map(|first| (0..4).map(|seat| usize::from(first >> seat & 1 == 0)).collect()).collect()
}

/// The source of random numbers for the decisions of a deal.
pub struct Decisions {
    numbers: Xoshiro256PlusPlus,
    deal: u64,
}

impl Decisions {
    /// Returns the source for the deal with this number.
    pub fn new(seed: u64, deal: u64) -> Self {
        Self { numbers: dice(seed, deal, 1), deal }
    }

    /// Each decision draws its own numbers, independently of earlier ones.
    pub fn next(&mut self) -> Xoshiro256PlusPlus {
        dice(self.numbers.next_u64(), self.deal, 2)
    }
}

/// Random numbers for a deal, apart from those of other deals and purposes: 0
/// is for the cards.
pub fn dice(seed: u64, deal: u64, purpose: u64) -> Xoshiro256PlusPlus {
    let mixed = [seed, deal, purpose].into_iter().fold(0u64, |mixed, part| {
        (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    });
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}
