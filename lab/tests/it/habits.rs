//! Files of habits that a match cannot use are named with what would have been right.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn lab(line: &str, paths: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.args(line.split_whitespace()).args(paths).output().expect("it runs")
}

fn told(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Habits of kifameno, learned from a few deals of chance.
fn learned(folder: &TempDir) -> Vec<u8> {
    let database = format!("sqlite:{}", folder.path().join("played.db").display());
    let file = folder.path().join("habits.bin");
    let of = format!("--kind kifameno-2 --database {database}");
    let played = lab(&format!("populate random --deals 120 --threads 2 {of}"), &[]);
    assert!(played.status.success(), "{}", told(&played).1);
    let made = lab(&format!("train habits --rounds 1 {of} --file"), &[&file]);
    assert!(made.status.success(), "{}", told(&made).1);
    std::fs::read(file).expect("a file")
}

const MATCH: &str = "match strong:iterations=2 random --deals 1 --progress-seconds 0";

#[test]
fn a_file_that_is_not_of_habits_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = learned(&folder);
    let file = folder.path().join("given.bin");
    let kifameno = "--game kifameno --habits";
    std::fs::write(&file, &whole).expect("written");
    let played = lab(&format!("{MATCH} {kifameno}"), &[&file]);
    assert!(told(&played).0.contains("1 deals in 2 seatings"), "{}", told(&played).1);

    let mut damaged = whole.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    let of = |name: &str| [b"VZWEIGHT", name.as_bytes(), &whole[8 + name.len()..]].concat();
    let later = [&whole[..32], &[7], &whole[33..]].concat();
    let foreign = [b"PAR1....", &whole[8..]].concat();
    let name = file.display().to_string();
    let hint = format!("no habits in {name}, which `vzetek-lab train habits` can write");
    let other = "this match takes what `vzetek-lab train habits --kind trset-2` writes";
    for (options, bytes, reasons) in [
        (kifameno, &whole[..900], [&*hint, "where the file tells of 29746 in 852 bytes"]),
        (kifameno, &whole[..20], [&hint, "this is no file of weights"]),
        (kifameno, b"", [&hint, "this is no file of weights"]),
        (kifameno, &foreign, [&hint, "this is no file of weights"]),
        (kifameno, &damaged, [&hint, "the weights of kifameno-habits are damaged"]),
        (kifameno, &later, [&hint, "weights of layout 7, where layout 2 is known"]),
        (kifameno, &of("kifameno-hobbits"), [&hint, "the weights of \"kifameno-hobbits"]),
        ("--game trset --habits", &whole, [other, "holds habits of Kifameno"]),
        ("--game tarok --habits", &whole, ["only tršet and kifameno have habits", ""]),
        ("--game kifameno --players 3 --habits", &whole, ["those of two players", ""]),
    ] {
        std::fs::write(&file, bytes).expect("written");
        let (report, error) = told(&lab(&format!("{MATCH} {options}"), &[&file]));
        assert_eq!(report, "", "nothing looks like a result");
        for reason in reasons {
            assert!(error.contains(reason), "{reason}: {error}");
        }
    }
    std::fs::remove_file(&file).expect("removed");
    let (_, error) = told(&lab(&format!("{MATCH} {kifameno}"), &[&file]));
    assert!(error.contains(&format!("cannot read {name}")), "{error}");
}

/// A journal is of one file's habits, whatever its name.
#[test]
fn other_habits_are_another_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, journal] = ["given.bin", "journal"].map(|name| folder.path().join(name));
    let line = format!("{MATCH} --game kifameno --journal {} --habits", journal.display());
    std::fs::write(&file, learned(&folder)).expect("written");
    assert!(lab(&line, &[&file]).status.success());
    let again = told(&lab(&line, &[&file]));
    assert!(again.0.contains("1 of them played before"), "{again:?}");
    let copy = folder.path().join("copy.bin");
    std::fs::copy(&file, &copy).expect("copied");
    assert!(told(&lab(&line, &[&copy])).0.contains("1 of them played before"));
    let database = format!("sqlite:{}", folder.path().join("played.db").display());
    let more = format!("train habits --rounds 2 --kind kifameno-2 --database {database} --file");
    assert!(lab(&more, &[&file]).status.success());
    let (_, error) = told(&lab(&line, &[&file]));
    assert!(error.contains("habits"), "{error}");
}

#[test]
fn a_player_without_its_examples_says_as_whom_it_plays() {
    let line = "match thesis-knn:iterations=3 random --game trset --deals 1 --progress-seconds 0";
    let (report, error) = told(&lab(line, &[]));
    let said = "thesis-knn:iterations=3 has nothing here to learn from, and plays as thesis";
    assert_eq!(error, format!("{said}\n"));
    assert!(report.ends_with(&format!("\n  {said}\n")), "{report}");
    let (report, error) = told(&lab(&line.replace("thesis-knn", "thesis"), &[]));
    assert!(error.is_empty() && !report.contains("plays as"), "{report}{error}");
}
