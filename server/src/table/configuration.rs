//! The limits of a table's configuration as clients request it.

use vzetek_protocol::Clock;
use vzetek_protocol::{ErrorCode, GameOptions, Kind, TableConfig};

use crate::deal::Match;
use crate::fault::Fault;
use crate::house::Levels;

/// The most seats that a table can have.
const MOST_SEATS: usize = 6;

/// Checks a configuration; bots of these levels are connected.
///
/// # Errors
/// [`Fault`] if options, clock or seats are out of bounds or do not fit together, or no bots
/// of the level are connected.
pub fn check(config: &TableConfig, levels: &Levels) -> Result<(), Fault> {
    check_seats(&config.game)?;
    check_own_options(&config.game)?;
    check_clock(&config.clock)?;
    check_lesson(config)?;
    config.bots.as_ref().map_or(Ok(()), |level| check_level(level, &config.game.kind(), levels))
}

fn check_seats(game: &GameOptions) -> Result<(), Fault> {
    let seats = game.seats();
    if seats > MOST_SEATS {
        let message = format!("a table has at most {MOST_SEATS} seats, not {seats}");
        return Err(Fault::field(ErrorCode::BadOptions, "game", message));
    }
    Ok(())
}

/// Clients may not set options that a deal gets from its match.
fn check_own_options(game: &GameOptions) -> Result<(), Fault> {
    let first = Match::new(game).deal_options();
    if first == *game {
        return Ok(());
    }
    let fields = |options: &GameOptions| serde_json::to_value(options).unwrap_or_default();
    let (asked, first) = (fields(game), fields(&first));
    let names = asked["options"].as_object().into_iter().flatten();
    let names = names.filter(|&(name, value)| first["options"].get(name) != Some(value));
    let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
    let message = format!(
        "{} is set by the server for single deals, and is no option of a table; leave it out",
        names.join(", ")
    );
    Err(Fault::field(ErrorCode::BadOptions, "game", message))
}

/// Bots of a level must be connected that play the kind.
///
/// # Errors
/// [`ErrorCode::NoBots`], with the levels that are there.
pub fn check_level(level: &str, kind: &Kind, levels: &Levels) -> Result<(), Fault> {
    let there = levels.at(kind);
    if there.contains(&level) {
        return Ok(());
    }
    let others = match there.as_slice() {
        [] => "no bots are connected now".to_owned(),
        there => format!("there are {}", there.join(", ")),
    };
    let message = match levels.kinds.get(level) {
        Some(kinds) => {
            let kinds: Vec<&str> = kinds.iter().map(Kind::as_str).collect();
            format!("bots of level {level:?} play {} and not {kind}; {others}", kinds.join(", "))
        }
        None => format!("there are no bots of level {level:?}; {others}"),
    };
    Err(Fault::field(ErrorCode::NoBots, "bots", message))
}

/// A lesson has one person among bots, and is not rated.
fn check_lesson(config: &TableConfig) -> Result<(), Fault> {
    let (field, message) = if config.game.is_prepared() {
        ("game", "prepared deals are no option of a game; ask for them with \"lesson\": true")
    } else if !config.lesson {
        return Ok(());
    } else if config.game.lesson().is_none() {
        ("lesson", "no first deal is prepared for this game; there are some for tarok")
    } else if config.rated && !config.private {
        ("lesson", "a prepared deal is never rated; ask for \"rated\": false as well")
    } else if config.bots.is_none() {
        ("lesson", "the others in a lesson are bots; name their level in \"bots\"")
    } else {
        return Ok(());
    };
    Err(Fault::field(ErrorCode::BadOptions, field, message))
}

fn check_clock(clock: &Clock) -> Result<(), Fault> {
    let bounds = [
        ("move_ms", clock.move_ms, 500, 600_000),
        ("bank_ms", clock.bank_ms, 0, 3_600_000),
        ("grace_ms", clock.grace_ms, 0, 600_000),
    ];
    for (field, value, least, most) in bounds {
        if !(least..=most).contains(&value) {
            let message = format!("{field} goes from {least} to {most}, not {value}");
            return Err(Fault::field(ErrorCode::BadOptions, field, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_option_of_single_deals_is_refused() {
        let check = |options: serde_json::Value| {
            let game = json!({ "name": "tarok", "options": options });
            check_own_options(&serde_json::from_value(game).unwrap()).map_err(|fault| fault.body)
        };
        assert_eq!(check(json!({ "players": 4, "compulsory_klop": true, "deals": 4 })), Ok(()));
        let error = check(json!({ "players": 4, "compulsory_klop": true, "compulsory": true }));
        let error = error.unwrap_err();
        assert_eq!(error.code, ErrorCode::BadOptions);
        assert!(error.message.starts_with("compulsory is set by the server"), "{}", error.message);
        let game = json!({ "name": "trset", "options":
            { "players": 2, "target": 21, "stops_at_target": true, "standing": [3, 4] } });
        let error = check_own_options(&serde_json::from_value(game).unwrap()).unwrap_err().body;
        assert!(error.message.starts_with("standing is set by the server"), "{}", error.message);
    }

    #[test]
    fn a_lesson_is_refused_where_there_is_none() {
        let lesson = json!({ "game": { "name": "tarok", "options": {} }, "rated": false, "bots": "gentle", "lesson": true });
        let check = |part: &str, value: serde_json::Value| {
            let mut config = lesson.clone();
            config[part] = value;
            check_lesson(&serde_json::from_value(config).unwrap()).map_err(|fault| fault.body)
        };
        assert_eq!(check("private", json!(true)), Ok(()));
        let four = json!({ "name": "tarok", "options": { "players": 4 } });
        assert_eq!(check("game", four), Ok(()));
        for (part, value, words) in [
            ("rated", json!(true), "\"rated\": false"),
            ("bots", json!(null), "name their level"),
            ("game", json!({ "name": "tablic", "options": { "players": 2 } }), "for tarok"),
            (
                "game",
                json!({ "name": "tarok", "options": { "prepared": true } }),
                "\"lesson\": true",
            ),
        ] {
            let error = check(part, value).unwrap_err();
            assert_eq!(error.code, ErrorCode::BadOptions);
            assert!(error.message.contains(words), "{}", error.message);
        }
    }
}
