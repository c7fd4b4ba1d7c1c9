//! What a match asks of a game.

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// The first player, or the second, in results.
pub type Who = usize;

/// A game with its options and its two players.
pub trait Arena: Sync {
    /// What players learn from one deal for the next of an evening.
    type Memory: Default;

    /// Every way to seat the two: by seat, who sits there.
    fn seatings(&self) -> Vec<Vec<Who>>;

    /// Plays the deal with this number to its end.
    fn play(&self, deal: u64, seating: &[Who], memory: &mut Self::Memory) -> Played;
}

/// What came of a deal.
#[derive(Clone, Debug)]
pub struct Played {
    /// What each seat's score changed by, in points.
    pub scores: Vec<f64>,
    /// Which seats have won; several may.
    pub won: Vec<bool>,
    /// What was played, where there is a choice.
    pub contract: Option<Undertaken>,
    /// How long each player thought.
    pub thinking: [Thinking; 2],
}

/// A contract that was played.
#[derive(Clone, Debug)]
pub struct Undertaken {
    /// Its name.
    pub name: &'static str,
    /// The seat that played it; nobody if all play alone.
    pub declarer: Option<usize>,
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    pub decisions: u32,
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

    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// One player alone against the other, in each seat, either way round.
pub fn alone_in_each_seat(seats: usize) -> Vec<Vec<Who>> {
    let alone = |who: Who| {
        (0..seats).map(move |single| {
            (0..seats).map(|seat| if seat == single { who } else { 1 - who }).collect()
        })
    };
    alone(0).chain(alone(1)).collect()
}

/// Random numbers for a deal, apart from those of other deals and purposes.
pub fn dice(seed: u64, deal: u64, purpose: u64) -> Xoshiro256PlusPlus {
    let mixed = [seed, deal, purpose].into_iter().fold(0u64, |mixed, part| {
        (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    });
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}
