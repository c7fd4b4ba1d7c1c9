//! Every player, at every table.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide;
use vzetek_baselines::trset::Player;
use vzetek_game::{Game, Seat};
use vzetek_players::trset::Decision;
use vzetek_players::{Engine, Play};
use vzetek_search::{Limits, dice};
use vzetek_trset::{Action, Options, Trset, Variant};

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut raw = Options::new(Variant::Trset, 2).unwrap();
    change(&mut raw);
    raw.checked().unwrap()
}

fn new_deal(options: &Options, seed: u64) -> Trset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut pack = <Trset as Game>::pack(options);
    for last in (1..pack.len()).rev() {
        pack.swap(last, dice::below(&mut rng, last as u32 + 1) as usize);
    }
    Trset::deal(options, Seat::new(0), &pack).unwrap()
}

/// Plays a whole deal and hands every decision to `look`.
fn play(
    options: &Options,
    players: &[Player],
    iterations: u64,
    seed: u64,
    mut look: impl FnMut(&Trset, &Decision),
) -> Trset {
    let mut play = Play::new(new_deal(options, seed));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while let Some(seat) = play.state.current_player() {
        let player = players[options.side(seat)];
        let limits = Limits::iterations(iterations);
        let decision = play.ask(|question| decide(player, &question, &limits, &mut rng));
        look(&play.state, &decision);
        play.act(decision.action);
    }
    play.state
}

#[test]
fn every_player_plays_every_game_by_the_rules() {
    let mut decisions = 0;
    for players in 2..=4 {
        for (variant, extra) in [
            (Variant::Trset, false),
            (Variant::Trset, true),
            (Variant::Kifameno, false),
            (Variant::Kifameno, true),
        ] {
            let options = options(|raw| {
                raw.players = players;
                raw.variant = variant;
                raw.declarations = extra && variant == Variant::Trset;
                raw.cappotto = extra && variant == Variant::Kifameno;
                raw.target = extra.then_some(21);
            });
            for &player in Player::ALL {
                play(&options, &[player; 3], 40, u64::from(players), |deal, decision| {
                    assert!(deal.legal_actions().contains(&decision.action));
                    let declared = deal.options().declarations;
                    let most = if declared { 35.0 + 120.0 } else { 35.0 };
                    assert!(
                        (0.0..=most).contains(&decision.value.unwrap()),
                        "{player}: {decision:?}"
                    );
                    decisions += 1;
                });
            }
        }
    }
    assert!(decisions > 3_000, "{decisions}");
}

#[test]
fn every_player_plays_by_the_options_of_clubs() {
    for json in [
        r#"{"players":4,"variant":"kifameno","alone":true,"cappotto":true}"#,
        r#"{"players":2,"target":21,"stops_at_target":true,"standing":[17,16]}"#,
        r#"{"players":4,"target":11,"declarations":true,"cappotto_doubles":true,"stops_at_target":true}"#,
    ] {
        let options: Options = serde_json::from_str(json).unwrap();
        for &player in Player::ALL {
            let end = play(&options, &[player; 4], 40, 7, |deal, decision| {
                assert!(deal.legal_actions().contains(&decision.action), "{player}");
            });
            let taken: u8 = end.table().thirds.iter().sum();
            assert!(taken == 35 || options.stops_at_target, "{player}: {taken}");
        }
    }
}

/// Of four alone each wins every fourth deal if all play alike.
#[test]
fn searching_alone_beats_three_who_play_at_random() {
    let options: Options =
        serde_json::from_str(r#"{"players":4,"variant":"kifameno","alone":true}"#).unwrap();
    let deals = 60;
    let won = (0..deals).filter(|&seed| {
        let mut seats = [Player::Random; 4];
        seats[seed as usize % 4] = Player::Strong;
        let end = play(&options, &seats, 60, seed, |_, _| ());
        end.result().unwrap().seats[Seat::new((seed % 4) as u8)].won
    });
    let won = won.count();
    assert!(won > 25, "{won} of {deals}");
}

#[test]
fn the_engine_is_the_one_that_fits() {
    let options = options(|_| ());
    for (player, hidden) in [
        (Player::Random, Engine::Random),
        (Player::Weighted, Engine::Weighted),
        (Player::Mcts, Engine::Mcts),
        (Player::Thesis, Engine::Mcts),
        (Player::Strong, Engine::Mcts),
    ] {
        let solves = matches!(player, Player::Thesis | Player::Strong);
        let (mut early, mut late) = (0, 0);
        play(&options, &[player; 2], 30, 4, |deal, decision| {
            if deal.stock().is_empty() && solves {
                assert_eq!(decision.engine, Engine::AlphaBeta, "{player}");
                late += 1;
            } else if decision.engine != Engine::Forced {
                assert_eq!(decision.engine, hidden, "{player}");
                early += 1;
            }
        });
        assert!(early > 5 && (late == 20 || !solves), "{player} {early} {late}");
    }
}

#[test]
fn an_exact_ending_keeps_its_word() {
    // Both sides play exactly, so the value told at its start must come true.
    for (variant, seed) in [(Variant::Trset, 1), (Variant::Trset, 2), (Variant::Kifameno, 3)] {
        let options = options(|raw| raw.variant = variant);
        let mut promised = None;
        let end = play(&options, &[Player::Thesis; 2], 100, seed, |deal, decision| {
            if decision.engine == Engine::AlphaBeta && promised.is_none() {
                promised = Some((deal.current_player().unwrap(), decision.value));
            }
        });
        let (seat, value) = promised.expect("the last ten tricks are open");
        assert_eq!(Some(f64::from(end.table().thirds[seat])), value, "{variant:?}");
    }
}

#[test]
fn combinations_are_declared_the_best_first() {
    let options = options(|raw| raw.declarations = true);
    let mut declared = 0;
    for seed in 0..60 {
        let deal = new_deal(&options, seed);
        let worth = |action: &Action| match action {
            Action::Declare(declaration) => declaration.thirds(),
            Action::Play(_) => 0,
        };
        let most = deal.legal_actions().iter().map(worth).max().unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let decision = Play::new(deal)
            .ask(|question| decide(Player::Gentle, &question, &Limits::default(), &mut rng));
        assert_eq!(worth(&decision.action), most);
        declared += u32::from(most > 0);
    }
    assert!(declared > 3, "{declared} hands had something to declare");
}

#[test]
fn the_same_random_numbers_give_the_same_decisions() {
    let game = |player, seats| {
        let options = options(|raw| raw.players = seats);
        let mut decisions = Vec::new();
        play(&options, &[player; 3], 60, 9, |_, decision| decisions.push(*decision));
        decisions
    };
    for seats in 2..=4 {
        assert_eq!(game(Player::Strong, seats), game(Player::Strong, seats));
    }
    assert_eq!(game(Player::Gentle, 2), game(Player::Gentle, 2));
}

/// A time limit ends a search; how closely is for the benchmarks.
#[test]
fn a_time_limit_ends_a_search() {
    use std::time::Duration;
    for seats in 2..=4 {
        let play = Play::new(new_deal(&options(|raw| raw.players = seats), 1));
        for player in [Player::Thesis, Player::Strong] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let limits = Limits::time(Duration::from_millis(60));
            let decision = play.ask(|question| decide(player, &question, &limits, &mut rng));
            assert!(decision.iterations > 0, "{player} did not think at all");
        }
    }
}

#[test]
fn searching_beats_chance() {
    for (variant, seats) in [
        (Variant::Trset, 2),
        (Variant::Kifameno, 2),
        (Variant::Trset, 3),
        (Variant::Kifameno, 3),
        (Variant::Trset, 4),
        (Variant::Kifameno, 4),
    ] {
        let options = options(|raw| (raw.variant, raw.players) = (variant, seats));
        let (mut won, mut deals) = (0.0, 0.0);
        for seed in 0..14 {
            for side in 0..options.sides() {
                let mut players = [Player::Weighted; 3];
                players[side] = Player::Strong;
                let end = play(&options, &players, 250, seed, |_, _| ());
                let result = end.result().unwrap();
                let seat = Seat::all(usize::from(seats)).find(|&s| options.side(s) == side);
                won += f64::from(u8::from(result.seats[seat.unwrap()].won));
                deals += 1.0;
            }
        }
        // Half or a third of the deals would be chance.
        let share = won / deals;
        assert!(share > 0.62, "{variant:?} with {seats}: {share:.2}");
    }
}
