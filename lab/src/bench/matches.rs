//! Deals that players play against each other.

use clap::Parser;

use super::Work;
use crate::duel;

/// A line as `vzetek-lab match` takes it.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: duel::Args,
}

/// Plays all deals of a match, and counts what both players spent.
fn of(line: &str) -> anyhow::Result<Work> {
    let words = ["match"].into_iter().chain(line.split_whitespace());
    let (nodes, scores) = duel::sample(&Line::try_parse_from(words)?.args)?;
    let mut work = Work { nodes, ..Work::NONE };
    scores.iter().for_each(|score| work.find(score.to_bits()));
    Ok(work)
}

pub(super) fn trset_thesis() -> anyhow::Result<Work> {
    of("thesis:iterations=2000 mcts:iterations=2000,c=0.7 --game trset --deals 6")
}

pub(super) fn trset_strong() -> anyhow::Result<Work> {
    of("strong:iterations=300 thesis:iterations=300 --game trset --deals 2")
}

pub(super) fn kifameno_strong() -> anyhow::Result<Work> {
    of("strong:iterations=300 thesis:iterations=300 --game kifameno --deals 2")
}

pub(super) fn trset_three() -> anyhow::Result<Work> {
    of("strong:iterations=300,nodes=20000 thesis:iterations=300,nodes=20000 --game trset \
        --players 3 --alone --deals 2")
}

pub(super) fn kifameno_four() -> anyhow::Result<Work> {
    of("strong:iterations=300,nodes=20000 thesis:iterations=300,nodes=20000 --game kifameno \
        --players 4 --deals 2")
}

pub(super) fn tarok_lustrek() -> anyhow::Result<Work> {
    of("lustrek2002:iterations=2 simple --game tarok --alone --deals 3")
}

pub(super) fn tarok_strong() -> anyhow::Result<Work> {
    of("strong:iterations=200 medium:iterations=50 --game tarok --alone --deals 1")
}

pub(super) fn tablic_minimax() -> anyhow::Result<Work> {
    of("minimax:iterations=2,nodes=20000 greedy --game tablic --deals 10")
}

pub(super) fn tablic_strong() -> anyhow::Result<Work> {
    of(
        "strong:iterations=300,nodes=50000 medium:iterations=300,nodes=50000 --game tablic --deals 4",
    )
}

pub(super) fn tablic_four() -> anyhow::Result<Work> {
    of("strong:iterations=300 greedy --game tablic --players 4 --alone --deals 2")
}
