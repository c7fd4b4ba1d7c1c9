//! The cost of a decision: listing moves, minimax at its own depth, the tree of
//! the strong player, an ending. `cargo bench -p vzetek-baselines --bench tablic`

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide;
use vzetek_baselines::tablic::Player;
use vzetek_game::sharing::deal;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::tablic::{History, Question};
use vzetek_search::Limits;
use vzetek_tablic::{Options, Tablic, View};

const GAMES: u64 = 50;

/// Returns the views of whoever moves first when `deck` cards are still to be
/// dealt, in games that were played greedily so far.
fn views(deck: u8) -> Vec<View> {
    let (options, history) = (Options::new(2).expect("two players"), History::new());
    let view = |game| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
        let mut state: Tablic = deal(&options, Seat::new(0), &mut rng);
        loop {
            let seat = state.current_player().expect("the deal goes on");
            let view = state.view(Observer::Seat(seat));
            if state.table().deck == deck {
                return view;
            }
            let question = Question::new(&view, &history, &[]);
            let decision = decide(Player::Greedy, &question, &Limits::default(), &mut rng);
            state.apply(decision.action).expect("players play by the rules");
        }
    };
    (0..GAMES).map(view).collect()
}

fn decisions(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (second, last) = (views(24), views(0));
    for (name, player, limits, views) in [
        ("greedy", Player::Greedy, Limits::default(), &second),
        ("minimax, two moves ahead", Player::Minimax, Limits::iterations(2), &second),
        ("a tree over 1,000 worlds", Player::Strong, Limits::iterations(1_000), &second),
        ("minimax, twelve-card ending", Player::Minimax, Limits::iterations(2), &last),
        ("exact, twelve-card ending", Player::Strong, Limits::iterations(1_000), &last),
    ] {
        let mut next = views.iter().cycle();
        let history = History::new();
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| {
                let view = next.next().expect("an endless cycle");
                let question = Question::new(view, &history, &[]);
                black_box(decide(player, &question, &limits, &mut rng))
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30);
    targets = decisions
}
criterion_main!(benches);
