//! The layers around every request.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::app::Shared;
use crate::config::Config;
use crate::cost;
use crate::fault::Fault;
use crate::origin::origin_allowed;

use super::page;

/// Headers of every response, except the content security policy.
const PROTECTION: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // A private table's invitation code is in its address.
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// The content security policy of the page.
#[derive(Clone)]
pub struct Policy(Arc<Fixed>);

struct Fixed {
    /// The hashes of the page's inline styles.
    styles: String,
    /// The socket sources of the configured origins.
    sockets: String,
    /// True if the server is reached over HTTPS only.
    secure: bool,
}

impl Policy {
    /// The policy of the page that is built in, or lies in the folder that is configured.
    pub fn new(config: &Config) -> Self {
        let sockets = config.allowed_origins.iter().filter_map(|origin| {
            let (_, host) = origin.trim().trim_end_matches('/').split_once("://")?;
            Some(sockets_of(host))
        });
        Self(Arc::new(Fixed {
            styles: page::styles(config.web_dir.as_deref()),
            sockets: sockets.collect(),
            secure: config.secure_cookies,
        }))
    }

    /// Returns the policy for a page of this host: all content from the server itself, and no
    /// frames. Sockets are named, because not every browser includes them in `'self'`.
    fn of(&self, host: &str) -> String {
        let Fixed { styles, sockets, .. } = &*self.0;
        let own = sockets_of(host);
        format!(
            "default-src 'self'; style-src 'self'{styles}; img-src 'self' data:; \
             connect-src 'self'{own}{sockets}; object-src 'none'; base-uri 'self'; \
             form-action 'self'; frame-ancestors 'none'"
        )
    }
}

/// The socket sources of a host; an empty text if it is no valid host.
fn sockets_of(host: &str) -> String {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if host.is_empty() || !host.bytes().all(fits) {
        return String::new();
    }
    format!(" ws://{host} wss://{host}")
}

/// Sends browsers the page's content security policy, and forbids them to cache personal data.
pub async fn protect(State(policy): State<Policy>, request: Request, next: Next) -> Response {
    let personal = is_api(request.uri().path());
    // Pictures of invitations are shown by other sites.
    let shown = request.uri().path().contains("/invitation");
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let contents = policy.of(host.unwrap_or_default());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in PROTECTION {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if shown {
        headers.remove("cross-origin-resource-policy");
    }
    if let Ok(contents) = HeaderValue::from_str(&contents) {
        headers.insert(CONTENT_SECURITY_POLICY, contents);
    }
    if policy.0.secure {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if personal {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses changes that another site's page requests. The cookie's `SameSite` demands the same; not
/// every browser obeys.
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

/// Lets a request that may change something run to its end in its own task, even when the client
/// has disconnected: nothing stays half done.
pub async fn to_its_end(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    app.tasks.spawn(cost::carried(next.run(request))).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a request was not run to its end");
        Fault::internal().into_response()
    })
}

/// True if an address belongs to the interface rather than to the page.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}
