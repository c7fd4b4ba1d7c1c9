//! Destinations of bytes: the standard output, a device or pipe that takes them
//! as they come, or a file that gets its name when it is complete.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Stdout, Write};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::standard::Piped;

/// The destination of what a program makes.
#[derive(Debug)]
pub enum Destination {
    /// The standard output.
    Standard(Piped<Stdout>),
    /// A device or a pipe.
    Device(Piped<File>),
    /// A file beside the one that is meant, removed when this is dropped.
    File {
        /// The part written so far.
        part: NamedTempFile,
        /// The name at the end.
        path: PathBuf,
    },
}

impl Destination {
    /// # Errors
    /// If the path is a folder, or cannot be written to.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::Standard(Piped(io::stdout())));
        };
        let shown = path.display();
        let present = match path.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                bail!("{shown} is a folder; name a file in it, such as {shown}/moves.jsonl.gz")
            }
            Ok(metadata) if !metadata.is_file() => {
                let device = OpenOptions::new().write(true).open(path);
                let device = device.with_context(|| format!("cannot write to {shown}"))?;
                return Ok(Self::Device(Piped(device)));
            }
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("cannot write to {shown}")),
        };
        let path = follow(path);
        let part = beside(&path, present.as_ref());
        let part = part.with_context(|| format!("cannot write to the folder of {shown}"))?;
        Ok(Self::File { part, path })
    }

    /// Waits until a file is on the disk, without its name.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub fn sync(&self) -> anyhow::Result<()> {
        match self {
            Self::Standard(_) | Self::Device(_) => Ok(()),
            Self::File { part, .. } => part.as_file().sync_all().context("cannot write"),
        }
    }

    /// Gives a file its name.
    ///
    /// # Errors
    /// If it cannot be written to the disk or named.
    pub fn finish(self) -> anyhow::Result<()> {
        self.sync()?;
        if let Self::File { part, path } = self {
            part.persist(&path).with_context(|| format!("cannot name {}", path.display()))?;
            // The name is on the disk with the folder; some systems sync none.
            _ = File::open(folder(&path)).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(output) => output.write(bytes),
            Self::Device(device) => device.write(bytes),
            Self::File { part, .. } => part.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(output) => output.flush(),
            Self::Device(device) => device.flush(),
            Self::File { part, .. } => part.flush(),
        }
    }
}

/// Returns the path that links lead to, whether or not there is a file. They
/// lead in no circle: the system has looked at them.
fn follow(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    while let Ok(next) = target.read_link() {
        target = folder(&target).join(next);
    }
    target
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new file in the same folder, for the same people as the one it replaces.
fn beside(path: &Path, present: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let part = tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder(path))?;
    if let Some(present) = present {
        // Only root may give files away; for others it is theirs already.
        _ = fchown(part.as_file(), Some(present.uid()), Some(present.gid()));
        part.as_file().set_permissions(present.permissions())?;
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    use std::process::Command;

    use super::*;

    fn write(path: &Path, text: &str) {
        let mut destination = Destination::open(Some(path)).unwrap();
        destination.write_all(text.as_bytes()).unwrap();
        destination.finish().unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_file_has_its_name_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.jsonl");
        std::fs::write(&path, "before").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let mut destination = Destination::open(Some(&path)).unwrap();
        destination.write_all(b"half").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        drop(destination);
        assert_eq!(names(folder.path()), ["all.jsonl"], "nothing is left of it");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        write(&path, "after");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["all.jsonl"]);
    }

    /// As any other program makes it: as the user's mask says.
    #[test]
    fn a_new_file_is_for_whom_new_files_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("all.jsonl"), folder.path().join("other"));
        write(&path, "new");
        File::create(&other).unwrap();
        assert_eq!(path.metadata().unwrap().mode(), other.metadata().unwrap().mode());
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("kept")).unwrap();
        std::fs::write(at("kept/old.jsonl"), "before").unwrap();
        symlink("kept/old.jsonl", at("old")).unwrap();
        symlink(at("old"), at("again")).unwrap();
        symlink("kept/new.jsonl", at("new")).unwrap();
        for (link, target) in [("again", "kept/old.jsonl"), ("new", "kept/new.jsonl")] {
            write(&at(link), "after");
            assert!(at(link).is_symlink(), "{link}");
            assert_eq!(std::fs::read_to_string(at(target)).unwrap(), "after", "{link}");
        }
        assert!(at("old").is_symlink());
        assert_eq!(names(&at("kept")), ["new.jsonl", "old.jsonl"]);
        symlink("round", at("round")).unwrap();
        let error = Destination::open(Some(&at("round"))).unwrap_err();
        assert!(error.to_string().starts_with("cannot write to"), "{error}");
    }

    #[test]
    fn a_pipe_is_written_to_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink(&pipe, &link).unwrap();
        for path in [&pipe, &link] {
            let reader = {
                let pipe = pipe.clone();
                std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
            };
            write(path, "lines");
            assert_eq!(reader.join().unwrap(), "lines");
            assert!(pipe.metadata().unwrap().file_type().is_fifo());
        }
        assert_eq!(names(folder.path()), ["link", "pipe"]);
    }

    #[test]
    fn a_folder_is_refused_and_a_dash_is_the_standard_output() {
        let folder = tempfile::tempdir().unwrap();
        let error = Destination::open(Some(folder.path())).unwrap_err();
        assert!(error.to_string().contains("is a folder; name a file in it"), "{error}");
        let error = Destination::open(Some(&folder.path().join("none/all.jsonl"))).unwrap_err();
        assert!(error.to_string().contains("cannot write to the folder of"), "{error}");
        for path in [None, Some(Path::new("-"))] {
            assert!(matches!(Destination::open(path).unwrap(), Destination::Standard(_)));
        }
    }
}
