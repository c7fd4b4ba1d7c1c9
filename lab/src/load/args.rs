//! The options of `load`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;

/// Arguments of `load`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The server's socket, as in ws://127.0.0.1:8080/ws.
    #[arg(long, required_unless_present = "spawn_server")]
    pub server: Option<String>,

    /// The server's HTTP interface; the socket's host and port if absent. Each
    /// player needs one request and one connection: raise the server's
    /// --requests-per-second, --guests-per-hour and --connections-per-address; for
    /// more than 500 messages a second also --messages-per-second.
    #[arg(long)]
    pub http: Option<String>,

    /// Start this server program on a free port, with its limits raised, and
    /// run the whole comparison: echo, full speed, half the echo's rate.
    #[arg(long, conflicts_with_all = ["server", "http", "server_pid", "deals", "rate"])]
    pub spawn_server: Option<PathBuf>,

    /// With --spawn-server: its database; a temporary SQLite file if absent.
    #[arg(long, requires = "spawn_server")]
    pub database: Option<String>,

    /// The number of tables played at once.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub tables: u32,

    /// The number of players at each table.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub players: u8,

    /// Play so many deals at each table, then stop.
    #[arg(long, conflicts_with = "seconds")]
    pub deals: Option<u32>,

    /// Play for so many seconds.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,

    /// Seconds before that which do not count.
    #[arg(long, default_value_t = 2)]
    pub warmup: u64,

    /// Moves a second, at all tables together; as fast as it goes if absent.
    #[arg(long, value_parser = moves_a_second)]
    pub rate: Option<f64>,

    /// Compare with a bare echo server that the same clients talk to.
    #[arg(long)]
    pub echo: bool,

    /// The length of the echo's messages in bytes; the mean of the server's if
    /// absent.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub echo_bytes: Option<u32>,

    /// The server's process, to see what memory a table and what CPU time a move takes;
    /// known with --spawn-server.
    #[arg(long)]
    pub server_pid: Option<u32>,

    /// The database's first process, to see what CPU time a move takes there; of Postgres
    /// the first line of postmaster.pid in its folder.
    #[arg(long)]
    pub database_pid: Option<u32>,
}

impl Args {
    /// The time for which a stage counts.
    pub const fn measured(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// The time for which a stage runs before it counts.
    pub const fn warmup(&self) -> Duration {
        Duration::from_secs(self.warmup)
    }

    /// The number of connections.
    pub fn connections(&self) -> usize {
        self.tables as usize * usize::from(self.players)
    }

    /// The address of the HTTP interface, as host and port.
    ///
    /// # Errors
    /// If it is no plain http:// address.
    pub fn http_host(&self, socket: &str) -> anyhow::Result<String> {
        let (address, scheme) = match &self.http {
            Some(address) => (address.as_str(), "http://"),
            None => (socket, "ws://"),
        };
        let Some(rest) = address.strip_prefix(scheme) else {
            bail!("{address} is no address to load; it begins with {scheme}, without TLS");
        };
        let host = rest.split('/').next().unwrap_or_default();
        if !host.contains(':') {
            bail!("{address} lacks the port, as in {scheme}127.0.0.1:8080");
        }
        Ok(host.to_owned())
    }

    /// Checks that the connections asked for can be opened.
    ///
    /// # Errors
    /// Says what to raise.
    pub fn check_descriptors(&self) -> anyhow::Result<()> {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let allowed = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max open files"))
            .and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok());
        // Two sets of sockets while the echo runs, and a few files.
        let needed = self.connections() * 2 + 100;
        match allowed {
            Some(allowed) if allowed < needed => bail!(
                "{needed} open files are needed, {allowed} are allowed; raise it with \
                 ulimit -n {needed} (for the server too) or take fewer --tables"
            ),
            _ => Ok(()),
        }
    }
}

fn moves_a_second(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate.is_finite() && rate > 0.0 => Ok(rate),
        _ => Err("a rate is a number of moves a second above 0, as in 500".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn parse(words: &[&str]) -> Result<Args, String> {
        let words = ["lab"].iter().chain(words);
        Line::try_parse_from(words).map(|line| line.args).map_err(|error| error.to_string())
    }

    #[test]
    fn the_http_address_follows_from_the_socket() {
        let args = parse(&["--server", "ws://127.0.0.1:99/ws"]).unwrap();
        assert_eq!(args.http_host("ws://127.0.0.1:99/ws").unwrap(), "127.0.0.1:99");
        let error = args.http_host("wss://x/ws").unwrap_err().to_string();
        assert!(error.contains("ws://"), "{error}");
        let args = parse(&["--server", "ws://a:1/ws", "--http", "http://localhost"]).unwrap();
        let error = args.http_host("ws://a:1/ws").unwrap_err().to_string();
        assert!(error.contains("lacks the port"), "{error}");
    }

    #[test]
    fn a_server_is_needed_and_only_one() {
        let error = parse(&[]).unwrap_err();
        assert!(error.contains("--server"), "{error}");
        let error = parse(&["--server", "ws://a:1/ws", "--spawn-server", "x"]).unwrap_err();
        assert!(error.contains("cannot be used with"), "{error}");
        let error = parse(&["--server", "ws://a:1/ws", "--rate", "0"]).unwrap_err();
        assert!(error.contains("above 0"), "{error}");
        let error = parse(&["--server", "ws://a:1/ws", "--players", "5"]).unwrap_err();
        assert!(error.contains("2..=4"), "{error}");
    }
}
