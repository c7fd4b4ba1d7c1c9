//! Players: how they stand.

use axum::Json;
use axum::extract::State;
use vzetek_protocol::rest::{LeaderboardLine, Profile, Standing};
use vzetek_protocol::{ErrorBody, ErrorCode, Kind};
use vzetek_store::{AccountKind, RatingRow};

use crate::accounts::player;
use crate::app::Shared;
use crate::fault::Fault;

use super::describe::Common;
use super::extract::{Id, Params, wrong};
use super::refusal::Refusal;

/// How many lines a leaderboard has if nobody says.
const DEFAULT: u32 = 50;
/// How many lines a leaderboard has at most.
const MOST: u32 = 200;

/// The best of a kind, by what their rating is at least (less twice its
/// deviation). Guests are left out.
#[utoipa::path(
    get, path = "/api/leaderboard", tag = "players",
    params(
        ("kind" = String, Query, description = "The kind, such as trset-2"),
        ("limit" = Option<u32>, Query, description = "How many: 1 to 200, 50 if absent"),
    ),
    responses(
        Common,
        (status = 200, description = "The best, best first", body = Vec<LeaderboardLine>),
        (status = 400, description = "A parameter is wrong; `field` names it", body = ErrorBody),
    )
)]
pub async fn leaderboard(
    State(app): State<Shared>,
    params: Params,
) -> Result<Json<Vec<LeaderboardLine>>, Refusal> {
    params.only(&["kind", "limit"])?;
    let kind = params.text("kind")?.map(Kind);
    let kind = kind.ok_or_else(|| wrong("kind", "is needed, such as trset-2 or kifameno-3"))?;
    let limit = params.limit("limit", DEFAULT, MOST)?;
    let rows = app.store.leaderboard(kind.as_str(), limit).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.account.clone()).collect();
    let players = app.accounts.players(&ids, Some(&kind)).await?;
    let lines = players
        .into_iter()
        .zip(&rows)
        .zip(1..)
        .map(|((player, row), rank)| LeaderboardLine { rank, player, standing: standing(row) });
    Ok(Json(lines.collect()))
}

/// A player, and how they stand in every kind they played.
#[utoipa::path(
    get, path = "/api/players/{id}", tag = "players",
    params(("id" = String, Path, description = "The account")),
    responses(
        Common,
        (status = 200, description = "The player", body = Profile),
        (status = 404, description = "There is no such player", body = ErrorBody),
    )
)]
pub async fn profile(State(app): State<Shared>, Id(id): Id) -> Result<Json<Profile>, Refusal> {
    let account = app.store.account(&id).await?;
    let account =
        account.filter(|account| account.kind != AccountKind::Deleted).ok_or_else(|| {
            Fault::new(ErrorCode::NoSuchPlayer, format!("there is no player {id:?} (any more)"))
        })?;
    let ratings = app.store.ratings_of(&account.id).await?;
    Ok(Json(Profile {
        player: player(&account, None),
        since: account.created_at,
        standings: ratings.iter().map(standing).collect(),
    }))
}

fn standing(row: &RatingRow) -> Standing {
    Standing {
        kind: row.kind.as_str().into(),
        rating: row.rating.round() as i32,
        deviation: row.deviation.round() as i32,
        matches: row.matches,
        wins: row.wins,
    }
}
