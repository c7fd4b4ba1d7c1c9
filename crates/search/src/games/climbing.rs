//! Searches by playouts against plain minimax, in buildings where all is seen.

use super::rooms::Room;
use crate::ismcts::{Findings, Parameters};
use crate::minimax::minimax;
use crate::{Limits, Perfect, Score};

/// Buildings to climb, and how well.
#[derive(Clone, Copy, Debug)]
pub struct Climbs {
    /// The number of buildings.
    pub buildings: usize,
    /// The number of floors.
    pub floors: u8,
    /// The number of playouts that each is searched with.
    pub playouts: u64,
    /// The number of buildings, of a hundred, in which the best door must be found.
    pub right: usize,
    /// The most units by which another door may be worse.
    pub missed: i32,
}

/// The search tries every way often: the first door is all that matters soon.
pub const LOW: Climbs =
    Climbs { buildings: 2_400, floors: 2, playouts: 2_500, right: 99, missed: 2 };

/// Behind the first door lies a search in itself, and so on.
pub const HIGH: Climbs =
    Climbs { buildings: 100, floors: 4, playouts: 20_000, right: 98, missed: 1 };

impl Climbs {
    /// Checks that the search finds the best doors, in buildings in which not
    /// all first ones are as good. Means come close to minimax, but doors that
    /// are hardly apart may be confused.
    ///
    /// # Panics
    /// If too few are found, or one is far from the best.
    pub fn check(self, mut search: impl FnMut(Room, &Limits) -> Findings<u8>) {
        let entrances = (0..).map(|seed| Room::entrance(seed, self.floors));
        let matters = |room: &Room| values(room).iter().any(|&value| value != minimax(room));
        let mut right = 0;
        for room in entrances.filter(matters).take(self.buildings) {
            let found = search(room, &Limits::iterations(self.playouts));
            let visits: u64 = found.moves.iter().map(|found| u64::from(found.visits)).sum();
            assert_eq!((visits, found.iterations), (self.playouts, self.playouts));
            let mut doors: Vec<u8> = found.moves.iter().map(|found| found.action).collect();
            doors.sort();
            assert_eq!(doors, (0..room.doors()).collect::<Vec<_>>());
            let chosen = found.most_visited().unwrap();
            assert!((0.0..=1.0).contains(&chosen.mean), "{room:?}: {chosen:?}");
            let missed = (values(&room)[usize::from(chosen.action)] - minimax(&room)).0.abs();
            assert!(missed <= self.missed, "{room:?}: {missed} units worse");
            right += usize::from(missed == 0);
        }
        assert!(right * 100 >= self.buildings * self.right, "{right} right of {self:?}");
    }
}

/// Returns the worth of each door of a room.
pub fn values(room: &Room) -> Vec<Score> {
    let value = |door| {
        let (next, gain) = room.play(door);
        gain + minimax(&next)
    };
    (0..room.doors()).map(value).collect()
}

/// Returns parameters with the exploration that buildings want.
pub fn parameters() -> Parameters {
    Parameters { exploration: 0.3, ..Parameters::default() }
}
