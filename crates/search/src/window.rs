//! Scores, search windows and what a finished search says about a value.

use std::ops::{Add, Neg, Sub};

/// A value in the game's smallest unit (thirds in tršet), from the
/// maximiser's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// Below every value a game can have.
    pub const LOWEST: Self = Self(i32::MIN / 4);
    /// Above every value a game can have.
    pub const HIGHEST: Self = Self(i32::MAX / 4);
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The values that a search must distinguish: it need not know exactly how far at or below `alpha`,
/// or at or above `beta`, a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that the maximiser has for sure elsewhere.
    pub alpha: Score,
    /// The score that the minimiser has for sure elsewhere.
    pub beta: Score,
}

impl Window {
    /// Asks for the exact value.
    pub const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// Asks only whether the value is at least `beta`.
    pub fn at_least(beta: Score) -> Self {
        Self { alpha: beta - Score(1), beta }
    }

    /// True if no value is left to be decided.
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// The distance between its ends.
    pub fn width(self) -> i32 {
        self.beta.0 - self.alpha.0
    }

    /// The question as it is asked of a part of the value, when `gain` of it has
    /// already been made.
    pub fn shifted(self, gain: Score) -> Self {
        Self { alpha: self.alpha - gain, beta: self.beta - gain }
    }

    /// Takes a value of the maximiser's into account; returns whether no value is left to be
    /// decided. By a branch: most values change nothing, and the next question need not wait for
    /// them. (Where moves are listed first, that gains nothing.)
    #[inline]
    pub(crate) fn raise(&mut self, score: Score) -> bool {
        if score > self.alpha {
            self.alpha = score;
            return self.is_closed();
        }
        false
    }

    /// As [`Window::raise`], for the minimiser.
    #[inline]
    pub(crate) fn lower(&mut self, score: Score) -> bool {
        if score < self.beta {
            self.beta = score;
            return self.is_closed();
        }
        false
    }

    /// Asks only whether a move of one side beats its best one so far.
    #[inline]
    pub(crate) fn beating(self, maximizing: bool) -> Self {
        if maximizing {
            Self { beta: self.alpha + Score(1), ..self }
        } else {
            Self { alpha: self.beta - Score(1), ..self }
        }
    }

    /// Asks for the value of a move that does: it is at the score or beyond.
    #[inline]
    pub(crate) fn beyond(self, maximizing: bool, score: Score) -> Self {
        if maximizing {
            Self { alpha: score - Score(1), ..self }
        } else {
            Self { beta: score + Score(1), ..self }
        }
    }

    /// Returns the meaning of a fail-soft answer to this question.
    pub fn bound_of(self, answer: Score) -> Bound {
        if answer <= self.alpha {
            Bound::Upper
        } else if answer >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// The relation of a number to the value it was found for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number is the value.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

impl Bound {
    /// True if `score`, known with this bound, answers the question.
    pub fn answers(self, score: Score, window: Window) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= window.beta,
            Self::Upper => score <= window.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_outside_the_window_is_only_a_bound() {
        let window = Window { alpha: Score(3), beta: Score(7) };
        let bounds = [3, 4, 6, 7].map(|score| window.bound_of(Score(score)));
        assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower]);
        assert!(Bound::Lower.answers(Score(7), window));
        assert!(!Bound::Lower.answers(Score(6), window));
        assert!(Bound::Upper.answers(Score(3), window));
        assert!(!Bound::Upper.answers(Score(4), window));
    }

    #[test]
    fn values_inside_narrow_a_window_until_it_closes() {
        let mut window = Window { alpha: Score(3), beta: Score(7) };
        assert!(!window.raise(Score(2)) && !window.lower(Score(8)));
        assert_eq!(window, Window { alpha: Score(3), beta: Score(7) });
        assert!(!window.raise(Score(4)) && !window.lower(Score(6)));
        assert_eq!(window, Window { alpha: Score(4), beta: Score(6) });
        let mut other = window;
        assert!(other.raise(Score(6)) && window.lower(Score(4)));
    }

    #[test]
    fn a_rival_is_asked_about_twice() {
        let window = Window { alpha: Score(3), beta: Score(7) };
        assert_eq!(window.beating(true), Window { alpha: Score(3), beta: Score(4) });
        assert_eq!(window.beating(false), Window { alpha: Score(6), beta: Score(7) });
        assert_eq!(window.beyond(true, Score(5)), Window { alpha: Score(4), beta: Score(7) });
        assert_eq!(window.beyond(false, Score(5)), Window { alpha: Score(3), beta: Score(6) });
    }

    #[test]
    fn a_zero_window_tells_two_neighbours_apart() {
        let window = Window::at_least(Score(5));
        assert_eq!(window.bound_of(Score(4)), Bound::Upper);
        assert_eq!(window.bound_of(Score(5)), Bound::Lower);
        assert!(!window.is_closed());
        assert!(Window { alpha: Score(5), beta: Score(5) }.is_closed());
    }
}
