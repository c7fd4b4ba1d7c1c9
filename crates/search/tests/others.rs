//! Searches with other players than two: max^n and chance, against looking at
//! everything.

use vzetek_search::Limits;
use vzetek_search::expectiminimax::{self, Chance, Mover, expectiminimax};
use vzetek_search::maxn::{self, Gains, Several};
use vzetek_search::minimax::minimax;
use vzetek_search::study::rooms::{Draughty, Room, Shared};
use vzetek_search::{Perfect, alphabeta::OutOfBudget};

/// The plain definition.
fn plain<const N: usize>(position: &impl Several<N>) -> (Gains<N>, u64) {
    let (mut best, mut nodes): (Option<Gains<N>>, u64) = (None, 1);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for action in moves {
        let (next, gains) = position.play(action);
        let (future, below) = plain(&next);
        nodes += below;
        let value = std::array::from_fn(|player| gains[player] + future[player]);
        if best.is_none_or(|best| value[position.player()] > best[position.player()]) {
            best = Some(value);
        }
    }
    (best.unwrap_or([0; N]), nodes)
}

fn check_shared<const N: usize>(seeds: std::ops::Range<u64>) -> (u64, u64) {
    let (mut looked, mut all) = (0, 0);
    for seed in seeds {
        let position = Shared::<N>(Room::entrance(seed, 6));
        let (gains, nodes) = plain(&position);
        let found = maxn::search(&position, &Limits::default()).unwrap();
        assert_eq!(found.gains, gains, "{N} players, seed {seed}");
        let (next, now) = position.play(found.best.unwrap());
        let reached: i32 = now[position.player()] + plain(&next).0[position.player()];
        assert_eq!(reached, gains[position.player()]);
        looked += found.nodes;
        all += nodes;
    }
    (looked, all)
}

#[test]
fn max_n_prunes_and_changes_nothing() {
    for (looked, all) in
        [check_shared::<2>(0..2_000), check_shared::<3>(0..2_000), check_shared::<4>(0..2_000)]
    {
        assert!(looked < all, "{looked} of {all}");
    }
}

/// Two players, one gaining what the other loses.
#[derive(Clone)]
struct Versus(Room);

impl Several<2> for Versus {
    type Move = u8;

    fn player(&self) -> usize {
        usize::from(!self.0.maximizing())
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.0.moves(moves);
    }

    fn play(&self, door: u8) -> (Self, Gains<2>) {
        let (next, gain) = self.0.play(door);
        (Self(next), [gain.0, -gain.0])
    }
}

#[test]
fn max_n_for_two_is_minimax() {
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let found = maxn::search(&Versus(room), &Limits::default()).unwrap();
        assert_eq!(found.gains[0], minimax(&room).0, "seed {seed}");
        assert_eq!(found.gains[1], -found.gains[0]);
    }
    let deep = Versus(Room::entrance(1, 12));
    assert_eq!(maxn::search(&deep, &Limits::nodes(100)), Err(OutOfBudget));
}

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

/// The same building with nothing left to chance and nothing known of bounds.
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
