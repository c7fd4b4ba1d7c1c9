//! Output to a reader that may have read enough.

use std::io::{self, ErrorKind, StdoutLock, Write};

/// The error when nothing more can be written, because the reader has closed
/// the pipe.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads any more")]
struct NobodyReads;

/// An output that is read while it is written: the standard output, a pipe. Its end is a distinct
/// error, distinguished from those of other connections.
#[derive(Debug)]
pub struct Piped<W>(pub W);

impl<W: Write> Write for Piped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(tell_apart)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(tell_apart)
    }
}

fn tell_apart(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::BrokenPipe => io::Error::new(ErrorKind::BrokenPipe, NobodyReads),
        _ => error,
    }
}

/// The standard output. `println!` would panic after the reader has closed it.
pub fn output() -> Piped<StdoutLock<'static>> {
    Piped(io::stdout().lock())
}

/// True if the error is that the reader has closed the output.
pub fn nobody_reads(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.filter_map(io::Error::get_ref).any(|cause| cause.is::<NobodyReads>())
}
