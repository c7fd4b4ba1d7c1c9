//! Claims in random play: each is proven by playing the rest out, in the real deal and in
//! others that look the same to the claimant.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::chance::{draw, shuffled};
use crate::{Claim, Observer, RunningScore, Seat, TableGame};

/// The most orders of play of which all are tried.
const ALL_ORDERS: usize = 2000;

/// The number of other deals, alike for the claimant, in which few cards are played out.
const DEALS_OF_FEW: usize = 24;

/// The number of such deals with more cards, and of orders in which each is played.
const DEALS_OF_MANY: usize = 6;
const ORDERS_OF_MANY: usize = 20;

/// The claims that random play led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claims to take all tricks.
    pub rest: u32,
    /// The claims to take none.
    pub nothing: u32,
}

/// Plays a number of random deals, as `choose` does, and proves each claim. `tricks` counts the
/// tricks that a seat has taken. Returns the number of claims that were proven.
///
/// # Panics
/// If the rest of a deal can be played otherwise than claimed, or with another result, or
/// if an observer who is not to act can claim something.
pub fn check_claims<G: TableGame>(
    options: &G::Options,
    deals: std::ops::Range<u64>,
    choose: impl Fn(&G, &[G::Action], &mut ChaCha8Rng) -> G::Action,
    tricks: impl Fn(&G, Seat) -> usize,
) -> Claims {
    let mut claims = Claims::default();
    for number in deals {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut state = loop {
            let dealer = Seat::new(draw(&[0, 1], &mut rng));
            if let Ok(state) = G::deal(options, dealer, &shuffled::<G>(options, &mut rng)) {
                break state;
            }
        };
        while let Some(seat) = state.current_player() {
            for observer in super::observers(state.seats()) {
                let claim = G::claim(&state.view(observer));
                let may = observer == Observer::Seat(seat);
                assert!(may || claim.is_none(), "{observer:?} claims out of turn");
                let Some(claim) = claim else { continue };
                match claim {
                    Claim::Rest => claims.rest += 1,
                    Claim::Nothing => claims.nothing += 1,
                }
                let proof = Proof { seat, claim, tricks: &tricks, left: state.hand(seat).len() };
                proof.check(&state, &mut rng);
            }
            let legal = state.legal_actions();
            state.apply(choose(&state, &legal, &mut rng)).expect("a legal action is accepted");
        }
    }
    claims
}

struct Proof<'a, T> {
    seat: Seat,
    claim: Claim,
    tricks: &'a T,
    /// The number of tricks to come.
    left: usize,
}

impl<T> Proof<'_, T> {
    fn check<G: TableGame>(&self, state: &G, rng: &mut ChaCha8Rng)
    where
        T: Fn(&G, Seat) -> usize,
    {
        let of_each = (1..=self.left).product::<usize>();
        let few = of_each.saturating_pow(state.seats() as u32) <= ALL_ORDERS;
        let view = state.view(Observer::Seat(self.seat));
        let mut worlds = vec![state.clone()];
        let others = if few { DEALS_OF_FEW } else { DEALS_OF_MANY };
        worlds.extend((0..others).map(|_| G::determinize(&view, rng)));
        for world in &worlds {
            let claim = G::claim(&world.view(Observer::Seat(self.seat)));
            assert_eq!(claim, Some(self.claim), "a claim follows from the view");
            let before = (self.tricks)(world, self.seat);
            let mut result = None;
            if few {
                self.play_all(world, before, &mut result);
            } else {
                for _ in 0..ORDERS_OF_MANY {
                    let mut end = world.clone();
                    while !end.is_terminal() {
                        let action = draw(&end.legal_actions(), rng);
                        end.apply_unchecked(action, &mut |_| ());
                    }
                    self.ended(&end, before, &mut result);
                }
            }
        }
    }

    fn play_all<G: TableGame>(&self, state: &G, before: usize, result: &mut Option<G::Result>)
    where
        T: Fn(&G, Seat) -> usize,
    {
        if state.is_terminal() {
            return self.ended(state, before, result);
        }
        for action in state.legal_actions() {
            let mut next = state.clone();
            next.apply_unchecked(action, &mut |_| ());
            self.play_all(&next, before, result);
        }
    }

    /// Checks an end against the claim, and against the first result of this deal.
    fn ended<G: TableGame>(&self, end: &G, before: usize, result: &mut Option<G::Result>)
    where
        T: Fn(&G, Seat) -> usize,
    {
        let claimed = match self.claim {
            Claim::Rest => self.left,
            Claim::Nothing => 0,
        };
        assert_eq!((self.tricks)(end, self.seat) - before, claimed, "{:?}: {end:?}", self.claim);
        let written = end.written(&G::Score::new(end.options()));
        let first = result.get_or_insert_with(|| written.clone().expect("the deal is over"));
        assert_eq!(written.as_ref(), Some(&*first), "{:?}: another result", self.claim);
    }
}
