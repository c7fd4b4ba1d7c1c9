//! The studies, a game or two of each, by the real program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn paper(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.arg("paper").args(line.split_whitespace());
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
