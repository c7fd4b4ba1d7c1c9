//! Sampling over a search inside.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::games::rooms::Room;
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect, Score, dice};
use vzetek_survey::games::worlds::Worlds;
use vzetek_survey::pimc::{self, Findings};

/// Returns the value of each door to the side to move.
fn values(room: &Room, limits: &Limits) -> Option<Vec<(u8, Score)>> {
    let values = AlphaBeta::new(8).move_values(room, limits).ok()?;
    let own = |(door, score): (u8, Score)| (door, if room.maximizing() { score } else { -score });
    Some(values.into_iter().map(own).collect())
}

#[test]
fn with_one_world_it_is_the_search_inside() {
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let inside = |room: &Room| values(room, &Limits::default());
        let found = pimc::search(|| (room, 1.0), inside, &Limits::iterations(3));
        for best in [found.best_mean().unwrap(), found.most_votes().unwrap()] {
            let (next, gain) = room.play(best.action);
            assert_eq!(gain + minimax(&next), minimax(&room), "seed {seed}");
        }
        assert_eq!((found.worlds, found.weight), (3, 3.0));
    }
}

/// A branch's worth in one world, by plain minimax.
fn plain(tree: &Worlds, world: usize) -> i32 {
    let values = |branches: &[Worlds]| -> Vec<i32> {
        branches.iter().map(|branch| plain(branch, world)).collect()
    };
    match tree {
        Worlds::Max(branches) => values(branches).into_iter().max().unwrap(),
        Worlds::Min(branches) => values(branches).into_iter().min().unwrap(),
        Worlds::Leaf(worths) => worths[world],
    }
}

/// With every world of a random tree sampled, one likelier than the next, the
/// findings are minimax in each world, added up.
#[test]
fn all_worlds_together_are_the_sum_of_minimax() {
    const WORLDS: usize = 5;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut kinds = [0; 2];
    for number in 0..2_000 {
        let tree = Worlds::random(4, WORLDS, &mut rng);
        let Worlds::Max(branches) = &tree else { panic!("the maximiser begins") };
        let weight = |world: usize| (world + 1) as f64;
        let mut worlds = 0..WORLDS;
        let sample = || worlds.next().map(|world| (world, weight(world))).unwrap();
        let inside = |&world: &usize| Some(tree.open_moves(world));
        let found = pimc::search(sample, inside, &Limits::iterations(WORLDS as u64));
        let worth = |branch: usize, world: usize| plain(&branches[branch], world);
        let total =
            |branch| (0..WORLDS).map(|world| weight(world) * f64::from(worth(branch, world))).sum();
        let votes = |branch| {
            let is_best = |&world: &usize| worth(branch, world) == plain(&tree, world);
            (0..WORLDS).filter(is_best).map(weight).sum()
        };
        let expected: Vec<(usize, f64, f64)> =
            (0..branches.len()).map(|branch| (branch, total(branch), votes(branch))).collect();
        let tallies: Vec<_> =
            found.moves.iter().map(|tally| (tally.action, tally.total, tally.votes)).collect();
        assert_eq!(tallies, expected, "tree {number}");
        let most = expected.iter().map(|&(_, total, _)| total).fold(0.0, f64::max);
        assert_eq!(found.best_mean().map(|tally| tally.total), Some(most), "tree {number}");
        kinds[usize::from(expected.iter().all(|&(_, total, _)| total == most))] += 1;
    }
    assert!(kinds[0] > 1_000, "most trees offer a choice: {kinds:?}");
}

/// The building is hidden: which of many it is, nobody knows. The move that is
/// best on the whole is found from samples.
#[test]
fn samples_find_what_is_best_on_the_whole() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let building = |seed: u64| Room::entrance(seed, 4).with_rooms(50);
    let likely: Vec<Room> = (0..)
        .map(building)
        .filter(|room| room.doors() == 3 && room.maximizing())
        .take(20)
        .collect();
    // The first is as likely as all others together.
    let weight = |number: usize| if number == 0 { 19.0 } else { 1.0 };
    let mut exact = Findings::new();
    for (number, room) in likely.iter().enumerate() {
        exact.add(weight(number), &values(room, &Limits::default()).unwrap());
    }
    let even = |rng: &mut Xoshiro256PlusPlus| dice::below(rng, 20) as usize;
    let sample = || {
        let number = even(&mut rng);
        (likely[number], weight(number))
    };
    let inside = |room: &Room| values(room, &Limits::default());
    let found = pimc::search(sample, inside, &Limits::iterations(20_000));
    for (found, exact) in
        [(found.best_mean(), exact.best_mean()), (found.most_votes(), exact.most_votes())]
    {
        assert_eq!(found.map(|tally| tally.action), exact.map(|tally| tally.action));
    }
    for (sampled, known) in found.moves.iter().zip(&exact.moves) {
        let means = [sampled.total / found.weight, known.total / exact.weight];
        assert!((means[0] - means[1]).abs() < 0.3, "{means:?}");
    }
}

#[test]
fn findings_add_up_and_an_unfinished_search_ends_them() {
    let room = (0..).map(|seed| Room::entrance(seed, 8)).find(|room| room.doors() == 4).unwrap();
    let cut_short = |room: &Room| values(room, &Limits::nodes(10));
    let found = pimc::search(|| (room, 1.0), cut_short, &Limits::iterations(5));
    assert_eq!((found.worlds, found.best_mean()), (0, None));
    let mut one = Findings::new();
    one.add(1.0, &[('a', Score(3)), ('b', Score(1))]);
    one.add(2.0, &[('b', Score(4)), ('a', Score(2))]);
    let tallies: Vec<_> = one.moves.iter().map(|tally| (tally.total, tally.votes)).collect();
    assert_eq!((tallies, one.weight, one.worlds), (vec![(7.0, 1.0), (9.0, 2.0)], 3.0, 2));
    assert_eq!(one.best_mean().map(|tally| tally.action), Some('b'));
}
