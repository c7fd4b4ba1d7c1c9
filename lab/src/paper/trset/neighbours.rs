//! Section 5.5: what the neighbours of a situation are worth in playouts.

use std::sync::Arc;

use anyhow::Context as _;
use vzetek_baselines::trset::neighbours::{Example, Neighbours, weights};
use vzetek_baselines::trset::{Player, Spec};

use super::duplicate::{mcts, play};
use super::examples::{self, Choice, Record};
use super::method;
use crate::estimate::Estimate;
use crate::numbers;
use crate::paper::bench::{Bench, Results, Series};
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table, texts};

/// The examples that the tršet thesis had, about.
const EXAMPLES: usize = 100_000;

/// The cards on which the weights are tested, at most.
const TESTED: usize = 2_000;

/// A comparison of the two agents.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Comparison {
    examples: usize,
    /// The number of neighbours.
    k: usize,
    iterations: u64,
    games: u64,
    /// True if the tršet thesis describes one like it.
    is_told: bool,
}

impl Comparison {
    /// The agent that knows examples, and the one that does not.
    fn players(&self, choices: &[Choice]) -> anyhow::Result<[Spec; 2]> {
        let even = Spec { player: Player::Thesis, ..mcts(self.iterations) };
        let mut weighted = Spec { player: Player::ThesisKnn, ..even.clone() };
        weighted.settings.neighbours.k = self.k;
        weighted.settings.neighbours.examples = Some(learn(&choices[..self.examples])?);
        Ok([weighted, even])
    }

    /// A trial is a deal, played with either player in either seat: whether the first
    /// won each of the two, and the seconds that a decision took each.
    fn series<'a>(&self, bench: &'a Bench, checksum: &str, players: &'a [Spec; 2]) -> Series<'a> {
        let [weighted, even] = players;
        let name = format!("{weighted} with {} of {checksum} against {even}", self.examples);
        Series::new(name, self.games.div_ceil(2), move |deal| {
            let first = play(bench, deal, [weighted, even]);
            let second = play(bench, deal, [even, weighted]);
            let seconds = |at: usize| (first.seconds[at] + second.seconds[1 - at]) / 2.0;
            vec![first.won[0], second.won[1], seconds(0), seconds(1)]
        })
        .with_times(&[2, 3])
    }
}

fn learn(choices: &[Choice]) -> anyhow::Result<Arc<Neighbours>> {
    let examples: Vec<Example> = choices.iter().map(|choice| choice.example).collect();
    Ok(Arc::new(Neighbours::new(examples).context("the record is too small to learn from")?))
}

/// An agent that weights the cards of its playouts by neighbours, against one that
/// draws them evenly.
pub fn against_even(bench: &Bench) -> anyhow::Result<Outcome> {
    let record = examples::read(bench.database()?, &mut bench.dice("examples", 0))?;
    let comparisons = comparisons(bench, record.choices.len());
    let players: Vec<[Spec; 2]> = comparisons
        .iter()
        .map(|comparison| comparison.players(&record.choices))
        .collect::<anyhow::Result<_>>()?;
    let series: Vec<Series<'_>> = comparisons
        .iter()
        .zip(&players)
        .map(|(comparison, players)| comparison.series(bench, &record.checksum, players))
        .collect();
    let results = bench.run(&series)?;
    let won: Vec<Estimate> = results.iter().map(share_won).collect();
    let mut outcome = Outcome {
        tables: vec![wins(&comparisons, &won, &results)],
        plots: vec![plot(&comparisons, &won)],
        ..Outcome::default()
    };
    outcome.tables.extend(likelihoods(&comparisons, &record)?);
    let most = comparisons.iter().zip(&won).filter(|(comparison, _)| comparison.is_told);
    let (comparison, rate) =
        most.max_by_key(|(comparison, _)| comparison.games).expect("one is told");
    outcome.summary = format!(
        "With {} playouts a decision and {} examples the agent that weights the cards of its \
         playouts by three neighbours wins {} against the one that draws them evenly; the tršet \
         thesis 50%.",
        comparison.iterations,
        thousands(comparison.examples),
        rate.percent(),
    );
    outcome.method = methods(&record);
    outcome.notes = notes(record.choices.len());
    Ok(outcome)
}

/// The comparisons of the tršet thesis, and such with fewer examples or neighbours.
fn comparisons(bench: &Bench, available: usize) -> Vec<Comparison> {
    let (many, few) = bench.pick((10_000, 2_000), (EXAMPLES, 10_000));
    let whole = |quick, whole| bench.pick(quick, whole);
    let mut comparisons = vec![
        Comparison { examples: many, k: 3, iterations: 100, games: whole(20, 100), is_told: true },
        Comparison {
            examples: many,
            k: 3,
            iterations: 300,
            games: whole(40, 1_000),
            is_told: true,
        },
        Comparison {
            examples: few,
            k: 3,
            iterations: 300,
            games: whole(40, 1_000),
            is_told: false,
        },
        Comparison {
            examples: few,
            k: 1,
            iterations: 300,
            games: whole(40, 1_000),
            is_told: false,
        },
    ];
    for comparison in &mut comparisons {
        comparison.examples = comparison.examples.min(available);
    }
    let doubled = |at: usize| {
        let like = |other: &Comparison| Comparison { is_told: false, ..*other };
        comparisons[..at].iter().any(|other| like(other) == like(&comparisons[at]))
    };
    let kept: Vec<Comparison> =
        (0..comparisons.len()).filter(|&at| !doubled(at)).map(|at| comparisons[at]).collect();
    kept
}

/// The share of games that the first player won; the two games of a deal are one
/// observation.
fn share_won(deals: &Results) -> Estimate {
    Estimate::share(deals.iter().map(|values| (values[0] + values[1]) / 2.0))
}

fn wins(comparisons: &[Comparison], won: &[Estimate], results: &[Results]) -> Table {
    let mut table = Table::new(
        "The agent with neighbours against the same without",
        &[
            "examples",
            "neighbours",
            "playouts a decision",
            "won",
            "games",
            "the tršet thesis",
            "a decision with neighbours",
            "without",
        ],
    );
    for ((comparison, rate), deals) in comparisons.iter().zip(won).zip(results) {
        let time = |at: usize| {
            let seconds = Estimate::of(deals.iter().map(|values| values[2 + at])).mean;
            format!("{:.2} ms", 1000.0 * seconds)
        };
        table.row([
            thousands(comparison.examples),
            comparison.k.to_string(),
            comparison.iterations.to_string(),
            rate.percent(),
            (2 * rate.trials).to_string(),
            if comparison.is_told { "50%" } else { "–" }.to_owned(),
            time(0),
            time(1),
        ]);
    }
    table
}

fn plot(comparisons: &[Comparison], won: &[Estimate]) -> Plot {
    let names = comparisons.iter().map(|comparison| {
        format!(
            "{}, k = {}, {}",
            thousands(comparison.examples),
            comparison.k,
            comparison.iterations
        )
    });
    let bars = (0..).map(f64::from).zip(won.iter().copied());
    let told = (0..).map(f64::from).zip(comparisons).filter(|(_, comparison)| comparison.is_told);
    Plot::of_wins(
        "The agent with neighbours against the same without",
        Axis::names("examples, neighbours and playouts a decision", names),
        vec![
            Curve::shares("ours, with 95% intervals", Look::Bars, bars),
            Curve::plain("the tršet thesis", Look::Bars, told.map(|(place, _)| (place, 50.0))),
        ],
    )
}

/// The chance that a playout's draw is the card that was played, in situations that were not
/// learned from; nothing if all were.
fn likelihoods(comparisons: &[Comparison], record: &Record) -> anyhow::Result<Option<Table>> {
    let most = comparisons.iter().map(|comparison| comparison.examples).max().unwrap_or_default();
    let choice = |choice: &&Choice| choice.playable.len() > 1;
    let tested: Vec<&Choice> = record.choices[most..].iter().filter(choice).take(TESTED).collect();
    if tested.is_empty() {
        return Ok(None);
    }
    let caption = format!(
        "The chance that a draw is the card that was played, in {} situations with a choice that \
         nothing was learned from",
        thousands(tested.len())
    );
    let mut table = Table::new(&caption, &["examples", "neighbours", "weighted", "even"]);
    let mut seen = Vec::new();
    for &Comparison { examples, k, .. } in comparisons {
        if seen.contains(&(examples, k)) {
            continue;
        }
        seen.push((examples, k));
        let neighbours = learn(&record.choices[..examples])?;
        let weighted = Estimate::share(tested.iter().map(|choice| {
            let Example { attributes, card } = choice.example;
            let weights = weights(choice.playable, &neighbours.nearest(&attributes, k));
            let at = choice.playable.iter().position(|playable| playable == card);
            weights[at.expect("it was playable")] / weights.iter().sum::<f64>()
        }));
        let even = Estimate::share(tested.iter().map(|choice| 1.0 / choice.playable.len() as f64));
        table.row([thousands(examples), k.to_string(), weighted.percent(), even.percent()]);
    }
    Ok(Some(table))
}

fn methods(record: &Record) -> Vec<String> {
    texts![
        "Both are the tršet thesis's agent with its exact ending, `thesis`. One draws the cards of \
         its playouts evenly. The other, `thesis-knn`, looks for the three situations nearest to \
         that of whoever is to play (of either side, at every card with a choice), and every \
         playable card's weight of 1 rises by 5 if one of the three played it, by 2 if it is of \
         that card's suit, by 1 if it is of its rank, once for each of the three (section 4.6). \
         The tršet thesis compared 100 games with 100 playouts a decision, searching all of some \
         100,000 examples, and 1,000 games with 300, by a k-d tree; the two kinds of search find \
         the same, so here both search all.",
        "Situations are compared by the numbers of cards in hand: all, threes, twos, aces, kings, \
         kavals, fants, those of each suit; by the same numbers of the cards taken in tricks; and, \
         in examples of their own, where the player follows, by suit and rank of the card led. \
         Each number counts from 0 to 1 over its range in the examples, and two suits led are 1 \
         apart, as in Weka.",
        format!(
            "Learned from the cards of {} in {} recorded deals of tršet for two: {} cards, of which \
             each comparison has the first so many in an order drawn by lot. The SHA-256 of the deals \
             is `{}`. {} Good enough to learn from are bots of the levels strong and medium, bots \
             of `populate` that play as `thesis`, `medium` or `strong` with 300 playouts or more, and \
             people with a settled rating above the median of all people there; the tršet thesis \
             took those with more than 10,000 games and more than half of them won.",
            record.players,
            thousands(record.deals as usize),
            thousands(record.choices.len()),
            record.checksum,
            match &record.populated {
                Some(commands) => format!(
                    "They are made again by {commands} (what comes out is the same only if its \
                     checksum is)."
                ),
                None => "They are those of a server.".to_owned(),
            },
        ),
        method::GAMES,
        method::parameters("`C` and `α`"),
        "Decisions are timed where cards are hidden and there is a choice, on all cores at once.",
    ]
}

fn notes(available: usize) -> Vec<String> {
    let mut notes = texts![
        "Our examples are other players' than those of the tršet thesis, and other cards are nearest \
         where distances tie: Weka returns all of the third distance, and ours only three.",
        "The tršet thesis does not say whether the card that a neighbour played is raised by 5 alone \
         or for its suit and rank as well; here by 5. Nor does it say whether all three neighbours \
         count or only the nearest; the row with one neighbour is for that.",
        "The tršet thesis puts its 50% down to a learning set that had to be small and a search that \
         stayed slow. The second table tells how much the weights know at all: the attributes count \
         ranks and suits apart, so that they do not tell which cards are held, and the card of a \
         neighbour is often not among those that may be played.",
    ];
    if available < EXAMPLES {
        notes.push(format!(
            "The record has {} cards of good players, the tršet thesis learned from some {}.",
            thousands(available),
            thousands(EXAMPLES),
        ));
    }
    notes
}

fn thousands(number: usize) -> String {
    numbers::thousands(number as f64)
}
