//! The origin of a request: its address, its page, and the session that it belongs to.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum_extra::extract::cookie::CookieJar;

use crate::accounts::SESSION_DAYS;
use crate::app::Shared;
use crate::config::Config;

/// The cookie that holds a session's token.
const COOKIE: &str = "vzetek_session";

/// The token of a request: a bearer's before a cookie's.
pub fn session_token(headers: &HeaderMap) -> Option<String> {
    bearer_token(headers).or_else(|| any_cookie_token(headers))
}

/// The token of a request if it is a cookie's.
pub fn cookie_token(headers: &HeaderMap) -> Option<String> {
    match bearer_token(headers) {
        Some(_) => None,
        None => any_cookie_token(headers),
    }
}

fn bearer_token(headers: &HeaderMap) -> Option<String> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

fn any_cookie_token(headers: &HeaderMap) -> Option<String> {
    CookieJar::from_headers(headers).get(COOKIE).map(|cookie| cookie.value().to_owned())
}

/// The header that stores the session in a browser.
pub fn cookie(config: &Config, token: &str) -> String {
    with_flags(config, token, SESSION_DAYS * 24 * 60 * 60)
}

/// The header that removes the session from a browser.
pub fn no_cookie(config: &Config) -> String {
    with_flags(config, "", 0)
}

fn with_flags(config: &Config, value: &str, seconds: i64) -> String {
    let secure = if config.secure_cookies { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// True if the page that sent a request, if one did, is allowed to. Programs send no origin; a
/// browser always does when it matters.
pub fn origin_allowed(config: &Config, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    if config.allowed_origins.iter().any(|allowed| same_origin(allowed, origin)) {
        return true;
    }
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| {
        without_port(scheme, host).eq_ignore_ascii_case(without_port(scheme, authority))
    })
}

fn same_origin(allowed: &str, origin: &str) -> bool {
    // A trailing slash is easily typed and never part of an origin.
    allowed.trim().trim_end_matches('/').eq_ignore_ascii_case(origin)
}

/// The authority without the scheme's default port.
fn without_port<'a>(scheme: &str, authority: &'a str) -> &'a str {
    let port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    authority.strip_suffix(port).unwrap_or(authority)
}

/// The address a request comes from, as the nearest proxy reports it if the server is behind one:
/// its entry is the last; a client can make up the others.
pub fn client_address(behind_proxy: bool, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        let hop = last.rsplit(',').next()?.trim();
        let with_port = || hop.parse::<SocketAddr>().map(|address| address.ip());
        hop.parse().or_else(|_| with_port()).ok()
    };
    let peer = || extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let proxied = if behind_proxy { forwarded() } else { None };
    proxied.or_else(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The address a request comes from.
#[derive(Debug)]
pub struct From(pub IpAddr);

impl FromRequestParts<Shared> for From {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        Ok(Self(client_address(app.config.behind_proxy, &parts.headers, &parts.extensions)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn a_token_comes_as_bearer_or_cookie() {
        assert_eq!(session_token(&headers(&[])), None);
        let cookie = ("cookie", "a=b; vzetek_session=cookie; c=d");
        assert_eq!(session_token(&headers(&[cookie])).unwrap(), "cookie");
        let both = headers(&[cookie, ("authorization", "bearer  token ")]);
        assert_eq!(session_token(&both).unwrap(), "token");
        assert_eq!(cookie_token(&both), None, "not the cookie's");
        assert_eq!(cookie_token(&headers(&[cookie])).unwrap(), "cookie");
        let basic = headers(&[cookie, ("authorization", "Basic abc")]);
        assert_eq!(session_token(&basic).unwrap(), "cookie");
    }

    #[test]
    fn only_our_own_pages_and_those_named_may_ask() {
        let config = Config::parse_from(["server", "--allow-origin", "https://vzetek.example/"]);
        let asked = |host: &str, origin: &str| {
            origin_allowed(&config, &headers(&[("host", host), ("origin", origin)]))
        };
        assert!(origin_allowed(&config, &headers(&[("host", "a")])), "a program");
        assert!(asked("localhost:8080", "http://localhost:8080"));
        assert!(asked("Play.Example", "https://play.example"));
        assert!(asked("play.example:443", "https://play.example"));
        assert!(asked("inside:8080", "https://vzetek.example"));
        assert!(!asked("localhost:8080", "http://localhost:8081"));
        assert!(!asked("localhost:8080", "http://localhost"));
        assert!(!asked("play.example", "https://play.example.evil"));
        assert!(!asked("play.example", "https://evil.example"));
        assert!(!asked("localhost", "null"));
        let two = [("host", "a"), ("origin", "http://a"), ("origin", "http://b")];
        assert!(!origin_allowed(&config, &headers(&two)));
    }

    #[test]
    fn a_proxy_is_believed_only_where_there_is_one() {
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 5))));
        let sent =
            headers(&[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "7.7.7.7, 192.0.2.1")]);
        let of = |proxy, headers: &HeaderMap| client_address(proxy, headers, &extensions);
        assert_eq!(of(true, &sent).to_string(), "192.0.2.1");
        assert_eq!(of(false, &sent).to_string(), "10.0.0.1");
        assert_eq!(of(true, &headers(&[])).to_string(), "10.0.0.1");
        let ported = headers(&[("x-forwarded-for", "[2001:db8::1]:443")]);
        assert_eq!(of(true, &ported).to_string(), "2001:db8::1");
    }

    #[test]
    fn cookies_cannot_be_read_by_scripts() {
        let plain = Config::parse_from(["server"]);
        let secure = Config::parse_from(["server", "--secure-cookies", "true"]);
        let header = cookie(&plain, "t");
        assert!(header.contains("; HttpOnly; SameSite=Lax") && header.contains("Path=/"));
        assert!(!header.contains("Secure") && cookie(&secure, "t").ends_with("; Secure"));
        assert!(no_cookie(&plain).contains("Max-Age=0"));
    }
}
