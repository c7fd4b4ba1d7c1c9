//! The survey: improvements combined, and five transposition tables (section
//! 6.2).

use std::sync::OnceLock;
use std::time::Duration;

use vzetek_baselines::tarok::DIFFERENCE;
use vzetek_search::Score;
use vzetek_tarok::Card;

use super::cells::{column, nodes, nodes_cell, plot_shares, shares};
use super::classes::Classes;
use super::games::{Games, SAMPLES};
use super::measured::{BEST, COMBINED, TABLES};
use super::method::{Method, Searcher};
use crate::numbers::thousands;
use crate::paper::bench::{Bench, Results, Series};
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table, texts};

/// The number of cards that are looked ahead. The survey does not say; its
/// plain alpha-beta has Luštrek's (2002) figures, which are those of depth 9.
const DEPTH: u8 = 9;

/// The values of the cards of one sample.
type CardValues = Vec<(Card, Score)>;

/// The games, and the values of their first cards when every position is distinguished and every
/// card looked at.
struct Judge<'a> {
    games: Games<'a>,
    values: Vec<OnceLock<Vec<CardValues>>>,
}

impl<'a> Judge<'a> {
    fn new(bench: &'a Bench) -> Self {
        let games = Games::new(bench, bench.pick(8, 20));
        let values = (0..games.count()).map(|_| OnceLock::new()).collect();
        Self { games, values }
    }

    /// Returns the value of every card of every sample of a game.
    fn values(&self, number: u64) -> &[CardValues] {
        self.values[number as usize].get_or_init(|| {
            let exact = Method { history: true, table: Some(Classes::Exact), ..Method::PLAIN };
            let mut searcher = Searcher::new(exact);
            let samples = self.games.samples(number).iter();
            samples.map(|sample| searcher.values(sample, DEPTH)).collect()
        })
    }

    /// A series of one method. Each game brings its nodes and microseconds, by
    /// how many points the value found is off, and how many points the card
    /// found is worse than the best: all on average over the samples.
    fn series(&self, name: &str, method: Method) -> Series<'_> {
        Series::new(format!("{name}, depth {DEPTH}"), self.games.count(), move |number| {
            let mut searcher = Searcher::new(method);
            let (mut nodes, mut time) = (0, Duration::ZERO);
            let (mut error, mut regret) = (0, 0);
            for (sample, values) in self.games.samples(number).iter().zip(self.values(number)) {
                let answer = searcher.answer(sample, DEPTH);
                let best = values.iter().map(|&(_, value)| value).max().expect("some card");
                let chosen = values.iter().find(|&&(card, _)| Some(card) == answer.found.best);
                let (_, chosen) = *chosen.expect("a legal card");
                nodes += answer.nodes;
                time += answer.time;
                error += (answer.found.score - best).0.abs();
                regret += (best - chosen).0;
            }
            let each = |sum: f64| sum / SAMPLES as f64;
            let points = |sum: i32| each(f64::from(sum) / f64::from(DIFFERENCE));
            let microseconds = time.as_secs_f64() * 1e6;
            vec![each(nodes as f64), each(microseconds), points(error), points(regret)]
        })
        .with_times(&[1])
    }

    fn method_text(&self, bench: &Bench) -> Vec<String> {
        texts![
            format!(
                "{} games before their first card, {SAMPLES} samples of the others' cards each, \
                 searched {DEPTH} cards ahead; the same games as in tables 7 and 8 of Luštrek \
                 (2002). A node is every position visited, in all iterations. Times were taken \
                 with {} threads at work.",
                self.games.count(),
                bench.threads
            ),
            "IP: iterative deepening, a trick at a time. ZH: history heuristic. INO: minimal \
             windows. STP: selective generation, \"only cards that are not obviously bad or as \
             good as others\": Luštrek's (2002) third cards, and of neighbouring cards of the same \
             value only the lowest. TT0 to TT4: transposition tables of 2²⁰ entries, the newer \
             entry replaces the older.",
            "The survey says only that TT0 is an ordinary table and that TT1 to TT4 have ever \
             larger classes. Chosen here: **TT0** tells every card apart; **TT1** only counts the \
             low cards of a suit; **TT2** is equation 6 of Luštrek (2002), which also keeps of the \
             taroks only their number, their sum to within ten, the highest and the trula; **TT3** \
             counts the figures, too, but for the king, and keeps the sum to within twenty and the \
             highest to within three; **TT4** keeps of a suit the number of cards and the king, of \
             the taroks their number and the trula.",
            "*Value off*: how far the value found is from that of a search that tells every \
             position apart and looks at every card. *Points lost*: how much worse the card found \
             is than the best by that same search.",
        ]
    }
}

/// The cells that follow the survey's: ours.
fn cells(results: &Results) -> [String; 4] {
    [
        nodes_cell(results),
        format!("{:.3}", column(results, 1).mean / 1e3),
        format!("{:.2}", column(results, 2)),
        format!("{:.2}", column(results, 3)),
    ]
}

const CLASSES_NOTE: &str = "The survey does not describe its tables, so ours are a ladder of the \
     same kind; only the shape can be compared.";

/// Table 7.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_7(bench: &Bench) -> anyhow::Result<Outcome> {
    let judge = Judge::new(bench);
    let series: Vec<_> = COMBINED.iter().map(|line| judge.series(line.name, line.method)).collect();
    let results = bench.run(&series)?;
    let mut table = Table::new(
        "Positions visited and time for the first card",
        &[
            "improvements",
            "survey: nodes",
            "of none",
            "survey: ms",
            "ours: nodes",
            "ours: ms",
            "value off, points",
            "points lost",
            "of none",
        ],
    );
    let last = COMBINED.len() - 1;
    let there = shares(COMBINED.iter().map(|line| line.nodes));
    let here = shares(results.iter().map(nodes));
    for (at, (line, ours)) in COMBINED.iter().zip(&results).enumerate() {
        let survey = [
            format!("{} {}", at + 1, line.name),
            thousands(line.nodes),
            format!("{:.2}%", there[at]),
            thousands(line.milliseconds),
        ];
        let share = format!("{:.2}%", here[at]);
        table.row(survey.into_iter().chain(cells(ours)).chain([share]));
    }
    Ok(Outcome {
        summary: format!(
            "The survey's best combination visits {:.0} times fewer positions than plain \
             alpha-beta (there {:.0} times); without its table it would visit {:.1} times as many \
             ({:.1}), without selection {:.1} ({:.1}).",
            nodes(&results[last]) / nodes(&results[0]),
            COMBINED[last].nodes / COMBINED[0].nodes,
            nodes(&results[4]) / nodes(&results[0]),
            COMBINED[4].nodes / COMBINED[0].nodes,
            nodes(&results[3]) / nodes(&results[0]),
            COMBINED[3].nodes / COMBINED[0].nodes,
        ),
        method: judge.method_text(bench),
        tables: vec![table],
        plots: vec![plot_shares("the survey", &COMBINED, &here)],
        notes: texts![
            "Plain alpha-beta visits fewer positions here than there, because the order in which \
             it tries cards is a fair one already: low ones first, suit by suit.",
            format!(
                "In the survey minimal windows make the best combination worse ({:.2} times the \
                 positions) and help when they are alone ({:.2}); here they leave {:.2} and {:.2}.",
                COMBINED[5].nodes / COMBINED[0].nodes,
                COMBINED[9].nodes / COMBINED[last].nodes,
                nodes(&results[5]) / nodes(&results[0]),
                nodes(&results[9]) / nodes(&results[last]),
            ),
            CLASSES_NOTE,
        ],
    })
}

/// Table 8.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_8(bench: &Bench) -> anyhow::Result<Outcome> {
    let judge = Judge::new(bench);
    let mut series = Vec::new();
    for deepening in [true, false] {
        for classes in Classes::ALL {
            let method = Method { deepening, table: Some(classes), ..BEST };
            series.push(judge.series(&name(deepening, classes), method));
        }
    }
    let results = bench.run(&series)?;
    let mut table = Table::new(
        "Positions visited, time and mistakes by table",
        &[
            "improvements",
            "survey: nodes",
            "survey: ms",
            "ours: nodes",
            "ours: ms",
            "value off, points",
            "points lost",
        ],
    );
    let rows = results.chunks(Classes::ALL.len());
    for ((deepening, theirs), ours) in [true, false].into_iter().zip(TABLES).zip(rows.clone()) {
        for ((classes, (nodes, time)), ours) in Classes::ALL.into_iter().zip(theirs).zip(ours) {
            let survey = [name(deepening, classes), thousands(nodes), thousands(time)];
            table.row(survey.into_iter().chain(cells(ours)));
        }
    }
    let mut curves = Vec::new();
    for (ours, what) in rows.zip(["with deepening", "without"]) {
        curves.push(Curve::listed(&format!("ours, {what}"), Look::Line, ours.iter().map(nodes)));
    }
    for (theirs, what) in TABLES.iter().zip(["with deepening", "without"]) {
        let theirs = theirs.iter().map(|&(nodes, _)| nodes);
        curves.push(Curve::listed(&format!("survey, {what}"), Look::Dashed, theirs));
    }
    let names = || Axis::names("table", Classes::ALL.map(|classes| classes.name().to_owned()));
    let visited = Plot {
        title: "Positions visited by table".to_owned(),
        x: names(),
        y: Axis::log("positions visited"),
        curves,
    };
    let errors = |at: usize| {
        let errors = results[..Classes::ALL.len()].iter().map(move |ours| column(ours, at));
        (0..).zip(errors).map(|(at, error)| (f64::from(at), error.mean, error.margin))
    };
    let most = errors(2).map(|(_, mean, margin)| mean + margin).fold(0.1, f64::max);
    let mistakes = Plot {
        title: "What larger classes cost, with deepening".to_owned(),
        x: names(),
        y: Axis::linear("points").within(0.0, most),
        curves: vec![
            Curve::measured("value off", Look::Bars, errors(2)),
            Curve::measured("points lost by the card", Look::Bars, errors(3)),
        ],
    };
    let saved = |nodes: [f64; 2]| 100.0 * (1.0 - nodes[1] / nodes[0]);
    let here = |at: usize| saved([nodes(&results[0]), nodes(&results[at])]);
    let there = |at: usize| saved([TABLES[0][0].0, TABLES[0][at].0]);
    Ok(Outcome {
        summary: format!(
            "Against the ordinary table, the equivalence tables TT1 to TT4 save {:.0}%, {:.0}%, \
             {:.0}% and {:.0}% of the positions (the survey: {:.0}%, {:.0}%, {:.0}% and {:.0}%), \
             and the cards found are {:.2}, {:.2}, {:.2} and {:.2} points worse than the best \
             (TT0: {:.2}).",
            here(1),
            here(2),
            here(3),
            here(4),
            there(1),
            there(2),
            there(3),
            there(4),
            column(&results[1], 3).mean,
            column(&results[2], 3).mean,
            column(&results[3], 3).mean,
            column(&results[4], 3).mean,
            column(&results[0], 3).mean,
        ),
        method: judge.method_text(bench),
        tables: vec![table],
        plots: vec![visited, mistakes],
        notes: texts![
            CLASSES_NOTE,
            "Which rung of the ladder equation 6 is, is a guess: Luštrek (2002) says that it saves \
             a factor of 2.3, and the survey's TT2 saves 7,383 / 3,190 = 2.3.",
            "The survey says that TT4 \"causes too many mistakes\" and gives no figure. Here the \
             mistakes are measured; what TT0 loses is due to selective generation.",
        ],
    })
}

/// The survey's name for a line of table 8.
fn name(deepening: bool, classes: Classes) -> String {
    let first = if deepening { "IP, " } else { "" };
    format!("{first}ZH, STP, {}", classes.name())
}
