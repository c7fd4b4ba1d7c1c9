//! Matches are fair, and come out the same again.

use clap::Parser;

use super::report::Report;
use super::schedule::{Tally, play};
use super::sequential::Verdict;
use super::table::{Contest, Table};
use super::terms::Unit;
use super::value::value;
use super::{Args, MatchGame, Tablic, Tarok, Trset, experiment};
use crate::estimate::Estimate;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

fn args(line: &str) -> Args {
    let words = ["match"].into_iter().chain(line.split_whitespace());
    Line::parse_from(words.chain(["--progress-seconds", "0"])).args
}

fn tally<P: Contest>(table: &Table<P>, args: &Args) -> Tally {
    play(table, &args.plan(table.unit()).unwrap(), None, Vec::new()).unwrap()
}

/// Plays a match of any game.
fn played(line: &str) -> (Tally, Unit) {
    let args = args(line);
    let played = || anyhow::Ok(on_table!(&args, |table| (tally(table, &args), table.unit())));
    played().unwrap()
}

/// The scores of every game of a match, in order, and what was decided.
fn outcome(line: &str) -> (Vec<Vec<f64>>, Option<Verdict>) {
    let (tally, _) = played(line);
    let verdict = tally.test.and_then(|(_, verdict)| verdict);
    (tally.deals.into_iter().flatten().map(|(_, played)| played.scores).collect(), verdict)
}

/// Returns the reason why a match cannot be.
fn complaint(line: &str) -> String {
    format!("{:#}", super::run(&args(line)).expect_err(line))
}

#[test]
fn a_match_comes_out_the_same_however_many_threads_play_it() {
    for line in [
        "simple gentle --game tarok --deals 12 --all-deals",
        "lustrek2002:iterations=1 simple --game tarok --deals 6 --evening 2 --all-deals",
        "lustrek2002:iterations=1 simple --game tarok --players 4 --pairs --deals 3 --evening 2",
        "mcts:iterations=20 thesis:iterations=20 --game kifameno --deals 20 --all-deals",
        "strong:iterations=40 weighted --game trset --deals 6 --evening 2 --all-deals",
        "greedy gentle --game tablic --deals 200",
    ] {
        let one = outcome(&format!("{line} --threads 1"));
        assert_eq!(one, outcome(&format!("{line} --threads 3")), "{line}");
        assert_ne!(one.0, outcome(&format!("{line} --seed 6")).0, "{line}");
    }
}

/// A player gains nothing against itself, deal by deal.
#[test]
fn nobody_is_better_than_itself() {
    for line in [
        "simple simple --game tarok",
        "simple simple --game tarok --players 4",
        "simple simple --game tarok --players 4 --pairs",
        "weighted weighted --game trset",
        "weighted weighted --game kifameno --players 3",
        "weighted weighted --game trset --players 4",
        "random random --game tablic --players 6",
    ] {
        let (tally, unit) = played(&format!("{line} --deals 30"));
        let values: Vec<f64> = tally.deals.iter().map(|deal| value(unit, deal)).collect();
        let Estimate { mean, margin, .. } = Estimate::of(values.iter().copied());
        assert!(mean.abs() < 1e-9 && margin < 1e-9, "{line}: {mean} ± {margin}");
        // Twenty deals say so.
        assert_eq!(values.len(), 20);
        assert_eq!(tally.test.unwrap().1, Some(Verdict::NotBetter));
    }
}

#[test]
fn a_match_ends_when_it_is_decided() {
    let line = "greedy random --game tablic --deals 500 --seed 3";
    let (games, verdict) = outcome(line);
    assert_eq!(verdict, Some(Verdict::Better));
    assert!((40..200).contains(&games.len()), "{} games", games.len());
    let (all, undecided) = outcome("greedy random --game tablic --deals 60 --seed 3 --all-deals");
    assert_eq!((all.len(), undecided), (120, None));
    assert!(all.starts_with(&games[..games.len().min(120)]));
    let (short, undecided) = outcome("greedy random --game tablic --deals 10 --seed 3");
    assert_eq!((short.len(), undecided), (20, None));
    let (_, worse) = outcome("random greedy --game tablic --deals 500 --seed 3");
    assert_eq!(worse, Some(Verdict::NotBetter));
}

#[test]
fn a_contract_that_is_laid_down_is_played() {
    for contract in ["klop", "three", "solo", "berac"] {
        let line = format!("simple random --game tarok --deals 4 --contract {contract}");
        let args = args(&line);
        let tally = tally(&Table::<Tarok>::new(&args).unwrap(), &args);
        for (_, played) in tally.deals.iter().flatten() {
            assert_eq!(played.contract.as_ref().unwrap().name, contract);
        }
    }
}

#[test]
fn the_better_player_is_better_in_every_game() {
    for line in [
        "easy weighted --game trset",
        "thesis:iterations=60 random --game kifameno",
        "thesis:iterations=60 random --game trset --players 3",
        "thesis:iterations=60 random --game kifameno --players 4",
        "simple random --game tarok",
        "simple random --game tarok --players 4",
        "strong:iterations=20 random --game tablic",
        "greedy random --game tablic --players 3",
        "greedy random --game tablic --players 4 --alone",
    ] {
        assert_eq!(outcome(line).1, Some(Verdict::Better), "{line}");
    }
}

#[test]
fn each_player_sits_everywhere() {
    let trset = |line: &str| Table::<Trset>::new(&args(line)).unwrap().seatings().to_vec();
    assert_eq!(trset("easy easy --game trset"), [[0, 1], [1, 0]]);
    assert_eq!(trset("easy easy --game trset --players 4"), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    let alone = [[0, 1, 1], [1, 0, 1], [1, 1, 0]];
    assert_eq!(trset("easy easy --game kifameno --players 3 --alone"), alone);
    let both = trset("easy easy --game kifameno --players 3");
    assert_eq!(both[..3], alone);
    assert_eq!(both[3..], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    let tablic = |line: &str| Table::<Tablic>::new(&args(line)).unwrap().seatings().to_vec();
    assert_eq!(tablic("easy easy --game tablic"), [[0, 1], [1, 0]]);
    assert_eq!(tablic("easy easy --game tablic --players 6").len(), 12);
    let tarok = |line: &str| Table::<Tarok>::new(&args(line)).unwrap().seatings().to_vec();
    let four = "simple simple --game tarok --players 4";
    assert_eq!(tarok(four).len(), 8);
    assert_eq!(tarok(&format!("{four} --alone"))[1], [1, 0, 1, 1]);
    let pairs = tarok(&format!("{four} --pairs"));
    assert_eq!(pairs.len(), 6);
    for (one, other) in pairs.iter().zip(pairs.iter().rev()) {
        assert_eq!(one.iter().sum::<usize>(), 2);
        assert!(one.iter().zip(other).all(|(one, other)| one + other == 1), "{pairs:?}");
    }
}

#[test]
fn the_report_says_who_won_how_and_what_was_decided() {
    let args = args("simple:iterations=1 random --game tarok --deals 40 --contract three");
    let table = Table::<Tarok>::new(&args).unwrap();
    let tally = tally(&table, &args);
    let (players, unit) = (&table.terms().players, table.unit());
    let text = Report {
        players,
        unit,
        advantage: Some(3.0),
        tally: &tally,
        stand_ins: &[],
        has_clock: true,
    }
    .to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("simple:iterations=1 against random: +"), "{text}");
    assert!(
        lines[0].contains("points a deal and seat (95%); 2") && lines[0].contains("6 seatings"),
        "{text}"
    );
    assert!(lines[1].starts_with("  decided: better; sequential test of +3 points"), "{text}");
    assert!(lines[2].starts_with("  simple:iterations=1: ") && lines[3].starts_with("  random: "));
    assert!(lines[4].starts_with("  three declared by simple:iterations=1: "), "{text}");
}

#[test]
fn what_a_match_depends_on_is_its_experiment() {
    let of = |line: &str| {
        let args = args(line);
        experiment(&Table::<Trset>::new(&args).unwrap(), &args).unwrap()
    };
    let line = "mcts:c=0.7 thesis --game trset";
    let one = of(line);
    // However it is written, and however long it is.
    assert_eq!(one, of("mcts:c=0.70,alpha=0.9 thesis --game trset --players 2"));
    assert_eq!(one, of(&format!("{line} --deals 7 --advantage 1 --threads 2 --evening 3")));
    for other in [
        "mcts:c=0.8 thesis --game trset",
        "thesis mcts:c=0.7 --game trset",
        "mcts:c=0.7 thesis --game kifameno",
        "mcts:c=0.7 thesis --game trset --seed 2",
        "mcts:c=0.7 thesis --game trset --players 3",
    ] {
        assert_ne!(one, of(other), "{other}");
    }
    // Only where somebody learns from deals does it matter when they forget.
    let learning = "strong thesis --game trset";
    assert_ne!(of(learning), of(&format!("{learning} --evening 3")));
    for other in ["strong:infers=no thesis --game trset", "strong thesis --game trset --players 3"]
    {
        assert_eq!(of(other), of(&format!("{other} --evening 3")), "{other}");
    }
    let alone = "mcts thesis --game trset --players 3";
    assert_ne!(of(alone), of(&format!("{alone} --alone")));
    let four = "simple gentle --game tarok --players 4";
    let of_tarok = |line: &str| {
        let args = args(line);
        experiment(&Table::<Tarok>::new(&args).unwrap(), &args).unwrap()
    };
    assert_ne!(of_tarok(four), of_tarok(&format!("{four} --pairs")));
}

#[test]
fn nonsense_is_refused() {
    for (line, expected) in [
        ("genius simple --game tarok", "there are random, simple, lustrek2002, gentle, easy"),
        ("simple thesis --game tarok", "the second player: there is no player \"thesis\""),
        ("mcts:d=1 thesis --game trset", "mcts has no parameter \"d\"; it has iterations"),
        ("mcts thesis:c=x --game trset", "c of thesis cannot be \"x\"; it is a number from 0"),
        (r#"simple simple --game tarok --options {"colour":1}"#, "no options of the game"),
        ("simple simple --game tarok --contract open_berac", "does not play open_berac"),
        ("simple simple --game tarok --contract solo_one", "does not play solo_one"),
        ("simple simple --game tarok --players 5", "by 3 or 4 players"),
        ("simple simple --game tarok --pairs", "only tarok for four is played in pairs"),
        ("easy easy --game trset --players 4 --pairs", "only tarok for four"),
        ("mcts mcts --game trset --players 5", "2, 3 or 4"),
        ("greedy greedy --game tablic --players 5", "not by 5"),
        ("mcts mcts --game trset --contract klop", "only tarok has contracts"),
        ("mcts mcts --game trset --advantage 0", "more than 0"),
    ] {
        let complaint = complaint(line);
        assert!(complaint.contains(expected), "{line}: {complaint}");
    }
}
