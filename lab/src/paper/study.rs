//! Studies, and their outcomes.

use super::bench::Bench;
use super::plot::Plot;

/// A list of texts, whichever of them are literals.
macro_rules! texts {
    ($($text:expr),* $(,)?) => { vec![$(String::from($text)),*] };
}
pub(super) use texts;

/// A table, figure or section of a work that can be done again.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name on the command line and in file names.
    pub id: &'static str,
    /// The subject of the study, in brief.
    pub title: &'static str,
    /// The place in the work that describes it, as REFERENCES.md cites it.
    pub source: &'static str,
    /// Runs it.
    pub run: fn(&Bench) -> anyhow::Result<Outcome>,
}

/// The outcome of a study.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The result beside the work's, in one sentence.
    pub summary: String,
    /// The method of the measurement: who plays, what is varied, what one trial
    /// is. A paragraph each, in Markdown.
    pub method: Vec<String>,
    /// Our figures beside the work's.
    pub tables: Vec<Table>,
    /// The first becomes `ID.svg`, others `ID-2.svg` and so on.
    pub plots: Vec<Plot>,
    /// The reasons why our figures differ, and further remarks. A point each, in Markdown.
    pub notes: Vec<String>,
}

/// A table of text.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The caption; may be empty.
    pub caption: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { caption: caption.to_owned(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has more or fewer cells than there are columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        self.rows.push(cells);
    }
}
