//! Compression of the interface's answers. The page's files are compressed when they are built
//! ([`page`]).

use std::io::Write;

use axum::body::{Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cost::one_at_a_time;
use crate::fault::Fault;

use super::page;

/// Shorter answers fit one packet either way.
const LEAST_BYTES: u64 = 1024;
/// Longer answers are compressed outside the runtime; this length takes about half a millisecond.
const MOST_BYTES_HERE: usize = 8 * 1024;

/// Compresses answers that are text of a known length of at least [`LEAST_BYTES`].
pub async fn compress(request: Request, next: Next) -> Response {
    let taken = page::takes(request.headers(), "gzip");
    let mut response = next.run(request).await;
    let long = response.body().size_hint().exact().is_some_and(|length| length >= LEAST_BYTES);
    if !long || !may_be_compressed(&response) {
        return response;
    }
    response.headers_mut().entry(VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    if !taken {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(text) = to_bytes(body, usize::MAX).await else {
        return Fault::internal().into_response();
    };
    let short = text.len() <= MOST_BYTES_HERE;
    let compressed = if short { gzip(&text) } else { one_at_a_time(move || gzip(&text)).await };
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    (head, compressed).into_response()
}

/// A text that never changes, compressed once.
pub struct Document {
    kind: &'static str,
    text: Bytes,
    gzip: Bytes,
}

impl Document {
    /// A text of this media type.
    pub fn new(kind: &'static str, text: String) -> Self {
        let text = Bytes::from(text);
        Self { kind, gzip: gzip(&text).into(), text }
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let kind = [(CONTENT_TYPE, self.kind), (VARY, "accept-encoding")];
        if page::takes(headers, "gzip") {
            (kind, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response()
        } else {
            (kind, self.text.clone()).into_response()
        }
    }
}

/// True for text that is not compressed yet.
fn may_be_compressed(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    let text = kind.starts_with("text/")
        || ["json", "xml", "javascript"].iter().any(|end| kind.ends_with(end));
    text && !headers.contains_key(CONTENT_ENCODING)
}

/// The text in the coding `gzip`.
fn gzip(text: &Bytes) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 4), Compression::default());
    let written = encoder.write_all(text).and_then(|()| encoder.finish());
    written.expect("memory takes what is written to it")
}
