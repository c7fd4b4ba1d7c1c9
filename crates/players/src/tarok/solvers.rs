//! The searches of known deals, one of each for every thread: their tables are
//! large.

use std::cell::RefCell;

use super::search::{Exact, Selective};

thread_local! {
    /// The seed study's search.
    pub(super) static SELECTIVE: RefCell<Selective> = RefCell::new(Selective::default());

    /// The exact one.
    pub(super) static EXACT: RefCell<Exact> = RefCell::new(Exact::new());
}
