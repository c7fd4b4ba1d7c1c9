//! Chat: limits on its amount and its characters.

use std::num::NonZeroU32;

use crate::accounts::names::{MOST_MARKS, is_mark};
use crate::rate::RateByKey;

/// Lines that an account may write each second on average …
pub const PER_SECOND: NonZeroU32 = NonZeroU32::MIN;
/// … and in a burst: some short lines are no flood.
pub const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");

/// The limit on every account's lines, at all tables and on all connections together.
pub type ChatLimit = RateByKey<String>;

/// A limit of which nothing is used yet.
pub fn limit() -> ChatLimit {
    RateByKey::new(PER_SECOND, BURST)
}

/// Returns a line without invisible characters: control characters, and marks that only turn the
/// text around or hide in it. It is one line. Joiners stay where they join pictures, and accents as
/// far as they do not climb out of the line.
pub fn visible(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    let mut marks = 0;
    while let Some(mut sign) = signs.next() {
        if matches!(sign, '\t' | '\n' | '\u{2028}' | '\u{2029}') {
            sign = ' ';
        }
        marks = if is_mark(sign) { marks + 1 } else { 0 };
        let stays = match sign {
            // Persian, among others, is written with it.
            NON_JOINER => {
                kept.chars().next_back().is_some_and(char::is_alphabetic)
                    && signs.peek().copied().is_some_and(char::is_alphabetic)
            }
            JOINER => {
                kept.chars().next_back().is_some_and(is_picture)
                    && signs.peek().copied().is_some_and(is_picture)
            }
            // Chooses the form in which the sign before it is drawn.
            '\u{fe00}'..='\u{fe0f}' => kept
                .chars()
                .next_back()
                .is_some_and(|last| last.is_ascii_digit() || is_picture(last)),
            _ => !sign.is_control() && !is_invisible(sign) && marks <= MOST_MARKS,
        };
        if stays {
            kept.push(sign);
        }
    }
    kept.trim().to_owned()
}

/// Separates two letters that would be joined in writing.
const NON_JOINER: char = '\u{200c}';
/// Makes one picture of several.
const JOINER: char = '\u{200d}';

/// Marks of direction, spaces of no width, fillers and tags.
const fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Roughly the signs that are drawn as pictures, and what may follow one.
const fn is_picture(sign: char) -> bool {
    matches!(sign, '\u{2190}'..='\u{2bff}' | '\u{3030}'..='\u{303d}' | '\u{fe0f}'
        | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_account_has_five_lines_at_once() {
        let limit = limit();
        let (ana, bor) = ("ana".to_owned(), "bor".to_owned());
        for _ in 0..BURST.get() {
            limit.take(ana.clone()).unwrap();
        }
        let wait = limit.take(ana.clone()).unwrap_err();
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
        limit.take(bor).unwrap();
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        for (text, seen) in [
            ("Dober dan, Živjo! 🂡", "Dober dan, Živjo! 🂡"),
            ("\u{202e}live si sihT\u{202c}", "live si sihT"),
            ("a\u{2066}b\u{2069}c\u{200b}d\u{feff}e\u{200e}f", "abcdef"),
            ("two\nlines\u{2028}and\ta gap\r\n", "two lines and a gap"),
            ("می\u{200c}خواهم \u{200c}!", "می\u{200c}خواهم !"),
            ("\u{2800}\u{2800}", ""),
            (" \u{200b}\u{3164}\u{2060} ", ""),
            ("pa\u{200d}y", "pay"),
            ("שלום", "שלום"),
            (
                "👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} 👍🏽",
                "👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} 👍🏽",
            ),
            ("🂡\u{200d}", "🂡"),
            ("a\u{fe0f}\u{fe0f}b", "ab"),
            ("Ze\u{301}\u{323}\u{301}\u{301}lo\u{301}", "Ze\u{301}\u{323}lo\u{301}"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
        }
    }
}
