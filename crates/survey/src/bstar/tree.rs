//! The tree: which leaf is expanded, and how likely targets are reached.

use std::ops::Range;

use super::judge::{Goal, Judge};
use vzetek_search::{Perfect, Score};

/// The side whose optimism is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// That of the side that chooses at the root.
    Selection,
    /// That of the other side.
    Verification,
}

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A leaf was expanded.
    Expanded,
    /// The phase has reached its end.
    Done,
    /// The selected move is worse than it seemed.
    Refuted,
}

/// A position. Values are those of the side that chooses at the root, what was
/// gained on the way included.
#[derive(Debug)]
pub(super) struct Node<P: Perfect> {
    pub position: P,
    pub action: Option<P::Move>,
    pub parent: usize,
    pub children: Range<usize>,
    pub gained: Score,
    /// True if the side that chooses at the root moves here.
    pub own: bool,
    /// True if anything below can still be expanded.
    pub open: bool,
    pub low: f64,
    pub real: f64,
    pub high: f64,
    /// The probability that the phase's target is reached here.
    pub chance: f64,
}

pub(super) struct Tree<'a, P: Perfect, J> {
    pub nodes: Vec<Node<P>>,
    pub judge: &'a mut J,
    goal: Goal,
    pub phase: Phase,
    /// True if the maximiser chooses at the root.
    pub maximizing: bool,
    /// The move being verified.
    selected: usize,
    pub target: f64,
}

pub(super) const ROOT: usize = 0;

impl<'a, P: Perfect, J: Judge<P>> Tree<'a, P, J> {
    pub fn new(position: &P, judge: &'a mut J, goal: Goal) -> Self {
        let maximizing = position.maximizing();
        let root = Node {
            position: position.clone(),
            action: None,
            parent: ROOT,
            children: 0..0,
            gained: Score(0),
            own: true,
            open: true,
            low: f64::NEG_INFINITY,
            real: 0.0,
            high: f64::INFINITY,
            chance: 1.0,
        };
        let (phase, selected) = (Phase::Selection, ROOT);
        let mut tree =
            Self { nodes: vec![root], judge, goal, phase, maximizing, selected, target: 0.0 };
        tree.expand(ROOT);
        tree
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is anything to choose from.
    pub fn has_choice(&self) -> bool {
        self.nodes[ROOT].children.len() > 1
    }

    pub fn action(&self, node: usize) -> Option<P::Move> {
        self.nodes[node].action
    }

    pub fn realistic(&self, node: usize) -> Score {
        let value = self.nodes[node].real as i32;
        Score(if self.maximizing { value } else { -value })
    }

    /// The move that was verified, or that looks best while none was.
    pub fn answer(&self) -> Option<usize> {
        if self.phase == Phase::Verification { Some(self.selected) } else { self.best() }
    }

    /// The move with the greatest realistic value, the first of equals.
    fn best(&self) -> Option<usize> {
        self.greatest(self.nodes[ROOT].children.clone(), |node| node.real)
    }

    /// Starts a phase.
    pub fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        if phase == Phase::Verification
            && let Some(best) = self.best()
        {
            self.selected = best;
            self.lower(best);
        }
        self.aim(None);
    }

    /// Expands the leaf that matters most, unless the phase is over.
    pub fn step(&mut self) -> Step {
        let leaf = match self.phase {
            Phase::Selection => self.select(),
            Phase::Verification => self.verify(),
        };
        match leaf {
            Ok(leaf) => {
                self.expand(leaf);
                self.back_up(leaf);
                self.aim(Some(leaf));
                Step::Expanded
            }
            Err(step) => step,
        }
    }

    fn select(&self) -> Result<usize, Step> {
        let moves = self.nodes[ROOT].children.clone();
        let best = self.best().ok_or(Step::Done)?;
        let rival = self.rival(best, |node| node.high).ok_or(Step::Done)?;
        if self.nodes[best].real >= rival {
            return Err(Step::Done);
        }
        if let Goal::Likely(least) = self.goal
            && moves.clone().all(|node| node == best || self.nodes[node].chance <= least)
        {
            return Err(Step::Done);
        }
        self.descend(ROOT).ok_or(Step::Done)
    }

    fn verify(&self) -> Result<usize, Step> {
        if self.nodes[self.selected].real < self.target {
            return Err(Step::Refuted);
        }
        let least = if let Goal::Likely(least) = self.goal { least } else { 0.0 };
        let mut answers = self.nodes[self.selected].children.clone();
        let none_left = if answers.is_empty() {
            self.nodes[self.selected].chance <= least
        } else {
            answers.all(|node| self.nodes[node].chance <= least)
        };
        if none_left { Err(Step::Done) } else { self.descend(self.selected).ok_or(Step::Done) }
    }

    /// The leaf to expand: the side whose optimism is tried goes where its
    /// chance is greatest, the other where things look best for it.
    fn descend(&self, from: usize) -> Option<usize> {
        let mut at = from;
        while !self.nodes[at].children.is_empty() {
            let node = &self.nodes[at];
            let open = node.children.clone().filter(|&child| self.nodes[child].open);
            let trying = node.own == (self.phase == Phase::Selection);
            at = match (trying, node.own) {
                (true, _) => self.greatest(open, |node| node.chance)?,
                (false, true) => self.greatest(open, |node| node.real)?,
                (false, false) => self.greatest(open, |node| -node.real)?,
            };
        }
        self.nodes[at].open.then_some(at)
    }

    /// Sets the target of the phase, and how likely that is: everywhere, or only
    /// where the expansion of a leaf may have changed it.
    fn aim(&mut self, expanded: Option<usize>) {
        let Some(best) = self.best() else { return };
        let rival = match (self.phase, self.goal) {
            (Phase::Verification, Goal::Likely(_)) => self.rival(self.selected, |node| node.real),
            (Phase::Verification, Goal::Proved) => self.rival(self.selected, |node| node.high),
            (Phase::Selection, _) => self.rival(best, |node| node.high),
        };
        let Some(rival) = rival else { return };
        let target = match self.phase {
            Phase::Selection => f64::midpoint(self.nodes[best].real, rival),
            Phase::Verification => rival - self.goal.margin(),
        };
        let moved = target != std::mem::replace(&mut self.target, target);
        match expanded {
            Some(leaf) if !moved => {
                for at in self.nodes[leaf].children.clone() {
                    self.nodes[at].chance = self.chance(at);
                }
                let mut at = leaf;
                while at != ROOT {
                    self.nodes[at].chance = self.chance(at);
                    at = self.nodes[at].parent;
                }
            }
            _ => {
                for at in (1..self.nodes.len()).rev() {
                    self.nodes[at].chance = self.chance(at);
                }
            }
        }
    }

    fn chance(&self, at: usize) -> f64 {
        let node = &self.nodes[at];
        let chances = self.nodes[node.children.clone()].iter().map(|child| child.chance);
        if !node.children.is_empty() {
            // One of its own moves is enough, all of the other's are needed.
            let trying = node.own == (self.phase == Phase::Selection);
            return if trying { chances.fold(0.0, f64::max) } else { chances.product() };
        }
        let (hope, target) = match self.phase {
            Phase::Selection => (node.high, self.target),
            Phase::Verification => (-node.low, -self.target),
        };
        let real = if self.phase == Phase::Selection { node.real } else { -node.real };
        match () {
            () if real >= target => 1.0,
            () if hope < target => 0.0,
            // Nothing is known that speaks against it.
            () if hope.is_infinite() => 1.0,
            () => (hope - target) / (hope - real),
        }
    }

    /// The most that any other move but this promises.
    fn rival(&self, best: usize, merit: fn(&Node<P>) -> f64) -> Option<f64> {
        let others = self.nodes[ROOT].children.clone().filter(|&node| node != best);
        others.map(|node| merit(&self.nodes[node])).max_by(f64::total_cmp)
    }

    fn greatest(
        &self,
        nodes: impl Iterator<Item = usize>,
        merit: impl Fn(&Node<P>) -> f64,
    ) -> Option<usize> {
        nodes.fold(None, |best: Option<usize>, node| match best {
            Some(best) if merit(&self.nodes[best]) >= merit(&self.nodes[node]) => Some(best),
            _ => Some(node),
        })
    }
}
