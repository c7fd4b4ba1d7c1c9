//! Learns how players of tršet or kifameno are used to play, from what they played,
//! with their strength as a trait.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_players::trset::opponent_policy::{
    Habits, Observation, OpponentPolicy, Precision, Source, Weights,
};

use super::policy_gradient::{Gradient, fresh};

/// Observations between two steps of the weights.
const BATCH: usize = 64;

/// A card that a player played, and the player's strength.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The card, with the whole hand it was played from.
    pub observation: Observation,
    /// The player's strength, in units of [`Habits::UNIT`] above the average.
    pub strength: f32,
}

/// Returns the habits learned from these lessons, the same every time: `rounds` times
/// all of them are gone through.
///
/// They are the habits while there is a stock: the precision of endings is learned by
/// [`fit`](super::precision::fit). With `by_strength` false nothing changes with strength: one policy of all players.
pub fn learn(lessons: &[Lesson], rounds: usize, by_strength: bool, seed: u64) -> Habits {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let nothing = OpponentPolicy { weights: Weights::zero() };
    let mut habits = Habits {
        average: fresh(&mut rng),
        slope: nothing,
        precision: Precision::default(),
        source: Source::default(),
    };
    let (mut average, mut slope) = (Gradient::default(), Gradient::default());
    let mut some = Gradient::default();
    let mut lessons = lessons.to_vec();
    for round in 0..rounds {
        shuffle(&mut lessons, &mut rng);
        let rate = 0.004 * (1.0 - round as f32 / rounds as f32) + 0.000_2;
        for batch in lessons.chunks_mut(BATCH) {
            batch.sort_by(|a, b| a.strength.total_cmp(&b.strength));
            for equals in batch.chunk_by(|a, b| a.strength == b.strength) {
                let strength = equals[0].strength;
                let policy = habits.at(strength);
                some.clear();
                equals.iter().for_each(|lesson| some.add(&policy, &lesson.observation));
                average.add_share(&some, 1.0);
                slope.add_share(&some, strength);
            }
            average.step(&mut habits.average, rate);
            if by_strength {
                slope.step(&mut habits.slope, rate);
            }
        }
    }
    habits.rounded()
}

#[cfg(test)]
mod tests {
    use vzetek_game::{Game, HiddenInformation, Observer, Seat};
    use vzetek_players::trset::History;
    use vzetek_search::dice;
    use vzetek_trset::{Options, Trset, Variant};

    use super::*;

    /// The cards of two players while there is a stock: one plays the lowest number of all
    /// legal cards, the other the highest.
    fn lessons(seeds: std::ops::Range<u64>) -> Vec<Lesson> {
        let options = Options::new(Variant::Trset, 2).unwrap();
        let mut lessons = Vec::new();
        for seed in seeds {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut history = History::new();
            let mut deal: Trset = vzetek_game::sharing::deal(&options, Seat::new(0), &mut rng);
            while let Some(seat) = deal.current_player() {
                let legal = deal.legal_actions();
                let slip = dice::below(&mut rng, 8) == 0;
                let at = match seat.index() {
                    _ if slip => dice::below(&mut rng, legal.len() as u32) as usize,
                    0 => 0,
                    _ => legal.len() - 1,
                };
                deal.apply(legal[at]).unwrap().iter().for_each(|event| history.observe(event));
            }
            for (seat, strength) in [(Seat::new(0), -1.0), (Seat::new(1), 1.0)] {
                let view = deal.view(Observer::Seat(seat.clockwise(1, 2)));
                let past = Observation::past(&view, &history);
                let chosen = past.into_iter().filter(|seen| seen.legal().count_ones() > 1);
                lessons.extend(chosen.map(|observation| Lesson { observation, strength }));
            }
        }
        lessons
    }

    fn loss(habits: &Habits, lessons: &[Lesson]) -> f32 {
        let loss = |lesson: &Lesson| -habits.at(lesson.strength).chance(&lesson.observation).ln();
        lessons.iter().map(loss).sum::<f32>() / lessons.len() as f32
    }

    #[test]
    fn strength_tells_players_apart() {
        let (taught, examined) = (lessons(0..60), lessons(100..110));
        let [with, without] = [true, false].map(|by_strength| learn(&taught, 6, by_strength, 1));
        let [with, without] = [with, without].map(|habits| loss(&habits, &examined));
        assert!(with < 0.8 * without, "{with} {without}");
    }

    #[test]
    fn the_same_lessons_teach_the_same_and_a_file_keeps_it() {
        let taught = lessons(0..4);
        let [one, other] = [(); 2].map(|()| learn(&taught, 2, true, 1).write(false));
        assert_eq!(one, other);
        assert_eq!(Habits::read(false, &one).unwrap().write(false), one);
        assert!(Habits::read(true, &one).is_err(), "kifameno is another game");
        assert!(Habits::read(false, &one[..one.len() - 1]).is_err());
    }
}
