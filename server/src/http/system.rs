//! For operators of the server, and authors of programs for it.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::rest::Health;

use crate::app::Shared;

use super::measure;

/// A store that takes longer does not answer, as far as a probe is concerned.
const PING: Duration = Duration::from_secs(2);

/// See if the server can do its work.
#[utoipa::path(
    get, path = "/health", tag = "system",
    responses(
        (status = 200, description = "It can", body = Health),
        (status = 503, description = "It cannot; `status` says what does not work", body = Health),
    )
)]
pub async fn health(State(app): State<Shared>) -> Response {
    let trouble = trouble(&app).await;
    let code = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let status = trouble.unwrap_or("ok").to_owned();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    (code, Json(Health { status, version })).into_response()
}

/// See if a balancer may send people here.
#[utoipa::path(
    get, path = "/ready", tag = "system",
    responses(
        (status = 200, description = "It may, whether the store answers or not"),
        (status = 404, description = "The server is about to stop: nobody new, and sockets stay")
    )
)]
pub async fn ready(State(app): State<Shared>) -> StatusCode {
    if is_leaving(&app) { StatusCode::NOT_FOUND } else { StatusCode::OK }
}

fn is_leaving(app: &Shared) -> bool {
    app.leaves() || app.shutdown.is_cancelled()
}

async fn trouble(app: &Shared) -> Option<&'static str> {
    if is_leaving(app) {
        return Some("the server is about to stop");
    }
    let store = app.probe.ask(async || store_trouble(app).await).await;
    store.or_else(|| (!app.recorder.healthy()).then_some("moves cannot be recorded"))
}

async fn store_trouble(app: &Shared) -> Option<&'static str> {
    match tokio::time::timeout(PING, app.store.ping()).await {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => tracing::warn!(%error, "the store fails its health check"),
        Err(_) => tracing::warn!("the store does not answer its health check in time"),
    }
    Some("the store does not answer")
}

/// Metrics for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "system",
    responses((status = 200, description = "Metrics", body = String, content_type = "text/plain"))
)]
pub async fn metrics() -> Response {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], measure::render())
        .into_response()
}
