//! Alpha-beta in tarok: tables 7 and 8 and figure 13 of Luštrek (2002),
//! and tables 7 and 8 of Luštrek's survey.

mod classes;
mod games;
mod improvements;
mod measured;
mod method;
mod survey;

use super::bench::Results;
use super::plot::{Axis, Curve, Look, Plot};
use super::study::Study;
use crate::estimate::Estimate;
use crate::numbers::thousands;
use measured::Line;

/// Luštrek's (2002) studies, and those of his survey.
pub const STUDIES: &[Study] = &[
    Study {
        id: "tarok-table-7",
        title: "what each improvement of alpha-beta saves in tarok",
        source: "Luštrek (2002), table 7",
        run: improvements::table_7,
    },
    Study {
        id: "tarok-table-8",
        title: "what each improvement saves, by depth",
        source: "Luštrek (2002), table 8 and figure 13",
        run: improvements::table_8,
    },
    Study {
        id: "survey-table-7",
        title: "improvements of alpha-beta in tarok combined",
        source: "Luštrek's survey, table 7",
        run: survey::table_7,
    },
    Study {
        id: "survey-table-8",
        title: "transposition tables of ever larger classes",
        source: "Luštrek's survey, table 8",
        run: survey::table_8,
    },
];

/// One of the values that every game brings; the first is the number of nodes.
fn column(results: &Results, at: usize) -> Estimate {
    Estimate::of(results.iter().map(|values| values[at]))
}

fn nodes(results: &Results) -> f64 {
    column(results, 0).mean
}

/// The positions visited, in a table.
fn nodes_cell(results: &Results) -> String {
    let Estimate { mean, margin, .. } = column(results, 0);
    format!("{} ± {}", thousands(mean), thousands(margin))
}

/// Positions visited in per cent of those of plain alpha-beta, the last line's.
fn shares(nodes: impl Iterator<Item = f64>) -> Vec<f64> {
    let nodes: Vec<f64> = nodes.collect();
    nodes.iter().map(|visited| 100.0 * visited / nodes[nodes.len() - 1]).collect()
}

/// A plot of what the lines of a table leave of plain alpha-beta's positions.
fn plot_shares(work: &str, lines: &[Line], ours: &[f64]) -> Plot {
    Plot {
        title: "What is left of plain alpha-beta's positions".to_owned(),
        x: Axis::names("line of the table", (1..=lines.len()).map(|line| line.to_string())),
        y: Axis::log("positions visited, % of plain alpha-beta"),
        curves: vec![
            Curve::listed(work, Look::Bars, shares(lines.iter().map(|line| line.nodes))),
            Curve::listed("ours", Look::Bars, ours.iter().copied()),
        ],
    }
}
