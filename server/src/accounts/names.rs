//! Names: which may be used, and which count as the same.

use vzetek_protocol::ErrorCode;

use crate::fault::Fault;
use crate::ids;

/// The longest name, in characters.
const LONGEST: usize = 24;
/// The shortest name that can be one's own. Guests reserve nothing and may
/// have shorter ones.
const SHORTEST: usize = 2;
/// Accents one letter may carry; more of them climb out of their line.
const MOST_MARKS: usize = 2;

/// Winds, waters and mountains between the Alps and the Adriatic.
const MADE_UP: [&str; 24] = [
    "Maestral",
    "Tramontana",
    "Jugo",
    "Bonaca",
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

/// A pleasant name for somebody who gave none, such as `Soča 4821`.
pub fn made_up() -> String {
    let name = MADE_UP[ids::below(MADE_UP.len() as u32) as usize];
    format!("{name} {}", 1000 + ids::below(9000))
}

/// The name as it is kept, for an account that owns it.
///
/// # Errors
/// [`ErrorCode::BadName`] says what is wrong with it.
pub fn own(name: &str) -> Result<String, Fault> {
    check(name, SHORTEST)
}

/// The name as it is kept, for a guest.
///
/// # Errors
/// [`ErrorCode::BadName`] says what is wrong with it.
pub fn guest(name: &str) -> Result<String, Fault> {
    check(name, 1)
}

fn check(name: &str, shortest: usize) -> Result<String, Fault> {
    let name = name.trim_matches(' ');
    let length = name.chars().count();
    if !(shortest..=LONGEST).contains(&length) {
        return Err(bad(&format!("a name has {shortest} to {LONGEST} characters, not {length}")));
    }
    if name.chars().any(is_unseen) {
        return Err(bad("a name has no control characters, no invisible ones and no line breaks"));
    }
    let mut marks = 0;
    for letter in name.chars() {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(bad("no letter of a name carries that many accents"));
        }
    }
    if name.contains("  ") || key(name).is_empty() {
        return Err(bad("a name has something to read, and single spaces"));
    }
    Ok(name.to_owned())
}

fn bad(message: &str) -> Fault {
    Fault::field(ErrorCode::BadName, "name", message)
}

/// What names are compared by: case, accents, gaps and the plainest look-alikes
/// do not make another name. Never contains a space.
pub fn key(name: &str) -> String {
    name.chars()
        .map(halfwidth)
        .flat_map(char::to_lowercase)
        .filter(|&letter| !is_mark(letter) && !is_unseen(letter))
        .filter(|letter| !matches!(letter, ' ' | '-' | '_' | '.' | '\'' | '’'))
        .map(plain)
        .collect()
}

/// The key by which somebody who claims this name is looked up and remembered.
/// However long the claim is, the key is not; cut, it is nobody's.
pub fn lookup_key(claim: &str) -> String {
    // Writing a letter small makes up to three of it.
    key(&claim.chars().take(LONGEST + 1).collect::<String>())
        .chars()
        .take(3 * LONGEST + 1)
        .collect()
}

/// The key of a house bot: no person's, because those have no spaces. The
/// level belongs to it, so that a name can exist once at each.
pub fn house_key(name: &str, level: &str) -> String {
    format!("{HOUSE} {level} {}", key(name))
}

/// What the keys of house bots begin with, the gap apart.
const HOUSE: &str = "house";

/// Between which keys those lie whose names begin with something of this key:
/// from the first of each pair to before the second. Those of the house's bots
/// are found at these levels.
pub fn beginning_with(key: &str, levels: &[String]) -> Vec<(String, String)> {
    // Keys compare by bytes, and no name holds the last of all characters.
    let all = |key: &str| (key.to_owned(), format!("{key}{}", char::MAX));
    let (from, before) = all(key);
    let mut ranges = if HOUSE.starts_with(key) {
        // The house's bots lie in between, but do not begin with "house". What
        // comes after a space is an exclamation mark.
        vec![(from, format!("{HOUSE} ")), (format!("{HOUSE}!"), before)]
    } else {
        vec![(from, before)]
    };
    ranges.extend(levels.iter().map(|level| all(&format!("{HOUSE} {level} {key}"))));
    ranges
}

/// Fullwidth forms as ordinary ones.
fn halfwidth(letter: char) -> char {
    match letter {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(letter as u32 - 0xFF01 + 0x21).unwrap_or(letter),
        other => other,
    }
}

fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// What cannot be seen, or turns the text around it about.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || (letter.is_whitespace() && letter != ' ')
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}'
            | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{10FFFF}')
}

/// A lower-case letter without its accent, look-alikes as one of them.
fn plain(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'а' | 'α' => 'a',
        'в' | 'β' | 'ß' => 'b',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' | 'с' => 'c',
        'đ' | 'ď' | 'ð' => 'd',
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'е' | 'ё' | 'ε' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'н' | 'η' => 'h',
        // One stroke each in most typefaces.
        'i' | '1' | '|' | 'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ĭ' | 'į' | 'ı' | 'і' | 'ι' => {
            'l'
        }
        'ł' | 'ľ' | 'ĺ' | 'ļ' => 'l',
        'ј' => 'j',
        'к' | 'κ' | 'ķ' => 'k',
        'м' | 'μ' => 'm',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        '0' | 'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' | 'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' | 'ѕ' => 's',
        'ţ' | 'ť' | 'ț' | 'т' | 'τ' => 't',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'υ' => 'u',
        'ν' => 'v',
        'х' | 'χ' => 'x',
        'ý' | 'ÿ' | 'у' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_people_have_are_kept_as_they_are() {
        for name in ["Ana", "Žan Ž.", "d'Annunzio", "Максим", "小林", "Émile", "🃏 Joker"]
        {
            assert_eq!(own(name).unwrap(), name);
        }
        assert_eq!(own("  Ana ").unwrap(), "Ana");
        assert_eq!(guest("W").unwrap(), "W");
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
    fn look_alikes_are_the_same_name() {
        for (a, b) in [
            ("Ana", "ANA"),
            ("Žan", "zan"),
            ("Zˇan", "Zˇ an"),
            ("Ivo", "lvo"),
            ("Bob", "B0b"),
            ("anna", "аnnа"),
            ("Ａｎａ", "ana"),
            ("Jo-Ann", "jo_ann"),
            ("e\u{301}mile", "Émile"),
        ] {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        assert_ne!(key("Ana"), key("Anna"));
        assert_ne!(key("小林"), key("小森"));
    }

    #[test]
    fn a_house_bots_key_is_its_own_at_each_level() {
        assert_ne!(house_key("Burja", "easy"), house_key("Burja", "strong"));
        assert!(!key("house strong Burja").contains(' '));
    }

    #[test]
    fn made_up_names_are_good_names() {
        for _ in 0..200 {
            own(&made_up()).unwrap();
        }
    }
}
