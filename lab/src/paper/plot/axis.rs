//! Axes: what is where, and which values are written beside it.

use crate::numbers::grouped;

/// One of the two axes.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity on the axis, with its unit.
    pub label: String,
    /// The scale of its values.
    pub scale: Scale,
    /// The least and the greatest value; what the curves need if absent.
    pub range: Option<(f64, f64)>,
}

/// The scale of the values on an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// An even scale.
    Linear,
    /// A logarithmic scale; values must be positive.
    Log,
    /// A scale of names: 0 is the first, 1 the second.
    Names(Vec<String>),
}

impl Axis {
    /// An even axis over what the curves need.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), scale: Scale::Linear, range: None }
    }

    /// A logarithmic axis over what the curves need.
    pub fn log(label: &str) -> Self {
        Self { label: label.to_owned(), scale: Scale::Log, range: None }
    }

    /// An axis of names.
    pub fn names(label: &str, names: impl IntoIterator<Item = String>) -> Self {
        let scale = Scale::Names(names.into_iter().collect());
        Self { label: label.to_owned(), scale, range: None }
    }

    /// Returns the axis with the range from `least` to `greatest`.
    pub fn within(self, least: f64, greatest: f64) -> Self {
        Self { range: Some((least, greatest)), ..self }
    }
}

/// An axis of a certain length, with what is written beside it.
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    log: bool,
    least: f64,
    greatest: f64,
    /// The values that are marked, and what is written beside them.
    pub(super) marks: Vec<(f64, String)>,
}

impl Ruler {
    /// The axis for these values.
    pub(super) fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        if let Scale::Names(names) = &axis.scale {
            let marks = names.iter().zip(0..).map(|(name, at)| (f64::from(at), name.clone()));
            let marks: Vec<_> = marks.collect();
            return Self { log: false, least: -0.5, greatest: marks.len() as f64 - 0.5, marks };
        }
        let log = axis.scale == Scale::Log;
        let seen = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let seen = seen.fold(None, |range: Option<(f64, f64)>, value| {
            Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (mut least, mut greatest) =
            axis.range.or(seen).unwrap_or(if log { (1.0, 10.0) } else { (0.0, 1.0) });
        if log {
            (least, greatest) = (least.log10(), greatest.log10());
        }
        if greatest - least < 1e-9 {
            (least, greatest) = (least - 0.5, greatest + 0.5);
        }
        let step = if log { (greatest - least).max(5.0) / 5.0 } else { (greatest - least) / 6.0 };
        let step = if log { step.floor().max(1.0) } else { nice(step) };
        if axis.range.is_none() {
            (least, greatest) = ((least / step).floor() * step, (greatest / step).ceil() * step);
        }
        let first = (least / step - 1e-9).ceil() as i64;
        let last = (greatest / step + 1e-9).floor() as i64;
        let mark = |at: i64| {
            let value = at as f64 * step;
            if log {
                (10f64.powf(value), number(10f64.powf(value)))
            } else {
                (value, number(value))
            }
        };
        Self { log, least, greatest, marks: (first..=last).map(mark).collect() }
    }

    /// Returns the place of a value, from 0 to 1; outside if it is out of range.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if self.log { value.max(1e-300).log10() } else { value };
        (value - self.least) / (self.greatest - self.least)
    }
}

/// The next step of 1, 2, 2.5, 5 or a power of ten times that.
fn nice(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    steps.map(|nice| nice * power).into_iter().find(|&nice| nice >= step * 0.999).unwrap_or(step)
}

/// A number without needless zeros, with commas between thousands.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.6}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let whole = grouped(whole);
    let sign = if value < 0.0 && text != "0" { "−" } else { "" };
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{part}")
}
