//! The outcome of `chaos`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::Args;
use super::audit::Held;
use super::fault::Kind;
use super::notes::Notes;
use crate::standard;

/// Everything that came out.
#[derive(Debug, Default)]
pub struct Report {
    head: String,
    faults: usize,
    lasted: Duration,
    /// The longest pause of each table without faults.
    calm: Vec<Duration>,
    /// The longest pause of each table in the whole time of the faults.
    whole: Vec<Duration>,
    /// By kind, the number of faults and the longest pauses of the tables in each.
    kinds: BTreeMap<Kind, (usize, Vec<Duration>)>,
    held: Held,
    errors: BTreeMap<String, u64>,
    moves: u64,
    stale: u64,
    wrongs: usize,
    wrong: Vec<String>,
    restarts: u32,
    logs: Option<PathBuf>,
}

impl Report {
    /// An empty one.
    pub fn new(args: &Args) -> Self {
        let Args { servers, tables, faults, seed, at_once, .. } = args;
        let head = format!(
            "{faults} faults, at most {at_once} at once, seed {seed}; {servers} servers, {tables} \
             tables"
        );
        Self { head, faults: *faults, ..Self::default() }
    }

    /// Takes the pauses of the tables without faults.
    pub fn calm(&mut self, pauses: Vec<Duration>) {
        self.calm = pauses;
    }

    /// Takes the pauses of the tables in one fault.
    pub fn fault(&mut self, kind: Kind, pauses: Vec<Duration>) {
        let (count, all) = self.kinds.entry(kind).or_default();
        *count += 1;
        all.extend(pauses);
    }

    /// Takes the time of all faults, and the pauses of the tables in it.
    pub fn faults(&mut self, lasted: Duration, pauses: Vec<Duration>) {
        self.lasted = lasted;
        self.whole = pauses;
    }

    /// Takes the result of the audit.
    pub fn audit(&mut self, held: Held) {
        self.held = held;
    }

    /// Takes the notes.
    pub fn notes(&mut self, notes: &Notes) {
        (self.wrongs, self.wrong) = notes.wrongs();
        self.errors = notes.errors();
        self.moves = notes.moves();
        self.stale = notes.stale();
    }

    /// Takes the number of times that a server ended at its start and was started again.
    pub fn restarts(&mut self, restarts: u32) {
        self.restarts = restarts;
    }

    /// Takes the folder in which logs were stored.
    pub fn kept(&mut self, logs: &Path) {
        self.logs = Some(logs.to_owned());
    }

    /// True if nothing was found that must not be.
    pub fn is_well(&self) -> bool {
        self.wrongs == 0 && self.held.missing().is_empty()
    }

    /// Prints it.
    ///
    /// # Errors
    /// If the reader has closed the output.
    pub fn print(&self) -> anyhow::Result<()> {
        standard::output().write_all(self.text().as_bytes())?;
        Ok(())
    }

    fn text(&self) -> String {
        let mut lines = vec![
            format!("{}; {:.0} s", self.head, self.lasted.as_secs_f64()),
            String::new(),
            "the longest time that a table stood still, in ms, over all tables:".to_owned(),
            String::new(),
            format!("| {:<38} | faults | median |   99 % |   most |", ""),
            format!("|{:-<40}|-------:|-------:|-------:|-------:|", ""),
        ];
        let mut row = |what: &str, count: &str, pauses: &[Duration]| {
            let [median, most_of, most] = [0.5, 0.99, 1.0].map(|share| at(pauses, share));
            lines.push(format!(
                "| {what:<38} | {count:>6} | {median:>6} | {most_of:>6} | {most:>6} |"
            ));
        };
        row("nothing", "", &self.calm);
        for (kind, (count, pauses)) in &self.kinds {
            row(&kind.to_string(), &count.to_string(), pauses);
        }
        row("in all this time", &self.faults.to_string(), &self.whole);
        let Held { deals, finished, moves, ratings, sights, hands } = self.held;
        lines.extend([
            String::new(),
            format!(
                "shown: {} moves, in {deals} deals; their record has {moves} moves",
                self.moves
            ),
            format!("{finished} finished deals verify, with {ratings} changes of ratings"),
            format!("{sights} states of deals were shown whole, {hands} of them with a hand"),
            format!("earlier states shown again after later ones: {}", self.stale),
            format!("servers that ended at their start and were started again: {}", self.restarts),
            format!("errors told to clients: {:?}", self.errors),
        ]);
        let missing = self.held.missing();
        lines.extend(missing.iter().map(|what| format!("WRONG: {what}, so that nothing is shown")));
        lines.push(match self.wrongs {
            0 => "nothing is lost, and nothing is there twice".to_owned(),
            count => format!("WRONG: {count} findings"),
        });
        lines.extend(self.wrong.iter().map(|wrong| format!("  {wrong}")));
        if let Some(logs) = &self.logs {
            lines.push(format!("the logs of the servers are kept in {}", logs.display()));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// The value below which this share of all lies, in milliseconds; 0 if there is none.
fn at(pauses: &[Duration], share: f64) -> u128 {
    let mut sorted = pauses.to_vec();
    sorted.sort_unstable();
    let place = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(place.saturating_sub(1)).map_or(0, Duration::as_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_came() {
        let pauses: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!([0.5, 0.99, 1.0].map(|share| at(&pauses, share)), [100, 198, 200]);
        assert_eq!(at(&[], 0.5), 0);
    }

    #[test]
    fn a_finding_is_told_and_fails() {
        let held = Held { finished: 1, hands: 1, ratings: 1, ..Held::default() };
        for missing in
            [Held { finished: 0, ..held }, Held { hands: 0, ..held }, Held { ratings: 0, ..held }]
        {
            let report = Report { held: missing, ..Report::default() };
            assert!(!report.is_well() && report.text().contains("WRONG: no"), "{missing:?}");
        }
        let mut report = Report { held, ..Report::default() };
        assert!(report.is_well() && report.text().contains("nothing is lost"));
        let notes = Notes::default();
        notes.wrong("table t stands".to_owned());
        report.notes(&notes);
        assert!(!report.is_well());
        assert!(report.text().contains("WRONG: 1 findings\n  table t stands"));
    }
}
