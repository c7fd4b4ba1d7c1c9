//! The studies, a game or two of each, by the real program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn paper(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.env_remove("VZETEK_DATABASE").arg("paper").args(line.split_whitespace());
    command.args(["--out".as_ref(), folder.as_os_str()]);
    command.args(["--journal".as_ref(), folder.join("kept").as_os_str()]);
    command.output().expect("the program runs")
}

fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The names that `paper list` tells.
fn names(folder: &Path) -> Vec<String> {
    let listed = paper(folder, "LIST");
    assert!(listed.status.success());
    let first = |line: &str| line.split_whitespace().next().expect("a name").to_owned();
    told(&listed.stdout).lines().map(first).collect()
}

#[test]
fn an_unknown_study_is_told_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let refused = paper(folder.path(), "figure-99");
    assert!(!refused.status.success());
    let error = told(&refused.stderr);
    assert!(error.contains("no study \"figure-99\""), "{error}");
    for name in names(folder.path()) {
        assert!(error.contains(&name), "{name}: {error}");
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is written");
}

#[test]
fn a_study_writes_its_page_and_its_plot_and_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let all = names(folder.path());
    for study in ["trset-figure-11", "trset-figure-15", "trset-table-2"] {
        assert!(all.contains(&study.to_owned()), "{all:?}");
        let ran = paper(folder.path(), &format!("{study} --quick --trials 1"));
        assert!(ran.status.success(), "{}", told(&ran.stderr));
        let page = fs::read_to_string(folder.path().join(format!("{study}.md"))).unwrap();
        for part in
            [&format!("`vzetek-lab paper {study} --quick --trials 1`"), "the tršet thesis", "± "]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        let plot = fs::read_to_string(folder.path().join(format!("{study}.svg"))).unwrap();
        assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n"), "{plot}");
    }
    let index = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert_eq!(index.matches(", a few trials |").count(), 3, "{index}");
    assert_eq!(index.matches("not run yet").count(), all.len() - 3, "{index}");
}

#[test]
fn an_interrupted_study_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let page = || fs::read_to_string(folder.path().join("trset-section-5.3.md")).unwrap();
    let kept = folder.path().join("kept/trset-section-5.3.jsonl");
    let run = |more: &str| {
        let line = format!("trset-section-5.3 --quick --trials 2 {more}");
        assert!(paper(folder.path(), &line).status.success());
    };
    run("");
    let (whole, first) = (fs::read_to_string(&kept).unwrap(), page());
    // As if the machine had gone down while it was writing the fourth line.
    let lines: Vec<&str> = whole.lines().collect();
    let torn = format!("{}\n{}", lines[..3].join("\n"), &lines[3][..20]);
    fs::write(&kept, &torn).unwrap();
    run("--threads 1");
    let again = fs::read_to_string(&kept).unwrap();
    assert_eq!(again.lines().count(), lines.len());
    assert!(again.starts_with(&lines[..3].join("\n")), "what was finished is not played again");
    let results = |page: &str| {
        page.lines().filter(|line| !line.starts_with("*Made")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(results(&first), results(&page()), "the same games come out the same");
    // Another seed plays other games, and forgets none.
    run("--seed 2");
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), 2 * lines.len() - 1);
}

#[test]
fn a_page_that_is_older_than_the_program_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trset-table-2.md");
    let check = || {
        let ran = paper(folder.path(), "trset-table-2 --check");
        (ran.status.success(), told(&ran.stdout) + &told(&ran.stderr))
    };
    assert!(check().1.contains("trset-table-2: not run yet"));
    let ran = paper(folder.path(), "trset-table-2 --quick --trials 2 --seed 3");
    assert!(ran.status.success(), "{}", told(&ran.stderr));
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains("of version 0.1.0 with the seed 3 on "), "{page}");
    assert_eq!(check(), (true, "trset-table-2: as this program measures\n".to_owned()));
    assert_eq!(fs::read_to_string(&path).unwrap(), page, "nothing is written");
    // As if the program had played otherwise then.
    fs::write(
        &path,
        page.replace("with the seed 3 ", "with the seed 4 ").replace("--seed 3", "--seed 4"),
    )
    .unwrap();
    let (fine, said) = check();
    assert!(!fine && said.contains("older than the program: its first trials"), "{said}");
    fs::write(&path, page.replace("the first of each kind", "the first")).unwrap();
    let (fine, said) = check();
    assert!(!fine && said.contains("from before pages told"), "{said}");
    assert!(said.contains("of 1 pages and tables 1 may be older"), "{said}");
}

/// Those of the published pages and tables that are quickly compared.
#[test]
fn published_pages_are_as_the_program_measures() {
    let journal = tempfile::tempdir().unwrap();
    for study in [
        "tarok-table-7",
        "tarok-table-8",
        "survey-table-5",
        "survey-table-7",
        "survey-table-8",
        "players",
        "benchmarks",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
        command.args(["paper", study, "--check", "--out", "../docs/results", "--journal"]);
        let ran = command.arg(journal.path()).output().expect("the program runs");
        assert!(ran.status.success(), "{}{}", told(&ran.stdout), told(&ran.stderr));
    }
}

/// Every row of STRENGTH without a clock is as the program measures.
#[test]
fn rows_of_strength_are_as_the_program_measures() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.args(["paper", "strength", "--check", "--out", "../docs/results"]);
    let ran = command.output().expect("the program runs");
    let said = told(&ran.stdout);
    assert!(said.contains(" rows as this program measures"), "{said}{}", told(&ran.stderr));
    assert!(ran.status.success(), "{said}");
}

/// Lets these players play deals, recorded in the folder's database; tells its address.
fn populate(folder: &Path, kind: &str, deals: u64, players: &str) -> String {
    let database = format!("sqlite:{}", folder.join("record.db").display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.args(["populate", "--database", &database, "--kind", kind]);
    command.arg(format!("--deals={deals}")).args(players.split_whitespace());
    let ran = command.output().expect("the program runs");
    assert!(ran.status.success(), "{}", told(&ran.stderr));
    database
}

#[test]
fn a_study_that_learns_from_a_record_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let players = "easy strong:iterations=300 thesis:iterations=300";
    let database = populate(folder.path(), "trset-2", 20, players);
    let line = format!("trset-section-5.5 --quick --trials 1 --database {database}");
    let ran = paper(folder.path(), &line);
    assert!(ran.status.success(), "{}", told(&ran.stderr));
    let page = fs::read_to_string(folder.path().join("trset-section-5.5.md")).unwrap();
    for part in [
        "`vzetek-lab paper trset-section-5.5 --database sqlite:record.db --quick --trials 1`",
        "the cards of `strong:iterations=300`, `thesis:iterations=300` in 20 recorded deals",
        "--kind trset-2 --deals 20 --seed 1 easy strong:iterations=300 thesis:iterations=300`",
        "| 3 | 300 |",
        "The SHA-256 of the deals is `",
        "the tršet thesis 50%",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // One record gives the same games each time.
    let games = |page: &str| {
        let rows = page.lines().filter(|line| line.contains("| 3 | 300 |"));
        rows.map(|row| row.split('|').nth(4).map(str::to_owned)).collect::<Vec<_>>()
    };
    let first = games(&page);
    assert!(paper(folder.path(), &format!("{line} --fresh")).status.success());
    let again = fs::read_to_string(folder.path().join("trset-section-5.5.md")).unwrap();
    assert_eq!(first, games(&again));
}

#[test]
fn a_record_to_learn_nothing_from_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |more: &str| {
        let ran = paper(folder.path(), &format!("trset-section-5.5 --quick {more}"));
        assert!(!ran.status.success());
        assert!(!folder.path().join("trset-section-5.5.md").exists());
        told(&ran.stderr)
    };
    let none = refused("");
    assert!(none.contains("needs --database sqlite:PATH"), "{none}");
    let missing = refused(&format!("--database sqlite:{}/none.db", folder.path().display()));
    assert!(missing.contains("the database cannot be opened to read"), "{missing}");
    let database = format!("--database {}", populate(folder.path(), "tablic-2", 1, "random"));
    let other = refused(&database);
    assert!(other.contains("there is no finished deal of trset-2"), "{other}");
    populate(folder.path(), "trset-2", 2, "random easy thesis:iterations=299");
    let weak = refused(&database);
    assert!(weak.contains("none of the 2 deals of trset-2 has a player good enough"), "{weak}");
    assert!(weak.contains("somebody with a settled rating above the median"), "{weak}");
}
