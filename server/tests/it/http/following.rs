//! Following players.

use serde_json::{Value, json};

use super::client::{Server, person};

const LIST: &str = "/api/me/following";

async fn id_of(server: &Server, token: &str) -> String {
    let me = server.ask("GET", "/api/me").token(token).send().await.json();
    me["user"]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn people_follow_people_and_nobody_else() {
    let server = Server::start(&[]).await;
    let ana = server.token("/api/register", &person("Ana")).await;
    let bor = server.token("/api/register", &person("Bor")).await;
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    let bot = server.post("/api/bots", &ana, &json!({ "name": "Robot" })).await.json();
    let bot = bot["bot"]["id"].as_str().expect("an id").to_owned();
    let (ana_id, bor_id) = (id_of(&server, &ana).await, id_of(&server, &bor).await);
    let guest_id = id_of(&server, &guest).await;
    let ask = async |method: &str, token: &str, id: &str| {
        server.ask(method, &format!("{LIST}/{id}")).token(token).send().await
    };
    for _ in 0..2 {
        assert_eq!(ask("PUT", &ana, &bor_id).await.status, 204);
    }
    let list = server.ask("GET", LIST).token(&ana).send().await.json();
    assert_eq!(list, json!([{ "id": bor_id, "name": "Bor", "kind": "person" }]));
    for (id, status, code, words) in [
        (&ana_id, 400, "bad_message", "this is you"),
        (&bot, 403, "forbidden", "bots cannot be followed"),
        (&guest_id, 403, "forbidden", "guests cannot be followed"),
        (&"nobody".to_owned(), 404, "no_such_player", "no player"),
    ] {
        let refused = ask("PUT", &ana, id).await.expect_error(status, code);
        assert!(refused.contains(words), "{refused}");
    }
    for _ in 0..2 {
        assert_eq!(ask("DELETE", &ana, &bor_id).await.status, 204);
    }
    assert_eq!(server.ask("GET", LIST).token(&ana).send().await.json(), json!([]));

    let refused = ask("PUT", &guest, &ana_id).await.expect_error(403, "forbidden");
    assert!(refused.contains("register first"), "{refused}");
    for (method, path) in [("GET", LIST), ("GET", "/api/me/presence"), ("PUT", "/api/me/presence")]
    {
        let body = json!({ "shown": true });
        let asked = server.ask(method, path).token(&guest).json(&body).send().await;
        asked.expect_error(403, "forbidden");
        server.ask(method, path).json(&body).send().await.expect_error(401, "unauthorized");
    }
    let wrong = server.ask("PUT", "/api/me/presence").token(&ana).json(&json!({ "shown": 1 }));
    wrong.send().await.expect_error(400, "bad_message");
    let shown: Value = server.ask("GET", "/api/me/presence").token(&ana).send().await.json();
    assert_eq!(shown, json!({ "shown": true }), "as at first");
    server.stop().await;
}
