//! Tests of the parts of the checksum; that it is the same every time is tested
//! in `tests/it/matches.rs`.

use super::Work;

#[test]
fn what_is_found_counts_in_its_order() {
    let of = |found: [u64; 2]| {
        let mut work = Work::NONE;
        found.into_iter().for_each(|found| work.find(found));
        work.mark
    };
    assert_ne!(of([1, 2]), of([2, 1]));
    // Eight bytes of zero: the value that a second program of the hash gives.
    let mut zero = Work::NONE;
    zero.find(0);
    assert_eq!(zero.mark, 0xa8c7_f832_281a_39c5);
}
