//! The progress of an experiment: a bar on a terminal, elsewhere a line now and
//! then. All of it goes to standard error.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// The interval at which a bar is drawn again.
const REDRAW: Duration = Duration::from_millis(250);

/// The template of a bar.
const TEMPLATE: &str = "{prefix}: {bar:24} {pos} of {len}, {rate} a second, {eta} left; {msg}";

/// The look of a bar.
fn style() -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        // The text is kept in memory, which takes all.
        _ = write!(out, "{:.1}", state.per_sec());
    };
    ProgressStyle::with_template(TEMPLATE).expect("a template of ours").with_key("rate", rate)
}

/// The progress of an experiment.
pub struct Progress {
    /// The name of the things counted.
    what: &'static str,
    total: u64,
    /// Finished in earlier runs.
    before: u64,
    start: Instant,
    told: Instant,
    pause: Duration,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of `total`, `before` are finished. Without a terminal a line is written
    /// after every `pause`.
    pub fn new(what: &'static str, total: u64, before: u64, pause: Duration) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_style(style()).with_prefix(what);
            let bar = bar.with_position(before);
            // Work finished before took no time now.
            bar.reset_eta();
            bar
        });
        let (now, pause) = (Instant::now(), if bar.is_some() { REDRAW } else { pause });
        Self { what, total, before, start: now, told: now, pause, bar }
    }

    /// Shows the progress and the results so far, if it is time to.
    pub fn tell(&mut self, done: u64, so_far: impl FnOnce() -> String) {
        if self.told.elapsed() < self.pause {
            return;
        }
        self.told = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_message(so_far());
                bar.set_position(done);
            }
            None => eprintln!("{}", self.line(done, self.start.elapsed(), &so_far())),
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, done: u64, time: Duration, so_far: &str) -> String {
        let percent = 100 * done / self.total.max(1);
        let mut line = format!("{}: {done} of {}, {percent}%", self.what, self.total);
        let fresh = done.saturating_sub(self.before);
        if fresh > 0 {
            let rate = fresh as f64 / time.as_secs_f64().max(1e-3);
            let left = (self.total - done) as f64 / rate;
            line.push_str(&format!(", {rate:.1} a second, {left:.0} s left"));
        }
        if !so_far.is_empty() {
            line.push_str(&format!("; {so_far}"));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_only_what_was_done_now() {
        let progress = Progress::new("trials", 100, 40, Duration::from_secs(20));
        let line = |done, so_far| progress.line(done, Duration::from_secs(5), so_far);
        assert_eq!(line(40, ""), "trials: 40 of 100, 40%");
        assert_eq!(
            line(50, "1.0 ± 0.5"),
            "trials: 50 of 100, 50%, 2.0 a second, 25 s left; 1.0 ± 0.5"
        );
        assert_eq!(line(100, ""), "trials: 100 of 100, 100%, 12.0 a second, 0 s left");
    }

    #[test]
    fn the_bar_can_be_drawn() {
        ProgressBar::hidden().with_style(style()).tick();
    }

    #[test]
    fn what_came_out_is_only_asked_for_when_it_is_told() {
        let mut progress = Progress::new("trials", 2, 0, Duration::from_secs(3_600));
        progress.tell(1, || unreachable!("it is not time yet"));
        progress.finish();
    }
}
