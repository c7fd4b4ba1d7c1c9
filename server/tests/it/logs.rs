//! What the log never says, however much it says.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::process::Command;

use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, free_address};

const HOUSE_TOKEN: &str = "a-house-token-that-nobody-is-to-read";
const PASSWORD: &str = "a password that nobody is to read";

#[tokio::test]
async fn no_secret_is_logged_at_any_level() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("log");
    let log = std::fs::File::create(&file).expect("a file");
    let address = free_address().await;
    let database = format!("sqlite:{}", folder.path().join("vzetek.sqlite").display());
    let mut server = Command::new(env!("CARGO_BIN_EXE_vzetek-server"))
        .args(["--listen", &address.to_string(), "--database", &database])
        .env("RUST_LOG", "trace")
        .env("VZETEK_HOUSE_TOKEN", HOUSE_TOKEN)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let started = Instant::now();
    while tokio::net::TcpStream::connect(address).await.is_err() {
        assert!(started.elapsed() < Duration::from_secs(60), "the server does not listen");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let token = guest(address, "Ana").await;
    let person = json!({ "name": "Bor Person", "password": PASSWORD, "bearer": true });
    let (status, session) = request(address, "POST", "/api/register", None, Some(&person)).await;
    assert_eq!(status, 200, "{session}");
    let registered = session["token"].as_str().expect("a token").to_owned();
    let (status, session) = request(address, "POST", "/api/login", None, Some(&person)).await;
    assert_eq!(status, 200, "{session}");
    let logged_in = session["token"].as_str().expect("a token").to_owned();
    let house = json!({
        "type": "hello", "protocol": 1, "token": HOUSE_TOKEN,
        "house_bot": { "name": "Burja", "level": "easy" },
    });
    let mut bot = Client::hello(address, house).await;
    bot.send(&json!({ "type": "offer", "seats": 1 })).await;
    let mut wish = config("trset", 2);
    wish["private"] = json!(true);
    let (table, invite) = open_table(address, &token, &wish).await;
    let invite = invite.expect("a word");
    for token in [&token, &registered, &logged_in] {
        let mut client = Client::connect(address, token).await;
        client.send(&json!({ "type": "watch", "table": table, "invite": invite })).await;
        client.expect("snapshot").await;
        client.send(&json!({ "type": "oops", "token": token })).await;
        client.expect_error().await;
    }
    server.kill().await.expect("it was running");

    let log = std::fs::read_to_string(&file).expect("a log");
    assert!(log.contains("DEBUG"), "more is said than by default: {log}");
    let secrets =
        [token.as_str(), &registered, &logged_in, &invite, HOUSE_TOKEN, PASSWORD, "argon2id"];
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(secret));
        assert!(told.is_none(), "{secret}: {told:?}");
    }
}
