//! Tables 5 and 6, and both algorithms against each other.

use vzetek_survey::games::trioomph::Steps;

use super::game::{Played, play};
use super::players::Player;
use super::survey::{ALPHA_BETA, Line, PROOFS};
use crate::estimate::Estimate;
use crate::numbers::thousands;
use crate::paper::bench::{Bench, Results, Series};
use crate::paper::plot::{Axis, Curve, Look, Plot};
use crate::paper::study::{Outcome, Table, texts};

/// Both readings of what a step is.
const BOARDS: [(Steps, &str); 2] =
    [(Steps::Aslant, "eight neighbours"), (Steps::Straight, "four neighbours")];

/// A series of games; the measured player begins every other one.
fn series(bench: &Bench, steps: Steps, measured: Player, other: Player, games: u64) -> Series<'_> {
    let players = format!("{} against {}", measured.name(), other.name());
    let name = format!("{players}, {steps:?}, 1 random steps");
    Series::new(name, games, move |number| {
        // Each opening is played from both sides.
        let mut rng = bench.dice("trioomph", number / 2);
        play(steps, measured, other, number % 2 == 0, &mut rng).values()
    })
    .with_times(&[4])
}

/// The games of a series.
struct Tally(Vec<Played>);

impl Tally {
    fn of(results: &Results) -> Self {
        Self(results.iter().map(|values| Played::from_values(values)).collect())
    }

    /// Won, in circles, lost.
    fn counts(&self) -> [usize; 3] {
        [1.0, 0.0, -1.0].map(|result| self.0.iter().filter(|game| game.result == result).count())
    }

    /// The share of games won, one in circles counting half.
    fn share(&self) -> Estimate {
        Estimate::share(self.0.iter().map(|game| (game.result + 1.0) / 2.0))
    }

    fn mean(&self, of: impl Fn(&Played) -> f64) -> f64 {
        Estimate::of(self.0.iter().map(of)).mean
    }

    fn cells(&self) -> [String; 5] {
        let [won, circles, lost] = self.counts();
        let wins = self.0.iter().filter(|game| game.result > 0.0).map(|game| game.steps);
        let steps = Estimate::of(wins);
        [
            format!("{won}–{circles}–{lost}"),
            if steps.trials == 0 { "–".to_owned() } else { format!("{:.1}", steps.mean) },
            thousands(self.mean(|game| game.nodes)),
            milliseconds(self.mean(|game| game.seconds)),
            format!("{:.1}", self.mean(|game| game.options)),
        ]
    }
}

fn milliseconds(seconds: f64) -> String {
    match 1e3 * seconds {
        few if few < 100.0 => format!("{few:.2}"),
        many => thousands(many),
    }
}

/// Table 5.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_5(bench: &Bench) -> anyhow::Result<Outcome> {
    let games = bench.pick(20, 100).min(bench.most);
    let lines: Vec<&Line> = ALPHA_BETA.iter().collect();
    let player = |line: &Line| Player::AlphaBeta(line.setting as u8);
    let tallies = against_the_stand_in(bench, &lines, player, games)?;
    let shares = |at: usize| tallies[0][at].share().percent();
    let growth = |nodes: [f64; 2]| (nodes[1] / nodes[0]).powf(0.25);
    let nodes = |at: usize| tallies[0][at].mean(|game| game.nodes);
    Ok(Outcome {
        summary: format!(
            "Against its stand-in for Trioomph 1.0, alpha-beta takes {} of the points at depth 1, {} at depth 2 and {} \
             at depth 5 (the survey: circles at depth 1, wins from 2 on); a depth more costs \
             {:.1} times the positions (there {:.1}).",
            shares(0),
            shares(1),
            shares(4),
            growth([nodes(0), nodes(4)]),
            growth([ALPHA_BETA[0].nodes, ALPHA_BETA[4].nodes]),
        ),
        method: method_text(
            games,
            "Every step is judged by a search of its own with a full window, as many steps deeper \
             as the depth says; the survey's 175 positions at depth 1 are just that, 13 steps and \
             their replies.",
        ),
        tables: tables(&lines, &tallies, "depth"),
        plots: vec![plot("depth", Axis::linear("depth"), &lines, &tallies)],
        notes: notes(),
    })
}

/// Table 6.
///
/// # Errors
/// If a result cannot be stored.
pub fn table_6(bench: &Bench) -> anyhow::Result<Outcome> {
    let games = bench.pick(8, 40).min(bench.most);
    let quick: &[usize] = &[0, 4, 9];
    let lines: Vec<&Line> = match bench.quick {
        true => quick.iter().map(|&at| &PROOFS[at]).collect(),
        false => PROOFS.iter().collect(),
    };
    let player = |line: &Line| Player::Proofs(line.setting);
    let tallies = against_the_stand_in(bench, &lines, player, games)?;
    let last = lines.len() - 1;
    let each = |at: usize| tallies[0][at].mean(|game| game.nodes) / lines[at].setting as f64;
    Ok(Outcome {
        summary: format!(
            "Against the same stand-in, proof numbers take {} of the points with 10,000 positions a \
             step and {} with 100,000 (the survey: wins from 60,000 on), for {:.1} times the \
             setting in positions (there {:.1}).",
            tallies[0][0].share().percent(),
            tallies[0][last].share().percent(),
            each(last),
            PROOFS[9].nodes / PROOFS[9].setting as f64,
        ),
        method: method_text(
            games,
            "Every step is judged by a proof-number search of its own with at most so many \
             positions; the goal is a win. A step that is proved is made at once; otherwise the one \
             whose proof number is smallest beside its disproof number (the survey, algorithm 3).",
        ),
        tables: tables(&lines, &tallies, "positions a step"),
        plots: vec![plot(
            "positions a step",
            Axis::linear("positions a step").within(0.0, 105_000.0),
            &lines,
            &tallies,
        )],
        notes: notes(),
    })
}

/// Returns the games against the stand-in, by board and line.
fn against_the_stand_in(
    bench: &Bench,
    lines: &[&Line],
    player: impl Fn(&Line) -> Player,
    games: u64,
) -> anyhow::Result<Vec<Vec<Tally>>> {
    let one = |steps, line| series(bench, steps, player(line), Player::StandIn, games);
    let all: Vec<_> = BOARDS
        .iter()
        .flat_map(|&(steps, _)| lines.iter().map(move |&line| (steps, line)))
        .map(|(steps, line)| one(steps, line))
        .collect();
    let results = bench.run(&all)?;
    Ok(results.chunks(lines.len()).map(|board| board.iter().map(Tally::of).collect()).collect())
}

fn tables(lines: &[&Line], tallies: &[Vec<Tally>], setting: &str) -> Vec<Table> {
    let one = |((_, board), tallies): (&(Steps, &str), &Vec<Tally>)| {
        let mut table = Table::new(
            &format!("Steps to {board}"),
            &[
                setting,
                "survey: result",
                "survey: nodes",
                "survey: ms",
                "ours: won–circles–lost",
                "steps to a win",
                "nodes",
                "ms",
                "steps to choose from",
            ],
        );
        for (line, tally) in lines.iter().zip(tallies) {
            let survey = [
                thousands(line.setting as f64),
                line.result.to_owned(),
                thousands(line.nodes),
                milliseconds(line.seconds),
            ];
            table.row(survey.into_iter().chain(tally.cells()));
        }
        table
    };
    BOARDS.iter().zip(tallies).map(one).collect()
}

fn plot(setting: &str, x: Axis, lines: &[&Line], tallies: &[Vec<Tally>]) -> Plot {
    let points = |nodes: Vec<f64>| {
        let settings = lines.iter().map(|line| line.setting as f64);
        settings.zip(nodes).collect::<Vec<_>>()
    };
    let ours = |(&(_, board), tallies): (&(Steps, &str), &Vec<Tally>)| {
        let nodes = tallies.iter().map(|tally| tally.mean(|game| game.nodes)).collect();
        Curve::plain(&format!("ours, {board}"), Look::Line, points(nodes))
    };
    let mut curves: Vec<_> = BOARDS.iter().zip(tallies).map(ours).collect();
    let theirs = lines.iter().map(|line| line.nodes).collect();
    curves.push(Curve::plain("the survey", Look::Dashed, points(theirs)));
    Plot {
        title: format!("Positions visited for a move, by {setting}"),
        x,
        y: Axis::log("positions visited"),
        curves,
    }
}

fn method_text(games: u64, how: &str) -> Vec<String> {
    texts![
        format!(
            "{games} games for each line and board. Each begins after one random step of each \
             player, and each such opening is played from both sides. Nodes and times are for one \
             move, on average. Points: a win is one, going round in circles a half."
        ),
        how,
        "The survey gives the pieces, what each may take and what wins, but not the board, the \
         beginning, whether steps go aslant, or what becomes of a circle that turned a triangle. \
         Chosen here: six rows of six; triangle, square and circle in the middle of each player's \
         edge row, turned by half a circle for the second; the circle stays where it is; a position \
         that comes up for the third time ends the game without a winner. Both readings of a step \
         are played.",
        "Alpha-beta judges by the pieces and by how near each is to what it may take. What stands in \
         for Trioomph 1.0 is alpha-beta of depth 1 that draws lots among equals: the survey \
         concludes that its opponent is as strong as depth 1 or 2.",
    ]
}

fn notes() -> Vec<String> {
    texts![
        "Neither the survey's opponent nor its program's knowledge of the game is known, and the \
         board is a guess: shapes can be compared (how costs grow, which algorithm gets more for \
         its positions), single figures cannot.",
        "With its limit of 100,000 positions for each step the survey's program visits 13.2 times \
         as many for a move, so there were more than 13 steps to choose from on average. With three \
         pieces that step to four neighbours there are never more than 12; steps must go aslant, \
         which is why that board comes first.",
        "The survey played one game for each line; its \"anomaly\" at 10,000 positions is what one \
         game can show.",
    ]
}

/// Both algorithms against each other.
///
/// # Errors
/// If a result cannot be stored.
pub fn duel(bench: &Bench) -> anyhow::Result<Outcome> {
    const DEPTHS: [u8; 4] = [0, 1, 2, 3];
    let games = bench.pick(8, 40).min(bench.most);
    let limits: &[u64] = if bench.quick { &[10_000, 100_000] } else { &[10_000, 30_000, 100_000] };
    let (steps, board) = BOARDS[0];
    let mut all = Vec::new();
    for &limit in limits {
        for depth in DEPTHS {
            let (proofs, alpha_beta) = (Player::Proofs(limit), Player::AlphaBeta(depth));
            all.push(series(bench, steps, proofs, alpha_beta, games));
        }
    }
    let results = bench.run(&all)?;
    let rows: Vec<Vec<Tally>> =
        results.chunks(DEPTHS.len()).map(|row| row.iter().map(Tally::of).collect()).collect();
    let mut columns = vec!["proof numbers: positions a step".to_owned()];
    columns.extend(DEPTHS.map(|depth| format!("against depth {depth}")));
    let mut table = Table {
        caption: format!("Won–circles–lost by proof numbers; steps to {board}"),
        columns,
        rows: Vec::new(),
    };
    for (&limit, row) in limits.iter().zip(&rows) {
        let cell = |tally: &Tally| {
            let [won, circles, lost] = tally.counts();
            format!("{won}–{circles}–{lost} ({})", tally.share().percent())
        };
        table.row([thousands(limit as f64)].into_iter().chain(row.iter().map(cell)));
    }
    let curve = |(&limit, row): (&u64, &Vec<Tally>)| {
        let points = DEPTHS.map(f64::from).into_iter().zip(row.iter().map(Tally::share));
        Curve::shares(&format!("{} a step", thousands(limit as f64)), Look::Line, points)
    };
    let plot = Plot {
        title: "Proof numbers against alpha-beta".to_owned(),
        x: Axis::linear("depth of alpha-beta").within(-0.2, 3.2),
        y: Axis::linear("points of proof numbers, %").within(0.0, 100.0),
        curves: limits.iter().zip(&rows).map(curve).collect(),
    };
    let last = rows.len() - 1;
    let share = |depth: usize| rows[last][depth].share().percent();
    Ok(Outcome {
        summary: format!(
            "With 100,000 positions a step, proof numbers take {} of the points from alpha-beta of \
             depth 1 and {} at depth 2 (the survey: all against depth 1, nothing against more).",
            share(1),
            share(2),
        ),
        method: method_text(
            games,
            "Proof numbers search every step with at most so many positions and make the one whose \
             proof number is smallest beside its disproof number; alpha-beta searches every step as \
             many steps deeper as its depth says. At depth 0 it looks at its own step alone.",
        ),
        tables: vec![table],
        plots: vec![plot],
        notes: notes(),
    })
}
