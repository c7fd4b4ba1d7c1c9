//! Decision documents answered line by line.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use serde::de::DeserializeOwned;
use vzetek_game::{Card, CardSet, explain};

use crate::{Decision, PlayedGame};

/// The longest line that is read, in bytes. A full document of these has some 900; one
/// with all events of a deal, as the protocol has it, some 20,000.
pub const LONGEST_LINE: usize = 256 * 1024;

/// A game about whose deals questions are put as documents, each on one line.
pub trait DocumentedGame: PlayedGame {
    /// A decision document as it is written, before it was validated as one of a deal.
    type Document: DeserializeOwned;
    /// A document that was found to be in order.
    type Request: TryFrom<Self::Document, Error: Error>;
    /// The answer to a document.
    type Answer: Serialize;

    /// Returns the answer of a player that chooses by `choose`. The same seed and
    /// document give the same one, if the player chooses the same.
    fn answer_by(
        request: &Self::Request,
        seed: u64,
        choose: impl FnOnce(Self::Situation<'_>, &mut Xoshiro256PlusPlus) -> Decision<Self::Action>,
    ) -> Self::Answer;
}

/// The reasons for which a line cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum LineError<E: Error> {
    /// A line that is not a document at all.
    #[error("this is no decision document: {}", explain(.0))]
    Json(#[from] serde_json::Error),
    /// A line that does not end.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    /// A line that is not text.
    #[error("the line is not UTF-8")]
    Encoding,
    /// A document that cannot be one of a deal.
    #[error(transparent)]
    Document(E),
}

/// The error of a line that is no request of a game.
pub type RequestError<G> =
    LineError<<<G as DocumentedGame>::Request as TryFrom<<G as DocumentedGame>::Document>>::Error>;

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

impl<'a> Line<'a> {
    /// Returns the text of the line.
    ///
    /// # Errors
    /// If it has none that is read.
    pub fn text<E: Error>(self) -> Result<&'a str, LineError<E>> {
        match self {
            Self::Text(text) => Ok(text),
            Self::NotText => Err(LineError::Encoding),
            Self::TooLong => Err(LineError::TooLong),
        }
    }
}

/// A line of output when the document was bad.
#[derive(Serialize)]
struct Refusal {
    error: String,
    line: u64,
}

/// Answers every line of `input` with a line of `output`, until the input
/// ends. A bad document is answered with what is wrong and the number of its line,
/// from 1; blank lines are passed over.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn lines<A: Serialize, E: Display>(
    input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(Line<'_>) -> Result<A, E>,
) -> io::Result<()> {
    let mut input = LineReader::new(input);
    let mut number = 0;
    while let Some(mut line) = input.read()? {
        number += 1;
        // Editors of Windows begin a file with a byte order mark.
        if let (1, Line::Text(text)) = (number, line) {
            line = Line::Text(text.strip_prefix('\u{feff}').unwrap_or(text));
        }
        if matches!(line, Line::Text(text) if text.trim_ascii().is_empty()) {
            continue;
        }
        match answer(line) {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(error) => {
                let refusal = Refusal { error: error.to_string(), line: number };
                serde_json::to_writer(&mut output, &refusal)?;
            }
        }
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a document.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read<G: DocumentedGame>(line: Line<'_>) -> Result<G::Request, RequestError<G>> {
    let document = serde_json::from_str::<G::Document>(line.text()?)?;
    document.try_into().map_err(LineError::Document)
}

/// Returns a card that stands in two lists which exclude each other, with the names
/// of both.
pub(crate) fn in_two_places<C: Card>(
    lists: &[(&'static str, CardSet<C>)],
) -> Option<(C, &'static str, &'static str)> {
    lists.iter().enumerate().find_map(|(at, &(other, cards))| {
        let mut before = lists[..at].iter();
        before.find_map(|&(one, earlier)| Some(((earlier & cards).first()?, one, other)))
    })
}

/// Reads lines, each of which is stored up to [`LONGEST_LINE`] bytes.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// Returns a reader of the lines of an input.
    pub fn new(input: R) -> Self {
        Self { input, bytes: Vec::new() }
    }

    /// Returns the input, without the lines that were read.
    pub fn get_ref(&self) -> &R {
        &self.input
    }

    /// Returns the next line; `None` at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read(&mut self) -> io::Result<Option<Line<'_>>> {
        let Some(whole) = self.fill()? else { return Ok(None) };
        Ok(Some(match str::from_utf8(&self.bytes) {
            _ if !whole => Line::TooLong,
            Ok(text) => Line::Text(text),
            Err(_) => Line::NotText,
        }))
    }

    /// Reads a line. `None` at the end of the input, otherwise true if the whole line was stored.
    fn fill(&mut self) -> io::Result<Option<bool>> {
        let Self { input, bytes: line } = self;
        line.clear();
        if input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') || line.len() <= LONGEST_LINE {
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
}
