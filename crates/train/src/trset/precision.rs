//! Learns the precision of quantal responses in endings, from what was played there.

use vzetek_players::trset::opponent_policy::{EndingChoice, Precision};

/// The prior: the square of a precision counts as this many halves of a card's log loss, so that of
/// players who never gave a third away it stays finite.
const PRIOR: f64 = 0.1;

/// Newton's steps; some ten are enough.
const STEPS: usize = 50;

/// The change of the logarithm of the likelihood at which nothing more is to be gained.
const DONE: f64 = 1e-9;

/// Sums over choices at some parameters: the logarithm of their likelihood, its gradient
/// and its second derivatives.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    likelihood: f64,
    gradient: [f64; 2],
    curvature: [[f64; 2]; 2],
}

/// Returns the precision that makes these choices, each with its player's strength, most
/// likely. The likelihood is concave, so there is one (McFadden, 1974, whose conditional
/// logit it is).
///
/// With `by_strength` false it does not change with strength.
pub fn fit(choices: &[(EndingChoice, f32)], by_strength: bool) -> Precision {
    let mut at = [0.0; 2];
    let mut sums = sums(choices, at, by_strength);
    for _ in 0..STEPS {
        let [step_average, step_slope] = newton(&sums, by_strength);
        // Half the step, until it is one uphill.
        let mut share = 1.0;
        let (next, found) = loop {
            let next = [at[0] + share * step_average, at[1] + share * step_slope];
            let found = self::sums(choices, next, by_strength);
            if found.likelihood >= sums.likelihood || share < 1e-6 {
                break (next, found);
            }
            share /= 2.0;
        };
        let gain = found.likelihood - sums.likelihood;
        (at, sums) = (next, found);
        if gain < DONE {
            break;
        }
    }
    let most = f64::from(Precision::MOST);
    let [average, slope] = at.map(|number| number.clamp(-most, most) as f32);
    Precision { average, slope }
}

fn sums(choices: &[(EndingChoice, f32)], at: [f64; 2], by_strength: bool) -> Sums {
    let mut sums = Sums::default();
    for (choice, strength) in choices {
        let traits = [1.0, if by_strength { f64::from(*strength) } else { 0.0 }];
        let precision = at[0] * traits[0] + at[1] * traits[1];
        let merits = || choice.merits.iter().map(|&merit| f64::from(merit));
        let logits = || merits().map(|merit| precision * merit);
        let most = logits().fold(f64::NEG_INFINITY, f64::max);
        let odds = || logits().map(|logit| (logit - most).exp());
        let all: f64 = odds().sum();
        let mean = odds().zip(merits()).map(|(odds, merit)| odds * merit).sum::<f64>() / all;
        let square =
            odds().zip(merits()).map(|(odds, merit)| odds * merit * merit).sum::<f64>() / all;
        let played = f64::from(choice.merits[choice.played]);
        sums.likelihood += precision * played - most - all.ln();
        for (one, &of_one) in traits.iter().enumerate() {
            sums.gradient[one] += of_one * (played - mean);
            for (other, of_other) in traits.iter().enumerate() {
                sums.curvature[one][other] += of_one * of_other * (square - mean * mean);
            }
        }
    }
    for (number, &at) in at.iter().enumerate() {
        sums.likelihood -= PRIOR / 2.0 * at * at;
        sums.gradient[number] -= PRIOR * at;
        sums.curvature[number][number] += PRIOR;
    }
    sums
}

/// Newton's step.
fn newton(sums: &Sums, by_strength: bool) -> [f64; 2] {
    let Sums { gradient: [first, second], curvature: [[a, b], [_, d]], .. } = *sums;
    if !by_strength {
        return [first / a, 0.0];
    }
    let determinant = a * d - b * b;
    [(d * first - b * second) / determinant, (a * second - b * first) / determinant]
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_search::dice;

    use super::*;

    /// Choices of players who play by this precision, half of them each of two strengths.
    fn choices(precision: Precision, count: usize) -> Vec<(EndingChoice, f32)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let choice = |at: usize| {
            let strength = if at.is_multiple_of(2) { -1.0 } else { 1.5 };
            let cards = 2 + dice::below(&mut rng, 7);
            let merits: Vec<f32> = (0..cards).map(|_| -(dice::below(&mut rng, 6) as f32)).collect();
            let weights: Vec<f64> = precision
                .chances(strength, &merits)
                .iter()
                .map(|&chance| f64::from(chance))
                .collect();
            let played = dice::weighted(&mut rng, &weights);
            (EndingChoice { merits: merits.into_iter().collect(), played }, strength)
        };
        (0..count).map(choice).collect()
    }

    #[test]
    fn the_precision_that_was_played_by_is_found() {
        let played = Precision { average: 0.9, slope: 0.4 };
        let choices = choices(played, 40_000);
        let found = fit(&choices, true);
        assert!((found.average - played.average).abs() < 0.04, "{found:?}");
        assert!((found.slope - played.slope).abs() < 0.04, "{found:?}");
        let alike = fit(&choices, false);
        assert_eq!(alike.slope, 0.0);
        // Between those of the two strengths, 0.5 and 1.5.
        assert!((0.6..1.2).contains(&alike.average), "{alike:?}");
    }

    #[test]
    fn who_never_gives_anything_away_is_precise_and_who_plays_anything_is_not() {
        let perfect = choices(Precision { average: Precision::MOST, slope: 0.0 }, 2_000);
        let found = fit(&perfect, true);
        assert!(found.average > 3.0 && found.average <= Precision::MOST, "{found:?}");
        let any = fit(&choices(Precision::default(), 20_000), true);
        assert!(any.average.abs() < 0.02 && any.slope.abs() < 0.02, "{any:?}");
        assert_eq!(fit(&[], true), Precision::default(), "of nobody nothing is known");
    }
}
