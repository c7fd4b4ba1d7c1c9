//! Every way of switching alpha-beta's parts on and off, and whether an answer is
//! true.

use super::rooms::{Nearsighted, Room};
use crate::alphabeta::{Found, Guide, Parts};
use crate::minimax::minimax_to;
use crate::table::Replacement;
use crate::{Perfect, Score};

/// All ways of switching parts on and off, with tables far too small, small and
/// sufficient.
pub fn every_combination() -> Vec<Parts> {
    let mut all = Vec::new();
    for bits in 0..8 {
        for table in [
            None,
            Some((1, Replacement::New)),
            Some((4, Replacement::Costly)),
            Some((4, Replacement::Pair)),
            Some((0, Replacement::Pair)),
            Some((10, Replacement::New)),
        ] {
            let [killers, history, minimal_window] = [1, 2, 4].map(|part| bits & part != 0);
            all.push(Parts { table, killers, history, minimal_window });
        }
    }
    all
}

/// Returns the worth of each door of a room with a guide, `depth` moves ahead.
pub fn door_values(room: &Room, guide: &Nearsighted, depth: u8) -> Vec<(u8, Score)> {
    let mut doors = Vec::new();
    guide.moves(room, depth, &mut doors);
    let value = |door| {
        let (next, gain) = room.play(door);
        (door, gain + minimax_to(&next, guide, depth - 1))
    };
    doors.into_iter().map(value).collect()
}

/// Checks the score, and that the move reaches it. The panic names the question, `what`.
///
/// # Panics
/// If the answer is wrong.
pub fn assert_best(room: &Room, guide: &Nearsighted, depth: u8, found: Found<u8>, what: &str) {
    let doors = door_values(room, guide, depth);
    assert_eq!(found.score, minimax_to(room, guide, depth), "{room:?}, {what}");
    let best = found.best.expect("a room has doors");
    assert!(doors.contains(&(best, found.score)), "{room:?}, {what}: {best} of {doors:?}");
}
