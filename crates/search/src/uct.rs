//! First-level Monte Carlo tree search with UCT, as in the tršet thesis.
//!
//! Section 4.2: hidden cards are drawn again in every iteration, so everything below the root's
//! moves is thrown away; a move is chosen by UCT, the rest of the game is a playout. UCT itself: L.
//! Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", 2006; UCB1: P. Auer et al., 2002.
//!
//! A move never tried comes first, since a division by zero makes it infinitely
//! good; but not with `C = 0`, where only mean values count and its own is 0
//! (the end of section 3.5.2: "trivial and ineffective"). The search then keeps
//! to the first move that ever brought something, as the agent of the thesis does,
//! which with `C = 0` is hardly better than chance (figure 15).
//!
//! ```
//! use rand_core::Rng;
//! use rand_xoshiro::Xoshiro256PlusPlus;
//! use rand_xoshiro::rand_core::SeedableRng;
//! use vzetek_search::uct::{self, FinalChoice, Outcome, Parameters, Trial};
//! use vzetek_search::{Limits, dice};
//!
//! /// Machines that win so often.
//! struct Machines([f64; 3]);
//!
//! impl Trial for Machines {
//!     fn moves(&self) -> usize {
//!         self.0.len()
//!     }
//!
//!     fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
//!         let win = f64::from(u8::from(dice::unit(rng) < self.0[chosen]));
//!         Outcome { win, points: win }
//!     }
//! }
//!
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let parameters = Parameters { final_choice: FinalChoice::MostVisits, ..Parameters::default() };
//! let limits = Limits::iterations(2_000);
//! let found = uct::search(&mut Machines([0.2, 0.7, 0.4]), &parameters, &limits, &mut rng);
//! assert_eq!(found.chosen, 1);
//! ```

use rand_core::Rng;

use crate::{Limits, dice};

/// The result of a playout for the player who thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// 1 for a win, 0 for a loss, a share for a shared win.
    pub win: f64,
    /// The points, scaled to 0 (none) to 1 (all), more being better.
    pub points: f64,
}

/// A decision that can be tried out.
pub trait Trial {
    /// Returns the number of moves to choose from.
    fn moves(&self) -> usize;

    /// Draws the hidden cards, makes the move and plays the game to its end.
    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome;
}

/// The choice of the move when the iterations are over (section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The move by UCT once more, as the agent of the tršet thesis does.
    #[default]
    Uct,
    /// The move tried most often.
    MostVisits,
    /// The move with the best mean value.
    BestMean,
    /// The move with the largest sum of values.
    LargestSum,
}

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// `C`: how much rarely tried moves are preferred; with 0 not even those
    /// never tried. The tršet thesis found 0.3 to 0.7 best against itself (section
    /// 5.2).
    pub exploration: f64,
    /// `α`: the weight of winning in a value, the rest being points. The
    /// tršet thesis found more to be better (tables 1 and 2).
    pub win_weight: f64,
    /// The choice of the final move.
    pub final_choice: FinalChoice,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { exploration: 0.5, win_weight: 0.9, final_choice: FinalChoice::Uct }
    }
}

/// The findings about one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arm {
    /// The number of times it was tried.
    pub visits: u64,
    /// The sum of its values `α·win + (1-α)·points`.
    pub value: f64,
    /// The sum of its points, for telling what the move is expected to bring.
    pub points: f64,
}

impl Arm {
    /// The mean value, 0 for a move never tried.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.value / self.visits as f64 }
    }

    /// The mean points, 0 for a move never tried.
    pub fn mean_points(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.points / self.visits as f64 }
    }
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The move to make.
    pub chosen: usize,
    /// The findings about each move.
    pub arms: Vec<Arm>,
    /// Playouts in all.
    pub iterations: u64,
}

/// `Q + C·sqrt(ln N / n)`; a move never tried comes first unless `C` is 0.
fn uct(arm: &Arm, total: u64, exploration: f64) -> f64 {
    if exploration == 0.0 {
        return arm.mean();
    }
    if arm.visits == 0 {
        return f64::INFINITY;
    }
    arm.mean() + exploration * ((total as f64).ln() / arm.visits as f64).sqrt()
}

/// Searches until a limit is reached, with at least as many playouts as there
/// are moves.
///
/// # Panics
/// If there is no move, or if the limits bound neither playouts nor time.
pub fn search<T: Trial, R: Rng>(
    trial: &mut T,
    parameters: &Parameters,
    limits: &Limits,
    rng: &mut R,
) -> Findings {
    assert!(trial.moves() > 0, "a choice among no moves");
    assert!(limits.is_bounded(), "a Monte Carlo search has no end of its own");
    let mut arms = vec![Arm::default(); trial.moves()];
    // Enough to try every move once.
    let done = limits.start().playouts(arms.len() as u64, 32, |done| {
        let chosen = best(&arms, |arm| uct(arm, done, parameters.exploration), rng);
        let outcome = trial.playout(chosen, rng);
        let arm = &mut arms[chosen];
        let alpha = parameters.win_weight;
        arm.visits += 1;
        arm.value += alpha * outcome.win + (1.0 - alpha) * outcome.points;
        arm.points += outcome.points;
    });
    Findings { chosen: choose(&arms, done, parameters, rng), arms, iterations: done }
}

/// The move to make, when all is known that will be.
pub fn choose<R: Rng>(
    arms: &[Arm],
    iterations: u64,
    parameters: &Parameters,
    rng: &mut R,
) -> usize {
    match parameters.final_choice {
        FinalChoice::Uct => best(arms, |arm| uct(arm, iterations, parameters.exploration), rng),
        FinalChoice::MostVisits => best(arms, |arm| arm.visits as f64, rng),
        FinalChoice::BestMean => best(arms, Arm::mean, rng),
        FinalChoice::LargestSum => best(arms, |arm| arm.value, rng),
    }
}

/// The arm with the greatest merit, an even draw among equals.
fn best<R: Rng>(arms: &[Arm], merit: impl Fn(&Arm) -> f64, rng: &mut R) -> usize {
    let merits = arms.iter().map(merit).enumerate();
    dice::greatest(merits, rng).unwrap_or_default()
}
