//! Decision documents answered line by line.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

use serde::Serialize;

/// A question about a deal, put as a document on one line.
pub trait Request: Sized {
    /// The reasons for which a line cannot be answered.
    type Error: Display;

    /// The longest line that is read, in bytes.
    const LONGEST_LINE: usize;

    /// Reads a line.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    fn read(line: Line<'_>) -> Result<Self, Self::Error>;
}

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A document.
    Text(&'a str),
    /// Something that is no UTF-8.
    NotText,
    /// A line with more bytes than are read.
    TooLong,
}

/// A line of output when the document was bad.
#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// Answers every line of `input` with a line of `output`, until the input
/// ends. A bad document is answered with what is wrong; blank lines are passed
/// over.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn serve<R: Request, A: Serialize>(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(&R) -> A,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    while let Some(whole) = read_line(&mut input, &mut bytes, R::LONGEST_LINE)? {
        let line = match str::from_utf8(&bytes) {
            _ if !whole => Line::TooLong,
            Ok(text) if text.trim_ascii().is_empty() => continue,
            Ok(text) => Line::Text(text),
            Err(_) => Line::NotText,
        };
        match R::read(line) {
            Ok(request) => serde_json::to_writer(&mut output, &answer(&request))?,
            Err(error) => {
                serde_json::to_writer(&mut output, &Refusal { error: error.to_string() })?;
            }
        }
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line, of which no more than `longest` bytes are kept. `None` at the
/// end of the input, otherwise whether the whole line was kept.
fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    longest: usize,
) -> io::Result<Option<bool>> {
    line.clear();
    if input.by_ref().take(longest as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() <= longest {
        return Ok(Some(true));
    }
    // The rest of the line is passed over.
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
