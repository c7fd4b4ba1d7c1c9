//! Plots show what they were given.

use super::axis::{Ruler, number};
use super::{Axis, Curve, Look, Plot};

fn marks(axis: &Axis, values: &[f64]) -> Vec<String> {
    Ruler::new(axis, values.iter().copied()).marks.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn axes_are_marked_with_round_numbers() {
    let linear = Axis::linear("C");
    assert_eq!(marks(&linear, &[0.0, 1.0]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
    assert_eq!(marks(&linear, &[12.0, 93.0]), ["0", "20", "40", "60", "80", "100"]);
    assert_eq!(marks(&linear.clone().within(0.0, 100.0), &[150.0]).last().unwrap(), "100");
    assert_eq!(marks(&linear, &[-0.3, 0.3]).first().unwrap(), "−0.3");
    assert_eq!(marks(&linear, &[3.0, 3.0]).len(), 7, "a single value has room around it");
    assert_eq!(
        marks(&Axis::log("nodes"), &[30.0, 20_000.0]),
        ["10", "100", "1,000", "10,000", "100,000"]
    );
    assert_eq!(marks(&Axis::names("who", ["a".into(), "b".into()]), &[]), ["a", "b"]);
    assert_eq!(number(1_234_567.5), "1,234,567.5");
}

#[test]
fn values_lie_where_they_belong() {
    let ruler = Ruler::new(&Axis::linear("").within(0.0, 10.0), [].into_iter());
    assert_eq!([0.0, 5.0, 10.0].map(|value| ruler.place(value)), [0.0, 0.5, 1.0]);
    let ruler = Ruler::new(&Axis::log("").within(1.0, 100.0), [].into_iter());
    assert!((ruler.place(10.0) - 0.5).abs() < 1e-12);
    let ruler = Ruler::new(&Axis::names("", ["a".into(), "b".into()]), [].into_iter());
    assert_eq!([0.0, 1.0].map(|value| ruler.place(value)), [0.25, 0.75]);
}

/// Every element that is opened is closed, as far as lines tell.
fn is_balanced(svg: &str) -> bool {
    ["svg", "g", "text", "style", "title", "clipPath"].iter().all(|name| {
        let opened = svg.matches(&format!("<{name}")).count();
        opened == svg.matches(&format!("</{name}>")).count()
    })
}

#[test]
fn a_plot_holds_every_point_and_says_what_it_is() {
    let plot = Plot {
        title: "Wins & \"losses\" <all>".into(),
        x: Axis::linear("iterations"),
        y: Axis::linear("won, %").within(0.0, 100.0),
        curves: vec![
            Curve::measured("ours", Look::Line, [(0.0, 50.0, 5.0), (10.0, 80.0, 4.0)]),
            Curve::plain("the study's", Look::Dashed, [(0.0, 45.0), (10.0, 95.0)]),
        ],
    };
    let svg = plot.svg();
    assert!(svg.contains("Wins &amp; &quot;losses&quot; &lt;all&gt;"));
    for text in ["iterations", "won, %", "ours", "the study's", "prefers-color-scheme: dark"] {
        assert!(svg.contains(text), "{text}");
    }
    // Two points and one in the legend; two error bars.
    assert_eq!(svg.matches("<circle").count(), 3);
    assert_eq!(svg.matches(r#"class="c0 error""#).count(), 2);
    assert!(is_balanced(&svg));
}

#[test]
fn bars_of_one_place_stand_side_by_side() {
    let bars =
        |name: &str, y: f64| Curve::measured(name, Look::Bars, [(0.0, y, 1.0), (1.0, y, 1.0)]);
    let plot = Plot {
        title: "bars".into(),
        x: Axis::names("player", ["one".into(), "two".into()]),
        y: Axis::linear("points"),
        curves: vec![bars("a", 3.0), bars("b", 4.0)],
    };
    let svg = plot.svg();
    let lefts = |colour: &str| -> Vec<f64> {
        svg.lines()
            .filter(|line| line.contains(&format!(r#"class="{colour} bar"#)))
            .map(|line| line.split(r#"x=""#).nth(1).unwrap().split('"').next().unwrap())
            .map(|x| x.parse().unwrap())
            .collect()
    };
    let (a, b) = (lefts("c0"), lefts("c1"));
    // The last of each is the sample in the legend.
    assert!(a[0] < b[0] && b[0] < a[1] && a[1] < b[1], "{a:?} {b:?}");
    assert!(is_balanced(&svg));
}
