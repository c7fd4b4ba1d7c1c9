//! The optimizer of weights: D. Kingma and J. Ba, "Adam: a method for
//! stochastic optimization" (2015).

/// The number of steps that means reach back over.
const MEAN_STEPS: f32 = 10.0;

/// The memory of earlier steps, and the number of lessons since the last.
#[derive(Clone, Debug)]
pub struct Adam {
    /// By weight: the mean of the slopes, and that of their squares.
    means: Vec<[f32; 2]>,
    /// The number of steps that means of squares reach back over.
    square_steps: f32,
    /// Added to the root of a mean square, so that small slopes make small steps.
    least: f32,
    steps: i32,
    /// The number of lessons whose slopes are summed since the last step.
    pub lessons: u32,
}

impl Adam {
    /// Returns an optimizer of this number of weights.
    pub fn new(weights: usize, square_steps: f32, least: f32) -> Self {
        Self { means: vec![[0.0; 2]; weights], square_steps, least, steps: 0, lessons: 0 }
    }

    /// Moves each of these weights by about `rate`. Each comes with its number, and with the sum of
    /// its slopes in the lessons since the last step, which is reset.
    pub fn step<'a>(
        &mut self,
        weights: impl Iterator<Item = (usize, (&'a mut f32, &'a mut f32))>,
        rate: f32,
    ) {
        self.steps += 1;
        let share = 1.0 / std::mem::take(&mut self.lessons).max(1) as f32;
        let grown = |steps: f32| 1.0 - (1.0 - 1.0 / steps).powi(self.steps);
        let (mean_grown, square_grown) = (grown(MEAN_STEPS), grown(self.square_steps));
        for (number, (weight, sum)) in weights {
            let slope = share * std::mem::take(sum);
            let [mean, square] = &mut self.means[number];
            *mean += (slope - *mean) / MEAN_STEPS;
            *square += (slope * slope - *square) / self.square_steps;
            *weight += rate * *mean / mean_grown / ((*square / square_grown).sqrt() + self.least);
        }
    }
}
