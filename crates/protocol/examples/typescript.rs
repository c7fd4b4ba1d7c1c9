//! Writes the TypeScript types of the wire to `web/src/protocol/generated`,
//! or with `--check` says whether those there are up to date.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use ts_rs::{Config, TS};
use vzetek_protocol::{ClientMessage, ErrorBody, ServerMessage, rest};

fn main() -> ExitCode {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/generated");
    if env::args().any(|argument| argument == "--check") {
        let fresh = env::temp_dir().join(format!("vzetek-types-{}", std::process::id()));
        export(&fresh);
        let same = tree(&fresh) == tree(&target);
        fs::remove_dir_all(&fresh).expect("the temporary folder can be removed");
        if !same {
            eprintln!("web/src/protocol/generated is stale; run");
            eprintln!("    cargo run -p vzetek-protocol --example typescript");
            return ExitCode::FAILURE;
        }
    } else {
        let _ = fs::remove_dir_all(&target);
        export(&target);
    }
    ExitCode::SUCCESS
}

fn export(folder: &Path) {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    let all = [
        ClientMessage::export_all(&config),
        ServerMessage::export_all(&config),
        ErrorBody::export_all(&config),
        rest::NewGuest::export_all(&config),
        rest::Credentials::export_all(&config),
        rest::ChangePassword::export_all(&config),
        rest::Session::export_all(&config),
        rest::NewBot::export_all(&config),
        rest::BotAccount::export_all(&config),
        rest::CreatedTable::export_all(&config),
        rest::GameSummary::export_all(&config),
        rest::GameRecord::export_all(&config),
        rest::LeaderboardLine::export_all(&config),
        rest::Profile::export_all(&config),
        rest::RatingPoint::export_all(&config),
        rest::Health::export_all(&config),
    ];
    for exported in all {
        exported.expect("types can be written");
    }
}

/// Every file below a folder with its text, sorted by name.
fn tree(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below the folder").to_owned();
                files.push((name, fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    files.sort();
    files
}
