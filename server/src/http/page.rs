//! The page and its parts: built in, or from a folder while working on it.
//!
//! Addresses of the page's own are answered by the page, a missing script is not; tags come from
//! the hashes of the built-in files; each text is stored there in compressed form as well
//! (`web/tools/compressedParts.ts`); a folder is read without following links.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use vzetek_protocol::ErrorCode;

use crate::fault::Fault;

const INDEX: &str = "index.html";
/// Names of files in this folder contain a hash of the file.
const HASHED: &str = "assets/";
/// Content codings that the page's build (`web/tools/compressedParts.ts`) writes beside a part, the
/// shortest first: the coding's name in headers, and the suffix of the file.
const CODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

const NOT_BUILT: &str = "\
The page is not built.

Build it:             cd web && npm ci && npm run build
and build the server again, or start it with --web-dir web/dist

The interface works without it: GET /api/openapi.json
";

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Embedded;

/// A part of the page.
struct Part {
    data: Cow<'static, [u8]>,
    hash: [u8; 32],
    /// As it was built: compressed forms lie beside it.
    built_in: bool,
}

/// The part of the page at this path, or the page itself, which handles its own addresses. A
/// missing file is not found: the page in place of a script would only confuse. In a browser such
/// an address shows the page, which reports the error itself. `head` replaces the page's title and
/// description.
pub async fn answer(
    folder: Option<&Path>,
    path: &str,
    headers: &HeaderMap,
    head: Option<&str>,
) -> Response {
    let name = path.trim_start_matches('/');
    if !name.is_empty()
        && let Some(part) = part(folder, name).await
    {
        return deliver(name, part, headers);
    }
    let last = name.rsplit('/').next().unwrap_or_default();
    let is_file = name.starts_with(HASHED) || last.contains('.');
    if is_file && !wants_page(headers) {
        let message = format!("there is nothing at {path}");
        return Fault::new(ErrorCode::NotFound, message).into_response();
    }
    match part(folder, INDEX).await {
        Some(part) => {
            let part = match head {
                Some(head) => with_head(&part, head),
                None => part,
            };
            let mut response = deliver(INDEX, part, headers);
            if is_file {
                *response.status_mut() = StatusCode::NOT_FOUND;
            }
            response
        }
        None => {
            let kind = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
            (StatusCode::SERVICE_UNAVAILABLE, kind, NOT_BUILT).into_response()
        }
    }
}

/// The hashes of the page's inline styles, as sources of a content security policy.
pub fn styles(folder: Option<&Path>) -> String {
    let page = match folder {
        Some(folder) => std::fs::read(folder.join(INDEX)).ok().map(Cow::Owned),
        None => Embedded::get(INDEX).map(|file| file.data),
    };
    let page = String::from_utf8_lossy(page.as_deref().unwrap_or_default());
    let styles = page.split("<style>").skip(1).filter_map(|rest| rest.split_once("</style>"));
    let hashes = styles.map(|(style, _)| STANDARD.encode(Sha256::digest(style)));
    hashes.map(|hash| format!(" 'sha256-{hash}'")).collect()
}

/// The page with this in place of its title and description.
fn with_head(page: &Part, head: &str) -> Part {
    let text = String::from_utf8_lossy(&page.data);
    let own = [("<meta name=\"description\"", "/>"), ("<title>", "</title>")];
    let mut written = text.into_owned();
    for (number, (begin, end)) in own.into_iter().enumerate() {
        let Some(from) = written.find(begin) else { continue };
        let Some(length) = written[from..].find(end) else { continue };
        let replacement = if number == 1 { head } else { "" };
        written.replace_range(from..from + length + end.len(), replacement);
    }
    Part {
        hash: Sha256::digest(&written).into(),
        data: written.into_bytes().into(),
        built_in: false,
    }
}

/// True if a browser opens the address as a page, rather than as a part of one.
fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT)
        .iter()
        .any(|accepted| accepted.to_str().is_ok_and(|accepted| accepted.contains("text/html")))
}

/// The shortest form of a built-in part that the client accepts: its coding, and its bytes.
fn shortest(name: &str, headers: &HeaderMap) -> Option<(&'static str, Cow<'static, [u8]>)> {
    CODINGS
        .into_iter()
        .filter(|(coding, _)| takes(headers, coding))
        .find_map(|(coding, end)| Some((coding, Embedded::get(&format!("{name}{end}"))?.data)))
}

/// True if the client accepts this coding, and not at a weight of zero.
pub(super) fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let taken = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    taken.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let weight = weight.trim().trim_start_matches("q=").parse::<f32>();
        name.trim().eq_ignore_ascii_case(coding) && weight.is_ok_and(|weight| weight > 0.0)
    })
}

async fn part(folder: Option<&Path>, name: &str) -> Option<Part> {
    match folder {
        Some(folder) => read(folder, name).await,
        // Compressed parts have no addresses.
        None if CODINGS.iter().any(|(_, end)| name.ends_with(end)) => None,
        None => {
            let file = Embedded::get(name)?;
            Some(Part { hash: file.metadata.sha256_hash(), data: file.data, built_in: true })
        }
    }
}

/// A file of the folder, and of nowhere else: neither by dots nor by links.
async fn read(folder: &Path, name: &str) -> Option<Part> {
    let relative = Path::new(name);
    let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !plain || name.contains(['\\', '\0', '%']) {
        return None;
    }
    let folder = tokio::fs::canonicalize(folder).await.ok()?;
    let file = tokio::fs::canonicalize(folder.join(relative)).await.ok()?;
    if !file.starts_with(&folder) {
        return None;
    }
    let data = tokio::fs::read(&file).await.ok()?;
    Some(Part { hash: Sha256::digest(&data).into(), data: data.into(), built_in: false })
}

fn deliver(name: &str, part: Part, headers: &HeaderMap) -> Response {
    // Weak, because the compressed form has the same tag.
    let tag = format!("W/\"{}\"", hex::encode(&part.hash[..12]));
    let caching =
        if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let kind = [(CONTENT_TYPE, media_type(name))];
    let mut response = if fresh {
        StatusCode::NOT_MODIFIED.into_response()
    } else if let Some((coding, data)) = part.built_in.then(|| shortest(name, headers)).flatten() {
        (kind, [(CONTENT_ENCODING, coding)], data).into_response()
    } else {
        (kind, part.data).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(folder: &Path, path: &str) -> Response {
        answer(Some(folder), path, &HeaderMap::new(), None).await
    }

    fn folder() -> tempfile::TempDir {
        let outside = tempfile::tempdir().unwrap();
        let page = outside.path().join("dist");
        std::fs::create_dir_all(page.join("assets")).unwrap();
        std::fs::write(outside.path().join("secret.txt"), "secret").unwrap();
        std::fs::write(page.join(INDEX), "<!doctype html>").unwrap();
        std::fs::write(page.join("assets/app-1234.js"), "run()").unwrap();
        std::fs::write(page.join("sw.js"), "keep()").unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret.txt"), page.join("link.txt"))
            .unwrap();
        outside
    }

    #[tokio::test]
    async fn files_are_files_and_everything_else_is_the_page() {
        let outside = folder();
        let page = outside.path().join("dist");
        let script = get(&page, "/assets/app-1234.js").await;
        assert_eq!(script.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(script.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        for path in ["/", "/table/abc", "/index.html"] {
            let index = get(&page, path).await;
            assert_eq!(index.status(), 200, "{path}");
            assert_eq!(index.headers()[CACHE_CONTROL], "no-cache");
        }
        // A browser requests it again, and so detects a new version.
        let worker = get(&page, "/sw.js").await;
        assert_eq!(worker.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert_eq!(worker.headers()[CACHE_CONTROL], "no-cache");
        for path in ["/assets/gone-1.js", "/favicon.ico", "/assets/"] {
            assert_eq!(get(&page, path).await.status(), 404, "{path}");
        }
    }

    #[tokio::test]
    async fn who_opens_what_is_no_file_sees_the_page() {
        let outside = folder();
        let page = outside.path().join("dist");
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/html,*/*;q=0.8"));
        for (path, status) in [("/favicon.ico", 404), ("/table/..%2fx", 404), ("/table/x", 200)] {
            let response = answer(Some(&page), path, &headers, None).await;
            assert_eq!(response.status(), status, "{path}");
            let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
            assert_eq!(body, "<!doctype html>", "{path}");
        }
    }

    #[tokio::test]
    async fn a_head_takes_the_place_of_title_and_description() {
        let outside = folder();
        let page = outside.path().join("dist");
        let index = "<head><meta name=\"description\" content=\"Cards.\" /><title>V</title></head>";
        std::fs::write(page.join(INDEX), index).unwrap();
        let told = async |head: Option<&str>| {
            let response = answer(Some(&page), "/table/x", &HeaderMap::new(), head).await;
            let tag = response.headers()[ETAG].clone();
            let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
            (tag, String::from_utf8(body.to_vec()).unwrap())
        };
        let (plain_tag, plain) = told(None).await;
        assert_eq!(plain, index);
        let (tag, with_head) = told(Some("<title>Ana</title>")).await;
        assert_eq!(with_head, "<head><title>Ana</title></head>");
        assert_ne!(tag, plain_tag);
    }

    #[tokio::test]
    async fn nothing_outside_the_folder_is_served() {
        let outside = folder();
        let page = outside.path().join("dist");
        for path in [
            "/../secret.txt",
            "/assets/../../secret.txt",
            "/%2e%2e/secret.txt",
            "/..\\secret.txt",
            "//etc/hostname.txt",
            "/link.txt",
        ] {
            assert_eq!(get(&page, path).await.status(), 404, "{path}");
        }
    }

    #[test]
    fn codings_are_taken_as_clients_say() {
        for (said, taken) in [
            ("gzip, deflate, br", true),
            ("BR", true),
            ("gzip, br ; q=0.1", true),
            ("br;q=0", false),
            ("br;q=0.000, gzip", false),
            ("br;q=much", false),
            ("brotli", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(said));
            assert_eq!(takes(&headers, "br"), taken, "{said}");
        }
        assert!(!takes(&HeaderMap::new(), "br"));
    }

    #[tokio::test]
    async fn what_the_browser_has_is_not_sent_again() {
        let outside = folder();
        let page = outside.path().join("dist");
        let first = get(&page, "/").await;
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        assert_eq!(answer(Some(&page), "/", &headers, None).await.status(), 304);
    }

    #[tokio::test]
    async fn without_a_page_it_says_how_to_build_one() {
        let empty = tempfile::tempdir().unwrap();
        let response = get(empty.path(), "/").await;
        assert_eq!(response.status(), 503);
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        assert!(String::from_utf8_lossy(&body).contains("npm run build"));
    }

    /// A folder that is misspelt embeds nothing, silently.
    #[test]
    fn what_is_built_is_built_in() {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist/index.html");
        // Without the page there is nothing to compare.
        if built.exists() {
            assert!(Embedded::get(INDEX).is_some());
        }
    }
}
