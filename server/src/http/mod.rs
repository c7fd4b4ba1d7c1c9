//! The HTTP interface and the page.
//!
//! * [`identity`]: tokens, cookies, origins, addresses.
//! * [`host`]: the names that the server answers to.
//! * [`extract`]: bodies and queries, with errors that describe what is wrong.
//! * [`answers`]: answers that many routes can give; [`refusal`]: errors.
//! * [`accounts`], [`settings`], [`tables`], [`games`], [`players`], [`system`]: the
//!   routes.
//! * [`limit`], [`around`], [`compress`]: layers around every request.
//! * [`probe`]: the cached result of the last look at the store.
//! * [`page`]: the page and its parts; [`preview`]: its head where a link to a table is
//!   shown before it is opened.
//! * [`describe`]: the OpenAPI description, made from the routes themselves.

mod accounts;
mod answers;
mod around;
mod compress;
mod describe;
mod extract;
mod following;
mod games;
mod host;
mod identity;
mod limit;
mod measure;
mod page;
mod players;
mod preview;
mod refusal;
mod settings;
mod system;
mod tables;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::ALLOW;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use vzetek_protocol::ErrorCode;

use crate::app::Shared;
use crate::fault::Fault;
use crate::ws;

/// The router of all addresses of the server.
///
/// Inside a runtime only: it starts the upkeep of the metrics, which ends when the server is to
/// stop.
pub fn router(app: Shared) -> Router {
    measure::keep_up(&app);
    let limits = limit::Limits::new(&app.config);
    let policy = around::Policy::new(&app.config);
    let (routes, _) = describe::routes().split_for_parts();
    // Layers apply from the last one inwards.
    let routes = routes
        .route("/ws", get(ws::upgrade))
        .fallback(elsewhere)
        .method_not_allowed_fallback(refusal::wrong_method)
        .layer(from_fn_with_state(app.clone(), around::to_its_end))
        .layer(from_fn_with_state(app.clone(), around::own_pages_only))
        .layer(from_fn_with_state(host::Names::new(&app.config), host::own_names_only))
        .layer(from_fn(compress::compress))
        .layer(from_fn_with_state(limits, limit::limit))
        .layer(from_fn_with_state(policy, around::protect))
        .layer(from_fn(measure::measure))
        .with_state(app);
    // The methods of an address are known outside of its own layers only.
    Router::new().fallback_service(routes).layer(from_fn(refusal::name_methods))
}

/// Addresses without a route: the page, or an error below `/api`.
async fn elsewhere(State(app): State<Shared>, request: Request) -> Response {
    let path = request.uri().path();
    if around::is_api(path) {
        let message = format!("there is nothing at {path}; GET /api/openapi.json lists everything");
        return Fault::new(ErrorCode::NotFound, message).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (refusal::wrong_method().await, [(ALLOW, "GET,HEAD")]).into_response();
    }
    if let Some(picture) = preview::picture(&app, request.uri()).await {
        return picture;
    }
    let head = preview::head(&app, request.uri(), request.headers()).await;
    page::answer(app.config.web_dir.as_deref(), path, request.headers(), head.as_deref()).await
}
