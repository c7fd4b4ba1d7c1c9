//! One file of a set: rows on their way to the disk, hashed as they go.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Fields, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::arrays::{Row, fields};
use super::version::{PROGRAM, SCHEMA_VERSION};
use crate::destination::Destination;

/// The rows of a group: DuckDB's own, by which it shares work out.
pub(super) const GROUP_ROWS: usize = 122_880;

/// The effort of compression. More takes much longer and saves little.
const ZSTD_LEVEL: i32 = 6;

/// The key under which each file names its schema's version.
const VERSION_KEY: &str = "vzetek.schema_version";

/// A file that is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    /// Its rows.
    pub(super) rows: u64,
    /// Its length in bytes.
    pub(super) bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub(super) sha256: String,
}

/// Bytes that are hashed and counted on their way to a file that gets its name when it
/// is complete.
pub(super) struct Hashed {
    to: Destination,
    hash: Sha256,
    bytes: u64,
}

impl Hashed {
    /// # Errors
    /// If nothing can be written there.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { to: Destination::open(Some(path))?, hash: Sha256::new(), bytes: 0 })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written to the disk or named.
    pub(super) fn finish(self, rows: u64) -> anyhow::Result<Written> {
        self.to.finish()?;
        Ok(Written { rows, bytes: self.bytes, sha256: hex::encode(self.hash.finalize()) })
    }
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a small file in one go.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<Written> {
    let mut file = Hashed::open(path)?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.finish(0)
}

/// A file of rows.
pub(super) struct RowFile<R> {
    writer: ArrowWriter<Hashed>,
    schema: SchemaRef,
    /// The rows that are not yet on their way.
    waiting: Vec<R>,
    rows: u64,
}

/// A file of rows without its name yet.
pub(super) struct Unnamed {
    file: Hashed,
    rows: u64,
}

impl<R: Row> RowFile<R> {
    /// # Errors
    /// If nothing can be written there.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let schema = SchemaRef::new(Schema::new(fields::<R>()));
        let version = KeyValue::new(VERSION_KEY.to_owned(), SCHEMA_VERSION.to_string());
        let mut properties = WriterProperties::builder();
        for path in plain(schema.fields()) {
            properties = properties.set_column_dictionary_enabled(path.into(), false);
        }
        let properties = properties
            .set_created_by(PROGRAM.to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_key_value_metadata(Some(vec![version]))
            .build();
        let file = Hashed::open(path)?;
        let writer = ArrowWriter::try_new(file, SchemaRef::clone(&schema), Some(properties))?;
        Ok(Self { writer, schema, waiting: Vec::new(), rows: 0 })
    }

    /// Adds rows, which wait for [`RowFile::flush`].
    pub(super) fn add(&mut self, rows: impl IntoIterator<Item = R>) {
        self.waiting.extend(rows);
    }

    /// Sends the collected rows on their way.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        let columns = R::arrays(&self.waiting.iter().collect::<Vec<_>>());
        let rows = RecordBatch::try_new(SchemaRef::clone(&self.schema), columns)?;
        self.writer.write(&rows).context("cannot write")?;
        self.rows += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Completes the file, which is on the disk then and has no name yet.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn complete(mut self) -> anyhow::Result<Unnamed> {
        self.flush()?;
        let file = self.writer.into_inner().context("cannot write")?;
        file.to.sync()?;
        Ok(Unnamed { file, rows: self.rows })
    }
}

/// The paths of columns whose values are written as they are: lists of numbers and
/// quantities. Cards repeat from row to row, which compression sees in whole bytes, and
/// not in the few bits of a dictionary's numbers; quantities hardly repeat at all.
fn plain(fields: &Fields) -> Vec<Vec<String>> {
    fn add(path: &mut Vec<String>, data_type: &DataType, in_list: bool, to: &mut Vec<Vec<String>>) {
        match data_type {
            DataType::List(element) => {
                path.extend(["list".to_owned(), element.name().clone()]);
                add(path, element.data_type(), true, to);
                path.truncate(path.len() - 2);
            }
            DataType::Struct(fields) => {
                for field in fields {
                    path.push(field.name().clone());
                    add(path, field.data_type(), in_list, to);
                    path.pop();
                }
            }
            DataType::Timestamp(..) | DataType::Int32 => to.push(path.clone()),
            DataType::Int16 if in_list => to.push(path.clone()),
            _ => (),
        }
    }
    let mut paths = Vec::new();
    for field in fields {
        add(&mut vec![field.name().clone()], field.data_type(), false, &mut paths);
    }
    paths
}

impl Unnamed {
    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written to the disk or named.
    pub(super) fn name(self) -> anyhow::Result<Written> {
        self.file.finish(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::parquet::deals::DealRow;

    #[test]
    fn paths_lead_to_the_numbers_in_lists() {
        let paths: Vec<String> =
            plain(&fields::<DealRow>()).iter().map(|path| path.join(".")).collect();
        for path in ["deck.list.element", "moves.list.element.thinking_ms", "finished_at"] {
            assert!(paths.iter().any(|other| other == path), "{path} in {paths:?}");
        }
        for path in ["game", "dealer", "nonces.list.element", "moves.list.element.action"] {
            assert!(paths.iter().all(|other| other != path), "{path} in {paths:?}");
        }
    }
}
