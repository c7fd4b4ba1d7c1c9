//! The folder of a set, and what it remembers of how its files were made.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, SubsecRound as _, Utc};
use serde::{Deserialize, Serialize};
use vzetek_store::{DealDigest, DealRange};

use super::file::{Written, write_whole};
use super::months::Month;
use super::version::{PROGRAM, SCHEMA_VERSION};

/// The file that is held while a folder is written to.
const LOCK: &str = ".export.lock";

/// The memory of a folder.
const MANIFEST: &str = "manifest.json";

/// The sums of all files; written last, so that a folder without it is not complete.
pub(super) const SUMS: &str = "SHA256SUMS";

/// The name of a kind's deals in a month.
pub(super) const DEALS: &str = "deals.parquet";

/// The name of a kind's decisions in a month.
pub(super) const DECISIONS: &str = "decisions.parquet";

/// The sort of a set. A folder holds one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sort {
    /// True for a set that may be given away.
    pub(super) open: bool,
    /// True for a set with the deals of private tables.
    pub(super) private: bool,
    /// By which the key of an open set is known again.
    pub(super) key: Option<String>,
}

/// A kind in a month.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Part {
    /// Game and number of players.
    pub(super) kind: String,
    /// The month in which the deals ended.
    #[serde(flatten)]
    pub(super) month: Month,
}

impl Part {
    /// The folder of its files, from that of the set.
    pub(super) fn folder(&self) -> PathBuf {
        let Month { year, month } = self.month;
        [format!("kind={}", self.kind), format!("year={year}"), format!("month={month:02}")]
            .iter()
            .collect()
    }
}

/// The figures of the record from which a part was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    deals: u64,
    newest: Option<DateTime<Utc>>,
    seats: u64,
    ended: u64,
    rated: u64,
    points: i64,
    deleted: u64,
}

impl From<DealDigest> for Record {
    fn from(digest: DealDigest) -> Self {
        let DealDigest { deals, newest, seats, ended, rated, points, deleted } = digest;
        // An open set contains no exact time.
        let newest = newest.map(|time| time.trunc_subsecs(0));
        Self { deals, newest, seats, ended, rated, points, deleted }
    }
}

/// A part that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    /// Its place.
    #[serde(flatten)]
    pub(super) part: Part,
    /// The record that it was made from.
    pub(super) record: Record,
    /// The deals that could not be replayed and were left out.
    pub(super) broken: u64,
    /// Its deals.
    pub(super) deals: Written,
    /// Their decisions.
    pub(super) decisions: Written,
}

/// The memory of a folder, as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    schema_version: u32,
    program: String,
    set: Sort,
    parts: Vec<Made>,
    /// The files beside the parts, by name.
    files: BTreeMap<String, Written>,
}

/// Only the version, so that a later one is recognised regardless of its other fields.
#[derive(Deserialize)]
struct Versioned {
    schema_version: u32,
}

/// The folder of a set, held until this is dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    sort: Sort,
    /// The program that has written the files beside the parts.
    program: Option<String>,
    parts: BTreeMap<Part, Made>,
    files: BTreeMap<String, Written>,
    _lock: File,
}

impl Folder {
    /// True if there is a set at this path.
    pub(super) fn is_at(path: &Path) -> bool {
        path.join(MANIFEST).exists()
    }

    /// Opens the folder of a set, or makes one.
    ///
    /// # Errors
    /// If something else lies there: a set of another sort or schema, other files, a
    /// file; if another export writes to it; if it cannot be read or written.
    pub(super) fn open(path: &Path, sort: Sort) -> anyhow::Result<Self> {
        let shown = path.display();
        match path.metadata() {
            Ok(metadata) => ensure!(
                metadata.is_dir(),
                "{shown} is a file; --format parquet writes a folder of files"
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                std::fs::create_dir_all(path).with_context(|| format!("cannot make {shown}"))?;
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {shown}")),
        }
        // Looked at first, so that nothing is touched in a folder that is not ours.
        read(path, &sort)?;
        let lock = OpenOptions::new().append(true).create(true).open(path.join(LOCK));
        let lock = lock.with_context(|| format!("cannot write to {shown}"))?;
        match lock.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => bail!("another export is writing to {shown}"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot hold {shown}"));
            }
        }
        // Again, for another export may have ended in between.
        let (program, parts, files) = match read(path, &sort)? {
            Some(Manifest { program, parts, files, .. }) => (Some(program), parts, files),
            None => Default::default(),
        };
        let parts = parts.into_iter().map(|made| (made.part.clone(), made)).collect();
        Ok(Self { path: path.to_owned(), sort, program, parts, files, _lock: lock })
    }

    /// A path in it.
    pub(super) fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// The sort of the set.
    pub(super) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// The parts that were written, by kind and month.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Made> {
        self.parts.values()
    }

    /// True if the files of a part exist as they were made from this record.
    pub(super) fn is_current(&self, part: &Part, record: &Record) -> bool {
        let folder = self.at(part.folder());
        self.parts.get(part).is_some_and(|made| {
            made.record == *record
                && is_there(&folder.join(DEALS), &made.deals)
                && is_there(&folder.join(DECISIONS), &made.decisions)
        })
    }

    /// True if the set is complete, all its files exist, and those beside the parts come from this
    /// program.
    pub(super) fn is_complete(&self) -> bool {
        self.program.as_deref() == Some(PROGRAM)
            && !self.files.is_empty()
            && self.at(SUMS).is_file()
            && self.files.iter().all(|(name, written)| is_there(&self.at(name), written))
    }

    /// Begins to change something: the set is not complete until [`Folder::complete`]. From here on
    /// the folder is known to hold a set, even if its files are lost.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub(super) fn begin(&self) -> anyhow::Result<()> {
        match std::fs::remove_file(self.at(SUMS)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error)
                    .with_context(|| format!("cannot write to {}", self.path.display()));
            }
            _ => (),
        }
        clear(&self.path)?;
        self.remember()
    }

    /// Makes the folder of a part, and clears it of what an export that was killed has
    /// left.
    ///
    /// # Errors
    /// If it cannot be made or cleared.
    pub(super) fn prepare(&self, part: &Part) -> anyhow::Result<PathBuf> {
        let folder = self.at(part.folder());
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        clear(&folder)?;
        Ok(folder)
    }

    /// Remembers a part whose files exist.
    ///
    /// # Errors
    /// If the memory cannot be written.
    pub(super) fn add(&mut self, made: Made) -> anyhow::Result<()> {
        self.parts.insert(made.part.clone(), made);
        self.remember()
    }

    /// Writes the files beside the parts and, last, the sums of all.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn complete(&mut self, files: BTreeMap<String, Written>) -> anyhow::Result<()> {
        self.files = files;
        self.program = Some(PROGRAM.to_owned());
        self.remember()?;
        let mut sums: Vec<(PathBuf, &str)> = Vec::new();
        for (part, made) in &self.parts {
            sums.push((part.folder().join(DEALS), &made.deals.sha256));
            sums.push((part.folder().join(DECISIONS), &made.decisions.sha256));
        }
        sums.extend(self.files.iter().map(|(name, written)| (name.into(), &*written.sha256)));
        sums.sort_unstable();
        let lines = sums.iter().map(|(path, sum)| format!("{sum}  {}\n", path.display()));
        write_whole(&self.at(SUMS), lines.collect::<String>().as_bytes())?;
        Ok(())
    }

    fn remember(&self) -> anyhow::Result<()> {
        let manifest = Manifest {
            schema_version: SCHEMA_VERSION,
            program: self.program.clone().unwrap_or_else(|| PROGRAM.to_owned()),
            set: self.sort.clone(),
            parts: self.parts.values().cloned().collect(),
            files: self.files.clone(),
        };
        write_whole(&self.at(MANIFEST), &serde_json::to_vec_pretty(&manifest)?)?;
        Ok(())
    }
}

/// Removes what an export that was killed has left of files that have no name yet.
///
/// # Errors
/// If the folder cannot be read or written to.
fn clear(folder: &Path) -> anyhow::Result<()> {
    let told = || format!("cannot write to {}", folder.display());
    for entry in folder.read_dir().with_context(told)? {
        let entry = entry.with_context(told)?;
        if entry.path().extension().is_some_and(|extension| extension == "part") {
            std::fs::remove_file(entry.path()).with_context(told)?;
        }
    }
    Ok(())
}

fn is_there(path: &Path, written: &Written) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == written.bytes)
}

/// Reads the memory of a folder; `None` for an empty one.
fn read(folder: &Path, sort: &Sort) -> anyhow::Result<Option<Manifest>> {
    let shown = folder.display();
    let text = match std::fs::read(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            for entry in folder.read_dir().with_context(|| format!("cannot read {shown}"))? {
                let entry = entry.with_context(|| format!("cannot read {shown}"))?.file_name();
                ensure!(
                    entry == LOCK || entry.to_string_lossy().starts_with(&format!("{MANIFEST}.")),
                    "{shown} holds other files ({}) and no export; name an empty folder, or one \
                     that is not there",
                    entry.display()
                );
            }
            return Ok(None);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {shown}/{MANIFEST}")),
    };
    let broken = || format!("{shown}/{MANIFEST} cannot be read; export into another folder");
    let Versioned { schema_version } = serde_json::from_slice(&text).with_context(broken)?;
    ensure!(
        schema_version == SCHEMA_VERSION,
        "{shown} holds an export with schema version {schema_version}, this program writes version \
         {SCHEMA_VERSION}; export into another folder, or go on there with the program that made it"
    );
    let manifest: Manifest = serde_json::from_slice(&text).with_context(broken)?;
    let Sort { open, private, key } = &manifest.set;
    if (*open, *private) != (sort.open, sort.private) {
        let options = match (open, private) {
            (true, _) => "with --open",
            (false, true) => "with --private",
            (false, false) => "without --open and --private",
        };
        bail!("{shown} was exported {options}; go on so, or export into another folder");
    }
    ensure!(
        *key == sort.key,
        "{shown} was exported with another key, by which its accounts have other hashes; \
         name that one with --key-file, or export into another folder"
    );
    Ok(Some(manifest))
}

pub(super) fn range(part: &Part, private: bool) -> DealRange {
    let (from, until) = (part.month.start(), part.month.next().start());
    DealRange { kind: part.kind.clone(), from, until, private }
}
