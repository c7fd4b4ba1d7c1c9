//! Lockstep: a real deal and another one that the observer cannot tell from it are shown to the
//! observer in the same bytes when the actions are the same.

use rand_chacha::ChaCha8Rng;

use super::chance::draw;
use crate::{HiddenInformation, Observer, TableGame, Transfer};

/// A pair of deals in lockstep: what differs from game to game.
pub trait Pair<G: HiddenInformation> {
    /// Another deal in which the observer could be just as well.
    fn another(&mut self, real: &G, observer: Observer, rng: &mut ChaCha8Rng) -> G {
        G::determinize(&real.view(observer), rng)
    }

    /// The action of the other deal that looks like this one to the observer, if it
    /// has one.
    fn counterpart(
        &mut self,
        action: G::Action,
        other: &G,
        observer: Observer,
        rng: &mut ChaCha8Rng,
    ) -> Option<G::Action> {
        _ = (observer, rng);
        other.legal_actions().contains(&action).then_some(action)
    }

    /// One of the actions that are possible.
    fn choose(&mut self, real: &G, possible: &[G::Action], rng: &mut ChaCha8Rng) -> G::Action {
        _ = real;
        draw(possible, rng)
    }

    /// True if the rules show all players a difference between the two deals.
    fn is_told_apart(&self, real: &[G::Event], other: &[G::Event]) -> bool {
        _ = (real, other);
        false
    }

    /// An action was done in the real deal.
    fn did(&mut self, action: G::Action) {
        _ = action;
    }

    /// Two different deals looked alike: the real one before the action, and what followed in
    /// it.
    fn compared(&mut self, before: &G, events: &[G::Event]);
}

/// Plays both deals to the end of the real one, and takes another whenever the other is
/// refuted, shown to differ, or equal to the real one.
///
/// # Panics
/// If the observer is shown different bytes in the two deals.
pub fn follow<G: TableGame>(
    mut real: G,
    observer: Observer,
    rng: &mut ChaCha8Rng,
    pair: &mut impl Pair<G>,
) {
    let mut other = pair.another(&real, observer, rng);
    while !real.is_terminal() {
        assert_eq!(seen(&real, observer), seen(&other, observer), "{observer:?} in {real:?}");
        assert_eq!(offered(&real, observer), offered(&other, observer), "{observer:?}");
        let legal = real.legal_actions();
        let pairs: Vec<_> = legal
            .iter()
            .filter_map(|&action| Some((action, pair.counterpart(action, &other, observer, rng)?)))
            .collect();
        if pairs.is_empty() {
            let action = pair.choose(&real, &legal, rng);
            pair.did(action);
            real.apply(action).expect("a legal action is accepted");
            other = pair.another(&real, observer, rng);
            continue;
        }
        let possible: Vec<_> = pairs.iter().map(|&(action, _)| action).collect();
        let action = pair.choose(&real, &possible, rng);
        let twin = pairs.iter().find(|&&(of_real, _)| of_real == action).expect("a pair").1;
        let before = real.clone();
        let (public, other_public) = (real.view(Observer::Public), other.view(Observer::Public));
        pair.did(action);
        let events = real.apply(action).expect("a legal action is accepted");
        let others = other.apply(twin).expect("a legal action is accepted");
        if pair.is_told_apart(&events, &others) {
            other = pair.another(&real, observer, rng);
            continue;
        }
        let told_twin = told::<G>(other_public, others, observer);
        assert_eq!(
            told::<G>(public, events.clone(), observer),
            told_twin,
            "{observer:?}: {action}"
        );
        if other == real {
            other = pair.another(&real, observer, rng);
        } else {
            pair.compared(&before, &events);
        }
    }
    assert_eq!(seen(&real, observer), seen(&other, observer), "at the end");
}

/// Everything an observer is shown of an action, as JSON. `before` is the public view before
/// it.
fn told<G: TableGame>(before: G::View, events: Vec<G::Event>, observer: Observer) -> String {
    let told = G::with_transfers(before, events).into_iter().filter_map(|(event, moves)| {
        let moves: Vec<Transfer> = moves.iter().map(|one| one.redact(observer)).collect();
        Some((G::redact(&event, observer)?, moves))
    });
    serde_json::to_string(&told.collect::<Vec<_>>()).expect("events are JSON")
}

fn seen<G: TableGame>(state: &G, observer: Observer) -> String {
    let view = state.view(observer);
    let seen = (G::zones(&view), G::status(&view), view);
    serde_json::to_string(&seen).expect("a view is JSON")
}

/// Returns the actions offered to the seat to move; others are offered nothing.
fn offered<G: HiddenInformation>(state: &G, observer: Observer) -> Option<Vec<G::Action>> {
    (observer.seat() == state.current_player()).then(|| state.legal_actions())
}
