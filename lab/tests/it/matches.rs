//! The real program plays matches, is killed in the middle, and goes on.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn program(line: &str, journal: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.arg("match").args(line.split_whitespace());
    if let Some(journal) = journal {
        command.arg("--journal").arg(journal);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(line: &str, journal: Option<&Path>) -> Output {
    program(line, journal).output().expect("the program runs")
}

/// The games of each deal that was written to its end, without how long anybody
/// thought.
fn deals(journal: &Path) -> BTreeMap<u64, Vec<(Value, Value)>> {
    let text = std::fs::read_to_string(journal).expect("a journal");
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut deals = BTreeMap::new();
    for line in whole.lines().skip(1) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let games = line["games"].as_array().expect("a list").iter();
        let games = games.map(|game| (game[0].clone(), game[1]["scores"].clone())).collect();
        let again = deals.insert(line["deal"].as_u64().expect("a number"), games);
        assert!(again.is_none(), "a deal was played twice");
    }
    deals
}

/// The lines of a report, without times.
fn results(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let result = |line: &str| match line.split_once(" seatings, ") {
        Some((result, _)) => result.to_owned(),
        None => line.split("; ").next().unwrap_or_default().to_owned(),
    };
    lines.lines().map(result).collect()
}

/// Lets a match run without an end, kills it when it has finished some deals,
/// goes on to `deals`, and compares that with a match that nobody killed.
fn killed_and_continued(line: &str, some: usize, count: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [broken, whole] = ["broken", "whole"].map(|name| folder.path().join(name));
    let endless = format!("{line} --all-deals --deals 1000000 --progress-seconds 0");
    let mut child =
        program(&endless, Some(&broken)).stdout(Stdio::null()).spawn().expect("the program runs");
    let start = Instant::now();
    let lines = || std::fs::read_to_string(&broken).map_or(0, |text| text.lines().count());
    while lines() <= some {
        assert!(start.elapsed() < Duration::from_secs(300), "nothing is played");
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let before = deals(&broken);
    let kept = before.range(..count).count();
    assert!(kept > 0);
    // As a machine that fails in the middle of a write would leave it.
    let mut torn = std::fs::read(&broken).expect("a journal");
    torn.extend_from_slice(b"{\"deal\":3,\"games\":[[[0,");
    std::fs::write(&broken, torn).expect("written");

    let finish = format!("{line} --all-deals --deals {count} --progress-seconds 0");
    let continued = run(&finish, Some(&broken));
    let undisturbed = run(&finish, Some(&whole));
    assert_eq!(results(&continued), results(&undisturbed));
    let told = text(&continued.stdout);
    assert!(told.contains(&format!(", {kept} of them played before")), "{told}");
    let (after, all) = (deals(&broken), deals(&whole));
    assert!(before.iter().all(|(deal, games)| after[deal] == *games));
    assert_eq!(all.len() as u64, count);
    assert!(all.iter().all(|(deal, games)| after[deal] == *games));

    // Once more there is nothing left to do.
    let again = run(&finish, Some(&broken));
    assert_eq!(results(&again), results(&undisturbed));
    assert_eq!(deals(&broken), after);
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let line = "thesis:iterations=300 mcts:iterations=300 --game trset --threads 2 --seed 4";
    killed_and_continued(line, 4, 24);
}

/// Knowledge from the deals before the kill is kept for those after it.
#[test]
fn what_was_learned_in_an_evening_outlives_the_kill() {
    let line = "lustrek2002:iterations=1 random --game tarok --alone --evening 100 --threads 1";
    killed_and_continued(line, 2, 8);
}

#[test]
fn another_experiments_journal_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let line = "greedy random --game tablic --progress-seconds 0";
    let first = run(line, Some(&journal));
    assert!(results(&first)[1].starts_with("  decided: better"), "{}", text(&first.stdout));
    let before = std::fs::read(&journal).expect("a journal");
    for (other, expected) in [
        (format!("{line} --seed 2"), "another experiment: seed is 1 there and 2 here"),
        ("greedy gentle --game tablic".to_owned(), "another experiment: terms is {"),
        ("easy random --game trset".to_owned(), "another experiment: game is \"tablic\" there"),
    ] {
        let refused = run(&other, Some(&journal));
        let error = text(&refused.stderr);
        assert!(!refused.status.success() && error.contains(expected), "{error}");
    }
    assert_eq!(std::fs::read(&journal).expect("a journal"), before);
}

#[test]
fn what_is_not_known_is_answered_with_what_there_is() {
    for (line, expected) in [
        ("genius random --game tablic", "there are random, greedy, minimax, gentle, easy"),
        ("strong:speed=9 random --game tablic", "it has iterations, time-ms, nodes, c,"),
        ("strong random --game chess", "[possible values: trset, kifameno, tarok, tablic]"),
    ] {
        let refused = run(line, None);
        let error = text(&refused.stderr);
        assert!(!refused.status.success() && error.contains(expected), "{error}");
    }
}

#[test]
fn the_checksum_is_the_same_in_another_process() {
    let bench = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
        let output = command.arg("bench").output().expect("the program runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(bench);
        (bench(), one.join().expect("no panic"))
    });
    assert_eq!(one, other);
    // The name, how many, a hash.
    let parts = one.lines().map(|line| {
        let (rest, mark) = line.rsplit_once(' ').expect("a hash");
        let (name, nodes) = rest.rsplit_once(' ').expect("a number");
        let nodes: u64 = nodes.replace(',', "").parse().expect("a number");
        assert!(nodes > 1_000, "{line}");
        (name.trim_end(), (nodes, u64::from_str_radix(mark, 16).expect("a hash")))
    });
    let mut parts: BTreeMap<&str, (u64, u64)> = parts.collect();
    let (total, _) = parts.remove("total").expect("a total");
    assert!(parts.len() > 10, "{one}");
    assert_eq!(parts.values().map(|(nodes, _)| nodes).sum::<u64>(), total);
}
