//! The checks that every game must pass, written once.
//!
//! * [`conformance`]: random play to the end, replay, honest views.
//! * [`facts`]: the facts for a coach, in every state that looks the same.
//! * [`claims`]: the rest of a deal, played out in every order.
//! * [`golden`]: recorded deals, shown as they were recorded to the byte.
//! * [`perft`]: counted leaves, compared with counts on file.
//! * [`lockstep`]: deals that an observer cannot tell apart look alike.
//! * [`chance`]: even draws, and the number of ways to share cards out.

pub mod chance;
pub mod claims;
pub mod conformance;
pub mod facts;
pub mod golden;
pub mod lockstep;
pub mod perft;

pub use claims::check_claims;
pub use conformance::{Invariants, check, check_by};
pub use facts::{check_endings, check_facts};

use crate::{Observer, Seat};

/// All who may look at a deal: each seat, and the public.
pub fn observers(seats: usize) -> impl Iterator<Item = Observer> + Clone {
    Seat::all(seats).map(Observer::Seat).chain([Observer::Public])
}
