//! What a match has played so far, kept in a file: whoever was interrupted goes
//! on where it was.
//!
//! The first line says what is played and by which build, every other line
//! holds a deal in all its seatings. Lines stand in the order in which deals
//! were finished.

use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hasher};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::schedule::Duplicate;

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished<M> {
    /// Its number.
    pub deal: u64,
    /// What came of it.
    pub games: Duplicate,
    /// What the players have learned up to its end; nothing if that is nothing.
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub learned: Option<M>,
}

fn nothing<M>() -> Option<M> {
    None
}

/// A file to which finished deals are added.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens or begins the journal of an experiment, and reads what is in it.
    /// A last line that was not written to its end is dropped. With `adopt` a
    /// field `build` of the experiment may be another.
    ///
    /// # Errors
    /// If the file cannot be read or written, somebody else writes to it, or it
    /// is no journal of this experiment.
    pub fn open<M: DeserializeOwned>(
        path: &Path,
        experiment: &Value,
        adopt: bool,
    ) -> anyhow::Result<(Self, Vec<Finished<M>>)> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("the journal {name} cannot be opened"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("another match is writing to the journal {name}")
            }
            result => result.with_context(|| format!("the journal {name} cannot be locked"))?,
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("{name} cannot be read"))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let head = format!("{experiment}\n");
        if whole == 0 {
            // Nothing else of a user's is cut off.
            ensure!(head.as_bytes().starts_with(&bytes), "{name} is no journal of a match");
        }
        let text = str::from_utf8(&bytes[..whole])
            .with_context(|| format!("{name} is no journal of a match"))?;
        let finished = read(text, experiment, adopt).with_context(|| name.to_string())?;
        let mut journal = Self { file, path: path.to_owned() };
        journal.cut(whole as u64)?;
        if whole == 0 {
            journal.write(&head)?;
        }
        Ok((journal, finished))
    }

    /// Adds a deal.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add<M: Serialize>(&mut self, finished: &Finished<M>) -> anyhow::Result<()> {
        let line = serde_json::to_string(finished).context("a deal cannot be written down")?;
        // One piece, so that only an end can be missing.
        self.write(&format!("{line}\n"))
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write to the journal {}", self.path.display()))
    }

    fn cut(&mut self, length: u64) -> anyhow::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

/// The deals of a journal's whole lines.
fn read<M: DeserializeOwned>(
    text: &str,
    experiment: &Value,
    adopt: bool,
) -> anyhow::Result<Vec<Finished<M>>> {
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return Ok(Vec::new()) };
    let found: Value = serde_json::from_str(head).context("this is no journal of a match")?;
    if let Some(difference) = difference(&found, experiment) {
        bail!("this is the journal of another experiment: {difference}");
    }
    if !adopt && found.get(BUILD) != experiment.get(BUILD) {
        bail!(
            "this is the journal of another build of the program; --adopt goes on with it, which \
             is right only if both play the same"
        );
    }
    let numbered = lines.zip(2..);
    let finished = numbered.map(|(line, number)| {
        serde_json::from_str(line).with_context(|| format!("line {number} is no finished deal"))
    });
    finished.collect()
}

/// The field of an experiment that tells which build plays it.
pub const BUILD: &str = "build";

/// Tells this build of the program from any other.
///
/// # Errors
/// If the program cannot read its own file.
pub fn this_build() -> anyhow::Result<String> {
    let file = std::env::current_exe().and_then(std::fs::read);
    let mut hasher = DefaultHasher::new();
    hasher.write(&file.context("cannot read this program's own file")?);
    Ok(format!("{:016x}", hasher.finish()))
}

/// The first field in which the journal's experiment is another, whoever plays
/// it.
fn difference(found: &Value, wanted: &Value) -> Option<String> {
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let (found, wanted) = (fields(found), fields(wanted));
    let names = wanted.keys().chain(found.keys()).filter(|name| *name != BUILD);
    let mut others = names.filter(|name| found.get(*name) != wanted.get(*name));
    let other = others.next()?;
    let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    Some(format!(
        "{other} is {} there and {} here",
        show(found.get(other)),
        show(wanted.get(other))
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    type Deals = Vec<Finished<u8>>;

    fn finished(deal: u64) -> Finished<u8> {
        Finished { deal, games: Vec::new(), learned: (deal > 1).then_some(7) }
    }

    #[test]
    fn what_was_written_is_read_and_a_torn_end_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let experiment = json!({"seed": 1});
        let (mut journal, found): (_, Deals) = Journal::open(&path, &experiment, false).unwrap();
        assert_eq!(found, []);
        for deal in [1, 0, 2] {
            journal.add(&finished(deal)).unwrap();
        }
        let busy = Journal::open::<u8>(&path, &experiment, false).unwrap_err();
        assert!(busy.to_string().contains("another match is writing"), "{busy}");
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        // Every length from nothing to all of it: the whole lines count.
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, found): (_, Deals) =
                Journal::open(&path, &experiment, false).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(found, [1, 0, 2].map(finished)[..lines.saturating_sub(1)]);
            journal.add(&finished(5)).unwrap();
            drop(journal);
            let (_, after): (_, Deals) = Journal::open(&path, &experiment, false).unwrap();
            assert_eq!(after.len(), found.len() + 1);
        }
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let experiment = json!({"game": "trset", "seed": 1});
        for (text, complaint) in [
            ("a letter", "no journal"),
            ("a letter\nof two lines\n", "no journal"),
            ("{\"game\":\"trset\",\"seed\":2}\n", "seed is 2 there and 1 here"),
            ("{\"game\":\"trset\"}\n", "seed is nothing there and 1 here"),
            (
                "{\"game\":\"trset\",\"seed\":1,\"more\":true}\n",
                "more is true there and nothing here",
            ),
            ("{\"game\":\"trset\",\"seed\":1}\n{}\n", "line 2 is no finished deal"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error =
                format!("{:#}", Journal::open::<u8>(&path, &experiment, false).unwrap_err());
            assert!(error.contains(complaint), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        let nowhere = Journal::open::<u8>(&folder.path().join("no/where"), &experiment, false);
        assert!(format!("{:#}", nowhere.unwrap_err()).contains("cannot be opened"));
    }

    #[test]
    fn another_builds_journal_must_be_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let [old, new] = ["a", "b"].map(|build| json!({"seed": 1, "build": build}));
        let (mut journal, _): (_, Deals) = Journal::open(&path, &old, false).unwrap();
        journal.add(&finished(0)).unwrap();
        drop(journal);
        let error = format!("{:#}", Journal::open::<u8>(&path, &new, false).unwrap_err());
        assert!(error.contains("--adopt"), "{error}");
        let (_, adopted): (_, Deals) = Journal::open(&path, &new, true).unwrap();
        assert_eq!(adopted, [finished(0)]);
        let other = json!({"seed": 2, "build": "a"});
        let error = format!("{:#}", Journal::open::<u8>(&path, &other, true).unwrap_err());
        assert!(error.contains("seed is 1 there and 2 here"), "{error}");
        assert_eq!(this_build().unwrap(), this_build().unwrap());
    }
}
