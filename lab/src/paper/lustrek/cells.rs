//! Cells and curves of several of the tables.

use super::measured::Line;
use crate::estimate::Estimate;
use crate::numbers::thousands;
use crate::paper::bench::Results;
use crate::paper::plot::{Axis, Curve, Look, Plot};

/// One of the values that every game brings; the first is the number of nodes.
pub(super) fn column(results: &Results, at: usize) -> Estimate {
    Estimate::of(results.iter().map(|values| values[at]))
}

pub(super) fn nodes(results: &Results) -> f64 {
    column(results, 0).mean
}

/// The positions visited, in a table.
pub(super) fn nodes_cell(results: &Results) -> String {
    let Estimate { mean, margin, .. } = column(results, 0);
    format!("{} ± {}", thousands(mean), thousands(margin))
}

/// Positions visited in per cent of those of plain alpha-beta, the last line's.
pub(super) fn shares(nodes: impl Iterator<Item = f64>) -> Vec<f64> {
    let nodes: Vec<f64> = nodes.collect();
    nodes.iter().map(|visited| 100.0 * visited / nodes[nodes.len() - 1]).collect()
}

/// A plot of what the lines of a table leave of plain alpha-beta's positions.
pub(super) fn plot_shares(work: &str, lines: &[Line], ours: &[f64]) -> Plot {
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
