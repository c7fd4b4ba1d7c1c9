//! The names that the server answers to.
//!
//! The owner of a page can give the page's own name any address, this server's too, and for a
//! browser the page then counts as the server's own. So the server answers only to names that no
//! one else can have assigned to it.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::config::Config;
use crate::fault::Fault;

/// The server's own names.
#[derive(Clone, Debug)]
pub struct Names(Arc<HashSet<String>>);

impl Names {
    /// The names of the machine, of the allowed origins and those that are
    /// configured.
    pub fn new(config: &Config) -> Self {
        let machine = rustix::system::uname();
        let machine = machine.nodename().to_string_lossy();
        let origins = config.allowed_origins.iter();
        let origins = origins.map(|origin| origin.split_once("://").map_or("", |(_, host)| host));
        let configured = config.host_names.iter().map(String::as_str);
        let names = origins.chain(configured).chain([&*machine]).map(str::trim);
        let mut names: HashSet<String> =
            names.map(|name| plain(name.trim_end_matches('/'))).collect();
        names.insert(format!("{}.local", plain(&machine)));
        Self(Arc::new(names))
    }

    /// True if no one else can have assigned this name to the server: addresses cannot be assigned,
    /// and names without a dot or below `localhost` are not looked up outside.
    fn include(&self, authority: &str) -> bool {
        let host = plain(authority);
        let is_address = host.parse::<IpAddr>().is_ok()
            || host
                .strip_prefix('[')
                .and_then(|host| host.strip_suffix(']'))
                .is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
        is_address || !host.contains('.') || host.ends_with(".localhost") || self.0.contains(&host)
    }
}

/// The name in small letters, without its port and the dot that may end it.
fn plain(authority: &str) -> String {
    let port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let host = match authority.rsplit_once(':') {
        Some((host, digits)) if port(digits) && (!host.contains(':') || host.ends_with(']')) => {
            host
        }
        _ => authority,
    };
    host.trim_end_matches('.').to_ascii_lowercase()
}

/// Refuses requests for other names, and those that give two. Health checks may use any name, and
/// reveal nothing about accounts.
pub async fn own_names_only(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (first, second) = (hosts.next(), hosts.next());
    if second.is_some() {
        let message = "a request has one Host header, not several";
        return Fault::new(ErrorCode::BadMessage, message).into_response();
    }
    // A name in the request's own line takes precedence over the header.
    let named = request.uri().authority().map(|authority| authority.as_str().to_owned());
    let header = || first.map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned());
    // Old programs give no name; a browser always does.
    let Some(host) = named.or_else(header) else { return next.run(request).await };
    if matches!(request.uri().path(), "/health" | "/ready") || names.include(&host) {
        return next.run(request).await;
    }
    let message = format!(
        "this server does not answer as {host}; its --host-name (VZETEK_HOST_NAME) names what \
         it is called besides its address"
    );
    Fault::new(ErrorCode::BadHost, message).into_response()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn names_that_others_can_have_given_are_not_ours() {
        let config = Config::parse_from([
            "server",
            "--allow-origin",
            "https://vzetek.example/,http://second.example:8080",
            "--host-name",
            "inside.example, Third.Example",
        ]);
        let names = Names::new(&config);
        for ours in [
            "127.0.0.1:8080",
            "192.168.1.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost:8080",
            "LocalHost",
            "a.localhost:8080",
            "server:8080",
            "vzetek.example",
            "Vzetek.Example.:443",
            "second.example",
            "inside.example:80",
            "third.example",
        ] {
            assert!(names.include(ours), "{ours}");
        }
        for other in [
            "evil.example",
            "vzetek.example.evil.example",
            "xvzetek.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evil.example:127.0.0.1",
        ] {
            assert!(!names.include(other), "{other}");
        }
    }

    #[test]
    fn the_machines_own_name_is_ours() {
        let names = Names::new(&Config::parse_from(["server"]));
        let machine = rustix::system::uname();
        let machine = machine.nodename().to_str().unwrap().to_owned();
        assert!(names.include(&machine) && names.include(&format!("{machine}.local:8080")));
    }
}
