//! The real program writes to a file, to a pipe, and to nobody.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chrono::{DateTime, TimeDelta, Utc};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tempfile::TempDir;
use vzetek_store::{
    Account, AccountKind, ConnectOptions, FinishRow, GamePlayerRow, GameRow, MoveRow, MovedBy,
    TableRow, Write, connect_unclaimed,
};

const KEPT: &str = include_str!("../../../crates/tarok/tests/data/asked_again_solo.jsonl");

fn at() -> DateTime<Utc> {
    "2026-11-21T18:00:00Z".parse().expect("a time")
}

fn account(seat: u8) -> Account {
    Account {
        id: format!("player{seat}"),
        name: format!("Player {seat}"),
        name_key: format!("player {seat}"),
        kind: AccountKind::Guest,
        level: None,
        face: None,
        owner: None,
        password_hash: None,
        created_at: at(),
    }
}

fn player(seat: u8) -> GamePlayerRow {
    GamePlayerRow {
        seat,
        account: account(seat).id,
        name: account(seat).name,
        kind: AccountKind::Guest,
        level: None,
        card_points: None,
        points: Some(0),
        won: Some(false),
        forfeited: Some(false),
        moves: None,
        match_end: None,
        rating: None,
    }
}

/// A database with one deal of tarok, recorded when players were asked again to
/// raise though nothing was raised since their last word.
fn database() -> (TempDir, String, usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let address = format!("sqlite:{}", folder.path().join("vzetek.db").display());
    let (record, steps) = KEPT.split_once('\n').expect("lines");
    let record: Value = serde_json::from_str(record).expect("a record");
    let steps: Vec<Value> =
        steps.lines().map(|line| serde_json::from_str(line).expect("a step")).collect();
    let mut batch = vec![
        Write::OpenTable(TableRow {
            id: "table".to_owned(),
            config: json!({}),
            creator: None,
            invite: None,
            created_at: at(),
            seats: 3,
        }),
        Write::BeginGame(GameRow {
            id: "game".to_owned(),
            table: "table".to_owned(),
            match_number: 1,
            number: 1,
            kind: "tarok-3".to_owned(),
            options: json!({ "name": "tarok", "options": record["options"] }),
            dealer: record["dealer"].as_u64().expect("a seat") as u8,
            secret: record["secret"].as_str().expect("a secret").to_owned(),
            nonce_hashes: None,
            nonces: vec![String::new(); 3],
            started_at: at(),
            players: (0..3).map(player).collect(),
        }),
    ];
    batch.extend(steps.iter().zip(1..).map(|(step, number)| {
        let seat = step["seat"].as_u64().expect("a seat") as u8;
        let row = MoveRow {
            number,
            seat,
            action: step["action"].as_str().expect("an action").to_owned(),
            by: MovedBy::Player,
            account: Some(account(seat).id),
            at: at(),
            thinking_ms: 1,
        };
        Write::Move { game: "game".to_owned(), row }
    }));
    batch.push(Write::FinishGame(FinishRow {
        game: "game".to_owned(),
        finished_at: at() + TimeDelta::minutes(5),
        result: json!({}),
        players: (0..3).map(player).collect(),
    }));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store =
            connect_unclaimed(&address, &ConnectOptions::default()).await.expect("a database");
        for seat in 0..3 {
            store.add_account(&account(seat)).await.expect("an account");
        }
        store.write(&batch).await.expect("written");
        store.close().await;
    });
    (folder, address, steps.len())
}

fn lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    command.args(arguments);
    command
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// Each move of the deal, by its action.
fn actions(text: &[u8]) -> Vec<String> {
    let lines = std::str::from_utf8(text).expect("text").lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    lines
        .map(|line| {
            assert!(line["legal"].as_array().expect("a list").contains(&line["action"]), "{line}");
            line["action"].as_str().expect("an action").to_owned()
        })
        .collect()
}

#[test]
fn what_was_asked_again_is_exported_to_a_file_and_to_the_standard_output() {
    let (folder, database, moves) = database();
    let path: PathBuf = folder.path().join("all.jsonl");
    let export = |out: &Path| {
        let out = out.to_str().expect("text");
        lab(&["export", "--database", &database, "--out", out]).output().expect("it runs")
    };
    let written = export(Path::new("-"));
    assert!(written.status.success(), "{}", stderr(&written));
    let told = actions(&written.stdout);
    assert_eq!(told.len(), moves);
    let file = export(&path);
    assert!(file.status.success() && file.stdout.is_empty());
    assert_eq!(std::fs::read(&path).expect("a file"), written.stdout);
    assert_eq!(stderr(&file), format!("1 deals, {moves} moves\n"));
}

/// The databases of earlier versions, as migrations/kept/README.md says.
#[test]
fn what_earlier_versions_recorded_is_exported() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/kept");
    let mut exported = 0;
    for version in std::fs::read_dir(kept).expect("the folder is there") {
        let version = version.expect("an entry").path();
        let Ok(packed) = std::fs::File::open(version.join("sqlite.gz")) else { continue };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept.sqlite");
        let mut file = std::fs::File::create(&path).expect("a file");
        std::io::copy(&mut GzDecoder::new(packed), &mut file).expect("it is whole");
        let database = format!("sqlite:{}", path.display());
        // As a server brings it up to date; to export is only to read.
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let opened = connect_unclaimed(&database, &ConnectOptions::default()).await;
            opened.expect("a database").close().await;
        });
        let output = lab(&["export", "--database", &database]).output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        let mut told = actions(&output.stdout);
        let story = std::fs::read(version.join("sqlite.json")).expect("the story");
        let story: Value = serde_json::from_slice(&story).expect("JSON");
        let games = story["games"].as_object().expect("games").values();
        let mut played: Vec<String> = games
            .flat_map(|game| game["actions"].as_array().expect("a list"))
            .map(|action| action.as_str().expect("an action").to_owned())
            .collect();
        told.sort();
        played.sort();
        assert_eq!(told, played, "{}", version.display());
        exported += 1;
    }
    assert_ne!(exported, 0, "nothing is kept");
}

/// To export is only to read: the schema is the server's to bring up to date.
#[test]
fn a_database_that_no_server_has_opened_yet_is_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.sqlite");
    std::fs::write(&path, "").expect("written");
    let database = format!("sqlite:{}", path.display());
    let output = lab(&["export", "--database", &database]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let remedy = "has not been opened by this version's server yet";
    assert!(stderr(&output).contains(remedy), "{}", stderr(&output));
    assert_eq!(std::fs::read(&path).expect("a file"), b"", "nothing was made");
}

#[test]
fn a_kind_that_is_none_is_refused_and_nothing_written() {
    let (folder, database, _) = database();
    let path = folder.path().join("kept.jsonl");
    std::fs::write(&path, "kept").expect("written");
    let arguments = ["export", "--database", &database, "--kind", "tarok-9", "--out"];
    let output = lab(&arguments).arg(&path).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are trset-2, "), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "kept");
}

/// An export of nothing says so, whatever was asked for.
#[test]
fn a_record_without_such_deals_is_named() {
    let (_folder, database, _) = database();
    for (arguments, told) in [
        (&["--kind", "tarok-4"][..], "there are no finished deals of tarok-4"),
        (&["--player", "nobody"], "there are no finished deals of the player nobody"),
        (&["--until", "2026-01-01"], "there are no finished deals in that time"),
    ] {
        let output = lab(&["export", "--database", &database]).args(arguments).output();
        let output = output.expect("it runs");
        assert!(output.status.success() && output.stdout.is_empty());
        assert_eq!(stderr(&output), format!("{told}; no line was written\n"));
    }
}

/// As a shell tells it of other programs, and without a word.
#[test]
fn it_ends_quietly_when_nobody_reads() {
    let (folder, database, _) = database();
    let deals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tarok/tests/data/play.jsonl");
    let packed = folder.path().join("fifo.gz");
    std::os::unix::fs::symlink("/dev/stdout", &packed).expect("a link");
    for arguments in [
        vec!["export", "--database", &database],
        vec!["export", "--database", &database, "--out", "/dev/stdout"],
        vec!["export", "--database", &database, "--out", packed.to_str().expect("text")],
        vec!["conform", "tarok", deals.to_str().expect("text")],
        vec!["paper", "list"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = lab(&arguments).stdout(writer).output().expect("it runs");
        assert_eq!((output.status.code(), stderr(&output)), (Some(141), ""), "{arguments:?}");
    }
}

/// A program built without Arrow tells how to get it.
#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_build_one_with_it() {
    let (folder, database, _) = database();
    let out = folder.path().join("set");
    let arguments = ["export", "--format", "parquet", "--database", &database, "--out"];
    let output = lab(&arguments).arg(&out).output().expect("it runs");
    assert_eq!((output.status.code(), out.exists()), (Some(1), false));
    let remedy = "cargo build --release -p vzetek-lab --features parquet";
    assert!(stderr(&output).contains(remedy), "{}", stderr(&output));
}

/// A set is made, found unchanged, and not taken for one that may be given away.
#[cfg(feature = "parquet")]
#[test]
fn a_folder_of_parquet_is_made_once_and_then_kept() {
    let (folder, database, moves) = database();
    let out = folder.path().join("set");
    let set = out.to_str().expect("text");
    let export = |arguments: &[&str]| {
        let common = ["export", "--format", "parquet", "--database", &database, "--out", set];
        lab(&common).args(arguments).output().expect("it runs")
    };
    let written = export(&[]);
    assert!(written.status.success() && written.stdout.is_empty(), "{}", stderr(&written));
    let told = format!("1 deals, {moves} decisions; months written, each kind apart: 1\n");
    assert!(stderr(&written).ends_with(&told), "{}", stderr(&written));
    assert!(out.join("kind=tarok-3/year=2026/month=11/deals.parquet").is_file());
    let again = export(&[]);
    assert!(again.status.success());
    assert_eq!(stderr(&again), "nothing has changed since; nothing was written\n");
    let key = folder.path().join("key");
    let open = export(&["--open", "--key-file", key.to_str().expect("text")]);
    let told = stderr(&open);
    // The deals that may be given away depend on the day.
    assert!(
        told.contains("was exported without --open") || told.contains("no finished deals"),
        "{told}"
    );
    for arguments in [&["--open"][..], &["--key-file", "key"], &["--open", "--private"]] {
        assert_eq!(export(arguments).status.code(), Some(2), "{arguments:?}");
    }
    let lines = lab(&["export", "--open", "--key-file", "key", "--database", &database]);
    let refused = { lines }.output().expect("it runs");
    assert!(stderr(&refused).contains("add --format parquet"), "{}", stderr(&refused));
}
