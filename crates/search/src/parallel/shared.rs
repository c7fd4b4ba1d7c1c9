//! One tree for all workers, without locks.
//!
//! Counts are atomic; a node is reached only by a link that is set after the
//! node was filled in, so nobody ever sees half a node. A worker counts its
//! visit on the way down, before it knows the payoff: that "virtual loss" keeps
//! the others from following it. Source: M. Enzenberger, M. Müller, "A lock-free
//! multithreaded Monte-Carlo tree search algorithm", 2009.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rand_core::Rng;

use super::each;
use crate::ismcts::{Findings, Found, Information, Parameters, World};
use crate::{Limits, dice};

const NONE: u32 = u32::MAX;

/// Nodes are made room for by so many at a time.
const BLOCK: usize = 1 << 12;

/// Payoffs are summed up in units of one in so many.
const UNIT: f32 = (1 << 20) as f32;

/// What does not change once a node can be reached.
#[derive(Clone, Copy, Debug)]
struct Way<M> {
    action: M,
    side: u8,
    prior: f32,
    sibling: u32,
}

#[derive(Debug)]
struct Node<M> {
    way: OnceLock<Way<M>>,
    visits: AtomicU32,
    available: AtomicU32,
    total: AtomicU64,
    child: AtomicU32,
}

impl<M> Node<M> {
    fn new() -> Self {
        Self {
            way: OnceLock::new(),
            visits: AtomicU32::new(0),
            available: AtomicU32::new(0),
            total: AtomicU64::new(0),
            child: AtomicU32::new(NONE),
        }
    }

    fn total(&self) -> f32 {
        self.total.load(Ordering::Relaxed) as f32 / UNIT
    }
}

struct Tree<M> {
    blocks: Vec<OnceLock<Box<[Node<M>]>>>,
    used: AtomicU32,
    root: AtomicU32,
    parameters: Parameters,
}

/// Searches one tree with all workers. Each has its own source of worlds and
/// of chance. The limit on iterations is shared out evenly.
///
/// # Panics
/// If there is no worker, or if the limits bound neither playouts nor time.
pub fn tree<I, R>(
    workers: Vec<(I, R)>,
    parameters: &Parameters,
    limits: &Limits,
) -> Findings<<I::World as World>::Move>
where
    I: Information + Send,
    R: Rng + Send,
    <I::World as World>::Move: Send + Sync,
{
    assert!(limits.is_bounded(), "a Monte Carlo search has no end of its own");
    let tree = Tree::new(parameters);
    let done = each(workers, limits, |(mut information, mut rng), limits| {
        tree.grow(&mut information, limits, &mut rng)
    });
    Findings { moves: tree.root_moves(), iterations: done.iter().sum() }
}

impl<M: Copy + Eq> Tree<M> {
    fn new(parameters: &Parameters) -> Self {
        let blocks = (0..parameters.nodes.div_ceil(BLOCK)).map(|_| OnceLock::new()).collect();
        let (used, root) = (AtomicU32::new(0), AtomicU32::new(NONE));
        Self { blocks, used, root, parameters: *parameters }
    }

    fn grow<I, R>(&self, information: &mut I, limits: &Limits, rng: &mut R) -> u64
    where
        I: Information,
        I::World: World<Move = M>,
        R: Rng,
    {
        let budget = limits.start();
        let (mut moves, mut path) = (Vec::new(), Vec::new());
        let mut done = 0;
        loop {
            let granted = budget.grant(done, 16).max(u64::from(done == 0));
            if granted == 0 {
                return done;
            }
            for _ in 0..granted {
                let world = information.sample(rng);
                self.iterate(world, &mut moves, &mut path, rng);
                done += 1;
            }
        }
    }

    fn node(&self, index: u32) -> &Node<M> {
        let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
        let empty = || (0..BLOCK).map(|_| Node::new()).collect();
        &self.blocks[block].get_or_init(empty)[place]
    }

    fn way(&self, index: u32) -> Way<M> {
        *self.node(index).way.get().expect("a node is linked after it was filled in")
    }

    fn iterate<W, R>(&self, mut world: W, moves: &mut Vec<M>, path: &mut Vec<u32>, rng: &mut R)
    where
        W: World<Move = M>,
        R: Rng,
    {
        path.clear();
        let mut first = &self.root;
        while let Some(side) = world.side() {
            moves.clear();
            world.moves(moves);
            let Some(chosen) = self.select(&world, first, side, moves, rng) else { break };
            world.play(self.way(chosen).action);
            path.push(chosen);
            let node = self.node(chosen);
            first = &node.child;
            if node.visits.fetch_add(1, Ordering::Relaxed) == 0 {
                break;
            }
        }
        let payoffs = world.rollout(rng);
        for &index in path.iter() {
            let payoff = payoffs[usize::from(self.way(index).side)];
            self.node(index).total.fetch_add((payoff * UNIT) as u64, Ordering::Relaxed);
        }
    }

    fn select<W, R>(
        &self,
        world: &W,
        first: &AtomicU32,
        side: usize,
        moves: &[M],
        rng: &mut R,
    ) -> Option<u32>
    where
        W: World<Move = M>,
        R: Rng,
    {
        let mut best = (f32::NEG_INFINITY, NONE);
        let mut equals = 0;
        for &action in moves {
            let Some(index) = self.child(world, first, side, action) else { continue };
            let node = self.node(index);
            let available = node.available.fetch_add(1, Ordering::Relaxed) + 1;
            let visits = node.visits.load(Ordering::Relaxed);
            let merit =
                self.parameters.merit(visits, available, node.total(), self.way(index).prior);
            if merit > best.0 {
                best = (merit, index);
                equals = 1;
            } else if merit == best.0 {
                equals += 1;
                if dice::below(rng, equals) == 0 {
                    best.1 = index;
                }
            }
        }
        (best.1 != NONE).then_some(best.1)
    }

    /// The node of a move, added if it is new; `None` if the tree is full.
    ///
    /// A node names its sibling before it is linked. If another worker links
    /// one first, that is no longer the right one: the move is looked for among
    /// what is new, and if it is not there, another node is taken. The one
    /// given up stays unused, which is rare.
    fn child<W: World<Move = M>>(
        &self,
        world: &W,
        first: &AtomicU32,
        side: usize,
        action: M,
    ) -> Option<u32> {
        let mut head = first.load(Ordering::Acquire);
        let mut end = NONE;
        loop {
            if let Some(found) = self.find(head, end, side, action) {
                return Some(found);
            }
            let new = self.take()?;
            let way = Way { action, side: side as u8, prior: world.prior(action), sibling: head };
            self.node(new).way.get_or_init(|| way);
            end = head;
            match first.compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(new),
                Err(newer) => head = newer,
            }
        }
    }

    /// A node that nobody else has; `None` if there are no more.
    fn take(&self) -> Option<u32> {
        let room = self.parameters.nodes as u32;
        let more = |used| (used < room).then_some(used + 1);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()
    }

    /// Looks for a move among siblings, up to but not including `end`.
    fn find(&self, from: u32, end: u32, side: usize, action: M) -> Option<u32> {
        let mut index = from;
        while index != end {
            let way = self.way(index);
            if way.action == action && usize::from(way.side) == side {
                return Some(index);
            }
            index = way.sibling;
        }
        None
    }

    fn root_moves(&self) -> Vec<Found<M>> {
        let mut found = Vec::new();
        let mut index = self.root.load(Ordering::Acquire);
        while index != NONE {
            let (node, way) = (self.node(index), self.way(index));
            let visits = node.visits.load(Ordering::Relaxed);
            let mean = node.total() / visits.max(1) as f32;
            found.push(Found { action: way.action, visits, mean });
            index = way.sibling;
        }
        found.reverse();
        found
    }
}
