//! Wins that nobody played for: tricks by which one would be rated for nothing.

use serde_json::{Value, json};

use crate::support::rest::{guest, home, open_table, person, request};
use crate::support::tables::{config, seated_apart};
use crate::support::{Client, TestServer, bots, play_to_the_end, play_until};

/// A match that one deal never decides.
fn long_match() -> Value {
    config("trset", &json!({ "players": 2, "target": 51 }))
}

/// The change of a seat's rating.
fn change(finish: &Value, seat: usize) -> i64 {
    let change = &finish["ratings"][seat];
    change["after"].as_i64().expect("rated") - change["before"].as_i64().expect("rated")
}

async fn profile(server: &TestServer, client: &Client) -> Value {
    let path = format!("/api/players/{}", client.welcome["you"]["id"].as_str().expect("an id"));
    request(server.address, "GET", &path, None, None).await.1
}

/// The newest line of the list of matches.
async fn newest_match(server: &TestServer) -> Value {
    request(server.address, "GET", "/api/matches?limit=1", None, None).await.1[0].clone()
}

async fn standings(server: &TestServer, client: &Client) -> Value {
    profile(server, client).await["standings"].clone()
}

/// Two at a table, each from one of these households.
async fn two(server: &TestServer, table: &str, tokens: [&str; 2], homes: [u8; 2]) -> Vec<Client> {
    let mut clients = Vec::new();
    for (seat, (token, number)) in (0..).zip(tokens.iter().zip(homes)) {
        let mut client = Client::connect_from(home(number), server.address, token).await;
        client.sit(table, seat).await;
        clients.push(client);
    }
    clients
}

#[tokio::test]
async fn guests_who_leave_after_the_first_deal_bring_nothing() {
    let server = TestServer::start(&[]).await;
    let token = person(server.address, "Farmer").await;
    for number in 1..=32 {
        let mut farmer = Client::connect(server.address, &token).await;
        let throw_away = guest(server.address, "Somebody").await;
        let mut throw_away = Client::connect_from(home(number), server.address, &throw_away).await;
        let (table, _) = open_table(server.address, &token, &long_match()).await;
        farmer.sit(&table, 0).await;
        throw_away.sit(&table, 1).await;
        let mut both = [farmer, throw_away];
        play_to_the_end(&mut both, &table).await;
        let [mut farmer, mut throw_away] = both;
        throw_away.send(&json!({ "type": "leave", "table": table })).await;
        let finish = &farmer.expect_event("deal_over").await["finish"];
        assert_eq!(finish["match_won"], json!([true, false]), "nobody waits");
        assert_eq!(finish["ratings"], Value::Null, "it moves nobody: {finish}");
        assert_eq!(finish["unrated"], "guests", "{finish}");
        farmer.expect_event("left").await;
        farmer.send(&json!({ "type": "leave", "table": table })).await;
        farmer.expect_event("left").await;
        assert_eq!(standings(&server, &farmer).await, json!([]), "after guest {number}");
    }
    // The archive knows the reason; the match is over although 51 points were never made.
    let line = newest_match(&server).await;
    assert_eq!((&line["stage"], &line["deals"]), (&json!("over"), &json!(1)), "{line}");
    assert_eq!(
        (&line["unrated"], &line["players"][1]["forfeited"]),
        (&json!("guests"), &json!(true))
    );
    server.stop().await;
}

/// A clock by which whoever does not move is played for after so many
/// milliseconds.
fn asleep_after(move_ms: u32) -> Value {
    json!({ "move_ms": move_ms, "bank_ms": 0, "grace_ms": 60_000 })
}

/// Plays matches of one deal until so many are over. Seat 0 plays, seat 1
/// watches as somebody else plays for it.
async fn sleep_through(clients: &mut [Client], table: &str, matches: usize) -> Vec<Value> {
    let mut ends = Vec::new();
    while ends.len() < matches {
        let (awake, asleep) = clients.split_at_mut(1);
        ends.push(play_to_the_end(awake, table).await);
        for client in awake.iter_mut().chain(asleep) {
            client.send(&json!({ "type": "ready", "table": table })).await;
        }
        clients[0].expect_event("dealt").await;
    }
    ends
}

#[tokio::test]
async fn who_sleeps_gains_nothing_and_the_other_does() {
    let server = TestServer::start(&[]).await;
    // Of the level of the substitutes.
    let _bots = bots::start_level(server.address, "medium", 1).await;
    let mut wish = config("trset", &json!({ "players": 2 }));
    wish["clock"] = asleep_after(5_000);
    let (table, mut clients, _) = seated_apart(&server, &wish, 2).await;
    // Hears what it is told, and never acts.
    let ends = sleep_through(&mut clients, &table, 3).await;
    for finish in &ends {
        assert_eq!(finish["forfeited"], json!([false, true]), "{finish}");
        assert_eq!(finish["won"][1], false);
        assert_eq!(finish["match_won"], json!([true, false]));
        assert!(change(finish, 0) > 0 && change(finish, 1) < 0, "{finish}");
    }
    let won = |seat: usize| ends.iter().filter(|finish| finish["won"][seat] == true).count();
    for (seat, client) in clients.iter().enumerate() {
        let profile = profile(&server, client).await;
        assert_eq!(profile["results"][0]["wins"], won(seat), "{profile}");
        assert_eq!(profile["standings"][0]["wins"], if seat == 0 { 3 } else { 0 }, "{profile}");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_sleeps_gains_nothing_against_a_bot() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 2).await;
    let token = person(server.address, "Zaspane").await;
    let mut wish = config("trset", &json!({ "players": 2 }));
    wish["clock"] = asleep_after(5_000);
    wish["bots"] = json!("easy");
    let (table, _) = open_table(server.address, &token, &wish).await;
    let mut asleep = Client::connect(server.address, &token).await;
    asleep.sit(&table, 0).await;
    for _ in 0..3 {
        let finish = asleep.expect_event("deal_over").await["finish"].clone();
        assert_eq!(finish["forfeited"], json!([true, false]), "{finish}");
        assert_eq!(finish["match_won"], json!([false, true]));
        assert!(finish["won"][0] == false && change(&finish, 0) < 0, "{finish}");
        assert_eq!(finish["ratings"][0]["ladder"], "bots", "{finish}");
        asleep.send(&json!({ "type": "ready", "table": table })).await;
    }
    let standings = standings(&server, &asleep).await;
    assert_eq!(standings.as_array().expect("a list").len(), 1, "none among people");
    assert_eq!((&standings[0]["ladder"], &standings[0]["wins"]), (&json!("bots"), &json!(0)));
    server.stop().await;
}

#[tokio::test]
async fn nobody_wins_by_a_clock_that_leaves_no_time() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start_level(server.address, "medium", 1).await;
    let mut wish = config("trset", &json!({ "players": 2 }));
    wish["clock"] = asleep_after(500);
    let (table, mut clients, _) = seated_apart(&server, &wish, 2).await;
    let finish = &sleep_through(&mut clients, &table, 1).await[0];
    assert_eq!(finish["match_won"], json!([true, false]));
    assert_eq!(finish["ratings"], Value::Null, "too fast to be rated");
    assert_eq!(finish["unrated"], "hurried", "{finish}");
    server.stop().await;
}

/// Plays a match of one deal between these two, each from one of these
/// households; if `moving`, the second goes on from elsewhere in mid-deal.
/// Returns its end.
async fn from(server: &TestServer, tokens: [&str; 2], homes: [u8; 2], moving: bool) -> Value {
    let wish = config("trset", &json!({ "players": 2 }));
    let (table, _) = open_table(server.address, tokens[0], &wish).await;
    let mut clients = two(server, &table, tokens, homes).await;
    if moving {
        play_until(&mut clients, &table, 4).await;
        let mut elsewhere = Client::connect_from(home(9), server.address, tokens[1]).await;
        elsewhere.watch(&table).await;
        clients.remove(1).close().await;
        clients.push(elsewhere);
    }
    let finish = play_to_the_end(&mut clients, &table).await;
    assert!(finish["match_won"].is_array(), "{finish}");
    finish
}

#[tokio::test]
async fn nobody_is_rated_against_their_own_household() {
    let server = TestServer::start(&[]).await;
    let (ana, bor) = (person(server.address, "Ana").await, person(server.address, "Bor").await);
    let both = [&*ana, &*bor];
    // Moving does not help.
    for moving in [false, true] {
        let finish = from(&server, both, [1, 1], moving).await;
        assert_eq!((&finish["ratings"], &finish["unrated"]), (&Value::Null, &json!("household")));
        assert_eq!(newest_match(&server).await["unrated"], "household");
    }
    let finish = from(&server, both, [1, 2], true).await;
    assert!(finish["ratings"][0]["after"].is_number(), "{finish}");
    assert_eq!(finish["unrated"], Value::Null, "{finish}");
    let line = newest_match(&server).await;
    assert_eq!(
        (&line["unrated"], &line["players"][0]["rating"]),
        (&Value::Null, &finish["ratings"][0])
    );
    server.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_the_household_is_the_clients() {
    let server = TestServer::start(&["--behind-proxy", "true"]).await;
    let tokens = [person(server.address, "Ana").await, person(server.address, "Bor").await];
    for (homes, rated) in [([1, 1], false), ([1, 2], true)] {
        let wish = config("trset", &json!({ "players": 2 }));
        let (table, _) = open_table(server.address, &tokens[0], &wish).await;
        let mut clients = Vec::new();
        for (seat, (token, number)) in (0..).zip(tokens.iter().zip(homes)) {
            let mut client = Client::connect_for(home(number), server.address, token).await;
            client.sit(&table, seat).await;
            clients.push(client);
        }
        let finish = play_to_the_end(&mut clients, &table).await;
        assert_eq!(finish["ratings"].is_array(), rated, "{homes:?}: {finish}");
    }
    server.stop().await;
}

#[tokio::test]
async fn losing_to_the_same_one_again_and_again_counts_less_and_less() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start_level(server.address, "medium", 1).await;
    let ana = person(server.address, "Ana").await;
    let accomplice = person(server.address, "Pomagač").await;
    let wish = config("trset", &json!({ "players": 2 }));
    let mut gains = Vec::new();
    for _ in 0..5 {
        let (table, _) = open_table(server.address, &ana, &wish).await;
        let mut both = two(&server, &table, [&ana, &accomplice], [0, 1]).await;
        play_until(&mut both, &table, 16).await;
        both[1].send(&json!({ "type": "leave", "table": table })).await;
        let finish = play_to_the_end(&mut both[..1], &table).await;
        assert_eq!(finish["match_won"], json!([true, false]));
        assert_eq!(finish["met"].as_u64().unwrap_or_default(), gains.len() as u64, "{finish}");
        gains.push(change(&finish, 0));
        both[0].send(&json!({ "type": "leave", "table": table })).await;
    }
    assert!(gains.is_sorted_by(|one, next| one > next), "{gains:?}");
    // Against somebody who is worse by then the second would bring a third of
    // the first, and the fourth a seventh, if they counted in full.
    assert!(gains[1] * 4 < gains[0] && gains[3] * 12 < gains[0] && gains[4] > 0, "{gains:?}");
    server.stop().await;
}
