//! Hidden information: sampling and its remedies, on the figures of Luštrek (2002)
//! 5 to 8 and on random trees against trying every plan.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::Limits;
use vzetek_survey::achievable::{achieve, squeaky_wheel};
use vzetek_survey::games::worlds::{Plan, Worlds};
use vzetek_survey::pimc;
use vzetek_survey::reduction::{beta_reduction, payoff_reduction, reduced};
use vzetek_survey::vector::{sampling, vector_minimax};

fn max(leaves: [&str; 2]) -> Worlds {
    Worlds::Max(leaves.map(Worlds::leaf).to_vec())
}

/// Figure 5: the maximiser wrongly believes that it will learn the world.
fn figure_5() -> Worlds {
    let left = Worlds::Min(vec![max(["11100", "00011"]), max(["11100", "00011"])]);
    Worlds::Max(vec![left, Worlds::leaf("11110")])
}

/// Figure 6: the minimiser uses what the maximiser does not know.
fn figure_6() -> Worlds {
    Worlds::Min(vec![max(["11100", "00011"]), max(["00111", "11000"])])
}

/// Figure 8: the maximiser does not see what is beside its part of the tree.
fn figure_8() -> Worlds {
    Worlds::Min(vec![Worlds::leaf("100"), max(["011", "100"])])
}

fn first_choice(plan: &Plan) -> usize {
    match plan {
        Plan::Choose(branch, _) => *branch,
        _ => panic!("no choice at the root: {plan:?}"),
    }
}

fn samples(tree: &Worlds, order: impl Fn(usize) -> usize) -> pimc::Findings<usize> {
    let mut drawn = 0;
    let sample = || {
        drawn += 1;
        (order(drawn - 1), 1.0)
    };
    let limits = Limits::iterations(tree.count() as u64);
    pimc::search(sample, |&world| Some(tree.open_moves(world)), &limits)
}

#[test]
fn figure_5_sampling_puts_the_decision_off() {
    let tree = figure_5();
    let (plan, believed) = sampling(&tree);
    assert_eq!((first_choice(&plan), believed), (0, vec![1; 5]));
    assert_eq!(tree.payoffs(&plan), [1, 1, 1, 0, 0], "it wins in three of five");
    let found = samples(&tree, |number| number);
    assert_eq!(found.best_mean().map(|tally| (tally.action, tally.total)), Some((0, 5.0)));
    assert_eq!(found.moves[1].total, 4.0);
    assert_eq!(found.most_votes().map(|tally| tally.votes), Some(5.0));
    assert_eq!((found.worlds, found.weight), (5, 5.0));
}

#[test]
fn figure_7_vector_minimax_decides_now() {
    let tree = figure_5();
    let (plan, values) = vector_minimax(&tree);
    assert_eq!((first_choice(&plan), values), (1, vec![1, 1, 1, 1, 0]));
    let Worlds::Max(branches) = &tree else { panic!("the maximiser moves") };
    assert_eq!(vector_minimax(&branches[0]).1, [1, 1, 1, 0, 0]);
}

#[test]
fn figure_6_deciding_locally_wins_in_one_world_of_five() {
    let tree = figure_6();
    let (plan, values) = vector_minimax(&tree);
    assert_eq!(values, [0, 0, 1, 0, 0]);
    assert_eq!(tree.payoffs(&plan), values);
    // One of the two branches on the right, and it would have been two.
    let wins = |plan: &Plan| tree.payoffs(plan).iter().sum::<i32>();
    let mut payoffs: Vec<_> = tree.plans().iter().map(|plan| tree.payoffs(plan)).collect();
    payoffs.sort();
    assert_eq!(payoffs, [[0, 0, 0, 0, 0], [0, 0, 0, 1, 1], [0, 0, 1, 0, 0], [1, 1, 0, 0, 0]]);
    assert_eq!(tree.plans().iter().map(wins).max(), Some(2));
}

#[test]
fn figure_8_reduced_payoffs_lead_right() {
    let tree = figure_8();
    let (plan, _) = vector_minimax(&tree);
    assert_eq!(tree.payoffs(&plan), [0, 0, 0], "lost in any case");
    let right_side = Worlds::Min(vec![Worlds::leaf("100"), max(["000", "100"])]);
    assert_eq!(reduced(&tree, &[1; 3]), right_side);
    for (plan, values) in [payoff_reduction(&tree), beta_reduction(&tree)] {
        assert_eq!(values, [1, 0, 0]);
        assert_eq!(tree.payoffs(&plan), [1, 0, 0]);
    }
}

#[test]
fn figure_5_the_squeaking_world_is_left_out_in_the_end() {
    let tree = figure_5();
    // Starting with the two worlds that the right branch does not win both of.
    let plan = |set: &[usize]| achieve(&tree, set, 1);
    let once = squeaky_wheel(&[4, 3, 2, 1, 0], 1, plan).unwrap();
    assert_eq!(once.worlds, [4, 3]);
    let twice = squeaky_wheel(&[4, 3, 2, 1, 0], 2, plan).unwrap();
    assert_eq!(twice.worlds, [2, 1, 0, 3]);
    assert_eq!(first_choice(&twice.plan), 1);
    let lost = Worlds::Max(vec![Worlds::leaf("00"), Worlds::leaf("00")]);
    assert_eq!(squeaky_wheel(&[0, 1], 3, |set| achieve(&lost, set, 1)), None);
}

#[test]
fn in_one_world_all_are_minimax() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut won = 0;
    for _ in 0..3_000 {
        let tree = Worlds::random(5, 1, &mut rng);
        let value = tree.open_values();
        for method in [sampling, vector_minimax, payoff_reduction, beta_reduction] {
            let (plan, values) = method(&tree);
            assert_eq!(values, value);
            assert_eq!(tree.payoffs(&plan), value);
        }
        assert_eq!(achieve(&tree, &[0], 1).is_some(), value == [1]);
        won += value[0];
    }
    assert!((500..2_900).contains(&won), "{won}");
}

#[test]
fn a_set_is_achievable_exactly_if_a_plan_wins_in_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..2_000 {
        let tree = Worlds::random(4, 5, &mut rng);
        let all: Vec<_> = tree.plans().iter().map(|plan| tree.payoffs(plan)).collect();
        for bits in 1..32usize {
            let set: Vec<usize> = (0..5).filter(|world| bits >> world & 1 == 1).collect();
            let wins = |payoffs: &Vec<i32>| set.iter().all(|&world| payoffs[world] == 1);
            let found = achieve(&tree, &set, 1);
            assert_eq!(found.is_some(), all.iter().any(wins));
            assert!(found.is_none_or(|plan| wins(&tree.payoffs(&plan))));
        }
    }
}

/// Each remedy wins in more worlds than what it mends, and none in more than
/// the best of all plans.
#[test]
fn the_remedies_help_on_random_trees() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let methods = [sampling, vector_minimax, payoff_reduction, beta_reduction];
    let mut wins = [0; 4];
    let [mut optimum, mut squeaky, mut games] = [0; 3];
    for _ in 0..2_000 {
        let tree = Worlds::random(5, 6, &mut rng);
        let best = tree.plans().iter().map(|plan| tree.payoffs(plan).iter().sum::<i32>()).max();
        let best = best.expect("there is a plan");
        for (method, wins) in methods.iter().zip(&mut wins) {
            let (plan, _) = method(&tree);
            let won: i32 = tree.payoffs(&plan).iter().sum();
            assert!(won <= best);
            *wins += won;
        }
        let set = squeaky_wheel(&[0, 1, 2, 3, 4, 5], 6, |set| achieve(&tree, set, 1));
        let size = set.map_or(0, |set| {
            assert!(tree.payoffs(&set.plan).iter().sum::<i32>() >= set.worlds.len() as i32);
            set.worlds.len() as i32
        });
        assert!(size <= best);
        squeaky += size;
        optimum += best;
        games += 1;
    }
    let [sampling, vector, payoff, beta] = wins;
    assert!(sampling < vector && vector < payoff && payoff < beta, "{wins:?} of {optimum}");
    assert!(squeaky * 100 > optimum * 95, "{squeaky} of {optimum} in {games} games");
}
