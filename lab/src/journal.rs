//! The finished work of an experiment, stored in a file, so that an interrupted experiment
//! continues where it was.
//!
//! The first line says what the experiment is and which build of the program carries it out;
//! another build may play otherwise, so its results are not mixed in unless the operator allows it.
//! Every other line is one finished result, in JSON, in order of completion.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hasher};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, anyhow, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use vzetek_game::explain;

/// The field of an experiment that identifies the build that carries it out.
const BUILD: &str = "build";

/// The lines already in the file that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The lines of this build; a file of another is refused.
    SameBuild,
    /// The lines of any build.
    AnyBuild,
    /// No lines; the file is begun again and its content dropped.
    Nothing,
}

/// A file to which finished work is added.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens or begins the journal of an experiment, and reads what is in it.
    /// A last line that was not written to its end is dropped. `experiment` is
    /// an object of all that the results depend on, the build apart.
    ///
    /// # Errors
    /// If the file cannot be read or written, another process writes to it, or it is no journal of
    /// this experiment; it is left as it was then.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        experiment: Value,
        counting: Counting,
    ) -> anyhow::Result<(Self, Vec<T>)> {
        Self::open_as(path, experiment, counting, this_build()?)
    }

    fn open_as<T: DeserializeOwned>(
        path: &Path,
        mut experiment: Value,
        counting: Counting,
        build: String,
    ) -> anyhow::Result<(Self, Vec<T>)> {
        experiment[BUILD] = build.into();
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
                bail!("somebody else is writing to the journal {name}")
            }
            result => result.with_context(|| format!("the journal {name} cannot be locked"))?,
        }
        let mut bytes = Vec::new();
        if counting != Counting::Nothing {
            file.read_to_end(&mut bytes).with_context(|| format!("{name} cannot be read"))?;
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let head = format!("{experiment}\n");
        if whole == 0 {
            // Nothing else of a user's is cut off.
            ensure!(head.as_bytes().starts_with(&bytes), "{name} is no journal of an experiment");
        }
        let text = str::from_utf8(&bytes[..whole])
            .with_context(|| format!("{name} is no journal of an experiment"))?;
        let finished = read(text, &experiment, counting).with_context(|| name.to_string())?;
        let mut journal = Self { file, path: path.to_owned() };
        journal.cut(whole as u64)?;
        if whole == 0 {
            journal.write(&head)?;
        }
        Ok((journal, finished))
    }

    /// Adds something finished.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, finished: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(finished).context("a result cannot be written down")?;
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

/// Reads the whole lines of a journal.
fn read<T: DeserializeOwned>(
    text: &str,
    experiment: &Value,
    counting: Counting,
) -> anyhow::Result<Vec<T>> {
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return Ok(Vec::new()) };
    let found: Value = serde_json::from_str(head)
        .map_err(|error| anyhow!("this is no journal of an experiment: {}", explain(error)))?;
    if let Some(difference) = difference(&found, experiment) {
        bail!("this is the journal of another experiment: {difference}");
    }
    if counting == Counting::SameBuild && found.get(BUILD) != experiment.get(BUILD) {
        bail!(
            "this is the journal of another build of the program; --adopt goes on with it, which \
             is right only if both play the same"
        );
    }
    let numbered = lines.zip(2..);
    let finished = numbered.map(|(line, number)| {
        serde_json::from_str(line)
            .map_err(|error| anyhow!("line {number} is nothing finished: {}", explain(error)))
    });
    finished.collect()
}

/// Identifies this build of the program. Its file is read once.
fn this_build() -> anyhow::Result<String> {
    static BUILD: OnceLock<String> = OnceLock::new();
    if let Some(build) = BUILD.get() {
        return Ok(build.clone());
    }
    let file = std::env::current_exe().and_then(fs::read);
    let mut hasher = DefaultHasher::new();
    hasher.write(&file.context("cannot read this program's own file")?);
    Ok(BUILD.get_or_init(|| format!("{:016x}", hasher.finish())).clone())
}

/// The first field in which the journal's experiment is another, whichever
/// build carries it out.
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

    fn open(path: &Path, experiment: &Value) -> anyhow::Result<(Journal, Vec<u64>)> {
        Journal::open(path, experiment.clone(), Counting::SameBuild)
    }

    #[test]
    fn what_was_written_is_read_and_a_torn_end_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let experiment = json!({"seed": 1});
        let (mut journal, found) = open(&path, &experiment).unwrap();
        assert!(found.is_empty());
        for finished in [10, 0, 200] {
            journal.add(&finished).unwrap();
        }
        let busy = open(&path, &experiment).unwrap_err();
        assert!(busy.to_string().contains("somebody else is writing"), "{busy}");
        drop(journal);
        let whole = fs::read(&path).unwrap();
        // Every length from nothing to all of it: the whole lines count.
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, found) = open(&path, &experiment).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(found, [10, 0, 200][..lines.saturating_sub(1)]);
            journal.add(&5).unwrap();
            drop(journal);
            assert_eq!(open(&path, &experiment).unwrap().1.len(), found.len() + 1);
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
            ("{\"game\":\"trset\",\"seed\":1}\n7\n", "another build"),
        ] {
            fs::write(&path, text).unwrap();
            let error = format!("{:#}", open(&path, &experiment).unwrap_err());
            assert!(error.contains(complaint), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "{\"game\":\"trset\",\"seed\":1}\n{}\n").unwrap();
        let broken = Journal::open::<u64>(&path, experiment.clone(), Counting::AnyBuild);
        let error = format!("{:#}", broken.unwrap_err());
        assert!(error.contains("line 2 is nothing finished"), "{error}");
        // To begin again, the content of the file does not matter.
        let (_, none) = Journal::open::<u64>(&path, experiment.clone(), Counting::Nothing).unwrap();
        assert!(none.is_empty());
        let nowhere = open(&folder.path().join("no/where"), &experiment);
        assert!(format!("{:#}", nowhere.unwrap_err()).contains("cannot be opened"));
    }

    #[test]
    fn another_builds_journal_must_be_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let open = |seed: u64, counting, build: &str| {
            Journal::open_as::<u64>(&path, json!({"seed": seed}), counting, build.to_owned())
        };
        open(1, Counting::SameBuild, "a").unwrap().0.add(&7).unwrap();
        let error = format!("{:#}", open(1, Counting::SameBuild, "b").unwrap_err());
        assert!(error.contains("--adopt"), "{error}");
        assert_eq!(open(1, Counting::AnyBuild, "b").unwrap().1, [7]);
        let error = format!("{:#}", open(2, Counting::AnyBuild, "a").unwrap_err());
        assert!(error.contains("seed is 1 there and 2 here"), "{error}");
        assert!(open(1, Counting::Nothing, "b").unwrap().1.is_empty());
        assert!(open(1, Counting::SameBuild, "b").unwrap().1.is_empty());
    }
}
