//! The text of a set for people: its card, in the form of Hugging Face, and its licence.

use std::fmt::Write as _;

use super::manifest::Folder;
use super::version::SCHEMA_VERSION;

/// The licence of an open set.
pub(super) const CC0: &str = include_str!("texts/CC0-1.0.txt");

/// The part of the card that is the same for all sets.
const READING: &str = include_str!("texts/reading.md");

/// The part about an open set.
const OPEN: &str = include_str!("texts/open.md");

/// The part about a set that is not to be given away.
const CLOSED: &str = include_str!("texts/closed.md");

/// The card of a set.
pub(super) fn text(folder: &Folder) -> String {
    let mut kinds: Vec<(&str, Totals)> = Vec::new();
    for made in folder.parts() {
        let Totals { months, deals, decisions, first, last } = match kinds.last_mut() {
            Some((kind, totals)) if *kind == made.part.kind => totals,
            _ => {
                kinds.push((&made.part.kind, Totals::default()));
                &mut kinds.last_mut().expect("just added").1
            }
        };
        *months += 1;
        *deals += made.deals.rows;
        *decisions += made.decisions.rows;
        let month = made.part.month.to_string();
        first.get_or_insert_with(|| month.clone());
        *last = Some(month);
    }
    let open = folder.sort().open;
    let mut text = front_matter(&kinds, open);
    text.push_str("\n# Vzetek: deals and decisions of tršet, kifameno, tarok and tablić\n\n");
    text.push_str(if open { OPEN } else { CLOSED });
    text.push_str("\n| kind | months | deals | decisions |\n|---|---|---:|---:|\n");
    for (kind, Totals { months, deals, decisions, first, last }) in &kinds {
        let (first, last) = (first.as_deref().unwrap_or(""), last.as_deref().unwrap_or(""));
        let to = format!("{first} to {last}");
        let time = if *months == 1 { first } else { &to };
        // A string takes everything that is written to it.
        _ = writeln!(text, "| `{kind}` | {time} | {deals} | {decisions} |");
    }
    _ = write!(text, "\nSchema version {SCHEMA_VERSION}. ");
    text.push_str(READING);
    text
}

#[derive(Default)]
struct Totals {
    months: u64,
    deals: u64,
    decisions: u64,
    first: Option<String>,
    last: Option<String>,
}

/// The lines that Hugging Face reads: a configuration a kind and file.
fn front_matter(kinds: &[(&str, Totals)], open: bool) -> String {
    let mut text = String::from("---\n");
    if open {
        text.push_str("license: cc0-1.0\n");
    }
    text.push_str("pretty_name: Vzetek\ntags:\n- card-games\n- imperfect-information\nconfigs:\n");
    for (kind, _) in kinds {
        for file in ["deals", "decisions"] {
            _ = writeln!(text, "- config_name: {kind}-{file}");
            _ = writeln!(text, "  data_files: kind={kind}/*/*/{file}.parquet");
        }
    }
    text.push_str("- config_name: players\n  data_files: players.parquet\n---\n");
    text
}
