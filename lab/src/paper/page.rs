//! Pages of results, and the index of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::bench::Bench;
use super::study::{Outcome, Study, Table};

/// Begins the line that says how and when a page came to be.
pub const MADE: &str = "*Made by ";

/// Stands in that line before the fingerprint.
pub const FIRSTS: &str = "the first of each kind came out as ";

/// Writes `ID.md` and the plots beside it; returns the page's path.
///
/// # Errors
/// If that cannot be written.
pub fn write(
    study: &Study,
    outcome: &Outcome,
    bench: &Bench,
    folder: &Path,
) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    let mut names = Vec::new();
    for (at, plot) in outcome.plots.iter().enumerate() {
        let number = if at == 0 { String::new() } else { format!("-{}", at + 1) };
        let name = format!("{}{number}.svg", study.id);
        save(&folder.join(&name), &plot.svg())?;
        names.push(name);
    }
    let path = folder.join(format!("{}.md", study.id));
    save(&path, &page(study, outcome, bench, &names))?;
    Ok(path)
}

fn page(study: &Study, outcome: &Outcome, bench: &Bench, plots: &[String]) -> String {
    let mut page = format!("# {}\n\n{}\n\n", capital(study.title), outcome.summary);
    let length = if bench.quick { "a minute's version" } else { "the whole study" };
    paragraph(
        &mut page,
        &format!(
            "{MADE}`{}` ({length}) of version {} with the seed {} on {}, {}: {} trials; \
             {FIRSTS}`{}`.* After {}.",
            bench.command(),
            env!("CARGO_PKG_VERSION"),
            bench.seed,
            chrono::Utc::now().format("%Y-%m-%d"),
            machine(),
            bench.trials(),
            bench.fingerprint(),
            study.source,
        ),
    );
    for name in plots {
        paragraph(&mut page, &format!("![{}]({name})", capital(study.title)));
    }
    outcome.tables.iter().for_each(|table| write_table(&mut page, table));
    page.push_str("## How it was measured\n\n");
    outcome.method.iter().for_each(|text| paragraph(&mut page, text));
    paragraph(&mut page, "± is half the width of a 95% interval.");
    if !outcome.notes.is_empty() {
        page.push_str("## Where ours differs, and why\n\n");
        outcome.notes.iter().for_each(|note| page.push_str(&format!("- {note}\n")));
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn paragraph(page: &mut String, text: &str) {
    page.push_str(text);
    page.push_str("\n\n");
}

fn write_table(page: &mut String, table: &Table) {
    if !table.caption.is_empty() {
        paragraph(page, &format!("**{}**", table.caption));
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    page.push_str(&line(&table.columns));
    page.push_str(&format!("|{}\n", "---|".repeat(table.columns.len())));
    table.rows.iter().for_each(|row| page.push_str(&line(row)));
    page.push('\n');
}

/// Writes the index of all studies, with what their pages say.
///
/// # Errors
/// If a page cannot be read or the index cannot be written.
pub fn write_index(studies: &[Study], folder: &Path) -> anyhow::Result<()> {
    let mut index = String::from(
        "# Results\n\nThe experiments of earlier studies ([REFERENCES.md](../../REFERENCES.md)), \
         done again by our own laboratory. \
         `vzetek-lab paper ID` writes a page anew, `vzetek-lab paper all --quick` all of them in some \
         five minutes on two cores, `vzetek-lab paper list` names them. Whatever is interrupted goes on \
         where it was. `vzetek-lab paper --check` says which pages are older than the program, \
         and which tables of the other documents: it plays the first trial of each kind anew, and the \
         first deal of each row.\n\n\
         | study | after | what came of it | made |\n|---|---|---|---|\n",
    );
    for study in studies {
        let page = folder.join(format!("{}.md", study.id));
        let (title, summary, made) = match fs::read_to_string(&page) {
            Ok(text) => {
                let (summary, made) = abstract_of(&text);
                (format!("[{}]({}.md)", study.title, study.id), summary, made)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                (study.title.to_owned(), "not run yet".to_owned(), String::new())
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", page.display()));
            }
        };
        writeln!(index, "| {title} | {} | {summary} | {made} |", study.source)?;
    }
    save(&folder.join("README.md"), &index)
}

/// A page's summary, and how long a run and which day it comes from.
fn abstract_of(page: &str) -> (String, String) {
    let mut lines = page.lines().filter(|line| !line.is_empty());
    let summary = lines.nth(1).unwrap_or_default().to_owned();
    let made = lines.find(|line| line.starts_with(MADE)).unwrap_or_default();
    let length = match made {
        made if made.contains(" --trials") => "a few trials",
        made if made.contains(" --quick") => "quick",
        _ => "whole",
    };
    let day = made.split(" on ").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or_default();
    (summary, format!("{day}, {length}"))
}

/// The making of a page, as it says itself.
pub struct Made {
    /// True if it is a minute's version.
    pub quick: bool,
    /// The seed.
    pub seed: u64,
    /// The fingerprint of the first trials ([`Bench::fingerprint`]); pages from before there
    /// was one have none.
    pub fingerprint: Option<String>,
}

/// Reads how a page was made; `None` if it does not say.
pub fn made(page: &str) -> Option<Made> {
    let made = page.lines().find(|line| line.starts_with(MADE))?;
    let mut words = made.split(['`', ' ']).skip_while(|word| *word != "--seed");
    let seed = words.nth(1).map_or(Some(1), |seed| seed.parse().ok())?;
    let quick = made.contains(" --quick");
    Some(Made { quick, seed, fingerprint: fingerprint(made) })
}

/// Returns the fingerprint that such a line names.
pub fn fingerprint(made: &str) -> Option<String> {
    made.split(FIRSTS).nth(1)?.split('`').nth(1).map(str::to_owned)
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The processor and how many there are.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    let model = model.map_or(std::env::consts::ARCH, str::trim);
    format!("{cores} × {model}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
