//! Matches of tablić at real tables.

use serde_json::{Value, json};
use vzetek_game::HiddenInformation;
use vzetek_protocol::rest::GameRecord;
use vzetek_protocol::{GameEvent, GameView};
use vzetek_tablic::{Action, CardSet, Finder, Tablic};

use crate::support::rest::{guest, home, request};
use crate::support::tables::{next_deal, record, seated_apart};
use crate::support::tablic::{config, play, seated};
use crate::support::{Client, TestServer};

/// Plays one deal and checks what is told of its end; each seat's points.
async fn deal(server: &TestServer, clients: &mut [Client], table: &str) -> (Value, Vec<u64>) {
    play(clients, table, usize::MAX).await;
    let finish = clients[0].finished(table).expect("the deal is over");
    let seats = finish["result"]["seats"].as_array().expect("seats");
    assert_eq!(seats.len(), clients.len());
    let sum = |part: &str| seats.iter().map(|seat| number(&seat[part])).sum::<u64>();
    assert_eq!((sum("cards"), sum("card_points")), (52, 22), "{finish}");
    let best = seats.iter().map(|seat| number(&seat["score"])).max();
    let mut points = Vec::new();
    for (seat, made) in seats.iter().enumerate() {
        let most = if made["most_cards"] == true { 3 } else { 0 };
        let score = number(&made["score"]);
        assert_eq!(score, number(&made["card_points"]) + number(&made["tablas"]) + most);
        assert_eq!(finish["won"][seat], Some(score) == best);
        points.push(score);
    }
    let game = clients[0].tables[table].game.clone().expect("a game");
    let record = record(server, &game).await;
    assert_eq!(record["result"], finish["result"], "the archive has it as it was written down");
    assert_eq!(record["kind"], format!("tablic-{}", clients.len()));
    let played: Vec<Value> =
        clients[0].tables[table].moves.iter().map(|action| json!(action)).collect();
    let recorded: Vec<Value> =
        record["steps"].as_array().expect("steps").iter().map(|s| s["action"].clone()).collect();
    // A client of a server that was killed in between has seen a part.
    assert!(recorded.ends_with(&played) && recorded.len() == 48, "{recorded:?}");
    (record, points)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// True for each player who has most points.
fn leaders(points: &[u64]) -> Vec<bool> {
    points.iter().map(|own| Some(own) == points.iter().max()).collect()
}

/// Until somebody leads with the target; the server stops and starts again in
/// the middle of the second deal.
async fn to_a_target(players: u8, target: u64) {
    let mut server = TestServer::start(&[]).await;
    let options = json!({ "players": players, "target": target });
    let (table, mut clients, tokens) = seated_apart(&server, &config(&options), players).await;
    let mut points = vec![0; players.into()];
    let mut dealers = Vec::new();
    loop {
        if dealers.len() == 1 {
            play(&mut clients, &table, 40).await;
            let folder = server.stop().await;
            server = TestServer::start_in(folder, &[]).await;
            clients.clear();
            for (seat, token) in (0..).zip(&tokens) {
                let mut client = Client::connect_from(home(seat), server.address, token).await;
                let snapshot = client.watch(&table).await;
                assert_eq!(snapshot["score"]["points"], json!(points), "kept through restarts");
                assert_eq!(snapshot["deal"]["moves"].as_array().map(Vec::len), Some(40));
                clients.push(client);
            }
        }
        let (record, made) = deal(&server, &mut clients, &table).await;
        dealers.push(number(&record["dealer"]));
        points.iter_mut().zip(made).for_each(|(points, made)| *points += made);
        let finish = clients[0].finished(&table).expect("the deal is over");
        let score = json!({ "game": "tablic", "points": points, "deals": dealers.len() });
        assert_eq!(finish["score"], score);
        let lead = leaders(&points);
        let alone = lead.iter().filter(|&&leads| leads).count() == 1;
        if alone && points.iter().any(|&points| points >= target) {
            assert_eq!(finish["match_won"], json!(lead));
            let ratings = finish["ratings"].as_array().expect("a rated match");
            let rose = |change: &Value| change["after"].as_i64() > change["before"].as_i64();
            assert_eq!(ratings.iter().map(rose).collect::<Vec<_>>(), lead, "{ratings:?}");
            break;
        }
        assert_eq!(finish["match_won"], Value::Null, "{points:?}");
        next_deal(&mut clients, &table).await;
    }
    let seats = u64::from(players);
    assert!(dealers.windows(2).all(|pair| pair[1] == (pair[0] + 1) % seats), "{dealers:?}");
    // Another match starts from nothing.
    next_deal(&mut clients, &table).await;
    let events = clients[0].tables[&table].events.iter().rev();
    let started = events.clone().find(|e| e["type"] == "match_started").expect("a match");
    assert_eq!(started["score"]["points"], json!(vec![0; players.into()]));
    server.stop().await;
}

#[tokio::test]
async fn two_play_to_31() {
    to_a_target(2, 31).await;
}

#[tokio::test]
async fn six_play_to_31() {
    to_a_target(6, 31).await;
}

#[tokio::test]
async fn three_play_so_many_deals_and_four_deal_by_deal() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = seated(&server, &json!({ "players": 3, "deals": 2 })).await;
    let (_, first) = deal(&server, &mut clients, &table).await;
    assert_eq!(clients[0].finished(&table).expect("an end")["match_won"], Value::Null);
    next_deal(&mut clients, &table).await;
    let (_, second) = deal(&server, &mut clients, &table).await;
    let points: Vec<u64> = first.iter().zip(&second).map(|(a, b)| a + b).collect();
    let finish = clients[0].finished(&table).expect("an end");
    assert_eq!(finish["score"]["points"], json!(points));
    assert_eq!(finish["match_won"], json!(leaders(&points)));

    let (table, mut clients, _) = seated(&server, &json!({ "players": 4 })).await;
    let (_, points) = deal(&server, &mut clients, &table).await;
    let finish = clients[0].finished(&table).expect("an end");
    assert_eq!(finish["match_won"], json!(leaders(&points)), "each deal is rated by itself");
    server.stop().await;
}

/// A public view that follows the record comes to what a newcomer is told, and
/// the record tells what everybody was dealt.
#[tokio::test]
async fn the_archive_tells_what_was_dealt_later() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = seated(&server, &json!({ "players": 3 })).await;
    let (record, _) = deal(&server, &mut clients, &table).await;
    let stock: CardSet = serde_json::from_value(record["cards"]["stock"].clone()).expect("cards");
    assert_eq!(stock.len(), 30);
    let full: GameRecord = serde_json::from_value(record.clone()).expect("a record");
    let GameView::Tablic(mut view) = full.start else { panic!("{record}") };
    let mut dealt = CardSet::EMPTY;
    for told in full.steps.iter().flat_map(|step| &step.events) {
        let GameEvent::Tablic(event) = &told.event else { panic!("{record}") };
        if let vzetek_tablic::Event::Dealt { cards, .. } = event {
            dealt |= cards.expect("nothing is hidden any more");
        }
        Tablic::observe(&mut view, event);
    }
    assert_eq!(dealt, stock);
    let mut spectator = Client::connect(server.address, &guest(server.address, "S").await).await;
    let shown = spectator.watch(&table).await["deal"]["view"].clone();
    let mut followed = serde_json::to_value(view).expect("JSON");
    followed["game"] = json!("tablic");
    assert_eq!(followed, shown, "a replay needs nothing but the record");
    server.stop().await;
}

/// Where nobody captures the table grows, until what could be captured is more
/// than is listed. What is left out may be done all the same.
#[tokio::test]
async fn a_capture_that_a_cut_list_leaves_out_is_accepted() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = seated(&server, &json!({ "players": 2 })).await;
    let mut spectator = Client::connect(server.address, &guest(server.address, "S").await).await;
    spectator.watch(&table).await;
    let mut moves = 0;
    let seat = loop {
        for client in clients.iter_mut().chain([&mut spectator]) {
            while client.tables[&table].moves.len() < moves || client.tables[&table].turn.is_none()
            {
                client.hear_one().await;
            }
        }
        let seat = clients[0].tables[&table].turn.expect("a turn") as usize;
        for other in [&clients[1 - seat], &spectator] {
            assert_eq!(
                other.tables[&table].told_turn["legal_cut"],
                Value::Null,
                "not told to others"
            );
        }
        if clients[seat].tables[&table].told_turn["legal_cut"] == true {
            break seat;
        }
        let legal = &clients[seat].tables[&table].legal;
        let lay = legal.iter().find(|action| !action.contains('x')).expect("a card").clone();
        clients[seat].act(&table, &lay).await;
        moves += 1;
    };
    let deal = clients[seat].watch(&table).await["deal"].clone();
    assert_eq!(deal["turn"]["legal_cut"], true, "a snapshot says so too");
    let set = |cards: &Value| serde_json::from_value::<CardSet>(cards.clone()).expect("cards");
    let (hand, open) = (set(&deal["view"]["hand"]), set(&deal["view"]["cards"]));
    let listed = &clients[seat].tables[&table].legal;
    let mut finder = Finder::new();
    let left_out = hand.iter().find_map(|card| {
        let captures = finder.find(card, open);
        let all = captures.iter().map(|taken| Action::capture(card, taken));
        all.filter(|action| !listed.contains(&action.to_string())).last()
    });
    let left_out = left_out.expect("a cut list leaves something out");
    clients[seat].act(&table, &left_out.to_string()).await;
    let moved = clients[1 - seat].expect_event("moved").await;
    assert_eq!(moved["action"], left_out.to_string());
    assert_eq!(moved["events"][0]["taken"], json!(left_out.taken));
    server.stop().await;
}

#[tokio::test]
async fn options_that_do_not_fit_say_what_would() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    for (options, hint) in [
        (json!({ "players": 5 }), "2, 3, 4, 6"),
        (json!({ "players": 8 }), "at most 6 seats"),
        (json!({ "players": 2, "target": 100 }), "31, 51 or 101"),
        (json!({ "players": 2, "target": 51, "deals": 3 }), "not both"),
        (json!({}), "players"),
    ] {
        let (status, error) =
            request(server.address, "POST", "/api/tables", Some(&token), Some(&config(&options)))
                .await;
        assert_eq!((status, &error["code"]), (400, &json!("bad_options")), "{options}: {error}");
        assert_eq!(error["field"], "game");
        assert!(error["message"].as_str().is_some_and(|words| words.contains(hint)), "{error}");
    }
    server.stop().await;
}
