//! The recursion itself, compiled once with a `TABLE` and once without: even a
//! call that finds none would be felt at every position.

use std::borrow::Borrow;
use std::mem::needs_drop;

use super::order::to_front;
use super::{AlphaBeta, Guide};
use crate::table::Entry;
use crate::{Perfect, Score, Window};

/// The table's knowledge of a position: its value lies between the two.
#[derive(Clone, Copy)]
struct Known<M> {
    least: Score,
    most: Score,
    /// The number of moves looked ahead.
    depth: u8,
    /// The move to try first.
    best: Option<M>,
}

impl<P: Perfect, G: Guide<P>> AlphaBeta<P, G> {
    /// True if positions are so small that they are handed on in registers.
    /// From memory they would be waited for, having only just been made.
    const SMALL: bool = size_of::<P>() <= 16 && !needs_drop::<P>();

    /// The score and the move of the position at the root. The table gives a
    /// move to try first, but no answer, since that would lack the move.
    pub(super) fn root<const TABLE: bool>(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
    ) -> (Score, Option<P::Move>) {
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) {
            return (Score::default(), None);
        }
        if G::HORIZON && depth == 0 {
            return (self.guide.evaluate(position), None);
        }
        let key = self.key::<TABLE>(position, depth);
        let known = self.known(position, key);
        self.expand::<TABLE>(position, depth, window, known, key)
    }

    /// The score of a position, exact if it lies within the window. Every
    /// position at the horizon is answered here, without a call.
    #[inline]
    pub(super) fn visit<const TABLE: bool>(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
    ) -> Score {
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) {
            return Score::default();
        }
        let (least, most) = position.future();
        if least >= window.beta {
            return least;
        }
        if most <= window.alpha || least == most {
            return most;
        }
        if G::HORIZON && depth == 0 {
            return self.guide.evaluate(position);
        }
        if G::IN_TURN && !self.guide.is_worth_remembering(position, depth) {
            return self.in_turn::<TABLE>(position.clone(), depth, window);
        }
        if Self::SMALL {
            self.enter::<TABLE, P>(position.clone(), depth, window)
        } else {
            self.enter::<TABLE, &P>(position, depth, window)
        }
    }

    /// The score of a position that its bounds and the horizon leave open.
    #[inline(never)]
    fn enter<const TABLE: bool, Q: Borrow<P>>(
        &mut self,
        position: Q,
        depth: u8,
        window: Window,
    ) -> Score {
        let position = position.borrow();
        let key = self.key::<TABLE>(position, depth);
        let known = self.known(position, key);
        // Without a horizon everything known is known to the end. A bound
        // that does not answer could still narrow the window, but what is
        // then found out is less, and costs more positions than it saves.
        if let Some(known) = known
            && (!G::HORIZON || known.depth >= depth)
        {
            if known.least >= window.beta {
                return known.least;
            }
            if known.most <= window.alpha || known.least == known.most {
                return known.most;
            }
        }
        self.expand::<TABLE>(position, depth, window, known, key).0
    }

    /// The score of a position that is not remembered, its moves tried as they
    /// come.
    #[inline(never)]
    fn in_turn<const TABLE: bool>(&mut self, position: P, depth: u8, asked: Window) -> Score {
        let mut window = asked;
        let maximizing = position.maximizing();
        let worst = if maximizing { Score::LOWEST } else { Score::HIGHEST };
        let mut best = worst;
        let below = if G::HORIZON { depth - 1 } else { depth };
        if G::SLOTS > 0 {
            self.order.ply += 1;
        }
        for (next, gain) in position.successors() {
            let score = gain + self.visit::<TABLE>(&next, below, window.shifted(gain));
            if maximizing {
                best = best.max(score);
                if window.raise(score) {
                    break;
                }
            } else {
                best = best.min(score);
                if window.lower(score) {
                    break;
                }
            }
            if self.budget.is_spent() {
                break;
            }
        }
        if G::SLOTS > 0 {
            self.order.ply -= 1;
        }
        if best == worst { self.guide.evaluate(&position) } else { best }
    }

    /// Returns the table's knowledge of the position, from its own side.
    #[inline(always)]
    fn known(&self, position: &P, key: Option<G::Key>) -> Option<Known<P::Move>> {
        let Entry { least, most, depth, best, .. } = self.table.as_ref()?.get(&key?)?;
        let (least, most) =
            if self.guide.is_mirrored(position) { (-most, -least) } else { (least, most) };
        Some(Known { least, most, depth, best })
    }

    #[inline]
    fn key<const TABLE: bool>(&self, position: &P, depth: u8) -> Option<G::Key> {
        let wanted = TABLE && self.guide.is_worth_remembering(position, depth);
        wanted.then(|| self.guide.key(position))
    }

    /// Tries the moves and remembers what came out.
    #[inline(always)]
    fn expand<const TABLE: bool>(
        &mut self,
        position: &P,
        depth: u8,
        asked: Window,
        known: Option<Known<P::Move>>,
        key: Option<G::Key>,
    ) -> (Score, Option<P::Move>) {
        let before = self.nodes;
        let start = self.moves.len();
        let best = known.and_then(|known| known.best);
        let first = best.filter(|_| G::FAITHFUL);
        if let Some(first) = first {
            self.moves.push(first);
        } else {
            self.list(position, depth, best);
        }
        if start == self.moves.len() {
            return (self.guide.evaluate(position), None);
        }
        let (score, best) = if self.parts.minimal_window {
            self.best_of::<TABLE, true>(position, depth, start, first, asked)
        } else {
            self.best_of::<TABLE, false>(position, depth, start, first, asked)
        };
        self.moves.truncate(start);
        if let (Some(table), Some(key), false) = (&mut self.table, key, self.budget.is_spent()) {
            // Of the whole game, what was known stays true beside what is new.
            let (mut least, mut most) = match known {
                Some(known) if G::FAITHFUL && !G::HORIZON => (known.least, known.most),
                _ => (Score::LOWEST, Score::HIGHEST),
            };
            if score > asked.alpha {
                least = score;
            }
            if score < asked.beta {
                most = score;
            }
            if self.guide.is_mirrored(position) {
                (least, most) = (-most, -least);
            }
            let depth = if G::HORIZON { depth } else { super::WHOLE };
            table.put(Entry { key, least, most, depth, best }, self.nodes - before);
        }
        (score, best)
    }

    /// Adds the moves to the list in the order in which to try them.
    #[inline(always)]
    fn list(&mut self, position: &P, depth: u8, first: Option<P::Move>) {
        let start = self.moves.len();
        self.guide.moves(position, depth, &mut self.moves);
        // Just above the horizon sorting costs more than it saves.
        if G::SLOTS > 0 && self.parts.order() && !(G::HORIZON && depth < 2) {
            self.order.sort(self.parts, &self.guide, position, &mut self.moves[start..]);
        }
        if let Some(first) = first {
            to_front(&mut self.moves[start..], first);
        }
    }

    /// Lists the moves when one of them has been tried already.
    #[inline(never)]
    fn list_late(&mut self, position: &P, depth: u8, first: Option<P::Move>) {
        if G::SLOTS > 0 {
            self.order.ply -= 1;
        }
        self.list(position, depth, first);
        if G::SLOTS > 0 {
            self.order.ply += 1;
        }
    }

    /// Tries the moves, each after the first with a minimal window if it
    /// `SCOUTS`. If there is a `first` one, the others are not listed yet.
    #[inline(always)]
    fn best_of<const TABLE: bool, const SCOUTS: bool>(
        &mut self,
        position: &P,
        depth: u8,
        start: usize,
        mut first: Option<P::Move>,
        asked: Window,
    ) -> (Score, Option<P::Move>) {
        let mut window = asked;
        let maximizing = position.maximizing();
        let mut best = if maximizing { Score::LOWEST } else { Score::HIGHEST };
        let mut chosen = None;
        let below = if G::HORIZON { depth - 1 } else { depth };
        if G::SLOTS > 0 {
            self.order.ply += 1;
        }
        let mut at = start;
        let mut end = self.moves.len();
        while at < end {
            let action = self.moves[at];
            at += 1;
            let mut next = position.clone();
            let gain = next.advance(action);
            // With a rival, whether the move beats that one is asked first.
            let mut scouts = SCOUTS && chosen.is_some() && window.width() > 1;
            let mut question = if scouts { window.beating(maximizing) } else { window };
            let score = loop {
                let score = gain + self.visit::<TABLE>(&next, below, question.shifted(gain));
                if !scouts || score <= window.alpha || score >= window.beta {
                    break score;
                }
                (scouts, question) = (false, window.beyond(maximizing, score));
            };
            if self.budget.is_spent() {
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
            if G::FAITHFUL && at == end && first.is_some() {
                self.moves.truncate(start);
                self.list_late(position, depth, first.take());
                end = self.moves.len();
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
