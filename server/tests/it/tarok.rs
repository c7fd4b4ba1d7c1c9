//! Matches of tarok at real tables.

use serde_json::{Value, json};

use crate::support::rest::{guest, home, open_table};
use crate::support::tables::{next_deal, record, seated_apart};
use crate::support::tarok::{choose, config, play, three};
use crate::support::{Client, TestServer, bots};

const CONTRACTS: [&str; 7] = ["klop", "three", "berac", "two", "open_berac", "one", "solo"];

fn integers(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().map(|n| n.as_i64().expect("a number")).collect()
}

/// Every contract once; the server stops and starts again in the middle of the
/// match. The forehand is always the declarer.
#[tokio::test]
async fn a_match_goes_round_and_carries_its_radelci() {
    let mut server = TestServer::start(&[]).await;
    let options = json!({ "open_berac": true, "deals": CONTRACTS.len() });
    let (table, mut clients, tokens) = seated_apart(&server, &config(&options), 3).await;
    let (mut points, mut radelci) = (vec![0; 3], vec![0; 3]);
    let mut dealers = Vec::new();
    let mut games = Vec::new();
    for (number, contract) in CONTRACTS.into_iter().enumerate() {
        if number == 4 {
            play(&mut clients, &table, contract, 5).await;
            let folder = server.stop().await;
            server = TestServer::start_in(folder, &[]).await;
            clients.clear();
            for (seat, token) in (0..).zip(&tokens) {
                let mut client = Client::connect_from(home(seat), server.address, token).await;
                let snapshot = client.watch(&table).await;
                assert_eq!(snapshot["score"]["radelci"], json!(radelci), "kept through restarts");
                assert_eq!(snapshot["deal"]["number"], number + 1);
                clients.push(client);
            }
        }
        play(&mut clients, &table, contract, usize::MAX).await;
        let finish = clients[0].finished(&table).expect("the deal is over");
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let record = record(&server, &game).await;
        let dealer = record["dealer"].as_u64().expect("a dealer");
        dealers.push(dealer);
        let declarer = (dealer as usize + 1) % 3;

        let result = &finish["result"];
        assert_eq!(result["contract"], contract);
        let doubled = contract != "klop" && radelci[declarer] > 0;
        assert_eq!(result["doubled"], if doubled { json!(declarer) } else { Value::Null });
        for seat in 0..3 {
            let own = &result["seats"][seat];
            let part = |name: &str| own[name].as_i64().expect("a number");
            let twice = if doubled && seat == declarer { 2 } else { 1 };
            let score = part("result") * twice + part("kontra") + part("mond");
            assert_eq!(result["scores"][seat], score, "{result}");
            points[seat] += score;
        }
        radelci[declarer] -= i64::from(doubled);
        let new = i64::from(result["radelci"] == true);
        assert!(new == 1 || !["klop", "berac", "open_berac"].contains(&contract), "{result}");
        radelci.iter_mut().for_each(|own| *own += new);
        assert_eq!(integers(&finish["score"]["points"]), points);
        assert_eq!(integers(&finish["score"]["radelci"]), radelci);
        assert_eq!(record["result"], *result, "the archive has it as it was written down");
        assert_eq!(record["kind"], "tarok-3");
        games.push(record["id"].clone());

        if number + 1 < CONTRACTS.len() {
            assert_eq!(finish["match_won"], Value::Null);
            next_deal(&mut clients, &table).await;
        } else {
            let best = points.iter().max();
            let won: Vec<bool> = points.iter().map(|own| Some(own) == best).collect();
            assert_eq!(finish["match_won"], json!(won));
            let ratings = finish["ratings"].as_array().expect("a rated match");
            assert_eq!(ratings.len(), 3);
        }
    }
    assert!(dealers.windows(2).all(|pair| pair[1] == (pair[0] + 1) % 3), "{dealers:?}");
    // Another match starts from nothing.
    next_deal(&mut clients, &table).await;
    let started = clients[0].tables[&table].events.iter().rev();
    let started = started.clone().find(|e| e["type"] == "match_started").expect("a match");
    assert_eq!(
        started["score"],
        json!({ "game": "tarok", "points": [0, 0, 0], "radelci": [0, 0, 0], "deals": 0 })
    );
    server.stop().await;
}

/// Without a number of deals the score goes on as long as the same three play,
/// through restarts too, and a newcomer does not inherit it.
#[tokio::test]
async fn an_evening_without_end_carries_its_score() {
    let mut server = TestServer::start(&[]).await;
    let (table, mut clients, tokens) = three(&server, &json!({})).await;
    let mut last = json!({});
    for (deal, contract) in ["klop", "three", "two"].into_iter().enumerate() {
        if deal == 2 {
            let folder = server.stop().await;
            server = TestServer::start_in(folder, &[]).await;
            clients.clear();
            for token in &tokens {
                let mut client = Client::connect(server.address, token).await;
                assert_eq!(client.watch(&table).await["score"], last);
                clients.push(client);
            }
            next_deal(&mut clients, &table).await;
        }
        play(&mut clients, &table, contract, usize::MAX).await;
        let finish = clients[0].finished(&table).expect("the deal is over");
        assert_eq!(finish["match_won"], finish["won"], "each deal is rated by itself");
        last = finish["score"].clone();
        assert_eq!(last["deals"], deal + 1);
        if deal == 0 {
            next_deal(&mut clients, &table).await;
        }
    }
    assert_ne!(last["points"], json!([0, 0, 0]));

    let mut gone = clients.pop().expect("three of them");
    gone.send(&json!({ "type": "leave", "table": table })).await;
    let token = guest(server.address, "Nina").await;
    let mut nina = Client::connect(server.address, &token).await;
    clients[0].expect_event("left").await;
    nina.sit(&table, 2).await;
    clients.push(nina);
    next_deal(&mut clients, &table).await;
    let started = clients[0].tables[&table].events.iter().rev();
    let started = started.clone().find(|e| e["type"] == "match_started").expect("a match");
    assert_eq!(started["score"]["deals"], 0, "a newcomer does not inherit a score");
    server.stop().await;
}

/// A public view that follows the record knows just what a newcomer is told of
/// the same moment, and in the end everything lies open.
#[tokio::test]
async fn the_archive_tells_what_was_discarded() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = three(&server, &json!({})).await;
    play(&mut clients, &table, "three", usize::MAX).await;
    let game = clients[0].tables[&table].game.clone().expect("a game");
    let record = record(&server, &game).await;
    let steps = record["steps"].as_array().expect("steps");
    let discards: Vec<&Value> = steps
        .iter()
        .filter(|step| step["action"].as_str().expect("a text").starts_with("discard:"))
        .collect();
    assert_eq!(discards.len(), 3);
    for step in discards {
        let card = step["action"].as_str().expect("a text").trim_start_matches("discard:");
        assert_eq!(step["events"][0]["card"], card, "{step}");
    }
    assert_eq!(record["cards"]["stock"].as_array().expect("a talon").len(), 6);
    let full: vzetek_protocol::rest::GameRecord =
        serde_json::from_value(record.clone()).expect("a record");
    let vzetek_protocol::GameView::Tarok(mut view) = full.start else { panic!("{record}") };
    for told in full.steps.iter().flat_map(|step| &step.events) {
        let vzetek_protocol::GameEvent::Tarok(event) = &told.event else { panic!("{record}") };
        <vzetek_tarok::Tarok as vzetek_game::HiddenInformation>::observe(&mut view, event);
    }
    let mut spectator = Client::connect(server.address, &guest(server.address, "S").await).await;
    let shown = spectator.watch(&table).await["deal"]["view"].clone();
    let mut followed = serde_json::to_value(view).expect("JSON");
    followed["game"] = json!("tarok");
    assert_eq!(followed, shown, "a replay needs nothing but the record");
    server.stop().await;
}

/// The clock runs in every phase; a bot plays on, also in the middle of the
/// discards, and sees what the player of the seat would see.
#[tokio::test]
async fn who_dreams_over_the_discards_is_played_for() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let mut wish = config(&json!({}));
    wish["clock"] = json!({ "move_ms": 500, "bank_ms": 200, "grace_ms": 60_000 });
    wish["bots"] = json!("easy");
    let (table, _) = open_table(server.address, &token, &wish).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    // The bots pass; whenever she is the forehand she plays three.
    loop {
        let legal = loop {
            let followed = &ana.tables[&table];
            if followed.finish.is_some() {
                ana.tables.get_mut(&table).expect("known").finish = None;
                ana.send(&json!({ "type": "ready", "table": table })).await;
            }
            if !ana.tables[&table].legal.is_empty() {
                break ana.tables[&table].legal.clone();
            }
            ana.hear_one().await;
        };
        if legal[0].starts_with("discard:") {
            break;
        }
        let action = choose("three", &legal, ana.tables[&table].moves.len());
        ana.act(&table, &action).await;
        ana.tables.get_mut(&table).expect("known").legal.clear();
    }
    assert_eq!(ana.expect_event("substituted").await["seat"], 0);
    for _ in 0..3 {
        let moved = ana.expect_event("moved").await;
        assert_eq!((&moved["seat"], &moved["by"]), (&json!(0), &json!("substitute")), "{moved}");
        let action = moved["action"].as_str().expect("a text");
        assert!(action.starts_with("discard:"), "it is her hand, so she is told: {moved}");
    }
    server.stop().await;
}
