//! The level that plays by the habits, beside the others, asked about deals that were set apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use sha2::{Digest as _, Sha256};
use vzetek_game::{Game as _, Level};
use vzetek_players::trset::opponent_policy::{Chances, Habits};
use vzetek_players::trset::{Question, Situation};
use vzetek_players::{Limits, decide};
use vzetek_trset::{Action, Card, CardSet, Trset};

use super::args::Args;
use super::record::{Record, Told, is_own, options};
use crate::recorded;

/// The levels that are asked the same.
pub const OTHERS: [Level; 3] = [Level::Gentle, Level::Easy, Level::Medium];

/// Sums over decisions of one label, and of one part of the deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Matched {
    pub count: f64,
    pub rating: f64,
    /// The decisions in which the likeliest card was played; of several as likely, each
    /// counts in part.
    pub likeliest: f64,
    /// The chances of the cards that were played, summed up: how many are matched by
    /// drawing.
    pub drawn: f64,
    /// The decisions in which each of the [`OTHERS`] has chosen what was played.
    pub others: [f64; OTHERS.len()],
}

/// By label: while there was a stock, and once nothing was hidden.
pub type Asked = BTreeMap<String, [Matched; 2]>;

/// Asks the levels about decisions of these deals, as evenly spread as if of all that were set
/// apart some `most` were asked about: medium takes a hundredth of a second for each. A deal's id
/// says about which decisions, so that the order in which deals were recorded does not matter.
///
/// # Errors
/// If the database cannot be read again.
pub fn ask(
    args: &Args,
    record: &Record,
    told: &[Told],
    habits: &Habits,
    (deals, most): (&BTreeSet<&str>, usize),
) -> anyhow::Result<Asked> {
    let people: HashMap<usize, (&str, f64)> =
        told.iter().map(|told| (told.player, (told.label.as_str(), told.rating))).collect();
    let all = told.iter().filter(|told| told.is_examined).count();
    let every = all.div_ceil(most).max(1) as u64;
    let mut asked = Asked::new();
    recorded::read(&args.database, &args.kind, |game| {
        if !deals.contains(game.row.id.as_str()) {
            return Ok(());
        }
        let mut number = numbered(&game.row.id);
        recorded::replay::<Trset>(game, &options(game)?, |play, seat, _, action| {
            let row = &game.row.players[seat.index()];
            let player = record.player(&row.account).and_then(|player| people.get(&player));
            let (Some(&(label, rating)), Action::Play(card)) = (player, *action) else {
                return Ok(());
            };
            if !is_own(row) || play.state.legal_actions().len() < 2 {
                return Ok(());
            }
            number = number.wrapping_add(1);
            if !number.is_multiple_of(every) {
                return Ok(());
            }
            let part = usize::from(play.state.stock().is_empty());
            let matched = &mut asked.entry(label.to_owned()).or_default()[part];
            let seed = args.seed ^ number << 16;
            matched.rating += rating;
            play.ask(|question| matched.add(&question, card, habits, seed));
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(asked)
}

/// The number from which the decisions of a deal are counted.
fn numbered(deal: &str) -> u64 {
    let hash = Sha256::digest(deal);
    u64::from_le_bytes(std::array::from_fn(|at| hash[at]))
}

impl Matched {
    fn add(&mut self, question: &Question<'_>, card: Card, habits: &Habits, seed: u64) {
        let situation = Situation::new(question.view, question.history, &question.carried);
        let chances = habits.chances(0.0, &situation).expect("habits are of two");
        self.count += 1.0;
        let (likeliest, chance) = matched(&chances, card);
        self.likeliest += likeliest;
        self.drawn += chance;
        for (level, sum) in OTHERS.into_iter().zip(&mut self.others) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let chosen = decide(level, question, &Limits::default(), &mut rng).action;
            *sum += f64::from(u8::from(chosen == Action::Play(card)));
        }
    }

    /// Adds the sums of others.
    pub fn add_all(&mut self, other: &Self) {
        self.count += other.count;
        self.rating += other.rating;
        self.likeliest += other.likeliest;
        self.drawn += other.drawn;
        for (sum, more) in self.others.iter_mut().zip(other.others) {
            *sum += more;
        }
    }
}

/// Returns the share of the likeliest cards that the card is, and its chance.
fn matched(chances: &Chances, card: Card) -> (f64, f64) {
    let most = chances.iter().map(|&(_, chance)| chance).fold(0.0, f32::max);
    let likeliest = chances.iter().filter(|&&(_, chance)| chance == most).count() as f64;
    let bit = CardSet::from_iter([card]).bits();
    let own = chances.iter().find(|&&(number, _)| bit >> number & 1 == 1);
    let chance = own.expect("the card may be played").1;
    (if chance == most { 1.0 / likeliest } else { 0.0 }, f64::from(chance))
}
