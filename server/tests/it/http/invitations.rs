//! Links to tables: what is told before they are opened, and to whom.

use serde_json::json;

use super::client::Server;

#[tokio::test]
async fn only_who_has_the_word_learns_who_invites() {
    let server = Server::start(&[]).await;
    let index = "<!doctype html><head><title>Vzetek</title></head>";
    std::fs::write(server.folder.path().join("page/index.html"), index).unwrap();
    let token = server.token("/api/guest", &json!({ "name": "Ana's", "bearer": true })).await;
    let game = json!({ "name": "trset", "options": { "variant": "kifameno", "players": 3 } });
    let config = json!({ "game": game, "private": true });
    let opened = server.post("/api/tables", &token, &config).await.json();
    let (table, invite) = (opened["table"].as_str().unwrap(), opened["invite"].as_str().unwrap());
    let host = format!("/api/tables/{table}/host");
    assert_eq!(server.get(&format!("{host}?invite={invite}")).await.json()["name"], "Ana's");
    server.get(&host).await.expect_error(403, "invite_required");
    server.get(&format!("{host}?invite=sesame")).await.expect_error(403, "invite_required");
    server.get("/api/tables/nothing/host").await.expect_error(404, "no_such_table");

    let page = async |address: String| server.get(&address).await.text();
    let told = page(format!("/table/{table}?invite={invite}")).await;
    assert!(told.contains("<title>Ana&#39;s invites you: kifameno</title>"), "{told}");
    let picture = format!("/table/{table}/invitation.png");
    let address = format!("http://{}{picture}?invite={invite}", server.address);
    assert!(told.contains(&format!("content=\"{address}\"")), "{told}");
    // The picture with her name, too, is for those alone who have the word.
    let drawn = server.get(&format!("{picture}?invite={invite}")).await;
    assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/png")));
    assert!(drawn.body.starts_with(b"\x89PNG"));
    for word in ["", "?invite=sesame"] {
        assert_eq!(server.get(&format!("{picture}{word}")).await.status, 404);
    }
    // To everybody else the page of this table is that of any address.
    for address in [format!("/table/{table}"), format!("/table/{table}?invite=sesame")] {
        assert_eq!(page(address).await, index);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_name_that_cannot_be_written_is_left_out_of_the_picture() {
    let server = Server::start(&[]).await;
    let index = "<!doctype html><head><title>Vzetek</title></head>";
    std::fs::write(server.folder.path().join("page/index.html"), index).unwrap();
    let token = server.token("/api/guest", &json!({ "name": "明", "bearer": true })).await;
    let config = json!({ "game": { "name": "trset", "options": { "players": 2 } } });
    let opened = server.post("/api/tables", &token, &config).await.json();
    let address = format!("/table/{}", opened["table"].as_str().unwrap());
    let told = server.get(&address).await.text();
    assert!(told.contains("明 invites you"), "{told}");
    assert!(told.contains("/invitation/trset.jpg\""), "{told}");
    assert_eq!(server.get(&format!("{address}/invitation.png")).await.status, 404);
    server.stop().await;
}
