//! The socket: one task a connection, which reads, obeys and writes.

mod connection;
mod hello;
mod line;
pub mod outbox;
mod words;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::{ErrorCode, MAX_MESSAGE_BYTES};

use crate::app::Shared;
use crate::fault::Fault;
use crate::http;

/// Small buffers: with the defaults every idle connection holds 128 KiB.
const BUFFER: usize = 4 * 1024;
/// A slow client's socket may hold this much before the outbox fills.
const MOST_BUFFERED: usize = 256 * 1024;

/// `GET /ws`: becomes a socket if the page that asks is one of ours.
pub async fn upgrade(
    State(app): State<Shared>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !http::origin_allowed(&app.config, &headers) {
        let fault = Fault::new(
            ErrorCode::BadOrigin,
            "this page may not connect here; the server's --allow-origin names those that may",
        );
        return fault.into_response();
    }
    if app.shutdown.is_cancelled() {
        return Fault::new(ErrorCode::ShuttingDown, "the server is about to stop").into_response();
    }
    let token = http::session_token(&headers);
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MOST_BUFFERED)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| {
            // Tracked, so that a server that stops waits for its sockets.
            let tasks = app.tasks.clone();
            tasks.track_future(connection::run(app, socket, token))
        })
}
