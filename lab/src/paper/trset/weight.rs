//! Tables 1 and 2: to win, or to win points.

use vzetek_baselines::trset::Spec;

use super::duplicate::{Pairing, mcts};
use super::method;
use super::sweep::{Planned, Sweep, Told, Trend};
use crate::paper::bench::Bench;
use crate::paper::study::Outcome;

/// Table 1: against an agent that looks at points alone.
pub fn against_points(bench: &Bench) -> anyhow::Result<Outcome> {
    let told = Told {
        points: &[
            (0.0, 55.0),
            (0.1, 56.0),
            (0.2, 63.0),
            (0.3, 59.0),
            (0.4, 63.0),
            (0.5, 65.0),
            (0.6, 64.0),
            (0.7, 64.0),
            (0.8, 68.0),
            (0.9, 68.0),
            (1.0, 71.0),
        ],
        ..Told::default()
    };
    against(bench, 0.0, told, "α against an opponent with α = 0")
}

/// Table 2: against an agent that looks at winning alone.
pub fn against_wins(bench: &Bench) -> anyhow::Result<Outcome> {
    let told = Told {
        points: &[
            (0.0, 28.0),
            (0.1, 33.0),
            (0.2, 39.0),
            (0.3, 38.0),
            (0.4, 42.0),
            (0.5, 50.0),
            (0.6, 45.0),
            (0.7, 46.0),
            (0.8, 44.0),
            (0.9, 46.0),
            (1.0, 55.0),
        ],
        ..Told::default()
    };
    against(bench, 1.0, told, "α against an opponent with α = 1")
}

fn against(bench: &Bench, opponent: f64, told: Told, title: &str) -> anyhow::Result<Outcome> {
    let search = |win_weight| -> Spec {
        let mut spec = mcts(4_000);
        spec.settings.flat.win_weight = win_weight;
        spec
    };
    let steps: Vec<u32> = bench.pick((0..=10).step_by(2).collect(), (0..=10).collect());
    let games = bench.pick(200, 300);
    let point = |step: u32| {
        let alpha = f64::from(step) / 10.0;
        (alpha, Pairing::new(search(alpha), search(opponent), games))
    };
    let curves = Planned::ours(steps.into_iter().map(point));
    let sweep = Sweep { parameter: "α", curves, told, trend: Trend::None };
    let (curves, mut outcome) = sweep.measure(bench, title)?;
    let told = |alpha: f64| sweep.told.points.iter().find(|told| told.0 == alpha);
    let told = |alpha: f64| told(alpha).map_or(0.0, |told| told.1);
    outcome.summary = format!(
        "Against α = {opponent} the agent wins {} with α = 0, {} with 0.8 and {} with 1; the \
         tršet thesis {}%, {}% and {}%.",
        curves[0].at(0.0).percent(),
        curves[0].at(0.8).percent(),
        curves[0].at(1.0).percent(),
        told(0.0),
        told(0.8),
        told(1.0),
    );
    outcome.method = vec![
        "Two agents with 4,000 playouts each and without exact endings; 300 games a measurement in \
         the tršet thesis and in the whole study here, 200 at every other value in the quick one. \
         The opponent's α is lost in the text we have; 0 for table 1 and 1 for table 2 are what \
         the figures fit."
            .to_owned(),
        method::games(),
        method::parameters("`C`"),
    ];
    outcome.notes = vec![
        format!(
            "{} It has {}% there, and its 300 games leave ± 5.6 everywhere.",
            method::same_agents(&format!("α = {opponent}")),
            told(opponent)
        ),
        "In the tršet thesis points may count on another scale: it adds `(1-α)` times their \
         number, and does not say that it brings them to the range from 0 to 1 first. That would \
         make them outweigh C and the win wherever α is not close to 1, and change the rows \
         between the ends."
            .to_owned(),
    ];
    Ok(outcome)
}
