//! Registration, login and account settings.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use vzetek_protocol::rest::{
    BotAccount, ChangePassword, Credentials, FaceChoice, GuestName, NewBot, NewGuest, Session,
};
use vzetek_protocol::{ErrorBody, ErrorCode, Player};
use vzetek_store::Account;

use crate::accounts::credentials::SignedIn;
use crate::accounts::player;
use crate::app::Shared;
use crate::config::Config;
use crate::fault::Fault;
use crate::origin::{From, cookie, cookie_token, no_cookie, session_token};

use super::answers::{Change, Common, Signed};
use super::extract::{Body, Id, Replacement};
use super::identity::{Maybe, Who, nobody};
use super::refusal::Refusal;

/// Become a guest. The session is returned as a cookie or, on request, as a token.
#[utoipa::path(
    post, path = "/api/guest", tag = "people", request_body = NewGuest,
    responses(
        Common,
        Change,
        (status = 200, description = "A guest", body = Session),
        (status = 400, description = "The name cannot be used", body = ErrorBody),
        (status = 409, description = "The name is a person's", body = ErrorBody),
    )
)]
pub async fn become_guest(
    State(app): State<Shared>,
    From(address): From,
    Body(wish): Body<NewGuest>,
) -> Result<Response, Refusal> {
    let guest = app.accounts.new_guest(wish.name.as_deref(), address).await?;
    Ok(signed_in(&app.config, guest, wish.bearer))
}

/// Register a person. A guest retains account, games and ratings.
#[utoipa::path(
    post, path = "/api/register", tag = "people", request_body = Credentials,
    responses(
        Common,
        Change,
        (status = 200, description = "Registered", body = Session),
        (status = 400, description = "Name or password cannot be used", body = ErrorBody),
        (status = 409, description = "The name is taken", body = ErrorBody),
    )
)]
pub async fn register(
    State(app): State<Shared>,
    Maybe(guest): Maybe,
    From(address): From,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Response, Refusal> {
    let bearer = credentials.bearer;
    let token = session_token(&headers);
    let was_guest = guest.is_some();
    let person = app.accounts.register(credentials, guest, token.as_deref(), address).await?;
    if was_guest {
        app.tables.rename(&player(&person.account)).await;
    }
    Ok(signed_in(&app.config, person, bearer))
}

/// Log in with name and password. The session of a guest who logs in ends.
#[utoipa::path(
    post, path = "/api/login", tag = "people", request_body = Credentials,
    responses(
        Common,
        Change,
        (status = 200, description = "Logged in", body = Session),
        (status = 400, description = "Not of the right form", body = ErrorBody),
        (status = 401, description = "Name and password do not match", body = ErrorBody),
    )
)]
pub async fn login(
    State(app): State<Shared>,
    Maybe(asking): Maybe,
    From(address): From,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Response, Refusal> {
    let bearer = credentials.bearer;
    let token = session_token(&headers);
    let person =
        app.accounts.login(credentials, asking.as_ref(), token.as_deref(), address).await?;
    Ok(signed_in(&app.config, person, bearer))
}

/// End this session. It is no error if there is none.
#[utoipa::path(
    post, path = "/api/logout", tag = "people",
    responses(
        Common,
        Change,
        (status = 204, description = "Nobody is logged in any more"),
    )
)]
pub async fn logout(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Refusal> {
    if let Some(token) = session_token(&headers) {
        app.accounts.logout(&token).await?;
    }
    Ok(signed_out(&app.config))
}

/// See who is logged in: `null` without a session, which is no error, and for a
/// browser whose session has ended. A browser's cookie is prolonged, as its session is
/// by being used.
#[utoipa::path(
    get, path = "/api/me", tag = "people", security((), ("session" = []), ("token" = [])),
    responses(
        Common,
        (status = 200, description = "Who is logged in, or null", body = Option<Session>),
        (status = 401, description = "The token's session has ended", body = ErrorBody),
    )
)]
pub async fn who_am_i(
    State(app): State<Shared>,
    Maybe(account): Maybe,
    From(address): From,
    headers: HeaderMap,
) -> Response {
    let Some(account) = account else {
        let visitor = Json(None::<Session>);
        return match (cookie_token(&headers), session_token(&headers)) {
            // The cookie of an ended session is removed, so that a browser sends it only once.
            (Some(_), _) => {
                (AppendHeaders([(SET_COOKIE, no_cookie(&app.config))]), visitor).into_response()
            }
            (None, Some(_)) => nobody().into_response(),
            (None, None) => visitor.into_response(),
        };
    };
    app.accounts.seen(&account, address);
    let user = Json(Session { user: player(&account), token: None });
    match cookie_token(&headers) {
        Some(token) => {
            (AppendHeaders([(SET_COOKIE, cookie(&app.config, &token))]), user).into_response()
        }
        None => user.into_response(),
    }
}

/// Delete the account. Its games stay, without a name.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        Signed,
        (status = 204, description = "Deleted"),
    )
)]
pub async fn delete_me(State(app): State<Shared>, Who(account): Who) -> Result<Response, Refusal> {
    let id = account.id.clone();
    app.accounts.delete(account).await?;
    app.following.forget(&id);
    Ok(signed_out(&app.config))
}

/// Change the name of a guest, at all tables at once.
#[utoipa::path(
    put, path = "/api/me/name", tag = "people", request_body = GuestName,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        Signed,
        (status = 200, description = "The guest", body = Player),
        (status = 400, description = "The name cannot be used", body = ErrorBody),
        (status = 403, description = "Persons and bots keep their names, or the page is not one of ours", body = ErrorBody),
        (status = 409, description = "The name is a person's or a bot's", body = ErrorBody),
    )
)]
pub async fn rename_me(
    State(app): State<Shared>,
    Who(account): Who,
    Replacement(wish): Replacement<GuestName>,
) -> Result<Json<Player>, Refusal> {
    let renamed = app.accounts.rename_guest(&account, &wish.name).await?;
    show(&app, &renamed).await
}

/// Choose a face, which shows at all tables at once.
#[utoipa::path(
    put, path = "/api/me/face", tag = "people", request_body = FaceChoice,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        Signed,
        (status = 200, description = "The player", body = Player),
        (status = 400, description = "That card is no face", body = ErrorBody),
    )
)]
pub async fn choose_face(
    State(app): State<Shared>,
    Who(account): Who,
    Replacement(choice): Replacement<FaceChoice>,
) -> Result<Json<Player>, Refusal> {
    let changed = app.accounts.set_face(&account, choice.face.as_deref()).await?;
    show(&app, &changed).await
}

/// Choose the face of a bot of one's own.
#[utoipa::path(
    put, path = "/api/bots/{id}/face", tag = "people", request_body = FaceChoice,
    security(("session" = []), ("token" = [])),
    params(("id" = String, Path, description = "The bot's account")),
    responses(
        Common,
        Change,
        Signed,
        (status = 200, description = "The bot", body = Player),
        (status = 400, description = "That card is no face", body = ErrorBody),
        (status = 404, description = "The caller has no such bot", body = ErrorBody),
    )
)]
pub async fn choose_bots_face(
    State(app): State<Shared>,
    Who(owner): Who,
    Id(id): Id,
    Replacement(choice): Replacement<FaceChoice>,
) -> Result<Json<Player>, Refusal> {
    let bot = own_bot(&app, &owner, &id).await?;
    let changed = app.accounts.set_face(&bot, choice.face.as_deref()).await?;
    show(&app, &changed).await
}

/// Notifies the tables of a player's new name or face.
async fn show(app: &Shared, changed: &Account) -> Result<Json<Player>, Refusal> {
    let player = player(changed);
    app.tables.rename(&player).await;
    Ok(Json(player))
}

/// Change the password. All other sessions end.
#[utoipa::path(
    post, path = "/api/me/password", tag = "people", request_body = ChangePassword,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        (status = 204, description = "Changed"),
        (status = 400, description = "The new password cannot be used", body = ErrorBody),
        (status = 401, description = "Not logged in, or the old password is wrong", body = ErrorBody),
        (status = 403, description = "Guests and bots have no password, or the page is not one of ours", body = ErrorBody),
    )
)]
pub async fn change_password(
    State(app): State<Shared>,
    Who(account): Who,
    From(address): From,
    headers: HeaderMap,
    Body(change): Body<ChangePassword>,
) -> Result<StatusCode, Refusal> {
    let token = session_token(&headers).unwrap_or_default();
    app.accounts.change_password(account, change, &token, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make an account for a program of one's own. Its token is shown this once
/// and does not expire.
#[utoipa::path(
    post, path = "/api/bots", tag = "people", request_body = NewBot,
    security(("session" = []), ("token" = [])),
    responses(
        Common,
        Change,
        Signed,
        (status = 200, description = "The bot and its token", body = BotAccount),
        (status = 400, description = "The name cannot be used", body = ErrorBody),
        (status = 403, description = "Only registered people can have bots, or the page is not one of ours", body = ErrorBody),
        (status = 409, description = "The name is taken", body = ErrorBody),
    )
)]
pub async fn make_bot(
    State(app): State<Shared>,
    Who(owner): Who,
    Body(wish): Body<NewBot>,
) -> Result<Json<BotAccount>, Refusal> {
    let SignedIn { account, token } = app.accounts.new_bot(&owner, &wish.name).await?;
    Ok(Json(BotAccount { bot: player(&account), token }))
}

/// The caller's own bots, the oldest first; without their tokens.
#[utoipa::path(
    get, path = "/api/bots", tag = "people", security(("session" = []), ("token" = [])),
    responses(
        Common,
        Signed,
        (status = 200, description = "The bots", body = Vec<Player>),
    )
)]
pub async fn list_bots(
    State(app): State<Shared>,
    Who(owner): Who,
) -> Result<Json<Vec<Player>>, Refusal> {
    let bots = app.store.bots_of(&owner.id).await?;
    Ok(Json(bots.iter().map(player).collect()))
}

/// Delete a bot of one's own: its token ends, its games stay without a name.
#[utoipa::path(
    delete, path = "/api/bots/{id}", tag = "people", security(("session" = []), ("token" = [])),
    params(("id" = String, Path, description = "The bot's account")),
    responses(
        Common,
        Change,
        Signed,
        (status = 204, description = "Deleted"),
        (status = 404, description = "The caller has no such bot", body = ErrorBody),
    )
)]
pub async fn delete_bot(
    State(app): State<Shared>,
    Who(owner): Who,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    let bot = own_bot(&app, &owner, &id).await?;
    app.accounts.delete(bot).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn own_bot(app: &Shared, owner: &Account, id: &str) -> Result<Account, Refusal> {
    let bots = app.store.bots_of(&owner.id).await?;
    let bot = bots.into_iter().find(|bot| bot.id == id);
    let unknown = || Fault::new(ErrorCode::NoSuchPlayer, format!("you have no bot {id:?}"));
    Ok(bot.ok_or_else(unknown)?)
}

/// The session as a token in the answer, or else as a cookie.
fn signed_in(config: &Config, SignedIn { account, token }: SignedIn, bearer: bool) -> Response {
    let user = player(&account);
    if bearer {
        return Json(Session { user, token: Some(token) }).into_response();
    }
    let cookie = AppendHeaders([(SET_COOKIE, cookie(config, &token))]);
    (cookie, Json(Session { user, token: None })).into_response()
}

fn signed_out(config: &Config) -> Response {
    let cookie = AppendHeaders([(SET_COOKIE, no_cookie(config))]);
    (StatusCode::NO_CONTENT, cookie).into_response()
}
