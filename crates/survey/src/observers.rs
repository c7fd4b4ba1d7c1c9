//! Monte Carlo tree search over information sets, a tree for each observer.
//!
//! With one tree ([`vzetek_search::ismcts`]) all players play as if seeing every move. Where moves
//! are made face down, each side has its own tree, whose branches are what that side *sees*: every
//! iteration descends all trees together, and the mover decides by its own. Source: P. Cowling, E.
//! Powley, D. Whitehouse, "Information set Monte Carlo tree search", 2012,
//! multiple-observer version. Where mixing moves is called for, the visits mix
//! them, but they need not do so in the best proportion.
//!
//! ```
//! use rand_xoshiro::Xoshiro256PlusPlus;
//! use rand_xoshiro::rand_core::SeedableRng;
//! use vzetek_search::ismcts::{self, Parameters};
//! use vzetek_survey::games::coin::{Hand, STOP};
//! use vzetek_search::Limits;
//! use vzetek_survey::observers;
//!
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let (parameters, limits) = (Parameters::default(), Limits::iterations(5_000));
//! // A coin may be hidden in one of two hands, for even chances, or one stops
//! // for less than that. One tree thinks that the other side sees the coin.
//! let one = ismcts::search(&mut Hand, &parameters, &limits, &mut rng);
//! assert_eq!(one.most_visited().unwrap().action, STOP);
//! // With its own tree that side cannot distinguish the hands.
//! let many = observers::search(&mut Hand, &parameters, &limits, &mut rng);
//! assert_ne!(many.most_visited().unwrap().action, STOP);
//! ```

use rand_core::Rng;

use vzetek_search::ismcts::{Findings, Information, Parameters, ROOT, SIDES, Trees, World};
use vzetek_search::{Limits, dice};

/// A world whose moves are not seen in full by all sides.
pub trait Observed: World {
    /// The part of a move that an observer sees; small and plain.
    type Seen: Copy + Eq;

    /// Returns the number of sides, at most [`SIDES`].
    fn sides(&self) -> usize;

    /// Returns the part of a legal move that one side sees, before it is made. Of its own moves
    /// a side sees everything.
    fn seen(&self, observer: usize, action: Self::Move) -> Self::Seen;
}

/// Searches until a limit is reached, at least one iteration. The limit on
/// nodes is one on those of all trees together.
///
/// # Panics
/// If the limits bound neither playouts nor time.
pub fn search<I, R>(
    information: &mut I,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut R,
) -> Findings<<I::World as World>::Move>
where
    I: Information,
    I::World: Observed,
    R: Rng,
{
    assert!(limits.is_bounded(), "a Monte Carlo search has no end of its own");
    let mut trees = Trees::new(parameters);
    let (mut moves, mut path) = (Vec::new(), Vec::new());
    let mut thinker = 0;
    let done = limits.start().playouts(1, 16, |_| {
        let world = information.sample(rng);
        thinker = world.side().unwrap_or_default();
        iterate(&mut trees, world, &mut moves, &mut path, rng);
    });
    Findings { moves: trees.found(thinker), iterations: done }
}

fn iterate<W, R>(
    trees: &mut Trees<W::Move, W::Seen>,
    mut world: W,
    moves: &mut Vec<W::Move>,
    path: &mut Vec<u32>,
    rng: &mut R,
) where
    W: Observed,
    R: Rng,
{
    path.clear();
    let mut places = [ROOT; SIDES];
    while let Some(side) = world.side() {
        moves.clear();
        world.choices(moves, rng);
        let available = moves.iter().filter_map(|&action| {
            let child = child(trees, &world, (side, places[side]), side, action)?;
            Some(trees.offer(child))
        });
        let Some(chosen) = dice::greatest(available, rng) else { break };
        let (action, is_new) = trees.action(chosen);
        let mut is_full = false;
        for (observer, place) in places[..world.sides()].iter_mut().enumerate() {
            let child = child(trees, &world, (observer, *place), side, action);
            is_full |= child.is_none();
            let Some(child) = child else { continue };
            *place = child;
            path.push(child);
        }
        world.play(action);
        if is_new || is_full {
            break;
        }
    }
    trees.pay(path, &world.rollout(rng));
}

/// Returns the place of an observer after a move.
fn child<W: Observed>(
    trees: &mut Trees<W::Move, W::Seen>,
    world: &W,
    (observer, place): (usize, u32),
    side: usize,
    action: W::Move,
) -> Option<u32> {
    let seen = world.seen(observer, action);
    let new = || (action, seen, world.prior(action));
    trees.child((observer, place), side, |_, other| *other == seen, new)
}
