//! Messages on NATS that are not understood.

use std::collections::HashMap;

/// Counts of such messages by their kind, with what is wrong with the last one. Whoever sends
/// one may send many: they are named together.
#[derive(Debug, Default)]
pub struct Noise(HashMap<&'static str, (u64, String)>);

impl Noise {
    /// Another one.
    pub fn note(&mut self, kind: &'static str, error: &impl ToString) {
        let (count, last) = self.0.entry(kind).or_default();
        *count += 1;
        *last = error.to_string();
    }

    /// Names in the log what has come since the last time.
    pub fn tell(&mut self) {
        for (kind, (count, error)) in self.0.drain() {
            tracing::warn!(count, error, "messages on NATS that are {kind}");
        }
    }
}
