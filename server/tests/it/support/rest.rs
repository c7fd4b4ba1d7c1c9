//! Requests as tests make them: from any address, with any body.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use vzetek_client::Http;

/// The address that a test has if it says nothing else.
pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// One of many households of this machine's own.
pub fn home(number: u8) -> IpAddr {
    IpAddr::from([127, 0, 1, number])
}

/// A connection that comes from this address.
pub async fn connection(address: SocketAddr, from: IpAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::new(from, 0)).expect("an address of this machine");
    socket.connect(address).await.expect("the server listens")
}

/// One request on a connection of its own; status and JSON body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    request_from(HERE, address, method, path, token, body).await
}

/// One request from this address, on a connection of its own; status and JSON
/// body.
pub async fn request_from(
    from: IpAddr,
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let mut http = http(address, from).await;
    let method = method.parse().expect("a method");
    let body = body.map(Value::to_string).unwrap_or_default();
    let answer = http.exchange(method, path, token, body).await;
    let (status, body) = answer.expect("an answer");
    let body = String::from_utf8_lossy(&body).into_owned();
    (status.as_u16(), serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// A connection for requests that come from this address.
pub async fn http(address: SocketAddr, from: IpAddr) -> Http {
    let stream = connection(address, from).await;
    Http::over(stream, &address.to_string()).await.expect("a connection")
}

/// A new guest's token.
pub async fn guest(address: SocketAddr, name: &str) -> String {
    http(address, HERE).await.guest(Some(name)).await.expect("a guest")
}

/// A new person's token.
pub async fn person(address: SocketAddr, name: &str) -> String {
    http(address, HERE).await.register(name, "korenček in burja").await.expect("a person")
}

/// A new table's name and invite, if it is private.
pub async fn open_table(
    address: SocketAddr,
    token: &str,
    config: &Value,
) -> (String, Option<String>) {
    let (status, answer) = request(address, "POST", "/api/tables", Some(token), Some(config)).await;
    assert_eq!(status, 200, "{answer}");
    let invite = answer["invite"].as_str().map(str::to_owned);
    (answer["table"].as_str().expect("a table").to_owned(), invite)
}

/// A clock that does not run out on the busiest machine.
pub fn patient_clock() -> Value {
    json!({ "move_ms": 600_000, "bank_ms": 0, "grace_ms": 600_000 })
}

/// A table's configuration: people only.
pub fn config(variant: &str, players: u8) -> Value {
    json!({
        "game": { "name": "trset", "options": { "variant": variant, "players": players } },
        "clock": patient_clock(),
    })
}
