//! Tablić's players play by the rules, know nothing that is hidden, and find
//! what is plain to see.

use std::collections::BTreeSet;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide;
use vzetek_baselines::tablic::Player;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::tablic::Decision;
use vzetek_players::{Engine, Play};
use vzetek_search::Limits;
use vzetek_tablic::{Card, CardSet, Finder, Options, Tablic};

/// A deal of well shuffled cards.
fn shuffled(players: u8, rng: &mut impl Rng) -> Play<Tablic> {
    shuffled_by(Options::new(players).unwrap(), rng)
}

fn shuffled_by(options: Options, rng: &mut impl Rng) -> Play<Tablic> {
    let mut cards = Tablic::pack(&options);
    shuffle(&mut cards, rng);
    let dealer = Seat::new((rng.next_u32() % options.seats() as u32) as u8);
    Play::new(Tablic::deal(&options, dealer, &cards).unwrap())
}

/// Two players, the first to move; the named cards first on the table, then
/// in the hands in turn, filled up with what comes.
fn laid_out(table: &str, hands: [&str; 2], rng: &mut impl Rng) -> Play<Tablic> {
    let named = [table, hands[0], hands[1]].map(|cards| {
        cards.split_whitespace().map(|card| card.parse().unwrap()).collect::<Vec<Card>>()
    });
    let given: CardSet = named.iter().flatten().copied().collect();
    let mut rest: Vec<Card> = (CardSet::full() - given).iter().collect();
    shuffle(&mut rest, rng);
    let [mut table, mut first, mut second] = named;
    for (cards, size) in [(&mut table, 4), (&mut first, 6), (&mut second, 6)] {
        let missing = size - cards.len();
        cards.extend(rest.drain(..missing));
    }
    let dealt = first.into_iter().zip(second).flat_map(|(first, second)| [first, second]);
    let cards: Vec<Card> = table.into_iter().chain(dealt).chain(rest).collect();
    Play::new(Tablic::deal(&Options::new(2).unwrap(), Seat::new(1), &cards).unwrap())
}

fn ask(game: &Play<Tablic>, player: Player, limits: &Limits, seed: u64) -> Decision {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    game.ask(|question| decide(player, &question, limits, &mut rng))
}

fn play_on(game: &mut Play<Tablic>, player: Player, limits: &Limits, rng: &mut impl Rng) {
    let decision = ask(game, player, limits, rng.next_u64());
    game.act(decision.action);
}

/// Little of everything, so that every player is quick.
fn quick() -> Limits {
    Limits { nodes: Some(2_000), ..Limits::iterations(60) }
}

#[test]
fn every_player_plays_whole_games_of_every_size_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for players in [2, 3, 4, 6, 8, 12, 16, 24, 48] {
        for &player in Player::ALL {
            // A deep search of many hands would only spend its nodes.
            let limits = if player == Player::Minimax {
                Limits { nodes: Some(300), ..Limits::iterations(2) }
            } else {
                quick()
            };
            let mut game = shuffled(players, &mut rng);
            while game.state.current_player().is_some() {
                play_on(&mut game, player, &limits, &mut rng);
            }
        }
    }
}

#[test]
fn every_player_plays_in_pairs_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let options = Options { pairs: true, ..Options::new(4).unwrap() };
    for &player in Player::ALL {
        let mut game = shuffled_by(options, &mut rng);
        while game.state.current_player().is_some() {
            play_on(&mut game, player, &quick(), &mut rng);
        }
        let result = game.state.result().unwrap();
        assert_eq!(result.seats[Seat::new(0)], result.seats[Seat::new(2)]);
    }
}

#[test]
fn what_is_hidden_changes_no_decision() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for players in [2, 3, 6] {
        let mut game = shuffled(players, &mut rng);
        for _ in 0..20 {
            let seat = game.state.current_player().unwrap();
            let view = game.state.view(Observer::Seat(seat));
            let other = Play { state: Tablic::determinize(&view, &mut rng), ..game.clone() };
            for &player in Player::ALL {
                let limits = Limits { nodes: Some(500), ..Limits::iterations(30) };
                assert_eq!(
                    ask(&game, player, &limits, 7),
                    ask(&other, player, &limits, 7),
                    "{player}"
                );
            }
            play_on(&mut game, Player::Greedy, &quick(), &mut rng);
        }
    }
}

#[test]
fn the_same_numbers_give_the_same_decision() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let game = shuffled(2, &mut rng);
    for &player in Player::ALL {
        let limits = Limits::iterations(2);
        assert_eq!(ask(&game, player, &limits, 1), ask(&game, player, &limits, 1), "{player}");
    }
    let random: BTreeSet<_> =
        (0..40).map(|seed| ask(&game, Player::Random, &quick(), seed).action).collect();
    assert!(random.len() > 3, "{random:?}");
}

#[test]
fn random_draws_the_card_before_the_capture() {
    // Many captures for the king, one for the nine, none for the three.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut game = laid_out("SK HK CK S9", ["DK H9 H3 S3 C3 D3", ""], &mut rng);
    let mut finder = Finder::new();
    let table = game.state.table().cards;
    assert_eq!(finder.find("DK".parse().unwrap(), table).len(), 7);
    let (mut kings, mut laid) = (0, 0);
    for seed in 0..3_000 {
        let action = ask(&game, Player::Random, &quick(), seed).action;
        if action.card == "DK".parse().unwrap() {
            kings += 1;
            laid += u32::from(!action.captures());
        }
    }
    // One card in six, and of its eight moves one lays it.
    assert!((430..570).contains(&kings), "{kings}");
    assert!((35..95).contains(&laid), "{laid}");
    game.act("DKxCK+SK+HK".parse().unwrap());
}

#[test]
fn greedy_takes_tablas_first_then_points_and_lays_what_is_worth_least() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for (table, hand, expected) in [
        // The seven takes all; the king would have brought two points.
        ("D7 S3 H4 C7", "H7 SK S9 S8 HJ HQ", "H7xC7+D7+H4+S3"),
        // The ten of diamonds makes eight and two worth two, a jack two, but
        // with fewer cards.
        ("S8 S2 CJ H5", "D10 HJ S6 HK SQ H9", "D10xS8+S2"),
        // Aces, the two of clubs and the ten of diamonds are laid last.
        ("SK HK DJ CJ", "C2 DA H4 D10 S9 H9", "H4"),
    ] {
        let game = laid_out(table, [hand, ""], &mut rng);
        let decision = ask(&game, Player::Greedy, &quick(), 1);
        assert_eq!(decision.action, expected.parse().unwrap(), "{hand} on {table}");
        assert_eq!(decision.engine, Engine::Greedy);
    }
}

#[test]
fn the_suit_that_is_played_tells_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let game = laid_out("SK HK DJ CJ", ["H4 S4 C4 D9 H9 S9", ""], &mut rng);
    for player in [Player::Greedy, Player::Minimax, Player::Strong] {
        let limits = if player == Player::Strong { quick() } else { Limits::iterations(1) };
        let cards: BTreeSet<_> =
            (0..60).map(|seed| ask(&game, player, &limits, seed).action.card).collect();
        let ranks: BTreeSet<_> = cards.iter().map(|card| card.rank()).collect();
        assert!(cards.len() >= 3 * ranks.len(), "{player}: {cards:?}");
    }
}

#[test]
fn nothing_is_thought_about_when_there_is_nothing_to_choose() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut forced = 0;
    for _ in 0..20 {
        let mut game = shuffled(2, &mut rng);
        while let Some(seat) = game.state.current_player() {
            let hand = game.state.hand(seat);
            let decision = ask(&game, Player::Medium, &quick(), 1);
            if decision.engine == Engine::Forced {
                assert_eq!((hand.len(), decision.action.captures()), (1, false));
                assert_eq!(game.state.legal_actions().len(), 1);
                forced += 1;
            }
            play_on(&mut game, Player::Greedy, &quick(), &mut rng);
        }
    }
    assert!(forced > 20, "{forced}");
}

#[test]
fn the_end_is_solved_and_limits_are_kept() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut game = shuffled(2, &mut rng);
    while game.state.table().deck > 0 {
        let decision = ask(&game, Player::Strong, &quick(), 1);
        assert_ne!(decision.engine, Engine::Exact);
        play_on(&mut game, Player::Greedy, &quick(), &mut rng);
    }
    assert_eq!(ask(&game, Player::Strong, &Limits::iterations(50), 1).engine, Engine::Exact);
    assert_eq!(ask(&game, Player::Easy, &Limits::iterations(50), 1).engine, Engine::Sampling);
    // Where solving takes too long, worlds are tried instead.
    let few = Limits { nodes: Some(5), ..Limits::iterations(50) };
    let decision = ask(&game, Player::Strong, &few, 1);
    assert_eq!((decision.engine, decision.iterations), (Engine::Sampling, 50));
}

#[test]
fn strong_takes_the_better_players_points_from_greedy() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let (mut own, mut other) = (0, 0);
    for _ in 0..20 {
        let start = shuffled(2, &mut rng);
        for seat in Seat::all(2) {
            let mut game = start.clone();
            while let Some(to_play) = game.state.current_player() {
                let player = if to_play == seat { Player::Strong } else { Player::Greedy };
                play_on(&mut game, player, &Limits::iterations(150), &mut rng);
            }
            let scores = game.state.returns();
            own += scores[seat];
            other += scores[seat.clockwise(1, 2)];
        }
    }
    assert!(own > other + 60, "{own} to {other} points in 40 games");
}
