//! Finished deals, as they are shown and replayed.
//!
//! A deal that is still being played has hidden cards: nothing here reveals one. Outside its table
//! it does not exist.

use std::collections::HashSet;
use std::fmt::Display;

use chrono::{DateTime, Utc};
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Observer, Seat};
use vzetek_protocol::rest::{
    GamePlayer, GameRecord, GameStep, GameSummary, MatchPlayer, MatchStage, MatchSummary,
};
use vzetek_protocol::table::{Actor, Move};
use vzetek_protocol::{ErrorCode, GameOptions, GameResult, Player, PlayerKind};
use vzetek_store::{AccountKind, GamePlayerRow, MoveRow, MovedBy, StoredGame, StoredMatch};

use crate::deal::{Deal, Match, MatchStanding};
use crate::fault::Fault;
use crate::{promises, rating};

/// A finished deal as one line of the archive.
///
/// # Errors
/// [`ErrorCode::NoSuchGame`] while it is being played, [`ErrorCode::Internal`] if the stored data
/// cannot be read.
pub fn summary(game: &StoredGame) -> Result<GameSummary, Fault> {
    let (Some(time), Some(result)) = (game.finished_at, &game.result) else {
        return Err(no_such_game(&game.row.id));
    };
    let broken = |error: serde_json::Error| unreadable(game, &error);
    Ok(GameSummary {
        id: game.row.id.as_str().into(),
        kind: game.row.kind.as_str().into(),
        table: game.row.table.as_str().into(),
        number: game.row.number,
        players: game.row.players.iter().map(game_player).collect(),
        result: serde_json::from_value(result.clone()).map_err(broken)?,
        started: game.row.started_at,
        time,
        moves: game.move_count,
    })
}

/// The whole record of a finished deal, replayed from its shuffle.
///
/// # Errors
/// As [`summary`]; [`ErrorCode::Internal`] too if the stored actions do not
/// lead to the stored result under the rules.
pub fn record(game: &StoredGame, now: DateTime<Utc>) -> Result<GameRecord, Fault> {
    // First, so that the code below never runs for a deal that is being played.
    let summary = summary(game)?;
    let row = &game.row;
    let options: GameOptions =
        serde_json::from_value(row.options.clone()).map_err(|error| unreadable(game, &error))?;
    // The notation's own error would quote the secret, and so would the log.
    let secret: Secret =
        row.secret.parse().map_err(|_| unreadable(game, &"the secret cannot be read"))?;
    let mut nonces = Nonces::none(options.seats());
    for (seat, nonce) in Seat::all(options.seats()).zip(&row.nonces) {
        nonces.set(seat, nonce.clone()).map_err(|error| unreadable(game, &error))?;
    }
    let nonce_hashes = row
        .nonce_hashes
        .as_deref()
        .map(promises::hashes)
        .transpose()
        .map_err(|error| unreadable(game, &error))?;
    let dropped = game
        .dropped
        .iter()
        .map(|promise| promises::dropped(promise, options.seats(), now))
        .collect::<Result<_, _>>()
        .map_err(|error| unreadable(game, &error))?;
    let dealer = Seat::new(row.dealer);
    let mut deal = Match::new(&options)
        .deal(dealer, &secret, &nonces)
        .map_err(|error| unreadable(game, &error))?;
    let cards = deal.cards();
    let start = deal.view(Observer::Public);
    let (zones, status) = (deal.open_zones(), deal.status());
    let mut steps = Vec::with_capacity(game.moves.len());
    for (index, stored) in game.moves.iter().enumerate() {
        steps.push(step(game, &mut deal, stored, game.moves.get(index + 1))?);
    }
    if !deal.ended_as(&summary.result) {
        return Err(unreadable(game, &"the actions do not lead to the stored result"));
    }
    let commitment = secret.commitment();
    Ok(GameRecord {
        summary,
        options,
        dealer,
        commitment,
        secret,
        nonce_hashes,
        nonces,
        dropped,
        cards,
        start,
        zones,
        status,
        steps,
    })
}

/// A match of which a deal is over, as one line of the archive.
///
/// # Errors
/// [`ErrorCode::Internal`] if the stored data cannot be read.
pub fn match_summary(stored: &StoredMatch) -> Result<MatchSummary, Fault> {
    let game = &stored.last;
    let time = game.finished_at.ok_or_else(|| no_such_game(&game.row.id))?;
    let broken = |error: serde_json::Error| unreadable(game, &error);
    let options: GameOptions = serde_json::from_value(game.row.options.clone()).map_err(broken)?;
    let results = stored.results.iter().cloned().map(serde_json::from_value);
    let results: Vec<GameResult> = results.collect::<Result<_, _>>().map_err(broken)?;
    let standing = MatchStanding::after(&options, &results)
        .ok_or_else(|| unreadable(game, &"the results are of another game"))?;
    let rows = &game.row.players;
    // Outcomes of older matches were not stored: then the rules decide.
    let is_stored = rows.iter().any(|row| row.match_end.is_some());
    let decided = standing.winners.filter(|_| !is_stored);
    let stage = match (is_stored || decided.is_some(), stored.open) {
        (true, _) => MatchStage::Over,
        (false, true) => MatchStage::Playing,
        (false, false) => MatchStage::BrokenOff,
    };
    let player = |row: &GamePlayerRow| {
        let part = game_player(row);
        let seat = part.seat.index();
        MatchPlayer {
            seat: part.seat,
            player: part.player,
            points: standing.points.get(seat).copied().unwrap_or_default(),
            won: part.match_won.or_else(|| decided.as_ref()?.get(seat).copied()).unwrap_or(false),
            forfeited: part.match_forfeited,
            rating: part.rating,
        }
    };
    Ok(MatchSummary {
        id: game.row.id.as_str().into(),
        kind: game.row.kind.as_str().into(),
        table: game.row.table.as_str().into(),
        number: game.row.match_number,
        deals: results.len() as u32,
        stage,
        players: rows.iter().map(player).collect(),
        unrated: stored.unrated.as_deref().and_then(rating::unrated_named),
        started: stored.started_at,
        time,
    })
}

/// Removes the names of deleted accounts from old records.
pub fn forget_names<'a>(
    players: impl IntoIterator<Item = &'a mut Player>,
    deleted: &HashSet<String>,
) {
    for player in players {
        if deleted.contains(player.id.as_str()) {
            player.name.clear();
            player.level = None;
        }
    }
}

/// Returns the refusal for a deal that does not exist or is not over.
pub fn no_such_game(id: &str) -> Fault {
    Fault::new(ErrorCode::NoSuchGame, format!("there is no finished game {id:?}"))
}

fn step(
    game: &StoredGame,
    deal: &mut Deal,
    stored: &MoveRow,
    next: Option<&MoveRow>,
) -> Result<GameStep, Fault> {
    let seat = Seat::new(stored.seat);
    if deal.current_player() != Some(seat) {
        let what = format!("action {} is out of turn", stored.number);
        return Err(unreadable(game, &what));
    }
    let next = next.map(|next| &*next.action);
    let before = deal.status();
    let events = deal.apply_recorded(&stored.action, next).map_err(|error| {
        unreadable(game, &format!("action {}: {}", stored.number, error.message))
    })?;
    let moved = Move {
        seat,
        action: stored.action.clone(),
        by: match stored.by {
            MovedBy::Player => Actor::Player,
            MovedBy::Substitute => Actor::Substitute,
            MovedBy::Server => Actor::Server,
        },
        thinking_ms: stored.thinking_ms,
    };
    let status = Some(deal.status()).filter(|status| *status != before);
    Ok(GameStep { moved, at: stored.at, events, status })
}

fn game_player(row: &GamePlayerRow) -> GamePlayer {
    GamePlayer {
        seat: Seat::new(row.seat),
        player: Player {
            id: row.account.as_str().into(),
            name: row.name.clone(),
            kind: match row.kind {
                AccountKind::Guest => PlayerKind::Guest,
                AccountKind::Person | AccountKind::Deleted => PlayerKind::Person,
                AccountKind::Bot => PlayerKind::Bot,
            },
            level: row.level.clone(),
            face: None,
            rating: None,
            settled: false,
        },
        won: row.won.unwrap_or(false),
        forfeited: row.forfeited.unwrap_or(false),
        match_won: row.match_end.map(|end| end.won),
        match_forfeited: row.match_end.is_some_and(|end| end.forfeited),
        rating: row
            .rating
            .and_then(|rating| rating.step.map(|step| rating::told_change(rating.ladder, step))),
    }
}

/// An internal fault, logged where it is found because its cause is no error of the store. Only
/// finished games arrive here, so the cause may name cards.
fn unreadable(game: &StoredGame, cause: &dyn Display) -> Fault {
    tracing::error!(game = %game.row.id, %cause, "a stored game cannot be replayed");
    Fault::new(ErrorCode::Internal, "this game cannot be shown; it is logged")
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::{DateTime, Utc};
    use vzetek_store::{GameRow, Ladder, MatchEnd, MatchRating, RatingStep};

    use super::*;
    use crate::sources::Sources;

    const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    fn at() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    /// A deal in which all players always take the first legal action.
    fn played(players: u8) -> StoredGame {
        let options = serde_json::json!({ "name": "trset", "options": { "players": players } });
        let parsed: GameOptions = serde_json::from_value(options.clone()).unwrap();
        let nonces = Nonces::none(parsed.seats());
        let secret: Secret = SECRET.parse().unwrap();
        let mut deal = Match::new(&parsed).deal(Seat::new(0), &secret, &nonces).unwrap();
        let mut moves = Vec::new();
        while let Some(seat) = deal.current_player() {
            let action = deal.legal().actions[0].clone();
            deal.apply(&action).unwrap();
            moves.push(move_row(moves.len(), seat, action.into_owned()));
        }
        stored(options, Seat::new(0), SECRET, &deal, moves)
    }

    /// A deal of tarok from the time when players were asked again to raise although nothing was
    /// raised since their last announcement.
    pub(crate) fn asked_again() -> StoredGame {
        let kept = include_str!("../../crates/tarok/tests/data/asked_again_solo.jsonl");
        let record: serde_json::Value = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
        let options = serde_json::json!({ "name": "tarok", "options": record["options"] });
        let parsed: GameOptions = serde_json::from_value(options.clone()).unwrap();
        let dealer = Seat::new(record["dealer"].as_u64().unwrap() as u8);
        let secret = record["secret"].as_str().unwrap();
        let mut deal =
            Match::new(&parsed).deal(dealer, &secret.parse().unwrap(), &Nonces::none(3)).unwrap();
        let actions: Vec<String> = serde_json::from_value(record["actions"].clone()).unwrap();
        let mut moves = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            moves.push(move_row(index, deal.current_player().unwrap(), action.clone()));
            deal.apply_recorded(action, actions.get(index + 1).map(String::as_str)).unwrap();
        }
        stored(options, dealer, secret, &deal, moves)
    }

    fn move_row(index: usize, seat: Seat, action: String) -> MoveRow {
        MoveRow {
            number: index as u32 + 1,
            seat: seat.index() as u8,
            action,
            by: MovedBy::Player,
            account: None,
            at: at(),
            thinking_ms: 5,
        }
    }

    fn stored(
        options: serde_json::Value,
        dealer: Seat,
        secret: &str,
        deal: &Deal,
        moves: Vec<MoveRow>,
    ) -> StoredGame {
        let parsed: GameOptions = serde_json::from_value(options.clone()).unwrap();
        let result = deal.ended().unwrap().result;
        let player = |seat: u8| GamePlayerRow {
            seat,
            account: format!("account{seat}"),
            name: format!("Name {seat}"),
            kind: AccountKind::Guest,
            level: None,
            card_points: Some(0),
            points: Some(0),
            won: Some(seat == 0),
            forfeited: Some(false),
            match_end: Some(MatchEnd { won: seat == 0, forfeited: seat == 1 }),
            rating: Some(MatchRating {
                ladder: Ladder::Bots,
                step: Some(RatingStep { before: 1500, after: 1510, settled: true }),
            }),
            moves: None,
        };
        StoredGame {
            row: GameRow {
                id: "game".into(),
                table: "table".into(),
                match_number: 1,
                number: 1,
                kind: parsed.kind().0,
                options,
                dealer: dealer.index() as u8,
                secret: secret.into(),
                nonce_hashes: None,
                nonces: Nonces::none(parsed.seats()).as_slice().to_vec(),
                started_at: at(),
                players: (0..parsed.seats() as u8).map(player).collect(),
            },
            private: false,
            finished_at: Some(at()),
            result: Some(serde_json::to_value(result).unwrap()),
            move_count: moves.len() as u32,
            moves,
            dropped: Vec::new(),
        }
    }

    #[test]
    fn a_record_shows_the_whole_deal() {
        for players in [2, 3, 4] {
            let game = played(players);
            let record = record(&game, Sources::system().utc()).unwrap();
            assert_eq!(record.steps.len(), game.moves.len());
            assert_eq!(record.cards.hands.len(), usize::from(players));
            assert!(record.cards.hands.iter().all(|hand| hand.len() == 10));
            assert!(record.commitment.holds_for(&record.secret));
            assert!(record.steps.iter().all(|step| !step.events.is_empty()));
            let [first, second, ..] = &record.summary.players[..] else { panic!("players") };
            assert_eq!(first.rating.unwrap().after, 1510);
            assert_eq!((first.match_won, first.match_forfeited), (Some(true), false));
            assert_eq!((second.match_won, second.match_forfeited), (Some(false), true));
        }
    }

    #[test]
    fn a_deal_in_which_players_were_asked_again_is_shown() {
        let game = asked_again();
        let record = record(&game, Sources::system().utc()).unwrap();
        let kept = include_str!("../../crates/tarok/tests/data/asked_again_solo.jsonl");
        for (step, told) in record.steps.iter().zip(kept.lines().skip(1)) {
            let told: serde_json::Value = serde_json::from_str(told).unwrap();
            let mut events = serde_json::to_value(&step.events).unwrap();
            for event in events.as_array_mut().unwrap() {
                let event = event.as_object_mut().unwrap();
                event.remove("game");
                event.remove("moves");
            }
            assert_eq!(events, told["events"]);
        }
    }

    #[test]
    fn a_deal_that_is_being_played_does_not_exist() {
        let mut game = played(2);
        game.finished_at = None;
        assert_eq!(summary(&game).unwrap_err().body.code, ErrorCode::NoSuchGame);
        let mut game = played(2);
        game.result = None;
        assert_eq!(
            record(&game, Sources::system().utc()).unwrap_err().body.code,
            ErrorCode::NoSuchGame
        );
    }

    #[test]
    fn a_record_that_was_tampered_with_is_not_shown() {
        let mut swapped = played(2);
        swapped.moves.swap(0, 2);
        let mut short = played(2);
        short.moves.pop();
        for game in [swapped, short] {
            assert_eq!(
                record(&game, Sources::system().utc()).unwrap_err().body.code,
                ErrorCode::Internal
            );
        }
    }

    #[test]
    fn deleted_players_have_no_name() {
        let mut shown = summary(&played(2)).unwrap();
        let players = shown.players.iter_mut().map(|part| &mut part.player);
        forget_names(players, &HashSet::from(["account1".to_owned()]));
        let names: Vec<_> = shown.players.iter().map(|part| part.player.name.as_str()).collect();
        assert_eq!(names, ["Name 0", ""]);
    }
}
