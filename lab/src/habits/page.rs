//! The page that shows how well habits predict the cards played in deals that they were not learned
//! from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use vzetek_players::trset::opponent_policy::{EndingChoice, Habits, Observation, OpponentPolicy};

use super::args::{Args, From};
use super::levels::{Asked, Matched, OTHERS};
use super::record::{Choice, Told};
use crate::numbers::thousands;
use crate::recorded::hexadecimal;

/// The title, and what was learned from. The fingerprint of the first decisions stands where
/// `vzetek-lab paper --check` reads it.
pub fn head(
    args: &Args,
    deals: u64,
    from: From,
    too_few: bool,
    learned: &Learned<'_>,
    first: &str,
) -> String {
    let source = learned.by_strength.source;
    let forced = args.from.and_then(|from| clap::ValueEnum::to_possible_value(&from));
    let forced = forced.map(|from| format!(" --from {}", from.get_name())).unwrap_or_default();
    let too_few = if too_few {
        format!(
            " People alone are learned from once {PEOPLE} of them have made {DECISIONS_EACH} \
             decisions each."
        )
    } else {
        String::new()
    };
    format!(
        "# Habits learned from a record: {kind}\n\n\
         *Made by `vzetek-lab train habits --kind {kind} --rounds {rounds} --seed {seed}{forced}` \
         of version {version} on {day}; the first of each kind came out as `{first}`.* Learned from {words}: {decisions} decisions of {people} \
         people and {bots} bots in {deals} deals, with the checksum\n`{checksum}`. \
         [PLAYERS.md](../PLAYERS.md#habits) says how a record like this is made.{too_few}\n\n\
         One deal of 8 was kept apart; all figures are of those. A decision is a card played \
         where another could have been. The rating comes from the record's results alone, in \
         Elo's points above the average decision's player; people within 100 points of it are \
         called average. Log loss is the mean of −ln of the chance that was given to the card \
         played.\n\n",
        kind = args.kind,
        rounds = args.rounds,
        seed = args.seed,
        version = env!("CARGO_PKG_VERSION"),
        day = chrono::Utc::now().format("%Y-%m-%d"),
        words = from.words(),
        decisions = thousands(source.decisions as f64),
        people = source.people,
        bots = source.bots,
        deals = thousands(deals as f64),
        checksum = hexadecimal(&source.checksum),
    )
}

/// The decisions while there was a stock.
pub fn before_the_ending(told: &[Told], learned: &Learned<'_>) -> String {
    let rows = rows(told, |choice, strength| match choice {
        Choice::Card(observation) => Some(Cards::of(observation, strength, learned)),
        Choice::Ending(_) => None,
    });
    format!(
        "## While there is a stock\n\n\
         *Own* is the policy that the program was built with, *all* one policy learned from \
         everybody, *by strength* the habits, with the rating as a trait. A card is matched if \
         it is the one to which the most was given.\n\n\
         | player | rating | decisions | loss: even | own | all | by strength | matched: own | all \
         | by strength |\n|---|---|---|---|---|---|---|---|---|---|\n{rows}\n"
    )
}

/// The decisions once nothing was hidden.
pub fn endings(told: &[Told], learned: &Learned<'_>) -> String {
    let rows = rows(told, |choice, strength| match choice {
        Choice::Ending(ending) => Some(Endings::of(ending, strength, learned)),
        Choice::Card(_) => None,
    });
    let [all, by_strength] = [&learned.all, &learned.by_strength].map(|habits| habits.precision);
    format!(
        "## Once nothing is hidden\n\n\
         The odds of two cards are as e to the thirds between them, times a precision (a quantal \
         response): {all:.2} for *all*, and {average:.2} {slope:+.2} for each 200 points of rating \
         for *by strength*. *Best* is the share of decisions in which a card was played that gives \
         nothing away, of which there may be several.\n\n\
         | player | rating | decisions | loss: even | all | by strength | best | thirds given \
         away a decision |\n|---|---|---|---|---|---|---|---|\n{rows}\n",
        all = all.average,
        average = by_strength.average,
        slope = by_strength.slope,
    )
}

/// The levels beside one another.
pub fn levels(asked: &Asked) -> String {
    let names: Vec<String> = OTHERS.iter().map(|level| format!("`{level}`")).collect();
    let mut text = format!(
        "## The level `natural`\n\n\
         It plays by these habits at average strength. *Likeliest* is how often the card that it \
         most often plays is the one that was played (of several as likely each counts in part), \
         *drawn* how often the card that it draws is. Beside it stands how often {} choose what \
         was played, asked about the same decisions; a bot that is asked about its own is asked \
         with other random numbers.\n\n",
        names.join(", "),
    );
    for (part, title) in ["While there is a stock", "Once nothing is hidden"].iter().enumerate() {
        let _ = write!(
            text,
            "| {title} | rating | decisions | `natural`: likeliest | drawn | {} |\n\
             |---|---|---|---|---|---|---|---|\n",
            names.join(" | "),
        );
        let mut rows: Vec<(&str, Matched)> =
            asked.iter().map(|(label, parts)| (label.as_str(), parts[part])).collect();
        rows.sort_by(|(_, a), (_, b)| (a.rating / a.count).total_cmp(&(b.rating / b.count)));
        let mut all = Matched::default();
        rows.iter().for_each(|(_, row)| all.add_all(row));
        rows.push(("all", all));
        for (label, row) in rows.into_iter().filter(|(_, row)| row.count > 0.0) {
            let share = |sum: f64| percent(sum / row.count);
            let others: Vec<String> = row.others.iter().map(|&sum| share(sum)).collect();
            let _ = writeln!(
                text,
                "| {label} | {:+.0} | {} | {} | {} | {} |",
                row.rating / row.count,
                counted(row.count),
                share(row.likeliest),
                share(row.drawn),
                others.join(" | "),
            );
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Figures that are added up over decisions.
trait Figures {
    /// The figures of one decision.
    fn figures(&self) -> Vec<f64>;
    /// Their means as they are written.
    fn written(means: &[f64]) -> Vec<String>;
}

/// One row for each label, the weakest first, and one for all.
fn rows<F: Figures>(told: &[Told], of: impl Fn(&Choice, f32) -> Option<F>) -> String {
    let mut sums: BTreeMap<&str, (f64, f64, Vec<f64>)> = BTreeMap::new();
    for told in told.iter().filter(|told| told.is_examined) {
        let Some(figures) = of(&told.choice, told.strength) else { continue };
        for label in [told.label.as_str(), ""] {
            let (count, rating, sums) = sums.entry(label).or_default();
            *count += 1.0;
            *rating += told.rating;
            let figures = figures.figures();
            sums.resize(figures.len(), 0.0);
            sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
        }
    }
    let all = sums.remove("");
    let mut rows: Vec<_> = sums.into_iter().collect();
    rows.sort_by(|(_, a), (_, b)| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    rows.extend(all.map(|all| ("all", all)));
    let mut text = String::new();
    for (label, (count, rating, sums)) in rows {
        let means: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
        let _ = writeln!(
            text,
            "| {label} | {:+.0} | {} | {} |",
            rating / count,
            counted(count),
            F::written(&means).join(" | "),
        );
    }
    text
}

/// A decision while there was a stock.
struct Cards {
    /// Log losses: even, by the program's own policy, by habits of all, and by strength.
    losses: [f64; 4],
    /// True where the likeliest card was played: by the own policy, of all, by strength.
    matched: [bool; 3],
}

impl Cards {
    fn of(observation: &Observation, strength: f32, learned: &Learned<'_>) -> Self {
        let strong = learned.by_strength.at(strength);
        let three = [learned.own, &learned.all.average, &strong];
        let loss = |at: usize| -f64::from(three[at].chance(observation)).ln();
        Self {
            losses: [f64::from(observation.legal().count_ones()).ln(), loss(0), loss(1), loss(2)],
            matched: three.map(|policy| policy.likeliest(observation) == observation.card),
        }
    }
}

impl Figures for Cards {
    fn figures(&self) -> Vec<f64> {
        let matched = self.matched.map(|matched| f64::from(u8::from(matched)));
        self.losses.into_iter().chain(matched).collect()
    }

    fn written(means: &[f64]) -> Vec<String> {
        let (losses, matched) = means.split_at(4);
        let losses = losses.iter().map(|loss| format!("{loss:.3}"));
        losses.chain(matched.iter().map(|&matched| percent(matched))).collect()
    }
}

/// A decision once nothing was hidden.
struct Endings {
    /// Log losses: even, by habits of all, and by strength.
    losses: [f64; 3],
    /// The thirds that were given away.
    lost: f64,
}

impl Endings {
    fn of(choice: &EndingChoice, strength: f32, learned: &Learned<'_>) -> Self {
        // Of what is not to be expected at all the chance may be too small for a number.
        let loss = |chance: f32| -f64::from(chance.max(f32::MIN_POSITIVE)).ln();
        let by = |at: &Habits, strength| {
            loss(at.precision.chances(strength, &choice.merits)[choice.played])
        };
        Self {
            losses: [
                (choice.merits.len() as f64).ln(),
                by(&learned.all, 0.0),
                by(&learned.by_strength, strength),
            ],
            lost: -f64::from(choice.merits[choice.played]),
        }
    }
}

impl Figures for Endings {
    fn figures(&self) -> Vec<f64> {
        let best = f64::from(u8::from(self.lost == 0.0));
        self.losses.into_iter().chain([best, self.lost]).collect()
    }

    fn written(means: &[f64]) -> Vec<String> {
        let losses = means[..3].iter().map(|loss| format!("{loss:.3}"));
        losses.chain([percent(means[3]), format!("{:.2}", means[4])]).collect()
    }
}

/// The people who make a record one of people, if each has made [`DECISIONS_EACH`]. Twenty are
/// enough that no one of them is a tenth of it, unless they play far more than the others, and that
/// their ratings spread; with 200 decisions, some ten deals, a player's own rating is distinguished
/// from the average. Together that is 4,000 decisions, from which a policy can be learned that
/// distinguishes cards.
pub const PEOPLE: usize = 20;

pub const DECISIONS_EACH: usize = 200;

/// All that is compared.
pub(super) struct Learned<'a> {
    pub own: &'a OpponentPolicy,
    pub all: Habits,
    pub by_strength: Habits,
}

/// A share in hundredths.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The number of decisions that a sum is over.
fn counted(count: f64) -> String {
    thousands(count)
}
