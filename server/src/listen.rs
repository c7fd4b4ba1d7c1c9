//! From a listener to requests: connections are counted, timed and ended.

use std::collections::HashMap;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::{Mutex, MutexGuard};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use vzetek_protocol::{ErrorBody, ErrorCode};

use crate::app::Shared;
use crate::connection::text;
use crate::fault::told;
use crate::households::household;

/// The time that a client may take to send the head of a request, from the
/// moment it is connected or has its last answer.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The pause when the system accepts no more connections.
const PAUSE: Duration = Duration::from_secs(1);

/// Accepts and serves connections until the server is to stop. They are tasks of the server's, and
/// end when they have their answers.
pub async fn accept(listener: TcpListener, router: Router, app: &Shared) {
    let most = app.config.tuning.connections_per_address.max(1);
    // Behind a proxy all connections come from the same address.
    let places = Places::new(if app.config.behind_proxy { u32::MAX } else { most });
    loop {
        let accepted = tokio::select! {
            () = app.shutdown.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match places.take(peer.ip()) {
                Some(place) => {
                    // Moves are small and complete: Nagle's algorithm would only delay them.
                    let _ = stream.set_nodelay(true);
                    let mut stream = TimeoutStream::new(stream);
                    stream.set_write_timeout(Some(app.config.tuning.stalled_time()));
                    let router = router.clone();
                    app.tasks.spawn(attend(stream, peer, place, router, app.shutdown.clone()));
                }
                None => refuse(stream),
            },
            // The client has closed the connection already.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::ConnectionAborted
                        | ErrorKind::ConnectionRefused
                        | ErrorKind::ConnectionReset
                ) => {}
            Err(error) => {
                tracing::error!(%error, "no more connections can be taken for the moment");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Answers one connection's requests.
async fn attend(
    stream: TimeoutStream<TcpStream>,
    peer: SocketAddr,
    place: Place,
    router: Router,
    shutdown: CancellationToken,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // A socket holds its place after the request is answered.
        request.extensions_mut().insert(place.clone());
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, %peer, "a connection broke");
    }
}

/// Sends the reason, if that is possible without waiting, and closes.
fn refuse(stream: TcpStream) {
    let message = "too many connections from your address; close some";
    let error = ErrorBody::new(ErrorCode::RateLimited, message);
    told(&error);
    let body = text(&error);
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\
         Content-Type: application/json\r\nRetry-After: 10\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(answer.as_bytes());
    }
}

/// The number of connections of every household.
#[derive(Clone, Debug)]
struct Places {
    most: u32,
    taken: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Places {
    fn new(most: u32) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// A place for a connection from this address, if there is one left.
    fn take(&self, address: IpAddr) -> Option<Place> {
        let household = household(address);
        let mut taken = self.lock();
        let count = taken.entry(household).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place(Arc::new(Taken { places: self.clone(), household })))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.taken.lock()
    }
}

/// One connection's place, free again when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Place(#[expect(dead_code, reason = "held, not read")] Arc<Taken>);

#[derive(Debug)]
struct Taken {
    places: Places,
    household: IpAddr,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        if let Some(count) = taken.get_mut(&self.household) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.household);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_has_so_many_places() {
        let places = Places::new(2);
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let first = places.take(one).unwrap();
        let clone = first.clone();
        let _second = places.take(one).unwrap();
        assert!(places.take(one).is_none());
        let elsewhere = places.take(other).unwrap();
        drop(first);
        assert!(places.take(one).is_none(), "a clone has it still");
        drop(clone);
        assert!(places.take(one).is_some());
        drop(elsewhere);
        assert!(!places.lock().contains_key(&other), "who has gone is forgotten");
    }
}
