//! Keys, by which names count as the same.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The longest name, in characters.
pub(super) const LONGEST: usize = 24;
/// More characters are never a name, however short they become.
pub(super) const LONGEST_TYPED: usize = 4 * LONGEST;
/// The most places of a name in which `m` and `rn` are tried in turn.
const MOST_VARIED: usize = 4;

/// The key by which names are compared: case, accents, gaps and look-alikes do
/// not make another name. Never contains a space.
///
/// A letter that looks like others is the plainest of them, as Unicode's report
/// 39 lists them; only that `m` looks like `rn` is left to [`rivals`], so that
/// names can still be found by their beginning.
pub fn key(name: &str) -> String {
    name.nfkc().fold(String::new(), |mut key, letter| {
        // Some letters are others in capitals, such as ß and ς.
        let small: String = letter.to_uppercase().flat_map(char::to_lowercase).collect();
        let plain: String = small.nfd().filter(|&letter| !is_mark(letter)).map(plain).collect();
        if plain.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            key.push_str(&plain);
        } else if letter.to_lowercase().eq(small.chars()) {
            fold(letter, &mut key);
        } else {
            small.chars().for_each(|letter| fold(letter, &mut key));
        }
        key
    })
}

/// The key by which names were compared before that, when letters were written small alone.
fn unfolded_key(name: &str) -> String {
    name.nfkc().fold(String::new(), |mut key, letter| {
        fold(letter, &mut key);
        key
    })
}

fn fold(letter: char, key: &mut String) {
    if is_left_out(letter) {
        return;
    }
    let small = letter.to_lowercase().map(plain);
    if small.clone().all(|letter| letter.is_ascii()) {
        return key.extend(small);
    }
    let as_it_is = letter.to_string();
    let looks: String = skeleton(&as_it_is).filter(|&letter| !is_left_out(letter)).collect();
    if looks.is_ascii() {
        return key.extend(looks.chars().flat_map(char::to_lowercase).map(plain));
    }
    let small: String = small.collect();
    let looks = skeleton(&small).filter(|&letter| !is_left_out(letter));
    key.extend(looks.flat_map(char::to_lowercase).map(plain));
}

/// The key by which names were compared before look-alikes of all scripts were known. Accounts that
/// have had their name since then are found by it.
fn former_key(name: &str) -> String {
    name.chars()
        .map(halfwidth)
        .flat_map(char::to_lowercase)
        .filter(|&letter| !is_left_out(letter))
        .map(plain)
        .collect()
}

fn is_left_out(letter: char) -> bool {
    is_mark(letter) || is_unseen(letter) || matches!(letter, ' ' | '-' | '_' | '.' | '\'' | '’')
}

/// The keys by which the account of a claimed name is looked up, one after the other, at most
/// three. The length of the keys is limited, however long the claim is; keys that are cut
/// match no account.
pub fn lookup_keys(claim: &str) -> Vec<String> {
    // Writing a letter small makes up to three of it.
    let cut = |key: String| key.chars().take(3 * LONGEST + 1).collect::<String>();
    let former = claim.chars().take(LONGEST + 1).collect::<String>();
    let claim = claim.chars().take(LONGEST_TYPED + 1).collect::<String>();
    let mut keys = vec![cut(former_key(&former)), cut(unfolded_key(&claim)), cut(key(&claim))];
    keys.dedup();
    keys
}

/// The key under which tries for a claimed name are counted.
pub fn lookup_key(claim: &str) -> String {
    lookup_keys(claim).pop().unwrap_or_default()
}

/// The keys of all names that are refused beside this one.
pub fn rivals(name: &str) -> Vec<String> {
    let mut rivals = vec![String::new()];
    let key = key(name).replace("rn", "m");
    let mut varied = 0;
    for letter in key.chars() {
        if letter == 'm' && varied < MOST_VARIED {
            varied += 1;
            let others = rivals.iter().map(|rival| format!("{rival}rn")).collect::<Vec<_>>();
            rivals.iter_mut().for_each(|rival| rival.push('m'));
            rivals.extend(others);
        } else {
            rivals.iter_mut().for_each(|rival| rival.push(letter));
        }
    }
    // As it is written, however many there are.
    for own in lookup_keys(name) {
        if !rivals.contains(&own) {
            rivals.push(own);
        }
    }
    rivals
}

/// The key of a house bot: no person's, because those have no spaces. The
/// level belongs to it, so that a name can exist once at each.
pub fn house_key(name: &str, level: &str) -> String {
    format!("{HOUSE} {level} {}", key(name))
}

/// The range of the keys of all house bots: from the first to before the second.
pub fn all_of_the_house() -> (String, String) {
    // The character after the space is the exclamation mark.
    (format!("{HOUSE} "), format!("{HOUSE}!"))
}

/// The beginning of the keys of house bots, without the gap.
const HOUSE: &str = "house";

/// The ranges of the keys of all names that begin like this one: from the first
/// of each pair to before the second. House bots are found at these levels.
pub fn beginning_with(key: &str, levels: &[String]) -> Vec<(String, String)> {
    // Keys compare by bytes, and no name holds the last of all characters.
    let all = |key: &str| (key.to_owned(), format!("{key}{}", char::MAX));
    let (from, before) = all(key);
    let mut ranges = if HOUSE.starts_with(key) {
        // The house's bots lie in between, but do not begin with "house".
        let (first, behind) = all_of_the_house();
        vec![(from, first), (behind, before)]
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

/// True for a sign that is drawn over, under or through the letter before it.
pub fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// True for characters that cannot be seen, or turn the text around them about.
pub(super) fn is_unseen(letter: char) -> bool {
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
            ("ꓮdmin", "Admin"),
            ("Ꭺdmin", "Admin"),
            ("Aԁmin", "Admin"),
            ("Maɡda", "Magda"),
            ("𝐀dmin", "Admin"),
            ("Ⓐdmin", "Admin"),
            ("Adⅿin", "Admin"),
            ("Аdmіn", "Admin"),
            ("Ꮇagda", "Magda"),
            ("Воb", "Bob"),
            ("Mаgdа", "Magda"),
            ("ӏvo", "Ivo"),
            ("օlga", "Olga"),
            ("Nguyễn", "Nguyen"),
            ("Straße", "STRASSE"),
            ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
            ("Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"),
            ("İbrahim", "ibrahim"),
            ("ıvo", "IVO"),
            ("ŉaba", "ʼNABA"),
        ] {
            assert_eq!(key(a), key(b), "{a} {b}");
            assert!(rivals(a).contains(&key(b)), "{a} {b}");
        }
        assert_ne!(key("Ana"), key("Anna"));
        assert_ne!(key("小林"), key("小森"));
    }

    #[test]
    fn two_letters_that_look_like_one_are_rivals() {
        assert!(rivals("Rnagda").contains(&key("Magda")));
        assert!(rivals("modern").contains(&key("modem")));
        assert!(rivals("modem").contains(&key("rnodern")));
        assert_ne!(key("modern"), key("modem"), "both are found by how they begin");
        assert!(rivals(&"m".repeat(24)).len() < 40);
    }

    /// Accounts that were registered when the former key was in use are found by it.
    #[test]
    fn names_are_looked_up_as_they_were_kept_once() {
        assert_eq!(lookup_keys("Žan"), ["zan"]);
        assert_eq!(lookup_keys("Maɡda"), ["maɡda", "magda"]);
        assert_eq!(lookup_keys("Straße"), ["strabe", "strasse"]);
        let long = "x".repeat(5000);
        assert!(lookup_keys(&long).iter().all(|key| key.len() <= 3 * LONGEST + 1));
    }

    #[test]
    fn a_house_bots_key_is_its_own_at_each_level() {
        assert_ne!(house_key("Burja", "easy"), house_key("Burja", "strong"));
        assert!(!key("house strong Burja").contains(' '));
    }
}
