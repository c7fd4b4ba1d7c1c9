//! The posterior over the hidden hand of the opponent of two: which hands they
//! presumably hold, by how they have played.

use std::time::Instant;

use rand_core::Rng;
use vzetek_game::sharing::shuffle;
use vzetek_search::{Limits, dice};

use super::Situation;
use super::cards::Bits;
use super::opponent_model::Kinds;
use super::opponent_policy::OpponentPolicy;
use super::situation::TwoHanded;

/// The settings of the player's inference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// True if the player infers at all.
    pub infers: bool,
    /// The trust in the policies: the power to which the weight of a hand is raised.
    pub trust: f64,
    /// The most hands that are weighed; if there are fewer, each is.
    pub candidates: usize,
}

impl Default for Settings {
    /// Found by duels: docs/notes/2026-11.md.
    fn default() -> Self {
        Self { infers: true, trust: 1.0, candidates: 500 }
    }
}

/// The number of hands in the pool, the likely ones more often.
const POOL: usize = 2048;

/// The number of iterations of the search that make it worth while to weigh one hand.
const ITERATIONS: u64 = 4;

/// The beliefs about the opponent in a two-player deal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HandPosterior {
    /// Hidden cards that they may hold, likely ones more often; none where all
    /// are as likely.
    pub pool: Vec<u64>,
    /// The probability of each policy to be theirs; the rest to 1 is the
    /// probability of strangers.
    pub policies: [f64; OpponentPolicy::COUNT],
}

impl HandPosterior {
    /// Returns the beliefs about an opponent who was not seen to play in this deal.
    fn before(kinds: &Kinds) -> Self {
        Self { pool: Vec::new(), policies: kinds.policies() }
    }

    /// Infers them from how the opponent has played. That takes a tenth of the search's time limit,
    /// with fewer candidates if need be, and weighs at most one hand for every [`ITERATIONS`].
    pub fn infer(
        situation: &Situation,
        settings: &Settings,
        limits: &Limits,
        rng: &mut impl Rng,
    ) -> Self {
        let start = Instant::now();
        let Some(two) = situation.two().filter(|_| settings.infers) else {
            return Self::before(&Kinds::default());
        };
        let kinds = two.opponent_model.kinds();
        if two.past.is_empty() {
            return Self::before(&kinds);
        }
        let kifameno = situation.rules().kifameno;
        let time = limits.time.map(|time| time / 10);
        let most = limits.iterations.map_or(u64::MAX, |most| most.div_ceil(ITERATIONS));
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(settings.candidates).max(1);
        let mut candidates = candidates(two, most, rng);
        let mut weights = Vec::with_capacity(candidates.len());
        let mut sum = Kinds([0.0; Kinds::COUNT]);
        for &hidden in &candidates {
            if time.is_some_and(|time| weights.len() % 16 == 1 && start.elapsed() > time) {
                break;
            }
            let told = kinds * Kinds::telling(&two.past, hidden, kifameno);
            weights.push(told.total().powf(settings.trust));
            sum += told;
        }
        candidates.truncate(weights.len());
        let pool = if two.is_open() { Vec::new() } else { resampled(&candidates, &weights, rng) };
        Self { pool, policies: sum.policies() }
    }
}

/// Hidden cards that the opponent may hold, one at least, in no order: all, or `most` drawn evenly
/// if there are more.
fn candidates(two: &TwoHanded, most: usize, rng: &mut impl Rng) -> Vec<u64> {
    let (hidden, cards) = (usize::from(two.hand), two.possible.len());
    if hidden == 0 {
        return vec![0];
    }
    if ways(cards, hidden) > most as f64 {
        return (0..most).map(|_| two.draw(rng)).collect();
    }
    let mut all = Vec::new();
    // The next larger number with as many bits (Gosper).
    let mut chosen = (1u64 << hidden) - 1;
    while chosen < 1 << cards {
        let hand = Bits(chosen).map(|at| 1 << two.possible[usize::from(at)]);
        all.push(hand.fold(0, |hand, card: u64| hand | card));
        let lowest = chosen & chosen.wrapping_neg();
        let next = chosen + lowest;
        let moved = ((chosen ^ next) >> 2) / lowest;
        chosen = next | moved;
    }
    shuffle(&mut all, rng);
    all
}

/// Returns the number of ways in which some of the cards can be chosen.
fn ways(cards: usize, chosen: usize) -> f64 {
    (0..chosen).map(|at| (cards - at) as f64 / (at + 1) as f64).product::<f64>().round()
}

/// [`POOL`] of these hands, each as often as its weight says but for less than
/// one (systematic resampling).
fn resampled(hands: &[u64], weights: &[f64], rng: &mut impl Rng) -> Vec<u64> {
    let offset = dice::unit(rng);
    let step = weights.iter().sum::<f64>() / POOL as f64;
    let mut pool = Vec::with_capacity(POOL);
    let mut sum = 0.0;
    for (&hand, weight) in hands.iter().zip(weights) {
        sum += weight;
        while pool.len() < POOL && (pool.len() as f64 + offset) * step < sum {
            pool.push(hand);
        }
    }
    pool
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Observer, Seat};
    use vzetek_trset::{Card, CardSet, Options, Trset, Variant};

    use super::*;
    use crate::trset::opponent_policy::Observation;
    use crate::trset::{History, OpponentModel};

    fn set(cards: &str) -> u64 {
        cards.split_whitespace().map(|c| c.parse::<Card>().unwrap()).collect::<CardSet>().bits()
    }

    /// The first reply of a deal, one hidden card of the hand not among them.
    fn reply(led: &str, hand: &str, card: &str) -> Observation {
        let index = |card| set(card).trailing_zeros() as u8;
        Observation {
            card: index(card),
            hand: set(hand),
            gone: set(led),
            led: Some(index(led)),
            known: 0,
            facing: 0,
            lacking: 0,
            leads: [0, set(led)],
            thirds: [0, 0],
            stock: 20,
        }
    }

    fn odds(kifameno: bool, observation: Observation, one: &str, other: &str) -> f64 {
        let told =
            |hidden| Kinds::default() * Kinds::telling(&[observation], set(hidden), kifameno);
        told(one).total() / told(other).total()
    }

    #[test]
    fn who_gives_an_ace_away_has_nothing_smaller() {
        let rest = "S4 S7 SC B5 B6 BK D4 D7";
        let observation = reply("C3", &format!("CA {rest}"), "CA");
        let given = odds(false, observation, "DC", "C4");
        assert!(given > 3.5, "{given}");
        // In kifameno it is a gift that any player makes.
        let given = odds(true, observation, "DC", "C4");
        assert!(given < 2.0, "{given}");
    }

    #[test]
    fn who_does_not_take_an_ace_cannot() {
        let rest = "S4 S7 SC B5 B6 BK D4 D7";
        let observation = reply("CA", &format!("C4 {rest}"), "C4");
        let left = odds(false, observation, "DC", "C3");
        assert!(left > 3.5, "{left}");
        let left = odds(true, observation, "DC", "C3");
        assert!(left < 2.0, "{left}");
    }

    #[test]
    fn hands_come_up_as_often_as_they_weigh() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let pool = resampled(&[1, 2, 3, 4], &[0.1, 0.0, 0.3, 0.6], &mut rng);
        assert_eq!(pool.len(), POOL);
        for (hand, share) in [(1, 0.1), (2, 0.0), (3, 0.3), (4, 0.6)] {
            let count = pool.iter().filter(|&&other| other == hand).count();
            assert!((count as f64 - share * POOL as f64).abs() <= 1.0, "{hand}: {count}");
        }
    }

    /// Deals played at random, with a situation before every action.
    fn situations(variant: Variant, look: impl FnMut(&Trset, &Situation)) {
        situations_with(variant, &OpponentModel::NONE, look);
    }

    /// Deals played at random, with a situation before every action, against an
    /// opponent who is known so well.
    fn situations_with(
        variant: Variant,
        known: &OpponentModel,
        mut look: impl FnMut(&Trset, &Situation),
    ) {
        let options = Options::new(variant, 2).unwrap();
        for seed in 0..6 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut deal: Trset = vzetek_game::sharing::deal(&options, Seat::new(0), &mut rng);
            let mut history = History::new();
            while let Some(seat) = deal.current_player() {
                look(&deal, &Situation::new(&deal.view(Observer::Seat(seat)), &history, known));
                let legal = deal.legal_actions();
                let action = legal[dice::below(&mut rng, legal.len() as u32) as usize];
                deal.apply(action).unwrap().iter().for_each(|event| history.observe(event));
            }
        }
    }

    #[test]
    fn few_hands_are_all_weighed_and_many_are_drawn() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut all, mut drawn) = (0, 0);
        situations(Variant::Trset, |_, situation| {
            let two = situation.two().unwrap();
            let possible = two.possible.iter().fold(0u64, |all, card| all | 1 << card);
            let mut hands = candidates(two, 700, &mut rng);
            assert!(hands.iter().all(|hand| hand & !possible == 0));
            assert!(hands.iter().all(|hand| hand.count_ones() == u32::from(two.hand)));
            hands.sort_unstable();
            hands.dedup();
            let ways = ways(two.possible.len(), two.hand.into());
            if ways <= 700.0 {
                assert_eq!(hands.len() as f64, ways);
                all += 1;
            } else {
                assert!(hands.len() > 300);
                drawn += 1;
            }
        });
        assert!(all > 50 && drawn > 50, "{all} {drawn}");
    }

    #[test]
    fn believed_worlds_are_possible_ones() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for variant in [Variant::Trset, Variant::Kifameno] {
            let mut believed = 0;
            situations(variant, |deal, situation| {
                let settings = Settings { candidates: 60, ..Settings::default() };
                let posterior =
                    HandPosterior::infer(situation, &settings, &Limits::default(), &mut rng);
                assert!(posterior.policies.iter().all(|&policy| policy > 0.0), "{posterior:?}");
                assert!(posterior.policies.iter().sum::<f64>() < 1.0, "{posterior:?}");
                if posterior.pool.is_empty() {
                    let two = situation.two().unwrap();
                    assert!(two.past.is_empty() || two.is_open());
                    return;
                }
                believed += 1;
                let me = deal.current_player().unwrap();
                let them = me.clockwise(1, 2);
                let (view, known) = (deal.view(Observer::Seat(me)), situation.known());
                let denied = view.table.denied[them].bits() & !view.table.known[them].bits();
                for _ in 0..20 {
                    let world = situation.believing(posterior.pool.clone()).sample(&mut rng);
                    let stock = &world.stock[..usize::from(world.stock_len)];
                    let stock = stock.iter().fold(0u64, |all, card| all | 1 << card);
                    let hand = world.hands[them.index()];
                    assert_eq!(hand & known.hands[them.index()], known.hands[them.index()]);
                    assert_eq!(hand & denied, 0);
                    assert_eq!(hand.count_ones() as usize, deal.hand(them).len());
                    assert_eq!(stock.count_ones(), u32::from(view.table.stock));
                    assert_eq!(world.hands[me.index()], deal.hand(me).bits());
                    let theirs = hand & !known.hands[them.index()];
                    assert_eq!(theirs & stock, 0);
                    assert_eq!(theirs | stock, view.unseen().bits());
                }
            });
            assert!(believed > 80, "{believed}");
        }
    }

    #[test]
    fn who_is_known_from_earlier_deals_is_believed_to_play_as_then() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let known = OpponentModel::sure_of(1);
        let limits = Limits::iterations(400);
        let (mut begun, mut later) = (0, 0);
        situations_with(Variant::Trset, &known, |_, situation| {
            let settings = Settings::default();
            let believed = HandPosterior::infer(situation, &settings, &limits, &mut rng).policies;
            if situation.two().unwrap().past.is_empty() {
                assert!(believed[1] > 0.99, "{believed:?}");
                begun += 1;
            } else {
                // Cards played at random speak against it, one by one.
                assert!(believed[1] > believed[2], "{believed:?}");
                later += 1;
            }
            let settings = Settings { infers: false, ..settings };
            let careless = HandPosterior::infer(situation, &settings, &limits, &mut rng);
            assert_eq!(careless, HandPosterior::before(&Kinds::default()));
        });
        assert!(begun > 6 && later > 60, "{begun} {later}");
    }

    #[test]
    fn nothing_is_inferred_where_nothing_was_seen() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let limits = Limits::iterations(100);
        situations(Variant::Trset, |deal, situation| {
            let seat = deal.current_player().unwrap();
            let blind = Situation::from_view(&deal.view(Observer::Seat(seat)));
            let (settings, before) =
                (Settings::default(), HandPosterior::before(&Kinds::default()));
            assert_eq!(HandPosterior::infer(&blind, &settings, &limits, &mut rng), before);
            let settings = Settings { infers: false, ..settings };
            assert_eq!(HandPosterior::infer(situation, &settings, &limits, &mut rng), before);
        });
    }
}
