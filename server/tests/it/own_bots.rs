//! Bots of one's own: nobody is rated by playing against themselves.

use serde_json::{Value, json};

use crate::support::rest::{config, home, open_table, person, request};
use crate::support::{Client, TestServer, play_to_the_end};

async fn bot_of(server: &TestServer, owner: &str, name: &str) -> String {
    let wish = json!({ "name": name });
    let (status, answer) =
        request(server.address, "POST", "/api/bots", Some(owner), Some(&wish)).await;
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

/// Plays a deal at a public table to its end, which is that of the match, too.
/// Returns the changes of the ratings.
async fn deal(server: &TestServer, opener: &str, tokens: &[&str]) -> Value {
    let wish = config("trset", tokens.len() as u8);
    let (table, _) = open_table(server.address, opener, &wish).await;
    let mut clients = Vec::new();
    for (seat, token) in (0..).zip(tokens) {
        let mut client = Client::connect_from(home(seat), server.address, token).await;
        client.sit(&table, seat).await;
        clients.push(client);
    }
    let finish = play_to_the_end(&mut clients, &table).await;
    assert!(finish["match_won"].is_array(), "{finish}");
    finish["ratings"].clone()
}

#[tokio::test]
async fn a_match_against_ones_own_bot_is_not_rated() {
    let server = TestServer::start(&[]).await;
    let (ana, bor) = (person(server.address, "Ana").await, person(server.address, "Bor").await);
    let one = bot_of(&server, &ana, "Ana's one").await;
    let two = bot_of(&server, &ana, "Ana's two").await;
    let other = bot_of(&server, &bor, "Bor's").await;
    for tokens in [&[&*ana, &*one] as &[&str], &[&one, &two], &[&bor, &one, &ana]] {
        assert_eq!(deal(&server, &ana, tokens).await, Value::Null);
    }
    for tokens in [&[&*ana, &*other] as &[&str], &[&one, &other], &[&ana, &bor]] {
        assert!(deal(&server, &ana, tokens).await[0]["after"].is_number());
    }
    server.stop().await;
}
