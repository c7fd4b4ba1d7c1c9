//! Values of deals to the players.

use sha2::{Digest as _, Sha256};

use super::terms::{Played, Unit, Who};
use crate::estimate::Estimate;
use crate::fingerprint::fingerprint;

/// The mean value of this player's seats in this deal.
pub(super) fn mean(seating: &[Who], values: impl Iterator<Item = f64>, who: Who) -> f64 {
    let own = seating.iter().zip(values).filter(|(seated, _)| **seated == who);
    let (count, sum) = own.fold((0.0, 0.0), |(count, sum), (_, value)| (count + 1.0, sum + value));
    sum / f64::max(count, 1.0)
}

pub(super) fn over_seatings(deal: &Duplicate, value: impl Fn(&[Who], &Played) -> f64) -> f64 {
    deal.iter().map(|(seating, played)| value(seating, played)).sum::<f64>() / deal.len() as f64
}

/// The first player's mean score in this deal, less the second's.
pub(super) fn difference(seating: &[Who], played: &Played) -> f64 {
    let score = |who| mean(seating, played.scores.iter().copied(), who);
    score(0) - score(1)
}

/// The value of a deal to the first player. Deals are independent; the seatings
/// of one deal are not, and count as one observation.
pub fn value(unit: Unit, deal: &Duplicate) -> f64 {
    match unit {
        Unit::Points => over_seatings(deal, difference),
        Unit::Wins(even) => {
            100.0 * (over_seatings(deal, |seating, played| wins(seating, played, 0)) - even)
        }
    }
}

/// The share of this deal that a seat of this player wins.
pub(super) fn wins(seating: &[Who], played: &Played, who: Who) -> f64 {
    mean(seating, played.wins.iter().copied(), who)
}

/// Describes the first player's standing after deals of these values.
pub fn standing(unit: Unit, values: &[f64]) -> String {
    let Estimate { mean, margin, .. } = Estimate::of(values.iter().copied());
    match unit {
        Unit::Points => format!("{mean:+.2} ± {margin:.2} points a deal and seat (95%)"),
        Unit::Wins(even) => {
            let (rate, even) = (100.0 * even + mean, 100.0 * even);
            format!("wins {rate:.1}% ± {margin:.1} (95%), {even:.1}% would be even")
        }
    }
}

/// A deal in all its seatings.
pub type Duplicate = Vec<(Vec<Who>, Played)>;

/// Returns the fingerprint of a deal: of its scores and of the iterations spent, without times.
pub fn outcome(deal: &Duplicate) -> String {
    let mut hash = Sha256::new();
    for (seating, played) in deal {
        let iterations = played.thinking.map(|thinking| thinking.iterations);
        hash.update(format!("{seating:?} {iterations:?} {:?}\n", played.scores));
    }
    fingerprint(hash)
}
