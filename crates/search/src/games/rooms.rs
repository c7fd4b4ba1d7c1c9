//! A small generated game: numbered rooms on floors, gains on the stairs.
//!
//! Many ways lead to one room, so that transpositions occur; who moves is a
//! property of the room, so that the sides do not take turns.

use crate::alphabeta::Guide;
use crate::maxn::Several;
use crate::{Perfect, Score};

/// Rooms on each floor of a small building.
pub const ROOMS: u64 = 7;

/// The most that one flight of stairs gains.
pub const MOST: i32 = 4;

/// The most doors a room has.
pub const DOORS: usize = 4;

/// A room of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    /// The number of the building.
    pub seed: u64,
    /// Floors still above.
    pub floors: u8,
    /// The room's number.
    pub number: u64,
    /// The number of rooms on each floor: the fewer, the more ways lead
    /// to each.
    pub rooms: u64,
}

impl Room {
    /// The entrance of a small building.
    pub fn entrance(seed: u64, floors: u8) -> Self {
        Self { seed, floors, number: 0, rooms: ROOMS }
    }

    /// The room with more rooms on each floor.
    pub fn with_rooms(self, rooms: u64) -> Self {
        Self { rooms, ..self }
    }

    /// A number below `bound` that only depends on this room and `salt`.
    pub fn draw(&self, salt: u64, bound: u64) -> u64 {
        let mut word = self.seed ^ salt << 40 ^ u64::from(self.floors) << 20 ^ self.number;
        for _ in 0..3 {
            word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        (word >> 20) % bound
    }

    /// Returns the number of doors that lead on.
    pub fn doors(&self) -> u8 {
        if self.floors == 0 { 0 } else { 1 + self.draw(2, DOORS as u64) as u8 }
    }

    /// The room behind a door.
    pub fn behind(&self, door: u8) -> Self {
        let number = self.draw(10 + u64::from(door), self.rooms);
        Self { floors: self.floors - 1, number, ..*self }
    }

    /// Returns the gain of the way through a door, from -[`MOST`] to [`MOST`].
    pub fn gain(&self, door: u8) -> i32 {
        self.draw(110 + u64::from(door), 2 * MOST as u64 + 1) as i32 - MOST
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
        moves.extend(0..self.doors());
    }

    fn play(&self, door: u8) -> (Self, Score) {
        (self.behind(door), Score(self.gain(door)))
    }

    fn future(&self) -> (Score, Score) {
        let most = MOST * i32::from(self.floors);
        (Score(-most), Score(most))
    }
}

/// A guide that sees only some floors ahead and guesses what comes above them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nearsighted {
    /// True if it leaves the last of four doors shut.
    pub selective: bool,
    /// True if it takes each two neighbouring rooms for the same.
    pub coarse: bool,
}

impl Guide<Room> for Nearsighted {
    type Key = (u8, u64);
    const HORIZON: bool = true;
    const SLOTS: usize = 2 * DOORS;

    fn key(&self, room: &Room) -> (u8, u64) {
        (room.floors, if self.coarse { room.number / 2 } else { room.number })
    }

    fn evaluate(&self, room: &Room) -> Score {
        let most = MOST as u64 * u64::from(room.floors).min(1);
        Score(room.draw(300, 2 * most + 1) as i32 - most as i32)
    }

    fn moves(&self, room: &Room, _: u8, moves: &mut Vec<u8>) {
        let doors = room.doors();
        let shut = self.selective && usize::from(doors) == DOORS;
        moves.extend(0..doors - u8::from(shut));
    }

    fn slot(&self, room: &Room, door: u8) -> usize {
        usize::from(room.maximizing()) * DOORS + usize::from(door)
    }
}

/// A building in which `N` players gather what lies on the stairs, [`MOST`] on
/// each flight.
#[derive(Clone, Copy, Debug)]
pub struct Shared<const N: usize> {
    /// The room that they have come to.
    pub room: Room,
    /// The gains of each.
    pub gathered: [i32; N],
}

impl<const N: usize> Shared<N> {
    /// Returns a start in which no player has gathered anything.
    pub fn new(room: Room) -> Self {
        Self { room, gathered: [0; N] }
    }
}

impl<const N: usize> Several for Shared<N> {
    type Move = u8;
    type Outcome = [i32; N];

    fn player(&self) -> usize {
        self.room.draw(3, N as u64) as usize
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.room.doors());
    }

    fn play(&self, door: u8) -> Self {
        let mut gathered = self.gathered;
        for piece in 0..MOST as u64 {
            let salt = 400 + u64::from(door) * MOST as u64 + piece;
            gathered[self.room.draw(salt, N as u64) as usize] += 1;
        }
        Self { room: self.room.behind(door), gathered }
    }

    fn outcome(&self) -> [i32; N] {
        self.gathered
    }

    fn merit(&self, outcome: &[i32; N], player: usize) -> f64 {
        f64::from(outcome[player])
    }

    /// The others keep what they have, so that much is left for the two.
    fn enough(&self, rival: usize, merit: f64) -> Option<f64> {
        let left = MOST * i32::from(self.room.floors);
        let two = left + self.gathered[rival] + self.gathered[self.player()];
        Some(f64::from(two) - merit)
    }
}
