//! Where the lines go.

use std::fs::File;
use std::io::{BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

/// A file that gets its name when it is complete, or the standard output.
#[derive(Debug)]
pub(super) struct Output {
    sink: Sink,
    /// The name so far, and the name at the end.
    names: Option<(PathBuf, PathBuf)>,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    Plain(BufWriter<File>),
    Packed(Box<GzEncoder<BufWriter<File>>>),
}

impl Output {
    /// # Errors
    /// If the file cannot be made.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self { sink: Sink::Standard(BufWriter::new(stdout())), names: None });
        };
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file =
            File::create(&part).with_context(|| format!("cannot write to {}", part.display()))?;
        let file = BufWriter::new(file);
        let sink = if path.extension().is_some_and(|extension| extension == "gz") {
            Sink::Packed(Box::new(GzEncoder::new(file, Compression::default())))
        } else {
            Sink::Plain(file)
        };
        Ok(Self { sink, names: Some((part, path.to_owned())) })
    }

    /// Writes a line of JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let writer: &mut dyn Write = match &mut self.sink {
            Sink::Standard(writer) => writer,
            Sink::Plain(writer) => writer,
            Sink::Packed(writer) => writer,
        };
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        writer.write_all(&text).context("cannot write")
    }

    /// Writes what is left, and gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let file = match self.sink {
            Sink::Standard(mut writer) => return writer.flush().context("cannot write"),
            Sink::Plain(writer) => writer,
            Sink::Packed(packer) => packer.finish().context("cannot write")?,
        };
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        if let Some((part, path)) = self.names {
            std::fs::rename(&part, &path)
                .with_context(|| format!("cannot rename {}", part.display()))?;
        }
        Ok(())
    }
}
