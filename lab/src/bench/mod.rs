//! `vzetek-lab bench`: what the searches of all games visit, and what they
//! find, at fixed work: a checksum that changes only if a search does.
//!
//! Everything is a function of fixed seeds and limits, so every run prints the
//! same. (Of the mathematical functions that the players use, those that
//! processors need not round alike are `ln` and `exp`; the last bit of one of
//! them decides about next to nothing.)

mod matches;
mod solvers;
#[cfg(test)]
mod tests;

use std::io::{self, Write as _};

use crate::standard;

/// The result of a part of the checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Positions, playouts or worlds.
    nodes: u64,
    /// A hash of what was found.
    mark: u64,
}

impl Work {
    /// Nothing was done yet: the hash is FNV-1a's first value.
    const NONE: Self = Self { nodes: 0, mark: 0xcbf2_9ce4_8422_2325 };

    /// Adds something that was found (FNV-1a, G. Fowler, L. C. Noll, P. Vo).
    fn find(&mut self, found: u64) {
        for byte in found.to_le_bytes() {
            self.mark = (self.mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A part: what it is, and how it is done.
type Part = (&'static str, fn() -> anyhow::Result<Work>);

const PARTS: [Part; 16] = [
    ("search: alpha-beta with all parts", solvers::alpha_beta),
    ("search: proof numbers", solvers::proof_numbers),
    ("tršet: endings of two", || Ok(solvers::endings(false))),
    ("kifameno: endings of two", || Ok(solvers::endings(true))),
    ("tršet, two: thesis", matches::trset_thesis),
    ("tršet, two: strong", matches::trset_strong),
    ("kifameno, two: strong", matches::kifameno_strong),
    ("tršet, three: strong", matches::trset_three),
    ("kifameno, four: strong", matches::kifameno_four),
    ("tarok: endings", solvers::tarok_endings),
    ("tarok: the study's search", solvers::tarok_study),
    ("tarok: lustrek2002", matches::tarok_lustrek),
    ("tarok: strong", matches::tarok_strong),
    ("tablić, two: minimax", matches::tablic_minimax),
    ("tablić, two: strong", matches::tablic_strong),
    ("tablić, four: strong", matches::tablic_four),
];

/// Does everything and prints it, and the sum.
///
/// # Errors
/// If a part names no player, or nothing can be written.
pub fn run() -> anyhow::Result<()> {
    let mut total = Work::NONE;
    for (name, part) in PARTS {
        // A thread of its own, because threads keep what searches may use again.
        let work = std::thread::spawn(part).join().expect("searches do not panic")?;
        total.nodes += work.nodes;
        total.find(work.nodes);
        total.find(work.mark);
        print(name, work)?;
    }
    print("total", total)?;
    Ok(())
}

fn print(name: &str, work: Work) -> io::Result<()> {
    writeln!(standard::output(), "{name:34} {:>12} {:016x}", grouped(work.nodes), work.mark)
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
