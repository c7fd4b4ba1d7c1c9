//! The socket: one task a connection, which reads, obeys and writes.

mod connection;
pub mod ending;
mod hello;
mod line;
pub mod outbox;
pub mod words;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::app::Shared;
use crate::fault::Fault;
use crate::http;
use crate::listen::Place;

/// Small buffers: with the defaults every idle connection holds 128 KiB.
const BUFFER: usize = 4 * 1024;
/// A message up to this is read to its end even if it is too long, so that the
/// client hears why the connection is closed; at a longer one the socket breaks
/// off, and what was said last may get lost.
const MOST_READ: usize = 64 * 1024;

/// `GET /ws`: becomes a socket if the page that asks is one of ours.
pub async fn upgrade(
    State(app): State<Shared>,
    Extension(place): Extension<Place>,
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
    // A server that stops waits for its sockets.
    let tracked = app.tasks.token();
    // The socket takes a message only when it has got rid of those before, so
    // the outbox alone bounds what waits; a limit here would only cut off
    // whoever is told something long, such as a lobby with many tables.
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(MOST_READ)
        .max_frame_size(MOST_READ)
        .on_upgrade(async move |socket| {
            connection::run(app, socket, token).await;
            drop((tracked, place));
        })
}
