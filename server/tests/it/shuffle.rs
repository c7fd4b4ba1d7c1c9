//! Promised shuffles: nonces committed to, opened and withheld, promises dropped.

use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use vzetek_game::fair::{Commitment, NonceHash, NonceHashes, Nonces, Secret};
use vzetek_game::{Game, Record, Seat};

use crate::support::postgres::Postgres;
use crate::support::rest::config;
use crate::support::server::database_file;
use crate::support::tables::{self, back, record, seated, shuffle};
use crate::support::{Client, TestServer, play_to_the_end};

/// A table for two whose shuffles wait for everybody.
async fn patient(arguments: &[&str]) -> (TestServer, String, Vec<Client>) {
    let arguments = [&["--nonce-ms", "60000"], arguments].concat();
    let server = TestServer::start(&arguments).await;
    let (table, clients, _) = seated(&server, &config("trset", 2), 2).await;
    (server, table, clients)
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// Checks that the secret that is shown is the one that was promised.
fn keeps(promise: &Value, shown: &Value) {
    let commitment: Commitment = read(&promise["commitment"]);
    assert_eq!(read::<Commitment>(&shown["commitment"]), commitment);
    assert!(commitment.holds_for(&read::<Secret>(&shown["secret"])));
}

#[tokio::test]
async fn a_deal_can_be_checked_against_its_promise() {
    let (server, table, mut clients) = patient(&["--reveal-ms", "60000"]).await;
    shuffle(&mut clients, &table, &["nonce of 0", "nonce of 1"]).await;
    let promised = clients[0].seen(&table, "committed").await;
    assert_eq!((&promised["barred"], &promised["dropped"]), (&json!([]), &json!([])));
    let bound = clients[0].seen(&table, "nonces_committed").await;
    let hashes: NonceHashes = read(&bound["hashes"]);
    assert_eq!(hashes.of(Seat::new(1)), Some(NonceHash::of("nonce of 1")));
    let finish = play_to_the_end(&mut clients, &table).await;
    keeps(&promised, &json!({ "commitment": promised["commitment"], "secret": finish["secret"] }));
    assert_eq!(finish["nonce_hashes"], bound["hashes"]);
    let nonces: Nonces = read(&finish["nonces"]);
    assert_eq!(nonces.as_slice(), ["nonce of 0", "nonce of 1"]);
    assert_eq!(hashes.check(&nonces), Ok(()));
    let replayed = Record {
        options: vzetek_trset::Options::new(vzetek_trset::Variant::Trset, 2).unwrap(),
        dealer: Seat::new(promised["dealer"].as_u64().unwrap() as u8),
        secret: read(&finish["secret"]),
        nonces,
        actions: clients[0].tables[&table].moves.clone(),
    };
    let end: vzetek_trset::Trset = replayed.replay().expect("the deal follows from the promise");
    assert!(end.is_terminal());
    let record = record(&server, clients[0].tables[&table].game.as_ref().unwrap()).await;
    assert_eq!(record["nonce_hashes"], bound["hashes"]);
    assert_eq!(record["dropped"], json!([]));
    server.stop().await;
}

async fn refuses(client: &mut Client, message: &Value, code: &str, words: &str) {
    client.send(message).await;
    let (got, error) = client.expect_error().await;
    assert_eq!(got, code, "{message} got {error}");
    assert!(error["message"].as_str().unwrap().contains(words), "{error}");
}

/// A player who has seen the nonces that others opened, the house's own bots
/// too, cannot bring in another nonce than the one committed to before.
#[tokio::test]
async fn only_what_was_committed_to_can_be_opened() {
    let (server, table, mut clients) = patient(&["--reveal-ms", "60000"]).await;
    let nonce = |text: &str| json!({ "type": "nonce", "table": table, "nonce": text });
    let late = json!({ "type": "nonce_hash", "table": table, "hash": "0".repeat(64) });
    let [ana, bor] = clients.as_mut_slice() else { unreachable!() };
    ana.seen(&table, "committed").await;
    refuses(ana, &nonce("hers"), "no_nonce_awaited", "too early").await;
    // Until the list is shown she may think again.
    ana.commit(&table, "hers at first").await;
    ana.commit(&table, "hers").await;
    // Answered in turn: both have been heard before his.
    ana.watch(&table).await;
    bor.commit(&table, "with\u{0}in").await;
    ana.seen(&table, "nonces_committed").await;
    refuses(ana, &late, "no_nonce_awaited", "only between").await;
    refuses(ana, &nonce("hers at first"), "bad_message", "not the nonce that you committed").await;
    refuses(ana, &nonce(""), "bad_message", "1 to 64 bytes").await;
    refuses(ana, &nonce(&"x".repeat(65)), "bad_message", "at most 64 bytes").await;
    refuses(bor, &nonce("with\u{0}in"), "bad_message", "no control characters").await;
    ana.open(&table, "hers").await;
    let snapshot = bor.watch(&table).await;
    assert_eq!(snapshot["phase"], "shuffling", "his is still awaited");
    assert_eq!(snapshot["promise"]["nonce_hashes"][0], NonceHash::of("hers").to_string());
    server.stop().await;
}

#[tokio::test]
async fn who_commits_to_nothing_adds_nothing() {
    let server = TestServer::start(&["--nonce-ms", "50"]).await;
    let (table, mut clients, _) = seated(&server, &config("trset", 2), 2).await;
    let bound = clients[0].seen(&table, "nonces_committed").await;
    assert_eq!(bound["hashes"], json!([null, null]));
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!(finish["nonces"], json!(["", ""]));
    assert_eq!(finish["nonce_hashes"], json!([null, null]));
    server.stop().await;
}

/// A nonce that is not opened costs one promise, and everybody sees whose it
/// was and what was thrown away.
#[tokio::test]
async fn a_promise_is_dropped_when_a_nonce_is_withheld() {
    let (server, table, mut clients) = patient(&["--reveal-ms", "4000"]).await;
    let [ana, bor] = clients.as_mut_slice() else { unreachable!() };
    let first = ana.seen(&table, "committed").await;
    ana.commit(&table, "hers").await;
    bor.commit(&table, "his").await;
    let bound = ana.seen(&table, "nonces_committed").await;
    ana.open(&table, "hers").await;
    let second = ana.expect_event("committed").await;
    assert_ne!(second["commitment"], first["commitment"]);
    assert_eq!((&second["number"], &second["dealer"]), (&first["number"], &first["dealer"]));
    assert_eq!(second["barred"], json!([1]));
    let dropped = second["dropped"].as_array().expect("a list");
    let [dropped] = dropped.as_slice() else { panic!("{second}") };
    keeps(&first, dropped);
    assert_eq!((&dropped["reason"], &dropped["seats"]), (&json!("withheld"), &json!([1])));
    assert_eq!(dropped["nonce_hashes"], bound["hashes"]);
    assert_eq!(dropped["nonces"], json!(["hers", ""]));
    let snapshot = ana.watch(&table).await;
    assert_eq!(snapshot["dropped"], second["dropped"]);
    assert_eq!(snapshot["promise"]["commitment"], second["commitment"]);
    assert_eq!(snapshot["promise"]["barred"], json!([1]));

    // He has had his chance in this deal, and has another in the next one.
    bor.expect_event("committed").await;
    let hash = NonceHash::of("again").to_string();
    let again = json!({ "type": "nonce_hash", "table": table, "hash": hash });
    refuses(bor, &again, "no_nonce_awaited", "next deal").await;
    ana.commit(&table, "hers again").await;
    ana.expect_event("nonces_committed").await;
    ana.open(&table, "hers again").await;
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!(finish["nonces"], json!(["hers again", ""]));
    keeps(&second, &json!({ "commitment": second["commitment"], "secret": finish["secret"] }));
    let record = record(&server, clients[0].tables[&table].game.as_ref().unwrap()).await;
    assert_eq!(record["dropped"], second["dropped"]);
    for client in &mut clients {
        client.send(&json!({ "type": "ready", "table": table })).await;
    }
    let third = clients[1].expect_event("committed").await;
    assert_eq!((&third["barred"], &third["dropped"]), (&json!([]), &json!([])));
    server.stop().await;
}

#[tokio::test]
async fn a_promise_is_dropped_when_somebody_leaves() {
    let (server, table, mut clients) = patient(&[]).await;
    let first = clients[0].seen(&table, "committed").await;
    clients[1].send(&json!({ "type": "leave", "table": table })).await;
    clients[0].expect_event("left").await;
    let snapshot = clients[0].watch(&table).await;
    assert_eq!((&snapshot["phase"], &snapshot["promise"]), (&json!("waiting"), &Value::Null));
    assert_eq!(snapshot["dropped"][0]["reason"], "left");
    assert_eq!(snapshot["dropped"][0]["seats"], json!([1]));
    keeps(&first, &snapshot["dropped"][0]);
    clients[1].sit(&table, 1).await;
    let second = clients[0].expect_event("committed").await;
    assert_eq!(second["dropped"], snapshot["dropped"]);
    assert_eq!(second["barred"], json!([]));
    server.stop().await;
}

/// Between the deals of a match the players say once more that they are ready,
/// and the deal that is dealt then is the one that was promised before.
#[tokio::test]
async fn a_promise_is_dropped_when_the_server_is_started_again() {
    let server = TestServer::start(&[]).await;
    let long = tables::config("trset", &json!({ "players": 2, "target": 51 }));
    let (table, mut clients, tokens) = seated(&server, &long, 2).await;
    play_to_the_end(&mut clients, &table).await;
    let folder = server.stop().await;

    let patient = ["--nonce-ms", "60000"];
    let server = TestServer::start_in(folder, &patient).await;
    let mut clients = back(server.address, &table, &tokens).await;
    let promised = ready(&mut clients, &table).await;
    assert_eq!(promised["number"], 2);
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, &patient).await;
    let mut clients = back(server.address, &table, &tokens).await;
    let snapshot = clients[0].watch(&table).await;
    assert_eq!((&snapshot["phase"], &snapshot["promise"]), (&json!("finished"), &Value::Null));
    assert_eq!(snapshot["dropped"][0]["reason"], "restart");
    keeps(&promised, &snapshot["dropped"][0]);
    let again = ready(&mut clients, &table).await;
    assert_ne!(again["commitment"], promised["commitment"]);
    assert_eq!((&again["number"], &again["dealer"]), (&promised["number"], &promised["dealer"]));
    assert_eq!(again["dropped"], snapshot["dropped"]);
    shuffle(&mut clients, &table, &["hers", "his"]).await;
    for client in &mut clients {
        client.expect_event("dealt").await;
    }
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!(finish["score"]["deals"], 2, "the match went on");
    server.stop().await;
}

/// All want the next deal; its promise.
async fn ready(clients: &mut [Client], table: &str) -> Value {
    for client in clients.iter_mut() {
        client.send(&json!({ "type": "ready", "table": table })).await;
    }
    clients[0].expect_event("committed").await
}

#[tokio::test]
async fn a_deal_that_sqlite_refuses_is_dealt_when_it_is_taken() {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let url = format!("sqlite:{}", database_file(&folder).display());
    let server = TestServer::start_on(folder, &url, &["--nonce-ms", "60000"]).await;
    let mut database = SqliteConnection::connect(&url).await.expect("a connection");
    let deaf = "CREATE TRIGGER deaf BEFORE INSERT ON games WHEN NEW.id <> 'the health check' \
                BEGIN SELECT RAISE(ABORT, 'no'); END";
    sqlx::query(deaf).execute(&mut database).await.expect("a trigger");
    let again = async move {
        sqlx::query("DROP TRIGGER deaf").execute(&mut database).await.expect("no trigger");
    };
    refused_at_first(server, again).await;
}

#[tokio::test]
async fn a_deal_that_postgres_refuses_is_dealt_when_it_is_taken() {
    let Some(postgres) = Postgres::if_required() else { return };
    let url = postgres.start();
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let server = TestServer::start_on(folder, &url, &["--nonce-ms", "60000"]).await;
    let mut database = PgConnection::connect(&url).await.expect("a connection");
    for sql in [
        "CREATE FUNCTION deaf() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no'; END $$",
        "CREATE TRIGGER deaf BEFORE INSERT ON games FOR EACH ROW \
             WHEN (NEW.id <> 'the health check') EXECUTE FUNCTION deaf()",
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut database).await.expect("a trigger");
    }
    let again = async move {
        sqlx::query("DROP TRIGGER deaf ON games").execute(&mut database).await.expect("no trigger");
    };
    refused_at_first(server, again).await;
}

/// Deals are refused, but for the one that the health check makes up: so it is
/// the deal that seems to be at fault, and not the store.
///
/// Nobody says anything to the table once deals can be stored again: it goes
/// on by itself, with what was promised.
async fn refused_at_first(server: TestServer, again: impl Future<Output = ()>) {
    let (table, mut clients, _) = seated(&server, &config("trset", 2), 2).await;
    shuffle(&mut clients, &table, &["hers", "his"]).await;
    let promised = clients[0].seen(&table, "committed").await;
    // When the table answers this it has tried, and still hears those who speak.
    clients[1].send(&json!({ "type": "chat", "table": table, "text": "what now?" })).await;
    clients[1].expect_event("chat").await;
    let snapshot = clients[1].watch(&table).await;
    assert_eq!(snapshot["phase"], "shuffling");
    assert_eq!(snapshot["promise"]["commitment"], promised["commitment"]);
    again.await;
    let dealt = clients[0].expect_event("dealt").await;
    assert_eq!(dealt["deal"]["commitment"], promised["commitment"]);
    assert_eq!(dealt["deal"]["number"], promised["number"]);
    assert_eq!(dealt["deal"]["view"]["dealer"], promised["dealer"]);
    clients[1].expect_event("dealt").await;
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!(finish["nonces"], json!(["hers", "his"]));
    let next = ready(&mut clients, &table).await;
    let dealer = promised["dealer"].as_u64().expect("a seat");
    assert_eq!(next["dealer"], (dealer + 1) % 2, "each deals in turn");
    server.stop().await;
}
