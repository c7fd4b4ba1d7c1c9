//! Monte Carlo tree search over information sets, seen by one observer.
//!
//! Single-observer information set MCTS (P. Cowling, E. Powley, D. Whitehouse,
//! "Information set Monte Carlo tree search", 2012): one tree for all worlds,
//! a new determinization in every iteration, and in the UCB formula the number
//! of times a move was *available* instead of its parent's visits. The tree is
//! open-loop: its nodes are sequences of moves, and chance (which cards are
//! drawn) is averaged over.
//!
//! ```
//! use rand_xoshiro::Xoshiro256PlusPlus;
//! use rand_xoshiro::rand_core::SeedableRng;
//! use vzetek_search::games::trump::Left;
//! use vzetek_search::{Limits, ismcts};
//!
//! // Which suit is the card face down of, with these numbers left of each? In each
//! // world another one wins; the tree cannot distinguish them, and learns which
//! // wins most often.
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let (parameters, limits) = (ismcts::Parameters::default(), Limits::iterations(2_000));
//! let found = ismcts::search(&mut Left([1.0, 5.0, 2.0, 2.0]), &parameters, &limits, &mut rng);
//! let best = found.most_visited().unwrap();
//! assert_eq!(best.action, 1);
//! assert!((best.mean - 0.5).abs() < 0.1);
//! ```

use rand_core::Rng;

use crate::{Limits, dice};

/// The most sides that a world can have.
pub const SIDES: usize = 4;

/// The worth of a world's end to each side, 0 to 1.
pub type Payoffs = [f32; SIDES];

/// A world: one way the hidden cards may lie.
pub trait World {
    /// A move; small and plain.
    type Move: Copy + Eq;

    /// The side to move; `None` when the game is over.
    fn side(&self) -> Option<usize>;

    /// Appends the legal moves.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&mut self, action: Self::Move);

    /// The move that is made here without a search: by chance, or by a player whose policy is
    /// known. Drawn again in every iteration; `None` where the side to move chooses the best.
    fn given(&self, _rng: &mut impl Rng) -> Option<Self::Move> {
        None
    }

    /// Appends what the search may choose from: the given move alone, or all.
    fn choices(&self, moves: &mut Vec<Self::Move>, rng: &mut impl Rng) {
        match self.given(rng) {
            Some(action) => moves.push(action),
            None => self.moves(moves),
        }
    }

    /// The merit that a move seems to have before it was tried, 0 to 1. Steers only the
    /// order in which moves get into the tree and fades with visits.
    fn prior(&self, _action: Self::Move) -> f32 {
        0.5
    }

    /// Plays to the end and says what it is worth.
    fn rollout(self, rng: &mut impl Rng) -> Payoffs;
}

/// The knowledge of the player who thinks: a source of worlds.
pub trait Information {
    /// The worlds.
    type World: World;

    /// Draws a world in which the thinking player is to move, evenly from
    /// those that are possible.
    fn sample(&mut self, rng: &mut impl Rng) -> Self::World;
}

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// The weight by which rarely tried moves are preferred.
    pub exploration: f32,
    /// The number of visits that the prior is worth.
    pub prior_visits: f32,
    /// At most this many nodes; the tree stops growing when they are used up.
    pub nodes: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { exploration: 0.4, prior_visits: 2.0, nodes: 1 << 20 }
    }
}

impl Parameters {
    /// Returns the merit of trying a move next: the UCB formula with the
    /// prior as if it had been visits, and with how often the move was
    /// available.
    #[inline]
    pub fn merit(&self, visits: u32, available: u32, total: f32, prior: f32) -> f32 {
        let visits = visits as f32 + self.prior_visits;
        let mean = (total + prior * self.prior_visits) / visits.max(f32::MIN_POSITIVE);
        let available = (available as f32).max(1.0);
        mean + self.exploration * ((available.ln() + 1.0) / visits.max(1e-3)).sqrt()
    }
}

/// The findings about a move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// The move.
    pub action: M,
    /// The number of times it was tried.
    pub visits: u32,
    /// The mean payoff to the side that thinks.
    pub mean: f32,
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<M> {
    /// The moves at the root, in the order in which they were first met.
    pub moves: Vec<Found<M>>,
    /// Iterations in all.
    pub iterations: u64,
}

impl<M: Copy> Findings<M> {
    /// The move tried most often, which is the search's answer.
    pub fn most_visited(&self) -> Option<Found<M>> {
        let rank = |found: &&Found<M>| (found.visits, (found.mean * 1e6) as i64);
        self.moves.iter().max_by_key(rank).copied()
    }
}

/// Searches until a limit is reached, at least one iteration.
///
/// # Panics
/// If the limits bound neither playouts nor time.
pub fn search<I: Information, R: Rng>(
    information: &mut I,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut R,
) -> Findings<<I::World as World>::Move> {
    assert!(limits.is_bounded(), "a Monte Carlo search has no end of its own");
    let mut tree = Trees::new(parameters);
    let (mut moves, mut path) = (Vec::new(), Vec::new());
    let done = limits.start().playouts(1, 16, |_| {
        let world = information.sample(rng);
        tree.iterate(world, &mut moves, &mut path, rng);
    });
    Findings { moves: tree.found(0), iterations: done }
}

/// No node.
const NONE: u32 = u32::MAX;
/// The beginning of a tree, before any move.
pub const ROOT: u32 = NONE;

#[derive(Clone, Copy, Debug)]
struct Node<M, S> {
    /// The move that first led here.
    action: M,
    /// The part of it by which the tree distinguishes moves.
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

/// The nodes of one tree, or of several with a root each.
#[derive(Debug)]
pub struct Trees<M, S> {
    nodes: Vec<Node<M, S>>,
    roots: [u32; SIDES],
    parameters: Parameters,
}

impl<M: Copy, S> Trees<M, S> {
    /// Trees without nodes.
    pub fn new(parameters: &Parameters) -> Self {
        Self { nodes: Vec::new(), roots: [NONE; SIDES], parameters: *parameters }
    }

    /// Returns the node below another, or below a tree's root, that a side's move
    /// leads to; adds it, with its prior, if it is new. `None` if there is no room.
    #[inline]
    pub fn child(
        &mut self,
        (tree, parent): (usize, u32),
        side: usize,
        is_it: impl Fn(&M, &S) -> bool,
        new: impl FnOnce() -> (M, S, f32),
    ) -> Option<u32> {
        let first = match parent {
            ROOT => self.roots[tree],
            parent => self.nodes[parent as usize].child,
        };
        let mut index = first;
        while index != NONE {
            let node = &self.nodes[index as usize];
            if is_it(&node.action, &node.seen) && usize::from(node.side) == side {
                return Some(index);
            }
            index = node.sibling;
        }
        if self.nodes.len() >= self.parameters.nodes {
            return None;
        }
        let number = self.nodes.len() as u32;
        let (action, seen, prior) = new();
        self.nodes.push(Node {
            action,
            seen,
            side: side as u8,
            visits: 0,
            available: 0,
            total: 0.0,
            prior,
            child: NONE,
            sibling: first,
        });
        match parent {
            ROOT => self.roots[tree] = number,
            parent => self.nodes[parent as usize].child = number,
        }
        Some(number)
    }

    /// Notes that a node can be chosen, and returns it with the merit of doing so.
    #[inline]
    pub fn offer(&mut self, index: u32) -> (u32, f32) {
        let node = &mut self.nodes[index as usize];
        node.available += 1;
        let Node { visits, available, total, prior, .. } = *node;
        (index, self.parameters.merit(visits, available, total, prior))
    }

    /// Returns the move that first led to a node, and true if it was never paid: a
    /// node met for the first time is where the playout starts.
    #[inline]
    pub fn action(&self, index: u32) -> (M, bool) {
        let node = &self.nodes[index as usize];
        (node.action, node.visits == 0)
    }

    /// Adds a playout's payoffs to the nodes that it went through.
    #[inline]
    pub fn pay(&mut self, path: &[u32], payoffs: &Payoffs) {
        for &index in path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += payoffs[usize::from(node.side)];
        }
    }

    /// Returns the findings at the root of a tree.
    pub fn found(&self, tree: usize) -> Vec<Found<M>> {
        let mut found = Vec::new();
        let mut index = self.roots[tree];
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

impl<M: Copy + Eq> Trees<M, ()> {
    fn iterate<W: World<Move = M>, R: Rng>(
        &mut self,
        mut world: W,
        moves: &mut Vec<M>,
        path: &mut Vec<u32>,
        rng: &mut R,
    ) {
        path.clear();
        let mut parent = ROOT;
        while let Some(side) = world.side() {
            moves.clear();
            world.choices(moves, rng);
            // Moves that are new here are added.
            let available = moves.iter().filter_map(|&action| {
                let new = || (action, (), world.prior(action));
                let child = self.child((0, parent), side, |other, ()| *other == action, new)?;
                Some(self.offer(child))
            });
            let Some(chosen) = dice::greatest(available, rng) else { break };
            let (action, is_new) = self.action(chosen);
            world.play(action);
            path.push(chosen);
            parent = chosen;
            if is_new {
                break;
            }
        }
        self.pay(path, &world.rollout(rng));
    }
}
