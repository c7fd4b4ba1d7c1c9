//! Tables 1 and 2: to win, or to win points.

use vzetek_baselines::trset::Spec;

use super::duplicate::{Pairing, mcts};
use super::method;
use super::sweep::{Planned, Sweep, Told, Trend};
use crate::paper::bench::Bench;
use crate::paper::study::{Outcome, texts};

/// Table 1: against an agent that looks at points alone.
pub fn against_points(bench: &Bench) -> anyhow::Result<Outcome> {
    against(bench, 0.0, [55.0, 56.0, 63.0, 59.0, 63.0, 65.0, 64.0, 64.0, 68.0, 68.0, 71.0])
}

/// Table 2: against an agent that looks at winning alone.
pub fn against_wins(bench: &Bench) -> anyhow::Result<Outcome> {
    against(bench, 1.0, [28.0, 33.0, 39.0, 38.0, 42.0, 50.0, 45.0, 46.0, 44.0, 46.0, 55.0])
}

/// Against an opponent with this α; `wins` are the tršet thesis's figures with α from 0 to 1 in
/// steps of a tenth.
fn against(bench: &Bench, opponent: f64, wins: [f64; 11]) -> anyhow::Result<Outcome> {
    let search = |win_weight| -> Spec {
        let mut spec = mcts(4_000);
        spec.settings.flat.win_weight = win_weight;
        spec
    };
    let alphas: [f64; 11] = std::array::from_fn(|tenth| tenth as f64 / 10.0);
    let games = bench.pick(200, 300);
    let point = |&alpha: &f64| (alpha, Pairing::new(search(alpha), search(opponent), games));
    let told = Told { points: alphas.into_iter().zip(wins).collect(), ..Told::default() };
    let curves = Planned::ours(alphas.iter().step_by(bench.pick(2, 1)).map(point));
    let sweep = Sweep { parameter: "α", curves, told, trend: Trend::None };
    let title = format!("α against an opponent with α = {opponent}");
    let (curves, mut outcome) = sweep.measure(bench, &title)?;
    outcome.summary = format!(
        "Against α = {opponent} the agent wins {} with α = 0, {} with 0.8 and {} with 1; the \
         tršet thesis {}%, {}% and {}%.",
        curves[0].at(0.0).percent(),
        curves[0].at(0.8).percent(),
        curves[0].at(1.0).percent(),
        wins[0],
        wins[8],
        wins[10],
    );
    outcome.method = texts![
        "Two agents with 4,000 playouts each and without exact endings; 300 games a measurement in \
         the tršet thesis and in the whole study here, 200 at every other value in the quick one. \
         The opponent's α is lost in the text we have; 0 for table 1 and 1 for table 2 are what \
         the figures fit.",
        method::GAMES,
        method::parameters("`C`"),
    ];
    outcome.notes = texts![
        format!(
            "{} It has {}% there, and its 300 games leave ± 5.6 everywhere.",
            method::same_agents(&format!("α = {opponent}")),
            if opponent == 0.0 { wins[0] } else { wins[10] }
        ),
        "In the tršet thesis points may count on another scale: it adds `(1-α)` times their \
         number, and does not say that it brings them to the range from 0 to 1 first. That would \
         make them outweigh C and the win wherever α is not close to 1, and change the rows \
         between the ends.",
    ];
    Ok(outcome)
}
