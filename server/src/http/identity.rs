//! The account of the caller.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use vzetek_protocol::ErrorCode;
use vzetek_store::Account;

use crate::app::Shared;
use crate::fault::Fault;
use crate::origin::session_token;

use super::refusal::Refusal;

/// The account of the caller, if it has a valid session.
#[derive(Debug)]
pub struct Maybe(pub Option<Account>);

impl FromRequestParts<Shared> for Maybe {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Refusal> {
        match session_token(&parts.headers) {
            Some(token) => Ok(Self(app.accounts.authenticate(&token).await?)),
            None => Ok(Self(None)),
        }
    }
}

/// The account of the caller. Without a valid session the request is refused.
#[derive(Debug)]
pub struct Who(pub Account);

impl FromRequestParts<Shared> for Who {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Refusal> {
        let Maybe(account) = Maybe::from_request_parts(parts, app).await?;
        account.map(Self).ok_or_else(|| nobody().into())
    }
}

/// The refusal of a caller without a valid session.
pub fn nobody() -> Fault {
    Fault::new(
        ErrorCode::Unauthorized,
        "nobody is logged in here (any more); log in, or POST /api/guest",
    )
}
