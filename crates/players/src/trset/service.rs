//! Decision documents served line by line.

use std::io::{self, BufRead, Write};

use vzetek_search::Limits;

use super::Player;
use super::document::{Answer, DocumentError, LONGEST_LINE, Request};
use crate::lines::{self, Line};

/// Who answers documents, and how long each may take.
#[derive(Clone, Debug)]
pub struct Service {
    /// The player that is asked.
    pub player: Player,
    /// What it may spend on a document.
    pub limits: Limits,
    /// The same seed, limits in iterations and document give the same answer,
    /// whatever was asked before.
    pub seed: u64,
}

impl Service {
    /// Answers every line of `input` with a line of `output`, until the input
    /// ends. A bad document is answered with what is wrong; blank lines are
    /// passed over.
    ///
    /// # Errors
    /// If `input` cannot be read or `output` cannot be written.
    pub fn serve(&self, input: impl BufRead, output: impl Write) -> io::Result<()> {
        lines::serve(input, output, LONGEST_LINE, |line| self.answer(line))
    }

    fn answer(&self, line: Line<'_>) -> Result<Answer, DocumentError> {
        match line {
            Line::Text(text) => Ok(Request::read(text)?.ask(self.player, &self.limits, self.seed)),
            Line::NotText => Err(DocumentError::Encoding),
            Line::TooLong => Err(DocumentError::TooLong),
        }
    }
}
