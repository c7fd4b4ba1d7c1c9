//! The client crate against a real server: what bots may rely on.

use std::time::Duration;

use serde_json::json;
use vzetek_client::{Client, Error, Http, legal_actions};
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::{ClientMessage, ErrorCode, GameId, ServerMessage, TableEvent, TableId};

use crate::support::TestServer;
use crate::support::rest::config;

/// More than anything here takes; whoever waits longer waits in vain.
const PATIENCE: Duration = Duration::from_secs(120);

const PASSWORD: &str = "korenček in burja";

fn socket(server: &TestServer) -> String {
    format!("ws://{}/ws", server.address)
}

async fn http(server: &TestServer) -> Http {
    Http::connect(&server.address.to_string()).await.expect("a connection")
}

/// A table of tršet for two, opened by a guest.
async fn table(server: &TestServer) -> TableId {
    let mut http = http(server).await;
    let token = http.guest(None).await.expect("a guest");
    let config = serde_json::from_value(config("trset", 2)).expect("a configuration");
    http.open_table(&token, &config).await.expect("a table").table
}

/// A guest who has sat down.
async fn seated(server: &TestServer, table: &TableId) -> Client {
    let token = http(server).await.guest(None).await.expect("a guest");
    let mut client = Client::new(&socket(server), &token, None);
    client.connect().await.expect("welcome");
    sit(&mut client, table).await;
    client
}

async fn sit(client: &mut Client, table: &TableId) {
    let sit = ClientMessage::Sit { table: table.clone(), seat: None, invite: None };
    client.send(&sit).await.expect("sent");
}

async fn receive(client: &mut Client) -> Result<ServerMessage, Error> {
    tokio::time::timeout(PATIENCE, client.receive()).await.expect("a message in time")
}

/// The next event of the table; its number. It is not shown as a whole meanwhile.
async fn next_event(client: &mut Client) -> (u64, TableEvent) {
    loop {
        match receive(client).await.expect("a message") {
            ServerMessage::Event { seq, event, .. } => return (seq, *event),
            ServerMessage::Snapshot { snapshot } => panic!("shown anew: {snapshot:?}"),
            _ => (),
        }
    }
}

/// Plays the first legal action until a deal is over.
async fn play_a_deal(client: &mut Client) -> GameId {
    loop {
        if let ServerMessage::Event { event, .. } = play_on(client).await
            && let TableEvent::DealOver { finish } = *event
        {
            return finish.game;
        }
    }
}

/// Plays the first legal action until so many moves have been made.
async fn play_moves(client: &mut Client, mut moves: u32) {
    while moves > 0 {
        if let ServerMessage::Event { event, .. } = play_on(client).await
            && let TableEvent::Moved { .. } = *event
        {
            moves -= 1;
        }
    }
}

/// Receives a message, and acts if it asks for that.
async fn play_on(client: &mut Client) -> ServerMessage {
    let message = receive(client).await.expect("a message");
    if let Some((table, legal)) = legal_actions(&message) {
        client.act(table, &legal[0]).await.expect("sent");
    }
    message
}

#[tokio::test]
async fn a_deal_is_played_and_read_again() {
    let server = TestServer::start(&[]).await;
    let id = table(&server).await;
    let (mut one, mut other) = (seated(&server, &id).await, seated(&server, &id).await);
    let (game, same) = tokio::join!(play_a_deal(&mut one), play_a_deal(&mut other));
    assert_eq!(game, same);
    let mut http = http(&server).await;
    let record = http.game(&game).await.expect("the record");
    assert_eq!((record.summary.id, record.summary.table), (game, id.clone()));
    assert_eq!(record.steps.len(), 40);
    let open = http.tables().await.expect("all tables");
    assert_eq!(open.into_iter().map(|table| table.id).collect::<Vec<_>>(), [id]);
    assert_eq!(http.health().await.expect("it is well").status, "ok");
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_is_told_what_was_missed_and_no_more() {
    let server = TestServer::start(&[]).await;
    let id = table(&server).await;
    let mut spectator = Client::new(&socket(&server), &guest(&server).await, None);
    spectator.connect().await.expect("welcome");
    spectator.watch(id.clone()).await.expect("sent");
    let shown = receive(&mut spectator).await.expect("a message");
    assert!(matches!(shown, ServerMessage::Snapshot { .. }), "{shown:?}");
    let (mut one, mut other) = (seated(&server, &id).await, seated(&server, &id).await);
    let seen = loop {
        if let (seq, TableEvent::Dealt { .. }) = next_event(&mut spectator).await {
            break seq;
        }
    };
    spectator.close().await;
    let lost = spectator.receive().await.expect_err("there is no connection");
    assert!(matches!(lost, Error::NotConnected) && lost.may_pass());

    tokio::join!(play_moves(&mut one, 6), play_moves(&mut other, 6));
    spectator.reconnect().await.expect("welcome");
    let mut moves = 0;
    for expected in seen + 1.. {
        let (seq, event) = next_event(&mut spectator).await;
        assert_eq!(seq, expected, "{event:?}");
        moves += u32::from(matches!(event, TableEvent::Moved { .. }));
        if moves == 6 {
            break;
        }
    }

    // A table that is watched no more is not taken up again.
    spectator.send(&ClientMessage::Unwatch { table: id.clone() }).await.expect("sent");
    spectator.reconnect().await.expect("welcome");
    spectator.send(&ClientMessage::Ping { at: Some(7) }).await.expect("sent");
    let message = receive(&mut spectator).await.expect("an answer");
    assert_eq!(message, ServerMessage::Pong { at: Some(7) });
    server.stop().await;
}

async fn guest(server: &TestServer) -> String {
    http(server).await.guest(Some("Ana")).await.expect("a guest")
}

#[tokio::test]
async fn seats_are_told_to_whoever_comes_back() {
    let server = TestServer::start(&[]).await;
    let id = table(&server).await;
    let token = guest(&server).await;
    let mut client = Client::new(&socket(&server), &token, None);
    let welcome = client.connect().await.expect("welcome");
    assert_eq!((&*welcome.you.name, welcome.tables), ("Ana", vec![]));
    sit(&mut client, &id).await;
    let shown = receive(&mut client).await;
    assert!(matches!(&shown, Ok(ServerMessage::Snapshot { snapshot }) if snapshot.you.is_some()));
    client.close().await;
    // A new process knows nothing of the old one.
    let mut again = Client::new(&socket(&server), &token, None);
    assert_eq!(again.connect().await.expect("welcome").tables, [id]);
    server.stop().await;
}

#[tokio::test]
async fn people_and_their_programs_have_accounts() {
    let server = TestServer::start(&[]).await;
    let mut http = http(&server).await;
    http.register("Ana", PASSWORD).await.expect("an account");
    let token = http.login("Ana", PASSWORD).await.expect("the account again");
    let bot = http.new_bot(&token, "Anin bot").await.expect("a bot");
    let mut client = Client::new(&socket(&server), &bot.token, None);
    assert_eq!(client.connect().await.expect("welcome").you, bot.bot);
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_says_why_and_whether_to_come_again() {
    let server = TestServer::start(&[]).await;
    let mut http = http(&server).await;
    let Err(Error::Refused(error)) = http.login("Ana", PASSWORD).await else { panic!("let in") };
    assert_eq!(error.code, ErrorCode::WrongPassword);
    let wish = json!({ "game": { "name": "trset", "options": { "players": 9 } } });
    let token = http.guest(None).await.expect("a guest");
    let refused = http.post::<CreatedTable>("/api/tables", Some(&token), &wish).await;
    let Err(Error::Refused(error)) = refused else { panic!("a table of nine") };
    assert_eq!(error.code.status(), 400, "{error:?}");

    let mut nobody = Client::new(&socket(&server), "not a token", None);
    let refused = nobody.reconnect().await.expect_err("nobody of ours");
    assert!(!refused.may_pass(), "{refused}");
    let Error::Refused(error) = refused else { panic!("{refused}") };
    assert_eq!(error.code, ErrorCode::Unauthorized);

    let mut client = Client::new(&socket(&server), &token, None);
    client.connect().await.expect("welcome");
    let address = socket(&server);
    server.stop().await;
    let closed = loop {
        if let Err(error) = receive(&mut client).await {
            break error;
        }
    };
    assert!(closed.may_pass());
    assert_eq!(closed.to_string(), "the server closed the connection: restart");
    let gone = Client::new(&address, &token, None).connect().await.expect_err("nobody listens");
    assert!(matches!(gone, Error::Io(_)) && gone.may_pass(), "{gone}");
}
