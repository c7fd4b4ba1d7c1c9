//! Matches are fair, and come out the same again.

use clap::Parser;

use super::arena::Arena;
use super::{Args, schedule, tarok, trset};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

fn args(line: &str) -> Args {
    Line::parse_from(std::iter::once("match").chain(line.split_whitespace())).args
}

/// The scores of every game of a match, in order.
fn scores(arena: &impl Arena, args: &Args) -> Vec<Vec<f64>> {
    let tally = schedule::play(arena, args);
    tally.deals.into_iter().flatten().map(|(_, played)| played.scores).collect()
}

#[test]
fn a_match_comes_out_the_same_however_many_threads_play_it() {
    let one = args("--first simple --second gentle --deals 12 --seed 5 --progress-seconds 0");
    let two = Args { threads: 2, ..one.clone() };
    let other = Args { seed: 6, ..one.clone() };
    let [first, second, third] =
        [&one, &two, &other].map(|args| scores(&tarok::Table::new(args).unwrap(), args));
    assert_eq!(first.len(), 12 * 6);
    assert_eq!(first, second);
    assert_ne!(first, third);
}

/// The same player on both sides gains nothing, deal by deal.
#[test]
fn nobody_is_better_than_itself() {
    let args = args("--first simple --second simple --deals 20 --progress-seconds 0");
    let tally = schedule::play(&tarok::Table::new(&args).unwrap(), &args);
    let (mean, margin) = super::report::advantage(tally.deals.iter());
    assert!(mean.abs() < 1e-9 && margin < 1e-9, "{mean} ± {margin}");
}

#[test]
fn a_contract_that_is_laid_down_is_played() {
    for contract in ["klop", "three", "solo", "berac"] {
        let line = format!(
            "--first simple --second random --deals 4 --contract {contract} --progress-seconds 0"
        );
        let args = args(&line);
        let tally = schedule::play(&tarok::Table::new(&args).unwrap(), &args);
        for (_, played) in tally.deals.iter().flatten() {
            assert_eq!(played.contract.as_ref().unwrap().name, contract);
        }
    }
}

#[test]
fn trset_is_matched_too() {
    for line in [
        "--game trset --first easy --second weighted",
        "--game kifameno --first easy --second weighted",
    ] {
        let args = args(&format!("{line} --deals 30 --budget 60 --progress-seconds 0"));
        let arena = trset::Table::new(&args).unwrap();
        assert_eq!(arena.seatings(), [[0, 1], [1, 0]]);
        let tally = schedule::play(&arena, &args);
        let (mean, _) = super::report::advantage(tally.deals.iter());
        assert!(mean > 0.0, "{line}: {mean}");
    }
}

#[test]
fn nonsense_is_refused() {
    let unknown = args("--first genius --second simple");
    assert!(tarok::Table::new(&unknown).is_err());
    let options = args(r#"--first simple --second simple --options {"colour":1}"#);
    assert!(tarok::Table::new(&options).is_err());
    let open = args("--first simple --second simple --contract open_berac");
    assert!(tarok::Table::new(&open).is_err());
}
