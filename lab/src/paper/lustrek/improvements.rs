//! Luštrek (2002): what each of four improvements saves (section 4.4.1).

use std::time::Duration;

use super::cells::{column, nodes, nodes_cell, plot_shares, shares};
use super::games::{Games, SAMPLES};
use super::measured::{LINES, SHALLOW, SINGLE};
use super::method::{Method, Searcher};
use crate::numbers::thousands;
use crate::paper::bench::{Bench, Results, Series};
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table, texts};

/// The depth at which Luštrek's (2002) program plays its first card.
const DEPTH: u8 = 9;

/// Every sample is timed so often, of which the quickest counts: what else the
/// machine does is no part of the search.
const PASSES: usize = 3;

/// A series: nodes and microseconds of each game, on average over its samples.
fn series<'a>(games: &'a Games<'_>, name: &str, method: Method, depth: u8) -> Series<'a> {
    Series::new(format!("{name}, depth {depth}"), games.count(), move |number| {
        let (samples, mut searcher) = (games.samples(number), Searcher::new(method));
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for sample in samples {
            let answers = [(); PASSES].map(|()| searcher.answer(sample, depth));
            nodes += answers[0].nodes;
            time += answers.iter().map(|answer| answer.time).min().unwrap_or_default();
        }
        let count = samples.len() as f64;
        vec![nodes as f64 / count, time.as_secs_f64() * 1e6 / count]
    })
    .with_times(&[1])
}

fn milliseconds(results: &Results) -> f64 {
    column(results, 1).mean / 1e3
}

/// Table 7.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_7(bench: &Bench) -> anyhow::Result<Outcome> {
    let games = Games::new(bench, bench.pick(8, 20));
    let mut all: Vec<_> =
        LINES.iter().map(|line| series(&games, line.name, line.method, DEPTH)).collect();
    let high_first = Method { high_first: true, ..Method::PLAIN };
    all.push(series(&games, "none, high cards first", high_first, DEPTH));
    let results = bench.run(&all)?;
    let (ours, high_first) = results.split_at(LINES.len());
    let mut table = Table::new(
        "Positions visited and time for the first card, 9 cards ahead",
        &[
            "improvements",
            "Luštrek: nodes",
            "of none",
            "Luštrek: ms",
            "ours: nodes",
            "of none",
            "ours: ms",
        ],
    );
    let there = shares(LINES.iter().map(|line| line.nodes));
    let here = shares(ours.iter().map(nodes));
    for (at, line) in LINES.iter().enumerate() {
        table.row([
            format!("{} {}", at + 1, line.name),
            thousands(line.nodes),
            format!("{:.1}%", there[at]),
            thousands(line.milliseconds),
            nodes_cell(&ours[at]),
            format!("{:.1}%", here[at]),
            format!("{:.2}", milliseconds(&ours[at])),
        ]);
    }
    let factor = nodes(&ours[LINES.len() - 1]) / nodes(&ours[0]);
    Ok(Outcome {
        summary: format!(
            "All four improvements together visit {factor:.0} times fewer positions than plain \
             alpha-beta (Luštrek: 184 times)."
        ),
        method: method_text(bench, &games),
        tables: vec![table],
        plots: vec![plot_shares("Luštrek (2002)", &LINES, &here)],
        notes: texts![format!(
            "{PLAIN_NOTE} With high cards first, plain alpha-beta visits {} positions.",
            thousands(nodes(&high_first[0]))
        )],
    })
}

const PLAIN_NOTE: &str = "Luštrek (2002) does not tell the order in which plain alpha-beta tries \
     the cards. Ours tries the low ones first, suit by suit, which is a fair order already; the \
     worse the order, the more history and windows have to save.";

fn method_text(bench: &Bench, games: &Games<'_>) -> Vec<String> {
    texts![
        format!(
            "{} games. In each the player of Luštrek (2002), `lustrek2002`, bids, exchanges and \
             announces in all three seats; games of klop and berač are passed over. Then the \
             others' cards are dealt anew {SAMPLES} times, as the declarer may imagine them, and \
             the declarer's first card is searched for in each. Luštrek (2002) took 20 games with \
             20 samples as well, but not the same.",
            games.count()
        ),
        format!(
            "A node is every position visited, the root included. A time is the quickest of \
             {PASSES} passes (threads at work: {}); Luštrek's (2002) machine was an Athlon XP \
             P1800+ of 2002.",
            bench.threads
        ),
        "The four improvements: a transposition table of 2²⁰ entries whose key is equation 6 (the \
         newer entry replaces the older), the history heuristic, minimal windows, and the \
         selection of third cards. The evaluation is equation 8.",
    ]
}

/// Table 8 and figure 13.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_8(bench: &Bench) -> anyhow::Result<Outcome> {
    const DEPTHS: [u8; 3] = [3, 6, DEPTH];
    let games = Games::new(bench, bench.pick(8, 20));
    let lines = &LINES[SINGLE];
    let all: Vec<_> = lines
        .iter()
        .flat_map(|line| DEPTHS.map(|depth| series(&games, line.name, line.method, depth)))
        .collect();
    let results = bench.run(&all)?;
    let ours: Vec<&[Results]> = results.chunks(DEPTHS.len()).collect();
    let theirs = |at: usize| [SHALLOW[at][0], SHALLOW[at][1], lines[at].nodes];
    let mut table = Table::new(
        "Positions visited and time, 3, 6 and 9 cards ahead",
        &["improvement", "Luštrek: 3", "6", "9", "ours: 3", "6", "9", "ours, ms: 3", "6", "9"],
    );
    for (at, line) in lines.iter().enumerate() {
        let there = theirs(at).map(thousands);
        let here = ours[at].iter().map(|results| thousands(nodes(results)));
        let times = ours[at].iter().map(|results| format!("{:.3}", milliseconds(results)));
        table.row([line.name.to_owned()].into_iter().chain(there).chain(here).chain(times));
    }
    // As in the figure, plain alpha-beta is left out.
    let shown = 0..lines.len() - 1;
    let by_depth = |nodes: Vec<f64>| DEPTHS.map(f64::from).into_iter().zip(nodes);
    let mut curves = Vec::new();
    for at in shown.clone() {
        let here = ours[at].iter().map(nodes).collect();
        curves.push(Curve::plain(lines[at].name, Look::Line, by_depth(here)));
    }
    let figure = |title: &str, curves| Plot {
        title: title.to_owned(),
        x: Axis::linear("cards ahead").within(2.0, 10.0),
        y: Axis::log("positions visited").within(10.0, 1_000_000.0),
        curves,
    };
    let there = shown
        .clone()
        .map(|at| Curve::plain(lines[at].name, Look::Line, by_depth(theirs(at).to_vec())));
    let best = |at: usize| {
        let nodes = |line: &usize| nodes(&ours[*line][at]);
        let best = shown.clone().min_by(|one, other| nodes(one).total_cmp(&nodes(other)));
        lines[best.expect("some line")].name
    };
    let plain = lines.len() - 1;
    let table_saves = |at: usize| nodes(&ours[plain][at]) / nodes(&ours[0][at]);
    let they_save = |at: usize| theirs(plain)[at] / theirs(0)[at];
    Ok(Outcome {
        summary: format!(
            "By itself, \"{}\" saves most 3 cards ahead and \"{}\" 9 cards ahead (Luštrek: \
             history, then the table); the table saves a factor of {:.1}, {:.1} and {:.1} at \
             depths 3, 6 and 9 (Luštrek: {:.1}, {:.1} and {:.1}).",
            best(0),
            best(2),
            table_saves(0),
            table_saves(1),
            table_saves(2),
            they_save(0),
            they_save(1),
            they_save(2),
        ),
        method: method_text(bench, &games),
        tables: vec![table],
        plots: vec![
            figure("Ours: positions visited by depth, one improvement each", curves),
            figure("Luštrek's (2002) figure 13", there.collect()),
        ],
        notes: texts![
            PLAIN_NOTE,
            "Within a trick no position is reached twice, so a search of one trick cannot gain by \
             a table. That Luštrek's (2002) does (162 of 224 positions at depth 3) suggests that \
             its program's table also joined positions that differ in the cards on the table.",
        ],
    })
}
