//! Files as they are or packed by gzip, recognised by how they begin.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The first bytes of every gzip file (RFC 1952).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The lines of a file, unpacked if need be; - for the standard input.
///
/// # Errors
/// If there is no such file, or its beginning cannot be read.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file == Path::new("-") { unpacked(io::stdin()) } else { unpacked(File::open(file)?) }
}

fn unpacked(mut input: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut start = Vec::new();
    input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
    let packed = start == MAGIC;
    let whole = io::Cursor::new(start).chain(input);
    if packed {
        Ok(Box::new(BufReader::new(MultiGzDecoder::new(BufReader::new(whole)))))
    } else {
        Ok(Box::new(BufReader::new(whole)))
    }
}
