//! Buildings with a draught: chance opens some of the doors.

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_search::games::climb::Climb;
use vzetek_search::games::rooms::{MOST, Room};
use vzetek_search::ismcts::{Information, Payoffs, World};

use crate::expectiminimax::{Chance, Mover};
use crate::observers::Observed;

/// A building in which chance opens the door of every third room or so.
#[derive(Clone, Copy, Debug)]
pub struct Draughty(pub Room);

impl Chance for Draughty {
    type Move = u8;

    fn mover(&self) -> Mover {
        [Mover::Max, Mover::Min, Mover::Chance][self.0.draw(4, 3) as usize]
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.0.doors());
    }

    fn weight(&self, door: u8) -> f64 {
        let weight = |door: u8| self.0.draw(500 + u64::from(door), 4) as f64 + 1.0;
        weight(door) / (0..self.0.doors()).map(weight).sum::<f64>()
    }

    fn play(&self, door: u8) -> (Self, f64) {
        (Self(self.0.behind(door)), f64::from(self.0.gain(door)))
    }

    fn future(&self) -> (f64, f64) {
        let most = f64::from(MOST * i32::from(self.0.floors));
        (-most, most)
    }
}

/// A way up a draughty building, as far as it was climbed.
#[derive(Clone, Copy, Debug)]
pub struct Blown {
    at: Draughty,
    /// The maximiser's gains.
    gained: f64,
    /// The most that can be gained.
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

    /// Climbs by chance; gains become payoffs from 0 to 1.
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

impl Observed for Climb {
    type Seen = u8;

    fn sides(&self) -> usize {
        2
    }

    fn seen(&self, _: usize, door: u8) -> u8 {
        door
    }
}
