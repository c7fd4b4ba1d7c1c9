//! The parts that the small networks of all games share: the file that their
//! weights are kept in, and their arithmetic.

mod arithmetic;
mod weights;

pub use arithmetic::{add_rows, dot, positive, softmax};
pub use weights::{Layout, WeightsError, Width};
