//! Several servers of which one is lost, or what they tell each other: nobody waits in vain,
//! and nobody is thought to be where they are not.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use vzetek_store::{ConnectOptions, connect_unclaimed};

use crate::support::among::{Among, hears_nobody, hears_others, lists, party};
use crate::support::process::until;
use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, play_to_the_end, play_until};

/// A command that was on its way to a server that died is refused, and the table goes on.
#[tokio::test]
async fn a_command_lost_with_its_server_is_refused() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, _) = party(&a, [&b, &b]).await;
    play_until(&mut clients, &table, 4).await;
    let before = clients[0].tables[&table].epoch.clone();
    // A line that has been told is refused to nobody afterwards.
    clients[1].send(&json!({ "type": "chat", "table": table, "text": "!" })).await;
    clients[1].expect_event("chat").await;
    // What a server has dealt with it says after everything else that it sends at a time.
    for _ in 0..2 {
        clients[1].watch(&table).await;
    }
    a.kill().await;
    clients[0].send(&json!({ "type": "chat", "table": table, "text": "?" })).await;
    let (code, error) = clients[0].expect_error().await;
    assert_eq!((code.as_str(), &error["of"]), ("busy", &json!("chat")), "{error}");
    assert!(error["retry_ms"].is_u64(), "{error}");
    while clients[0].tables[&table].epoch == before {
        clients[0].hear_one().await;
    }
    play_to_the_end(&mut clients, &table).await;
    let busy = clients[1].frames.iter().filter(|frame| frame.contains("\"busy\"")).count();
    // Of a card that it may have had on its way, but of no line that was told.
    assert!(!clients[1].frames.iter().any(|frame| frame.contains("\"of\":\"chat\"")), "{busy}");
}

async fn spectators(address: std::net::SocketAddr, table: &str) -> Option<u64> {
    let (_, list) = request(address, "GET", "/api/tables", None, None).await;
    let listed = list.as_array()?.iter().find(|listed| listed["id"] == table)?;
    listed["spectators"].as_u64()
}

/// A watcher who goes while the table cannot be told is not there when it can.
#[tokio::test]
async fn who_went_while_a_table_was_out_of_reach_is_not_there_again() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, _players, _) = party(&a, [&a, &a]).await;
    lists(&b, &table, true).await;
    let mut onlookers = Vec::new();
    for name in ["One", "Two"] {
        let token = guest(b.address, name).await;
        let mut client = Client::connect(b.address, &token).await;
        client.watch(&table).await;
        onlookers.push(client);
    }
    until("both are seen", async || spectators(a.address, &table).await == Some(2)).await;
    among.nats.kill();
    hears_nobody(&b).await;
    until("nobody is seen", async || spectators(a.address, &table).await == Some(0)).await;
    onlookers[0].send(&json!({ "type": "unwatch", "table": table })).await;
    onlookers[0].send(&json!({ "type": "ping" })).await;
    onlookers[0].expect("pong").await;
    among.nats.start().await;
    hears_others(&b, 2).await;
    until("one is seen again", async || spectators(a.address, &table).await != Some(0)).await;
    // Servers hear each other's messages in their order, so the third comes after both.
    let token = guest(b.address, "Three").await;
    let mut third = Client::connect(b.address, &token).await;
    assert_eq!(third.watch(&table).await["spectators"], 2);
}

/// A word that was lost is made good when the servers hear each other again.
#[tokio::test]
async fn sessions_that_end_while_servers_are_apart_end_everywhere_later() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let person = |name: &str| json!({ "name": name, "password": "correct horse", "bearer": true });
    let mut tokens = Vec::new();
    for name in ["Ana", "Bor"] {
        let (_, made) =
            request(a.address, "POST", "/api/register", None, Some(&person(name))).await;
        tokens.push(made["token"].as_str().expect("a token").to_owned());
    }
    let mut ana = Client::connect(b.address, &tokens[0]).await;
    let mut bor = Client::connect(b.address, &tokens[1]).await;
    among.nats.kill();
    hears_nobody(&a).await;
    let (status, _) = request(a.address, "POST", "/api/logout", Some(&tokens[0]), None).await;
    assert_eq!(status, 204);
    among.nats.start().await;
    assert_eq!(ana.expect("goodbye").await["reason"], "signed_out");
    bor.send(&json!({ "type": "ping" })).await;
    bor.expect("pong").await;
}

/// A server that is asked to stop does not restart when it finds that others have its tables.
#[tokio::test]
async fn a_server_that_was_told_to_stop_does_not_restart() {
    for told_before in [true, false] {
        let Some(among) = Among::if_required().await else { return };
        let [a, b] = among.pair().await;
        // Without a table it could have left before it looks at its row.
        let _party = party(&a, [&b, &b]).await;
        if told_before {
            a.signal(Signal::TERM);
            until("it is told", async || a.log().contains("stopping; what was accepted")).await;
        }
        a.signal(Signal::STOP);
        until("it is declared dead", async || b.log().contains("a server is dead")).await;
        if !told_before {
            // It hears of both at once.
            a.signal(Signal::TERM);
        }
        a.signal(Signal::CONT);
        let (_, said) = a.end().await;
        assert!(!said.contains("restarting"), "{said}");
        assert!(said.contains("another server has our tables now"), "{said}");
    }
}

/// Spectators of a table elsewhere hear that it was closed, though the word of that was lost.
#[tokio::test]
async fn a_table_that_closes_out_of_reach_is_known_to_be_closed() {
    let Some(mut among) = Among::if_required().await else { return };
    let a = among.spawn_with("a", &[("VZETEK_EMPTY_TABLE_S", "1")]).await;
    a.listens().await;
    let b = among.start("b").await;
    hears_others(&b, 1).await;
    let token = guest(a.address, "Ana").await;
    let mut ana = Client::connect(a.address, &token).await;
    let (table, _) = open_table(a.address, &token, &config("trset", 2)).await;
    ana.sit(&table, 0).await;
    lists(&b, &table, true).await;
    let mut onlooker = Client::connect(b.address, &guest(b.address, "Onlooker").await).await;
    onlooker.watch(&table).await;
    among.nats.kill();
    hears_nobody(&b).await;
    ana.send(&json!({ "type": "leave", "table": table })).await;
    lists(&a, &table, false).await;
    among.nats.start().await;
    assert_eq!(onlooker.expect_error().await.0, "no_such_table");
}

/// Somebody who turns away and comes back at once is there, however far the table is.
#[tokio::test]
async fn to_unwatch_and_to_watch_keep_their_order() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut players, _) = party(&a, [&a, &a]).await;
    lists(&b, &table, true).await;
    let mut onlooker = Client::connect(b.address, &guest(b.address, "Onlooker").await).await;
    onlooker.watch(&table).await;
    for _ in 0..20 {
        onlooker.send(&json!({ "type": "unwatch", "table": table })).await;
        onlooker.send(&json!({ "type": "watch", "table": table })).await;
        onlooker.expect("snapshot").await;
    }
    play_until(&mut players, &table, 1).await;
    onlooker.seen(&table, "moved").await;
}

/// The database has given a table to a server, and broke the connection before it said so.
#[tokio::test]
async fn tables_that_were_given_without_a_word_are_run() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, _) = party(&b, [&a, &a]).await;
    play_until(&mut clients, &table, 2).await;
    let epoch = clients[0].tables[&table].epoch.clone();
    let mut database = PgConnection::connect(&among.database).await.expect("it is there");
    let mut giving = database.begin().await.expect("it begins");
    // Nobody takes anything as long as this is not over.
    let lock = "LOCK TABLE tables IN ACCESS EXCLUSIVE MODE";
    sqlx::query(lock).execute(&mut *giving).await.expect("it is locked");
    b.kill().await;
    until("it is tried in vain", async || a.log().contains("tables without a server")).await;
    // The look for such tables begins too early: what it reads is as it was before they were given.
    let mut other = PgConnection::connect(&among.database).await.expect("it is there");
    let waits = "SELECT count(*) FROM pg_locks WHERE relation = 'tables'::regclass AND NOT granted";
    until("it is looked for", async || {
        let waiting: i64 = sqlx::query_scalar(waits).fetch_one(&mut other).await.expect("locks");
        waiting > 0
    })
    .await;
    sqlx::query(
        "UPDATE tables SET owner = n.id, incarnation = n.incarnation, term = term + 1, \
                created_at = created_at - interval '1 minute' \
           FROM nodes n WHERE n.id = 'a' AND tables.id = $1",
    )
    .bind(&table)
    .execute(&mut *giving)
    .await
    .expect("it is given");
    giving.commit().await.expect("it is over");
    while clients[0].tables[&table].epoch == epoch {
        clients[0].hear_one().await;
    }
    play_to_the_end(&mut clients, &table).await;
}

/// A table whose server died, and which cannot be rebuilt, is broken for the clients of all.
#[tokio::test]
async fn a_table_that_cannot_be_rebuilt_is_broken_everywhere() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let c = among.start("c").await;
    hears_others(&c, 2).await;
    let (table, mut clients, tokens) = party(&b, [&a, &c]).await;
    play_until(&mut clients, &table, 2).await;
    let mut database = PgConnection::connect(&among.database).await.expect("it is there");
    let config = "UPDATE tables SET config = '{}' WHERE id = $1";
    sqlx::query(config).bind(&table).execute(&mut database).await.expect("it is broken");
    b.kill().await;
    for client in &mut clients {
        let (code, error) = client.expect_error().await;
        assert_eq!((code.as_str(), &error["table"]), ("table_broken", &json!(table)), "{error}");
    }
    for (server, token) in [&a, &c].into_iter().zip(&tokens) {
        let mut client = Client::connect(server.address, token).await;
        client.send(&json!({ "type": "watch", "table": table })).await;
        assert_eq!(client.expect_error().await.0, "table_broken");
        lists(server, &table, false).await;
    }
}

/// Longer than a row of `nodes` is good without being renewed.
const LEASE: Duration = Duration::from_secs(6);

/// After a failover all rows have expired, and one server is the first to be back.
#[tokio::test]
async fn nobody_is_dead_because_postgres_was_away() {
    let Some(among) = Among::if_required().await else { return };
    let pair = among.pair().await;
    let (table, mut clients, _) = party(&pair[0], [&pair[0], &pair[1]]).await;
    let options = ConnectOptions::default();
    let store = connect_unclaimed(&among.database, &options).await.expect("a store");
    for round in 1..=4 {
        if round < 4 {
            among.postgres.crash();
            tokio::time::sleep(LEASE).await;
            among.postgres.start();
        } else {
            // With its connections open.
            let frozen = among.postgres.freeze();
            tokio::time::sleep(LEASE).await;
            drop(frozen);
        }
        play_until(&mut clients, &table, 4 * round).await;
        for server in &pair {
            server.health(200).await;
        }
        // Nobody is missed from then on.
        until("both have renewed their rows", async || {
            let rows = store.nodes().await.unwrap_or_default();
            rows.len() == 2 && rows.iter().all(|row| !row.expired && !row.unlocked)
        })
        .await;
        for server in &pair {
            let said = server.log();
            assert!(!said.contains("a server is dead") && !said.contains("restarting"), "{said}");
        }
    }
}

/// It has what the others need to bring the schema up to date.
#[tokio::test]
async fn a_server_that_stands_still_in_its_start_keeps_no_other_from_starting() {
    let Some(among) = Among::if_required().await else { return };
    among.pair().await;
    let mut other = PgConnection::connect(&among.database).await.expect("a connection");
    let mut watching = PgConnection::connect(&among.database).await.expect("a connection");
    let lock = "BEGIN; LOCK TABLE _sqlx_migrations";
    sqlx::raw_sql(lock).execute(&mut other).await.expect("locked");
    let still = among.spawn("c").await;
    until("it looks at the schema", async || {
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock')";
        sqlx::query_scalar(waits).fetch_one(&mut watching).await.expect("an answer")
    })
    .await;
    still.signal(Signal::STOP);
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("unlocked");
    let next = among.spawn("d").await;
    until("it says what it waits for", async || {
        next.log().contains("other sessions of Postgres are in the way")
    })
    .await;
    next.listens().await;
    next.health(200).await;
}
