//! Decision documents served line by line.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use vzetek_search::Limits;

use super::Player;
use super::document::{Answer, DocumentError, LONGEST_LINE, Question};

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

/// A line of output when the document was bad.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

impl Service {
    /// Answers every line of `input` with a line of `output`, until the input
    /// ends. A bad document is answered with what is wrong; blank lines are
    /// passed over.
    ///
    /// # Errors
    /// If `input` cannot be read or `output` cannot be written.
    pub fn serve(&self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line)? {
            if whole && line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match self.answer_line(&line, whole) {
                Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
                Err(error) => {
                    serde_json::to_writer(&mut output, &Refusal { error: error.to_string() })?;
                }
            }
            output.write_all(b"\n")?;
            output.flush()?;
        }
        Ok(())
    }

    fn answer_line(&self, line: &[u8], whole: bool) -> Result<Answer, DocumentError> {
        if !whole {
            return Err(DocumentError::TooLong);
        }
        let text = str::from_utf8(line).map_err(|_| DocumentError::Encoding)?;
        Ok(Question::read(text)?.ask(self.player, &self.limits, self.seed))
    }
}

/// Reads a line, of which no more than `LONGEST_LINE` bytes are kept. `None`
/// at the end of the input, otherwise whether the whole line was kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let limit = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() <= LONGEST_LINE {
        return Ok(Some(true));
    }
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        let finished = end.is_some() || buffer.is_empty();
        input.consume(used);
        if finished {
            return Ok(Some(false));
        }
    }
}
