//! One tree for all workers, without locks.
//!
//! Counts are atomic; a node is reached only by a link that is set after the node was filled in, so
//! no worker ever sees half a node. A worker counts its visit on the way down, before it knows the
//! payoff: that "virtual loss" keeps the others from following it. Source: M. Enzenberger, M.
//! Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009. Data that all would
//! write to at a time, each worker keeps to itself for a while: counts near the root
//! ([`Accounts`]), where a visit more or less matters little, and the nodes to be used next.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rand_core::Rng;

use super::accounts::{Accounts, Tally};
use super::each;
use vzetek_search::ismcts::{Findings, Found, Information, Parameters, World};
use vzetek_search::{Limits, dice};

const NONE: u32 = u32::MAX;

/// The nodes of a block, for which room is made at a time.
const BLOCK: usize = 1 << 12;

/// The nodes that a worker takes at a time, less when few are left.
const HANDFUL: u32 = 256;

/// The part of a node that does not change once it can be reached.
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
    child: AtomicU32,
}

impl<M> Node<M> {
    fn new() -> Self {
        Self { way: OnceLock::new(), child: AtomicU32::new(NONE) }
    }
}

/// Many nodes. What changes all the time lies apart from what every worker
/// reads all the time.
struct Block<M> {
    nodes: Box<[Node<M>]>,
    tallies: Box<[Tally]>,
}

struct Tree<M> {
    blocks: Vec<OnceLock<Block<M>>>,
    root: AtomicU32,
    used: AtomicU32,
    parameters: Parameters,
}

/// The part of the search that a worker has to itself.
struct Worker<M> {
    accounts: Accounts,
    /// Nodes that belong to this worker alone.
    spare: Range<u32>,
    moves: Vec<M>,
    path: Vec<u32>,
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
        let (root, used) = (AtomicU32::new(NONE), AtomicU32::new(0));
        Self { blocks, root, used, parameters: *parameters }
    }

    fn grow<I, R>(&self, information: &mut I, limits: &Limits, rng: &mut R) -> u64
    where
        I: Information,
        I::World: World<Move = M>,
        R: Rng,
    {
        let (accounts, moves, path) = (Accounts::default(), Vec::new(), Vec::new());
        let mut worker = Worker { accounts, spare: 0..0, moves, path };
        let done = limits.start().playouts(1, 16, |_| {
            let world = information.sample(rng);
            self.iterate(world, &mut worker, rng);
        });
        worker.accounts.close(|index| self.tally(index));
        done
    }

    fn block(&self, index: u32) -> &Block<M> {
        self.blocks[index as usize / BLOCK].get_or_init(|| Block {
            nodes: (0..BLOCK).map(|_| Node::new()).collect(),
            tallies: (0..BLOCK).map(|_| Tally::default()).collect(),
        })
    }

    fn node(&self, index: u32) -> &Node<M> {
        &self.block(index).nodes[index as usize % BLOCK]
    }

    fn tally(&self, index: u32) -> &Tally {
        &self.block(index).tallies[index as usize % BLOCK]
    }

    fn way(&self, index: u32) -> Way<M> {
        *self.node(index).way.get().expect("a node is linked after it was filled in")
    }

    fn iterate<W, R>(&self, mut world: W, worker: &mut Worker<M>, rng: &mut R)
    where
        W: World<Move = M>,
        R: Rng,
    {
        worker.path.clear();
        let mut first = &self.root;
        while let Some(side) = world.side() {
            let Some(chosen) = self.select(&world, first, side, worker, rng) else { break };
            world.play(self.way(chosen).action);
            worker.path.push(chosen);
            first = &self.node(chosen).child;
            if worker.accounts.visit(chosen, self.tally(chosen)) == 0 {
                break;
            }
        }
        let payoffs = world.rollout(rng);
        for &index in &worker.path {
            let payoff = payoffs[usize::from(self.way(index).side)];
            worker.accounts.pay(index, self.tally(index), payoff);
        }
    }

    fn select<W, R>(
        &self,
        world: &W,
        first: &AtomicU32,
        side: usize,
        worker: &mut Worker<M>,
        rng: &mut R,
    ) -> Option<u32>
    where
        W: World<Move = M>,
        R: Rng,
    {
        let Worker { accounts, spare, moves, .. } = worker;
        moves.clear();
        world.choices(moves, rng);
        let available = moves.iter().filter_map(|&action| {
            let index = self.child(world, first, side, action, spare)?;
            let known = accounts.offer(index, self.tally(index));
            let prior = self.way(index).prior;
            let merit = self.parameters.merit(known.visits, known.available, known.total(), prior);
            Some((index, merit))
        });
        dice::greatest(available, rng)
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
        spare: &mut Range<u32>,
    ) -> Option<u32> {
        let mut head = first.load(Ordering::Acquire);
        let mut end = NONE;
        loop {
            if let Some(found) = self.find(head, end, side, action) {
                return Some(found);
            }
            let new = self.take(spare)?;
            let way = Way { action, side: side as u8, prior: world.prior(action), sibling: head };
            self.node(new).way.get_or_init(|| way);
            end = head;
            match first.compare_exchange(head, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(new),
                Err(newer) => head = newer,
            }
        }
    }

    /// A node that belongs to this worker alone; `None` if all are used.
    fn take(&self, spare: &mut Range<u32>) -> Option<u32> {
        if spare.start == spare.end {
            let room = self.parameters.nodes as u32;
            let count = |used: u32| ((room - used) / (4 * HANDFUL)).clamp(1, HANDFUL);
            let more = |used| if used < room { Some(used + count(used)) } else { None };
            let from = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
            *spare = from..from + count(from);
        }
        spare.next()
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
            let (way, known) = (self.way(index), self.tally(index).counts());
            let mean = known.total() / known.visits.max(1) as f32;
            found.push(Found { action: way.action, visits: known.visits, mean });
            index = way.sibling;
        }
        found.reverse();
        found
    }
}
