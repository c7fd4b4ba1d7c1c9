//! Metrics, for Prometheus.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::app::Shared;

/// The time between two rounds of upkeep, in which histograms are summed up. Without it they grow
/// until they are read.
const UPKEEP: Duration = Duration::from_secs(5);
/// Bounds of the histograms' buckets, in seconds: all of them measure times …
const BUCKETS: [f64; 12] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// … and those of a takeover, which is not part of a request.
const TAKEOVER_BUCKETS: [f64; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// The process's recorder: several servers in one process, as tests have them,
/// share it.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

fn recorder() -> &'static PrometheusHandle {
    RECORDER.get_or_init(|| {
        let takeover = Matcher::Full("vzetek_takeover_seconds".to_owned());
        let buckets = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .and_then(|builder| builder.set_buckets_for_metric(takeover, &TAKEOVER_BUCKETS));
        let builder = match buckets {
            Ok(builder) => builder,
            Err(error) => {
                tracing::error!(%error, "metrics have no buckets");
                PrometheusBuilder::new()
            }
        };
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("something else in this process gathers the metrics; ours stay empty");
        }
        handle
    })
}

/// Starts the recorder, and its upkeep until the server stops.
pub fn keep_up(app: &Shared) {
    let recorder = recorder();
    let shutdown = app.shutdown.clone();
    app.tasks.spawn(async move {
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep(UPKEEP) => recorder.run_upkeep(),
            }
        }
    });
}

/// Returns the metrics as they are now, as text.
pub fn render() -> String {
    recorder().render()
}

/// Counts and times every request, by route rather than by address: made-up addresses make no
/// metrics.
pub async fn measure(request: Request, next: Next) -> Response {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned());
    let method = match request.method().as_str() {
        known @ ("GET" | "HEAD" | "POST" | "DELETE") => known.to_owned(),
        _ => "other".to_owned(),
    };
    let started = Instant::now();
    let response = next.run(request).await;
    let took = started.elapsed();
    let status = response.status().as_u16();
    tracing::debug!(route, method, status, ?took, "a request is answered");
    metrics::histogram!("vzetek_http_request_seconds", "route" => route.clone())
        .record(took.as_secs_f64());
    metrics::counter!(
        "vzetek_http_requests_total",
        "route" => route, "method" => method, "status" => status.to_string()
    )
    .increment(1);
    response
}
