//! Answers that many routes can give, for their description.

use utoipa::IntoResponses;
use vzetek_protocol::ErrorBody;

/// The answers that every route can give.
#[derive(IntoResponses)]
pub enum Common {
    /// Too much in too short a time; `Retry-After` says how long to wait.
    #[response(status = 429)]
    #[expect(dead_code, reason = "for the description only")]
    TooMuch(ErrorBody),
    /// A fault of ours.
    #[response(status = 500)]
    #[expect(dead_code, reason = "for the description only")]
    Internal(ErrorBody),
    /// The store or the server is busy or about to stop; try again.
    #[response(status = 503)]
    #[expect(dead_code, reason = "for the description only")]
    Unavailable(ErrorBody),
}

/// The further answers of routes that change something.
#[derive(IntoResponses)]
pub enum Change {
    /// The page that asks is not one of ours.
    #[response(status = 403)]
    #[expect(dead_code, reason = "for the description only")]
    BadOrigin(ErrorBody),
    /// The body is longer than 64 KiB.
    #[response(status = 413)]
    #[expect(dead_code, reason = "for the description only")]
    TooLarge(ErrorBody),
    /// The body is not said to be JSON.
    #[response(status = 415)]
    #[expect(dead_code, reason = "for the description only")]
    UnsupportedMedia(ErrorBody),
}

/// The answers of routes for those who are logged in.
#[derive(IntoResponses)]
pub enum Signed {
    /// Nobody is logged in.
    #[response(status = 401)]
    #[expect(dead_code, reason = "for the description only")]
    Unauthorized(ErrorBody),
}
