//! Records of deals.

use vzetek_game::testing::Invariants;
use vzetek_game::{Record, ReplayError};
use vzetek_protocol::{for_each_game, games};

/// Reads the bytes as the record of a deal of every game and replays it.
/// Returns the number of actions that were replayed, if there is a game in
/// which it can be played to its last one.
///
/// # Panics
/// If a record does not come back from what it is written as, if cards or
/// points are lost in its replay, or if an error names an action that the
/// record does not have.
pub fn record(bytes: &[u8]) -> Option<usize> {
    macro_rules! replays {
        (() $($game:ident)*) => { [$(replay::<games::$game>(bytes)),*] };
    }
    for_each_game!(replays!()).into_iter().flatten().max()
}

fn replay<G: Invariants>(bytes: &[u8]) -> Option<usize> {
    let record: Record<G::Options> = serde_json::from_slice(bytes).ok()?;
    let written = serde_json::to_string(&record).expect("a record can be written");
    let read: Record<G::Options> = serde_json::from_str(&written).expect("and read again");
    assert_eq!(read, record);
    match record.replay::<G>() {
        Ok(state) => {
            state.check_conservation().expect("nothing is lost");
            Some(record.actions.len())
        }
        Err(ReplayError::Deal(_)) => None,
        Err(ReplayError::Notation { number, .. } | ReplayError::Illegal { number, .. }) => {
            assert!((1..=record.actions.len()).contains(&number));
            None
        }
    }
}
