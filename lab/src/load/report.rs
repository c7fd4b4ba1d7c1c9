//! The figures, for people and for programs.

use std::io::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::processes::Cpu;
use super::stage::Counters;
use crate::standard;

/// The rules of counting; printed with the figures.
pub const ACCOUNTING: &str = "\
Every WebSocket text that a client writes or reads is one message. A move costs
one message to the server and one to each seat: 1 + players; a deal adds some at
its start and end. An echo costs two. Latency runs from writing a move until every
seat has read the event it became (echo: until it is back). Response runs from the
moment at which a paced move was due. Clients and servers share this machine.";

/// One stage's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The name of the stage.
    pub stage: String,
    /// The time for which it was measured, in seconds.
    pub seconds: f64,
    /// Messages a second that were to be reached; absent at full speed.
    pub offered_messages_per_s: Option<f64>,
    /// Messages a second, both ways.
    pub messages_per_s: f64,
    /// Moves (or echoes) a second.
    pub moves_per_s: f64,
    /// Deals that ended.
    pub deals: u64,
    /// Moves that had to be sent again because the server was too busy.
    pub refused: u64,
    /// Nonces that came too late for their deal, which went on without them.
    pub late_nonces: u64,
    /// The mean length of a message, in bytes.
    pub mean_bytes: f64,
    /// CPU time for each move, in microseconds.
    pub cpu_us_per_move: Cpu,
    /// Latency, in milliseconds.
    pub latency_ms: Quantiles,
    /// Response, in milliseconds.
    pub response_ms: Quantiles,
}

/// Quantiles in milliseconds; absent if nothing was counted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Quantiles {
    /// Half are not slower.
    pub p50: Option<f64>,
    /// One in a hundred is slower.
    pub p99: Option<f64>,
}

impl Figures {
    /// The figures of what was counted in `time`, for which `used` was spent.
    pub fn new(
        stage: &str,
        counters: &Counters,
        time: Duration,
        offered: Option<f64>,
        used: Cpu,
    ) -> Self {
        let moves = Counters::read(&counters.moves);
        let seconds = time.as_secs_f64();
        let messages = Counters::read(&counters.sent) + Counters::read(&counters.received);
        let quantiles = |histogram: &super::histogram::Histogram| Quantiles {
            p50: histogram.quantile(0.50).map(|micros| micros as f64 / 1e3),
            p99: histogram.quantile(0.99).map(|micros| micros as f64 / 1e3),
        };
        Self {
            stage: stage.to_owned(),
            seconds,
            offered_messages_per_s: offered,
            messages_per_s: messages as f64 / seconds,
            moves_per_s: moves as f64 / seconds,
            deals: Counters::read(&counters.deals),
            refused: Counters::read(&counters.refused),
            late_nonces: Counters::read(&counters.late_nonces),
            mean_bytes: Counters::read(&counters.bytes) as f64 / messages.max(1) as f64,
            cpu_us_per_move: used.per(moves),
            latency_ms: quantiles(&counters.latency),
            response_ms: quantiles(&counters.response),
        }
    }
}

/// The memory of the server's process, in kB.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Memory {
    /// The memory before any player connected.
    pub before_kb: u64,
    /// The memory with all players seated and dealt to.
    pub seated_kb: u64,
    /// The memory after all stages.
    pub after_kb: u64,
    /// The first difference, for each table with its connections.
    pub kb_per_table: f64,
}

/// Everything.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of tables.
    pub tables: u32,
    /// The number of players at each.
    pub players: u8,
    /// Stage by stage.
    pub stages: Vec<Figures>,
    /// Nonces that came too late for the first deals, before all stages.
    pub late_nonces_at_start: u64,
    /// The server's memory, if its process is known.
    pub memory: Option<Memory>,
    /// The number of tables that could not be played to the end, and the reason
    /// for the first.
    pub failed: Option<(usize, String)>,
}

impl Report {
    /// A table to the standard error, JSON to the standard output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self) -> anyhow::Result<()> {
        eprintln!("\n{} tables of {} players\n", self.tables, self.players);
        eprintln!(
            "{:<26} {:>10} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>18}",
            "",
            "offered",
            "messages",
            "moves",
            "p50",
            "p99",
            "p50 resp",
            "p99 resp",
            "bytes",
            "CPU µs a move:",
        );
        eprintln!(
            "{:<26} {:>10} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>6} {:>4} {:>7}",
            "stage", "msg/s", "/s", "/s", "ms", "ms", "ms", "ms", "mean", "server", "db", "clients",
        );
        for figures in &self.stages {
            let ms = |value: Option<f64>| value.map_or("-".to_owned(), |ms| format!("{ms:.2}"));
            let us = |value: Option<f64>| value.map_or("-".to_owned(), |us| format!("{us:.0}"));
            let offered = figures.offered_messages_per_s;
            eprintln!(
                "{:<26} {:>10} {:>10.0} {:>9.0} {:>9} {:>9} {:>9} {:>9} {:>7.0} {:>6} {:>4} {:>7}",
                figures.stage,
                offered.map_or("-".to_owned(), |rate| format!("{rate:.0}")),
                figures.messages_per_s,
                figures.moves_per_s,
                ms(figures.latency_ms.p50),
                ms(figures.latency_ms.p99),
                ms(figures.response_ms.p50),
                ms(figures.response_ms.p99),
                figures.mean_bytes,
                us(figures.cpu_us_per_move.server),
                us(figures.cpu_us_per_move.database),
                us(figures.cpu_us_per_move.clients),
            );
        }
        let late = self.stages.iter().map(|figures| figures.late_nonces).sum::<u64>()
            + self.late_nonces_at_start;
        if late > 0 {
            eprintln!("\n{late} nonces came too late; their deals went on without them");
        }
        if let Some(memory) = &self.memory {
            eprintln!(
                "\nmemory of the server: {} kB before, {} kB seated, {} kB after: {:.1} kB a table",
                memory.before_kb, memory.seated_kb, memory.after_kb, memory.kb_per_table,
            );
        }
        if let Some((count, why)) = &self.failed {
            eprintln!("\n{count} tables failed; the first because {why}");
        }
        eprintln!("\n{ACCOUNTING}\n");
        writeln!(standard::output(), "{}", serde_json::to_string_pretty(self)?)?;
        Ok(())
    }
}
