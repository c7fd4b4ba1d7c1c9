//! The socket: one task for each connection, which reads, executes and writes.

mod commands;
mod connection;
mod frames;
mod hello;
mod line;
pub mod meter;
mod parse;

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use vzetek_protocol::ErrorCode;

use crate::app::Shared;
use crate::fault::Fault;
use crate::listen::Place;
use crate::origin::{self, origin_allowed, session_token};
use meter::{Meter, Metered};

/// The version of the WebSocket protocol, the only one that exists.
const SOCKET_VERSION: &str = "13";
/// Small buffers: with the defaults every idle connection holds 128 KiB.
const BUFFER: usize = 4 * 1024;
/// A message up to this is read to its end even if it is too long, so that the client receives the
/// reason for the end of the connection; at a longer one the socket breaks off, and the last
/// messages may get lost.
const MOST_READ: usize = 64 * 1024;

/// `GET /ws`: becomes a socket if the request comes from an allowed page.
pub async fn upgrade(
    State(app): State<Shared>,
    Extension(place): Extension<Place>,
    origin::From(address): origin::From,
    mut request: Request,
) -> Response {
    if !origin_allowed(&app.config, request.headers()) {
        let fault = Fault::new(
            ErrorCode::BadOrigin,
            "this page may not connect here; the server's --allow-origin names those that may",
        );
        return fault.into_response();
    }
    if app.shutdown.is_cancelled() {
        return Fault::new(ErrorCode::ShuttingDown, "the server is about to stop").into_response();
    }
    let Some(accept) = accept_key(&request) else { return not_a_socket() };
    let Some(upgrade) = request.extensions_mut().remove::<OnUpgrade>() else {
        return not_a_socket();
    };
    let cookie = session_token(request.headers());
    // A server that stops waits for its sockets.
    let tracked = app.tasks.token();
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            let meter = Meter::new(&app.config.tuning, app.frames.clone(), address);
            let stream = Metered::new(TokioIo::new(upgraded), meter);
            let socket =
                WebSocketStream::from_raw_socket(stream, Role::Server, Some(socket_config())).await;
            connection::run(app, socket, cookie, address).await;
        }
        drop((tracked, place));
    });
    let headers = [
        (CONNECTION, HeaderValue::from_static("upgrade")),
        (UPGRADE, HeaderValue::from_static("websocket")),
        (SEC_WEBSOCKET_ACCEPT, accept),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

/// The socket accepts a message only when it has written those before, so the outbox alone bounds
/// the queue; a limit here would only disconnect clients that receive a long message, such as a
/// lobby with many tables.
fn socket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(Some(MOST_READ))
        .max_frame_size(Some(MOST_READ))
}

/// The key that the answer to a request for a socket has to show; `None` if the
/// request is none.
fn accept_key(request: &Request) -> Option<HeaderValue> {
    let headers = request.headers();
    let asked = request.method() == Method::GET
        && names(headers, &CONNECTION, "upgrade")
        && names(headers, &UPGRADE, "websocket")
        && names(headers, &SEC_WEBSOCKET_VERSION, SOCKET_VERSION);
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| asked)?;
    HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok()
}

/// True if a header's list has this word.
fn names(headers: &HeaderMap, header: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(header).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| item.trim().eq_ignore_ascii_case(word))
}

fn not_a_socket() -> Response {
    let message = format!(
        "this address is a socket's: ask for it with GET, Connection: Upgrade, \
         Upgrade: websocket, Sec-WebSocket-Version: {SOCKET_VERSION} and a Sec-WebSocket-Key"
    );
    let mut response = Fault::new(ErrorCode::BadMessage, message).into_response();
    let version = HeaderValue::from_static(SOCKET_VERSION);
    response.headers_mut().insert(SEC_WEBSOCKET_VERSION, version);
    response
}
