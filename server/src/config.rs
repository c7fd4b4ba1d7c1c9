//! Configuration: command line first, then environment, then these defaults.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use argon2::Params;
use clap::builder::{RangedI64ValueParser, RangedU64ValueParser};
use clap::{Args, Parser, ValueEnum, value_parser};
use vzetek_store::{ConnectOptions, NodeId};

/// The Vzetek server: people and bots play, every move is kept.
#[derive(Clone, Debug, Parser)]
#[command(name = "vzetek-server", version, args_override_self = true)]
pub struct Config {
    /// The address to listen on. Change it to 0.0.0.0:8080 inside a container or
    /// when no proxy stands in front.
    #[arg(long, env = "VZETEK_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// The database: postgres://… for a real installation, or sqlite:FILE.
    #[arg(
        long,
        env = "VZETEK_DATABASE",
        default_value = "sqlite:vzetek.sqlite",
        hide_env_values = true
    )]
    pub database: String,

    /// The failure that a move stored in SQLite survives: the end of the
    /// process, or loss of power as well, which costs a flush to the disk for
    /// each commit. Postgres has settings of its own.
    #[arg(long, env = "VZETEK_DURABILITY", value_enum, default_value_t = Durability::Process)]
    pub durability: Durability,

    /// Serve the page from this folder instead of the one built in. For
    /// working on the page.
    #[arg(long, env = "VZETEK_WEB_DIR")]
    pub web_dir: Option<PathBuf>,

    /// The secret by which the house's own bots are known. Without it there
    /// are no house bots. Give the same to vzetek-bot.
    #[arg(long, env = "VZETEK_HOUSE_TOKEN", hide_env_values = true)]
    pub house_token: Option<String>,

    /// Origins other than the server's own address whose pages may open connections, such as
    /// https://vzetek.example. Needed behind a proxy that changes Host.
    #[arg(long = "allow-origin", env = "VZETEK_ALLOW_ORIGIN", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,

    /// Names of the server, such as vzetek.example, in addition to its own addresses, the machine's
    /// name and those of --allow-origin. Needed behind a proxy if --allow-origin does not name it.
    /// Others are refused, since a foreign page can bring its own name to this address.
    #[arg(long = "host-name", env = "VZETEK_HOST_NAME", value_delimiter = ',')]
    pub host_names: Vec<String>,

    /// Mark cookies as Secure. Set it when people come over HTTPS.
    #[arg(long, env = "VZETEK_SECURE_COOKIES", default_value_t = false, action = clap::ArgAction::Set)]
    pub secure_cookies: bool,

    /// Take the client's address from X-Forwarded-For. Set it only behind a
    /// proxy that sets that header itself.
    #[arg(long, env = "VZETEK_BEHIND_PROXY", default_value_t = false, action = clap::ArgAction::Set)]
    pub behind_proxy: bool,

    /// Tables at which bots play for show, so that the front page is never
    /// empty. Needs the house token.
    #[arg(long, env = "VZETEK_DEMO_TABLES", default_value_t = 0)]
    pub demo_tables: u32,

    /// NATS, by which several servers on one Postgres speak to each other, such as
    /// nats://vzetek:password@nats:4222 or tls://…. Without it this server has the database
    /// for itself.
    #[arg(long, env = "VZETEK_NATS", hide_env_values = true)]
    pub nats: Option<String>,

    /// With --nats tls://…: a file with certificates, in PEM, of the authorities that may
    /// vouch for NATS, in place of those that the system trusts. For an authority of your own.
    #[arg(long, env = "VZETEK_NATS_CA")]
    pub nats_ca: Option<PathBuf>,

    /// With --nats: the name of this server among those on its database, of a-z, 0-9
    /// and "-".
    #[arg(long, env = "VZETEK_NODE")]
    pub node: Option<NodeId>,

    /// The first part of the server's subjects on NATS. Change it if other Vzetek installations
    /// share that.
    #[arg(long, env = "VZETEK_NATS_PREFIX", default_value = "vzetek")]
    pub nats_prefix: String,

    /// The format of log lines; json for machines that collect them.
    #[arg(long, env = "VZETEK_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// The cost of hashing a password. No option: it is not for operators to
    /// choose.
    #[arg(skip)]
    pub password_cost: PasswordCost,

    /// Limits and delays that hardly ever need a change.
    #[command(flatten)]
    pub tuning: Tuning,
}

/// The cost of hashing a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasswordCost(pub(crate) Params);

impl Default for PasswordCost {
    /// As argon2 recommends: 19 MiB, gone over twice.
    fn default() -> Self {
        Self(Params::DEFAULT)
    }
}

impl PasswordCost {
    /// Too little to protect anything: 256 KiB, gone over once. For tests that
    /// hash by the thousand.
    pub fn of_tests() -> Self {
        let output = Some(Params::DEFAULT_OUTPUT_LEN);
        let little = Params::new(256, Params::MIN_T_COST, Params::MIN_P_COST, output);
        Self(little.expect("within argon2's bounds"))
    }
}

impl Config {
    /// Returns the address of NATS and the name that the server has there; `None` if it has
    /// its database for itself.
    ///
    /// # Errors
    /// If it has no name.
    pub fn among(&self) -> anyhow::Result<Option<(&str, &NodeId)>> {
        // An empty setting is none: containers always set it.
        let Some(nats) = self.nats.as_deref().filter(|nats| !nats.is_empty()) else {
            return Ok(None);
        };
        let node = self.node.as_ref();
        let node = node.context("with --nats each server needs a name of its own (see --node)")?;
        Ok(Some((nats, node)))
    }

    /// Returns the options for opening the database.
    pub fn connect_options(&self) -> ConnectOptions {
        let durability = match self.durability {
            Durability::Process => vzetek_store::Durability::Process,
            Durability::Power => vzetek_store::Durability::Power,
        };
        ConnectOptions { durability, ..ConnectOptions::default() }
    }
}

/// The failure that a move stored in SQLite survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Durability {
    /// The end of the process.
    Process,
    /// Loss of power, too.
    Power,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The longest delays that options take: sums of a few never overflow.
const MOST_MS: u64 = 3_600_000;
const MOST_SECONDS: u64 = 31_536_000;
const MOST_DAYS: i64 = 36_500;

fn ms() -> RangedU64ValueParser {
    value_parser!(u64).range(..=MOST_MS)
}

fn seconds() -> RangedU64ValueParser {
    value_parser!(u64).range(..=MOST_SECONDS)
}

fn days() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(..=MOST_DAYS)
}

/// Limits and delays.
#[derive(Clone, Debug, Args)]
pub struct Tuning {
    /// The least time from the begin of one commit to that of the next, in
    /// milliseconds: writes that come meanwhile go in together.
    #[arg(long, env = "VZETEK_COMMIT_MS", default_value_t = 2, value_parser = ms())]
    pub commit_ms: u64,

    /// The time that clients have to commit to a nonce for a shuffle, in milliseconds. It ends as
    /// soon as all connected clients have done so.
    #[arg(long, env = "VZETEK_NONCE_MS", default_value_t = 1000, value_parser = ms())]
    pub nonce_ms: u64,

    /// The time that clients have to open the nonce that they committed to, in
    /// milliseconds. A player who does not delays the others by this time, once a deal.
    #[arg(long, env = "VZETEK_REVEAL_MS", default_value_t = 5000, value_parser = ms())]
    pub reveal_ms: u64,

    /// The pause of a demo table before each move and between deals, in
    /// milliseconds, so that one can follow it.
    #[arg(long, env = "VZETEK_DEMO_PAUSE_MS", default_value_t = 1500, value_parser = ms())]
    pub demo_pause_ms: u64,

    /// The time that players wait between deals for one who does not say that
    /// they are ready, in seconds. Then the seat is free.
    #[arg(long, env = "VZETEK_READY_S", default_value_t = 120, value_parser = seconds())]
    pub ready_s: u64,

    /// The time that a guest who is the only one among bots may be away before a
    /// bot plays on, in seconds. Until then time stands still.
    #[arg(long, env = "VZETEK_ALONE_S", default_value_t = 3600, value_parser = seconds())]
    pub alone_s: u64,

    /// The time that a registered player who is the only one among bots may be away before a
    /// bot plays on, in days.
    #[arg(long, env = "VZETEK_ALONE_DAYS", default_value_t = 7, value_parser = days())]
    pub alone_days: u32,

    /// The time without players after which a table is closed, in seconds.
    #[arg(long, env = "VZETEK_EMPTY_TABLE_S", default_value_t = 300, value_parser = seconds())]
    pub empty_table_s: u64,

    /// Messages a connection may send each second on average. Every frame of
    /// the socket counts as one. All connections of an address together have
    /// ten times that, and are read more slowly beyond it.
    #[arg(long, env = "VZETEK_MESSAGES_PER_SECOND", default_value_t = 50)]
    pub messages_per_second: u32,

    /// Messages a connection may send at once beyond that.
    #[arg(long, env = "VZETEK_MESSAGE_BURST", default_value_t = 200)]
    pub message_burst: u32,

    /// Requests an address may send to the HTTP interface each second. One that
    /// occupies a processor or a long read for more than two milliseconds counts as
    /// several.
    #[arg(long, env = "VZETEK_REQUESTS_PER_SECOND", default_value_t = 50)]
    pub requests_per_second: u32,

    /// Connections an address may have at once, sockets among them. Behind a
    /// proxy that is the proxy's to limit.
    #[arg(long, env = "VZETEK_CONNECTIONS_PER_ADDRESS", default_value_t = 256)]
    pub connections_per_address: u32,

    /// The time after which a connection is ended whose client takes nothing of
    /// what is written to it, in seconds.
    #[arg(long, env = "VZETEK_STALLED_S", default_value_t = 20, value_parser = seconds())]
    pub stalled_s: u64,

    /// Open tables one account may have created.
    #[arg(long, env = "VZETEK_TABLES_PER_ACCOUNT", default_value_t = 10)]
    pub tables_per_account: u32,

    /// Guests an address may become in an hour.
    #[arg(long, env = "VZETEK_GUESTS_PER_HOUR", default_value_t = 120)]
    pub guests_per_hour: u32,

    /// The days without a visit after which a guest who has never played is
    /// forgotten; 0 keeps them all.
    #[arg(long, env = "VZETEK_GUEST_DAYS", default_value_t = 30, value_parser = days())]
    pub guest_days: u32,

    /// People an address may register in an hour.
    #[arg(long, env = "VZETEK_REGISTRATIONS_PER_HOUR", default_value_t = 20)]
    pub registrations_per_hour: u32,

    /// Wrong passwords for a name from one address in fifteen minutes before
    /// further tries are refused; three times as many from that address in all.
    #[arg(long, env = "VZETEK_LOGIN_ATTEMPTS", default_value_t = 10)]
    pub login_attempts: u32,
}

impl Tuning {
    /// The least time from the begin of one commit to that of the next.
    pub const fn commit_interval(&self) -> Duration {
        Duration::from_millis(self.commit_ms)
    }

    /// The time for which a client may take nothing of what is written to it.
    pub const fn stalled_time(&self) -> Duration {
        Duration::from_secs(self.stalled_s)
    }

    /// Requests an address may send at once.
    pub const fn request_burst(&self) -> u32 {
        /// The seconds whose requests may come at once.
        const SECONDS: u32 = 4;
        self.requests_per_second.saturating_mul(SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_have_bounds() {
        let parse = |option: &str, value: &str| Config::try_parse_from(["server", option, value]);
        let delays = [
            "--commit-ms",
            "--nonce-ms",
            "--reveal-ms",
            "--demo-pause-ms",
            "--ready-s",
            "--alone-s",
            "--alone-days",
            "--empty-table-s",
            "--stalled-s",
            "--guest-days",
        ];
        for option in delays {
            let error = parse(option, &u32::MAX.to_string()).unwrap_err().to_string();
            assert!(error.contains("is not in 0..="), "{option}: {error}");
            assert!(parse(option, &u64::MAX.to_string()).is_err(), "{option}");
            assert!(parse(option, "36500").is_ok(), "{option}");
        }
    }

    #[test]
    fn the_store_is_opened_as_asked() {
        let durability = |words: &[&str]| {
            Config::parse_from(["server"].iter().chain(words)).connect_options().durability
        };
        assert_eq!(durability(&[]), vzetek_store::Durability::Process);
        assert_eq!(durability(&["--durability", "process"]), vzetek_store::Durability::Process);
        assert_eq!(durability(&["--durability", "power"]), vzetek_store::Durability::Power);
    }
}
