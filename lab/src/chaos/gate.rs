//! A way that can be cut: between a server and what it needs.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// The bytes carried in one step.
const CHUNK: usize = 16 * 1024;

/// The state of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Everything passes through.
    Open,
    /// Nothing passes through until it is open again, and neither side learns of it: a cut cable.
    Silent,
    /// Connections break, and new ones do immediately.
    Broken,
}

/// The place behind a gate.
#[derive(Clone, Debug)]
pub enum Target {
    /// A port.
    Port(SocketAddr),
    /// A socket in the file system.
    Socket(PathBuf),
}

/// An address behind which a target lies.
#[derive(Debug)]
pub struct Gate {
    address: SocketAddr,
    way: watch::Sender<Way>,
    task: AbortHandle,
}

impl Gate {
    /// An open way to a target, whether a program listens there or not.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn to(target: Target) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (way, state) = watch::channel(Way::Open);
        let task = tokio::spawn(serve(listener, target, state)).abort_handle();
        Ok(Self { address, way, task })
    }

    /// The address to connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens or cuts the way.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, target: Target, way: watch::Receiver<Way>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((near, _)) = accepted else { continue };
                connections.spawn(carry(near, target.clone(), way.clone()));
            }
            // A connection that ends closes both its sides, and nothing else.
            Some(_) = connections.join_next() => (),
        }
    }
}

async fn carry(near: TcpStream, target: Target, mut way: watch::Receiver<Way>) -> io::Result<()> {
    open(&mut way).await?;
    near.set_nodelay(true)?;
    match target {
        Target::Port(address) => {
            let far = TcpStream::connect(address).await?;
            far.set_nodelay(true)?;
            both_ways(near, far.into_split(), way).await
        }
        Target::Socket(path) => {
            both_ways(near, UnixStream::connect(path).await?.into_split(), way).await
        }
    }
}

async fn both_ways(
    near: TcpStream,
    (from_far, to_far): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    way: watch::Receiver<Way>,
) -> io::Result<()> {
    let (from_near, to_near) = near.into_split();
    tokio::select! {
        ended = flow(from_near, to_far, way.clone()) => ended,
        ended = flow(from_far, to_near, way) => ended,
    }
}

async fn flow(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut way: watch::Receiver<Way>,
) -> io::Result<()> {
    let mut bytes = vec![0; CHUNK];
    loop {
        open(&mut way).await?;
        tokio::select! {
            // A cut is noticed by a connection on which nothing happens, too.
            changed = way.changed() => changed.map_err(io::Error::other)?,
            read = from.read(&mut bytes) => {
                let read = read?;
                if read == 0 {
                    return Ok(());
                }
                open(&mut way).await?;
                to.write_all(&bytes[..read]).await?;
            }
        }
    }
}

/// Waits until the way is not silent.
///
/// # Errors
/// If it is broken.
async fn open(way: &mut watch::Receiver<Way>) -> io::Result<()> {
    let state = *way.wait_for(|way| *way != Way::Silent).await.map_err(io::Error::other)?;
    if state == Way::Broken { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    /// An echo behind a gate, and a connection to it.
    async fn behind() -> (Gate, TcpStream) {
        let echo = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let gate = Gate::to(Target::Port(echo.local_addr().unwrap())).await.unwrap();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = echo.accept().await.unwrap();
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        let stream = TcpStream::connect(gate.address()).await.unwrap();
        (gate, stream)
    }

    async fn says(stream: &mut TcpStream, byte: u8) -> io::Result<u8> {
        stream.write_all(&[byte]).await?;
        stream.read_u8().await
    }

    #[tokio::test]
    async fn nothing_is_lost_on_a_way_that_was_silent() {
        let (gate, mut stream) = behind().await;
        assert_eq!(says(&mut stream, 1).await.unwrap(), 1);
        gate.set(Way::Silent);
        let answer = timeout(Duration::from_millis(100), says(&mut stream, 2)).await;
        assert!(answer.is_err(), "{answer:?}");
        gate.set(Way::Open);
        assert_eq!(stream.read_u8().await.unwrap(), 2);
    }

    #[tokio::test]
    async fn a_broken_way_breaks_connections_and_new_ones() {
        let (gate, mut stream) = behind().await;
        assert_eq!(says(&mut stream, 1).await.unwrap(), 1);
        gate.set(Way::Broken);
        assert!(stream.read_u8().await.is_err());
        let mut another = TcpStream::connect(gate.address()).await.unwrap();
        assert!(says(&mut another, 1).await.is_err());
        gate.set(Way::Open);
        let mut third = TcpStream::connect(gate.address()).await.unwrap();
        assert_eq!(says(&mut third, 3).await.unwrap(), 3);
    }
}
