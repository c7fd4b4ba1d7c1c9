//! Followed players, and the visibility of one's own presence.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use vzetek_protocol::rest::PresenceSetting;
use vzetek_protocol::{ErrorBody, ErrorCode, Player};
use vzetek_store::{Account, AccountKind};

use crate::accounts::player;
use crate::app::Shared;
use crate::fault::Fault;

use super::answers::{Change, Common};
use super::extract::{Body, Id};
use super::identity::Who;
use super::refusal::Refusal;

/// The players that the caller follows, in the order in which they were added.
#[utoipa::path(
    get, path = "/api/me/following", tag = "people", security(("session" = []), ("token" = [])),
    responses(
        Common,
        (status = 200, description = "The players", body = Vec<Player>),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots follow nobody", body = ErrorBody),
    )
)]
pub async fn list_followed(
    State(app): State<Shared>,
    Who(account): Who,
) -> Result<Json<Vec<Player>>, Refusal> {
    persons_only(&account)?;
    let followed = app.store.followed_by(&account.id).await?;
    Ok(Json(followed.iter().map(|row| player(&row.account)).collect()))
}

/// Follow a player: a registered person.
#[utoipa::path(
    put, path = "/api/me/following/{id}", tag = "people",
    security(("session" = []), ("token" = [])),
    params(("id" = String, Path, description = "The player's account")),
    responses(
        Common,
        Change,
        (status = 204, description = "Followed"),
        (status = 400, description = "Nobody follows themselves", body = ErrorBody),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots neither follow nor are followed, or the page is not one of ours", body = ErrorBody),
        (status = 404, description = "There is no such player", body = ErrorBody),
        (status = 429, description = "Too many requests, or the caller follows 200 players already", body = ErrorBody),
    )
)]
pub async fn follow(
    State(app): State<Shared>,
    Who(account): Who,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    persons_only(&account)?;
    app.following.follow(&account, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stop following a player; nothing happens if the caller does not follow them.
#[utoipa::path(
    delete, path = "/api/me/following/{id}", tag = "people",
    security(("session" = []), ("token" = [])),
    params(("id" = String, Path, description = "The player's account")),
    responses(
        Common,
        Change,
        (status = 204, description = "Not followed"),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots follow nobody, or the page is not one of ours", body = ErrorBody),
    )
)]
pub async fn unfollow(
    State(app): State<Shared>,
    Who(account): Who,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    persons_only(&account)?;
    app.following.unfollow(&account, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The choice to let followers see when the caller is here.
#[utoipa::path(
    get, path = "/api/me/presence", tag = "people", security(("session" = []), ("token" = [])),
    responses(
        Common,
        (status = 200, description = "The choice", body = PresenceSetting),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots are followed by nobody", body = ErrorBody),
    )
)]
pub async fn show_presence(
    State(app): State<Shared>,
    Who(account): Who,
) -> Result<Json<PresenceSetting>, Refusal> {
    persons_only(&account)?;
    let shown = !app.store.is_hidden(&account.id).await?;
    Ok(Json(PresenceSetting { shown }))
}

/// Let followers see when the caller is here, or not.
#[utoipa::path(
    put, path = "/api/me/presence", tag = "people", request_body = PresenceSetting,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        (status = 204, description = "Kept"),
        (status = 400, description = "Not of this form", body = ErrorBody),
        (status = 401, description = "Not logged in", body = ErrorBody),
        (status = 403, description = "Guests and bots are followed by nobody, or the page is not one of ours", body = ErrorBody),
    )
)]
pub async fn set_presence(
    State(app): State<Shared>,
    Who(account): Who,
    Body(PresenceSetting { shown }): Body<PresenceSetting>,
) -> Result<StatusCode, Refusal> {
    persons_only(&account)?;
    app.following.show(&account, shown).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn persons_only(account: &Account) -> Result<(), Fault> {
    if account.kind == AccountKind::Person {
        return Ok(());
    }
    let message = "only registered people follow others and are followed; register first";
    Err(Fault::new(ErrorCode::Forbidden, message))
}
