//! The parts that the small networks of all games share: the file format of their weights, and
//! their arithmetic.

mod arithmetic;
mod weights;

pub use arithmetic::{add_rows, dot, positive, softmax};
pub use weights::{Layout, WeightsError, Width};
