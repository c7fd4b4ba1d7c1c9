//! Figures 12, 13 and 15: how much to explore.

use vzetek_baselines::trset::Player;

use super::duplicate::{Pairing, exploring};
use super::method;
use super::sweep::{Planned, Sweep, Told, Trend};
use crate::paper::bench::Bench;
use crate::paper::study::{Outcome, texts};

/// The tršet thesis's 500 games with 15,000 playouts against chance.
fn against_chance(bench: &Bench, values: Vec<f64>, told: Told) -> Sweep {
    let games = bench.pick(100, 500);
    let point = |c: f64| (c, Pairing::new(exploring(15_000, c), Player::Random, games));
    Sweep {
        parameter: "C",
        curves: Planned::ours(values.into_iter().map(point)),
        told,
        trend: Trend::None,
    }
}

fn method_against_chance(steps: &str) -> Vec<String> {
    texts![
        format!(
            "The agent with 15,000 playouts and without its exact ending plays against a player \
             that draws any legal card by lot. The tršet thesis plays 500 games a measurement, as \
             the whole study does here; the quick one plays 100 at fewer points. {steps}"
        ),
        method::GAMES,
        method::parameters("`α`"),
    ]
}

/// Figure 12: C from 0 to 1, against chance.
pub fn little(bench: &Bench) -> anyhow::Result<Outcome> {
    let values = bench.pick(
        vec![0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0],
        (0..=20).map(|step| f64::from(step) / 20.0).collect(),
    );
    let told =
        Told { points: vec![(0.0, 81.4)], spread: [Some(94.24), Some(2.54), None, Some(96.8)] };
    let sweep = against_chance(bench, values, told);
    let (curves, mut outcome) = sweep.measure(bench, "Exploration from 0 to 1, against chance")?;
    let (best, rate) = curves[0].best();
    outcome.summary = format!(
        "With C = 0 the agent wins {} against chance, then {} at 0.1 and at most {} (at {best}); \
         the tršet thesis 81.4% at 0, then about 95% and at most 96.8%.",
        curves[0].at(0.0).percent(),
        curves[0].at(0.1).percent(),
        rate.percent(),
    );
    outcome.method =
        method_against_chance("It does not say how far apart its values of C are; ours are 0.05.");
    outcome.notes = texts![
        method::NOTHING_EXPLORED,
        "Over duplicate deals of the same number the curve has less noise than the tršet thesis's, \
         which shows little else from 0.1 on: against chance C hardly matters.",
    ];
    Ok(outcome)
}

/// Figure 13: C from 0 to 10, against chance.
pub fn much(bench: &Bench) -> anyhow::Result<Outcome> {
    let values = bench.pick(
        vec![0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0],
        (0..=20).map(|step| f64::from(step) / 2.0).collect(),
    );
    let told = Told { points: vec![(10.0, 76.6)], spread: [Some(85.5), Some(5.73), None, None] };
    let sweep = against_chance(bench, values, told);
    let (curves, mut outcome) = sweep.measure(bench, "Exploration from 0 to 10, against chance")?;
    outcome.summary = format!(
        "Against chance the agent wins {} at C = 1, {} at 2 and {} at 10; the tršet thesis falls \
         from 95.6% to 76.6% at 10.",
        curves[0].at(1.0).percent(),
        curves[0].at(2.0).percent(),
        curves[0].at(10.0).percent(),
    );
    outcome.method =
        method_against_chance("Its 21 measurements are 0.5 apart, and so are ours in full.");
    outcome.notes = texts![
        "The more is explored, the more evenly playouts are spread over the cards. With 15,000 of \
         them that alone would do little harm; what does is [the final move by \
         UCT](trset-final-move.md), which with a large C is left to chance the more.",
        "How fast the curve falls depends on how far apart the values of good and bad cards are, \
         and so on `α` and on the scale of the points, which the tršet thesis leaves open.",
        method::NOTHING_EXPLORED,
    ];
    Ok(outcome)
}

/// Figure 15: against itself.
pub fn against_itself(bench: &Bench) -> anyhow::Result<Outcome> {
    // 94 measurements 1/30 apart.
    let steps: Vec<u32> =
        bench.pick((0..=31).step_by(3).map(|tenth| 3 * tenth).collect(), (0..94).collect());
    let games = bench.pick(150, 300);
    let opponent = exploring(2_000, std::f64::consts::SQRT_2);
    let point = |step: u32| {
        let c = f64::from(step) / 30.0;
        (c, Pairing::new(exploring(2_000, c), opponent.clone(), games))
    };
    let sweep = Sweep {
        parameter: "C, against √2",
        curves: Planned::ours(steps.into_iter().map(point)),
        told: Told {
            points: vec![(0.0, 17.3)],
            spread: [Some(50.0), None, Some(17.3), Some(71.67)],
        },
        trend: Trend::Linear,
    };
    let (curves, mut outcome) = sweep.measure(bench, "Exploration, against itself")?;
    let (best, rate) = curves[0].best();
    outcome.summary = format!(
        "Against itself with C = √2 the agent wins {} with C = 0, at most {} (at {best:.2}) and {} \
         at the end of the axis; the tršet thesis 17.3% at 0, at most 71.67%, then less and less.",
        curves[0].at(0.0).percent(),
        rate.percent(),
        curves[0].at(3.1).percent(),
    );
    outcome.method = texts![
        "One agent keeps its C, the other's grows from 0 to 3.1 in 94 steps of a thirtieth; 300 \
         games each in the tršet thesis and in the whole study here. The quick one plays 150 at \
         every ninth.",
        method::GAMES,
        method::parameters("the number of playouts (ours: 2,000 for both) and `α`"),
    ];
    outcome.notes = texts![
        "The fixed C is a formula that is lost in the text we have. We take √2, the constant of \
         the original UCB1 with rewards up to 1; the mean and the best measurement then agree with \
         the tršet thesis's.",
        method::NOTHING_EXPLORED,
    ];
    Ok(outcome)
}
