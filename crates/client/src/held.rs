//! An address for a program that is started, and perhaps killed and started again.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// A port of the loopback interface that the system assigns to no other program while this
/// exists, whether a program listens there or not.
///
/// The port belongs to a socket that is bound and never listens. With `SO_REUSEADDR` on both
/// sides another program may bind the same port and listen, as Rust's listeners, NATS and
/// HAProxy do; a port that the system chooses, for a listener or for an outgoing connection,
/// is never one that is bound (Linux).
#[derive(Debug)]
pub struct HeldAddress {
    address: SocketAddr,
    _socket: TcpSocket,
}

impl HeldAddress {
    /// Takes a port that the system chooses.
    ///
    /// # Errors
    /// If no port is free.
    pub fn take() -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
        Ok(Self { address: socket.local_addr()?, _socket: socket })
    }

    /// The address to listen at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_held_address_refuses_connections_and_takes_one_listener_after_another() {
        let held = HeldAddress::take().expect("a port");
        for _ in 0..2 {
            let refused = TcpStream::connect(held.address()).expect_err("nothing listens");
            assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
            let listener = TcpListener::bind(held.address()).expect("it is held for this");
            let _near = TcpStream::connect(held.address()).expect("it listens");
            // The side that closes first keeps the port in TIME_WAIT.
            drop(listener.accept().expect("the connection"));
        }
        let other = TcpSocket::new_v4().expect("a socket");
        assert!(other.bind(held.address()).is_err(), "without SO_REUSEADDR it is taken");
    }
}
