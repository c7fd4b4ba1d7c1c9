//! Quick pairing over real sockets.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use crate::support::process::until;
use crate::support::rest::{config, guest, open_table, person, request};
use crate::support::server::database_file;
use crate::support::{Client, TestServer, bots};

fn seek(kind: &str) -> Value {
    json!({ "type": "seek", "kind": kind, "pace": "quick" })
}

/// Looks for others, and returns once the server says so.
async fn look(client: &mut Client, kind: &str) {
    client.send(&seek(kind)).await;
    let told = client.expect("seeking").await;
    assert_eq!(told["seek"], json!({ "kind": kind, "pace": "quick" }));
}

/// The table to which a client is called.
async fn called(client: &mut Client) -> String {
    client.expect("called").await["table"].as_str().expect("a table").to_owned()
}

/// The number of those who look in the pool of quick games of this kind, as told next.
async fn seeking(client: &mut Client, kind: &str) -> u64 {
    let told = client.expect("pools").await;
    let pools = told["pools"].as_array().expect("pools");
    let pool = pools.iter().find(|pool| pool["kind"] == kind && pool["pace"] == "quick");
    pool.expect("the pool")["seeking"].as_u64().expect("a number")
}

#[tokio::test]
async fn two_who_look_for_the_same_are_put_at_a_table_and_play() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    let mut cene = Client::connect(server.address, &guest(server.address, "Cene").await).await;
    cene.send(&json!({ "type": "lobby", "on": true })).await;
    let pools = cene.expect("lobby").await["pools"].clone();
    assert_eq!(pools[0]["kind"], "trset-2");
    look(&mut cene, "tablic-2").await;
    look(&mut ana, "trset-2").await;
    while seeking(&mut cene, "trset-2").await != 1 {}
    look(&mut bor, "trset-2").await;
    let table = called(&mut ana).await;
    assert_eq!(called(&mut bor).await, table);
    let snapshot = ana.watch(&table).await;
    assert_eq!(snapshot["config"]["game"], pools[0]["config"]["game"]);
    assert_eq!(snapshot["config"]["rated"], true);
    bor.watch(&table).await;
    for client in [&mut ana, &mut bor] {
        client.seen(&table, "dealt").await;
    }
    assert_ne!(ana.tables[&table].you, bor.tables[&table].you);
    // Whoever plays counts as playing, and does not look for others.
    loop {
        let told = cene.expect("pools").await;
        if told["pools"][0]["playing"] == 2 && told["pools"][0]["seeking"] == 0 {
            break;
        }
    }
    let (status, listed) = request(server.address, "GET", "/api/pools", None, None).await;
    assert_eq!((status, &listed[0]["playing"]), (200, &json!(2)));
    assert_eq!(listed[0]["config"], pools[0]["config"]);
    ana.send(&seek("tarok-3")).await;
    assert_eq!(ana.expect_error().await.0, "already_seated");
    server.stop().await;
}

/// Two accounts that leave after each call leave no table behind, and their calls are delayed.
#[tokio::test]
async fn calls_that_are_not_followed_leave_nothing() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    let begun = Instant::now();
    for _ in 0..2 {
        for client in [&mut ana, &mut bor] {
            look(client, "trset-2").await;
        }
        let table = called(&mut ana).await;
        assert_eq!(called(&mut bor).await, table);
        ana.watch(&table).await;
        for client in [&mut ana, &mut bor] {
            client.send(&json!({ "type": "leave", "table": table })).await;
        }
        assert_eq!(ana.seen(&table, "closed").await["reason"], "abandoned");
        let (status, listed) = request(server.address, "GET", "/api/tables", None, None).await;
        assert_eq!((status, listed), (200, json!([])));
    }
    assert!(begun.elapsed() >= Duration::from_secs(5), "{:?}", begun.elapsed());
    server.stop().await;
}

/// The time for which pairing is attacked: two calls, with a pause of five seconds between them.
const ATTACK: Duration = Duration::from_secs(7);
/// The most bytes of a message about the lobby: far below the mebibyte of an outbox.
const LONGEST: usize = 100_000;

/// Returns the least time within which an account that follows none is called N times.
fn pauses(calls: u32) -> Duration {
    Duration::from_secs(5) * (2_u32.pow(calls.saturating_sub(1)) - 1)
}

/// Seeks, and follows no call: leaves the table, or seeks again as if there had been none.
/// Returns the number of calls.
async fn refuse_calls(mut client: Client, leaves: bool, begun: Instant) -> u32 {
    let mut calls = 0;
    let mut again = tokio::time::interval(Duration::from_millis(1100));
    while begun.elapsed() < ATTACK {
        tokio::select! {
            _ = again.tick() => client.send(&seek("trset-2")).await,
            message = client.hear_one() => match message["type"].as_str() {
                Some("called") => {
                    calls += 1;
                    let spent = begun.elapsed();
                    assert!(spent >= pauses(calls), "{calls} calls within {spent:?}");
                    if leaves {
                        client.send(&json!({ "type": "leave", "table": message["table"] })).await;
                    }
                }
                Some("error") => assert_eq!(message["code"], "rate_limited", "{message}"),
                _ => {}
            }
        }
    }
    // Tables that were neither followed nor left are closed by their grace time.
    client.send(&json!({ "type": "unseek" })).await;
    client.close().await;
    calls
}

/// Twenty-four guests of one address seek for as long as they can and follow no call. They open
/// few tables, which close and leave no row, and the lobby stays small.
#[tokio::test]
async fn an_attack_on_pairing_leaves_no_table_and_no_row() {
    let server = TestServer::start(&[]).await;
    let mut looker = Client::connect(server.address, &guest(server.address, "Looker").await).await;
    looker.send(&json!({ "type": "lobby", "on": true })).await;
    looker.expect("lobby").await;
    let mut clients = Vec::new();
    for number in 0..24 {
        let token = guest(server.address, &format!("Guest {number}")).await;
        clients.push(Client::connect(server.address, &token).await);
    }
    let begun = Instant::now();
    let attacks = (0..)
        .zip(clients)
        .map(|(number, client)| tokio::spawn(refuse_calls(client, number % 4 != 0, begun)));
    let attacks: Vec<_> = attacks.collect();
    let mut calls = 0;
    for attack in attacks {
        calls += attack.await.expect("no call came too soon");
    }
    assert!(calls >= 24, "each was called once at least, and {calls} calls came");
    until("all their tables are closed", async || {
        let (status, listed) = request(server.address, "GET", "/api/tables", None, None).await;
        (status, listed) == (200, json!([]))
    })
    .await;
    looker.send(&json!({ "type": "ping" })).await;
    looker.expect("pong").await;
    let longest = looker.frames.iter().map(String::len).max().unwrap_or_default();
    assert!(longest < LONGEST, "{longest} bytes at once");
    let folder = server.stop().await;
    let database = format!("sqlite:{}", database_file(&folder).display());
    let mut stored = SqliteConnection::connect(&database).await.expect("the file");
    for table in ["tables", "seats", "games", "promises"] {
        let count = AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let rows: i64 = sqlx::query_scalar(count).fetch_one(&mut stored).await.expect("a number");
        assert_eq!(rows, 0, "rows of {table}");
    }
}

#[tokio::test]
async fn a_wish_outlives_a_page_that_is_loaded_anew_and_ends_when_it_is_withdrawn() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    assert_eq!(ana.welcome["seek"], Value::Null);
    look(&mut ana, "tarok-3").await;
    ana.close().await;
    let mut ana = Client::connect(server.address, &token).await;
    assert_eq!(ana.welcome["seek"], json!({ "kind": "tarok-3", "pace": "quick" }));
    // Every connection of the account is told.
    let mut elsewhere = Client::connect(server.address, &token).await;
    ana.send(&json!({ "type": "unseek" })).await;
    for client in [&mut ana, &mut elsewhere] {
        assert_eq!(client.expect("seeking").await["seek"], Value::Null);
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_plays_a_bot_meanwhile_is_called_away_without_loss() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 1).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    look(&mut ana, "trset-2").await;
    let mut wish = config("trset", 2);
    wish["bots"] = json!("easy");
    wish["rated"] = json!(false);
    let (casual, _) = open_table(server.address, &token, &wish).await;
    ana.sit(&casual, 0).await;
    ana.seen(&casual, "dealt").await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    look(&mut bor, "trset-2").await;
    let table = called(&mut ana).await;
    assert_eq!(ana.seen(&casual, "closed").await["reason"], "called");
    assert!(ana.finished(&casual).is_none(), "the deal is not counted");
    ana.watch(&table).await;
    bor.watch(&table).await;
    ana.seen(&table, "dealt").await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_sits_down_to_a_rated_match_looks_for_nobody_any_more() {
    let server = TestServer::start(&[]).await;
    let mut clients = Vec::new();
    for name in ["Ana", "Bor"] {
        let token = person(server.address, name).await;
        clients.push((Client::connect(server.address, &token).await, token));
    }
    let (table, _) = open_table(server.address, &clients[0].1, &config("trset", 2)).await;
    let [(ana, _), (bor, _)] = &mut clients[..] else { unreachable!() };
    look(ana, "kifameno-3").await;
    ana.sit(&table, 0).await;
    bor.sit(&table, 1).await;
    assert_eq!(ana.expect("seeking").await["seek"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_looked_for_is_refused() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    ana.send(&seek("chess-2")).await;
    let (code, error) = ana.expect_error().await;
    assert_eq!(code, "bad_options");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("tarok-3")), "{error}");
    ana.send(&json!({ "type": "seek", "kind": "tarok-3", "pace": "slow" })).await;
    assert_eq!(ana.expect_error().await.0, "bad_message");
    // Far more than an account may say in any time that this takes.
    for _ in 0..100 {
        ana.send(&seek("tarok-3")).await;
    }
    loop {
        let message = ana.hear_one().await;
        if message["type"] == "error" {
            assert_eq!(
                (&message["code"], &message["of"]),
                (&json!("rate_limited"), &json!("seek"))
            );
            break;
        }
    }
    server.stop().await;
}
