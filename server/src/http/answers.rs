//! Answers that many routes can give, for their description.

use utoipa::IntoResponses;
use vzetek_protocol::ErrorBody;

/// The answers that every route can give.
#[derive(IntoResponses)]
pub enum Common {
    /// Too many requests; `Retry-After` is the time until the next one.
    #[response(status = 429)]
    #[expect(dead_code, reason = "for the description only")]
    TooMuch(ErrorBody),
    /// An internal error.
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
    /// The request comes from a page that is not allowed.
    #[response(status = 403)]
    #[expect(dead_code, reason = "for the description only")]
    BadOrigin(ErrorBody),
    /// The body is longer than 64 KiB.
    #[response(status = 413)]
    #[expect(dead_code, reason = "for the description only")]
    TooLarge(ErrorBody),
    /// The content type of the body is not JSON.
    #[response(status = 415)]
    #[expect(dead_code, reason = "for the description only")]
    UnsupportedMedia(ErrorBody),
}

/// The answers of routes that need a session.
#[derive(IntoResponses)]
pub enum Signed {
    /// The request has no valid session.
    #[response(status = 401)]
    #[expect(dead_code, reason = "for the description only")]
    Unauthorized(ErrorBody),
}
