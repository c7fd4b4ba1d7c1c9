//! People who follow others, over real sockets.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::rest::{config, guest, open_table, person, request};
use crate::support::{Client, TestServer};

/// A person with a connection.
struct Somebody {
    token: String,
    id: String,
    line: Client,
}

impl Somebody {
    async fn new(address: SocketAddr, name: &str) -> Self {
        let token = person(address, name).await;
        let line = Client::connect(address, &token).await;
        let id = line.welcome["you"]["id"].as_str().expect("an id").to_owned();
        Self { token, id, line }
    }

    async fn request(&self, address: SocketAddr, method: &str, path: &str) -> (u16, Value) {
        request(address, method, path, Some(&self.token), None).await
    }

    async fn follow(&self, address: SocketAddr, whom: &str) {
        let answer = self.request(address, "PUT", &format!("/api/me/following/{whom}")).await;
        assert_eq!(answer, (204, json!("")));
    }

    async fn show(&self, address: SocketAddr, shown: bool) {
        let body = json!({ "shown": shown });
        let path = "/api/me/presence";
        let kept = request(address, "PUT", path, Some(&self.token), Some(&body)).await;
        assert_eq!(kept.0, 204);
        assert_eq!(self.request(address, "GET", path).await, (200, body));
    }

    /// The ids of those followed, with where they are, as the next list tells them.
    async fn followed(&mut self) -> Vec<(String, Value)> {
        let told = self.line.expect("followed").await;
        let players = told["players"].as_array().expect("players").clone();
        let id = |followed: &Value| followed["player"]["id"].as_str().expect("an id").to_owned();
        players.iter().map(|followed| (id(followed), followed["presence"].clone())).collect()
    }

    /// The place of this player, as told next.
    async fn news_of(&mut self, id: &str) -> Value {
        let told = self.line.expect("followed_player").await;
        assert_eq!(told["player"]["id"], id);
        told["presence"].clone()
    }

    async fn look(&mut self) {
        self.line.send(&json!({ "type": "lobby", "on": true })).await;
        self.line.expect("lobby").await;
    }
}

#[tokio::test]
async fn a_follower_sees_somebody_come_look_for_others_play_and_go() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let mut ana = Somebody::new(address, "Ana").await;
    let mut bor = Somebody::new(address, "Bor").await;
    bor.look().await;
    assert!(bor.followed().await.is_empty());
    bor.follow(address, &ana.id).await;
    assert_eq!(bor.followed().await, [(ana.id.clone(), json!({ "state": "online" }))]);

    ana.line.send(&json!({ "type": "seek", "kind": "tarok-3", "pace": "quick" })).await;
    let seeking = json!({ "state": "seeking", "kind": "tarok-3", "pace": "quick" });
    assert_eq!(bor.news_of(&ana.id).await, seeking);
    ana.line.send(&json!({ "type": "unseek" })).await;
    assert_eq!(bor.news_of(&ana.id).await, json!({ "state": "online" }));

    // A private table is nobody's business; of a public one its name is told.
    let mut private = config("trset", 2);
    private["private"] = json!(true);
    let (hidden, invite) = open_table(address, &ana.token, &private).await;
    ana.line.send(&json!({ "type": "sit", "table": hidden, "invite": invite })).await;
    ana.line.expect("snapshot").await;
    let (table, _) = open_table(address, &ana.token, &config("trset", 2)).await;
    ana.line.sit(&table, 0).await;
    let playing = json!({ "state": "playing", "table": table, "kind": "trset-2" });
    assert_eq!(bor.news_of(&ana.id).await, playing);
    assert!(bor.line.frames.iter().all(|frame| !frame.contains(&hidden)));

    // Another page of the follower's is told the same at once.
    let mut elsewhere = Client::connect(address, &bor.token).await;
    elsewhere.send(&json!({ "type": "lobby", "on": true })).await;
    let told = elsewhere.expect("followed").await;
    assert_eq!(told["players"][0]["presence"], playing);

    ana.line.close().await;
    assert_eq!(bor.news_of(&ana.id).await, Value::Null);
    ana.line = Client::connect(address, &ana.token).await;
    assert_ne!(bor.news_of(&ana.id).await, Value::Null);

    let unfollow = format!("/api/me/following/{}", ana.id);
    assert_eq!(bor.request(address, "DELETE", &unfollow).await.0, 204);
    assert!(bor.followed().await.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn who_hides_cannot_be_told_from_who_is_away() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let ana = Somebody::new(address, "Ana").await;
    let cene = Somebody::new(address, "Cene").await;
    let mut dana = Somebody::new(address, "Dana").await;
    cene.line.close().await;
    let mut bor = Somebody::new(address, "Bor").await;
    for id in [&ana.id, &cene.id, &dana.id] {
        bor.follow(address, id).await;
    }
    ana.show(address, false).await;
    // What was told before somebody hid lingers nowhere: not even with a seat.
    let (table, _) = open_table(address, &dana.token, &config("trset", 2)).await;
    dana.line.sit(&table, 0).await;
    bor.look().await;
    let told = bor.line.expect("followed").await;
    let keys = |at: usize| -> Vec<String> {
        told["players"][at].as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(keys(0), keys(1), "hidden and away");
    assert_eq!(keys(0), ["player"]);
    assert_eq!(told["players"][2]["presence"]["state"], "playing");

    dana.show(address, false).await;
    let message = bor.line.expect("followed_player").await;
    assert_eq!(message["player"]["id"], dana.id);
    assert_eq!(message.get("presence"), None);
    dana.show(address, true).await;
    assert_eq!(bor.news_of(&dana.id).await["state"], "playing");

    // Those who follow nobody are told of nobody, and guests nothing at all.
    dana.look().await;
    assert!(dana.followed().await.is_empty());
    let mut guest = Client::connect(address, &guest(address, "Gost").await).await;
    guest.send(&json!({ "type": "lobby", "on": true })).await;
    guest.expect("lobby").await;
    // Bor, who follows Dana, is sent the next change; these two are not.
    dana.show(address, false).await;
    assert_eq!(bor.news_of(&dana.id).await, Value::Null);
    for client in [&mut guest, &mut dana.line] {
        client.send(&json!({ "type": "ping", "at": 7 })).await;
        client.expect("pong").await;
    }
    let told = |frames: &[String], word: &str| frames.iter().any(|frame| frame.contains(word));
    assert!(!told(&guest.frames, r#""type":"followed"#));
    assert!(!told(&dana.line.frames, "followed_player"));
    server.stop().await;
}

#[tokio::test]
async fn a_deleted_account_follows_nobody_and_is_followed_by_nobody() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let ana = Somebody::new(address, "Ana").await;
    let mut bor = Somebody::new(address, "Bor").await;
    bor.look().await;
    assert!(bor.followed().await.is_empty());
    bor.follow(address, &ana.id).await;
    assert_eq!(bor.followed().await.len(), 1);
    assert_eq!(ana.request(address, "DELETE", "/api/me").await.0, 204);
    assert!(bor.followed().await.is_empty());
    let list = bor.request(address, "GET", "/api/me/following").await;
    assert_eq!(list, (200, json!([])));
    let again = bor.request(address, "PUT", &format!("/api/me/following/{}", ana.id)).await;
    assert_eq!((again.0, &again.1["code"]), (404, &json!("no_such_player")));
    server.stop().await;
}
