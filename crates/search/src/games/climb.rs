//! Buildings to be climbed by playouts: [`Room`] for Monte Carlo searches.

use rand_core::Rng;

use super::rooms::{MOST, Room};
use crate::ismcts::{Information, Payoffs, World};
use crate::{Perfect, dice};

/// A way up a building, as far as it was climbed.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// The room that it has come to.
    pub room: Room,
    /// The maximiser's gains.
    gained: i32,
    /// The most that can be gained.
    most: i32,
}

impl Climb {
    /// A way that starts in this room.
    pub fn from(room: Room) -> Self {
        Self { room, gained: 0, most: MOST * i32::from(room.floors) }
    }
}

impl World for Climb {
    type Move = u8;

    /// The maximiser is side 0, the minimiser side 1.
    fn side(&self) -> Option<usize> {
        (self.room.floors > 0).then(|| usize::from(!self.room.maximizing()))
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.room.moves(moves);
    }

    fn play(&mut self, door: u8) {
        self.gained += self.room.gain(door);
        self.room = self.room.behind(door);
    }

    /// Climbs by chance; gains become payoffs from 0 to 1.
    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        while self.room.floors > 0 {
            let door = dice::below(rng, u32::from(self.room.doors()));
            self.play(door as u8);
        }
        let first = (self.gained + self.most) as f32 / (2 * self.most) as f32;
        [first, 1.0 - first, 0.0, 0.0]
    }
}

/// Nothing is hidden: there is one world.
#[derive(Clone, Copy, Debug)]
pub struct Open(pub Room);

impl Information for Open {
    type World = Climb;

    fn sample(&mut self, _: &mut impl Rng) -> Climb {
        Climb::from(self.0)
    }
}
