//! Section 5.2, its end: how to choose the final move.

use std::f64::consts::SQRT_2;

use vzetek_search::uct::FinalChoice;

use super::duplicate::{Pairing, exploring, win_rates};
use super::method;
use crate::paper::bench::Bench;
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table, texts};

/// Ways to choose.
const CHOICES: [(FinalChoice, &str); 3] = [
    (FinalChoice::LargestSum, "largest sum of values"),
    (FinalChoice::BestMean, "best mean value"),
    (FinalChoice::MostVisits, "most visits"),
];

/// The explorations `C`.
const EXPLORATIONS: [(f64, &str); 2] = [(0.5, "0.5"), (SQRT_2, "√2")];

/// Playouts, and the tršet thesis's figures for the ways to choose after them.
const PLAYOUTS: [(u64, &str, [&str; CHOICES.len()]); 2] =
    [(2_000, "2,000", ["70%", "7%", "–"]), (10_000, "10,000", ["64%", "–", "–"])];

/// Other choices against UCT.
pub fn against_uct(bench: &Bench) -> anyhow::Result<Outcome> {
    let games = bench.pick(120, 600);
    let settings = || EXPLORATIONS.into_iter().flat_map(|c| PLAYOUTS.map(|playouts| (c, playouts)));
    let pairings: Vec<_> = settings()
        .flat_map(|((c, _), (iterations, ..))| {
            CHOICES.map(|(choice, _)| {
                let uct = exploring(iterations, c);
                let mut other = uct.clone();
                other.settings.flat.final_choice = choice;
                Pairing::new(other, uct, games)
            })
        })
        .collect();
    let rates = win_rates(bench, &pairings)?;
    let rates: Vec<_> = rates.chunks_exact(CHOICES.len()).collect();

    let mut table = Table::new(
        "Each way to choose against UCT",
        &["final move by", "search", "won", "games", "the tršet thesis"],
    );
    let mut curves = Vec::new();
    for (((_, c), (_, playouts, told)), rates) in settings().zip(&rates) {
        let search = format!("C = {c}, {playouts} playouts");
        for (((_, name), rate), told) in CHOICES.iter().zip(*rates).zip(told) {
            let games = (2 * rate.trials).to_string();
            table.row([*name, &search, &rate.percent(), &games, told].map(str::to_owned));
        }
        let bars = [0.0, 1.0, 2.0].into_iter().zip(rates.iter().copied());
        curves.push(Curve::shares(&search, Look::Bars, bars));
    }
    curves.push(Curve::plain("the tršet thesis, 2,000", Look::Bars, [(0.0, 70.0), (1.0, 7.0)]));
    curves.push(Curve::plain("the tršet thesis, 10,000", Look::Bars, [(0.0, 64.0)]));
    let plot = Plot::of_wins(
        "The final move otherwise than by UCT, against UCT",
        Axis::names("final move by", CHOICES.map(|(_, name)| name.to_owned())),
        curves,
    );
    Ok(Outcome {
        summary: format!(
            "Against the final move by UCT, with 2,000 playouts and C = √2, the largest sum wins \
             {} and the best mean {}; with C = 0.5 they win {} and {}. The tršet thesis has 70% \
             and 7%.",
            rates[2][0].percent(),
            rates[2][1].percent(),
            rates[0][0].percent(),
            rates[0][1].percent(),
        ),
        method: texts![
            "Two agents without exact endings that differ only in how they choose the move when \
             the playouts are over: one by UCT, as if it went on, the other by the largest sum of \
             values, by the best mean value or, which the tršet thesis did not try, by the most \
             visits. The tršet thesis plays 100 games; ours are 600, 120 in the quick version.",
            method::GAMES,
            method::parameters("`C` and `α`"),
        ],
        tables: vec![table],
        plots: vec![plot],
        notes: texts![
            "The largest sum agrees with the tršet thesis if its C was √2. When the playouts are \
             over, the card that UCT would try next is hardly better than the others: UCT keeps \
             them even, and a card comes up about as often as it is visited. The larger C is, the \
             more evenly visits are spread, and the more of the final move is left to chance.",
            "The best mean does not agree: here it is as good as the others, as it should be with \
             so many playouts for each card. 7% is less than the tršet thesis's agent gets with a \
             single playout against 2,000 ([figure 14](trset-figure-14.md)), so something in the \
             tršet thesis's program or in its report of this one test must be wrong.",
        ],
    })
}
