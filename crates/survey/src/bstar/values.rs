//! The values of the tree's nodes: judged, inherited, and carried up.

use super::Judge;
use super::tree::{Node, Phase, ROOT, Tree};
use vzetek_search::{Perfect, Score};

impl<P: Perfect> Node<P> {
    /// Keeps the realistic value between the others. Where they meet there is
    /// nothing left to find out.
    fn settle(&mut self) {
        self.low = self.low.min(self.high);
        self.real = self.real.max(self.low).min(self.high);
        self.open &= self.low < self.high;
    }
}

impl<P: Perfect, J: Judge<P>> Tree<'_, P, J> {
    pub fn expand(&mut self, leaf: usize) {
        let start = self.nodes.len();
        let mut moves = Vec::new();
        self.nodes[leaf].position.moves(&mut moves);
        for action in moves {
            let node = self.child(leaf, action);
            self.nodes.push(node);
        }
        self.nodes[leaf].children = start..self.nodes.len();
        self.nodes[leaf].open = self.nodes[start..].iter().any(|node| node.open);
    }

    fn child(&mut self, parent: usize, action: P::Move) -> Node<P> {
        let Node { low, high, own: by_own, gained, .. } = self.nodes[parent];
        let (position, gain) = self.nodes[parent].position.play(action);
        let gained = gained + gain;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let own = position.maximizing() == self.maximizing;
        let mut node = Node {
            action: Some(action),
            parent,
            children: 0..0,
            gained,
            own,
            open: !moves.is_empty(),
            low,
            real: self.unsigned(gained),
            high,
            chance: 1.0,
            position,
        };
        if !node.open {
            (node.low, node.high) = (node.real, node.real);
            return node;
        }
        let real = gained + self.judge.realistic(&node.position);
        node.real = self.unsigned(real);
        if by_own && self.phase == Phase::Selection {
            node.high = self.hope(&node.position, gained, true);
        } else if !by_own && self.phase == Phase::Verification {
            node.low = self.hope(&node.position, gained, false);
        }
        node.settle();
        node
    }

    /// Returns the worth of a position in the eyes of one side.
    fn hope(&mut self, position: &P, gained: Score, own: bool) -> f64 {
        let maximizer = own == self.maximizing;
        let hope = gained + self.judge.optimistic(position, maximizer);
        self.unsigned(hope)
    }

    /// Raises the lower bounds here and below to what the other side hopes for.
    pub fn lower(&mut self, at: usize) {
        let Node { parent, open, gained, .. } = self.nodes[at];
        let is_known = !open && self.nodes[at].children.is_empty();
        if !is_known {
            let low = if self.nodes[parent].own {
                self.nodes[parent].low
            } else {
                let position = self.nodes[at].position.clone();
                self.hope(&position, gained, false)
            };
            self.nodes[at].low = self.nodes[at].low.max(low);
            self.nodes[at].settle();
        }
        for child in self.nodes[at].children.clone() {
            self.lower(child);
        }
        self.gather(at);
    }

    /// Carries values up to the moves at the root. The root gets none: its
    /// moves would inherit them, and must not know of each other.
    pub fn back_up(&mut self, leaf: usize) {
        let mut at = leaf;
        while at != ROOT {
            self.gather(at);
            at = self.nodes[at].parent;
        }
    }

    /// Takes a node's values from its children.
    fn gather(&mut self, at: usize) {
        let children = &self.nodes[self.nodes[at].children.clone()];
        if children.is_empty() {
            return;
        }
        let own = self.nodes[at].own;
        let gather = |value: fn(&Node<P>) -> f64| {
            let values = children.iter().map(value);
            if own {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        };
        let (low, real, high) = (gather(|n| n.low), gather(|n| n.real), gather(|n| n.high));
        let open = children.iter().any(|child| child.open);
        let node = &mut self.nodes[at];
        node.low = node.low.max(low);
        node.high = node.high.min(high);
        (node.real, node.open) = (real, open);
        node.settle();
    }

    /// A score as a value of the side that chooses at the root.
    fn unsigned(&self, score: Score) -> f64 {
        f64::from(if self.maximizing { score.0 } else { -score.0 })
    }
}
