//! The real program on real files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

fn deals() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tarok/tests/data/play.jsonl");
    std::fs::read_to_string(file).expect("the deals of the rules' own tests")
}

fn conform(files: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.args(["conform", "tarok"]).args(files).output().expect("the program runs")
}

/// Its exit status, output and complaints.
fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn pack(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("packed");
    encoder.finish().expect("packed")
}

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn with(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("written");
        path
    }
}

#[test]
fn another_programs_deals_agree_plain_and_packed() {
    let files = Files::new();
    let text = deals();
    let count = text.lines().count();
    let plain = files.with("plain", &text);
    // The name says nothing: what is packed is known by how it begins.
    let packed = files.with("packed", pack(&text));
    // Packed files may be put one after the other.
    let (first, second) = text.split_at(text.find('\n').expect("lines") + 1);
    let both = files.with("both", [pack(first), pack(second)].concat());
    let (code, line, errors) = told(&conform(&[&plain]));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(line.starts_with(&format!("{count} deals, ")), "{line}");
    assert!(line.ends_with(" plays, 0 mismatches"), "{line}");
    for file in [&packed, &both] {
        assert_eq!(told(&conform(&[file])), (Some(0), line.clone(), String::new()));
    }
    let (code, all, _) = told(&conform(&[&plain, &packed, &both]));
    assert_eq!(code, Some(0));
    assert!(all.starts_with(&format!("{} deals, ", 3 * count)), "{all}");
}

#[test]
fn the_standard_input_will_do() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"))
        .args(["conform", "tarok", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("its input");
    input.write_all(&pack(&deals())).expect("written");
    drop(input);
    let (code, line, _) = told(&child.wait_with_output().expect("it ends"));
    assert_eq!(code, Some(0));
    assert!(line.ends_with(", 0 mismatches"), "{line}");
}

#[test]
fn a_difference_is_counted_shown_and_fails() {
    let files = Files::new();
    // Another winner of the first trick.
    let wrong = deals()
        .lines()
        .map(|line| {
            let mut deal: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let winner = deal["trick_winners"][0].as_u64().expect("a winner");
            deal["trick_winners"][0] = ((winner + 1) % 3).into();
            deal.to_string() + "\n"
        })
        .collect::<String>();
    let count = wrong.lines().count();
    let file = files.with("wrong", pack(&wrong));
    let (code, line, errors) = told(&conform(&[&file]));
    assert_eq!(code, Some(1));
    assert!(line.ends_with(&format!(" plays, {count} mismatches")), "{line}");
    assert!(errors.contains("line 1, card 3"), "{errors}");
}

#[test]
fn what_cannot_be_played_is_named_with_its_line() {
    let files = Files::new();
    let text = deals();
    let first = text.lines().next().expect("a deal");
    let half = pack(&text);
    for (name, content, hints) in [
        ("broken", format!("{first}\n{{\"contract\":\n").into_bytes(), vec!["broken", "line 2"]),
        ("other", b"{\"hello\":\"world\"}\n".to_vec(), vec!["other", "line 1", "is missing"]),
        ("cards", first.replacen("\"T22\"", "\"T21\"", 1).into_bytes(), vec!["line 1", "T22"]),
        ("cut", half[..half.len() / 2].to_vec(), vec!["cut", "line "]),
        ("empty", Vec::new(), vec!["empty", "no deal"]),
    ] {
        let (code, line, errors) = told(&conform(&[&files.with(name, content)]));
        assert_eq!((code, line.as_str()), (Some(1), ""), "{name}: {errors}");
        for hint in hints {
            assert!(errors.contains(hint), "{name}: {errors:?} does not say {hint:?}");
        }
    }
    let (code, _, errors) = told(&conform(&[&files.0.path().join("nowhere")]));
    assert_eq!(code, Some(1));
    assert!(errors.contains("cannot read") && errors.contains("nowhere"), "{errors}");
}

#[test]
fn a_game_that_is_not_known_is_told_the_games() {
    let output = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"))
        .args(["conform", "poker", "file"])
        .output()
        .expect("the program runs");
    let (code, _, errors) = told(&output);
    assert_eq!(code, Some(2));
    assert!(errors.contains("tarok"), "{errors}");
}
