//! Linear equations.

/// Solves `matrix · x = values` by Gauss's elimination, with a trace of a ridge
/// against columns that depend on each other. The matrix is positive
/// semidefinite.
pub fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut values: [f64; N]) -> [f64; N] {
    for (at, row) in matrix.iter_mut().enumerate() {
        row[at] += 1e-3;
    }
    for pivot in 0..N {
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *value -= factor * above;
            }
            values[row] -= factor * values[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|at| matrix[row][at] * values[at]).sum();
        values[row] = (values[row] - known) / matrix[row][row];
    }
    values
}
