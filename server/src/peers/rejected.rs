//! Messages on NATS that are not understood.

use std::collections::HashMap;

/// Counts of such messages by their kind, with the error of the last one. A sender may send many:
/// they are logged together.
#[derive(Debug, Default)]
pub struct Rejected(HashMap<&'static str, (u64, String)>);

impl Rejected {
    /// Counts a message.
    pub fn note(&mut self, kind: &'static str, error: &impl ToString) {
        let (count, last) = self.0.entry(kind).or_default();
        *count += 1;
        *last = error.to_string();
    }

    /// Logs the counts since the last call.
    pub fn tell(&mut self) {
        for (kind, (count, error)) in self.0.drain() {
            tracing::warn!(count, error, "messages on NATS that are {kind}");
        }
    }
}
