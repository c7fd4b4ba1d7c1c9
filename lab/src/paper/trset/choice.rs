//! Section 5.2, its end: how to choose the final move.

use std::f64::consts::SQRT_2;

use vzetek_search::uct::FinalChoice;

use super::duplicate::{Pairing, exploring, win_rates};
use super::method;
use crate::paper::bench::Bench;
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table};

/// Ways to choose.
const CHOICES: [(FinalChoice, &str); 3] = [
    (FinalChoice::LargestSum, "largest sum of values"),
    (FinalChoice::BestMean, "best mean value"),
    (FinalChoice::MostVisits, "most visits"),
];

/// A search, and what the tršet thesis tells of the ways to choose after so many
/// playouts.
struct Setting {
    exploration: f64,
    iterations: u64,
    name: &'static str,
    told: [&'static str; CHOICES.len()],
}

const SETTINGS: [Setting; 4] = [
    Setting {
        exploration: 0.5,
        iterations: 2_000,
        name: "C = 0.5, 2,000 playouts",
        told: ["70%", "7%", "–"],
    },
    Setting {
        exploration: 0.5,
        iterations: 10_000,
        name: "C = 0.5, 10,000 playouts",
        told: ["64%", "–", "–"],
    },
    Setting {
        exploration: SQRT_2,
        iterations: 2_000,
        name: "C = √2, 2,000 playouts",
        told: ["70%", "7%", "–"],
    },
    Setting {
        exploration: SQRT_2,
        iterations: 10_000,
        name: "C = √2, 10,000 playouts",
        told: ["64%", "–", "–"],
    },
];

/// Other choices against UCT.
pub fn against_uct(bench: &Bench) -> anyhow::Result<Outcome> {
    let games = bench.pick(120, 600);
    let pairing = |setting: &Setting, choice| {
        let uct = exploring(setting.iterations, setting.exploration);
        let mut other = uct.clone();
        other.settings.flat.final_choice = choice;
        Pairing::new(other, uct, games)
    };
    let each = SETTINGS.iter().flat_map(|setting| CHOICES.map(|(choice, _)| (setting, choice)));
    let pairings: Vec<_> = each.map(|(setting, choice)| pairing(setting, choice)).collect();
    let rates = win_rates(bench, &pairings)?;
    let rates: Vec<_> = rates.chunks_exact(CHOICES.len()).collect();

    let mut table = Table::new(
        "Each way to choose against UCT",
        &["final move by", "search", "won", "games", "the tršet thesis"],
    );
    let mut curves = Vec::new();
    for (setting, rates) in SETTINGS.iter().zip(&rates) {
        for (((_, name), rate), told) in CHOICES.iter().zip(*rates).zip(setting.told) {
            let games = (2 * rate.trials).to_string();
            table.row([*name, setting.name, &rate.percent(), &games, told].map(str::to_owned));
        }
        let bars = rates.iter().zip([0.0, 1.0, 2.0]);
        let bars = bars.map(|(rate, at)| (at, 100.0 * rate.mean, 100.0 * rate.margin));
        curves.push(Curve::measured(setting.name, Look::Bars, bars));
    }
    curves.push(Curve::plain("the tršet thesis, 2,000", Look::Bars, [(0.0, 70.0), (1.0, 7.0)]));
    curves.push(Curve::plain("the tršet thesis, 10,000", Look::Bars, [(0.0, 64.0)]));
    let plot = Plot {
        title: "The final move otherwise than by UCT, against UCT".to_owned(),
        x: Axis::names("final move by", CHOICES.map(|(_, name)| name.to_owned())),
        y: Axis::linear("games won, %").within(0.0, 100.0),
        curves,
    };
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
        method: vec![
            "Two agents without exact endings that differ only in how they choose the move when \
             the playouts are over: one by UCT, as if it went on, the other by the largest sum of \
             values, by the best mean value or, which the tršet thesis did not try, by the most \
             visits. The tršet thesis plays 100 games; ours are 600, 120 in the quick version."
                .to_owned(),
            method::games(),
            method::parameters("`C` and `α`"),
        ],
        tables: vec![table],
        plots: vec![plot],
        notes: vec![
            "The largest sum agrees with the tršet thesis if its C was √2. When the playouts are \
             over, the card that UCT would try next is hardly better than the others: UCT keeps \
             them even, and a card comes up about as often as it is visited. The larger C is, the \
             more evenly visits are spread, and the more of the final move is left to chance."
                .to_owned(),
            "The best mean does not agree: here it is as good as the others, as it should be with \
             so many playouts for each card. 7% is less than the tršet thesis's agent gets with a \
             single playout against 2,000 ([figure 14](trset-figure-14.md)), so something in the \
             tršet thesis's program or in its report of this one test must be wrong."
                .to_owned(),
        ],
    })
}
