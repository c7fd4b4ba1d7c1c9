//! A decision that nobody needs any more comes to its end at once.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, Level, Seat, sharing};
use vzetek_players::{Decision, Play, PlayedGame, Question, StopFlag, decide};
use vzetek_search::Limits;
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::{Options, Trset, Variant};

/// More than a decision may look at once it was asked to stop: a search that
/// has begun looks around once in a while.
const FEW: u64 = 64;

/// Without the flag these would go on until somebody ends the process.
fn limits() -> Limits {
    let stop = StopFlag::new();
    stop.raise();
    Limits { stop: Some(stop), ..Limits::iterations(u64::MAX) }
}

/// A deal, played on by its first legal actions for a while.
fn begun<G: Game>(options: &G::Options, actions: usize, rng: &mut Xoshiro256PlusPlus) -> G {
    let mut deal: G = sharing::deal(options, Seat::new(0), rng);
    for _ in 0..actions {
        deal.apply(deal.legal_actions()[0]).unwrap();
    }
    deal
}

/// Returns the decision of the seat to play if it arrives now, with no history.
fn stopped<G: PlayedGame>(deal: &G, rng: &mut Xoshiro256PlusPlus) -> Decision<G::Action> {
    let ask = |question: Question<'_, G>| decide(Level::Strong, &question, &limits(), rng);
    let decision = Play::new(deal.clone()).ask(ask);
    assert!(deal.clone().apply(decision.action).is_ok());
    decision
}

#[test]
fn trset_and_kifameno() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (variant, players) in
        [Variant::Trset, Variant::Kifameno].into_iter().flat_map(|v| [2, 3, 4].map(|p| (v, p)))
    {
        let deal: Trset = begun(&Options::new(variant, players).unwrap(), 0, &mut rng);
        let decision = stopped(&deal, &mut rng);
        assert!(decision.iterations <= FEW, "{variant:?}, {players}: {decision:?}");
    }
}

#[test]
fn tarok_at_every_kind_of_decision() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for actions in 0..30 {
        let deal: Tarok = begun(&vzetek_tarok::Options::default(), actions, &mut rng);
        let decision = stopped(&deal, &mut rng);
        assert!(decision.iterations <= FEW, "after {actions}: {decision:?}");
    }
}

#[test]
fn tablic_with_much_and_with_little_hidden() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for players in [2, 4] {
        for actions in [0, 30] {
            let options = vzetek_tablic::Options::new(players).unwrap();
            let deal: Tablic = begun(&options, actions, &mut rng);
            let decision = stopped(&deal, &mut rng);
            assert!(decision.iterations <= FEW, "{players}, after {actions}: {decision:?}");
        }
    }
}
