//! The documents with tables of figures, and whether the program still measures what they say.
//!
//! Under a table stands a line like the one of a study's page: "*Made by", the command, the
//! version and the day. A word in capitals in the command is a column of the table, so that each
//! row has its own command, and the column [`OUTCOME`] has the fingerprint of its first deal.

use std::path::Path;

use anyhow::Context as _;

use super::bench::NoRecord;
use super::page::{self, MADE};
use super::replay;
use super::verdict::Verdict;
use crate::fingerprint::DIGITS;

/// A document with figures.
#[derive(Debug)]
pub struct Document {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its path, from the folder of the studies' pages.
    path: &'static str,
    lines: Lines,
}

/// The lines that say how figures were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// One for the whole page.
    Page,
    /// One under each table of figures.
    Tables,
    /// One under those tables that can be made again; the others are of programs that are gone.
    SomeTables,
}

pub const DOCUMENTS: [Document; 6] = [
    Document { id: "trset-habits", path: "trset-habits.md", lines: Lines::Page },
    Document { id: "kifameno-habits", path: "kifameno-habits.md", lines: Lines::Page },
    Document { id: "strength", path: "../STRENGTH.md", lines: Lines::Tables },
    Document { id: "players", path: "../PLAYERS.md", lines: Lines::Tables },
    Document { id: "benchmarks", path: "../BENCHMARKS.md", lines: Lines::Tables },
    Document { id: "notes", path: "../notes/2026-11.md", lines: Lines::SomeTables },
];

/// The column with the fingerprints of the rows.
const OUTCOME: &str = "came out as";
/// Stands there for a row that a clock may have changed.
const CLOCK: &str = "clock";
/// Stands in the line before the reason why a table cannot be compared.
const NOT_COMPARED: &str = "not compared: ";

/// Compares a document with the program; a verdict for each table, or for the page.
///
/// # Errors
/// If the document cannot be read, or a command in it cannot be carried out.
pub fn check(
    document: &Document,
    folder: &Path,
    database: Option<&str>,
) -> anyhow::Result<Vec<Verdict>> {
    let path = folder.join(document.path);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(vec![Verdict::fine(document.id, "is not there")]);
        }
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    if document.lines == Lines::Page {
        let line = text.lines().find(|line| line.starts_with(MADE));
        return Ok(vec![whole(document.id, line, database)?]);
    }
    let mut verdicts = Vec::new();
    for table in tables(&text) {
        let is_judged = match document.lines {
            Lines::SomeTables => table.made.is_some(),
            Lines::Page | Lines::Tables => table.made.is_some() || table.has_figures(),
        };
        if is_judged {
            let first = table.columns.first().copied().unwrap_or_default();
            let name = format!("{}, {}, by {first}", document.id, table.heading);
            verdicts.push(table.check(&name, database)?);
        }
    }
    if verdicts.is_empty() {
        verdicts.push(Verdict::fine(document.id, "has no table of figures"));
    }
    Ok(verdicts)
}

/// A table of a document.
#[derive(Debug, Default, PartialEq)]
struct Table<'a> {
    /// The heading that it stands under.
    heading: &'a str,
    columns: Vec<&'a str>,
    rows: Vec<Vec<&'a str>>,
    /// The line that says how it was made.
    made: Option<&'a str>,
}

impl Table<'_> {
    /// True if a cell has a share, an interval or a measure.
    fn has_figures(&self) -> bool {
        let is_number = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
        let is_unit = |word: &str| {
            let word = word.trim_end_matches([',', ';', ')']);
            ["ms", "µs", "s", "kB", "MB", "million"].contains(&word)
        };
        self.rows.iter().flatten().any(|cell| {
            let words: Vec<&str> = cell.split_whitespace().collect();
            cell.contains(['±', '%'])
                || words.windows(2).any(|pair| is_number(pair[0]) && is_unit(pair[1]))
        })
    }

    fn check(&self, name: &str, database: Option<&str>) -> anyhow::Result<Verdict> {
        let (Some(line), Some(outcome)) =
            (self.made, self.columns.iter().position(|&column| column == OUTCOME))
        else {
            return whole(name, self.made, database);
        };
        if let Some(missing) = missing(line) {
            return Ok(Verdict::older(name, missing));
        }
        let command = command(line).with_context(|| format!("{name}: no command in {line}"))?;
        let (mut same, mut timed, mut older) = (0, 0, Vec::new());
        for row in &self.rows {
            let noted = row.get(outcome).map_or("", |cell| cell.trim_matches('`'));
            let command = self.command_of(row, command);
            if noted == CLOCK {
                timed += 1;
            } else if !is_fingerprint(noted) {
                older.push(format!("{command} (from before first deals were noted)"));
            } else {
                match replay::first(&command, database)? {
                    Some(now) if now == noted => same += 1,
                    now => {
                        let now = now.unwrap_or_else(|| "what a clock makes it".to_owned());
                        older.push(format!("{command} ({noted}, now {now})"));
                    }
                }
            }
        }
        let mut words = format!("{same} rows as this program measures");
        if timed > 0 {
            words.push_str(&format!(", {timed} not compared: they have a clock"));
        }
        if older.is_empty() {
            return Ok(Verdict::fine(name, &words));
        }
        let list = older.join("\n  ");
        let words = format!("{words}, {} older than the program:\n  {list}", older.len());
        Ok(Verdict::older(name, &words))
    }

    /// The command of a row: words in capitals that name a column are its cells.
    fn command_of(&self, row: &[&str], command: &str) -> String {
        let cell = |word: &str| {
            let at = self.columns.iter().position(|column| column.to_uppercase() == word)?;
            row.get(at).map(|cell| cell.trim_matches('`').to_owned())
        };
        let words = command.split_whitespace();
        let words = words.map(|word| cell(word).unwrap_or_else(|| word.to_owned()));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Judges figures that were all made by one command.
fn whole(name: &str, line: Option<&str>, database: Option<&str>) -> anyhow::Result<Verdict> {
    let Some(line) = line else {
        return Ok(Verdict::older(name, "does not say how it was made"));
    };
    if let Some(missing) = missing(line) {
        return Ok(Verdict::older(name, missing));
    }
    if let Some((_, reason)) = line.split_once(NOT_COMPARED) {
        let reason = reason.split(['.', '*']).next().unwrap_or_default();
        return Ok(Verdict::fine(name, &format!("{NOT_COMPARED}{reason}")));
    }
    let (Some(command), Some(noted)) = (command(line), page::fingerprint(line)) else {
        return Ok(Verdict::older(name, "from before pages told how the first trials came out"));
    };
    Ok(match replay::first(command, database) {
        Err(error) if error.is::<NoRecord>() => Verdict::fine(name, "not compared: no --database"),
        now => Verdict::compared(name, &noted, &now?.unwrap_or_default()),
    })
}

/// Says what a line lacks that every line must have.
fn missing(line: &str) -> Option<&'static str> {
    if !line.contains(" of version ") {
        return Some("does not name the version that made it");
    }
    let day = line.split(" on ").any(|rest| {
        let day: Vec<u8> = rest.bytes().take(10).collect();
        day.len() == 10
            && day.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            })
    });
    (!day).then_some("does not name the day on which it was made")
}

/// The first command in a line.
fn command(line: &str) -> Option<&str> {
    line.split('`').skip(1).step_by(2).find(|text| text.starts_with("vzetek-lab "))
}

/// True for fingerprints, and for the longer checksum of `vzetek-lab bench`.
fn is_fingerprint(text: &str) -> bool {
    text.len() >= DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The tables of a Markdown text.
fn tables(text: &str) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    let mut heading = "";
    // True while the line before was of the last table, and while only empty lines have followed.
    let (mut is_inside, mut is_just_after) = (false, false);
    for line in text.lines() {
        if let Some(row) = line.strip_prefix('|') {
            if !is_inside {
                tables.push(Table { heading, columns: cells(row), ..Table::default() });
            } else if !row.trim_start().starts_with("--") {
                tables.last_mut().expect("one was begun").rows.push(cells(row));
            }
            (is_inside, is_just_after) = (true, true);
            continue;
        }
        is_inside = false;
        if line.is_empty() {
            continue;
        }
        if is_just_after && line.starts_with(MADE) {
            tables.last_mut().expect("one was begun").made = Some(line);
        }
        is_just_after = false;
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim();
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Strength\n\n## Tršet\n\n\
        | first | second | arguments | wins | came out as |\n|---|---|---|---|---|\n\
        | `gentle` | `random` | `--game trset --deals 600 --seed 7` | 80.0% ± 1.0 | `OUTCOME` |\n\
        | `strong` | `random` | `--game trset --deals 9` | 90.0% ± 1.0 | clock |\n\n\
        *Made by `vzetek-lab match FIRST SECOND ARGUMENTS --all-deals` of version 0.1.0 on \
        2026-11-28.*\n\n| level | what |\n|---|---|\n| easy | 100 worlds |\n";

    const COMMAND: &str =
        "vzetek-lab match gentle random --game trset --deals 600 --seed 7 --all-deals";

    fn verdict(text: &str) -> Verdict {
        let tables = tables(text);
        assert_eq!(tables.len(), 2);
        assert_eq!(tables.iter().map(Table::has_figures).collect::<Vec<_>>(), [true, false]);
        assert_eq!(tables[0].heading, "Tršet");
        tables[0].check("it", None).unwrap()
    }

    #[test]
    fn rows_are_compared_by_their_own_commands() {
        let table = &tables(TEXT)[0];
        let command = command(table.made.unwrap()).unwrap();
        assert_eq!(table.command_of(&table.rows[0], command), COMMAND);
        let now = replay::first(COMMAND, None).unwrap().unwrap();
        let same = verdict(&TEXT.replace("OUTCOME", &now));
        assert!(!same.is_older, "{}", same.words);
        let words = "1 rows as this program measures, 1 not compared: they have a clock";
        assert_eq!(same.words, words);
        let other = now.chars().rev().collect::<String>();
        let older = verdict(&TEXT.replace("OUTCOME", &other));
        assert!(older.is_older && older.words.contains(&format!("({other}, now {now})")));
        let unknown = verdict(&TEXT.replace("`OUTCOME`", "–"));
        assert!(unknown.is_older && unknown.words.contains("from before first deals were noted"));
    }

    #[test]
    fn a_line_without_version_or_day_makes_a_table_older() {
        for (part, words) in [
            (" of version 0.1.0", "does not name the version"),
            (" on 2026-11-28", "does not name the day"),
            ("*Made by ", "does not say how it was made"),
        ] {
            let found = verdict(&TEXT.replace(part, ""));
            assert!(found.is_older && found.words.contains(words), "{}", found.words);
        }
        let timed = TEXT
            .replace("| came out as |", "| result |")
            .replace("2026-11-28.*", "2026-11-28; not compared: times of one machine.*");
        let found = verdict(&timed);
        assert_eq!((found.is_older, &*found.words), (false, "not compared: times of one machine"));
    }
}
