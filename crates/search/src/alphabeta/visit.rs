//! The recursion itself.

use std::ops::Range;

use super::order::to_front;
use super::{AlphaBeta, Guide};
use crate::table::Entry;
use crate::{Budget, Perfect, Score, Window};

impl<P: Perfect, G: Guide<P>> AlphaBeta<P, G> {
    /// The score and the move of the position at the root. The table gives a
    /// move to try first, but no answer, since that would lack the move.
    pub(super) fn root(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
        budget: &mut Budget,
    ) -> (Score, Option<P::Move>) {
        self.nodes += 1;
        if budget.nodes_spent(self.nodes) {
            return (Score::default(), None);
        }
        if G::HORIZON && depth == 0 {
            return (self.guide.evaluate(position), None);
        }
        let key = self.key(position, depth);
        let known = key.and_then(|key| self.table.as_ref()?.get(&key));
        let first = known.and_then(|entry| entry.best);
        self.expand(position, depth, window, first, key, budget)
    }

    /// The score of a position, exact if it lies within the window.
    pub(super) fn visit(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
        budget: &mut Budget,
    ) -> Score {
        self.nodes += 1;
        if budget.nodes_spent(self.nodes) {
            return Score::default();
        }
        let (least, most) = position.future();
        if least >= window.beta || least == most {
            return least;
        }
        if most <= window.alpha {
            return most;
        }
        if G::HORIZON && depth == 0 {
            return self.guide.evaluate(position);
        }
        let mut first = None;
        let key = self.key(position, depth);
        if let (Some(table), Some(key)) = (&self.table, key)
            && let Some(entry) = table.get(&key)
        {
            // Without a horizon everything known is known to the end. A bound
            // that does not answer could still narrow the window, but what is
            // then found out is less, and costs more positions than it saves.
            let is_deep = !G::HORIZON || entry.depth >= depth;
            if is_deep && entry.bound.answers(entry.score, window) {
                return entry.score;
            }
            first = entry.best;
        }
        self.expand(position, depth, window, first, key, budget).0
    }

    #[inline]
    fn key(&self, position: &P, depth: u8) -> Option<G::Key> {
        let wanted = self.table.is_some() && self.guide.is_worth_remembering(position, depth);
        wanted.then(|| self.guide.key(position))
    }

    /// Tries the moves and remembers what came out.
    #[inline]
    fn expand(
        &mut self,
        position: &P,
        depth: u8,
        asked: Window,
        first: Option<P::Move>,
        key: Option<G::Key>,
        budget: &mut Budget,
    ) -> (Score, Option<P::Move>) {
        let before = self.nodes;
        let start = self.moves.len();
        position.moves(&mut self.moves);
        if start == self.moves.len() {
            return (self.guide.evaluate(position), None);
        }
        self.guide.select(position, depth, &mut self.moves, start);
        // Just above the horizon sorting costs more than it saves.
        if G::SLOTS > 0 && !(G::HORIZON && depth < 2) {
            self.order.sort(self.parts, &self.guide, position, &mut self.moves[start..]);
        }
        if let Some(first) = first {
            to_front(&mut self.moves[start..], first);
        }
        let moves = start..self.moves.len();
        let (score, best) = self.best_of(position, depth, moves, asked, budget);
        self.moves.truncate(start);
        if let (Some(table), Some(key), false) = (&mut self.table, key, budget.is_spent()) {
            let bound = asked.bound_of(score);
            let depth = if G::HORIZON { depth } else { super::WHOLE };
            table.put(Entry { key, score, bound, depth, best }, self.nodes - before);
        }
        (score, best)
    }

    #[inline]
    fn best_of(
        &mut self,
        position: &P,
        depth: u8,
        moves: Range<usize>,
        asked: Window,
        budget: &mut Budget,
    ) -> (Score, Option<P::Move>) {
        let mut window = asked;
        let maximizing = position.maximizing();
        let mut best = if maximizing { Score::LOWEST } else { Score::HIGHEST };
        let mut chosen = None;
        for at in moves {
            let action = self.moves[at];
            let score = self.try_move(position, depth, action, window, chosen.is_some(), budget);
            if budget.is_spent() {
                break;
            }
            if maximizing && score > best {
                (best, chosen) = (score, Some(action));
                window.alpha = window.alpha.max(score);
            } else if !maximizing && score < best {
                (best, chosen) = (score, Some(action));
                window.beta = window.beta.min(score);
            }
            if window.is_closed() {
                break;
            }
        }
        // A side that does not reach the window learns nothing about its moves.
        let reached = if maximizing { best > asked.alpha } else { best < asked.beta };
        if G::SLOTS > 0
            && reached
            && let Some(best) = chosen
        {
            self.order.praise(self.parts, &self.guide, position, best, depth);
        }
        (best, chosen)
    }

    /// What a move brings; with a rival, by asking first only whether it beats
    /// that one.
    #[inline]
    fn try_move(
        &mut self,
        position: &P,
        depth: u8,
        action: P::Move,
        window: Window,
        has_rival: bool,
        budget: &mut Budget,
    ) -> Score {
        let (next, gain) = position.play(action);
        let depth = if G::HORIZON { depth - 1 } else { depth };
        if G::SLOTS > 0 {
            self.order.ply += 1;
        }
        let minimal = self.parts.minimal_window && has_rival && window.width() > 1;
        let mut ask = |asked: Window| gain + self.visit(&next, depth, asked.shifted(gain), budget);
        let score =
            if minimal { beat(position.maximizing(), window, &mut ask) } else { ask(window) };
        if G::SLOTS > 0 {
            self.order.ply -= 1;
        }
        score
    }
}

/// The score of a move that is not expected to beat the best one so far.
fn beat(maximizing: bool, window: Window, ask: &mut impl FnMut(Window) -> Score) -> Score {
    let narrow = if maximizing {
        Window { beta: window.alpha + Score(1), ..window }
    } else {
        Window { alpha: window.beta - Score(1), ..window }
    };
    let score = ask(narrow);
    if score <= window.alpha || score >= window.beta {
        return score;
    }
    // It does beat it. The value is at the score or beyond.
    ask(if maximizing {
        Window { alpha: score - Score(1), ..window }
    } else {
        Window { beta: score + Score(1), ..window }
    })
}
