//! Searches for games in which everything is seen, beside each other.
//! `cargo run --release -p vzetek-survey --example perfect`

use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::games::four::Four;
use vzetek_search::games::rooms::{MOST, Room, Shared};
use vzetek_search::maxn;
use vzetek_search::{Limits, Perfect, Score, Window};
use vzetek_survey::bstar::{self, Goal, Judge};
use vzetek_survey::expectiminimax;
use vzetek_survey::games::draughty::Draughty;
use vzetek_survey::games::formula::Formula;
use vzetek_survey::partition::Partitions;
use vzetek_survey::proof;

fn main() {
    let none = Limits::default();
    proofs(&none);
    bounds(&none);
    sets(&none);
    let found = maxn::search(&Shared::<3>(Room::entrance(1, 9)), &none).expect("no limit");
    println!("\nmax^n: three players get {:?}, {} positions", found.gains, found.nodes);
    let draughty = Draughty(Room::entrance(3, 7));
    let found = expectiminimax::search(&draughty, &none).expect("no limit");
    println!("expectiminimax: {:.3} on average, {} positions", found.value, found.nodes);
}

/// A forced line in a wide tree: few positions are needed to prove it.
fn proofs(none: &Limits) {
    println!("four in a row, can the first player win?");
    for (width, height, opening) in [
        (4, 4, vec![]),
        (5, 4, vec![]),
        (7, 6, vec![2, 2, 3, 3]),
        (7, 6, vec![3, 3, 3, 3, 3, 2, 3]),
    ] {
        let position = Four::empty(width, height).after(&opening);
        let limits = Limits { nodes: Some(3_000_000), ..none.clone() };
        let found = proof::search(&position, Score(1), &limits);
        let mut search = AlphaBeta::new(20);
        let exact = search.search(&position, Window::at_least(Score(1)), &limits);
        println!(
            "  {width}x{height} after {opening:?}: {:?}, {} positions; alpha-beta {:?}, {}",
            found.verdict,
            found.nodes,
            exact.map(|score| score >= Score(1)),
            search.nodes(),
        );
    }
}

/// Bounds on what is left, and a guess halfway between.
struct Bounds;

impl Judge<Room> for Bounds {
    fn realistic(&mut self, _: &Room) -> Score {
        Score(0)
    }

    fn optimistic(&mut self, room: &Room, maximizer: bool) -> Score {
        let (least, most) = room.future();
        if maximizer { most } else { least }
    }
}

fn bounds(none: &Limits) {
    println!("\nB*: the best move of 100 games with {MOST} points a floor at most");
    for (name, goal) in [("proved", Goal::Proved), ("likely", Goal::default())] {
        let one = |seed| {
            let room = Room::entrance(seed, 8);
            let found = bstar::search(&room, &mut Bounds, goal, none);
            let values = AlphaBeta::new(12).move_values(&room, none).expect("no limit");
            let value = |door| values.iter().find(|&&(other, _)| other == door).map(|pair| pair.1);
            let best = values.iter().map(|&(_, score)| score);
            let best = if room.maximizing() { best.max() } else { best.min() };
            (found.nodes, u64::from(found.best.and_then(value) == best))
        };
        let sum = |(nodes, right), (more, correct)| (nodes + more, right + correct);
        let (nodes, right) = (0..100).map(one).fold((0, 0), sum);
        println!("  {name}: {right} right, {} positions each", nodes / 100);
    }
}

fn sets(none: &Limits) {
    let formula = Formula::new(7, 20);
    let mut partitions = Partitions::default();
    let (score, _) = partitions.search(&formula, Window::FULL, none).expect("no limit");
    let mut alphabeta = AlphaBeta::new(20);
    assert_eq!(score, alphabeta.value(&formula));
    println!(
        "\npartition search: a formula of 20 variables is worth {}, {} positions in {} sets; \
         with a table of positions {}",
        score.0,
        partitions.nodes(),
        partitions.sets(),
        alphabeta.nodes()
    );
}
