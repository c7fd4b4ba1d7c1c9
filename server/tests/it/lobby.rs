//! The list of tables, live; private tables; chat.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::{Value, json};

use crate::support::bots;
use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, TestServer};

#[tokio::test]
async fn the_lobby_shows_tables_come_fill_and_go() {
    let server = TestServer::start(&["--empty-table-s", "5"]).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut looker = Client::connect(server.address, &guest(server.address, "Looker").await).await;
    looker.send(&json!({ "type": "lobby", "on": true })).await;
    assert_eq!(looker.expect("lobby").await["tables"], json!([]));

    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let seen = looker.expect("lobby_table").await;
    assert_eq!(seen["table"]["id"], table.as_str());
    assert_eq!(seen["table"]["phase"], "waiting");

    ana.sit(&table, 1).await;
    loop {
        let seen = looker.expect("lobby_table").await;
        if seen["table"]["seats"][1]["name"] == "Ana" {
            break;
        }
    }
    ana.send(&json!({ "type": "leave", "table": table })).await;
    ana.expect_event("left").await;
    assert_eq!(looker.expect("lobby_gone").await["table"], table.as_str());
    let (status, error) = request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!((status, error), (200, json!([])));
    server.stop().await;
}

#[tokio::test]
async fn a_level_is_to_be_had_at_tables_of_its_kinds_alone() {
    let server = TestServer::start(&[]).await;
    let _natural = bots::start_for(server.address, "natural", &["kifameno-2", "trset-2"]).await;
    let _easy = bots::start(server.address, 1).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.send(&json!({ "type": "lobby", "on": true })).await;
    let kinds = json!({ "natural": ["kifameno-2", "trset-2"] });
    for told in [ana.welcome.clone(), ana.expect("lobby").await] {
        assert_eq!((&told["levels"], &told["level_kinds"]), (&json!(["easy", "natural"]), &kinds));
    }
    let with = |game: &str, players: u8| {
        let mut wish = config(game, players);
        wish["bots"] = json!("natural");
        wish
    };
    let wish = with("trset", 4);
    let (status, error) =
        request(server.address, "POST", "/api/tables", Some(&token), Some(&wish)).await;
    assert_eq!((status, &error["code"], &error["field"]), (409, &json!("no_bots"), &json!("bots")));
    assert_eq!(
        error["message"],
        "bots of level \"natural\" play kifameno-2, trset-2 and not trset-4; there are easy"
    );
    // At a table of its kinds one sits down.
    let (table, _) = open_table(server.address, &token, &with("trset", 2)).await;
    ana.sit(&table, 1).await;
    loop {
        let seated = ana.expect_event("seated").await;
        if seated["seat"] == 0 {
            assert_eq!(seated["player"]["level"], "natural");
            break;
        }
    }
    server.stop().await;
}

/// The lobby does not list a private table: its players find it all the same, by game and names.
#[tokio::test]
async fn players_find_their_private_tables() {
    let server = TestServer::start(&[]).await;
    let [ana, bor] = [guest(server.address, "Ana").await, guest(server.address, "Bor").await];
    let mut wish = config("trset", 3);
    wish["private"] = json!(true);
    let (table, invite) = open_table(server.address, &ana, &wish).await;
    let own = async |token: &str| {
        request(server.address, "GET", "/api/me/tables", Some(token), None).await.1
    };
    assert_eq!(own(&ana).await, json!([]), "nobody sits there");
    let mut line = Client::connect(server.address, &ana).await;
    line.send(&json!({ "type": "sit", "table": table, "invite": invite })).await;
    line.expect("snapshot").await;
    let found = own(&ana).await;
    assert_eq!((&found[0]["id"], &found[0]["config"]["private"]), (&json!(table), &json!(true)));
    assert_eq!(found[0]["config"]["game"]["options"]["players"], 3);
    assert_eq!(found[0]["players"].as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["players"][0]["name"], "Ana");
    assert_eq!(own(&bor).await, json!([]), "others do not");
    // Each table has its own players.
    let (second, word) = open_table(server.address, &bor, &wish).await;
    let mut other = Client::connect(server.address, &bor).await;
    for guest in [&mut other, &mut line] {
        guest.send(&json!({ "type": "sit", "table": second, "invite": word })).await;
        guest.expect("snapshot").await;
    }
    let names = |table: &Value| -> Vec<String> {
        let players = table["players"].as_array().expect("players").iter();
        players.map(|player| player["name"].as_str().expect("a name").to_owned()).collect()
    };
    let mut found: Vec<_> = own(&ana).await.as_array().expect("tables").iter().map(names).collect();
    found.sort();
    assert_eq!(found, [vec!["Ana"], vec!["Bor", "Ana"]]);
    let (status, _) = request(server.address, "GET", "/api/me/tables", None, None).await;
    assert_eq!(status, 401);
    server.stop().await;
}

#[tokio::test]
async fn a_private_table_opens_to_its_word_only() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut wish = config("trset", 2);
    wish["private"] = json!(true);
    let (table, invite) = open_table(server.address, &token, &wish).await;
    let invite = invite.expect("a word");
    let mut stranger = Client::connect(server.address, &guest(server.address, "X").await).await;
    for message in [
        json!({ "type": "watch", "table": table }),
        json!({ "type": "watch", "table": table, "invite": "open sesame" }),
        json!({ "type": "sit", "table": table, "seat": 0 }),
    ] {
        stranger.send(&message).await;
        assert_eq!(stranger.expect_error().await.0, "invite_required");
    }
    stranger.send(&json!({ "type": "lobby", "on": true })).await;
    assert_eq!(stranger.expect("lobby").await["tables"], json!([]), "not in the list");
    stranger.send(&json!({ "type": "sit", "table": table, "invite": invite })).await;
    let snapshot = stranger.expect("snapshot").await;
    assert_eq!(snapshot["snapshot"]["you"], 0);
    server.stop().await;
}

#[tokio::test]
async fn chat_arrives_as_it_was_written() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    ana.watch(&table).await;
    bor.watch(&table).await;
    let line = "<b>Živjo</b> 👩\u{200d}👧 🂡";
    ana.send(&json!({ "type": "chat", "table": table, "text": line })).await;
    assert_eq!(bor.expect_event("chat").await["line"]["text"], line);
    // But for what nobody would see.
    let hidden = "\u{feff}a\u{202e}b\u{200b}c\u{2066}";
    ana.send(&json!({ "type": "chat", "table": table, "text": hidden })).await;
    assert_eq!(bor.expect_event("chat").await["line"]["text"], "abc");
    for text in ["a".repeat(301), "\u{200b}\u{202e} \u{2060}".to_owned()] {
        ana.send(&json!({ "type": "chat", "table": table, "text": text })).await;
        assert_eq!(ana.expect_error().await.0, "bad_message");
    }
    server.stop().await;
}

#[tokio::test]
async fn phrases_are_said_by_their_names_and_count_as_lines() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let phrase = |name: &str| json!({ "type": "phrase", "table": table, "phrase": name });
    ana.send(&phrase("bravo")).await;
    assert_eq!(ana.expect_error().await.0, "forbidden", "from elsewhere");
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    for client in [&mut ana, &mut bor] {
        client.watch(&table).await;
    }
    ana.send(&phrase("bravo")).await;
    let line = bor.expect_event("chat").await["line"].clone();
    assert_eq!((&line["phrase"], &line["text"]), (&json!("bravo"), &json!("Bravo!")));
    ana.send(&phrase("rude")).await;
    assert_eq!(ana.expect_error().await.0, "bad_message");
    // Five lines at once and one a second are allowed. A table's mailbox holds more than these.
    for _ in 0..20 {
        ana.send(&phrase("hurry")).await;
    }
    let (code, error) = ana.expect_error().await;
    assert_eq!((code.as_str(), &error["of"]), ("rate_limited", &json!("phrase")));
    server.stop().await;
}

#[tokio::test]
async fn a_long_list_is_told_in_parts() {
    let limits = ["--tables-per-account", "1000", "--requests-per-second", "1000"];
    let server = TestServer::start(&limits).await;
    let token = guest(server.address, "Ana").await;
    let mut open = BTreeSet::new();
    for _ in 0..230 {
        open.insert(open_table(server.address, &token, &config("trset", 2)).await.0);
    }
    let ids = |message: &Value| -> Vec<String> {
        let tables = message["tables"].as_array().expect("tables").iter();
        tables.map(|table| table["id"].as_str().expect("an id").to_owned()).collect()
    };
    let mut ana = Client::connect(server.address, &token).await;
    ana.send(&json!({ "type": "lobby", "on": true })).await;
    let first = ana.expect("lobby").await;
    let mut told = ids(&first);
    let mut more = first["more"].clone();
    while more == true {
        let part = ana.expect("lobby_tables").await;
        told.extend(ids(&part));
        more = part["more"].clone();
    }
    let longest = ana.frames.iter().map(String::len).max().unwrap_or_default();
    assert!(longest < 100_000, "{longest} bytes at once");
    assert_eq!(told.len(), open.len());
    assert_eq!(told.into_iter().collect::<BTreeSet<_>>(), open);
    let page = async |query: &str| {
        let path = format!("/api/tables{query}");
        let (status, tables) = request(server.address, "GET", &path, None, None).await;
        assert_eq!(status, 200, "{tables}");
        ids(&json!({ "tables": tables }))
    };
    let begin = page("?limit=200").await;
    let rest = page(&format!("?after={}", begin[199])).await;
    assert_eq!((begin.len(), rest.len()), (200, 30));
    assert_eq!(begin.into_iter().chain(rest).collect::<BTreeSet<_>>(), open);
    let (status, error) =
        request(server.address, "GET", "/api/tables?limit=1001", None, None).await;
    assert_eq!((status, &error["field"]), (400, &json!("limit")));
    server.stop().await;
}

#[tokio::test]
async fn an_account_writes_so_much_wherever_it_writes() {
    let server = TestServer::start(&["--messages-per-second", "1000"]).await;
    let token = guest(server.address, "Ana").await;
    let (one, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let (other, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let begun = Instant::now();
    let (mut told, mut refused) = (0, 0);
    let mut wait = 0;
    for _ in 0..3 {
        let mut ana = Client::connect(server.address, &token).await;
        for table in [&one, &other, &one] {
            // Somebody who comes anew has no more than before.
            ana.watch(table).await;
            for n in 0..6 {
                let line = json!({ "type": "chat", "table": table, "text": n.to_string() });
                ana.send(&line).await;
                loop {
                    let message = ana.hear_one().await;
                    if message["event"]["type"] == "chat" {
                        told += 1;
                        break;
                    }
                    if message["type"] == "error" {
                        assert_eq!(message["code"], "rate_limited");
                        assert_eq!(message["of"], "chat");
                        let words = message["message"].as_str().expect("words");
                        assert!(words.contains("1 line a second, 5 at once"), "{words}");
                        wait = message["retry_ms"].as_u64().expect("how long to wait");
                        refused += 1;
                        break;
                    }
                }
            }
            ana.send(&json!({ "type": "unwatch", "table": table })).await;
        }
    }
    let allowed = 5 + begun.elapsed().as_secs() + 1;
    assert!((5..=allowed).contains(&told), "{told} lines, {allowed} allowed");
    // Of somebody else there is no talk.
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    bor.watch(&one).await;
    bor.send(&json!({ "type": "chat", "table": one, "text": "Bor" })).await;
    assert_eq!(bor.expect_event("chat").await["line"]["text"], "Bor");
    if refused > 0 {
        assert!((1..=1000).contains(&wait), "{wait}");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_comes_and_goes_again_and_again_is_told_of_once_a_second() {
    const TIMES: usize = 100;
    let server = TestServer::start(&["--messages-per-second", "100000"]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut looker = Client::connect(server.address, &guest(server.address, "Looker").await).await;
    looker.send(&json!({ "type": "lobby", "on": true })).await;
    looker.expect("lobby").await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    let mut restless = Client::connect(server.address, &guest(server.address, "R").await).await;
    let begun = Instant::now();
    for _ in 0..TIMES {
        restless.send(&json!({ "type": "watch", "table": table })).await;
        restless.send(&json!({ "type": "unwatch", "table": table })).await;
    }
    restless.send(&json!({ "type": "ping" })).await;
    restless.expect("pong").await;
    // Only in the end are there two.
    restless.watch(&table).await;
    let mut other = Client::connect(server.address, &guest(server.address, "Other").await).await;
    other.watch(&table).await;
    let mut changes = 0;
    while looker.expect("lobby_table").await["table"]["spectators"] != 2 {
        changes += 1;
    }
    let mut counts = 0;
    while ana.expect_event("spectators").await["count"] != 2 {
        counts += 1;
    }
    // At once, and then one a second; a change that was put off twice is told
    // once more.
    let most = begun.elapsed().as_secs() + 3;
    assert!(changes <= most, "{changes} changes, at most {most}");
    assert!(counts <= most, "{counts} counts, at most {most}");
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_comes_and_goes_again_and_again_is_there() {
    const TIMES: usize = 100;
    let server = TestServer::start(&["--messages-per-second", "100000"]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 3)).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    bor.sit(&table, 1).await;
    let begun = Instant::now();
    for _ in 0..TIMES {
        bor.send(&json!({ "type": "unwatch", "table": table })).await;
        bor.send(&json!({ "type": "watch", "table": table })).await;
    }
    bor.send(&json!({ "type": "ping" })).await;
    bor.expect("pong").await;
    bor.watch(&table).await;
    bor.send(&json!({ "type": "chat", "table": table, "text": "here" })).await;
    ana.expect_event("chat").await;
    let told = ana.tables[&table].events.iter().filter(|event| event["type"] == "connection");
    let (told, most) = (told.count() as u64, 2 * (begun.elapsed().as_secs() + 2));
    assert!(told <= most, "{told} times, at most {most}");
    // A player who goes for good is told of all the same.
    bor.send(&json!({ "type": "unwatch", "table": table })).await;
    assert_eq!(ana.expect_event("connection").await["connected"], false);
    server.stop().await;
}

#[tokio::test]
async fn who_asks_for_the_lobby_again_and_again_is_told_a_few_times() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut ana = Client::connect(server.address, &token).await;
    for _ in 0..40 {
        ana.send(&json!({ "type": "lobby", "on": false })).await;
        ana.send(&json!({ "type": "lobby", "on": true })).await;
    }
    ana.send(&json!({ "type": "ping", "at": 1 })).await;
    let mut lists = 0;
    loop {
        let message = ana.hear_one().await;
        match message["type"].as_str() {
            Some("lobby") => lists += 1,
            Some("pools") => {}
            Some("pong") => break,
            _ => panic!("{message}"),
        }
    }
    assert!((1..20).contains(&lists), "{lists} lists for forty questions");
    // The last question is answered all the same, and changes are told again.
    assert_eq!(ana.expect("lobby").await["tables"][0]["id"], table.as_str());
    open_table(server.address, &token, &config("trset", 3)).await;
    ana.expect("lobby_table").await;
    server.stop().await;
}
