//! Arithmetic of small networks.

/// Adds rows of a table of weights to units.
#[inline]
pub fn add_rows<const UNITS: usize>(
    units: &mut [f32; UNITS],
    table: &[[f32; UNITS]],
    rows: impl IntoIterator<Item = usize>,
) {
    for row in rows {
        units.iter_mut().zip(&table[row]).for_each(|(unit, weight)| *unit += weight);
    }
}

/// Returns the dot product, summed in lanes that need not wait for each other.
#[inline]
pub fn dot<const UNITS: usize>(some: &[f32; UNITS], others: &[f32; UNITS]) -> f32 {
    const LANES: usize = 8;
    const { assert!(UNITS.is_multiple_of(LANES)) };
    let mut sums = [0.0; LANES];
    for at in (0..UNITS).step_by(LANES) {
        for lane in 0..LANES {
            sums[lane] += some[at + lane] * others[at + lane];
        }
    }
    sums.iter().sum()
}

/// Returns the units with 0 in place of those that are negative.
#[inline]
pub fn positive<const UNITS: usize>(units: &[f32; UNITS]) -> [f32; UNITS] {
    units.map(|unit| unit.max(0.0))
}

/// Makes chances of the logarithms of odds: they add up to 1.
#[inline]
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        total += *score;
    }
    for score in scores {
        *score /= total;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_add_up_and_only_positive_units_count() {
        let mut units = [-1.0; 8];
        add_rows(&mut units, &[[1.0; 8], [0.5; 8], [9.0; 8]], [0, 1, 1]);
        assert_eq!(units, [1.0; 8]);
        units[0] = -3.0;
        assert_eq!(dot(&positive(&units), &[2.0; 8]), 14.0);
        assert_eq!(dot(&units, &[2.0; 8]), 8.0);
    }

    #[test]
    fn chances_add_up_to_one() {
        let mut scores = [0.0, 2.0_f32.ln(), 1000.0_f32.ln()];
        softmax(&mut scores);
        for (chance, expected) in scores.into_iter().zip([1.0, 2.0, 1000.0]) {
            assert!((chance * 1003.0 - expected).abs() < 1e-3 * expected, "{scores:?}");
        }
    }
}
