//! The trials of one study: those that are finished stay finished.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::journal::{Counting, Journal};

/// A finished trial.
#[derive(Debug, Serialize, Deserialize)]
struct Finished {
    seed: u64,
    series: String,
    trial: u64,
    values: Vec<f64>,
}

/// The finished trials of one study, and the file that stores them.
#[derive(Debug)]
pub struct Trials {
    journal: Journal,
    finished: HashMap<(u64, String), HashMap<u64, Vec<f64>>>,
}

impl Trials {
    /// Opens or begins the journal of a study in a folder.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn open(folder: &Path, study: &str, counting: Counting) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
        // A study's trials say themselves what they depend on.
        let path = folder.join(format!("{study}.jsonl"));
        let (journal, kept) = Journal::open(&path, json!({}), counting)
            .context("what is kept cannot be taken over (--fresh begins anew)")?;
        let mut trials = Self { journal, finished: HashMap::new() };
        kept.into_iter().for_each(|one| trials.know(one));
        Ok(trials)
    }

    /// Returns the values of a trial, if they are stored.
    pub fn find(&self, seed: u64, series: &str, trial: u64) -> Option<&[f64]> {
        self.finished.get(&(seed, series.to_owned()))?.get(&trial).map(Vec::as_slice)
    }

    /// Stores the values of a trial.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(
        &mut self,
        seed: u64,
        series: &str,
        trial: u64,
        values: &[f64],
    ) -> anyhow::Result<()> {
        let finished = Finished { seed, series: series.to_owned(), trial, values: values.to_vec() };
        self.journal.add(&finished)?;
        self.know(finished);
        Ok(())
    }

    fn know(&mut self, Finished { seed, series, trial, values }: Finished) {
        self.finished.entry((seed, series)).or_default().insert(trial, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 2] = [1.0, 0.1 + 0.2];

    #[test]
    fn what_is_kept_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let open = |counting| Trials::open(folder.path(), "study", counting).unwrap();
        let mut trials = open(Counting::SameBuild);
        trials.keep(1, "left", 3, &VALUES).unwrap();
        trials.keep(1, "left", 3, &VALUES).unwrap();
        drop(trials);
        let trials = open(Counting::SameBuild);
        assert_eq!(trials.find(1, "left", 3), Some(VALUES.as_slice()));
        assert_eq!(trials.find(2, "left", 3), None);
        assert_eq!(trials.find(1, "right", 3), None);
        assert_eq!(trials.find(1, "left", 4), None);
        drop(trials);
        assert_eq!(open(Counting::Nothing).find(1, "left", 3), None);
    }

    #[test]
    fn nonsense_is_told_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        drop(Trials::open(folder.path(), "study", Counting::SameBuild).unwrap());
        let path = folder.path().join("study.jsonl");
        let head = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{head}{{}}\n")).unwrap();
        let error = Trials::open(folder.path(), "study", Counting::SameBuild).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains("line 2") && error.contains("--fresh"), "{error}");
    }
}
