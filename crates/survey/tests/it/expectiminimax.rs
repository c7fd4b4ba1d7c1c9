//! Expectiminimax against looking at everything.

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::games::rooms::Room;
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect};
use vzetek_survey::expectiminimax::{self, Chance, Mover, expectiminimax};
use vzetek_survey::games::draughty::Draughty;

/// Counts what the plain definition looks at.
fn size(position: &impl Chance) -> u64 {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    1 + moves.into_iter().map(|action| size(&position.play(action).0)).sum::<u64>()
}

#[test]
fn chance_is_cut_and_no_mean_changes() {
    let [mut looked, mut all] = [0; 2];
    for seed in 0..3_000 {
        let position = Draughty(Room::entrance(seed, 6));
        let value = expectiminimax(&position);
        let found = expectiminimax::search(&position, &Limits::default()).unwrap();
        assert!((found.value - value).abs() < 1e-9, "seed {seed}: {} {value}", found.value);
        assert_eq!(found.best.is_some(), position.mover() != Mover::Chance);
        if let Some(best) = found.best {
            let (next, gain) = position.play(best);
            assert!((gain + expectiminimax(&next) - value).abs() < 1e-9, "seed {seed}");
        }
        looked += found.nodes;
        all += size(&position);
    }
    assert!(looked * 10 < all * 7, "{looked} of {all}");
}

/// A building with nothing left to chance and nothing known of bounds.
#[derive(Clone)]
struct Still(Room);

impl Chance for Still {
    type Move = u8;

    fn mover(&self) -> Mover {
        if self.0.maximizing() { Mover::Max } else { Mover::Min }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.0.moves(moves);
    }

    fn weight(&self, _: u8) -> f64 {
        unreachable!("chance never has the move")
    }

    fn play(&self, door: u8) -> (Self, f64) {
        let (next, gain) = self.0.play(door);
        (Self(next), f64::from(gain.0))
    }
}

#[test]
fn without_chance_it_is_minimax() {
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let found = expectiminimax::search(&Still(room), &Limits::default()).unwrap();
        assert_eq!(found.value, f64::from(minimax(&room).0), "seed {seed}");
    }
    let deep = Still(Room::entrance(1, 12));
    assert_eq!(expectiminimax::search(&deep, &Limits::nodes(100)), Err(OutOfBudget));
}
