//! The solver of known deals, one for every thread: its tables are large.

use std::cell::RefCell;

use super::search::Exact;

thread_local! {
    /// The solver.
    pub(super) static EXACT: RefCell<Exact> = RefCell::new(Exact::new());
}
