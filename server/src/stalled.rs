//! Connections whose other end no longer reads.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// An I/O stream with a write timeout: an error if no byte could be written for this time. A peer
/// that reads a little now and then is merely slow.
#[derive(Debug)]
pub struct Stalled<S> {
    stream: S,
    limit: Duration,
    /// The timer that runs while writing is blocked.
    halt: Option<Pin<Box<Sleep>>>,
}

impl<S> Stalled<S> {
    /// A stream with this timeout.
    pub fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, halt: None }
    }

    /// The outcome of a write; an error if it has waited for too long.
    fn watch<T>(&mut self, context: &mut Context<'_>, wrote: Poll<Result<T>>) -> Poll<Result<T>> {
        if wrote.is_ready() {
            self.halt = None;
            return wrote;
        }
        let halt = self.halt.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        halt.as_mut().poll(context).map(|()| Err(Error::from(ErrorKind::TimedOut)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stalled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalled<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn whoever_takes_nothing_is_given_up_and_whoever_takes_a_little_is_not() {
        let (near, mut far) = duplex(16);
        let mut stalled = Stalled::new(near, Duration::from_millis(200));
        stalled.write_all(&[1; 16]).await.expect("there is room");
        let error = stalled.write_all(&[2; 16]).await.expect_err("nobody reads");
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        let mut taken = [0; 1];
        far.read_exact(&mut taken).await.expect("it is there");
        stalled.write_all(&[3]).await.expect("room again");
        assert!(stalled.halt.is_none(), "the next halt is a new one");
    }
}
