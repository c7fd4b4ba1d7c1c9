//! The faults, and the order in which they come.

use std::fmt;
use std::time::Duration;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gate::Way;

/// The time for which a server sleeps: longer than its lease.
const SLEEP: Duration = Duration::from_secs(10);

/// The longest that most faults last.
const LONGEST: Duration = Duration::from_secs(8);

/// The shortest.
const SHORTEST: Duration = Duration::from_millis(200);

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub enum Kind {
    /// A server is killed (SIGKILL), and started again after a while.
    Kill,
    /// Two servers are killed at once.
    KillTwo,
    /// A server stands still (SIGSTOP) and goes on (SIGCONT).
    Sleep,
    /// A server leaves (SIGTERM), and is started again.
    Leave,
    /// A server leaves and is started again with a clock that is an hour off, or right
    /// again.
    Clock,
    /// The way between a server and Postgres is cut.
    CutPostgres,
    /// The way between a server and NATS is cut.
    CutNats,
    /// Both ways of a server are cut.
    CutBoth,
    /// Postgres crashes and is started again.
    Postgres,
    /// NATS is killed and started again.
    Nats,
    /// The balancer is killed and started again.
    Balancer,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Kill => "a server is killed",
            Self::KillTwo => "two servers are killed",
            Self::Sleep => "a server stands still for 10 s",
            Self::Leave => "a server leaves",
            Self::Clock => "a server's clock goes wrong by an hour",
            Self::CutPostgres => "a server is cut off from Postgres",
            Self::CutNats => "a server is cut off from NATS",
            Self::CutBoth => "a server is cut off from both",
            Self::Postgres => "Postgres crashes",
            Self::Nats => "NATS is killed",
            Self::Balancer => "the balancer is killed",
        })
    }
}

/// One fault as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: Kind,
    /// The servers that it hits, by number; the second one only where two are killed.
    pub servers: [usize; 2],
    /// The time for which it lasts.
    pub lasts: Duration,
    /// The way as it is cut.
    pub way: Way,
    /// The hours by which a clock is put forward.
    pub hours: i8,
    /// The pause before it.
    pub pause: Duration,
}

/// Draws `count` faults of these kinds for a number of servers: each kind once before any comes
/// again. The same seed draws the same.
///
/// # Panics
/// If there are fewer than two servers, or no kinds.
pub fn draw(kinds: &[Kind], seed: u64, count: usize, servers: usize) -> Vec<Fault> {
    assert!(!kinds.is_empty(), "kinds of faults to draw from");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut faults = Vec::with_capacity(count);
    while faults.len() < count {
        let mut kinds = kinds.to_vec();
        kinds.shuffle(rng);
        faults.extend(kinds.into_iter().map(|kind| one(kind, servers, rng)));
    }
    faults.truncate(count);
    faults
}

fn one(kind: Kind, servers: usize, rng: &mut impl Rng) -> Fault {
    let first = rng.random_range(0..servers);
    let other = (first + rng.random_range(1..servers)) % servers;
    let lasts = rng.random_range(SHORTEST..LONGEST);
    Fault {
        kind,
        servers: [first, other],
        lasts: match kind {
            Kind::Sleep => SLEEP,
            // No client gets in meanwhile, and the servers cannot be seen.
            Kind::Balancer => lasts / 4,
            _ => lasts,
        },
        way: if rng.random() { Way::Silent } else { Way::Broken },
        hours: if rng.random() { 1 } else { -1 },
        pause: rng.random_range(SHORTEST..Duration::from_secs(2)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::ValueEnum;

    use super::*;

    #[test]
    fn a_seed_draws_the_same_faults_and_each_kind_comes() {
        let kinds = Kind::value_variants();
        let count = 3 * kinds.len() + 2;
        let faults = draw(kinds, 7, count, 3);
        assert_eq!(faults, draw(kinds, 7, count, 3));
        assert_ne!(faults, draw(kinds, 8, count, 3));
        assert_eq!(faults.len(), count);
        for round in faults.chunks_exact(kinds.len()) {
            let drawn: HashSet<Kind> = round.iter().map(|fault| fault.kind).collect();
            assert_eq!(drawn.len(), kinds.len());
        }
        assert!(faults.iter().all(|fault| fault.servers[0] != fault.servers[1]));
        assert!(faults.iter().flat_map(|fault| fault.servers).all(|server| server < 3));
    }
}
