//! Proof-number search: a goal that is reached or not, and the shortest way to
//! find out.
//!
//! Every position of the tree knows how many leaves at least must turn out well to prove the goal,
//! and how many to disprove it. The search always continues where both would be furthered most.
//! Best where branching varies, as in forced lines. The whole tree is stored, so large games need a
//! limit on nodes. Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number
//! search", 1994; Luštrek's survey, algorithm 3.
//!
//! ```
//! use vzetek_survey::proof::{self, Verdict};
//! use vzetek_search::games::four::Four;
//! use vzetek_search::{Limits, Score};
//!
//! // Three in a row and to move.
//! let board = Four::empty(7, 6).after(&[2, 2, 3, 3, 4, 4]);
//! let found = proof::search(&board, Score(1), &Limits::nodes(10_000));
//! assert_eq!(found.verdict, Verdict::Proved);
//! assert!(matches!(found.best, Some(1 | 5)));
//! ```

use vzetek_search::{Limits, Perfect, Score};

/// The fate of the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The maximiser reaches it.
    Proved,
    /// The minimiser prevents it.
    Disproved,
    /// A limit was reached first.
    Unknown,
}

/// The findings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// True if the maximiser reaches the goal.
    pub verdict: Verdict,
    /// The move to make: one that reaches the goal of the side to move, if it
    /// can; if not, the one that takes longest to refute, in the hope that the
    /// other side will not find that out; if that is unknown, the most
    /// promising. `None` if no move was looked at: because the position's own
    /// bounds or its being over say it all, or a limit came first.
    pub best: Option<M>,
    /// Positions of the tree.
    pub nodes: u64,
    /// The least number of leaves that must still turn out well for a proof: 0 if
    /// there is one, [`u32::MAX`] if there cannot be.
    pub proof: u32,
    /// The least number of leaves for a disproof.
    pub disproof: u32,
}

/// A number greater than any number of leaves.
const NEVER: u32 = u32::MAX;

#[derive(Debug)]
struct Node<P: Perfect> {
    position: P,
    /// The move that led here; `None` for the root.
    action: Option<P::Move>,
    /// The score that the maximiser must still gain.
    goal: Score,
    maximizing: bool,
    proof: u32,
    disproof: u32,
    parent: usize,
    /// The places of the children, one after the other.
    children: std::ops::Range<usize>,
    /// Positions below and this one.
    size: u64,
}

/// Finds out whether the maximiser still gains `goal` or more.
pub fn search<P: Perfect>(position: &P, goal: Score, limits: &Limits) -> Found<P::Move> {
    let mut tree = Tree { nodes: Vec::new() };
    tree.add(position.clone(), None, goal, 0);
    let mut budget = limits.start();
    let mut moves = Vec::new();
    while tree.nodes[0].proof > 0 && tree.nodes[0].disproof > 0 {
        if budget.nodes_spent(tree.nodes.len() as u64) || budget.is_late() {
            break;
        }
        let leaf = tree.most_proving();
        moves.clear();
        tree.expand(leaf, &mut moves);
        tree.update(leaf);
    }
    tree.found()
}

struct Tree<P: Perfect> {
    nodes: Vec<Node<P>>,
}

impl<P: Perfect> Tree<P> {
    fn add(&mut self, position: P, action: Option<P::Move>, goal: Score, parent: usize) {
        let (least, most) = position.future();
        let (proof, disproof) = match () {
            () if least >= goal => (0, NEVER),
            () if most < goal => (NEVER, 0),
            () => (1, 1),
        };
        let maximizing = position.maximizing();
        let children = 0..0;
        let node =
            Node { position, action, goal, maximizing, proof, disproof, parent, children, size: 1 };
        self.nodes.push(node);
    }

    /// The leaf that furthers both proof and disproof.
    fn most_proving(&self) -> usize {
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            if node.children.is_empty() {
                return at;
            }
            let wanted = |child: &usize| {
                let child = &self.nodes[*child];
                if node.maximizing {
                    child.proof == node.proof
                } else {
                    child.disproof == node.disproof
                }
            };
            at = node.children.clone().find(wanted).expect("a number comes from some child");
        }
    }

    fn expand(&mut self, leaf: usize, moves: &mut Vec<P::Move>) {
        let start = self.nodes.len();
        let goal = self.nodes[leaf].goal;
        self.nodes[leaf].position.moves(moves);
        for &action in &*moves {
            let (next, gain) = self.nodes[leaf].position.play(action);
            self.add(next, Some(action), goal - gain, leaf);
        }
        self.nodes[leaf].children = start..self.nodes.len();
    }

    /// Counts again from a node that was expanded to the root.
    fn update(&mut self, leaf: usize) {
        let added = self.nodes[leaf].children.len() as u64;
        let mut at = leaf;
        loop {
            let (proof, disproof) = self.count(at);
            let node = &mut self.nodes[at];
            (node.proof, node.disproof) = (proof, disproof);
            node.size += added;
            if at == 0 {
                return;
            }
            at = node.parent;
        }
    }

    fn count(&self, at: usize) -> (u32, u32) {
        let node = &self.nodes[at];
        let children = &self.nodes[node.children.clone()];
        if children.is_empty() {
            // The game is over, and nothing more is gained.
            return if node.goal <= Score(0) { (0, NEVER) } else { (NEVER, 0) };
        }
        let least = |number: fn(&Node<P>) -> u32| children.iter().map(number).min();
        let sum =
            |number: fn(&Node<P>) -> u32| children.iter().map(number).fold(0, u32::saturating_add);
        let (proofs, disproofs) = (|node: &Node<P>| node.proof, |node: &Node<P>| node.disproof);
        if node.maximizing {
            (least(proofs).unwrap_or(NEVER), sum(disproofs))
        } else {
            (sum(proofs), least(disproofs).unwrap_or(NEVER))
        }
    }

    fn found(&self) -> Found<P::Move> {
        let root = &self.nodes[0];
        let verdict = match (root.proof, root.disproof) {
            (0, _) => Verdict::Proved,
            (_, 0) => Verdict::Disproved,
            _ => Verdict::Unknown,
        };
        // The numbers of the side to move: its distance from its goal, and that of the other side.
        let distance = |node: &Node<P>| match root.maximizing {
            true => (node.proof, node.disproof),
            false => (node.disproof, node.proof),
        };
        let ratio = |node: &Node<P>| {
            let (near, far) = distance(node);
            f64::from(near) / f64::from(far).max(1e-9)
        };
        let children = &self.nodes[root.children.clone()];
        let best = match (verdict, root.maximizing) {
            (Verdict::Proved, true) | (Verdict::Disproved, false) => {
                children.iter().find(|child| distance(child).0 == 0)
            }
            (Verdict::Unknown, _) => {
                children.iter().min_by(|one, other| ratio(one).total_cmp(&ratio(other)))
            }
            _ => children.iter().rev().max_by_key(|child| child.size),
        };
        Found {
            verdict,
            best: best.and_then(|child| child.action),
            nodes: self.nodes.len() as u64,
            proof: root.proof,
            disproof: root.disproof,
        }
    }
}
