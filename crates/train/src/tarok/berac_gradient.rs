//! Learning of the network: an actor and its critic. Advantages are those of
//! J. Schulman and others, "High-dimensional continuous control using
//! generalized advantage estimation" (2016).

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_players::network::softmax;
use vzetek_players::tarok::berac::{
    ALL, EXPECTING, HIDDEN, Network, Observation, Play, ROWS, Rows, SPEAKING, Units,
};
use vzetek_search::dice;
use vzetek_tarok::{HAND, SEATS};

use crate::adam::Adam;

/// The share of a later surprise that reaches a choice before it.
const LAMBDA: f32 = 0.9;

/// The worth of an undecided choice beside success.
const ENTROPY: f32 = 0.01;

/// The weight of the critic's errors beside the actor's.
const CRITIC: f32 = 0.5;

/// Small random weights to start learning from.
pub fn fresh(rng: &mut impl Rng) -> Network {
    let mut even = |size: f64| (size * (2.0 * dice::unit(rng) - 1.0)) as f32;
    let row = |row| std::array::from_fn(|_| even(if row < ROWS { 0.15 } else { 0.3 }));
    Network { rows: (0..ALL).map(row).collect() }
}

/// A choice between several cards.
#[derive(Clone, Debug)]
struct Note {
    role: usize,
    seat: usize,
    situation: Rows,
    cards: ArrayVec<Rows, HAND>,
    played: usize,
    expected: f32,
}

/// The choices of one game.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    notes: Vec<Note>,
}

impl Notes {
    /// Plays to the end with cards drawn by the network, records every choice, and returns whether
    /// the berač is made.
    pub fn play(&mut self, network: &Network, mut play: Play, rng: &mut impl Rng) -> bool {
        while !play.is_over() {
            let legal = play.position.legal();
            let card = match legal.len() {
                1 => legal.first().expect("one card"),
                _ => {
                    let observation = Observation::new(&play);
                    let chances = network.chances(&observation, legal);
                    let card = chances.draw(rng);
                    let played = chances.cards.iter().position(|&other| other == card);
                    let mut situation = Rows::new();
                    observation.tell(&mut situation);
                    let rows = |&card| {
                        let mut rows = Rows::new();
                        observation.tell_card(card, &mut rows);
                        rows
                    };
                    let units = network.activity(&[0.0; HIDDEN], &situation);
                    self.notes.push(Note {
                        role: observation.role(),
                        seat: play.position.to_play().index(),
                        situation,
                        cards: chances.cards.iter().map(rows).collect(),
                        played: played.expect("it was drawn"),
                        expected: network.expects(observation.role(), &units),
                    });
                    card
                }
            };
            play.play(card);
        }
        play.is_made()
    }
}

/// The direction in which the weights are better, summed over games.
#[derive(Clone, Debug)]
pub struct Gradient {
    sum: Vec<Units>,
    /// True for the rows with something in `sum`.
    is_touched: Vec<bool>,
    adam: Adam,
}

impl Default for Gradient {
    fn default() -> Self {
        Self {
            sum: vec![[0.0; HIDDEN]; ALL],
            is_touched: vec![false; ALL],
            adam: Adam::new(ALL * HIDDEN, 100.0, 1e-5),
        }
    }
}

impl Gradient {
    /// Adds what a game teaches, played by the network as it is.
    pub fn add(&mut self, network: &Network, notes: &Notes, is_made: bool) {
        let made = if is_made { 1.0 } else { -1.0 };
        let mut later: [Option<(f32, f32)>; SEATS] = [None; SEATS];
        for note in notes.notes.iter().rev() {
            let success = if note.role == 0 { made } else { -made };
            let (expected, advantage) = later[note.seat].unwrap_or((success, 0.0));
            let advantage = expected - note.expected + LAMBDA * advantage;
            later[note.seat] = Some((note.expected, advantage));
            self.add_choice(network, note, advantage, success);
        }
        self.adam.lessons += 1;
    }

    fn add_choice(&mut self, network: &Network, note: &Note, advantage: f32, success: f32) {
        let base = network.activity(&[0.0; HIDDEN], &note.situation);
        let units: ArrayVec<Units, HAND> =
            note.cards.iter().map(|rows| network.activity(&base, rows)).collect();
        let mut chances: ArrayVec<f32, HAND> =
            units.iter().map(|units| network.speaks(note.role, units)).collect();
        softmax(&mut chances);
        let log = |chance: f32| chance.max(1e-9).ln();
        let entropy: f32 = chances.iter().map(|&chance| -chance * log(chance)).sum();
        let mut situation = [0.0; HIDDEN];
        for (at, (units, &chance)) in units.iter().zip(&chances).enumerate() {
            let played = f32::from(u8::from(at == note.played));
            let slope = advantage * (played - chance) - ENTROPY * chance * (log(chance) + entropy);
            let inward = self.add_output(network, SPEAKING + note.role, units, slope);
            self.add_rows(&note.cards[at], &inward);
            situation.iter_mut().zip(&inward).for_each(|(sum, slope)| *sum += slope);
        }
        let slope = CRITIC * (success - network.expects(note.role, &base));
        let inward = self.add_output(network, EXPECTING + note.role, &base, slope);
        situation.iter_mut().zip(&inward).for_each(|(sum, slope)| *sum += slope);
        self.add_rows(&note.situation, &situation);
    }

    /// Adds the slope of an output's weights, and hands back that of the units
    /// before it.
    fn add_output(&mut self, network: &Network, row: usize, units: &Units, slope: f32) -> Units {
        let weights = &network.rows[row];
        let active = |unit: usize| units[unit] > 0.0;
        let own = std::array::from_fn(|unit| if active(unit) { slope * units[unit] } else { 0.0 });
        self.add_rows(&[row as u16], &own);
        std::array::from_fn(|unit| if active(unit) { slope * weights[unit] } else { 0.0 })
    }

    fn add_rows(&mut self, rows: &[u16], slope: &Units) {
        for &row in rows {
            let at = usize::from(row);
            self.is_touched[at] = true;
            self.sum[at].iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        }
    }

    /// Moves the weights that a game has touched by about `rate`, and begins a new sum.
    pub fn step(&mut self, network: &mut Network, rate: f32) {
        let Self { sum, is_touched, adam } = self;
        let weights = network.rows.as_flattened_mut().iter_mut().zip(sum.as_flattened_mut());
        adam.step(weights.enumerate().filter(|(number, _)| is_touched[number / HIDDEN]), rate);
        for (row, is_touched) in network.rows.iter_mut().zip(is_touched) {
            if std::mem::take(is_touched) {
                row.iter_mut().for_each(|weight| *weight = weight.clamp(-3.96, 3.96));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::Seat;
    use vzetek_tarok::{Card, CardSet, Contract};

    use super::*;
    use vzetek_players::tarok::search::Position;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    /// The declarer leads the king and takes the trick, or gets rid of it.
    #[test]
    fn what_pays_becomes_likelier() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut network = fresh(&mut rng);
        let hands = ["H4 HK", "H3 D4", "H2 D3"].map(set);
        let start = Play::new(Position::new(Contract::Berac, Seat::new(0), Seat::new(0), hands));
        let made = |network: &Network, rng: &mut Xoshiro256PlusPlus| {
            (0..1_000).filter(|_| start.play_out(network, rng)).count()
        };
        let before = made(&network, &mut rng);
        let mut gradient = Gradient::default();
        for _ in 0..200 {
            for _ in 0..8 {
                let mut notes = Notes::default();
                let is_made = notes.play(&network, start, &mut rng);
                gradient.add(&network, &notes, is_made);
            }
            gradient.step(&mut network, 0.01);
        }
        assert!((200..800).contains(&before), "{before} of 1000 made before");
        let kept = Network::read(&network.write()).unwrap();
        let after = made(&kept, &mut rng);
        assert!(after > 900, "{after} of 1000 made after");
    }
}
