//! Figures 11 and 14: what more playouts bring.

use std::f64::consts::SQRT_2;

use vzetek_baselines::trset::{Player, Spec};

use super::duplicate::{Pairing, exploring};
use super::method;
use super::sweep::{Planned, Sweep, Told, Trend};
use crate::paper::bench::Bench;
use crate::paper::study::{Outcome, texts};

/// The search with this number of playouts. One playout would only make UCT prefer the other moves.
fn searching(iterations: u64, exploration: f64) -> Spec {
    if iterations == 1 { Player::Random.into() } else { exploring(iterations, exploration) }
}

/// A curve for each of the two constants that the tršet thesis may have used here.
fn curves(counts: &[u64], games: u64, opponent: impl Fn(f64) -> Spec) -> Vec<Planned> {
    let curve = |name, exploration| {
        let pairing =
            |count| Pairing::new(searching(count, exploration), opponent(exploration), games);
        let points = counts.iter().map(|&count| (count as f64, pairing(count))).collect();
        Planned { name, points }
    };
    vec![curve("C = √2", SQRT_2), curve("C = 0.5", 0.5)]
}

/// Figure 11: against chance.
pub fn against_chance(bench: &Bench) -> anyhow::Result<Outcome> {
    let steps: Vec<u64> = bench.pick(vec![1, 2, 3, 5, 7, 10, 15, 20, 25], (1..=25).collect());
    let counts: Vec<u64> = std::iter::once(1).chain(steps.iter().map(|step| 400 * step)).collect();
    let sweep = Sweep {
        parameter: "playouts a decision",
        curves: curves(&counts, bench.pick(120, 300), |_| Player::Random.into()),
        told: Told {
            points: vec![(1.0, 46.3), (1_000.0, 80.0), (10_000.0, 95.0)],
            spread: [Some(90.14), Some(5.56), Some(46.3), Some(95.3)],
        },
        trend: Trend::Logarithmic,
    };
    let (curves, mut outcome) = sweep.measure(bench, "Monte Carlo search against chance")?;
    outcome.summary = format!(
        "Against chance the Monte Carlo agent with C = √2 wins {} with one playout, {} with 1,200 \
         and {} with 10,000 (C = 0.5: {}); the tršet thesis 46.3%, over 80% with 1,000, and about \
         95%.",
        curves[0].at(1.0).percent(),
        curves[0].at(1_200.0).percent(),
        curves[0].at(10_000.0).percent(),
        curves[1].at(10_000.0).percent(),
    );
    outcome.method = texts![
        "The agent without its exact ending plays against a player that draws any legal card by \
         lot. The tršet thesis goes up by 400 playouts a measurement and plays 300 games each, and \
         so does the whole study here; the quick one leaves points out and plays 120.",
        method::GAMES,
        method::parameters("`C` and `α`"),
        method::ONE_PLAYOUT,
    ];
    outcome.notes = texts![
        "The tršet thesis does not say where its axis ends. A least value of 46.3% with a standard \
         deviation of 5.56% takes more than sixty measurements, so it must go far beyond 10,000 \
         playouts. Ours stops there, and has relatively more weak points: its deviation is larger \
         for that alone.",
        "The tršet thesis does not say which C it had before it began to vary it. Of the two \
         measured, √2 is the constant of the original UCB1, and 0.5 one of those that it found \
         best later. With √2 the curve rises later, since more playouts go to hopeless cards and \
         chance has a larger part in [the final move](trset-final-move.md).",
    ];
    Ok(outcome)
}

/// Figure 14: against itself with 2,000.
pub fn against_itself(bench: &Bench) -> anyhow::Result<Outcome> {
    let thousands: Vec<u64> =
        bench.pick(vec![1, 2, 4, 7, 10, 15], (1..=12).chain([15, 20, 25, 30]).collect());
    let counts: Vec<u64> =
        std::iter::once(1).chain(thousands.iter().map(|count| 1_000 * count)).collect();
    let opponent = |exploration| exploring(2_000, exploration);
    let sweep = Sweep {
        parameter: "playouts a decision, against 2,000",
        curves: curves(&counts, bench.pick(120, 300), opponent),
        told: Told {
            points: vec![(1.0, 14.67), (2_000.0, 50.0)],
            spread: [Some(59.43), Some(8.07), Some(14.67), Some(68.3)],
        },
        trend: Trend::Logarithmic,
    };
    let (curves, mut outcome) = sweep.measure(bench, "Monte Carlo search against itself")?;
    outcome.summary = format!(
        "Against itself with 2,000 playouts and C = √2 the agent wins {} with one, {} with 10,000 \
         and at most {} (C = 0.5: {}, {} and {}); the tršet thesis 14.67% with one and at most \
         68.3%.",
        curves[0].at(1.0).percent(),
        curves[0].at(10_000.0).percent(),
        curves[0].best().1.percent(),
        curves[1].at(1.0).percent(),
        curves[1].at(10_000.0).percent(),
        curves[1].best().1.percent(),
    );
    outcome.method = texts![
        "One agent has 2,000 playouts, the other a growing number; both have the same C, and \
         neither an exact ending. The tršet thesis plays 300 games a measurement, as the whole \
         study does here; the quick one plays 120 at fewer points.",
        method::GAMES,
        method::parameters("`C` and `α`"),
        method::ONE_PLAYOUT,
    ];
    outcome.notes = texts![
        method::same_agents("2,000 playouts"),
        "The tršet thesis goes up by 1,000 to an end that its text does not give: from its mean \
         and its deviation there must be thirty measurements or more, all but a few of them on the \
         flat part. Ours is denser where the curve still rises, so its mean is lower.",
        "With C = √2 the loss with one playout is that of the tršet thesis. Beyond 2,000 the tršet \
         thesis gains more, nearly 70%. A smaller `α` than ours may be why: points differ by less \
         than wins do, and it takes more playouts to tell such values apart.",
    ];
    Ok(outcome)
}
