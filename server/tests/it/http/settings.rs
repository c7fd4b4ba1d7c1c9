//! The settings of a page that people keep with their account.

use serde_json::json;

use super::client::{Server, person};

const PLACE: &str = "/api/me/settings";

#[tokio::test]
async fn a_person_finds_them_again_on_another_device() {
    let server = Server::start(&[]).await;
    let here = server.token("/api/register", &person("Ana")).await;
    let there = server.token("/api/login", &person("Ana")).await;
    let get = async |token: &str| server.ask("GET", PLACE).token(token).send().await;
    assert_eq!(get(&here).await.json(), json!({}));

    let settings = json!({ "theme": "dark", "volume": 70, "ofALaterPage": true });
    assert_eq!(server.ask("PUT", PLACE).token(&here).json(&settings).send().await.status, 204);
    assert_eq!(get(&there).await.json(), settings);

    let later = json!({ "theme": "light" });
    assert_eq!(server.ask("PUT", PLACE).token(&there).json(&later).send().await.status, 204);
    assert_eq!(get(&here).await.json(), later, "the last writer wins");
    let nothing = server.ask("PUT", PLACE).token(&there).send().await;
    assert!(nothing.expect_error(400, "bad_message").contains("{}"));
    assert_eq!(get(&here).await.json(), later, "a body that is missing takes nothing away");

    let other = server.token("/api/register", &person("Bor")).await;
    assert_eq!(get(&other).await.json(), json!({}), "everybody has their own");
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_in_words() {
    let server = Server::start(&[]).await;
    let token = server.token("/api/register", &person("Ana")).await;
    let put = async |body: &serde_json::Value| {
        server.ask("PUT", PLACE).token(&token).json(body).send().await
    };
    let list = put(&json!({ "theme": ["dark"] })).await;
    assert!(list.expect_error(400, "bad_message").contains("theme is true, false,"));
    assert!(put(&json!({ "a b": 1 })).await.expect_error(400, "bad_message").contains("letters"));
    put(&json!(["dark"])).await.expect_error(400, "bad_message");

    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    for method in ["GET", "PUT"] {
        let asked = server.ask(method, PLACE).token(&guest).json(&json!({})).send().await;
        assert!(asked.expect_error(403, "forbidden").contains("register first"));
        server.ask(method, PLACE).json(&json!({})).send().await.expect_error(401, "unauthorized");
    }
    server.stop().await;
}
