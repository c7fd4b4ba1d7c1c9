//! The report of a match.

use std::collections::BTreeMap;
use std::fmt;

use super::exec::Fault;
use super::schedule::Tally;
use super::sequential::{BOUND, ERROR, Verdict};
use super::terms::{Played, Thinking, Unit, Who};
use super::value::{difference, mean, outcome, over_seatings, standing, value, wins};
use crate::estimate::Estimate;

/// A match to be printed.
pub struct Report<'a> {
    /// The first and the second.
    pub players: &'a [String; 2],
    pub unit: Unit,
    /// The advantage that the test looked for.
    pub advantage: Option<f64>,
    pub tally: &'a Tally,
    /// Descriptions of the players that played as others.
    pub stand_ins: &'a [String],
    /// True if a clock may have decided what was played.
    pub has_clock: bool,
}

/// The results of one contract with one declarer.
#[derive(Default)]
struct Line {
    scores: Vec<f64>,
    won: usize,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players: [first, second], unit, tally, .. } = self;
        let deals = &tally.deals;
        let values: Vec<f64> = deals.iter().map(|deal| value(*unit, deal)).collect();
        let (count, seatings) = (deals.len(), deals.first().map_or(0, Vec::len));
        write!(
            f,
            "{first} against {second}: {}; {count} deals in {seatings} seatings, {:.0?}",
            standing(*unit, &values),
            tally.time
        )?;
        if tally.kept > 0 {
            write!(f, ", {} of them played before", tally.kept)?;
        }
        self.test(f)?;
        for who in [0, 1] {
            self.player(f, who)?;
        }
        self.contracts(f)?;
        if let Some(first) = deals.first().filter(|_| !self.has_clock) {
            write!(f, "\n  the first deal came out as {}", outcome(first))?;
        }
        self.stand_ins.iter().try_for_each(|told| write!(f, "\n  {told}"))
    }
}

impl Report<'_> {
    /// Writes the result of the sequential test.
    fn test(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some((test, verdict)), Some(advantage)) = (&self.tally.test, self.advantage) else {
            return Ok(());
        };
        let ratio = test.log_ratio();
        let word = match verdict {
            Some(Verdict::Better) => "decided: better",
            Some(Verdict::NotBetter) => "decided: not better",
            None => "not decided",
        };
        let unit = match self.unit {
            Unit::Points => " points a deal and seat",
            Unit::Wins(_) => "% of the deals",
        };
        write!(
            f,
            "\n  {word}; sequential test of +{advantage}{unit} against none, errors {ERROR}%: \
             log likelihood ratio {ratio:+.2}, bounds ±{BOUND}"
        )
    }

    /// Writes a player's results and its time to think.
    fn player(&self, f: &mut fmt::Formatter<'_>, who: Who) -> fmt::Result {
        let deals = &self.tally.deals;
        let over = |value: &dyn Fn(&[Who], &Played) -> f64| {
            Estimate::of(deals.iter().map(|deal| over_seatings(deal, value)))
        };
        let score =
            |seating: &[Who], played: &Played| mean(seating, played.scores.iter().copied(), who);
        let score = over(&score);
        let rate = over(&|seating, played| wins(seating, played, who));
        let mut thinking = Thinking::default();
        deals.iter().flatten().for_each(|(_, played)| thinking.add(&played.thinking[who]));
        let decisions = f64::from(thinking.decisions.max(1));
        let each = 1e3 * thinking.total.as_secs_f64() / decisions;
        let iterations = thinking.iterations as f64 / decisions;
        write!(
            f,
            "\n  {}: {score:+.2} points a seat, wins {}; {each:.1} ms and \
             {iterations:.0} iterations a decision, {:.2?} at most",
            self.players[who],
            rate.percent(),
            thinking.longest
        )?;
        self.forfeits(f, who)
    }

    /// Writes by which faults a program lost games.
    fn forfeits(&self, f: &mut fmt::Formatter<'_>, who: Who) -> fmt::Result {
        let mut faults: BTreeMap<Fault, usize> = BTreeMap::new();
        let games = self.tally.deals.iter().flatten();
        for (_, played) in games.clone() {
            if let Some(forfeit) = played.forfeit.filter(|forfeit| forfeit.who == who) {
                *faults.entry(forfeit.fault).or_default() += 1;
            }
        }
        if faults.is_empty() {
            return Ok(());
        }
        let lost: usize = faults.values().sum();
        let all = games.count();
        let list: Vec<_> =
            faults.iter().map(|(fault, times)| format!("{fault} ({times})")).collect();
        write!(f, "\n    lost {lost} of {all} games by faults: {}", list.join(", "))
    }

    /// Writes the results of each contract by the player who declared it.
    fn contracts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: BTreeMap<(&str, Who), Line> = BTreeMap::new();
        let mut alone: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (seating, played) in self.tally.deals.iter().flatten() {
            let Some(contract) = &played.contract else { continue };
            if let Some(declarer) = contract.declarer {
                let line = lines.entry((contract.name.as_str(), seating[declarer])).or_default();
                line.scores.push(played.scores[declarer]);
                line.won += usize::from(played.wins[declarer] > 0.0);
            } else {
                alone.entry(&contract.name).or_default().push(difference(seating, played));
            }
        }
        for ((contract, who), line) in &lines {
            let name = &self.players[*who];
            let score = Estimate::of(line.scores.iter().copied());
            let made = 100.0 * line.won as f64 / line.scores.len() as f64;
            write!(
                f,
                "\n  {contract} declared by {name}: {} times, {made:.0}% made, {score:+.1} points",
                line.scores.len()
            )?;
        }
        for (contract, differences) in &alone {
            let better = Estimate::of(differences.iter().copied());
            write!(
                f,
                "\n  {contract}: {} times, {} {better:+.2} points against {}",
                differences.len(),
                self.players[0],
                self.players[1]
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::value::{Duplicate, value};

    #[test]
    fn a_deals_value_is_that_of_a_seat() {
        let played = Played {
            scores: vec![30.0, -10.0, 0.0],
            wins: vec![1.0, 0.0, 0.0],
            contract: None,
            thinking: <[Thinking; 2]>::default(),
            forfeit: None,
        };
        assert_eq!(difference(&[0, 1, 1], &played), 35.0);
        assert_eq!(difference(&[0, 0, 1], &played), 10.0);
        assert_eq!(difference(&[1, 1, 0], &played), -10.0);
        let deal: Duplicate = vec![(vec![0, 1, 1], played.clone()), (vec![1, 1, 0], played)];
        assert_eq!(value(Unit::Points, &deal), 12.5);
        // Alone the first wins, as one of two it does not.
        assert_eq!(value(Unit::Wins(0.25), &deal), 25.0);
    }
}
