//! The worth of a position of trioomph where a search stops.

use super::board::bits;
use super::{Kind, Trioomph};
use vzetek_search::Score;
use vzetek_search::alphabeta::Guide;

/// The worth of a triangle or a circle. The square is beyond price.
const TRIANGLE: i32 = 30;
const CIRCLE: i32 = 20;

/// The worth to a piece of each step nearer to its prey, by kind.
const NEARNESS: [i32; 3] = [3, 2, 1];

/// Further than any two cells are apart.
const FAR: i32 = 11;

/// Looks some moves ahead, and then judges by the pieces on the board and by
/// how near each is to what it may take. Luštrek's survey does not say what its
/// program knows. That a player cannot move is too rare to be looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lookout;

impl Guide<Trioomph> for Lookout {
    type Key = Trioomph;
    const HORIZON: bool = true;

    fn key(&self, position: &Trioomph) -> Trioomph {
        *position
    }

    fn evaluate(&self, position: &Trioomph) -> Score {
        match position.winner() {
            // The worth of a win was gained on the way to it.
            Some(_) => Score(0),
            None => Score(worth(position, 0) - worth(position, 1)),
        }
    }
}

fn worth(position: &Trioomph, side: usize) -> i32 {
    let own = &position.pieces[side];
    let count = |kind: Kind| own[kind as usize].count_ones() as i32;
    let pieces = TRIANGLE * count(Kind::Triangle) + CIRCLE * count(Kind::Circle);
    let near = |kind: Kind| {
        let prey = position.pieces[1 - side][kind.prey() as usize];
        let steps = |from: u8| bits(prey).map(move |to| position.steps.distance(from, to)).min();
        let nearest = bits(own[kind as usize]).filter_map(steps).min();
        nearest.map_or(0, |steps| NEARNESS[kind as usize] * (FAR - i32::from(steps)))
    };
    pieces + Kind::ALL.into_iter().map(near).sum::<i32>()
}
