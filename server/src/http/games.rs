//! The archive of finished games.

use std::collections::{BTreeSet, HashSet};

use axum::Json;
use axum::extract::State;
use vzetek_protocol::ErrorBody;
use vzetek_protocol::rest::{GameRecord, GameSummary};
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
/// The parameters of the list.
const KNOWN: [&str; 7] = ["limit", "kind", "player", "table", "from", "until", "before"];

/// Finished games, newest first. For the next page, name the last one's id as `before`. Games of
/// private tables are listed only for their players: among their own (`player`), or those of the
/// table (`table`).
#[utoipa::path(
    get, path = "/api/games", tag = "games", security((), ("session" = []), ("token" = [])),
    params(
        ("limit" = Option<u32>, Query, description = "How many: 1 to 200, 50 if absent"),
        ("kind" = Option<String>, Query, description = "Only this kind, such as trset-2"),
        ("player" = Option<String>, Query, description = "Only games of this account"),
        ("table" = Option<String>, Query, description = "Only games of this table"),
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
    params.only(&KNOWN)?;
    let filter = GameFilter {
        limit: params.limit("limit", DEFAULT, MOST)?,
        kind: params.any_kind()?.map(|kind| kind.0),
        account: params.text("player")?,
        table: params.text("table")?,
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
    forget_deleted(&app, summaries.iter_mut()).await?;
    Ok(Json(summaries))
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
    forget_deleted(&app, std::iter::once(&mut record.summary)).await?;
    Ok(Json(record))
}

/// Removes names of accounts that were deleted since from old games.
async fn forget_deleted<'a>(
    app: &Shared,
    summaries: impl Iterator<Item = &'a mut GameSummary>,
) -> Result<(), Fault> {
    let mut summaries: Vec<&mut GameSummary> = summaries.collect();
    let ids: BTreeSet<String> = summaries
        .iter()
        .flat_map(|summary| &summary.players)
        .map(|part| part.player.id.0.clone())
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    let accounts = app.store.accounts(&Vec::from_iter(ids)).await?;
    let deleted: HashSet<String> = accounts
        .into_iter()
        .filter(|account| account.kind == AccountKind::Deleted)
        .map(|account| account.id)
        .collect();
    for summary in &mut summaries {
        archive::forget_names(summary, &deleted);
    }
    Ok(())
}
