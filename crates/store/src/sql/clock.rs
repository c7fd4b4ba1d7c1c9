//! The time as the database has seen it pass.

use chrono::{DateTime, TimeDelta, Utc};

use super::Connection;
use crate::StoreError;
use crate::column::{Stamp, truncate};

/// Moves the time to `now`, but forward by at most `most`.
pub(super) async fn pass(
    connection: &mut Connection,
    now: DateTime<Utc>,
    most: TimeDelta,
) -> Result<DateTime<Utc>, StoreError> {
    let seen: Option<Stamp> = sqlx::query_scalar("SELECT seen_at FROM clock WHERE id = 1")
        .fetch_optional(&mut *connection)
        .await?;
    let late = seen.map_or(now, |seen| now.min(DateTime::from(seen) + most));
    sqlx::query(
        "INSERT INTO clock (id, seen_at) VALUES (1, $1) \
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind(Stamp::from(late))
    .execute(connection)
    .await?;
    Ok(truncate(late))
}
