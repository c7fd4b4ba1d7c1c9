//! Commitments to shuffles: their stored and their published form.

use chrono::{DateTime, Utc};
use vzetek_game::Seat;
use vzetek_game::fair::{NonceHashes, Nonces};
use vzetek_protocol::shuffle::{DropReason, DroppedPromise};
use vzetek_store::{DropRow, StoredPromise};

/// A stored part is not of the form in which it is written. Names no secret, so that it can be
/// logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} of a promised shuffle cannot be read")]
pub struct Unreadable(&'static str);

/// Hashes as they are stored.
pub fn texts(hashes: &NonceHashes) -> Vec<Option<String>> {
    hashes.as_slice().iter().map(|hash| hash.map(|hash| hash.to_string())).collect()
}

/// Hashes as they were stored.
///
/// # Errors
/// [`Unreadable`] if they are none.
pub fn hashes(stored: &[Option<String>]) -> Result<NonceHashes, Unreadable> {
    let mut hashes = NonceHashes::none(stored.len());
    for (seat, text) in Seat::all(stored.len()).zip(stored) {
        if let Some(text) = text {
            hashes.set(seat, text.parse().map_err(|_| Unreadable("the hash of a nonce"))?);
        }
    }
    Ok(hashes)
}

/// Returns the stored row of a dropped commitment.
pub fn drop_row(promise: &str, dropped: &DroppedPromise) -> DropRow {
    DropRow {
        promise: promise.to_owned(),
        reason: match dropped.reason {
            DropReason::Withheld => vzetek_store::DropReason::Withheld,
            DropReason::Left => vzetek_store::DropReason::Left,
            DropReason::Restart => vzetek_store::DropReason::Restart,
            DropReason::Closed => vzetek_store::DropReason::Closed,
        },
        seats: dropped.seats.iter().map(|seat| seat.index() as u8).collect(),
        nonces: dropped.nonces.as_slice().to_vec(),
        at: dropped.at,
    }
}

/// Returns the published form of a stored commitment, for a table of `seats` seats. One that is
/// neither dealt nor dropped was lost when the server was started again, at `now`.
///
/// # Errors
/// [`Unreadable`] if it is not of the form in which it is written.
pub fn dropped(
    stored: &StoredPromise,
    seats: usize,
    now: DateTime<Utc>,
) -> Result<DroppedPromise, Unreadable> {
    let StoredPromise { row, nonce_hashes, dropped } = stored;
    let nonces = match dropped {
        Some(dropped) if !dropped.nonces.is_empty() => {
            Nonces::try_from(dropped.nonces.clone()).map_err(|_| Unreadable("a nonce"))?
        }
        _ => Nonces::none(seats),
    };
    Ok(DroppedPromise {
        number: row.number,
        dealer: Seat::new(row.dealer),
        commitment: row.commitment.parse().map_err(|_| Unreadable("the commitment"))?,
        // The notation's own error would quote the secret.
        secret: row.secret.parse().map_err(|_| Unreadable("the secret"))?,
        nonce_hashes: nonce_hashes.as_deref().map(hashes).transpose()?,
        nonces,
        reason: match dropped.as_ref().map(|dropped| dropped.reason) {
            Some(vzetek_store::DropReason::Withheld) => DropReason::Withheld,
            Some(vzetek_store::DropReason::Left) => DropReason::Left,
            Some(vzetek_store::DropReason::Closed) => DropReason::Closed,
            Some(vzetek_store::DropReason::Restart) | None => DropReason::Restart,
        },
        seats: dropped
            .iter()
            .flat_map(|dropped| &dropped.seats)
            .map(|&seat| Seat::new(seat))
            .collect(),
        at: dropped.as_ref().map_or(now, |dropped| dropped.at),
    })
}
