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

    /// The score of a position, exact if it lies within the window. Every
    /// position at the horizon is answered here, without a call.
    #[inline]
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
        self.enter(position, depth, window, budget)
    }

    /// The score of a position that its bounds and the horizon do not tell.
    #[inline(never)]
    fn enter(&mut self, position: &P, depth: u8, window: Window, budget: &mut Budget) -> Score {
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
    #[inline(always)]
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
        self.guide.moves(position, depth, &mut self.moves);
        if start == self.moves.len() {
            return (self.guide.evaluate(position), None);
        }
        // Just above the horizon sorting costs more than it saves.
        if G::SLOTS > 0 && self.parts.order() && !(G::HORIZON && depth < 2) {
            self.order.sort(self.parts, &self.guide, position, &mut self.moves[start..]);
        }
        if let Some(first) = first {
            to_front(&mut self.moves[start..], first);
        }
        let moves = start..self.moves.len();
        let (score, best) = if self.parts.minimal_window {
            self.best_of::<true>(position, depth, moves, asked, budget)
        } else {
            self.best_of::<false>(position, depth, moves, asked, budget)
        };
        self.moves.truncate(start);
        if let (Some(table), Some(key), false) = (&mut self.table, key, budget.is_spent()) {
            let bound = asked.bound_of(score);
            let depth = if G::HORIZON { depth } else { super::WHOLE };
            table.put(Entry { key, score, bound, depth, best }, self.nodes - before);
        }
        (score, best)
    }

    /// Tries the moves, each after the first with a minimal window if it
    /// `SCOUTS`.
    #[inline(always)]
    fn best_of<const SCOUTS: bool>(
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
        let below = if G::HORIZON { depth - 1 } else { depth };
        if G::SLOTS > 0 {
            self.order.ply += 1;
        }
        for at in moves {
            let action = self.moves[at];
            let mut next = position.clone();
            let gain = next.advance(action);
            // With a rival, whether the move beats that one is asked first.
            let mut scouts = SCOUTS && chosen.is_some() && window.width() > 1;
            let mut question = if scouts { beating(maximizing, window) } else { window };
            let score = loop {
                let score = gain + self.visit(&next, below, question.shifted(gain), budget);
                if !scouts || score <= window.alpha || score >= window.beta {
                    break score;
                }
                (scouts, question) = (false, beyond(maximizing, window, score));
            };
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
        if G::SLOTS > 0 {
            self.order.ply -= 1;
            if self.parts.order()
                && let Some(action) = chosen
                // A side that does not reach the window learns nothing of its moves.
                && if maximizing { best > asked.alpha } else { best < asked.beta }
            {
                self.order.praise(self.parts, &self.guide, position, action, depth);
            }
        }
        (best, chosen)
    }
}

/// Asks only whether a move beats the best one so far.
fn beating(maximizing: bool, window: Window) -> Window {
    if maximizing {
        Window { beta: window.alpha + Score(1), ..window }
    } else {
        Window { alpha: window.beta - Score(1), ..window }
    }
}

/// Asks for the value of a move that does: it is at the score or beyond.
fn beyond(maximizing: bool, window: Window, score: Score) -> Window {
    if maximizing {
        Window { alpha: score - Score(1), ..window }
    } else {
        Window { beta: score + Score(1), ..window }
    }
}
