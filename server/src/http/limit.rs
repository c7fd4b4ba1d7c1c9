//! Limits on the requests of one address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::ErrorCode;

use crate::config::Config;
use crate::cost::{self, Bill};
use crate::fault::Fault;
use crate::households::household;
use crate::origin::client_address;
use crate::rate::RateByKey;

use super::refusal::Refusal;

/// A request that takes more of a processor's time, or of a long read, counts as several.
const TIME_OF_ONE: Duration = Duration::from_millis(2);

/// The allowance of requests of every address.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    behind_proxy: bool,
    rate: RateByKey<IpAddr>,
}

impl Limits {
    /// A limit of which nothing is used yet.
    pub fn new(config: &Config) -> Self {
        let rate = NonZeroU32::new(config.tuning.requests_per_second).unwrap_or(NonZeroU32::MIN);
        let burst = NonZeroU32::new(config.tuning.request_burst()).unwrap_or(rate);
        Self(Arc::new(Inner {
            behind_proxy: config.behind_proxy,
            rate: RateByKey::new(rate, burst),
        }))
    }

    /// Counts a request.
    ///
    /// # Errors
    /// The wait until another one is allowed, if this one arrived too early.
    fn take(&self, address: IpAddr) -> Result<(), Duration> {
        self.0.rate.take(household(address))
    }

    /// Returns the bill for a request of this address.
    fn bill(&self, address: IpAddr) -> Bill {
        let (limits, household) = (self.0.clone(), household(address));
        Arc::new(move |spent| {
            limits.rate.charge(household, spent.div_duration_f64(TIME_OF_ONE));
        })
    }
}

/// Refuses an address with too many requests. Monitoring is always admitted: its requests are
/// cheap, and it must see a flood.
pub async fn limit(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let watched = matches!(request.uri().path(), "/health" | "/ready" | "/metrics");
    let address = client_address(limits.0.behind_proxy, request.headers(), request.extensions());
    if watched {
        return next.run(request).await;
    }
    match limits.take(address) {
        Ok(()) => cost::billed(limits.bill(address), next.run(request)).await,
        Err(wait) => {
            let message = "too many requests from your address, or too costly ones; slow down";
            let fault = Fault::new(ErrorCode::RateLimited, message);
            Refusal::until(fault, wait).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn one_address_does_not_use_up_anothers_share() {
        let config = Config::parse_from(["server", "--requests-per-second", "1"]);
        let limits = Limits::new(&config);
        let (flood, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let allowed = (0..20).filter(|_| limits.take(flood).is_ok()).count();
        assert!((4..=5).contains(&allowed), "{allowed}");
        limits.take(other).unwrap();
        // One that is costly counts as many.
        limits.bill(other)(20 * TIME_OF_ONE);
        let wait = limits.take(other).unwrap_err();
        assert!((17..=19).contains(&wait.as_secs()), "{wait:?}");
    }
}
