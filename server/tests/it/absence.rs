//! Players who run out of time, stay away, leave, and come back.

use serde_json::{Value, json};

use crate::support::rest::{guest, open_table, request};
use crate::support::tables::seated;
use crate::support::{Client, TestServer, bots, play_to_the_end};

fn config(players: u8, move_ms: u32, bank_ms: u32, grace_ms: u32) -> Value {
    json!({
        "game": { "name": "trset", "options": { "players": players } },
        "clock": { "move_ms": move_ms, "bank_ms": bank_ms, "grace_ms": grace_ms },
        "bots": "easy",
    })
}

/// Two people, no bank, and no bots wanted.
fn of_people(move_ms: u32, grace_ms: u32) -> Value {
    let mut wish = config(2, move_ms, 0, grace_ms);
    wish.as_object_mut().expect("a configuration is an object").remove("bots");
    wish
}

/// A table at which two sit, in seats 0 and 1, and their tokens.
async fn two(server: &TestServer, wish: &Value) -> (String, [Client; 2], Vec<String>) {
    let (table, clients, tokens) = seated(server, wish, 2).await;
    let clients = <[Client; 2]>::try_from(clients).ok().expect("two were asked for");
    (table, clients, tokens)
}

#[tokio::test]
async fn who_runs_out_of_time_is_played_for_and_may_come_back() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 500, 300, 60_000)).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    ana.wait_for_turn(&table).await;
    // She dreams; the bank runs out as well.
    let substituted = ana.expect_event("substituted").await;
    assert_eq!(substituted["seat"], 0);
    let moved = loop {
        let moved = ana.expect_event("moved").await;
        if moved["seat"] == 0 {
            break moved;
        }
    };
    assert_eq!(moved["by"], "substitute", "a bot plays for her");
    // The bot decides, so it alone is told what is legal.
    let snapshot = ana.watch(&table).await;
    assert_eq!(snapshot["you"], 0);
    assert_eq!(snapshot["deal"]["turn"]["legal"], Value::Null);
    let told = ana.frames.len();
    let since =
        ana.frames.iter().rposition(|frame| frame.contains("\"substituted\"")).expect("told");
    let meanwhile = &ana.frames[since..told];
    assert!(!meanwhile.iter().any(|frame| frame.contains("\"legal\"")), "{meanwhile:?}");
    ana.send(&json!({ "type": "return", "table": table })).await;
    assert_eq!(ana.expect_event("returned").await["seat"], 0);
    ana.wait_for_turn(&table).await;
    ana.play_if_due(&table).await;
    let moved = loop {
        let moved = ana.expect_event("moved").await;
        if moved["seat"] == 0 && moved["by"] == "player" {
            break moved;
        }
    };
    assert_eq!(moved["by"], "player");
    let finish = play_to_the_end(std::slice::from_mut(&mut ana), &table).await;
    assert_eq!(finish["forfeited"], json!([false, false]));
    server.stop().await;
}

#[tokio::test]
async fn whoever_must_act_and_comes_back_by_number_is_told_the_turn_again() {
    let server = TestServer::start(&[]).await;
    let (table, [mut ana, mut bor], tokens) = two(&server, &of_people(20_000, 60_000)).await;
    for client in [&mut ana, &mut bor] {
        while client.tables[&table].turn.is_none() {
            client.hear_one().await;
        }
    }
    let [(due, due_token), (other, other_token)] = if ana.tables[&table].legal.is_empty() {
        [(bor, &tokens[1]), (ana, &tokens[0])]
    } else {
        [(ana, &tokens[0]), (bor, &tokens[1])]
    };
    // A program that was started anew knows where it was, and nothing else.
    let known = due.tables[&table].clone();
    let since = json!({ "epoch": known.epoch, "seq": known.seq });
    let ask = json!({ "type": "watch", "table": table, "since": since });
    let mut back = Client::connect(server.address, due_token).await;
    back.send(&ask).await;
    let turn = back.hear_one().await;
    assert_eq!((turn["type"].as_str(), &turn["table"]), (Some("turn"), &json!(table)), "{turn}");
    assert_eq!(turn["turn"]["seat"], json!(known.you));
    assert_eq!(turn["turn"]["legal"], json!(known.legal));
    let act =
        json!({ "type": "act", "table": table, "seq": turn["seq"], "action": known.legal[0] });
    // The player who waits for the other is told nothing.
    let mut waits = Client::connect(server.address, other_token).await;
    waits.send(&ask).await;
    waits.send(&json!({ "type": "watch", "table": table })).await;
    assert_eq!(waits.hear_one().await["type"], "snapshot");
    back.send(&act).await;
    let mut other = other;
    assert_eq!(other.expect_event("moved").await["action"], known.legal[0].as_str());
    server.stop().await;
}

#[tokio::test]
async fn who_stays_away_past_the_grace_time_is_played_for_and_loses() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 4).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(3, 20_000, 0, 100)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut watcher = Client::connect(server.address, &guest(server.address, "W").await).await;
    ana.sit(&table, 0).await;
    watcher.watch(&table).await;
    ana.wait_for_turn(&table).await;
    ana.close().await;
    let gone = watcher.expect_event("connection").await;
    assert_eq!((gone["seat"].clone(), gone["connected"].clone()), (json!(0), json!(false)));
    watcher.expect_event("substituted").await;
    let over = watcher.expect_event("deal_over").await;
    assert_eq!(over["finish"]["forfeited"], json!([true, false, false]));
    assert_eq!(over["finish"]["won"][0], false);
    let won = over["finish"]["won"].as_array().expect("by seat");
    let match_won = over["finish"]["match_won"].as_array().expect("nobody waits for her");
    assert!(match_won[0] == false && match_won.contains(&json!(true)), "{over}");
    // If her cards have won, nobody has: somebody else played them.
    assert!(won == match_won || !won.contains(&json!(true)), "{over}");
    watcher.expect_event("closed").await;
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_in_time_plays_on() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 20_000, 0, 300)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut watcher = Client::connect(server.address, &guest(server.address, "W").await).await;
    ana.sit(&table, 0).await;
    watcher.watch(&table).await;
    ana.wait_for_turn(&table).await;
    ana.close().await;
    watcher.expect_event("substituted").await;
    let mut back = Client::connect(server.address, &token).await;
    assert_eq!(back.welcome["tables"], json!([table]), "told where she sits");
    back.watch(&table).await;
    watcher.expect_event("returned").await;
    let finish = play_to_the_end(std::slice::from_mut(&mut back), &table).await;
    assert_eq!(finish["forfeited"], json!([false, false]));
    server.stop().await;
}

#[tokio::test]
async fn who_leaves_loses_and_the_others_finish() {
    let server = TestServer::start(&[]).await;
    let ana_token = guest(server.address, "Ana").await;
    let bor_token = guest(server.address, "Bor").await;
    let mut wish = config(2, 20_000, 0, 60_000);
    wish.as_object_mut().unwrap().remove("bots");
    wish["game"]["options"]["target"] = json!(51);
    // No bots are asked for, and of the substitutes' own level there are none:
    // the server plays for her itself.
    let (table, _) = open_table(server.address, &ana_token, &wish).await;
    let mut ana = Client::connect(server.address, &ana_token).await;
    let mut bor = Client::connect(server.address, &bor_token).await;
    ana.sit(&table, 0).await;
    bor.sit(&table, 1).await;
    while ana.tables[&table].turn.is_none() {
        ana.hear_one().await;
    }
    ana.send(&json!({ "type": "leave", "table": table })).await;
    bor.expect_event("substituted").await;
    while bor.tables[&table].moves.len() < 2 {
        if bor.play_if_due(&table).await.is_none() {
            bor.hear_one().await;
        }
    }
    let of_ana: Vec<_> = bor.tables[&table]
        .events
        .iter()
        .filter(|event| event["type"] == "moved" && event["seat"] == 0)
        .collect();
    assert!(of_ana.iter().all(|moved| moved["by"] == "server"), "{of_ana:?}");
    assert!(!of_ana.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_substitute_that_breaks_down_is_replaced() {
    let server = TestServer::start(&[]).await;
    let _opponent = bots::start(server.address, 1).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 500, 0, 60_000)).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    ana.wait_for_turn(&table).await;
    let first = bots::start(server.address, 1).await;
    let who = |event: Value| event["substitute"]["player"]["id"].clone();
    let mut substitutes = Vec::new();
    let (mut first, mut second) = (Some(first), None);
    while substitutes.len() < 2 {
        let bot = who(ana.expect_event("substituted").await);
        if bot.is_null() || substitutes.contains(&bot) {
            continue;
        }
        substitutes.push(bot);
        if let Some(broken) = first.take() {
            drop(broken);
            // The old one is noticed to be gone before the new one is asked.
            assert!(who(ana.expect_event("substituted").await).is_null());
            second = Some(bots::start(server.address, 1).await);
        }
    }
    assert!(second.is_some(), "the second bot played until here");
    assert_ne!(substitutes[0], substitutes[1]);
    server.stop().await;
}

#[tokio::test]
async fn coming_back_for_ever_does_not_hold_the_others_up() {
    let server = TestServer::start(&[]).await;
    let (table, [mut ana, mut bor], _) = two(&server, &of_people(500, 60_000)).await;
    // Ana never plays, and wants her seat back whenever it is taken from her.
    let staller = tokio::spawn(async move {
        while let Some(message) = ana.try_hear().await {
            if message["event"]["type"] == "substituted" && message["event"]["seat"] == 0 {
                ana.send(&json!({ "type": "return", "table": message["table"] })).await;
            }
        }
    });
    let mut moved_for_her = 0;
    while moved_for_her < 2 {
        if bor.play_if_due(&table).await.is_none() {
            let heard = bor.hear_one().await;
            let event = &heard["event"];
            if event["type"] == "moved" && event["seat"] == 0 {
                assert_eq!(event["by"], "server");
                moved_for_her += 1;
            }
        }
    }
    let returned = bor.tables[&table].events.iter().filter(|e| e["type"] == "returned").count();
    assert!(returned >= 1, "she has it back with the next turn");
    staller.abort();
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_in_mid_turn_has_no_more_time_than_before() {
    let server = TestServer::start(&[]).await;
    let (table, [mut ana, mut bor], tokens) = two(&server, &of_people(20_000, 100)).await;
    while ana.tables[&table].legal.is_empty() {
        if bor.play_if_due(&table).await.is_none() {
            tokio::select! {
                _ = ana.hear_one() => {}
                _ = bor.hear_one() => {}
            }
        }
    }
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    // Here already, so that nobody has played for her before she is back.
    let mut back = Client::connect(server.address, &tokens[0]).await;
    ana.close().await;
    bor.expect_event("substituted").await;
    back.watch(&table).await;
    let returned = bor.expect_event("returned").await;
    let left = returned["turn"]["move_ms"].as_u64().expect("it is her turn still");
    assert!(left <= 19_400, "{returned}");
    server.stop().await;
}

#[tokio::test]
async fn between_deals_nobody_waits_for_ever() {
    let server = TestServer::start(&["--ready-s", "1"]).await;
    let mut wish = of_people(20_000, 60_000);
    wish["game"]["options"]["target"] = json!(51);
    let (table, mut both, _) = two(&server, &wish).await;
    play_to_the_end(&mut both, &table).await;
    let [mut ana, bor] = both;
    // Nobody is in a hurry as long as nobody waits.
    tokio::time::sleep(std::time::Duration::from_millis(1_300)).await;
    ana.send(&json!({ "type": "ready", "table": table })).await;
    let left = ana.expect_event("left").await;
    assert_eq!(left["seat"], 1, "Bor is there, but does not go on");
    drop(bor);
    // The player who comes instead begins a new match.
    let mut cene = Client::connect(server.address, &guest(server.address, "Cene").await).await;
    cene.sit(&table, 1).await;
    let started = ana.expect_event("match_started").await;
    assert_eq!(started["score"]["deals"], 0, "{started}");
    server.stop().await;
}

#[tokio::test]
async fn an_absent_player_frees_the_seat_between_deals() {
    let server = TestServer::start(&[]).await;
    let (table, mut both, _) = two(&server, &of_people(20_000, 500)).await;
    play_to_the_end(&mut both, &table).await;
    let [mut ana, bor] = both;
    bor.close().await;
    ana.send(&json!({ "type": "ready", "table": table })).await;
    assert_eq!(ana.expect_event("left").await["seat"], 1);
    server.stop().await;
}

#[tokio::test]
async fn strangers_do_not_sit_at_a_demo_table() {
    let server = TestServer::start(&["--demo-tables", "1"]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    ana.send(&json!({ "type": "lobby", "on": true })).await;
    let table = loop {
        let lobby = ana.hear_one().await;
        if let Some(table) =
            lobby["tables"][0]["table"].as_str().or(lobby["tables"][0]["id"].as_str())
        {
            break table.to_owned();
        }
    };
    ana.watch(&table).await;
    ana.send(&json!({ "type": "sit", "table": table, "seat": 0 })).await;
    assert_eq!(ana.expect_error().await.0, "forbidden");
    // With fewer asked for, those there are too many of are gone.
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, &["--demo-tables", "0"]).await;
    let (status, lobby) = request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!((status, lobby), (200, json!([])));
    server.stop().await;
}

#[tokio::test]
async fn tables_without_a_free_bot_are_told_and_served_in_turn() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start_with(server.address, "easy", 1, 1).await;
    let mut parties = Vec::new();
    for number in 0..3 {
        let token = guest(server.address, &format!("Guest {number}")).await;
        let wish = config(2, 60_000, 0, 60_000);
        let (table, _) = open_table(server.address, &token, &wish).await;
        let mut client = Client::connect(server.address, &token).await;
        client.sit(&table, 0).await;
        if number == 0 {
            assert_eq!(client.expect_event("seated").await["player"]["kind"], "bot");
        } else {
            assert_eq!(client.expect_event("awaiting_bots").await["awaiting"], true);
            assert_eq!(client.watch(&table).await["awaiting_bots"], true);
        }
        parties.push((table, client));
    }
    let [(first, mut ana), (second, mut bor), (_, mut vid)] =
        <[_; 3]>::try_from(parties).ok().expect("three");
    // The bot plays a deal to its end, and is free.
    let served = async |table: &str, from: &mut Client, next: &mut Client| {
        play_to_the_end(std::slice::from_mut(from), table).await;
        from.send(&json!({ "type": "leave", "table": table })).await;
        assert_eq!(next.expect_event("awaiting_bots").await["awaiting"], false);
        assert_eq!(next.expect_event("seated").await["player"]["kind"], "bot");
    };
    served(&first, &mut ana, &mut bor).await;
    let waits = vid.tables.values().next().expect("a table").events.clone();
    assert!(!waits.iter().any(|event| event["type"] == "seated"), "{waits:?}");
    served(&second, &mut bor, &mut vid).await;
    server.stop().await;
}
