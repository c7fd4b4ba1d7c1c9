//! Monte Carlo tree search over information sets, a tree for each observer.
//!
//! With one tree ([`vzetek_search::ismcts`]) everybody plays as if seeing every move.
//! Where moves are made face down, each side gets a tree of its own, whose
//! branches are what that side *sees*: in every iteration all trees are gone
//! down together, and whoever moves decides by its own. Source: P. Cowling, E.
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
//! // With a tree of its own that side cannot tell the hands apart.
//! let many = observers::search(&mut Hand, &parameters, &limits, &mut rng);
//! assert_ne!(many.most_visited().unwrap().action, STOP);
//! ```

use rand_core::Rng;

use vzetek_search::ismcts::{Findings, Found, Information, Parameters, Payoffs, SIDES, World};
use vzetek_search::{Limits, dice};

/// A world whose moves are not seen in full by everybody.
pub trait Observed: World {
    /// The part of a move that an observer sees; small and plain.
    type Seen: Copy + Eq;

    /// Returns the number of sides, at most [`SIDES`].
    fn sides(&self) -> usize;

    /// Returns the part of a legal move that one side sees, before it is made. Of its own moves
    /// a side sees everything.
    fn seen(&self, observer: usize, action: Self::Move) -> Self::Seen;
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node<M, S> {
    /// The move that first led here; for its maker the only one.
    action: M,
    seen: S,
    /// The side that made the move, whose payoff is summed up.
    side: u8,
    visits: u32,
    available: u32,
    total: f32,
    prior: f32,
    child: u32,
    sibling: u32,
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
    let mut forest = Forest { nodes: Vec::new(), roots: [NONE; SIDES], parameters: *parameters };
    let mut scratch = Scratch { moves: Vec::new(), path: Vec::new() };
    let mut thinker = 0;
    let done = limits.start().playouts(1, 16, |_| {
        let world = information.sample(rng);
        thinker = world.side().unwrap_or_default();
        forest.iterate(world, &mut scratch, rng);
    });
    Findings { moves: forest.root_moves(thinker), iterations: done }
}

/// Lists that are kept only to spare their allocation.
struct Scratch<M> {
    moves: Vec<M>,
    path: Vec<u32>,
}

struct Forest<M, S> {
    nodes: Vec<Node<M, S>>,
    roots: [u32; SIDES],
    parameters: Parameters,
}

impl<M: Copy + Eq, S: Copy + Eq> Forest<M, S> {
    fn iterate<W, R>(&mut self, mut world: W, scratch: &mut Scratch<M>, rng: &mut R)
    where
        W: Observed<Move = M, Seen = S>,
        R: Rng,
    {
        let Scratch { moves, path } = scratch;
        path.clear();
        let mut places = [NONE; SIDES];
        while let Some(side) = world.side() {
            moves.clear();
            world.choices(moves, rng);
            let Some(chosen) = self.select(&world, places[side], side, moves, rng) else { break };
            let action = self.nodes[chosen as usize].action;
            let is_new = self.nodes[chosen as usize].visits == 0;
            let mut is_full = false;
            for (observer, place) in places[..world.sides()].iter_mut().enumerate() {
                let child = self.child(&world, *place, observer, side, action);
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
        let payoffs: Payoffs = world.rollout(rng);
        for &index in path.iter() {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += payoffs[usize::from(node.side)];
        }
    }

    /// Adds the moves that are new to their maker and picks one of those
    /// available.
    fn select<W, R>(
        &mut self,
        world: &W,
        place: u32,
        side: usize,
        moves: &[M],
        rng: &mut R,
    ) -> Option<u32>
    where
        W: Observed<Move = M, Seen = S>,
        R: Rng,
    {
        let available = moves.iter().filter_map(|&action| {
            let index = self.child(world, place, side, side, action)?;
            self.nodes[index as usize].available += 1;
            let Node { visits, available, total, prior, .. } = self.nodes[index as usize];
            Some((index, self.parameters.merit(visits, available, total, prior)))
        });
        dice::greatest(available, rng)
    }

    /// Returns the place of an observer after a move.
    fn child<W: Observed<Move = M, Seen = S>>(
        &mut self,
        world: &W,
        place: u32,
        observer: usize,
        side: usize,
        action: M,
    ) -> Option<u32> {
        let seen = world.seen(observer, action);
        let first = match place {
            NONE => self.roots[observer],
            place => self.nodes[place as usize].child,
        };
        let mut index = first;
        while index != NONE {
            let node = &self.nodes[index as usize];
            if node.seen == seen && usize::from(node.side) == side {
                return Some(index);
            }
            index = node.sibling;
        }
        if self.nodes.len() >= self.parameters.nodes {
            return None;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(Node {
            action,
            seen,
            side: side as u8,
            visits: 0,
            available: 0,
            total: 0.0,
            prior: world.prior(action),
            child: NONE,
            sibling: first,
        });
        match place {
            NONE => self.roots[observer] = new,
            place => self.nodes[place as usize].child = new,
        }
        Some(new)
    }

    fn root_moves(&self, thinker: usize) -> Vec<Found<M>> {
        let mut found = Vec::new();
        let mut index = self.roots[thinker];
        while index != NONE {
            let node = &self.nodes[index as usize];
            let mean = node.total / node.visits.max(1) as f32;
            found.push(Found { action: node.action, visits: node.visits, mean });
            index = node.sibling;
        }
        found.reverse();
        found
    }
}
