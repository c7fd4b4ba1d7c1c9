//! One parameter varied: what all curves of the tršet thesis have in common.

use super::duplicate::{Pairing, win_rates};
use crate::estimate::Estimate;
use crate::paper::bench::Bench;
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table};

/// Win rates over a parameter.
pub struct Sweep {
    /// The parameter that is varied, as beside the axis.
    pub parameter: &'static str,
    /// The curves to measure, over the same values of the parameter.
    pub curves: Vec<Planned>,
    /// The figures that the tršet thesis gives for it.
    pub told: Told,
    /// The line by which the tršet thesis smooths it.
    pub trend: Trend,
}

/// A curve to be measured.
pub struct Planned {
    /// Its name in tables and legends.
    pub name: &'static str,
    /// The parameter's values, and who then plays whom.
    pub points: Vec<(f64, Pairing)>,
}

impl Planned {
    /// The only curve of a plot.
    pub fn ours(points: impl IntoIterator<Item = (f64, Pairing)>) -> Vec<Self> {
        vec![Self { name: "ours", points: points.into_iter().collect() }]
    }
}

/// The figures that the text of the tršet thesis gives for a curve, in per cent.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Values of the parameter, and the wins there.
    pub points: Vec<(f64, f64)>,
    /// Mean, standard deviation, least and greatest of all measurements.
    pub spread: [Option<f64>; 4],
}

/// A line through all measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// No line is drawn.
    None,
    /// A straight one.
    Linear,
    /// A straight one over the logarithm of the parameter.
    Logarithmic,
}

/// A curve that was measured.
pub struct Measured {
    name: &'static str,
    /// The parameter's values, and the share of games won there.
    points: Vec<(f64, Estimate)>,
}

impl Measured {
    /// The win rate at this value of the parameter, or the nearest one.
    pub fn at(&self, parameter: f64) -> Estimate {
        let distance = |point: &&(f64, Estimate)| (point.0 - parameter).abs();
        let nearest = self.points.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.expect("a curve has points").1
    }

    /// The point where most games are won.
    pub fn best(&self) -> (f64, Estimate) {
        let best = self.points.iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean));
        *best.expect("a curve has points")
    }

    /// The win rates in per cent.
    fn rates(&self) -> Vec<f64> {
        self.points.iter().map(|(_, rate)| 100.0 * rate.mean).collect()
    }

    /// All measurements in a few numbers: mean, standard deviation, least and
    /// greatest, in per cent.
    fn spread(&self) -> [f64; 4] {
        let rates = self.rates();
        let count = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / count;
        let squares = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = rates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [mean, deviation, least, greatest]
    }
}

impl Sweep {
    /// Plays all the games. Returns the curves, and an outcome with their tables and their plot.
    ///
    /// # Errors
    /// If a result cannot be stored.
    pub fn measure(&self, bench: &Bench, title: &str) -> anyhow::Result<(Vec<Measured>, Outcome)> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let pairings: Vec<Pairing> = points().map(|(_, pairing)| pairing.clone()).collect();
        let mut rates = win_rates(bench, &pairings)?.into_iter();
        let measure = |curve: &Planned| Measured {
            name: curve.name,
            points: curve.points.iter().map(|(at, _)| *at).zip(rates.by_ref()).collect(),
        };
        let measured: Vec<Measured> = self.curves.iter().map(measure).collect();
        let tables = self.spread(&measured).into_iter().chain([self.table(&measured)]).collect();
        let plots = vec![self.plot(&measured, title)];
        Ok((measured, Outcome { tables, plots, ..Outcome::default() }))
    }

    /// All measurements in a few numbers, if the tršet thesis has them too.
    fn spread(&self, measured: &[Measured]) -> Option<Table> {
        let told = self.told.spread;
        if told.iter().all(Option::is_none) {
            return None;
        }
        let columns: Vec<&str> = measured.iter().map(|curve| curve.name).collect();
        let columns = [&[""], &columns[..], &["the tršet thesis"]].concat();
        let mut table = Table::new("All measurements", &columns);
        let spreads: Vec<_> = measured.iter().map(Measured::spread).collect();
        let names = ["mean", "standard deviation", "least", "greatest"];
        for (at, told) in told.into_iter().enumerate() {
            let ours = spreads.iter().map(|spread| format!("{:.1}%", spread[at]));
            table.row([names[at].to_owned()].into_iter().chain(ours).chain([percent(told)]));
        }
        Some(table)
    }

    /// Every measurement.
    fn table(&self, measured: &[Measured]) -> Table {
        let columns: Vec<String> =
            measured.iter().map(|curve| format!("{}: won", curve.name)).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let columns = [&[self.parameter], &columns[..], &["games", "the tršet thesis"]].concat();
        let mut table = Table::new("Each measurement", &columns);
        for (at, (parameter, rate)) in measured[0].points.iter().enumerate() {
            let told = self.told.points.iter().find(|(told, _)| (told - parameter).abs() < 1e-9);
            let ours = measured.iter().map(|curve| curve.points[at].1.percent());
            let parameter = format!("{}", (parameter * 1000.0).round() / 1000.0);
            let games = (2 * rate.trials).to_string();
            let rest = [games, percent(told.map(|told| told.1))];
            table.row([parameter].into_iter().chain(ours).chain(rest));
        }
        table
    }

    fn plot(&self, measured: &[Measured], title: &str) -> Plot {
        let mut curves = Vec::new();
        for curve in measured {
            let name = format!("{}, with 95% intervals", curve.name);
            curves.push(Curve::shares(&name, Look::Line, curve.points.iter().copied()));
        }
        curves.extend(self.trend.through(&measured[0]));
        let told = self.told.points.iter().copied();
        curves.push(Curve::plain("the tršet thesis", Look::Points, told));
        if let (Some(mean), Some((first, _)), Some((last, _))) =
            (self.told.spread[0], measured[0].points.first(), measured[0].points.last())
        {
            let line = [(*first, mean), (*last, mean)];
            curves.push(Curve::plain("the mean of the tršet thesis", Look::Dashed, line));
        }
        Plot::of_wins(title, Axis::linear(self.parameter), curves)
    }
}

/// Returns the figure that the tršet thesis gives, if it gives one.
fn percent(told: Option<f64>) -> String {
    told.map_or_else(|| "–".to_owned(), |told| format!("{told}%"))
}

impl Trend {
    /// The line with the least squares.
    fn through(self, measured: &Measured) -> Option<Curve> {
        let scale = |parameter: f64| match self {
            Self::Logarithmic => parameter.max(1.0).ln(),
            Self::None | Self::Linear => parameter,
        };
        let name = match self {
            Self::None => return None,
            Self::Linear => format!("{}, linear trend", measured.name),
            Self::Logarithmic => format!("{}, logarithmic trend", measured.name),
        };
        let (first, last) = (measured.points.first()?.0, measured.points.last()?.0);
        let xs = measured.points.iter().map(|(parameter, _)| scale(*parameter));
        let (slope, start) = least_squares(&xs.zip(measured.rates()).collect::<Vec<_>>());
        // Densest at the beginning, where a logarithm bends.
        let along = (0..=60).map(|step| first + (last - first) * (f64::from(step) / 60.0).powi(2));
        let line = along.map(|parameter| (parameter, start + slope * scale(parameter)));
        Some(Curve::plain(&name, Look::Dashed, line))
    }
}

/// Slope and height at zero of the line nearest to the points.
fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let across = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>();
    let along = points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    let slope = if along > 0.0 { across / along } else { 0.0 };
    (slope, y - slope * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_the_nearest_one() {
        let (slope, start) = least_squares(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]);
        assert!((slope - 2.0).abs() < 1e-12 && (start - 1.0).abs() < 1e-12);
        // The three residuals 1/3, -2/3, 1/3 add up to nothing.
        let (slope, start) = least_squares(&[(0.0, 0.0), (1.0, 0.0), (2.0, 2.0)]);
        assert!((slope - 1.0).abs() < 1e-12 && (start + 1.0 / 3.0).abs() < 1e-12);
    }
}
