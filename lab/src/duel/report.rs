//! What a match says.

use std::collections::BTreeMap;
use std::fmt;

use super::Args;
use super::arena::{Played, Thinking, Who};
use super::schedule::{Duplicate, Tally};

/// A match to be printed.
pub struct Report<'a> {
    pub args: &'a Args,
    pub tally: &'a Tally,
}

/// The mean, with half the width of its 95% interval.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, 1.96 * (square / (count - 1.0).max(1.0) / count.max(1.0)).sqrt())
}

/// What a seat of this player got on average in this deal.
fn mean(seating: &[Who], values: impl Iterator<Item = f64>, who: Who) -> f64 {
    let own = seating.iter().zip(values).filter(|(seated, _)| **seated == who);
    let (count, sum) = own.fold((0.0, 0.0), |(count, sum), (_, value)| (count + 1.0, sum + value));
    sum / f64::max(count, 1.0)
}

/// By how much the first player's seats got more than the second's.
fn difference(seating: &[Who], played: &Played) -> f64 {
    let score = |who| mean(seating, played.scores.iter().copied(), who);
    score(0) - score(1)
}

fn over_seatings(deal: &Duplicate, value: impl Fn(&[Who], &Played) -> f64) -> f64 {
    deal.iter().map(|(seating, played)| value(seating, played)).sum::<f64>() / deal.len() as f64
}

/// Points a deal by which a seat of the first player gets more than one of the
/// second, with half the width of the 95% interval. Deals are independent;
/// the seatings of one deal are not, and count as one observation.
pub fn advantage<'a>(deals: impl Iterator<Item = &'a Duplicate>) -> (f64, f64) {
    let values: Vec<f64> = deals.map(|deal| over_seatings(deal, difference)).collect();
    interval(&values)
}

/// What happened in one contract with one declarer.
#[derive(Default)]
struct Line {
    scores: Vec<f64>,
    won: usize,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { args, tally } = self;
        let deals = &tally.deals;
        let of = |who: Who| {
            let own = |seating: &[Who], played: &Played| {
                mean(seating, played.scores.iter().copied(), who)
            };
            interval(&deals.iter().map(|deal| over_seatings(deal, own)).collect::<Vec<_>>())
        };
        let wins = |seating: &[Who], played: &Played| {
            mean(seating, played.won.iter().map(|&won| f64::from(u8::from(won))), 0)
        };
        let wins: Vec<f64> = deals.iter().map(|deal| over_seatings(deal, wins)).collect();
        let (better, margin) = advantage(deals.iter());
        let seatings = deals.first().map_or(0, Vec::len);
        writeln!(
            f,
            "{} against {}: {better:+.2} ± {margin:.2} points a deal (95%), {} deals in {seatings} \
             seatings, {:.0?}",
            args.first,
            args.second,
            deals.len(),
            tally.time
        )?;
        for (who, name) in [(0, &args.first), (1, &args.second)] {
            let (score, margin) = of(who);
            let mut thinking = Thinking::default();
            deals.iter().flatten().for_each(|(_, played)| thinking.add(&played.thinking[who]));
            let each = 1e3 * thinking.total.as_secs_f64() / f64::from(thinking.decisions.max(1));
            writeln!(
                f,
                "  {name}: {score:+.2} ± {margin:.2} a seat; {each:.1} ms a decision, at most \
                 {:.2?}",
                thinking.longest
            )?;
        }
        let (rate, margin) = interval(&wins);
        write!(
            f,
            "  {} wins {:.1}% ± {:.1} of its deals",
            args.first,
            100.0 * rate,
            100.0 * margin
        )?;
        self.contracts(f)
    }
}

impl Report<'_> {
    /// How each contract went for whoever played it.
    fn contracts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: BTreeMap<(&str, Who), Line> = BTreeMap::new();
        let mut alone: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (seating, played) in self.tally.deals.iter().flatten() {
            let Some(contract) = &played.contract else { continue };
            if let Some(declarer) = contract.declarer {
                let line = lines.entry((contract.name, seating[declarer])).or_default();
                line.scores.push(played.scores[declarer]);
                line.won += usize::from(played.won[declarer]);
            } else {
                alone.entry(contract.name).or_default().push(difference(seating, played));
            }
        }
        for ((contract, who), line) in &lines {
            let name = if *who == 0 { &self.args.first } else { &self.args.second };
            let (score, margin) = interval(&line.scores);
            let made = 100.0 * line.won as f64 / line.scores.len() as f64;
            write!(
                f,
                "\n  {contract} declared by {name}: {} times, {made:.0}% made, {score:+.1} ± \
                 {margin:.1} points",
                line.scores.len()
            )?;
        }
        for (contract, differences) in &alone {
            let (better, margin) = interval(differences);
            write!(
                f,
                "\n  {contract}: {} times, {} {better:+.2} ± {margin:.2} points against {}",
                differences.len(),
                self.args.first,
                self.args.second
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_mean() {
        let (mean, margin) = interval(&[1.0, 3.0, 5.0, 7.0]);
        assert_eq!(mean, 4.0);
        // Standard deviation sqrt(20/3), over the root of four values.
        assert!((margin - 1.96 * (20.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12, "{margin}");
    }

    #[test]
    fn the_advantage_is_that_of_a_seat() {
        let played = Played {
            scores: vec![30.0, -10.0, 0.0],
            won: vec![true, false, false],
            contract: None,
            thinking: <[Thinking; 2]>::default(),
        };
        assert_eq!(difference(&[0, 1, 1], &played), 35.0);
        assert_eq!(difference(&[0, 0, 1], &played), 10.0);
        assert_eq!(difference(&[1, 1, 0], &played), -10.0);
        let deal: Duplicate = vec![(vec![0, 1, 1], played.clone()), (vec![1, 1, 0], played)];
        assert_eq!(advantage([&deal].into_iter()).0, 12.5);
    }
}
