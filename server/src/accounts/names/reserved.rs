//! Names that are reserved for the house.

use vzetek_protocol::client::HOUSE_NAMES;

use super::keys::{key, rivals};

/// The names of the server's operators, in the languages of the page.
const OFFICES: [&str; 29] = [
    "Admin",
    "Administrator",
    "Administracija",
    "Amministratore",
    "Amministrazione",
    "Help",
    "Hiša",
    "House",
    "Kuća",
    "Moderator",
    "Moderatore",
    "Moderation",
    "Mod",
    "Nobody",
    "Official",
    "Operator",
    "Owner",
    "Podpora",
    "Podrška",
    "Postmaster",
    "Root",
    "Server",
    "Staff",
    "Strežnik",
    "Sudac",
    "Support",
    "System",
    "Vzetek",
    "Webmaster",
];
/// The most digits that may follow a name and do not make another one of it.
const MOST_DIGITS: usize = 3;

/// True if a name, or one that looks like it, is the house's: an office's or a
/// bot's, with a small number or without.
pub fn is_reserved(name: &str) -> bool {
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let bare = if name.len() - bare.len() <= MOST_DIGITS { bare } else { name };
    let likes: Vec<String> = rivals(name).into_iter().chain(rivals(bare)).collect();
    OFFICES.iter().chain(&HOUSE_NAMES).any(|reserved| likes.contains(&key(reserved)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_houses_names_are_nobody_elses() {
        for name in [
            "Admin",
            "ADMIN",
            "Adrnin",
            "ꓮdmin",
            "Ꭺdmin",
            "Aԁmin",
            "Administrator 2",
            "Vzetek",
            "v z e t e k",
            "Hisa",
            "moderator99",
            "Burja",
            "burja 2",
            "Maestral",
            "Вurja",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Ana", "Adam", "Housemaster", "Maestral 4821", "Nanos", "Bota", "100%"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
