//! The layers around every request.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::app::Shared;
use crate::fault::Fault;

use crate::config::Config;
use crate::cost;
use super::identity::origin_allowed;
use super::is_api;

/// Everything the page needs comes from here, and nobody frames it. Inline
/// styles are what Svelte's transitions are made of.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; \
                      base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const PROTECTION: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // A private table's word is in its address.
    (REFERRER_POLICY, "no-referrer"),
];

/// Tells browsers what the page may do, and not to keep what is personal.
pub async fn protect(request: Request, next: Next) -> Response {
    let personal = is_api(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in PROTECTION {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if personal {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses changes that another site's page asks for. The cookie's `SameSite`
/// says the same; not every browser listens.
pub async fn own_pages_only(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if request.method().is_safe() || origin_allowed(&app.config, request.headers()) {
        return next.run(request).await;
    }
    Fault::new(
        ErrorCode::BadOrigin,
        "this page may not ask for that; the server's --allow-origin names those that may",
    )
    .into_response()
}

/// Lets a request that may change something run to its end in a task of its own,
/// even when whoever asked has hung up: nothing stays half done.
pub async fn to_its_end(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    app.tasks.spawn(cost::carried(next.run(request))).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a request was not run to its end");
        Fault::internal().into_response()
    })
}
