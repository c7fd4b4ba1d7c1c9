//! The optimizer of weights: D. Kingma and J. Ba, "Adam: a method for
//! stochastic optimization" (2015).

/// The number of steps that means reach back over, and that of means of squares.
const MEAN_STEPS: f32 = 10.0;
const SQUARE_STEPS: f32 = 1000.0;

/// The memory of earlier steps.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Returns an optimizer of so many weights.
    pub fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    /// Moves each weight by about `rate`. Its directions by `count` lessons are
    /// summed in `sums`, which begin anew.
    pub fn step<'a>(
        &mut self,
        weights: impl Iterator<Item = &'a mut f32>,
        sums: impl Iterator<Item = &'a mut f32>,
        count: u32,
        rate: f32,
    ) {
        self.steps += 1;
        let count = 1.0 / count.max(1) as f32;
        let grown = |steps: f32| 1.0 - (1.0 - 1.0 / steps).powi(self.steps);
        let (mean_grown, square_grown) = (grown(MEAN_STEPS), grown(SQUARE_STEPS));
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for (weight, (sum, (mean, square))) in weights.zip(sums.zip(memory)) {
            let slope = count * std::mem::take(sum);
            *mean += (slope - *mean) / MEAN_STEPS;
            *square += (slope * slope - *square) / SQUARE_STEPS;
            *weight += rate * *mean / mean_grown / ((*square / square_grown).sqrt() + 1e-6);
        }
    }
}
