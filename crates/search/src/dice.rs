//! Random choices that are cheap enough for playouts.

use rand_core::Rng;

/// A number below `bound`, each as likely as the others, from 32 random bits
/// scaled down: for the small bounds of card games the bias is below one in ten
/// million.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    scale(rng.next_u32(), bound)
}

/// Scales 32 random bits to a number below `bound`.
#[inline]
pub fn scale(bits: u32, bound: u32) -> u32 {
    ((u64::from(bits) * u64::from(bound)) >> 32) as u32
}

/// A number from 0 up to but not including 1, none likelier than another.
pub fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Draws an index with these weights.
///
/// # Panics
/// If there is no positive weight.
pub fn weighted(rng: &mut impl Rng, weights: &[f64]) -> usize {
    let total: f64 = weights.iter().sum();
    assert!(total > 0.0, "nothing to choose from: {weights:?}");
    let mut target = unit(rng) * total;
    for (index, &weight) in weights.iter().enumerate() {
        target -= weight;
        if target < 0.0 && weight > 0.0 {
            return index;
        }
    }
    // Rounding can leave a trace of the target after the last weight.
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or_default()
}

/// The candidate of greatest merit, an even draw among equals; `None` if there is none.
#[inline]
pub fn greatest<C>(
    candidates: impl Iterator<Item = (C, impl PartialOrd)>,
    rng: &mut impl Rng,
) -> Option<C> {
    let (mut best, mut equals) = (None, 0);
    for (candidate, merit) in candidates {
        match &best {
            Some((_, greatest)) if merit < *greatest => continue,
            Some((_, greatest)) if merit == *greatest => {
                equals += 1;
                if below(rng, equals) != 0 {
                    continue;
                }
            }
            _ => equals = 1,
        }
        best = Some((candidate, merit));
    }
    best.map(|(candidate, _)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn every_face_comes_up_evenly() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0u32; 10];
        for _ in 0..100_000 {
            counts[below(&mut rng, 10) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn weights_are_kept_and_zero_never_comes_up() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            counts[weighted(&mut rng, &[1.0, 0.0, 3.0, 0.0])] += 1;
        }
        assert_eq!((counts[1], counts[3]), (0, 0));
        assert!((9_500..10_500).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn equals_are_drawn_evenly_and_lesser_ones_never() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut counts = [0u32; 5];
        for _ in 0..30_000 {
            let merits = [1.0, 3.0, 3.0, 2.0, 3.0].into_iter().enumerate();
            counts[greatest(merits, &mut rng).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!([1, 2, 4].iter().all(|&at| (9_500..10_500).contains(&counts[at])), "{counts:?}");
        assert_eq!(greatest(std::iter::empty::<(u8, f32)>(), &mut rng), None);
    }
}
