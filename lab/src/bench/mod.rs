//! `vzetek-lab bench`: what the searches of all games visit, and what they
//! find, at fixed work: a checksum that changes only if a search does.
//!
//! Everything is a function of fixed seeds and limits, so every run prints the
//! same. (Of the mathematical functions that the players use, those that
//! processors need not round alike are `ln` and `exp`; the last bit of one of
//! them decides about next to nothing.)

mod solvers;
#[cfg(test)]
mod tests;
mod work;

use std::io::{self, Write as _};

use clap::Parser;

use crate::numbers::grouped;
use crate::{duel, standard};

use work::Work;

/// The way in which a part is done.
enum Part {
    /// By a function.
    Solver(fn() -> Work),
    /// By a match, given as arguments of `vzetek-lab match`.
    Match(&'static str),
}

use Part::{Match, Solver};

const PARTS: [(&str, Part); 16] = [
    ("search: alpha-beta with all parts", Solver(solvers::alpha_beta)),
    ("search: proof numbers", Solver(solvers::proof_numbers)),
    ("tršet: endings of two", Solver(|| solvers::endings(false))),
    ("kifameno: endings of two", Solver(|| solvers::endings(true))),
    (
        "tršet, two: thesis",
        Match("thesis:iterations=2000 mcts:iterations=2000,c=0.7 --game trset --deals 6"),
    ),
    (
        "tršet, two: strong",
        Match("strong:iterations=300 thesis:iterations=300 --game trset --deals 2"),
    ),
    (
        "kifameno, two: strong",
        Match("strong:iterations=300 thesis:iterations=300 --game kifameno --deals 2"),
    ),
    (
        "tršet, three: strong",
        Match(
            "strong:iterations=300,nodes=20000 thesis:iterations=300,nodes=20000 --game trset \
             --players 3 --alone --deals 2",
        ),
    ),
    (
        "kifameno, four: strong",
        Match(
            "strong:iterations=300,nodes=20000 thesis:iterations=300,nodes=20000 --game kifameno \
             --players 4 --deals 2",
        ),
    ),
    ("tarok: endings", Solver(solvers::tarok_endings)),
    ("tarok: search of 2002", Solver(solvers::tarok_study)),
    ("tarok: lustrek2002", Match("lustrek2002:iterations=2 simple --game tarok --alone --deals 3")),
    (
        "tarok: strong",
        Match("strong:iterations=200 medium:iterations=50 --game tarok --alone --deals 1"),
    ),
    (
        "tablić, two: minimax",
        Match("minimax:iterations=2,nodes=20000 greedy --game tablic --deals 10"),
    ),
    (
        "tablić, two: strong",
        Match(
            "strong:iterations=300,nodes=50000 medium:iterations=300,nodes=50000 --game tablic \
             --deals 4",
        ),
    ),
    (
        "tablić, four: strong",
        Match("strong:iterations=300 greedy --game tablic --players 4 --alone --deals 2"),
    ),
];

/// Does everything and prints it, and the sum.
///
/// # Errors
/// If a part names no player, or nothing can be written.
pub fn run() -> anyhow::Result<()> {
    print("total", total(print)?)?;
    Ok(())
}

/// Does everything, and returns the checksum of the sum.
///
/// # Errors
/// As [`run`].
pub fn checksum() -> anyhow::Result<String> {
    Ok(format!("{:016x}", total(|_, _| Ok(()))?.mark))
}

/// Does everything, `each` part after the other.
fn total(each: impl Fn(&str, Work) -> io::Result<()>) -> anyhow::Result<Work> {
    let mut total = Work::NONE;
    for (name, part) in PARTS {
        // A thread of its own, because threads retain memory that searches may use again.
        let work = std::thread::spawn(move || match part {
            Solver(solve) => Ok(solve()),
            Match(line) => play(line),
        });
        let work = work.join().expect("searches do not panic")?;
        total.nodes += work.nodes;
        total.find(work.nodes);
        total.find(work.mark);
        each(name, work)?;
    }
    Ok(total)
}

/// A line as `vzetek-lab match` takes it.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: duel::Args,
}

/// Plays all deals of a match, and counts what both players spent.
fn play(line: &str) -> anyhow::Result<Work> {
    let words = ["match"].into_iter().chain(line.split_whitespace());
    let (nodes, scores) = duel::sample(&Line::try_parse_from(words)?.args)?;
    let mut work = Work { nodes, ..Work::NONE };
    scores.iter().for_each(|score| work.find(score.to_bits()));
    Ok(work)
}

fn print(name: &str, work: Work) -> io::Result<()> {
    let nodes = grouped(&work.nodes.to_string());
    writeln!(standard::output(), "{name:34} {nodes:>12} {:016x}", work.mark)
}
