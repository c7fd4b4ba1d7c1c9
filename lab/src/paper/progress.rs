//! One line that says how far it is.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far a study is.
pub struct Progress {
    study: &'static str,
    total: u64,
    /// Finished in earlier runs.
    before: u64,
    done: AtomicU64,
    start: Instant,
    told: Mutex<Instant>,
    terminal: bool,
}

impl Progress {
    /// Of `total` trials, `before` are finished.
    pub fn new(study: &'static str, total: u64, before: u64) -> Self {
        let (start, terminal) = (Instant::now(), std::io::stderr().is_terminal());
        let done = AtomicU64::new(before);
        Self { study, total, before, done, start, told: Mutex::new(start), terminal }
    }

    /// One more is finished.
    pub fn one_more(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Says how far it is, if it is time to: often on a terminal, where the
    /// line is written over, otherwise every twenty seconds.
    pub fn tell(&self) {
        let pause = Duration::from_millis(if self.terminal { 250 } else { 20_000 });
        let mut told = self.told.lock().expect("nobody panics holding it");
        if told.elapsed() >= pause {
            *told = Instant::now();
            let end = if self.terminal { "" } else { "\n" };
            self.write(&format!("{}{end}", self.line()));
        }
    }

    /// Clears the line.
    pub fn finish(&self) {
        if self.terminal {
            self.write("");
        }
    }

    fn line(&self) -> String {
        let done = self.done.load(Ordering::Relaxed);
        let percent = 100 * done / self.total.max(1);
        let line = format!("{}: {done} of {} trials, {percent}%", self.study, self.total);
        let fresh = done - self.before;
        if fresh == 0 {
            return line;
        }
        let left = self.start.elapsed().mul_f64((self.total - done) as f64 / fresh as f64);
        format!("{line}, {} s left", left.as_secs())
    }

    fn write(&self, text: &str) {
        let clear = if self.terminal { "\r\x1b[K" } else { "" };
        let mut error = std::io::stderr().lock();
        // A progress line that nobody can read is no reason to stop.
        let _ = write!(error, "{clear}{text}").and_then(|()| error.flush());
    }
}
