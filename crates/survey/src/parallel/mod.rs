//! Monte Carlo searches on several threads.
//!
//! * [`root`]: every worker grows a tree of its own, and what they found at the
//!   root is added up. Nothing is shared, so it scales; but no tree is deeper
//!   than one worker can make it. With limits on iterations it is as
//!   reproducible as one worker.
//! * [`tree`]: all workers grow one tree. It gets deeper, and no two searches
//!   are the same.
//! * [`arms`]: what [`root`] is, for a first-level search, whose root is all
//!   there is.
//!
//! Source: G. Chaslot, M. Winands, H. J. van den Herik, "Parallel Monte-Carlo
//! tree search", 2008.
//!
//! ```
//! use rand_xoshiro::Xoshiro256PlusPlus;
//! use rand_xoshiro::rand_core::SeedableRng;
//! use vzetek_search::ismcts::Parameters;
//! use vzetek_search::games::climb::Open;
//! use vzetek_search::games::rooms::Room;
//! use vzetek_search::Limits;
//! use vzetek_survey::parallel;
//!
//! let worker = |seed| (Open(Room::entrance(1, 4)), Xoshiro256PlusPlus::seed_from_u64(seed));
//! let (parameters, limits) = (Parameters::default(), Limits::iterations(1_000));
//! for search in [parallel::root, parallel::tree] {
//!     let found = search((0..2).map(worker).collect(), &parameters, &limits);
//!     assert_eq!(found.iterations, 1_000);
//! }
//! ```

mod accounts;
mod shared;

use std::thread;

use rand_core::Rng;

pub use shared::tree;

use vzetek_search::Limits;
use vzetek_search::ismcts::{self, Findings, Information, World};
use vzetek_search::uct::{self, Arm, Trial};

/// Searches with each worker separately and adds up. Each has its own source of worlds and of
/// chance. The limit on iterations is shared out evenly.
///
/// # Panics
/// If there is no worker, or if the limits bound neither playouts nor time.
pub fn root<I, R>(
    workers: Vec<(I, R)>,
    parameters: &ismcts::Parameters,
    limits: &Limits,
) -> Findings<<I::World as World>::Move>
where
    I: Information + Send,
    R: Rng + Send,
    <I::World as World>::Move: Send,
{
    let found = each(workers, limits, |(mut information, mut rng), limits| {
        ismcts::search(&mut information, parameters, limits, &mut rng)
    });
    let mut all = Findings { moves: Vec::new(), iterations: 0 };
    for findings in found {
        add(&mut all, &findings);
    }
    all
}

/// Adds what another search of the same decision found.
fn add<M: Copy + PartialEq>(all: &mut Findings<M>, other: &Findings<M>) {
    for new in &other.moves {
        match all.moves.iter_mut().find(|known| known.action == new.action) {
            Some(known) => {
                let visits = known.visits + new.visits;
                let share = new.visits as f32 / visits.max(1) as f32;
                known.mean += (new.mean - known.mean) * share;
                known.visits = visits;
            }
            None => all.moves.push(*new),
        }
    }
    all.iterations += other.iterations;
}

/// Searches the first level with each worker separately, adds up, and chooses with the chance of
/// the first.
///
/// # Panics
/// If there is no worker or no move, or if the limits bound neither playouts
/// nor time.
pub fn arms<T, R>(
    workers: Vec<(T, R)>,
    parameters: &uct::Parameters,
    limits: &Limits,
) -> uct::Findings
where
    T: Trial + Send,
    R: Rng + Send,
{
    let found = each(workers, limits, |(mut trial, mut rng), limits| {
        (uct::search(&mut trial, parameters, limits, &mut rng), rng)
    });
    let count = found[0].0.arms.len();
    let mut all = vec![Arm::default(); count];
    let mut iterations = 0;
    for (findings, _) in &found {
        iterations += findings.iterations;
        for (sum, arm) in all.iter_mut().zip(&findings.arms) {
            sum.visits += arm.visits;
            sum.value += arm.value;
            sum.points += arm.points;
        }
    }
    let mut chances = found.into_iter().map(|(_, rng)| rng);
    let mut rng = chances.next().expect("there is a worker");
    let chosen = uct::choose(&all, iterations, parameters, &mut rng);
    uct::Findings { chosen, arms: all, iterations }
}

/// Lets every worker work, the first on this thread, and waits for all.
fn each<W: Send, T: Send>(
    workers: Vec<W>,
    limits: &Limits,
    work: impl Fn(W, &Limits) -> T + Sync,
) -> Vec<T> {
    assert!(!workers.is_empty(), "nobody to search");
    let count = workers.len() as u64;
    let share = |number: u64| Limits {
        iterations: limits.iterations.map(|all| all / count + u64::from(number < all % count)),
        ..limits.clone()
    };
    let work = &work;
    thread::scope(|scope| {
        let mut jobs = workers.into_iter().zip(0..).map(|(worker, number)| (worker, share(number)));
        let own = jobs.next();
        let others: Vec<_> =
            jobs.map(|(worker, limits)| scope.spawn(move || work(worker, &limits))).collect();
        let own = own.map(|(worker, limits)| work(worker, &limits));
        let others = others.into_iter().map(|job| match job.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        own.into_iter().chain(others).collect()
    })
}
