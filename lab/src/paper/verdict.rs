//! The outcome of comparing figures with the program.

/// The outcome of a comparison.
pub struct Verdict {
    /// The page or table.
    pub name: String,
    pub words: String,
    /// True if it may be older than the program.
    pub is_older: bool,
}

impl Verdict {
    pub fn fine(name: &str, words: &str) -> Self {
        Self { name: name.to_owned(), words: words.to_owned(), is_older: false }
    }

    pub fn older(name: &str, words: &str) -> Self {
        Self { is_older: true, ..Self::fine(name, words) }
    }

    /// The verdict on a fingerprint that was noted, and the one of this program.
    pub fn compared(name: &str, noted: &str, now: &str) -> Self {
        if now == noted {
            return Self::fine(name, "as this program measures");
        }
        let words =
            format!("older than the program: its first trials came out as {noted}, now {now}");
        Self::older(name, &words)
    }
}
