//! The flaws of sampling on the figures of Luštrek (2002), and what mends them.
//! `cargo run --release -p vzetek-survey --example hidden`

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::Limits;
use vzetek_survey::achievable::{achieve, squeaky_wheel};
use vzetek_survey::games::worlds::{Plan, Worlds};
use vzetek_survey::pimc;
use vzetek_survey::reduction::{beta_reduction, payoff_reduction};
use vzetek_survey::vector::{sampling, vector_minimax};

type Method = fn(&Worlds) -> (Plan, Vec<i32>);

const METHODS: [(&str, Method); 4] = [
    ("sampling", sampling),
    ("vector minimax", vector_minimax),
    ("payoff-reduction minimax", payoff_reduction),
    ("beta-reduction", beta_reduction),
];

fn main() {
    let max = |leaves: [&str; 2]| Worlds::Max(leaves.map(Worlds::leaf).to_vec());
    let left = Worlds::Min(vec![max(["11100", "00011"]), max(["11100", "00011"])]);
    let figure_5 = Worlds::Max(vec![left, Worlds::leaf("11110")]);
    let figure_8 = Worlds::Min(vec![Worlds::leaf("100"), max(["011", "100"])]);
    for (name, tree) in [("5 and 7", &figure_5), ("8", &figure_8)] {
        println!("figure {name}: worlds in which a method thinks to win, and does");
        for (method, search) in METHODS {
            let (plan, believed) = search(tree);
            println!("  {method:25} {believed:?} {:?}", tree.payoffs(&plan));
        }
    }

    let mut worlds = (0..figure_5.count()).cycle();
    let sample = || (worlds.next().expect("an endless cycle"), 1.0);
    let values = |&world: &usize| Some(figure_5.open_moves(world));
    let found = pimc::search(sample, values, &Limits::iterations(100));
    println!("a hundred samples of figure 5: {:?}", found.moves);

    let set = squeaky_wheel(&[4, 3, 2, 1, 0], 5, |set| achieve(&figure_5, set, 1));
    println!("the largest achievable set: {:?}", set.map(|set| set.worlds));

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let trees: Vec<_> = (0..500).map(|_| Worlds::random(5, 6, &mut rng)).collect();
    println!("worlds won of {} in random trees", trees.len() * 6);
    for (method, search) in METHODS {
        let won = |tree: &Worlds| tree.payoffs(&search(tree).0).iter().sum::<i32>();
        println!("  {method:25} {:5}", trees.iter().map(won).sum::<i32>());
    }
    let achieved = |tree: &Worlds| {
        let set = squeaky_wheel(&[0, 1, 2, 3, 4, 5], 6, |set| achieve(tree, set, 1));
        set.map_or(0, |set| tree.payoffs(&set.plan).iter().sum::<i32>())
    };
    println!("  {:25} {:5}", "achievable sets", trees.iter().map(achieved).sum::<i32>());
    let best = |tree: &Worlds| {
        let won = |plan: &Plan| tree.payoffs(plan).iter().sum::<i32>();
        tree.plans().iter().map(won).max().unwrap_or_default()
    };
    println!("  {:25} {:5}", "the best of all plans", trees.iter().map(best).sum::<i32>());
}
