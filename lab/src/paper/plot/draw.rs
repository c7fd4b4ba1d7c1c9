//! The drawing itself.

use std::fmt::{self, Write};

use super::axis::Ruler;
use super::style::{colour, sheet};
use super::{Curve, Look, Plot, Point, Scale};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 30.0;
/// Room for the title.
const TOP: f64 = 40.0;
/// The field in which curves are drawn.
const HEIGHT: f64 = 320.0;
/// Room for numbers and label below the field.
const BELOW: f64 = 52.0;
/// A line of the legend.
const LINE: f64 = 20.0;
/// Roughly the width of a letter at the legend's size.
const LETTER: f64 = 6.7;

impl Plot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut svg);
        svg
    }

    fn draw(&self, svg: &mut String) -> fmt::Result {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let bars = self.curves.iter().any(|curve| curve.look == Look::Bars);
        let ends = points().flat_map(|point| [point.y - point.margin, point.y + point.margin]);
        let field = Field {
            x: Ruler::new(&self.x, points().map(|point| point.x)),
            y: Ruler::new(&self.y, ends.chain(bars.then_some(0.0))),
        };
        let legend = self.legend();
        let rows = legend.last().map_or(0.0, |entry| entry.row + 1.0);
        let height = TOP + HEIGHT + BELOW + rows * LINE + 8.0;
        self.head(svg, height)?;
        self.axes(svg, &field)?;
        writeln!(svg, r#"<g clip-path="url(#field)">"#)?;
        for (at, curve) in self.curves.iter().enumerate() {
            self.curve(svg, &field, at, curve)?;
        }
        writeln!(svg, "</g>")?;
        for (at, (entry, curve)) in legend.iter().zip(&self.curves).enumerate() {
            let y = TOP + HEIGHT + BELOW + entry.row * LINE + 4.0;
            sample(svg, at, curve.look, entry.x, y)?;
            let x = entry.x + 32.0;
            let name = escape(&curve.name);
            writeln!(svg, r#"<text class="small" x="{x:.1}" y="{:.1}">{name}</text>"#, y + 4.0)?;
        }
        writeln!(svg, "</svg>")
    }

    fn head(&self, svg: &mut String, height: f64) -> fmt::Result {
        let title = escape(&self.title);
        writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{title}">"#
        )?;
        writeln!(svg, "<title>{title}</title>\n<style>\n{}</style>", sheet())?;
        let (inner, clip) = (WIDTH - LEFT - RIGHT, 4.0);
        writeln!(
            svg,
            r#"<clipPath id="field"><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/></clipPath>"#,
            LEFT - clip,
            TOP - clip,
            inner + 2.0 * clip,
            HEIGHT + 2.0 * clip
        )?;
        writeln!(svg, r#"<rect class="paper" width="{WIDTH}" height="{height}"/>"#)?;
        writeln!(svg, r#"<text class="title" x="{LEFT}" y="24">{title}</text>"#)
    }

    fn axes(&self, svg: &mut String, field: &Field) -> fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, TOP + HEIGHT);
        for (value, text) in &field.y.marks {
            let y = field.top(*value);
            writeln!(
                svg,
                r#"<line class="grid" x1="{LEFT}" x2="{right}" y1="{y:.1}" y2="{y:.1}"/>"#
            )?;
            let at = LEFT - 8.0;
            let text = escape(text);
            writeln!(
                svg,
                r#"<text class="small end" x="{at:.1}" y="{:.1}">{text}</text>"#,
                y + 4.0
            )?;
        }
        let named = matches!(self.x.scale, Scale::Names(_));
        for (value, text) in &field.x.marks {
            let x = field.left(*value);
            if !named {
                writeln!(
                    svg,
                    r#"<line class="grid" x1="{x:.1}" x2="{x:.1}" y1="{TOP}" y2="{bottom}"/>"#
                )?;
            }
            let (y, text) = (bottom + 18.0, escape(text));
            writeln!(svg, r#"<text class="small middle" x="{x:.1}" y="{y:.1}">{text}</text>"#)?;
        }
        writeln!(svg, r#"<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>"#)?;
        let middle = LEFT + (right - LEFT) / 2.0;
        let label = escape(&self.x.label);
        writeln!(
            svg,
            r#"<text class="middle" x="{middle:.1}" y="{:.1}">{label}</text>"#,
            bottom + 38.0
        )?;
        let (middle, label) = (TOP + HEIGHT / 2.0, escape(&self.y.label));
        writeln!(
            svg,
            r#"<text class="middle" transform="translate(16 {middle:.1}) rotate(-90)">{label}</text>"#
        )
    }

    fn curve(&self, svg: &mut String, field: &Field, at: usize, curve: &Curve) -> fmt::Result {
        let colour = colour(at);
        let place = |point: &Point| (field.left(point.x), field.top(point.y));
        if matches!(curve.look, Look::Line | Look::Dashed) {
            let path: Vec<String> =
                curve.points.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let class = if curve.look == Look::Line { "line" } else { "dashed" };
            writeln!(svg, r#"<polyline class="{colour} {class}" points="{}"/>"#, path.join(" "))?;
        }
        for point in &curve.points {
            let (mut x, y) = place(point);
            let mut class = "error".to_owned();
            match curve.look {
                Look::Bars => {
                    let (left, width) = self.bar(field, at, point.x);
                    x = left + width / 2.0;
                    class = "error over".to_owned();
                    let height = (TOP + HEIGHT - y).max(0.0);
                    writeln!(
                        svg,
                        r#"<rect class="{colour} bar" x="{left:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"#
                    )?;
                }
                Look::Line | Look::Points => {
                    writeln!(svg, r#"<circle class="{colour}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#)?;
                }
                Look::Dashed => {}
            }
            if point.margin > 0.0 {
                let (low, high) =
                    (field.top(point.y - point.margin), field.top(point.y + point.margin));
                let (left, right) = (x - 3.0, x + 3.0);
                writeln!(
                    svg,
                    r#"<path class="{colour} {class}" d="M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}"/>"#
                )?;
            }
        }
        Ok(())
    }

    /// Returns the beginning of this curve's bar, and its width: those at one
    /// place stand side by side.
    fn bar(&self, field: &Field, at: usize, x: f64) -> (f64, f64) {
        let bars =
            |curves: &[Curve]| curves.iter().filter(|curve| curve.look == Look::Bars).count();
        let group = (field.left(x + 0.4) - field.left(x - 0.4)).min(160.0);
        let width = group / bars(&self.curves).max(1) as f64;
        let left = field.left(x) - group / 2.0 + width * bars(&self.curves[..at]) as f64;
        (left + 1.0, (width - 2.0).max(1.0))
    }

    /// Returns the place of each curve in the legend: in rows as long as the plot.
    fn legend(&self) -> Vec<Entry> {
        let mut next = Entry { x: LEFT, row: 0.0 };
        let mut entries = Vec::with_capacity(self.curves.len());
        for curve in &self.curves {
            let width = 32.0 + LETTER * curve.name.chars().count() as f64 + 18.0;
            if next.x + width > WIDTH && next.x > LEFT {
                next = Entry { x: LEFT, row: next.row + 1.0 };
            }
            entries.push(next);
            next.x += width;
        }
        entries
    }
}

/// A place in the legend.
#[derive(Clone, Copy)]
struct Entry {
    x: f64,
    row: f64,
}

/// The place where curves are drawn.
struct Field {
    x: Ruler,
    y: Ruler,
}

impl Field {
    fn left(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (WIDTH - LEFT - RIGHT)
    }

    fn top(&self, value: f64) -> f64 {
        TOP + (1.0 - self.y.place(value)) * HEIGHT
    }
}

/// Draws a sample of a curve, for the legend.
fn sample(svg: &mut String, at: usize, look: Look, x: f64, y: f64) -> fmt::Result {
    let colour = colour(at);
    let (right, middle) = (x + 24.0, x + 12.0);
    let line =
        |class: &str| format!(r#"<path class="{colour} {class}" d="M{x:.1} {y:.1}H{right:.1}"/>"#);
    let dot = format!(r#"<circle class="{colour}" cx="{middle:.1}" cy="{y:.1}" r="3"/>"#);
    let drawn = match look {
        Look::Line => line("line") + &dot,
        Look::Dashed => line("dashed"),
        Look::Points => dot,
        Look::Bars => format!(
            r#"<rect class="{colour} bar" x="{:.1}" y="{:.1}" width="14" height="10"/>"#,
            middle - 7.0,
            y - 5.0
        ),
    };
    writeln!(svg, "{drawn}")
}

/// Text as XML wants it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
