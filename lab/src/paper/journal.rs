//! What is finished stays finished: a line of JSON for each trial.
//!
//! A journal belongs to one study and one build of the program. Another build
//! may play otherwise, so what it has kept is not mixed in unless whoever runs
//! the study says that it may be.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::dice::fnv;

/// The first line: which build has kept what follows.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    build: String,
}

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    seed: u64,
    series: String,
    trial: u64,
    values: Vec<f64>,
}

/// The finished trials of one study.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    finished: HashMap<(u64, String), HashMap<u64, Vec<f64>>>,
}

impl Journal {
    /// Opens the journal of a study. With `fresh` nothing that is in it counts;
    /// with `adopt` it counts even if another build has written it.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(folder: &Path, study: &str, fresh: bool, adopt: bool) -> anyhow::Result<Self> {
        let own = this_build().context("cannot read this program's own file")?;
        Self::open_as(folder, study, fresh, adopt, own)
    }

    fn open_as(
        folder: &Path,
        study: &str,
        fresh: bool,
        adopt: bool,
        build: String,
    ) -> anyhow::Result<Self> {
        let path = folder.join(format!("{study}.jsonl"));
        let name = path.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot write to {name}"))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).with_context(|| format!("cannot open {name}"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("{study} is being run: {name} is in use"),
            result => result.with_context(|| format!("cannot lock {name}"))?,
        }
        let finished = HashMap::new();
        let mut journal = Self { path: path.clone(), file, finished };
        journal
            .take_over(fresh, adopt, build)
            .with_context(|| format!("{name} cannot be taken over (--fresh begins anew)"))?;
        Ok(journal)
    }

    /// Reads what counts of the file, and leaves no more than that in it.
    fn take_over(&mut self, fresh: bool, adopt: bool, build: String) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        if !fresh {
            self.file.read_to_end(&mut bytes)?;
        }
        // The last line is torn if the machine went down while it was written.
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes)?;
        let (head, mut lines) = text.split_once('\n').unwrap_or_default();
        let own = Head { build };
        if !head.is_empty() && serde_json::from_str::<Head>(head)? != own && !adopt {
            let (count, name) = (lines.lines().count(), self.path.display());
            eprintln!("{name}: another build's {count} trials do not count (--adopt keeps them)");
            lines = "";
        }
        for (line, number) in lines.lines().zip(2..) {
            let known = serde_json::from_str(line);
            self.know(known.with_context(|| format!("line {number} is no finished trial"))?);
        }
        self.file.set_len(0)?;
        self.file.rewind()?;
        Ok(self.file.write_all(format!("{}\n{lines}", serde_json::to_string(&own)?).as_bytes())?)
    }

    /// What a trial brought, if it has been kept.
    pub fn find(&self, seed: u64, series: &str, trial: u64) -> Option<&[f64]> {
        self.finished.get(&(seed, series.to_owned()))?.get(&trial).map(Vec::as_slice)
    }

    /// Keeps what a trial brought.
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
        let line = Line { seed, series: series.to_owned(), trial, values: values.to_vec() };
        // One piece, so that only an end can be missing.
        let written =
            self.file.write_all(format!("{}\n", serde_json::to_string(&line)?).as_bytes());
        written.with_context(|| format!("cannot write to {}", self.path.display()))?;
        self.know(line);
        Ok(())
    }

    fn know(&mut self, Line { seed, series, trial, values }: Line) {
        self.finished.entry((seed, series)).or_default().insert(trial, values);
    }
}

/// Tells this build of the program from any other.
fn this_build() -> io::Result<String> {
    let program = fs::read(std::env::current_exe()?)?;
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    Ok(format!("{:016x}", fnv(program.chunks(8).map(word))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 2] = [1.0, 0.1 + 0.2];

    fn open(folder: &Path, build: &str, fresh: bool, adopt: bool) -> Journal {
        Journal::open_as(folder, "study", fresh, adopt, build.to_owned()).unwrap()
    }

    #[test]
    fn what_is_kept_is_found_again_by_the_same_build() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = open(folder.path(), "a", false, false);
        journal.keep(1, "left", 3, &VALUES).unwrap();
        journal.keep(1, "left", 3, &VALUES).unwrap();
        drop(journal);
        let journal = open(folder.path(), "a", false, false);
        assert_eq!(journal.find(1, "left", 3), Some(VALUES.as_slice()));
        assert_eq!(journal.find(2, "left", 3), None);
        assert_eq!(journal.find(1, "right", 3), None);
        assert_eq!(journal.find(1, "left", 4), None);
    }

    #[test]
    fn another_build_begins_anew_unless_told_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let keep = || open(folder.path(), "a", true, false).keep(1, "left", 0, &VALUES).unwrap();
        keep();
        assert!(open(folder.path(), "b", false, true).find(1, "left", 0).is_some());
        keep();
        assert!(open(folder.path(), "b", false, false).find(1, "left", 0).is_none());
        keep();
        assert!(open(folder.path(), "a", true, false).find(1, "left", 0).is_none());
    }

    #[test]
    fn a_journal_has_one_writer_and_nonsense_in_it_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let journal = open(folder.path(), "a", false, false);
        let build = || "a".to_owned();
        let busy = Journal::open_as(folder.path(), "study", false, false, build()).unwrap_err();
        assert!(busy.to_string().contains("is in use"), "{busy}");
        drop(journal);
        fs::write(folder.path().join("study.jsonl"), "{\"build\":\"a\"}\n{}\n").unwrap();
        let error = Journal::open_as(folder.path(), "study", false, false, build()).unwrap_err();
        assert!(format!("{error:#}").contains("line 2 is no finished trial"), "{error:#}");
        open(folder.path(), "a", true, false);
    }

    #[test]
    fn a_torn_line_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = open(folder.path(), "a", false, false);
        journal.keep(1, "left", 0, &VALUES).unwrap();
        write!(journal.file, "{{\"seed\":1,\"ser").unwrap();
        drop(journal);
        let mut journal = open(folder.path(), "a", false, false);
        assert!(journal.find(1, "left", 0).is_some());
        journal.keep(1, "left", 1, &VALUES).unwrap();
        drop(journal);
        assert!(open(folder.path(), "a", false, false).find(1, "left", 1).is_some());
    }
}
