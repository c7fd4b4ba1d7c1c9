//! Habits: policies learned from a record, with the player's strength as a trait, so that few games
//! serve every strength (as Tang and others, 2024, do for chess).

use std::fmt;
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use vzetek_trset::Variant;

use super::Observation;
use super::network::{AlreadyRead, OpponentPolicy, Weights};
use super::quantal::{Precision, merits};
use crate::network::{Layout, WeightsError, Width};
use crate::trset::{Ending, Situation};

/// The habits that the program was built with.
static TRSET: &[u8] = include_bytes!("trset-habits.bin");
static KIFAMENO: &[u8] = include_bytes!("kifameno-habits.bin");

/// The habits by which players of tršet and of kifameno choose.
static LEARNED: [OnceLock<Habits>; 2] = [OnceLock::new(), OnceLock::new()];

/// The integer that stands for 1 in a file.
const PARTS: f32 = 1024.0;

/// Every card that may be played, with its chance.
pub type Chances = ArrayVec<(u8, f32), 10>;

/// The reason that a program cannot go by the habits in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file holds no habits, or not whole ones.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// It is too late.
    #[error(transparent)]
    AlreadyRead(#[from] AlreadyRead),
}

/// Those from whom habits were learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The number of people.
    pub people: u32,
    /// The number of bots.
    pub bots: u32,
    /// The number of their decisions.
    pub decisions: u64,
    /// The SHA-256 of the deals.
    pub checksum: [u8; 32],
}

impl Source {
    /// The number of bytes in a file.
    const BYTES: usize = 48;

    fn write(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.people.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.bots.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.decisions.to_le_bytes());
        bytes[16..].copy_from_slice(&self.checksum);
        bytes
    }

    fn read(bytes: &[u8; Self::BYTES]) -> Self {
        Self {
            people: u32::from_le_bytes(std::array::from_fn(|at| bytes[at])),
            bots: u32::from_le_bytes(std::array::from_fn(|at| bytes[4 + at])),
            decisions: u64::from_le_bytes(std::array::from_fn(|at| bytes[8 + at])),
            checksum: std::array::from_fn(|at| bytes[16 + at]),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { people, bots, decisions, .. } = self;
        write!(f, "{decisions} decisions of {people} people and {bots} bots")
    }
}

/// The habits of players of any strength.
///
/// Each weight is that of the average player of the record, and its change with
/// strength.
#[derive(Clone, Debug)]
pub struct Habits {
    /// The policy of average strength while there is a stock.
    pub average: OpponentPolicy,
    /// The change of each weight for [`Habits::UNIT`] points of rating.
    pub slope: OpponentPolicy,
    /// The precision once nothing is hidden.
    pub precision: Precision,
    /// Those from whom they were learned.
    pub source: Source,
}

impl Habits {
    /// The points of an Elo rating that make one unit of strength; 0 is the average
    /// of the record.
    pub const UNIT: f64 = 200.0;

    /// The strengths of the policies by which hidden hands are weighed, all of the
    /// record's players first.
    pub const WEIGHED: [f32; OpponentPolicy::COUNT] = [0.0, -1.0, 1.0];

    /// The number of weights in a file.
    const COUNT: usize = 2 * Weights::COUNT + 2 + Source::BYTES;

    /// Returns the habits by which players of a game choose: those that were loaded, or
    /// that the program was built with.
    pub fn learned(kifameno: bool) -> &'static Self {
        let file = if kifameno { KIFAMENO } else { TRSET };
        LEARNED[usize::from(kifameno)]
            .get_or_init(|| Self::read(kifameno, file).expect("the program's own habits"))
    }

    /// The policy of players of this strength, in units above the average.
    pub fn at(&self, strength: f32) -> OpponentPolicy {
        let mut policy = self.average.clone();
        for (weight, slope) in policy.weights.all_mut().zip(self.slope.weights.all()) {
            *weight += strength * slope;
        }
        policy
    }

    /// Returns the chance of each card that may be played, by players of this strength.
    /// `None` if more than two play.
    ///
    /// # Panics
    /// If there is no card to play.
    pub fn chances(&self, strength: f32, situation: &Situation) -> Option<Chances> {
        let observation = situation.observation()?;
        let Some(world) = situation.certain() else {
            return Some(self.before_the_ending(strength, &observation));
        };
        let merits = merits(&world, &mut Ending::new(world.rules.kifameno));
        let lost: ArrayVec<f32, 10> = merits.iter().map(|&(_, merit)| merit).collect();
        let chances = self.precision.chances(strength, &lost);
        Some(merits.iter().map(|&(card, _)| card).zip(chances).collect())
    }

    /// The chance of each card while there is a stock.
    fn before_the_ending(&self, strength: f32, observation: &Observation) -> Chances {
        let odds = self.at(strength).odds(observation);
        let all: f32 = odds.iter().map(|&(_, odds)| odds).sum();
        odds.iter().map(|&(card, odds)| (card, odds / all)).collect()
    }

    /// The policies by which hidden hands are weighed.
    pub fn policies(&self) -> Vec<OpponentPolicy> {
        Self::WEIGHED.map(|strength| self.at(strength)).into()
    }

    /// Returns the layout of a file of habits. The second has the precision of endings and
    /// the source.
    const fn layout(kifameno: bool) -> Layout {
        Layout {
            name: if kifameno { "kifameno-habits" } else { "trset-habits" },
            version: 2,
            weights: Self::COUNT,
            width: Width::Word,
            parts: PARTS,
        }
    }

    /// Reads the habits of players of a game from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(kifameno: bool, file: &[u8]) -> Result<Self, WeightsError> {
        let numbers = Self::layout(kifameno).read(file)?;
        let (average, rest) = numbers.split_at(Weights::COUNT);
        let (slope, rest) = rest.split_at(Weights::COUNT);
        let (precision, source) = rest.split_at(2);
        Ok(Self {
            average: OpponentPolicy::of(average),
            slope: OpponentPolicy::of(slope),
            precision: Precision { average: precision[0], slope: precision[1] },
            source: Source::read(&std::array::from_fn(|at| (source[at] * PARTS) as u8)),
        })
    }

    /// Lets the program choose by the habits in this file, and know opponents of two by
    /// them, instead of what it was built with. Returns the game that they are of, and
    /// from whom they were learned.
    ///
    /// # Errors
    /// [`LoadError`] if the file holds anything else, or hands were weighed before.
    pub fn load(file: &[u8]) -> Result<(Variant, Source), LoadError> {
        let of_kifameno = Self::layout(true).name;
        let (variant, habits) = match Self::read(false, file) {
            Err(WeightsError::Name { found, .. }) if found == of_kifameno => {
                (Variant::Kifameno, Self::read(true, file)?)
            }
            read => (Variant::Trset, read?),
        };
        let kifameno = variant == Variant::Kifameno;
        OpponentPolicy::learned_from(kifameno, habits.policies())?;
        let source = habits.source;
        LEARNED[usize::from(kifameno)].set(habits).map_err(|_| AlreadyRead)?;
        Ok((variant, source))
    }

    /// Makes the file of the habits of players of a game.
    pub fn write(&self, kifameno: bool) -> Vec<u8> {
        let Self { average, slope, precision, source } = self;
        let bytes = source.write().map(|byte| f32::from(byte) / PARTS);
        let weights = average.weights.all().chain(slope.weights.all());
        let rest = [&precision.average, &precision.slope].into_iter().chain(&bytes);
        Self::layout(kifameno).write(weights.chain(rest))
    }

    /// The habits as they come back from a file.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let layout = Self::layout(false);
        for policy in [&mut self.average, &mut self.slope] {
            policy.weights.all_mut().for_each(|weight| *weight = layout.rounded(*weight));
        }
        for number in [&mut self.precision.average, &mut self.precision.slope] {
            *number = layout.rounded(*number);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Level, Observer, Seat};
    use vzetek_search::{Limits, dice};
    use vzetek_trset::{Options, Trset};

    use super::*;
    use crate::trset::History;
    use crate::{Play, PlayedGame, Question, decide};

    fn habits() -> Habits {
        Habits {
            precision: Precision { average: 1.25, slope: -0.5 },
            source: Source {
                people: 25,
                bots: 70_000,
                decisions: 5_000_000_000,
                checksum: std::array::from_fn(|at| 255 - at as u8),
            },
            ..Habits::learned(false).clone()
        }
    }

    #[test]
    fn a_file_keeps_all_of_it() {
        let (habits, file) = (habits(), habits().write(false));
        let read = Habits::read(false, &file).unwrap();
        assert_eq!((read.precision, read.source), (habits.precision, habits.source));
        assert_eq!(read.write(false), file);
        assert_eq!(read.source.to_string(), "5000000000 decisions of 25 people and 70000 bots");
    }

    #[test]
    fn a_file_that_is_short_old_or_of_another_game_is_refused() {
        let file = habits().write(false);
        let refused = |file: &[u8]| Habits::read(false, file).unwrap_err().to_string();
        let short = refused(&file[..20_000]);
        assert!(short.contains("has 29746 weights"), "{short}");
        assert!(refused(&habits().write(true)).contains("\"kifameno-habits\""));
        let first = Layout { version: 1, weights: 2 * Weights::COUNT, ..Habits::layout(false) };
        let old = first.write(habits().average.weights.all().chain(habits().slope.weights.all()));
        assert_eq!(refused(&old), "trset-habits has weights of layout 1, where layout 2 is known");
    }

    #[test]
    fn the_own_habits_are_whole() {
        for kifameno in [false, true] {
            let habits = Habits::learned(kifameno);
            let weights = habits.average.weights.all().chain(habits.slope.weights.all());
            let largest = weights.map(|weight| weight.abs()).fold(0.0, f32::max);
            assert!(largest < 32_767.0 / PARTS, "weights are cut off");
            assert!(habits.precision.average > 0.2, "{:?}", habits.precision);
            assert!(habits.source.decisions > 50_000, "{}", habits.source);
        }
    }

    /// The answers to all questions of random deals of two.
    fn questions(variant: Variant, mut each: impl FnMut(&Question<'_, Trset>)) -> Vec<Play<Trset>> {
        let options = Options::new(variant, 2).unwrap();
        let play = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let dealer = Seat::new((seed % 2) as u8);
            let mut play: Play<Trset> =
                Play::new(vzetek_game::sharing::deal(&options, dealer, &mut rng));
            while play.state.current_player().is_some() {
                play.ask(|question| each(&question));
                let legal = play.state.legal_actions();
                play.act(legal[dice::below(&mut rng, legal.len() as u32) as usize]);
            }
            play
        };
        (0..12).map(play).collect()
    }

    /// The player who thinks sees what an opponent will look back on, from which the
    /// habits were learned.
    #[test]
    fn the_observation_is_the_one_that_is_learned_from() {
        for variant in [Variant::Trset, Variant::Kifameno] {
            let mut own: Vec<(Seat, Observation)> = Vec::new();
            let plays = questions(variant, |question| {
                if question.view.table.stock > 0 {
                    let situation =
                        Situation::new(question.view, question.history, &question.carried);
                    let seat = question.view.observer.unwrap();
                    own.push((seat, situation.observation().unwrap()));
                }
            });
            let mut own = own.chunks_exact(20);
            for play in plays {
                let deal = own.next().unwrap();
                for seat in Seat::all(2) {
                    let other = seat.clockwise(1, 2);
                    let view = play.state.view(Observer::Seat(other));
                    let past = Observation::past(&view, &play.histories[other.index()]);
                    let seen = deal.iter().filter(|(of, _)| *of == seat);
                    let seen: Vec<Observation> = seen.map(|(_, seen)| *seen).collect();
                    let past: Vec<Observation> =
                        past.into_iter().map(|past| Observation { card: 0, ..past }).collect();
                    assert_eq!(seen, past);
                }
            }
            assert!(own.next().is_none());
        }
    }

    #[test]
    fn cards_are_drawn_by_their_chances() {
        let (mut asked, mut endings) = (0, 0);
        questions(Variant::Kifameno, |question| {
            asked += 1;
            let stock = question.view.table.stock;
            if asked % 13 != 1 || question.legal.len() < 3 {
                return;
            }
            endings += usize::from(stock == 0);
            let situation = Situation::new(question.view, question.history, &question.carried);
            let chances = Habits::learned(true).chances(0.0, &situation).unwrap();
            assert_eq!(chances.len(), question.legal.len());
            assert!((chances.iter().map(|&(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-4);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked);
            let mut drawn = [0; 40];
            for _ in 0..1_000 {
                let decision = decide(Level::Natural, question, &Limits::default(), &mut rng);
                let vzetek_trset::Action::Play(card) = decision.action else { panic!() };
                drawn[usize::from(crate::trset::cards::index(card))] += 1;
            }
            for (card, chance) in chances {
                let share = drawn[usize::from(card)] as f32 / 1_000.0;
                assert!((share - chance).abs() < 0.06, "{card}: {share} of {chance}");
            }
        });
        assert!(endings > 3, "{endings}");
    }

    #[test]
    fn others_than_two_have_no_habits_and_are_played_as_medium() {
        for seats in [3, 4] {
            let options = Options::new(Variant::Trset, seats).unwrap();
            assert!(!Trset::has_level(Level::Natural, &options));
            assert!(Trset::has_level(Level::Medium, &options));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let deal = vzetek_game::sharing::deal(&options, Seat::new(0), &mut rng);
            let play: Play<Trset> = Play::new(deal);
            play.ask(|question| {
                let situation = Situation::new(question.view, &History::new(), &question.carried);
                assert!(Habits::learned(false).chances(0.0, &situation).is_none());
                let asked = |level| {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
                    decide(level, &question, &Limits::iterations(50), &mut rng)
                };
                assert_eq!(asked(Level::Natural), asked(Level::Medium));
            });
        }
        assert!(Trset::has_level(Level::Natural, &Options::new(Variant::Trset, 2).unwrap()));
    }
}
