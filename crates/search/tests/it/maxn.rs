//! Max^n against looking at everything.

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::games::rooms::{Room, Shared};
use vzetek_search::maxn::{self, Several};
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect};

/// The plain definition.
fn plain<P: Several>(position: &P) -> (P::Outcome, u64) {
    let (mut best, mut nodes): (Option<P::Outcome>, u64) = (None, 1);
    let merit = |outcome: &P::Outcome| position.merit(outcome, position.player());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for action in moves {
        let (outcome, below) = plain(&position.play(action));
        nodes += below;
        if best.is_none_or(|best| merit(&outcome) > merit(&best)) {
            best = Some(outcome);
        }
    }
    (best.unwrap_or_else(|| position.outcome()), nodes)
}

fn check_shared<const N: usize>(seeds: std::ops::Range<u64>) -> (u64, u64) {
    let (mut looked, mut all) = (0, 0);
    for seed in seeds {
        let position = Shared::<N>::new(Room::entrance(seed, 6));
        let (outcome, nodes) = plain(&position);
        let found = maxn::search(&position, &Limits::default()).unwrap();
        assert_eq!(found.outcome, outcome, "{N} players, seed {seed}");
        let next = position.play(found.best.unwrap());
        assert_eq!(plain(&next).0[position.player()], outcome[position.player()]);
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
struct Versus {
    room: Room,
    gained: i32,
}

impl Several for Versus {
    type Move = u8;
    type Outcome = i32;

    fn player(&self) -> usize {
        usize::from(!self.room.maximizing())
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.room.moves(moves);
    }

    fn play(&self, door: u8) -> Self {
        let (room, gain) = Perfect::play(&self.room, door);
        Self { room, gained: self.gained + gain.0 }
    }

    fn outcome(&self) -> i32 {
        self.gained
    }

    fn merit(&self, &gained: &i32, player: usize) -> f64 {
        f64::from(if player == 0 { gained } else { -gained })
    }
}

#[test]
fn max_n_for_two_is_minimax() {
    let start = |seed, floors| Versus { room: Room::entrance(seed, floors), gained: 0 };
    for seed in 0..2_000 {
        let found = maxn::search(&start(seed, 5), &Limits::default()).unwrap();
        assert_eq!(found.outcome, minimax(&Room::entrance(seed, 5)).0, "seed {seed}");
    }
    assert_eq!(maxn::search(&start(1, 12), &Limits::nodes(100)), Err(OutOfBudget));
}
