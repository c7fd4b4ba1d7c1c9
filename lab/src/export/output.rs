//! Lines on their way, packed or not.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::destination::Destination;

/// Lines of JSON, compressed if the file's name ends in .gz.
#[derive(Debug)]
pub(super) enum Output {
    /// As they are.
    Plain(BufWriter<Destination>),
    /// Compressed.
    Packed(Box<GzEncoder<BufWriter<Destination>>>),
}

impl Output {
    /// # Errors
    /// If nothing can be written there.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let writer = BufWriter::new(Destination::open(path)?);
        let is_packed = path.and_then(Path::extension).is_some_and(|extension| extension == "gz");
        Ok(if is_packed {
            Self::Packed(Box::new(GzEncoder::new(writer, Compression::default())))
        } else {
            Self::Plain(writer)
        })
    }

    /// True if a file is written that has no name before the end.
    pub(super) fn is_file(&self) -> bool {
        let writer = match self {
            Self::Plain(writer) => writer,
            Self::Packed(packer) => packer.get_ref(),
        };
        matches!(writer.get_ref(), Destination::File { .. })
    }

    /// Writes a line of JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let written = match self {
            Self::Plain(writer) => writer.write_all(&text),
            Self::Packed(writer) => writer.write_all(&text),
        };
        written.context("cannot write")
    }

    /// Writes what is left, and gives a file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let mut writer = match self {
            Self::Plain(writer) => writer,
            Self::Packed(packer) => packer.finish().context("cannot write")?,
        };
        writer.flush().context("cannot write")?;
        writer.into_inner().map_err(|error| error.into_error()).context("cannot write")?.finish()
    }
}
