//! Statements for many rows.

use sqlx::QueryBuilder;

use super::Db;

/// The most identifiers that one statement asks for. A caller with more asks
/// again; both databases limit the parameters of a statement.
pub(super) const IDS: usize = 500;

/// The most rows that one statement writes. Each takes up to sixteen variables, of which
/// SQLite allows 32,766.
const ROWS: usize = 256;

/// Adds ` IN ($1, $2, …)`. `ids` must not be empty.
pub(super) fn push_in(query: &mut QueryBuilder<Db>, ids: &[impl AsRef<str>]) {
    query.push(" IN (");
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id.as_ref().to_owned());
    }
    query.push(")");
}

/// Cuts rows into pieces of 256, 128, …, 2 and 1: a statement for these sizes alone has nine texts,
/// which stay prepared. To plan one takes Postgres about half as long as to run it.
pub(super) fn pieces<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let size = ROWS.min(1 << rest.len().checked_ilog2()?);
        let (piece, after) = rest.split_at(size);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_rows_in_order_in_few_sizes() {
        for count in [0, 1, 2, 3, 255, 256, 257, 1000] {
            let rows: Vec<usize> = (0..count).collect();
            let cut: Vec<&[usize]> = pieces(&rows).collect();
            assert_eq!(cut.concat(), rows);
            assert!(cut.iter().all(|piece| piece.len().is_power_of_two() && piece.len() <= ROWS));
        }
        let sizes: Vec<usize> = pieces(&[(); 1000]).map(<[()]>::len).collect();
        assert_eq!(sizes, [256, 256, 256, 128, 64, 32, 8]);
    }
}
