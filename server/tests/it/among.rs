//! Several servers on one Postgres: any takes any socket, and nothing stops when one does.

use rustix::process::Signal;
use serde_json::json;

use crate::support::among::{Among, hears_nobody, hears_others, lists, party};
use crate::support::process::{Process, until};
use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, bots, play_to_the_end, play_until};

#[tokio::test]
async fn any_server_takes_any_socket() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    // Sat down at once: the other server may not know the table yet.
    let (table, mut clients, _) = party(&a, [&a, &b]).await;
    let looks_on = guest(b.address, "Onlooker").await;
    let mut spectator = Client::connect(b.address, &looks_on).await;
    spectator.watch(&table).await;
    lists(&b, &table, true).await;
    play_to_the_end(&mut clients, &table).await;
    while spectator.finished(&table).is_none() {
        spectator.hear_one().await;
    }
    assert_eq!(spectator.tables[&table].moves, clients[0].tables[&table].moves);
    assert_eq!(spectator.tables[&table].moves, clients[1].tables[&table].moves);

    // Errors of a table elsewhere come as those of one here.
    clients[1].send(&json!({ "type": "act", "table": table, "seq": 1, "action": "C3" })).await;
    assert_eq!(clients[1].expect_error().await.0, "no_deal");
    clients[1].send(&json!({ "type": "watch", "table": "nowhere" })).await;
    assert_eq!(clients[1].expect_error().await.0, "no_such_table");

    // Unknown tables are looked up in the database at a limited rate.
    let refused = async |number: usize, client: &mut Client| {
        let table = format!("nowhere-{number}");
        client.send(&json!({ "type": "act", "table": table, "seq": 1, "action": "C3" })).await;
        client.expect_error().await.0
    };
    let mut codes = Vec::new();
    for number in 0..150 {
        codes.push(refused(number, &mut clients[1]).await);
    }
    assert_eq!(codes[0], "no_such_table");
    assert!(codes.iter().any(|code| code == "busy"), "{codes:?}");
    assert!(codes.iter().all(|code| ["no_such_table", "busy"].contains(&code.as_str())));

    // All have left: it is closed for both.
    for client in &mut clients {
        client.send(&json!({ "type": "leave", "table": table })).await;
    }
    for client in clients {
        client.close().await;
    }
    spectator.close().await;
}

#[tokio::test]
async fn tables_outlive_their_server() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, tokens) = party(&a, [&a, &b]).await;
    let (of_b, mut at_b, _) = party(&b, [&b, &b]).await;
    play_until(&mut clients, &table, 6).await;
    play_until(&mut at_b, &of_b, 4).await;
    let shown = clients.iter().map(|client| client.tables[&table].moves.clone()).max().unwrap();
    let before = clients[1].tables[&table].epoch.clone();
    drop(clients.remove(0));
    a.kill().await;
    // Those connected to the other hear from the table again without asking.
    while clients[0].tables[&table].epoch == before {
        clients[0].hear_one().await;
    }
    let mut back = Client::connect(b.address, &tokens[0]).await;
    back.watch(&table).await;
    clients.insert(0, back);
    for client in &clients {
        let stored = &client.tables[&table].moves;
        assert!(stored.starts_with(&shown), "shown {shown:?}, stored {stored:?}");
    }
    play_to_the_end(&mut clients, &table).await;
    play_to_the_end(&mut at_b, &of_b).await;
    assert!(b.log().contains("a server is dead"), "{}", b.log());
    let metrics = async || {
        let (_, metrics) = request(b.address, "GET", "/metrics", None, None).await;
        metrics.as_str().expect("text").to_owned()
    };
    until("the link is down", async || metrics().await.contains("\nvzetek_nodes_heard 1\n")).await;
    let metrics = metrics().await;
    let version = env!("CARGO_PKG_VERSION");
    for line in [
        &format!("vzetek_node_info{{node=\"b\",incarnation=\"1\",version=\"{version}\"}} 1"),
        "vzetek_nodes 1",
        "vzetek_nodes_declared_dead_total 1",
        "vzetek_tables_taken_over_total 1",
        "vzetek_tables_handed_over_total 0",
        "vzetek_fresh_starts_total 0",
        "vzetek_links_broken_total 0",
        "vzetek_takeover_seconds_count 1",
    ] {
        assert!(metrics.lines().any(|one| one == line), "{line} is not in\n{metrics}");
    }
}

/// Servers that start together find each other, and none of them is alone.
#[tokio::test]
async fn tables_for_show_are_opened_by_the_first_once_all_are_heard() {
    let Some(among) = Among::if_required().await else { return };
    let b = among.start("b").await;
    let shows = [("VZETEK_DEMO_TABLES", "2")];
    let a = among.spawn_with("a", &shows).await;
    a.listens().await;
    let listed = async |server: &Process| {
        let (_, tables) = request(server.address, "GET", "/api/tables", None, None).await;
        let tables = tables.as_array().expect("a list").clone();
        tables.iter().filter(|table| table["demo"] == true).count()
    };
    until("tables for show are open", async || listed(&b).await == 2).await;
    // No more than that, although both restored the tables of an empty database.
    assert_eq!([listed(&a).await, listed(&b).await], [2, 2]);
}

/// Those connected to another server see no more than a snapshot.
#[tokio::test]
async fn a_server_that_leaves_hands_its_tables_over() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, tokens) = party(&a, [&a, &b]).await;
    let (idle, watchers, _) = party(&a, [&b, &b]).await;
    play_until(&mut clients, &table, 6).await;
    let before = clients[1].tables[&table].epoch.clone();
    let ready = async || request(a.address, "GET", "/ready", None, None).await.0;
    assert_eq!(ready().await, 200);
    a.signal(Signal::TERM);
    a.health(503).await;
    assert_eq!(ready().await, 404);
    let body = config("trset", 2);
    let token = Some(tokens[0].as_str());
    let (status, refused) = request(a.address, "POST", "/api/tables", token, Some(&body)).await;
    assert_eq!((status, refused["code"].as_str()), (503, Some("shutting_down")), "{refused}");
    // It plays on as long as it has the table, and after it the other.
    while clients[1].tables[&table].epoch == before {
        clients[1].hear_one().await;
    }
    let mut at_a = clients.remove(0);
    let mut farewell = serde_json::Value::Null;
    while let Some(message) = at_a.try_hear().await {
        farewell = message;
    }
    assert_eq!((&farewell["type"], &farewell["reason"]), (&json!("goodbye"), &json!("restart")));
    let wait = farewell["retry_ms"].as_u64().expect("others are there, so that it can say when");
    assert!(wait < 200, "{farewell}");
    let (status, said) = a.end().await;
    assert!(status.success(), "{said}");
    let mut back = Client::connect(b.address, &tokens[0]).await;
    back.watch(&table).await;
    clients.insert(0, back);
    play_to_the_end(&mut clients, &table).await;
    for mut watcher in watchers {
        while watcher.tables[&idle].epoch == before {
            watcher.hear_one().await;
        }
    }
    assert!(!b.log().contains("a server is dead"), "{}", b.log());
    // The last one has nobody to hand them to; they wait for the next start.
    b.signal(Signal::TERM);
    let (status, said) = b.end().await;
    assert!(status.success(), "{said}");
    let c = among.start("c").await;
    lists(&c, &table, true).await;
}

#[tokio::test]
async fn a_server_that_slept_restarts() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, tokens) = party(&a, [&a, &b]).await;
    play_until(&mut clients, &table, 4).await;
    let before = clients[1].tables[&table].epoch.clone();
    a.signal(Signal::STOP);
    while clients[1].tables[&table].epoch == before {
        clients[1].hear_one().await;
    }
    let mut back = Client::connect(b.address, &tokens[0]).await;
    back.watch(&table).await;
    let asleep = std::mem::replace(&mut clients[0], back);
    play_until(&mut clients, &table, 10).await;
    a.signal(Signal::CONT);
    // Its sockets end, and it comes back as another, with whom everybody can play again.
    until("the server restarts", async || a.log().contains("restarting")).await;
    let mut asleep = asleep;
    while asleep.try_hear().await.is_some() {}
    a.listens().await;
    a.health(200).await;
    hears_others(&a, 2).await;
    let (_, metrics) = request(a.address, "GET", "/metrics", None, None).await;
    assert!(metrics.as_str().expect("text").contains("vzetek_fresh_starts_total 1"), "{metrics}");
    let mut back = Client::connect(a.address, &tokens[0]).await;
    back.watch(&table).await;
    clients[0] = back;
    play_to_the_end(&mut clients, &table).await;
}

/// One that restarts while NATS is gone serves its own until that is back.
#[tokio::test]
async fn a_server_that_restarts_does_not_wait_for_nats() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    a.signal(Signal::STOP);
    until("it is declared dead", async || b.log().contains("a server is dead")).await;
    among.nats.kill();
    a.signal(Signal::CONT);
    until("it restarts", async || a.log().contains("restarting")).await;
    a.listens().await;
    a.health(200).await;
    let (table, mut clients, _) = party(&a, [&a, &a]).await;
    play_until(&mut clients, &table, 4).await;
    among.nats.start().await;
    hears_others(&a, 2).await;
    lists(&b, &table, true).await;
    play_to_the_end(&mut clients, &table).await;
}

/// It has served before, and whoever started it does not expect it to end.
#[tokio::test]
async fn a_server_that_restarts_waits_for_postgres() {
    let Some(among) = Among::if_required().await else { return };
    among.postgres.crash();
    let restart = [("VZETEK_RESTARTS", "1")];
    let server = among.spawn_with("a", &restart).await;
    let first = among.spawn("b").await;
    let (status, said) = first.end().await;
    assert!(!status.success() && said.contains("(see --database)"), "{said}");
    among.postgres.start();
    server.listens().await;
    server.health(200).await;
}

#[tokio::test]
async fn tables_go_on_without_nats_and_are_reached_again_with_it() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (of_a, mut at_a, _) = party(&a, [&a, &a]).await;
    let (mixed, mut clients, _) = party(&a, [&a, &b]).await;
    play_until(&mut clients, &mixed, 2).await;
    let heard = [&a, &b].map(|server| server.log().matches("another server is heard").count());
    among.nats.kill();
    play_until(&mut at_a, &of_a, 6).await;
    hears_nobody(&b).await;
    clients[1].send(&json!({ "type": "chat", "table": mixed, "text": "?" })).await;
    assert_eq!(clients[1].expect_error().await.0, "busy");
    assert_eq!(request(b.address, "GET", "/health", None, None).await.0, 200);
    among.nats.start().await;
    for (server, before) in [&a, &b].into_iter().zip(heard) {
        hears_others(server, before + 1).await;
    }
    play_to_the_end(&mut at_a, &of_a).await;
    play_to_the_end(&mut clients, &mixed).await;
    assert!(!a.log().contains("a server is dead") && !b.log().contains("a server is dead"));
}

#[tokio::test]
async fn bad_beginnings_are_named() {
    let Some(mut among) = Among::if_required().await else { return };
    let refused = async |database: &str, arguments: &[&str], words: &str| {
        let server = Process::spawn(database, arguments, [("", ""); 0]).await;
        let (status, said) = server.end().await;
        assert!(!status.success() && said.contains(words), "{words}: {said}");
    };
    let (database, nats) = (among.database.clone(), among.nats.url());
    let database = database.as_str();
    refused(database, &["--nats", &nats], "--node").await;
    refused(database, &["--nats", &nats, "--node", "A b"], "of a-z").await;
    refused(database, &["--nats", &among.nats.wrong_url(), "--node", "a"], "(see --nats)").await;
    refused(database, &["--nats", "nats://127.0.0.1:1", "--node", "a"], "(see --nats)").await;
    refused(database, &["--nats", "nonsense://", "--node", "a"], "(see --nats)").await;
    among.nats.kill();
    among.nats.takes_at_most(4_096);
    among.nats.start().await;
    let words = "NATS takes messages of 4096 bytes at most";
    refused(database, &["--nats", &nats, "--node", "a"], words).await;
    among.nats.kill();
    among.nats.takes_at_most(1 << 20);
    among.nats.start().await;
    let authority = ["--nats", &nats, "--node", "a", "--nats-ca", "/nowhere/ca.pem"];
    refused(database, &authority, "/nowhere/ca.pem cannot be read (see --nats-ca)").await;
    refused("sqlite:/tmp/never.db", &["--nats", &nats, "--node", "a"], "only servers on Postgres")
        .await;
    let _a = among.start("a").await;
    refused(database, &["--nats", &nats, "--node", "a"], "is called \"a\"").await;
    refused(database, &[], "another server runs on this database").await;
    let b = among.start("b").await;
    b.health(200).await;
    among.postgres.crash();
    b.health(503).await;
    among.postgres.start();
    b.health(200).await;
}

/// People who are connected to different servers find each other, and bots wherever they are.
#[tokio::test]
async fn people_and_bots_meet_across_servers() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (ana, bor) = (guest(a.address, "Ana").await, guest(a.address, "Bor").await);
    let mut ana = Client::connect(a.address, &ana).await;
    let mut bor = Client::connect(b.address, &bor).await;
    let seek = json!({ "type": "seek", "kind": "trset-2", "pace": "quick" });
    let mut tables = Vec::new();
    for client in [&mut ana, &mut bor] {
        client.send(&seek).await;
        client.expect("seeking").await;
    }
    for client in [&mut ana, &mut bor] {
        let table = client.expect("called").await["table"].as_str().expect("a table").to_owned();
        client.watch(&table).await;
        tables.push(table);
    }
    assert_eq!(tables[0], tables[1]);
    let mut both = [ana, bor];
    play_to_the_end(&mut both, &tables[0]).await;

    // A bot at one server plays at a table of the other.
    let _bots = bots::start(b.address, 1).await;
    let token = guest(a.address, "Cene").await;
    let mut wish = config("trset", 2);
    wish["bots"] = json!("easy");
    until("the bots are known", async || {
        let answer = request(a.address, "POST", "/api/tables", Some(&token), Some(&wish)).await;
        answer.0 == 200
    })
    .await;
    let (table, _) = open_table(a.address, &token, &wish).await;
    let mut cene = [Client::connect(a.address, &token).await];
    cene[0].sit(&table, 0).await;
    play_to_the_end(&mut cene, &table).await;
}

/// To sign out at one server ends connections at the others.
#[tokio::test]
async fn sessions_end_everywhere() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let person = json!({ "name": "Ana", "password": "correct horse", "bearer": true });
    let (_, made) = request(a.address, "POST", "/api/register", None, Some(&person)).await;
    let token = made["token"].as_str().expect("a token");
    let mut client = Client::connect(b.address, token).await;
    let (status, _) = request(a.address, "POST", "/api/logout", Some(token), None).await;
    assert_eq!(status, 204);
    assert_eq!(client.expect("goodbye").await["reason"], "signed_out");
}

#[tokio::test]
async fn a_server_that_is_stopped_before_it_serves_ends_well() {
    let Some(among) = Among::if_required().await else { return };
    let _a = among.start("a").await;
    let second = among.spawn("a").await;
    until("it waits", async || second.log().contains("waiting for its end")).await;
    second.signal(Signal::TERM);
    let (status, said) = second.end().await;
    // Had it gone on waiting, it would have ended as one whose name is taken.
    assert!(status.success() && said.contains("stopping"), "{status}: {said}");
}
