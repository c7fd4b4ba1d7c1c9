//! A small seeded game: numbered rooms on floors, gains on the stairs.
//!
//! Many ways lead to one room, so that transpositions occur; who moves is a
//! property of the room, so that the sides do not take turns.

use vzetek_search::{Perfect, Score};

/// Rooms on each floor.
pub const ROOMS: u64 = 7;

/// A room of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Which building.
    pub seed: u64,
    /// Floors still above.
    pub floors: u8,
    /// The room's number.
    pub number: u64,
}

impl Room {
    /// The entrance of a building.
    pub fn entrance(seed: u64, floors: u8) -> Self {
        Self { seed, floors, number: 0 }
    }

    /// A number that only depends on this room and `salt`.
    pub fn draw(&self, salt: u64, bound: u64) -> u64 {
        let mut word = self.seed ^ salt << 40 ^ u64::from(self.floors) << 20 ^ self.number;
        for _ in 0..3 {
            word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        (word >> 20) % bound
    }
}

impl Perfect for Room {
    type Move = u8;
    type Key = (u8, u64);

    fn key(&self) -> (u8, u64) {
        (self.floors, self.number)
    }

    fn maximizing(&self) -> bool {
        self.draw(1, 2) == 0
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if self.floors > 0 {
            moves.extend(0..1 + self.draw(2, 4) as u8);
        }
    }

    fn play(&self, action: u8) -> (Self, Score) {
        let salt = 10 + u64::from(action);
        let next = Self { floors: self.floors - 1, number: self.draw(salt, ROOMS), ..*self };
        (next, Score(self.draw(salt + 100, 9) as i32 - 4))
    }

    fn future(&self) -> (Score, Score) {
        let most = 4 * i32::from(self.floors);
        (Score(-most), Score(most))
    }
}
