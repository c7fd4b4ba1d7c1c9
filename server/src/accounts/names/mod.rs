//! The names that may be used.
//!
//! * [`keys`]: names that count as the same.
//! * [`reserved`]: names that are reserved for the house.

pub mod keys;
pub mod reserved;

use rand::Rng;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};
use vzetek_protocol::ErrorCode;

use crate::fault::Fault;
use crate::ids;

pub use keys::is_mark;
use keys::{LONGEST, LONGEST_TYPED, is_unseen, key};

/// The shortest name that an account can own. Guests reserve nothing and may have shorter ones.
const SHORTEST: usize = 2;
/// Accents one letter may carry; more of them climb out of their line.
pub const MOST_MARKS: usize = 2;

/// Waters, mountains and what lives there, between the Alps and the Adriatic. The winds are
/// the bots.
const MADE_UP: [&str; 24] = [
    "Mangart",
    "Snežnik",
    "Slavnik",
    "Rezija",
    "Nanos",
    "Triglav",
    "Soča",
    "Kvarner",
    "Brkini",
    "Čaven",
    "Kanin",
    "Krn",
    "Vipava",
    "Učka",
    "Kras",
    "Galeb",
    "Rožmarin",
    "Sivka",
    "Murva",
    "Brin",
    "Kozorog",
    "Planika",
    "Delfin",
    "Olivo",
];

/// A pleasant name for a guest who gave none, such as `Soča 4821`.
pub fn made_up(chance: &mut impl Rng) -> String {
    let name = MADE_UP[ids::below(MADE_UP.len() as u32, chance) as usize];
    format!("{name} {}", 1000 + ids::below(9000, chance))
}

/// The name as it is stored, for an account that owns it.
///
/// # Errors
/// [`ErrorCode::BadName`] describes the error.
pub fn own(name: &str) -> Result<String, Fault> {
    check(name, SHORTEST)
}

/// The name as it is stored, for a guest.
///
/// # Errors
/// [`ErrorCode::BadName`] describes the error.
pub fn guest(name: &str) -> Result<String, Fault> {
    check(name, 1)
}

/// A name is stored in the form NFKC of Unicode, in which wide, circled and slanted letters are
/// plain ones.
fn check(name: &str, shortest: usize) -> Result<String, Fault> {
    let typed = name.trim_matches(' ');
    let allowed = |length| {
        if (shortest..=LONGEST).contains(&length) {
            return Ok(());
        }
        let message = format!("a name has {shortest} to {LONGEST} characters, not {length}");
        Err(bad(&message))
    };
    let length = typed.chars().count();
    if length > LONGEST_TYPED {
        allowed(length)?;
    }
    if typed.chars().any(is_unseen) {
        return Err(bad("a name has no control characters, no invisible ones and no line breaks"));
    }
    let name: String = typed.nfkc().collect();
    allowed(name.chars().count())?;
    let mut marks = 0;
    for letter in name.nfd() {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(bad("no letter of a name carries that many accents"));
        }
    }
    if let Some(stranger) = name.chars().find(|&letter| !is_of_names(letter)) {
        let message = format!(
            "{stranger} cannot stand in a name; letters of today's scripts, digits, spaces \
             and signs such as . - _ ' can"
        );
        return Err(bad(&message));
    }
    if name.contains("  ") || key(&name).is_empty() {
        return Err(bad("a name has something to read, and single spaces"));
    }
    // Signs are common to all scripts.
    let letters: String = name.chars().filter(|letter| !is_sign(*letter)).collect();
    if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(bad("a name is written in one script, not with letters of several"));
    }
    Ok(name)
}

/// True if a letter, digit or sign can be in a player's name: all that is on a keyboard, and the
/// letters, digits and accents that Unicode's report 39 recommends for identifiers; not its dots
/// and points, which hardly show.
fn is_of_names(letter: char) -> bool {
    let is_letter = letter.is_alphanumeric() || is_mark(letter);
    is_sign(letter) || (is_letter && letter.identifier_allowed())
}

fn is_sign(letter: char) -> bool {
    letter == '’' || letter == ' ' || letter.is_ascii_punctuation()
}

fn bad(message: &str) -> Fault {
    Fault::field(ErrorCode::BadName, "name", message)
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::client::HOUSE_NAMES;

    use super::*;
    use crate::sources::Sources;

    #[test]
    fn nobody_is_given_the_name_of_a_bot() {
        for name in MADE_UP {
            assert!(!HOUSE_NAMES.contains(&name), "{name}");
        }
    }

    #[test]
    fn names_people_have_are_kept_as_they_are() {
        for name in [
            "Ana",
            "Žan Ž.",
            "d'Annunzio",
            "O’Hara",
            "Максим",
            "Ελένη",
            "小林",
            "さくらサン",
            "Kim 김",
            "דוד",
            "محمد",
            "राम",
            "Émile",
            "Nguyễn",
            "100%",
            "Marko (2)",
        ] {
            assert_eq!(own(name).unwrap(), name);
        }
        assert_eq!(own("  Ana ").unwrap(), "Ana");
        assert_eq!(guest("W").unwrap(), "W");
    }

    #[test]
    fn names_are_kept_in_plain_letters() {
        for (typed, kept) in [("Ａｎａ", "Ana"), ("𝐀na", "Ana"), ("Ⓐna", "Ana"), ("Adⅿin", "Admin")]
        {
            assert_eq!(own(typed).unwrap(), kept);
        }
        assert_eq!(own("e\u{301}mile").unwrap(), "émile");
    }

    #[test]
    fn what_is_no_letter_of_a_living_script_is_named() {
        for name in
            ["🃏 Joker", &"﷽".repeat(24), "Ana ♥", "A→B", "ᚠᚢᚦ", "𐀀𐀁", "ⰀⰁ", "Admir·", "Ana״"]
        {
            let fault = own(name).expect_err(name);
            assert_eq!(fault.body.code, ErrorCode::BadName);
            assert!(fault.body.message.contains("cannot stand in a name"), "{fault}");
        }
        let wide = own(&"ﷺ".repeat(24)).unwrap_err();
        assert!(wide.body.message.contains("2 to 24 characters"), "{wide}");
    }

    #[test]
    fn scripts_are_not_mixed() {
        for name in ["аnnа", "Mаgda", "Αna", "Максим TV"] {
            let fault = own(name).expect_err(name);
            assert!(fault.body.message.contains("one script"), "{name}: {fault}");
        }
    }

    #[test]
    fn names_that_deceive_or_break_the_page_are_refused() {
        let bad = [
            "",
            "  ",
            "A",
            "..",
            "line\nbreak",
            "tab\there",
            "\u{202E}evil",
            "ze\u{200B}ro",
            "double  space",
            "no\u{A0}break",
            "e\u{301}\u{301}\u{301}",
            "\u{2800}\u{2800}",
            "twenty-five characters!!!",
        ];
        for name in bad {
            let fault = own(name).expect_err(name);
            assert_eq!(fault.body.code, ErrorCode::BadName, "{name:?}");
            assert_eq!(fault.body.field.as_deref(), Some("name"));
        }
    }

    #[test]
    fn made_up_names_are_good_names() {
        for _ in 0..200 {
            own(&made_up(&mut Sources::system().rng())).unwrap();
        }
    }
}
