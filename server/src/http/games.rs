//! The archive of finished games.

use std::collections::{BTreeSet, HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use vzetek_protocol::rest::{GameRecord, GameSummary, MatchSummary};
use vzetek_protocol::{ErrorBody, Player};
use vzetek_store::{AccountKind, GameFilter, Reader};

use crate::app::Shared;
use crate::archive;
use crate::cost;
use crate::fault::Fault;

use super::answers::Common;
use super::extract::{Id, Params, wrong};
use super::identity::Maybe;
use super::refusal::Refusal;

/// The number of games listed if the request names none.
const DEFAULT: u32 = 50;
/// The most games that are listed.
const MOST: u32 = 200;
/// The parameters of the list of matches.
const OF_MATCHES: [&str; 8] =
    ["limit", "kind", "player", "among", "table", "from", "until", "before"];
/// The parameters of the list of games.
const OF_GAMES: [&str; 9] =
    ["limit", "kind", "player", "among", "table", "match", "from", "until", "before"];

/// Finished games, newest first. For the next page, name the last one's id as `before`. Games of
/// private tables are listed only for their players: among their own (`player`), or those of the
/// table (`table`).
#[utoipa::path(
    get, path = "/api/games", tag = "games", security((), ("session" = []), ("token" = [])),
    params(
        ("limit" = Option<u32>, Query, description = "How many: 1 to 200, 50 if absent"),
        ("kind" = Option<String>, Query, description = "Only this kind, such as trset-2"),
        ("player" = Option<String>, Query, description = "Only games of this account"),
        ("among" = Option<String>, Query, description = "`people`: only games in which a guest or a person had a seat"),
        ("table" = Option<String>, Query, description = "Only games of this table"),
        ("match" = Option<u32>, Query, description = "Only games of the match with this number at the table"),
        ("from" = Option<String>, Query, description = "Only games that ended at this time or later; a time (RFC 3339) or a day"),
        ("until" = Option<String>, Query, description = "Only games that ended before this time; a time (RFC 3339) or a day"),
        ("before" = Option<String>, Query, description = "Only games that are listed after this one"),
    ),
    responses(
        Common,
        (status = 200, description = "The games", body = Vec<GameSummary>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn list_games(
    State(app): State<Shared>,
    Maybe(asking): Maybe,
    params: Params,
) -> Result<Json<Vec<GameSummary>>, Refusal> {
    params.only(&OF_GAMES)?;
    let mut filter = filter(&app, &params).await?;
    filter.match_number = match params.limit("match", 0, i32::MAX as u32)? {
        0 => None,
        _ if filter.table.is_none() => return Err(wrong("match", "goes with a table").into()),
        number => Some(number),
    };
    let store = app.store.clone();
    let games = cost::in_turn(async move {
        let reader = Reader::Account(asking.as_ref().map(|account| account.id.as_str()));
        store.games_for(reader, &filter).await
    })
    .await?;
    // A game that cannot be read is logged, and does not hide the others.
    let mut summaries: Vec<GameSummary> =
        games.iter().filter_map(|game| archive::summary(game).ok()).collect();
    let players = summaries.iter_mut().flat_map(|summary| &mut summary.players);
    follow_accounts(&app, players.map(|part| &mut part.player).collect()).await?;
    Ok(Json(summaries))
}

/// Matches of which a deal is over, by the end of their last finished deal, newest first. For the
/// next page, name the last one's `id` as `before`. Those of private tables are listed as their
/// games are. The deals of one: `GET /api/games?table=…&match=…`.
#[utoipa::path(
    get, path = "/api/matches", tag = "games", security((), ("session" = []), ("token" = [])),
    params(
        ("limit" = Option<u32>, Query, description = "How many: 1 to 200, 50 if absent"),
        ("kind" = Option<String>, Query, description = "Only this kind, such as trset-2"),
        ("player" = Option<String>, Query, description = "Only matches of this account"),
        ("among" = Option<String>, Query, description = "`people`: only matches in which a guest or a person had a seat"),
        ("table" = Option<String>, Query, description = "Only matches of this table"),
        ("from" = Option<String>, Query, description = "Only matches whose last finished deal ended at this time or later; a time (RFC 3339) or a day"),
        ("until" = Option<String>, Query, description = "Only matches whose last finished deal ended before this time; a time (RFC 3339) or a day"),
        ("before" = Option<String>, Query, description = "Only matches that are listed after the one with this last deal"),
    ),
    responses(
        Common,
        (status = 200, description = "The matches", body = Vec<MatchSummary>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn list_matches(
    State(app): State<Shared>,
    Maybe(asking): Maybe,
    params: Params,
) -> Result<Json<Vec<MatchSummary>>, Refusal> {
    params.only(&OF_MATCHES)?;
    let filter = filter(&app, &params).await?;
    let store = app.store.clone();
    let matches = cost::in_turn(async move {
        let reader = Reader::Account(asking.as_ref().map(|account| account.id.as_str()));
        store.matches_for(reader, &filter).await
    })
    .await?;
    // A match that cannot be read is logged, and does not hide the others.
    let mut summaries: Vec<MatchSummary> =
        matches.iter().filter_map(|stored| archive::match_summary(stored).ok()).collect();
    let players = summaries.iter_mut().flat_map(|summary| &mut summary.players);
    follow_accounts(&app, players.map(|part| &mut part.player).collect()).await?;
    Ok(Json(summaries))
}

/// Returns the selection that the parameters of a list name.
async fn filter(app: &Shared, params: &Params) -> Result<GameFilter, Refusal> {
    Ok(GameFilter {
        limit: params.limit("limit", DEFAULT, MOST)?,
        kind: params.any_kind()?.map(|kind| kind.0),
        account: params.text("player")?,
        people: match params.text("among")?.as_deref() {
            None => false,
            Some("people") => true,
            Some(_) => return Err(wrong("among", "is people, or absent for all").into()),
        },
        table: params.text("table")?,
        match_number: None,
        from: params.time("from")?,
        until: params.time("until")?,
        after: match params.text("before")? {
            Some(id) => {
                let ended = app.store.game(&id).await?.and_then(|game| game.finished_at);
                let ended = ended.ok_or_else(|| wrong("before", "is the id of a finished game"))?;
                Some((ended, id))
            }
            None => None,
        },
    })
}

/// The whole record of a finished game, for replay and verification, to any caller that knows its
/// id.
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
        Common,
        (status = 200, description = "The record", body = GameRecord),
        (status = 404, description = "There is no such finished game", body = ErrorBody),
    )
)]
pub async fn show_game(State(app): State<Shared>, Id(id): Id) -> Result<Json<GameRecord>, Refusal> {
    let game = app.store.game(&id).await?.ok_or_else(|| archive::no_such_game(&id))?;
    let mut record = archive::record(&game, app.sources.utc())?;
    let players = record.summary.players.iter_mut();
    follow_accounts(&app, players.map(|part| &mut part.player).collect()).await?;
    Ok(Json(record))
}

/// Applies later changes of the accounts to old games: removes names of deleted ones, and adds
/// faces.
async fn follow_accounts(app: &Shared, mut players: Vec<&mut Player>) -> Result<(), Fault> {
    let ids: BTreeSet<String> = players.iter().map(|player| player.id.0.clone()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let accounts = app.store.accounts(&Vec::from_iter(ids)).await?;
    let deleted: HashSet<String> = accounts
        .iter()
        .filter(|account| account.kind == AccountKind::Deleted)
        .map(|account| account.id.clone())
        .collect();
    let faces: HashMap<String, Option<String>> =
        accounts.into_iter().map(|account| (account.id, account.face)).collect();
    for player in &mut players {
        player.face = faces.get(player.id.as_str()).cloned().flatten();
    }
    archive::forget_names(players, &deleted);
    Ok(())
}
