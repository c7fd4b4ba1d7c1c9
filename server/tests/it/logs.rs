//! Secrets, which the log never tells, however much it says.

use serde_json::json;

use crate::support::Client;
use crate::support::process::Process;
use crate::support::rest::{config, guest, open_table, request};
use crate::support::server::database_file;

const HOUSE_TOKEN: &str = "a-house-token-that-nobody-is-to-read";
const PASSWORD: &str = "a password that nobody is to read";

#[tokio::test]
async fn no_secret_is_logged_at_any_level() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = format!("sqlite:{}", database_file(&folder).display());
    let environment = [("RUST_LOG", "trace"), ("VZETEK_HOUSE_TOKEN", HOUSE_TOKEN)];
    let server = Process::spawn(&database, &[], environment).await;
    server.listens().await;
    let address = server.address;

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

    let log = server.kill().await;
    assert!(log.contains("DEBUG"), "more is said than by default: {log}");
    let secrets =
        [token.as_str(), &registered, &logged_in, &invite, HOUSE_TOKEN, PASSWORD, "argon2id"];
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(secret));
        assert!(told.is_none(), "{secret}: {told:?}");
    }
}
