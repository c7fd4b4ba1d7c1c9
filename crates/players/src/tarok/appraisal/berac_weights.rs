//! Learned weights, of the kind that `vzetek-lab train tarok-berac-appraisal` prints. These
//! come from 4,435 berači that an earlier build of the players played, chosen
//! and fitted in the same way.

/// The number of traits of a hand for berač.
pub const DUCKING: usize = 9;

/// By trait.
pub(super) const BERAC: [f64; DUCKING] =
    [6.48, -0.819, -0.637, -0.17, -0.108, -0.483, -0.027, -0.022, -0.155];

/// By trait, of four players; 211 of 900 hands were made (`--players 4 --share 0.2`).
pub(super) const BERAC_OF_FOUR: [f64; DUCKING] =
    [3.262, -0.384, -0.149, -0.042, -0.059, -1.771, -0.052, -0.024, -0.084];
