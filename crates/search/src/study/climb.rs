//! Buildings to be climbed by playouts: [`Room`] and [`Draughty`] for Monte
//! Carlo searches.

use rand_core::Rng;

use super::rooms::{Draughty, MOST, Room};
use crate::expectiminimax::{Chance, Mover};
use crate::ismcts::{Information, Payoffs, World};
use crate::observers::Observed;
use crate::{Perfect, dice};

/// A way up a building, as far as it was gone.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// Where it has come to.
    pub room: Room,
    /// What the maximiser gained.
    gained: i32,
    /// What can be gained at most.
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

    /// Goes up by chance; gains become payoffs from 0 to 1.
    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        while self.room.floors > 0 {
            let door = dice::below(rng, u32::from(self.room.doors()));
            self.play(door as u8);
        }
        let first = (self.gained + self.most) as f32 / (2 * self.most) as f32;
        [first, 1.0 - first, 0.0, 0.0]
    }
}

impl Observed for Climb {
    type Seen = u8;

    fn sides(&self) -> usize {
        2
    }

    fn seen(&self, _: usize, door: u8) -> u8 {
        door
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

/// A way up a draughty building, as far as it was gone.
#[derive(Clone, Copy, Debug)]
pub struct Blown {
    at: Draughty,
    /// What the maximiser gained.
    gained: f64,
    /// What can be gained at most.
    most: f64,
}

impl World for Blown {
    type Move = u8;

    /// The maximiser is side 0; chance goes through doors for side 1.
    fn side(&self) -> Option<usize> {
        (self.at.0.floors > 0).then(|| usize::from(self.at.mover() != Mover::Max))
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.at.moves(moves);
    }

    fn play(&mut self, door: u8) {
        let (next, gain) = self.at.play(door);
        self.at = next;
        self.gained += gain;
    }

    fn given(&self, rng: &mut impl Rng) -> Option<u8> {
        let weights =
            || (0..self.at.0.doors()).map(|door| self.at.weight(door)).collect::<Vec<_>>();
        (self.at.mover() == Mover::Chance).then(|| dice::weighted(rng, &weights()) as u8)
    }

    /// Goes up by chance; gains become payoffs from 0 to 1.
    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        while self.at.0.floors > 0 {
            let door = dice::below(rng, u32::from(self.at.0.doors()));
            self.play(door as u8);
        }
        let first = ((self.gained + self.most) / (2.0 * self.most)) as f32;
        [first, 1.0 - first, 0.0, 0.0]
    }
}

impl Observed for Blown {
    type Seen = u8;

    fn sides(&self) -> usize {
        2
    }

    fn seen(&self, _: usize, door: u8) -> u8 {
        door
    }
}

/// Nothing is hidden but which doors chance will open.
#[derive(Clone, Copy, Debug)]
pub struct Windy(pub Room);

impl Information for Windy {
    type World = Blown;

    fn sample(&mut self, _: &mut impl Rng) -> Blown {
        let most = f64::from(MOST * i32::from(self.0.floors));
        Blown { at: Draughty(self.0), gained: 0.0, most }
    }
}
