//! Limits on the frames of a client: every frame counts, regardless of its content.
//!
//! A connection that exceeds its own limit is refused messages, and then ended. Where only all
//! connections of an address together exceed theirs, each is read more slowly: its client may share
//! the address with others.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use super::frames::Frames;
use crate::config::Tuning;
use crate::households::household;
use crate::rate::{Rate, RateByKey};

/// The number of frames beyond the limit that are a flood. Each one within the limit makes up for
/// one beyond it.
const FLOOD: u32 = 100;
/// The most frames before the hello, not counting the hello itself.
const BEFORE_HELLO: u32 = 32;
/// The most bytes of a flood that are discarded unread, so that the client receives the reason for
/// the end of the connection.
const MOST_DISCARDED: usize = 1024 * 1024;

/// The number of connections whose allowance an address has.
const CONNECTIONS: NonZeroU32 = NonZeroU32::new(10).expect("ten is not zero");
/// The longest pause for a frame of an address that has exceeded its allowance. Up to five hundred
/// connections, with the usual limits, then send less than the allowance restores.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Returns the frames a second, and those at once, of a number of connections.
fn quota(tuning: &Tuning, connections: NonZeroU32) -> (NonZeroU32, NonZeroU32) {
    let number = |of| NonZeroU32::new(of).unwrap_or(NonZeroU32::MIN).saturating_mul(connections);
    (number(tuning.messages_per_second), number(tuning.message_burst))
}

/// Returns the allowance of frames of all addresses.
pub fn of_addresses(tuning: &Tuning) -> RateByKey<IpAddr> {
    let (per_second, burst) = quota(tuning, CONNECTIONS);
    RateByKey::new(per_second, burst)
}

/// The allowance of frames of a connection.
#[derive(Debug)]
pub struct Meter {
    rate: Rate,
    /// The allowance of the address, by its household; `None` for the house's bots, which have one
    /// connection for many tables.
    address: Option<(Arc<RateByKey<IpAddr>>, IpAddr)>,
    /// Until then nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
    /// The number of frames that may still arrive until the hello is accepted; `None` from then on.
    early: Option<u32>,
    /// The number of frames beyond the limit that have not been made up for.
    beyond: u32,
}

impl Meter {
    /// A meter before the first frame of a client at this address.
    pub fn new(tuning: &Tuning, of_addresses: Arc<RateByKey<IpAddr>>, address: IpAddr) -> Self {
        let (per_second, burst) = quota(tuning, NonZeroU32::MIN);
        Self {
            rate: Rate::new(per_second, burst),
            address: Some((of_addresses, household(address))),
            pause: None,
            // The hello is counted as well.
            early: Some(BEFORE_HELLO + 1),
            beyond: 0,
        }
    }

    /// From now on the limit for connections after the hello applies; `house` for the house's bots.
    pub fn greeted(&mut self, house: bool) {
        self.early = None;
        if house {
            self.address = None;
        }
    }

    /// Ready unless the address has exceeded its allowance.
    pub fn poll_pause(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        Poll::Ready(())
    }

    /// Counts a frame.
    ///
    /// # Errors
    /// The wait before the next one, if this one arrived too early.
    pub fn count(&mut self) -> Result<(), Duration> {
        if let Some(left) = &mut self.early {
            match left.checked_sub(1) {
                Some(rest) => *left = rest,
                None => self.beyond = FLOOD,
            }
        }
        let taken = self.rate.take();
        if taken.is_err() {
            self.beyond = self.beyond.saturating_add(1);
        } else if !self.is_flooded() {
            self.beyond = self.beyond.saturating_sub(1);
            if let Some((rate, household)) = &self.address {
                let debt = rate.owe(*household, LONGEST_PAUSE);
                // Several frames of one read pause one after the other.
                match &mut self.pause {
                    Some(pause) => {
                        let until = pause.deadline().max(Instant::now()) + debt;
                        pause.as_mut().reset(until);
                    }
                    None if debt.is_zero() => {}
                    None => self.pause = Some(Box::pin(sleep(debt))),
                }
            }
        }
        taken
    }

    /// True if the client has sent more than the limit and the connection is to end.
    pub fn is_flooded(&self) -> bool {
        self.beyond >= FLOOD
    }
}

/// A stream whose frames are counted as they are read. Frames that end a message are left to the
/// receiver of the message.
#[derive(Debug)]
pub struct Metered<S> {
    stream: S,
    frames: Frames,
    meter: Meter,
    /// True once the server has sent everything, and discards the rest of its input.
    closing: bool,
    discarded: usize,
}

impl<S> Metered<S> {
    /// A stream whose next byte begins a frame.
    pub fn new(stream: S, meter: Meter) -> Self {
        Self { stream, frames: Frames::default(), meter, closing: false, discarded: 0 }
    }

    /// The client's allowance.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// From now on a flood is read, but only to be discarded.
    pub fn part(&mut self) {
        self.closing = true;
    }
}

impl<S: AsyncRead + Unpin> Metered<S> {
    /// Reads and discards input; ready at its end, or at the limit.
    fn poll_discard(&mut self, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        let mut space = [0; 4096];
        while self.discarded < MOST_DISCARDED {
            let mut buffer = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer))?;
            if buffer.filled().is_empty() {
                break;
            }
            self.discarded += buffer.filled().len();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        if self.meter.is_flooded() {
            // The reader looks at the meter next, and does not read again before it closes the
            // connection.
            return if self.closing { self.poll_discard(context) } else { Poll::Pending };
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        for _ in 0..self.frames.follow(&buffer.filled()[before..]) {
            // A frame that is no message has no answer that could report this.
            let _ = self.meter.count();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::config::Config;

    #[tokio::test]
    async fn the_hello_may_come_after_so_many_frames_and_not_after_more() {
        let tuning = Config::parse_from(["server"]).tuning;
        let address = "192.0.2.1".parse().expect("an address");
        let mut meter = Meter::new(&tuning, Arc::new(of_addresses(&tuning)), address);
        for _ in 0..BEFORE_HELLO + 1 {
            meter.count().expect("within the limit");
        }
        assert!(!meter.is_flooded());
        meter.count().expect("within the limit");
        assert!(meter.is_flooded());
    }

    /// Twelve connections may send five frames each, and their address fifty at once. Each frame
    /// beyond waits, also where several come in one read.
    #[tokio::test(start_paused = true)]
    async fn frames_beyond_the_allowance_of_an_address_wait_one_after_the_other() {
        let words = ["server", "--messages-per-second", "1", "--message-burst", "5"];
        let tuning = Config::parse_from(words).tuning;
        let address = "192.0.2.1".parse().expect("an address");
        let of_addresses = Arc::new(of_addresses(&tuning));
        let mut waits = Vec::new();
        for _ in 0..12 {
            let mut meter = Meter::new(&tuning, of_addresses.clone(), address);
            for _ in 0..5 {
                meter.count().expect("within the limit");
            }
            waits.push(
                meter.pause.map_or(0, |pause| (pause.deadline() - Instant::now()).as_millis()),
            );
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1500, 4000]);
    }
}
