//! Plots as SVG: axes, labels, a legend, error bars, for light and dark pages.
//!
//! They are ours because libraries write colours and sizes into every element:
//! these follow the page's light or dark scheme by a style sheet, and read as text
//! in a diff.

mod axis;
mod draw;
mod style;
#[cfg(test)]
mod tests;

pub use axis::{Axis, Scale};

use crate::estimate::Estimate;

/// A plot of one or more curves over the same axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title, in a line.
    pub title: String,
    /// The axis along the bottom.
    pub x: Axis,
    /// The axis on the left; [`Scale::Names`] makes no sense here.
    pub y: Axis,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// The look of the curve.
    pub look: Look,
    /// The points that it goes through, from left to right.
    pub points: Vec<Point>,
}

/// The look of a curve. Each curve has its own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Points joined by a line.
    Line,
    /// A broken line without points, for trends and what a study says.
    Dashed,
    /// Points alone.
    Points,
    /// Bars from the bottom, side by side; for an axis of names.
    Bars,
}

/// A point with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The value along the bottom; the place in the list if that axis has names.
    pub x: f64,
    /// The value along the left.
    pub y: f64,
    /// Half the length of its error bar; 0 for none.
    pub margin: f64,
}

impl Plot {
    /// A plot of games won.
    pub fn of_wins(title: &str, x: Axis, curves: Vec<Curve>) -> Self {
        let y = Axis::linear("games won, %").within(0.0, 100.0);
        Self { title: title.to_owned(), x, y, curves }
    }
}

impl Curve {
    /// A curve through points without error bars.
    pub fn plain(name: &str, look: Look, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points = points.into_iter().map(|(x, y)| Point { x, y, margin: 0.0 }).collect();
        Self { name: name.to_owned(), look, points }
    }

    /// A curve through these values, one for each name of an axis of names.
    pub fn listed(name: &str, look: Look, values: impl IntoIterator<Item = f64>) -> Self {
        Self::plain(name, look, (0..).map(f64::from).zip(values))
    }

    /// A curve through shares, such as of games won, in per cent.
    pub fn shares(
        name: &str,
        look: Look,
        points: impl IntoIterator<Item = (f64, Estimate)>,
    ) -> Self {
        let percent = |(x, share): (f64, Estimate)| (x, 100.0 * share.mean, 100.0 * share.margin);
        Self::measured(name, look, points.into_iter().map(percent))
    }

    /// A curve through points `(x, y, margin)`.
    pub fn measured(
        name: &str,
        look: Look,
        points: impl IntoIterator<Item = (f64, f64, f64)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y, margin)| Point { x, y, margin }).collect();
        Self { name: name.to_owned(), look, points }
    }
}
