//! The picture that messengers show with the link to a table: the cards of its game, and under them
//! the name of the player who invites.
//!
//! `invitation/*.bin` hold the cards and the letters, `names.json` what games are called;
//! `web/tools/invitations.ts` makes them, and documents their format. A picture is a PNG of 256
//! colours: its upper rows are compressed already, the rows with the name follow them.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::Crc;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rust_embed::RustEmbed;

/// The width of a picture, in pixels.
const WIDTH: usize = 1200;
/// The height of the cards.
const UPPER: usize = 510;
/// The height of the name below them.
const LOWER: usize = 120;
/// The room for the name on either side.
const MARGIN: usize = 60;
/// The height of a letter.
const HEIGHT: usize = 88;
/// The room on either side of a letter for strokes beyond its width.
const REACH: usize = 8;
/// The first of the colours from the rim to the letters.
const RIM: u8 = 240;
/// The number of those colours less one: the darkest and the lightest shade of a letter.
const DARKEST: usize = 15;

/// The files that the page's tool has made, by the names of games.
#[derive(RustEmbed)]
#[folder = "src/invitation"]
struct Made;

/// The names of games as people call them, by language.
static NAMES: LazyLock<HashMap<String, HashMap<String, String>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("invitation/names.json")).expect("the names are built in")
});

/// Returns the name of a game in a language such as `sl`; its own where there is none.
pub fn name<'a>(game: &'a str, language: &str) -> &'a str {
    NAMES.get(language).and_then(|names| names.get(game)).map_or(game, String::as_str)
}

static LETTERS: LazyLock<HashMap<char, Letter>> =
    LazyLock::new(|| letters().expect("the letters are built in"));

/// A letter, in shades from 0 to [`DARKEST`].
struct Letter {
    /// The width of its picture.
    width: usize,
    /// The distance to the next letter.
    way: usize,
    shades: Vec<u8>,
}

fn letters() -> Option<HashMap<char, Letter>> {
    let mut bytes = Vec::new();
    let packed: &[u8] = include_bytes!("invitation/letters.bin");
    DeflateDecoder::new(packed).read_to_end(&mut bytes).ok()?;
    let mut rest = bytes.as_slice();
    let mut letters = HashMap::new();
    while let Some((head, behind)) = rest.split_first_chunk::<6>() {
        let [a, b, c, d, width, way] = *head;
        let letter = char::from_u32(u32::from_be_bytes([a, b, c, d]))?;
        let (shades, behind) = behind.split_at_checked(usize::from(width) * HEIGHT)?;
        let (width, way) = (usize::from(width), usize::from(way));
        letters.insert(letter, Letter { width, way, shades: shades.to_vec() });
        rest = behind;
    }
    Some(letters)
}

/// True if there is a letter for each sign of a name, and one of them is visible.
pub fn can_write(name: &str) -> bool {
    name.chars().all(|sign| LETTERS.contains_key(&sign)) && !name.trim().is_empty()
}

/// Returns the picture of a game with the name of the player who invites, as PNG; `None` for an
/// unknown game, or without a letter for a sign of the name.
pub fn picture(game: &str, name: &str) -> Option<Vec<u8>> {
    let made = Made::get(&format!("{game}.bin"))?.data;
    let (colours, cards) = made.split_at_checked(768)?;
    let (sum, cards) = cards.split_first_chunk::<4>()?;
    let rows = name_rows(name)?;

    let mut data = vec![0x78, 0xda];
    data.extend_from_slice(cards);
    let mut encoder = DeflateEncoder::new(data, Compression::best());
    encoder.write_all(&rows).ok()?;
    let mut data = encoder.finish().ok()?;
    let sum = adler32(u32::from_be_bytes(*sum), &rows);
    data.extend_from_slice(&sum.to_be_bytes());

    let height = (UPPER + LOWER) as u32;
    let size = [(WIDTH as u32).to_be_bytes(), height.to_be_bytes()].concat();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a pixel, each the number of a colour.
    push_chunk(&mut png, b"IHDR", &[&size[..], &[8, 3, 0, 0, 0]].concat());
    push_chunk(&mut png, b"PLTE", colours);
    push_chunk(&mut png, b"IDAT", &data);
    push_chunk(&mut png, b"IEND", &[]);
    Some(png)
}

/// The rows of a picture with the name, each behind a zero for the kind of its filter.
fn name_rows(name: &str) -> Option<Vec<u8>> {
    let letters: Option<Vec<&Letter>> = name.chars().map(|sign| LETTERS.get(&sign)).collect();
    let letters = letters?;
    let length = letters.iter().map(|letter| letter.way).sum::<usize>() + 2 * REACH;
    let mut line = vec![0_u8; length * HEIGHT];
    let mut at = 0;
    for letter in letters {
        for (row, shades) in letter.shades.chunks_exact(letter.width).enumerate() {
            let from = row * length + at;
            for (pixel, shade) in line[from..].iter_mut().zip(shades) {
                *pixel = (*pixel).max(*shade);
            }
        }
        at += letter.way;
    }
    // A name that is too long is made smaller; none is made larger.
    let width = length.min(WIDTH - 2 * MARGIN);
    let height = HEIGHT * width / length;
    let (left, top) = ((WIDTH - width) / 2, (LOWER - height) / 2);
    let mut rows = vec![RIM; (WIDTH + 1) * LOWER];
    for row in rows.chunks_exact_mut(WIDTH + 1) {
        row[0] = 0;
    }
    for y in 0..height {
        for x in 0..width {
            let across = x * length / width..((x + 1) * length).div_ceil(width).min(length);
            let down = y * HEIGHT / height..((y + 1) * HEIGHT).div_ceil(height).min(HEIGHT);
            let pixels = across.len() * down.len();
            let ink: usize = down
                .map(|row| {
                    line[row * length..][across.clone()]
                        .iter()
                        .copied()
                        .map(usize::from)
                        .sum::<usize>()
                })
                .sum();
            let shade = (ink / pixels).min(DARKEST) as u8;
            rows[(top + y) * (WIDTH + 1) + 1 + left + x] = RIM + shade;
        }
    }
    Some(rows)
}

/// Continues an Adler-32 (RFC 1950) over more bytes.
fn adler32(so_far: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut a, mut b) = (so_far & 0xffff, so_far >> 16);
    for byte in bytes {
        a = (a + u32::from(*byte)) % MODULUS;
        b = (b + a) % MODULUS;
    }
    (b << 16) | a
}

fn push_chunk(png: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    png.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let mut sum = Crc::new();
    for part in [&name[..], data] {
        png.extend_from_slice(part);
        sum.update(part);
    }
    png.extend_from_slice(&sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use flate2::read::ZlibDecoder;

    use vzetek_protocol::GameOptions;

    use super::*;

    /// The rows of a picture; its checks must hold.
    fn rows(png: &[u8]) -> Vec<u8> {
        let mut rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a PNG");
        let mut data = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let mut sum = Crc::new();
            sum.update(&rest[4..8 + length]);
            assert_eq!(rest[8 + length..12 + length], sum.sum().to_be_bytes());
            if &rest[4..8] == b"IDAT" {
                data.extend_from_slice(&rest[8..8 + length]);
            }
            rest = &rest[12 + length..];
        }
        let mut rows = Vec::new();
        // Compares the Adler-32 at the end, too.
        ZlibDecoder::new(&data[..]).read_to_end(&mut rows).expect("rows");
        rows
    }

    /// The first and the last column of the name with ink.
    fn ink(rows: &[u8]) -> (usize, usize) {
        let lower = rows[UPPER * (WIDTH + 1)..].chunks_exact(WIDTH + 1);
        let inked: Vec<usize> = lower
            .flat_map(|row| row[1..].iter().enumerate().filter(|(_, colour)| **colour > RIM + 7))
            .map(|(column, _)| column)
            .collect();
        (*inked.iter().min().unwrap(), *inked.iter().max().unwrap())
    }

    #[test]
    fn every_game_has_a_picture_with_the_name_in_the_middle() {
        let kinds = GameOptions::kinds();
        for game in kinds.iter().filter_map(|kind| kind.as_str().split('-').next()) {
            let png = picture(game, "Marjetka Čuš").expect("a picture");
            for language in ["en", "sl", "hr", "it"] {
                assert!(NAMES[language].contains_key(game), "{game} in {language}");
            }
            assert!(png.len() < 120_000, "{game}: {} bytes", png.len());
            let rows = rows(&png);
            assert_eq!(rows.len(), (WIDTH + 1) * (UPPER + LOWER));
            let (first, last) = ink(&rows);
            assert!(first > 300 && last < 900, "{game}: {first} to {last}");
            assert!(first.abs_diff(WIDTH - last) < 20, "{game}: {first} to {last}");
        }
    }

    #[test]
    fn the_longest_name_has_room() {
        let rows = rows(&picture("tarok", &"W".repeat(40)).unwrap());
        let (first, last) = ink(&rows);
        assert!(first >= MARGIN && last < WIDTH - MARGIN, "{first} to {last}");
    }

    #[test]
    fn a_name_with_a_sign_for_which_there_is_no_letter_is_not_written() {
        for name in ["Žiga", "O'Hara", "Ωμέγα", "Ђорђе", "a"] {
            assert!(can_write(name) && picture("trset", name).is_some(), "{name}");
        }
        for name in ["明", "Ana 🂡", "a\u{202e}b", "a\nb", "", " "] {
            assert!(!can_write(name), "{name:?}");
        }
        assert!(picture("trset", "明").is_none());
        assert!(picture("chess", "Ana").is_none());
    }
}
