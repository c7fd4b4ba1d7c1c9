//! Max^n against looking at everything.

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::games::rooms::{Room, Shared};
use vzetek_search::maxn::{self, Gains, Several};
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect};

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
